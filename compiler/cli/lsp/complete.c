/* Completion: what may be written at a place, by the words before it. */
#include <string.h>

#include "asked.h"
#include "describe.h"
#include "method.h"
#include "text_now.h"
#include "cli/text_json.h"
#include "dynamics/function.h"
#include "dynamics/operator.h"
#include "grammar/print_rig.h"
#include "grammar/words.h"
#include "model/expression/builtin.h"
#include "model/part/property.h"

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
	PLACES = NAMES_SITE | NAMES_USE | WORLD,
	VALUES = NAMES_VALUE | NAMES_FUNCTION | BUILTINS | AXES,
	JOINTS = NAMES_JOINT | NAMES_USE
};

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
	ITEM_CONSTANT = 21,
	ITEM_STRUCT = 22
};

struct Completing {
	struct Asked asked;
	struct TextNow now;
	size_t at;          /* the lexeme that is being typed, or the first one behind the place */
	const char *first;  /* the first word of the statement; "" at its beginning */
	const char *before; /* the word before */
	const char *block;  /* the first word of the statement whose block it is; "" at the top level */
	unsigned wanted;
	const struct Area *area;
	json_t *items;
	struct Arena *arena;
};

static void add(struct Completing *c, const char *label, int kind, const char *detail)
{
	json_t *item = json_pack("{s:o, s:i}", "label", text_json(label), "kind", kind);
	if (detail && *detail)
		json_object_set_new(item, "detail", text_json(detail));
	json_array_append_new(c->items, item);
}

/* --- names of the model --- */

/* The area around the place: that of the part in whose block it is. */
static const struct Area *area_at(const struct Asked *asked)
{
	for (size_t i = 1; i < asked->symbols->areas.count; i++) {
		const struct Stmt *part = asked->symbols->areas.item[i]->part;
		if (part->span.source == asked->source && part->span.begin <= asked->offset &&
		    asked->offset < part->end)
			return asked->symbols->areas.item[i];
	}
	return asked->symbols->areas.item[0];
}

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
	struct Text name;
	text_init(&name, c->arena);
	print_name(symbol->name, &name);
	add(c, text_string(&name), kind[symbol->space] ? kind[symbol->space] : ITEM_VARIABLE, symbol->what);
}

/* Symbols of the wanted spaces. A body whose joint has no name is a joint too. */
static void add_symbols(struct Completing *c)
{
	for (size_t i = 0; i < c->asked.symbols->symbols.count; i++) {
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
		if (*contact_kinds[i].name)
			add(c, contact_kinds[i].name, ITEM_INTERFACE, contact_kinds[i].summary);
}

static void add_loops(struct Completing *c)
{
	for (int i = 0; i < loop_kind_count; i++)
		add(c, loop_kinds[i].name, ITEM_INTERFACE, loop_kinds[i].summary);
}

static void add_units(struct Completing *c)
{
	const char *name, *quantity, *symbol;
	for (size_t i = 0; (name = unit_name(i)); i++) {
		struct Dim dim = unit_find(name, strlen(name))->dim;
		bool angle = dim_equal(dim, dim_none);
		add(c, name, ITEM_UNIT, angle ? "an angle" : dim_common(dim, &quantity, &symbol) ? quantity : "");
	}
}

static void add_builtins(struct Completing *c)
{
	const struct Builtin *row;
	for (size_t i = 0; (row = builtin_row(i)); i++)
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
	}
}

static const struct {
	unsigned wanted;
	void (*add)(struct Completing *c);
} sorts[] = {
	{ KINDS, add_kinds },           { CONTACTS, add_contacts },     { LOOPS, add_loops }, { UNITS, add_units },
	{ BUILTINS, add_builtins },     { OUTPUTS, add_outputs },       { AXES, add_axes },   { WORLD, add_world },
	{ STATEMENTS, add_statements }, { PROPERTIES, add_properties },
};

/* --- what is wanted --- */

/* By the word before, in a statement that begins with `first` (NULL: any). The first row that fits counts. */
static const struct {
	const char *first, *before;
	unsigned wanted;
} rows[] = {
	{ NULL, "on", PLACES },
	{ "loop", "from", PLACES },
	{ "loop", "to", PLACES },
	{ "strut", "between", PLACES },
	{ "strut", "and", PLACES },
	{ "tendon", "over", PLACES },
	{ "tendon", ",", PLACES },
	{ NULL, "about", PLACES },
	{ NULL, "mirror", AXES },
	{ "use", "use", NAMES_PART },
	{ "joint", ":", KINDS },
	{ "contact", ":", CONTACTS },
	{ "loop", ":", LOOPS },
	{ "generate", "generate", OUTPUTS | NAMES_OUTPUT },
	{ "generate", ",", OUTPUTS | NAMES_OUTPUT },
	{ "generate", "=", OUTPUTS | NAMES_OUTPUT },
	{ "generate", "+", OUTPUTS | NAMES_OUTPUT },
	{ "generate", ":", PLACES | OUTPUTS | NAMES_OUTPUT },
	{ "phase", "=", PLACES },
	{ "phase", ",", PLACES },
	{ "order", NULL, JOINTS },
	{ "idle", NULL, JOINTS },
	{ "solve", "at", NAMES_POSE },
	{ "solve", NULL, JOINTS },
	{ "assert", NULL, PLACES | VALUES },
	{ "ground", NULL, PLACES },
	{ NULL, ":", UNITS },
	{ "constraint", NULL, VALUES | JOINTS },
	{ NULL, NULL, VALUES },
};

