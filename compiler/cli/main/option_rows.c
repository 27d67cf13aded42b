/* The table of options, with the function that applies each value. */
#include "option_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option_list.h"
#include "option_values.h"
#include "cli/complain.h"
#include "cli/package/package_kind.h"
#include "cli/waiting.h"
#include "base/diag.h"
#include "c/dialect.h"
#include "dynamics/plan/search.h"
#include "pipeline/choose_folding.h"
#include "pipeline/pass.h"
#include "program/program.h"
#include "runtime/preset.h"
#include "runtime/settings.h"

/* --- a function for each option; false after a message --- */

/* The field of the options that the row sets. */
static void *field_of(struct OptionReading *r)
{
	return (char *)r->options + r->row->field;
}

/* Sets a text: the value of the option. */
static bool set_text(struct OptionReading *r, char *value)
{
	*(const char **)field_of(r) = value;
	return true;
}

/* The number of the choice among several; else 1. */
static int number_of(const struct OptionReading *r)
{
	return r->row->argument.choices > 1 ? r->choice : 1;
}

static bool set_number(struct OptionReading *r, char *value)
{
	(void)value;
	*(int *)field_of(r) = number_of(r);
	return true;
}

static bool set_switch(struct OptionReading *r, char *value)
{
	(void)value;
	*(bool *)field_of(r) = number_of(r);
	return true;
}

/* Function and field of an option that only sets a field of struct Options. */
#define SETS(member) \
	_Generic(((struct Options *)NULL)->member, const char *: set_text, int: set_number, bool: set_switch), \
		offsetof(struct Options, member)

/* Function of an option that does more. */
#define DOES(function) function, 0

/* Setter for an option with a number of its own for each choice. */
#define SETTER(function, member, setting) \
	static bool function(struct OptionReading *r, char *value) \
	{ \
		(void)value; \
		r->options->member = setting; \
		return true; \
	}

/* Functions of a further -f follow those before. */
static bool add_functions(struct OptionReading *r, char *value)
{
	struct Options *options = r->options;
	if (!options->functions) {
		options->functions = value;
		return true;
	}
	size_t size = strlen(options->functions) + strlen(value) + 2;
	char *both = option_memory(options, size);
	if (both)
		snprintf(both, size, "%s,%s", options->functions, value);
	options->functions = both;
	return both;
}

/* names of choices, in the order of their values */
static const char *const real_name[] = { "double", "float" };
static const char *const root_name[] = { "fixed", "free" }; /* base_name without the first */
static const char *const depends_name[] = { "D" };
static const char *const zeros_name[] = { "always", "once" };
static const char *const signs_name[] = { "left", "right" };
static const char *const derivatives_name[] = { "0", "1", "2", "3" };
static const char *const states_name[] = { "independent", "all" };
static const char *const help_name[] = { "columns" };
static const char *const tier_name[] = { "tcc", "cc", "none" };
static const rigidc_tier tiers[] = { RIGIDC_TCC, RIGIDC_CC, RIGIDC_EVALUATOR };

SETTER(set_real, library.real_float, r->choice ? 1 : -1)

/* Adder for an option that may be repeated. */
#define ADDER(function, list, count) \
	static bool function(struct OptionReading *r, char *value) \
	{ \
		return option_append(r->options, &r->options->list, &r->options->count, value); \
	}

ADDER(add_define, library.define, library.defines)
ADDER(add_include, library.include, library.includes)
ADDER(add_tau, tau, taus)
ADDER(add_set, set, sets)
ADDER(add_retract, retract, retracts)
ADDER(add_contact, library.contact, library.contacts)
ADDER(add_expression, map, maps)
ADDER(add_map_file, map_file, map_files)
ADDER(add_param, param, params)
ADDER(add_same, same, sames)
ADDER(append_package, package_folder, package_folders)

/* NAME=DIR */
static bool add_package(struct OptionReading *r, char *value)
{
	const char *sign = strchr(value, '=');
	if (sign && sign > value && sign[1])
		return append_package(r, value);
	complain("--package takes NAME=DIR, not '%s'", value);
	return false;
}

/* @FILE is a file of maps. */
static bool add_map(struct OptionReading *r, char *value)
{
	return *value == '@' ? add_map_file(r, value + 1) : add_expression(r, value);
}

