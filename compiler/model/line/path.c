#include "path.h"

/* `yes` where the point counts, else `no`. */
static Ref counting(struct Dag *dag, const struct Strut *strut, int point, Ref yes, Ref no)
{
	const struct PointRange *range = &strut->range[point];
	return range->given ? dag_select(dag, range->inside, no, yes) : yes;
}

/* Sum from point `first` up to point `last`, which count; a path may begin and end before a point that counts: then
 * `first` is -1 or `last` the number of points. */
static Ref sum_run(struct Dag *dag, const struct Strut *strut, const Ref *value, int first, int last)
{
	bool ends = last == strut->points;
	Ref tail[PATH_RUN + 2] = { 0 }, sum = dag_const(dag, 0);
	for (int i = last - 1; i >= first; i--) {
		sum = ends || i < 0 ? dag_const(dag, 0) : value[strut_line(strut, i, last)];
		for (int k = last - 1; k > i; k--) {
			Ref on = tail[k - first];
			on = i < 0 ? on : dag_add(dag, value[strut_line(strut, i, k)], on);
			sum = counting(dag, strut, k, on, sum);
		}
		tail[i - first] = sum;
	}
	return sum;
}

Ref path_sum(struct Dag *dag, const struct Strut *strut, const Ref *value)
{
	Ref sum = dag_const(dag, 0);
	int first = -1;
	for (int i = 0; i <= strut->points; i++) {
		if (i < strut->points && strut->range[i].given)
			continue;
		if (i > first + 1 || (first >= 0 && i < strut->points))
			sum = dag_add(dag, sum, sum_run(dag, strut, value, first, i));
		first = i;
	}
	return sum;
}

Ref path_choice(struct Dag *dag, const struct Strut *strut, const struct Line *line, Ref yes, Ref no)
{
	Ref chosen = yes;
	for (int k = line->from + 1; k < line->to; k++)
		chosen = counting(dag, strut, k, no, chosen);
	chosen = counting(dag, strut, line->from, chosen, no);
	return counting(dag, strut, line->to, chosen, no);
}
