#include "equality.h"

#include <string.h>

#include "classes.h"
#include "grammar/made.h"
#include "losses.h"
#include "place.h"
#include "value.h"

enum { FROM, TO, ENDS };

/* Is it taken? Inactive ones are counted. */
static bool is_active(struct Mjcf *m, const struct XmlElement *element)
{
	struct MjElement e = mj_element(m, element, m->outermost);
	e.kind = "equality";
	bool active = mj_true(m, &e, "active", true) && !m->settings.no_equality;
	if (!active)
		mj_lose(m, LOSS_INACTIVE, element->span, xml_attribute(element, "name").text);
	return active;
}

/* --- joints --- */

/* Unit of the coefficient of q2^power in q1. Angles have no dimension; they are written for the first power. */
static const char *unit_of(struct Mjcf *m, const struct MjJoint *own, const struct MjJoint *other, int power)
{
	bool slides = own->kind == MJ_SLIDE, by_length = other && other->kind == MJ_SLIDE;
	if (power == 0 || !by_length)
		return slides ? (power == 1 ? "m/rad" : "m") : power == 0 ? "rad" : NULL;
	if (slides && power == 1)
		return NULL;
	const char *unit = slides ? "m" : "rad";
	return power == 1 ? text_print(m->arena, "%s/m", unit) : text_print(m->arena, "%s/m^%d", unit, power);
}

/* c * x^power, with the sign of c in front; x alone for 1. */
static struct Expr *term(struct Mjcf *m, const struct Figure *c, const char *unit, struct Expr *x, int power)
{
	struct Figure size = *c;
	struct Expr *value = x;
	size.negative = false;
	if (power > 1)
		value = expr_binary(m->diags, EXPR_POWER, x, made_number(m->diags, c->span, power, NULL));
	if (unit || !(c->value == 1 || c->value == -1))
		value = expr_binary(m->diags, EXPR_MUL, made_scalar(m->diags, &size, unit), value);
	return c->negative ? expr_negate(m->diags, c->span, value) : value;
}

/* Position of a joint that is shown, in its unit. */
static struct Expr *shown(struct Mjcf *m, const struct MjJoint *joint)
{
	return joint->kind == MJ_HINGE ? mj_angle(m, &joint->shown) : made_scalar(m->diags, &joint->shown, "m");
}

/* ref1 + c0 + c1 (q2 - ref2) + ... + c4 (q2 - ref2)^4; without q2 the first two. */
static struct Expr *coupling(struct Mjcf *m, const struct XmlElement *element, const struct MjJoint *own,
                             const struct MjJoint *other)
{
	struct MjElement e = { .element = element,
		               .class = mj_class(m, element, "class", m->outermost),
		               .kind = "equality" };
	struct Span span = element->span;
	struct Figure c[5];
	struct Expr *sum = own->ref != 0 ? shown(m, own) : NULL, *x = NULL;
	for (int i = 0; i < 5; i++)
		c[i] = figure_of(m->arena, span, i == 1);
	struct Figure given[5];
	int count = mj_numbers(m, &e, "polycoef", 5, given);
	for (int i = 0; i < count; i++)
		c[i] = given[i];
	if (!c[0].zero)
		sum = made_sum(m->diags, sum, made_scalar(m->diags, &c[0], unit_of(m, own, other, 0)));
	if (other) {
		x = expr_name(m->diags, (struct Ident){ .text = other->name.text, .span = span, .quoted = true });
		if (other->ref != 0) {
			struct Figure back = other->shown;
			back.negative = !back.negative;
			back.value = -back.value;
			struct MjJoint reverse = *other;
			reverse.shown = back;
			x = made_sum(m->diags, x, shown(m, &reverse));
		}
	}
	for (int i = 1; i < 5 && other; i++)
		if (!c[i].zero)
			sum = made_sum(m->diags, sum, term(m, &c[i], unit_of(m, own, other, i), x, i));
	return sum ? sum : made_digits(m->diags, span, "0", false, NULL);
}

static bool has_one_coordinate(struct Mjcf *m, const struct XmlElement *element, int joint)
{
	bool one = m->joint.item[joint].kind <= MJ_SLIDE;
	if (!one)
		diag(m->diags, CHECK_COUPLING, element->span, "'%s' has more than one coordinate",
		     m->joint.item[joint].name.text);
	return one;
}

