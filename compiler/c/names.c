/* The names of generated C: mangled so that any name of a model is an identifier, and checked so that no
 * two things get the same. */
#include <string.h>

#include "rolled_operands.h"
#include "names.h"
#include "printer.h"
#include "program/sincos.h"

static const char *wanted_prefix(const struct Job *job)
{
	return job->request->prefix ? job->request->prefix : job->model->name.text;
}

static bool begins_with_digit(const char *name)
{
	return *name >= '0' && *name <= '9';
}

const char *c_prefix(struct Arena *arena, const struct Job *job)
{
	const char *name = wanted_prefix(job);
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

/* x86 says so of both types, ARM and others of each. */
const char *c_fma_condition(const struct Printer *p)
{
	return p->real->narrow ? "defined(__FMA__) || defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA)"
	                       : "defined(__FMA__) || defined(__FP_FAST_FMA) || (defined(__ARM_FEATURE_FMA) && (__ARM_FP & 8))";
}

const char *c_fma_macro(const struct Printer *p)
{
	return text_print(p->arena, "%s_FMA", c_upper_prefix(p->arena, p->job));
}

const char *c_fma_function(const struct Printer *p)
{
	return p->job->request->fma == FMA_AUTO ? c_fma_macro(p) : text_print(p->arena, "fma%s", p->real->suffix);
}

const char *c_function_name(struct Arena *arena, const struct Job *job, const struct Generated *function)
{
	const char *name = function->spec.name, *colon = strchr(name, ':');
	if (function->angles_of) /* what stands behind a colon is a name of the model, these words are not */
		return text_print(arena, "%s_angles", c_function_name(arena, job, function->angles_of));
	const char *of = colon ? arena_copy(arena, name, (size_t)(colon - name)) : name;
	return text_print(arena, "%s_%s%s%s", c_prefix(arena, job), text_identifier_rest(arena, of), colon ? "_" : "",
	                  colon ? model_identifier(arena, job->model, colon + 1) : ""); /* fk:tool */
}

void c_each_reaction(struct Arena *arena, const struct Job *job,
                     void (*visit)(void *context, const char *name, int index, const struct Body *body, const char *unit),
                     void *context)
{
	int index = 0;
	for (int i = 0; i < job->model->bodies && job->tree->reactions; i++) {
		const struct Body *body = &job->model->body[i];
		if (body_moves(body) || body->joint.sensor)
			visit(context, text_print(arena, "%s_W_%s", c_upper_prefix(arena, job),
			                          model_identifier(arena, job->model, body->joint.name.text)), index++, body, "N, N m");
	}
}

void c_each_index(struct Arena *arena, const struct Job *job, char array,
                  void (*visit)(void *context, const char *name, int index, const struct Body *body,
                                const char *unit), void *context)
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
			const char *name = text_print(arena, "%s_%c_%s%s", upper, array,
			                              model_identifier(arena, job->model, body->joint.name.text), suffix);
			visit(context, name, (q ? body->joint.q : body->joint.v) + k, body, unit);
		}
	}
}

const char *c_member_name(struct Arena *arena, const struct Parameter *parameter)
{
	static const char *const words[] = {
		"alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
		"char8_t", "char16_t", "char32_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
		"const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
		"dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
		"inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
		"or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short",
		"signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
		"throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void",
		"volatile", "wchar_t", "while", "xor", "xor_eq",
	};
	const char *name = text_identifier(arena, parameter->plain ? parameter->plain : parameter->name.text);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(name, words[i]) == 0)
			return text_print(arena, "%s_", name);
	return name;
}

const char *c_pose_name(struct Arena *arena, const struct Job *job, const struct ModelPose *pose)
{
	return text_print(arena, "%s_POSE_%s", c_upper_prefix(arena, job), text_identifier_rest(arena, pose->name.text));
}

const char *c_limit_name(struct Arena *arena, const struct Job *job, enum Limit limit)
{
	return text_print(arena, "%s_LIMIT_%s", c_upper_prefix(arena, job), limit_table[limit].name);
}

