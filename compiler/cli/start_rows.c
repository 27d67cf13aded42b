#include "start_rows.h"

#include <math.h>
#include <string.h>

#include "base/linear.h"
#include "complain.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/model.h"
#include "pipeline/assemble.h"
#include "pipeline/moves.h"

int start_velocity(const struct Model *model, int q)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int own = q - joint->q, most = joint_nv(joint) - 1;
		if (joint_nq(joint) && own >= 0 && own < joint_nq(joint))
			return joint->v + (own < most ? own : most);
	}
	return 0;
}

/* Reads an option, or nothing, into `count` numbers and marks those that it sets. */
static bool read_option(struct StateReader reader, const char *option, const char *text, bool velocities, size_t count,
                        double *out, bool *set)
{
	struct Arena *arena = &reader.model->arena;
	if (!text)
		return true;
	double *before = ARENA_ARRAY(arena, double, count);
	memcpy(before, out, count * sizeof *out);
	reader.named = strchr(text, '=') ? set : NULL;
	bool good = state_read(&reader, option, text, velocities, out);
	for (size_t i = 0; i < count; i++)
		set[i] |= out[i] != before[i];
	return good;
}

bool start_read(struct StartRows *s, const struct StateReader *reader, const struct Options *options, double *y)
{
	const struct Model *model = s->model->model;
	bool *set = ARENA_ARRAY(&s->model->arena, bool, model->nq);
	s->named_q = ARENA_ARRAY(&s->model->arena, bool, model->nv);
	s->named_qd = ARENA_ARRAY(&s->model->arena, bool, model->nv);
	bool good = read_option(*reader, "--q", options->q, false, (size_t)model->nq, y, set);
	good &= read_option(*reader, "--qd", options->qd, true, (size_t)model->nv, y + model->nq, s->named_qd);
	for (int i = 0; i < model->nq; i++)
		if (set[i])
			s->named_q[start_velocity(model, i)] = true;
	return good;
}

void start_say_moved(const struct StartRows *s, const char *why, const struct Columns *name, const double *from,
                     const double *to)
{
	const double seen = 1e-9;
	struct Text text = text_new(&s->model->arena);
	for (size_t i = 0; i < name->count; i++)
		if (fabs(to[i] - from[i]) > seen * fmax(1, fabs(from[i])))
			text_format(&text, "%s%s = %.6g", text.count ? ", " : "", name->item[i], to[i]);
	if (text.count)
		complain("at first %s: %s", why, text_string(&text));
}

/* Warns if a coordinate that an option sets is moved far. */
static void tell_moved(const struct StartRows *s, double length, const double *from, const double *to)
{
	struct Diags *diags = &s->model->diags;
	const struct Model *model = s->model->model;
	bool *named = ARENA_ARRAY(&s->model->arena, bool, model->bodies);
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < joint_nv(model->body[i].joint); k++)
			named[i] |= s->named_q[model->body[i].joint->v + k];
	const struct Moves moves = moves_of(&s->model->arena, model, length, named, from, to);
	if (moves.named > MOVES_FAR)
		diag(diags, CHECK_POSE_MOVED, model->name.span,
		     "coordinates of the first state do not close the loops: %s", moves.text);
}

bool start_close(const struct StartRows *s, double *q)
{
	struct Arena *arena = &s->model->arena;
	const struct Model *model = s->model->model;
	struct AssembleRequest request = { .u = s->u, .within = 1e-12, .held = s->named_q };
	double *from = ARENA_ARRAY(arena, double, model->nq);
	memcpy(from, q, (size_t)model->nq * sizeof *q);
	struct Assembled result = assemble(arena, model, &request, q);
	if (!result.closed) {
		request = (struct AssembleRequest){ .u = s->u, .within = request.within };
		result = assemble(arena, model, &request, q);
	}
	if (!result.closed) {
		assemble_tell_open(&s->model->diags, model, &result, "the first state");
		return false;
	}
	tell_moved(s, result.length, from, q);
	assemble_tell_branch(&s->model->diags, model, &result, "the first state");
	start_say_moved(s, "coordinates close the loops", s->q_name, from, q);
	return true;
}

/* --- velocities --- */

void start_follow(const struct StartRows *s, const double *J, size_t rows, double *qd)
{
	struct Arena *arena = &s->model->arena;
	size_t nv = (size_t)s->model->model->nv;
	double *preference = ARENA_ARRAY(arena, double, nv);
	long double *own = ARENA_ARRAY(arena, long double, rows *nv), *value = ARENA_ARRAY(arena, long double, rows);
	for (size_t v = 0; v < nv; v++)
		preference[v] = s->named_qd[v] ? 0 : 1;
	for (size_t i = 0; i < rows * nv; i++)
		own[i] = J[i];
	struct LinearPivots p = linear_pivots(arena, own, rows, nv, preference, LINEAR_DEPENDENT);
	for (size_t k = 0; k < p.rank; k++)
		for (size_t v = 0; v < nv; v++)
			value[k] -= p.taken[v] ? 0 : own[p.row[k] * nv + v] * qd[v];
	for (size_t k = 0; k < p.rank; k++)
		qd[p.column[k]] = (double)value[k];
}
