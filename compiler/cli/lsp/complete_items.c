/* Completion: the items for names of the model and words of the language, in the order of the offer. */
#include "model/shape.h"
#include "symbol.h"

#include <string.h>

#include "cli/text_json.h"
#include "dynamics/function.h"
#include "dynamics/operator.h"
#include "grammar/print_rig.h"
#include "grammar/words.h"
#include "model/part/property.h"
#include "model/wrap.h"

/* Kinds of items in the protocol. */
enum {
	ITEM_FUNCTION = 3,
	ITEM_FIELD = 5,
	ITEM_VARIABLE = 6,
	ITEM_CLASS = 7,
	ITEM_INTERFACE = 8,
	ITEM_MODULE = 9,
	ITEM_PROPERTY = 10,
	ITEM_UNIT = 11,
	ITEM_KEYWORD = 14,
	ITEM_FILE = 17,
	ITEM_FOLDER = 19,
	ITEM_CONSTANT = 21,
	ITEM_STRUCT = 22
};

/* Without a text to sort by, editors go by the alphabet. */
static void add(struct Completing *c, const char *label, int kind, const char *detail)
{
	const char *order = text_print(c->arena, "%04d", (int)json_array_size(c->items));
	json_t *item = json_pack("{s:o, s:i, s:s}", "label", text_json(label), "kind", kind, "sortText", order);
	if (detail && *detail)
		json_object_set_new(item, "detail", text_json(detail));
	json_array_append_new(c->items, item);
}

/* --- names of the model --- */

/* Is a value known at the place? Those of functions, parts and loops are known inside of them. */
static bool is_seen(const struct Completing *c, const struct Symbol *symbol)
{
	const struct Stmt *stmt = symbol->stmt;
	bool local = symbol->values && symbol->values->outer;
	if (symbol->space != SPACE_VALUE || !local)
		return symbol->area == c->area || (!symbol->area->model && symbol->space != SPACE_SITE &&
		                                   symbol->space != SPACE_JOINT && symbol->space != SPACE_USE);
	if (!symbol->formal && strcmp(symbol->what, "constant") == 0)
		return symbol->area == c->area;
	return stmt->span.source == c->asked.source && stmt->span.begin <= c->asked.offset &&
	       c->asked.offset <= stmt->end;
}

static void add_symbol(struct Completing *c, const struct Symbol *symbol)
{
	static const int kind[SPACE_COUNT] = {
		[SPACE_SITE] = ITEM_STRUCT,       [SPACE_JOINT] = ITEM_FIELD,     [SPACE_VALUE] = ITEM_CONSTANT,
		[SPACE_FUNCTION] = ITEM_FUNCTION, [SPACE_PART] = ITEM_CLASS,      [SPACE_USE] = ITEM_MODULE,
		[SPACE_KIND] = ITEM_INTERFACE,    [SPACE_OUTPUT] = ITEM_FUNCTION, [SPACE_POSE] = ITEM_STRUCT,
	};
	struct Text name = text_new(c->arena);
	print_name(symbol->name, &name);
	add(c, text_string(&name), kind[symbol->space] ? kind[symbol->space] : ITEM_VARIABLE, symbol->what);
}

/* Symbols of the wanted spaces. A body whose joint has no name is a joint too. The one that is declared last is the most
 * likely parent, and so are those of a limb. */
static void add_symbols(struct Completing *c)
{
	for (size_t i = c->asked.symbols->symbols.count; i-- > 0;) {
		const struct Symbol *symbol = &c->asked.symbols->symbols.item[i];
		bool joint = (c->wanted & NAMES_JOINT) && symbol->space == SPACE_SITE &&
		             symbols_find(c->area, SPACE_JOINT, symbol->name) == (int)i;
		if (((c->wanted >> symbol->space & 1) || joint) && is_seen(c, symbol))
			add_symbol(c, symbol);
	}
}

/* --- words of the language --- */

static void add_kinds(struct Completing *c)
{
	const struct JointKinds *kinds = &c->asked.reading->model->model->kinds;
	for (size_t i = 0; i < kinds->count; i++)
		add(c, kinds->item[i].name, ITEM_INTERFACE, kinds->item[i].summary);
}

static void add_contacts(struct Completing *c)
{
	for (int i = 0; i < contact_kind_count; i++)
		add(c, contact_kinds[i].name, ITEM_INTERFACE, contact_kinds[i].summary);
}

static void add_loops(struct Completing *c)
{
	for (int i = 0; i < loop_kind_count; i++)
		add(c, loop_kinds[i].name, ITEM_INTERFACE, loop_kinds[i].summary);
}

static void add_wraps(struct Completing *c)
{
	for (int i = 0; i < wrap_kind_count; i++)
		add(c, wrap_kinds[i].name, ITEM_INTERFACE, wrap_kinds[i].summary);
}

