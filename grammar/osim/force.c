/* Forces along coordinates, of a <ForceSet>: SpringGeneralizedForce, ExpressionBasedCoordinateForce, and CoordinateLimitForce, whose stiffness and damping rise beyond a
 * limit along Simbody's step S(t) = 10 t^3 - 15 t^4 + 6 t^5 from 0 to 1:
 *   F = -S((q - q_u)/w) (K_u (q - q_u) + D qd) + S((q_l - q)/w) (K_l (q_l - q) - D qd). */
#include "stages.h"

#include <string.h>

/* Force being read, of a coordinate in degrees where OpenSim calls the coordinate rotational. */
struct CoordinateForce {
	struct OsimModel *m;
	const struct XmlElement *element;
	const char *position, *stiffness, *damping; /* units */
};

/* --- which forces --- */

static bool is_spring(const struct XmlElement *force)
{
	return xml_is(force, "SpringGeneralizedForce");
}

static bool is_limit(const struct XmlElement *force)
{
	return xml_is(force, "CoordinateLimitForce");
}

static bool is_formula(const struct XmlElement *force)
{
	return xml_is(force, "ExpressionBasedCoordinateForce");
}

static bool is_along(const struct XmlElement *force)
{
	return is_spring(force) || is_limit(force) || is_formula(force);
}

/* Number of the coordinate of such a force; -1: none. */
static int found_coordinate(const struct Osim *o, const struct XmlElement *force)
{
	const struct XmlValue *name = osim_content(force, "coordinate");
	return name ? osim_find_coordinate(o, name->text) : -1;
}

bool osim_is_aimless(const struct Osim *o, const struct XmlElement *force)
{
	return is_along(force) && found_coordinate(o, force) < 0;
}

/* The coordinate of such a force, if the coordinate has a joint of its own; NULL: none. */
static const struct OsimCoordinate *coordinate_of(const struct Osim *o, const struct XmlElement *force)
{
	const int found = is_along(force) ? found_coordinate(o, force) : -1;
	return found >= 0 && !o->coordinate.item[found].kept_by ? &o->coordinate.item[found] : NULL;
}

bool osim_is_coordinate_force(const struct Osim *o, const struct XmlElement *force)
{
	return coordinate_of(o, force) != NULL;
}

/* --- expressions --- */

static struct Expr *number(const struct CoordinateForce *f, const char *name, double usual, const char *unit)
{
	struct Osim *o = f->m->o;
	struct Figure figure = figure_of(o->arena, f->element->span, usual);
	osim_numbers(o, f->element, name, 1, &figure);
	return made_scalar(o->diags, &figure, unit);
}

static struct Expr *named(const struct CoordinateForce *f, const char *name)
{
	return made_name(f->m->o->diags, f->element->span, name);
}

static struct Expr *binary(const struct CoordinateForce *f, enum ExprKind kind, struct Expr *a, struct Expr *b)
{
	return expr_binary(f->m->o->diags, kind, a, b);
}

/* -K (q - rest) - D qd */
static struct Expr *spring(const struct CoordinateForce *f)
{
	struct Expr *stretch = binary(f, EXPR_SUB, named(f, "q"), number(f, "rest_length", 0, f->position));
	struct Expr *pull = binary(f, EXPR_MUL, number(f, "stiffness", 0, f->stiffness), stretch);
	struct Expr *drag = binary(f, EXPR_MUL, number(f, "viscosity", 0, f->damping), named(f, "qd"));
	struct Osim *o = f->m->o;
	return expr_negate(o->diags, f->element->span, binary(f, EXPR_ADD, pull, drag));
}

/* S(beyond/w) (K beyond + D qd), or - D qd at the lower limit, where `beyond` is positive below it. */
static struct Expr *stop(const struct CoordinateForce *f, const char *stiffness, bool lower, struct Expr *beyond)
{
	struct Osim *o = f->m->o;
	struct Expr *share = binary(f, EXPR_DIV, beyond, number(f, "transition", 0.1, f->position));
	struct Expr *push = binary(f, EXPR_MUL, number(f, stiffness, 1, f->stiffness), beyond);
	struct Expr *drag = binary(f, EXPR_MUL, number(f, "damping", 0.001, f->damping), named(f, "qd"));
	push = binary(f, lower ? EXPR_SUB : EXPR_ADD, push, drag);
	f->m->o->laws = true;
	return binary(f, EXPR_MUL, made_call_with(o->diags, f->element->span, "limit_rise", share), push);
}

static struct Expr *limit(const struct CoordinateForce *f)
{
	struct Expr *above = binary(f, EXPR_SUB, named(f, "q"), number(f, "upper_limit", 0, f->position));
	struct Expr *below = binary(f, EXPR_SUB, number(f, "lower_limit", 0, f->position), named(f, "q"));
	return binary(f, EXPR_SUB, stop(f, "lower_stiffness", true, below), stop(f, "upper_stiffness", false, above));
}

/* A formula of q and qdot; NULL: it is left out. */
static struct Expr *formula(const struct CoordinateForce *f)
{
	struct Diags *diags = f->m->o->diags;
	const struct Span span = f->element->span;
	const bool slides = strcmp(f->position, "m") == 0;
	struct Expr *length = made_digits(diags, span, "1", false, "m"),
		    *rate = made_digits(diags, span, "1", false, "s");
	struct Expr *speed = binary(f, EXPR_MUL, named(f, "qd"), rate);
	const struct OsimVariable variable[] = {
		{ "q", slides ? binary(f, EXPR_DIV, named(f, "q"), length) : named(f, "q") },
		{ "qdot", slides ? binary(f, EXPR_DIV, speed, length) : speed },
	};
	struct Expr *value = osim_formula(f->m, f->element, "expression", variable, 2);
	if (!value)
		osim_lose(f->m->o, LOSS_FORMULA, osim_name(f->m->o, f->element, "force"));
	return value ? binary(f, EXPR_MUL, value, made_digits(diags, span, "1", false, slides ? "N" : "N m")) : NULL;
}

/* --- coordinates --- */

/* Does OpenSim call the coordinate rotational: is it an angle of a turn as it stands? */
static bool is_rotational(struct Osim *o, const struct OsimCoordinate *c)
{
	const struct OsimJoint *joint = &o->joint.item[c->joint];
	bool any = false;
	for (int i = 0; i < joint->motions; i++) {
		const struct OsimMotion *motion = &joint->motion[i];
		any |= !motion->slides && motion->coordinates == 1 && &o->coordinate.item[motion->coordinate[0]] == c &&
		       osim_is_plain(o, motion->function);
	}
	return any;
}

struct Expr *osim_coordinate_forces(struct OsimModel *m, const struct OsimCoordinate *c)
{
	struct Osim *o = m->o;
	struct Expr *sum = NULL;
	const bool degrees = !c->slides && is_rotational(o, c);
	for (const struct XmlElement *e = osim_first(o->model, "ForceSet"); e && o->request->keep_forces; e = e->next) {
		struct CoordinateForce f = { m, e, "rad", "N m/rad", "N m s" };
		if (coordinate_of(o, e) != c || osim_is_off(e))
			continue;
		if (degrees && is_limit(e))
			f = (struct CoordinateForce){ m, e, "deg", "N m/deg", "N m s/deg" };
		if (c->slides)
			f = (struct CoordinateForce){ m, e, "m", "N/m", "N s/m" };
		struct Expr *force = is_limit(e) ? limit(&f) : is_spring(e) ? spring(&f) : formula(&f);
		if (force)
			sum = made_sum(o->diags, sum, force);
	}
	return sum;
}
