/* The names of generated C: mangled so that any name of a model is an identifier. That no two things get the same is checked by
 * reserve.c. */
#include <string.h>

#include "printer.h"

const char *c_wanted_prefix(const struct Job *job)
{
	return job->request->prefix ? job->request->prefix : job->model->name.text;
}

static bool begins_with_digit(const char *name)
{
	return *name >= '0' && *name <= '9';
}

const char *c_prefix(struct Arena *arena, const struct Job *job)
{
	const char *name = c_wanted_prefix(job);
	return text_identifier(arena, begins_with_digit(name) ? text_print(arena, "robot_%s", name) : name);
}

const char *c_upper_prefix(struct Arena *arena, const struct Job *job)
{
	const char *name = c_prefix(arena, job);
	char *upper = arena_copy(arena, name, strlen(name));
	for (char *p = upper; *p; p++)
		if (*p >= 'a' && *p <= 'z')
			*p = (char)(*p - 'a' + 'A');
	return upper;
}

const char *c_own_name(struct Arena *arena, const struct Job *job, enum OwnName own, int number)
{
	static const char *const names[] = {
#define OWN(id, name, numbers, takes, what) name,
#include "own.def"
	};
	const char *name = names[own], *mark = strchr(name, '#');
	bool macro = *name >= 'A' && *name <= 'Z';
	const char *prefix = macro ? c_upper_prefix(arena, job) : c_prefix(arena, job);
	return mark ? text_print(arena, "%s_%.*s%d%s", prefix, (int)(mark - name), name, number, mark + 1)
	            : text_print(arena, "%s_%s", prefix, name);
}

const char *c_own(const struct Printer *p, enum OwnName own)
{
	return c_own_name(p->arena, p->job, own, 0);
}

const char *c_companion_name(struct Arena *arena, const struct Job *job, const struct Generated *function,
                             const char *output, enum Companion companion)
{
	static const char *const names[] = {
#define COMPANION(id, name, sparse, there, what) name,
#include "companion.def"
	};
	return text_print(arena, "%s_%s%s%s", c_function_name(arena, job, function), output ? output : "",
	                  output ? "_" : "", names[companion]);
}

const char *c_guard_name(const struct Printer *p, const char *ending)
{
	return text_print(p->arena, "RIGIDC_%s_%s", c_upper_prefix(p->arena, p->job), ending);
}

const char *c_fma_function(const struct Printer *p)
{
	return p->job->request->fma == FMA_AUTO ? c_own(p, OWN_FMA) : text_print(p->arena, "fma%s", p->real->suffix);
}

const char *c_function_name(struct Arena *arena, const struct Job *job, const struct Generated *function)
{
	const struct FunctionRequest *spec = &function->spec;
	if (function->angles_of) /* names of the model follow a colon, unlike these words */
		return text_print(arena, "%s_angles", c_function_name(arena, job, function->angles_of));
	struct Text name;
	text_init(&name, arena);
	text_format(&name, "%s_", c_prefix(arena, job));
	bool framed = spec->parts == 1 && spec->part[0].frame[0] && strcmp(spec->name, spec->part[0].name) == 0;
	text_put(&name, framed ? spec->part[0].info->name : text_identifier_rest(arena, spec->name));
	for (int i = 0; framed && i < PART_FRAMES && spec->part[0].frame[i]; i++) /* fk:tool:camera */
		text_format(&name, "_%s", model_identifier(arena, job->model, spec->part[0].frame[i]));
	return text_string(&name);
}

const char *c_function(const struct Printer *p)
{
	return c_function_name(p->arena, p->job, p->function);
}

const char *c_companion(const struct Printer *p, const char *output, enum Companion companion)
{
	return c_companion_name(p->arena, p->job, p->function, output, companion);
}

void c_each_reaction(struct Arena *arena, const struct Job *job,
                     void (*visit)(void *context, const char *name, int index, const struct Body *body,
                                   const char *unit),
                     void *context)
{
	int index = 0;
	for (int i = 0; i < job->model->bodies && job->tree->reactions; i++) {
		const struct Body *body = &job->model->body[i];
		if (body_moves(body) || body->joint.sensor)
			visit(context,
			      text_print(arena, "%s_W_%s", c_upper_prefix(arena, job),
			                 model_identifier(arena, job->model, body->joint.name.text)),
			      index++, body, "N, N m");
	}
}

void c_each_index(struct Arena *arena, const struct Job *job, char array,
                  void (*visit)(void *context, const char *name, int index, const struct Body *body, const char *unit),
                  void *context)
{
	const char *upper = c_upper_prefix(arena, job);
	for (int i = 0; i < job->model->bodies; i++) {
		const struct Body *body = model_listed(job->model, i);
		const struct JointKind *kind = body->joint.kind;
		bool q = array == 'Q';
		for (int k = 0; k < (q ? joint_nq(&body->joint) : joint_nv(&body->joint)); k++) {
			const char *coordinate = q ? kind->q[k].name : kind->v[k].name;
			const char *suffix = (q ? kind->nq : kind->nv) == 1 ? "" : text_print(arena, "_%s", coordinate);
			const char *unit = q ? kind->q[k].unit : kind->v[k].unit;
			const char *name =
				text_print(arena, "%s_%c_%s%s", upper, array,
			                   model_identifier(arena, job->model, body->joint.name.text), suffix);
			visit(context, name, (q ? body->joint.q : body->joint.v) + k, body, unit);
		}
	}
}

const char *c_member_name(struct Arena *arena, const struct Parameter *parameter)
{
	const char *name = text_identifier(arena, parameter->plain ? parameter->plain : parameter->name.text);
	return c_is_taken(name) ? text_print(arena, "%s_", name) : name;
}

const char *c_pose_name(struct Arena *arena, const struct Job *job, const struct ModelPose *pose)
{
	return text_print(arena, "%s_POSE_%s", c_upper_prefix(arena, job),
	                  text_identifier_rest(arena, pose->name.text));
}

const char *c_limit_name(struct Arena *arena, const struct Job *job, enum Limit limit)
{
	return text_print(arena, "%s_LIMIT_%s", c_upper_prefix(arena, job), limit_table[limit].name);
}

const char *c_array_type(const struct Printer *p, const char *array)
{
	if (strcmp(array, input_name[INPUT_DERIVED]) == 0)
		return c_own(p, OWN_DERIVED);
	return strcmp(array, input_name[INPUT_PARAMS]) == 0 ? c_own(p, OWN_PARAMS) : NULL;
}
