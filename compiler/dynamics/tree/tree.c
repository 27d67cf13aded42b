#include "tree.h"

#include <math.h>
#include <string.h>

#include "model/body.h"
#include "model/followed.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/joint_rate.h"
#include "model/added.h"
#include "model/law.h"
#include "model/model_pose.h"
#include "model/strut.h"

/* Smallest rotation from the z axis to the unit vector (x, y, c), c >= 0, by Rodrigues' formula: about z x (x, y, c) = (-y, x, 0), with
 * 1 / (1 + c). */
static struct Mat smallest_turn(struct Dag *dag, double x, double y, double c)
{
	const double w = 1 / (1 + c);
	const double entry[9] = { 1 - w * x * x, -w * x * y, x, -w * x * y, 1 - w * y * y, y, -x, -y, c };
	struct Mat R;
	for (int i = 0; i < 9; i++)
		R.e[i / 3][i % 3] = dag_const(dag, entry[i]);
	return R;
}

/* Rotation to a frame whose coordinate axis *k lies along the unit vector `axis`, up to *sign. A coordinate axis needs
 * no rotation, an axis in a coordinate plane one about a coordinate axis. Any other axis takes the smallest rotation
 * from z or -z. */
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
	return smallest_turn(dag, a[0] * *sign, a[1] * *sign, a[2] * *sign);
}

struct Builder {
	const struct Model *model;
	struct Tree *tree;
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
	link->load = (struct WorldLoad){
		.at_rest = link->f_ext, .f = link->f_ext.lin, .n = link->f_ext.ang, .P = mat_zero(dag)
	};
	link->law = link->known = link->f_ext;
	return link;
}

/* Non-zeros of G. */
static struct JointMap map_of(struct Builder *b, const struct Joint *joint, Ref y)
{
	struct Dag *dag = b->tree->dag;
	struct JointMap map = { .entry = ARENA_ARRAY(b->model->arena, struct JointMapEntry, joint->ons) };
	for (int i = 0; i < joint->ons; i++) {
		Ref G = coordinate_slope(dag, joint->on[i], y);
		if (dag_is_zero(dag, G))
			continue;
		Ref Gdot = coordinate_rate(dag, joint->on, joint->ons, G);
		Ref along = joint->on[i].turned ? coordinate_slope(dag, joint->on[i], joint_rate(dag, joint, y)) : Gdot;
		map.entry[map.entries++] = (struct JointMapEntry){ joint->on[i].v, G, Gdot, along };
	}
	return map;
}

/* Rows of B of a point: by the velocities of the free joint that alone moves it, else by derivatives. */
static struct JointMap point_map(struct Builder *b, const struct Joint *joint, int k)
{
	struct Dag *dag = b->tree->dag;
	const struct FollowedPoint *of = joint->through;
	int count = of->free ? 6 : joint->ons;
	struct JointMap map = { .entry = ARENA_ARRAY(b->model->arena, struct JointMapEntry, count) };
	for (int i = 0; i < count; i++) {
		struct JointMapEntry entry = { .v = of->free ? of->free->tree.v + i : joint->on[i].v };
		entry.gain = !of->free ? coordinate_slope(dag, joint->on[i], of->r.e[k])
		             : i < 3   ? vec_unit(dag, i).e[k]
		                       : vec_cross(dag, vec_unit(dag, i - 3), of->at).e[k];
		if (!dag_is_zero(dag, entry.gain))
			map.entry[map.entries++] = entry;
	}
	return map;
}

/* Number of the joint's point, from 1 on. */
static int point_of(struct Builder *b, const struct Joint *joint)
{
	struct Tree *tree = b->tree;
	int point = 0;
	while (point < tree->points && tree->point[point].of != joint->through)
		point++;
	if (point == tree->points) {
		tree->point[tree->points++].of = joint->through;
		for (int k = 0; k < 3; k++)
			tree->point[point].map[k] = point_map(b, joint, k);
	}
	return point + 1;
}

/* Takes the lever of a link that a point moves. */
static void take_point(struct Builder *b, struct Link *link, const struct Joint *joint, Ref y)
{
	for (int k = 0; k < joint->kind->nv && joint->through; k++) {
		if (ref_node(joint->value[k]) != ref_node(y))
			continue;
		link->point = point_of(b, joint);
		link->lever = joint->value[k] == y ? joint->lever[k] : vec_neg(joint->lever[k]);
	}
}

