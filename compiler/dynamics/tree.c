#include "tree.h"

#include <math.h>
#include <string.h>

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
	link->parent = parent;
	link->body = body;
	link->at = at;
	link->mass = moments_zero(dag);
	link->f_ext = spatial_zero(dag);
	return link;
}

/* The non-zeros of G. */
static struct Drive *drives_of(struct Builder *b, const struct Joint *joint, Ref y, int *count)
{
	struct Drive *drive = ARENA_ARRAY(b->model->arena, struct Drive, joint->ons);
	*count = 0;
	for (int i = 0; i < joint->ons; i++) {
		Ref G = coordinate_slope(b->tree->dag, joint->on[i], y);
		if (!dag_is_zero(b->tree->dag, G))
			drive[(*count)++] = (struct Drive){ joint->on[i].v, G };
	}
	return drive;
}

/* y = gamma(q) along one axis: G by differentiation, and what follows from it. */
static void add_virtual(struct Builder *b, struct Link *link, const struct Joint *joint, Ref y)
{
	struct Dag *dag = b->tree->dag;
	link->y[0] = y;
	link->yd[0] = coordinate_rate(dag, joint->on, joint->ons, y);
	link->ydd[0] = coordinate_acceleration(dag, joint->on, joint->ons, y);
	link->drive = drives_of(b, joint, y, &link->drives);
}

static struct Drive *own_drive(struct Builder *b, int v, int count)
{
	struct Drive *drive = ARENA_ARRAY(b->model->arena, struct Drive, count);
	for (int i = 0; i < count; i++)
		drive[i] = (struct Drive){ v + i, dag_const(b->tree->dag, 1) };
	return drive;
}

/* A spherical or free motion: its velocities are those of the model. */
static void add_quaternion(struct Builder *b, struct Link *link, const struct Joint *joint)
{
	struct Dag *dag = b->tree->dag;
	for (int i = 0; i < joint->kind->nq; i++)
		link->y[i] = dag_input(dag, INPUT_Q, (uint32_t)(joint->q + i));
	for (int i = 0; i < joint->kind->nv; i++) {
		link->yd[i] = dag_input(dag, INPUT_QD, (uint32_t)(joint->v + i));
		link->ydd[i] = dag_input(dag, INPUT_QDD, (uint32_t)(joint->v + i));
	}
	link->drives = joint->kind->nv;
	link->drive = own_drive(b, joint->v, link->drives);
}

/* One elementary motion as a link; *at becomes the moving frame in the new link's frame. */
static int add_motion(struct Builder *b, int parent, int body, const struct Motion *motion, struct Placement *at)
{
	struct Dag *dag = b->tree->dag;
	const struct Joint *joint = &b->model->body[body].joint;
	bool elementary = motion->kind == MOTION_ROTATE || motion->kind == MOTION_TRANSLATE;
	struct Placement aligned = placement_identity(dag);
	double sign = 1;
	int axis = 0;
	if (elementary)
		aligned.R = align(dag, motion->axis, &axis, &sign);
	struct Link *link = add_link(b, parent, body, placement_compose(dag, *at, aligned));
	link->axis = axis;
	link->motion = motion->kind == MOTION_FREE ? LINK_FREE : motion->kind == MOTION_SPHERICAL ? LINK_SPHERICAL
	               : motion->kind == MOTION_ROTATE ? LINK_ROTATE : LINK_TRANSLATE;
	if (elementary)
		add_virtual(b, link, joint, sign < 0 ? dag_neg(motion->y) : motion->y);
	else
		add_quaternion(b, link, joint);
	*at = placement_inverse(dag, aligned);
	return b->tree->links - 1;
}

/* What it takes to move a coordinate against damping, friction, spring and passive forces. */
static Ref resistance(struct Dag *dag, const struct Joint *joint, int i, Ref position, Ref rate)
{
	Ref sum = dag_sub(dag, dag_mul(dag, joint->damping[i], rate), joint->exerted[i]);
	if (!dag_is_zero(dag, joint->stiffness[i]))
		sum = dag_add(dag, sum, dag_mul(dag, joint->stiffness[i], dag_sub(dag, position, joint->rest[i])));
	if (dag_is_zero(dag, joint->friction[i]))
		return sum;
	Ref square = dag_add_products(dag, rate, rate, joint->smoothing[i], joint->smoothing[i]);
	Ref direction = dag_div(dag, rate, dag_sqrt(dag, square));
	return dag_add(dag, sum, dag_mul(dag, joint->friction[i], direction));
}

