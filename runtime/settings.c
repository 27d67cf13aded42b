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

const char *settings_refused(struct Arena *arena, const rigidc_options *options)
{
	const struct Strings strings[] = {
		{ "wrenches", options->wrench, options->wrenches },
		{ "definitions", options->define, options->defines },
		{ "locks", options->lock, options->locks },
		{ "contacts", options->contact, options->contacts },
		{ "phases", options->phase, options->phases },
		{ "idle joints", options->idle, options->idles },
		{ "sensors", options->sensor, options->sensors },
		{ "warnings", options->warning, options->warnings },
		{ "groups of parameters", options->parametrize, options->parametrizes },
		{ "passes", options->no_pass, options->no_passes },
		{ "folders", options->include, options->includes },
	};
	const char *refused = NULL;
	for (size_t i = 0; i < sizeof strings / sizeof *strings && !refused; i++)
		refused = refused_strings(arena, strings[i]);
	for (size_t i = 0; i < options->no_passes && !refused; i++)
		refused = refused_pass(arena, options->no_pass[i]);
	if (refused)
		return refused;
	if (options->prefix && !*options->prefix)
		return "a prefix needs a letter";
	if (options->cache && !*options->cache)
		return "a cache folder needs a name";
	if (number_of(options->preset, preset_name, PRESETS, 0) < 0)
		return text_print(arena, "a preset is portable, native, throughput or microcontroller, not '%s'",
		                  options->preset);
	if (options->fma < -1 || options->fma > FMA_AUTO)
		return text_print(arena, "fma is 0, 1, 2 or -1, not %d", options->fma);
	if (number_of(options->batch, batch_name, BATCH_COUNT, 0) < 0)
		return text_print(arena, "a batch is of auto, 2, 4, 8 or 16, not '%s'", options->batch);
	if (number_of(options->matrix, matrix_name, MATRIX_COUNT, 0) < 0)
		return text_print(arena, "a matrix is full, packed, sparse or packed-sparse, not '%s'",
		                  options->matrix);
	if (number_of(options->code_size, code_size_name, CODE_SIZE_COUNT, 0) < 0)
		return text_print(arena, "code_size is auto, on or off, not '%s'", options->code_size);
	if (number_of(options->base, base_name, BASE_COUNT, BASE_OWN) < 0)
		return text_print(arena, "a base is fixed or free, not '%s'", options->base);
	if (number_of(options->dh, dh_name, DH_COUNT, DH_OWN) < 0)
		return text_print(arena, "dh is standard or modified, not '%s'", options->dh);
	if (number_of(options->lanes, limb_lanes_name, LIMB_LANES_COUNT, 0) < 0)
		return text_print(arena, "lanes are auto, off, 2, 4 or 8, not '%s'", options->lanes);
	if (number_of(options->sincos, sincos_name, SINCOS_COUNT, 0) < 0)
		return text_print(arena, "sines and cosines are inline, libm or given, not '%s'", options->sincos);
	if (number_of(options->search, search_name, SEARCH_COUNT, 0) < 0)
		return text_print(arena, "a search is none, quick or thorough, not '%s'", options->search);
	if (options->level < 0 || options->level > 1 + LEVEL_MOST)
		return text_print(arena, "a level is from -O0 to -O%d, not -O%d", LEVEL_MOST, options->level - 1);
	if (options->from != RIGIDC_BY_CONTENT && !rigidc_format_name(options->from))
		return text_print(arena, "there is no format %d", (int)options->from);
	if (!(options->snap_angles >= 0 && options->snap_angles <= SETTINGS_SNAP_MOST))
		return text_print(arena, "snap_angles is an angle in rad from 0 to %g, not %g", SETTINGS_SNAP_MOST,
		                  options->snap_angles);
	const struct Exclusion *excluded = exclusion_find(options);
	return excluded ? text_print(arena, "%s and %s exclude each other%s", excluded->field[0], excluded->field[1],
	                             excluded->why)
	                : NULL;
}