/* Motion y = gamma(q) about or along one axis: G by differentiation, yd and ydd from G. */
static void add_elementary(struct Builder *b, struct Link *link, const struct Joint *joint, Ref y)
{
	struct Dag *dag = b->tree->dag;
	link->y[0] = y;
	link->yd[0] = joint_rate(dag, joint, y);
	link->ydd[0] = joint_acceleration(dag, joint, y);
	link->map = map_of(b, joint, y);
	take_point(b, link, joint, y);
}

static struct JointMap own_map(struct Builder *b, int v, int count)
{
	struct JointMap map = { ARENA_ARRAY(b->model->arena, struct JointMapEntry, count), count };
	Ref one = dag_const(b->tree->dag, 1), zero = dag_const(b->tree->dag, 0);
	for (int i = 0; i < count; i++)
		map.entry[i] = (struct JointMapEntry){ v + i, one, zero, zero };
	return map;
}

/* Spherical or free motion: its velocities are velocities of the model. */
static void add_quaternion(struct Builder *b, struct Link *link, const struct Joint *joint)
{
	struct Dag *dag = b->tree->dag;
	for (int i = 0; i < joint->kind->nq; i++)
		link->y[i] = dag_input(dag, INPUT_Q, (uint32_t)(joint->tree.q + i));
	for (int i = 0; i < joint->kind->nv; i++) {
		link->yd[i] = dag_input(dag, INPUT_QD, (uint32_t)(joint->tree.v + i));
		link->ydd[i] = dag_input(dag, INPUT_QDD, (uint32_t)(joint->tree.v + i));
	}
	link->map = own_map(b, joint->tree.v, joint->kind->nv);
}

/* Link for one elementary motion; *at becomes the moving frame in the new link's frame. */
static int add_motion(struct Builder *b, int parent, int body, const struct Motion *motion, struct Placement *at)
{
	struct Dag *dag = b->tree->dag;
	const struct Joint *joint = b->model->body[body].joint;
	bool elementary = motion->kind == MOTION_ROTATE || motion->kind == MOTION_TRANSLATE;
	struct Placement aligned = placement_identity(dag);
	double sign = 1;
	int axis = 0;
	if (elementary)
		aligned.R = align(dag, motion->axis, &axis, &sign);
	struct Link *link = add_link(b, parent, body, placement_compose(dag, *at, aligned));
	link->axis = axis;
	link->motion = motion->kind == MOTION_FREE        ? LINK_FREE
	               : motion->kind == MOTION_SPHERICAL ? LINK_SPHERICAL
	               : motion->kind == MOTION_ROTATE    ? LINK_ROTATE
	                                                  : LINK_TRANSLATE;
	if (elementary)
		add_elementary(b, link, joint, sign < 0 ? dag_neg(motion->y) : motion->y);
	else
		add_quaternion(b, link, joint);
	*at = placement_inverse(dag, aligned);
	return b->tree->links - 1;
}

/* Force to move a coordinate against damping, friction, spring and passive forces. */
static Ref resistance(struct Dag *dag, const struct Joint *joint, int i, Ref position, Ref rate)
{
	Ref sum = dag_sub(dag, dag_mul(dag, joint->number->damping[i], rate), joint->exerted[i]);
	if (!dag_is_zero(dag, joint->number->stiffness[i]))
		sum = dag_add(dag, sum,
		              dag_mul(dag, joint->number->stiffness[i],
		                      dag_sub(dag, position, joint->number->rest[i])));
	if (dag_is_zero(dag, joint->number->friction[i]))
		return sum;
	Ref square = dag_add_products(dag, rate, rate, joint->number->smoothing[i], joint->number->smoothing[i]);
	Ref direction = dag_div(dag, rate, dag_sqrt(dag, square));
	return dag_add(dag, sum, dag_mul(dag, joint->number->friction[i], direction));
}

