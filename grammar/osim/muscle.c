/* Muscles of a <ForceSet>, and actuators along a path, as tendons: their path points, each on its body, and an input for the force that
 * pulls; and their groups. */
#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

/* OpenSim counts a conditional point so far outside of its range. */
static const double beyond = 1e-5;

/* Muscle being read. */
struct Muscle {
	struct OsimModel *m;
	const struct XmlElement *element, *path;
	struct Ident name; /* as the file has it */
	struct OsimPath along;
	struct Arguments points; /* with wraps between them */
};

/* --- which elements --- */

bool osim_is_muscle(const struct XmlElement *force)
{
	return strstr(force->name, "Muscle") || xml_is(force, "PathActuator");
}

/* Its <GeometryPath>, which is in a <path> or in the muscle; NULL: none. */
static const struct XmlElement *path_of(const struct XmlElement *muscle)
{
	const struct XmlElement *path = xml_child(muscle, "path");
	path = path ? xml_child(path, "GeometryPath") : NULL;
	return path ? path : xml_child(muscle, "GeometryPath");
}

bool osim_has_path(const struct XmlElement *muscle)
{
	return path_of(muscle) != NULL;
}

bool osim_is_off(const struct XmlElement *muscle)
{
	return osim_is_true(muscle, "isDisabled") || osim_is_false(muscle, "appliesForce");
}

/* --- points --- */

/* The coordinate that a socket of version 4, or an element of the versions before, names; -1 after a diagnostic. */
static int coordinate_of(struct Osim *o, const struct XmlElement *point, const char *name)
{
	const struct XmlValue *value = osim_socket_value(o, point, name);
	value = value ? value : osim_content(point, name);
	if (value)
		return osim_coordinate(o, value->text, value->span);
	diag(o->diags, CHECK_OSIM_MISSING, point->span, "this <%s> has no <%s>", point->name, name);
	return -1;
}

static const char *const axis_words[3][2] = { { "x_location", "x_coordinate" },
	                                      { "y_location", "y_coordinate" },
	                                      { "z_location", "z_coordinate" } };

/* Is the value of a curve the same at all its points? Then *value is this value. */
static bool is_level(struct Osim *o, const struct XmlElement *function, struct Figure *value)
{
	enum { MOST = 64 };
	struct Figure y[MOST];
	const struct XmlValue *values = osim_content(function, "y");
	const char *at = values ? values->text : "";
	int words = 0;
	while (osim_word(o->arena, &at))
		words++;
	int count = words && words <= MOST ? figures_read(o->diags, values, words, y) : 0;
	bool level = count > 0;
	for (int i = 1; level && i < count; i++)
		level = y[i].value == y[0].value;
	if (level)
		*value = y[0];
	return level;
}

/* One of the three numbers of a moving point. An axis without a function is at 0. NULL after a diagnostic. */
static struct Expr *moving_number(struct Muscle *muscle, const struct XmlElement *point, int axis)
{
	struct Osim *o = muscle->m->o;
	const struct XmlElement *function = osim_function_in(point, axis_words[axis][0]);
	struct OsimUse use = { .slides = true,
		               .tables = &muscle->m->tables,
		               .arguments = 1,
		               .table = text_print(o->arena, "%s_p%zu_%c", muscle->name.text, muscle->along.count + 1,
		                                   'x' + axis) };
	struct Figure level;
	if (!function)
		return made_digits(o->diags, point->span, "0", false, "m");
	if (osim_constant(o, function, 1, &level) || is_level(o, function, &level))
		return made_scalar(o->diags, &level, "m");
	int coordinate = coordinate_of(o, point, axis_words[axis][1]);
	if (coordinate < 0)
		return NULL;
	use.argument[0].value = osim_coordinate_value(muscle->m, coordinate, point->span);
	use.argument[0].slides = o->coordinate.item[coordinate].slides;
	return osim_function(o, function, &use, point->span);
}

