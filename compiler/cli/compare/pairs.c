#include "compare.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

/* Random numbers of a state: arrays of random_signed. */
enum Drawn {
	DRAWN_Q,
	DRAWN_QD,
	DRAWN_PARTS,
	DRAWN_RATES = DRAWN_PARTS + 2,
	DRAWN_U = DRAWN_RATES + 2,
	DRAWN_UD,
	DRAWN_UDD,
	DRAWN_S
};

const char *pairs_other_name(const struct Pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->sames; i++)
		if (strcmp(pairs->same[i].a, name) == 0)
			return pairs->same[i].b;
	return name;
}

bool pairs_has_name(const struct Side *side, const char *name)
{
	for (int i = 0; i < side->sites; i++)
		if (strcmp(side->site[i].name, name) == 0)
			return true;
	for (int i = 0; i < side->bodies; i++)
		if (strcmp(side->joint[i].name, name) == 0)
			return true;
	return false;
}

/* --- names --- */

static struct NameTable sites_of(struct Arena *arena, const struct Side *side)
{
	struct NameTable table = names_new(arena);
	for (int i = 0; i < side->sites; i++)
		names_add(&table, side->site[i].name, i);
	return table;
}

static struct NameTable joints_of(struct Arena *arena, const struct Side *side)
{
	struct NameTable table = names_new(arena);
	for (int i = 0; i < side->bodies; i++)
		if (side->joint[i].nq || side->joint[i].coupled)
			names_add(&table, side->joint[i].name, i);
	return table;
}

/* Do both joints take the same coordinates? */
static bool same_coordinates(const struct SideJoint *a, const struct SideJoint *b)
{
	return a->nq == b->nq && a->nv == b->nv && a->coupled == b->coupled && a->quaternion == b->quaternion &&
	       a->slides == b->slides;
}

static void find_names(struct Arena *arena, struct Pairs *pairs)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	const struct NameTable sites = sites_of(arena, b), joints = joints_of(arena, b);
	for (int i = 0; i < a->sites; i++)
		pairs->site[i] = names_find(&sites, pairs_other_name(pairs, a->site[i].name));
	for (int i = 0; i < a->bodies; i++) {
		const struct SideJoint *joint = &a->joint[i];
		bool wanted = joint->nq || joint->coupled;
		int other = wanted ? names_find(&joints, pairs_other_name(pairs, joint->name)) : -1;
		pairs->joint[i] = other >= 0 && same_coordinates(joint, &b->joint[other]) ? other : -1;
		if (pairs->joint[i] >= 0)
			pairs->paired[0][i] = pairs->paired[1][pairs->joint[i]] = true;
	}
}

static bool is_given(const struct Pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->sames; i++)
		if (strcmp(pairs->same[i].a, name) == 0)
			return true;
	return false;
}

/* Is `longer` the other name with `_joint` behind it, and perhaps underscores? */
static bool has_ending(const char *longer, const char *name)
{
	const size_t length = strlen(name);
	static const char ending[] = "_joint";
	if (strncmp(longer, name, length) != 0 || strncmp(longer + length, ending, sizeof ending - 1) != 0)
		return false;
	longer += length + sizeof ending - 1;
	return longer[strspn(longer, "_")] == '\0';
}

/* Names that exports and imports give: `boom_joint` where a link has the name `boom`, a free joint the name of its
 * body. */
static bool is_usual_name(const struct SideJoint *a, const struct SideJoint *b, const char *body)
{
	return has_ending(a->name, b->name) || has_ending(b->name, a->name) ||
	       (a->free && (strcmp(a->name, body) == 0 || strcmp(b->name, body) == 0));
}

/* Pairs joints of different names that carry bodies of the same name. */
static void find_carried(struct Pairs *pairs)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	for (int i = 0; i < a->bodies; i++) {
		const int other = pairs->site[i];
		const bool moves = a->joint[i].nq || a->joint[i].coupled;
		if (!moves || other < 0 || other >= b->bodies || pairs->paired[0][i] || pairs->paired[1][other] ||
		    is_given(pairs, a->joint[i].name) || !same_coordinates(&a->joint[i], &b->joint[other]) ||
		    !is_usual_name(&a->joint[i], &b->joint[other], a->site[i].name))
			continue;
		pairs->joint[i] = other;
		pairs->paired[0][i] = pairs->paired[1][other] = true;
	}
}

