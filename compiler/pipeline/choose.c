/* What the search needs to know of the compiler: how a plan is tried, and which units are worth trying. */
#include "choose.h"

#include <math.h>
#include <string.h>

#include "dynamics/hop.h"
#include "dynamics/limb.h"
#include "dynamics/reduce.h"

struct Attempting {
	const struct Package *package;
	const struct Generated *function;
	struct Arena *arena; /* emptied after each attempt */
	struct Progress *progress;
};

enum { CYCLE = 4 }; /* of annealing: as much work as making the nodes so many times */

/* What was done beside the annealing, which tells of itself if it is long. */
static void tell_progress(struct Progress *progress, const struct Trial *trial, int cycles, const struct Form *form)
{
	double nodes = (double)trial->work;
	progress->cycle = CYCLE * nodes;
	if (!progress->operations || trial->cost < progress->least) {
		progress->least = trial->cost;
		progress->operations = dag_operations(&form->dag, form->value, form->count);
	}
	progress_work(progress, nodes + (cycles > 1 ? 0 : cycles * progress->cycle));
}

/* The function by a plan, as far as its cost is known. */
static struct Trial attempt(void *context, const struct Plan *plan, int cycles)
{
	struct Attempting *a = context;
	struct Progress *progress = a->progress;
	struct Build build = { .package = a->package, .function = a->function, .arena = a->arena, .plan = plan,
	                       .cycles = cycles, .trial = true, .progress = cycles > 1 ? progress : NULL };
	struct Form form = build_form(&build, build_tree(&build));
	build_rewrite(&build, &form);
	struct Trial trial = { dag_cost(&form.dag, form.value, form.count), form.dag.count + 100 };
	if (progress)
		tell_progress(progress, &trial, cycles, &form);
	if (pass_runs(a->package->request, PASS_ANNEAL))
		trial.work *= 1 + CYCLE * (uint64_t)cycles;
	arena_empty(a->arena);
	return trial;
}

/* --- units --- */

struct Units {
	double *item;
	size_t count, capacity;
};

/* Not so small or large that digits are lost; each once. */
static void add_unit(struct Arena *arena, struct Units *units, const struct Dag *dag, Ref ref, bool inverse)
{
	const double least = 0.01, most = 100;
	double number = dag_is_const(dag, ref) ? fabs(dag_value(dag, ref)) : 0;
	if (inverse && number > 0)
		number = 1 / number;
	for (size_t i = 0; i < units->count; i++)
		if (units->item[i] == number)
			return;
	if (number >= least && number <= most)
		*ARENA_PUSH(arena, units) = number;
}

/* Units in which some number of the tree is 1: gravity, an offset, or a first moment or mass, which are
 * measured in the inverse. */
static struct Units unit_candidates(const struct Attempting *a, const struct Plan *plan)
{
	struct Arena *arena = a->package->model->arena;
	struct Units units = { 0 };
	struct Build build = { .package = a->package, .function = a->function, .arena = a->arena, .plan = plan };
	const struct Tree *tree = build_tree(&build);
	struct Dag *dag = tree->dag;
	const struct Hop *hop = hops_make(dag, tree, NULL, 1);
	for (int k = 0; k < 3; k++)
		add_unit(arena, &units, dag, tree->gravity.e[k], false);
	for (int i = 0; i < tree->links; i++) {
		for (int k = 0; k < 3; k++) {
			add_unit(arena, &units, dag, hop[i].p.e[k], false);
			add_unit(arena, &units, dag, hop[i].mass.h.e[k], true);
		}
		add_unit(arena, &units, dag, hop[i].d, false);
		add_unit(arena, &units, dag, hop[i].mass.m, true);
	}
	arena_empty(a->arena);
	return units;
}

/* --- the search --- */

static bool lifts(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->spec.parts; i++)
		any |= function->spec.part[i].info->lifts;
	return any;
}

/* Not in float: articulated bodies lose more digits than M = L^T D L does. */
static bool reduces(const struct Package *package, const struct Generated *function)
{
	const struct Request *request = package->request;
	bool any = false;
	for (int i = 0; i < function->spec.parts; i++)
		any |= function->spec.part[i].info->reduces;
	return any && pass_runs(request, PASS_NEWTON) && pass_runs(request, PASS_REDUCE) && !request->real_float &&
	       reduce_possible(package->tree->dag, package->tree);
}

static struct Search search_of(struct Attempting *a, const struct Units *units)
{
	return (struct Search){
		.tree = a->package->tree, .attempt = attempt, .context = a, .unit = units->item, .units = (int)units->count,
		.lifts = lifts(a->function), .reduces = reduces(a->package, a->function),
	};
}

static struct Plan plan_copy(const struct Plan *plan, struct Arena *arena, int links)
{
	struct Plan copy = *plan;
	copy.link = ARENA_ARRAY(arena, struct Choice, links);
	for (int i = 0; i < links; i++)
		copy.link[i] = plan->link[i];
	return copy;
}

