/* Shapes that muscles run over, as wraps: cylinders and spheres, each on its body, and their places in the paths of muscles. */
#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

enum { MOST_IN_A_ROW = 4 }; /* of wraps, in the language */

/* --- shapes --- */

static const struct {
	const char *element, *kind; /* NULL: none that a model has */
	enum OsimLossId loss;       /* of muscles over it */
} shapes[] = {
	{ "WrapCylinder", "cylinder", LOSS_OVER_SIDE },
	{ "WrapSphere", "sphere", LOSS_OVER_SIDE },
	{ "WrapEllipsoid", NULL, LOSS_OVER_ELLIPSOID },
	{ "WrapTorus", NULL, LOSS_OVER_TORUS },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* The shape that a path names; NULL: none, or one that the model does not have. */
static const struct XmlElement *shape_of(struct Osim *o, const struct XmlElement *wrap)
{
	const struct XmlValue *name = osim_content(wrap, "wrap_object");
	for (const struct XmlElement *e = o->model; e && name; e = xml_walk(e, o->model)) {
		const char *own = strncmp(e->name, "Wrap", 4) == 0 ? xml_attribute(e, "name").text : NULL;
		if (own && strcmp(own, osim_last_part(name->text)) == 0)
			return e;
	}
	return NULL;
}

static int kind_of(const struct XmlElement *shape)
{
	int i = 0;
	while (i < SHAPES && !xml_is(shape, shapes[i].element))
		i++;
	return i;
}

static bool is_switched_off(const struct XmlElement *shape)
{
	return osim_is_false(shape, "active");
}

/* Its <quadrant>: an axis from 0 and a sign; false: it has no side. */
static bool quadrant_of(const struct XmlElement *shape, int *axis, bool *negative)
{
	const struct XmlValue *quadrant = osim_content(shape, "quadrant");
	const char *text = quadrant ? quadrant->text : "";
	*negative = *text == '-';
	text += *text == '-' || *text == '+';
	const char *letter = *text && !text[1] ? strchr("xyzXYZ", *text) : NULL;
	if (letter)
		*axis = (int)(letter - "xyzXYZ") % 3;
	return letter;
}

/* --- statements --- */

/* Place of a shape on the body that it belongs to. */
static struct OsimPlace place_of(struct Osim *o, const struct XmlElement *shape)
{
	struct OsimPlace place = osim_owner_place(o, shape);
	struct OsimOffset offset = osim_offset(o, shape, "translation", "xyz_body_rotation");
	osim_push(o, &place, &offset);
	return place;
}

/* `wrap NAME : KIND(...) on BODY at ...`; false after a diagnostic. */
static bool add_statement(struct OsimModel *m, const struct XmlElement *shape, const char *name)
{
	struct Osim *o = m->o;
	struct Figure size;
	struct OsimPlace place = place_of(o, shape);
	struct Stmt *wrap = stmt_new(o->diags, STMT_WRAP, shape->span);
	if (place.body == OSIM_NOWHERE)
		return false;
	if (!osim_numbers(o, shape, "radius", 1, &size)) {
		if (!osim_content(shape, "radius"))
			diag(o->diags, CHECK_OSIM_MISSING, shape->span, "this <%s> has no <radius>", shape->name);
		return false;
	}
	struct MadeEnd end = osim_end(o, &place, shape->span);
	wrap->name = (struct Ident){ .text = name, .span = shape->span, .quoted = true };
	wrap->joint = (struct Ident){ .text = shapes[kind_of(shape)].kind, .span = shape->span };
	made_push(o->diags, &wrap->list, made_scalar(o->diags, &size, "m"));
	if (xml_is(shape, "WrapCylinder") && osim_numbers(o, shape, "length", 1, &size) && size.value > 0)
		made_push(o->diags, &wrap->list, made_scalar(o->diags, &size, "m"));
	wrap->on = end.on;
	wrap->at = end.at;
	m->tendons = statements_add(m->tendons, wrap);
	return true;
}

/* The name of a shape's statement, which is made once; NULL after a diagnostic. */
static const char *name_of(struct OsimModel *m, const struct XmlElement *shape)
{
	for (size_t i = 0; i < m->wraps.count; i++)
		if (m->wraps.item[i].element == shape)
			return m->wraps.item[i].name;
	const char *name = made_free_name(m->o->diags, &m->wrap_names, osim_name(m->o, shape, "wrap").text, "_wrap");
	name = add_statement(m, shape, name) ? name : NULL;
	*ARENA_PUSH(m->o->arena, &m->wraps) = (struct OsimWrap){ shape, name };
	return name;
}

static struct Expr *way_around(struct OsimModel *m, const struct XmlElement *shape, struct Span span)
{
	static const char *const axes[] = { "x", "y", "z" };
	struct Diags *diags = m->o->diags;
	const char *name = name_of(m, shape);
	struct Expr *side = NULL;
	bool negative;
	int axis;
	if (quadrant_of(shape, &axis, &negative)) {
		side = made_name(diags, span, axes[axis]);
		side = negative ? expr_negate(diags, span, side) : side;
	}
	const struct Ident wrap = { .text = name, .span = span, .quoted = true };
	return name ? expr_around(diags, span, wrap, side ? "side" : NULL, side) : NULL;
}

/* --- places in a path --- */

/* A wrap of a path, and the gap behind this point in which it is; -1: not yet found. */
struct Placed {
	const struct XmlElement *shape;
	struct Span span;
	int gap, body;
};

static bool counts_always(const struct OsimPath *path, int i)
{
	return !path->item[i].conditional;
}

/* Ends of the run of gaps with gap `gap`: points that count always. False: there is none on one side. */
static bool run_of(const struct OsimPath *path, int gap, int *first, int *last)
{
	*first = gap;
	*last = gap + 1;
	while (*first >= 0 && !counts_always(path, *first))
		--*first;
	while (*last < (int)path->count && !counts_always(path, *last))
		++*last;
	return *first >= 0 && *last < (int)path->count;
}

/* The first and last point between which a wrap may bend the path: <range>, from 1, or all. */
static void range_of(struct Osim *o, const struct XmlElement *wrap, const struct OsimPath *path, int range[2])
{
	struct Figure given[2];
	int last = (int)path->count - 1;
	range[0] = 0;
	range[1] = last;
	if (!osim_numbers(o, wrap, "range", 2, given))
		return;
	if (given[0].value >= 1 && given[0].value <= last)
		range[0] = (int)given[0].value - 1;
	if (given[1].value >= 1 && given[1].value <= last)
		range[1] = (int)given[1].value - 1;
}

struct PlacedList ARENA_LIST(struct Placed);

/* Adds a wrap once for each run of gaps in its range. A wrap with a side bends one run alone, none with both ends on its own body.
 * False: its run is not known. */
static bool place_wrap(struct Osim *o, const struct XmlElement *wrap, const struct XmlElement *shape,
                       const struct OsimPath *path, struct PlacedList *all)
{
	int range[2], axis, done = -1, runs = 0;
	bool negative, sided = quadrant_of(shape, &axis, &negative);
	const int body = place_of(o, shape).body;
	range_of(o, wrap, path, range);
	for (int gap = range[0]; gap < range[1]; gap++) {
		int first, last;
		if (gap < done || !run_of(path, gap, &first, &last))
			continue;
		done = last;
		if (sided && path->item[first].body == body && path->item[last].body == body)
			continue;
		int at = gap;
		while (at + 1 < last && at + 1 < range[1] && path->item[at].body == path->item[at + 1].body)
			at++;
		*ARENA_PUSH(o->arena, all) = (struct Placed){ shape, wrap->span, at, body };
		runs++;
	}
	return !(sided && (runs > 1 || (axis == 2 && xml_is(shape, "WrapCylinder"))));
}

/* Puts wraps in one gap in their order along the path: those on the body of the point before it, others as the file has them, those
 * on the body of the point behind it. */
static int order_of(const struct OsimPath *path, const struct Placed *placed)
{
	return path->item[placed->gap].body == placed->body       ? 0
	       : path->item[placed->gap + 1].body == placed->body ? 2
	                                                          : 1;
}

static bool is_crowded(const struct OsimPath *path, const struct PlacedList *all)
{
	for (size_t i = 0; i < all->count; i++) {
		int first, last, wraps = 0;
		run_of(path, all->item[i].gap, &first, &last);
		for (size_t k = 0; k < all->count; k++)
			wraps += all->item[k].gap >= first && all->item[k].gap < last;
		if (wraps > MOST_IN_A_ROW)
			return true;
	}
	return false;
}

/* The points with the wraps between them. False after a diagnostic. */
static bool join(struct OsimModel *m, const struct OsimPath *path, const struct PlacedList *all,
                 struct Arguments *points)
{
	for (int i = 0; i < (int)path->count; i++) {
		made_push(m->o->diags, points, path->item[i].point);
		for (int order = 0; order < 3; order++)
			for (size_t k = 0; k < all->count; k++) {
				const struct Placed *placed = &all->item[k];
				if (placed->gap != i || order_of(path, placed) != order)
					continue;
				struct Expr *around = way_around(m, placed->shape, placed->span);
				if (!around)
					return false;
				made_push(m->o->diags, points, around);
			}
	}
	return true;
}

bool osim_lose_wrapped(struct Osim *o, const struct XmlElement *path, struct Ident name)
{
	for (const struct XmlElement *wrap = osim_first(path, "PathWrapSet"); wrap; wrap = wrap->next) {
		const struct XmlElement *shape = xml_is(wrap, "PathWrap") ? shape_of(o, wrap) : NULL;
		int kind = shape ? kind_of(shape) : SHAPES;
		if (kind == SHAPES || shapes[kind].kind || is_switched_off(shape))
			continue;
		osim_lose(o, shapes[kind].loss, name);
		return true;
	}
	return false;
}

bool osim_wrap(struct OsimModel *m, const struct XmlElement *element, struct Ident name, const struct OsimPath *path,
               struct Arguments *points)
{
	struct Osim *o = m->o;
	struct PlacedList all = { 0 };
	for (const struct XmlElement *wrap = osim_first(element, "PathWrapSet"); wrap; wrap = wrap->next) {
		const struct XmlElement *shape = xml_is(wrap, "PathWrap") ? shape_of(o, wrap) : NULL;
		if (!shape || kind_of(shape) == SHAPES || is_switched_off(shape))
			continue;
		if (!place_wrap(o, wrap, shape, path, &all)) {
			osim_lose(o, LOSS_OVER_SIDE, name);
			return false;
		}
	}
	if (is_crowded(path, &all)) {
		osim_lose(o, LOSS_OVER_MANY, name);
		return false;
	}
	return join(m, path, &all, points);
}