static void read_coupling(struct Mjcf *m, const struct XmlElement *element)
{
	int first = mj_find(m, element, "joint1", THING_JOINT), second = mj_find(m, element, "joint2", THING_JOINT);
	if (first == NONE)
		diag(m->diags, CHECK_MISSING_PART, element->span, "this <joint> has no joint1=\"...\"");
	if (first < 0 || second == UNKNOWN || !has_one_coordinate(m, element, first) ||
	    (second >= 0 && !has_one_coordinate(m, element, second)) || !is_active(m, element))
		return;
	struct MjJoint *joint = &m->joint.item[first];
	if (joint->coupled) {
		mj_lose(m, LOSS_COUPLED_TWICE, element->span, joint->name.text);
		return;
	}
	mj_lose(m, LOSS_SOFT, element->span, joint->name.text);
	joint->coupled = coupling(m, element, joint, second >= 0 ? &m->joint.item[second] : NULL);
}

/* --- loops --- */

/* A loop between two places on bodies. */
struct Loop {
	const struct XmlElement *element;
	struct MjElement e;
	int body[ENDS]; /* or WORLD */
	struct MadePose pose[ENDS];
	struct Ident site[ENDS]; /* an end that has a name, or none */
};

static const struct MadePose *pose_of(const struct Mjcf *m, int body)
{
	return body == WORLD ? &made_here : &m->body.item[body].world;
}

/* Ends as sites, or as bodies of which the second may be the world. False after a diagnostic. */
static bool read_ends(struct Mjcf *m, struct Loop *loop)
{
	static const char *const site[] = { "site1", "site2" }, *const body[] = { "body1", "body2" };
	for (int k = 0; k < ENDS; k++) {
		int at = mj_find(m, loop->element, site[k], THING_SITE);
		const char *given = xml_attribute(loop->element, body[k]).text;
		bool world = given && strcmp(given, "world") == 0;
		int on = world ? NONE : mj_find(m, loop->element, body[k], THING_BODY);
		if (at == UNKNOWN || on == UNKNOWN)
			return false;
		loop->body[k] = at >= 0 ? m->site.item[at].body : on >= 0 ? on : WORLD;
		loop->pose[k] = at >= 0 ? m->site.item[at].place.pose : made_here;
		if (at >= 0)
			loop->site[k] = m->site.item[at].name;
		if (k == FROM && at == NONE && on == NONE && !world) {
			diag(m->diags, CHECK_MISSING_PART, loop->element->span, "this <%s> has no body1=\"...\"",
			     loop->element->name);
			return false;
		}
	}
	return true;
}

/* The place of the first end, seen from the second body as the file shows both. */
static void meet(struct Mjcf *m, struct Loop *loop)
{
	struct MadePose here = made_pose_times(pose_of(m, loop->body[FROM]), &loop->pose[FROM]);
	loop->pose[TO] = made_pose_from(pose_of(m, loop->body[TO]), &here);
}

/* `anchor` is on the first body. */
static void connect(struct Mjcf *m, struct Loop *loop)
{
	struct Figure anchor[3];
	if (loop->site[FROM].text)
		return;
	if (mj_exactly(m, &loop->e, "anchor", 3, anchor))
		for (int i = 0; i < 3; i++)
			loop->pose[FROM].p[i] = anchor[i].value;
	meet(m, loop);
	memcpy(loop->pose[TO].R, made_here.R, sizeof made_here.R); /* a point has no axes */
}

/* `relpose` is the second body seen from the first, `anchor` a point on the second. */
static void weld(struct Mjcf *m, struct Loop *loop)
{
	struct Figure anchor[3], relative[7];
	struct MadePose at = made_here, turned = made_here;
	if (loop->site[FROM].text)
		return;
	bool given = mj_exactly(m, &loop->e, "relpose", 7, relative);
	if (given && !(relative[3].zero && relative[4].zero && relative[5].zero && relative[6].zero)) {
		for (int i = 0; i < 3; i++)
			turned.p[i] = relative[i].value;
		double q[4] = { relative[4].value, relative[5].value, relative[6].value, relative[3].value };
		made_quaternion_turn(q, turned.R);
	} else {
		turned = made_pose_from(pose_of(m, loop->body[FROM]), pose_of(m, loop->body[TO]));
	}
	if (mj_exactly(m, &loop->e, "anchor", 3, anchor))
		for (int i = 0; i < 3; i++)
			at.p[i] = anchor[i].value;
	loop->pose[FROM] = made_pose_times(&turned, &at);
	loop->pose[TO] = at;
}

static struct Ident body_name(const struct Mjcf *m, int body, struct Span span)
{
	if (body == WORLD)
		return (struct Ident){ .text = "world", .span = span };
	return (struct Ident){ .text = m->body.item[body].name.text, .span = span, .quoted = true };
}

