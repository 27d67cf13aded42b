/* The base room: numbers, names, units, positions in a source. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/digest.h"
#include "base/dim.h"
#include "base/number.h"
#include "arena_fixture.h"
#include "suite.h"
#include "trees/random_bits.h"

/* --- numbers --- */

static const char *printed(double value)
{
	struct Text text = text_new(&arena);
	number_put(&text, value);
	return text_string(&text);
}

TEST(numbers_are_short_and_read_back)
{
	uint64_t random = 7;
	ck_assert_str_eq(printed(0.1), "0.1");
	ck_assert_str_eq(printed(-4.8), "-4.8");
	ck_assert_str_eq(printed(1e-23), "1e-23");
	ck_assert_str_eq(printed(1.0 / 3), "0.3333333333333333");
	for (int i = 0; i < 20000; i++) {
		uint64_t bits = random_bits(&random);
		double value;
		memcpy(&value, &bits, sizeof value);
		if (isfinite(value))
			ck_assert(strtod(printed(value), NULL) == value);
	}
}

TEST(decimal_scaling_is_exact)
{
	static const struct {
		const char *digits;
		int shift;
		double value;
	} cases[] = {
		{ "93.4", -3, 0.0934 }, { "431.8", -3, 0.4318 }, { "1.5e2", -3, 0.15 }, { "7", 3, 7000 },
		{ ".5", -1, 0.05 },     { "2E-3", 3, 2 },        { "1", -400, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_double_eq(number_read(&arena, cases[i].digits, strlen(cases[i].digits), cases[i].shift),
		                    cases[i].value);
}

/* --- names --- */

TEST(names_are_found_again)
{
	struct NameTable table = names_new(&arena);
	for (int i = 0; i < 5000; i++)
		ck_assert_int_eq(names_add(&table, text_print(&arena, "name%d", i), i), i);
	for (int i = 0; i < 5000; i++) {
		ck_assert_int_eq(names_find(&table, text_print(&arena, "name%d", i)), i);
		ck_assert_int_eq(names_add(&table, text_print(&arena, "name%d", i), -7), i);
	}
	ck_assert_int_eq(names_find(&table, "name5000"), -1);
}

TEST(near_names_are_suggested)
{
	static const char *const candidates[] = { "forearm", "upper_arm", "hand" };
	static const struct {
		const char *wanted, *found;
	} cases[] = {
		{ "foreram", "forearm" }, { "Hand", "hand" }, { "uper_arm", "upper_arm" },
		{ "leg", NULL },          { "x", NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Nearest nearest;
		nearest_init(&nearest, cases[i].wanted);
		nearest_each(&nearest, candidates, 3, sizeof *candidates);
		if (cases[i].found)
			ck_assert_pstr_eq(nearest.found, cases[i].found);
		else
			ck_assert_ptr_null(nearest.found);
	}
}

TEST(names_of_structs_and_words_are_compared)
{
	static const struct {
		int number;
		const char *name;
	} rows[] = { { 1, "forearm" }, { 2, NULL }, { 3, "hand" } };
	struct Nearest nearest;
	nearest_init(&nearest, "hnad");
	NEAREST_EACH(&nearest, rows, 3, name);
	ck_assert_pstr_eq(nearest.found, "hand");
	nearest_init(&nearest, "hnad");
	nearest_words(&nearest, &arena, "forearm hand");
	ck_assert_pstr_eq(nearest.found, "hand");
	ck_assert(words_have("forearm hand", "hand", 4) && !words_have("forearm hand", "arm", 3));
	ck_assert(!words_have(NULL, "hand", 4));
}

/* Few candidates, none of them near, are listed once each. Many are not listed. */
TEST(candidates_are_listed_where_none_is_near)
{
	static const char *const names[] = { "forearm", "hand", "hand", "" };
	struct Sources sources;
	struct Diags diags;
	sources_init(&sources, &arena);
	diags_init(&diags, &arena, &sources);
	struct Span span = sources_option(&sources, "--lock", "tibia");
	struct Nearest nearest = diags_nearest(&diags, "tibia");
	nearest_each(&nearest, names, 4, sizeof *names);
	struct Diag *d = diag(&diags, CHECK_UNKNOWN_LOCK, span, "none");
	diag_nearest(&diags, d, &nearest);
	ck_assert_pstr_eq(d->help, "there are 'forearm', 'hand'");

	nearest = diags_nearest(&diags, "tibia");
	nearest_try(&nearest, "hand");
	diag_nearest(&diags, d = diag(&diags, CHECK_UNKNOWN_LOCK, span, "none"), &nearest);
	ck_assert_pstr_eq(d->help, "there is 'hand'");

	nearest = diags_nearest(&diags, "tibia");
	for (int i = 0; i < 25; i++)
		nearest_try(&nearest, text_print(&arena, "link%d", i));
	diag_nearest(&diags, d = diag(&diags, CHECK_UNKNOWN_LOCK, span, "none"), &nearest);
	ck_assert_ptr_null(d->help);
}

/* A search compares 2000 names, and a source has a hundred searches. */
TEST(searches_for_near_names_are_few)
{
	struct Diags diags;
	struct Nearest nearest;
	int searches = 0;
	nearest_init(&nearest, "hnad");
	for (int i = 0; i < 2000; i++)
		nearest_try(&nearest, "forearm");
	nearest_try(&nearest, "hand");
	ck_assert_ptr_null(nearest.found);
	diags_init(&diags, &arena, NULL);
	do {
		nearest = diags_nearest(&diags, "hnad");
		nearest_try(&nearest, "hand");
	} while (nearest.found && ++searches < 1000);
	ck_assert_int_eq(searches, 100);
}

/* --- units and dimensions --- */

TEST(units_have_their_scale)
{
	/* clang-format off */
	static const struct { const char *name; double value; } cases[] = {
		{ "mm", 1e-3 }, { "inch", 0.0254 }, { "ft", 0.3048 }, { "lb", 0.45359237 }, { "deg", 0.017453292519943295 },
		{ "rpm", 0.10471975511965977 }, { "rev", 6.283185307179586 }, { "lbf", 4.4482216152605 }, { "kN", 1e3 },
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct Unit *unit = unit_find(cases[i].name, strlen(cases[i].name));
		ck_assert_ptr_nonnull(unit);
		double value = unit->numerator / unit->denominator * pow(10, unit->ten) *
		               pow(3.14159265358979323846, unit->turns);
		ck_assert_double_eq_tol(value / cases[i].value, 1, 1e-15);
	}
	ck_assert_ptr_null(unit_find("parsec", 6));
}

TEST(units_have_powers)
{
	/* clang-format off */
	static const struct { const char *name; int power; double value; } cases[] = {
		{ "deg", -1, 57.29577951308232 }, { "deg", -2, 3282.806350011744 }, { "inch", -1, 39.37007874015748 },
		{ "inch", -3, 61023.74409473229 }, { "rpm", -1, 9.549296585513721 }, { "lb", -1, 2.2046226218487757 },
		{ "mm", -2, 1e6 }, { "ft", 2, 0.09290304 }, { "rev", -1, 0.15915494309189535 },
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Unit unit =
			unit_times(unit_one, *unit_find(cases[i].name, strlen(cases[i].name)), cases[i].power);
		double value =
			unit.numerator / unit.denominator * pow(10, unit.ten) * pow(3.14159265358979323846, unit.turns);
		ck_assert_double_eq_tol(value / cases[i].value, 1, 1e-14);
	}
}

TEST(dimensions_are_named)
{
	struct Dim speed_of_mass = { 1, 1, -1 };
	ck_assert_str_eq(dim_describe(&arena, dim_length), "a length [m]");
	ck_assert_str_eq(dim_describe(&arena, dim_inertia), "a moment of inertia [kg m^2]");
	ck_assert_str_eq(dim_describe(&arena, dim_none), "a plain number");
	ck_assert_str_eq(dim_describe(&arena, speed_of_mass), "a quantity [kg m s^-1]");
}

/* --- positions --- */

TEST(places_count_lines_and_characters)
{
	static const char text[] = "one\r\ntwo\rth\xc3\xa9ree\n\nfive";
	static const struct {
		uint32_t offset, line, column;
	} cases[] = {
		{ 0, 1, 1 },  { 2, 1, 3 },  { 5, 2, 1 },  { 9, 3, 1 },
		{ 13, 3, 4 }, { 17, 4, 1 }, { 18, 5, 1 }, { 22, 5, 5 },
	};
	struct Sources sources;
	sources_init(&sources, &arena);
	uint32_t source = sources_add(&sources, "a.rig", text, strlen(text));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct Span span = { cases[i].offset, cases[i].offset, source };
		struct Place place = sources_place(&sources, span);
		ck_assert_uint_eq(place.line, cases[i].line);
		ck_assert_uint_eq(place.column, cases[i].column);
	}
}

/* Lines that are longer than the distance of counted bytes, with ends of both kinds near it. */
TEST(places_on_long_lines_count_characters)
{
	enum { LENGTH = 10000 };
	char text[LENGTH + 4] = ""; /* ends like a string */
	for (size_t i = 0; i < LENGTH; i += 4)
		memcpy(text + i,
		       i % 4096 == 1020   ? "abc\n"
		       : i % 4096 == 2048 ? "ab\r\n"
		       : i % 3            ? "\xf0\x9f\xa4\x96"
		                          : "\xc3\xa9yz",
		       4);
	struct Sources sources;
	sources_init(&sources, &arena);
	uint32_t source = sources_add(&sources, "a.rig", text, LENGTH), line = 1, column = 1, wide = 0;
	for (uint32_t i = 0; i < LENGTH; i++) {
		struct Place place = sources_place(&sources, (struct Span){ i, i, source });
		bool begins = ((unsigned char)text[i] & 0xc0) != 0x80, ends = text[i] == '\n' || text[i] == '\r';
		if (begins && !ends) {
			ck_assert_uint_eq(place.line, line);
			ck_assert_uint_eq(place.column, column);
			ck_assert_uint_eq(place.wide, wide);
			ck_assert_ptr_eq(place.text + place.offset, text + i);
			ck_assert_uint_eq(strcspn(place.text, "\r\n") < place.length, false);
		}
		column += begins;
		wide += (unsigned char)text[i] >= 0xf0;
		if (text[i] == '\n') {
			line++;
			column = 1;
			wide = 0;
		}
	}
}

/* --- digests --- */

/* Computed by Python's hashlib; lengths around those where padding takes another block. */
TEST(digests_are_those_of_sha256)
{
	static const struct {
		size_t length;
		const char *digest;
	} cases[] = {
		{ 0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" },
		{ 3, "mDSHbc+wXLFnpcJJU+uljErImxrfV/KPL50JrxB+6PA=" },
		{ 55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=" },
		{ 56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=" },
		{ 63, "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=" },
		{ 64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=" },
		{ 119, "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps=" },
		{ 120, "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw=" },
		{ 1000, "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM=" },
	};
	char text[1000];
	memset(text, 'a', sizeof text);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_str_eq(digest_sha256(&arena, text, cases[i].length), cases[i].digest);
}

SUITE_BETWEEN("base", arena_begin, arena_end)
