/* Presets: several options by one name.
 * Called by the settings, the command's options and its lists. Static data. */
#ifndef RIGIDC_PRESET_H
#define RIGIDC_PRESET_H

#include "rigidc.h"

/* Number of rows. */
enum {
	PRESETS = 0
#define PRESET(...) +1
#include "presets.def"
};

struct Preset {
	const char *name, *sets, *gains, *gives_up;
	rigidc_options options;
};
extern const struct Preset preset_table[PRESETS];
/* The same names, for a choice among them. */
extern const char *const preset_name[PRESETS];

/* Gives unset fields the values of the preset in `options`. Set fields win: a value of the preset
 * that excludes a set field is left out. Without a preset, or with an unknown one, nothing changes. */
void preset_apply(rigidc_options *options);

#endif
