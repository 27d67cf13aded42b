/* Mirrored parts against the same parts as written. If gravity lies in the mirror plane, the same q, qd and qdd are the
 * mirrored motion. So inverse dynamics, the mass matrix and the energy are the same numbers, and a frame at (R, p) is
 * at (D R D, D p). Every kind of joint, parts in parts, mirrors in mirrors. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { MOST = 64, STATES = 6, FRAMES = 6 };

static const char parts[] =
	"joint rolling(q, d: m; radius: m) { translate (radius * sin(q), 0.1 * q^2 * 1 m, d/2); rotate (1, 2, 3) by q; translate y by d }\n"
	"table cam(a: rad): m = [-4, 0.1; 0, 0.2; 1, 0.15; 4, 0.3]\n"
	"joint guided(q) { translate (cam(q), 0, 0); rotate z by q }\n"
	"function load(size) = tensor(xx = 3, yy = 4, zz = 5, xy = 0.3, xz = -0.2, yz = 0.1) * size * 1 g m^2\n"
	"part tip(size = 1) {\n"
	"  body ball on root at (0.1, 0.02, 0.03), rx(0.4) { joint : spherical { armature (1, 2, 3) g m^2; damping (0.1, 0.2, 0.3) N m s }\n"
	"    mass 0.3 kg; com (0.01, 0.05, -0.02); inertia load(size); frame spot at (0.1, 0.2, 0.3), rpy(0.1, 0.2, 0.3) }\n"
	"  body pin on ball at (0.05, 0, -0.1), ry(0.3) { joint : revolute((1, 2, -1)) { spring 2 N m at 0.1; friction 0.1 N m at 0.1 rad/s }\n"
	"    mass 0.1 kg; com (0.02, 0.01, 0); inertia load(0.5) in rpy(0.2, 0.1, 0) }\n"
	"  frame end on pin at (0, 0.01, 0.2)\n"
	"  strut stay between root and spot { spring 30 N/m at 0.1 m; damping 2 N s/m; force -length * rate * 3 N s/m^2 }\n"
	"  strut link between ball and end { spring 20 N/m }\n"
	"}\n"
	"part limb(length: m = 0.3) {\n"
	"  const offset = (0.02 m, length/3, -length)\n"
	"  body one on root at (0.1 m, 0.05 m, length), rpy(0.1, -0.2, 0.3) { joint : revolute((1, 1, 0.2)) then mdh(0.3, 0.1, 0.2)\n"
	"    mass 1 kg; com (0.1, 0.02, 0.03); inertia load(2) about origin }\n"
	"  body two on one at offset { joint : prismatic((1, -1, 2)); mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body three on two at dh(0.1, 0.2, 0.1, 0.4) { joint : helical(y, 0.05) { passive -length / 1 m * (3 N m * q + 0.2 N m s * qd) }\n"
	"    mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body four on three at (0, 0.1, 0.1) { joint : cylindrical((0, 1, 1)); mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body five on four at (0.1, 0, 0), rx(0.3) { joint : universal; mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body six on two at (0, 0, 0.1), ry(0.3) { joint : planar; mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body seven on six at offset { joint : rolling(0.1); mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body eight on seven at offset { joint : guided; mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body nine on eight at offset { joint : revolute(x) = -2 * eight + 0.3 * one; mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  use tip(2) as a on five at (0, 0.02, 0.1), rz(1)\n"
	"  use tip() as b on nine at (0, 0.02, 0.1), rz(1) mirror z\n"
	"  use tip() as c on root at (0.3, 0.2, 0.1), ry(0.4)\n"
	"  use tip(0.5) as d on a.ball at (0.02, 0.1, 0)\n"
	"  body hand on a.ball at (0.1, 0.2, -0.1), rz(0.2) { joint : revolute(z); mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  body claw on c.spot at (0.1, 0.2, -0.1), rz(0.2) { joint : revolute(z); mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1) }\n"
	"  strut jack between three and a.ball { spring 50 N/m at 0.1 m; damping 2 N s/m }\n"
	"  tendon cord over root, five, c.spot, b.pin, claw { spring 20 N/m at 0.2 m; damping 1 N s/m }\n"
	"  body rest on b.ball { joint : fixed; mass 0.5 kg; com (0.01, 0.1, 0); inertia load(1); frame mark at (0, 0.1, 0) }\n"
	"}\n"
	"part turned() { use limb() as limb on root mirror x }\n"
	"part twice() { use turned() as limb on root mirror z }\n"
	"part floating() { body base on root { joint : free; mass 2 kg; com (0.1, 0.2, 0); inertia load(9); frame top at (0.1, 0.2, 0.3), rx(0.2) }\n"
	"  use limb() as limb on base at (0.1, 0.2, 0)\n"
	"  strut mooring between root and top { spring 10 N/m at 0.3 m; damping 3 N s/m } }\n"
	"part flipped() { use floating() as limb on root mirror x }\n"
	"part flopped() { use flipped() as limb on root mirror y }\n";

static const struct {
	const char *gravity, *plain, *mirrored, *plain_frame, *mirrored_frame;
	double D[3];
} cases[] = {
	{ "(1, 0, -9)",
	  "limb(0.4) as L on world at (1, 2, 3), rx(1)",
	  "limb(0.4) as L on world at (1, 2, 3), rx(1) mirror y",
	  "L.",
	  "L.",
	  { 1, -1, 1 } },
	{ "(0, 2, -9)",
	  "limb(0.4) as L on world at (1, 2, 3), rx(1)",
	  "limb(0.4) as L on world at (1, 2, 3), rx(1) mirror x",
	  "L.",
	  "L.",
	  { -1, 1, 1 } },
	{ "(1, 2, 0)",
	  "limb() as L on world at (1, 2, 3), rx(1)",
	  "limb() as L on world at (1, 2, 3), rx(1) mirror z",
	  "L.",
	  "L.",
	  { 1, 1, -1 } },
	{ "(0, 0, -9)", "limb() as L on world", "turned() as L on world mirror y", "L.", "L.limb.", { -1, -1, 1 } },
	{ "(0, 0, 0)", "limb() as L on world", "twice() as L on world mirror y", "L.", "L.limb.limb.", { -1, -1, -1 } },
	{ "(0, 0, -9)",
	  "floating() as L on world",
	  "flopped() as L on world",
	  "L.limb.",
	  "L.limb.limb.limb.",
	  { -1, -1, 1 } },
};
enum { CASES = sizeof cases / sizeof *cases };

static const char *const frames[FRAMES] = { "a.spot", "a.end", "b.spot", "c.end", "claw", "mark" };

static rigidc_model *model_of(const char *gravity, const char *use)
{
	char full[8192];
	int length = snprintf(full, sizeof full, "model mirrored\ngravity %s\n%suse %s\n", gravity, parts, use);
	ck_assert_int_lt(length, (int)sizeof full);
	return run_read(use, full, (size_t)length, NULL);
}

/* Draws a state; names of coordinates show the quaternions. */
static void draw(rigidc_model *model, uint64_t *random, double *q)
{
	for (int i = 0; i < rigidc_nq(model); i++) {
		rigidc_coordinate_info info = { .size = 0 };
		ck_assert_int_eq(rigidc_get_coordinate(model, i, &info), RIGIDC_OK);
		size_t length = strlen(info.name);
		q[i] = random_between(random, -1, 1);
		if (length > 3 && strcmp(info.name + length - 3, ".qw") == 0) {
			double norm =
				sqrt(q[i] * q[i] + q[i - 1] * q[i - 1] + q[i - 2] * q[i - 2] + q[i - 3] * q[i - 3]);
			for (int k = 0; k < 4; k++)
				q[i - k] /= norm;
		}
	}
}

