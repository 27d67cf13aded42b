#include "difference_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- numbers --- */

static double gap(const double a[3], const double b[3])
{
	const double d[3] = { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
	return vector_length(d);
}

static bool are_finite(const double *x, int count)
{
	for (int i = 0; i < count; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

static bool vector_is_zero(const double *x, int count)
{
	for (int i = 0; i < count; i++)
		if (x[i] != 0)
			return false;
	return true;
}

/* --- what the files say --- */

static void compare_gravity(struct DifferenceSearch *f)
{
	const struct Side *a = f->pairs->a, *b = f->pairs->b;
	double scale = fmax(vector_length(a->gravity), vector_length(b->gravity));
	struct Difference *d =
		difference_add(f, COMPARED_GRAVITY, "", difference_share(gap(a->gravity, b->gravity), scale),
	                       a->gravity_at, b->gravity_at);
	difference_put_values(f->arena, d, a->gravity, b->gravity, 3, "m/s^2");
}

static const char *kind_text(struct Arena *arena, const struct SideJoint *joint)
{
	return text_print(arena, "%s%s", joint->kind, joint->coupled ? ", coupled" : "");
}

/* Joints with the same name and different coordinates. */
static void compare_kinds(struct DifferenceSearch *f)
{
	const struct Side *a = f->pairs->a, *b = f->pairs->b;
	for (int i = 0; i < a->bodies; i++) {
		const char *name = pairs_other_name(f->pairs, a->joint[i].name);
		for (int k = 0; k < b->bodies && !f->pairs->paired[0][i]; k++) {
			if (strcmp(name, b->joint[k].name) != 0 || (!a->joint[i].nq && !b->joint[k].nq) ||
			    (i == f->pairs->base[0] && k == f->pairs->base[1]))
				continue;
			struct Difference *d = difference_add(f, COMPARED_KIND, a->joint[i].name, 1, a->joint[i].where,
			                                      b->joint[k].where);
			d->value[0] = kind_text(f->arena, &a->joint[i]);
			d->value[1] = kind_text(f->arena, &b->joint[k]);
			break;
		}
	}
}

/* --- poses --- */

/* Pose of a site of model 0 or 1 at a state, relative to the base. */
static struct Pose pose_at(const struct Pairs *pairs, int which, int state, int site)
{
	const struct Side *side = which ? pairs->b : pairs->a;
	struct Pose pose = side_pose(side, state, site);
	if (pairs->base[which] < 0)
		return pose;
	struct Pose base = side_pose(side, state, pairs->base[which]);
	return pose_relative(&base, &pose);
}

/* Nearest body of A towards the root, other than the site itself, that has a partner; -1: none. */
static int anchor_of(const struct Pairs *pairs, int site)
{
	int body = pairs->a->site[site].body;
	if (site < pairs->a->bodies)
		body = pairs->a->parent[body];
	while (body >= 0 && pairs->body[body] < 0)
		body = pairs->a->parent[body];
	return body;
}

/* Poses in both models: from the anchor, or relative to the base. */
struct TwoPoses {
	struct Pose a, b;
};

static struct TwoPoses two_poses(const struct Pairs *pairs, int state, int site, int anchor)
{
	struct TwoPoses two = { pose_at(pairs, 0, state, site), pose_at(pairs, 1, state, pairs->site[site]) };
	if (anchor < 0)
		return two;
	struct Pose a = pose_at(pairs, 0, state, anchor), b = pose_at(pairs, 1, state, pairs->body[anchor]);
	return (struct TwoPoses){ pose_relative(&a, &two.a), pose_relative(&b, &two.b) };
}

/* Largest difference of a site over the states that can be compared, in m and rad, and the poses there. */
struct Deviation {
	int states;
	double position, angle;
	struct TwoPoses furthest;
};

static bool is_finite(const struct Pose *pose)
{
	return are_finite(pose->p, 3) && are_finite(pose->R[0], 9);
}

static struct Deviation deviation_of(struct DifferenceSearch *f, int site, int anchor)
{
	struct Deviation most = { .position = -1 };
	for (int state = 0; state < COMPARE_STATES; state++) {
		struct TwoPoses two = two_poses(f->pairs, state, site, anchor);
		struct Pose turn = pose_relative(&two.a, &two.b);
		double position = gap(two.a.p, two.b.p), angle = rotation_angle(turn.R);
		if (!difference_comparable(f, state, is_finite(&two.a), is_finite(&two.b)))
			continue; /* such as a closed form that cannot close there */
		most.states++;
		if (isnan(position) || position > most.position) {
			most.position = position;
			most.furthest = two;
		}
		most.angle = isnan(angle) || angle > most.angle ? angle : most.angle;
	}
	return most;
}

/* A site agrees if it does seen from its nearest pair, or seen from the world: frames of links may be declared
 * differently. */
static void compare_pose(struct DifferenceSearch *f, int site)
{
	const struct Side *a = f->pairs->a, *b = f->pairs->b;
	const int anchor = anchor_of(f->pairs, site);
	const struct Deviation far = deviation_of(f, site, -1), own = deviation_of(f, site, anchor);
	const struct Deviation near = own.states ? own : far, other = far.states ? far : near;
	struct FilePlace at = a->site[site].where, bt = b->site[f->pairs->site[site]].where;
	const char *name = a->site[site].name;
	if (!near.states) {
		difference_add_incomparable(f, COMPARED_POSITION, name, false);
		return;
	}
	double position = fmin(difference_share(near.position, f->size), difference_share(other.position, f->size));
	struct Difference *d = difference_add(f, COMPARED_POSITION, name, position, at, bt);
	difference_put_values(f->arena, d, near.furthest.a.p, near.furthest.b.p, 3, "m");
	d = difference_add(f, COMPARED_ORIENTATION, name,
	                   fmin(difference_share(near.angle, 1), difference_share(other.angle, 1)), at, bt);
	d->value[1] = text_print(f->arena, "turned by %.6g deg", near.angle * 180 / acos(-1));
}

static void compare_poses(struct DifferenceSearch *f)
{
	for (int i = 0; i < f->pairs->a->sites; i++) {
		if (f->pairs->site[i] < 0)
			continue;
		compare_pose(f, i);
		f->found->bodies += i < f->pairs->a->bodies;
		f->found->frames += i >= f->pairs->a->bodies;
	}
}

/* --- masses --- */

static double norm(const double J[3][3])
{
	double square = 0;
	for (int i = 0; i < 9; i++)
		square += J[i / 3][i % 3] * J[i / 3][i % 3];
	return sqrt(square);
}

static double matrix_gap(const double A[3][3], const double B[3][3])
{
	double d[3][3];
	for (int i = 0; i < 9; i++)
		d[i / 3][i % 3] = A[i / 3][i % 3] - B[i / 3][i % 3];
	return norm(d);
}

/* A mass with its centre and inertia seen from the base, at a state. */
static struct SideMass seen_mass(const struct Pairs *pairs, int which, int state, int body)
{
	const struct Side *side = which ? pairs->b : pairs->a;
	struct SideMass seen = side->mass[body];
	struct Pose pose = pose_at(pairs, which, state, body);
	pose_point(&pose, side->mass[body].com, seen.com);
	rotation_congruence(pose.R, side->mass[body].inertia, seen.inertia);
	return seen;
}

/* Largest differences of centre and inertia seen from the base; infinite if no state has any. */
static void mass_gaps(const struct Pairs *pairs, int body, double *centre, double *inertia)
{
	double most_centre = -1, most_inertia = -1;
	for (int state = 0; state < COMPARE_STATES; state++) {
		struct SideMass a = seen_mass(pairs, 0, state, body), b = seen_mass(pairs, 1, state, pairs->body[body]);
		most_centre = fmax(most_centre, gap(a.com, b.com));
		most_inertia = fmax(most_inertia, matrix_gap(a.inertia, b.inertia));
	}
	*centre = most_centre < 0 ? HUGE_VAL : most_centre;
	*inertia = most_inertia < 0 ? HUGE_VAL : most_inertia;
}

static void put_inertia(struct Arena *arena, struct Difference *d, const struct SideMass *a, const struct SideMass *b)
{
	double x[SYMMETRIC], y[SYMMETRIC];
	for (int i = 0; i < SYMMETRIC; i++) {
		x[i] = a->inertia[symmetric_row[i]][symmetric_column[i]];
		y[i] = b->inertia[symmetric_row[i]][symmetric_column[i]];
	}
	difference_put_values(arena, d, x, y, SYMMETRIC, "kg m^2");
}

/* Mass, centre and inertia agree in the body's own frame, or seen from the base. */
static void compare_mass(struct DifferenceSearch *f, int body)
{
	const struct SideMass *a = &f->pairs->a->mass[body], *b = &f->pairs->b->mass[f->pairs->body[body]];
	const char *name = f->pairs->a->site[body].name;
	const double heavier = fmax(fabs(a->mass), fabs(b->mass));
	const double scale = fmax(norm(a->inertia), norm(b->inertia)) + 1e-6 * heavier * f->size * f->size;
	double centre, inertia;
	mass_gaps(f->pairs, body, &centre, &inertia);
	centre = fmin(centre, gap(a->com, b->com));
	inertia = fmin(inertia, matrix_gap(a->inertia, b->inertia));
	struct Difference *d =
		difference_add(f, COMPARED_MASS, name, difference_share(fabs(a->mass - b->mass), heavier), a->mass_at,
	                       b->mass_at);
	difference_put_values(f->arena, d, &a->mass, &b->mass, 1, "kg");
	if (a->mass != 0 && b->mass != 0) {
		d = difference_add(f, COMPARED_CENTRE, name, difference_share(centre, f->size), a->com_at, b->com_at);
		difference_put_values(f->arena, d, a->com, b->com, 3, "m");
	}
	d = difference_add(f, COMPARED_INERTIA, name, difference_share(inertia, scale), a->inertia_at, b->inertia_at);
	put_inertia(f->arena, d, a, b);
}

static void compare_masses(struct DifferenceSearch *f)
{
	const struct Pairs *pairs = f->pairs;
	for (int i = 0; i < pairs->a->bodies; i++) {
		int other = pairs->body[i];
		if (other < 0)
			continue;
		bool moves = pairs->a->moves[i] && pairs->b->moves[other];
		if (moves || (pairs->base[0] == i && pairs->base[1] == other))
			compare_mass(f, i);
	}
}

/* --- M and bias --- */

/* Entry of M of model 0 or 1, with the signs of the first. */
static double entry(const struct Pairs *pairs, int which, int state, const struct PairedVelocity *row,
                    const struct PairedVelocity *column)
{
	const struct Side *side = which ? pairs->b : pairs->a;
	int i = which ? row->b : row->a, k = which ? column->b : column->a;
	double M = side->M[(state * side->nv + i) * side->nv + k];
	return which ? M * row->sign * column->sign : M;
}

/* Difference of an entry in shares of sqrt(M_ii M_kk). */
static double entry_gap(const struct Pairs *pairs, int state, const struct PairedVelocity *row,
                        const struct PairedVelocity *column)
{
	double scale = 0;
	for (int which = 0; which < 2; which++) {
		double own = sqrt(fabs(entry(pairs, which, state, row, row))) *
		             sqrt(fabs(entry(pairs, which, state, column, column)));
		scale = isfinite(own) ? fmax(scale, own) : scale;
	}
	return difference_share(fabs(entry(pairs, 0, state, row, column) - entry(pairs, 1, state, row, column)), scale);
}

/* The entry of M that differs most. */
struct WorstEntry {
	const struct PairedVelocity *row, *column;
	int state;
	double by;
};

/* Compares an entry at all states. False: it is finite in neither model at any state. */
static bool compare_entry(struct DifferenceSearch *f, const struct PairedVelocity *row,
                          const struct PairedVelocity *column, struct WorstEntry *worst)
{
	bool compared = false;
	for (int state = 0; state < COMPARE_STATES; state++) {
		if (!difference_comparable(f, state, isfinite(entry(f->pairs, 0, state, row, column)),
		                           isfinite(entry(f->pairs, 1, state, row, column))))
			continue;
		compared = true;
		double by = entry_gap(f->pairs, state, row, column);
		if (by > worst->by)
			*worst = (struct WorstEntry){ row, column, state, by };
	}
	return compared;
}

static void compare_M(struct DifferenceSearch *f, const struct PairedVelocity *row, int rows)
{
	struct WorstEntry worst = { .by = -1 };
	const char *lost = NULL;
	for (int i = 0; i < rows; i++) {
		const char *name = f->pairs->a->joint[row[i].body].name;
		bool compared = true;
		for (int k = 0; k <= i; k++)
			compared &= compare_entry(f, &row[i], &row[k], &worst);
		if (!compared && lost != name)
			difference_add_incomparable(f, COMPARED_MATRIX, name, false);
		lost = compared ? lost : name;
	}
	if (!worst.row)
		return;
	const struct SideJoint *first = &f->pairs->a->joint[worst.column->body],
			       *second = &f->pairs->a->joint[worst.row->body];
	const char *name = first == second ? first->name : text_print(f->arena, "%s, %s", first->name, second->name);
	struct Difference *d = difference_add(f, COMPARED_MATRIX, name, worst.by, second->where,
	                                      f->pairs->b->joint[worst.row->other].where);
	double a = entry(f->pairs, 0, worst.state, worst.column, worst.row),
	       b = entry(f->pairs, 1, worst.state, worst.column, worst.row);
	difference_put_values(f->arena, d, &a, &b, 1, "");
}

/* Biases of a row in both models, with the sign of the first. */
struct TwoBiases {
	double a, b;
};

static struct TwoBiases biases_at(const struct Pairs *pairs, int state, const struct PairedVelocity *row)
{
	return (struct TwoBiases){ pairs->a->h[state * pairs->a->nv + row->a],
		                   row->sign * pairs->b->h[state * pairs->b->nv + row->b] };
}

static double largest_bias(const struct Pairs *pairs, int state, const struct PairedVelocity *row, int rows)
{
	double most = 0;
	for (int i = 0; i < rows; i++) {
		struct TwoBiases two = biases_at(pairs, state, &row[i]);
		most = isfinite(two.a) ? fmax(most, fabs(two.a)) : most;
		most = isfinite(two.b) ? fmax(most, fabs(two.b)) : most;
	}
	return most;
}

static void add_incomparable_biases(struct DifferenceSearch *f, const struct PairedVelocity *row, int rows,
                                    const bool *compared)
{
	const char *lost = NULL;
	for (int i = 0; i < rows; i++) {
		const char *name = f->pairs->a->joint[row[i].body].name;
		if (!compared[i] && lost != name)
			difference_add_incomparable(f, COMPARED_BIAS, name, false);
		lost = compared[i] ? lost : name;
	}
}

/* The largest difference of a bias, in shares of the largest bias at the state. Models with different bases are left
 * out. */
static void compare_bias(struct DifferenceSearch *f, const struct PairedVelocity *row, int rows)
{
	double most = -1;
	struct TwoBiases furthest = { 0, 0 };
	const struct PairedVelocity *worst = NULL;
	bool *compared = ARENA_ARRAY(f->arena, bool, rows + 1);
	if (f->pairs->base[0] >= 0)
		return;
	for (int state = 0; state < COMPARE_STATES; state++) {
		double scale = largest_bias(f->pairs, state, row, rows);
		for (int i = 0; i < rows; i++) {
			struct TwoBiases two = biases_at(f->pairs, state, &row[i]);
			if (!difference_comparable(f, state, isfinite(two.a), isfinite(two.b)))
				continue;
			compared[i] = true;
			double by = difference_share(fabs(two.a - two.b), scale);
			if (by <= most)
				continue;
			most = by;
			worst = &row[i];
			furthest = two;
		}
	}
	add_incomparable_biases(f, row, rows, compared);
	if (!worst)
		return;
	const struct SideJoint *joint = &f->pairs->a->joint[worst->body];
	struct Difference *d = difference_add(f, COMPARED_BIAS, joint->name, most, joint->where,
	                                      f->pairs->b->joint[worst->other].where);
	difference_put_values(f->arena, d, &furthest.a, &furthest.b, 1, "");
}

static void compare_dynamics(struct DifferenceSearch *f)
{
	struct PairedVelocity *row = ARENA_ARRAY(f->arena, struct PairedVelocity, f->pairs->a->nv + 1);
	int rows = paired_velocities(f->pairs, row);
	compare_M(f, row, rows);
	compare_bias(f, row, rows);
	row_differences(f, row, rows);
}

/* --- numbers of joints --- */

/* The largest difference of M and bias. */
static double worst_dynamics(const struct DifferenceSearch *f)
{
	double worst = 0;
	for (size_t i = 0; i < f->found->list.count; i++) {
		const struct Difference *d = &f->found->list.item[i];
		if (d->of == COMPARED_MATRIX || d->of == COMPARED_BIAS)
			worst = fmax(worst, d->relative);
	}
	return worst;
}

/* Differences in a number of a joint, which count up to `most`. A vector for a joint with several velocities. */
static void compare_number(struct DifferenceSearch *f, int body, enum JointNumber n, double most)
{
	const struct JointNumberInfo *info = &joint_number_table[n];
	const struct SideJoint *a = &f->pairs->a->joint[body], *b = &f->pairs->b->joint[f->pairs->joint[body]];
	const double *x = a->number[n], *y = b->number[n];
	bool own = info->of == n;
	double by = 0;
	if (!own && (vector_is_zero(a->number[info->of], a->nv) || vector_is_zero(b->number[info->of], a->nv)))
		return; /* the number of one model without which this one has no meaning is told */
	for (int k = 0; k < a->nv; k++)
		by = fmax(by, difference_share(fabs(x[k] - y[k]), fmax(fabs(x[k]), fabs(y[k]))));
	if (by == 0)
		return;
	struct Difference *d =
		difference_add(f, (enum Compared)(COMPARED_ARMATURE + n), a->name, fmin(by, most), a->where, b->where);
	difference_put_values(f->arena, d, x, y, a->nv, a->nv > 1 ? "" : a->slides ? info->slides : info->turns);
	for (int which = 0; which < 2 && own; which++)
		if (vector_is_zero(which ? y : x, a->nv))
			d->value[which] = "none";
}

/* These numbers explain differences of M and bias, and count no more than they do: an armature of a coupled joint may
 * be that of another joint in the other model. */
static void compare_numbers(struct DifferenceSearch *f)
{
	const double most = worst_dynamics(f);
	for (int i = 0; i < f->pairs->a->bodies; i++)
		for (enum JointNumber n = 0; n < JOINT_NUMBERS && f->pairs->joint[i] >= 0; n++)
			compare_number(f, i, n, most);
}

/* --- what only one has --- */

static void add_lonely(struct DifferenceSearch *f, int which, struct Lonely one)
{
	*ARENA_PUSH(f->arena, &f->found->only[which]) = one;
}

/* True if the joint was reported as one of another kind. */
static bool is_told(const struct DifferenceSearch *f, const char *name)
{
	for (size_t i = 0; i < f->found->list.count; i++) {
		const struct Difference *d = &f->found->list.item[i];
		if (d->of == COMPARED_KIND &&
		    (strcmp(d->name, name) == 0 || strcmp(pairs_other_name(f->pairs, d->name), name) == 0))
			return true;
	}
	return false;
}

static void lonely_joints(struct DifferenceSearch *f, int which)
{
	const struct Pairs *pairs = f->pairs;
	const struct Side *side = which ? pairs->b : pairs->a;
	for (int i = 0; i < side->bodies; i++) {
		const struct SideJoint *joint = &side->joint[i];
		bool paired = pairs->paired[which][i];
		if (paired || !(joint->nq || joint->coupled) || is_told(f, joint->name))
			continue;
		bool base = i == pairs->base[which];
		const char *what = base ? "free joint of the base" : joint->coupled ? "coupled joint" : "joint";
		add_lonely(f, which,
		           (struct Lonely){ what, joint->name, joint->where, !base && !joint->coupled, ONLY_ITSELF });
	}
}

static void lonely_sites(struct DifferenceSearch *f, int which)
{
	const struct Pairs *pairs = f->pairs;
	const struct Side *side = which ? pairs->b : pairs->a;
	bool *paired = ARENA_ARRAY(f->arena, bool, side->sites + 1);
	for (int i = 0; i < pairs->a->sites; i++)
		if (pairs->site[i] >= 0)
			paired[which ? pairs->site[i] : i] = true;
	for (int i = 0; i < pairs->a->bodies; i++)
		if (pairs->body[i] >= 0)
			paired[which ? pairs->body[i] : i] = true;
	for (int i = 0; i < side->sites; i++)
		if (!paired[i])
			add_lonely(f, which,
			           (struct Lonely){ i < side->bodies ? "body" : "frame", side->site[i].name,
			                            side->site[i].where, false, ONLY_SITES });
}

static void lonely_extras(struct DifferenceSearch *f, int which)
{
	const struct Pairs *pairs = f->pairs;
	const struct Side *side = which ? pairs->b : pairs->a;
	bool *paired = ARENA_ARRAY(f->arena, bool, side->extras + 1);
	for (int i = 0; i < pairs->a->extras; i++)
		if (pairs->extra[i] >= 0)
			paired[which ? pairs->extra[i] : i] = true;
	for (int i = 0; i < side->extras; i++) {
		const struct SideExtra *extra = &side->extra[i];
		const struct ExtraInfo *info = &extra_table[extra->sort];
		if (!paired[i])
			add_lonely(f, which,
			           (struct Lonely){ info->word, extra->name, extra->where, info->differs, info->list });
	}
}

/* --- all --- */

/* The largest first; of equal ones as in the table of quantities, then as measured. */
static int by_size(const void *a, const void *b)
{
	const struct Difference *x = a, *y = b;
	if (x->relative != y->relative)
		return x->relative < y->relative ? 1 : -1;
	return x->of != y->of ? (x->of > y->of) - (x->of < y->of) : (x > y) - (x < y);
}

/* Loops of one model that stay open at states with closed loops of the other model. */
static void compare_closures(struct DifferenceSearch *f)
{
	for (int which = 0; which < 2; which++) {
		const struct Side *side = which ? f->pairs->b : f->pairs->a;
		const struct Side *other = which ? f->pairs->a : f->pairs->b;
		struct FilePlace closed = { .file = NULL };
		if (side->open_by == 0 || !side->open)
			continue;
		for (int i = 0; i < other->extras; i++)
			closed = strcmp(other->extra[i].name, side->open) == 0 ? other->extra[i].where : closed;
		struct Difference *d = difference_add(f, COMPARED_CLOSURE, side->open,
		                                      difference_share(side->open_by, 1), closed, closed);
		d->where[which] = side->open_at;
		d->value[which] = text_print(f->arena, "open by %s", side->remains);
		d->value[!which] = "closed";
	}
}

struct Differences differences_find(struct Arena *arena, const struct Pairs *pairs)
{
	struct Differences found = { 0 };
	struct DifferenceSearch f = { arena, pairs, &found, pairs_size(pairs) };
	compare_gravity(&f);
	compare_kinds(&f);
	compare_masses(&f);
	compare_poses(&f);
	compare_dynamics(&f);
	compare_numbers(&f);
	compare_closures(&f);
	for (int which = 0; which < 2; which++) {
		lonely_joints(&f, which);
		lonely_sites(&f, which);
		lonely_extras(&f, which);
	}
	extra_differences(&f);
	for (int i = 0; i < pairs->a->bodies; i++)
		found.joints += pairs->paired[0][i];
	found.strangers = found.joints + found.bodies + found.frames == 0 && pairs->a->sites + pairs->b->sites > 0;
	qsort(found.list.item, found.list.count, sizeof *found.list.item, by_size);
	return found;
}

size_t differences_count(const struct Differences *differences, double tolerance)
{
	size_t count = 0;
	while (count < differences->list.count && differences->list.item[count].relative > tolerance)
		count++;
	for (int which = 0; which < 2; which++)
		for (size_t i = 0; i < differences->only[which].count; i++)
			count += differences->only[which].item[i].differs;
	return count;
}

bool differences_matter(const struct Differences *differences, double tolerance)
{
	return differences->strangers || differences_count(differences, tolerance) > 0;
}

int differences_partial(const struct Differences *differences)
{
	int count = 0;
	for (int state = 0; state < COMPARE_STATES; state++)
		count += differences->partial[state];
	return count;
}
