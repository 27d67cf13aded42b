/* Shape of the tree after its passes: frames as Denavit and Hartenberg would place them, and parameters that regrouping
 * makes zero. passes_test.c checks that tau and M stay the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/plan/frames.h"
#include "dynamics/customized/transform.h"
#include "dynamics/plan/regroup.h"
#include "run.h"
#include "runtime/library.h"
#include "suite.h"
#include "trees/random_tree.h"

enum { TREES = 600, LINKS = 6 * RANDOM_BODIES };

/* Limits of frames.c: axes are parallel below `exactly`; below `nearly` their common normal may be far away. */
static const double exactly = 1e-14, nearly = 0.02;

static rigidc_model *model;
static struct Tree *tree;
static struct Plan plan;
static bool on_axis[LINKS]; /* is the centre of mass on the axis? */
static char name[100];

/* The tree of a random model, a copy that a pass may change. */
static void make(enum random_scope scope, uint64_t seed)
{
	static struct random_tree drawn;
	size_t length;
	random_tree_in(scope, seed, &drawn);
	snprintf(name, sizeof name, "%s, seed %llu", drawn.theme ? drawn.theme : "random", (unsigned long long)seed);
	char *text = random_tree_text(&drawn, &length);
	model = run_read(name, text, length, NULL);
	free(text);
	struct Job job = library_prepare(model, "rnea");
	tree = tree_copy(job.tree, job.tree->dag);
	plan = (struct Plan){ .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
}

static double value(Ref ref)
{
	return dag_value(tree->dag, ref);
}

static bool zero(Ref ref)
{
	return dag_is_zero(tree->dag, ref);
}

static bool has_axis(const struct Link *link)
{
	return link->motion == LINK_ROTATE || link->motion == LINK_TRANSLATE;
}

/* The child with the largest subtree, the first of equals. */
static int main_child_of(int parent)
{
	int size[LINKS] = { 0 }, best = -1;
	for (int i = tree->links - 1; i >= 0; i--) {
		size[i]++;
		if (tree->link[i].parent >= 0)
			size[tree->link[i].parent] += size[i];
	}
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent == parent && (best < 0 || size[i] > size[best]))
			best = i;
	return best;
}

/* Checks a child's placement Rz(gamma) Tz(b) Rx(alpha) Tx(a) Tz(d); gamma = b = 0 for the child that x points to. */
static void check_child(const struct Link *parent, const struct Link *child, bool main_child, int number)
{
	double R[3][3], p[3], size = 0;
	for (int i = 0; i < 3; i++) {
		p[i] = value(child->at.p.e[i]);
		size += fabs(p[i]);
		for (int j = 0; j < 3; j++)
			R[i][j] = value(child->at.R.e[i][j]);
	}
	double sine = hypot(R[0][2], R[1][2]);
	size = fmax(size, 1); /* smaller differences may be rounding */
	if (child->motion == LINK_ROTATE)
		ck_assert_msg(R[2][0] == 0, "%s, link %d: x of the joint leaves the x-y plane by %g", name, number,
		              R[2][0]);
	if (!main_child || !has_axis(parent))
		return;
	/* x is the common normal: the child's axis has no x component */
	ck_assert_msg(fabs(R[0][2]) <= 2 * exactly, "%s, link %d: gamma %g at a tilt of %g", name, number, R[0][2],
	              sine);
	if (child->motion == LINK_ROTATE && sine >= nearly)
		ck_assert_msg(R[0][0] == 1 && R[0][1] == 0 && R[1][0] == 0, "%s, link %d: more than a turn about x",
		              name, number);
	if (child->motion != LINK_ROTATE)
		return; /* a sliding child may be anywhere */
	double b = p[1] * R[2][2] - p[2] * R[1][2];
	if (parent->motion == LINK_ROTATE && sine >= nearly) /* foot: p is a x + d z of the child */
		ck_assert_msg(fabs(b) <= 1e-11 * size, "%s, link %d: b is %g", name, number, b);
	else if (parent->motion == LINK_ROTATE && sine < exactly) /* towards the child's axis */
		ck_assert_msg(fabs(p[1]) <= 1e-13 * size && p[0] >= 0, "%s, link %d: offset (%g, %g)", name, number,
		              p[0], p[1]);
}

