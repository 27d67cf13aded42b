#include "parameter.h"

#include <string.h>

#include "dag/default_values.h"

enum { MATRIX = 9, STORED = 6 /* of a symmetric matrix */ };

/* Stored index of entry i of a matrix by rows: xx xy yy xz yz zz. */
static const int stored_at[MATRIX] = { 0, 1, 3, 1, 2, 4, 3, 4, 5 };

static bool is_default(const struct Dag *dag, struct Diags *diags, struct Value value)
{
	if (value.kind == VALUE_PLACEMENT) {
		struct Diag *d =
			diag(diags, CHECK_KIND, value.span, "a parameter is a number, a vector or a symmetric matrix");
		diag_help(diags, d, "write the placement where it is used, with a vector of parameters in it");
		return false;
	}
	return value_constant(dag, diags, value, "the default of a parameter");
}

static bool symmetric(struct Diags *diags, struct Value value)
{
	for (int i = 0; i < MATRIX && value.kind == VALUE_MATRIX; i++)
		if (value.item[i].ref != value.item[3 * (i % 3) + i / 3].ref) {
			diag(diags, CHECK_KIND, value.span, "a matrix that is a parameter is symmetric");
			return false;
		}
	return true;
}

/* Finds the common dimension of all numbers; plain zeros have any dimension. */
static bool find_dim(const struct Dag *dag, struct Diags *diags, struct Value value, struct Dim *dim)
{
	for (size_t i = value.count; i-- > 0;)
		if (!value.item[i].bare || !dag_is_zero(dag, value.item[i].ref))
			*dim = value.item[i].dim;
	for (size_t i = 0; i < value.count; i++)
		if (!dim_equal(value.item[i].dim, *dim) &&
		    !(value.item[i].bare && dag_is_zero(dag, value.item[i].ref))) {
			struct Diag *d =
				diag(diags, CHECK_DIMENSION, value.span, "%s belongs here, this is %s",
			             dim_describe(diags->arena, *dim), dim_describe(diags->arena, value.item[i].dim));
			diag_help(diags, d, "all numbers of a parameter have one dimension");
			return false;
		}
	return true;
}

static bool all_bare(struct Value value)
{
	bool bare = true;
	for (size_t i = 0; i < value.count; i++)
		bare &= value.item[i].bare;
	return bare;
}

const struct GivenText given_table[GIVEN_KINDS] = {
	[GIVEN_PARAMETERS] = { "parameter", INPUT_PARAMS },
	[GIVEN_INPUTS] = { "input", INPUT_U },
	[GIVEN_STATES] = { "state", INPUT_S },
};

void parameter_allot(struct Dag *dag, struct ParameterList *all, struct Parameter *parameter, int count)
{
	parameter->first = all->numbers;
	parameter->count = count;
	all->numbers += count;
	*ARENA_PUSH(dag->arena, all) = parameter;
	for (int i = 0; i < count && all->kind == GIVEN_PARAMETERS; i++)
		default_values_add(dag, 0);
	if (all->kind == GIVEN_PARAMETERS)
		return;
	double *value = ARENA_ARRAY(dag->arena, double, all->numbers);
	for (int i = 0; i < parameter->first; i++)
		value[i] = all->value[i];
	all->value = value;
	*(all->kind == GIVEN_INPUTS ? &dag->u : &dag->s) = value;
}

/* Checks a value: constants of one dimension, which is the unit's if there is a unit. Returns the dimension in *dim. */
static bool is_sound(struct Dag *dag, struct Diags *diags, const struct Expr *unit, struct Value *value,
                     struct Dim *dim)
{
	if (unit && value->kind != VALUE_PLACEMENT && all_bare(*value))
		*value = value_with_unit(dag, diags, value->span, *value, &unit->unit);
	if (value->kind == VALUE_ERROR || !is_default(dag, diags, *value) || !symmetric(diags, *value))
		return false;
	*dim = unit ? unit->unit.dim : dim_none;
	return unit ? value_fits(diags, *value, *dim) : find_dim(dag, diags, *value, dim);
}

struct Value parameter_value(struct Dag *dag, struct Diags *diags, struct ParameterList *all,
                             struct Parameter *parameter, struct Value default_value)
{
	struct Dim dim;
	if (default_value.kind == VALUE_ERROR || !is_sound(dag, diags, parameter->unit, &default_value, &dim))
		return value_error(default_value.span);
	parameter_allot(dag, all, parameter, default_value.kind == VALUE_MATRIX ? STORED : (int)default_value.count);
	parameter->kind = default_value.kind;
	parameter->dim = dim;
	struct Scalar *item = value_array(dag->arena, default_value.count);
	const enum Input array = given_table[all->kind].array;
	double *number = all->kind == GIVEN_PARAMETERS ? dag->default_value->item : all->value;
	for (size_t i = 0; i < default_value.count; i++) {
		int element = parameter->first + (default_value.kind == VALUE_MATRIX ? stored_at[i] : (int)i);
		number[element] = dag_value(dag, default_value.item[i].ref);
		item[i] = (struct Scalar){ .ref = dag_input(dag, array, (uint32_t)element), .dim = dim };
	}
	return value_items(default_value.kind, default_value.span, item, default_value.count);
}

const struct Parameter *parameter_at(const struct ParameterList *all, int element)
{
	size_t i = 0;
	while (all->item[i]->first + all->item[i]->count <= element)
		i++;
	return all->item[i];
}

struct Parameter *parameter_named(const struct ParameterList *all, const char *name)
{
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->item[i]->name.text, name) == 0)
			return all->item[i];
	return NULL;
}

const char *parameter_element(struct Arena *arena, const struct Parameter *parameter, int k)
{
	static const char *const axes[] = { "x", "y", "z" }, *const moments[] = { "xx", "xy", "yy", "xz", "yz", "zz" };
	if (parameter->kind == VALUE_SCALAR)
		return NULL;
	if (parameter->kind == VALUE_MATRIX)
		return moments[k];
	return parameter->count == 3 ? axes[k] : text_print(arena, "%d", k + 1);
}

bool parameter_numbers(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter, struct Value value,
                       double *number)
{
	struct Dim dim;
	if (value.kind == VALUE_ERROR || !value_is(diags, value, parameter->kind) ||
	    !is_sound(dag, diags, parameter->unit, &value, &dim) || !value_fits(diags, value, parameter->dim))
		return false;
	if (value.kind == VALUE_VECTOR && !value_is_vector(diags, value, (size_t)parameter->count))
		return false;
	for (size_t i = 0; i < value.count; i++)
		number[value.kind == VALUE_MATRIX ? stored_at[i] : (int)i] = dag_value(dag, value.item[i].ref);
	return true;
}

struct Value parameter_constant(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter,
                                struct Value value)
{
	double *number = ARENA_ARRAY(arena_scratch(dag->arena), double, parameter->count);
	if (!parameter_numbers(dag, diags, parameter, value, number))
		return value_error(value.span);
	struct Scalar *item = value_array(dag->arena, value.count);
	for (size_t i = 0; i < value.count; i++) {
		double of = number[value.kind == VALUE_MATRIX ? stored_at[i] : (int)i];
		item[i] = (struct Scalar){ .ref = dag_const(dag, of), .dim = parameter->dim };
	}
	return value_items(value.kind, value.span, item, value.count);
}
