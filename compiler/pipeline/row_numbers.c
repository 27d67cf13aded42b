#include "row_numbers.h"

#include <math.h>

#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/sample.h"

/* Coordinates of a pose, in the order of bodies. */
static void take_pose(const struct Model *model, const struct ModelPose *pose, double *q)
{
	for (int i = 0; i < model->nq; i++)
		q[i] = pose->q[model->ordered ? model->q_place[i] : i];
}

/* A random state, then the poses. */
static struct Sample state_of(const struct RowNumbers *n, int state)
{
	struct Sample sample = sample_new(n->tree, (uint64_t)state, 1);
	if (state >= ROW_NUMBERS_RANDOM)
		take_pose(n->model, &n->model->poses.item[state - ROW_NUMBERS_RANDOM], sample.q);
	return sample;
}

static void evaluate(struct RowNumbers *n, const struct Tree *tree, const Ref *J)
{
	size_t count = (size_t)n->rows * (size_t)n->nv;
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = state_of(n, state);
		sample_values(tree->dag, &sample, J, count, n->J + (size_t)state * count,
		              n->size + (size_t)state * count);
	}
}

struct RowNumbers row_numbers(struct Arena *arena, const struct Model *model)
{
	struct Tree *tree = tree_build(model);
	int contacts = (int)model->contacts.count, *all = ARENA_ARRAY(arena, int, contacts);
	struct RowNumbers n = { .arena = arena, .model = model, .nv = model->nv, .tree = tree };
	n.first = ARENA_ARRAY(arena, int, contacts);
	for (int i = 0; i < contacts; i++) {
		all[i] = i;
		n.first[i] = n.rows;
		n.rows += model->contacts.item[i].rows;
	}
	n.states = ROW_NUMBERS_RANDOM + (int)model->poses.count;
	size_t count = (size_t)n.rows * (size_t)n.nv;
	Ref *J = ARENA_ARRAY(arena, Ref, count);
	tree->rows = tree_add_rows(tree, model, all, contacts);
	textbook_rows_jacobian(tree->dag, tree, J);
	n.J = ARENA_ARRAY(arena, double, (size_t)n.states *count);
	n.size = ARENA_ARRAY(arena, double, (size_t)n.states *count);
	evaluate(&n, tree, J);
	return n;
}

void row_numbers_weigh(struct RowNumbers *n)
{
	size_t nv = (size_t)n->nv;
	Ref *M = ARENA_ARRAY(n->arena, Ref, nv * nv);
	textbook_crba(n->tree->dag, n->tree, M);
	for (size_t v = 0; v < nv; v++)
		M[v] = M[v * (nv + 1)];
	n->weight = ARENA_ARRAY(n->arena, double, (size_t)n->states *nv);
	double *size = ARENA_ARRAY(n->arena, double, nv);
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = state_of(n, state);
		double *weight = n->weight + (size_t)state * nv;
		sample_values(n->tree->dag, &sample, M, nv, weight, size);
		for (size_t v = 0; v < nv; v++)
			weight[v] = weight[v] > 0 ? 1 / sqrt(weight[v]) : 1;
	}
}

/* --- rank --- */

static double dot(const double *a, const double *b, int width)
{
	double sum = 0;
	for (int v = 0; v < width; v++)
		sum += a[v] * b[v];
	return sum;
}

static void scale_to_one(double *row, int width)
{
	double square = dot(row, row, width);
	for (int v = 0; v < width && square > 0; v++)
		row[v] /= sqrt(square);
}

static void swap_rows(double *row, int width, int *order, int a, int b)
{
	for (int v = 0; v < width && a != b; v++) {
		double entry = row[a * width + v];
		row[a * width + v] = row[b * width + v];
		row[b * width + v] = entry;
	}
	int was = order ? order[a] : 0;
	if (order) {
		order[a] = order[b];
		order[b] = was;
	}
}

int row_rank(double *row, int rows, int width, double threshold, int *order)
{
	for (int r = 0; r < rows; r++) {
		scale_to_one(row + r * width, width);
		if (order)
			order[r] = r;
	}
	for (int rank = 0; rank < rows; rank++) {
		int longest = rank;
		double most = 0;
		for (int r = rank; r < rows; r++) {
			double square = dot(row + r * width, row + r * width, width);
			longest = square > most ? r : longest;
			most = fmax(most, square);
		}
		if (!(most > threshold * threshold))
			return rank;
		swap_rows(row, width, order, rank, longest);
		for (int r = rank + 1; r < rows; r++) {
			double along = dot(row + rank * width, row + r * width, width) / most;
			for (int v = 0; v < width; v++)
				row[r * width + v] -= along * row[rank * width + v];
		}
	}
	return rows;
}
