#include "preset.h"

#include <stddef.h>
#include <string.h>

#include "exclusion.h"

const struct Preset preset_table[PRESETS] = {
#define PRESET(name, sets, gains, gives_up, ...) { name, sets, gains, gives_up, __VA_ARGS__ },
#include "presets.def"
};

const char *const preset_name[PRESETS] = {
#define PRESET(name, sets, gains, gives_up, ...) name,
#include "presets.def"
};

/* Fields of presets: names (NULL: not set) and numbers (0: not set). */
static const size_t name_field[] = {
	offsetof(rigidc_options, batch),  offsetof(rigidc_options, search), offsetof(rigidc_options, sincos),
	offsetof(rigidc_options, matrix), offsetof(rigidc_options, lanes),  offsetof(rigidc_options, code_size),
};
static const size_t number_field[] = {
	offsetof(rigidc_options, real_float),
	offsetof(rigidc_options, fma),
	offsetof(rigidc_options, contract),
};

static void apply_name(rigidc_options *options, const rigidc_options *preset, size_t field)
{
	const char **to = (const char **)((char *)options + field);
	if (*to)
		return;
	*to = *(const char *const *)((const char *)preset + field);
	if (exclusion_find(options))
		*to = NULL;
}

static void apply_number(rigidc_options *options, const rigidc_options *preset, size_t field)
{
	int *to = (int *)((char *)options + field);
	if (*to == 0)
		*to = *(const int *)((const char *)preset + field);
}

void preset_apply(rigidc_options *options)
{
	for (int i = 0; i < PRESETS && options->preset; i++) {
		const rigidc_options *preset = &preset_table[i].options;
		if (strcmp(options->preset, preset_name[i]) != 0)
			continue;
		for (size_t k = 0; k < sizeof name_field / sizeof *name_field; k++)
			apply_name(options, preset, name_field[k]);
		for (size_t k = 0; k < sizeof number_field / sizeof *number_field; k++)
			apply_number(options, preset, number_field[k]);
	}
}