/* Where a point is in its frame: a vector, NULL after a diagnostic. */
static struct Expr *position_of(struct Muscle *muscle, const struct XmlElement *point)
{
	struct Osim *o = muscle->m->o;
	struct Arguments list = { 0 };
	if (!xml_is(point, "MovingPathPoint")) {
		struct OsimOffset offset = osim_offset(o, point, "location", "");
		return made_vector(o->diags, point->span, offset.shift, 3, "m");
	}
	for (int axis = 0; axis < 3; axis++) {
		struct Expr *number = moving_number(muscle, point, axis);
		if (!number)
			return NULL;
		made_push(o->diags, &list, number);
	}
	return expr_vector(o->diags, point->span, list);
}

/* Value and bounds of `while VALUE from LOWER to UPPER`. False after a diagnostic. */
static bool range_of(struct Muscle *muscle, const struct XmlElement *point, struct Expr *during[3])
{
	struct Osim *o = muscle->m->o;
	struct Figure range[2];
	int coordinate = coordinate_of(o, point, "coordinate");
	if (coordinate < 0)
		return false;
	if (!osim_numbers(o, point, "range", 2, range)) {
		if (!osim_content(point, "range"))
			diag(o->diags, CHECK_OSIM_MISSING, point->span, "this <%s> has no <range>", point->name);
		return false;
	}
	const char *unit = osim_unit(o->coordinate.item[coordinate].slides);
	during[0] = osim_coordinate_value(muscle->m, coordinate, point->span);
	during[1] = made_number(o->diags, range[0].span, made_tidy(o->arena, range[0].value - beyond), unit);
	during[2] = made_number(o->diags, range[1].span, made_tidy(o->arena, range[1].value + beyond), unit);
	return true;
}

/* False after a diagnostic. */
static bool add_point(struct Muscle *muscle, const struct XmlElement *point)
{
	struct Osim *o = muscle->m->o;
	struct OsimPlace place =
		xml_child(point, "body") ? osim_body_of(o, point, "body") : osim_socket(o, point, "parent_frame");
	bool conditional = xml_is(point, "ConditionalPathPoint");
	struct Expr *during[3];
	osim_check(o, point);
	if (place.body == OSIM_NOWHERE)
		return false;
	struct Expr *at = position_of(muscle, point);
	if (!at || (conditional && !range_of(muscle, point, during)))
		return false;
	const char *wanted = text_print(o->arena, "%s_p%zu", muscle->name.text, muscle->along.count + 1);
	struct Ident on = osim_place_name(muscle->m, &place, wanted, point->span);
	struct Expr *expr = expr_point(o->diags, point->span, on, at, conditional ? during : NULL);
	*ARENA_PUSH(o->arena, &muscle->along) = (struct OsimPathPoint){ expr, place.body, conditional };
	return true;
}

/* False after a diagnostic. */
static bool read_points(struct Muscle *muscle)
{
	bool good = true;
	for (const struct XmlElement *point = osim_first(muscle->path, "PathPointSet"); point; point = point->next)
		if (xml_is(point, "PathPoint") || xml_is(point, "ConditionalPathPoint") ||
		    xml_is(point, "MovingPathPoint"))
			good &= add_point(muscle, point);
	return good;
}

/* --- statements --- */

/* `input NAME: N` and `tendon ... { force -NAME }` */
static void add_statements(struct Muscle *muscle)
{
	struct OsimModel *m = muscle->m;
	struct Diags *diags = m->o->diags;
	struct Span span = muscle->element->span;
	const char *name = made_free_name(diags, &m->tendon_names, muscle->name.text, "_tendon");
	const char *force = made_free_name(diags, &m->force_names, text_print(diags->arena, "%s_force", name), "");
	struct Stmt *input = stmt_new(diags, STMT_INPUT, span), *tendon = stmt_new(diags, STMT_TENDON, span);
	input->name = (struct Ident){ .text = force, .span = span, .quoted = true };
	input->by = osim_formal(m->o, span, "", "N").value;
	m->forces = statements_add(m->forces, input);
	tendon->name = (struct Ident){ .text = name, .span = muscle->name.span, .quoted = true };
	tendon->list = muscle->points;
	struct Expr *pull = expr_negate(diags, span, made_name(diags, span, force));
	tendon->block = statements_add(tendon->block, made_property(diags, "force", span, pull));
	m->tendons = statements_add(m->tendons, tendon);
	names_add(&m->muscle_names, muscle->name.text, (int)m->muscles.count);
	*ARENA_PUSH(diags->arena, &m->muscles) = tendon->name;
}

