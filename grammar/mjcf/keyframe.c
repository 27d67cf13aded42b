#include "stages.h"

#include "grammar/import/made.h"

/* Numbers of a joint in qpos. */
static const int positions[] = { [MJ_HINGE] = 1, [MJ_SLIDE] = 1, [MJ_BALL] = 4, [MJ_FREE] = 7 };

/* --- positions of one joint --- */

static struct Expr *scalar(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *f)
{
	return made_scalar(m->diags, f, joint->kind == MJ_HINGE ? "rad" : "m");
}

/* (x, y, z, qx, qy, qz, qw) of a free joint, (qx, qy, qz, qw) of a ball. */
static struct Expr *vector(struct Mjcf *m, const struct Figure *shift, const double q[4], struct Span span)
{
	struct Figure f[7];
	int count = 0;
	for (int i = 0; i < 3 && shift; i++)
		f[count++] = shift[i];
	for (int i = 0; i < 4; i++)
		f[count++] = figure_of(m->arena, span, q[i]);
	return made_vector(m->diags, span, f, count, NULL);
}

/* The position that qpos has, from w x y z; NULL for 0. */
static struct Expr *keyed(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *f)
{
	if (joint->kind <= MJ_SLIDE)
		return f->zero ? NULL : scalar(m, joint, f);
	const struct Figure *w = joint->kind == MJ_FREE ? f + 3 : f;
	double q[4] = { w[1].value, w[2].value, w[3].value, w[0].value }, R[3][3];
	if (w[0].zero && w[1].zero && w[2].zero && w[3].zero)
		q[3] = 1;
	made_rotation(q, R);
	bool here = q[0] == 0 && q[1] == 0 && q[2] == 0;
	for (int i = 0; i < 3 && joint->kind == MJ_FREE; i++)
		here &= f[i].zero;
	return here ? NULL : vector(m, joint->kind == MJ_FREE ? f : NULL, q, f->span);
}

/* The position in which the file shows the joint; NULL for 0. */
static struct Expr *shown(struct Mjcf *m, const struct MjJoint *joint)
{
	struct Span span = joint->e.element->span;
	if (joint->kind <= MJ_SLIDE)
		return joint->ref == 0           ? NULL
		       : joint->kind == MJ_HINGE ? mj_angle(m, &joint->shown)
		                                 : scalar(m, joint, &joint->shown);
	return joint->kind == MJ_BALL ? NULL : made_free_position(m->diags, span, &m->body.item[joint->body].world);
}

/* --- statements --- */

static struct Stmt *pose_new(struct Mjcf *m, struct Span span, const char *name)
{
	struct Stmt *stmt = stmt_new(m->diags, STMT_POSE, span);
	stmt->name = (struct Ident){ .text = name, .span = span, .quoted = true };
	m->statements = statements_add(m->statements, stmt);
	return stmt;
}

static void set(struct Mjcf *m, struct Stmt *pose, const struct MjJoint *joint, struct Expr *value)
{
	struct Ident name = joint->name;
	if (!value || joint->coupled)
		return;
	name.span = value->span;
	pose->list = arguments_add(m->diags, pose->list, name, value);
}

/* Joints in the order of qpos: by bodies. NULL after the last. */
static const struct MjJoint *next_joint(const struct Mjcf *m, size_t *body, int *joint)
{
	while (*joint == NONE && *body < m->body.count)
		*joint = m->body.item[(*body)++].first_joint;
	if (*joint == NONE)
		return NULL;
	const struct MjJoint *found = &m->joint.item[*joint];
	*joint = found->next;
	return found;
}

static void add_start(struct Mjcf *m)
{
	const struct MjJoint *joint;
	size_t body = 0;
	int at = NONE;
	struct Stmt *pose = pose_new(m, m->root->span, made_free_name(m->diags, &m->poses, "start", ""));
	while ((joint = next_joint(m, &body, &at)) != NULL)
		set(m, pose, joint, shown(m, joint));
}

static int count_positions(const struct Mjcf *m)
{
	int count = 0;
	for (size_t i = 0; i < m->joint.count; i++)
		count += positions[m->joint.item[i].kind];
	return count;
}

/* The keyframe of an attached model; NULL: of the model itself. */
static const struct MjKey *attached_key(const struct Mjcf *m, const struct XmlElement *element)
{
	for (size_t i = 0; i < m->own->key.count; i++)
		if (m->own->key.item[i].element == element)
			return &m->own->key.item[i];
	return NULL;
}

/* Sets the joints of an attached model. Other joints are where the file shows them. */
static void add_attached(struct Mjcf *m, const struct MjKey *key, const char *name)
{
	const struct MjElement e = { .element = key->element };
	const struct MjJoint *joint;
	size_t body = 0, next = 0;
	int at = NONE, count = 0;
	for (size_t i = 0; i < key->joints; i++)
		count += positions[key->joint[i].kind];
	struct Figure *q = ARENA_ARRAY(m->arena, struct Figure, count);
	if (!mj_exactly(m, &e, "qpos", count, q))
		return;
	struct Stmt *pose = pose_new(m, key->element->span, name);
	while ((joint = next_joint(m, &body, &at)) != NULL) {
		while (next < key->joints && !key->joint[next].element)
			q += positions[key->joint[next++].kind];
		bool its = next < key->joints && key->joint[next].element == joint->e.element;
		set(m, pose, joint, its ? keyed(m, joint, q) : shown(m, joint));
		if (its)
			q += positions[key->joint[next++].kind];
	}
}

static void add_key(struct Mjcf *m, const struct XmlElement *element, const char *name)
{
	const struct MjKey *attached = attached_key(m, element);
	if (m->own->lacking)
		return;
	if (attached) {
		add_attached(m, attached, name);
		return;
	}
	const struct MjElement e = { .element = element };
	const struct MjJoint *joint;
	size_t body = 0;
	int at = NONE, count = count_positions(m);
	struct Figure *q = ARENA_ARRAY(m->arena, struct Figure, count);
	if (!mj_exactly(m, &e, "qpos", count, q))
		return;
	struct Stmt *pose = pose_new(m, element->span, name);
	while ((joint = next_joint(m, &body, &at)) != NULL) {
		set(m, pose, joint, keyed(m, joint, q));
		q += positions[joint->kind];
	}
}

/* Keyframes as written, else key0, key1, ... by their number. */
static void add_keys(struct Mjcf *m)
{
	int number = 0;
	for (const struct XmlElement *key = xml_first_in(m->root, "keyframe"); key; key = xml_next_in(key)) {
		if (!mj_known(m, key))
			continue;
		losses_check_attributes(&m->losses, key);
		const char *name = mj_name(m, key, "name").text;
		const char *wanted = name ? name : text_print(m->arena, "key%d", number);
		number++;
		add_key(m, key, made_free_name(m->diags, &m->poses, wanted, ""));
	}
}

void mj_poses_add(struct Mjcf *m)
{
	bool free = false;
	for (size_t i = 0; i < m->joint.count; i++)
		free |= m->joint.item[i].kind == MJ_FREE;
	add_keys(m);
	if (free || (m->loops && m->moved))
		add_start(m);
}
