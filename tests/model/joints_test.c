/* Every kind of joint, built in or defined by its motion, in small trees, at random states: rnea
 * and crba by the evaluator and by libtcc against the dense reference. The reference knows only the placement
 * of a kind, as a C function in long double, which it differentiates numerically. Then the free joint
 * in Euler angles against the free joint with a quaternion. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense.h"
#include "reference/dense_spline.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

typedef dense_real real;

enum { BODIES = 4, NQ = 7 * BODIES, NV = 6 * BODIES, STATES = 25 };

/* Tolerance. The compiler's side is in double and accurate to about 1e-14. The reference's numeric second derivatives
 * limit the comparison: for a size x they have errors of 1e-15 x, times the square of the speeds, where x may be
 * a length or a power that cancels in the result. The largest error met was 3e-14. */
static const real tolerance = 1e-12L;

/* --- placements, each as in its definition in the language --- */

static void knee(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, 0.1L * sinl(q[0]), 0.05L * q[0] * q[0], 0);
	dense_turn(moving, 0, 0, 1, q[0]);
}

/* polynomials fitted to a knee, in the flexion q */
static void knee_of_polynomials(const real *q, const real *param, struct dense_frame *moving)
{
	real x = q[0];
	(void)param;
	dense_shift(moving, 0.0024L * powl(x, 5) - 0.0163L * powl(x, 3) + 0.0051L * x,
	            -0.0021L * powl(x, 4) + 0.0178L * x * x - 0.0043L, 0.002L * x);
	dense_turn(moving, 0.1L, 1, -0.05L, -x);
	dense_turn(moving, 1, 0, 0, 0.031L * powl(x, 3) - 0.112L * x);
	dense_turn(moving, 0, 0, 1, 0.241L * x - 0.037L * x * x);
}

static void cam_follower(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, 0.03L * cosl(q[0]) + 0.004L * cosl(3 * q[0]), 0.02L * sinl(q[0]) * sinl(q[0]),
	            0.01L * sinl(2 * q[0] + 0.5L));
}

static void double_cardan(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_turn(moving, 1, 0, 0, q[0]);
	dense_turn(moving, 0, 1, 0, q[1]);
	dense_shift(moving, 0, 0, 0.04L);
	dense_turn(moving, 0, 1, 0, q[1]);
	dense_turn(moving, 1, 0, 0, q[0]);
}

/* crank 0.1 m, coupler 0.35 m, rocker 0.3 m, ground 0.4 m along x: the coupler at the crank's angle q. The
 * angle at its end is by the cosine rule in the triangle of crank pin, rocker pin and rocker's pivot */
static void four_bar(const real *q, const real *param, struct dense_frame *moving)
{
	const real crank = 0.1L, coupler = 0.35L, rocker = 0.3L, ground = 0.4L;
	real x = crank * cosl(q[0]), y = crank * sinl(q[0]);
	real d = sqrtl((ground - x) * (ground - x) + y * y);
	(void)param;
	dense_shift(moving, x, y, 0);
	dense_turn(moving, 0, 0, 1,
	           atan2l(-y, ground - x) + acosl((coupler * coupler + d * d - rocker * rocker) / (2 * coupler * d)));
}

/* parameters: axis, pitch, eccentricity */
static void eccentric_screw(const real *q, const real *param, struct dense_frame *moving)
{
	dense_shift(moving, param[4], 0, -param[4] / 2);
	dense_helical(q, param, moving);
	dense_shift(moving, -param[4], 0, param[4] / 2);
}

static void euler(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, q[0], q[1], q[2]);
	dense_turn(moving, 0, 0, 1, q[5]);
	dense_turn(moving, 0, 1, 0, q[4]);
	dense_turn(moving, 1, 0, 0, q[3]);
}

static void functions(const real *q, const real *param, struct dense_frame *moving)
{
	real u = q[0], r = q[1];
	(void)param;
	dense_shift(moving, 0.02L * tanl(u / 4), 0.03L * expl(-u), 0.01L * logl(4 + u));
	dense_turn(moving, 1, 2, 3, asinl(sinl(u) / 2));
	dense_shift(moving, fabsl(r) / 2, fabsl(u + 3) * 0.1L, r);
	dense_turn(moving, 0, 1, 0, atanl(r / 0.5L) + acosl(cosl(u) / 3));
}

/* for r > 0, the other branch of abs */
static void more_functions(const real *q, const real *param, struct dense_frame *moving)
{
	real r = q[0];
	(void)param;
	dense_shift(moving, sqrtl(r * r + 0.04L), fabsl(r), -0.1L * r * r / (0.5L + r));
	dense_turn(moving, 1, 0, 0, 0.3L * logl(1 + r / 0.2L));
	dense_turn(moving, 0, 0, 1, powl(1 + r, -2) + expl(-r * r));
}

/* parameters: axis, lean axis, ratio, lead */
static void wobble(const real *q, const real *param, struct dense_frame *moving)
{
	dense_turn(moving, param[3], param[4], param[5], param[6] * sinl(q[0]));
	real length = sqrtl(param[0] * param[0] + param[1] * param[1] + param[2] * param[2]);
	real way = (q[1] + param[7] * q[0]) / length;
	dense_shift(moving, way * param[0], way * param[1], way * param[2]);
	dense_turn(moving, param[0], param[1], param[2], q[0] / param[6]);
}

