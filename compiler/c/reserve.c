/* All names of a job, entered before anything is printed. Names at file scope are distinct, so are the arguments of a
 * function, and no name is reserved by a language or header. Names that may be printed are entered too: lengths of
 * functions and their machines are known late. */
#include "names.h"

#include <string.h>

#include "printer.h"
#include "model/model_pose.h"

struct Named {
	const char *what;
	struct Span span;
};

struct NameCheck {
	struct Diags *diags;
	const struct Job *job;
	enum ReservedBy language; /* whose words no name may be */
	struct NameTable names;   /* to places in item */
	struct Named *item;
	size_t count, capacity;
	int taken; /* count of names reserved by languages and headers */
};

/* Is the name nobody else's? */
static bool check_name(struct NameCheck *check, const char *name, const char *what, struct Span span)
{
	int first = names_add(&check->names, name, (int)check->count);
	if (first < (int)check->count) {
		struct Diag *d = diag(check->diags, CHECK_C_NAME, span, "%s and %s would both be '%s' in C", what,
		                      check->item[first].what, name);
		diag_note(check->diags, d, check->item[first].span, "the other one");
		return false;
	}
	*ARENA_PUSH(check->diags->arena, check) = (struct Named){ what, span };
	if (reserved_by(check->language, name) && !check->taken++) /* a prefix like __builtin reserves all */
		diag(check->diags, CHECK_C_NAME, span, "%s would be '%s', a word of %s", what, name,
		     check->language == RESERVED_BY_C ? "C or of its headers" : "the language");
	return true;
}

/* --- names of our own --- */

/* Conditions of a request under which names occur. */
enum Helping {
	HELPS_COMPACT = 1, /* loops, under --size=on */
	HELPS_LONG = 2,    /* straight-line code */
	HELPS_SINES = 4,   /* sines and cosines in the code itself (sincos.h) */
	HELPS_DOUBLE = 8,
	HELPS_FUSED = 16,
	HELPS_LIMBS = 32, /* limb lanes (print_limb_lanes.c) */
	HELPS_BATCH = 64,
	HELPS_PARAMS = 128,
	HELPS_KERNELS = 256,
	HELPS_INPUTS = 512,
};

static bool has_kernels(const struct NameCheck *check)
{
	return check->language != RESERVED_BY_C;
}

static unsigned helping(const struct NameCheck *check)
{
	const struct Job *job = check->job;
	const struct Request *request = job->request;
	return (request->code_size == CODE_SIZE_ON ? HELPS_COMPACT : HELPS_LONG) |
	       (request->sincos == SINCOS_INLINE ? HELPS_SINES : 0u) | (request->real_float ? 0u : HELPS_DOUBLE) |
	       (request->fma != FMA_OFF ? HELPS_FUSED : 0u) |
	       (request->limb_lanes != LIMB_LANES_OFF ? HELPS_LIMBS : 0u) |
	       (request->batch != BATCH_NONE ? HELPS_BATCH : 0u) | (job_prepares(job) ? HELPS_PARAMS : 0u) |
	       (has_kernels(check) ? HELPS_KERNELS : 0u) | (job->tree->nu || job->tree->ns ? HELPS_INPUTS : 0u);
}

static const struct Own {
	const char *numbers;
	unsigned takes;
	const char *what;
} own_table[] = {
#define OWN(id, name, numbers, takes, what) { numbers, takes, what },
#include "own.def"
};

/* With # for the number. */
static const char *numbered(struct Arena *arena, const char *what, int number)
{
	const char *mark = strchr(what, '#');
	return mark ? text_print(arena, "%.*s%d%s", (int)(mark - what), what, number, mark + 1) : what;
}

static void check_own(struct NameCheck *check)
{
	struct Arena *arena = check->diags->arena;
	unsigned helps = helping(check);
	for (size_t i = 0; i < sizeof own_table / sizeof *own_table; i++) {
		const struct Own *own = &own_table[i];
		if (own->takes & ~helps)
			continue;
		const char *number = own->numbers;
		do {
			int of = *number ? *number - '0' : 0;
			check_name(check, c_own_name(arena, check->job, (enum OwnName)i, of),
			           numbered(arena, own->what, of), check->job->model->name.span);
		} while (*number && *++number);
	}
}

/* --- names of the model --- */

