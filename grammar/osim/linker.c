/* Forces of a <ForceSet> between two places: springs and formulas along a line become tendons; bushings, and smooth spheres on
 * half-spaces, become wrenches with a law. Functions of laws.rig have the equations. */
#include "stages.h"

#include <string.h>

/* Force being read. */
struct Linker {
	struct OsimModel *m;
	const struct XmlElement *element;
	struct Ident name; /* of the statement */
};

/* --- numbers --- */

/* Numbers of a child as a number or vector in a unit; `usual` each without the child. */
static struct Expr *numbers(const struct Linker *k, const char *child, int count, double usual, const char *unit)
{
	struct Osim *o = k->m->o;
	struct Figure number[3];
	for (int i = 0; i < count; i++)
		number[i] = figure_of(o->arena, k->element->span, usual);
	osim_numbers(o, k->element, child, count, number);
	return count == 1 ? made_scalar(o->diags, number, unit)
	                  : made_vector(o->diags, k->element->span, number, count, unit);
}

static bool is_zero(const struct Linker *k, const char *child)
{
	struct Figure number[3];
	return !osim_numbers(k->m->o, k->element, child, 3, number) || figures_zero(number, 3);
}

static struct Expr *name(const struct Linker *k, const char *text)
{
	return made_name(k->m->o->diags, k->element->span, text);
}

static struct Expr *one(const struct Linker *k, const char *unit)
{
	return made_digits(k->m->o->diags, k->element->span, "1", false, unit);
}

/* --- statements --- */

/* FUNCTION(names, arguments): the names, "p v w", are those that a law has. */
static struct Expr *call(const struct Linker *k, const char *function, const char *names, struct Expr *const *argument,
                         size_t count)
{
	struct Osim *o = k->m->o;
	struct Arguments list = { 0 };
	for (const char *word = osim_word(o->arena, &names); word; word = osim_word(o->arena, &names))
		made_push(o->diags, &list, name(k, word));
	for (size_t i = 0; i < count; i++)
		made_push(o->diags, &list, argument[i]);
	return made_call(o->diags, k->element->span, function, list);
}

static bool is_still(const struct Osim *o, int body)
{
	while (body >= 0) {
		const int joint = o->body.item[body].joint;
		if (joint < 0 || o->joint.item[joint].motions)
			return false;
		body = o->joint.item[joint].parent.body;
	}
	return true;
}

static struct Ident frame(const struct Linker *k, const struct OsimPlace *place, const char *end)
{
	const char *wanted = text_print(k->m->o->arena, "%s_%s", k->name.text, end);
	return osim_place_name(k->m, place, wanted, k->element->span);
}

/* `wrench NAME on a place in another`; NULL after a diagnostic. */
static struct Stmt *wrench(const struct Linker *k, const struct OsimPlace *on, const char *on_end,
                           const struct OsimPlace *in, const char *in_end)
{
	struct Osim *o = k->m->o;
	if (on->body == OSIM_NOWHERE || in->body == OSIM_NOWHERE)
		return NULL;
	if (is_still(o, on->body) && is_still(o, in->body)) {
		osim_lose(o, LOSS_STILL, k->name);
		return NULL;
	}
	struct Stmt *stmt = stmt_new(o->diags, STMT_WRENCH, k->element->span);
	stmt->name = k->name;
	stmt->to = frame(k, in, in_end);
	stmt->on = frame(k, on, on_end);
	stmt->law = true;
	k->m->o->laws = true;
	k->m->wrenches = statements_add(k->m->wrenches, stmt);
	return stmt;
}

static struct Stmt *add_item(const struct Linker *k, struct Stmt *wrench, const char *word, struct Expr *value)
{
	struct Stmt *item = made_property(k->m->o->diags, word, k->element->span, value);
	wrench->block = statements_add(wrench->block, item);
	return item;
}

/* --- along a line --- */

