#include "row.h"

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
