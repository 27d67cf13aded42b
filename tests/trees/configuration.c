#include "configuration.h"

#include "random_bits.h"

#include <stdio.h>
#include <string.h>

/* Switches: passes that can be switched off, then --fma and the search. */
enum { SWITCHES = PASS_COUNT + 2, TRIALS = 200 };

static int switchable(enum Pass pass[PASS_COUNT])
{
	int count = 0;
	for (int i = 0; i < PASS_COUNT; i++)
		if (pass_table[i].from != ALWAYS)
			pass[count++] = (enum Pass)i;
	return count;
}

/* Sets a configuration; `on` has a bit for every switch. */
static void set(struct configuration *c, uint32_t on)
{
	enum Pass pass[PASS_COUNT];
	int passes = switchable(pass);
	memset(c, 0, sizeof *c);
	c->level = 1 + LEVEL_MOST;
	c->fma = on >> passes & 1;
	c->search = on >> (passes + 1) & 1 ? "quick" : "none";
	size_t used = (size_t)snprintf(c->name, sizeof c->name, "search %s%s", c->search, c->fma ? ", fma" : "");
	for (int i = 0; i < passes; i++)
		if (!(on >> i & 1)) {
			c->no_pass[c->no_passes++] = pass_table[pass[i]].name;
			used += (size_t)snprintf(c->name + used, sizeof c->name - used, ", no %s",
			                         pass_table[pass[i]].name);
		}
}

void configuration_apply(const struct configuration *c, rigidc_options *options)
{
	options->no_pass = c->no_pass;
	options->no_passes = c->no_passes;
	options->level = c->level;
	options->search = c->search;
	options->fma = c->fma;
}

void configuration_draw(uint64_t *rng, struct configuration *c)
{
	enum Pass pass[PASS_COUNT];
	uint32_t searched = 2u << switchable(pass), on = (uint32_t)random_bits(rng);
	set(c, random_chance(rng, 25) ? on | searched : on & ~searched);
}

/* Number of value pairs of two switches in a row that no earlier row has; with `mark` they count as met. */
static int new_pairs(bool met[SWITCHES][SWITCHES][4], int switches, uint32_t row, bool mark)
{
	int count = 0;
	for (int i = 0; i < switches; i++)
		for (int j = 0; j < i; j++) {
			bool *pair = &met[i][j][(row >> i & 1) << 1 | (row >> j & 1)];
			count += !*pair;
			*pair |= mark;
		}
	return count;
}

int configuration_list(struct configuration *list, int room)
{
	enum Pass pass[PASS_COUNT];
	static bool met[SWITCHES][SWITCHES][4];
	struct configuration spare;
	int switches = switchable(pass) + 2, count = 0;
	uint64_t random = 1;
	uint32_t all = (1u << switches) - 1;
	uint32_t searched = 1u << (switches - 1);
	for (int i = 0; i < switches - 2; i++, count++)
		set(count < room ? &list[count] : &spare, all & ~searched & ~(1u << i));
	for (int level = 0; level <= LEVEL_MOST; level++, count++) {
		struct configuration *c = count < room ? &list[count] : &spare;
		set(c, level == LEVEL_DEFAULT ? all : all & ~searched);
		c->level = 1 + level;
		snprintf(c->name, sizeof c->name, "-O%d, search %s", level, c->search);
	}
	memset(met, 0, sizeof met);
	for (;; count++) {
		uint32_t best = 0;
		int most = 0;
		for (int t = 0; t < TRIALS; t++) {
			uint32_t row = (uint32_t)random_bits(&random) & all;
			int pairs = new_pairs(met, switches, row, false);
			if (pairs > most) {
				most = pairs;
				best = row;
			}
		}
		if (!most)
			break;
		new_pairs(met, switches, best, true);
		set(count < room ? &list[count] : &spare, best);
	}
	return count;
}
