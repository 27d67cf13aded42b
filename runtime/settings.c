#include "settings.h"

#include <string.h>

#include "exclusion.h"
#include "preset.h"
#include "c/dialect.h"
#include "dynamics/plan/search.h"
#include "grammar/formats/format.h"
#include "pipeline/choose_folding.h"
#include "pipeline/pass.h"
#include "program/program.h"

/* rigidc_format is known to callers, and has the rows of the table. */
#define FORMAT(id, name, title, called, ending, root, options, read, shut, wide) \
	_Static_assert((int)RIGIDC_##id == 1 + (int)FORMAT_##id, \
	               "rigidc_format of rigidc.h and grammar/formats/formats.def differ");
#include "grammar/formats/formats.def"

const char *rigidc_format_name(rigidc_format format)
{
	int number = (int)format; /* that no caller need have from the enumeration */
	return number > 0 && number <= FORMAT_COUNT ? format_table[number - 1].name : NULL;
}

/* The number of a name among `count`, some of them NULL; -1 if it is none of them, `unset` if there is no name. */
static int number_of(const char *name, const char *const *names, int count, int unset)
{
	for (int i = 0; i < count && name; i++)
		if (names[i] && strcmp(name, names[i]) == 0)
			return i;
	return name ? -1 : unset;
}

struct Strings {
	const char *what;
	const char *const *item;
	size_t count;
};

static const char *refused_strings(struct Arena *arena, struct Strings strings)
{
	enum { MOST = 1000000 };
	if (strings.count > MOST)
		return text_print(arena, "%zu %s are too many", strings.count, strings.what);
	if (strings.count && !strings.item)
		return text_print(arena, "there are said to be %s, but they are NULL", strings.what);
	for (size_t i = 0; i < strings.count; i++)
		if (!strings.item[i])
			return text_print(arena, "one of the %s is NULL", strings.what);
	return NULL;
}

static const char *refused_pass(struct Arena *arena, const char *name)
{
	enum Pass pass = pass_find(name);
	if (pass == PASS_COUNT)
		return text_print(arena, "there is no pass '%s' to leave out", name);
	if (pass_table[pass].from == ALWAYS)
		return text_print(arena, "pass '%s' cannot be left out: the next one needs it", name);
	return NULL;
}

static const char *refused_without(struct Arena *arena, const char *name)
{
	return without_find(name) < WITHOUT_COUNT
	               ? NULL
	               : text_print(arena, "without is of friction, damping, armature and limits, not '%s'", name);
}

/* Why the lists are refused: their strings, passes that cannot be left out, and names that no property has. */
static const char *refused_lists(struct Arena *arena, const rigidc_options *options)
{
	const struct Strings strings[] = {
#define LIST(item, items, what) { what, options->item, options->items },
#include "settings.def"
	};
	const char *refused = NULL;
	for (size_t i = 0; i < sizeof strings / sizeof *strings && !refused; i++)
		refused = refused_strings(arena, strings[i]);
	for (size_t i = 0; i < options->no_passes && !refused; i++)
		refused = refused_pass(arena, options->no_pass[i]);
	for (size_t i = 0; i < options->withouts && !refused; i++)
		refused = refused_without(arena, options->without[i]);
	return refused;
}

/* Why a name is refused that is none of an enumeration. */
static const char *refused_choice(struct Arena *arena, const rigidc_options *options)
{
	const struct {
		const char *name, *const *names;
		int count;
		const char *refusal;
	} choices[] = {
		{ options->preset, preset_name, PRESETS,
		  "a preset is portable, native, throughput or microcontroller" },
#define CHOICE(option, field, type, names, count, unset, refusal) { options->option, names, count, refusal },
#include "settings.def"
	};
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (number_of(choices[i].name, choices[i].names, choices[i].count, 0) < 0)
			return text_print(arena, "%s, not '%s'", choices[i].refusal, choices[i].name);
	return NULL;
}

static const char *refused_number(struct Arena *arena, const rigidc_options *options)
{
	if (options->fma < -1 || options->fma > FMA_AUTO)
		return text_print(arena, "fma is 0, 1, 2 or -1, not %d", options->fma);
	if (options->level < 0 || options->level > 1 + LEVEL_MOST)
		return text_print(arena, "a level is from -O0 to -O%d, not -O%d", LEVEL_MOST, options->level - 1);
	if (options->from != RIGIDC_BY_CONTENT && !rigidc_format_name(options->from))
		return text_print(arena, "there is no format %d", (int)options->from);
	if (!(options->snap_angles >= 0 && options->snap_angles <= SETTINGS_SNAP_MOST))
		return text_print(arena, "snap_angles is an angle in rad from 0 to %g, not %g", SETTINGS_SNAP_MOST,
		                  options->snap_angles);
	if ((options->closure != 0 && !settings_closure_possible(options->closure)) ||
	    (options->closure_angle != 0 && !settings_closure_possible(options->closure_angle)))
		return text_print(arena, "closure and closure_angle are from %g to %g, or 0, not %g and %g",
		                  SETTINGS_CLOSURE_LEAST, SETTINGS_CLOSURE_MOST, options->closure,
		                  options->closure_angle);
	return NULL;
}

static const char *refused_together(struct Arena *arena, const rigidc_options *options)
{
	const struct Exclusion *excluded = exclusion_find(options);
	return excluded ? text_print(arena, "%s and %s exclude each other%s", excluded->field[0], excluded->field[1],
	                             excluded->why)
	                : NULL;
}

const char *settings_refused(struct Arena *arena, const rigidc_options *options)
{
	if (options->prefix && !*options->prefix)
		return "a prefix needs a letter";
	if (options->cache && !*options->cache)
		return "a cache folder needs a name";
	const char *(*const refusals[])(struct Arena *, const rigidc_options *) = { refused_lists, refused_choice,
		                                                                    refused_number, refused_together };
	const char *refused = NULL;
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals && !refused; i++)
		refused = refusals[i](arena, options);
	return refused;
}

static const char *copy_string(struct Arena *arena, const char *string)
{
	return string ? arena_copy(arena, string, strlen(string)) : NULL;
}

static const char *const *copy_strings(struct Arena *arena, const char *const *string, size_t count)
{
	const char **copy = ARENA_ARRAY(arena, const char *, count);
	for (size_t i = 0; i < count; i++)
		copy[i] = copy_string(arena, string[i]);
	return copy;
}

void settings_copy(struct Arena *arena, const rigidc_options *given, struct Request *request)
{
	rigidc_options resolved = *given, *options = &resolved;
	preset_apply(options);
	*request = (struct Request){
#define LIST(item, items, what) .item = copy_strings(arena, options->item, options->items), .items = options->items,
#define TEXT(field) .field = copy_string(arena, options->field),
#define FLAG(field) .field = options->field != 0,
#define CHOICE(option, field, type, names, count, unset, refusal) \
	.field = (enum type)number_of(options->option, names, count, unset),
#include "settings.def"
		.real_float = options->real_float > 0,
		.contract = options->contract > 0,
		.fma = options->fma > 0 ? (enum Fma)options->fma : FMA_OFF,
		.level = options->level,
		.search_given = options->search != NULL,
		.snap_angles = options->snap_angles,
		.closure = options->closure,
		.closure_angle = options->closure_angle,
		.progress = options->progress,
		.progress_context = options->progress_context,
	};
}
