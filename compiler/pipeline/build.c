#include "build.h"

#include <string.h>

/* --- the tree --- */

static void dump_tree(struct Build *b, enum Pass pass, const struct Tree *tree)
{
	struct Text *out = dump_after(b->dump, pass);
	if (out)
		tree_dump(tree, b->package->model, out);
}

struct Tree *build_tree(struct Build *b)
{
	struct Tree *tree = tree_copy(b->package->tree, dag_fork(b->package->tree->dag, b->arena));
	for (enum Pass pass = 0; pass < PASS_COUNT; pass++) {
		const struct PassInfo *info = &pass_table[pass];
		if (!info->on_tree)
			continue;
		if (pass_runs(b->package->request, pass) && !generated_needs(b->function, info->takes))
			info->on_tree(tree, b->plan);
		dump_tree(b, pass, tree);
	}
	tree_wrenches(tree);
	return tree;
}

/* --- the algorithm --- */

/* The lower triangle of a matrix, by rows, in place. */
static void pack(Ref *matrix, int nv)
{
	Ref *next = matrix;
	for (int i = 0; i < nv; i++)
		for (int j = 0; j <= i; j++)
			*next++ = matrix[i * nv + j];
}

/* What the parts of a function return, each with its outputs as asked for. `approach` is NULL for the
 * textbook's form. */
static Ref *run_parts(const struct Generated *function, const struct Tree *tree, const struct Approach *approach,
                      size_t *count)
{
	struct Dag *dag = tree->dag;
	size_t room = 0;
	*count = 0;
	for (int i = 0; i < function->outputs; i++) {
		room += shape_size(function->output[i].info->shape, tree->nv);
		*count += function->output[i].size;
	}
	Ref *value = ARENA_ARRAY(dag->arena, Ref, room), *next = value;
	for (int p = 0, output = 0; p < function->spec.parts; p++) {
		const struct FunctionInfo *part = function->spec.part[p];
		if (approach)
			part->build(dag, tree, approach, next);
		else
			part->textbook(dag, tree, next);
		Ref *whole = next;
		for (int i = 0; i < FUNCTION_OUTPUTS && part->output[i].name; i++, output++) {
			size_t full = shape_size(function->output[output].info->shape, tree->nv);
			memmove(next, whole, full * sizeof *next);
			if (function->output[output].shape == SHAPE_LOWER)
				pack(next, tree->nv);
			next += function->output[output].size;
			whole += full;
		}
	}
	return value;
}

/* What the values are, by the textbook. */
static struct Audit expectation(const struct Build *b)
{
	struct Tree *tree = tree_copy(b->package->tree, dag_fork(b->package->tree->dag, b->arena));
	size_t count;
	tree_wrenches(tree);
	const Ref *value = run_parts(b->function, tree, NULL, &count);
	return audit_begin(tree, value, count);
}

static void dump_form(struct Build *b, enum Pass pass, const struct Form *form)
{
	struct Text *out = dump_after(b->dump, pass);
	if (!out)
		return;
	text_format(out, "function %s\n", text_shown(out->arena, b->function->spec.name));
	dag_dump(&form->dag, out);
}

struct Form build_form(struct Build *b, const struct Tree *tree)
{
	const struct Request *request = b->package->request;
	struct Approach approach = { b->plan, pass_runs(request, PASS_STILL), pass_runs(request, PASS_COLUMN) };
	struct Form form = { .cycles = b->cycles, .least = b->least, .progress = b->progress, .fma = request->fma };
	form.value = run_parts(b->function, tree, pass_runs(request, PASS_NEWTON) ? &approach : NULL, &form.count);
	form.dag = *tree->dag;
	if (AUDITED)
		b->audit = expectation(b);
	audit_check(&b->audit, &form.dag, form.value, pass_table[PASS_BUILD].name);
	for (enum Pass pass = PASS_NEWTON; pass <= PASS_BUILD; pass++) /* ways of building */
		dump_form(b, pass, &form);
	return form;
}

/* --- the passes over the DAG --- */

/* A trial that is not annealed leaves out what hardly ever tells which plan costs least. */
static bool worth_running(const struct Build *b, enum Pass pass)
{
	return pass_runs(b->package->request, pass) && (!b->trial || b->cycles || pass_table[pass].tells);
}

void build_rewrite(struct Build *b, struct Form *form)
{
	for (enum Pass pass = 0; pass < PASS_COUNT; pass++) {
		if (!pass_table[pass].on_form)
			continue;
		if (worth_running(b, pass))
			pass_table[pass].on_form(form);
		audit_check(&b->audit, &form->dag, form->value, pass_table[pass].name);
		dump_form(b, pass, form);
	}
}
