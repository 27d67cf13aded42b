/* The compiler as seen by the search: the trial of a plan, and the units worth trying. */
#include "choose_plan.h"

#include <math.h>

#include "base/tuning.h"
#include "signature.h"
#include "dynamics/customized/transform.h"
#include "dynamics/customized/aba.h"
#include "dynamics/customized/aba_support.h"
#include "dynamics/customized/relative.h"
#include "dynamics/plan/like_limbs.h"
#include "found_plans.h"

struct Attempting {
	const struct Job *job;
	const struct Generated *function;
	struct Arena *arena; /* emptied after each attempt */
	struct Progress *progress;
	bool operated; /* of a function with operators: they count too */
	size_t fewest; /* nodes of a form as it is built; 0: none yet */
};

/* Reports the work of a trial, except long annealing, which reports its own. */
static void tell_progress(struct Progress *progress, const struct Trial *trial, int cycles, const struct Form *form)
{
	double nodes = (double)trial->work;
	progress->cycle = ANNEALING_CYCLE_WORK * nodes;
	if (!progress->operations || trial->cost < progress->least) {
		progress->least = trial->cost;
		progress->operations = dag_operations(&form->dag, form->value, form->count);
	}
	progress_work(progress, nodes + (cycles > 1 ? 0 : cycles * progress->cycle));
}

/* Cost of a call; ties are decided by the cost of the setup. */
static uint64_t cost_of(const struct Form *form)
{
	enum { SETUP_BITS = 24 };
	return (dag_cost(&form->dag, form->value, form->count) << SETUP_BITS) +
	       dag_setup_cost(&form->dag, form->value, form->count);
}

/* A form on trial. */
struct Trying {
	struct Build build;
	struct Form form;
};

/* Builds a function by a plan. */
static void try_build(struct Attempting *a, const struct Plan *plan, int cycles, struct Trying *t)
{
	t->build = (struct Build){ .job = a->job,
		                   .function = a->function,
		                   .arena = a->arena,
		                   .plan = plan,
		                   .cycles = cycles,
		                   .trial = true,
		                   .parts_alone = !a->operated,
		                   .progress = cycles > 1 ? a->progress : NULL };
	struct Shaped tree = build_tree(&t->build);
	t->form = build_form(&t->build, &tree);
	a->fewest = !a->fewest || t->form.dag.count < a->fewest ? t->form.dag.count : a->fewest;
}

/* Runs the passes over the form, unless it is hopeless. Returns its cost. */
static struct Trial try_rewrite(struct Attempting *a, struct Trying *t)
{
	int cycles = t->build.cycles;
	if (t->form.dag.count / HOPELESS <= a->fewest)
		build_rewrite(&t->build, &t->form);
	struct Trial trial = { cost_of(&t->form), t->form.dag.count + 100 };
	if (a->progress)
		tell_progress(a->progress, &trial, cycles, &t->form);
	if (pass_runs(a->job->request, PASS_ANNEALING))
		trial.work *= 1 + ANNEALING_CYCLE_WORK * (uint64_t)cycles;
	return trial;
}

/* The cost of a function by a plan. */
static struct Trial attempt(void *context, const struct Plan *plan, int cycles)
{
	struct Attempting *a = context;
	struct Trying trying;
	try_build(a, plan, cycles, &trying);
	struct Trial trial = try_rewrite(a, &trying);
	arena_empty(a->arena);
	return trial;
}

/* --- units --- */

struct Units ARENA_LIST(double);

/* Adds a unit once, unless so small or large that digits are lost. */
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

/* Units in which some number of the tree is 1: gravity, an offset, or a first moment or mass, which are measured in the
 * inverse. */
