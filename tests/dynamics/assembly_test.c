/* Starts around the pose of each looped example, and of a few linkages: each is assembled, or refused with the loop that stays
 * open; none ends in another branch than its pose without being told. Every second start holds a driven coordinate. Branches are compared by a motion of this file: Newton's
 * method in double along the straight line, with the determinant of the idle coordinates. */
#include <glob.h>
#include <math.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"

#include "library.h"
#include "pipeline/assemble.h"
#include "model/body.h"
#include "model/joint.h"

enum { MOST = 64 }; /* coordinates, and rows */

static const char bars[] =
	"model bars\n"
	"body crank on world { joint motor : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body rod on crank at (0, 0, 200 mm) { joint top : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2\n"
	"  frame end at (300 mm, 0, 0) }\n"
	"body rocker on world at (450 mm, 0, 0) { joint foot : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2\n"
	"  frame tip at (0, 0, 200 mm) }\n"
	"loop pin : revolute(y) from end to tip\n"
	"pose home { motor = 20 deg; top = -15 deg; foot = -20 deg }\n";

static const char crank[] =
	"model crank\n"
	"body crank on world { joint motor : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body rod on crank at (100 mm, 0, 0) { joint big_end : revolute(z) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2\n"
	"  frame small_end at (250 mm, 0, 0) }\n"
	"body piston on world { joint slide : prismatic(x) { idle; limits (50, 400) mm }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"loop pin : revolute(z) from small_end to piston\n"
	"pose half { motor = 60 deg; big_end = -80 deg; slide = 280 mm }\n";

/* A bar whose ball joint and universal joint end in two hands: fixed rows, and idle joints in space. */
static const char hands[] =
	"model hands\n"
	"body left on world at (0, -300 mm, 0) { joint shoulder : revolute(x); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body left_arm on left at (0, 0, -300 mm) { joint elbow : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body left_hand on left_arm at (0, 0, -250 mm) { joint turn : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body bar on left_hand { joint a : revolute(x) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame far at (0, 600 mm, 0) }\n"
	"body right on world at (0, 300 mm, 0) { joint r1 : revolute(x) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body right_arm on right at (0, 0, -300 mm) { joint r2 : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body right_hand on right_arm at (0, 0, -250 mm) { joint r3 : revolute(z) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body palm on right_hand { joint r4 : revolute(x) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"loop grip : fixed from palm to far\n"
	"pose ahead { shoulder = 0.1; elbow = 0.8; turn = 0.2; a = -0.3; r1 = 0.1; r2 = 0.8; r3 = 0.2; r4 = -0.3 }\n";

/* --- a model and its rows --- */

struct Linkage {
	const char *name;
	rigidc_model *model;
	rigidc_function *closure, *jacobian;
	int nq, nv, rows;
	double pose[MOST];
	int row[MOST], column[MOST], size; /* of the determinant */
	bool held[MOST];                   /* the first driven coordinate */
	bool plain; /* every coordinate has its velocity, and idle ones are as many as independent rows */
};

static int same_branch, told, refused;

static double norm(const double *x, int n)
{
	double largest = 0;
	for (int i = 0; i < n; i++)
		largest = fmax(largest, fabs(x[i]));
	return largest;
}

static void rows_at(struct Linkage *l, const double *q, double *c, double *J)
{
	rigidc_call(l->closure, &q, &c);
	rigidc_call(l->jacobian, &q, &J);
}

/* Shortest x with J x = c, row after row; dependent rows are left out. */
static void shortest(const struct Linkage *l, double *J, double *c, double *x)
{
	int nv = l->nv;
	memset(x, 0, (size_t)nv * sizeof *x);
	for (int r = 0; r < l->rows; r++) {
		double *row = J + r * nv, before = norm(row, nv), size = 0;
		for (int pass = 0; pass < 2; pass++)
			for (int s = 0; s < r; s++) {
				double along = 0;
				for (int v = 0; v < nv; v++)
					along += row[v] * J[s * nv + v];
				for (int v = 0; v < nv; v++)
					row[v] -= along * J[s * nv + v];
				c[r] -= along * c[s];
			}
		for (int v = 0; v < nv; v++)
			size += row[v] * row[v];
		double over = sqrt(size) > 1e-9 * before ? 1 / sqrt(size) : 0;
		c[r] *= over;
		for (int v = 0; v < nv; v++) {
			row[v] *= over;
			x[v] += c[r] * row[v];
		}
	}
}