static void add_muscle(struct OsimModel *m, const struct XmlElement *element)
{
	struct Osim *o = m->o;
	struct Muscle muscle = { .m = m, .element = element, .path = path_of(element) };
	muscle.name = osim_name(o, element, "muscle");
	if (osim_is_off(element)) {
		osim_lose(o, LOSS_MUSCLE_OFF, muscle.name);
	} else if (!muscle.path) {
		osim_lose(o, LOSS_PATHLESS, muscle.name);
	} else if (!osim_lose_wrapped(o, muscle.path, muscle.name) && read_points(&muscle)) {
		if (muscle.along.count < 2)
			osim_lose(o, LOSS_POINTLESS, muscle.name);
		else if (osim_wrap(m, muscle.path, muscle.name, &muscle.along, &muscle.points))
			add_statements(&muscle);
	}
}

/* --- groups --- */

/* `group NAME = TENDON, TENDON` of the members that are muscles of the model, if there are any. */
static void add_group(struct OsimModel *m, const struct XmlElement *element, struct NameTable *names)
{
	struct Diags *diags = m->o->diags;
	struct Stmt *group = stmt_new(diags, STMT_GROUP, element->span);
	bool *named = ARENA_ARRAY(diags->arena, bool, m->muscles.count + 1);
	const struct XmlValue *members = osim_content(element, "members");
	const char *at = members ? members->text : "";
	for (const char *member = osim_word(diags->arena, &at); member; member = osim_word(diags->arena, &at)) {
		int found = names_find(&m->muscle_names, member);
		if (found < 0 || named[found])
			continue;
		named[found] = true;
		struct Expr *name = made_name(diags, element->span, m->muscles.item[found].text);
		name->name.quoted = true;
		made_push(diags, &group->list, name);
	}
	if (!group->list.count)
		return;
	group->name = osim_name(m->o, element, "group");
	group->name.text = made_free_name(diags, names, group->name.text, "_group");
	m->tendons = statements_add(m->tendons, group);
}

static void add_groups(struct OsimModel *m)
{
	const struct XmlElement *set = xml_child(m->o->model, "ForceSet");
	const struct XmlElement *groups = set ? xml_child(set, "groups") : NULL;
	struct NameTable names = names_new(m->o->arena);
	for (const struct XmlElement *group = groups ? groups->first : NULL; group; group = group->next)
		if (xml_is(group, "ObjectGroup"))
			add_group(m, group, &names);
}

void osim_add_muscles(struct OsimModel *m)
{
	m->force_names = names_new(m->o->arena);
	m->wrap_names = names_new(m->o->arena);
	m->muscle_names = names_new(m->o->arena);
	for (const struct XmlElement *force = osim_first(m->o->model, "ForceSet"); force; force = force->next)
		if (osim_is_muscle(force))
			add_muscle(m, force);
	add_groups(m);
}

/* --- coordinates of points --- */

static void follow(struct Osim *o, const struct XmlElement *point, const char *name)
{
	const struct XmlValue *value = osim_socket_value(o, point, name);
	value = value ? value : osim_content(point, name);
	int found = value ? osim_find_coordinate(o, value->text) : -1;
	if (found >= 0)
		o->coordinate.item[found].followed = true;
}

void osim_follow_muscles(struct Osim *o)
{
	for (const struct XmlElement *force = osim_first(o->model, "ForceSet"); force; force = force->next) {
		const struct XmlElement *path = osim_is_muscle(force) ? path_of(force) : NULL;
		for (const struct XmlElement *p = path ? osim_first(path, "PathPointSet") : NULL; p; p = p->next) {
			if (xml_is(p, "ConditionalPathPoint"))
				follow(o, p, "coordinate");
			for (int axis = 0; axis < 3 && xml_is(p, "MovingPathPoint"); axis++)
				follow(o, p, axis_words[axis][1]);
		}
	}
}