const char *c_array_type(const struct Printer *p, const char *array)
{
	bool own = strcmp(array, input_name[INPUT_DERIVED]) == 0 || strcmp(array, input_name[INPUT_PARAMS]) == 0;
	return own ? text_print(p->arena, "%s_%s", c_prefix(p->arena, p->job), array) : NULL;
}

/* --- checks --- */

struct Named {
	const char *what;
	struct Span span;
};

struct NameCheck {
	struct Diags *diags;
	struct NameTable names; /* to places in item */
	struct Named *item;
	size_t count, capacity;
};

static void check_name(struct NameCheck *check, const char *name, const char *what, struct Span span)
{
	int first = names_add(&check->names, name, (int)check->count);
	if (first < (int)check->count) {
		struct Diag *d = diag(check->diags, CHECK_C_NAME, span, "%s and %s would both be '%s' in C",
		                      what, check->item[first].what, name);
		diag_note(check->diags, d, check->item[first].span, "the other one");
		return;
	}
	*ARENA_PUSH(check->diags->arena, check) = (struct Named){ what, span };
}

static void check_index(void *context, const char *name, int index, const struct Body *body, const char *unit)
{
	struct NameCheck *check = context;
	(void)index;
	(void)unit;
	check_name(check, name, text_print(check->diags->arena, "coordinates of joint '%s'", body->joint.name.text),
	           body->joint.name.span);
}

static const char *function_what(struct Arena *arena, const struct Generated *function)
{
	return function->angles_of ? text_print(arena, "the angles of function %s", function->angles_of->spec.name)
	                           : text_print(arena, "function %s", function->spec.name);
}

/* What a request may lead to. */
enum Helping {
	HELPS_COMPACT = 1,   /* loops where bytes count, */
	HELPS_LONG = 2,    /* or straight lines */
	HELPS_SINES = 4,   /* sines and cosines in the code itself (sincos.h) */
	HELPS_DOUBLE = 8,
	HELPS_FUSED = 16,
	HELPS_LIMBS = 32,  /* limbs side by side (print_limb_lanes.c) */
	HELPS_BATCH = 64,
};

static unsigned helping(const struct Request *request)
{
	return (request->compact ? HELPS_COMPACT : HELPS_LONG) | (request->sincos == SINCOS_INLINE ? HELPS_SINES : 0u) |
	       (request->real_float ? 0u : HELPS_DOUBLE) | (request->fma != FMA_OFF ? HELPS_FUSED : 0u) |
	       (request->limb_lanes != LIMB_LANES_OFF ? HELPS_LIMBS : 0u) | (request->batch != BATCH_NONE ? HELPS_BATCH : 0u);
}

#define LIMBS(width) \
	{ "limbs" width, HELPS_LONG | HELPS_LIMBS, "the type of " width " limbs" }, \
	{ "limbs" width "_sincos1", HELPS_LONG | HELPS_LIMBS | HELPS_SINES, "the sines and cosines of " width " limbs" }, \
	{ "limbs" width "_sincos2", HELPS_LONG | HELPS_LIMBS | HELPS_SINES, "the sines and cosines of " width " limbs" }, \
	{ "limbs" width "_sincos3", HELPS_LONG | HELPS_LIMBS | HELPS_SINES, "the sines and cosines of " width " limbs" }, \
	{ "limbs" width "_fma", HELPS_LONG | HELPS_LIMBS | HELPS_FUSED, "the fma of " width " limbs" }

/* Types and functions <prefix>_NAME that may stand beside the functions asked for, and what of a request brings them along. Which
 * of them are really there depends on the functions and on the machine: so nothing else may have such a name. */