/* Determinant of the rows and idle columns, by elimination; with `choose` it chooses the rows. */
static double determinant(struct Linkage *l, const double *q, bool choose)
{
	double c[MOST], J[MOST * MOST], M[MOST][MOST], product = 1;
	bool used[MOST] = { false };
	rows_at(l, q, c, J);
	for (int k = 0; k < l->size; k++)
		for (int r = 0; r < l->rows; r++)
			M[r][k] = J[r * l->nv + l->column[k]];
	for (int k = 0; k < l->size; k++) {
		int pivot = choose ? -1 : l->row[k];
		for (int r = 0; r < l->rows && choose; r++)
			if (!used[r] && (pivot < 0 || fabs(M[r][k]) > fabs(M[pivot][k])))
				pivot = r;
		if (pivot < 0 || (choose && fabs(M[pivot][k]) < 1e-9))
			return 0;
		used[pivot] = true;
		l->row[k] = pivot;
		product *= M[pivot][k];
		for (int r = 0; r < l->rows && M[pivot][k] != 0; r++)
			for (int j = l->size; j-- > k && !used[r];)
				M[r][j] -= M[r][k] / M[pivot][k] * M[pivot][j];
	}
	return product;
}

/* Does a motion lead from the pose to q without a change of the determinant's sign? */
static bool leads_to(struct Linkage *l, const double *q)
{
	double at[MOST], c[MOST], J[MOST * MOST], x[MOST], first = determinant(l, l->pose, false);
	memcpy(at, l->pose, sizeof at);
	for (int step = 0; step < 4000; step++) {
		double to[MOST], far;
		for (int i = 0; i < l->nq; i++)
			to[i] = remainder(q[i] - at[i], 2 * M_PI);
		far = norm(to, l->nq);
		if (far < 1e-6)
			return true;
		if (!(determinant(l, at, false) * first > 0))
			return false;
		for (int i = 0; i < l->nq; i++)
			at[i] += to[i] * fmin(1, 0.01 / far);
		for (int n = 0; n < 20; n++) {
			rows_at(l, at, c, J);
			if (norm(c, l->rows) < 1e-13)
				break;
			shortest(l, J, c, x);
			for (int i = 0; i < l->nq; i++)
				at[i] -= x[i];
		}
	}
	return false;
}

/* --- starts --- */

static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* Around the pose, quaternions of length 1. */
static void draw_start(const struct Linkage *l, uint64_t *state, double *q)
{
	rigidc_joint_info joint = { 0 };
	double reach = 0.1 + 1.5 * fabs(draw(state));
	for (int i = 0; i < l->nq; i++)
		q[i] = l->pose[i] + reach * draw(state);
	for (int i = 0; rigidc_get_joint(l->model, i, &joint) == RIGIDC_OK; i++) {
		double square = 0, *part = q + joint.q + joint.nq - 4;
		if (joint.nq <= joint.nv)
			continue;
		for (int k = 0; k < 4; k++)
			square += part[k] * part[k];
		for (int k = 0; k < 4; k++)
			part[k] /= sqrt(square);
	}
}

static void check_closed(struct Linkage *l, const struct Assembled *result, const double *q, int number)
{
	double c[MOST], J[MOST * MOST];
	rows_at(l, q, c, J);
	ck_assert_msg(norm(c, l->rows) < 1e-12, "%s, start %d: open by %g", l->name, number, norm(c, l->rows));
	told += result->branch != BRANCH_SAME;
	same_branch += result->branch == BRANCH_SAME;
	if (result->branch == BRANCH_SAME && l->plain)
		ck_assert_msg(leads_to(l, q), "%s, start %d: another branch, and nothing is said", l->name, number);
}

/* --- examples --- */

/* Idle coordinates, if they are those of the determinant: as many as independent rows. */
static void find_determinant(struct Linkage *l)
{
	const struct Model *model = l->model->model;
	l->plain = l->nq == l->nv;
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].joint->idle)
			l->column[l->size++] = model->body[i].joint->v;
	for (int i = 0; i < model->bodies && l->plain; i++)
		if (joint_nv(model->body[i].joint) && !model->body[i].joint->idle) {
			l->held[model->body[i].joint->v] = true;
			break;
		}
	l->plain &= l->size > 0 && determinant(l, l->pose, true) != 0;
}

