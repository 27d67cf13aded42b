/* Coordinate descent: every choice in turn takes the value of least cost while the others stay. The thorough search
 * repeats this: it changes a few choices of the best plan at random and searches near them, as long as its work lasts.
 * At the end it anneals the best few plans and chooses among them. */
#include "search.h"

#include <string.h>

#include "base/random.h"
#include "base/tuning.h"

const char *const search_name[SEARCH_COUNT] = { "none", "quick", "thorough" };
const int search_cycles[SEARCH_COUNT] = { 0, 30, 1000 };

struct State {
	const struct Search *search;
	struct Plan *plan;
	uint64_t best, left; /* left: DAG nodes that may still be made */
	int cycles;          /* of annealing, for each trial */
	bool *awake;         /* links whose choices are tried; the units too? */
	bool units;
	bool *changed; /* by link: has any choice changed in this round? */
	int *alike;    /* by link: the first link of its structure */
	struct PlanCache tried;
	uint64_t random;
};

/* Trial of the plan. A cached plan costs the same again, also in work, so the result of the search does not depend on
 * the cache. */
static struct Trial try_plan(struct State *s)
{
	const struct Search *search = s->search;
	if (s->cycles > 1) /* such trials are few, each made once */
		return search->attempt(search->context, s->plan, s->cycles);
	struct CachedPlan *before = plan_cache_find(&s->tried, s->plan, search->tree->links);
	if (!before->plan.link) {
		struct Trial trial = search->attempt(search->context, s->plan, s->cycles);
		plan_cache_add(&s->tried, before, s->plan, search->tree->links, trial);
		return trial;
	}
	if (search->progress)
		progress_work(search->progress, (double)before->trial.work);
	return before->trial;
}

static uint64_t attempt(struct State *s)
{
	struct Trial trial = try_plan(s);
	s->left -= trial.work < s->left ? trial.work : s->left;
	if (progress_stopped(s->search->progress))
		s->left = 0;
	return trial.cost;
}

static bool try_choice(struct State *s, uint8_t *choice, int count)
{
	uint8_t best = *choice, was = best;
	for (int value = 0; value < count && s->left; value++) {
		if (value == was)
			continue;
		*choice = (uint8_t)value;
		uint64_t cost = attempt(s);
		if (cost < s->best) {
			s->best = cost;
			best = *choice;
		}
	}
	*choice = best;
	return best != was;
}

static bool try_unit(struct State *s, double *unit, const double *candidate, int candidates)
{
	double best = *unit, was = best;
	for (int i = -1; i < candidates && s->left; i++) {
		*unit = i < 0 ? 0 : candidate[i];
		if (*unit == was)
			continue;
		uint64_t cost = attempt(s);
		if (cost < s->best) {
			s->best = cost;
			best = *unit;
		}
	}
	*unit = best;
	return best != was;
}

/* Is a joint articulated? Else motion with loops is solved by matrices, which have choices of their own. */
static bool articulates(const struct State *s)
{
	bool any = false;
	for (int i = 0; i < s->search->tree->links; i++)
		any |= s->plan->link[i].articulate;
	return any;
}

/* Trial of each unit for the rows of loops. */
static bool try_row_units(struct State *s)
{
	return !articulates(s) && try_unit(s, &s->plan->unit_row, s->search->row_unit, s->search->row_units);
}

/* Trial of each unit, for lengths and forces together. */
static bool try_units(struct State *s)
{
	double *length = &s->plan->unit_length, *force = &s->plan->unit_force;
	double best[2] = { *length, *force };
	bool changed = false;
	for (int i = 0; i < s->search->units && s->left; i++) {
		*length = *force = s->search->unit[i];
		uint64_t cost = attempt(s);
		if (cost < s->best) {
			s->best = cost;
			best[0] = best[1] = *length;
			changed = true;
		}
	}
	*length = best[0];
	*force = best[1];
	return changed;
}