static void check_index(void *context, const struct NamedIndex *index)
{
	struct NameCheck *check = context;
	check_name(check, index->name,
	           text_print(check->diags->arena, "%s of %s '%s'", index->what, index->owner, index->of.text),
	           index->of.span);
}

static void check_phases(struct NameCheck *check)
{
	struct Arena *arena = check->diags->arena;
	const struct JobPhases phases = job_phases(arena, check->job);
	for (int i = 0; i < phases.count; i++) {
		const struct FunctionPart *part = phases.part[i];
		const char *of = part->phase;
		check_name(check, c_rows_name(arena, check->job, part), text_print(arena, "number of rows of '%s'", of),
		           part->span);
		check_name(check, c_friction_name(arena, check->job, part), text_print(arena, "friction of '%s'", of),
		           part->span);
		c_each_row(arena, check->job, part, check_index, check);
	}
}

static void check_indices(struct NameCheck *check)
{
	struct Arena *arena = check->diags->arena;
	size_t errors = check->diags->errors;
	c_each_index(arena, check->job, 'Q', check_index, check);
	if (check->diags->errors == errors) /* else velocities would repeat the errors */
		c_each_index(arena, check->job, 'V', check_index, check);
	if (check->diags->errors == errors)
		c_each_reaction(arena, check->job, check_index, check);
	if (check->diags->errors == errors)
		for (int array = INPUT_U; array <= INPUT_S; array++)
			if (array != INPUT_UDD)
				c_each_input(arena, check->job, (enum Input)array, check_index, check);
	if (check->diags->errors == errors)
		c_each_strut(arena, check->job, check_index, check);
	if (check->diags->errors == errors)
		check_phases(check);
}

static void check_constants(struct NameCheck *check)
{
	struct Arena *arena = check->diags->arena;
	const struct Model *model = check->job->model;
	for (int i = 0; i < LIMITS; i++)
		check_name(check, c_limit_name(arena, check->job, (enum Limit)i),
		           text_print(arena, "the macro LIMIT_%s", limit_table[i].name), model->name.span);
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		check_name(check, c_pose_name(arena, check->job, pose), text_print(arena, "pose '%s'", pose->name.text),
		           pose->name.span);
	}
}

/* --- functions --- */

static const char *function_what(struct Arena *arena, const struct Generated *function)
{
	return function->angles_of ? text_print(arena, "the angles of function %s", function->angles_of->request.name)
	                           : text_print(arena, "function %s", function->request.name);
}

static const struct CompanionKind {
	const char *what;
	bool sparse;
} companion_table[] = {
#define COMPANION(id, name, sparse, there, what) { what, sparse },
#include "companion.def"
};

static bool has_companion(const struct Request *request, bool kernels, enum Companion companion)
{
	switch (companion) {
/* clang-format off */
#define COMPANION(id, name, sparse, there, what) case COMPANION_##id: return there;
/* clang-format on */
#include "companion.def"
	}
	return false;
}

static void check_companion(struct NameCheck *check, const struct Generated *function, const char *output,
                            enum Companion companion)
{
	struct Arena *arena = check->diags->arena;
	check_name(check, c_companion_name(arena, check->job, function, output, companion),
	           text_print(arena, "%s %s", companion_table[companion].what, function_what(arena, function)),
	           check->job->model->name.span);
}

static void check_companions(struct NameCheck *check, const struct Generated *function)
{
	for (size_t i = 0; i < sizeof companion_table / sizeof *companion_table; i++) {
		bool sparse = companion_table[i].sparse,
		     there = has_companion(check->job->request, has_kernels(check), (enum Companion)i);
		if (there && !sparse)
			check_companion(check, function, NULL, (enum Companion)i);
		for (int k = 0; k < function->outputs && there && sparse; k++)
			if (function->output[k].sparse)
				check_companion(check, function, function->output[k].name, (enum Companion)i);
	}
}

/* Pieces of a long function are called <name>_piece<number>. Its length is known late, so the names are reserved for
 * every function. */
