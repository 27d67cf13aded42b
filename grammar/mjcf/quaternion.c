#include "stages.h"

#include "grammar/import/made.h"

/* Velocities in body axes, w last. */
static const char *const velocity_names[] = { "vx", "vy", "vz", "wx", "wy", "wz" };

static void add(struct Stmt *joint, struct Stmt *stmt)
{
	joint->block = statements_add(joint->block, stmt);
}

static int linear(const struct MjJoint *joint)
{
	return joint->kind == MJ_FREE ? 3 : 0;
}

/* The number for each velocity: the linear ones first. */
static struct Expr *repeated(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *f,
                             const char *const unit[2])
{
	struct Arguments list = { 0 };
	for (int i = 0; i < linear(joint) + 3; i++)
		made_push(m->diags, &list, made_scalar(m->diags, f, unit[i < linear(joint)]));
	return expr_vector(m->diags, f->span, list);
}

static struct Expr *velocity(struct Mjcf *m, struct Span span, int i)
{
	return made_name(m->diags, span, velocity_names[i]);
}

/* -m w x v along axis i: m (w_k v_j - w_j v_k) */
static struct Expr *turning(struct Mjcf *m, const struct Figure *mass, int i)
{
	const int j = (i + 1) % 3, k = (i + 2) % 3;
	struct Span span = mass->span;
	struct Expr *a = expr_binary(m->diags, EXPR_MUL, velocity(m, span, 3 + k), velocity(m, span, j));
	struct Expr *b = expr_binary(m->diags, EXPR_MUL, velocity(m, span, 3 + j), velocity(m, span, k));
	return expr_binary(m->diags, EXPR_MUL, made_scalar(m->diags, mass, "kg"),
	                   expr_binary(m->diags, EXPR_SUB, a, b));
}

void mj_quaternion_armature(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *armature,
                            struct Stmt *stmt)
{
	static const char *const unit[2] = { "kg m^2", "kg" };
	struct Arguments force = { 0 };
	struct Span span = armature->span;
	add(stmt, made_property(m->diags, "armature", span, repeated(m, joint, armature, unit)));
	for (int i = 0; i < 2 * linear(joint); i++)
		made_push(m->diags, &force,
		          i < 3 ? turning(m, armature, i) : made_digits(m->diags, span, "0", false, NULL));
	if (force.count)
		add(stmt, made_property(m->diags, "passive", span, expr_vector(m->diags, span, force)));
}

/* -D2 w |w| - D3 w^3 for each velocity */
static void add_curve(struct Mjcf *m, const struct Figure damping[MJ_COEFFICIENTS], struct Stmt *stmt)
{
	struct Arguments force = { 0 };
	struct Span span = damping[0].span;
	for (int i = 3; i < 6; i++)
		made_push(m->diags, &force, mj_curve(m, NULL, damping, false, true, velocity(m, span, i)));
	add(stmt, made_property(m->diags, "passive", span, expr_vector(m->diags, span, force)));
}

static void add_friction(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *friction, struct Stmt *stmt)
{
	static const char *const force[2] = { "N m", "N" }, *const speed[2] = { "rad/s", "m/s" };
	struct Figure smoothing = figure_of(m->arena, friction->span, 0.01);
	struct Stmt *law = made_property(m->diags, "friction", friction->span, repeated(m, joint, friction, force));
	made_push(m->diags, &law->at, repeated(m, joint, &smoothing, speed));
	add(stmt, law);
}

bool mj_free_lose(struct Mjcf *m, const struct MjJoint *joint, struct Figure damping[MJ_COEFFICIENTS],
                  struct Figure *friction)
{
	if (mj_is_curved(damping) || !friction->zero)
		losses_add(&m->losses, LOSS_WORLD_FRICTION, joint->e.element->span, joint->name.text);
	for (int i = 1; i < MJ_COEFFICIENTS; i++)
		damping[i] = figure_of(m->arena, damping[i].span, 0);
	*friction = figure_of(m->arena, friction->span, 0);
	return !damping[0].zero;
}

void mj_quaternion_losses(struct Mjcf *m, const struct MjJoint *joint, const struct Figure damping[MJ_COEFFICIENTS],
                          const struct Figure *friction, struct Stmt *stmt)
{
	static const char *const unit[2] = { "N m s", "N s/m" };
	if (!damping[0].zero)
		add(stmt, made_property(m->diags, "damping", damping[0].span, repeated(m, joint, damping, unit)));
	if (!friction->zero)
		add_friction(m, joint, friction, stmt);
	if (mj_is_curved(damping))
		add_curve(m, damping, stmt);
}
