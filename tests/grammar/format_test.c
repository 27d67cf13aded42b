/* Table of formats: recognition of sources, options of each format, names in messages. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "grammar/formats/format.h"
#include "grammar/include.h"
#include "rigidc.h"
#include "suite.h"

static const struct Row {
	const char *text, *root;
} rows[] = {
	/* root: NULL without XML */
	{ "model t\n", NULL },
	{ "", NULL },
	{ " \n", NULL },
	{ "\xef\xbb\xbf\n", NULL },
	{ "a < b", NULL },
	{ "<robot name=\"t\">", "robot" },
	{ "<robot>", "robot" },
	{ "<robot/>", "robot" },
	{ "\xef\xbb\xbf \r\n\t<robot\nname='t'>", "robot" },
	{ "<?xml version=\"1.0\"?>\n<!-- <sdf> -->\n<!DOCTYPE mujoco>\n<mujoco model=\"t\">", "mujoco" },
	{ "<?xml version=\"1.0\"?><sdf version=\"1.9\">", "sdf" },
	{ "<!-- > --><OpenSimDocument>", "OpenSimDocument" },
	{ "<!-- never ends", "" },
	{ "<", "" },
	{ "<  robot>", "" },
	{ "<robo", "robo" },
};

LOOP_TEST(root_of_each_text, (int)(sizeof rows / sizeof *rows))
{
	const struct Row *row = &rows[_i];
	size_t length = 0;
	const char *root = format_root(row->text, strlen(row->text), &length);
	ck_assert_msg(!root == !row->root, "\"%s\"", row->text);
	if (root)
		ck_assert_msg(length == strlen(row->root) && memcmp(root, row->root, length) == 0, "\"%s\": %.*s",
		              row->text, (int)length, root);
	const struct Format *format = format_of_source("t.rig", row->text, strlen(row->text));
	ck_assert_msg(format_is_own(format) == !row->root, "\"%s\" is %s", row->text, format->called);
}

/* A format that is no XML is known by the ending of a name. */
TEST(format_of_an_ending)
{
	ck_assert_ptr_eq(format_of_source("a/b.csv", "theta", 5), &format_table[FORMAT_DH]);
	ck_assert_ptr_eq(format_of_source("a/b.csv", "<sdf/>", 6), &format_table[FORMAT_SDF]);
	ck_assert(format_is_own(format_of_source("csv", "theta", 5)));
	ck_assert(format_is_own(format_of_source("a.csv/b", "theta", 5)));
}

/* Source that ends at the end of its memory. */
TEST(no_byte_behind_the_text)
{
	static const char text[] = "<?xml version=\"1.0\"?><!-- <sdf> --> <robot name=\"t\">";
	for (size_t length = 0; length < sizeof text; length++) {
		char *copy = malloc(length ? length : 1);
		memcpy(copy, text, length);
		ck_assert_ptr_nonnull(format_of_source("t", copy, length));
		free(copy);
	}
}

/* Rows are complete: distinct names, as in the library; a reader; a root, except for rigidc's own language. */
TEST(rows_are_whole)
{
	ck_assert_ptr_null(rigidc_format_name(RIGIDC_BY_CONTENT));
	ck_assert_ptr_null(rigidc_format_name((rigidc_format)(FORMAT_COUNT + 1)));
	ck_assert_ptr_null(rigidc_format_name((rigidc_format)-1));
	for (int i = 0; i < FORMAT_COUNT; i++) {
		const struct Format *format = &format_table[i];
		ck_assert_str_eq(rigidc_format_name((rigidc_format)(1 + i)), format->name);
		ck_assert(format->read && format->shut && format->wide);
		ck_assert(!format_is_own(format) || !format->root);
		for (int k = 0; k < i; k++)
			ck_assert_str_ne(format->name, format_table[k].name);
	}
	for (size_t option = 0; format_option(option); option++) {
		int takers = 0;
		for (int i = 0; i < FORMAT_COUNT; i++)
			takers += format_takes(&format_table[i], option);
		ck_assert(takers > 0 && takers < FORMAT_COUNT);
	}
}

