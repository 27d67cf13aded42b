#include "scale_doubt.h"

#include <math.h>
#include <stdlib.h>

#include "base/elementary.h"
#include "dag/default_values.h"
#include "model/body.h"

/* Length of a vector whose components are known; 0 if they are not. */
static double length(const struct Dag *dag, const struct Vec *vector)
{
	double square = 0;
	for (int i = 0; i < 3; i++) {
		if (!dag_is_known(dag, vector->e[i]))
			return 0;
		square += elementary_square(dag_default_value(dag, vector->e[i]));
	}
	return isfinite(square) ? sqrt(square) : 0;
}

/* --- offsets --- */

enum { FEWEST = 3 }; /* offsets that a model is judged by */

struct Offset {
	double length;
	int body;
	bool centre; /* of mass; else of the body's frame from its parent's */
};

static int by_length(const void *a, const void *b)
{
	const struct Offset *x = a, *y = b;
	if (x->length != y->length)
		return x->length < y->length ? -1 : 1;
	return x->body != y->body ? x->body - y->body : x->centre - y->centre;
}

enum { OF_A_BODY = 3 }; /* offsets: before its joint, after it, of its centre */

static struct Offset *offsets_new(const struct Model *model)
{
	return ARENA_ARRAY(model->arena, struct Offset, OF_A_BODY * model->bodies + 1);
}

/* Offsets other than 0. Those of roots on the world are left out: the world may be anywhere. */
static int offsets_of(const struct Model *model, struct Offset *offset)
{
	int count = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		double at = body->parent < 0 ? 0 : length(model->dag, &body->at.p),
		       then = length(model->dag, &body->then.p), com = length(model->dag, &body->com);
		if (at > 0)
			offset[count++] = (struct Offset){ at, i, false };
		if (then > 0)
			offset[count++] = (struct Offset){ then, i, false };
		if (com > 0)
			offset[count++] = (struct Offset){ com, i, true };
	}
	return count;
}

/* First offset that is out of proportion; `count` if none is. The others are the majority, all at least `apart` times
 * shorter, and a thousandth of each such offset would fit among them. */
static int first_doubtful(const struct Offset *offset, int count)
{
	const double apart = 30, thousand = 1000, least = 5 /* m */;
	for (int i = FEWEST; i < count; i++) {
		double usual = offset[i - 1].length;
		if (offset[i].length >= least && offset[i].length > apart * usual)
			return i > count - i && offset[count - 1].length / thousand <= 2 * usual ? i : count;
	}
	return count;
}

static void doubt_offset(struct Model *model, struct Diags *diags, const struct Offset *offset, double usual)
{
	const struct Body *body = &model->body[offset->body];
	const double far = 10; /* m: the check far-com reports such a centre */
	if (offset->centre && offset->length > far)
		return;
	diags->within = body->within;
	struct Diag *d =
		diag(diags, CHECK_OFFSET_SCALE, offset->centre ? body->com_span : body->name.span,
	             offset->centre
	                     ? "centre of mass of '%s' is %.4g m from its frame; other offsets are at most %.4g m"
	                     : "'%s' is %.4g m from its parent; other offsets are at most %.4g m",
	             body->name.text, offset->length, usual);
	diag_help(diags, d, "is it in millimetres? A number without a unit is in metres");
	diags->within = NULL;
}

bool *scale_doubt_offsets(struct Model *model, struct Diags *diags)
{
	bool *told = ARENA_ARRAY(model->arena, bool, model->bodies + 1);
	struct Offset *offset = offsets_new(model);
	const int count = offsets_of(model, offset);
	qsort(offset, (size_t)count, sizeof *offset, by_length);
	const int first = first_doubtful(offset, count);
	for (int i = first; i < count; i++) {
		doubt_offset(model, diags, &offset[i], offset[first - 1].length);
		told[offset[i].body] |= !offset[i].centre;
	}
	arena_release(model->arena, offset);
	return told;
}

/* --- inertias --- */

/* By body: largest distance of its frame from its centre of mass, its parent, its frames and its children. */
static double *reaches_of(const struct Model *model)
{
	const struct Dag *dag = model->dag;
	double *reach = ARENA_ARRAY(model->arena, double, model->bodies + 1);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		double at = body->parent < 0 ? 0 : length(dag, &body->at.p);
		reach[i] = fmax(reach[i], fmax(at, fmax(length(dag, &body->com), length(dag, &body->then.p))));
		if (body->parent >= 0)
			reach[body->parent] = fmax(reach[body->parent], at);
	}
	for (int i = 0; i < model->frames; i++) {
		const struct Frame *frame = &model->frame[i];
		if (frame->body >= 0)
			reach[frame->body] = fmax(reach[frame->body], length(dag, &frame->at.p));
	}
	return reach;
}

struct Scale scale_of(const struct Model *model)
{
	struct Offset *offset = offsets_new(model);
	struct Scale scale = { .reach = reaches_of(model) };
	const int count = offsets_of(model, offset);
	for (int i = 0; i < count && count >= FEWEST; i++)
		scale.size = fmax(scale.size, offset[i].length);
	return scale;
}

void scale_doubt_inertia(struct Scale *scale, int body, double mass, double moment)
{
	const double times = 7, gyration = sqrt(moment / mass);
	if (scale->size == 0 || gyration <= times * scale->size || gyration <= times * scale->reach[body])
		return;
	if (scale->doubted++ == 0) {
		scale->first = body;
		scale->mass = mass;
		scale->moment = moment;
	}
}

void scale_tell_inertias(const struct Scale *scale, const struct Model *model, struct Diags *diags)
{
	const struct Body *body = &model->body[scale->first];
	const double thousand = 1000, gyration = sqrt(scale->moment / scale->mass);
	if (!scale->doubted)
		return;
	const char *others = scale->doubted == 1 ? "" : text_print(model->arena, " (and %d more)", scale->doubted - 1);
	diags->within = body->within;
	struct Diag *d = diag(
		diags, CHECK_INERTIA_SCALE, body->inertia_span,
		"inertia of '%s'%s is that of its %.4g kg at a distance of %.4g m; offsets of the model are at most %.4g m",
		body->name.text, others, scale->mass, gyration, scale->size);
	diag_help(diags, d, "is it in g m^2? %.4g without a unit is in kg m^2; %.4g g m^2 is %.4g kg m^2",
	          scale->moment, scale->moment, scale->moment / thousand);
	diags->within = NULL;
}
