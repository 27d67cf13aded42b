/* Struts on random machines, whose points lie where lines are special: on axes of joints, at origins, on the world, on one body.
 * Lengths are those between poses, forces those of Jacobians (pull.h). RIGIDC_SEED changes the machines. */
#include <stdlib.h>

#include "pull.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { BODIES_MOST = 6, POINTS = 2, MACHINES = 100, VECTOR = 64 };

/* A machine, written while it is drawn. */
struct machine {
	char text[8192];
	size_t length;
	uint64_t random;
	int bodies, nq, nv, parent[BODIES_MOST];
	int quaternion[BODIES_MOST], quaternions;
	struct plain plain[3 * BODIES_MOST];
	int plains;
	struct {
		int v, joint;
		double axis[3];
	} hinge[BODIES_MOST]; /* revolute joints at the origins of their bodies */
	int joints, hinges;   /* joints that move */
	char axis[BODIES_MOST][VECTOR], then[BODIES_MOST][VECTOR];
};

static const char *const axes[] = { "(1, 0, 0)",  "(0, 1, 0)", "(0, 0, 1)", "(0, 0, 1)",
	                            "(0, 0, -1)", "(3, 0, 4)", "(1, 2, 2)" };

/* Joint kinds: coordinates, whether a kind has an axis, and whether the body may be off the joint. */
static const struct {
	const char *name;
	int nq, nv;
	bool axis, then;
} kinds[] = {
	{ "revolute", 1, 1, true, true },  { "revolute", 1, 1, true, true },    { "revolute", 1, 1, true, true },
	{ "prismatic", 1, 1, true, true }, { "cylindrical", 2, 2, true, true }, { "universal", 2, 2, false, true },
	{ "planar", 3, 3, false, true },   { "spherical", 4, 3, false, false }, { "fixed", 0, 0, false, false },
};

static int below(struct machine *machine, int n)
{
	return random_below(&machine->random, n);
}

static void add(struct machine *machine, const char *text)
{
	size_t length = strlen(text);
	ck_assert_uint_lt(machine->length + length, sizeof machine->text);
	memcpy(machine->text + machine->length, text, length + 1);
	machine->length += length;
}

/* An offset, zero as often as not. */
static double offset(struct machine *machine)
{
	return below(machine, 2) ? 0 : (below(machine, 9) - 4) * 0.1;
}

static void draw_vector(struct machine *machine, char out[VECTOR])
{
	double e[3];
	for (int i = 0; i < 3; i++)
		e[i] = offset(machine);
	snprintf(out, VECTOR, "(%g, %g, %g)", e[0], e[1], e[2]);
}

static void add_hinge(struct machine *machine, int body)
{
	double *n = machine->hinge[machine->hinges].axis;
	ck_assert_int_eq(sscanf(machine->axis[body], "(%lf, %lf, %lf)", &n[0], &n[1], &n[2]), 3);
	double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
	for (int i = 0; i < 3; i++)
		n[i] /= size;
	machine->hinge[machine->hinges].v = machine->nv;
	machine->hinge[machine->hinges++].joint = machine->joints;
}

static void draw_body(struct machine *machine)
{
	int i = machine->bodies++, kind = below(machine, (int)(sizeof kinds / sizeof *kinds));
	char at[VECTOR], line[512], parent[16] = "world", axis[VECTOR + 2] = "", then[VECTOR + 8] = "";
	machine->parent[i] = i - 1;
	while (machine->parent[i] >= 0 && !below(machine, 3)) /* depth first, in the order of coordinates */
		machine->parent[i] = machine->parent[machine->parent[i]];
	if (machine->parent[i] >= 0)
		snprintf(parent, sizeof parent, "b%d", machine->parent[i]);
	draw_vector(machine, at);
	snprintf(machine->axis[i], VECTOR, "%s", axes[below(machine, (int)(sizeof axes / sizeof *axes))]);
	snprintf(machine->then[i], VECTOR, "(0, 0, 0)");
	if (kinds[kind].axis)
		snprintf(axis, sizeof axis, "(%s)", machine->axis[i]);
	if (!below(machine, 3) && kinds[kind].then) {
		draw_vector(machine, machine->then[i]);
		snprintf(then, sizeof then, " then %s", machine->then[i]);
	}
	const char *turn = below(machine, 2) ? "" : below(machine, 2) ? ", rx(0.4)" : ", rz(90 deg)";
	snprintf(
		line, sizeof line,
		"body b%d on %s at %s%s { joint j%d : %s%s%s; mass 1 kg; com (0.1, 0.2, -0.1); inertia diag(1, 1, 1) }\n",
		i, parent, at, turn, i, kinds[kind].name, axis, then);
	add(machine, line);
	if (kinds[kind].nq == 4)
		machine->quaternion[machine->quaternions++] = machine->nq;
	for (int k = 0; k < kinds[kind].nq && kinds[kind].nq < 4; k++) {
		machine->plain[machine->plains].q = machine->nq + k;
		machine->plain[machine->plains++].v = machine->nv + k;
	}
	if (strcmp(kinds[kind].name, "revolute") == 0 && !*then)
		add_hinge(machine, i);
	machine->nq += kinds[kind].nq;
	machine->nv += kinds[kind].nv;
	machine->joints += kinds[kind].nq > 0;
}

