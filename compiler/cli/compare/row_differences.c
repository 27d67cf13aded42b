/* J qd + H ud = 0 of loops and constraints, in both models. The velocities that a model allows count, not how its rows are
 * written: a row agrees if it is a combination of the rows of the other model. */
#include "difference_search.h"

#include <math.h>
#include <string.h>

#include "base/linear.h"
#include "cli/columns.h"
#include "model/body.h"
#include "model/joint.h"

/* Column of both models: a velocity, or an input that moves. */
struct RowColumn {
	const double *from[2];  /* J or H of the models, at the first state */
	size_t width[2], at[2]; /* entries of its rows; the place of the column */
	double unit;            /* of the column in A, by that of the other columns */
	double sign;            /* of the column in B */
	const char *name;
};

/* Difference of a loop or constraint: its largest remainder beside the rows of the other model. */
struct RowGap {
	double by;
	int which, row; /* of its model; its number in the loop or constraint */
	int state;
};

struct RowSearch {
	struct DifferenceSearch *f;
	struct RowColumn *column;
	size_t columns;
	double *vector[2]; /* by model: rows x columns, at a state */
	double *scale[2];  /* by model and row: the longest row of its loop or constraint */
	struct LinearQr space[2];
	struct RowGap *gap; /* by extra of A */
	bool *compared;     /* by extra of A: at some state */
};

static const struct Side *side_of(const struct DifferenceSearch *f, int which)
{
	return which ? f->pairs->b : f->pairs->a;
}

/* A loop or constraint that both models have, in one of them. `extra`: its number in A. */
static const struct SideExtra *extra_of(const struct RowSearch *s, int extra, int which)
{
	const struct Pairs *pairs = s->f->pairs;
	return which ? &pairs->b->extra[pairs->extra[extra]] : &pairs->a->extra[extra];
}

/* --- columns --- */

/* In rad/s, or lengths of the model per second. */
static void add_velocities(struct RowSearch *s, const struct PairedVelocity *velocity, int count)
{
	const struct Side *a = s->f->pairs->a, *b = s->f->pairs->b;
	for (int i = 0; i < count; i++) {
		const struct Joint *joint = a->m->body[velocity[i].body].joint;
		const int k = velocity[i].a - a->joint[velocity[i].body].v;
		s->column[s->columns++] = (struct RowColumn){ .from = { a->J, b->J },
			                                      .width = { (size_t)a->nv, (size_t)b->nv },
			                                      .at = { (size_t)velocity[i].a, (size_t)velocity[i].b },
			                                      .unit = kind_slides(joint->kind, k) ? s->f->size : 1,
			                                      .sign = velocity[i].sign,
			                                      .name = column_of_joint(a->m, joint, k, true) };
	}
}

static void add_inputs(struct RowSearch *s)
{
	const struct Pairs *pairs = s->f->pairs;
	const struct Dag *a = pairs->a->m->dag, *b = pairs->b->m->dag;
	for (int i = 0; i < pairs->a->extras; i++) {
		const struct SideExtra *one = &pairs->a->extra[i];
		const struct SideExtra *two = pairs->extra[i] < 0 ? NULL : &pairs->b->extra[pairs->extra[i]];
		if (one->sort != EXTRA_INPUT || !two || strcmp(one->kind, two->kind) != 0 ||
		    !model_input(pairs->a->m, one->first)->moving)
			continue;
		for (int k = 0; k < one->count; k++)
			s->column[s->columns++] =
				(struct RowColumn){ .from = { pairs->a->H, pairs->b->H },
				                    .width = { a->moving.count, b->moving.count },
				                    .at = { dag_moving_number(a, (uint32_t)(one->first + k)),
				                            dag_moving_number(b, (uint32_t)(two->first + k)) },
				                    .unit = 1,
				                    .sign = 1,
				                    .name = one->name };
	}
}

/* --- rows at a state --- */