static void mixed(const real *q, const real *param, struct dense_frame *moving)
{
	real a = q[0], b = q[1], d = q[2];
	(void)param;
	dense_turn(moving, 1, 1, 0, a * b / 2);
	dense_shift(moving, d * cosl(a), d * d, d / (2 + sinl(b)));
	dense_turn(moving, 0, 0, 1, atan2l(d + 3, 2 + cosl(a)) - a * a * a / 10);
	dense_turn(moving, 1, 0, 0, 0.3L);
	dense_shift(moving, 0.05L, -0.02L, 0.01L);
	dense_turn(moving, 0, 1, 0, b);
}

/* a wheel of 50 mm on a plane, no slip */
static void wheel(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, 0.05L * q[0], 0, 0.05L);
	dense_turn(moving, 0, 1, 0, q[0]);
}

/* a planet wheel: about the sun by q, about itself by -3 q, then a tilt */
static void planet(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_turn(moving, 0, 0, 1, q[0]);
	dense_shift(moving, 0.12L, 0, 0);
	dense_turn(moving, 0, 0, -1, 3 * q[0]);
	dense_turn(moving, 1, 0, 0, q[1]);
}

/* six interdependent coordinates */
static void stage(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_turn(moving, 1, 0, 0, q[0]);
	dense_shift(moving, q[3], 0.1L * sinl(q[1]), q[4] * cosl(q[0]));
	dense_turn(moving, 0, 1, 1, q[1] + q[2] / 2);
	dense_shift(moving, 0, q[5], q[3] * q[5]);
	dense_turn(moving, 0, 0, 1, q[2]);
}

/* A knee by splines. The reference differentiates numerically, 6/64 to either side, and the third derivative of a
 * spline jumps at its points. So the states of each kind keep a tenth away from them. */
static void spline_knee(const real *q, const real *param, struct dense_frame *moving)
{
	static const double along[][2] = { { -2, -0.03 },  { -1.2, 0.04 }, { -0.4, -0.01 },
		                           { 0.5, -0.05 }, { 1.4, 0.02 },  { 2.2, 0.06 } };
	static const double up[][2] = { { -2, -0.42 }, { -0.4, -0.4 }, { 1.4, -0.3 } };
	(void)param;
	dense_shift(moving, dense_spline(along, 6, q[0]), dense_spline(up, 3, q[0]), 0);
	dense_turn(moving, 0, 0.1L, 1, q[0]);
	dense_turn(moving, 1, 0, 0, 2 * dense_spline(along, 6, q[0]) / dense_spline(up, 3, -q[0]));
}

/* The same with other conditions at the ends: the tables are SIMM's splines. */
static void simm_knee(const real *q, const real *param, struct dense_frame *moving)
{
	static const double along[][2] = { { -2, -0.03 }, { -1.2, 0.04 }, { -0.4, -0.01 }, { 0.5, -0.05 } };
	static const double up[][2] = { { -2, -0.42 }, { -0.4, -0.4 }, { 1.4, -0.3 } };
	(void)param;
	dense_shift(moving, dense_simm(along, 4, q[0]), dense_simm(up, 3, q[0]), 0);
	dense_turn(moving, 0, 0.1L, 1, q[0]);
}

/* A periodic cam, away from its points, and a monotone lift. */
static void cam(const real *q, const real *param, struct dense_frame *moving)
{
	static const double rise[5][2] = { { -1, 0.02 }, { 0.5, 0.05 }, { 1.5, 0.03 }, { 2.75, -0.04 }, { 4, 0.02 } };
	static const double lead[4][2] = { { 0, 0 }, { 7, 0.1 }, { 9, 0.4 }, { 13, 0.5 } };
	(void)param;
	dense_shift(moving, dense_periodic(rise, 5, q[0]), 0, dense_monotone(lead, 4, q[0]));
	dense_turn(moving, 0, 0, 1, q[0] + 4 * dense_periodic(rise, 5, 2 * q[0]));
}

/* clang-format off */
#define SPLINE_KNEE(where, low, high) \
	{ .name = "knee by tables, " where, .definition = \
	    "table along(q: rad): m = [-2, -0.03; -1.2, 0.04; -0.4, -0.01; 0.5, -0.05; 1.4, 0.02; 2.2, 0.06]\n" \
	    "table up(q): mm = [-2, -420; -0.4, -400; 1.4, -0.3 m]\n" \
	    "joint knee(q) {\n" \
	    "  translate (along(q), up(q), 0); rotate (0, 0.1, 1) by q\n" \
	    "  rotate x by 2 * along(q) / up(-q)\n" \
	    "}", \
	  .spelling = "knee", .pose = spline_knee, .coordinates = 1, .range = { { low, high } }, \
	  .armature = "0.2", .armature_value = { 0.2L } }
#define SIMM_KNEE(where, low, high) \
	{ .name = "knee of SIMM, " where, .definition = \
	    "table along(q: rad): m simm = [-2, -0.03; -1.2, 0.04; -0.4, -0.01; 0.5, -0.05]\n" \
	    "table up(q): mm simm = [-2, -420; -0.4, -400; 1.4, -0.3 m]\n" \
	    "joint knee(q) { translate (along(q), up(q), 0); rotate (0, 0.1, 1) by q }", \
	  .spelling = "knee", .pose = simm_knee, .coordinates = 1, .range = { { low, high } }, \
	  .armature = "0.2", .armature_value = { 0.2L } }
/* clang-format on */

/* --- the kinds --- */

struct kind {
	const char *name, *definition, *spelling;
	dense_motion *pose; /* NULL: spherical */
	int coordinates;
	real param[DENSE_PARAMETERS];
	struct {
		double low, high;
	} range[6]; /* of the coordinates; 0, 0 means -3, 3 */
	const char *armature;
	real armature_value[6];
};

#define DEGREE (3.14159265358979323846264338327950288L / 180)

