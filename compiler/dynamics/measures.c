#include "measures.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"

/* Units by kind of model: all joints turn, all slide, or both. */
static const struct Units {
	const char *turning, *sliding, *both;
} units_of[] = {
	[MEASURE_INERTIA] = { "kg m^2", "kg", "kg, kg m, kg m^2" },
	[MEASURE_INVERSE_INERTIA] = { "1/(kg m^2)", "1/kg", "1/kg, 1/(kg m), 1/(kg m^2)" },
	[MEASURE_CORIOLIS] = { "kg m^2/s", "kg/s", "kg/s, kg m/s, kg m^2/s" },
	[MEASURE_JACOBIAN] = { "m, 1", "1, 1/m", "m, 1, 1/m" },
	[MEASURE_POINT_JACOBIAN] = { "m", "1", "m, 1" },
	[MEASURE_MOMENTUM_MATRIX] = { "kg m, kg m^2", "kg, kg m", "kg, kg m, kg m^2" },
	[MEASURE_FORCE_BY_COORDINATE] = { "N m", "N/m", "N/m, N, N m" },
	[MEASURE_FORCE_BY_VELOCITY] = { "N m s", "N s/m", "N s/m, N s, N m s" },
	[MEASURE_ACCELERATION_BY_COORDINATE] = { "1/s^2", "1/s^2", "1/s^2, 1/(m s^2), m/s^2" },
	[MEASURE_ACCELERATION_BY_VELOCITY] = { "1/s", "1/s", "1/s, 1/(m s), m/s" },
	[MEASURE_STATE_BY_STATE] = { "1, s, 1/s", "1, s, 1/s", "1, s, 1/s, 1/m, s/m, 1/(m s), m, m s, m/s" },
	[MEASURE_STATE_BY_FORCE] = { "s^2/(kg m^2), s/(kg m^2)", "s^2/kg, s/kg",
	                             "s^2/kg, s/kg, s^2/(kg m), s/(kg m), s^2/(kg m^2), s/(kg m^2)" },
	[MEASURE_REGRESSOR] = { "m^2/s^2, m/s^2, 1/s^2", "m/s^2, 1/s^2", "m^2/s^2, m/s^2, 1/s^2" },
	[MEASURE_BODY] = { "kg, kg m, kg m^2", "kg, kg m, kg m^2", "kg, kg m, kg m^2" },
	[MEASURE_PARAM_JACOBIAN] = { "N m over the parameter's", "N over the parameter's",
	                             "N, N m over the parameter's" },
	[MEASURE_WRENCH] = { "N, N m", "N, N m", "N, N m" },
	[MEASURE_WRENCH_BY_COORDINATE] = { "N, N m", "N/m, N", "N/m, N, N m" },
	[MEASURE_WRENCH_BY_VELOCITY] = { "N s, N m s", "N s/m, N s", "N s/m, N s, N m s" },
	[MEASURE_WRENCH_BY_FORCE] = { "1/m, 1", "1, m", "1/m, 1, m" },
	[MEASURE_WRENCH_BY_INPUT] = { "N over the input's, N m over the input's",
	                              "N over the input's, N m over the input's",
	                              "N over the input's, N m over the input's" },
	[MEASURE_CLOSURE] = { "m, rad", "m, rad", "m, rad" },
	[MEASURE_IMPULSE] = { "N s, N m s", "N s, N m s", "N s, N m s" },
	[MEASURE_NUMBER] = { "1", "1", "1" },
	[MEASURE_PARAMETER] = { "the parameter's", "the parameter's", "the parameter's" },
	[MEASURE_SECOND] = { "1 over the units of row and column", "1 over the units of row and column",
	                     "1 over the units of row and column" },
	[MEASURE_QUOTIENT] = { "unit of the output over that of the input", "unit of the output over that of the input",
	                       "unit of the output over that of the input" },
	[MEASURE_ANGLE] = { "rad", "rad", "rad" },
	[MEASURE_POINT] = { "m", "m", "m" },
	[MEASURE_POINT_RATE] = { "m/s^2", "m/s^2", "m/s^2" },
	[MEASURE_LENGTH_RATE] = { "m/s", "m/s", "m/s" },
	[MEASURE_TWIST] = { "m/s, rad/s", "m/s, rad/s", "m/s, rad/s" },
	[MEASURE_TWIST_RATE] = { "m/s^2, rad/s^2", "m/s^2, rad/s^2", "m/s^2, rad/s^2" },
	[MEASURE_ENERGY] = { "J", "J", "J" },
	[MEASURE_TIME] = { "s", "s", "s" },
	[MEASURE_MASS] = { "kg", "kg", "kg" },
	[MEASURE_SPACE_FORCE] = { "N", "N", "N" },
	[MEASURE_SPACE_MOMENT] = { "N m", "N m", "N m" },
	[MEASURE_MOMENTUM] = { "kg m/s, kg m^2/s", "kg m/s, kg m^2/s", "kg m/s, kg m^2/s" },
};

bool measure_is_by_element(enum Measure measure)
{
	return (measure & (MEASURE_PER - 1)) <= MEASURE_STATE_RATE;
}

/* "N m" becomes "1/(N m)", "rad/s" "s/rad", "1" itself. */
static const char *unit_inverse(struct Arena *arena, const char *unit)
{
	const char *slash = strchr(unit, '/'), *below = slash ? slash + 1 : "";
	size_t above = slash ? (size_t)(slash - unit) : strlen(unit);
	if (strcmp(unit, "1") == 0)
		return unit;
	if (strstr(unit, " over ") || strstr(unit, "'s"))
		return text_print(arena, "1 over %s", unit);
	const char *own = arena_copy(arena, unit, above);
	if (*below == '(')
		below = arena_copy(arena, below + 1, strlen(below) - 2);
	if (strcmp(own, "1") == 0)
		return below;
	return text_print(arena, strchr(own, ' ') ? "%s/(%s)" : "%s/%s", *below ? below : "1", own);
}