/* A tendon between the points of the force, <point1> on <body1> and <point2> on <body2>. NULL after a diagnostic. */
static struct Stmt *line(const struct Linker *k)
{
	static const char *const words[2][2] = { { "body1", "point1" }, { "body2", "point2" } };
	struct Osim *o = k->m->o;
	const struct Span span = k->element->span;
	struct Stmt *tendon = stmt_new(o->diags, STMT_TENDON, span);
	for (int i = 0; i < 2; i++) {
		const struct OsimPlace place = osim_end_of(o, k->element, words[i][0]);
		if (place.body == OSIM_NOWHERE)
			return NULL;
		const char *wanted = text_print(o->arena, "%s_%s", k->name.text, words[i][1]);
		const struct Ident on = osim_place_name(k->m, &place, wanted, span);
		struct Expr *at = numbers(k, words[i][1], 3, 0, "m");
		made_push(o->diags, &tendon->list, expr_point(o->diags, span, on, at, NULL));
	}
	tendon->name = k->name;
	k->m->tendons = statements_add(k->m->tendons, tendon);
	return tendon;
}

/* It pulls with K (length - rest). */
static bool add_spring(const struct Linker *k)
{
	struct Stmt *tendon = line(k);
	if (!tendon)
		return true;
	struct Stmt *spring = add_item(k, tendon, "spring", numbers(k, "stiffness", 1, 1, "N/m"));
	made_push(k->m->o->diags, &spring->at, numbers(k, "rest_length", 1, 0, "m"));
	return true;
}

/* It pulls with a formula of the length d and its rate ddot. */
static bool add_line_formula(const struct Linker *k)
{
	struct Diags *diags = k->m->o->diags;
	const struct OsimVariable variable[] = {
		{ "d", expr_binary(diags, EXPR_DIV, name(k, "length"), one(k, "m")) },
		{ "ddot", expr_binary(diags, EXPR_DIV, name(k, "rate"), one(k, "m/s")) },
	};
	struct Expr *value = osim_formula(k->m, k->element, "expression", variable, 2);
	struct Stmt *tendon = value ? line(k) : NULL;
	if (tendon)
		add_item(k, tendon, "force",
		         expr_negate(diags, k->element->span, expr_binary(diags, EXPR_MUL, value, one(k, "N"))));
	return value != NULL;
}

/* --- bushings --- */

/* The frame of a bushing at an end: one of its sockets, or of a body before version 4. */
static struct OsimPlace place_of(const struct Linker *k, int end)
{
	struct Osim *o = k->m->o;
	const char *body = text_print(o->arena, "body_%d", end);
	if (!xml_child(k->element, body))
		return osim_socket(o, k->element, text_print(o->arena, "frame%d", end));
	struct OsimPlace place = osim_body_of(o, k->element, body);
	const struct OsimOffset offset = osim_offset(o, k->element, text_print(o->arena, "location_%s", body),
	                                             text_print(o->arena, "orientation_%s", body));
	osim_push(o, &place, &offset);
	return place;
}

/* `wrench` on the second frame in the first; NULL after a diagnostic. */
static struct Stmt *bushing_between(const struct Linker *k)
{
	const struct OsimPlace place[] = { place_of(k, 1), place_of(k, 2) };
	return wrench(k, &place[1], "frame2", &place[0], "frame1");
}

/* The damping of the second frame in the first. */
static void add_dampers(const struct Linker *k, struct Stmt *bushing)
{
	struct Expr *along[] = { numbers(k, "translational_damping", 3, 0, "N s/m") };
	struct Expr *about[] = { numbers(k, "rotational_damping", 3, 0, "N m s") };
	if (!is_zero(k, "translational_damping"))
		add_item(k, bushing, "force", call(k, "bushing_damping", "v", along, 1));
	if (!is_zero(k, "rotational_damping"))
		add_item(k, bushing, "moment", call(k, "gimbal_damping", "ez w", about, 1));
}

/* Springs along the axes of the first frame, and along the angles of the second in it. */
static bool add_bushing(const struct Linker *k)
{
	struct Expr *stiffness[] = { numbers(k, "translational_stiffness", 3, 0, "N/m"),
		                     numbers(k, "rotational_stiffness", 3, 0, "N m") };
	struct Stmt *bushing = bushing_between(k);
	if (bushing) {
		add_item(k, bushing, "potential", call(k, "gimbal_energy", "p ex ey ez", stiffness, 2));
		add_dampers(k, bushing);
	}
	return true;
}