static void add_shapes(struct Completing *c)
{
	for (int i = 0; i < SHAPE_KINDS; i++)
		add(c, shape_kind_table[i].name, ITEM_INTERFACE, shape_kind_table[i].summary);
}

static void add_unit(struct Completing *c, const char *name)
{
	const char *quantity, *symbol;
	struct Dim dim = unit_find(name, strlen(name))->dim;
	bool angle = dim_equal(dim, dim_none);
	add(c, name, ITEM_UNIT, angle ? "an angle" : dim_common(dim, &quantity, &symbol) ? quantity : "");
}

/* Usual first units of a statement's numbers, in single blanks. */
static const char *usual_units(const struct Completing *c)
{
	static const struct {
		const char *first, *units;
	} usual[] = {
		{ "mass", " kg g " },           { "inertia", " kg g " },
		{ "armature", " kg g " },       { "effort", " N " },
		{ "damping", " N " },           { "force", " N kN " },
		{ "limits", " deg rad mm m " }, { "com", " mm m cm " },
		{ "body", " mm m deg cm " },    { "frame", " mm m deg cm " },
		{ "use", " mm m deg cm " },     { "solid", " kg mm m cm " },
	};
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (strcmp(usual[i].first, c->first) == 0)
			return usual[i].units;
	return strcmp(c->block, "pose") == 0 ? " deg rad mm m " : " ";
}

static bool is_usual(struct Completing *c, const char *usual, const char *name)
{
	return strstr(usual, text_print(c->arena, " %s ", name));
}

static void add_units(struct Completing *c)
{
	const char *name, *usual = usual_units(c);
	for (const char *at = usual; at[1]; at += 1 + strcspn(at + 1, " "))
		add_unit(c, text_print(c->arena, "%.*s", (int)strcspn(at + 1, " "), at + 1));
	for (size_t i = 0; (name = unit_name(i)); i++)
		if (!is_usual(c, usual, name))
			add_unit(c, name);
}

static void add_builtins(struct Completing *c)
{
	const struct Builtin *row;
	for (int likely = 1; likely >= 0; likely--)
		for (size_t i = 0; (row = builtin_row(i)); i++)
			if ((row->gives == c->likely) == likely)
				add(c, row->name, ITEM_FUNCTION, row->summary);
}

static void add_outputs(struct Completing *c)
{
	for (size_t i = 0; i < function_count; i++) {
		bool twice = i > 0 && strcmp(function_table[i].name, function_table[i - 1].name) == 0;
		if (!twice)
			add(c, function_table[i].name, ITEM_FUNCTION, function_table[i].summary);
	}
	for (size_t i = 0; i < operator_count; i++)
		add(c, operator_table[i].name, ITEM_FUNCTION, operator_table[i].summary);
}

static void add_axes(struct Completing *c)
{
	static const char *const axes[] = { "x", "y", "z" };
	for (size_t i = 0; i < 3; i++)
		add(c, axes[i], ITEM_CONSTANT, "a unit vector");
}

static void add_world(struct Completing *c)
{
	add(c, "world", ITEM_KEYWORD, "what does not move");
	if (c->area->part)
		add(c, "root", ITEM_KEYWORD, "the body that carries the part");
}

/* Names that the law of a wrench knows. */
static void add_laws(struct Completing *c)
{
	add(c, "p", ITEM_VARIABLE, "the position of its frame");
	add(c, "v", ITEM_VARIABLE, "the velocity of its frame");
	add(c, "w", ITEM_VARIABLE, "the angular velocity of its frame");
	for (int k = 0; k < 3; k++) {
		static const char *const name[] = { "ex", "ey", "ez" };
		add(c, name[k], ITEM_VARIABLE, "an axis: of its frame, or without `in` of the world");
	}
}

/* Names that the force of a strut or of a wrench knows, or a constraint. */
static void add_forces(struct Completing *c)
{
	if (strcmp(c->block, "wrench") == 0 || strcmp(c->first, "constraint") == 0) {
		add_laws(c);
		return;
	}
	add(c, "length", ITEM_VARIABLE, "the distance between its points");
	add(c, "rate", ITEM_VARIABLE, "the velocity of its length");
}

static void add_statements(struct Completing *c)
{
	const char *word;
	for (size_t i = 0; (word = word_of_statement(i)); i++)
		add(c, word, ITEM_KEYWORD, word_form(word));
}