/* clang-format off */
static const struct kind kinds[] = {
	{ .name = "helical", .spelling = "helical((1, -2, 0.5), 30 mm/rad)", .pose = dense_helical,
	  .coordinates = 1, .param = { 1, -2, 0.5L, 0.03L }, .armature = "0.2", .armature_value = { 0.2L } },
	{ .name = "helical, pitch of a turn", .spelling = "helical(pitch = -5 mm/rev, axis = -z)",
	  .pose = dense_helical, .coordinates = 1, .param = { 0, 0, -1, -0.005L / (360 * DEGREE) },
	  .armature = "2 g m^2", .armature_value = { 0.002L } },
	{ .name = "cylindrical", .spelling = "cylindrical(axis = (0, 3, -4))", .pose = dense_cylindrical,
	  .coordinates = 2, .param = { 0, 3, -4 }, .armature = "(0.1, 0.3)", .armature_value = { 0.1L, 0.3L } },
	{ .name = "cylindrical along y", .spelling = "cylindrical(y)", .pose = dense_cylindrical,
	  .coordinates = 2, .param = { 0, 1, 0 }, .armature = "(0.1 kg m^2, 300 g)",
	  .armature_value = { 0.1L, 0.3L } },
	{ .name = "universal", .spelling = "universal", .pose = dense_universal, .coordinates = 2,
	  .armature = "(0.2, 0.1)", .armature_value = { 0.2L, 0.1L } },
	{ .name = "planar", .spelling = "planar", .pose = dense_planar, .coordinates = 3,
	  .armature = "(0.4, 0.5, 0.1)", .armature_value = { 0.4L, 0.5L, 0.1L } },
	{ .name = "spherical", .spelling = "spherical", .armature = "(0.1, 0.2, 0.3)",
	  .armature_value = { 0.1L, 0.2L, 0.3L } },

	{ .name = "knee", .definition =
	    "joint knee(q) { translate (0.1 m * sin(q), 0.05 m * q^2, 0); rotate z by q }",
	  .spelling = "knee", .pose = knee, .coordinates = 1, .armature = "0.2", .armature_value = { 0.2L } },
	{ .name = "knee of polynomials", .definition =
	    "const k = 17.8 mm\n"
	    "joint knee(x) {\n"
	    "  translate (2.4 mm * x^5 - 16.3 mm * x^3 + 5.1 mm * x, -0.0021 m * x^4 + k * x^2 - 4.3 mm,\n"
	    "             0.002 * x * 1 m)\n"
	    "  rotate (0.1, 1, -0.05) by -x\n"
	    "  rotate (1, 0, 0) by 0.031 * x^3 - 0.112 * x; rotate z by 0.241*x - 0.037*x^2\n"
	    "}",
	  .spelling = "knee()", .pose = knee_of_polynomials, .coordinates = 1, .range = { { -0.2, 2.2 } },
	  .armature = "0.2", .armature_value = { 0.2L } },
	{ .name = "cam follower", .definition =
	    "joint cam(q) {\n"
	    "  translate (30 mm * cos(q) + 4 mm * cos(3 * q), 20 mm * sin(q)^2, 0)\n"
	    "  translate z by 1 cm * sin(2 * q + 0.5)\n"
	    "}",
	  .spelling = "cam", .pose = cam_follower, .coordinates = 1, .armature = "0.2",
	  .armature_value = { 0.2L } },
	{ .name = "double cardan", .definition =
	    "joint cardan(a, b) {\n"
	    "  rotate x by a; rotate y by b\n"
	    "  translate (0, 0, 40 mm)\n"
	    "  rotate y by b; rotate x by a\n"
	    "}",
	  .spelling = "cardan", .pose = double_cardan, .coordinates = 2, .armature = "(0.2, 0.1)",
	  .armature_value = { 0.2L, 0.1L } },
	{ .name = "four-bar coupler", .definition =
	    "const crank = 100 mm\nconst coupler = 350 mm\nconst rocker = 300 mm\nconst ground = 400 mm\n"
	    "joint four_bar(q) {\n"
	    "  translate (crank * cos(q), crank * sin(q), 0)\n"
	    "  rotate z by atan2(-crank * sin(q), ground - crank * cos(q)) + acos(\n"
	    "    (coupler^2 - rocker^2 + crank^2 + ground^2 - 2 * crank * ground * cos(q))\n"
	    "    / (2 * coupler * sqrt(crank^2 + ground^2 - 2 * crank * ground * cos(q))))\n"
	    "}",
	  .spelling = "four_bar", .pose = four_bar, .coordinates = 1, .armature = "0.2",
	  .armature_value = { 0.2L } },
	{ .name = "eccentric screw", .definition =
	    "joint screw(q; axis: axis, pitch: m/rad, e: m) {\n"
	    "  translate (e, 0, -e/2)\n"
	    "  rotate axis by q; translate axis by pitch * q\n"
	    "  translate (-e, 0, e/2)\n"
	    "}",
	  .spelling = "screw((1, 1, 2), e = 80 mm, pitch = -20 mm)", .pose = eccentric_screw, .coordinates = 1,
	  .param = { 1, 1, 2, -0.02L, 0.08L }, .armature = "0.2", .armature_value = { 0.2L } },
	{ .name = "Euler angles", .definition =
	    "joint euler(x: m, y: m, h: m, a, b, c) {\n"
	    "  translate (x, y, h); rotate z by c; rotate (0, 1, 0) by b; rotate (1, 0, 0) by a\n"
	    "}",
	  .spelling = "euler", .pose = euler, .coordinates = 6, .armature = "(1, 2, 3, 0.1, 0.2, 0.3)",
	  .armature_value = { 1, 2, 3, 0.1L, 0.2L, 0.3L } },
	{ .name = "functions", .definition =
	    "joint functions(u, r: m) {\n"
	    "  translate (20 mm * tan(u / 4), 30 mm * exp(-u), 10 mm * log(4 + u))\n"
	    "  rotate (1, 2, 3) by asin(sin(u) / 2)\n"
	    "  translate (abs(r) / 2, 0.1 m * abs(u + 3), r)\n"
	    "  rotate y by atan(r / 0.5 m) + acos(cos(u) / 3)\n"
	    "}",
	  .spelling = "functions", .pose = functions, .coordinates = 2,
	  .range = { { -1.5, 1.5 }, { -0.9, -0.2 } }, .armature = "(0.2, 0.3)", .armature_value = { 0.2L, 0.3L } },
	{ .name = "more functions", .definition =
	    "joint functions(r: m) {\n"
	    "  translate x by sqrt(r^2 + 0.04 m^2)\n"
	    "  translate (0, abs(r), -0.1 * r^2 / (0.5 m + r))\n"
	    "  rotate x by 0.3 * log(1 + r / 20 cm)\n"
	    "  rotate z by (1 + r / 1 m)^-2 + exp(-r^2 / 1 m^2)\n"
	    "}",
	  .spelling = "functions", .pose = more_functions, .coordinates = 1, .range = { { 0.6, 2 } },
	  .armature = "0.4 kg", .armature_value = { 0.4L } },
	{ .name = "wobble with parameters", .definition =
	    "joint wobble(q, d: m; axis: axis, lean: axis, ratio, lead: m/rad) {\n"
	    "  rotate lean by ratio * sin(q)\n"
	    "  translate axis by d + lead * q\n"
	    "  rotate axis by q / ratio\n"
	    "}",
	  .spelling = "wobble(z, lead = 15 mm/rad, ratio = 0.4, lean = (1, 0.5, 0))", .pose = wobble,
	  .coordinates = 2, .param = { 0, 0, 1, 1, 0.5L, 0, 0.4L, 0.015L }, .armature = "(0.2, 0.3)",
	  .armature_value = { 0.2L, 0.3L } },
	{ .name = "mixed", .definition =
	    "joint mixed(a, b, d: m) {\n"
	    "  rotate (1, 1, 0) by a * b / 2\n"
	    "  translate (d * cos(a), d^2 / 1 m, d / (2 + sin(b)))\n"
	    "  rotate z by atan2(d + 3 m, (2 + cos(a)) * 1 m) - a^3 / 10\n"
	    "  rotate x by 0.3; translate (5, -2, 1) cm\n"
	    "  rotate y by b\n"
	    "}",
	  .spelling = "mixed", .pose = mixed, .coordinates = 3, .range = { { -2, 2 }, { -2, 2 }, { -1, 1 } },
	  .armature = "(0.2, 0.3, 0.4)", .armature_value = { 0.2L, 0.3L, 0.4L } },
	{ .name = "rolling wheel", .definition =
	    "joint wheel(q; r: m) { translate (r * q, 0, r); rotate y by q }",
	  .spelling = "wheel(50 mm)", .pose = wheel, .coordinates = 1, .armature = "0.2",
	  .armature_value = { 0.2L } },
	{ .name = "planet wheel", .definition =
	    "joint planet(q, tilt; ratio) { rotate z by q; translate (0.12, 0, 0); rotate -z by ratio * q; "
	    "rotate x by tilt }",
	  .spelling = "planet(3)", .pose = planet, .coordinates = 2, .armature = "(0.2, 0.1)",
	  .armature_value = { 0.2L, 0.1L } },
	{ .name = "stage of six", .definition =
	    "joint stage(a, b, c, l: m, m_: m, n: m) {\n"
	    "  rotate x by a\n"
	    "  translate (l, 0.1 m * sin(b), m_ * cos(a))\n"
	    "  rotate (0, 1, 1) by b + c / 2\n"
	    "  translate (0, n, l * n / 1 m)\n"
	    "  rotate z by c\n"
	    "}",
	  .spelling = "stage", .pose = stage, .coordinates = 6, .armature = "(0.1, 0.2, 0.3, 1, 2, 3)",
	  .armature_value = { 0.1L, 0.2L, 0.3L, 1, 2, 3 } },

	/* range: the reference's neighbourhood must lie on one piece of each table: minus two periods 0.8 to 1.25,
	 * doubled and minus four 1.6 to 2.5 */
	{ .name = "cam by other tables", .definition =
	    "table rise(q): m periodic = [-1, 0.02; 0.5, 0.05; 1.5, 0.03; 2.75, -0.04; 4, 0.02]\n"
	    "table lead(q): m monotone = [0, 0; 7, 0.1; 9, 0.4; 13, 0.5]\n"
	    "joint cam(q) { translate (rise(q), 0, lead(q)); rotate z by q + 4 / 1 m * rise(2 * q) }",
	  .spelling = "cam", .pose = cam, .coordinates = 1, .range = { { 10.9, 11.15 } },
	  .armature = "0.2", .armature_value = { 0.2L } },

	/* the points are -2, -1.2, -0.4, 0.5, 1.4, 2.2 and, for -q, -1.4, 0.4, 2 */
	SPLINE_KNEE("before the first point", -3.5, -2.1),
	SPLINE_KNEE("on the first piece", -1.9, -1.5),
	SPLINE_KNEE("on the second piece", -1.1, -0.5),
	SPLINE_KNEE("through zero", -0.3, 0.3),
	SPLINE_KNEE("on the fourth piece", 0.6, 1.3),
	SPLINE_KNEE("on the last piece", 1.5, 1.9),
	SPLINE_KNEE("behind the last point", 2.3, 3.5),

	SIMM_KNEE("before the first point", -3.5, -2.1),
	SIMM_KNEE("on the first piece", -1.9, -1.3),
	SIMM_KNEE("on the last piece", -0.3, 0.4),
	SIMM_KNEE("behind the last point", 1.5, 2.5),
};
/* clang-format on */

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* --- the trees: a - b - c, and d on b; the tested joint replaces one or two of the default ones --- */