/* The first pose; without poses the neutral state, closed. */
static void find_pose(struct Linkage *l)
{
	rigidc_pose_info pose = { 0 };
	if (rigidc_get_pose(l->model, 0, &pose) == RIGIDC_OK)
		memcpy(l->pose, pose.q, (size_t)l->nq * sizeof *l->pose);
	else
		ck_assert_int_eq(rigidc_assemble(l->model, l->pose, NULL, NULL), RIGIDC_OK);
}

struct Starts {
	struct Linkage *linkage;
	uint64_t seed;
	int count;
};

static void assemble_starts(rigidc_model *model, void *context)
{
	const struct Starts *starts = context;
	struct Linkage *l = starts->linkage;
	uint64_t state = starts->seed;
	for (int n = 0; n < starts->count; n++) {
		double q[MOST] = { 0 }, before[MOST];
		struct Arena *arena = arena_trial(&model->call);
		const struct AssembleRequest request = { .reference = l->pose,
			                                 .held = n % 2 ? l->held : NULL,
			                                 .within = 1e-12 };
		draw_start(l, &state, q);
		memcpy(before, q, sizeof q);
		struct Assembled result = assemble(arena, model->model, &request, q);
		if (result.closed) {
			check_closed(l, &result, q, n);
			for (int i = 0; i < l->nq && n % 2; i++)
				ck_assert(!l->held[i] || q[i] == before[i]);
		} else {
			refused++;
			ck_assert(result.beyond >= 0 || (result.open.text && result.remains && *result.remains));
			ck_assert_mem_eq(q, before, sizeof q);
		}
		arena_empty(arena);
	}
}

static void check_linkage(const char *name, rigidc_model *model)
{
	const char *seed = getenv("RIGIDC_SEED");
	struct Linkage l = { .name = name, .model = model, .nq = rigidc_nq(model), .nv = rigidc_nv(model) };
	struct Starts starts = { .linkage = &l,
		                 .seed = seed ? strtoull(seed, NULL, 10) : 1,
		                 .count = by_level(20, 80, 2000) };
	l.closure = run_function(model, "closure", RIGIDC_EVALUATOR);
	l.jacobian = run_function(model, "jac:loops", RIGIDC_EVALUATOR);
	l.rows = (int)rigidc_output_size(l.closure, 0);
	ck_assert(l.rows <= MOST && l.nq <= MOST);
	find_pose(&l);
	find_determinant(&l);
	same_branch = told = refused = 0;
	ck_assert_int_eq(library_call(model, assemble_starts, &starts), RIGIDC_OK);
	printf("# %s: %d starts from seed %llu: %d in the branch of the pose%s, %d told, %d refused\n", name,
	       starts.count, (unsigned long long)starts.seed, same_branch, l.plain ? "" : " (not compared)", told,
	       refused);
	ck_assert_msg(same_branch > starts.count / 5, "%s: few starts are closed in the branch of the pose", name);
	rigidc_function_free(l.closure);
	rigidc_function_free(l.jacobian);
	rigidc_model_free(model);
}

TEST(linkages)
{
	check_linkage("bars", run_read("bars", bars, sizeof bars - 1, NULL));
	check_linkage("crank", run_read("crank", crank, sizeof crank - 1, NULL));
	check_linkage("hands", run_read("hands", hands, sizeof hands - 1, NULL));
}

/* Has the model loops or constraints? */
static bool is_looped(const rigidc_model *model)
{
	return assemble_rows(model->model) > 0;
}

TEST(examples)
{
	glob_t found;
	int looped = 0;
	ck_assert_int_eq(glob("examples/*.rig", 0, NULL, &found), 0);
	ck_assert_int_eq(glob("examples/*/*.rig", GLOB_APPEND, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		rigidc_model *model;
		bool sound = rigidc_load(found.gl_pathv[i], NULL, &model) == RIGIDC_OK;
		if (sound && is_looped(model)) {
			looped++;
			check_linkage(found.gl_pathv[i], model);
		} else {
			rigidc_model_free(model);
		}
	}
	ck_assert_int_gt(looped, 0);
	globfree(&found);
}

SUITE("assembly")
