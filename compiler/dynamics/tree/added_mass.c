#include "added_mass.h"

#include "dag/coordinate.h"
#include "model/added.h"
#include "tangent.h"

/* Columns of J of a body with added mass, in its axes: dv/dqd. */
static struct Spatial *columns_of(struct Dag *dag, const struct Tree *tree, const struct AddedBody *of)
{
	struct Spatial *J = ARENA_ARRAY(dag->arena, struct Spatial, tree->nv);
	for (int v = 0; v < tree->nv; v++)
		J[v] = added_column(dag, of->v, v);
	return J;
}

static Ref product(struct Dag *dag, const struct Spatial *a, const struct Spatial *b)
{
	Ref turning = vec_dot(dag, a->ang, b->ang);
	return dag_add(dag, vec_dot(dag, a->lin, b->lin), turning);
}

void added_inertia(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	int nv = tree->nv;
	for (int i = 0; i < tree->addeds; i++) {
		const struct AddedBody *of = tree->added[i].of;
		const struct Spatial *J = columns_of(dag, tree, of);
		for (int b = 0; b < nv; b++) {
			const struct Spatial F = added_momentum(dag, &of->mass, &J[b]);
			for (int a = 0; a <= b; a++) {
				Ref more = product(dag, &J[a], &F);
				M[a * nv + b] = dag_add(dag, M[a * nv + b], more);
				if (a != b)
					M[b * nv + a] = dag_add(dag, M[b * nv + a], more);
			}
		}
	}
}

Ref added_energy(struct Dag *dag, const struct Tree *tree)
{
	Ref twice = dag_const(dag, 0);
	for (int i = 0; i < tree->addeds; i++) {
		const struct AddedBody *of = tree->added[i].of;
		const struct Spatial P = added_momentum(dag, &of->mass, &of->v);
		twice = dag_add(dag, twice, product(dag, &of->v, &P));
	}
	return dag_mul(dag, dag_const(dag, 0.5), twice);
}

/* B x */
static struct Spatial turned_over(struct Dag *dag, const struct AddedBody *of, const struct Spatial *x)
{
	struct Spatial moved = spatial_cross_motion(dag, of->v, *x);
	struct Spatial sum = added_momentum(dag, &of->mass, &moved), P = added_momentum(dag, &of->mass, x);
	sum = spatial_add(dag, sum, spatial_cross_force(dag, of->v, P));
	P = added_momentum(dag, &of->mass, &of->v);
	sum = spatial_add(dag, sum, spatial_cross_force(dag, *x, P));
	return spatial_scale(dag, dag_const(dag, 0.5), sum);
}

/* d/dt of a value of q and qd at qdd = 0, with the motion of inputs. */
static Ref rate_of(struct Dag *dag, const struct Tree *tree, const struct Tangent *tangent, Ref value)
{
	Ref rate = coordinate_moving_change(dag, value);
	for (int v = 0; v < tree->nv; v++) {
		Ref qd = dag_input(dag, INPUT_QD, (uint32_t)v), slope = tangent_slope(dag, &tangent[v], value);
		rate = dag_add(dag, rate, dag_mul(dag, slope, qd));
	}
	return rate;
}

void added_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C)
{
	int nv = tree->nv;
	const struct Tangent *tangent = tree->addeds ? tangents_make(dag, tree, INPUT_Q) : NULL;
	for (int i = 0; i < tree->addeds; i++) {
		const struct AddedBody *of = tree->added[i].of;
		const struct Spatial *J = columns_of(dag, tree, of);
		for (int b = 0; b < nv; b++) {
			struct Spatial rate;
			for (int r = 0; r < 6; r++)
				*spatial_entry(&rate, r) = rate_of(dag, tree, tangent, spatial_at(&J[b], r));
			struct Spatial F = added_momentum(dag, &of->mass, &rate);
			F = spatial_add(dag, F, turned_over(dag, of, &J[b]));
			for (int a = 0; a < nv; a++)
				C[a * nv + b] = dag_add(dag, C[a * nv + b], product(dag, &J[a], &F));
		}
	}
}

/* --- momentum --- */

/* From the axes of the body, about its origin, to those of the world. */
static struct Spatial to_world(struct Dag *dag, const struct Tree *tree, const struct TreeAdded *added,
                               struct Spatial P)
{
	const struct Placement link = link_pose(dag, tree, added->at.link);
	const struct Placement at = placement_compose(dag, link, added->at.at);
	return force_out(dag, &at, P);
}

struct Spatial added_world_momentum(struct Dag *dag, const struct Tree *tree)
{
	struct Spatial sum = spatial_zero(dag);
	for (int i = 0; i < tree->addeds; i++) {
		const struct AddedBody *of = tree->added[i].of;
		struct Spatial P = added_momentum(dag, &of->mass, &of->v);
		sum = spatial_add(dag, sum, to_world(dag, tree, &tree->added[i], P));
	}
	return sum;
}

struct Spatial added_column(struct Dag *dag, struct Spatial momentum, int v)
{
	struct Spatial column;
	for (int r = 0; r < 6; r++) {
		Ref by = dag_input(dag, INPUT_QD, (uint32_t)v);
		*spatial_entry(&column, r) = dag_derivative(dag, spatial_at(&momentum, r), by);
	}
	return column;
}

void added_columns(struct Dag *dag, const struct Tree *tree, struct Spatial momentum, Ref *A)
{
	for (int v = 0; v < tree->nv; v++) {
		struct Spatial column = added_column(dag, momentum, v);
		for (int r = 0; r < 6; r++)
			A[r * tree->nv + v] = dag_add(dag, A[r * tree->nv + v], spatial_at(&column, r));
	}
}

struct Spatial added_rate(struct Dag *dag, const struct Tree *tree, struct Spatial momentum)
{
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	struct Spatial rate;
	for (int r = 0; r < 6; r++)
		*spatial_entry(&rate, r) = rate_of(dag, tree, tangent, spatial_at(&momentum, r));
	return rate;
}
