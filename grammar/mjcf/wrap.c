/* Geoms that spatial tendons run around, as wraps; and the length of a taut string around one, for springs at rest. */
#include "stages.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "grammar/import/made.h"
#include "shape.h"

static const double pi = 3.14159265358979323846;

/* --- lengths --- */

/* Points before and after a wrap, in its axes. Of a cylinder those in the plane across z. */
struct String {
	const struct MjWrap *wrap;
	double at[2][3], across[2], turned[2][3]; /* squares of the distances; n x P and n x S for the normal n */
	double along, cross, span2;               /* P . S, n . (P x S), |S - P|^2 */
};

static void see_string(struct String *s, const struct Pose *pose, const double end[2][3])
{
	double normal[3] = { 0, 0, 1 };
	for (int i = 0; i < 2; i++) {
		const double d[3] = { end[i][0] - pose->p[0], end[i][1] - pose->p[1], end[i][2] - pose->p[2] };
		pose_turn_back(pose, d, s->at[i]);
		if (!s->wrap->round)
			s->at[i][2] = 0;
		s->across[i] = vector_dot(s->at[i], s->at[i]);
	}
	if (s->wrap->round) {
		vector_cross(s->at[0], s->at[1], normal);
		made_unit_vector(normal);
	}
	for (int i = 0; i < 2; i++)
		vector_cross(normal, s->at[i], s->turned[i]);
	s->along = vector_dot(s->at[0], s->at[1]);
	s->cross = vector_dot(s->turned[0], s->at[1]);
	s->span2 = s->across[0] + s->across[1] - 2 * s->along;
}

static bool touches(const struct String *s)
{
	const double r = s->wrap->radius;
	return s->along < s->across[0] && s->along < s->across[1] && s->cross * s->cross < r * r * s->span2;
}

/* Does the straight line cross the ray away from the side? */
static bool passes_behind(const struct String *s)
{
	const double *side = s->wrap->side;
	return s->cross * vector_dot(side, s->turned[0]) < 0 && s->cross * vector_dot(side, s->turned[1]) > 0;
}

double mj_string_length(const struct MjWrap *wrap, const struct Pose *pose, const double end[2][3])
{
	struct String s = { .wrap = wrap };
	const double d[3] = { end[1][0] - end[0][0], end[1][1] - end[0][1], end[1][2] - end[0][2] };
	const double straight = vector_length(d), r = wrap->radius;
	see_string(&s, pose, end);
	const bool outside = s.across[0] > r * r && s.across[1] > r * r, behind = wrap->sided && passes_behind(&s);
	if (!outside || !(touches(&s) || behind))
		return straight;
	double tangent[2];
	for (int i = 0; i < 2; i++)
		tangent[i] = sqrt(s.across[i] - r * r);
	double turn = elementary_atan2(fabs(s.cross), s.along);
	double angle =
		(behind ? 2 * pi - turn : turn) - elementary_atan2(tangent[0], r) - elementary_atan2(tangent[1], r);
	double flat = tangent[0] + r * angle + tangent[1], rise = straight * straight - s.span2;
	return wrap->round || !(rise > 0) ? flat : sqrt(flat * flat + rise);
}

/* --- wraps --- */

/* The geom of that name; NULL after a diagnostic. */
static const struct MjGeom *find_geom(struct Mjcf *m, const struct XmlElement *element)
{
	const struct XmlValue name = xml_attribute(element, "geom");
	for (size_t i = 0; i < m->geom.count && name.text; i++) {
		const char *own = xml_attribute(m->geom.item[i].e.element, "name").text;
		if (own && strcmp(own, name.text) == 0)
			return &m->geom.item[i];
	}
	if (name.text && !mj_document(m, name.span)->lacking)
		diag(m->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no geom '%s'", name.text);
	return NULL;
}

/* The form of a geom and its place, z along its axis. False: it is no wrap. */
static bool read_form(struct Mjcf *m, const struct MjGeom *geom, struct MjWrap *wrap)
{
	struct MjSolid solid;
	if (!mj_form_read(m, geom, &solid) || solid.is_mesh)
		return false;
	const char *form = mj_form_name(&solid);
	wrap->round = strcmp(form, "sphere") == 0;
	if (!wrap->round && strcmp(form, "cylinder") != 0)
		return false;
	wrap->place = solid.place;
	if (solid.from_to && !wrap->round) {
		const double z[3] = { -solid.direction[0], -solid.direction[1], -solid.direction[2] };
		double R[3][3];
		mj_turn_z(m, solid.span, z, R, &wrap->place.at);
	}
	wrap->size = solid.size[0];
	wrap->radius = solid.size[0].value;
	wrap->body = geom->body;
	wrap->geom = geom;
	return wrap->radius > 0;
}

/* Reads the side of a tendon. False: it is inside, or on another body. */
static bool read_side(struct Mjcf *m, const struct XmlElement *element, struct MjWrap *wrap)
{
	int found = mj_find(m, element, "sidesite", THING_SITE);
	if (found < 0)
		return found == NONE;
	const struct MjSite *site = &m->site.item[found];
	const double *p = site->place.pose.p, *c = wrap->place.pose.p;
	const double d[3] = { p[0] - c[0], p[1] - c[1], p[2] - c[2] };
	pose_turn_back(&wrap->place.pose, d, wrap->side);
	if (!wrap->round)
		wrap->side[2] = 0;
	wrap->sided = true;
	return site->body == wrap->body && made_unit_vector(wrap->side) > wrap->radius;
}

bool mj_wrap_read(struct Mjcf *m, const struct XmlElement *element, struct MjWrap *wrap)
{
	*wrap = (struct MjWrap){ .span = element->span };
	const struct MjGeom *geom = find_geom(m, element);
	return geom && read_form(m, geom, wrap) && read_side(m, element, wrap);
}

/* The name of the geom's statement, which is made once. */
static const char *name_of(struct Mjcf *m, const struct MjWrap *wrap)
{
	struct Diags *diags = m->diags;
	const struct Span span = wrap->geom->e.element->span;
	for (size_t i = 0; i < m->wrap.count; i++)
		if (m->wrap.item[i].geom == wrap->geom)
			return m->wrap.item[i].name;
	const char *name = made_free_name(diags, &m->wraps, xml_attribute(wrap->geom->e.element, "name").text, "_wrap");
	struct Stmt *stmt = stmt_new(diags, STMT_WRAP, span);
	stmt->name = (struct Ident){ .text = name, .span = span, .quoted = true };
	stmt->joint = (struct Ident){ .text = wrap->round ? "sphere" : "cylinder", .span = span };
	made_push(diags, &stmt->list, made_scalar(diags, &wrap->size, "m"));
	stmt->on = (struct Ident){ .text = "world", .span = span };
	if (wrap->body != WORLD)
		stmt->on = m->body.item[wrap->body].name;
	stmt->at = wrap->place.at;
	m->statements = statements_add(m->statements, stmt);
	*ARENA_PUSH(m->arena, &m->wrap) = (struct MjWrapName){ wrap->geom, name };
	return name;
}

struct Expr *mj_way_around(struct Mjcf *m, const struct MjWrap *wrap)
{
	struct Figure side[3];
	struct Ident name = { .text = name_of(m, wrap), .span = wrap->span, .quoted = true };
	for (int i = 0; i < 3; i++)
		side[i] = figure_of(m->arena, wrap->span, made_tidy(m->arena, wrap->side[i]));
	if (!wrap->sided)
		return expr_around(m->diags, wrap->span, name, NULL, NULL);
	return expr_around(m->diags, wrap->span, name, "by", made_axis(m->diags, side));
}