/* The vector of three formulas, with the other sign, in a unit. NULL: a formula is left out. */
static struct Expr *formulas(const struct Linker *k, const char *letter, const struct OsimVariable variable[6],
                             const char *unit)
{
	struct Osim *o = k->m->o;
	struct Arguments list = { 0 };
	for (int i = 0; i < 3; i++) {
		const char *child = text_print(o->arena, "%s%c_expression", letter, "xyz"[i]);
		struct Expr *value = osim_formula(k->m, k->element, child, variable, 6);
		if (!value)
			return NULL;
		made_push(o->diags, &list, expr_negate(o->diags, k->element->span, value));
	}
	return expr_binary(o->diags, EXPR_MUL, expr_vector(o->diags, k->element->span, list), one(k, unit));
}

/* Formulas of the angles and the position of the second frame in the first. */
static bool add_formula_bushing(const struct Linker *k)
{
	static const char *const shift[] = { "delta_x", "delta_y", "delta_z" }, *const axis[] = { "x", "y", "z" };
	struct Osim *o = k->m->o;
	struct OsimVariable variable[6] = { { "theta_x", call(k, "gimbal_x", "ez", NULL, 0) },
		                            { "theta_y", call(k, "gimbal_y", "ez", NULL, 0) },
		                            { "theta_z", call(k, "gimbal_z", "ex ey", NULL, 0) } };
	for (int i = 0; i < 3; i++) {
		const struct Ident component = { .text = axis[i], .span = k->element->span };
		struct Expr *place = expr_component(o->diags, name(k, "p"), component);
		variable[3 + i] =
			(struct OsimVariable){ shift[i], expr_binary(o->diags, EXPR_DIV, place, one(k, "m")) };
	}
	struct Expr *moment[] = { formulas(k, "M", variable, "N m") }, *force = formulas(k, "F", variable, "N");
	if (!moment[0] || !force)
		return false;
	struct Stmt *bushing = bushing_between(k);
	if (bushing) {
		add_item(k, bushing, "force", force);
		add_item(k, bushing, "moment", call(k, "gimbal_moment", "ez", moment, 1));
		add_dampers(k, bushing);
	}
	return true;
}

/* --- a sphere on a half-space --- */

/* The shape of a kind that a socket names; NULL after a diagnostic. */
static const struct XmlElement *shape_of(const struct Linker *k, const char *socket, const char *kind)
{
	struct Osim *o = k->m->o;
	const struct XmlValue *path = osim_socket_value(o, k->element, socket);
	const char *wanted = path ? osim_last_part(path->text) : "";
	for (const struct XmlElement *e = osim_first(o->model, "ContactGeometrySet"); e; e = e->next) {
		const struct XmlValue given = xml_attribute(e, "name");
		if (given.text && strcmp(given.text, wanted) == 0 && xml_is(e, kind)) {
			*ARENA_PUSH(o->arena, &o->touching) = e;
			return e;
		}
	}
	diag(o->diags, CHECK_OSIM_MISSING, path ? path->span : k->element->span, "there is no %s '%s'", kind, wanted);
	return NULL;
}

static const double quarter = 1.57079632679489661923; /* rad, a quarter turn */

/* Frame of a shape. `turned`: its z axis is the normal of a half-space, which is where x > 0. */
static struct OsimPlace place_of_shape(const struct Linker *k, const struct XmlElement *shape, bool turned)
{
	struct Osim *o = k->m->o;
	struct OsimPlace place = osim_socket(o, shape, "frame");
	struct OsimOffset offset = osim_offset(o, shape, "location", "orientation");
	if (place.body == OSIM_NOWHERE)
		return place;
	osim_push(o, &place, &offset);
	if (turned) {
		for (int i = 0; i < 3; i++)
			offset.shift[i] = offset.turn[i] = figure_of(o->arena, k->element->span, 0);
		offset.turn[1] = figure_of(o->arena, k->element->span, -quarter);
		osim_push(o, &place, &offset);
	}
	return place;
}