static void add_term(struct Builder *b, const struct Joint *joint, int i)
{
	struct Dag *dag = b->tree->dag;
	struct JointSpaceTerm term = { .inertia = joint->number->armature[i],
		                       .stiffness = joint->number->stiffness[i],
		                       .rest = joint->number->rest[i] };
	if (joint->coupling) {
		term.position = joint->value[i];
		term.rate = joint_rate(dag, joint, joint->value[i]);
		term.acceleration = joint_acceleration(dag, joint, joint->value[i]);
		term.map = map_of(b, joint, joint->value[i]);
	} else {
		term.map = own_map(b, joint->tree.v + i, 1);
		term.acceleration = dag_input(dag, INPUT_QDD, (uint32_t)(joint->tree.v + i));
		term.rate = dag_input(dag, INPUT_QD, (uint32_t)(joint->tree.v + i));
		term.position = dag_input(dag, INPUT_Q, (uint32_t)(joint->tree.q + i));
	}
	term.resistance = resistance(dag, joint, i, term.position, term.rate);
	if (!dag_is_zero(dag, term.inertia) || !dag_is_zero(dag, term.resistance))
		b->tree->term[b->tree->terms++] = term;
}

/* Place at a placement in the frame of a body (-1: the world). */
static struct Site place_on(const struct Tree *tree, int body, struct Placement at)
{
	if (body < 0)
		return (struct Site){ -1, at };
	const struct Site *on = &tree->place[body];
	return (struct Site){ on->link, placement_compose(tree->dag, on->at, at) };
}

/* Links for the motions of a body's joint, and its terms. Returns the body's place on the last of these links. */
static struct Site add_joint(struct Builder *b, int number)
{
	const struct Body *body = &b->model->body[number];
	const struct Joint *joint = body->joint;
	struct Site place = place_on(b->tree, body->parent, body->at);
	for (int i = 0; i < joint->motions; i++) {
		place.link = add_motion(b, place.link, number, &joint->motion[i], &place.at);
		b->tree->link[place.link].on = i ? number : body->parent;
	}
	for (int i = 0; i < joint->kind->nv; i++)
		add_term(b, joint, i);
	for (int i = 0; i < joint_nv(joint); i++)
		b->tree->coordinate[joint->tree.v + i] = kind_has_quaternion(joint->kind) ? -1 : joint->tree.q + i;
	b->tree->hinge[number] = place.at.p;
	place.at = placement_compose(b->tree->dag, place.at, body->then);
	return place;
}

/* Place of a fixed body. */
static struct Site add_fixed(struct Builder *b, int number)
{
	const struct Body *body = &b->model->body[number];
	struct Site place = place_on(b->tree, body->carrier, body->seen);
	bool shifted = !dag_all(b->tree->dag, dag_is_zero, body->then.p.e, 3);
	b->tree->hinge[number] = shifted ? place_on(b->tree, body->parent, body->at).at.p : place.at.p;
	return place;
}

/* Adds a body, with its mass, to its last link, or to the link that it is fixed to. */
static void add_body(struct Builder *b, int number)
{
	const struct Body *body = &b->model->body[number];
	struct Site place = body_moves(body) ? add_joint(b, number) : add_fixed(b, number);
	b->tree->place[number] = place;
	if (place.link >= 0) {
		struct Link *carrier = &b->tree->link[place.link];
		struct Moments own = body_mass(b->tree->dag, b->model, number, &place.at);
		carrier->mass = moments_add(b->tree->dag, carrier->mass, own);
	}
}

static struct TreeLaw law_end(const struct Tree *tree, const struct Law *law, const struct LawEnd *end)
{
	struct Site seen_from = place_on(tree, law->in.body, law->in.at);
	struct TreeLaw made = { .body = end->body, .at = place_on(tree, end->body, end->at), .f = end->f };
	made.from_world = law->seen && end == &law->on && seen_from.link < 0 && made.at.link >= 0;
	made.world = made.from_world ? spatial_turn(tree->dag, seen_from.at.R, law->f) : law->f;
	made.single = made.from_world && law->single;
	made.arm = mat_vec(tree->dag, seen_from.at.R, law->arm);
	return made;
}

