#include "moves.h"

#include <math.h>

#include "base/elementary.h"
#include "model/body.h"
#include "model/joint.h"

/* Move of a coordinate, or of a joint with a quaternion. */
struct Move {
	const char *name;
	double length, angle; /* m, rad */
	double size;          /* in rad and shares of the model's size */
	bool first;           /* of a driven or a free joint */
};

struct MoveList ARENA_LIST(struct Move);

/* Angle of the turn from one unit quaternion to another. */
static double angle_between(const double *a, const double *b)
{
	const double x = a[3] * b[0] - b[3] * a[0] - a[1] * b[2] + a[2] * b[1];
	const double y = a[3] * b[1] - b[3] * a[1] - a[2] * b[0] + a[0] * b[2];
	const double z = a[3] * b[2] - b[3] * a[2] - a[0] * b[1] + a[1] * b[0];
	const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
	return 2 * elementary_atan2(sqrt(x * x + y * y + z * z), fabs(w));
}

static struct Move move_of_quaternion(const struct Joint *joint, const double *from, const double *to)
{
	bool moves = joint->kind->form == JOINT_FREE;
	struct Move move = { .name = joint->name.text };
	for (int k = 0; k < 3 && moves; k++)
		move.length = elementary_hypot(move.length, to[k] - from[k]);
	move.angle = angle_between(from + 3 * moves, to + 3 * moves);
	return move;
}

static struct Move move_of_coordinate(struct Arena *arena, const struct Joint *joint, int k, const double *from,
                                      const double *to)
{
	bool slides = !dim_equal(kind_dim(joint->kind, k), dim_none);
	const char *name = joint->name.text, *element = joint->kind->q[k].name;
	struct Move move = { .name = joint_nq(joint) == 1 ? name : text_print(arena, "%s.%s", name, element) };
	*(slides ? &move.length : &move.angle) = to[k] - from[k];
	return move;
}

/* Adds a move beyond the rounding of numbers in a file, before all lesser ones. Moves of one size stay in the model's order. */
static void add_move(struct Arena *arena, struct MoveList *list, struct Move move)
{
	const double digits = 1e-6, one_size = 1 - 1e-6;
	if (!(move.size > digits))
		return;
	ARENA_PUSH(arena, list);
	size_t at = list->count - 1;
	for (; at > 0; at--) {
		const struct Move *before = &list->item[at - 1];
		if (before->first > move.first || (before->first == move.first && before->size >= one_size * move.size))
			break;
		list->item[at] = *before;
	}
	list->item[at] = move;
}

/* "12.3 deg", "4 mm and 0.2 deg" */
static void put_size(struct Text *text, const struct Move *move)
{
	const double least = 1e-9;
	bool slides = fabs(move->length) > 0, turns = fabs(move->angle) > least || !slides;
	if (slides)
		text_format(text, "%.3g mm", move->length * 1e3);
	if (turns)
		text_format(text, "%s%.3g deg", slides ? " and " : "", move->angle * 180 / M_PI);
}

static const char *text_of(struct Arena *arena, const struct MoveList *list)
{
	struct Text text = text_new(arena);
	for (size_t i = 0; i < list->count; i++) {
		text_format(&text, "%s'%s' %sby ", i ? ", " : "", list->item[i].name, i ? "" : "moves ");
		put_size(&text, &list->item[i]);
	}
	return list->count ? text_string(&text) : NULL;
}

/* Moves of one joint, of which the farthest counts. Returns its size. */
static double add_joint(struct Arena *arena, struct MoveList *list, const struct Joint *joint, double length,
                        const double *from, const double *to)
{
	bool quaternion = kind_has_quaternion(joint->kind);
	double most = 0;
	for (int k = 0; k < (quaternion ? 1 : joint_nq(joint)); k++) {
		struct Move move = quaternion ? move_of_quaternion(joint, from, to)
		                              : move_of_coordinate(arena, joint, k, from, to);
		move.first = !joint->idle || joint->kind->form == JOINT_FREE;
		move.size = fmax(fabs(move.length) / length, fabs(move.angle));
		most = fmax(most, move.size);
		add_move(arena, list, move);
	}
	return most;
}

struct Moves moves_of(struct Arena *arena, const struct Model *model, double length, const bool *named,
                      const double *from, const double *to)
{
	struct MoveList list = { 0 };
	struct Moves moves = { .text = NULL };
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		if (!joint_nq(joint))
			continue;
		double size = add_joint(arena, &list, joint, length, from + joint->q, to + joint->q);
		if (named[model->listed[i]])
			moves.named = fmax(moves.named, size);
	}
	moves.text = text_of(arena, &list);
	return moves;
}
