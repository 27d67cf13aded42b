/* Coordinate descent: every choice in turn takes the value of least cost while the others stay. The thorough search
 * repeats this: it changes a few choices of the best plan at random and searches near them, as long as its work lasts.
 * At the end it anneals the best few plans and chooses among them. */
#include "search.h"

#include "base/random.h"
#include "base/tuning.h"

const char *const search_name[SEARCH_COUNT] = { "none", "quick", "thorough" };
const int search_cycles[SEARCH_COUNT] = { 0, 30, 1000 };

struct State {
	const struct Search *search;
	struct Plan *plan, before;
	uint64_t best, left; /* left: DAG nodes that may still be made */
	int cycles;          /* of annealing, for each trial */
	bool *awake;         /* links whose choices are tried; the units too? */
	bool units;
	bool *changed; /* by link: has any choice changed in this round? */
	int *first; /* by link: the link whose choices it takes, of the first limb of its shape, or the link itself */
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

/* --- numbers of values, 1: nothing to choose --- */

static int children_of(const struct Tree *tree, int link)
{
	int children = 0;
	for (int i = link + 1; i < tree->links; i++)
		children += tree->link[i].parent == link;
	return children;
}

static bool turns_on_parent(const struct Search *search, int i)
{
	const struct Link *link = &search->tree->link[i];
	return link->motion == LINK_ROTATE && link->parent >= 0;
}

static int values_of_retained_mass(const struct Search *search, int i)
{
	return turns_on_parent(search, i) ? RETAINED_COUNT : 1;
}

static int values_of_unrotated(const struct Search *search, int i)
{
	return link_has_axis(&search->tree->link[i]) ? UNROTATED_COUNT : 1;
}

static int values_of_origin_choice(const struct Search *search, int i)
{
	if (search->tree->link[i].motion == LINK_TRANSLATE)
		return ORIGIN_COUNT;
	return turns_on_parent(search, i) && children_of(search->tree, i) ? ORIGIN_OTHER + 1 : 1;
}

static int values_of_main_child(const struct Search *search, int i)
{
	int children = link_has_axis(&search->tree->link[i]) ? children_of(search->tree, i) : 1;
	return children < 1 ? 1 : children < UINT8_MAX ? children : UINT8_MAX;
}

static int values_of_meet_outward(const struct Search *search, int i)
{
	bool meets = search->meets_outward && link_has_axis(&search->tree->link[i]);
	return meets && children_of(search->tree, i) ? MEET_OUTWARD_COUNT : 1;
}

static int values_of_articulate(const struct Search *search, int i)
{
	return search->articulates && search->tree->link[i].parent >= 0 ? 2 : 1;
}

static int values_of_near_links(const struct Search *search, int i)
{
	if (!search->near_links_read || !tree_has_site(search->tree, i))
		return 1;
	int depth = tree_depth(search->tree, i);
	return depth < NEAR_LINKS_COUNT ? depth + 1 : NEAR_LINKS_COUNT;
}

static int values_of_row_axes(const struct Search *search, int i)
{
	return search->closes && tree_has_site(search->tree, i) ? ROW_AXES_COUNT : 1;
}

static int values_of_absolute(const struct Search *search, int i)
{
	return search->absolute && turns_on_parent(search, i) ? 2 : 1;
}

static int values_of(const struct Search *search, int i, enum ChoiceNumber k)
{
	static int (*const values[CHOICES])(const struct Search *search, int i) = {
#define LINK_CHOICE(name, words) [CHOICE_##name] = values_of_##name,
#include "choices.def"
	};
	return values[k](search, i);
}

/* --- rounds --- */

/* The order in which choices are tried. */
static const enum ChoiceNumber of_rows[] = { CHOICE_articulate, CHOICE_row_axes };
static const enum ChoiceNumber of_matrices[] = { CHOICE_absolute };
static const enum ChoiceNumber of_masses[] = { CHOICE_unrotated, CHOICE_retained_mass, CHOICE_main_child };
static const enum ChoiceNumber of_origin[] = { CHOICE_origin_choice };
static const enum ChoiceNumber of_columns[] = { CHOICE_meet_outward, CHOICE_near_links };

/* Gives a value to a choice of the link, and of those that take its choices and have the value. */
static void set_choice(struct State *s, int i, enum ChoiceNumber k, int value)
{
	for (int j = i; j < s->search->tree->links; j++)
		if (s->first[j] == i && value < values_of(s->search, j, k))
			*choice_value(&s->plan->link[j], k) = (uint8_t)value;
}

/* Every value of some choices of a link in turn; notes whether any has changed. */
#define TRY_CHOICES(s, i, k) try_choices(s, i, k, sizeof k / sizeof *k)
static void try_choices(struct State *s, int i, const enum ChoiceNumber *k, size_t count)
{
	const int links = s->search->tree->links;
	for (size_t n = 0; n < count; n++) {
		int was = *choice_value(&s->plan->link[i], k[n]), best = was;
		int values = s->left ? values_of(s->search, i, k[n]) : 0;
		plan_copy(&s->before, s->plan, links);
		for (int value = 0; value < values && s->left; value++) {
			if (value == was)
				continue;
			set_choice(s, i, k[n], value);
			uint64_t cost = attempt(s);
			if (cost < s->best) {
				s->best = cost;
				best = value;
			}
		}
		plan_copy(s->plan, &s->before, links);
		if (best != was)
			set_choice(s, i, k[n], best);
		for (int j = i; j < links; j++)
			s->changed[j] |= best != was && s->first[j] == i;
	}
}

/* Is a link awake, with choices of its own? */
static bool is_tried(const struct State *s, int i)
{
	return s->awake[i] && s->first[i] == i;
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
		if (is_tried(s, i)) {
			TRY_CHOICES(s, i, of_rows);
			if (!articulates(s))
				TRY_CHOICES(s, i, of_matrices);
			TRY_CHOICES(s, i, of_masses);
		}
	for (int i = links - 1; i >= 0 && s->left; i--)
		if (is_tried(s, i))
			TRY_CHOICES(s, i, of_origin);
	for (int i = 0; i < links && s->left; i++)
		if (is_tried(s, i))
			TRY_CHOICES(s, i, of_columns);
	for (int i = 0; i < links; i++)
		changed |= s->changed[i];
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

/* Random values of all choices of a link. */
static void shake_link(struct State *s, int i)
{
	static const enum ChoiceNumber order[CHOICES] = { CHOICE_unrotated,  CHOICE_origin_choice, CHOICE_retained_mass,
		                                          CHOICE_main_child, CHOICE_meet_outward,  CHOICE_articulate,
		                                          CHOICE_near_links, CHOICE_row_axes,      CHOICE_absolute };
	const int always = 5; /* the first choices take a random number even where there is nothing to choose */
	for (int n = 0; n < CHOICES; n++) {
		int values = values_of(s->search, i, order[n]);
		if (values > 1 || n < always)
			*choice_value(&s->plan->link[i], order[n]) = (uint8_t)random_below(&s->random, values);
	}
	s->changed[i] = true;
}

static void shake_units(struct State *s)
{
	const struct Search *search = s->search;
	s->plan->unit_length = search->unit[random_below(&s->random, search->units)];
	s->plan->unit_force = search->unit[random_below(&s->random, search->units)];
	if (search->row_units)
		s->plan->unit_row = search->row_unit[random_below(&s->random, search->row_units)];
}

/* Random change of a few choices. Only the links near them are awake. */
static void shake(struct State *s)
{
	int links = s->search->tree->links, changes = 1 + random_below(&s->random, THOROUGH_CHANGES);
	for (int i = 0; i < links; i++)
		s->changed[i] = false;
	for (int n = 0; n < changes; n++)
		shake_link(s, random_below(&s->random, links));
	wake_around(s, s->changed);
	s->units = s->search->units && random_below(&s->random, THOROUGH_CHANGES) == 0;
	if (s->units)
		shake_units(s);
}

/* DAG nodes that a quick search may make. A trial with many rows takes more time than its nodes tell: their levers are computed at
 * many postures. */
static uint64_t most_work(const struct Search *search)
{
	return QUICK_NODES / (1 + (uint64_t)search->rows / QUICK_ROWS);
}

static uint64_t round_work(const struct Search *search, uint64_t trial)
{
	return trial * (uint64_t)search->tree->links * QUICK_CHOICES;
}

bool search_is_short(const struct Search *search, uint64_t trial)
{
	return round_work(search, trial) < most_work(search) / 4;
}

/* Work is counted in DAG nodes made. Neither search begins a round with too little work left to finish it. */

/* Descends from the plan until no choice alone and no units together make it cheaper. */
static void settle(struct State *s, uint64_t work)
{
	s->left = work;
	do {
		for (int i = 0; i < s->search->tree->links; i++)
			s->awake[i] = true;
		while (s->left && descend(s))
			wake_around(s, s->changed);
	} while (s->left && (try_units(s) || try_row_units(s)));
}

/* Links of limbs of one shape choose apart too, from the same start of that cost. The cheaper plan is kept. Without loops this
 * hardly ever saves an operation. */
static void settle_apart(struct State *s, const struct Plan *start, uint64_t cost, uint64_t work)
{
	const int links = s->search->tree->links;
	const uint64_t together = s->best;
	struct Plan alike = { .link = ARENA_ARRAY(s->search->tree->dag->arena, struct Choice, links) };
	plan_copy(&alike, s->plan, links);
	plan_copy(s->plan, start, links);
	for (int i = 0; i < links; i++)
		s->first[i] = i;
	s->best = cost;
	settle(s, work);
	if (together < s->best)
		plan_copy(s->plan, &alike, links);
}

/* Quick search: a tenth of a second for small trees, up to two seconds for large trees. */
static void search_quickly(struct State *s)
{
	const struct Search *search = s->search;
	const int links = search->tree->links;
	const uint64_t most = most_work(search), least = most / 4;
	struct Plan start = { .link = ARENA_ARRAY(search->tree->dag->arena, struct Choice, links) };
	plan_copy(&start, s->plan, links);
	s->left = most;
	s->best = attempt(s);
	const uint64_t once = most - s->left, cost = s->best, round = round_work(search, once);
	if (once * (uint64_t)links > most)
		return;
	const uint64_t work = round < least ? least : round < s->left ? round : s->left;
	settle(s, work);
	if (search->alike && search->closes && search_is_short(search, once))
		settle_apart(s, &start, cost, work);
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
	s.before.link = ARENA_ARRAY(search->tree->dag->arena, struct Choice, links);
	s.first = ARENA_ARRAY(search->tree->dag->arena, int, links);
	for (int i = 0; i < links; i++) {
		s.awake[i] = true;
		s.first[i] = effort != SEARCH_THOROUGH && search->alike ? search->first[i] : i;
	}
	if (effort == SEARCH_THOROUGH)
		search_thoroughly(&s);
	else
		search_quickly(&s);
}
