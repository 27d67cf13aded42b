#include "compile_checks.h"

#include <limits.h>

#include "build.h"
#include "choose_plan.h"

/* Limit of memory, and bytes for each node of the DAG and each entry of the results: kept until all text is printed,
 * and more during the passes. Measured on chains of 50 to 800 hinges in crba, minv, coriolis, regressor and
 * derivatives (190 to 250 a node), and on stars of 800 in crba and minv (245 an entry). */
static const double memory = 4e9;
enum { NODE_KEPT = 130, NODE_WORK = 100, ENTRY_KEPT = 200, ENTRY_WORK = 50 };

/* Nodes of a function as its algorithm makes them, at most `most`; *fits: false if it has a matrix that is too large, and the nodes are
 * not known. The count takes a twentieth of a compilation.
 * Unlike a formula it sees entries that are zero by structure, and savings by joints about parallel axes. */
static size_t count_nodes(const struct Job *job, const struct Generated *function, const size_t most, bool *fits)
{
	struct Arena *outer = job->model->arena, *const arena = arena_part(outer);
	volatile size_t count = most;
	const struct Plan plan = choose_by_rules(job, function);
	struct Guard guard = *outer->guard;
	arena->guard = &guard;
	if (setjmp(guard.jump) == 0) {
		struct Build build = {
			.job = job, .function = function, .arena = arena, .plan = &plan, .counting = true
		};
		struct Shaped tree = build_tree(&build);
		tree.tree->dag->most = most;
		count = build_form(&build, &tree).dag.count;
	} else if (guard.fault != FAULT_SIZE && guard.fault != FAULT_TABLE) {
		arena_pass_on(outer, &guard);
	}
	*fits = guard.fault != FAULT_TABLE;
	arena_free(arena);
	return count;
}

static double entries_of(const struct Generated *function)
{
	double entries = 0;
	for (int k = 0; k < function->outputs; k++)
		entries += (double)output_entries(&function->output[k]);
	return entries;
}

/* Nodes for which there is memory, beside the memory kept by earlier functions. */
static size_t most_nodes(const struct Generated *function, double kept)
{
	double left = memory - kept - entries_of(function) * (ENTRY_KEPT + ENTRY_WORK),
	       most = left / (NODE_KEPT + NODE_WORK);
	return most < 1 ? 0 : (size_t)most;
}

static void say_too_many(struct Diags *diags, const struct Job *job, const struct Generated *function, double kept,
                         bool fits)
{
	size_t most = most_nodes(function, kept);
	const char *beside = kept > 0 ? "beside the functions before it " : "", *name = function->request.name;
	struct Diag *d;
	if (!most)
		d = diag(diags, CHECK_TOO_MANY_OPERATIONS, job->model->name.span,
		         "%s has %.0f million results: %smore than %.0f GB of memory would be needed", name,
		         entries_of(function) / 1e6, beside, memory / 1e9);
	else if (!fits)
		d = diag(diags, CHECK_TOO_MANY_OPERATIONS, job->model->name.span,
		         "%s has a matrix of %.0f million entries or more: more than %.0f GB of memory would be needed",
		         name, INT_MAX / 1e6, memory / 1e9);
	else
		d = diag(diags, CHECK_TOO_MANY_OPERATIONS, job->model->name.span,
		         "%s takes more than %.0f million operations: %smore than %.0f GB of memory would be needed",
		         name, (double)most / 1e6, beside, memory / 1e9);
	diag_help(diags, d, "%s; rnea, fd and functions of frames grow with the number of joints",
	          most ? "it grows with the square or cube of the joints in a row"
	               : "they grow with the square of the joints");
}

/* Are all functions so small that their nodes need not be counted? A part of a function has at most a few dozen
 * nodes for each pair of velocities on a path with each velocity, and some more for each pair. */
static bool small(const struct Job *job)
{
	const double of_pair = 50, nodes = 100;
	const double derived = 30 * (1 + 3.0 * job->tree->nv); /* of an operator, which may be a matrix by all inputs */
	double parts = 0;
	for (int f = 0; f < job->functions; f++)
		parts += job->function[f].request.parts * (job->function[f].operates ? derived : 1);
	return parts * nodes * (double)tree_pairs(job->tree) * (job->tree->nv + of_pair) <
	       memory / (NODE_KEPT + NODE_WORK);
}

void bound_check(struct Diags *diags, const struct Job *job)
{
	double kept = 0; /* memory of earlier functions */
	if (small(job))
		return;
	for (int f = 0; f < job->functions && !diags->errors; f++) {
		const struct Generated *function = &job->function[f];
		if (function->angles_of)
			continue;
		bool fits = true;
		size_t most = most_nodes(function, kept), nodes = most ? count_nodes(job, function, most, &fits) : 0;
		if (nodes == most)
			say_too_many(diags, job, function, kept, fits);
		kept += entries_of(function) * ENTRY_KEPT + (double)nodes * NODE_KEPT;
	}
}
