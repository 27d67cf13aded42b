/* What a word of the language means: looked up in its tables. */
#include <math.h>
#include <string.h>

#include "describe_call.h"
#include "symbol.h"
#include "base/number.h"
#include "cli/markup.h"
#include "dynamics/function.h"
#include "dynamics/operator.h"
#include "grammar/words.h"
#include "model/expression/builtin.h"
#include "model/part/property.h"
#include "model/wrap.h"

/* "mm = 0.001 m, a length" */
static void describe_unit(struct Text *out, const char *word)
{
	const struct Unit *unit = unit_find(word, strlen(word));
	const char *quantity = "an angle", *symbol = "rad";
	if (!unit)
		return;
	if (!dim_equal(unit->dim, dim_none) && !dim_common(unit->dim, &quantity, &symbol))
		symbol = dim_symbol(out->arena, unit->dim);
	text_format(out, "`%s` = ", word);
	number_put(out, unit->numerator / unit->denominator * pow(10, unit->ten) * pow(M_PI, unit->turns));
	text_format(out, " %s, %s\n", symbol, quantity);
}

static void describe_builtin(struct Text *out, const char *word)
{
	struct Signature signature = { .label = text_new(out->arena), .doc = text_new(out->arena) };
	describe_call_builtin(&signature, word);
	text_format(out, "```rig\n%s\n```\n%s\n", text_string(&signature.label), text_string(&signature.doc));
}

/* A property may be one of several things: of a joint, a strut. */
static void describe_property(struct Text *out, const char *word)
{
	const struct Property *row;
	for (size_t i = 0; (row = property_row(i)); i++)
		if (strcmp(row->name, word) == 0)
			text_format(out, "```rig\n%s %s\n```\n%s: %s\n\n", row->name, row->value,
			            where_text[row->where].name, row->summary);
}

static void describe_output(struct Text *out, const char *word)
{
	for (size_t i = 0; i < function_count; i++)
		if (strcmp(function_table[i].name, word) == 0) {
			text_format(out, "`%s`: %s\n\n", word, function_table[i].summary);
			break;
		}
	for (size_t i = 0; i < operator_count; i++)
		if (strcmp(operator_table[i].name, word) == 0)
			text_format(out, "`%s`: %s\n\n", word, operator_table[i].summary);
}

static void describe_wrap(struct Text *out, const char *word)
{
	for (int i = 0; i < wrap_kind_count; i++)
		if (strcmp(wrap_kinds[i].name, word) == 0)
			text_format(out, "a wrap of kind `%s`: %s\n", word, wrap_kinds[i].summary);
}

/* Kinds of joints, loops, contacts and wraps have names in common: the statement tells which is meant. */
static void describe_kind_of(struct Text *out, const struct Reading *reading, const char *word, const char *statement)
{
	const struct JointKind *joint = kinds_find(&reading->model->model->kinds, word);
	const struct LoopKind *loop = loop_kind_find(word);
	const struct ContactKind *contact = contact_kind_find(word);
	if (joint && strcmp(statement, "joint") == 0)
		describe_kind(out, joint);
	else if (loop && strcmp(statement, "loop") == 0)
		text_format(out, "a loop of kind `%s`: %s\n", word, loop->summary);
	else if (contact && strcmp(statement, "contact") == 0)
		text_format(out, "a contact of kind `%s`: %s\n", word, contact->summary);
	else if (strcmp(statement, "wrap") == 0)
		describe_wrap(out, word);
}

static void describe_check(struct Text *out, const char *name)
{
	const int check = check_find(name);
	if (check < 0)
		return;
	text_format(out, "`%s`, %s %s: ", name, check_table[check].severity == SEVERITY_ERROR ? "an" : "a",
	            severity_name(check_table[check].severity));
	markup_put_comment(out, check_table[check].summary);
	text_format(out, "\n\n%s\n", check_table[check].explanation);
}

void describe_word(struct Text *out, const struct Reading *reading, const char *word, struct WordPlace place)
{
	const char *form = word_form(word);
	if (place.unit)
		describe_unit(out, word);
	else if (place.check)
		describe_check(out, word);
	else if (place.output)
		describe_output(out, word);
	else if (place.kind_of)
		describe_kind_of(out, reading, word, place.kind_of);
	else if (form)
		text_format(out, "```rig\n%s\n```\n", form);
	else if (builtin_find(word))
		describe_builtin(out, word);
	else
		describe_property(out, word);
}