/* Number of values of each choice of a link; 1: nothing to choose. */
static struct Choice options_of(const struct Search *search, int i)
{
	const struct Tree *tree = search->tree;
	struct Choice options = { .retained_mass = 1,
		                  .unrotated = 1,
		                  .origin_choice = 1,
		                  .main_child = 1,
		                  .meet_outward = 1,
		                  .articulate = 1,
		                  .near_links = 1,
		                  .from_acceleration_field = 1,
		                  .row_axes = 1,
		                  .row_sums = 1,
		                  .row_differences = 1,
		                  .early = 1,
		                  .late = 1,
		                  .absolute = 1,
		                  .together = 1 };
	int children = 0;
	for (int j = i + 1; j < tree->links; j++)
		children += tree->link[j].parent == i;
	if (link_has_axis(&tree->link[i]))
		options.unrotated = UNROTATED_COUNT;
	if (tree->link[i].motion == LINK_TRANSLATE)
		options.origin_choice = ORIGIN_COUNT;
	else if (tree->link[i].motion == LINK_ROTATE && tree->link[i].parent >= 0 && children)
		options.origin_choice = ORIGIN_OTHER + 1;
	if (tree->link[i].motion == LINK_ROTATE && tree->link[i].parent >= 0)
		options.retained_mass = RETAINED_COUNT;
	if (link_has_axis(&tree->link[i]))
		options.main_child = (uint8_t)(children < 1 ? 1 : children < UINT8_MAX ? children : UINT8_MAX);
	if (link_has_axis(&tree->link[i]) && search->meets_outward && children)
		options.meet_outward = MEET_OUTWARD_COUNT;
	if (search->articulates && tree->link[i].parent >= 0)
		options.articulate = 2;
	if (search->closes && tree_has_site(tree, i))
		options.row_axes = ROW_AXES_COUNT, options.row_sums = options.row_differences = 2;
	if (search->absolute && tree->link[i].motion == LINK_ROTATE && tree->link[i].parent >= 0)
		options.absolute = 2;
	if (search->absolute && link_has_axis(&tree->link[i]))
		options.together = options.early = options.late = 2;
	if (search->near_links_read && tree_has_site(tree, i)) {
		int depth = tree_depth(tree, i);
		options.near_links = (uint8_t)(depth < NEAR_LINKS_COUNT ? depth + 1 : NEAR_LINKS_COUNT);
		options.from_acceleration_field = 2;
	}
	return options;
}

static void try_matrices(struct State *s, int i, struct Choice options)
{
	struct Choice *choice = &s->plan->link[i];
	s->changed[i] |= try_choice(s, &choice->row_differences, options.row_differences);
	s->changed[i] |= try_choice(s, &choice->early, options.early);
	s->changed[i] |= try_choice(s, &choice->late, options.late);
	s->changed[i] |= try_choice(s, &choice->absolute, options.absolute);
	s->changed[i] |= try_choice(s, &choice->together, options.together);
}

static void try_link(struct State *s, int i)
{
	struct Choice options = options_of(s->search, i);
	struct Choice *choice = &s->plan->link[i];
	s->changed[i] |= try_choice(s, &choice->articulate, options.articulate);
	s->changed[i] |= try_choice(s, &choice->row_axes, options.row_axes);
	s->changed[i] |= try_choice(s, &choice->row_sums, options.row_sums);
	if (!articulates(s))
		try_matrices(s, i, options);
	s->changed[i] |= try_choice(s, &choice->unrotated, options.unrotated);
	s->changed[i] |= try_choice(s, &choice->retained_mass, options.retained_mass);
	s->changed[i] |= try_choice(s, &choice->main_child, options.main_child);
}

/* One round over the awake choices; true if any has changed. */
static bool descend(struct State *s)
{
	int links = s->search->tree->links;
	const struct Search *search = s->search;
	bool changed = s->units && try_unit(s, &s->plan->unit_length, search->unit, search->units);
	changed |= s->units && try_unit(s, &s->plan->unit_force, search->unit, search->units);
	for (int i = 0; i < links; i++)
		s->changed[i] = false;
	for (int i = links - 1; i >= 0 && s->left; i--)
		if (s->awake[i])
			try_link(s, i);
	for (int i = links - 1; i >= 0 && s->left; i--)
		if (s->awake[i])
			s->changed[i] |=
				try_choice(s, &s->plan->link[i].origin_choice, options_of(s->search, i).origin_choice);
	for (int i = 0; i < links && s->left; i++) {
		if (!s->awake[i])
			continue;
		struct Choice options = options_of(s->search, i);
		struct Choice *choice = &s->plan->link[i];
		s->changed[i] |= try_choice(s, &choice->meet_outward, options.meet_outward);
		s->changed[i] |= try_choice(s, &choice->near_links, options.near_links);
		s->changed[i] |= try_choice(s, &choice->from_acceleration_field, options.from_acceleration_field);
	}
	for (int i = 0; i < links; i++)
		changed |= s->changed[i];
	return changed;
}

