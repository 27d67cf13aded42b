#include "option_values.h"

#include <stdlib.h>
#include <string.h>

#include "option_list.h"
#include "cli/complain.h"
#include "cli/draw/draw.h"

const char *const fma_name[FMA_NAMES] = { "on", "auto", "off", "compiler" };

/* Index of a value among names; -1 after a message. */
static int find_word(const char *option, const char *verb, const char *const *name, int count, const char *value)
{
	int which = 0;
	while (which < count && strcmp(value, name[which]) != 0)
		which++;
	if (which < count)
		return which;
	complain_choice(option, verb, name, count, value);
	return -1;
}

/* Formats of models and of formulas. */
bool option_to(struct OptionReading *r, char *value)
{
	static const char *const models[] = {
#define EXPORT_FORMAT(id, name, title, ending, poses) #name,
#include "cli/export/export_formats.def"
	};
	static const char *const formulas[] = {
#define EQUATION_FORMAT(id, name, ending, notation, layout) name,
#include "cli/equations/equation_formats.def"
	};
	enum { MODELS = sizeof models / sizeof *models, FORMULAS = sizeof formulas / sizeof *formulas };
	if (r->command == COMMAND_EXPORT)
		r->options->to = find_word("to", "of export is", models, MODELS, value);
	else
		r->options->to = find_word("to", "of equations is", formulas, FORMULAS, value);
	return r->options->to >= 0;
}

/* Kinds of packages, and names of targets with arrays of Python. */
bool option_for(struct OptionReading *r, char *value)
{
	static const char *const packages[] = {
#define PACKAGE(id, name, ...) name,
#include "cli/package/packages.def"
	};
	static const char *const arrays[] = { "numpy", "torch", "jax" };
	enum { PACKAGES = sizeof packages / sizeof *packages, ARRAYS = sizeof arrays / sizeof *arrays };
	if (r->command == COMMAND_PACKAGE)
		return (r->options->package = find_word("for", "is", packages, PACKAGES, value)) >= 0;
	r->options->array = value;
	return find_word("for", "of compile is", arrays, ARRAYS, value) >= 0;
}

/* FORMAT, or FORMAT:NAME of a file with several models. */
bool option_from(struct OptionReading *r, char *value)
{
	static const char *const formats[] = {
#define FORMAT(id, name, title, called, ending, root, options, read, shut, wide) name,
#include "grammar/formats/formats.def"
	};
	enum { FORMATS = sizeof formats / sizeof *formats };
	char *colon = strncmp(value, "sdf:", 4) == 0 ? value + 3 : NULL;
	if (colon) {
		*colon = '\0';
		r->options->library.model = colon + 1;
	}
	int which = find_word("from", "is", formats, FORMATS, value);
	r->options->library.from = (rigidc_format)(1 + which);
	return which >= 0;
}

/* Calls `set` for each word of a list. */
static bool set_words(struct OptionReading *r, const char *option, char *value,
                      bool (*set)(struct OptionReading *r, const char *word))
{
	const char *const *word = NULL;
	size_t words = 0;
	bool good = option_append_list(r->options, option, value, true, &word, &words);
	for (size_t i = 0; i < words && good; i++)
		good = set(r, word[i]);
	return good;
}

/* Columns belong to the rows of eval, the other words to files of models. */
static bool keep_word(struct OptionReading *r, const char *word)
{
	rigidc_options *library = &r->options->library;
	enum { DAMPING, ROTORS, ACTUATORS, FORCES, MARKERS, COLUMNS, WORDS };
	static const char *const words[WORDS] = { "damping", "rotors", "actuators", "forces", "markers", "columns" };
	int which = find_word("keep", "takes", words, WORDS, word);
	if (which < 0)
		return false;
	if (which == COLUMNS && r->command != COMMAND_EVAL)
		return complain("--keep=columns is for eval"), false;
	r->options->keep |= which == COLUMNS;
	library->keep_damping |= which == DAMPING;
	library->keep_rotors |= which == ROTORS;
	library->keep_actuators |= which == ACTUATORS;
	library->keep_forces |= which == FORCES;
	library->markers |= which == MARKERS;
	return true;
}