static const char *const *copy_strings(struct Arena *arena, const char *const *string, size_t count)
{
	const char **copy = ARENA_ARRAY(arena, const char *, count);
	for (size_t i = 0; i < count; i++)
		copy[i] = arena_copy(arena, string[i], strlen(string[i]));
	return copy;
}

void settings_copy(struct Arena *arena, const rigidc_options *given, struct Request *request)
{
	rigidc_options resolved = *given, *options = &resolved;
	preset_apply(options);
	*request = (struct Request){
		.gravity = options->gravity ? arena_copy(arena, options->gravity, strlen(options->gravity)) : NULL,
		.prefix = options->prefix ? arena_copy(arena, options->prefix, strlen(options->prefix)) : NULL,
		.preset = options->preset ? arena_copy(arena, options->preset, strlen(options->preset)) : NULL,
		.real_float = options->real_float > 0,
		.wrench = copy_strings(arena, options->wrench, options->wrenches),
		.wrenches = options->wrenches,
		.define = copy_strings(arena, options->define, options->defines),
		.defines = options->defines,
		.include = copy_strings(arena, options->include, options->includes),
		.includes = options->includes,
		.sensor = copy_strings(arena, options->sensor, options->sensors),
		.sensors = options->sensors,
		.lock = copy_strings(arena, options->lock, options->locks),
		.locks = options->locks,
		.contact = copy_strings(arena, options->contact, options->contacts),
		.contacts = options->contacts,
		.phase = copy_strings(arena, options->phase, options->phases),
		.phases = options->phases,
		.idle = copy_strings(arena, options->idle, options->idles),
		.idles = options->idles,
		.warning = copy_strings(arena, options->warning, options->warnings),
		.warnings = options->warnings,
		.parametrize = copy_strings(arena, options->parametrize, options->parametrizes),
		.parametrizes = options->parametrizes,
		.no_pass = copy_strings(arena, options->no_pass, options->no_passes),
		.no_passes = options->no_passes,
		.level = options->level,
		.search_given = options->search != NULL,
		.search = (enum SearchEffort)number_of(options->search, search_name, SEARCH_COUNT, 0),
		.sincos = (enum Sincos)number_of(options->sincos, sincos_name, SINCOS_COUNT, SINCOS_INLINE),
		.batch = (enum Batch)number_of(options->batch, batch_name, BATCH_COUNT, BATCH_NONE),
		.limb_lanes =
			(enum LimbLanes)number_of(options->lanes, limb_lanes_name, LIMB_LANES_COUNT, LIMB_LANES_AUTO),
		.progress = options->progress,
		.progress_context = options->progress_context,
		.fma = options->fma > 0 ? (enum Fma)options->fma : FMA_OFF,
		.matrix = (enum MatrixForm)number_of(options->matrix, matrix_name, MATRIX_COUNT, MATRIX_FULL),
		.zeros_once = options->zeros_once != 0,
		.code_size =
			(enum CodeSize)number_of(options->code_size, code_size_name, CODE_SIZE_COUNT, CODE_SIZE_AUTO),
		.misra = options->misra != 0,
		.contract = options->contract > 0,
		.base = (enum Base)number_of(options->base, base_name, BASE_COUNT, BASE_OWN),
		.keep_damping = options->keep_damping != 0,
		.keep_rotors = options->keep_rotors != 0,
		.no_snapping = options->no_snapping != 0,
		.snap_angles = options->snap_angles,
		.markers = options->markers != 0,
		.dh = (enum Dh)number_of(options->dh, dh_name, DH_COUNT, DH_OWN),
		.dh_degrees = options->dh_degrees != 0,
		.dh_millimetres = options->dh_millimetres != 0,
		.model = options->model ? arena_copy(arena, options->model, strlen(options->model)) : NULL,
		.upgrade = options->upgrade != 0,
		.cache = options->cache ? arena_copy(arena, options->cache, strlen(options->cache)) : NULL,
	};
}
