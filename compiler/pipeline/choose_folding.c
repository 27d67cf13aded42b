#include "choose_folding.h"

#include "base/tuning.h"
#include "dynamics/plan/like_limbs.h"

const char *const limb_lanes_name[LIMB_LANES_COUNT] = { "auto", "off", "2", "4", "8" };

/* Number of limb lanes: as requested, or tried in turn. */
static const int width_of[LIMB_LANES_COUNT] = { [LIMB_LANES_2] = 2, [LIMB_LANES_4] = 4, [LIMB_LANES_8] = 8 };

/* Does a part have base parameters? A limb has others than a limb of the same structure before it, so folding
 * would add operations to the scalar form. */
static bool has_base_parameters(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->request.parts; i++)
		any |= function_has_base(function->request.part[i].info);
	return any;
}

/* Is folding possible? Not with run-time parameters or foreign sines, and not for operators or functions whose parts have
 * plans of their own. */
static bool possible(const struct Build *b)
{
	const struct Request *request = b->job->request;
	return request->limb_lanes != LIMB_LANES_OFF && pass_runs(request, PASS_FOLD_LIMBS) &&
	       pass_runs(request, PASS_CUSTOMIZED) && request->sincos == SINCOS_INLINE && !job_prepares(b->job) &&
	       !b->plan->apart && !b->function->operates && !has_base_parameters(b->function);
}

/* Estimated time of a call relative to the scalar form, if a register has so many lanes. Every number that enters or
 * leaves a lane costs an instruction or two. */
static double part_taken(const struct LimbFoldCount *count, int width, int lanes)
{
	double apart = (double)count->apart, together = (double)count->together;
	return (apart + together * width / lanes + LANE_MOVE * (double)count->between) / (apart + together * width);
}

/* Folding limbs by several plans, and the best result. */
struct Attempt {
	const struct Build *b;
	struct LikeLimbs like_limbs;
	struct LimbFolding *best; /* NULL: none yet */
	double part;              /* relative time of its call */
};

/* Sites of a function's contacts. Those of other functions of the job must not change its result. */
static struct SiteList contact_sites(struct Arena *arena, const struct FunctionRequest *request)
{
	struct SiteList sites = { .item = NULL };
	for (int p = 0; p < request->parts; p++)
		for (int i = 0; request->part[p].rows && i < request->part[p].rows->blocks; i++) {
			int site = request->part[p].rows->block[i].b;
			bool known = site < 0;
			for (size_t k = 0; k < sites.count && !known; k++)
				known = sites.item[k] == site;
			if (!known)
				*ARENA_PUSH(arena, &sites) = site;
		}
	return sites;
}

/* Folds limbs by a plan. `dump`: for its trees and DAG, or NULL. */
static struct LimbFolding *fold(struct Attempt *a, const struct Plan *plan, struct Dump *dump)
{
	const struct Job *job = a->b->job;
	struct LimbFolding *folding = ARENA_NEW(job->model->arena, struct LimbFolding);
	struct Build build = *a->b;
	folding->plan.link = ARENA_ARRAY(job->model->arena, struct Choice, job->tree->links);
	plan_copy(&folding->plan, plan, job->tree->links);
	build.plan = &folding->plan;
	build.in_lanes = true;
	build.dump = dump;
	struct Shaped tree = build_tree(&build);
	folding->lanes = like_limbs_fold(&a->like_limbs, job->model, tree.tree);
	const struct SiteList sites = contact_sites(job->model->arena, &a->b->function->request);
	like_limbs_name_numbers(&a->like_limbs, &folding->lanes, tree.tree, &sites);
	if (tree.faithful != tree.tree)
		like_limbs_name_numbers(&a->like_limbs, &folding->lanes, tree.faithful, &sites);
	struct Form form = build_form(&build, &tree);
	folding->validation = build.validation;
	folding->form = fold_limbs(&form, &folding->lanes, &folding->count);
	return folding;
}

static void attempt(struct Attempt *a, const struct Plan *plan)
{
	struct LimbFolding *folding = fold(a, plan, NULL);
	double part = part_taken(&folding->count, a->like_limbs.width, a->like_limbs.width);
	if (folding->count.together && (!a->best || part < a->part)) {
		a->best = folding;
		a->part = part;
	}
}

/* Tries other origins for a link that carries limbs: an origin beside the axis that is good for the first limb may be
 * bad for the others. */