/* Of sim and linearize a name alone, with or without quotation marks, is the phase that the motion holds. */
static bool add_phase(struct OptionReading *r, char *value)
{
	const char *quoted = *value == '"' ? text_quoted_end(value) : NULL;
	if ((r->command == COMMAND_SIM || r->command == COMMAND_LINEARIZE) && !strchr(quoted ? quoted : value, '=')) {
		r->options->held_phase = value;
		return true;
	}
	return option_append(r->options, &r->options->library.phase, &r->options->library.phases, value);
}

#define NAMES_ADDER(function, option, unquote, list, count) \
	static bool function(struct OptionReading *r, char *value) \
	{ \
		return option_append_list(r->options, option, value, unquote, &r->options->list, &r->options->count); \
	}

NAMES_ADDER(add_wrench, "--wrench", false, library.wrench, library.wrenches)
NAMES_ADDER(add_idle, "--idle", true, library.idle, library.idles)
NAMES_ADDER(add_sensor, "--sensor", true, library.sensor, library.sensors)
NAMES_ADDER(add_parametrize, "--parametrize", true, library.parametrize, library.parametrizes)
NAMES_ADDER(add_watched, "--contacts", true, watched, watched_count)
NAMES_ADDER(add_fix, "--fix", true, fix, fixes)
NAMES_ADDER(append_without, "--without", true, library.without, library.withouts)
NAMES_ADDER(add_lock, "--lock", false, library.lock, library.locks) /* the library reads quoted names before = */

static bool add_without(struct OptionReading *r, char *value)
{
	rigidc_options *library = &r->options->library;
	size_t before = library->withouts;
	bool good = append_without(r, value);
	for (size_t i = before; i < library->withouts && good; i++) {
		good = without_find(library->without[i]) < WITHOUT_COUNT;
		if (!good)
			complain_choice("without", "takes", without_name, WITHOUT_COUNT, library->without[i]);
	}
	return good;
}

static bool set_prefix(struct OptionReading *r, char *value)
{
	r->options->library.prefix = value;
	if (!*value)
		complain("--prefix needs a name");
	return *value != '\0';
}

static bool set_jit(struct OptionReading *r, char *value)
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

static bool set_dump(struct OptionReading *r, char *value)
{
	r->options->dump = value;
	return find_pass(value) != PASS_COUNT;
}

static bool set_level(struct OptionReading *r, char *value)
{
	bool good = value[0] >= '0' && value[0] <= '0' + LEVEL_MOST && !value[1];
	if (good)
		r->options->library.level = 1 + value[0] - '0';
	else
		complain("-O takes a level from 0 to %d, not '%s'", LEVEL_MOST, value);
	return good;
}

static bool set_search(struct OptionReading *r, char *value)
{
	(void)value;
	r->options->library.search = search_name[r->choice];
	r->options->library.progress = r->choice == SEARCH_THOROUGH ? waiting_progress : NULL;
	return true;
}

ADDER(append_no_pass, library.no_pass, library.no_passes)

static bool add_no_pass(struct OptionReading *r, char *value)
{
	enum Pass pass = find_pass(value);
	if (pass != PASS_COUNT && pass_table[pass].from == ALWAYS)
		complain("pass '%s' cannot be left out: the next one needs it", value);
	else if (pass != PASS_COUNT)
		return append_no_pass(r, value);
	return false;
}

static bool set_snap(struct OptionReading *r, char *value)
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

/* LENGTH alone is the angle too. */
static bool set_closure(struct OptionReading *r, char *value)
{
	char *end, *after;
	double length = strtod(value, &end), angle = *end == ',' ? strtod(end + 1, &after) : length;
	bool good = end != value && (*end == ',' ? after != end + 1 && !*after : !*end);
	r->options->library.closure = length;
	r->options->library.closure_angle = angle;
	if (good && settings_closure_possible(length) && settings_closure_possible(angle))
		return true;
	complain("--closure is LENGTH or LENGTH,ANGLE, each from %g to %g, not '%s'", SETTINGS_CLOSURE_LEAST,
	         SETTINGS_CLOSURE_MOST, value);
	return false;
}

