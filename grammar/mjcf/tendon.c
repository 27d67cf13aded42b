#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

struct Tendon {
	struct MjElement e;
	const char *name; /* as written, or NULL */
	struct Figure stiffness, damping;
	struct Arguments points;
	double length; /* with springs of joints at rest */
	bool kept;     /* it becomes a statement */
};

/* --- reading --- */

static bool is_positive(struct Mjcf *m, const struct MjElement *e, const char *name, struct Figure *f)
{
	*f = figure_of(m->arena, e->element->span, 0);
	return mj_exactly(m, e, name, 1, f) && !f->zero;
}

static bool rubs(struct Mjcf *m, const struct Tendon *tendon, struct Figure *f)
{
	return is_positive(m, &tendon->e, "frictionloss", f) && !m->settings.no.friction;
}

/* First coefficient of a spring or damper. Further coefficients are counted as left out. */
static bool first_coefficient(struct Mjcf *m, const struct Tendon *tendon, const char *name, struct Figure *f)
{
	struct Figure c[MJ_COEFFICIENTS];
	bool some = mj_coefficients(m, &tendon->e, name, c);
	if (mj_is_curved(c))
		losses_add(&m->losses, LOSS_CURVED_TENDON, c[0].span, tendon->name);
	*f = c[0];
	return some && !f->zero;
}

/* Motion of a joint to the position where its spring is at rest, which MuJoCo takes for tendons too. */
static struct Pose at_rest(struct Mjcf *m, const struct MjJoint *joint)
{
	struct Pose move = pose_identity;
	double axis[3], anchor[3], turned[3];
	if (joint->kind > MJ_SLIDE)
		return move;
	struct Figure rest = figure_of(m->arena, joint->e.element->span, 0);
	mj_exactly(m, &joint->e, "springref", 1, &rest);
	double way = (joint->kind == MJ_HINGE ? mj_radians(m, &rest) : rest.value) - joint->ref;
	for (int i = 0; i < 3; i++) {
		axis[i] = joint->axis[i].value;
		anchor[i] = joint->anchor[i].value;
	}
	made_unit_vector(axis);
	if (joint->kind == MJ_HINGE)
		rotation_about(axis, way, move.R);
	pose_turn(&move, anchor, turned);
	for (int i = 0; i < 3; i++)
		move.p[i] = joint->kind == MJ_HINGE ? anchor[i] - turned[i] : way * axis[i];
	return move;
}

/* Places of all bodies with springs of joints at rest. */
static void find_rest(struct Mjcf *m)
{
	m->rest = ARENA_ARRAY(m->arena, struct Pose, m->body.count);
	for (size_t i = 0; i < m->body.count; i++) {
		const struct MjBody *body = &m->body.item[i];
		const struct Pose *on = body->parent == WORLD ? &pose_identity : &m->rest[body->parent];
		m->rest[i] = pose_compose(on, &body->place.pose);
		for (int k = body->first_joint; k != NONE; k = m->joint.item[k].next) {
			struct Pose move = at_rest(m, &m->joint.item[k]);
			m->rest[i] = pose_compose(&m->rest[i], &move);
		}
	}
}

static void rest_point(const struct Mjcf *m, const struct MjSite *site, double point[3])
{
	const struct Pose *body = site->body == WORLD ? &pose_identity : &m->rest[site->body];
	pose_point(body, site->place.pose.p, point);
}

/* Adds the length from one site to the next, around the wrap between them or NULL. */
static void add_length(struct Mjcf *m, struct Tendon *tendon, const struct MjSite *from, const struct MjWrap *wrap,
                       const struct MjSite *to)
{
	double end[2][3];
	rest_point(m, from, end[0]);
	rest_point(m, to, end[1]);
	if (wrap) {
		const struct Pose *body = wrap->body == WORLD ? &pose_identity : &m->rest[wrap->body];
		const struct Pose pose = pose_compose(body, &wrap->place.pose);
		tendon->length += mj_string_length(wrap, &pose, end);
		return;
	}
	const double d[3] = { end[1][0] - end[0][0], end[1][1] - end[0][1], end[1][2] - end[0][2] };
	tendon->length += vector_length(d);
}