static const struct Helper {
	const char *name;
	unsigned takes;
	const char *what;
} helper_table[] = {
	{ "sincos", HELPS_COMPACT, "the sines and cosines of angles" },
	{ "clear", HELPS_COMPACT, "what writes zeros" },
	{ "lanes", HELPS_BATCH, "the type of lanes" },
	{ "lanes_in_array", HELPS_BATCH, "the type of lanes in an array" },
	{ "lanes_sincos", HELPS_BATCH | HELPS_SINES, "the sines and cosines of lanes" },
	{ "lanes_fma", HELPS_BATCH | HELPS_FUSED, "the fma of lanes" },
	LIMBS("2"), LIMBS("4"), LIMBS("8"),
	{ "angles2", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE, "the type of 2 angles" },
	{ "angles4", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE, "the type of 4 angles" },
	{ "angles8", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE | HELPS_FUSED, "the type of 8 angles" },
	{ "fma2", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE | HELPS_FUSED, "the fma of 2 angles" },
	{ "fma4", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE | HELPS_FUSED, "the fma of 4 angles" },
	{ "fma8", HELPS_LONG | HELPS_SINES | HELPS_DOUBLE | HELPS_FUSED, "the fma of 8 angles" },
};

static void check_helpers(struct NameCheck *check, const struct Job *job)
{
	struct Arena *arena = check->diags->arena;
	const char *prefix = c_prefix(arena, job);
	struct Span span = job->model->name.span;
	unsigned helps = helping(job->request);
	for (size_t i = 0; i < sizeof helper_table / sizeof *helper_table; i++)
		if ((helper_table[i].takes & ~helps) == 0)
			check_name(check, text_print(arena, "%s_%s", prefix, helper_table[i].name), helper_table[i].what, span);
	for (int size = 1; size <= SINCOS_LARGEST && helps & HELPS_SINES; size++) {
		if (size == 7) /* these take one angle more */
			continue;
		check_name(check, text_print(arena, "%s_sincos%d", prefix, size),
		           text_print(arena, "the sines and cosines of %d angle%s", size, size > 1 ? "s" : ""), span);
	}
}

/* Of the types, functions and members for parameters. */
static void check_params(struct NameCheck *check, const struct Job *job)
{
	static const char *const companions[] = { "params", "derived", "params_default", "prepare" };
	struct Arena *arena = check->diags->arena;
	const struct ParameterList *all = &job->model->parameters;
	struct NameCheck members = { .diags = check->diags };
	names_init(&members.names, arena);
	for (size_t i = 0; i < sizeof companions / sizeof *companions && all->count; i++)
		check_name(check, text_print(arena, "%s_%s", c_prefix(arena, job), companions[i]), "what is there for parameters",
		           job->model->name.span);
	if (all->count)
		check_name(check, text_print(arena, "%s_CHECK", c_upper_prefix(arena, job)), "the macro CHECK", job->model->name.span);
	for (size_t i = 0; i < all->count; i++)
		check_name(&members, c_member_name(arena, all->item[i]), text_print(arena, "parameter '%s'", all->item[i]->name.text),
		           all->item[i]->name.span);
}

static void check_poses(struct NameCheck *check, const struct Job *job)
{
	struct Arena *arena = check->diags->arena;
	for (size_t i = 0; i < job->model->poses.count; i++) {
		const struct ModelPose *pose = &job->model->poses.item[i];
		check_name(check, c_pose_name(arena, job, pose), text_print(arena, "pose '%s'", pose->name.text), pose->name.span);
	}
}

/* What --batch and --sparse put beside a function. */
static void check_companions(struct NameCheck *check, const struct Job *job, const struct Generated *function)
{
	struct Arena *arena = check->diags->arena;
	const char *name = c_function_name(arena, job, function);
	if (job->request->zeros_once)
		check_name(check, text_print(arena, "%s_init", name),
		           text_print(arena, "what writes the zeros of %s", function_what(arena, function)), job->model->name.span);
	static const char *const of_batch[] = { "batch", "batch_soa", "lanes" }, *const of_pattern[] = { "NNZ", "row", "column" };
	for (size_t i = 0; i < sizeof of_batch / sizeof *of_batch && job->request->batch != BATCH_NONE; i++)
		check_name(check, text_print(arena, "%s_%s", name, of_batch[i]),
		           text_print(arena, "the batch of %s", function_what(arena, function)), job->model->name.span);
	for (int i = 0; i < function->outputs; i++)
		for (size_t k = 0; k < sizeof of_pattern / sizeof *of_pattern && generated_sparse(job, &function->output[i]); k++)
			check_name(check, text_print(arena, "%s_%s_%s", name, function->output[i].name, of_pattern[k]),
			           text_print(arena, "the pattern of %s", function_what(arena, function)), job->model->name.span);
}

