/* Options of the library: known options are taken, others are refused with a message. */
#include <string.h>

#include "run.h"
#include "suite.h"

static const char text[] = "model bar\nbody bar on world { joint j : revolute(y)\nmass 1 kg\ncom (1, 0, 0)\n}\n";

static void refused(const rigidc_options *options, const char *message)
{
	rigidc_model *model;
	rigidc_function *function;
	ck_assert_int_eq(rigidc_read(text, sizeof text - 1, "bar", options, &model), RIGIDC_USAGE);
	ck_assert_msg(strstr(rigidc_messages(model), message), "%s", rigidc_messages(model));
	ck_assert_int_ne(rigidc_function_new(model, "rnea", RIGIDC_EVALUATOR, &function), RIGIDC_OK);
	ck_assert_ptr_null(function);
	rigidc_model_free(model);
}

TEST(unknown_names_are_refused)
{
	static const char *const unknown[] = { "pairwise-cse", "foo" }, *const needed[] = { "lower" };
	refused(&(rigidc_options){ .sincos = "fast" }, "inline, libm or given, not 'fast'");
	refused(&(rigidc_options){ .sincos = "" }, "inline, libm or given");
	refused(&(rigidc_options){ .search = "Quick" }, "none, quick or thorough, not 'Quick'");
	refused(&(rigidc_options){ .no_pass = unknown, .no_passes = 2 }, "no pass 'foo'");
	refused(&(rigidc_options){ .no_pass = needed, .no_passes = 1 }, "'lower' cannot be left out");
	refused(&(rigidc_options){ .fma = 3 }, "0, 1, 2 or -1, not 3");
	refused(&(rigidc_options){ .batch = "3" }, "auto, 2, 4, 8 or 16, not '3'");
	refused(&(rigidc_options){ .matrix = "dense" }, "full, packed, sparse or packed-sparse, not 'dense'");
	refused(&(rigidc_options){ .code_size = "" }, "auto, on or off, not ''");
	refused(&(rigidc_options){ .preset = "fast" }, "portable, native, throughput or microcontroller, not 'fast'");
	refused(&(rigidc_options){ .fma = -2 }, "0, 1, 2 or -1, not -2");
	refused(&(rigidc_options){ .base = "wheels" }, "fixed or free, not 'wheels'");
	refused(&(rigidc_options){ .batch = "4", .code_size = "on" },
	        "code_size and batch exclude each other: one is for bytes");
	refused(&(rigidc_options){ .no_snapping = 1, .snap_angles = 1e-5 },
	        "no_snapping and snap_angles exclude each other");
	refused(&(rigidc_options){ .closure = 0.5 },
	        "closure and closure_angle are from 1e-15 to 0.1, or 0, not 0.5 and 0");
	refused(&(rigidc_options){ .level = 5 }, "not -O4");
	refused(&(rigidc_options){ .level = -1 }, "-O0 to -O3");
}

TEST(known_names_are_taken)
{
	static const char *const sincos[] = { NULL, "libm", "inline", "given" };
	static const char *const search[] = { NULL, "none", "quick", "thorough" };
	static const char *const no_pass[] = { "pairwise-cse", "search" };
	for (int i = 0; i < 4; i++) {
		rigidc_options options = {
			.sincos = sincos[i], .search = search[i], .level = 1 + i, .no_pass = no_pass, .no_passes = 2
		};
		const double q = 1, qd = 0, qdd = 0, sc[] = { 0, 1 }, *const in[] = { &q, &qd, &qdd, sc };
		double tau, *const out[] = { &tau };
		const char *header;
		rigidc_model *model = run_read("bar", text, sizeof text - 1, &options);
		ck_assert_int_eq(rigidc_emit(model, NULL, NULL, &header, NULL), RIGIDC_OK);
		rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
		ck_assert_int_eq(rigidc_inputs(rnea), i == 3 ? 4 : 3);
		if (i == 3) {
			ck_assert_str_eq(rigidc_input_name(rnea, 3), "sc");
			ck_assert_uint_eq(rigidc_input_size(rnea, 3), 2);
		}
		rigidc_call(rnea, in, out);
		/* weight of a bar that lies at 0, or hangs down by 1 rad */
		ck_assert_double_eq_tol(tau, -9.80665 * (i == 3 ? 1 : 0.5403023058681398), 0.01);
		rigidc_function_free(rnea);
		rigidc_model_free(model);
	}
}

static void has_banner(const rigidc_options *options, const char *made_with)
{
	const char *header;
	rigidc_model *model = run_read("bar", text, sizeof text - 1, options);
	ck_assert_int_eq(rigidc_emit(model, "rnea", NULL, &header, NULL), RIGIDC_OK);
	ck_assert_msg(strstr(header, made_with), "%.300s", header);
	rigidc_model_free(model);
}

TEST(a_preset_sets_what_is_not_set)
{
	has_banner(&(rigidc_options){ .preset = "microcontroller" },
	           " * Made with -f rnea --preset=microcontroller --real float --size=on.\n");
	has_banner(&(rigidc_options){ .preset = "microcontroller", .real_float = -1, .code_size = "off" },
	           " * Made with -f rnea --preset=microcontroller --size=off.\n");
	has_banner(&(rigidc_options){ .preset = "throughput", .fma = -1, .batch = "4" },
	           " * Made with -f rnea --preset=throughput --batch 4.\n");
	has_banner(&(rigidc_options){ .preset = "throughput", .code_size = "on" },
	           " * Made with -f rnea --preset=throughput --size=on --fma=auto.\n");
}

SUITE("options")
