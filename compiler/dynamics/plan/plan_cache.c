#include "plan_cache.h"

#include <string.h>

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ byte[i]) * 0x100000001b3u;
	return hash;
}

static struct CachedPlan *place_of(const struct PlanCache *tried, const struct Plan *plan, int links)
{
	uint64_t hash = hash_bytes(0xcbf29ce484222325u, plan->link, (size_t)links * sizeof *plan->link);
	hash = hash_bytes(hash, &plan->unit_length, sizeof plan->unit_length);
	hash = hash_bytes(hash, &plan->unit_force, sizeof plan->unit_force);
	hash = hash_bytes(hash, &plan->unit_row, sizeof plan->unit_row);
	size_t at = (hash ^ hash >> 32) & (tried->slots - 1);
	while (tried->item[at].plan.link && !plan_same(&tried->item[at].plan, plan, links))
		at = (at + 1) & (tried->slots - 1);
	return &tried->item[at];
}

static void widen(struct PlanCache *tried, int links)
{
	struct PlanCache wider = *tried;
	wider.slots = tried->slots ? 2 * tried->slots : 256;
	wider.item = ARENA_ARRAY(tried->arena, struct CachedPlan, wider.slots);
	for (size_t i = 0; i < tried->slots; i++)
		if (tried->item[i].plan.link)
			*place_of(&wider, &tried->item[i].plan, links) = tried->item[i];
	*tried = wider;
}

struct CachedPlan *plan_cache_find(struct PlanCache *tried, const struct Plan *plan, int links)
{
	if (2 * (tried->count + 1) > tried->slots)
		widen(tried, links);
	return place_of(tried, plan, links);
}

void plan_cache_add(struct PlanCache *tried, struct CachedPlan *place, const struct Plan *plan, int links,
                    struct Trial trial)
{
	place->plan.link = ARENA_ARRAY(tried->arena, struct Choice, links);
	plan_copy(&place->plan, plan, links);
	place->trial = trial;
	tried->count++;
}