/* HZ is our filter, opensim:HZ that of OpenSim. opensim alone is without a filter, but with the splines of OpenSim. */
static bool set_filter(struct OptionReading *r, char *value)
{
	static const char opensim[] = "opensim";
	const size_t length = strlen(opensim);
	char *end;
	r->options->as_opensim = strncmp(value, opensim, length) == 0 && (!value[length] || value[length] == ':');
	char *number = value + (r->options->as_opensim ? length + (value[length] == ':') : 0);
	r->options->filter = strtod(number, &end);
	if (r->options->as_opensim && !value[length])
		return true;
	if (end != number && !*end && r->options->filter > 0 && r->options->filter < 1e9)
		return true;
	complain("--filter is a frequency in Hz, or opensim, or opensim:HZ, not '%s'", value);
	return false;
}

static bool set_seed(struct OptionReading *r, char *value)
{
	char *end;
	r->options->seed = strtoul(value, &end, 10);
	if (*value >= '0' && *value <= '9' && !*end && strlen(value) <= 9)
		return true;
	complain("--seed is a whole number below 10^9, not '%s'", value);
	return false;
}

/* -Werror and -Werror=name arrive as "error" and "error=name". */
static bool is_warning(const char *value)
{
	size_t prefix = strncmp(value, "no-", 3) == 0 ? 3 : strncmp(value, "error=", 6) == 0 ? 6 : 0;
	const char *name = value + prefix;
	if (strcmp(value, "error") == 0)
		return true;
	int check = check_find(name);
	if (check < 0)
		complain_check(name);
	else if (check_table[check].severity == SEVERITY_ERROR && name == value + 3)
		complain("'%s' is an error and cannot be switched off", name);
	else
		return true;
	return false;
}

static bool add_warnings(struct OptionReading *r, char *value)
{
	rigidc_options *library = &r->options->library;
	size_t before = library->warnings;
	bool good = option_append_list(r->options, "-W", value, true, &library->warning, &library->warnings);
	for (size_t i = before; i < library->warnings && good; i++)
		good = is_warning(library->warning[i]);
	return good;
}

/* --- the table --- */

const char *const option_group[GROUP_COUNT] = {
	[GROUP_FILES] = "Files",
	[GROUP_FUNCTIONS] = "Functions and their inputs",
	[GROUP_MODEL] = "Model",
	[GROUP_CODE] = "Form of the code",
	[GROUP_ROWS] = "Rows of numbers",
	[GROUP_MOTION] = "Motion",
	[GROUP_PICTURES] = "Pictures",
	[GROUP_REPORTS] = "What is printed",
	[GROUP_AUTHORS] = "Chosen by --preset, or for authors",
};

/* "|urdf|mjcf": names from tables, each after a bar. */
static const char to_names[] =
#define EXPORT_FORMAT(id, name, title, ending, poses) "|" #name
#include "cli/export/export_formats.def"
#define EQUATION_FORMAT(id, name, ending, notation, layout) "|" name
#include "cli/equations/equation_formats.def"
	;
static const char export_names[] =
#define EXPORT_FORMAT(id, name, title, ending, poses) "|" #name
#include "cli/export/export_formats.def"
	;
static const char equation_names[] =
#define EQUATION_FORMAT(id, name, ending, notation, layout) "|" name
#include "cli/equations/equation_formats.def"
	;
static const char integrator_names[] =
#define INTEGRATOR(id, name, adaptive, implicit, begin, go, end) "|" name
#include "cli/sim/integrators.def"
	;
static const char linear_method_names[] =
#define METHOD(name, take) "|" name
#include "numerics/linear_methods.def"
	;
static const char from_names[] =
#define FORMAT(id, name, title, called, ending, root, options, read, shut, wide) "|" name
#include "grammar/formats/formats.def"
	;

/* clang-format off */
#define NONE { NULL, NULL, 0, false }
#define ANY(form) { form, NULL, 0, false }
#define ONE_OF(name) { NULL, name, sizeof name / sizeof *name, false }
#define ONE_OF_MANY(form, name) { form, name, sizeof name / sizeof *name, false }
#define PERHAPS_ONE_OF(name) { NULL, name, sizeof name / sizeof *name, true }