static void add_carried(struct Builder *b, const struct Joint *joint, int i)
{
	struct Dag *dag = b->tree->dag;
	struct Carried carried = { .inertia = joint->armature[i] };
	if (joint->coupling) {
		Ref rate = coordinate_rate(dag, joint->on, joint->ons, joint->value);
		carried.drive = drives_of(b, joint, joint->value, &carried.drives);
		carried.acceleration = coordinate_acceleration(dag, joint->on, joint->ons, joint->value);
		carried.resistance = resistance(dag, joint, i, joint->value, rate);
	} else {
		carried.drives = 1;
		carried.drive = own_drive(b, joint->v + i, 1);
		carried.acceleration = dag_input(dag, INPUT_QDD, (uint32_t)(joint->v + i));
		Ref rate = dag_input(dag, INPUT_QD, (uint32_t)(joint->v + i));
		Ref position = dag_input(dag, INPUT_Q, (uint32_t)(joint->q + i));
		carried.resistance = resistance(dag, joint, i, position, rate);
	}
	if (!dag_is_zero(dag, carried.inertia) || !dag_is_zero(dag, carried.resistance))
		b->tree->carried[b->tree->carrieds++] = carried;
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
		for (int i = 0; i < body->joint.motions; i++)
			link = add_motion(b, link, number, &body->joint.motion[i], &at);
		for (int i = 0; i < body->joint.kind->nv; i++)
			add_carried(b, &body->joint, i);
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
		struct Inertia seen = inertia_out(dag, &at, &own);
		carrier->mass = moments_add(dag, carrier->mass, moments_of(dag, &seen));
	}
}

/* A link's frame in the world, along its ancestors. */
static struct Placement pose(struct Dag *dag, const struct Tree *tree, int link)
{
	struct Placement all = placement_identity(dag);
	for (; link >= 0; link = tree->link[link].parent) {
		struct Placement J = link_joint(dag, &tree->link[link]);
		all = placement_compose(dag, placement_compose(dag, tree->link[link].at, J), all);
	}
	return all;
}

static struct Vec f_ext(struct Dag *dag, int first)
{
	struct Vec v;
	for (int i = 0; i < 3; i++)
		v.e[i] = dag_input(dag, INPUT_F_EXT, (uint32_t)(first + i));
	return v;
}

static void add_wrench(struct Builder *b, const struct Wrench *wrench)
{
	struct Tree *tree = b->tree;
	tree->wrench[tree->wrenches++] = (struct TreeWrench){
		.name = wrench->name.text, .body = wrench->body, .link = b->link_of[wrench->body],
		.at = placement_compose(tree->dag, b->in_link[wrench->body], wrench->at),
		.in_world = wrench->in_world, .at_point = wrench->at_point, .first = tree->f_ext,
	};
	tree->f_ext += wrench->at_point ? 9 : 6;
}

/* Brings what is given to the frame the wrench is on, then to the link. */
static void put_wrench(struct Tree *tree, const struct TreeWrench *wrench)
{
	struct Dag *dag = tree->dag;
	struct Link *link = &tree->link[wrench->link];
	struct Spatial f = { .lin = f_ext(dag, wrench->first) };
	f.ang = f_ext(dag, wrench->first + 3);
	struct Placement world = placement_identity(dag);
	if (wrench->in_world)
		world = placement_compose(dag, pose(dag, tree, wrench->link), wrench->at);
	if (wrench->at_point) {
		struct Vec arm = f_ext(dag, wrench->first + 6);
		if (wrench->in_world)
			arm = vec_sub(dag, arm, world.p);
		f.ang = vec_add(dag, f.ang, vec_cross(dag, arm, f.lin));
	}
	f.lin = mat_tvec(dag, world.R, f.lin);
	f.ang = mat_tvec(dag, world.R, f.ang);
	link->f_ext = spatial_add(dag, link->f_ext, force_out(dag, &wrench->at, f));
}

void tree_wrenches(struct Tree *tree)
{
	for (int i = 0; i < tree->wrenches; i++)
		put_wrench(tree, &tree->wrench[i]);
}

/* On a body, in its axes at its origin. */
static void add_body_wrench(struct Builder *b, int body)
{
	struct Wrench wrench = { .name = b->model->body[body].name, .body = body,
	                         .at = placement_identity(b->tree->dag) };
	add_wrench(b, &wrench);
}

/* On a frame that the model declares, in its axes at its origin. */
static void add_frame_wrench(struct Builder *b, const struct Frame *frame)
{
	struct Wrench wrench = { .name = frame->name, .body = frame->body, .at = frame->at };
	add_wrench(b, &wrench);
	b->tree->wrench[b->tree->wrenches - 1].frame = frame;
}

/* Names to bodies, and to frames behind all bodies; those named before have their wrenches. */
struct WrenchSites {
	struct NameTable names;
	bool *named;
};