/* Pairs bodies of the same name, then bodies of the same joint whose names are in one model only. */
static void pair_bodies(struct Arena *arena, struct Pairs *pairs)
{
	bool *taken = ARENA_ARRAY(arena, bool, pairs->b->bodies + 1);
	for (int i = 0; i < pairs->a->bodies; i++) {
		const int site = pairs->site[i];
		pairs->body[i] = site < pairs->b->bodies ? site : -1;
		if (pairs->body[i] >= 0)
			taken[site] = true;
	}
	for (int i = 0; i < pairs->a->bodies; i++) {
		const int other = pairs->joint[i];
		if (pairs->body[i] < 0 && other >= 0 && !taken[other])
			pairs->body[i] = other;
	}
}

/* Pairs loops, struts, inputs and so on of one family and one name. */
static void find_extras(struct Arena *arena, struct Pairs *pairs)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	struct NameTable names[EXTRA_SORTS];
	for (int sort = 0; sort < EXTRA_SORTS; sort++)
		names[sort] = names_new(arena);
	for (int i = 0; i < b->extras; i++)
		names_add(&names[extra_table[b->extra[i].sort].family], b->extra[i].name, i);
	for (int i = 0; i < a->extras; i++)
		pairs->extra[i] = names_find(&names[extra_table[a->extra[i].sort].family],
		                             pairs_other_name(pairs, a->extra[i].name));
}

/* The joint of one coordinate of a model by a name; -1: there is none. */
static int single_joint(const struct Side *side, const struct NameTable *joints, const char *name)
{
	int body = names_find(joints, name);
	const struct SideJoint *joint = body < 0 ? NULL : &side->joint[body];
	return joint && joint->nq == 1 && !joint->coupled ? body : -1;
}

/* Pairs joints of several coordinates of one model with chains of joints of the other. */
static void find_parts(struct Arena *arena, struct Pairs *pairs, int which)
{
	const struct Side *side = which ? pairs->b : pairs->a, *other = which ? pairs->a : pairs->b;
	const struct NameTable joints = joints_of(arena, other);
	for (int i = 0; i < side->bodies; i++) {
		int *part = pairs->part[which][i], found = 0;
		while (side->joint[i].part[found] && !pairs->paired[which][i] &&
		       (part[found] = single_joint(other, &joints, side->joint[i].part[found])) >= 0)
			found++;
		if (!found || side->joint[i].part[found]) {
			part[0] = -1;
			continue;
		}
		pairs->paired[which][i] = true;
		for (int k = 0; k < found; k++)
			pairs->paired[1 - which][part[k]] = true;
	}
}

/* A free joint at the root of one model, whose body the world carries in the other. */
static void find_base(struct Pairs *pairs)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	for (int i = 0; i < a->bodies; i++) {
		int other = pairs->body[i];
		if (other < 0)
			continue;
		bool free_a = a->joint[i].free && a->joint[i].nq && a->parent[i] < 0;
		bool free_b = b->joint[other].free && b->joint[other].nq && b->parent[other] < 0;
		if ((free_a && b->carrier[other] < 0) || (free_b && a->carrier[i] < 0)) {
			pairs->base[0] = i;
			pairs->base[1] = other;
			return;
		}
	}
}

/* --- coordinates of both models --- */

/* A free joint of A, or with `back` of B, to the coordinates of the other: T(q_B) = D T(q_A). */
static void move_free(const struct Pairs *pairs, int body, const double *from, double *to, bool back)
{
	const struct Pose *by = &pairs->counts_from[body];
	const struct Pose inverse = pose_inverse(by);
	struct Pose pose = { .p = { from[0], from[1], from[2] } };
	rotation_of_quaternion(from + 3, pose.R);
	pose = pose_compose(back ? &inverse : by, &pose);
	memcpy(to, pose.p, sizeof pose.p);
	rotation_quaternion(pose.R, to + 3);
}

/* Position of a paired joint of A from that of B, or with `to_b` the reverse. */
static void carry(const struct Pairs *pairs, int body, double *qa, double *qb, bool to_b)
{
	const double sign = pairs->turned[body] ? -1 : 1;
	if (pairs->moved[body]) {
		move_free(pairs, body, to_b ? qa : qb, to_b ? qb : qa, !to_b);
		return;
	}
	for (int k = 0; k < pairs->a->joint[body].nq; k++) {
		const double shift = pairs->a->joint[body].quaternion ? 0 : pairs->shift[body][k];
		if (to_b)
			qb[k] = sign * (qa[k] - shift);
		else
			qa[k] = sign * qb[k] + shift;
	}
}

/* --- axes that point the other way --- */

