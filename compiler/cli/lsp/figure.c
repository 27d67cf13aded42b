#include "symbol.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "dag/default_values.h"

static void put(struct Text *out, const struct Dag *dag, Ref ref)
{
	double number = dag_default_value(dag, ref);
	if (isnan(number))
		text_put(out, "...");
	else
		number_put(out, number == 0 ? 0 : number);
}

static void put_unit(struct Text *out, const char *symbol)
{
	if (*symbol && strcmp(symbol, "1") != 0)
		text_format(out, " %s", symbol);
}

void figure_put_number(struct Text *out, const struct Dag *dag, Ref number, const char *symbol)
{
	put(out, dag, number);
	put_unit(out, symbol);
}

/* A plain 0 fits any unit. */
static bool is_nothing(const struct Dag *dag, const struct Scalar *item)
{
	return dim_equal(item->dim, dim_none) && dag_is_const(dag, item->ref) && dag_value(dag, item->ref) == 0;
}

/* The common unit of all numbers; false: there is none. */
static bool common_unit(const struct Dag *dag, const struct Value *value, struct Dim *dim)
{
	bool found = false, same = true;
	*dim = dim_none;
	for (size_t i = 0; i < value->count; i++) {
		if (is_nothing(dag, &value->item[i]))
			continue;
		same &= !found || dim_equal(*dim, value->item[i].dim);
		*dim = value->item[i].dim;
		found = true;
	}
	return same;
}

/* A common unit stands once, behind the bracket. */
static void put_items(struct Text *out, const struct Dag *dag, const struct Value *value, size_t columns)
{
	struct Dim dim;
	bool same = common_unit(dag, value, &dim);
	text_char(out, columns ? '[' : '(');
	for (size_t i = 0; i < value->count; i++) {
		text_put(out, i == 0 ? "" : columns && i % columns == 0 ? "; " : ", ");
		put(out, dag, value->item[i].ref);
		if (!same)
			put_unit(out, dim_symbol(out->arena, value->item[i].dim));
	}
	text_char(out, columns ? ']' : ')');
	if (same)
		put_unit(out, dim_symbol(out->arena, dim));
}

static void put_placement(struct Text *out, const struct Dag *dag, const struct Placement *at)
{
	text_char(out, '(');
	for (int i = 0; i < 3; i++) {
		text_put(out, i ? ", " : "");
		put(out, dag, at->p.e[i]);
	}
	text_put(out, ") m, rotation [");
	for (int i = 0; i < 9; i++) {
		text_put(out, i == 0 ? "" : i % 3 ? ", " : "; ");
		put(out, dag, at->R.e[i / 3][i % 3]);
	}
	text_char(out, ']');
}

void figure_put(struct Text *out, const struct Dag *dag, const struct Value *value)
{
	switch (value->kind) {
	case VALUE_ERROR: text_put(out, "no value"); break;
	case VALUE_SCALAR:
		figure_put_number(out, dag, value->item[0].ref, dim_symbol(out->arena, value->item[0].dim));
		break;
	case VALUE_VECTOR: put_items(out, dag, value, 0); break;
	case VALUE_MATRIX: put_items(out, dag, value, 3); break;
	case VALUE_PLACEMENT: put_placement(out, dag, &value->placement); break;
	case VALUE_SOLID:
		text_put(out, "a solid of ");
		figure_put_number(out, dag, value->item[0].ref, "kg");
		break;
	}
}
