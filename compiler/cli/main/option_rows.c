/* The table of options, with the function that applies each value. */
#include "option_rows.h"

#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/draw/scene.h"
#include "cli/package/package_kind.h"
#include "cli/waiting.h"
#include "base/diag.h"
#include "c/dialect.h"
#include "dynamics/plan/search.h"
#include "pipeline/choose_folding.h"
#include "pipeline/pass.h"
#include "program/program.h"
#include "runtime/settings.h"

bool option_append(const char *const **list, size_t *count, const char *string)
{
	const char **wider = realloc((void *)*list, (*count + 1) * sizeof *wider);
	if (!wider) {
		complain("out of memory");
		return false;
	}
	wider[(*count)++] = string;
	*list = wider;
	return true;
}

/* --- a function for each option; false after a message --- */

/* Setter for an option with an unchecked value, for a switch, or for a choice already found by name. */
#define SETTER(function, field, setting) \
	static bool function(struct Reading *r, char *value) \
	{ \
		(void)value; \
		r->options->field = setting; \
		return true; \
	}

SETTER(set_functions, functions, value)
SETTER(set_output, output, value)
SETTER(set_gravity, library.gravity, value)
SETTER(set_time, time, value)
SETTER(set_every, every, value)
SETTER(set_step, step, value)
SETTER(set_pose, pose, value)
SETTER(set_q, q, value)
SETTER(set_qd, qd, value)
SETTER(set_input, input, value)
SETTER(set_pd, pd, value)
SETTER(set_plot, plot, value)
SETTER(set_animate, animate, value)
SETTER(set_columns, columns, value)
SETTER(set_phase, phase, value)

SETTER(set_misra, library.misra, 1)
SETTER(set_zeros, library.zeros_once, r->choice)
SETTER(set_damping, library.keep_damping, 1)
SETTER(set_rotors, library.keep_rotors, 1)
SETTER(set_json, json, true)
SETTER(set_cost, cost, true)
SETTER(set_check, check, true)
SETTER(set_base, base_parameters, true)
SETTER(set_header, header, true)
SETTER(set_list_columns, list_columns, true)
SETTER(set_depends, depends, true)
SETTER(set_self_test, self_test, true)
SETTER(set_keep, keep, true)
SETTER(set_differentiate, differentiate, true)
SETTER(set_unwrap, unwrap, true)

/* names of choices, in the order of the values that they set */
static const char *const real_name[] = { "double", "float" };
static const char *const batch_width[] = { "auto", "2", "4", "8", "16" }; /* batch_name without the first */
static const char *const root_name[] = { "fixed", "free" };               /* base_name without the first */
static const char *const depends_name[] = { "D" };
static const char *const zeros_name[] = { "always", "once" };
static const char *const limit_name[] = { "stop", "ignore" };
static const char *const integrator_name[] = {
#define INTEGRATOR(id, name, adaptive, begin, go, end) name,
#include "cli/sim/integrators.def"
};
static const char *const package_name[] = {
#define PACKAGE(id, name, summary, code, lower, taken, refused) name,
#include "cli/package/packages.def"
};
static const char *const fma_name[] = { "on", "auto" };
static const char *const contract_name[] = { "off", "allow" };
static const char *const format_name[] = {
#define FORMAT(id, name, title, called, ending, root, options, read, instead, shut, wide) name,
#include "grammar/formats.def"
};
static const char *const tier_name[] = { "tcc", "cc", "none" };
static const rigidc_tier tiers[] = { RIGIDC_TCC, RIGIDC_CC, RIGIDC_EVALUATOR };

SETTER(set_limits, ignore_limits, r->choice)
SETTER(set_matrix, library.matrix, matrix_name[r->choice])
SETTER(set_code_size, library.code_size, code_size_name[r->choice])
SETTER(set_root, library.base, base_name[BASE_FIXED + r->choice])
SETTER(set_integrator, integrator, r->choice)
SETTER(set_view, view, r->choice)
SETTER(set_package, package, r->choice)
SETTER(set_fma, library.fma, FMA_ON + r->choice)
SETTER(set_real, library.real_float, r->choice)
SETTER(set_contract, library.contract, r->choice)
SETTER(set_from, library.from, (rigidc_format)(1 + r->choice))
SETTER(set_sincos, library.sincos, sincos_name[r->choice])
SETTER(set_batch, library.batch, batch_name[BATCH_AUTO + r->choice])
SETTER(set_lanes, library.lanes, limb_lanes_name[r->choice])