/* Distance of the lines of two hinges, which are parallel. */
static double distance(const struct SideAxis *a, const struct SideAxis *b)
{
	double r[3], along = 0, square = 0;
	for (int i = 0; i < 3; i++) {
		r[i] = b->point[i] - a->point[i];
		along += r[i] * a->axis[i];
	}
	for (int i = 0; i < 3; i++)
		square += pow(r[i] - along * a->axis[i], 2);
	return sqrt(square);
}

/* With B at its neutral state both joints have one line and opposite directions; x: the axis of A there. */
static bool is_turned(const struct Pairs *pairs, const struct SideAxis *x, int a, int b, double size)
{
	const struct SideAxis *y = &pairs->b->axis[b];
	const double within = 1e-4;
	double dot = 0;
	if (!x->known || !y->known || pairs->a->joint[a].coupled)
		return false;
	for (int i = 0; i < 3; i++)
		dot += x->axis[i] * y->axis[i];
	return dot < -1 + within * within && (pairs->a->joint[a].slides || distance(x, y) < within * size);
}

double pairs_size(const struct Pairs *pairs)
{
	const double extent = pose_extent(pairs->a->neutral, pairs->a->bodies);
	return extent > 0 ? extent : 1;
}

/* Axes of A where all coordinates of B are 0. */
static struct SideAxis *shifted_axes(const struct Pairs *pairs)
{
	const struct Side *a = pairs->a;
	struct Arena *arena = a->m->arena;
	double *q = ARENA_ARRAY(arena, double, a->nq + 1);
	struct Pose *pose = ARENA_ARRAY(arena, struct Pose, a->bodies + 1);
	struct SideAxis *axis = ARENA_ARRAY(arena, struct SideAxis, a->bodies + 1);
	struct Posture posture = posture_begin(arena, a->m->dag);
	side_rest(a, q);
	for (int i = 0; i < a->bodies; i++)
		for (int k = 0; k < a->joint[i].nq && !a->joint[i].quaternion; k++)
			q[a->joint[i].q + k] = pairs->shift[i][k];
	for (int i = 0; i < a->bodies; i++)
		if (pairs->moved[i])
			move_free(pairs, i, q + a->joint[i].q, q + a->joint[i].q, true);
	posture_move(&posture, q);
	pose_of_bodies(&posture, a->m, pose);
	side_axes(a, &posture, pose, axis);
	return axis;
}

static bool has_shifts(const struct Pairs *pairs)
{
	for (int i = 0; i < pairs->a->bodies; i++)
		for (int k = 0; k < JOINT_Q; k++)
			if (pairs->shift[i][k] != 0 || pairs->moved[i])
				return true;
	return false;
}

void pairs_turn(struct Pairs *pairs)
{
	const double size = pairs_size(pairs);
	const struct SideAxis *axis = has_shifts(pairs) ? shifted_axes(pairs) : pairs->a->axis;
	for (int i = 0; i < pairs->a->bodies; i++)
		pairs->turned[i] = pairs->joint[i] >= 0 && is_turned(pairs, &axis[i], i, pairs->joint[i], size);
}

struct Pairs pairs_find(struct Arena *arena, const struct Side *a, const struct Side *b, const struct SameName *same,
                        size_t sames)
{
	struct Pairs pairs = { .a = a, .b = b, .same = same, .sames = sames, .base = { -1, -1 } };
	pairs.site = ARENA_ARRAY(arena, int, a->sites + 1);
	pairs.joint = ARENA_ARRAY(arena, int, a->bodies + 1);
	pairs.body = ARENA_ARRAY(arena, int, a->bodies + 1);
	pairs.extra = ARENA_ARRAY(arena, int, a->extras + 1);
	pairs.turned = ARENA_ARRAY(arena, bool, a->bodies + 1);
	for (int which = 0; which < 2; which++) {
		const int bodies = which ? b->bodies : a->bodies;
		pairs.paired[which] = ARENA_ARRAY(arena, bool, bodies + 1);
		pairs.part[which] = arena_array(arena, (size_t)bodies + 1, sizeof *pairs.part[which]);
	}
	find_names(arena, &pairs);
	find_extras(arena, &pairs);
	pair_bodies(arena, &pairs);
	for (int which = 0; which < 2; which++)
		find_parts(arena, &pairs, which);
	find_carried(&pairs);
	find_base(&pairs);
	pairs.shift = arena_array(arena, (size_t)a->bodies + 1, sizeof *pairs.shift);
	pairs.moved = ARENA_ARRAY(arena, bool, a->bodies + 1);
	pairs.counts_from = ARENA_ARRAY(arena, struct Pose, a->bodies + 1);
	pairs_turn(&pairs);
	return pairs;
}

/* --- states --- */

