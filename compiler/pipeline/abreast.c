#include "abreast.h"

#include "dynamics/plan/like_limbs.h"

const char *const abreast_name[LIMB_LANES_COUNT] = { "auto", "off", "2", "4", "8" };

/* How many limbs: as asked, or of what is tried in turn. */
static const int width_of[LIMB_LANES_COUNT] = { [LIMB_LANES_2] = 2, [LIMB_LANES_4] = 4, [LIMB_LANES_8] = 8 };

/* Frames of limbs are turned alike: not where a part needs them as they are. */
static bool wants_frames(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->spec.parts; i++)
		any |= (function->spec.part[i].info->truth & TRUTH_FRAMES) != 0;
	return any;
}

/* Numbers that are given at run time and sines that are not our own are left in numbers; so are functions whose parts go by
 * plans of their own. */
static bool possible(const struct Build *b)
{
	const struct Request *request = b->package->request;
	return request->abreast != LIMB_LANES_OFF && pass_runs(request, PASS_LANES) && pass_runs(request, PASS_NEWTON) &&
	       request->sincos == SINCOS_INLINE && !package_prepares(b->package) && !b->plan->apart &&
	       !wants_frames(b->function);
}

/* What a call takes, roughly, of what it takes in numbers, where a register has so many lanes. Every number that goes into
 * a lane or out of it is an instruction or two. */
static double part_taken(const struct LimbFoldCount *count, int width, int lanes)
{
	const double move = 2;
	double apart = (double)count->apart, together = (double)count->together;
	return (apart + together * width / lanes + move * (double)count->between) / (apart + together * width);
}

/* What is tried: limbs, by a plan, and what came of it. */
struct Attempt {
	const struct Build *b;
	struct LikeLimbs like_limbs;
	struct Abreast *best; /* NULL: nothing yet */
	double part;          /* that its call takes */
};

static void attempt(struct Attempt *a, const struct Plan *plan)
{
	const struct Package *package = a->b->package;
	struct Abreast *abreast = ARENA_NEW(package->model->arena, struct Abreast);
	struct Build build = *a->b;
	abreast->plan.link = ARENA_ARRAY(package->model->arena, struct Choice, package->tree->links);
	plan_copy(&abreast->plan, plan, package->tree->links);
	build.plan = &abreast->plan;
	build.dump = NULL;
	struct Shaped tree = build_tree(&build);
	abreast->lanes = like_limbs_fold(&a->like_limbs, package->model, tree.tree);
	like_limbs_name_numbers(&a->like_limbs, &abreast->lanes, tree.tree);
	if (tree.faithful != tree.tree)
		like_limbs_name_numbers(&a->like_limbs, &abreast->lanes, tree.faithful);
	struct Form form = build_form(&build, &tree);
	abreast->audit = build.audit;
	abreast->form = fold_limbs(&form, &abreast->lanes, &abreast->count);
	double part = part_taken(&abreast->count, a->like_limbs.width, a->like_limbs.width);
	if (abreast->count.together && (!a->best || part < a->part)) {
		a->best = abreast;
		a->part = part;
	}
}

/* Other places for the origin of a link that carries limbs: a good place beside the axis of the first limb may be a bad one for
 * the others. */
static void attempt_seats(struct Attempt *a, int carrier)
{
	const struct Tree *tree = a->b->package->tree;
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
	const struct Tree *tree = b->package->tree;
	struct Attempt a = { .b = b, .like_limbs = *like_limbs };
	struct Plan plan = { .link = ARENA_ARRAY(b->package->model->arena, struct Choice, tree->links) };
	plan_copy(&plan, b->plan, tree->links);
	like_limbs_share_plan(&a.like_limbs, &plan);
	int tried = -1; /* limbs in several sets may have one carrier */
	attempt(&a, &plan);
	for (size_t i = 0; i < a.like_limbs.count && a.best; i++) {
		const struct LikeLinks *set = &a.like_limbs.item[i];
		int carrier = tree->link[set->link[0]].parent;
		bool carries = carrier >= 0 && carrier == tree->link[set->link[1]].parent && link_has_axis(&tree->link[carrier]);
		if (!carries || carrier == tried)
			continue;
		attempt_seats(&a, carrier);
		tried = carrier;
	}
	return a;
}

struct Abreast *abreast_find(const struct Build *b)
{
	enum LimbLanes wanted = b->package->request->abreast;
	struct Attempt best = { .best = NULL };
	size_t links = 0;
	if (!possible(b))
		return NULL;
	for (enum LimbLanes asked = LIMB_LANES_COUNT - 1; asked >= LIMB_LANES_2; asked--) {
		int width = width_of[asked];
		struct LikeLimbs like_limbs = like_limbs_find(b->package->model, b->package->tree, width);
		/* fewer limbs in more sets, if they are more in all */
		if ((wanted != LIMB_LANES_AUTO && wanted != asked) || like_limbs.count * (size_t)width <= links)
			continue;
		struct Attempt tried = attempt_width(b, &like_limbs);
		if (tried.best && (!best.best || tried.part < best.part))
			best = tried;
		links = like_limbs.count * (size_t)width;
	}
	bool pays = best.best && (wanted != LIMB_LANES_AUTO || abreast_pays(best.best, b->package->request, best.like_limbs.width));
	return pays ? best.best : NULL;
}

bool abreast_pays(const struct Abreast *abreast, const struct Request *request, int lanes)
{
	/* in a loop the limbs are one after the other, and what counts is that they have one text */
	const double worth = request->small ? 0.95 : 0.85;
	return part_taken(&abreast->count, abreast->lanes.width, lanes) <= worth;
}

struct Form abreast_apart(const struct Abreast *abreast)
{
	struct LimbFold none;
	struct Form form = fold_limbs_divide(&abreast->form, &abreast->lanes, 1, &none);
	audit_check(&abreast->audit, &form.dag, form.value, pass_table[PASS_LANES].name);
	return form;
}

bool abreast_lanes(const struct Abreast *abreast, int width, struct Form *form, struct LimbFold *lanes)
{
	*form = fold_limbs_divide(&abreast->form, &abreast->lanes, width, lanes);
	return fold_limbs_settle(form, lanes);
}