/* --- links of the same structure together --- */

/* Do two links move alike, with as many choices, on the same link or on links alike? */
static bool moves_alike(const struct Search *search, const int *alike, int i, int j)
{
	const struct Tree *tree = search->tree;
	const struct Link *x = &tree->link[i], *y = &tree->link[j];
	bool nested = x->parent >= 0 && y->parent >= 0;
	if (x->motion != y->motion || !(nested ? alike[x->parent] == alike[y->parent] : x->parent == y->parent))
		return false;
	struct Choice of_x = options_of(search, i), of_y = options_of(search, j);
	return memcmp(&of_x, &of_y, sizeof of_x) == 0;
}

/* By link: the first link like it. */
static int *find_alike(const struct Search *search)
{
	int *alike = ARENA_ARRAY(search->tree->dag->arena, int, search->tree->links);
	for (int i = 0; i < search->tree->links; i++)
		while (alike[i] < i && !(alike[alike[i]] == alike[i] && moves_alike(search, alike, alike[i], i)))
			alike[i]++;
	return alike;
}

/* Sets choice k of all links like the first one. Returns their number. */
static int set_together(struct State *s, int first, size_t k, uint8_t value)
{
	int count = 0;
	for (int i = first; i < s->search->tree->links; i++) {
		if (s->alike[i] != first)
			continue;
		((uint8_t *)&s->plan->link[i])[k] = value;
		count++;
	}
	return count;
}

/* One round over the choices of links of the same structure. What two limbs share may make a choice cheaper if both
 * have it, and dearer for one alone. */
static bool descend_together(struct State *s)
{
	int links = s->search->tree->links;
	struct Plan best = { .link = ARENA_ARRAY(s->search->tree->dag->arena, struct Choice, links) };
	bool changed = false;
	plan_copy(&best, s->plan, links);
	for (int i = links - 1; i >= 0; i--) {
		struct Choice options = options_of(s->search, i);
		for (size_t k = 0; k < sizeof options && s->alike[i] == i; k++)
			for (uint8_t value = 0; value < ((uint8_t *)&options)[k] && s->left; value++) {
				uint64_t cost = set_together(s, i, k, value) > 1 ? attempt(s) : s->best;
				if (cost < s->best) {
					s->best = cost;
					plan_copy(&best, s->plan, links);
					changed = true;
				}
				plan_copy(s->plan, &best, links);
			}
	}
	return changed;
}

/* Awake links: the marked links, their parents and their children. */
static void wake_around(struct State *s, const bool *mark)
{
	const struct Tree *tree = s->search->tree;
	for (int i = 0; i < tree->links; i++)
		s->awake[i] = mark[i];
	for (int i = 0; i < tree->links; i++) {
		int parent = tree->link[i].parent;
		if (parent < 0)
			continue;
		s->awake[i] |= mark[parent];
		s->awake[parent] |= mark[i];
	}
}

