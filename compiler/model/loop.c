#include "loop.h"

#include <string.h>

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
