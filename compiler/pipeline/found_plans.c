#include "found_plans.h"

/* Are these one function of the same places? */
static bool same_part(const struct FunctionPart *a, const struct FunctionPart *b)
{
	bool same = a->info == b->info && a->rows == b->rows && a->strut == b->strut && a->struts == b->struts &&
	            a->law == b->law;
	for (int k = 0; k < sites_frames(a->info->sites); k++)
		same &= a->site[k] == b->site[k];
	return same;
}

const struct Plan *found_plan(const struct FoundPlans *found, const struct FunctionPart *part, enum SearchEffort effort)
{
	for (size_t i = 0; i < found->count; i++)
		if (same_part(&found->item[i].part, part) && found->item[i].effort == effort)
			return &found->item[i].plan;
	return NULL;
}

const struct Plan *keep_plan(struct Arena *arena, struct FoundPlans *found, const struct FunctionPart *part,
                             enum SearchEffort effort, struct Plan plan)
{
	struct FoundPlan *kept = ARENA_PUSH(arena, found);
	*kept = (struct FoundPlan){ *part, effort, plan };
	return &kept->plan;
}
