#include "contact.h"

#include <string.h>

const struct ContactKind contact_kinds[] = {
	{ "", "a point stays where it is", .linear = SPAN_ALL },
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

const char *contact_kind_name(const struct ContactKind *kind)
{
	return *kind->name ? kind->name : "point";
}

int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row)
{
	int rows = 0;
	struct Vec normal = vec_unit(dag, 2);
	row_span(dag, kind->linear, normal, false, ROW_OF_A, row, &rows);
	row_span(dag, kind->angular, kind->axis ? axis : normal, true, kind->axis ? ROW_OF_B : ROW_OF_A, row, &rows);
	return rows;
}
