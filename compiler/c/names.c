/* The names of generated C: mangled so that any name of a model is an identifier. That no two things get the same is checked by
 * reserve.c. */
#include <string.h>

#include "printer.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/model_pose.h"
#include "model/strut.h"

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
	return p->job->request->fma == FMA_AUTO
	               ? c_own(p, OWN_FMA)
	               : text_print(p->arena, "fma%s", p->dialect->overloaded ? "" : p->real->suffix);
}

/* fk_tool_camera of fk:tool:camera, vjp_fk_tool of vjp:fk:tool. */
static void put_term(struct Text *name, const struct Job *job, const struct FunctionRequest *request,
                     const struct FunctionTerm *term)
{
	const char *of = term->operation ? term->name + strlen(term->operation->name) + 1 : NULL;
	if (!of) {
		const struct FunctionPart *part = &request->part[term->part];
		text_put(name, function_identifier(name->arena, part->info->name));
		for (int i = 0; i < PART_FRAMES && part->frame[i]; i++)
			text_format(name, "_%s", model_identifier(name->arena, job->model, part->frame[i]));
		return;
	}
	text_format(name, "%s_", term->operation->name);
	if (term->ofs == 1 && strcmp(of, term->of->name) == 0)
		put_term(name, job, request, term->of);
	else
		text_put(name, text_identifier_rest(name->arena, of));
}

