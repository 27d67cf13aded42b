#include "stages.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "grammar/import/made.h"

enum { FROM, TO, ENDS };

bool mj_is_active(struct Mjcf *m, const struct XmlElement *element)
{
	struct MjElement e = mj_section_element(m, element);
	e.kind = "equality";
	bool active = mj_true(m, &e, "active", true) && !m->settings.no.equality;
	if (!active)
		losses_add(&m->losses, LOSS_INACTIVE, element->span, xml_attribute(element, "name").text);
	return active;
}

/* A loop between two places on bodies. */
struct MjLoop {
	const struct XmlElement *element;
	struct MjElement e;
	int body[ENDS]; /* or WORLD */
	struct Pose pose[ENDS];
	struct Ident site[ENDS]; /* an end that has a name, or none */
};

static const struct Pose *pose_of(const struct Mjcf *m, int body)
{
	return body == WORLD ? &pose_identity : &m->body.item[body].world;
}

/* Ends as sites, or as bodies of which the second may be the world. False after a diagnostic. */
static bool read_ends(struct Mjcf *m, struct MjLoop *loop)
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
		loop->pose[k] = at >= 0 ? m->site.item[at].place.pose : pose_identity;
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
static void meet(struct Mjcf *m, struct MjLoop *loop)
{
	struct Pose here = pose_compose(pose_of(m, loop->body[FROM]), &loop->pose[FROM]);
	loop->pose[TO] = pose_relative(pose_of(m, loop->body[TO]), &here);
}

/* `anchor` is on the first body. */
static void take_anchor(struct Mjcf *m, struct MjLoop *loop)
{
	struct Figure anchor[3];
	if (loop->site[FROM].text)
		return;
	if (mj_exactly(m, &loop->e, "anchor", 3, anchor))
		for (int i = 0; i < 3; i++)
			loop->pose[FROM].p[i] = anchor[i].value;
	meet(m, loop);
}

/* `anchor` is a point on the second body. `relpose` is its place on the first, with the axes of the second body. */
static void weld(struct Mjcf *m, struct MjLoop *loop)
{
	struct Figure anchor[3], relative[7];
	struct Pose at = pose_identity, *on = &loop->pose[FROM];
	if (loop->site[FROM].text)
		return;
	if (mj_exactly(m, &loop->e, "anchor", 3, anchor))
		for (int i = 0; i < 3; i++)
			at.p[i] = anchor[i].value;
	loop->pose[TO] = at;
	bool given = mj_exactly(m, &loop->e, "relpose", 7, relative);
	if (given && !figures_zero(relative + 3, 4)) {
		for (int i = 0; i < 3; i++)
			on->p[i] = relative[i].value;
		double q[4] = { relative[4].value, relative[5].value, relative[6].value, relative[3].value };
		made_rotation(q, on->R);
		return;
	}
	struct Pose shown = pose_relative(pose_of(m, loop->body[FROM]), pose_of(m, loop->body[TO]));
	*on = pose_compose(&shown, &at);
}

/* A point has no axes. */
static void connect(struct Mjcf *m, struct MjLoop *loop)
{
	take_anchor(m, loop);
	if (!loop->site[FROM].text)
		memcpy(loop->pose[TO].R, pose_identity.R, sizeof pose_identity.R);
}

/* A weld without torques is a point. */
static void weld_point(struct Mjcf *m, struct MjLoop *loop)
{
	weld(m, loop);
	for (int k = 0; k < ENDS && !loop->site[FROM].text; k++)
		memcpy(loop->pose[k].R, pose_identity.R, sizeof pose_identity.R);
}

static struct Ident body_name(const struct Mjcf *m, int body, struct Span span)
{
	if (body == WORLD)
		return (struct Ident){ .text = "world", .span = span };
	return (struct Ident){ .text = m->body.item[body].name.text, .span = span, .quoted = true };
}

/* The end of a loop: a site, or a place on a body. */
static struct MadeEnd end_of(struct Mjcf *m, const struct MjLoop *loop, int k)
{
	struct Span span = loop->element->span;
	if (loop->site[k].text)
		return (struct MadeEnd){ .on = loop->site[k] };
	return (struct MadeEnd){ .on = body_name(m, loop->body[k], span),
		                 .body = loop->body[k] == WORLD ? NULL : m->body.item[loop->body[k]].stmt,
		                 .at = made_pose_items(m->diags, span, &loop->pose[k]) };
}