static bool fits(const char *pattern, const char *word)
{
	return !pattern || strcmp(pattern, word) == 0;
}

static unsigned at_beginning(const struct Completing *c)
{
	bool inside = false;
	if (strcmp(c->block, "pose") == 0)
		return JOINTS;
	for (size_t i = 1; i < sizeof blocks / sizeof *blocks; i++)
		inside |= strcmp(blocks[i].block, c->block) == 0;
	return inside ? PROPERTIES : STATEMENTS | PROPERTIES;
}

/* Does the statement of a joint have a coupling: a `=` outside of brackets? */
static bool is_coupled(const struct Completing *c)
{
	bool coupled = false;
	int open = 0;
	for (size_t i = text_now_first(&c->now, c->at - 1); i < c->at; i++) {
		char sign = c->now.text[c->now.lexemes.item[i].begin];
		open += (sign == '(' || sign == '[') - (sign == ')' || sign == ']');
		coupled |= sign == '=' && !open;
	}
	return coupled;
}

static unsigned wanted_at(const struct Completing *c)
{
	const struct Lexeme *last = c->at ? &c->now.lexemes.item[c->at - 1] : NULL;
	if (!*c->first)
		return at_beginning(c);
	if (strcmp(c->first, "joint") == 0 && is_coupled(c) && last && last->kind == LEXEME_SIGN)
		return VALUES | JOINTS;
	if (last && (last->kind == LEXEME_NUMBER || last->kind == LEXEME_UNIT))
		return UNITS;
	for (size_t i = 0;; i++)
		if (fits(rows[i].first, c->first) && fits(rows[i].before, c->before))
			return rows[i].wanted;
}

/* The first word of the statement in whose block lexeme i is. */
static const char *block_of(const struct Completing *c, size_t i, int depth)
{
	const struct Lexeme *item = c->now.lexemes.item;
	while (i > 0 && !(item[i - 1].depth < depth && c->now.text[item[i - 1].begin] == '{'))
		i--;
	return i ? text_now_word(&c->now, text_now_first(&c->now, i - 1)) : "";
}

/* Does a statement begin between the lexeme before and the place? */
static bool begins(const struct Completing *c)
{
	const struct Lexeme *last = &c->now.lexemes.item[c->at - 1];
	const char *text = c->now.text;
	bool open = false;
	for (size_t i = text_now_first(&c->now, c->at - 1); i < c->at; i++)
		open = strchr("([", text[c->now.lexemes.item[i].begin])   ? true
		       : strchr(")]", text[c->now.lexemes.item[i].begin]) ? false
		                                                          : open;
	if (strchr("{};", text[last->begin]))
		return true;
	for (uint32_t at = last->end; at < c->asked.offset && !open; at++)
		if (text[at] == '\n' || text[at] == '\r')
			return true;
	return false;
}

/* Finds the words around the place. What is being typed there is no part of them. */
static void look_around(struct Completing *c)
{
	const struct Lexemes *all = &c->now.lexemes;
	while (c->at < all->count && all->item[c->at].end < c->asked.offset)
		c->at++;
	while (c->at < all->count && all->item[c->at].end == c->asked.offset && all->item[c->at].kind == LEXEME_SIGN)
		c->at++;
	size_t last = c->at;
	while (last > 0 && all->item[last - 1].kind == LEXEME_COMMENT)
		last--;
	c->at = last;
	c->first = c->before = c->block = "";
	if (!last)
		return;
	int depth = all->item[last - 1].depth + (c->now.text[all->item[last - 1].begin] == '{');
	c->block = depth ? block_of(c, last, depth) : "";
	if (begins(c))
		return;
	c->first = text_now_word(&c->now, text_now_first(&c->now, last - 1));
	c->before = text_now_word(&c->now, last - 1);
}

/* After `FL.`: what the part of the use declares. False: there is no use before the point. */
static bool complete_member(struct Completing *c)
{
	if (strcmp(c->before, ".") != 0 || c->at < 2)
		return false;
	const char *name = text_now_word(&c->now, c->at - 2);
	int use = symbols_find(c->area, SPACE_USE, name);
	const struct Symbol *symbol = use < 0 ? NULL : &c->asked.symbols->symbols.item[use];
	int part = symbol ? symbols_find(c->area, SPACE_PART, symbol->stmt->part.text) : -1;
	if (part < 0)
		return false;
	c->area = c->asked.symbols->symbols.item[part].inside;
	c->wanted = NAMES_SITE | NAMES_JOINT | NAMES_USE;
	return true;
}

json_t *complete_run(struct MethodCall *call)
{
	struct Completing c = { .items = json_array(), .arena = call_arena(call) };
	if (!asked_place(call, &c.asked))
		return NULL;
	c.now = text_now(c.arena, c.asked.document);
	c.area = area_at(&c.asked);
	look_around(&c);
	if (!complete_member(&c))
		c.wanted = strcmp(c.before, ".") == 0 ? AXES : wanted_at(&c);
	add_symbols(&c);
	for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
		if (c.wanted & sorts[i].wanted)
			sorts[i].add(&c);
	return json_pack("{s:b, s:o}", "isIncomplete", 0, "items", c.items);
}