/* { name, letter, argument, takers, often, group, help, SETS(field) or DOES(function) } */
const struct OptionRow option_rows[] = {
	/* --- files --- */
	{ "output", 'o', ANY("FILE"), BY_COMPILE | BY_PLOT | BY_REPORT | BY_PACKAGE | BY_IMPORT | BY_EXPORT | BY_FMT | BY_LINEARIZE | BY_EQUATIONS | BY_EVAL, ~(unsigned)BY_EVAL, GROUP_FILES,
	  "the file to write. compile: NAME.h (one header), NAME.c (source and header), NAME.hpp (Eigen), NAME.cl (OpenCL), NAME.cu (CUDA), NAME.mjs (JavaScript), NAME.py (Python); "
	  "import, fmt: NAME.rig; export: NAME.urdf, NAME.xml (MJCF), NAME.sdf; report: NAME.html; plot: NAME.svg, .png, .pdf; linearize: NAME.json, .csv, .m, .py; eval: NAME.csv, .sto (OpenSim); equations: NAME.txt, .tex, .py, .mac, .mml; package: a folder, or NAME.fmu. - is standard output", SETS(output) },
	{ "for", 0, ANY("KIND"), CODE, BY_PACKAGE, GROUP_FILES,
	  "package: the program or build system that it is for (rigidc --list=packages); "
	  "compile: the arrays of NAME.py, numpy (default), or torch or jax, which gradients go through", DOES(option_for) },
	{ "derivatives", 0, ONE_OF(derivatives_name), BY_PACKAGE, 0, GROUP_FILES,
	  "casadi: the order of the derivatives (2)", SETS(derivatives) },
	{ "to", 0, ANY(to_names + 1), BY_EXPORT | BY_EQUATIONS, BY_EXPORT | BY_EQUATIONS, GROUP_FILES,
	  "the format to write (by the ending of the file). export: the format of a simulator; equations: the notation of formulas (text)", DOES(option_to) },
	{ "lossy", 0, NONE, BY_EXPORT, BY_EXPORT, GROUP_FILES,
	  "leave out what the format cannot say, with warnings instead of errors", SETS(lossy) },
	{ "include", 'I', ANY("DIR"), EACH | BY_LSP, BY_CHECK | BY_REPORT | BY_LSP, GROUP_FILES,
	  "a folder to search for the files that a model includes; may be repeated", DOES(add_include) },
	{ "package", 0, ANY("NAME=DIR"), BY_REPORT | BY_SIM, BY_REPORT, GROUP_FILES,
	  "the folder of package://NAME, in which meshes are looked for; may be repeated", DOES(add_package) },
	{ "from", 0, ANY(from_names + 1), READS, BY_IMPORT, GROUP_FILES,
	  "the format of the model (recognised by its beginning); sdf:NAME: the model NAME of an SDFormat file (the one that is not static)", DOES(option_from) },
	{ "prefix", 0, ANY("NAME"), CODE | BY_CHECK, CODE, GROUP_FILES,
	  "the prefix of all names in C (the name of the model)", DOES(set_prefix) },
	{ "self-test", 0, NONE, CODE, BY_PACKAGE, GROUP_FILES,
	  "also write NAME_test.h, which tests the compiled code on its target", SETS(self_test) },
	{ "depends", 'M', ONE_OF(depends_name), BY_COMPILE, 0, GROUP_FILES,
	  "also write FILE.d, a make rule with the files that FILE depends on", SETS(depends) },
	{ "outside", 0, NONE, BY_LSP, 0, GROUP_FILES,
	  "read files that an MJCF file names by ../ though they lie outside of its folder, as all other commands do", SETS(library.outside) },
	{ "check", 0, NONE, BY_FMT | BY_COMPILE, BY_FMT, GROUP_FILES,
	  "write nothing; the exit status is 1 if a file would change", SETS(check) },

	/* --- functions and their inputs --- */
	{ "functions", 'f', ANY("FN[,FN...]"), FUNCTIONS | BY_EQUATIONS, FUNCTIONS | BY_EQUATIONS, GROUP_FUNCTIONS,
	  "the functions, such as rnea,fk:tool; NAME=FN+FN makes one function of several (rigidc --list=functions); may be repeated", DOES(add_functions) },
	{ "wrench", 0, ANY("[NAME=]BODY[:world][:point],...|all"), USES | BY_EQUATIONS, CODE | RUN | BY_CHECK, GROUP_FUNCTIONS,
	  "make external wrenches on these bodies or frames an input, f_ext; in axes of the world, and at a point that is an input", DOES(add_wrench) },
	{ "parametrize", 0, ANY("KIND[,...]"), USES | BY_EQUATIONS, COUNTED | BY_EVAL, GROUP_FUNCTIONS,
	  "make numbers of the model parameters that are set at run time, or with none make constants of its parameters: inertial, body:BODY, payload:FRAME, geometry, gravity, none", DOES(add_parametrize) },
	{ "param", 0, ANY("NAME=value"), RUN, RUN, GROUP_FUNCTIONS,
	  "the value of a parameter (its default)", DOES(add_param) },
	{ "sincos", 0, ONE_OF(sincos_name), USES, 0, GROUP_FUNCTIONS,
	  "compute sines and cosines in the code itself (inline, default) or by the C library (libm), or take them as an input (given)", SETS(library.sincos) },
	{ "matrix", 0, ONE_OF(matrix_name), FUNCTIONS, CODE | BY_EVAL, GROUP_FUNCTIONS,
	  "return matrices in full (default); packed: only the lower triangle of symmetric ones; sparse: only entries that can be other than zero", SETS(library.matrix) },

	/* --- model --- */
	{ "base", 0, ONE_OF(root_name), READS, READS, GROUP_MODEL,
	  "fix the root to the world, or let it move freely (as the file has it; URDF: fixed, SDFormat: free)", SETS(library.base) },
	{ "lock", 0, ANY("JOINT[=value],..."), SHAPES | BY_EXPORT, SHAPES, GROUP_MODEL,
	  "hold joints at a position (0)", DOES(add_lock) },
	{ "contact", 0, ANY("NAME=FRAME[:KIND]"), SHAPES, 0, GROUP_MODEL,
	  "add a contact of the ground and a body or frame: a point, fixed, line(axis) or slide; may be repeated", DOES(add_contact) },
	{ "phase", 0, ANY("NAME=CONTACT[,...]"), SHAPES, 0, GROUP_MODEL,
	  "add a phase, contacts that hold at once; may be repeated; sim, linearize: NAME alone, the phase that holds", DOES(add_phase) },
	{ "idle", 0, ANY("JOINT[,...]"), SHAPES, 0, GROUP_MODEL,
	  "nothing drives these joints", DOES(add_idle) },
	{ "without", 0, ANY("friction|damping|armature|limits,..."), SHAPES | BY_EXPORT | BY_COMPARE, BY_LINEARIZE | BY_COMPARE, GROUP_MODEL,
	  "leave these out of joints, struts and tendons. sim: without limits a motion goes on where it would stop", DOES(add_without) },
	{ "define", 'D', ANY("NAME=value"), SHAPES | BY_EXPORT, SHAPES, GROUP_MODEL,
	  "replace a constant of the model, or fix one of its parameters; may be repeated", DOES(add_define) },
	{ "gravity", 0, ANY("VECTOR"), USES | BY_LINEARIZE | BY_EQUATIONS, 0, GROUP_MODEL,
	  "replace the model's gravity, in m/s^2: '(0, 0, -1.62)'", SETS(library.gravity) },
	{ "snap-angles", 0, ANY("EPS"), EACH, BY_IMPORT, GROUP_MODEL,
	  "take angles within EPS rad of a quarter turn as exactly that; 0: none (1e-10)", DOES(set_snap) },
	{ "closure", 0, ANY("LENGTH[,ANGLE]"), EACH, BY_ASSEMBLE, GROUP_MODEL,
	  "closed loops may be open by LENGTH, in shares of the model's own size, and ANGLE, in rad (5e-5; assemble closes to 1e-12)", DOES(set_closure) },
	{ "keep", 0, ANY("damping|rotors|actuators|forces|markers|columns,..."), EACH, BY_IMPORT | BY_EVAL, GROUP_MODEL,
	  "use what is otherwise left out: damping and friction of joints; the inertia of rotors, as armature; actuators, as inputs; forces other than muscles; markers, as frames; "
	  "eval: columns of the input that no input of the function uses, copied to the output", DOES(option_keep) },
	{ "muscles", 0, NONE, EACH, BY_IMPORT, GROUP_MODEL,
	  "make a tendon of each muscle, and an input of its force", SETS(library.muscles) },
	{ "dh", 0, ANY("standard|modified[,mm][,deg]"), READS, BY_IMPORT, GROUP_MODEL,
	  "the convention of the table, and units of lengths and angles (what its comment says)", DOES(option_dh) },
	{ "sensor", 0, ANY("JOINT[,...]"), READS & ~(unsigned)STARTS, BY_IMPORT, GROUP_MODEL,
	  "also give the wrench in these fixed joints, in the function reaction", DOES(add_sensor) },
	{ "warn", 'W', ANY("[no-|error=]CHECK,..."), EACH | BY_LSP, BY_CHECK | BY_IMPORT | BY_LSP, GROUP_MODEL,
	  "switch checks on or off, or make them errors; -Werror: all of them (rigidc --list=checks)", DOES(add_warnings) },

	/* --- form of the code --- */
	{ "preset", 0, { NULL, preset_name, PRESETS, false }, FUNCTIONS, CODE | BY_INFO, GROUP_CODE,
	  "set the form of the code for a purpose; other options win (rigidc --list=presets)", SETS(library.preset) },
	{ "search", 0, ONE_OF(search_name), COUNTED | RUN, BY_COMPILE | BY_INFO, GROUP_CODE,
	  "how long to search for the form with the fewest operations (quick; eval, sim: none)", DOES(set_search) },
	{ "real", 0, ONE_OF(real_name), FUNCTIONS | BY_SIM, COUNTED, GROUP_CODE,
	  "the type of all numbers (double)", DOES(set_real) },
	{ "batch", 0, { NULL, batch_name, BATCH_COUNT, false }, CODE | BY_CHECK, CODE, GROUP_CODE,
	  "also write functions for many states, with this number of states at once in SIMD lanes (auto: as many as the machine has; default none)", SETS(library.batch) },
	{ "zeros", 0, ONE_OF(zeros_name), CODE | BY_CHECK, 0, GROUP_CODE,
	  "once: a function NAME_FN_init writes the entries of matrices that are always zero, other calls skip them (always)", SETS(library.zeros_once) },
	{ "misra", 0, NONE, CODE, 0, GROUP_CODE,
	  "write C in the form that MISRA C:2012 requires", SETS(library.misra) },
	{ "jit", 0, ONE_OF(tier_name), RUN, 0, GROUP_CODE,
	  "how to run the code: by libtcc (default), the C compiler, or an evaluator", DOES(set_jit) },

	/* --- rows of numbers --- */
	{ "header", 0, NONE, BY_EVAL | BY_ASSEMBLE, BY_EVAL, GROUP_ROWS, "write CSV whose first line names the columns", SETS(header) },
	{ "map", 0, ANY("'NAME = EXPR'"), BY_EVAL, BY_EVAL, GROUP_ROWS,
	  "compute an input from columns: 'q.knee = th_shank - th_thigh'; @FILE: by each line NAME = EXPR of a file; may be repeated", DOES(add_map) },
	{ "filter", 0, ANY("[opensim:]HZ|opensim"), BY_EVAL, BY_EVAL, GROUP_ROWS,
	  "smooth q by a Butterworth filter, forward and backward, and differentiate it; needs a column t. HZ: -3 dB there; "
	  "opensim:HZ: -6 dB there, as OpenSim computes it, with its splines; opensim: these splines alone", DOES(set_filter) },
	{ "differentiate", 0, NONE, BY_EVAL, 0, GROUP_ROWS,
	  "compute qd and qdd from q by splines over t, where no column gives them (done for --filter, and for .mot and .sto)", SETS(differentiate) },
	{ "loads", 0, ANY("FILE.xml"), BY_EVAL, BY_EVAL, GROUP_ROWS,
	  "wrenches of force plates: external loads of OpenSim, with the file of rows that they name, interpolated over t", SETS(loads) },
	{ "unwrap", 0, NONE, BY_EVAL, BY_EVAL, GROUP_ROWS,
	  "remove whole turns from angles that jump by more than half a turn", SETS(unwrap) },

	/* --- motion --- */
	{ "fix", 0, ANY("JOINT[,...]"), BY_ASSEMBLE, BY_ASSEMBLE, GROUP_MOTION, "hold these joints where --q puts them, or the pose as it is written", DOES(add_fix) },
	{ "time", 0, ANY("S"), BY_SIM, BY_SIM, GROUP_MOTION, "how long to simulate: 10, 500 ms", SETS(time) },
	{ "dt", 0, ANY("S"), MOVES, MOVES, GROUP_MOTION, "the time between rows; linearize: the step of discrete time (continuous)", SETS(every) },
	{ "method", 0, ANY("cvode|arkode|rk4|zoh|euler"), MOVES, 0, GROUP_MOTION,
	  "sim: the method of integration, cvode, arkode or rk4 (cvode, or arkode with loops or contacts, or rk4 with --step); "
	  "linearize: the step of --dt, zoh for torques that are constant during a step, or euler or rk4 for that of step:euler or step:rk4 (zoh)", DOES(option_method) },
	{ "pose", 0, ANY("NAME"), BY_SIM | BY_ASSEMBLE | BY_LINEARIZE | BY_PACKAGE, BY_SIM | BY_ASSEMBLE | BY_LINEARIZE, GROUP_MOTION, "begin in this pose of the model; assemble: also, keep to its branch; linearize: about it; package: fmi, fmi:2", SETS(pose) },
	{ "q", 0, ANY("'NAME = EXPR, ...'"), STARTS, STARTS, GROUP_MOTION,
	  "begin at these coordinates, by name or as a vector of all (0, unit quaternions)", SETS(q) },
	{ "qd", 0, ANY("'NAME = EXPR, ...'"), MOVES, MOVES, GROUP_MOTION, "begin with these velocities (0)", SETS(qd) },
	{ "tau", 0, ANY("'NAME = EXPR'"), MOVES, MOVES, GROUP_MOTION,
	  "drive a joint by an expression of `time`, coordinates, states and, with a d behind their names, velocities; may be repeated; "
	  "linearize: a constant (those that hold the state)", DOES(add_tau) },
	{ "set", 0, ANY("'NAME = EXPR'"), MOVES, BY_LINEARIZE, GROUP_MOTION,
	  "give an input of the model by an expression as that of --tau; may be repeated; linearize: a constant (its default)", DOES(add_set) },
	{ "input", 0, ANY("FILE"), BY_SIM, BY_SIM, GROUP_MOTION,
	  "read inputs over time from columns t, tau.NAME, u.NAME, f_ext.NAME.fx ..., interpolated", SETS(input) },
	{ "pd", 0, ANY("POSE,KP,KD"), BY_SIM, BY_SIM, GROUP_MOTION,
	  "drive joints to a pose, but idle ones and those with quaternions: tau = KP (q_pose - q) - KD qd", SETS(pd) },
	{ "contacts", 0, ANY("all|CONTACT[,...]"), BY_SIM, 0, GROUP_MOTION,
	  "these contacts open and close: they touch the plane z = 0 of their ground, and lift off where they would pull", DOES(add_watched) },
	{ "retract", 0, ANY("'CONTACT = EXPR'"), BY_SIM, 0, GROUP_MOTION,
	  "a foot that is lifted: if EXPR is above 0 when the contact comes down, it passes below its ground until it has come up again; may be repeated", DOES(add_retract) },
	{ "events", 0, ANY("FILE"), BY_SIM, 0, GROUP_MOTION,
	  "also write the changes of --contacts: t,contact,event,impulse", SETS(events) },
	{ "step", 0, ANY("S"), BY_SIM, 0, GROUP_MOTION,
	  "the step of the method rk4 (1 ms); the longest step of cvode and arkode", SETS(step) },
	{ "tolerance", 0, ANY("REL[,ABS]"), BY_SIM | BY_COMPARE, BY_COMPARE, GROUP_MOTION,
	  "sim: the relative and the absolute tolerance of a step of cvode and arkode, the absolute one in SI units "
	  "(1e-13,1e-14; cvode with loops or contacts 1e-11,1e-12; with --real=float 1e-5,1e-6); "
	  "compare: REL alone, the largest difference of models that agree, in shares of the size of what is compared (1e-9)", DOES(option_tolerance) },

	/* --- pictures --- */
	{ "plot", 0, ANY("FILE"), BY_SIM, BY_SIM, GROUP_PICTURES, "also draw the motion over time: NAME.svg, .png, .pdf", SETS(plot) },
	{ "animate", 0, ANY("FILE[,xz|yz|xy]"), BY_SIM, BY_SIM, GROUP_PICTURES,
	  "also write a film: NAME.svg, .gif: the skeleton; NAME.html: the shapes of bodies, if there are any. xz, yz or xy: the axes that point to the right and up (those with the most motion; with shapes, a view from above)", DOES(option_animate) },
	{ "columns", 0, ANY("PATTERN[,X:Y,...]"), BY_PLOT, BY_PLOT, GROUP_PICTURES,
	  "the columns to draw: 'q.*,tau.elbow' (all); X:Y is column Y over column X, 'q.knee:qd.knee' a phase portrait", SETS(columns) },
	{ "cycle", 0, ANY("'COLUMN > X'"), BY_PLOT, BY_PLOT, GROUP_PICTURES,
	  "draw the mean over a cycle in per cent, and a band of one standard deviation; cycles begin where COLUMN rises above X (0), or at times in s: T,T,T", SETS(cycle) },

	/* --- what is printed --- */
	{ "signs", 0, ONE_OF(signs_name), BY_EQUATIONS, BY_EQUATIONS, GROUP_REPORTS,
	  "the sides of the terms: M qdd + C qd + G = Q + E (left, default), or M qdd = C + G + Q + E (right)", SETS(signs) },
	{ "states", 0, ONE_OF(states_name), BY_LINEARIZE, 0, GROUP_REPORTS,
	  "of models with loops or a phase: changes of independent coordinates (default), or of all", SETS(all_states) },
	{ "json", 0, NONE, BY_CHECK | BY_INFO | BY_COMPARE, ~0u, GROUP_REPORTS, "print JSON", SETS(json) },
	{ "cost", 0, NONE, BY_INFO, ~0u, GROUP_REPORTS,
	  "print what each line of the model costs in operations, and what could be simpler", SETS(cost) },
	{ "same", 0, ANY("a=b"), BY_COMPARE, BY_COMPARE, GROUP_REPORTS,
	  "body, frame or joint a of the first model is b of the second; may be repeated", DOES(add_same) },
	{ "seed", 0, ANY("N"), BY_INFO | BY_REPORT | BY_COMPARE, BY_COMPARE, GROUP_REPORTS,
	  "the seed of the random states of --cost and compare (1)", DOES(set_seed) },

	/* --- of authors --- */
	{ "level", 'O', ANY("0|1|2|3"), COUNTED | RUN, 0, GROUP_AUTHORS,
	  "how much to optimise; 0 is the textbook's form (3)", DOES(set_level) },
	{ "size", 0, ONE_OF(code_size_name), FUNCTIONS, 0, GROUP_AUTHORS,
	  "on: make the machine code small, with loops; off: write no such loops; auto: loops in long functions, where they make them faster or much smaller (default)", SETS(library.code_size) },
	{ "lanes", 0, { NULL, limb_lanes_name, LIMB_LANES_COUNT, false }, FUNCTIONS | BY_SIM, 0, GROUP_AUTHORS,
	  "compute limbs of the same structure together in SIMD lanes, this number at once (auto: where it is estimated to be faster)", SETS(library.lanes) },
	{ "dispatch", 0, { NULL, dispatch_name, DISPATCH_COUNT, false }, CODE, 0, GROUP_AUTHORS,
	  "auto: C for x86-64 also has code for AVX2, where it is faster, and in batches for AVX-512, and chooses at run time (auto)", SETS(library.dispatch) },
	{ "fma", 0, PERHAPS_ONE_OF(fma_name), FUNCTIONS | BY_SIM, 0, GROUP_AUTHORS,
	  "use fused multiply-add, fma(a, b, c) for a*b + c; auto: if the machine that compiles has it; compiler: the C compiler fuses a*b + c as it likes, "
	  "and results depend on it (off)", DOES(option_fma) },
	{ "no-pass", 0, ANY("PASS"), COUNTED | RUN, 0, GROUP_AUTHORS,
	  "leave out a pass of the compiler (rigidc --list=passes)", DOES(add_no_pass) },
	{ "dump", 0, ANY("PASS"), BY_COMPILE, 0, GROUP_AUTHORS,
	  "write the state of the compiler after a pass, instead of C", DOES(set_dump) },
};
const int option_count = sizeof option_rows / sizeof *option_rows;

const struct OptionRow option_help_row = { "help", 0, ONE_OF(help_name), BY_EVAL, 0, GROUP_FILES, "", SETS(list_columns) };
/* clang-format on */

/* Options whose values depend on the command. The form of their rows has those of all commands. */
static const struct {
	const char *option;
	enum CommandId command;
	const char *form;
} forms_of_commands[] = {
	{ "to", COMMAND_EXPORT, export_names + 1 },
	{ "to", COMMAND_EQUATIONS, equation_names + 1 },
	{ "method", COMMAND_SIM, integrator_names + 1 },
	{ "method", COMMAND_LINEARIZE, linear_method_names + 1 },
};

const char *option_form(const struct OptionRow *row, enum CommandId command)
{
	for (size_t i = 0; i < sizeof forms_of_commands / sizeof *forms_of_commands; i++)
		if (forms_of_commands[i].command == command && strcmp(forms_of_commands[i].option, row->name) == 0)
			return forms_of_commands[i].form;
	return row->argument.form;
}