/* Name of the loop: as written, or of its bodies. */
static const char *loop_name(struct Mjcf *m, const struct MjLoop *loop)
{
	struct XmlValue name = xml_attribute(loop->element, "name");
	struct Span span = loop->element->span;
	const char *wanted = name.text && *name.text
	                             ? name.text
	                             : text_print(m->arena, "%s_%s", body_name(m, loop->body[FROM], span).text,
	                                          body_name(m, loop->body[TO], span).text);
	return made_free_name(m->diags, &m->places, wanted, "_loop");
}

static bool is_mocap(const struct Mjcf *m, int body)
{
	return body != WORLD && m->body.item[body].mocap;
}

static int carrier(const struct Mjcf *m, int body)
{
	return body == WORLD ? WORLD : m->body.item[body].carrier;
}

/* True if the loop holds something. Loops to mocap bodies and inside of a rigid group are counted as left out. */
static bool holds(struct Mjcf *m, const struct MjLoop *loop)
{
	const bool mocap = is_mocap(m, loop->body[FROM]) || is_mocap(m, loop->body[TO]);
	const bool still = carrier(m, loop->body[FROM]) == carrier(m, loop->body[TO]);
	if (mocap || still)
		losses_add(&m->losses, mocap ? LOSS_WELD_MOCAP : LOSS_WELD_STILL, loop->element->span,
		           xml_attribute(loop->element, "name").text);
	return !mocap && !still;
}

/* The statement of a loop of a kind with an argument, or none. */
static void add_statement(struct Mjcf *m, const struct MjLoop *loop, const char *kind, struct Expr *argument,
                          const char *name, const char *comment)
{
	const struct Span span = loop->element->span;
	const struct MadeLoop made = { .span = span,
		                       .name = { .text = name, .span = span, .quoted = true },
		                       .kind = kind,
		                       .argument = argument,
		                       .end = { end_of(m, loop, FROM), end_of(m, loop, TO) } };
	struct Stmt *stmt = made_loop(m->diags, &made, &m->places, &m->statements);
	stmt->comment = comment;
	m->statements = statements_add(m->statements, stmt);
	losses_add(&m->losses, LOSS_SOFT, span, name);
	m->loops = true;
}

static struct MjLoop loop_of(struct Mjcf *m, const struct XmlElement *element)
{
	struct MjLoop loop = { .element = element, .e = mj_section_element(m, element) };
	loop.e.kind = "equality";
	return loop;
}

/* A point, or a place. `take` reads its ends. */
static void add_loop(struct Mjcf *m, const struct XmlElement *element, const char *kind,
                     void (*take)(struct Mjcf *m, struct MjLoop *loop))
{
	struct MjLoop loop = loop_of(m, element);
	if (!read_ends(m, &loop) || !mj_is_active(m, element) || !holds(m, &loop))
		return;
	take(m, &loop);
	add_statement(m, &loop, kind, NULL, loop_name(m, &loop),
	              text_print(m->arena, "<%s>, which MuJoCo holds softly", element->name));
}

/* MuJoCo multiplies the rows of the orientation by `torquescale`. */
static void add_weld(struct Mjcf *m, const struct XmlElement *element)
{
	const struct MjLoop loop = loop_of(m, element);
	if (mj_number(m, &loop.e, "torquescale", 1) == 0)
		add_loop(m, element, "spherical", weld_point);
	else
		add_loop(m, element, "fixed", weld);
}

/* --- two points of the same bodies: a hinge --- */

/* Connections of two bodies: the first two, and how many there are. */
struct MjPair {
	const struct XmlElement *element[2];
	size_t count;
};

static bool is_body(const struct Mjcf *m, const char *name)
{
	return strcmp(name, "world") == 0 || names_find(&m->bodies, name) >= 0;
}

/* A key of the two bodies in either order; NULL: it is no active <connect> of bodies. */
static const char *pair_key(struct Mjcf *m, const struct XmlElement *element)
{
	const char *a = xml_attribute(element, "body1").text, *b = xml_attribute(element, "body2").text;
	if (!xml_is(element, "connect") || !a || m->settings.no.equality)
		return NULL;
	b = b ? b : "world";
	if (!is_body(m, a) || !is_body(m, b))
		return NULL;
	struct MjElement e = mj_section_element(m, element);
	e.kind = "equality";
	if (!mj_true(m, &e, "active", true))
		return NULL;
	return strcmp(a, b) < 0 ? text_print(m->arena, "%s\n%s", a, b) : text_print(m->arena, "%s\n%s", b, a);
}

