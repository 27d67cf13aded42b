#include "contact.h"

#include <math.h>
#include <string.h>

enum { X = 1, Y = 2, Z = 4 };

const struct ContactKind contact_kinds[] = {
	{ "", "a point stays where it is", .linear = X | Y | Z },
	{ "fixed", "the body stays where it is", .linear = X | Y | Z, .angular = X | Y | Z },
	{ "line", "an edge stays where it is; the body may turn about it", .axis = true, .linear = X | Y | Z,
	  .angular = X | Y | Z },
	{ "slide", "a point slides on the ground", .linear = Z },
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

static void add_rows(struct Dag *dag, unsigned axes, bool angular, struct ConstraintRow *row, int *rows)
{
	static const char *const force[] = { "fx", "fy", "fz" }, *const moment[] = { "nx", "ny", "nz" };
	for (int i = 0; i < 3; i++)
		if (axes >> i & 1)
			row[(*rows)++] = (struct ConstraintRow){ .angular = angular,
				                                 .t = vec_unit(dag, i),
				                                 .name = angular ? moment[i] : force[i] };
}

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
static void square_to(struct Dag *dag, struct Vec n, struct Vec *t1, struct Vec *t2)
{
	double a = dag_value(dag, n.e[0]), b = dag_value(dag, n.e[1]), c = dag_value(dag, n.e[2]);
	double over = c < 0 ? (1 - c) / (a * a + b * b) : 1 / (1 + c);
	*t1 = vec_const(dag, 1 - a * a * over, -a * b * over, -a);
	*t2 = vec_const(dag, -a * b * over, 1 - b * b * over, -b);
}

int contact_rows(struct Dag *dag, const struct ContactKind *kind, struct Vec axis, struct ConstraintRow *row)
{
	int rows = 0, coordinate = kind->axis ? along(dag, axis) : -1;
	add_rows(dag, kind->linear, false, row, &rows);
	int linear = rows;
	if (!kind->axis || coordinate >= 0) {
		add_rows(dag, coordinate < 0 ? kind->angular : kind->angular & ~(1u << coordinate), true, row, &rows);
	} else {
		row[rows++] = (struct ConstraintRow){ .angular = true, .name = "n1" };
		row[rows++] = (struct ConstraintRow){ .angular = true, .name = "n2" };
		square_to(dag, axis, &row[linear].t, &row[linear + 1].t);
	}
	for (int i = linear; i < rows; i++)
		row[i].of_b = kind->axis;
	return rows;
}