static struct Units unit_candidates(const struct Attempting *a, const struct Plan *plan)
{
	struct Arena *arena = a->job->model->arena;
	struct Units units = { 0 };
	struct Build build = { .job = a->job, .function = a->function, .arena = a->arena, .plan = plan };
	const struct Tree *tree = build_tree(&build).tree;
	struct Dag *dag = tree->dag;
	const struct LinkTransform *transform = transforms_make(dag, tree, NULL, 1);
	for (int k = 0; k < 3; k++)
		add_unit(arena, &units, dag, tree->gravity.e[k], false);
	for (int i = 0; i < tree->links; i++) {
		for (int k = 0; k < 3; k++) {
			add_unit(arena, &units, dag, transform[i].p.e[k], false);
			add_unit(arena, &units, dag, transform[i].mass.h.e[k], true);
		}
		add_unit(arena, &units, dag, transform[i].d, false);
		add_unit(arena, &units, dag, transform[i].mass.m, true);
	}
	arena_empty(a->arena);
	return units;
}

/* Units in which an offset of a joint, or of a frame of a loop, is 1. */
static struct Units row_unit_candidates(const struct Attempting *a, const struct Plan *plan)
{
	struct Arena *arena = a->job->model->arena;
	struct Units units = { 0 };
	struct Build build = { .job = a->job, .function = a->function, .arena = a->arena, .plan = plan };
	const struct Tree *tree = build_tree(&build).tree;
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < tree->links; i++)
			add_unit(arena, &units, tree->dag, tree->link[i].at.p.e[k], false);
		for (int i = 0; i < tree->sites; i++)
			add_unit(arena, &units, tree->dag, tree->site[i].at.p.e[k], false);
	}
	arena_empty(a->arena);
	return units;
}

/* --- the search --- */

/* Choices of a plan that any of the parts reads. */
struct Read {
	bool meets_outward, near_links_read, articulates, closes, constrained;
};

/* Does a function give the motion of a frame, in world axes or as another frame sees it? */
static bool sees_frame(const struct FunctionInfo *info)
{
	return info->frame_axes != FRAME_AXES_NOT || info->sites == SITES_PAIR;
}

static struct Read what_is_read(const struct Generated *function)
{
	struct Read read = { .closes = false };
	for (int i = 0; i < function->request.parts; i++) {
		const struct FunctionInfo *info = function->request.part[i].info;
		read.meets_outward |= info->meets_outward;
		read.near_links_read |= sees_frame(info);
		read.articulates |= info->articulates;
		bool constrained = info->sites == SITES_PHASE && info->inverts;
		read.constrained |= constrained;
		read.closes |= constrained || info->balances || info->inputs >> INPUT_LAMBDA & 1;
	}
	return read;
}

/* Has the function the same work for limbs of one shape? One with a frame or a contact has more for the limb that carries it. */
static bool treats_alike(const struct Generated *function)
{
	for (int i = 0; i < function->request.parts; i++) {
		const struct RowSet *rows = function->request.part[i].rows;
		if (sees_frame(function->request.part[i].info))
			return false;
		for (int k = 0; rows && k < rows->blocks; k++)
			if (row_block_is_of_contact(&rows->block[k]))
				return false;
	}
	return true;
}

static bool articulates(const struct Job *job, const struct Generated *function)
{
	const struct Request *request = job->request;
	return what_is_read(function).articulates && pass_runs(request, PASS_CUSTOMIZED) &&
	       pass_runs(request, PASS_ARTICULATE) && aba_possible(job->tree->dag, job->tree);
}

static int most_rows(const struct Generated *function)
{
	int most = 0;
	for (int i = 0; i < function->request.parts; i++) {
		const struct RowSet *rows = function->request.part[i].rows;
		most = rows && rows->rows > most ? rows->rows : most;
	}
	return most;
}

/* The search for the plan of a function, from this plan on. */
static struct Search search_of(struct Attempting *a, const struct Plan *plan)
{
	struct Units units = unit_candidates(a, plan), row_units = row_unit_candidates(a, plan);
	struct Read read = what_is_read(a->function);
	bool loops = model_has_loops(a->job->model);
	return (struct Search){
		.tree = a->job->tree,
		.first = like_limbs_firsts(a->job->model, a->job->tree),
		.alike = treats_alike(a->function),
		.attempt = attempt,
		.context = a,
		.unit = units.item,
		.units = (int)units.count,
		.row_unit = row_units.item,
		.row_units = loops && read.closes ? (int)row_units.count : 0,
		.meets_outward = read.meets_outward,
		.articulates = articulates(a->job, a->function),
		.near_links_read = read.near_links_read,
		.rows = loops ? most_rows(a->function) : 0,
		.closes = read.closes && loops,
		.absolute = read.constrained && loops,
	};
}

