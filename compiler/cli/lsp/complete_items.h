/* What a completion offers: items, in the order in which an editor shows them.
 * Called by complete.c, which decides what a place wants. Items are JSON; the rest is the call's. */
#ifndef RIGIDC_LSP_COMPLETE_ITEMS_H
#define RIGIDC_LSP_COMPLETE_ITEMS_H

#include "asked.h"
#include "text_now.h"
#include "grammar/reader.h"
#include "model/expression/builtin.h"

/* What may be written. */
enum {
	NAMES_SITE = 1 << SPACE_SITE,
	NAMES_JOINT = 1 << SPACE_JOINT,
	NAMES_VALUE = 1 << SPACE_VALUE,
	NAMES_FUNCTION = 1 << SPACE_FUNCTION,
	NAMES_PART = 1 << SPACE_PART,
	NAMES_USE = 1 << SPACE_USE,
	NAMES_KIND = 1 << SPACE_KIND,
	NAMES_OUTPUT = 1 << SPACE_OUTPUT,
	NAMES_POSE = 1 << SPACE_POSE,
	KINDS = 1 << SPACE_COUNT,
	CONTACTS = KINDS << 1,
	LOOPS = KINDS << 2,
	UNITS = KINDS << 3,
	BUILTINS = KINDS << 4,
	OUTPUTS = KINDS << 5,
	AXES = KINDS << 6,
	WORLD = KINDS << 7,
	STATEMENTS = KINDS << 8,
	PROPERTIES = KINDS << 9,
	STRUTS = KINDS << 10,
	HOLDS = KINDS << 11,
	CHECKS = KINDS << 12,
	PLACES = NAMES_SITE | NAMES_USE | WORLD,
	VALUES = NAMES_VALUE | NAMES_FUNCTION | BUILTINS | AXES,
	JOINTS = NAMES_JOINT | NAMES_USE
};

struct Completing {
	struct Asked asked;
	struct TextNow now;
	size_t at;          /* the lexeme at the place, or the next lexeme */
	const char *first;  /* the first word of the statement; "" at its beginning */
	const char *before; /* the word before */
	const char *block;  /* the first word of the statement whose block it is; "" at the top level */
	unsigned wanted;
	struct Expected expected; /* by the grammar, if it is asked */
	enum ValueKind likely;    /* functions with results of this kind are offered first */
	const struct Area *area;
	enum Encoding encoding;
	json_t *items;
	struct Arena *arena;
};

/* Adds the wanted items, the likely ones first. */
void complete_add(struct Completing *completing);
/* Offers a file or folder, whose name takes the place of the text from `begin` to the cursor. */
void complete_file(struct Completing *completing, const char *name, uint32_t begin);
/* Between the quotes of an `include`: offers the files there (complete_files.c). False: it is another place. */
bool complete_files(struct Completing *completing);
/* Does the block of a statement that begins with the word take properties? */
bool complete_has_properties(const char *word);

#endif