enum { ALONE, ROOT, MIDDLE, LEAF, ROOT_AND_LEAF, PLACES };

static const struct {
	int n;
	bool tested[BODIES], then, armature; /* properties of the tested joint */
} places[PLACES] = {
	[ALONE] = { 1, { true }, false, false },
	[ROOT] = { 3, { true }, false, true },
	[MIDDLE] = { 4, { false, true }, true, false },
	[LEAF] = { 4, { false, false, true }, true, true },
	[ROOT_AND_LEAF] = { 4, { true, false, false, true }, false, false },
};

static const struct {
	const char *head, *usual, *rest; /* of the text */
} texts[BODIES] = {
	{ "body a on world at (0.1, -0.2, 0.3), rz(0.7), rx(-0.4) {\n  joint one : ", "revolute((1, 2, -0.5))",
	  "  mass 2.5\n  com (0.05, -0.02, 0.11)\n"
	  "  inertia tensor(xx = 0.04, yy = 0.05, zz = 0.03, xy = 0.004, xz = -0.003, yz = 0.002)\n}\n" },
	{ "body b on a at (0.3, 0.1, -0.2), ry(1.1) {\n  joint two : ", "revolute(z)",
	  "  mass 1.2\n  com (-0.07, 0.03, 0.02)\n"
	  "  inertia tensor(xx = 0.02, yy = 0.015, zz = 0.018, xy = -0.001, xz = 0.002, yz = 0.003)\n}\n" },
	{ "body c on b at (0, 0.25, 0.1), rx(0.6), rz(-2) {\n  joint three : ", "prismatic((2, -1, 3))",
	  "  mass 0.7\n  com (0.02, 0.06, -0.04)\n"
	  "  inertia tensor(xx = 0.008, yy = 0.006, zz = 0.009, xy = 0.001, xz = 0.0005, yz = -0.001)\n}\n" },
	{ "body d on b at (-0.15, 0, 0.2) {\n  joint four : ", "revolute(-x)",
	  "  mass 0.9\n  com (0, 0.08, 0.05)\n"
	  "  inertia tensor(xx = 0.01, yy = 0.007, zz = 0.006, xy = 0, xz = 0.001, yz = 0.0007)\n}\n" },
};

