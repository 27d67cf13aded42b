#include "dim.h"

#include <string.h>

const struct Dim dim_none = { 0, 0, 0 }, dim_length = { 0, 1, 0 }, dim_mass = { 1, 0, 0 }, dim_inertia = { 1, 2, 0 },
		 dim_acceleration = { 0, 1, -2 }, dim_force = { 1, 1, -2 };

const struct Unit unit_one = { { 0, 0, 0 }, 1, 1, 0, 0 };

static const struct {
	const char *name;
	struct Unit unit;
	bool late;
} units[] = {
#define UNIT(name, kg, m, s, numerator, denominator, ten, turns) \
	{ name, { { kg, m, s }, numerator, denominator, ten, turns }, false },
#define LATE_UNIT(name, kg, m, s, numerator, denominator, ten, turns) \
	{ name, { { kg, m, s }, numerator, denominator, ten, turns }, true },
#include "units.def"
#undef UNIT
#undef LATE_UNIT
};

/* Names of dimensions, and units in which people write them. */
static const struct {
	struct Dim dim;
	const char *name, *symbol;
} quantities[] = {
	{ { 0, 0, 0 }, "a plain number", "1" },
	{ { 0, 1, 0 }, "a length", "m" },
	{ { 0, 2, 0 }, "an area", "m^2" },
	{ { 1, 0, 0 }, "a mass", "kg" },
	{ { 1, -3, 0 }, "a density", "kg/m^3" },
	{ { 0, 0, 1 }, "a time", "s" },
	{ { 0, 0, -1 }, "a rate", "1/s" },
	{ { 0, 0, -2 }, "an angular acceleration", "1/s^2" },
	{ { 0, 1, -1 }, "a velocity", "m/s" },
	{ { 0, 1, -2 }, "an acceleration", "m/s^2" },
	{ { 1, 1, 0 }, "a first moment of mass", "kg m" },
	{ { 1, 2, 0 }, "a moment of inertia", "kg m^2" },
	{ { 1, 1, -2 }, "a force", "N" },
	{ { 1, 0, -2 }, "a stiffness", "N/m" },
	{ { 1, 0, -1 }, "a damping", "N s/m" },
	{ { 1, -1, -2 }, "a pressure", "Pa" },
	{ { 1, 2, -2 }, "a moment or energy", "N m" },
	{ { 1, 2, -1 }, "a damping of turning", "N m s" },
	{ { 1, 2, -3 }, "a power", "W" },
};

bool dim_equal(struct Dim a, struct Dim b)
{
	return a.kg == b.kg && a.m == b.m && a.s == b.s;
}

/* a + power b, bounded; no sound model comes near the bound. */
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

static int quantity(struct Dim dim)
{
	for (int i = 0; i < (int)(sizeof quantities / sizeof *quantities); i++)
		if (dim_equal(dim, quantities[i].dim))
			return i;
	return -1;
}

const char *dim_symbol(struct Arena *arena, struct Dim dim)
{
	int known = quantity(dim);
	if (known >= 0)
		return quantities[known].symbol;
	struct Text text = text_new(arena);
	put_power(&text, "kg", dim.kg);
	put_power(&text, "m", dim.m);
	put_power(&text, "s", dim.s);
	return text_string(&text);
}

bool dim_common(struct Dim dim, const char **name, const char **symbol)
{
	int known = quantity(dim);
	*name = known >= 0 ? quantities[known].name : NULL;
	*symbol = known >= 0 ? quantities[known].symbol : NULL;
	return known >= 0;
}

const char *dim_describe(struct Arena *arena, struct Dim dim)
{
	int known = quantity(dim);
	if (dim_equal(dim, dim_none))
		return quantities[known].name;
	return text_print(arena, "%s [%s]", known >= 0 ? quantities[known].name : "a quantity", dim_symbol(arena, dim));
}

const char *unit_name(size_t i)
{
	return i < sizeof units / sizeof *units ? units[i].name : NULL;
}

static const struct Unit *find(const char *name, size_t length, bool late)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].name[0] == *name && units[i].late <= late && strlen(units[i].name) == length &&
		    memcmp(units[i].name, name, length) == 0)
			return &units[i].unit;
	return NULL;
}

const struct Unit *unit_find(const char *name, size_t length)
{
	return find(name, length, true);
}

bool unit_is_reserved(const char *name, size_t length)
{
	return find(name, length, false) != NULL;
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
	NEAREST_EACH(nearest, units, sizeof units / sizeof *units, name);
}