/* A limit that means something: exporters write far ones where there are none. */
static double near_limit(double limit)
{
	const double far = 1e6; /* rad, m */
	return fabs(limit) < far ? limit : limit < 0 ? -HUGE_VAL : HUGE_VAL;
}

/* Limits that hold in both models; half a turn, or 1 m, where there are none. */
static void limits_of(const struct Pairs *pairs, int body, double *lower, double *upper)
{
	const struct SideJoint *a = &pairs->a->joint[body], *b = &pairs->b->joint[pairs->joint[body]];
	const double usual = a->nq > 1 || a->slides ? 1 : acos(-1);
	const double shift = a->nq == 1 ? pairs->shift[body][0] : 0;
	*lower = fmax(near_limit(a->lower), shift + near_limit(pairs->turned[body] ? -b->upper : b->lower));
	*upper = fmin(near_limit(a->upper), shift + near_limit(pairs->turned[body] ? -b->lower : b->upper));
	if (*lower > *upper) {
		*lower = near_limit(a->lower);
		*upper = near_limit(a->upper);
	}
	*lower = isfinite(*lower) ? *lower : fmin(-usual, *upper - usual);
	*upper = isfinite(*upper) ? *upper : fmax(usual, *lower + usual);
}

static void normalise(double *quaternion)
{
	double square = 0;
	for (int k = 0; k < 4; k++)
		square += quaternion[k] * quaternion[k];
	for (int k = 0; k < 4; k++)
		quaternion[k] /= sqrt(square);
}

/* Coordinates of a joint of A, and those of its partner. */
static void draw_joint(const struct Pairs *pairs, uint64_t seed, int state, int body)
{
	const struct SideJoint *a = &pairs->a->joint[body], *b = &pairs->b->joint[pairs->joint[body]];
	const double sign = pairs->turned[body] ? -1 : 1;
	double *qa = pairs->a->q + state * pairs->a->nq + a->q, *qb = pairs->b->q + state * pairs->b->nq + b->q;
	double *va = pairs->a->qd + state * pairs->a->nv + a->v, *vb = pairs->b->qd + state * pairs->b->nv + b->v;
	double lower, upper;
	limits_of(pairs, body, &lower, &upper);
	for (int k = 0; k < a->nq; k++)
		qa[k] = lower + (upper - lower) * (1 + random_signed(seed, DRAWN_Q, (uint32_t)(a->q + k))) / 2;
	if (a->quaternion && a->nq)
		normalise(qa + a->nq - 4);
	carry(pairs, body, qa, qb, true);
	for (int k = 0; k < a->nv; k++) {
		va[k] = random_signed(seed, DRAWN_QD, (uint32_t)(a->v + k));
		vb[k] = sign * va[k];
	}
}

/* Coordinates of a joint at rest. */
static void rest_joint(const struct Side *side, int state, int body)
{
	const struct SideJoint *joint = &side->joint[body];
	if (joint->quaternion && joint->nq)
		side->q[state * side->nq + joint->q + joint->nq - 1] = 1;
}

/* The shift of coordinate k of a joint of several, which the joints of the other model have. */
static double part_shift(const struct Pairs *pairs, int which, int body, int k)
{
	return which ? pairs->shift[pairs->part[1][body][k]][0] : pairs->shift[body][k];
}

/* Coordinates of a joint of several, and of the joints that have them in the other model. */
static void draw_parts(const struct Pairs *pairs, uint64_t seed, int state, int which, int body)
{
	const struct Side *side = which ? pairs->b : pairs->a, *other = which ? pairs->a : pairs->b;
	const struct SideJoint *joint = &side->joint[body];
	for (int k = 0; k < joint->nq && pairs->part[which][body][0] >= 0; k++) {
		const struct SideJoint *part = &other->joint[pairs->part[which][body][k]];
		const uint32_t element = (uint32_t)(joint->q + k);
		const double drawn = random_signed(seed, DRAWN_PARTS + (unsigned)which, element);
		const double shift = part_shift(pairs, which, body, k);
		side->q[state * side->nq + joint->q + k] = which ? drawn - shift : drawn;
		other->q[state * other->nq + part->q] = which ? drawn : drawn - shift;
		side->qd[state * side->nv + joint->v + k] = other->qd[state * other->nv + part->v] =
			random_signed(seed, DRAWN_RATES + (unsigned)which, element);
	}
}

/* The numbers at a state that an input or a state of a model has, and its declaration. */
struct GivenNumbers {
	double *value;
	const struct Parameter *declared;
};