TEST(options_of_others_are_refused)
{
	struct Guard guard = { .fault = FAULT_NONE };
	struct Arena arena;
	const struct Request given[] = { { .base = BASE_FREE },      { .keep_damping = true }, { .keep_rotors = true },
		                         { .keep_actuators = true }, { .keep_forces = true },  { .sensors = 1 },
		                         { .snap_angles = 1e-5 },    { .markers = true },      { .muscles = true },
		                         { .model = "a" },           { .dh = DH_STANDARD } };
	static const char *const refused[] = {
		"--base is for a URDF, an OpenSim model, an MJCF file or an SDFormat file; a .rig file has joints of the type `free` instead",
		"--keep=damping is for a URDF, an MJCF file, an SDFormat file or a DH table; a .rig file has `damping` and `friction` instead",
		"--keep=rotors is for a URDF; a .rig file has `armature` instead",
		"--keep=actuators is for an MJCF file; a .rig file has `input` instead",
		"--keep=forces is for an OpenSim model or an SDFormat file; a .rig file has `passive` instead",
		"--sensor is for a URDF; a .rig file has `sensor` at fixed joints instead",
		"--snap-angles is for a URDF; a .rig file has angles as exact as they are written instead",
		"--keep=markers is for an OpenSim model; a .rig file has `frame` instead",
		"--muscles is for an OpenSim model or an MJCF file; a .rig file has `tendon` instead",
		"--from=sdf:NAME is for an SDFormat file; a .rig file has one model instead",
		"--dh is for a DH table; a .rig file has `dh`, `mdh` and units instead",
	};
	const struct Request none = { .no_snapping = true }, several = { .base = BASE_FREE, .sensors = 1 },
			     table = { .dh_degrees = true, .dh_millimetres = true };
	struct Included robot = { .format = &format_table[FORMAT_URDF] }, part = { .format = NULL };
	struct Included *file[] = { &part, &robot };
	const struct Includes alone = { .count = 0 }, parts = { .item = file, .count = 1 },
			      robots = { .item = file, .count = 2 };
	arena_init(&arena, &guard);
	ck_assert_int_eq(setjmp(guard.jump), 0);
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		const struct Request *asked = &given[i];
		const bool osim = asked->markers || asked->muscles || asked->keep_forces;
		const struct Format *taker = &format_table[osim                    ? FORMAT_OSIM
		                                           : asked->keep_actuators ? FORMAT_MJCF
		                                           : asked->model          ? FORMAT_SDF
		                                           : asked->dh             ? FORMAT_DH
		                                                                   : FORMAT_URDF];
		ck_assert_ptr_null(format_refused(&arena, taker, &given[i], &alone));
		ck_assert_str_eq(format_refused(&arena, &format_table[FORMAT_RIG], &given[i], &parts), refused[i]);
	}
	ck_assert_ptr_null(format_refused(&arena, &format_table[FORMAT_RIG], &none, &alone));
	ck_assert_str_eq(format_refused(&arena, &format_table[FORMAT_RIG], &given[0], &robots), refused[0]);
	ck_assert_str_eq(
		format_refused(&arena, &format_table[FORMAT_DH], &several, &alone),
		"--base and --sensor are for a URDF, an OpenSim model, an MJCF file or an SDFormat file; this is a DH table");
	ck_assert_str_eq(format_refused(&arena, &format_table[FORMAT_RIG], &table, &alone),
	                 "--dh is for a DH table; a .rig file has `dh`, `mdh` and units instead");
	for (size_t i = 1; i < sizeof given / sizeof *given; i++)
		if (!format_refused(&arena, &format_table[FORMAT_URDF], &given[i], &alone))
			ck_assert_ptr_null(format_refused(&arena, &format_table[FORMAT_RIG], &given[i], &robots));
	arena_free(&arena);
}

TEST(names_in_sentences)
{
	char out[100], little[6];
	ck_assert_str_eq(format_names(out, sizeof out, FORMAT_TITLES, (struct FormatChoice){ .own = true }),
	                 ".rig, URDF, OpenSim, MJCF, SDFormat or DH table");
	ck_assert_str_eq(format_names(out, sizeof out, FORMAT_CALLED, (struct FormatChoice){ .own = false }),
	                 "a URDF, an OpenSim model, an MJCF file, an SDFormat file or a DH table");
	ck_assert_str_eq(format_names(out, sizeof out, FORMAT_CALLED,
	                              (struct FormatChoice){ .own = true, .taking = 1 }),
	                 "a URDF, an OpenSim model, an MJCF file or an SDFormat file");
	ck_assert_str_eq(format_names(out, sizeof out, FORMAT_CALLED,
	                              (struct FormatChoice){ .own = true, .taking = 4 }),
	                 "a URDF");
	ck_assert_str_eq(format_names(little, sizeof little, FORMAT_TITLES, (struct FormatChoice){ .own = true }),
	                 ".rig,");
}

SUITE("format")
