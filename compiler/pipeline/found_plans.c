#include "found_plans.h"

#include <string.h>

struct FoundPlans *found_plans_new(struct Arena *arena)
{
	struct FoundPlans *found = ARENA_NEW(arena, struct FoundPlans);
	found->arena = arena;
	return found;
}

/* Names of a part's frames, phase, strut, group or law, a line each. */
static void put_places(struct Text *key, const struct FunctionPart *part)
{
	for (int k = 0; k < PART_FRAMES; k++)
		text_format(key, "%s\n", part->frame[k] ? part->frame[k] : "");
	text_format(key, "%s\n", part->phase ? part->phase : "");
}

/* What a search depends on beside the model and its request. Sites of the tree are numbered by the places of all functions, in
 * their order. */
static const char *key_of(const struct Job *job, const struct FunctionPart *part)
{
	struct Text key = text_new(job->model->arena);
	text_format(&key, "%s%s%s\n", part->info->name, job->fuses ? " fused" : "",
	            job->tree->reactions ? " beside reactions" : "");
	put_places(&key, part);
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].request.parts; p++)
			put_places(&key, &job->function[f].request.part[p]);
	return text_string(&key);
}

const struct Plan *found_plan(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort)
{
	const struct FoundPlans *found = job->found;
	const char *key = key_of(job, part);
	for (size_t i = 0; i < found->count; i++)
		if (strcmp(found->item[i].of, key) == 0 && found->item[i].effort == effort)
			return &found->item[i].plan;
	return NULL;
}

void keep_plan(const struct Job *job, const struct FunctionPart *part, enum SearchEffort effort,
               const struct Plan *plan)
{
	struct FoundPlans *found = job->found;
	const char *key = key_of(job, part);
	struct FoundPlan kept = { .of = arena_copy(found->arena, key, strlen(key)), .effort = effort };
	kept.plan.link = ARENA_ARRAY(found->arena, struct Choice, job->tree->links);
	plan_copy(&kept.plan, plan, job->tree->links);
	*ARENA_PUSH(found->arena, found) = kept;
}