static const char gravity_text[] = "gravity (0.5, -1, -9)\n", then_text[] = " then (0.06, 0, -0.03), rx(0.5)";

/* clang-format off */
static const struct dense_body usual[BODIES] = {
	{ .parent = -1, .joint = DENSE_REVOLUTE, .axis = { 1, 2, -0.5L }, .mass = 2.5L,
	  .com = { 0.05L, -0.02L, 0.11L },
	  .inertia = { { 0.04L, 0.004L, -0.003L }, { 0.004L, 0.05L, 0.002L }, { -0.003L, 0.002L, 0.03L } } },
	{ .parent = 0, .joint = DENSE_REVOLUTE, .axis = { 0, 0, 1 }, .mass = 1.2L, .com = { -0.07L, 0.03L, 0.02L },
	  .inertia = { { 0.02L, -0.001L, 0.002L }, { -0.001L, 0.015L, 0.003L }, { 0.002L, 0.003L, 0.018L } } },
	{ .parent = 1, .joint = DENSE_PRISMATIC, .axis = { 2, -1, 3 }, .mass = 0.7L,
	  .com = { 0.02L, 0.06L, -0.04L },
	  .inertia = { { 0.008L, 0.001L, 0.0005L }, { 0.001L, 0.006L, -0.001L }, { 0.0005L, -0.001L, 0.009L } } },
	{ .parent = 1, .joint = DENSE_REVOLUTE, .axis = { -1, 0, 0 }, .mass = 0.9L, .com = { 0, 0.08L, 0.05L },
	  .inertia = { { 0.01L, 0, 0.001L }, { 0, 0.007L, 0.0007L }, { 0.001L, 0.0007L, 0.006L } } },
};
/* clang-format on */

static void set_frames(struct dense_body *body)
{
	const struct dense_frame identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } };
	for (int b = 0; b < BODIES; b++)
		body[b].at = body[b].then = identity;
	dense_shift(&body[0].at, 0.1L, -0.2L, 0.3L);
	dense_turn(&body[0].at, 0, 0, 1, 0.7L);
	dense_turn(&body[0].at, 1, 0, 0, -0.4L);
	dense_shift(&body[1].at, 0.3L, 0.1L, -0.2L);
	dense_turn(&body[1].at, 0, 1, 0, 1.1L);
	dense_shift(&body[2].at, 0, 0.25L, 0.1L);
	dense_turn(&body[2].at, 1, 0, 0, 0.6L);
	dense_turn(&body[2].at, 0, 0, 1, -2);
	dense_shift(&body[3].at, -0.15L, 0, 0.2L);
}

/* A tree for the reference and for the library. */
struct tried {
	const struct kind *kind;
	struct dense_body body[BODIES];
	struct dense_tree tree;
	rigidc_model *model;
	rigidc_function *rnea[2], *crba[2]; /* by the evaluator, by libtcc */
};