/* Tries the patterns of joints to articulate. Takes the cheapest one if it costs less than `*least`; true if so. NULL: takes
 * the cheapest one. The passes gain much the same with all patterns: over large forms they run only if these cost little more
 * before them than the cheapest. */
static bool try_patterns(struct Attempting *a, struct Plan *plan, uint64_t *least)
{
	const struct Tree *tree = a->job->tree;
	struct Arena *arena = a->job->model->arena;
	struct Plan other[ARTICULATE_PATTERNS];
	struct Trying trying[ARTICULATE_PATTERNS];
	uint64_t built[ARTICULATE_PATTERNS], lightest = UINT64_MAX, cheapest = least ? *least : UINT64_MAX;
	int near[ARTICULATE_PATTERNS], count = 0, taken = -1;
	/* for a deep tree the inverse of M alone is too costly to try: all joints are articulated */
	int first = tree_pairs(tree) > DEEP_PAIRS ? ARTICULATE_PATTERNS - 1 : 0;
	for (int k = first; k < ARTICULATE_PATTERNS; k++) {
		other[k].link = ARENA_ARRAY(arena, struct Choice, tree->links);
		plan_copy(&other[k], plan, tree->links);
		articulate_by_pattern(tree, k, other[k].link);
		try_build(a, &other[k], 0, &trying[k]);
		built[k] = cost_of(&trying[k].form);
		lightest = built[k] < lightest ? built[k] : lightest;
	}
	for (int k = first; k < ARTICULATE_PATTERNS; k++) {
		bool again = count && built[k] == built[near[count - 1]];
		if (!again &&
		    (built[k] - lightest <= lightest / PATTERNS_NEAR || trying[k].form.dag.count < PATTERNS_SMALL))
			near[count++] = k;
	}
	for (int i = 0; i < count; i++) {
		uint64_t cost = !least && count == 1 ? 0 : try_rewrite(a, &trying[near[i]]).cost;
		if (cost < cheapest) {
			cheapest = cost;
			taken = near[i];
		}
	}
	arena_empty(a->arena);
	if (taken < 0)
		return false;
	plan_copy(plan, &other[taken], tree->links);
	if (least)
		*least = cheapest;
	return true;
}

/* Chooses the root: the base, or the cheapest of the contacts on which the phase of a part may stand. Other joints may be
 * articulated then: those of a plan without any have no such root. */
static void choose_support(struct Attempting *a, const struct FunctionRequest *request, struct Plan *plan)
{
	struct Tree tree = *a->job->tree;
	uint64_t least = attempt(a, plan, 0).cost;
	for (int p = 0; p < request->parts; p++) {
		tree.rows = request->part[p].rows;
		for (int i = 0; tree.rows && i < tree.rows->blocks; i++) {
			int root = plan->support;
			if (!request->part[p].info->articulates ||
			    !support_possible(tree.dag, &tree, &tree.rows->block[i]))
				continue;
			plan->support = tree.rows->block[i].b + 1;
			if (!try_patterns(a, plan, &least))
				plan->support = root;
		}
	}
}

/* --- the better of several plans --- */

/* Takes another plan if that is better, annealed. *least: the cost of the plan; 0: it is not known. */
static void keep_better(struct Attempting *a, struct Plan *plan, uint64_t *least, const struct Plan *other)
{
	if (!*least)
		*least = attempt(a, plan, CLOSE_CYCLES).cost;
	uint64_t cost = attempt(a, other, CLOSE_CYCLES).cost;
	if (cost >= *least)
		return;
	*plan = *other;
	*least = cost;
}