static bool is_usual(const struct Linker *k, const char *child, double usual)
{
	struct Figure number;
	return !osim_numbers(k->m->o, k->element, child, 1, &number) || number.value == usual;
}

static bool is_positive(const struct Linker *k, const char *child, double usual)
{
	struct Figure number;
	return osim_numbers(k->m->o, k->element, child, 1, &number) ? number.value > 0 : usual > 0;
}

/* OpenSim's constants are those of laws.rig, unless the file has others. */
static bool add_contact(const struct Linker *k)
{
	const struct XmlElement *sphere = shape_of(k, "sphere", "ContactSphere"),
				*ground = shape_of(k, "half_space", "ContactHalfSpace");
	if (!sphere || !ground)
		return true;
	if (!is_usual(k, "constant_contact_force", 1e-5) || !is_usual(k, "hertz_smoothing", 300) ||
	    !is_usual(k, "hunt_crossley_smoothing", 50))
		return false;
	struct Linker of_sphere = *k;
	of_sphere.element = sphere;
	if (!is_positive(&of_sphere, "radius", 0) || !is_positive(k, "transition_velocity", 0.01)) {
		osim_lose(k->m->o, LOSS_SIZE, k->name);
		return true;
	}
	struct Expr *radius = numbers(&of_sphere, "radius", 1, 0, "m");
	struct Expr *push[] = { radius, numbers(k, "stiffness", 1, 1, "N/m^2"),
		                numbers(k, "dissipation", 1, 0, "s/m") };
	struct Expr *argument[] = {
		call(k, "moco_push", "p v w", push, 3),      call(k, "moco_velocity", "p v w", &radius, 1),
		numbers(k, "static_friction", 1, 0, NULL),   numbers(k, "dynamic_friction", 1, 0, NULL),
		numbers(k, "viscous_friction", 1, 0, "s/m"), numbers(k, "transition_velocity", 1, 0.01, "m/s")
	};
	const struct OsimPlace on = place_of_shape(k, sphere, false), in = place_of_shape(k, ground, true);
	struct Stmt *contact = wrench(k, &on, "sphere", &in, "ground");
	if (contact) {
		struct Stmt *force = add_item(k, contact, "force",
		                              call(k, "moco_sphere", "", argument, sizeof argument / sizeof *argument));
		made_push(k->m->o->diags, &force->at, call(k, "moco_point", "p", &radius, 1));
	}
	return true;
}

/* --- which forces --- */

static const struct LinkerType {
	const char *name;
	bool (*add)(const struct Linker *k); /* false: the language does not have it */
} types[] = {
	{ "PointToPointSpring", add_spring },
	{ "ExpressionBasedPointToPointForce", add_line_formula },
	{ "BushingForce", add_bushing },
	{ "ExpressionBasedBushingForce", add_formula_bushing },
	{ "SmoothSphereHalfSpaceForce", add_contact },
};

static const struct LinkerType *type_of(const struct XmlElement *force)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (xml_is(force, types[i].name))
			return &types[i];
	return NULL;
}

bool osim_is_linker(const struct XmlElement *force)
{
	return type_of(force) != NULL;
}

void osim_add_linkers(struct OsimModel *m)
{
	struct Osim *o = m->o;
	for (const struct XmlElement *force = osim_first(o->model, "ForceSet"); force; force = force->next) {
		const struct LinkerType *type = type_of(force);
		const bool read = type || osim_is_coordinate_force(o, force);
		struct Linker k = { m, force, osim_name(o, force, "force") };
		if (read && osim_is_off(force)) {
			osim_lose(o, LOSS_FORCE_OFF, k.name);
		} else if (type) {
			k.name.text = made_free_name(o->diags, &m->tendon_names, k.name.text, "_force");
			k.name.quoted = true;
			osim_check(o, force);
			if (!type->add(&k))
				osim_lose(o, LOSS_FORMULA, k.name);
		}
	}
}