static void check_piece_name(struct NameCheck *check, const struct Generated *function)
{
	struct Arena *arena = check->diags->arena;
	const char *name = c_function_name(arena, check->job, function), *piece = NULL;
	for (const char *at = name; (at = strstr(at, "_piece")); at++)
		piece = at;
	const char *number = piece ? piece + strlen("_piece") : "";
	if (*number < '1' || *number > '9' || number[strspn(number, "0123456789")])
		return;
	int whole = names_find(&check->names, arena_copy(arena, name, (size_t)(piece - name)));
	if (whole >= 0)
		diag(check->diags, CHECK_C_NAME, check->job->model->name.span,
		     "%s and a piece of %s, were it long, would both be '%s' in C", function_what(arena, function),
		     check->item[whole].what, name);
}

/* --- members and arguments --- */

/* A name of a smaller scope is nobody else's there. Macros are seen in it too. */
static void check_inner(struct NameCheck *inner, const struct NameCheck *check, const char *name, const char *what,
                        struct Span span)
{
	int other = names_find(&check->names, name);
	check_name(inner, name, what, span);
	if (other >= 0)
		diag(check->diags, CHECK_C_NAME, span, "%s and %s would both be '%s' in C", what,
		     check->item[other].what, name);
}

/* Members of the struct of parameters. */
static void check_members(const struct NameCheck *check)
{
	struct Arena *arena = check->diags->arena;
	const struct ParameterList *all = &check->job->model->parameters;
	struct NameCheck members = { .diags = check->diags, .language = check->language };
	members.names = names_new(arena);
	for (size_t i = 0; i < all->count; i++)
		check_inner(&members, check, reserved_apart(arena, check->language, c_member_name(arena, all->item[i])),
		            text_print(arena, "parameter '%s'", all->item[i]->name.text), all->item[i]->name.span);
}

/* Arguments of a function, and the arrays into which batches copy. */
static void check_arguments(const struct NameCheck *check, const struct Generated *function)
{
	struct Arena *arena = check->diags->arena;
	struct NameCheck arguments = { .diags = check->diags, .language = check->language };
	const char *what = text_print(arena, "an argument of %s", function_what(arena, function));
	struct Span span = check->job->model->name.span;
	bool batch = check->job->request->batch != BATCH_NONE || has_kernels(check);
	arguments.names = names_new(arena);
	for (struct FunctionArgument a = { 0 }; generated_next(function, &a);)
		check_inner(&arguments, check, reserved_apart(arena, check->language, a.name), what, span);
	for (int i = 0; i < function->outputs && batch; i++)
		check_inner(&arguments, check, text_print(arena, "%s_", function->output[i].name), what, span);
}

/* --- all --- */

static void check_prefix(const struct NameCheck *check)
{
	const char *wanted = c_wanted_prefix(check->job), *prefix = c_prefix(check->diags->arena, check->job);
	if (*wanted < '0' || *wanted > '9')
		return;
	struct Diag *d = diag(check->diags, CHECK_PREFIX, check->job->model->name.span,
	                      "names in C begin with '%s': '%s' begins with a digit", prefix, wanted);
	diag_help(check->diags, d, "--prefix NAME gives another");
}

static void check_guard(struct NameCheck *check, const char *ending)
{
	const struct Printer p = { .arena = check->diags->arena, .job = check->job };
	check_name(check, c_guard_name(&p, ending), "what keeps a header from being included twice",
	           check->job->model->name.span);
}

void c_check_names(struct Diags *diags, const struct Job *job, const struct Dialect *dialect)
{
	struct NameCheck check = { .diags = diags, .job = job };
	if (dialect && dialect->kernel)
		check.language = dialect->reserved;
	check.names = names_new(diags->arena);
	check_prefix(&check);
	check_guard(&check, dialect && dialect->kernel ? dialect->guard : "H");
	check_guard(&check, "TEST_H");
	check_own(&check);
	check_constants(&check);
	bool *own = ARENA_ARRAY(diags->arena, bool, job->functions);
	for (int i = 0; i < job->functions; i++)
		own[i] = check_name(&check, c_function_name(diags->arena, job, &job->function[i]),
		                    function_what(diags->arena, &job->function[i]), job->model->name.span);
	for (int i = 0; i < job->functions; i++)
		if (own[i])
			check_companions(&check, &job->function[i]);
	for (int i = 0; i < job->functions; i++)
		check_piece_name(&check, &job->function[i]);
	check_indices(&check);
	check_members(&check);
	for (int i = 0; i < job->functions; i++)
		check_arguments(&check, &job->function[i]);
}