/* Are the loops closed there, or are there none? */
static bool is_closed(const struct Side *side, int state)
{
	return side->closed[state] || !closing_needed(side);
}

static void take_vectors(struct RowSearch *s, int which, int state)
{
	const struct Side *side = side_of(s->f, which);
	for (int r = 0; r < side->rows; r++)
		for (size_t k = 0; k < s->columns; k++) {
			const struct RowColumn *column = &s->column[k];
			const size_t row = (size_t)(state * side->rows + r);
			s->vector[which][(size_t)r * s->columns + k] =
				column->from[which][row * column->width[which] + column->at[which]] * column->unit *
				(which ? column->sign : 1);
		}
}

/* A row that is short beside the others of its loop is a rounding error. */
static void take_scales(struct RowSearch *s, int which)
{
	const double rounding = 1e-12; /* rad, characteristic lengths */
	const struct Side *side = side_of(s->f, which);
	for (int i = 0; i < side->extras; i++) {
		const struct SideExtra *extra = &side->extra[i];
		double longest = rounding;
		if (extra->sort != EXTRA_LOOP && extra->sort != EXTRA_CONSTRAINT)
			continue;
		for (int r = extra->first; r < extra->first + extra->count; r++)
			longest = fmax(longest, linear_length(s->vector[which] + (size_t)r * s->columns, s->columns));
		for (int r = extra->first; r < extra->first + extra->count; r++)
			s->scale[which][r] = longest;
	}
}

/* Remainder of a row of a model beside the rows of a space, in shares of the scale of its loop. The row is added if
 * the remainder is at least `least`. */
static double remainder_of(struct RowSearch *s, int which, int row, struct LinearQr *space, double least)
{
	const double *vector = s->vector[which] + (size_t)row * s->columns;
	const double share = linear_length(vector, s->columns) / s->scale[which][row];
	return share * linear_qr_add(space, vector, share > 0 ? least / share : HUGE_VAL);
}

static void take_space(struct RowSearch *s, int which)
{
	s->space[which].count = 0;
	for (int r = 0; r < side_of(s->f, which)->rows; r++)
		remainder_of(s, which, r, &s->space[which], LINEAR_DEPENDENT);
}

/* The row of the other model with the same number in the same loop; NULL: it has fewer. */
static const double *partner_of(const struct RowSearch *s, int extra, int which, int r)
{
	const struct SideExtra *other = extra_of(s, extra, !which);
	return r < other->count ? s->vector[!which] + (size_t)(other->first + r) * s->columns : NULL;
}

static void compare_row(struct RowSearch *s, int extra, int which, int r, int state)
{
	const int row = extra_of(s, extra, which)->first + r;
	const size_t columns = s->columns;
	const double *vector = s->vector[which] + (size_t)row * columns, *other = partner_of(s, extra, which, r);
	if (!difference_comparable(s->f, state, linear_is_finite(vector, columns),
	                           other && linear_is_finite(other, columns)))
		return;
	s->compared[extra] = true;
	if (other && memcmp(vector, other, columns * sizeof *other) == 0)
		return;
	const double by = difference_share(remainder_of(s, which, row, &s->space[!which], HUGE_VAL), 1);
	if (by > s->gap[extra].by)
		s->gap[extra] = (struct RowGap){ by, which, r, state };
}

/* Is it a loop or constraint that both models have? */
static bool has_rows(const struct Pairs *pairs, int extra)
{
	const enum ExtraSort sort = pairs->a->extra[extra].sort;
	return (sort == EXTRA_LOOP || sort == EXTRA_CONSTRAINT) && pairs->extra[extra] >= 0;
}