static void make_dense(struct tried *t, int place)
{
	const struct kind *kind = t->kind;
	memcpy(t->body, usual, sizeof usual);
	set_frames(t->body);
	for (int b = 0; b < BODIES; b++) {
		struct dense_body *body = &t->body[b];
		if (!places[place].tested[b])
			continue;
		body->joint = kind->pose ? DENSE_MOTION : DENSE_SPHERICAL;
		body->pose = kind->pose;
		body->coordinates = kind->coordinates;
		memcpy(body->param, kind->param, sizeof body->param);
		if (places[place].armature)
			memcpy(body->armature, kind->armature_value, sizeof body->armature);
		if (places[place].then && kind->pose) {
			dense_shift(&body->then, 0.06L, 0, -0.03L);
			dense_turn(&body->then, 1, 0, 0, 0.5L);
		}
	}
	t->tree = (struct dense_tree){ places[place].n, t->body, { 0.5L, -1, -9 } };
}

static void make_functions(struct tried *t, const char *text)
{
	static const rigidc_tier tier[2] = { RIGIDC_EVALUATOR, RIGIDC_TCC };
	t->model = run_read("joint.rig", text, strlen(text), NULL);
	for (int i = 0; i < 2; i++) {
		t->rnea[i] = run_function(t->model, "rnea", tier[i]);
		t->crba[i] = run_function(t->model, "crba", tier[i]);
	}
}

static void make_text(const struct kind *kind, int place, FILE *out)
{
	fprintf(out, "model t\n%s%s\n", gravity_text, kind->definition ? kind->definition : "");
	for (int b = 0; b < places[place].n; b++) {
		bool tested = places[place].tested[b];
		fprintf(out, "%s%s", texts[b].head, tested ? kind->spelling : texts[b].usual);
		if (tested && places[place].then && kind->pose)
			fputs(then_text, out);
		if (tested && places[place].armature)
			fprintf(out, " { armature %s }", kind->armature);
		fprintf(out, "\n%s", texts[b].rest);
	}
}

static void try_tree(struct tried *t, const struct kind *kind, int place)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	make_text(kind, place, out);
	ck_assert_int_eq(fclose(out), 0);
	t->kind = kind;
	make_dense(t, place);
	make_functions(t, text);
	free(text);
	ck_assert_int_eq(rigidc_nq(t->model), dense_nq(&t->tree));
	ck_assert_int_eq(rigidc_nv(t->model), dense_nv(&t->tree));
}

static void leave_tree(struct tried *t)
{
	for (int i = 0; i < 2; i++) {
		rigidc_function_free(t->rnea[i]);
		rigidc_function_free(t->crba[i]);
	}
	rigidc_model_free(t->model);
}

/* --- states --- */

struct state {
	double q[NQ], qd[NV], qdd[NV];
};

static void draw_quaternion(uint64_t *rng, double q[4])
{
	double length = 0;
	for (int i = 0; i < 4; i++) {
		q[i] = random_between(rng, -1, 1);
		length += q[i] * q[i];
	}
	for (int i = 0; i < 4; i++)
		q[i] /= sqrt(length);
}

static void draw_coordinates(uint64_t *rng, const struct kind *kind, double *q)
{
	for (int i = 0; i < kind->coordinates; i++) {
		double low = kind->range[i].low, high = kind->range[i].high;
		if (low == 0 && high == 0) {
			low = -3;
			high = 3;
		}
		q[i] = low < 0 && high > 0 && random_chance(rng, 10) ? 0 : random_between(rng, low, high);
	}
	if (!kind->pose)
		draw_quaternion(rng, q);
}

static void draw_state(uint64_t seed, const struct tried *t, struct state *s)
{
	uint64_t rng = seed;
	int q_of[BODIES];
	dense_index(&t->tree, NULL, q_of, NULL);
	for (int b = 0; b < t->tree.n; b++)
		if (t->body[b].joint == DENSE_MOTION || t->body[b].joint == DENSE_SPHERICAL)
			draw_coordinates(&rng, t->kind, s->q + q_of[b]);
		else
			s->q[q_of[b]] = random_between(&rng, -3, 3);
	for (int i = 0; i < dense_nv(&t->tree); i++) {
		s->qd[i] = random_between(&rng, -3, 3);
		s->qdd[i] = random_between(&rng, -3, 3);
	}
}

/* --- against the reference --- */

static uint64_t seed_of(int number, int state)
{
	return (uint64_t)(number * STATES + state + 1);
}

static void assert_close(const char *what, const char *of, uint64_t seed, const double *x, const real *expected, int n,
                         real scale)
{
	real error = 0;
	for (int i = 0; i < n; i++) {
		ck_assert_msg(!isnan(x[i]), "%s, %s, seed %llu: NaN", what, of, (unsigned long long)seed);
		error = fmaxl(error, fabsl(x[i] - expected[i]));
		scale = fmaxl(scale, fabsl(expected[i]));
	}
	ck_assert_msg(error <= tolerance * scale, "%s, %s, seed %llu: error %.3Lg of %.3Lg", what, of,
	              (unsigned long long)seed, error, scale);
}

/* Calls both executors, whose results must be identical, except for the sign of zero. */
static void call_both(rigidc_function *const function[2], const char *what, const double *const *in, int n, double *out)
{
	double other[NV * NV], *to[2] = { out, other };
	for (int i = 0; i < 2; i++)
		rigidc_call(function[i], in, &to[i]);
	for (int i = 0; i < n; i++)
		ck_assert_msg(out[i] == other[i] || (isnan(out[i]) && isnan(other[i])),
		              "%s[%d]: the evaluator gives %a, libtcc %a", what, i, out[i], other[i]);
}