/* Adder for an option that may be repeated. */
#define ADDER(function, list, count) \
	static bool function(struct Reading *r, char *value) \
	{ \
		return option_append(&r->options->list, &r->options->count, value); \
	}

ADDER(add_define, library.define, library.defines)
ADDER(add_include, library.include, library.includes)
ADDER(add_lock, library.lock, library.locks)
ADDER(add_tau, tau, taus)
ADDER(add_map, map, maps)
ADDER(add_map_file, map_file, map_files)
ADDER(add_param, param, params)

/* Appends names separated by commas. */
static bool append_names(const char *const **list, size_t *count, char *names)
{
	for (;;) {
		size_t length = strcspn(names, ",");
		bool more = names[length] == ',';
		names[length] = '\0';
		if (!option_append(list, count, names))
			return false;
		if (!more)
			return true;
		names += length + 1;
	}
}

#define NAMES_ADDER(function, list, count) \
	static bool function(struct Reading *r, char *value) \
	{ \
		return append_names(&r->options->list, &r->options->count, value); \
	}

NAMES_ADDER(add_wrench, library.wrench, library.wrenches)
NAMES_ADDER(add_sensor, library.sensor, library.sensors)
NAMES_ADDER(add_parametrize, library.parametrize, library.parametrizes)

static bool set_prefix(struct Reading *r, char *value)
{
	r->options->library.prefix = value;
	if (!*value)
		complain("--prefix needs a name");
	return *value != '\0';
}

static bool set_jit(struct Reading *r, char *value)
{
	(void)value;
	r->options->jit = tiers[r->choice];
	r->options->jit_given = true;
	return true;
}

static enum Pass find_pass(const char *name)
{
	enum Pass pass = pass_find(name);
	if (pass == PASS_COUNT)
		complain("there is no pass '%s'; see rigidc --list=passes", name);
	return pass;
}

static bool set_dump(struct Reading *r, char *value)
{
	r->options->dump = value;
	return find_pass(value) != PASS_COUNT;
}

static bool set_level(struct Reading *r, char *value)
{
	bool good = value[0] >= '0' && value[0] <= '0' + LEVEL_MOST && !value[1];
	if (good)
		r->options->library.level = 1 + value[0] - '0';
	else
		complain("-O takes a level from 0 to %d, not '%s'", LEVEL_MOST, value);
	return good;
}

static bool set_search(struct Reading *r, char *value)
{
	(void)value;
	r->options->library.search = search_name[r->choice];
	r->options->library.progress = r->choice == SEARCH_THOROUGH ? waiting_progress : NULL;
	return true;
}

ADDER(append_no_pass, library.no_pass, library.no_passes)

static bool add_no_pass(struct Reading *r, char *value)
{
	enum Pass pass = find_pass(value);
	if (pass != PASS_COUNT && pass_table[pass].from == ALWAYS)
		complain("pass '%s' cannot be left out: the next one needs it", value);
	else if (pass != PASS_COUNT)
		return append_no_pass(r, value);
	return false;
}

static bool set_snap(struct Reading *r, char *value)
{
	char *end;
	double within = strtod(value, &end);
	r->options->library.snap_angles = within;
	r->options->library.no_snapping = within == 0;
	if (end != value && !*end && within >= 0 && within <= SETTINGS_SNAP_MOST)
		return true;
	complain("--snap-angles is an angle in rad from 0 to %g, not '%s'", SETTINGS_SNAP_MOST, value);
	return false;
}

static bool set_filter(struct Reading *r, char *value)
{
	char *end;
	r->options->filter = strtod(value, &end);
	if (end != value && !*end && r->options->filter > 0 && r->options->filter < 1e9)
		return true;
	complain("--filter is a frequency in Hz, not '%s'", value);
	return false;
}