/* The ends of laws; an end on the world has no effect. */
static void add_laws(struct Tree *tree, const struct Model *model)
{
	tree->law_energy = dag_const(tree->dag, 0);
	tree->law = ARENA_ARRAY(model->arena, struct TreeLaw, 2 * model->laws.count + model->added.count);
	for (size_t i = 0; i < model->laws.count; i++) {
		const struct Law *law = &model->laws.item[i];
		const struct LawEnd *const end[] = { &law->on, &law->in };
		tree->law_energy = dag_add(tree->dag, tree->law_energy, law->energy);
		for (int e = 0; e < 2; e++)
			if (end[e]->body >= 0)
				tree->law[tree->laws++] = law_end(tree, law, end[e]);
	}
}

/* Bodies with added mass, and the wrenches of the fluid on them: laws in the axes of the body. */
static void add_added(struct Tree *tree, const struct Model *model)
{
	tree->added = ARENA_ARRAY(model->arena, struct TreeAdded, model->added.count);
	for (size_t i = 0; i < model->added.count; i++) {
		const struct AddedBody *of = &model->added.item[i];
		const struct Site at = place_on(tree, of->body, placement_identity(tree->dag));
		if (at.link < 0)
			continue;
		tree->added[tree->addeds++] = (struct TreeAdded){ of, at };
		struct TreeLaw law = { .body = of->body, .at = at, .f = of->f, .world = of->f, .fluid = true };
		law.arm = vec_const(tree->dag, 0, 0, 0);
		tree->law[tree->laws++] = law;
	}
}

/* Number of terms for struts: a term for each line, and a term for each spring. */
static size_t strut_rows(const struct Model *model)
{
	size_t rows = 0;
	for (size_t i = 0; i < model->struts.count; i++)
		rows += 1 + (size_t)model->struts.item[i].lines;
	return rows;
}

static void take_limits(struct Tree *tree, const struct Model *model)
{
	tree->lower = ARENA_ARRAY(model->arena, double, model->nq);
	tree->upper = ARENA_ARRAY(model->arena, double, model->nq);
	for (int i = 0; i < model->nq; i++) {
		tree->lower[i] = -INFINITY;
		tree->upper[i] = INFINITY;
	}
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint->limited || joint_nq(joint) != 1)
			continue;
		tree->lower[joint->tree.q] = dag_value(model->dag, joint->lower);
		tree->upper[joint->tree.q] = dag_value(model->dag, joint->upper);
	}
}

/* Poses, in the order of bodies. */
static void take_poses(struct Tree *tree, const struct Model *model)
{
	tree->poses = (int)model->poses.count;
	tree->pose = ARENA_ARRAY(model->arena, double *, tree->poses);
	for (int k = 0; k < tree->poses; k++) {
		tree->pose[k] = ARENA_ARRAY(model->arena, double, model->nq);
		for (int i = 0; i < model->nq; i++)
			tree->pose[k][i] = model->poses.item[k].q[model->ordered ? model->q_place[i] : i];
	}
}

/* Do drives move the joint by way of closed forms? Their joints follow this joint alone. */
static bool is_led(const struct Model *model, const struct Joint *joint)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *other = model->body[i].joint;
		bool leads = other->closed && !other->idle && other->ons > 0;
		for (int k = 0; k < other->ons && leads; k++)
			leads = other->on[k].v >= joint->tree.v && other->on[k].v < joint->tree.v + joint->kind->nv;
		if (leads)
			return true;
	}
	return false;
}

/* Velocities of idle joints, and of a free joint on the world that nothing leads. */
static void mark_idle(struct Tree *tree, const struct Model *model)
{
	tree->idle = ARENA_ARRAY(model->arena, bool, model->nv);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		bool idle = joint->idle ||
		            (joint->kind->form == JOINT_FREE && model->body[i].parent < 0 && !is_led(model, joint));
		for (int k = 0; k < joint_nv(joint); k++)
			tree->idle[joint->tree.v + k] = idle;
	}
}

