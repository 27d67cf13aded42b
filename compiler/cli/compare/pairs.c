#include "pairs.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

/* Random numbers of a state: arrays of random_signed. */
enum Drawn { DRAWN_Q, DRAWN_QD };

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
	struct NameTable table;
	names_init(&table, arena);
	for (int i = 0; i < side->sites; i++)
		names_add(&table, side->site[i].name, i);
	return table;
}

static struct NameTable joints_of(struct Arena *arena, const struct Side *side)
{
	struct NameTable table;
	names_init(&table, arena);
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
		pairs->body[i] = pairs->site[i] >= 0 && pairs->site[i] < b->bodies ? pairs->site[i] : pairs->joint[i];
		if (pairs->joint[i] >= 0)
			pairs->paired[pairs->joint[i]] = true;
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

/* At the neutral state both joints have one line and opposite directions. */
static bool is_turned(const struct Pairs *pairs, int a, int b, double size)
{
	const struct SideAxis *x = &pairs->a->axis[a], *y = &pairs->b->axis[b];
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

struct Pairs pairs_find(struct Arena *arena, const struct Side *a, const struct Side *b, const struct SameName *same,
                        size_t sames)
{
	struct Pairs pairs = { .a = a, .b = b, .same = same, .sames = sames, .base = { -1, -1 } };
	pairs.site = ARENA_ARRAY(arena, int, a->sites + 1);
	pairs.joint = ARENA_ARRAY(arena, int, a->bodies + 1);
	pairs.body = ARENA_ARRAY(arena, int, a->bodies + 1);
	pairs.turned = ARENA_ARRAY(arena, bool, a->bodies + 1);
	pairs.paired = ARENA_ARRAY(arena, bool, b->bodies + 1);
	find_names(arena, &pairs);
	find_base(&pairs);
	const double size = pairs_size(&pairs);
	for (int i = 0; i < a->bodies; i++)
		pairs.turned[i] = pairs.joint[i] >= 0 && is_turned(&pairs, i, pairs.joint[i], size);
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
	*lower = fmax(near_limit(a->lower), near_limit(pairs->turned[body] ? -b->upper : b->lower));
	*upper = fmin(near_limit(a->upper), near_limit(pairs->turned[body] ? -b->lower : b->upper));
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
	for (int k = 0; k < a->nq; k++)
		qb[k] = sign * qa[k];
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

void pairs_draw(const struct Pairs *pairs, unsigned long seed)
{
	for (int state = 0; state < COMPARE_STATES; state++) {
		for (int i = 0; i < pairs->b->bodies; i++)
			rest_joint(pairs->b, state, i);
		for (int i = 0; i < pairs->a->bodies; i++) {
			rest_joint(pairs->a, state, i);
			if (pairs->joint[i] >= 0)
				draw_joint(pairs, (uint64_t)seed * COMPARE_STATES + (uint64_t)state, state, i);
		}
	}
}