/* Choices by what is requested. If only frame functions are, the frames decide the direction of x on terminal links. If
 * only wrenches of joints are, the axes of their bodies do. A frame in other functions takes its acceleration from the
 * field, which the outward pass of Newton-Euler gives anyway. */
static void choose_by_request(const struct Tree *tree, const struct FunctionRequest *request, struct Plan *plan)
{
	bool poses = true, wrenches = true, near = false;
	for (int i = 0; i < request->parts; i++) {
		const struct FunctionInfo *info = request->part[i].info;
		poses &= sees_frame(info);
		wrenches &= function_reacts(info);
		near |= info->frame_axes == FRAME_AXES_LINK;
	}
	plan->from_acceleration_field = !poses;
	plan->terminal_x = poses ? TERMINAL_X_SITE : wrenches ? TERMINAL_X_ZERO : TERMINAL_X_MOMENT;
	for (int i = 0; i < tree->sites; i++) {
		int link = tree->site[i].link;
		if (link >= 0)
			plan->link[link].near_links = near ? NEAR_LINKS_COUNT - 1 : 0;
	}
}

struct Plan choose_by_rules(const struct Job *job, const struct Generated *function)
{
	const struct Tree *tree = job->tree;
	struct Plan plan = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	choose_by_request(tree, &function->request, &plan);
	if (articulates(job, function))
		articulate_by_pattern(tree, ARTICULATE_PATTERNS - 1, plan.link);
	return plan;
}

/* And by what a few trials tell. */
static struct Plan first_plan(const struct Job *job, const struct Generated *function)
{
	struct Plan plan = choose_by_rules(job, function);
	if (articulates(job, function)) {
		struct Attempting attempting = { .job = job,
			                         .function = function,
			                         .arena = arena_trial(job->model->arena) };
		try_patterns(&attempting, &plan, NULL);
	}
	return plan;
}

/* Has the function a part in frames that may be chosen? */
static bool has_choice(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->request.parts; i++)
		any |= !(function->request.part[i].info->truth & TRUTH_FRAMES);
	return any;
}

/* Axes of the rows of loops in plans that begin with matrices. */
static const enum RelativeAxes matrices_start[] = { RELATIVE_TO_LINK, RELATIVE_TO_COMMON };
enum { STARTS = sizeof matrices_start / sizeof *matrices_start };

/* A plan begun so, with block pivots and absolute angles. */
static struct Plan begin_with_matrices(struct Attempting *a, const struct Plan *plan, enum RelativeAxes axes)
{
	int links = a->job->tree->links;
	struct Plan matrices = { .link = ARENA_ARRAY(a->job->model->arena, struct Choice, links) };
	plan_copy(&matrices, plan, links);
	matrices.block_pivots = true;
	for (int i = 0; i < links; i++) {
		struct Choice *choice = &matrices.link[i];
		choice->row_axes = axes;
		choice->articulate = 0;
		choice->absolute = 1;
	}
	return matrices;
}

/* Begins a plan with matrices, whose trial is `begun`. False: it costs far more than a plan of this cost. */
static bool begin(struct Attempting *a, const struct Plan *plan, uint64_t cost, enum RelativeAxes axes,
                  struct Plan *matrices, struct Trial *begun)
{
	*matrices = begin_with_matrices(a, plan, axes);
	*begun = attempt(a, matrices, 0);
	return begun->cost / MATRICES_DEARER <= cost;
}

/* The cheapest start, which alone is searched if one round of trials takes more than a search. */
static void search_cheapest_start(struct Attempting *a, const struct Search *search, struct Trial first,
                                  struct Plan *plan)
{
	const struct Plan given = *plan;
	struct Plan matrices;
	struct Trial begun;
	uint64_t least = first.cost;
	for (int i = 0; i < STARTS; i++)
		if (begin(a, &given, first.cost, matrices_start[i], &matrices, &begun) && begun.cost < least) {
			least = begun.cost;
			*plan = matrices;
		}
	search_plan(search, SEARCH_QUICK, plan);
}

