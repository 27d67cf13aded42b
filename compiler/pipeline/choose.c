/* What the search needs to know of the compiler: how a plan is tried, and which units are worth trying. */
#include "choose.h"

#include <math.h>
#include <string.h>

#include "dynamics/hop.h"
#include "dynamics/limb.h"

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
	struct Shaped tree = build_tree(&build);
	struct Form form = build_form(&build, &tree);
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
	const struct Tree *tree = build_tree(&build).tree;
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

static struct Search search_of(struct Attempting *a, const struct Units *units)
{
	return (struct Search){
		.tree = a->package->tree, .attempt = attempt, .context = a, .unit = units->item, .units = (int)units->count,
		.lifts = lifts(a->function),
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
	uint64_t work = attempt(a, plan, 0).work * (uint64_t)a->package->tree->links;
	if (work <= WORK)
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

/* Where nothing but poses is asked for, frames that are looked at say how the last links are turned. */
static struct Plan first_plan(const struct Package *package, const struct Generated *function)
{
	const struct Tree *tree = package->tree;
	struct Plan plan = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	bool poses = true;
	for (int i = 0; i < function->spec.parts; i++)
		poses &= function->spec.part[i].info->sites == SITES_FRAME;
	for (int i = 0; i < tree->sites && poses; i++)
		if (tree->site[i].link >= 0)
			plan.link[tree->site[i].link].gauge = GAUGE_SITE;
	return plan;
}

/* The best plan that one part, or all together, have been found to take. */
static struct Plan search_whole(struct Attempting *a, struct Search *search, enum SearchEffort effort, struct Progress *progress)
{
	struct Arena *arena = a->package->model->arena;
	struct Plan plan = first_plan(a->package, a->function);
	search_plan(search, SEARCH_QUICK, &plan);
	struct Plan by_limbs = plan_copy(&plan, arena, a->package->tree->links);
	search_limbs(a, search, &by_limbs);
	plan = better(a, &plan, &by_limbs);
	a->progress = search->progress = progress;
	if (effort == SEARCH_THOROUGH && !progress_stopped(progress))
		search_plan(search, effort, &plan);
	return plan;
}

static struct Plan search_function(const struct Package *package, const struct Generated *function, enum SearchEffort effort,
                                   struct Progress *progress)
{
	struct Attempting attempting = { .package = package, .function = function, .arena = arena_trial(package->model->arena) };
	struct Plan first = first_plan(package, function);
	struct Units units = unit_candidates(&attempting, &first);
	struct Search search = search_of(&attempting, &units);
	return search_whole(&attempting, &search, effort, progress);
}

/* Each part by a plan of its own, as if it were alone: they share less then, but what they share may have cost more. */
static struct Plan search_apart(const struct Package *package, const struct Generated *function, const struct Plan *together)
{
	struct Plan plan = *together, *apart = ARENA_ARRAY(package->model->arena, struct Plan, function->spec.parts);
	struct Generated alone = *function;
	alone.spec.parts = 1;
	for (int p = 0; p < function->spec.parts; p++) {
		alone.spec.part = &function->spec.part[p];
		alone.outputs = function_outputs(alone.spec.part->info);
		apart[p] = search_function(package, &alone, SEARCH_QUICK, NULL);
		alone.output += alone.outputs;
	}
	plan.apart = apart;
	return plan;
}

struct Plan choose_plan(const struct Package *package, const struct Generated *function, enum SearchEffort effort,
                        struct Progress *progress, struct Dump *dump)
{
	const struct Request *request = package->request;
	struct Plan plan = first_plan(package, function);
	if (effort != SEARCH_NONE && pass_runs(request, PASS_NEWTON) && pass_runs(request, PASS_SEARCH)) {
		plan = search_function(package, function, effort, progress);
		if (function->spec.parts > 1) {
			struct Attempting attempting = { .package = package, .function = function,
			                                 .arena = arena_trial(package->model->arena) };
			struct Plan apart = search_apart(package, function, &plan);
			int cycles = search_cycles[SEARCH_QUICK];
			uint64_t least = attempt(&attempting, &plan, cycles).cost;
			if (attempt(&attempting, &apart, cycles).cost < least)
				plan = apart;
		}
	}
	struct Text *out = dump_after(dump, PASS_SEARCH);
	if (out) {
		text_format(out, "function %s\n", text_shown(out->arena, function->spec.name));
		plan_dump(&plan, package->tree->links, out);
	}
	return plan;
}