static void check_state(const struct tried *t, uint64_t seed)
{
	static const double zero[NV];
	const char *of = t->kind->name;
	int nv = dense_nv(&t->tree);
	struct state s;
	double found[NV * NV];
	real q[NQ], qd[NV], qdd[NV], rest[NV] = { 0 }, expected[NV * NV], scale;
	draw_state(seed, t, &s);
	dense_widen(s.q, dense_nq(&t->tree), q);
	dense_widen(s.qd, nv, qd);
	dense_widen(s.qdd, nv, qdd);

	call_both(t->rnea, of, (const double *[]){ s.q, s.qd, s.qdd }, nv, found);
	dense_rnea(&t->tree, q, qd, qdd, NULL, expected, &scale);
	assert_close("rnea", of, seed, found, expected, nv, scale);

	call_both(t->rnea, of, (const double *[]){ s.q, s.qd, zero }, nv, found);
	dense_rnea(&t->tree, q, qd, rest, NULL, expected, &scale);
	assert_close("rnea with qdd = 0", of, seed, found, expected, nv, scale);

	call_both(t->rnea, of, (const double *[]){ s.q, zero, zero }, nv, found);
	dense_rnea(&t->tree, q, rest, rest, NULL, expected, &scale);
	assert_close("rnea at rest", of, seed, found, expected, nv, scale);

	call_both(t->crba, of, (const double *[]){ s.q }, nv * nv, found);
	dense_crba(&t->tree, q, expected, &scale);
	assert_close("crba", of, seed, found, expected, nv * nv, scale);
	for (int i = 0; i < nv; i++)
		for (int j = 0; j < i; j++)
			ck_assert_msg(found[i * nv + j] == found[j * nv + i], "%s, seed %llu: M is not symmetric", of,
			              (unsigned long long)seed);
}

LOOP_TEST(agrees_with_the_reference, KINDS *PLACES)
{
	struct tried t;
	try_tree(&t, &kinds[_i / PLACES], _i % PLACES);
	for (int state = 0; state < STATES; state++)
		check_state(&t, seed_of(_i, state));
	leave_tree(&t);
}

/* A NaN coordinate makes all dependent results NaN, through a choice too. */
TEST(no_number_gives_no_number)
{
	static const struct kind *const knee = &kinds[KINDS - 1];
	struct tried t;
	try_tree(&t, knee, MIDDLE);
	double q[NQ] = { 0.1, NAN, 0.2, 0.3 }, qd[NV] = { 1, 1, 1, 1 }, tau[NV], M[NV * NV], *out = tau;
	ck_assert_str_eq(knee->spelling, "knee");
	for (int i = 0; i < 2; i++) {
		rigidc_call(t.rnea[i], (const double *[]){ q, qd, qd }, &out);
		for (int k = 0; k < 4; k++)
			ck_assert_msg(isnan(tau[k]), "tau[%d] is %g", k, tau[k]);
	}
	out = M;
	for (int i = 0; i < 2; i++) {
		rigidc_call(t.crba[i], (const double *[]){ q }, &out);
		/* M of the bodies carried by the knee does not depend on it */
		for (int k = 0; k < 4; k++)
			ck_assert_msg(isnan(M[k]) && isnan(M[4 + k]), "M[0, %d] and M[1, %d] are %g and %g", k, k, M[k],
			              M[4 + k]);
	}
	leave_tree(&t);
}

/* --- Euler angles against a quaternion ---
 * With velocities v_free = J v_euler: tau_euler = J^T tau_free and M_euler = J^T M_free J. */

enum { EULER_NV = 8 }; /* the six, a revolute, a prismatic joint */

/* R = Rz(c) Ry(b) Rx(a), and its quaternion */
static void rotation(const double angle[3], double R[3][3], double quaternion[4])
{
	double sa = sin(angle[0]), ca = cos(angle[0]), sb = sin(angle[1]), cb = cos(angle[1]);
	double sc = sin(angle[2]), cc = cos(angle[2]);
	double r[3][3] = {
		{ cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa },
		{ sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa },
		{ -sb, cb * sa, cb * ca },
	};
	memcpy(R, r, sizeof r);
	double ha[2] = { cos(angle[0] / 2), sin(angle[0] / 2) }, hb[2] = { cos(angle[1] / 2), sin(angle[1] / 2) };
	double hc[2] = { cos(angle[2] / 2), sin(angle[2] / 2) };
	quaternion[0] = hc[0] * hb[0] * ha[1] - hc[1] * hb[1] * ha[0];
	quaternion[1] = hc[0] * hb[1] * ha[0] + hc[1] * hb[0] * ha[1];
	quaternion[2] = hc[1] * hb[0] * ha[0] - hc[0] * hb[1] * ha[1];
	quaternion[3] = hc[0] * hb[0] * ha[0] + hc[1] * hb[1] * ha[1];
}

/* J: v = R^T p', w = W(a, b) (a', b', c'); and bias = J' v_euler */
static void euler_rates(const double *q, const double *qd, double R[3][3], double J[6][6], double bias[6])
{
	double sa = sin(q[3]), ca = cos(q[3]), sb = sin(q[4]), cb = cos(q[4]);
	double ad = qd[3], bd = qd[4], cd = qd[5], v[3] = { 0 };
	double W[3][3] = { { 1, 0, -sb }, { 0, ca, sa * cb }, { 0, -sa, ca * cb } };
	memset(J, 0, sizeof(double[6][6]));
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			J[i][j] = R[j][i];
			J[i + 3][j + 3] = W[i][j];
			v[i] += R[j][i] * qd[j];
		}
	double w[3] = { ad - sb * cd, ca * bd + sa * cb * cd, -sa * bd + ca * cb * cd };
	/* v = R^T p', so v' = R^T p'' - w x v */
	bias[0] = -(w[1] * v[2] - w[2] * v[1]);
	bias[1] = -(w[2] * v[0] - w[0] * v[2]);
	bias[2] = -(w[0] * v[1] - w[1] * v[0]);
	bias[3] = -cb * bd * cd;
	bias[4] = -sa * ad * bd + (ca * cb * ad - sa * sb * bd) * cd;
	bias[5] = -ca * ad * bd - (sa * cb * ad + ca * sb * bd) * cd;
}