/* Reads the points and the length. False: it has elements that have no form here. */
static bool read_points(struct Mjcf *m, struct Tendon *tendon)
{
	const struct MjSite *last = NULL;
	struct MjWrap wrap;
	bool known = true, wraps = false;
	for (const struct XmlElement *e = tendon->e.element->first; e && known; e = e->next) {
		if (!mj_known(m, e))
			continue;
		const bool around = xml_is(e, "geom") && last && !wraps;
		known = xml_is(e, "site") || (around && mj_wrap_read(m, e, &wrap));
		wraps |= known && around;
		int found = xml_is(e, "site") ? mj_find(m, e, "site", THING_SITE) : NONE;
		if (found < 0)
			continue;
		const struct MjSite *site = &m->site.item[found];
		if (last)
			add_length(m, tendon, last, wraps ? &wrap : NULL, site);
		if (wraps && tendon->kept)
			made_push(m->diags, &tendon->points, mj_way_around(m, &wrap));
		wraps = false;
		struct Ident name = site->name;
		name.span = e->span;
		made_push(m->diags, &tendon->points, expr_name(m->diags, name));
		last = site;
	}
	return known && !wraps;
}

/* --- statements --- */

/* -K (length - rest), that pushes the ends apart */
static struct Expr *pull(struct Mjcf *m, const struct Tendon *tendon, const struct Figure *rest)
{
	struct Diags *diags = m->diags;
	struct Expr *length = made_name(diags, rest->span, "length");
	struct Expr *stretch = expr_binary(diags, EXPR_SUB, length, made_scalar(diags, rest, "m"));
	struct Expr *stiffness = made_scalar(diags, &tendon->stiffness, "N/m");
	return expr_negate(diags, rest->span, expr_binary(diags, EXPR_MUL, stiffness, stretch));
}

/* if length < lower then ... else if length > upper then ... else 0 */
static struct Expr *slack(struct Mjcf *m, const struct Tendon *tendon, const struct Figure rest[2])
{
	struct Diags *diags = m->diags;
	struct Span span = rest[0].span;
	struct Expr *const upper[4] = { made_name(diags, span, "length"), made_scalar(diags, &rest[1], "m"),
		                        pull(m, tendon, &rest[1]), made_digits(diags, span, "0", false, NULL) };
	struct Expr *const lower[4] = { made_name(diags, span, "length"), made_scalar(diags, &rest[0], "m"),
		                        pull(m, tendon, &rest[0]), expr_choice(diags, span, COMPARE_GREATER, upper) };
	return expr_choice(diags, span, COMPARE_LESS, lower);
}

/* The spring: at its length, within a range of lengths without force, or at its length with springs of joints at
 * rest. */
static struct Stmt *spring(struct Mjcf *m, const struct Tendon *tendon)
{
	struct Figure rest[2];
	struct Span span = tendon->stiffness.span;
	int given = mj_numbers(m, &tendon->e, "springlength", 2, rest);
	if (given == 2 && rest[0].value != rest[1].value && !rest[0].negative)
		return made_property(m->diags, "force", rest[0].span, slack(m, tendon, rest));
	if (given == 0 || rest[0].value == -1)
		rest[0] = figure_of(m->arena, span, tendon->length);
	struct Stmt *stmt = made_property(m->diags, "spring", span, made_scalar(m->diags, &tendon->stiffness, "N/m"));
	if (!rest[0].zero)
		made_push(m->diags, &stmt->at, made_scalar(m->diags, &rest[0], "m"));
	return stmt;
}