static void check_frames(void)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		int j = (link->axis + 1) % 3, k = (link->axis + 2) % 3;
		on_axis[i] = has_axis(link) && zero(link->mass.h.e[j]) && zero(link->mass.h.e[k]);
	}
	frames_choose(tree, &plan);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (!has_axis(link))
			continue;
		if (link->motion == LINK_TRANSLATE)
			for (int k = 0; k < 3; k++)
				ck_assert_msg(zero(link->at.p.e[k]),
				              "%s, link %d: it slides, but not from its parent's origin", name, i);
		ck_assert_msg(link->axis == 2, "%s, link %d: the axis is %d", name, i, link->axis);
		if (link->parent >= 0)
			check_child(&tree->link[link->parent], link, main_child_of(link->parent) == i, i);
	}
}

/* Terminal links that turn have their first moment along x, or D_xy = 0. */
static void check_leaves(void)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (link->motion != LINK_ROTATE || main_child_of(i) >= 0)
			continue;
		const struct Moments *mass = &link->mass;
		double left = value(on_axis[i] ? mass->D.e[0][1] : mass->h.e[1]), size = 0;
		for (int k = 0; k < 3; k++)
			size += fabs(value(on_axis[i] ? mass->D.e[k][k] : mass->h.e[k]));
		ck_assert_msg(fabs(left) <= 1e-14 * size, "%s, leaf %d: %g is left", name, i, left);
	}
}

/* Base: rotated about the first axis so that gravity has no y component. */
static void check_gravity(void)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		double g[3] = { 0 }, size = 0;
		if (link->parent >= 0 || link->motion != LINK_ROTATE)
			continue;
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++)
				g[k] += value(link->at.R.e[j][k]) * value(tree->gravity.e[j]);
		for (int k = 0; k < 3; k++)
			size += fabs(g[k]);
		ck_assert_msg(fabs(g[1]) <= 1e-14 * size, "%s, link %d: gravity has y %g of %g", name, i, g[1], size);
	}
}

static void check_groups(void)
{
	regroup_moments(tree, &plan);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		const struct Moments *mass = &link->mass;
		int k = link->axis;
		if (link->motion == LINK_ROTATE)
			ck_assert_msg(zero(mass->m) && zero(mass->h.e[k]) && zero(mass->D.e[k][k]),
			              "%s, link %d turns and keeps what lies on its axis", name, i);
		else if (link->motion == LINK_TRANSLATE)
			for (int e = 0; e < 9; e++)
				ck_assert_msg(zero(mass->D.e[e / 3][e % 3]), "%s, link %d slides and keeps D", name, i);
		else if (link->motion == LINK_SPHERICAL)
			ck_assert_msg(zero(mass->m), "%s, link %d keeps a mass at its centre", name, i);
	}
}

/* Offsets: p + d u is the whole offset. */
static void check_offsets(void)
{
	const struct LinkTransform *transform = transforms_make(tree->dag, tree, NULL, 1);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		double size = 0, off = 0;
		for (int k = 0; k < 3 && link->motion == LINK_ROTATE; k++) {
			double whole = value(link->at.p.e[k]),
			       way = value(transform[i].d) * value(link->at.R.e[k][link->axis]);
			size += fabs(whole);
			off = fmax(off, fabs(value(transform[i].p.e[k]) + way - whole));
		}
		ck_assert_msg(off <= 1e-13 * size, "%s, link %d: the offset is off by %g of %g", name, i, off, size);
	}
}

/* Trees for a test: half drawn at random, half hard. */
static void make_some(int number)
{
	make(number % 2 ? RANDOM_HARD : RANDOM_ANY, (uint64_t)number + 1);
}

LOOP_TEST(frames_are_those_of_denavit_and_hartenberg, TREES)
{
	make_some(_i);
	check_frames();
	check_leaves();
	check_gravity();
	check_offsets();
	rigidc_model_free(model);
}

LOOP_TEST(regrouping_leaves_base_parameters, TREES)
{
	make_some(_i);
	check_groups();
	rigidc_model_free(model);
}

LOOP_TEST(regrouping_after_frames_too, TREES)
{
	make_some(_i);
	frames_choose(tree, &plan);
	check_groups();
	rigidc_model_free(model);
}

SUITE("shapes")