/* Which joints give way, as far as the least of a few patterns tells. */
static void choose_pattern(struct Attempting *a, struct Plan *plan)
{
	const struct Tree *tree = a->package->tree;
	uint64_t least = UINT64_MAX;
	int best = 0;
	for (int pattern = 0; pattern < REDUCE_PATTERNS; pattern++) {
		reduce_by_pattern(tree, pattern, plan->link);
		uint64_t cost = attempt(a, plan, 0).cost;
		best = cost < least ? pattern : best;
		least = cost < least ? cost : least;
	}
	reduce_by_pattern(tree, best, plan->link);
}

/* --- limb by limb --- */

/* The plan of a limb in that of the whole, and back. */
static struct Plan limb_plan(const struct Limb *limb, const struct Plan *plan, struct Arena *arena)
{
	struct Plan own = *plan;
	own.link = ARENA_ARRAY(arena, struct Choice, limb->tree->links);
	for (int i = 0; i < limb->tree->links; i++)
		own.link[i] = plan->link[limb->whole[i]];
	return own;
}

static void take_limb_plan(const struct Limb *limb, const struct Plan *own, struct Plan *plan)
{
	for (int i = 0; i < limb->tree->links; i++)
		if (limb->own[i])
			plan->link[limb->whole[i]] = own->link[i];
}

/* The first limb that is like another; the limb itself if it is the first. */
static size_t first_alike(const struct Limbs *limbs, size_t number)
{
	size_t i = 0;
	while (i < number && !limbs_alike(&limbs->item[i], &limbs->item[number]))
		i++;
	return i;
}

/* Begins with what a like limb came to, if that is less. */
static void begin_alike(const struct Limb *like, const struct Search *search, const struct Plan *plan,
                        struct Arena *arena, struct Plan *own)
{
	struct Plan other = limb_plan(like, plan, arena);
	uint64_t now = search->attempt(search->context, own, 0).cost;
	if (search->attempt(search->context, &other, 0).cost < now)
		*own = other;
}

/* A trial of the whole costs what the whole robot costs, though most of it does not depend on the choice: a search of each
 * limb alone comes to its end instead. What limbs have to do with each other shows in the whole. Not for trees whose
 * trials cost so much that none is searched. */
static void search_limbs(struct Attempting *a, const struct Search *whole, struct Plan *plan)
{
	enum { WORK = 1000000 }; /* nodes, for all together */
	struct Arena *arena = a->package->model->arena;
	struct Limbs limbs = { 0 };
	size_t kinds = 0;
	if (attempt(a, plan, 0).work * (uint64_t)a->package->tree->links <= WORK)
		limbs = limbs_find(a->package->tree->dag, a->package->tree);
	for (size_t i = 0; i < limbs.count; i++)
		kinds += first_alike(&limbs, i) == i;
	for (size_t i = 0; i < limbs.count; i++) {
		size_t like = first_alike(&limbs, i);
		const struct Limb *limb = &limbs.item[i];
		struct Package package = *a->package;
		struct Attempting attempting = { .package = &package, .function = a->function, .arena = a->arena };
		struct Search search = *whole;
		package.tree = search.tree = limb->tree;
		search.context = &attempting;
		search.free = limb->own;
		search.work = WORK / kinds;
		struct Plan own = limb_plan(limb, plan, arena);
		if (like < i)
			begin_alike(&limbs.item[like], &search, plan, arena, &own);
		else
			search_plan(&search, SEARCH_QUICK, &own);
		take_limb_plan(limb, &own, plan);
	}
}

/* The better of two plans, as the function will be annealed. */
static struct Plan better(struct Attempting *a, const struct Plan *first, const struct Plan *second)
{
	size_t size = (size_t)a->package->tree->links * sizeof *first->link;
	int cycles = search_cycles[SEARCH_QUICK];
	if (memcmp(first->link, second->link, size) == 0)
		return *first;
	uint64_t least = attempt(a, first, cycles).cost;
	return attempt(a, second, cycles).cost < least ? *second : *first;
}

struct Plan choose_plan(const struct Package *package, const struct Generated *function, enum SearchEffort effort,
                        struct Progress *progress, struct Dump *dump)
{
	const struct Request *request = package->request;
	struct Arena *arena = package->model->arena;
	struct Plan plan = { .link = ARENA_ARRAY(arena, struct Choice, package->tree->links) };
	struct Attempting attempting = { .package = package, .function = function, .arena = arena_trial(arena) };
	if (reduces(package, function))
		choose_pattern(&attempting, &plan);
	if (effort != SEARCH_NONE && pass_runs(request, PASS_NEWTON) && pass_runs(request, PASS_SEARCH)) {
		struct Units units = unit_candidates(&attempting, &plan);
		struct Search search = search_of(&attempting, &units);
		search_plan(&search, SEARCH_QUICK, &plan);
		struct Plan by_limbs = plan_copy(&plan, arena, package->tree->links);
		search_limbs(&attempting, &search, &by_limbs);
		plan = better(&attempting, &plan, &by_limbs);
		attempting.progress = search.progress = progress;
		if (effort == SEARCH_THOROUGH && !progress_stopped(progress))
			search_plan(&search, effort, &plan);
	}
	struct Text *out = dump_after(dump, PASS_SEARCH);
	if (out) {
		text_format(out, "function %s\n", text_shown(out->arena, function->spec.name));
		plan_dump(&plan, package->tree->links, out);
	}
	return plan;
}