static const char euler_format[] =
	"model t\n"
	"joint euler(x: m, y: m, h: m, a, b, c) {\n"
	"  translate (x, y, h); rotate z by c; rotate (0, 1, 0) by b; rotate (1, 0, 0) by a\n"
	"}\n"
	"body base on world at (1, 2, 3), rx(0.4), ry(-0.3) {\n"
	"  joint base : %s\n  mass 5\n  com (0.02, -0.05, 0.1)\n"
	"  inertia tensor(xx = 0.2, yy = 0.3, zz = 0.25, xy = 0.02, xz = -0.03, yz = 0.01)\n"
	"}\n"
	"body arm on base at (0.3, 0, 0.2), rz(0.8) {\n"
	"  joint arm : revolute((1, 2, 3))\n  mass 2\n  com (0.2, 0, 0.05)\n  inertia diag(0.02, 0.05, 0.04)\n"
	"}\n"
	"body slide on arm at (0.4, 0.1, 0) {\n"
	"  joint slide : prismatic((1, 0, 1))\n  mass 1\n  com (0, 0.1, 0)\n  inertia diag(0.01, 0.02, 0.03)\n"
	"}\n";

/* y = A x or A^T x, for the first six */
static void map(double A[6][6], bool transposed, const double *x, double *y)
{
	for (int i = 0; i < 6; i++) {
		y[i] = 0;
		for (int j = 0; j < 6; j++)
			y[i] += (transposed ? A[j][i] : A[i][j]) * x[j];
	}
	for (int i = 6; i < EULER_NV; i++)
		y[i] = x[i];
}

TEST(euler_angles_are_a_change_of_velocities)
{
	struct tried by_angle, by_quaternion;
	char text[4096];
	snprintf(text, sizeof text, euler_format, "euler");
	make_functions(&by_angle, text);
	snprintf(text, sizeof text, euler_format, "free");
	make_functions(&by_quaternion, text);
	for (uint64_t seed = 1; seed <= 4 * STATES; seed++) {
		uint64_t rng = seed;
		double q[EULER_NV], qd[EULER_NV], qdd[EULER_NV], free_q[EULER_NV + 1], free_qd[EULER_NV];
		double free_qdd[EULER_NV], R[3][3], J[6][6], bias[6], found[EULER_NV], free_tau[EULER_NV];
		double expected[EULER_NV], M[EULER_NV * EULER_NV], free_M[EULER_NV * EULER_NV];
		real wide[EULER_NV], wide_M[EULER_NV * EULER_NV], scale = 0;
		for (int i = 0; i < EULER_NV; i++) {
			q[i] = random_between(&rng, -3, 3);
			qd[i] = random_between(&rng, -3, 3);
			qdd[i] = random_between(&rng, -3, 3);
		}
		rotation(q + 3, R, free_q + 3);
		euler_rates(q, qd, R, J, bias);
		memcpy(free_q, q, 3 * sizeof *q);
		memcpy(free_q + 7, q + 6, 2 * sizeof *q);
		map(J, false, qd, free_qd);
		map(J, false, qdd, free_qdd);
		for (int i = 0; i < 6; i++)
			free_qdd[i] += bias[i];

		call_both(by_angle.rnea, "euler", (const double *[]){ q, qd, qdd }, EULER_NV, found);
		call_both(by_quaternion.rnea, "free", (const double *[]){ free_q, free_qd, free_qdd }, EULER_NV,
		          free_tau);
		map(J, true, free_tau, expected);
		dense_widen(expected, EULER_NV, wide);
		for (int i = 0; i < EULER_NV; i++)
			scale = fmaxl(scale, fabs(free_tau[i]));
		assert_close("rnea", "euler", seed, found, wide, EULER_NV, scale);

		call_both(by_angle.crba, "euler", (const double *[]){ q }, EULER_NV * EULER_NV, M);
		call_both(by_quaternion.crba, "free", (const double *[]){ free_q }, EULER_NV * EULER_NV, free_M);
		double half[EULER_NV][EULER_NV], row[EULER_NV];
		for (int i = 0; i < EULER_NV; i++) /* the rows of M_free J, since M_free is symmetric */
			map(J, true, free_M + i * EULER_NV, half[i]);
		for (int j = 0; j < EULER_NV; j++) {
			double column[EULER_NV];
			for (int i = 0; i < EULER_NV; i++)
				column[i] = half[i][j];
			map(J, true, column, row);
			for (int i = 0; i < EULER_NV; i++)
				wide_M[i * EULER_NV + j] = row[i];
		}
		assert_close("crba", "euler", seed, M, wide_M, EULER_NV * EULER_NV, 0);
	}
	leave_tree(&by_angle);
	leave_tree(&by_quaternion);
}

int main(void)
{
	printf("# seeds 1 to %d; tolerance %.0Le\n", KINDS * PLACES * STATES, tolerance);
	fflush(stdout);
	return suite_run("joints", NULL, NULL);
}