/* A list of units, each inverted. */
static const char *units_inverse(struct Arena *arena, const char *units)
{
	struct Text inverse = text_new(arena);
	for (const char *at = units; *at;) {
		size_t length = strcspn(at, ",");
		text_format(&inverse, "%s%s", inverse.count ? ", " : "",
		            unit_inverse(arena, arena_copy(arena, at, length)));
		at += length + strspn(at + length, ", ");
	}
	return text_string(&inverse);
}

static enum Measure without_per(enum Measure measure)
{
	return (enum Measure)(measure & (MEASURE_PER - 1));
}

const char *measure_joint_unit(const struct JointKind *kind, int k, enum Measure measure)
{
	switch (measure) {
	case MEASURE_DISPLACEMENT: return kind_slides(kind, k) ? "m" : "rad";
	case MEASURE_COORDINATE: return kind->q[k].unit;
	case MEASURE_VELOCITY: return kind->v[k].unit;
	case MEASURE_ACCELERATION: return kind_slides(kind, k) ? "m/s^2" : "rad/s^2";
	default: return kind_slides(kind, k) ? "N" : "N m";
	}
}

static bool is_of_inputs(enum Measure measure)
{
	return measure >= MEASURE_INPUT && measure <= MEASURE_STATE_RATE;
}

/* Unit of an element of u, ud, udd, s or the rate of s. */
static const char *input_unit(const struct Model *model, enum Measure measure, int element)
{
	static const struct Dim second = { .s = 1 };
	const bool state = measure >= MEASURE_STATE;
	const struct Parameter *given = state                      ? parameter_at(&model->states, element)
	                                : measure == MEASURE_INPUT ? model_input(model, element)
	                                                           : model_moving(model, element);
	const int rates = (int)measure - (int)(state ? MEASURE_STATE : MEASURE_INPUT);
	return dim_symbol(model->arena, dim_times(given->dim, second, -rates));
}

const char *measure_element_unit(const struct Model *model, enum Measure measure, int element)
{
	if (measure & MEASURE_PER)
		return unit_inverse(model->arena, measure_element_unit(model, without_per(measure), element));
	if (is_of_inputs(measure))
		return input_unit(model, measure, element);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int first = measure == MEASURE_COORDINATE ? joint->q : joint->v;
		int count = measure == MEASURE_COORDINATE ? joint_nq(joint) : joint_nv(joint);
		if (element >= first && element < first + count)
			return measure_joint_unit(joint->kind, element - first, measure);
	}
	return "1";
}

/* The first unit is that of linear rows, the second of angular ones. */
const char *measure_row_unit(const struct Model *model, enum Measure measure, bool angular)
{
	const char *units = units_of[without_per(measure)].both, *comma = strchr(units, ',');
	MUST(model->arena, comma);
	const char *unit = angular ? comma + strlen(", ") : arena_copy(model->arena, units, (size_t)(comma - units));
	return measure & MEASURE_PER ? unit_inverse(model->arena, unit) : unit;
}

static const char *units_of_pairs(const struct Model *model, enum Measure measure)
{
	bool turns = false, slides = false;
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < joint_nv(model->body[i].joint); k++) {
			bool along = kind_slides(model->body[i].joint->kind, k);
			turns |= !along;
			slides |= along;
		}
	const bool of_state = measure == MEASURE_STATE_BY_STATE || measure == MEASURE_STATE_BY_FORCE;
	const struct Units *units = &units_of[of_state && model->states.count ? MEASURE_QUOTIENT : measure];
	return turns && slides ? units->both : slides ? units->sliding : units->turning;
}

/* Units that differ, in their order. */
struct UnitList {
	struct NameTable seen;
	struct Text text;
};

static void add_unit(struct UnitList *list, const char *unit)
{
	if (names_find(&list->seen, unit) >= 0)
		return;
	names_add(&list->seen, unit, 0);
	text_format(&list->text, "%s%s", list->text.count ? ", " : "", unit);
}

/* Units of all joints, visited once; a call for each element would take quadratic time. */
static void add_joint_units(struct UnitList *list, const struct Model *model, enum Measure measure)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		int count = measure == MEASURE_COORDINATE ? joint_nq(joint) : joint_nv(joint);
		for (int k = 0; k < count; k++)
			add_unit(list, measure_joint_unit(joint->kind, k, measure));
	}
}

const char *measure_units(const struct Model *model, enum Measure measure)
{
	if (measure & MEASURE_PER)
		return units_inverse(model->arena, measure_units(model, without_per(measure)));
	if (!measure_is_by_element(measure))
		return units_of_pairs(model, measure);
	struct UnitList list = { names_new(model->arena), text_new(model->arena) };
	const int inputs = measure >= MEASURE_STATE   ? model->states.numbers
	                   : measure == MEASURE_INPUT ? model->inputs.numbers
	                                              : (int)model->dag->moving.count;
	for (int i = 0; i < inputs && is_of_inputs(measure); i++)
		add_unit(&list, input_unit(model, measure, i));
	if (!is_of_inputs(measure))
		add_joint_units(&list, model, measure);
	return list.text.count ? text_string(&list.text) : "1";
}

bool measure_is_uniform(const struct Model *model, enum Measure measure)
{
	return !strchr(measure_units(model, measure), ',');
}