struct Tree *tree_build(const struct Model *model)
{
	struct Tree *tree = ARENA_NEW(model->arena, struct Tree);
	size_t steps = 0, terms = strut_rows(model);
	for (int i = 0; i < model->bodies; i++) {
		steps += body_moves(&model->body[i]) ? (size_t)model->body[i].joint->motions : 0;
		terms += (size_t)model->body[i].joint->kind->nv;
	}
	tree->dag = model->dag;
	tree->nq = model->nq;
	tree->nv = model->nv;
	tree->np = model->parameters.numbers;
	tree->nu = model->inputs.numbers;
	tree->ns = model->states.numbers;
	tree->rate = ARENA_ARRAY(model->arena, Ref, tree->ns);
	for (size_t i = 0; i < model->states.count; i++)
		memcpy(tree->rate + model->states.item[i]->first, model->states.item[i]->rate,
		       (size_t)model->states.item[i]->count * sizeof *tree->rate);
	tree->gravity = model->gravity;
	tree->ground = moments_zero(tree->dag);
	tree->asked[0] = tree->asked[1] = -1;
	tree->coordinate = ARENA_ARRAY(model->arena, int, (size_t)model->nv + 1);
	tree->term = ARENA_ARRAY(model->arena, struct JointSpaceTerm, terms + 1);
	tree->point = ARENA_ARRAY(model->arena, struct TreePoint, model->closed_forms.count + 1);
	tree->link = ARENA_ARRAY(model->arena, struct Link, steps + 1);
	struct Builder b = { .model = model, .tree = tree };
	tree->place = ARENA_ARRAY(model->arena, struct Site, (size_t)model->bodies + 1);
	tree->hinge = ARENA_ARRAY(model->arena, struct Vec, (size_t)model->bodies + 1);
	for (int i = 0; i < model->bodies; i++)
		add_body(&b, i);
	tree_add_struts(tree, model);
	add_laws(tree, model);
	add_added(tree, model);
	mark_idle(tree, model);
	take_limits(tree, model);
	take_poses(tree, model);
	return tree;
}

int tree_add_site(struct Tree *tree, int body, struct Placement at)
{
	if (tree->sites == tree->site_room) {
		tree->site_room = 2 * tree->sites + 1;
		struct Site *wider = ARENA_ARRAY(tree->dag->arena, struct Site, tree->site_room);
		if (tree->sites)
			memcpy(wider, tree->site, (size_t)tree->sites * sizeof *wider);
		tree->site = wider;
	}
	tree->site[tree->sites] = place_on(tree, body, at);
	return tree->sites++;
}

struct WorldLoad world_load_turn(struct Dag *dag, struct Mat R, struct WorldLoad load)
{
	load.at_rest = spatial_turn(dag, R, load.at_rest);
	load.f = mat_vec(dag, R, load.f);
	load.n = mat_vec(dag, R, load.n);
	load.P = mat_similar(dag, R, load.P);
	return load;
}

struct WorldLoad world_load_shift(struct Dag *dag, struct Vec p, struct WorldLoad load)
{
	load.at_rest = force_shift(dag, p, load.at_rest);
	load.P = mat_add_outer(dag, load.P, p, load.f);
	return load;
}

void tree_reframe(struct Tree *tree, int number, struct Placement to)
{
	struct Dag *dag = tree->dag;
	struct Link *link = &tree->link[number];
	link->f_ext = force_out(dag, &to, link->f_ext);
	link->load = world_load_shift(dag, to.p, world_load_turn(dag, to.R, link->load));
	for (int i = 0; i < tree->sites; i++)
		if (tree->site[i].link == number)
			tree->site[i].at = placement_compose(dag, to, tree->site[i].at);
	if (link->lawful) {
		link->law = force_out(dag, &to, link->law);
		link->known = force_out(dag, &to, link->known);
	}
	for (int i = 0; i < tree->laws; i++)
		if (tree->law[i].at.link == number)
			tree->law[i].at.at = placement_compose(dag, to, tree->law[i].at.at);
	for (int i = 0; i < tree->addeds; i++)
		if (tree->added[i].at.link == number)
			tree->added[i].at.at = placement_compose(dag, to, tree->added[i].at.at);
	for (int i = 0; i < tree->wrenches; i++)
		if (tree->wrench[i].link == number)
			tree->wrench[i].at = placement_compose(dag, to, tree->wrench[i].at);
	for (int i = 0; i < tree->reactions; i++) {
		struct Reaction *reaction = &tree->reaction[i];
		if (reaction->link != number)
			continue;
		reaction->at = placement_compose(dag, to, reaction->at);
		reaction->mass = moments_seen(dag, to, reaction->mass);
		reaction->f_ext = force_out(dag, &to, reaction->f_ext);
	}
}