static bool set_seed(struct Reading *r, char *value)
{
	char *end;
	r->options->seed = strtoul(value, &end, 10);
	if (*value >= '0' && *value <= '9' && !*end && strlen(value) <= 9)
		return true;
	complain("--seed is a whole number below 10^9, not '%s'", value);
	return false;
}

/* Reads a tolerance from `least` to `most`. Below `least` doubles do not resolve the error of a step. */
static bool set_tolerance(const char *option, const char *value, double least, double most, double *tolerance)
{
	char *end;
	*tolerance = strtod(value, &end);
	if (end != value && !*end && *tolerance >= least && *tolerance <= most)
		return true;
	complain("%s is a number from %g to %g, not '%s'", option, least, most, value);
	return false;
}

static bool set_rtol(struct Reading *r, char *value)
{
	return set_tolerance("--rtol", value, 1e-14, 0.1, &r->options->rtol);
}

static bool set_atol(struct Reading *r, char *value)
{
	return set_tolerance("--atol", value, 1e-300, 1e300, &r->options->atol);
}

ADDER(append_warning, library.warning, library.warnings)

static bool add_warning(struct Reading *r, char *value)
{
	/* -Werror and -Werror=name arrive as "error" and "error=name" */
	size_t prefix = strncmp(value, "no-", 3) == 0 ? 3 : strncmp(value, "error=", 6) == 0 ? 6 : 0;
	const char *name = value + prefix;
	if (strcmp(value, "error") == 0)
		return append_warning(r, value);
	int check = check_find(name);
	if (check < 0) {
		complain_check(name);
		return false;
	}
	if (check_table[check].severity == SEVERITY_ERROR && name == value + 3) {
		complain("'%s' is an error and cannot be switched off", name);
		return false;
	}
	return append_warning(r, value);
}

/* --- the table --- */

/* clang-format off */
#define NONE { NULL, NULL, 0, false }
#define ANY(form) { form, NULL, 0, false }
#define ONE_OF(name) { NULL, name, sizeof name / sizeof *name, false }
#define PERHAPS_ONE_OF(name) { NULL, name, sizeof name / sizeof *name, true }