static void attempt_origins(struct Attempt *a, int carrier)
{
	const struct Tree *tree = a->b->job->tree;
	struct Plan plan = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	plan_copy(&plan, &a->best->plan, tree->links);
	uint8_t was = plan.link[carrier].origin_choice;
	for (uint8_t origin_choice = 0; origin_choice < ORIGIN_COUNT; origin_choice++) {
		plan.link[carrier].origin_choice = origin_choice;
		if (origin_choice != was)
			attempt(a, &plan);
	}
}

static struct Attempt attempt_width(const struct Build *b, const struct LikeLimbs *like_limbs)
{
	const struct Tree *tree = b->job->tree;
	struct Attempt a = { .b = b, .like_limbs = *like_limbs };
	struct Plan plan = { .link = ARENA_ARRAY(b->job->model->arena, struct Choice, tree->links) };
	plan_copy(&plan, b->plan, tree->links);
	like_limbs_share_plan(&a.like_limbs, &plan);
	int tried = -1; /* limbs in several sets may have one carrier */
	attempt(&a, &plan);
	for (size_t i = 0; i < a.like_limbs.count && a.best; i++) {
		const struct LikeLinks *set = &a.like_limbs.item[i];
		int carrier = tree->link[set->link[0]].parent;
		bool carries = carrier >= 0 && carrier == tree->link[set->link[1]].parent &&
		               link_has_axis(&tree->link[carrier]);
		if (!carries || carrier == tried)
			continue;
		attempt_origins(&a, carrier);
		tried = carrier;
	}
	return a;
}

struct LimbFolding *limb_folding_find(const struct Build *b)
{
	enum LimbLanes wanted = b->job->request->limb_lanes;
	struct Attempt best = { .best = NULL };
	size_t links = 0;
	if (!possible(b))
		return NULL;
	for (enum LimbLanes asked = LIMB_LANES_COUNT - 1; asked >= LIMB_LANES_2; asked--) {
		int width = width_of[asked];
		struct LikeLimbs like_limbs = like_limbs_find(b->job->model, b->job->tree, width);
		/* narrower sets only if they contain more limbs in total, or wider ones do not pay */
		size_t limbs = like_limbs.count * (size_t)width;
		bool enough = best.best && limb_folding_pays(best.best, b->job->request, best.like_limbs.width);
		if ((wanted != LIMB_LANES_AUTO && wanted != asked) || !limbs || (enough && limbs <= links))
			continue;
		struct Attempt tried = attempt_width(b, &like_limbs);
		if (tried.best && (!best.best || tried.part < best.part))
			best = tried;
		links = limbs;
	}
	bool pays = best.best &&
	            (wanted != LIMB_LANES_AUTO || limb_folding_pays(best.best, b->job->request, best.like_limbs.width));
	if (pays && b->dump) /* once more, since trials leave no dump */
		(void)fold(&best, &best.best->plan, b->dump);
	return pays ? best.best : NULL;
}

/* Does the scalar code exceed the instruction cache? Then bytes decide, and lanes have fewer. */
static bool is_long(const struct LimbFoldCount *count, int width)
{
	return count->apart + count->together * (unsigned long)width > OPERATIONS_LONG;
}

bool limb_folding_pays(const struct LimbFolding *folding, const struct Request *request, int lanes)
{
	/* in a loop the limbs run one after another; the gain is that their code exists once */
	bool bytes = request->code_size == CODE_SIZE_ON || is_long(&folding->count, folding->lanes.width);
	const double worth = bytes ? LIMB_LOOPS_WORTH : LIMB_LANES_WORTH;
	return part_taken(&folding->count, folding->lanes.width, lanes) <= worth;
}

struct Form limb_folding_scalar(const struct LimbFolding *folding)
{
	struct LimbFold none;
	struct Form form = fold_limbs_divide(&folding->form, &folding->lanes, 1, &none);
	if (!form.stages)
		validate_check(&folding->validation, &form.dag, form.value, pass_table[PASS_FOLD_LIMBS].name);
	return form;
}

bool limb_folding_lanes(const struct LimbFolding *folding, int width, struct Form *form, struct LimbFold *lanes)
{
	*form = fold_limbs_divide(&folding->form, &folding->lanes, width, lanes);
	return fold_limbs_settle(form, lanes);
}
