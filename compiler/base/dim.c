#include "dim.h"

#include <math.h>
#include <string.h>

const struct Dim dim_none = { 0, 0, 0 }, dim_length = { 0, 1, 0 }, dim_mass = { 1, 0, 0 },
                 dim_inertia = { 1, 2, 0 }, dim_acceleration = { 0, 1, -2 }, dim_force = { 1, 1, -2 };

const struct Unit unit_one = { { 0, 0, 0 }, 1, 1, 0, 0 };

static const struct { const char *name; struct Unit unit; } units[] = {
#define UNIT(name, kg, m, s, numerator, denominator, ten, turns) \
	{ name, { { kg, m, s }, numerator, denominator, ten, turns } },
#include "units.def"
#undef UNIT
};

static const struct { struct Dim dim; const char *name; } quantities[] = {
	{ { 0, 0, 0 }, "a plain number" },
	{ { 0, 1, 0 }, "a length" },
	{ { 1, 0, 0 }, "a mass" },
	{ { 0, 0, 1 }, "a time" },
	{ { 0, 0, -1 }, "a rate" },
	{ { 0, 1, -1 }, "a velocity" },
	{ { 0, 1, -2 }, "an acceleration" },
	{ { 1, 1, 0 }, "a first moment of mass" },
	{ { 1, 2, 0 }, "a moment of inertia" },
	{ { 1, 1, -2 }, "a force" },
	{ { 1, 2, -2 }, "a moment or energy" },
	{ { 1, 2, -3 }, "a power" },
};

bool dim_equal(struct Dim a, struct Dim b)
{
	return a.kg == b.kg && a.m == b.m && a.s == b.s;
}

/* a + power b, where no sound model comes near the bound. */
static int bounded(int a, int power, int b)
{
	enum { MOST = 10000 };
	long sum = a + (long)power * b;
	return (int)(sum > MOST ? MOST : sum < -MOST ? -MOST : sum);
}

struct Dim dim_times(struct Dim a, struct Dim b, int power)
{
	return (struct Dim){ bounded(a.kg, power, b.kg), bounded(a.m, power, b.m), bounded(a.s, power, b.s) };
}

static void put_power(struct Text *text, const char *symbol, int power)
{
	if (power == 0)
		return;
	if (text->count)
		text_char(text, ' ');
	text_put(text, symbol);
	if (power != 1)
		text_format(text, "^%d", power);
}

const char *dim_symbol(struct Arena *arena, struct Dim dim)
{
	struct Text text;
	text_init(&text, arena);
	put_power(&text, "kg", dim.kg);
	put_power(&text, "m", dim.m);
	put_power(&text, "s", dim.s);
	return text.count ? text_string(&text) : "1";
}

const char *dim_describe(struct Arena *arena, struct Dim dim)
{
	const char *name = "a quantity";
	for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
		if (dim_equal(dim, quantities[i].dim))
			name = quantities[i].name;
	if (dim_equal(dim, dim_none))
		return name;
	return text_print(arena, "%s [%s]", name, dim_symbol(arena, dim));
}

const struct Unit *unit_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strlen(units[i].name) == length && memcmp(units[i].name, name, length) == 0)
			return &units[i].unit;
	return NULL;
}

struct Unit unit_times(struct Unit a, struct Unit b, int power)
{
	double numerator = power > 0 ? b.numerator : b.denominator;
	double denominator = power > 0 ? b.denominator : b.numerator;
	for (int i = power > 0 ? power : -power; i > 0; i--) {
		a.numerator *= numerator;
		a.denominator *= denominator;
	}
	a.dim = dim_times(a.dim, b.dim, power);
	a.ten += power * b.ten;
	a.turns += power * b.turns;
	return a;
}

void units_nearest(struct Nearest *nearest)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		nearest_try(nearest, units[i].name);
}