const char *c_function_name(struct Arena *arena, const struct Job *job, const struct Generated *function)
{
	const struct FunctionRequest *request = &function->request;
	if (function->angles_of) /* names of the model follow a colon, unlike these words */
		return text_print(arena, "%s_angles", c_function_name(arena, job, function->angles_of));
	struct Text name = text_new(arena);
	text_format(&name, "%s_", c_prefix(arena, job));
	if (request->terms == 1 && strcmp(request->name, request->term->name) == 0)
		put_term(&name, job, request, request->term);
	else
		text_put(&name, text_identifier_rest(arena, request->name));
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

void c_each_reaction(struct Arena *arena, const struct Job *job, VisitIndex *visit, void *context)
{
	struct NamedIndex index = { .index = 0, .what = "wrench", .owner = "joint", .unit = "N, N m" };
	for (int i = 0; i < job->model->bodies && job->tree->reactions; i++) {
		const struct Body *body = &job->model->body[i];
		if (!body_moves(body) && !body->joint->sensor)
			continue;
		index.of = body->joint->name;
		index.name = text_print(arena, "%s_W_%s", c_upper_prefix(arena, job),
		                        model_identifier(arena, job->model, body->joint->name.text));
		visit(context, &index);
		index.index++;
	}
}

void c_each_strut(struct Arena *arena, const struct Job *job, VisitIndex *visit, void *context)
{
	const struct StrutList *struts = &job->model->struts;
	for (size_t i = 0; i < struts->count && job_measures_struts(job); i++) {
		const struct Ident *of = &struts->item[i].name;
		const struct NamedIndex index = {
			.name = text_print(arena, "%s_T_%s", c_upper_prefix(arena, job),
			                   model_identifier(arena, job->model, of->text)),
			.index = (int)i,
			.what = "length",
			.owner = struts->item[i].tendon ? "tendon" : "strut",
			.of = *of,
			.unit = "m",
		};
		visit(context, &index);
	}
}

void c_each_index(struct Arena *arena, const struct Job *job, char array, VisitIndex *visit, void *context)
{
	const char *upper = c_upper_prefix(arena, job);
	for (int i = 0; i < job->model->bodies; i++) {
		const struct Joint *joint = model_listed(job->model, i)->joint;
		const struct JointKind *kind = joint->kind;
		bool q = array == 'Q';
		for (int k = 0; k < (q ? joint_nq(joint) : joint_nv(joint)); k++) {
			const char *coordinate = q ? kind->q[k].name : kind->v[k].name;
			const char *suffix = (q ? kind->nq : kind->nv) == 1 ? "" : text_print(arena, "_%s", coordinate);
			const struct NamedIndex index = {
				.name = text_print(arena, "%s_%c_%s%s", upper, array,
				                   model_identifier(arena, job->model, joint->name.text), suffix),
				.index = (q ? joint->q : joint->v) + k,
				.what = "coordinates",
				.owner = "joint",
				.of = joint->name,
				.unit = q ? kind->q[k].unit : kind->v[k].unit,
				.joint = joint,
			};
			visit(context, &index);
		}
	}
}

/* Units of index `number`: of one of ud, which is one of udd too, both. */
static const char *units_of_input(struct Arena *arena, const struct Model *model, const struct Parameter *input,
                                  enum Input array, int number)
{
	if (array != INPUT_UD)
		return dim_symbol(arena, input->dim);
	return text_print(arena, "%s and %s", measure_element_unit(model, MEASURE_INPUT_RATE, number),
	                  measure_element_unit(model, MEASURE_INPUT_ACCELERATION, number));
}

void c_each_input(struct Arena *arena, const struct Job *job, enum Input array, VisitIndex *visit, void *context)
{
	const struct ParameterList *all = array == INPUT_S ? &job->model->states : &job->model->inputs;
	const char *letter = array == INPUT_S ? "S" : array == INPUT_UD ? "UD" : "U";
	struct NamedIndex index = { .index = 0, .what = "index", .owner = "input" };
	for (size_t i = 0; i < all->count; i++) {
		const struct Parameter *input = all->item[i];
		if (array == INPUT_UD && !input->moving)
			continue;
		const char *name = model_identifier(arena, job->model, input->name.text);
		index.of = input->name;
		index.unit = units_of_input(arena, job->model, input, array, index.index);
		for (int k = 0; k < input->count; k++, index.index++) {
			const char *own = parameter_element(arena, input, k);
			index.name = text_print(arena, "%s_%s_%s%s%s", c_upper_prefix(arena, job), letter, name,
			                        own ? "_" : "", own ? own : "");
			visit(context, &index);
		}
	}
}

/* PREFIX_WORD_stand; of the loops alone PREFIX_WORD */
static const char *phase_name(struct Arena *arena, const struct Job *job, const char *word,
                              const struct FunctionPart *part)
{
	const char *upper = c_upper_prefix(arena, job);
	if (!part->contacts)
		return text_print(arena, "%s_%s", upper, word);
	return text_print(arena, "%s_%s_%s", upper, word, model_identifier(arena, job->model, part->phase));
}

const char *c_rows_name(struct Arena *arena, const struct Job *job, const struct FunctionPart *part)
{
	return phase_name(arena, job, "NC", part);
}

const char *c_friction_name(struct Arena *arena, const struct Job *job, const struct FunctionPart *part)
{
	return phase_name(arena, job, "FRICTION", part);
}

const char *const c_rows_rule[3] = {
	"Rows of phases. lambda[k] is the force or moment of the ground on the body along row k, at the contact, in axes",
	"of the ground. The moments of a contact `line` are in axes of its own frame.",
	"Of a loop it is that of the first frame's body on the second's, at the origin of the second, in axes of the first.",
};

void c_each_row(struct Arena *arena, const struct Job *job, const struct FunctionPart *part, VisitIndex *visit,
                void *context)
{
	const char *phase = phase_name(arena, job, "L", part);
	struct NamedIndex index = { .index = 0, .what = "row" };
	for (int i = 0; i < part->rows->blocks; i++) {
		const struct RowBlock *block = &part->rows->block[i];
		bool alone = strcmp(block->name.text, part->phase) == 0; /* the phase is the contact */
		const char *of =
			alone ? "" : text_print(arena, "_%s", model_identifier(arena, job->model, block->name.text));
		index.of = block->name;
		index.owner = block->owner;
		for (int r = 0; r < block->rows; r++, index.index++) {
			index.name = text_print(arena, "%s%s_%s", phase, of, block->row[r].name);
			index.unit = block->row[r].angular ? "N m" : "N";
			visit(context, &index);
		}
	}
}

const char *c_member_name(struct Arena *arena, const struct Parameter *parameter)
{
	const char *name = text_identifier(arena, parameter->plain ? parameter->plain : parameter->name.text);
	return reserved_apart(arena, RESERVED_BY_C, name);
}

const char *c_array_name(const struct Printer *p, const char *array)
{
	return reserved_apart(p->arena, p->dialect->reserved, array);
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

const char *c_input_name(const struct Printer *p, int input)
{
	return generated_input(p->function, input).name;
}

const char *c_array_type(const struct Printer *p, const char *array)
{
	if (strcmp(array, input_name[INPUT_DERIVED]) == 0)
		return c_own(p, OWN_DERIVED);
	return strcmp(array, input_name[INPUT_PARAMS]) == 0 ? c_own(p, OWN_PARAMS) : NULL;
}
