#include "tree.h"

#include <math.h>
#include <string.h>

#include "number.h"

/* A rotation whose coordinate axis *k lies along the unit vector `axis`, up to *sign: none for an axis
 * that is a coordinate axis already, about one axis for one in a coordinate plane, else the smallest
 * that takes z (or -z) there. */
static struct Mat align(struct Dag *dag, struct Vec axis, int *k, double *sign)
{
	const double nothing = 1e-15;
	double a[3];
	int zeros = 0, zero = 0, other = 0;
	for (int i = 0; i < 3; i++) {
		a[i] = dag_value(dag, axis.e[i]);
		if (fabs(a[i]) < nothing) {
			zeros++;
			zero = i;
		} else {
			other = i;
		}
	}
	*sign = 1;
	if (zeros == 2) {
		*k = other;
		*sign = a[other] < 0 ? -1 : 1;
		return mat_identity(dag);
	}
	if (zeros == 1) {
		*k = (zero + 1) % 3;
		return mat_turn(dag, zero, axis.e[(zero + 2) % 3], axis.e[*k]);
	}
	*k = 2;
	*sign = a[2] < 0 ? -1 : 1;
	if (a[2] < 0)
		axis = vec_neg(axis);
	/* z x axis = (-y, x, 0), turned by the angle between them: Rodrigues with 1 / (1 + cos) */
	double x = a[0] * *sign, y = a[1] * *sign, c = a[2] * *sign, w = 1 / (1 + c);
	struct Mat R = mat_identity(dag);
	const double entry[9] = { 1 - w * x * x, -w * x * y, x, -w * x * y, 1 - w * y * y, y, -x, -y, c };
	for (int i = 0; i < 9; i++)
		R.e[i / 3][i % 3] = dag_const(dag, entry[i]);
	return R;
}

struct Builder {
	struct Diags *diags;
	const struct Model *model;
	struct Tree *tree;
	int *link_of;              /* body -> its last link, -1: the world */
	struct Placement *in_link; /* body frame in that link's frame */
	int capacity;
};

static struct Link *add_link(struct Builder *b, int parent, int body, struct Placement at)
{
	struct Dag *dag = b->tree->dag;
	struct Link *link = &b->tree->link[b->tree->links++];
	Ref zero = dag_const(dag, 0);
	link->parent = parent;
	link->body = body;
	link->at = at;
	link->I = inertia_zero(dag);
	link->f_ext = spatial_zero(dag);
	link->gain = dag_const(dag, 1);
	for (int i = 0; i < JOINT_V; i++)
		link->armature[i] = zero;
	return link;
}

/* One elementary motion as a link; *at becomes the moving frame in the new link's frame. */
static int add_motion(struct Builder *b, int parent, int body, const struct MotionStep *step,
                      struct Placement *at)
{
	struct Dag *dag = b->tree->dag;
	const struct Joint *joint = &b->model->body[body].joint;
	struct Placement aligned = placement_identity(dag);
	double sign = 1;
	int axis = 0;
	if (step->kind != MOTION_FREE)
		aligned.R = align(dag, joint->axis[step->axis], &axis, &sign);
	struct Link *link = add_link(b, parent, body, placement_compose(dag, *at, aligned));
	link->axis = axis;
	link->motion = step->kind == MOTION_FREE ? LINK_FREE
	               : step->kind == MOTION_ROTATE ? LINK_ROTATE : LINK_TRANSLATE;
	link->gain = dag_const(dag, sign);
	link->v = joint->v + step->coordinate;
	int q = joint->q + step->coordinate;
	for (int i = 0; i < (link->motion == LINK_FREE ? JOINT_Q : 1); i++)
		link->y[i] = dag_mul(dag, link->gain, dag_input(dag, INPUT_Q, (uint32_t)(q + i)));
	for (int i = 0; i < link_velocities(link); i++) {
		uint32_t v = (uint32_t)(link->v + i);
		link->yd[i] = dag_mul(dag, link->gain, dag_input(dag, INPUT_QD, v));
		link->ydd[i] = dag_mul(dag, link->gain, dag_input(dag, INPUT_QDD, v));
		link->armature[i] = joint->armature[step->coordinate + i];
	}
	*at = placement_inverse(dag, aligned);
	return b->tree->links - 1;
}

static void add_body(struct Builder *b, int number)
{
	struct Dag *dag = b->tree->dag;
	const struct Body *body = &b->model->body[number];
	int link = -1;
	struct Placement at = body->seen; /* seen from the carrier, if it does not move by itself */
	if (body_moves(body)) {
		at = body->at;
		if (body->parent >= 0) {
			link = b->link_of[body->parent];
			at = placement_compose(dag, b->in_link[body->parent], at);
		}
		const struct MotionStep *step = body->joint.kind->step;
		for (int i = 0; i < JOINT_STEPS && step[i].kind != MOTION_NONE; i++)
			link = add_motion(b, link, number, &step[i], &at);
		at = placement_compose(dag, at, body->then);
	} else if (body->carrier >= 0) {
		link = b->link_of[body->carrier];
		at = placement_compose(dag, b->in_link[body->carrier], body->seen);
	}
	b->link_of[number] = link;
	b->in_link[number] = at;
	if (link >= 0) {
		struct Inertia own = inertia_about_com(dag, body->mass, body->com, body->inertia);
		struct Link *carrier = &b->tree->link[link];
		carrier->I = inertia_add(dag, carrier->I, inertia_out(dag, &at, &own));
	}
}