static void compare_state(struct RowSearch *s, int state)
{
	const struct Pairs *pairs = s->f->pairs;
	for (int which = 0; which < 2; which++) {
		take_vectors(s, which, state);
		take_scales(s, which);
		take_space(s, which);
	}
	for (int i = 0; i < pairs->a->extras; i++) {
		for (int which = 0; which < 2 && has_rows(pairs, i); which++)
			for (int r = 0; r < extra_of(s, i, which)->count; r++)
				compare_row(s, i, which, r, state);
	}
}

/* --- results --- */

/* The entries of the worst row and its partner that differ most; without a partner, which model has the row. */
static void put_values(struct RowSearch *s, int extra, struct Difference *d)
{
	const struct RowGap *gap = &s->gap[extra];
	const double *vector, *other;
	double value[2], most = 0;
	size_t worst = 0;
	for (int which = 0; which < 2; which++)
		take_vectors(s, which, gap->state);
	vector = s->vector[gap->which] + (size_t)(extra_of(s, extra, gap->which)->first + gap->row) * s->columns;
	other = partner_of(s, extra, gap->which, gap->row);
	for (size_t k = 0; k < s->columns && other; k++)
		if (fabs(vector[k] - other[k]) > most) {
			most = fabs(vector[k] - other[k]);
			worst = k;
		}
	d->value[gap->which] = "a row";
	d->value[!gap->which] = "no such row";
	if (!(most > 0))
		return;
	for (int which = 0; which < 2; which++) {
		const int row = extra_of(s, extra, which)->first + gap->row;
		value[which] = (which == gap->which ? vector : other)[worst] / s->column[worst].unit *
		               side_of(s->f, which)->row_unit[row];
	}
	difference_put_values(s->f->arena, d, &value[0], &value[1], 1,
	                      text_print(s->f->arena, "by the rate of '%s'",
	                                 text_shown(s->f->arena, s->column[worst].name)));
}

/* Where no loop was closed at any state, J was not compared; an open loop of one model alone is a difference already. */
static void tell(struct RowSearch *s, int extra)
{
	const struct Pairs *pairs = s->f->pairs;
	const struct SideExtra *a = extra_of(s, extra, 0), *b = extra_of(s, extra, 1);
	if (s->compared[extra])
		put_values(s, extra,
		           difference_add(s->f, COMPARED_JACOBIAN, a->name, s->gap[extra].by, a->where, b->where));
	else if (!pairs->a->open && !pairs->b->open)
		difference_add_incomparable(s->f, COMPARED_JACOBIAN, a->name, true);
}

static void make_room(struct RowSearch *s, int velocities)
{
	struct Arena *arena = s->f->arena;
	const struct Side *a = s->f->pairs->a;
	const size_t columns = (size_t)velocities + a->m->dag->moving.count;
	s->column = ARENA_ARRAY(arena, struct RowColumn, columns + 1);
	s->gap = ARENA_ARRAY(arena, struct RowGap, a->extras + 1);
	s->compared = ARENA_ARRAY(arena, bool, a->extras + 1);
	for (int which = 0; which < 2; which++) {
		const size_t rows = (size_t)side_of(s->f, which)->rows;
		s->vector[which] = ARENA_TABLE(arena, double, rows, columns + 1);
		s->scale[which] = ARENA_ARRAY(arena, double, rows);
		s->space[which] = linear_qr(arena, rows, columns);
	}
}

void row_differences(struct DifferenceSearch *f, const struct PairedVelocity *velocity, int velocities)
{
	struct RowSearch s = { .f = f };
	const struct Pairs *pairs = f->pairs;
	if (!pairs->a->rows || !pairs->b->rows)
		return; /* loops and constraints of one model alone are told by their names */
	make_room(&s, velocities);
	add_velocities(&s, velocity, velocities);
	add_inputs(&s);
	for (int state = 0; state < COMPARE_STATES; state++)
		if (is_closed(pairs->a, state) && is_closed(pairs->b, state))
			compare_state(&s, state);
	for (int i = 0; i < pairs->a->extras; i++)
		if (has_rows(pairs, i))
			tell(&s, i);
}