/* Random change of a few choices. Only the links near them are awake. */
static void shake(struct State *s)
{
	const struct Tree *tree = s->search->tree;
	int changes = 1 + random_below(&s->random, THOROUGH_CHANGES);
	for (int i = 0; i < tree->links; i++)
		s->changed[i] = false;
	for (int n = 0; n < changes; n++) {
		int i = random_below(&s->random, tree->links);
		struct Choice options = options_of(s->search, i);
		struct Choice *choice = &s->plan->link[i];
		choice->unrotated = (uint8_t)random_below(&s->random, options.unrotated);
		choice->origin_choice = (uint8_t)random_below(&s->random, options.origin_choice);
		choice->retained_mass = (uint8_t)random_below(&s->random, options.retained_mass);
		choice->main_child = (uint8_t)random_below(&s->random, options.main_child);
		choice->meet_outward = (uint8_t)random_below(&s->random, options.meet_outward);
		if (options.articulate > 1)
			choice->articulate = (uint8_t)random_below(&s->random, options.articulate);
		if (options.near_links > 1)
			choice->near_links = (uint8_t)random_below(&s->random, options.near_links);
		if (options.from_acceleration_field > 1)
			choice->from_acceleration_field =
				(uint8_t)random_below(&s->random, options.from_acceleration_field);
		if (options.row_axes > 1)
			choice->row_axes = (uint8_t)random_below(&s->random, options.row_axes);
		if (options.row_sums > 1)
			choice->row_sums = (uint8_t)random_below(&s->random, options.row_sums);
		if (options.row_differences > 1)
			choice->row_differences = (uint8_t)random_below(&s->random, options.row_differences);
		if (options.early > 1)
			choice->early = (uint8_t)random_below(&s->random, options.early);
		if (options.late > 1)
			choice->late = (uint8_t)random_below(&s->random, options.late);
		if (options.absolute > 1)
			choice->absolute = (uint8_t)random_below(&s->random, options.absolute);
		if (options.together > 1)
			choice->together = (uint8_t)random_below(&s->random, options.together);
		s->changed[i] = true;
	}
	wake_around(s, s->changed);
	s->units = s->search->units && random_below(&s->random, THOROUGH_CHANGES) == 0;
	if (s->units)
		s->plan->unit_length = s->search->unit[random_below(&s->random, s->search->units)];
	if (s->units)
		s->plan->unit_force = s->search->unit[random_below(&s->random, s->search->units)];
	if (s->units && s->search->row_units)
		s->plan->unit_row = s->search->row_unit[random_below(&s->random, s->search->row_units)];
}

/* Work is counted in DAG nodes made. Neither search begins a round with too little work left to finish it. */

/* Quick search: a tenth of a second for small trees, up to three seconds for large trees. */
static void search_quickly(struct State *s)
{
	const uint64_t most = QUICK_NODES, least = most / 4;
	uint64_t links = (uint64_t)s->search->tree->links;
	s->left = most;
	s->best = attempt(s);
	uint64_t once = most - s->left, round = once * links * QUICK_CHOICES;
	if (once * links > most)
		return;
	if (round < s->left)
		s->left = round > least ? round : least;
	do {
		while (s->left && descend(s))
			wake_around(s, s->changed);
		for (int i = 0; i < s->search->tree->links; i++)
			s->awake[i] = true;
	} while (s->left && (descend_together(s) || try_units(s) || try_row_units(s)));
}

/* Plans worth a closer comparison. */
struct Candidates {
	struct {
		struct Plan plan;
		uint64_t cost;
	} item[THOROUGH_CANDIDATES];
	int count, best;
};

/* Adds the current plan if it is new and among the best. The first plan stays. True if it is the best so far. */
static bool remember(struct State *s, struct Candidates *c)
{
	int links = s->search->tree->links, at = c->count;
	for (int i = 0; i < c->count; i++)
		if (plan_same(s->plan, &c->item[i].plan, links))
			return false;
	if (at == THOROUGH_CANDIDATES) {
		at = 1;
		for (int i = 2; i < THOROUGH_CANDIDATES; i++)
			at = c->item[i].cost > c->item[at].cost ? i : at;
		if (s->best >= c->item[at].cost)
			return false;
	} else {
		c->item[c->count++].plan.link = ARENA_ARRAY(s->search->tree->dag->arena, struct Choice, links);
	}
	plan_copy(&c->item[at].plan, s->plan, links);
	c->item[at].cost = s->best;
	bool better = s->best < c->item[c->best].cost;
	c->best = better ? at : c->best;
	return better;
}

static uint64_t cost_annealed(struct State *s, const struct Candidates *c, int i, int cycles)
{
	plan_copy(s->plan, &c->item[i].plan, s->search->tree->links);
	s->cycles = cycles;
	return attempt(s);
}

/* Choice among the candidates: the least cost after longer annealing. The first candidate, from the quick search, wins
 * if it is no worse after as much annealing as the function will get. */
