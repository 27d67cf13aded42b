#include "row.h"

#include <string.h>

static const char *const coordinate_name[2][3] = { { "fx", "fy", "fz" }, { "nx", "ny", "nz" } };
static const char *const slanting_name[2][3] = { { "f1", "f2", "f" }, { "n1", "n2", "n" } };

/* Axis along x, y or z, in either direction: 0, 1, 2; -1: slanting. */
static int along(const struct Dag *dag, struct Vec n)
{
	int found = -1, zeros = 0;
	for (int i = 0; i < 3; i++)
		if (dag_is_zero(dag, n.e[i]))
			zeros++;
		else
			found = i;
	return zeros == 2 ? found : -1;
}

/* x and y after the smallest turn that takes z to n. With n = (a, b, c) this is
 *   t1 = (1 - a a / (1 + c), -a b / (1 + c), -a)   t2 = (-a b / (1 + c), 1 - b b / (1 + c), -b)
 * where 1 / (1 + c) = (1 - c) / (a a + b b), which keeps its digits near -z. */
static void square_to(struct Dag *dag, struct Vec n, struct Vec t[2])
{
	double a = dag_value(dag, n.e[0]), b = dag_value(dag, n.e[1]), c = dag_value(dag, n.e[2]);
	double over = c < 0 ? (1 - c) / (a * a + b * b) : 1 / (1 + c);
	t[0] = vec_const(dag, 1 - a * a * over, -a * b * over, -a);
	t[1] = vec_const(dag, -a * b * over, 1 - b * b * over, -b);
}

/* Is coordinate axis i in the span, beside n along coordinate axis `axis`? */
static bool spans(enum RowSpan span, int axis, int i)
{
	return span == SPAN_ALL || (span == SPAN_AXIS) == (i == axis);
}

void row_span(struct Dag *dag, enum RowSpan span, struct Vec n, bool angular, enum RowVector vector,
              struct ConstraintRow *row, int *rows)
{
	if (span == SPAN_NONE)
		return;
	int axis = span == SPAN_ALL ? -1 : along(dag, n);
	for (int i = 0; i < 3 && (span == SPAN_ALL || axis >= 0); i++)
		if (spans(span, axis, i))
			row[(*rows)++] = (struct ConstraintRow){ .angular = angular,
				                                 .vector = vector,
				                                 .t = vec_unit(dag, i),
				                                 .name = coordinate_name[angular][i] };
	if (span == SPAN_ALL || axis >= 0)
		return;
	struct Vec t[3];
	square_to(dag, n, t);
	t[2] = n;
	for (int i = 0; i < 3; i++)
		if ((i == 2) == (span == SPAN_AXIS))
			row[(*rows)++] = (struct ConstraintRow){
				.angular = angular, .vector = vector, .t = t[i], .name = slanting_name[angular][i]
			};
}

/* --- contacts --- */

const struct ContactKind contact_kinds[] = {
	{ "point", "a point stays where it is", .linear = SPAN_ALL },
	{ "fixed", "the body stays where it is", .linear = SPAN_ALL, .angular = SPAN_ALL },
	{ "line", "an edge stays where it is; the body may turn about it", .axis = true, .linear = SPAN_ALL,
	  .angular = SPAN_SQUARE },
	{ "slide", "a point slides on the ground", .linear = SPAN_AXIS },
};
const int contact_kind_count = sizeof contact_kinds / sizeof *contact_kinds;

const struct ContactKind *contact_kind_find(const char *name)
{
	for (int i = 0; i < contact_kind_count; i++)
		if (strcmp(contact_kinds[i].name, name) == 0)
			return &contact_kinds[i];
	return NULL;
}

int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row)
{
	int rows = 0;
	struct Vec normal = vec_unit(dag, 2);
	row_span(dag, kind->linear, normal, false, ROW_OF_A, row, &rows);
	row_span(dag, kind->angular, kind->axis ? axis : normal, true, kind->axis ? ROW_OF_B : ROW_OF_A, row, &rows);
	return rows;
}

/* --- loops --- */

const struct LoopKind loop_kinds[] = {
	{ "fixed", "both frames move as one", .linear = SPAN_ALL, .angular = SPAN_ALL },
	{ "revolute", "turns about an axis", .axis = true, .dyad = true, .linear = SPAN_ALL, .angular = SPAN_SQUARE },
	{ "prismatic", "slides along an axis", .axis = true, .dyad = true, .linear = SPAN_SQUARE, .angular = SPAN_ALL },
	{ "cylindrical", "slides along an axis and turns about it", .axis = true, .dyad = true, .linear = SPAN_SQUARE,
	  .angular = SPAN_SQUARE },
	{ "universal", "turns about x of the first frame, then y of the second", .linear = SPAN_ALL,
	  .vector = ROW_ACROSS },
	{ "spherical", "turns about a point", .dyad = true, .linear = SPAN_ALL },
	{ "planar", "slides in x and y, turns about z", .linear = SPAN_AXIS, .angular = SPAN_SQUARE },
	{ "slot", "a point stays on a line", .axis = true, .linear = SPAN_SQUARE },
	{ "face", "a point stays in a plane", .axis = true, .linear = SPAN_AXIS },
	{ "distance", "two points keep their distance", .length = true, .vector = ROW_ALONG },
};
const int loop_kind_count = sizeof loop_kinds / sizeof *loop_kinds;

const struct LoopKind *loop_kind_find(const char *name)
{
	for (int i = 0; i < loop_kind_count; i++)
		if (strcmp(loop_kinds[i].name, name) == 0)
			return &loop_kinds[i];
	return NULL;
}

int loop_rows(struct Dag *dag, const struct LoopKind *kind, struct Vec axis, struct ConstraintRow *row)
{
	int rows = 0;
	struct Vec n = kind->axis ? axis : vec_unit(dag, 2);
	row_span(dag, kind->linear, n, false, ROW_OF_A, row, &rows);
	row_span(dag, kind->angular, n, true, ROW_OF_A, row, &rows);
	if (kind->vector != ROW_OF_A)
		row[rows++] = (struct ConstraintRow){ .angular = kind->vector == ROW_ACROSS,
			                              .vector = kind->vector,
			                              .t = vec_const(dag, 0, 0, 0),
			                              .name = kind->vector == ROW_ACROSS ? "n" : "f" };
	return rows;
}