static void add_statement(struct Mjcf *m, const struct Tendon *tendon)
{
	struct Span span = tendon->e.element->span;
	struct Stmt *stmt = stmt_new(m->diags, STMT_TENDON, span);
	const char *name = made_free_name(m->diags, &m->tendons, tendon->name ? tendon->name : "tendon", "");
	stmt->name = (struct Ident){ .text = name, .span = span, .quoted = true };
	stmt->list = tendon->points;
	struct Stmt *pulls = tendon->stiffness.zero ? NULL : spring(m, tendon);
	struct Expr *drive = mj_drive_tendon(m, tendon->name);
	stmt->block = statements_add(stmt->block, pulls);
	if (drive && pulls && strcmp(pulls->name.text, "force") == 0)
		pulls->value = made_sum(m->diags, pulls->value, drive);
	else if (drive)
		stmt->block = statements_add(stmt->block, made_property(m->diags, "force", drive->span, drive));
	if (!tendon->damping.zero)
		stmt->block =
			statements_add(stmt->block, made_property(m->diags, "damping", tendon->damping.span,
		                                                  made_scalar(m->diags, &tendon->damping, "N s/m")));
	m->statements = statements_add(m->statements, stmt);
}

static void add_spatial(struct Mjcf *m, struct Tendon *tendon)
{
	struct Span span = tendon->e.element->span;
	struct Figure other;
	bool pulls = first_coefficient(m, tendon, "stiffness", &tendon->stiffness) && !m->settings.no.springs;
	bool damps = first_coefficient(m, tendon, "damping", &tendon->damping) && !m->settings.no.dampers;
	if (!pulls)
		tendon->stiffness.zero = true;
	if (!damps)
		tendon->damping.zero = true;
	if (pulls && mj_value(&tendon->e, "springyield").text)
		losses_add(&m->losses, LOSS_YIELD, tendon->stiffness.span, tendon->name);
	if (rubs(m, tendon, &other) || is_positive(m, &tendon->e, "armature", &other))
		losses_add(&m->losses, LOSS_TENDON_FORCE, other.span, tendon->name);
	const bool driven = mj_drives_tendon(m, tendon->name);
	if (!pulls && !damps && !driven) {
		if (!mj_holds_tendon(m, tendon->name))
			losses_add(&m->losses, LOSS_IDLE_TENDON, span, tendon->name);
		return;
	}
	tendon->kept = pulls || driven || m->request->keep_damping;
	if (!read_points(m, tendon)) {
		losses_add(&m->losses, LOSS_WRAPPED, span, tendon->name);
		return;
	}
	if (damps && !m->request->keep_damping) {
		losses_add(&m->losses, LOSS_DAMPING, tendon->damping.span, tendon->name);
		tendon->damping.zero = true;
	}
	if (tendon->points.count > 1 && tendon->kept)
		add_statement(m, tendon);
}

static void lose_fixed(struct Mjcf *m, const struct Tendon *tendon)
{
	struct Figure f, c[MJ_COEFFICIENTS];
	bool acts = mj_coefficients(m, &tendon->e, "stiffness", c) && !m->settings.no.springs;
	acts |= mj_coefficients(m, &tendon->e, "damping", c) && !m->settings.no.dampers;
	acts |= rubs(m, tendon, &f) || is_positive(m, &tendon->e, "armature", &f);
	losses_add(&m->losses, acts ? LOSS_FIXED_TENDON : LOSS_IDLE_TENDON, tendon->e.element->span, tendon->name);
}

static void take(struct Mjcf *m, const struct XmlElement *element)
{
	struct Tendon tendon = { .e = mj_section_element(m, element) };
	if (!mj_known(m, element))
		return;
	tendon.e.kind = "tendon";
	tendon.name = mj_name(m, element, "name").text;
	losses_check_attributes(&m->losses, element);
	if (xml_is(element, "spatial"))
		add_spatial(m, &tendon);
	else
		lose_fixed(m, &tendon);
}

void mj_tendons_add(struct Mjcf *m)
{
	m->tendons = names_new(m->arena);
	m->wraps = names_new(m->arena);
	find_rest(m);
	for (const struct XmlElement *element = xml_first_in(m->root, "tendon"); element;
	     element = xml_next_in(element))
		take(m, element);
}