static void choose(struct State *s, const struct Candidates *c)
{
	uint64_t least = UINT64_MAX;
	int best = 0;
	for (int i = 0; i < c->count; i++) {
		uint64_t cost = cost_annealed(s, c, i, CANDIDATE_CYCLES);
		best = cost < least ? i : best;
		least = cost < least ? cost : least;
	}
	int cycles = search_cycles[SEARCH_THOROUGH];
	if (best && cost_annealed(s, c, 0, cycles) <= cost_annealed(s, c, best, cycles))
		best = 0;
	if (progress_stopped(s->search->progress))
		best = c->best;
	plan_copy(s->plan, &c->item[best].plan, s->search->tree->links);
}

/* Estimate of the remaining work of search and annealing, as if no later start gained anything. */
static void expect(const struct State *s, const struct Candidates *c, uint64_t starts_work, int starts, int vain_left)
{
	struct Progress *p = s->search->progress;
	if (!p)
		return;
	double a_start = starts ? (double)starts_work / starts : 0, left = (double)s->left;
	int cycles = c->count * CANDIDATE_CYCLES + 3 * search_cycles[SEARCH_THOROUGH];
	double search = starts && a_start * vain_left < left ? a_start * vain_left : left;
	p->rest = search + cycles * p->cycle;
}

/* Thorough search: a minute or two, four minutes for a humanoid. It starts again and again from the best plan with a
 * few choices changed at random. Trials are annealed a little, so that their costs are close to the final costs. */
static void search_thoroughly(struct State *s)
{
	struct Candidates c = { .count = 0 };
	int starts = 0;
	s->left = THOROUGH_NODES;
	s->cycles = 1;
	expect(s, &c, 0, 0, 0);
	s->best = attempt(s);
	if ((THOROUGH_NODES - s->left) * (uint64_t)s->search->tree->links > THOROUGH_NODES) {
		s->left = 0;
		expect(s, &c, 0, 0, 0);
		return;
	}
	remember(s, &c);
	for (int vain = 0; s->left && vain < THOROUGH_PATIENCE; vain++) {
		expect(s, &c, THOROUGH_NODES - s->left, starts++, THOROUGH_PATIENCE - vain);
		while (s->left && descend(s))
			wake_around(s, s->changed);
		if (remember(s, &c))
			vain = 0;
		plan_copy(s->plan, &c.item[c.best].plan, s->search->tree->links);
		shake(s);
		s->best = attempt(s);
	}
	s->left = 0;
	expect(s, &c, 0, 0, 0);
	choose(s, &c);
}

void search_plan(const struct Search *search, enum SearchEffort effort, struct Plan *plan)
{
	int links = search->tree->links;
	struct State s = { .search = search,
		           .plan = plan,
		           .random = 1,
		           .units = true,
		           .tried = { .arena = search->tree->dag->arena } };
	if (effort == SEARCH_NONE || !links)
		return;
	s.awake = ARENA_ARRAY(search->tree->dag->arena, bool, links);
	s.changed = ARENA_ARRAY(search->tree->dag->arena, bool, links);
	for (int i = 0; i < links; i++)
		s.awake[i] = true;
	s.alike = find_alike(search);
	if (effort == SEARCH_THOROUGH)
		search_thoroughly(&s);
	else
		search_quickly(&s);
}

void search_order(const struct Search *search, int cycles, struct Plan *plan)
{
	struct State s = { .search = search, .plan = plan, .cycles = cycles, .left = QUICK_NODES };
	if (!search->absolute || articulates(&s))
		return;
	s.best = attempt(&s);
	for (int i = search->tree->links - 1; i >= 0 && s.left; i--) {
		struct Choice options = options_of(search, i), *choice = &plan->link[i];
		try_choice(&s, &choice->late, options.late);
		try_choice(&s, &choice->together, options.together);
	}
}

bool search_has_alike(const struct Search *search)
{
	const int *alike = find_alike(search);
	bool any = false;
	for (int i = 0; i < search->tree->links; i++)
		any |= alike[i] != i;
	return any;
}

void search_unite(const struct Search *search, struct Plan *plan)
{
	const int *alike = find_alike(search);
	for (int i = 0; i < search->tree->links; i++)
		plan->link[alike[i]] = plan->link[i];
	for (int i = 0; i < search->tree->links; i++)
		plan->link[i] = plan->link[alike[i]];
}
