#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

/* Version 4 has `isEnforced`, versions before `isDisabled`. */
bool osim_is_on(const struct XmlElement *constraint)
{
	return !osim_is_true(constraint, "isDisabled") && !osim_is_false(constraint, "isEnforced");
}

bool osim_is_coupler(const struct XmlElement *constraint)
{
	return xml_is(constraint, "CoordinateCouplerConstraint");
}

static void read_coupler(struct Osim *o, const struct XmlElement *constraint)
{
	const struct XmlValue *name = osim_content(constraint, "dependent_coordinate_name");
	if (!name) {
		diag(o->diags, CHECK_OSIM_MISSING, constraint->span, "this <%s> has no <dependent_coordinate_name>",
		     constraint->name);
		return;
	}
	int found = osim_coordinate(o, name->text, name->span);
	if (found < 0)
		return;
	struct OsimCoordinate *c = &o->coordinate.item[found];
	if (c->coupler)
		diag_duplicate(o->diags, constraint->span, c->coupler->span, "coordinate '%s' follows others: this",
		               name->text);
	c->coupler = constraint;
}

static void mark_independent(struct Osim *o, const struct XmlElement *constraint)
{
	const struct XmlValue *names = osim_content(constraint, "independent_coordinate_names");
	const char *at = names ? names->text : "", *name;
	while ((name = osim_word(o->arena, &at))) {
		int found = osim_find_coordinate(o, name);
		if (found >= 0)
			o->coordinate.item[found].followed = true;
	}
}

void osim_read_couplers(struct Osim *o)
{
	for (const struct XmlElement *c = osim_first(o->model, "ConstraintSet"); c; c = c->next)
		if (osim_is_coupler(c) && osim_is_on(c)) {
			osim_check(o, c);
			read_coupler(o, c);
			mark_independent(o, c);
		}
}

struct Expr *osim_coordinate_value(struct OsimModel *m, int coordinate, struct Span span)
{
	const struct OsimCoordinate *c = &m->o->coordinate.item[coordinate];
	struct Ident name = { .text = c->name.text, .span = span, .quoted = true };
	struct Ident joint = { .text = c->kept_by, .span = span, .quoted = true };
	return c->kept_by ? expr_component(m->o->diags, expr_name(m->o->diags, joint), name)
	                  : expr_name(m->o->diags, name);
}

/* The coordinates that a constraint names as independent. False after a diagnostic. */
static bool read_independent(struct OsimModel *m, const struct XmlElement *constraint, struct OsimUse *use)
{
	struct Osim *o = m->o;
	const struct XmlValue *names = osim_content(constraint, "independent_coordinate_names");
	const char *at = names ? names->text : "", *name;
	while ((name = osim_word(o->arena, &at))) {
		int found = use->arguments < OSIM_MOTIONS ? osim_coordinate(o, name, names->span) : -1;
		struct Expr *value = found < 0 ? NULL : osim_coordinate_value(m, found, names->span);
		if (use->arguments == OSIM_MOTIONS)
			diag(o->diags, CHECK_KIND, names->span, "a coordinate follows at most %d others", OSIM_MOTIONS);
		if (!value)
			return false;
		use->argument[use->arguments].slides = o->coordinate.item[found].slides;
		use->argument[use->arguments++].value = value;
	}
	return true;
}

struct Expr *osim_coupling(struct OsimModel *m, const struct OsimCoordinate *coordinate)
{
	struct Osim *o = m->o;
	const struct XmlElement *constraint = coordinate->coupler;
	struct OsimUse use = { .slides = coordinate->slides,
		               .tables = &m->tables,
		               .table = text_print(o->arena, "%s_coupling", coordinate->name.text) };
	struct Figure scale = { .digits = "1", .length = 1, .value = 1 };
	osim_numbers(o, constraint, "scale_factor", 1, &scale);
	if (!read_independent(m, constraint, &use))
		return NULL;
	const struct XmlElement *function = osim_function_in(constraint, "coupled_coordinates_function");
	struct Expr *value = osim_function(o, function, &use, constraint->span);
	if (!value || scale.value == 1)
		return value;
	return expr_binary(o->diags, EXPR_MUL, made_scalar(o->diags, &scale, NULL), value);
}