/* Quick search. Motion with loops has more starts than one. */
static void search_from_starts(struct Attempting *a, const struct Search *search, struct Plan *plan)
{
	int links = search->tree->links;
	struct Plan first = { .link = ARENA_ARRAY(a->job->model->arena, struct Choice, links) }, matrices;
	plan_copy(&first, plan, links);
	struct Trial once = attempt(a, &first, 0), begun;
	if (search->absolute && !search_is_short(search, once.work)) {
		search_cheapest_start(a, search, once, plan);
		return;
	}
	search_plan(search, SEARCH_QUICK, plan);
	uint64_t least = 0;
	for (int i = 0; i < STARTS && search->absolute; i++)
		if (begin(a, &first, once.cost, matrices_start[i], &matrices, &begun)) {
			search_plan(search, SEARCH_QUICK, &matrices);
			keep_better(a, plan, &least, &matrices);
		}
}

static struct Plan search_function(const struct Job *job, const struct Generated *function, struct Plan plan,
                                   enum SearchEffort effort, struct Progress *progress, bool operated)
{
	if (!has_choice(function))
		return plan;
	struct Attempting attempting = { .job = job, .function = function, .arena = arena_trial(job->model->arena) };
	attempting.operated = operated;
	struct Search search = search_of(&attempting, &plan);
	if (search.articulates)
		choose_support(&attempting, &function->request, &plan);
	search_from_starts(&attempting, &search, &plan);
	attempting.progress = search.progress = progress;
	if (effort == SEARCH_THOROUGH && !progress_stopped(progress))
		search_plan(&search, effort, &plan);
	return plan;
}

/* A part as a function of its own. */
static struct Generated alone(const struct Job *job, const struct FunctionPart *part)
{
	return signature_of_part(part, job->model, job->tree, job->request);
}

/* The plan of a part by itself, searched once, whatever else is asked for. A search that was stopped is not kept. */
static struct Plan search_once(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort,
                               struct Progress *progress)
{
	const struct Plan *found = found_plan(job, part, effort);
	if (found)
		return *found;
	const struct Generated function = alone(job, part);
	struct Plan plan = search_function(job, &function, first_plan(job, &function), effort, progress, false);
	if (!progress_stopped(progress))
		keep_plan(job, part, effort, &plan);
	return plan;
}

/* Searches on from the plan of a function that solves the same equation, where that is short. */
static void search_on(const struct Job *job, const struct FunctionPart *part, struct Plan *plan)
{
	const struct Generated function = alone(job, part);
	struct Attempting a = { .job = job, .function = &function, .arena = arena_trial(job->model->arena) };
	const struct Search search = search_of(&a, plan);
	if (search_is_short(&search, attempt(&a, plan, 0).work))
		search_plan(&search, SEARCH_QUICK, plan);
}

static struct Plan search_part(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort,
                               struct Progress *progress)
{
	struct FunctionPart planned_as = *part;
	planned_as.info = function_planned_as(part->info);
	const struct Plan found = search_once(job, &planned_as, effort, progress);
	struct Plan plan = { .link = ARENA_ARRAY(job->model->arena, struct Choice, job->tree->links) };
	plan_copy(&plan, &found, job->tree->links);
	if (planned_as.info != part->info)
		search_on(job, part, &plan);
	return plan;
}

/* A plan of its own for each part. The parts then share less, but sharing may have cost more. */
static struct Plan search_apart(const struct Job *job, const struct Generated *function, const struct Plan *together)
{
	struct Plan plan = *together, *apart = ARENA_ARRAY(job->model->arena, struct Plan, function->request.parts);
	for (int p = 0; p < function->request.parts; p++)
		apart[p] = search_part(job, &function->request.part[p], SEARCH_QUICK, NULL);
	plan.apart = apart;
	return plan;
}

