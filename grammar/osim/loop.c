#include "stages.h"

/* A constraint between two bodies. `frame`: names of sockets of version 4 that may be offset frames, or NULL. `body`,
 * `shift`, `turn`: names of the elements, of both ends. */
static const struct OsimConstraint {
	const char *name, *kind;
	const char *frame[2], *body[2], *shift[2], *turn[2];
	const char *axis, *length; /* the argument of the kind, or NULL */
} constraints[] = {
	{ .name = "WeldConstraint",
	  .kind = "fixed",
	  .frame = { "frame1", "frame2" },
	  .body = { "body_1", "body_2" },
	  .shift = { "location_body_1", "location_body_2" },
	  .turn = { "orientation_body_1", "orientation_body_2" } },
	{ .name = "PointConstraint",
	  .kind = "spherical",
	  .body = { "body_1", "body_2" },
	  .shift = { "location_body_1", "location_body_2" },
	  .turn = { "", "" } },
	{ .name = "ConstantDistanceConstraint",
	  .kind = "distance",
	  .body = { "body_1", "body_2" },
	  .shift = { "location_body_1", "location_body_2" },
	  .turn = { "", "" },
	  .length = "constant_distance" },
	{ .name = "PointOnLineConstraint",
	  .kind = "slot",
	  .body = { "line_body", "follower_body" },
	  .shift = { "point_on_line", "point_on_follower" },
	  .turn = { "", "" },
	  .axis = "line_direction_vec" },
};

static struct OsimPlace end_of(struct Osim *o, const struct XmlElement *element, const struct OsimConstraint *row,
                               int k)
{
	struct OsimPlace place;
	if (row->frame[k] && !o->joints_in_bodies)
		return osim_socket(o, element, row->frame[k]);
	place = osim_end_of(o, element, row->body[k]);
	struct OsimOffset offset = osim_offset(o, element, row->shift[k], row->turn[k]);
	osim_push(o, &place, &offset);
	return place;
}

/* The axis or the length of a kind; NULL: it has none, or after a diagnostic. */
static struct Expr *argument_of(struct Osim *o, const struct XmlElement *element, const struct OsimConstraint *row)
{
	const char *what = row->axis ? row->axis : row->length;
	struct Figure number[3];
	if (!what)
		return NULL;
	if (osim_numbers(o, element, what, row->axis ? 3 : 1, number))
		return row->axis ? made_vector(o->diags, number[0].span, number, 3, NULL)
		                 : made_scalar(o->diags, number, "m");
	if (!osim_content(element, what))
		diag(o->diags, CHECK_OSIM_MISSING, element->span, "this <%s> has no <%s>", element->name, what);
	return NULL;
}

static void add_loop(struct OsimModel *m, const struct XmlElement *element, const struct OsimConstraint *row)
{
	struct Osim *o = m->o;
	struct OsimPlace from = end_of(o, element, row, 0), to = end_of(o, element, row, 1);
	if (from.body == OSIM_NOWHERE || to.body == OSIM_NOWHERE)
		return;
	struct MadeLoop loop = { .span = element->span,
		                 .name = osim_name(o, element, "loop"),
		                 .kind = row->kind,
		                 .argument = argument_of(o, element, row),
		                 .end = { osim_end(o, &from, element->span), osim_end(o, &to, element->span) } };
	loop.name.text = made_free_name(o->diags, &m->names, loop.name.text, "_loop");
	m->loops = statements_add(m->loops, made_loop(o->diags, &loop, &m->names, &m->frames));
}

static void left_out(struct Osim *o, const struct XmlElement *element)
{
	struct Diag *d =
		diag(o->diags, CHECK_LOOP_LEFT_OUT, element->span, "constraint '%s' is left out: no loop is a %s",
	             osim_name(o, element, "").text, element->name);
	diag_help(o->diags, d, "`rigidc import` the model and write `loop NAME : KIND from FRAME to FRAME`");
}

/* A joint that closes a loop: the body at its end, or its place on its parent, is fixed to its child. */
static void add_closing(struct OsimModel *m, const struct OsimClosing *closing)
{
	struct Osim *o = m->o;
	const struct OsimJoint *joint = &o->joint.item[closing->joint];
	struct Span span = joint->name.span;
	struct OsimPlace end = { .body = closing->end };
	struct MadeLoop loop = { .span = span,
		                 .name = joint->name,
		                 .kind = "fixed",
		                 .end = { osim_end(o, closing->end == OSIM_NOWHERE ? &joint->parent : &end, span),
		                          osim_end(o, &closing->child, span) } };
	loop.name.text = made_free_name(o->diags, &m->names, loop.name.text, "_loop");
	m->loops = statements_add(m->loops, made_loop(o->diags, &loop, &m->names, &m->frames));
}

void osim_add_loops(struct OsimModel *m)
{
	struct Osim *o = m->o;
	for (size_t i = 0; i < o->closing.count; i++)
		add_closing(m, &o->closing.item[i]);
	for (const struct XmlElement *c = osim_first(o->model, "ConstraintSet"); c; c = c->next) {
		size_t i = 0, count = sizeof constraints / sizeof *constraints;
		if (!osim_is_on(c))
			osim_lose(o, LOSS_OFF, osim_name(o, c, c->name));
		while (i < count && !xml_is(c, constraints[i].name))
			i++;
		if (!osim_is_on(c) || osim_is_coupler(c))
			continue;
		if (i < count)
			add_loop(m, c, &constraints[i]);
		else
			left_out(o, c);
	}
}
