/* What a word of the language means: looked up in its tables. */
#include <math.h>
#include <string.h>

#include "describe.h"
#include "base/number.h"
#include "cli/markup.h"
#include "dynamics/function.h"
#include "dynamics/operator.h"
#include "grammar/print_rig.h"
#include "grammar/words.h"
#include "model/expression/builtin.h"
#include "model/part/property.h"

/* The motions of a kind that is defined in the language: "rotate axis by q". */
static void put_motions(struct Text *out, const struct JointKind *kind)
{
	const struct Stmt *stmt = kind->definition ? kind->definition->block.first : NULL;
	for (; stmt; stmt = stmt->next) {
		if (!stmt->name.text || !stmt->value || !stmt->by)
			continue;
		struct Text motion = text_new(out->arena);
		text_format(&motion, "%s ", stmt->name.text);
		print_expr(stmt->value, &motion);
		text_put(&motion, " by ");
		print_expr(stmt->by, &motion);
		text_char(out, '\n');
		markup_put_plain(out, text_string(&motion));
		text_put(out, "  \n");
	}
}

void describe_kind(struct Text *out, const struct JointKind *kind)
{
	text_format(out, "```rig\njoint : %s", text_shown(out->arena, kind->name));
	for (int i = 0; i < kind->parameters; i++)
		text_format(out, "%s%s", i ? ", " : "(", text_shown(out->arena, kind->parameter[i].name));
	text_format(out, "%s\n```\n", kind->parameters ? ")" : "");
	markup_put_comment(out, kind->summary ? kind->summary : "a kind of the model");
	text_format(out, "; nq %d, nv %d\n", kind->nq, kind->nv);
	put_motions(out, kind);
}

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
	const struct Builtin *row = builtin_find(word);
	if (!row)
		return;
	text_format(out, "```rig\n%s(", row->name);
	for (size_t i = 0; i < BUILTIN_PARAMETERS && row->parameter[i]; i++)
		text_format(out, "%s%s", i ? ", " : "", row->parameter[i]);
	text_format(out, ")\n```\n%s: %s\n", value_kind_name[row->gives], row->summary);
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

/* Kinds of joints, loops and contacts have names in common: the statement tells which is meant. */
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