static void add_wrench(struct Builder *b, int number)
{
	struct Tree *tree = b->tree;
	struct Dag *dag = tree->dag;
	struct Link *link = &tree->link[b->link_of[number]];
	struct Spatial f;
	uint32_t first = 6 * (uint32_t)tree->wrenches;
	for (int i = 0; i < 3; i++) {
		f.lin.e[i] = dag_input(dag, INPUT_F_EXT, first + (uint32_t)i);
		f.ang.e[i] = dag_input(dag, INPUT_F_EXT, first + 3 + (uint32_t)i);
	}
	link->f_ext = spatial_add(dag, link->f_ext, force_out(dag, &b->in_link[number], f));
	link->pushed = true;
	tree->wrench[tree->wrenches++] = number;
}

static void add_named_wrench(struct Builder *b, const char *name)
{
	const struct Model *model = b->model;
	int body = model_find_body(model, name);
	if (body >= 0 && b->link_of[body] >= 0) {
		for (int i = 0; i < b->tree->wrenches; i++)
			if (b->tree->wrench[i] == body)
				return;
		add_wrench(b, body);
		return;
	}
	uint32_t source = sources_add(b->diags->sources, "--wrench", name, strlen(name));
	struct Span span = { 0, (uint32_t)strlen(name), source };
	if (body >= 0) {
		diag(b->diags, CHECK_STILL_WRENCH, span, "body '%s' is fixed to the world", name);
		return;
	}
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (int i = 0; i < model->bodies; i++)
		nearest_try(&nearest, model->body[i].name.text);
	diag_nearest(b->diags, diag(b->diags, CHECK_UNKNOWN_WRENCH, span, "the model has no body '%s'", name),
	             &nearest);
}

static void add_wrenches(struct Builder *b, const struct Request *request)
{
	b->tree->wrench = ARENA_ARRAY(b->model->arena, int, (size_t)b->model->bodies + 1);
	bool all = request->wrenches == 1 && strcmp(request->wrench[0], "all") == 0 &&
	           model_find_body(b->model, "all") < 0;
	for (int i = 0; all && i < b->model->bodies; i++)
		if (body_moves(&b->model->body[i]))
			add_wrench(b, i);
	for (size_t i = 0; !all && i < request->wrenches; i++)
		add_named_wrench(b, request->wrench[i]);
}

struct Tree *tree_build(struct Diags *diags, const struct Model *model, const struct Request *request)
{
	struct Tree *tree = ARENA_NEW(model->arena, struct Tree);
	size_t steps = 0;
	for (int i = 0; i < model->bodies; i++)
		steps += JOINT_STEPS * body_moves(&model->body[i]);
	tree->dag = model->dag;
	tree->nq = model->nq;
	tree->nv = model->nv;
	tree->gravity = model->gravity;
	tree->link = ARENA_ARRAY(model->arena, struct Link, steps + 1);
	struct Builder b = { .diags = diags, .model = model, .tree = tree };
	b.link_of = ARENA_ARRAY(model->arena, int, (size_t)model->bodies + 1);
	b.in_link = ARENA_ARRAY(model->arena, struct Placement, (size_t)model->bodies + 1);
	for (int i = 0; i < model->bodies; i++)
		add_body(&b, i);
	add_wrenches(&b, request);
	return tree;
}

struct Spatial link_subspace(struct Dag *dag, const struct Link *link, int k)
{
	struct Spatial S = spatial_zero(dag);
	int row = link->motion == LINK_FREE ? k : link->motion == LINK_ROTATE ? 3 + link->axis : link->axis;
	if (row < 3)
		S.lin = vec_unit(dag, row);
	else
		S.ang = vec_unit(dag, row - 3);
	return S;
}

struct Placement link_joint(struct Dag *dag, const struct Link *link)
{
	struct Placement J = placement_identity(dag);
	switch (link->motion) {
	case LINK_ROTATE:
		J.R = mat_turn(dag, link->axis, dag_sin(dag, link->y[0]), dag_cos(dag, link->y[0]));
		break;
	case LINK_TRANSLATE:
		J.p.e[link->axis] = link->y[0];
		break;
	case LINK_FREE:
		J.R = mat_quaternion(dag, link->y + 3);
		J.p = (struct Vec){ { link->y[0], link->y[1], link->y[2] } };
		break;
	}
	return J;
}

static void put_numbers(const struct Dag *dag, struct Text *out, const char *title, const Ref *ref, int count)
{
	text_format(out, "  %s", title);
	for (int i = 0; i < count; i++) {
		text_char(out, ' ');
		number_put(out, dag_value(dag, ref[i]));
	}
	text_char(out, '\n');
}

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out)
{
	static const char *const motion[] = { "rotate", "translate", "free" };
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		text_format(out, "link %d parent %d %s", i, link->parent, motion[link->motion]);
		if (link->motion != LINK_FREE)
			text_format(out, " %c%c", ref_negative(link->gain) ? '-' : '+', "xyz"[link->axis]);
		text_format(out, " v %d // %s\n", link->v, model->body[link->body].name.text);
		put_numbers(tree->dag, out, "at.R", &link->at.R.e[0][0], 9);
		put_numbers(tree->dag, out, "at.p", link->at.p.e, 3);
		put_numbers(tree->dag, out, "m", &link->I.m, 1);
		put_numbers(tree->dag, out, "h", link->I.h.e, 3);
		put_numbers(tree->dag, out, "J", &link->I.J.e[0][0], 9);
	}
}