/* A long function is written in functions <name>_piece<number>. How long it gets is known late, so no function
 * may have such a name beside one that could. */
static void check_piece_name(struct NameCheck *check, const struct Job *job, const struct Generated *function)
{
	struct Arena *arena = check->diags->arena;
	const char *name = c_function_name(arena, job, function), *piece = NULL;
	for (const char *at = name; (at = strstr(at, "_piece")); at++)
		piece = at;
	const char *number = piece ? piece + strlen("_piece") : "";
	if (*number < '1' || *number > '9' || number[strspn(number, "0123456789")])
		return;
	int whole = names_find(&check->names, arena_copy(arena, name, (size_t)(piece - name)));
	if (whole >= 0)
		diag(check->diags, CHECK_C_NAME, job->model->name.span,
		     "%s and a piece of %s, were it long, would both be '%s' in C", function_what(arena, function),
		     check->item[whole].what, name);
}

void c_check_names(struct Diags *diags, const struct Job *job)
{
	struct NameCheck check = { .diags = diags };
	struct Arena *arena = diags->arena;
	struct Span model = job->model->name.span;
	static const char *const macros[] = { "NQ", "NV", "NW", "NBETA", "NP", "REAL", "HASH", "CODE", "LANES", "LANES_WHOLE",
	                                      "LANES_REGISTER", "LANES_FMA", "LIMBS", "FMA", "DERIVED" };
	names_init(&check.names, arena);
	if (begins_with_digit(wanted_prefix(job))) {
		struct Diag *d = diag(diags, CHECK_PREFIX, model, "names in C begin with '%s': '%s' begins with a digit",
		                      c_prefix(arena, job), wanted_prefix(job));
		diag_help(diags, d, "--prefix NAME gives another");
	}
	for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
		check_name(&check, text_print(arena, "%s_%s", c_upper_prefix(arena, job), macros[i]),
		           text_print(arena, "the macro %s", macros[i]), model);
	for (int i = 0; i < LIMITS; i++)
		check_name(&check, c_limit_name(arena, job, (enum Limit)i),
		           text_print(arena, "the macro LIMIT_%s", limit_table[i].name), model);
	check_helpers(&check, job);
	check_params(&check, job);
	check_poses(&check, job);
	for (int i = 0; i < job->functions; i++)
		check_name(&check, c_function_name(arena, job, &job->function[i]),
		           function_what(arena, &job->function[i]), model);
	for (int i = 0; i < job->functions; i++)
		check_companions(&check, job, &job->function[i]);
	for (int i = 0; i < job->functions; i++)
		check_piece_name(&check, job, &job->function[i]);
	size_t errors = diags->errors;
	c_each_index(arena, job, 'Q', check_index, &check);
	if (diags->errors == errors) /* else it would be said again of the velocities */
		c_each_index(arena, job, 'V', check_index, &check);
	if (diags->errors == errors)
		c_each_reaction(arena, job, check_index, &check);
}

const char *c_lane_name(const struct Printer *p, enum Input array, uint32_t element)
{
	struct Text name;
	if (p->rolled)
		return c_rolled_leaf(p, array, element);
	if (array == INPUT_LIMB_NUMBERS)
		return text_print(p->arena, "own%u", element + 1);
	const struct LimbInput *input = &p->lanes->input.item[element];
	text_init(&name, p->arena);
	text_put(&name, input_name[input->array]);
	for (int l = 0; l < p->lanes->width; l++)
		text_format(&name, "_%u", input->element[l]);
	return text_string(&name);
}