/* Draws a point, as often as not on the axis of its body's joint, which goes through -then. */
static void draw_point(struct machine *machine, int n)
{
	int body = below(machine, machine->bodies + 1) - 1;
	char at[3 * VECTOR], general[VECTOR], line[6 * VECTOR];
	draw_vector(machine, general);
	if (body < 0)
		snprintf(line, sizeof line, "frame p%d on world at %s\n", n, general);
	else {
		double along = offset(machine);
		snprintf(at, sizeof at, "%g * %s - %s", along, machine->axis[body], machine->then[body]);
		snprintf(line, sizeof line, "frame p%d on b%d at %s\n", n, body, below(machine, 2) ? at : general);
	}
	add(machine, line);
}

static void draw_machine(struct machine *machine, uint64_t seed)
{
	*machine = (struct machine){ .random = seed };
	add(machine, "model line\n");
	for (int bodies = 1 + below(machine, BODIES_MOST); machine->bodies < bodies;)
		draw_body(machine);
	for (int n = 0; n < POINTS; n++)
		draw_point(machine, n);
}

static const struct pull pull = {
	"strut a between p0 and p1 { spring 100 N/m at 30 cm; damping 3 N s/m; force -5 N - 30 N/m^2 * length^2 - 2 N s/m * rate }\n",
	{ "p0", "p1" },
	100,
	0.3,
	3,
	true
};

static rigidc_model *model_of(struct machine *machine, const char *strut, int level)
{
	char full[sizeof machine->text + 256];
	rigidc_options options = { .level = 1 + level };
	int length = snprintf(full, sizeof full, "%s%s", machine->text, strut);
	return run_read("line.rig", full, (size_t)length, &options);
}

/* Checks `distance` as a coupling. Velocities of a ball joint are not rates, so no coordinate can depend on them. */
static void assert_distance(struct machine *machine, struct state *state, double length, int n)
{
	if (machine->quaternions)
		return;
	rigidc_model *model = model_of(machine, "body gauge on world { joint : prismatic(x) = distance(p0, p1) }\n", 2);
	struct place gauge = place_of(model, "gauge", state);
	assert_near(gauge.p, &length, 1, 1e-13, "distance", n);
	rigidc_model_free(model);
}

/* Checks reactions: n . moment through a revolute joint about n is its torque. */
static void assert_reactions(rigidc_model *model, const struct machine *machine, const double *const *in,
                             const double *tau, int n)
{
	double w[6 * BODIES_MOST];
	if (!machine->joints)
		return;
	run_once(model, "reaction", RIGIDC_EVALUATOR, in, w);
	for (int k = 0; k < machine->hinges; k++) {
		const double *moment = &w[6 * machine->hinge[k].joint + 3], *axis = machine->hinge[k].axis;
		double along = axis[0] * moment[0] + axis[1] * moment[1] + axis[2] * moment[2];
		assert_near(&along, &tau[machine->hinge[k].v], 1, 1e-11, "reaction", n);
	}
}