static void count_pair(struct Mjcf *m, const struct XmlElement *element)
{
	const char *key = pair_key(m, element);
	if (!key)
		return;
	int at = names_find(&m->pair_names, key);
	if (at < 0) {
		at = (int)m->pair.count;
		names_add(&m->pair_names, key, at);
		*ARENA_PUSH(m->arena, &m->pair) = ARENA_NEW(m->arena, struct MjPair);
	}
	struct MjPair *pair = m->pair.item[at];
	if (pair->count < 2)
		pair->element[pair->count] = element;
	pair->count++;
}

/* Pair of a <connect> if its bodies have exactly two connections; else NULL. */
static const struct MjPair *pair_of(struct Mjcf *m, const struct XmlElement *element)
{
	const char *key = pair_key(m, element);
	const int at = key ? names_find(&m->pair_names, key) : -1;
	return at >= 0 && m->pair.item[at]->count == 2 ? m->pair.item[at] : NULL;
}

/* The anchor of another loop in the first body of a loop, as the file shows both. */
static void other_anchor(const struct Mjcf *m, const struct MjLoop *loop, const struct MjLoop *other, double point[3])
{
	double at[3];
	struct Pose back = pose_relative(pose_of(m, loop->body[FROM]), pose_of(m, other->body[FROM]));
	memcpy(at, other->pose[FROM].p, sizeof at);
	pose_point(&back, at, point);
}

/* Unit vector from the anchor to the anchor of the other loop. Entries of rounding are 0. False: the anchors
 * coincide. */
static bool direction(const struct Mjcf *m, const struct MjLoop *loop, const struct MjLoop *other, double axis[3])
{
	static const double rounding = 1e-13, least = 1e-6; /* m */
	other_anchor(m, loop, other, axis);
	for (int i = 0; i < 3; i++)
		axis[i] -= loop->pose[FROM].p[i];
	if (made_unit_vector(axis) < least)
		return false;
	for (int i = 0; i < 3; i++)
		axis[i] = fabs(axis[i]) < rounding ? 0 : axis[i];
	made_unit_vector(axis);
	return true;
}

/* Axes of the second end are those of its body, if they show the axis in the same direction. */
static void settle_axes(struct MjLoop *loop, const double axis[3])
{
	static const double rounding = 1e-13;
	struct Pose turn = loop->pose[TO];
	double there[3], off = 0;
	memset(turn.p, 0, sizeof turn.p);
	pose_point(&turn, axis, there);
	for (int i = 0; i < 3; i++)
		off = fmax(off, fabs(there[i] - axis[i]));
	if (off < rounding)
		memcpy(loop->pose[TO].R, pose_identity.R, sizeof pose_identity.R);
}

/* Name of a hinge: `pin` of pin_1 and pin_2, else that of the first. */
static const char *hinge_name(struct Mjcf *m, const struct MjLoop *first, const struct MjLoop *second)
{
	const char *a = xml_attribute(first->element, "name").text, *b = xml_attribute(second->element, "name").text;
	const size_t length = a ? strlen(a) : 0;
	if (length > 2 && b && strlen(b) == length && strncmp(a, b, length - 1) == 0 &&
	    strcmp(a + length - 2, "_1") == 0 && strcmp(b + length - 2, "_2") == 0)
		return made_free_name(m->diags, &m->places, text_print(m->arena, "%.*s", (int)length - 2, a), "_loop");
	return loop_name(m, first);
}

/* Two points of the same bodies keep a line: a hinge, added at the first. False: they are no hinge. */
static bool add_hinge(struct Mjcf *m, const struct XmlElement *element)
{
	const struct MjPair *pair = pair_of(m, element);
	if (!pair)
		return false;
	struct MjLoop first = loop_of(m, pair->element[0]), second = loop_of(m, pair->element[1]);
	double axis[3];
	if (!read_ends(m, &first) || !read_ends(m, &second))
		return false;
	take_anchor(m, &first);
	take_anchor(m, &second);
	if (!direction(m, &first, &second, axis))
		return false;
	if (element != pair->element[0] || !holds(m, &first))
		return true;
	settle_axes(&first, axis);
	struct Figure along[3];
	for (int i = 0; i < 3; i++)
		along[i] = figure_of(m->arena, element->span, made_tidy(m->arena, axis[i]));
	add_statement(m, &first, "revolute", made_axis(m->diags, along), hinge_name(m, &first, &second),
	              "two <connect> on one line, which MuJoCo holds softly");
	return true;
}