static void check_near(const double *found, const double *wanted, int count, double within)
{
	for (int i = 0; i < count; i++)
		ck_assert_double_eq_tol(found[i], wanted[i], within * (1 + fabs(wanted[i])));
}

static void call(rigidc_model *model, const char *name, const double *const *in, double *const *out)
{
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(function, in, out);
	rigidc_function_free(function);
}

static void check_frame(rigidc_model *plain, rigidc_model *mirrored, int number, const char *frame, const double *q)
{
	char name[64];
	double R[9], p[3], wanted[9], place[3];
	const double *D = cases[number].D;
	snprintf(name, sizeof name, "fk:%s%s", cases[number].plain_frame, frame);
	call(plain, name, (const double *[]){ q }, (double *[]){ wanted, place });
	snprintf(name, sizeof name, "fk:%s%s", cases[number].mirrored_frame, frame);
	call(mirrored, name, (const double *[]){ q }, (double *[]){ R, p });
	for (int i = 0; i < 9; i++)
		wanted[i] *= D[i / 3] * D[i % 3];
	for (int i = 0; i < 3; i++)
		place[i] *= D[i];
	check_near(R, wanted, 9, 1e-12);
	check_near(p, place, 3, 1e-12);
}

LOOP_TEST(the_same_q_is_the_mirrored_posture, CASES)
{
	rigidc_model *plain = model_of(cases[_i].gravity, cases[_i].plain);
	rigidc_model *mirrored = model_of(cases[_i].gravity, cases[_i].mirrored);
	int nv = rigidc_nv(plain);
	ck_assert_int_lt(nv, MOST);
	ck_assert_int_eq(rigidc_nv(mirrored), nv);
	uint64_t random = (uint64_t)_i + 1;
	for (int state = 0; state < STATES; state++) {
		double q[MOST], qd[MOST], qdd[MOST], found[MOST], wanted[MOST];
		static double M[MOST * MOST], M_wanted[MOST * MOST];
		double kinetic[2], potential[2];
		draw(plain, &random, q);
		for (int i = 0; i < nv; i++) {
			qd[i] = random_between(&random, -2, 2);
			qdd[i] = random_between(&random, -2, 2);
		}
		call(plain, "rnea", (const double *[]){ q, qd, qdd }, (double *[]){ wanted });
		call(mirrored, "rnea", (const double *[]){ q, qd, qdd }, (double *[]){ found });
		check_near(found, wanted, nv, 1e-11);
		call(plain, "crba", (const double *[]){ q }, (double *[]){ M_wanted });
		call(mirrored, "crba", (const double *[]){ q }, (double *[]){ M });
		check_near(M, M_wanted, nv * nv, 1e-12);
		call(plain, "energy", (const double *[]){ q, qd }, (double *[]){ &kinetic[0], &potential[0] });
		call(mirrored, "energy", (const double *[]){ q, qd }, (double *[]){ &kinetic[1], &potential[1] });
		check_near(&kinetic[1], kinetic, 1, 1e-12);
		check_near(&potential[1], potential, 1, 1e-12);
		for (int i = 0; i < FRAMES; i++)
			check_frame(plain, mirrored, _i, frames[i], q);
	}
	rigidc_model_free(plain);
	rigidc_model_free(mirrored);
}

/* Frames outside of a mirrored part are placed in its bodies' actual frames. At spherical joints these differ from
 * mirror images by a half turn about the mirror's axis. */
TEST(a_spherical_joint_turns_its_own_frame)
{
	static const char outside[] = "frame f on L.ball at (0.1, 0.2, 0.3)\n";
	char text[4096];
	double q[MOST] = { 0.1, 0.2, -0.3, sqrt(1 - 0.14), 0.5 }, R[2][9], p[2][3];
	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof text, "use tip() as L on world%s\n%s", i ? " mirror y" : "", outside);
		char full[8192];
		int length = snprintf(full, sizeof full, "model turned\n%s%s", parts, text);
		rigidc_model *model = run_read("turned", full, (size_t)length, NULL);
		call(model, "fk:f", (const double *[]){ q }, (double *[]){ R[i], p[i] });
		rigidc_model_free(model);
	}
	/* diag(1, -1, 1) R diag(1, -1, 1) diag(-1, 1, -1) = -diag(1, -1, 1) R */
	for (int i = 0; i < 9; i++)
		ck_assert_double_eq_tol(R[1][i], i / 3 == 1 ? R[0][i] : -R[0][i], 1e-12);
}

SUITE("mirror")