static struct GivenNumbers given_numbers(const struct Side *side, int state, const struct SideExtra *extra)
{
	const bool is_state = extra->sort == EXTRA_STATE;
	const struct ParameterList *all = is_state ? &side->m->states : &side->m->inputs;
	return (struct GivenNumbers){ (is_state ? side->s : side->u) + state * all->numbers + extra->first,
		                      parameter_at(all, extra->first) };
}

/* Motion of element k of an input that moves in both models. */
static void draw_motion(const struct Pairs *pairs, uint64_t seed, int state, const struct Parameter *a,
                        const struct Parameter *b, int k)
{
	const struct Dag *dag[2] = { pairs->a->m->dag, pairs->b->m->dag };
	size_t in_a = (size_t)state * dag[0]->moving.count, in_b = (size_t)state * dag[1]->moving.count;
	in_a += dag_moving_number(dag[0], (uint32_t)(a->first + k));
	in_b += dag_moving_number(dag[1], (uint32_t)(b->first + k));
	pairs->a->ud[in_a] = pairs->b->ud[in_b] = random_signed(seed, DRAWN_UD, (uint32_t)(a->first + k));
	pairs->a->udd[in_a] = pairs->b->udd[in_b] = random_signed(seed, DRAWN_UDD, (uint32_t)(a->first + k));
}

/* Numbers of the inputs and states that both models have: the defaults of A, and something random. Defaults of 0 would hide
 * the forces. */
static void draw_given(const struct Pairs *pairs, uint64_t seed, int state)
{
	for (int i = 0; i < pairs->a->extras; i++) {
		const struct SideExtra *extra = &pairs->a->extra[i];
		const int other = pairs->extra[i];
		if (extra_table[extra->sort].family != EXTRA_INPUT || other < 0 ||
		    pairs->b->extra[other].count != extra->count)
			continue;
		const struct GivenNumbers a = given_numbers(pairs->a, state, extra);
		const struct GivenNumbers b = given_numbers(pairs->b, state, &pairs->b->extra[other]);
		const unsigned drawn = extra->sort == EXTRA_STATE ? DRAWN_S : DRAWN_U;
		for (int k = 0; k < extra->count; k++) {
			a.value[k] += random_signed(seed, drawn, (uint32_t)(extra->first + k));
			b.value[k] = a.value[k];
			if (a.declared->moving && b.declared->moving)
				draw_motion(pairs, seed, state, a.declared, b.declared, k);
		}
	}
}

void pairs_draw(const struct Pairs *pairs, unsigned long seed)
{
	for (int state = 0; state < COMPARE_STATES; state++) {
		const uint64_t one = (uint64_t)seed * COMPARE_STATES + (uint64_t)state;
		for (int i = 0; i < pairs->b->bodies; i++)
			rest_joint(pairs->b, state, i);
		draw_given(pairs, one, state);
		for (int i = 0; i < pairs->a->bodies; i++) {
			rest_joint(pairs->a, state, i);
			if (pairs->joint[i] >= 0)
				draw_joint(pairs, one, state, i);
			draw_parts(pairs, one, state, 0, i);
		}
		for (int i = 0; i < pairs->b->bodies; i++)
			draw_parts(pairs, one, state, 1, i);
	}
}

/* Positions of a joint of several, and of the joints that have them in the other model. */
static void copy_parts(const struct Pairs *pairs, int state, int which, int body, bool to_parts)
{
	const struct Side *side = which ? pairs->b : pairs->a, *other = which ? pairs->a : pairs->b;
	const struct SideJoint *joint = &side->joint[body];
	for (int k = 0; k < joint->nq && pairs->part[which][body][0] >= 0; k++) {
		double *whole = &side->q[state * side->nq + joint->q + k];
		double *part = &other->q[state * other->nq + other->joint[pairs->part[which][body][k]].q];
		const double shift = part_shift(pairs, which, body, k);
		if (to_parts)
			*part = which ? *whole + shift : *whole - shift;
		else
			*whole = which ? *part - shift : *part + shift;
	}
}

void pairs_copy(const struct Pairs *pairs, int from)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	for (int state = 0; state < COMPARE_STATES; state++) {
		for (int i = 0; i < a->bodies; i++) {
			const int other = pairs->joint[i];
			if (other >= 0)
				carry(pairs, i, &a->q[state * a->nq + a->joint[i].q],
				      &b->q[state * b->nq + b->joint[other].q], from == 0);
			copy_parts(pairs, state, 0, i, from == 0);
		}
		for (int i = 0; i < b->bodies; i++)
			copy_parts(pairs, state, 1, i, from == 1);
	}
}