bool tree_has_site(const struct Tree *tree, int link)
{
	bool any = false;
	for (int i = 0; i < tree->sites; i++)
		any |= tree->site[i].link == link;
	return any;
}

struct Tree *tree_copy(const struct Tree *tree, struct Dag *dag)
{
	struct Tree *copy = ARENA_NEW(dag->arena, struct Tree);
	*copy = *tree;
	copy->dag = dag;
	copy->link = ARENA_ARRAY(dag->arena, struct Link, tree->links);
	copy->wrench = ARENA_ARRAY(dag->arena, struct TreeWrench, tree->wrenches);
	copy->law = ARENA_ARRAY(dag->arena, struct TreeLaw, tree->laws);
	copy->added = ARENA_ARRAY(dag->arena, struct TreeAdded, tree->addeds);
	copy->site = ARENA_ARRAY(dag->arena, struct Site, tree->sites);
	copy->site_room = tree->sites;
	copy->reaction = ARENA_ARRAY(dag->arena, struct Reaction, tree->reactions);
	if (tree->links)
		memcpy(copy->link, tree->link, (size_t)tree->links * sizeof *copy->link);
	if (tree->wrenches)
		memcpy(copy->wrench, tree->wrench, (size_t)tree->wrenches * sizeof *copy->wrench);
	if (tree->laws)
		memcpy(copy->law, tree->law, (size_t)tree->laws * sizeof *copy->law);
	if (tree->addeds)
		memcpy(copy->added, tree->added, (size_t)tree->addeds * sizeof *copy->added);
	if (tree->reactions)
		memcpy(copy->reaction, tree->reaction, (size_t)tree->reactions * sizeof *copy->reaction);
	if (tree->sites)
		memcpy(copy->site, tree->site, (size_t)tree->sites * sizeof *copy->site);
	return copy;
}

long tree_pairs(const struct Tree *tree)
{
	long pairs = 0, *before = ARENA_ARRAY(tree->dag->arena, long, tree->links);
	for (int i = 0; i < tree->links; i++) {
		int columns = link_columns(&tree->link[i]), parent = tree->link[i].parent;
		before[i] = (parent < 0 ? 0 : before[parent]) + columns;
		pairs += before[i] * columns;
	}
	return pairs;
}

int tree_moving(const struct Tree *tree)
{
	int moving = 0;
	for (int i = 0; i < tree->links; i++)
		moving += link_is_body(tree, i);
	return moving;
}

struct Moments body_mass(struct Dag *dag, const struct Model *model, int body, const struct Placement *at)
{
	struct Inertia own = model_inertia(model, body);
	struct Inertia seen = inertia_out(dag, at, &own);
	return moments_of(dag, &seen);
}

struct Moments body_moments(struct Dag *dag, const Ref *pi)
{
	struct Inertia I = { .m = pi[0], .h = { { pi[1], pi[2], pi[3] } } };
	for (int k = 0; k < SYMMETRIC; k++) {
		int i = symmetric_row[k], j = symmetric_column[k];
		I.J.e[i][j] = I.J.e[j][i] = pi[4 + k];
	}
	return moments_of(dag, &I);
}

bool tree_has_mass(const struct Tree *tree)
{
	bool any = false;
	for (int i = 0; i < tree->links; i++)
		any |= !dag_is_zero(tree->dag, tree->link[i].mass.m);
	return any;
}

bool tree_at_rest(const struct Tree *tree)
{
	const struct Dag *dag = tree->dag;
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (!dag_all(dag, dag_is_zero, link->yd, link_columns(link)) ||
		    !dag_all(dag, dag_is_zero, link->ydd, link_columns(link)) || !vec_is_zero(dag, link->f_ext.lin) ||
		    !vec_is_zero(dag, link->f_ext.ang))
			return false;
	}
	return true;
}

bool tree_has_inertia(const struct Tree *tree)
{
	bool any = tree_has_mass(tree);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < 9; k++)
			any |= !dag_is_zero(tree->dag, tree->link[i].mass.D.e[k / 3][k % 3]);
	for (int i = 0; i < tree->terms; i++)
		any |= !dag_is_zero(tree->dag, tree->term[i].inertia);
	return any;
}