bool option_keep(struct OptionReading *r, char *value)
{
	return set_words(r, "--keep", value, keep_word);
}

static bool dh_word(struct OptionReading *r, const char *word)
{
	static const char *const words[] = { "standard", "modified", "mm",
		                             "deg" }; /* dh_name without the first, units */
	rigidc_options *library = &r->options->library;
	if (strcmp(word, "mm") == 0)
		library->dh_millimetres = 1;
	else if (strcmp(word, "deg") == 0)
		library->dh_degrees = 1;
	else if (strcmp(word, words[0]) == 0 || strcmp(word, words[1]) == 0)
		library->dh = word;
	else
		return complain_choice("dh", "takes", words, sizeof words / sizeof *words, word), false;
	return true;
}

bool option_dh(struct OptionReading *r, char *value)
{
	return set_words(r, "--dh", value, dh_word);
}

/* With `compiler` alone the generated C has no fused operations of its own. */
bool option_fma(struct OptionReading *r, char *value)
{
	enum { ON, AUTO, OFF, COMPILER };
	static const int fma[] = { [ON] = FMA_ON, [AUTO] = FMA_AUTO, [OFF] = -1 };
	rigidc_options *library = &r->options->library;
	(void)value;
	if (r->choice == COMPILER) {
		library->contract = 1;
		library->fma = library->fma ? library->fma : -1;
	} else {
		library->contract = r->choice == OFF ? -1 : library->contract;
		library->fma = fma[r->choice];
	}
	return true;
}

/* Some names are methods of both commands. */
bool option_method(struct OptionReading *r, char *value)
{
	static const char *const of_sim[] = {
#define INTEGRATOR(id, name, adaptive, implicit, begin, go, end) name,
#include "cli/sim/integrators.def"
	};
	static const char *const of_linearize[] = {
#define METHOD(name, take) name,
#include "numerics/linear_methods.def"
	};
	enum { SIM = sizeof of_sim / sizeof *of_sim, LINEARIZE = sizeof of_linearize / sizeof *of_linearize };
	const bool integrates = r->command == COMMAND_SIM;
	const char *const *name = integrates ? of_sim : of_linearize;
	const int count = integrates ? SIM : LINEARIZE;
	int which = find_word("method", integrates ? "of sim is" : "of linearize is", name, count, value);
	if (which < 0)
		return false;
	if (integrates)
		r->options->integrator = which;
	else
		r->options->method = value;
	return true;
}

/* A number in a range, up to `end`. */
static bool read_within(const char *text, const char *end, double least, double most, double *number)
{
	char *after;
	*number = strtod(text, &after);
	return after != text && after == end && *number >= least && *number <= most;
}

/* Doubles do not resolve the error of a step below the least relative tolerance. */
bool option_tolerance(struct OptionReading *r, char *value)
{
	struct Options *options = r->options;
	const char *end = value + strlen(value), *comma = strchr(value, ',');
	const double least_rel = 1e-14, most_rel = 0.1, least_abs = 1e-300, most_abs = 1e300;
	if (r->command == COMMAND_COMPARE) {
		if (read_within(value, end, 1e-15, 1, &options->tolerance))
			return true;
		return complain("--tolerance is a number from 1e-15 to 1, not '%s'", value), false;
	}
	const char *rel_end = comma ? comma : end;
	const bool rel = rel_end == value || read_within(value, rel_end, least_rel, most_rel, &options->rtol);
	const bool abs = !comma || read_within(comma + 1, end, least_abs, most_abs, &options->atol);
	if (rel && abs && *value)
		return true;
	complain("--tolerance is REL or REL,ABS, from %g to %g and from %g to %g, not '%s'", least_rel, most_rel,
	         least_abs, most_abs, value);
	return false;
}

/* A view after the last comma is not part of the name. */
bool option_animate(struct OptionReading *r, char *value)
{
	char *comma = strrchr(value, ',');
	r->options->animate = value;
	r->options->view = -1;
	for (int i = 0; i < SCENE_VIEWS && comma; i++)
		if (strcmp(comma + 1, scene_view[i]) == 0) {
			r->options->view = i;
			*comma = '\0';
			return true;
		}
	return true;
}