/* These plans in the units of the whole: parts in the same units share more. */
static struct Plan in_common_units(const struct Job *job, const struct Generated *function, const struct Plan *plan)
{
	struct Plan common = *plan, *apart = ARENA_ARRAY(job->model->arena, struct Plan, function->request.parts);
	for (int p = 0; p < function->request.parts; p++) {
		apart[p] = plan->apart[p];
		apart[p].unit_length = plan->unit_length;
		apart[p].unit_force = plan->unit_force;
	}
	common.apart = apart;
	return common;
}

/* One plan for all parts, or one for each of them, whichever is cheaper. */
static struct Plan search_parts(const struct Job *job, const struct Generated *function, enum SearchEffort effort,
                                struct Progress *progress)
{
	struct Attempting a = { .job = job, .function = function, .arena = arena_trial(job->model->arena) };
	struct Plan plan = search_function(job, function, first_plan(job, function), effort, progress, false),
		    apart = search_apart(job, function, &plan), common = in_common_units(job, function, &apart);
	uint64_t least = 0;
	keep_better(&a, &plan, &least, &apart);
	keep_better(&a, &plan, &least, &common);
	return plan;
}

/* --- operators --- */

enum SweepRule { RULE_TURNS_APART, RULE_WEIGHTS_LAST, RULES };

static bool has_few_values(const struct Generated *function)
{
	size_t values = 0;
	for (int i = 0; i < function->computeds; i++)
		values += output_entries(&function->computed[i]);
	return values <= WEIGHTS_LAST_MOST;
}

/* Tries the rules of sweeps in turn and keeps each that saves operations in the plan. */
static struct Plan with_rules(struct Attempting *a, struct Plan plan, uint64_t *least)
{
	*least = attempt(a, &plan, RULES_CYCLES).cost;
	for (enum SweepRule rule = 0; rule < RULES; rule++) {
		struct Plan other = plan;
		if (rule == RULE_WEIGHTS_LAST && !has_few_values(a->function))
			continue;
		*(rule == RULE_TURNS_APART ? &other.turns_apart : &other.weights_last) = true;
		uint64_t cost = attempt(a, &other, RULES_CYCLES).cost;
		plan = cost < *least ? other : plan;
		*least = cost < *least ? cost : *least;
	}
	return plan;
}

/* Does a part divide by M? The plan of such a part is as good for its operators. */
static bool has_inverse(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->request.parts; i++)
		any |= function->request.part[i].info->inverts;
	return any;
}

/* Of operators that are not large: the rules of sweeps, and the plan of the function or one that is searched by the cost of
 * its operators. */
static struct Plan choose_sweeps(const struct Job *job, const struct Generated *function, struct Plan plan)
{
	int links = job->tree->links;
	struct Attempting a = {
		.job = job, .function = function, .arena = arena_trial(job->model->arena), .operated = true
	};
	uint64_t least, cost;
	if (attempt(&a, &plan, 0).work > SWEEPS_MOST)
		return plan;
	struct Plan own = { .link = ARENA_ARRAY(job->model->arena, struct Choice, links) };
	plan_copy(&own, &plan, links);
	plan = with_rules(&a, plan, &least);
	if (plan.apart || has_inverse(function))
		return plan;
	own = search_function(job, function, own, SEARCH_QUICK, NULL, true);
	own = with_rules(&a, own, &cost);
	return cost < least ? own : plan;
}

struct Plan choose_plan(const struct Job *job, const struct Generated *function, enum SearchEffort effort,
                        struct Progress *progress, struct Dump *dump)
{
	const struct Request *request = job->request;
	bool searched = effort != SEARCH_NONE && pass_runs(request, PASS_CUSTOMIZED) && pass_runs(request, PASS_SEARCH);
	struct Plan plan = !searched                     ? first_plan(job, function)
	                   : function->request.parts > 1 ? search_parts(job, function, effort, progress)
	                                                 : search_part(job, function->request.part, effort, progress);
	if (searched && function->operates)
		plan = choose_sweeps(job, function, plan);
	struct Text *out = dump_after(dump, PASS_SEARCH);
	if (out) {
		text_format(out, "function %s\n", text_shown(out->arena, function->request.name));
		plan_dump(&plan, job->tree->links, out);
	}
	return plan;
}