int tree_depth(const struct Tree *tree, int link)
{
	int depth = 0;
	for (int i = link; i >= 0; i = tree->link[i].parent)
		depth++;
	return depth;
}

const int *tree_path(const struct Tree *tree, int link, int *links)
{
	*links = tree_depth(tree, link);
	int *path = ARENA_ARRAY(tree->dag->arena, int, *links);
	for (int i = link, n = *links; i >= 0; i = tree->link[i].parent)
		path[--n] = i;
	return path;
}

/* Parents have smaller numbers. */
int tree_common_link(const struct Tree *tree, int a, int b)
{
	while (a != b)
		if (a > b)
			a = tree->link[a].parent;
		else
			b = tree->link[b].parent;
	return a;
}

struct Tree *tree_between(const struct Tree *tree)
{
	struct Tree *between = tree_copy(tree, tree->dag);
	int common = tree_common_link(tree, tree->site[tree->asked[0]].link, tree->site[tree->asked[1]].link);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent == common)
			between->link[i].parent = -1;
	for (int i = 0; i < tree->sites; i++)
		if (tree->site[i].link == common)
			between->site[i].link = -1;
	return between;
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

bool link_meets_no_weight(const struct Dag *dag, const struct Link *link, int k, struct Vec a)
{
	int row = link_row(link, k), axis = row % 3;
	if (row < 3)
		return dag_is_zero(dag, a.e[axis]);
	return dag_is_zero(dag, a.e[(axis + 1) % 3]) && dag_is_zero(dag, a.e[(axis + 2) % 3]);
}

struct Spatial link_subspace(struct Dag *dag, const struct Link *link, int k)
{
	struct Spatial S = spatial_zero(dag);
	*spatial_entry(&S, link_row(link, k)) = dag_const(dag, 1);
	return S;
}

struct Spatial link_motion(struct Dag *dag, const struct Link *link, const Ref *rate)
{
	struct Spatial v = spatial_zero(dag);
	for (int k = 0; k < link_columns(link); k++)
		*spatial_entry(&v, link_row(link, k)) = rate[k];
	return v;
}

struct JointMap link_map(const struct Link *link, int k)
{
	bool own = link_columns(link) > 1; /* each column has its own velocity */
	return own ? (struct JointMap){ &link->map.entry[k], 1 } : link->map;
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
	case LINK_TRANSLATE: J.p.e[link->axis] = link->y[0]; break;
	case LINK_SPHERICAL: J.R = mat_quaternion(dag, link->y); break;
	case LINK_FREE:
		J.R = mat_quaternion(dag, link->y + 3);
		J.p = (struct Vec){ { link->y[0], link->y[1], link->y[2] } };
		break;
	}
	return J;
}

struct Placement link_pose(struct Dag *dag, const struct Tree *tree, int link)
{
	struct Placement all = placement_identity(dag);
	for (; link >= 0; link = tree->link[link].parent) {
		struct Placement J = link_joint(dag, &tree->link[link]);
		all = placement_compose(dag, placement_compose(dag, tree->link[link].at, J), all);
	}
	return all;
}

void tree_dump(const struct Tree *tree, const struct Model *model, struct Text *out)
{
	static const char *const motion[] = { "rotate", "translate", "spherical", "free" };
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		text_format(out, "link %d parent %d %s", i, link->parent, motion[link->motion]);
		if (link_columns(link) == 1)
			text_format(out, " %c", "xyz"[link->axis]);
		for (int k = 0; k < link->map.entries; k++)
			text_format(out, " v%d", link->map.entry[k].v);
		text_format(out, " // %s\n", text_shown(out->arena, model->body[link->body].name.text));
		dag_put_constants(tree->dag, out, "at.R", &link->at.R.e[0][0], 9);
		dag_put_constants(tree->dag, out, "at.p", link->at.p.e, 3);
		dag_put_constants(tree->dag, out, "m", &link->mass.m, 1);
		dag_put_constants(tree->dag, out, "h", link->mass.h.e, 3);
		dag_put_constants(tree->dag, out, "D", &link->mass.D.e[0][0], 9);
	}
}