static struct WrenchSites wrench_sites(const struct Model *model)
{
	struct WrenchSites sites = { .named = ARENA_ARRAY(model->arena, bool, model->bodies + model->frames) };
	names_init(&sites.names, model->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&sites.names, model->body[i].name.text, i);
	for (int i = 0; i < model->frames; i++)
		names_add(&sites.names, model->frame[i].name.text, model->bodies + i);
	return sites;
}

static void add_named_wrench(struct Builder *b, struct WrenchSites *sites, const char *name)
{
	const struct Model *model = b->model;
	int site = names_find(&sites->names, name);
	const struct Frame *frame = site >= model->bodies ? &model->frame[site - model->bodies] : NULL;
	int body = frame ? frame->body : site;
	if (body >= 0 && b->link_of[body] >= 0) {
		if (!sites->named[site] && frame)
			add_frame_wrench(b, frame);
		else if (!sites->named[site])
			add_body_wrench(b, body);
		sites->named[site] = true;
		return;
	}
	uint32_t source = sources_add(b->diags->sources, "--wrench", name, strlen(name));
	struct Span span = { 0, (uint32_t)strlen(name), source };
	if (frame || body >= 0) {
		diag(b->diags, CHECK_STILL_WRENCH, span, "%s '%s' is fixed to the world", frame ? "frame" : "body", name);
		return;
	}
	struct Nearest nearest;
	nearest_init(&nearest, name);
	bool suggest = model->bodies <= NEAREST_MOST && diags_may_suggest(b->diags);
	for (int i = 0; i < model->bodies && suggest; i++)
		nearest_try(&nearest, model->body[i].name.text);
	for (int i = 0; i < model->frames && i < NEAREST_MOST && suggest; i++)
		nearest_try(&nearest, model->frame[i].name.text);
	diag_nearest(b->diags, diag(b->diags, CHECK_UNKNOWN_WRENCH, span, "the model has no body '%s', and no frame", name),
	             &nearest);
}

static void add_wrenches(struct Builder *b, const struct Request *request)
{
	b->tree->wrench = ARENA_ARRAY(b->model->arena, struct TreeWrench,
	                              (size_t)b->model->bodies + (size_t)b->model->frames +
	                              (size_t)b->model->wrenches + 1);
	for (int i = 0; i < b->model->wrenches; i++)
		add_wrench(b, &b->model->wrench[i]);
	if (!request->wrenches)
		return;
	struct WrenchSites sites = wrench_sites(b->model);
	int body = names_find(&sites.names, "all");
	bool all = request->wrenches == 1 && strcmp(request->wrench[0], "all") == 0 &&
	           (body < 0 || body >= b->model->bodies);
	for (int i = 0; all && i < b->model->bodies; i++)
		if (body_moves(&b->model->body[i]))
			add_body_wrench(b, i);
	for (size_t i = 0; !all && i < request->wrenches; i++)
		add_named_wrench(b, &sites, request->wrench[i]);
}

struct Tree *tree_build(struct Diags *diags, const struct Model *model, const struct Request *request)
{
	struct Tree *tree = ARENA_NEW(model->arena, struct Tree);
	size_t steps = 0;
	for (int i = 0; i < model->bodies; i++)
		steps += body_moves(&model->body[i]) ? (size_t)model->body[i].joint.motions : 0;
	tree->dag = model->dag;
	tree->nq = model->nq;
	tree->nv = model->nv;
	tree->gravity = model->gravity;
	tree->carried = ARENA_ARRAY(model->arena, struct Carried, JOINT_V * (size_t)model->bodies + 1);
	tree->link = ARENA_ARRAY(model->arena, struct Link, steps + 1);
	struct Builder b = { .diags = diags, .model = model, .tree = tree };
	b.link_of = ARENA_ARRAY(model->arena, int, (size_t)model->bodies + 1);
	b.in_link = ARENA_ARRAY(model->arena, struct Placement, (size_t)model->bodies + 1);
	for (int i = 0; i < model->bodies; i++)
		add_body(&b, i);
	add_wrenches(&b, request);
	return tree;
}

struct Tree *tree_copy(const struct Tree *tree, struct Dag *dag)
{
	struct Tree *copy = ARENA_NEW(dag->arena, struct Tree);
	*copy = *tree;
	copy->dag = dag;
	copy->link = ARENA_ARRAY(dag->arena, struct Link, tree->links);
	copy->wrench = ARENA_ARRAY(dag->arena, struct TreeWrench, tree->wrenches);
	if (tree->links)
		memcpy(copy->link, tree->link, (size_t)tree->links * sizeof *copy->link);
	if (tree->wrenches)
		memcpy(copy->wrench, tree->wrench, (size_t)tree->wrenches * sizeof *copy->wrench);
	return copy;
}

