#include "kink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dag/posture.h"

/* Makes room for all nodes. */
static void widen(struct Kinks *kinks, const struct Dag *dag)
{
	if (dag->count <= kinks->nodes)
		return;
	size_t *of = ARENA_ARRAY(dag->arena, size_t, 2 * dag->count),
	       *met = ARENA_ARRAY(dag->arena, size_t, 2 * dag->count);
	for (size_t i = 0; i < kinks->nodes; i++) {
		of[i] = kinks->of[i];
		met[i] = kinks->met[i];
	}
	kinks->of = of;
	kinks->met = met;
	kinks->nodes = 2 * dag->count;
}

void kinks_note(struct Kinks *kinks, const struct Dag *dag, Ref value, const char *what, struct Span span)
{
	if (dag_is_known(dag, value))
		return;
	widen(kinks, dag);
	*ARENA_PUSH(dag->arena, kinks) = (struct Kink){ what, span };
	if (!kinks->of[ref_node(value)])
		kinks->of[ref_node(value)] = kinks->count;
}

/* --- both sides --- */

/* An expression as a function of one coordinate. */
struct Course {
	const struct Dag *dag;
	struct ARENA_LIST(uint32_t) node; /* below the value and the value itself, operands first */
	double *value;                    /* by node of the DAG */
	bool known;                       /* it reads one coordinate, and nothing else that is given at run time */
	bool doubted;                     /* a kink is noted of one of the nodes */
};

static int by_number(const void *a, const void *b)
{
	const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	return (left > right) - (left < right);
}

static double course_at(const struct Course *course, Ref value, double q)
{
	const struct Dag *dag = course->dag;
	for (size_t i = 0; i < course->node.count; i++) {
		const uint32_t n = course->node.item[i];
		const struct Node *node = &dag->item[n];
		course->value[n] = node->op == OP_CONST   ? dag_value(dag, 2 * (Ref)n)
		                   : node->op == OP_INPUT ? q
		                                          : posture_operation(node, course->value);
	}
	const double found = course->value[ref_node(value)];
	return ref_negative(value) ? -found : found;
}

/* Slope on one side of a place, by differences of order 2. */
static double slope_beside(const struct Course *course, Ref value, double q, double h)
{
	const double at = course_at(course, value, q);
	return (4 * course_at(course, value, q + h / 2) - course_at(course, value, q + h) - 3 * at) / h;
}

/* The place between two where the sign of `of` changes. */
static double change_between(const struct Course *course, Ref of, double from, double to)
{
	const bool below = course_at(course, of, from) < 0;
	for (int i = 0; i < 60; i++) {
		const double middle = (from + to) / 2;
		if ((course_at(course, of, middle) < 0) == below)
			from = middle;
		else
			to = middle;
	}
	return to;
}

/* Does the value go on with one slope wherever this node changes its side? It is looked at within `reach` of zero. False: there
 * is a kink, or no side changes there. */
static bool is_smooth(const struct Course *course, Ref value, uint32_t n)
{
	enum { STEPS = 1600 };
	const double reach = 8, h = 1e-4, alike = 1e-5;
	const struct Node *node = &course->dag->item[n];
	const Ref side = node->operand[0];
	bool changes = false, below = false;
	if (!course->known || (node->op != OP_SELECT && node->op != OP_ABS))
		return false;
	for (int i = 0; i <= STEPS; i++) {
		const double step = 2 * reach / STEPS, at = step * (i + 0.318) - reach; /* no place is a round number */
		const bool was = below;
		below = course_at(course, side, at) < 0;
		if (i == 0 || was == below)
			continue;
		const double q = change_between(course, side, at - step, at);
		const double before = slope_beside(course, value, q, -h), after = slope_beside(course, value, q, h);
		if (!(fabs(after - before) <= alike * (1 + fabs(after) + fabs(before))))
			return false;
		changes = true;
	}
	return changes;
}

/* The nodes below a value, in any order. */
static struct Course course_of(struct Kinks *kinks, const struct Dag *dag, Ref value)
{
	struct ARENA_LIST(uint32_t) todo = { 0 };
	struct Course course = { .dag = dag, .known = true };
	uint32_t coordinate = UINT32_MAX;
	kinks->walks++;
	*ARENA_PUSH(dag->arena, &todo) = ref_node(value);
	while (todo.count) {
		const uint32_t n = todo.item[--todo.count];
		const struct Node *node = &dag->item[n];
		if (kinks->met[n] == kinks->walks)
			continue;
		kinks->met[n] = kinks->walks;
		*ARENA_PUSH(dag->arena, &course.node) = n;
		course.doubted |= kinks->of[n] > 0;
		if (node->op == OP_INPUT) {
			course.known &= node->operand[0] == INPUT_Q && (coordinate == UINT32_MAX || coordinate == n);
			coordinate = n;
		}
		for (int k = 0; k < node_arity(node); k++)
			*ARENA_PUSH(dag->arena, &todo) = ref_node(node->operand[k]);
	}
	return course;
}

void kinks_doubt(struct Kinks *kinks, struct Diags *diags, const struct Dag *dag, Ref value, enum KinkPlace place)
{
	static const struct {
		const char *of, *help;
	} places[] = {
		[KINK_IN_MOTION] = { "the motion of a joint",
		                     "a velocity would jump, by an impulse that no function knows of; forces may have kinks" },
		[KINK_IN_INPUT] = { "the motion of an input",
		                    "its rate would jump, by an impulse that is not computed" },
		[KINK_IN_POTENTIAL] = { "a potential", "its force would jump; a `force` may have kinks" },
	};
	if (!kinks->count)
		return;
	widen(kinks, dag);
	struct Course course = course_of(kinks, dag, value);
	if (!course.doubted)
		return;
	qsort(course.node.item, course.node.count, sizeof *course.node.item, by_number);
	course.value = ARENA_ARRAY(arena_scratch(dag->arena), double, ref_node(value) + 1);
	for (size_t i = course.node.count; i-- > 0;) {
		const uint32_t n = course.node.item[i];
		if (!kinks->of[n] || is_smooth(&course, value, n))
			continue;
		const struct Kink *kink = &kinks->item[kinks->of[n] - 1];
		struct Diag *d = diag(diags, CHECK_KINK, kink->span, "%s may have a kink by this %s", places[place].of,
		                      kink->what);
		diag_help(diags, d, "%s", places[place].help);
	}
	arena_release(arena_scratch(dag->arena), course.value);
}
