#include "package.h"

bool generated_needs(const struct Generated *function, enum Truth truth)
{
	unsigned bits = 0;
	for (int i = 0; i < function->spec.parts; i++)
		bits |= function->spec.part[i]->truth;
	return bits & truth;
}

static void declare_inputs(struct Generated *function, const struct Tree *tree)
{
	const size_t size[INPUT_COUNT] = {
		[INPUT_Q] = (size_t)tree->nq, [INPUT_QD] = (size_t)tree->nv, [INPUT_QDD] = (size_t)tree->nv,
		[INPUT_TAU] = (size_t)tree->nv, [INPUT_F_EXT] = (size_t)tree->f_ext,
	};
	for (int i = 0; i < function->spec.parts; i++)
		function->inputs |= function->spec.part[i]->inputs;
	if (!tree->wrenches)
		function->inputs &= ~(1u << INPUT_F_EXT);
	for (int i = 0; i < INPUT_COUNT; i++)
		function->input_size[i] = function->inputs >> i & 1 ? size[i] : 0;
}

static void declare_outputs(struct Generated *function, const struct Tree *tree, const struct Request *request)
{
	for (int p = 0; p < function->spec.parts; p++)
		for (int i = 0; i < FUNCTION_OUTPUTS && function->spec.part[p]->output[i].name; i++) {
			const struct FunctionOutput *output = &function->spec.part[p]->output[i];
			enum Shape shape = request->packed && output->symmetric ? SHAPE_LOWER : output->shape;
			size_t size = shape_size(shape, tree->nv);
			function->output[function->outputs++] = (struct GeneratedOutput){ output, shape, size };
		}
}

/* The function that says which angles another one takes the sines and cosines of. */
static void add_angles(struct Package *package, struct Generated *of)
{
	struct Arena *arena = package->model->arena;
	struct Generated *angles = &package->function[package->functions++];
	angles->spec.name = text_print(arena, "%s_angles", of->spec.name);
	angles->angles_of = of;
	of->angles = angles;
}

struct Package package_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions)
{
	struct Package package = { .model = model, .request = request };
	struct FunctionSpecs specs = function_specs(diags, model, functions);
	package.tree = tree_build(diags, model, request);
	package.function = ARENA_ARRAY(model->arena, struct Generated, 2 * specs.count);
	for (size_t i = 0; i < specs.count; i++) {
		struct Generated *function = &package.function[package.functions++];
		function->spec = specs.item[i];
		declare_inputs(function, package.tree);
		declare_outputs(function, package.tree, request);
	}
	for (size_t i = 0; i < specs.count && request->sincos == SINCOS_GIVEN; i++)
		add_angles(&package, &package.function[i]);
	return package;
}