int link_row(const struct Link *link, int k)
{
	switch (link->motion) {
	case LINK_ROTATE: return 3 + link->axis;
	case LINK_TRANSLATE: return link->axis;
	case LINK_SPHERICAL: return 3 + k;
	case LINK_FREE: break;
	}
	return k;
}

struct Spatial link_subspace(struct Dag *dag, const struct Link *link, int k)
{
	struct Spatial S = spatial_zero(dag);
	int row = link_row(link, k);
	if (row < 3)
		S.lin = vec_unit(dag, row);
	else
		S.ang = vec_unit(dag, row - 3);
	return S;
}

const struct Drive *link_drives(const struct Link *link, int k, int *count)
{
	bool own = link_columns(link) > 1; /* each column has a velocity to itself */
	*count = own ? 1 : link->drives;
	return link->drive + (own ? k : 0);
}

void tree_carry(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		Ref force = dag_add(dag, dag_mul(dag, carried->inertia, carried->acceleration), carried->resistance);
		for (int d = 0; d < carried->drives; d++)
			tau[carried->drive[d].v] = dag_add(dag, tau[carried->drive[d].v],
			                                   dag_mul(dag, carried->drive[d].gain, force));
	}
}

/* M += G_row^T H G_column; its mirror image too, unless the entry is on the diagonal (a coordinate that
 * drives both rows counts twice). */
static void spread(struct Dag *dag, Ref *M, int nv, const struct Drive *row, int rows, const struct Drive *column,
                   int columns, bool diagonal, Ref H)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			Ref term = dag_mul(dag, dag_mul(dag, row[i].gain, column[j].gain), H);
			Ref *entry = &M[row[i].v * nv + column[j].v];
			*entry = dag_add(dag, *entry, term);
			if (diagonal)
				continue;
			Ref *mirror = &M[column[j].v * nv + row[i].v];
			*mirror = dag_add(dag, *mirror, term);
		}
}

void tree_spread(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	int rows, columns;
	const struct Drive *row = link_drives(&tree->link[a], k, &rows);
	const struct Drive *column = link_drives(&tree->link[b], l, &columns);
	spread(dag, M, tree->nv, row, rows, column, columns, a == b && k == l, H);
}

void tree_carry_inertia(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		spread(dag, M, tree->nv, carried->drive, carried->drives, carried->drive, carried->drives, true,
		       carried->inertia);
	}
}

void link_sincos(struct Dag *dag, const struct Link *link, Ref *s, Ref *c)
{
	Ref sine = dag_sin(dag, link->y[0]), cosine = dag_cos(dag, link->y[0]);
	const Ref turned[4] = { sine, cosine, dag_neg(sine), dag_neg(cosine) };
	*s = turned[link->quarters];
	*c = turned[(link->quarters + 1) & 3];
}

struct Placement link_joint(struct Dag *dag, const struct Link *link)
{
	struct Placement J = placement_identity(dag);
	Ref s, c;
	switch (link->motion) {
	case LINK_ROTATE:
		link_sincos(dag, link, &s, &c);
		J.R = mat_turn(dag, link->axis, s, c);
		break;
	case LINK_TRANSLATE:
		J.p.e[link->axis] = link->y[0];
		break;
	case LINK_SPHERICAL:
		J.R = mat_quaternion(dag, link->y);
		break;
	case LINK_FREE:
		J.R = mat_quaternion(dag, link->y + 3);
		J.p = (struct Vec){ { link->y[0], link->y[1], link->y[2] } };
		break;
	}
	return J;
}

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out)
{
	static const char *const motion[] = { "rotate", "translate", "spherical", "free" };
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		text_format(out, "link %d parent %d %s", i, link->parent, motion[link->motion]);
		if (link_columns(link) == 1)
			text_format(out, " %c", "xyz"[link->axis]);
		for (int k = 0; k < link->drives; k++)
			text_format(out, " v%d", link->drive[k].v);
		text_format(out, " // %s\n", text_shown(out->arena, model->body[link->body].name.text));
		dag_put_constants(tree->dag, out, "at.R", &link->at.R.e[0][0], 9);
		dag_put_constants(tree->dag, out, "at.p", link->at.p.e, 3);
		dag_put_constants(tree->dag, out, "m", &link->mass.m, 1);
		dag_put_constants(tree->dag, out, "h", link->mass.h.e, 3);
		dag_put_constants(tree->dag, out, "D", &link->mass.D.e[0][0], 9);
	}
}