/* The end of a loop: a site, a body, or a frame that is added on it. */
static struct Ident end_place(struct Mjcf *m, const struct Loop *loop, const char *name, int k)
{
	struct Span span = loop->element->span;
	struct Ident on = body_name(m, loop->body[k], span);
	if (loop->site[k].text)
		return loop->site[k];
	struct Arguments at = made_pose_items(m->diags, span, &loop->pose[k]);
	if (!at.count)
		return on;
	struct Stmt *frame = stmt_new(m->diags, STMT_FRAME, span);
	const char *wanted = text_print(m->arena, "%s_%s", name, k == FROM ? "from" : "to");
	frame->name = (struct Ident){ .text = mj_free_name(m, &m->places, wanted, ""), .span = span, .quoted = true };
	frame->on = on;
	frame->at = at;
	m->statements = statements_add(m->statements, frame);
	return frame->name;
}

/* Name of the loop: as written, or of its bodies. */
static const char *loop_name(struct Mjcf *m, const struct Loop *loop)
{
	struct XmlValue name = xml_attribute(loop->element, "name");
	struct Span span = loop->element->span;
	const char *wanted = name.text && *name.text
	                             ? name.text
	                             : text_print(m->arena, "%s_%s", body_name(m, loop->body[FROM], span).text,
	                                          body_name(m, loop->body[TO], span).text);
	return mj_free_name(m, &m->places, wanted, "_loop");
}

static bool is_mocap(const struct Mjcf *m, int body)
{
	return body != WORLD && m->body.item[body].mocap;
}

static int carrier(const struct Mjcf *m, int body)
{
	return body == WORLD ? WORLD : m->body.item[body].carrier;
}

static void add_loop(struct Mjcf *m, const struct XmlElement *element, bool fixed)
{
	struct Loop loop = { .element = element, .e = mj_element(m, element, m->outermost) };
	loop.e.kind = "equality";
	const char *given = xml_attribute(element, "name").text;
	if (!read_ends(m, &loop) || !is_active(m, element))
		return;
	bool mocap = is_mocap(m, loop.body[FROM]) || is_mocap(m, loop.body[TO]);
	if (mocap || carrier(m, loop.body[FROM]) == carrier(m, loop.body[TO])) {
		mj_lose(m, mocap ? LOSS_WELD_MOCAP : LOSS_WELD_STILL, element->span, given);
		return;
	}
	(fixed ? weld : connect)(m, &loop);
	const char *name = loop_name(m, &loop);
	struct Ident from = end_place(m, &loop, name, FROM), to = end_place(m, &loop, name, TO);
	struct Stmt *stmt = stmt_new(m->diags, STMT_LOOP, element->span);
	stmt->name = (struct Ident){ .text = name, .span = element->span, .quoted = true };
	stmt->joint = (struct Ident){ .text = fixed ? "fixed" : "spherical", .span = element->span };
	stmt->on = from;
	stmt->to = to;
	stmt->comment = text_print(m->arena, "<%s>, which MuJoCo holds softly", element->name);
	m->statements = statements_add(m->statements, stmt);
	mj_lose(m, LOSS_SOFT, element->span, name);
	m->loops = true;
}

/* --- the whole --- */

enum EqualityKind { EQUALITY_JOINT, EQUALITY_CONNECT, EQUALITY_WELD, EQUALITY_OTHER };

static enum EqualityKind kind_of(const struct XmlElement *element)
{
	static const char *const names[] = { "joint", "connect", "weld" };
	int kind = 0;
	while (kind < EQUALITY_OTHER && !xml_is(element, names[kind]))
		kind++;
	return (enum EqualityKind)kind;
}

/* Calls `take` for every equality constraint. */
static void each(struct Mjcf *m, void (*take)(struct Mjcf *m, const struct XmlElement *element, enum EqualityKind kind))
{
	for (const struct XmlElement *section = m->root->first; section; section = section->next)
		if (xml_is(section, "equality"))
			for (const struct XmlElement *e = section->first; e; e = e->next)
				take(m, e, kind_of(e));
}

static void take_coupling(struct Mjcf *m, const struct XmlElement *element, enum EqualityKind kind)
{
	if (!mj_known(m, element))
		return;
	mj_check_attributes(m, element);
	if (kind == EQUALITY_JOINT)
		read_coupling(m, element);
	else if (kind == EQUALITY_OTHER)
		mj_lose(m, LOSS_EQUALITY, element->span, xml_attribute(element, "name").text);
}

static void take_loop(struct Mjcf *m, const struct XmlElement *element, enum EqualityKind kind)
{
	if (kind == EQUALITY_CONNECT || kind == EQUALITY_WELD)
		add_loop(m, element, kind == EQUALITY_WELD);
}

void mj_couplings_read(struct Mjcf *m)
{
	each(m, take_coupling);
}

void mj_loops_add(struct Mjcf *m)
{
	each(m, take_loop);
}