/* Properties by the statement whose block it is. */
static const struct {
	const char *block;
	enum Where where;
} blocks[] = {
	{ "", WHERE_TOP },
	{ "body", WHERE_BODY },
	{ "joint", WHERE_JOINT },
	{ "strut", WHERE_STRUT },
	{ "tendon", WHERE_STRUT },
	{ "contact", WHERE_CONTACT },
	{ "loop", WHERE_CLOSED_LOOP },
	{ "constraint", WHERE_CONSTRAINT },
	{ "visual", WHERE_SHAPE },
	{ "collision", WHERE_SHAPE },
	{ "wrench", WHERE_WRENCH },
	{ "input", WHERE_INPUT },
};

static void add_properties(struct Completing *c)
{
	const struct Property *row;
	for (size_t i = 0; (row = property_row(i)); i++)
		for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
			if (strcmp(blocks[k].block, c->block) == 0 && blocks[k].where == row->where)
				add(c, row->name, ITEM_PROPERTY, row->summary);
	if (strcmp(c->block, "body") == 0) {
		add(c, "joint", ITEM_KEYWORD, word_form("joint"));
		add(c, "frame", ITEM_KEYWORD, "frame NAME [at PLACEMENT]");
		add(c, "visual", ITEM_KEYWORD, "visual SHAPE [at PLACEMENT]");
		add(c, "collision", ITEM_KEYWORD, "collision SHAPE [at PLACEMENT]");
	}
}

bool complete_has_properties(const char *word)
{
	bool has = false;
	for (size_t k = 1; k < sizeof blocks / sizeof *blocks; k++)
		has |= strcmp(blocks[k].block, word) == 0;
	return has;
}

/* Words of the statement, as the grammar has them: in single quotes. */
static void add_words(struct Completing *c)
{
	for (int i = 0; i < c->expected.count; i++) {
		const char *word = c->expected.word[i];
		add(c, text_print(c->arena, "%.*s", (int)strlen(word) - 2, word + 1), ITEM_KEYWORD, "");
	}
}

/* `hold` before a position of a pose. */
static void add_hold(struct Completing *c)
{
	add(c, "hold", ITEM_KEYWORD, "hold JOINT = POSITION: it stays while others close the loops");
}

/* Replaces the text from `begin` to the cursor by the last item. */
static void replace_from(struct Completing *c, uint32_t begin, const char *text)
{
	struct Span begun = { begin, c->asked.offset, 0 };
	json_t *item = json_array_get(c->items, json_array_size(c->items) - 1);
	json_object_set_new(item, "textEdit", edit_json(&c->asked.document->sources, begun, c->encoding, text));
}

/* Checks that `accept` takes. Editors end words at hyphens, so the item says which text is replaced. */
static void add_checks(struct Completing *c)
{
	const char *text = c->now.text;
	uint32_t begin = c->asked.offset;
	while (begin > 0 && (text[begin - 1] == '-' || (text[begin - 1] >= 'a' && text[begin - 1] <= 'z')))
		begin--;
	for (int i = 0; i < CHECK_COUNT; i++)
		if (check_table[i].severity != SEVERITY_ERROR) {
			add(c, check_table[i].name, ITEM_CONSTANT, check_table[i].summary);
			replace_from(c, begin, check_table[i].name);
		}
}

/* Sorts of items, in the order of the offer. */
static const struct {
	unsigned wanted;
	void (*add)(struct Completing *c);
} sorts[] = {
	{ KINDS, add_kinds },           { CONTACTS, add_contacts }, { LOOPS, add_loops },
	{ SHAPES, add_shapes },         { WRAPS, add_wraps },       { FORCES, add_forces },
	{ UNITS, add_units },           { OUTPUTS, add_outputs },   { AXES, add_axes },
	{ BUILTINS, add_builtins },     { WORLD, add_world },       { PROPERTIES, add_properties },
	{ STATEMENTS, add_statements }, { HOLDS, add_hold },        { CHECKS, add_checks },
};

/* Does the statement take an axis, as a kind of joint does? */
static bool takes_axis(const struct Completing *c)
{
	return strcmp(c->first, "joint") == 0 || strcmp(c->first, "loop") == 0;
}

void complete_file(struct Completing *c, const char *name, uint32_t begin)
{
	add(c, name, strchr(name, '.') ? ITEM_FILE : ITEM_FOLDER, "");
	json_object_del(json_array_get(c->items, json_array_size(c->items) - 1), "sortText"); /* by the alphabet */
	replace_from(c, begin, name);
}

void complete_add(struct Completing *c)
{
	bool axes = (c->wanted & AXES) && takes_axis(c), behind = c->expected.name || c->expected.unit;
	if (axes)
		add_axes(c);
	if (!behind)
		add_words(c);
	add_symbols(c);
	for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
		if ((c->wanted & sorts[i].wanted) && !(axes && sorts[i].wanted == AXES))
			sorts[i].add(c);
	if (behind)
		add_words(c);
}
