#include "function.h"

#include <string.h>

#define IN(array) (1u << INPUT_##array)

const struct FunctionInput function_input[INPUT_COUNT] = {
	[INPUT_Q] = { "coordinates", MEASURE_COORDINATE },
	[INPUT_QD] = { "velocities", MEASURE_VELOCITY },
	[INPUT_QDD] = { "accelerations", MEASURE_ACCELERATION },
	[INPUT_TAU] = { "joint forces and torques", MEASURE_FORCE },
	[INPUT_F_EXT] = { "wrenches (f, n), what the environment does to a body", MEASURE_WRENCH },
	[INPUT_SC] = { "sine and cosine of each angle in turn", MEASURE_NUMBER },
};

const struct FunctionInfo function_table[] = {
	{
		.name = "rnea", .summary = "inverse dynamics: tau = M(q) qdd + h(q, qd)",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(F_EXT),
		.output = { { .name = "tau", .meaning = "joint forces and torques", .shape = SHAPE_NV,
		              .measure = MEASURE_FORCE } },
		.textbook = rnea_build, .build = newton_build,
	},
	{
		.name = "crba", .summary = "joint-space inertia matrix M(q)",
		.inputs = IN(Q),
		.output = { { .name = "M", .meaning = "inertia matrix, row-major, symmetric", .shape = SHAPE_NV_NV,
		              .measure = MEASURE_INERTIA, .symmetric = true } },
		.textbook = crba_build, .build = composite_build, .lifts = true,
	},
};
const size_t function_count = sizeof function_table / sizeof *function_table;

const struct FunctionOutput angle_output = { "angle", "angles whose sines and cosines are asked for", SHAPE_NV,
                                             MEASURE_ANGLE, false };

size_t shape_size(enum Shape shape, int nv)
{
	size_t n = (size_t)nv;
	return shape == SHAPE_NV ? n : shape == SHAPE_NV_NV ? n * n : n * (n + 1) / 2;
}

static const struct FunctionInfo *find(struct Diags *diags, const char *name, struct Span span)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (size_t i = 0; i < function_count; i++) {
		nearest_try(&nearest, function_table[i].name);
		if (strcmp(function_table[i].name, name) == 0)
			return &function_table[i];
	}
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_TARGET, span, "there is no function '%s'", name),
	             &nearest);
	return NULL;
}

/* One item of -f: NAME or NAME=PART+PART... */
static struct FunctionSpec read_spec(struct Diags *diags, const char *text, size_t length,
                                     struct Span span)
{
	struct FunctionSpec spec = { 0 };
	const char *equals = memchr(text, '=', length), *parts = equals ? equals + 1 : text;
	size_t left = length - (size_t)(parts - text);
	spec.name = arena_copy(diags->arena, text, equals ? (size_t)(equals - text) : length);
	if (equals && equals == text)
		diag(diags, CHECK_UNKNOWN_TARGET, span, "a fused function needs a name before `=`");
	for (;;) {
		const char *plus = equals ? memchr(parts, '+', left) : NULL;
		size_t part = plus ? (size_t)(plus - parts) : left;
		struct Span at = { span.begin + (uint32_t)(parts - text), 0, span.source };
		at.end = at.begin + (uint32_t)part;
		const struct FunctionInfo *info = find(diags, arena_copy(diags->arena, parts, part), at);
		if (info && spec.parts == SPEC_PARTS)
			diag(diags, CHECK_UNKNOWN_TARGET, at, "at most %d functions fuse into one", SPEC_PARTS);
		else if (info)
			spec.part[spec.parts++] = info;
		if (!plus)
			return spec;
		left -= part + 1;
		parts = plus + 1;
	}
}

/* Results and functions have names of their own. */
static void check_twice(struct Diags *diags, const struct FunctionSpecs *specs, struct NameTable *names,
                        struct Span span)
{
	const struct FunctionSpec *last = &specs->item[specs->count - 1];
	int place = (int)specs->count - 1;
	if (names_add(names, last->name, place) != place)
		diag(diags, CHECK_DUPLICATE, span, "%s is asked for twice", last->name);
	for (int i = 0; i < last->parts; i++)
		for (int k = 0; k < i; k++)
			if (last->part[i] == last->part[k])
				diag(diags, CHECK_DUPLICATE, span, "%s stands twice in %s", last->part[i]->name,
				     last->name);
}

static struct FunctionSpecs specs_of_text(struct Diags *diags, const char *text)
{
	struct FunctionSpecs specs = { 0 };
	struct NameTable names;
	names_init(&names, diags->arena);
	uint32_t source = sources_add(diags->sources, "-f", text, strlen(text));
	for (const char *at = text;; at++) {
		at += strspn(at, " \t");
		size_t length = strcspn(at, ", \t"), rest = length + strspn(at + length, " \t");
		struct Span span = { (uint32_t)(at - text), (uint32_t)(at - text) + (uint32_t)length, source };
		*ARENA_PUSH(diags->arena, &specs) = read_spec(diags, at, length, span);
		check_twice(diags, &specs, &names, span);
		at += rest;
		if (*at != ',')
			return specs;
	}
}

struct FunctionSpecs function_specs(struct Diags *diags, const struct Model *model, const char *functions)
{
	struct FunctionSpecs specs = { 0 };
	struct NameTable names;
	names_init(&names, diags->arena);
	if (functions)
		return specs_of_text(diags, functions);
	if (!model->functions.count)
		return specs_of_text(diags, "rnea,crba");
	for (size_t i = 0; i < model->functions.count; i++) {
		struct Ident name = model->functions.item[i].name;
		const struct Expr *frame = model->functions.item[i].value;
		const char *full = frame ? text_print(diags->arena, "%s:%s", name.text, frame->name.text)
		                         : name.text;
		struct FunctionSpec spec = { .name = full };
		spec.part[0] = find(diags, full, name.span);
		spec.parts = spec.part[0] != NULL;
		*ARENA_PUSH(diags->arena, &specs) = spec;
		check_twice(diags, &specs, &names, name.span);
	}
	return specs;
}