static void assert_lines(struct machine *machine, struct state *state, double length, int n)
{
	rigidc_model *bare = model_of(machine, "", 2);
	int nv = rigidc_nv(bare);
	double wanted[NQ_MOST], without[NQ_MOST], found[NQ_MOST], strut[NQ_MOST];
	const double *in[] = { state->q, state->qd, state->qdd };
	pull_wanted(bare, &pull, state, strut);
	assert_distance(machine, state, length, n);
	run_once(bare, "rnea", RIGIDC_EVALUATOR, in, without);
	for (int v = 0; v < nv; v++)
		wanted[v] = without[v] + strut[v];
	rigidc_model_free(bare);
	for (int level = 0; level < 4; level += 2) {
		rigidc_model *model = model_of(machine, pull.text, level);
		run_once(model, "rnea", RIGIDC_EVALUATOR, in, found);
		assert_near(found, wanted, nv, 1e-12, "rnea", n);
		assert_reactions(model, machine, in, found, n);
		assert_derivatives(model, state, machine->plain, machine->plains, 1e-6, n);
		rigidc_model_free(model);
	}
}

static uint64_t first_seed(void)
{
	const char *given = getenv("RIGIDC_SEED");
	return given ? strtoull(given, NULL, 10) : 1;
}

LOOP_TEST(lines_between_special_points, MACHINES)
{
	struct machine machine;
	double one[NQ_MOST];
	draw_machine(&machine, first_seed() * 1000003 + (uint64_t)_i);
	struct state state =
		state_drawn(machine.nq, machine.nv, machine.quaternion, machine.quaternions, &machine.random);
	rigidc_model *bare = model_of(&machine, "", 0);
	struct place a = place_of(bare, "p0", &state), b = place_of(bare, "p1", &state);
	double length = line_between(&a, &b, rigidc_nv(bare), one);
	rigidc_model_free(bare);
	if (length > 0.05) /* a strut without length has no direction */
		assert_lines(&machine, &state, length, _i);
}

/* A ball joint does not move its centre, so a coordinate may depend on it. */
TEST(distance_to_the_centre_of_a_ball_joint)
{
	static const char text[] =
		"model centre\n"
		"body cart on world { joint x : prismatic(x); mass 1 kg }\n"
		"body ball on cart at (0.3, 0.4, 0) { joint : spherical; mass 1 kg; frame middle at (0, 0, 0) }\n"
		"body gauge on world { joint : prismatic(z) = distance(world, middle) }\n";
	const double q[] = { 0.3, 0.5, 0.5, 0.5, 0.5 };
	double R[9], p[3], wanted[] = { 0, 0, hypot(0.6, 0.4) };
	rigidc_model *model = run_read("centre.rig", text, sizeof text - 1, NULL);
	rigidc_function *fk = run_function(model, "fk:gauge", RIGIDC_EVALUATOR);
	rigidc_call(fk, (const double *[]){ q }, (double *[]){ R, p });
	rigidc_function_free(fk);
	rigidc_model_free(model);
	assert_near(p, wanted, 3, 1e-15, "distance", 0);
}

/* Points on moving bodies, one of them on the axis of its own joint. */
TEST(point_on_the_axis_of_its_joint)
{
	static const char text[] =
		"model pin\n"
		"gravity (0, 0, 0)\n"
		"body link on world at (100 mm, 0, 0) { joint j1 : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }\n"
		"body arm on world at (500 mm, 0, 0) { joint j2 : revolute(z); mass 1 kg; inertia diag(1, 1, 1); frame eye at (0, 0.3 m, 0) }\n"
		"strut st between link and eye { spring 100 N/m at 0.3 m }\n";
	/* the eye at (0.5 - 0.3 sin q2, 0.3 cos q2), l^2 = 0.25 - 0.24 sin q2 */
	const double q[] = { 0.7, 0.4 }, l = sqrt(0.25 - 0.24 * sin(q[1]));
	const double wanted[] = { 0, -0.12 * cos(q[1]) / l * 100 * (l - 0.3) };
	double found[2];
	for (int level = 1; level <= 4; level++) {
		rigidc_model *model = run_read("pin.rig", text, sizeof text - 1, &(rigidc_options){ .level = level });
		run_once(model, "gravity", RIGIDC_TCC, (const double *[]){ q }, found);
		rigidc_model_free(model);
		assert_near(found, wanted, 2, 1e-14, "gravity", level);
	}
}

int main(void)
{
	printf("# RIGIDC_SEED=%llu\n", (unsigned long long)first_seed());
	fflush(stdout);
	return suite_run("line", NULL, NULL);
}