/* --- a tendon that keeps its length: a rod --- */

/* Both sites of a tendon over two sites alone. */
static bool two_sites(const struct XmlElement *tendon, const struct XmlElement *site[2])
{
	int count = 0;
	for (const struct XmlElement *e = tendon->first; e; e = e->next, count++) {
		if (count == 2 || !xml_is(e, "site") || !xml_attribute(e, "site").text)
			return false;
		site[count] = e;
	}
	return count == 2;
}

/* The tendon that a constraint holds alone, if it is a line between two sites; else NULL. */
static const struct XmlElement *held_tendon(struct Mjcf *m, const struct XmlElement *element)
{
	const struct XmlElement *site[2];
	const char *name = xml_attribute(element, "tendon1").text;
	const int at = name && xml_is(element, "tendon") ? names_find(&m->spatial_names, name) : -1;
	if (at < 0 || xml_attribute(element, "tendon2").text || !two_sites(m->spatial.item[at], site))
		return NULL;
	return m->spatial.item[at];
}

/* Sites of the tendon as ends. False after a diagnostic. */
static bool read_sites(struct Mjcf *m, struct MjLoop *loop, const struct XmlElement *tendon)
{
	const struct XmlElement *site[2] = { NULL, NULL };
	two_sites(tendon, site);
	for (int k = 0; k < ENDS; k++) {
		const int at = mj_find(m, site[k], "site", THING_SITE);
		if (at < 0)
			return false;
		loop->body[k] = m->site.item[at].body;
		loop->pose[k] = m->site.item[at].place.pose;
		loop->site[k] = m->site.item[at].name;
	}
	return true;
}

/* Length of the line as the file shows it, with the first coefficient of the constraint added. */
static double held_length(struct Mjcf *m, const struct MjLoop *loop)
{
	struct Figure c[5] = { { .value = 0 } };
	double point[ENDS][3];
	for (int k = 0; k < ENDS; k++)
		pose_point(pose_of(m, loop->body[k]), loop->pose[k].p, point[k]);
	mj_numbers(m, &loop->e, "polycoef", 5, c);
	return elementary_hypot(elementary_hypot(point[1][0] - point[0][0], point[1][1] - point[0][1]),
	                        point[1][2] - point[0][2]) +
	       c[0].value;
}

static void add_rod(struct Mjcf *m, const struct XmlElement *element, const struct XmlElement *tendon)
{
	struct MjLoop loop = loop_of(m, element);
	if (!read_sites(m, &loop, tendon) || !mj_is_active(m, element) || !holds(m, &loop))
		return;
	const char *own = xml_attribute(element, "name").text;
	const char *name =
		made_free_name(m->diags, &m->places, own && *own ? own : xml_attribute(tendon, "name").text, "_loop");
	add_statement(m, &loop, "distance", made_number(m->diags, element->span, held_length(m, &loop), "m"), name,
	              "<tendon>, which MuJoCo holds softly");
}

static void find_spatials(struct Mjcf *m)
{
	m->spatial_names = names_new(m->arena);
	for (const struct XmlElement *e = xml_first_in(m->root, "tendon"); e; e = xml_next_in(e)) {
		const char *name = xml_is(e, "spatial") ? xml_attribute(e, "name").text : NULL;
		if (!name)
			continue;
		names_add(&m->spatial_names, name, (int)m->spatial.count);
		*ARENA_PUSH(m->arena, &m->spatial) = e;
	}
}

/* --- the whole --- */

void mj_loops_begin(struct Mjcf *m)
{
	m->pair_names = names_new(m->arena);
	m->held = names_new(m->arena);
	find_spatials(m);
}

bool mj_loop_prepare(struct Mjcf *m, const struct XmlElement *element)
{
	const struct XmlElement *tendon = held_tendon(m, element);
	count_pair(m, element);
	if (tendon)
		names_add(&m->held, xml_attribute(tendon, "name").text, 0);
	return tendon || xml_is(element, "connect") || xml_is(element, "weld");
}

bool mj_holds_tendon(const struct Mjcf *m, const char *name)
{
	return name && names_find(&m->held, name) >= 0;
}

void mj_loop_add(struct Mjcf *m, const struct XmlElement *element)
{
	const struct XmlElement *tendon = held_tendon(m, element);
	if (tendon)
		add_rod(m, element, tendon);
	else if (xml_is(element, "weld"))
		add_weld(m, element);
	else if (xml_is(element, "connect") && !add_hinge(m, element))
		add_loop(m, element, "spherical", connect);
}