const struct OptionRow option_rows[] = {
	{ "functions", 'f', ANY("FN[,FN...]"), OPTION_CODE,
	  "functions; name=FN+FN fuses several into one", set_functions },
	{ "output", 'o', ANY("FILE"), OPTION_OUTPUT,
	  "NAME.h: one header; NAME.c: NAME.c and NAME.h; NAME.mjs: JavaScript; NAME.py: NumPy; NAME.rig (import); NAME.html (report); "
	  "NAME.svg, .png, .pdf (plot); a folder (package); - : here", set_output },
	{ "for", 0, ONE_OF(package_name), OPTION_PACKAGE, "what it is a package of (rigidc --list=packages)", set_package },
	{ "prefix", 0, ANY("NAME"), OPTION_CODE, "prefix of the C names (the model's name)", set_prefix },
	{ "real", 0, ONE_OF(real_name), OPTION_CODE, "type of the numbers in C", set_real },
	{ "wrench", 0, ANY("BODY[,...]|all"), OPTION_CODE, "external wrenches as an input f_ext", add_wrench },
	{ "lock", 0, ANY("JOINT[=value]"), OPTION_CODE, "fix a joint at a position (0)", add_lock },
	{ "define", 'D', ANY("NAME=value"), OPTION_CODE, "replace a const of the model", add_define },
	{ "include", 'I', ANY("DIR"), OPTION_MODEL, "a folder of files that the model includes", add_include },
	{ "depends", 'M', ONE_OF(depends_name), OPTION_DEPENDS, "-MD: FILE.d says to make what files FILE of -o is made of", set_depends },
	{ "gravity", 0, ANY("VECTOR"), OPTION_CODE, "instead of the model's, in m/s^2: '(0, 0, -1.62)'", set_gravity },
	{ "parametrize", 0, ANY("KIND[,...]"), OPTION_CODE,
	  "given at run time: inertial, body:BODY, payload:FRAME, geometry, gravity", add_parametrize },
	{ "param", 0, ANY("NAME=value"), OPTION_JIT, "the value of a parameter (its default)", add_param },
	{ "header", 0, NONE, OPTION_ROWS, "write CSV with a first line of names", set_header },
	{ "keep-columns", 0, NONE, OPTION_ROWS, "carry other columns along, where the input has a first line of names", set_keep },
	{ "columns", 0, NONE, OPTION_ROWS, "list the columns of the input: name, unit, meaning; read nothing", set_list_columns },
	{ "map", 0, ANY("'NAME = EXPR'"), OPTION_ROWS, "make an input of columns: 'q.knee = th_shank - th_thigh'", add_map },
	{ "maps", 0, ANY("FILE"), OPTION_ROWS, "a file of lines NAME = EXPR, each as if given by --map", add_map_file },
	{ "filter", 0, ANY("HZ"), OPTION_ROWS, "smooth measured q: Butterworth, forth and back, -3 dB at HZ; needs a column t", set_filter },
	{ "differentiate", 0, NONE, OPTION_ROWS, "qd and qdd from q by splines over t, where no column says them", set_differentiate },
	{ "unwrap", 0, NONE, OPTION_ROWS, "take whole turns out of measured angles where they jump by more than half of one", set_unwrap },
	{ "time", 0, ANY("S"), OPTION_SIM, "how long: 10, 500 ms", set_time },
	{ "dt", 0, ANY("S"), OPTION_SIM, "the time between rows", set_every },
	{ "integrator", 0, ONE_OF(integrator_name), OPTION_SIM,
	  "the method (cvode where it is built in and no --step is given, else fixed)", set_integrator },
	{ "rtol", 0, ANY("R"), OPTION_SIM, "cvode, arkode: what a step may be wrong by, of each number (1e-13; of floats 1e-5)", set_rtol },
	{ "atol", 0, ANY("A"), OPTION_SIM, "cvode, arkode: and beside it, in SI (1e-14; of floats 1e-6)", set_atol },
	{ "step", 0, ANY("S"), OPTION_SIM, "of the method; cvode, arkode: at most (fixed: 1 ms)", set_step },
	{ "pose", 0, ANY("NAME"), OPTION_SIM, "where it begins, by a name that the model has", set_pose },
	{ "q", 0, ANY("'NAME = EXPR, ...'"), OPTION_SIM, "where it begins; or a vector of all (0, no turn)", set_q },
	{ "qd", 0, ANY("'NAME = EXPR, ...'"), OPTION_SIM, "how fast it begins (0)", set_qd },
	{ "tau", 0, ANY("'NAME = EXPR'"), OPTION_SIM, "an input, of `time`, coordinates and, with a d behind, velocities", add_tau },
	{ "input", 0, ANY("FILE"), OPTION_SIM, "inputs over time: columns t, tau.NAME, f_ext.NAME.fx ..., interpolated", set_input },
	{ "pd", 0, ANY("POSE,KP,KD"), OPTION_SIM, "inputs KP (q of the pose - q) - KD qd too, of joints without a quaternion", set_pd },
	{ "at-limit", 0, ONE_OF(limit_name), OPTION_SIM, "at a limit of a joint: stop (default), or go on", set_limits },
	{ "plot", 0, ANY("FILE"), OPTION_SIM, "a picture of it too: NAME.svg, .png, .pdf", set_plot },
	{ "animate", 0, ANY("FILE"), OPTION_SIM, "its skeleton that moves: NAME.svg, .html, .gif", set_animate },
	{ "view", 0, ONE_OF(scene_view), OPTION_SIM, "of --animate: to the right and upward (where it moves most)", set_view },
	{ "columns", 0, ANY("PATTERN[,...]"), OPTION_PLOT, "those to be drawn: 'q.*,tau.elbow' (all)", set_columns },
	{ "phase", 0, ANY("NAME"), OPTION_PLOT, "a phase portrait: qd.NAME over q.NAME", set_phase },
	{ "level", 'O', ANY("0|1|2|3"), OPTION_CODE,
	  "how much work to save: 0 is the textbook's form (3)", set_level },
	{ "no-pass", 0, ANY("PASS"), OPTION_CODE, "leave a pass out (rigidc --list=passes)", add_no_pass },
	{ "search", 0, ONE_OF(search_name), OPTION_CODE,
	  "how long to look for the cheapest form (quick; eval: none)", set_search },
	{ "sincos", 0, ONE_OF(sincos_name), OPTION_CODE,
	  "sines and cosines: in the code itself (default), libm's, or inputs", set_sincos },
	{ "batch", 0, ONE_OF(batch_width), OPTION_CODE,
	  "functions of many states too, so many at once, one a lane", set_batch },
	{ "lanes", 0, { NULL, limb_lanes_name, LIMB_LANES_COUNT, false }, OPTION_CODE,
	  "limbs that are alike side by side, in lanes of vectors, so many (auto: where it pays)", set_lanes },
	{ "fma", 0, PERHAPS_ONE_OF(fma_name), OPTION_CODE,
	  "fma(a, b, c) for a*b + c where only the sum reads a*b, in sines too; auto: if the machine has it", set_fma },
	{ "size", 0, ONE_OF(code_size_name), OPTION_CODE,
	  "on: few bytes of machine code, with loops over angles, like limbs and zeros; auto: as off", set_code_size },
	{ "matrix", 0, ONE_OF(matrix_name), OPTION_CODE,
	  "packed: symmetric matrices as their lower triangle, by rows; sparse: the entries that are not zero by structure", set_matrix },
	{ "zeros", 0, ONE_OF(zeros_name), OPTION_CODE,
	  "once: NAME_FN_init writes the zeros of matrices, the function the rest (always)", set_zeros },
	{ "misra", 0, NONE, OPTION_CODE, "C in the form that MISRA C:2012 asks for: more parentheses, a declaration a line", set_misra },
	{ "fp-contract", 0, ONE_OF(contract_name), OPTION_CODE,
	  "may the C compiler fuse a*b + c? (off)", set_contract },
	{ "jit", 0, ONE_OF(tier_name), OPTION_JIT,
	  "how to run: libtcc (default), the C compiler, an evaluator", set_jit },
	{ "self-test", 0, NONE, OPTION_DUMP | OPTION_PACKAGE, "NAME_test.h too: does the compiled code compute the bits that it should?", set_self_test },
	{ "dump", 0, ANY("PASS"), OPTION_DUMP, "the state after a pass instead of C", set_dump },
	{ "json", 0, NONE, OPTION_JSON, "as JSON", set_json },
	{ "cost", 0, NONE, OPTION_COST, "what each line costs in operations, and what could be simpler (info)", set_cost },
	{ "seed", 0, ANY("N"), OPTION_COST, "of the random states of --cost (1)", set_seed },
	{ "base-parameters", 0, NONE, OPTION_INFO, "instead what the base parameters are made of", set_base },
	{ "check", 0, NONE, OPTION_FMT, "write nothing: exit 1 if it would differ", set_check },
	{ "check", 0, NONE, OPTION_DEPENDS, "write nothing: exit 1 if a file of -o is not what would be written", set_check },
	{ "from", 0, ONE_OF(format_name), OPTION_MODEL,
	  "format of the model, whatever it begins with", set_from },
	{ "base", 0, ONE_OF(root_name), OPTION_MODEL,
	  "free: the body that is fixed to the world is free (fixed)", set_root },
	{ "snap-angles", 0, ANY("EPS"), OPTION_MODEL,
	  "angles within EPS rad of a quarter turn are that; 0: none (1e-10)", set_snap },
	{ "keep-damping", 0, NONE, OPTION_MODEL, "take damping and friction of joints", set_damping },
	{ "sensor", 0, ANY("JOINT[,...]"), OPTION_MODEL, "fixed joints whose wrench `reaction` has", add_sensor },
	{ "keep-rotors", 0, NONE, OPTION_MODEL, "take rotor inertia, as armature of joints", set_rotors },
	{ "warn", 'W', ANY("[no-|error=]CHECK"), OPTION_MODEL,
	  "switch a check on, off, or to an error; -Werror: all", add_warning },
};
/* clang-format on */
const int option_count = sizeof option_rows / sizeof *option_rows;
_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTIONS_MOST,
               "each has a place in what getopt_long is given");
