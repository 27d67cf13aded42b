/* Completion: the names and words possible at a place, by the words before the place. */
#include <ctype.h>
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "grammar/words.h"

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
	{ "tendon", "around", NAMES_WRAP | NAMES_USE },
	{ "tendon", "side", VALUES },
	{ "tendon", "by", VALUES },
	{ "tendon", "over", PLACES },
	{ "tendon", ",", PLACES },
	{ NULL, "about", PLACES },
	{ NULL, "mirror", AXES },
	{ "use", "use", NAMES_PART },
	{ "joint", ":", KINDS },
	{ "contact", ":", CONTACTS },
	{ "loop", ":", LOOPS },
	{ "wrap", ":", WRAPS },
	{ "visual", "visual", SHAPES },
	{ "collision", "collision", SHAPES },
	{ "generate", "generate", OUTPUTS | NAMES_OUTPUT },
	{ "generate", ",", OUTPUTS | NAMES_OUTPUT },
	{ "generate", "=", OUTPUTS | NAMES_OUTPUT },
	{ "generate", "+", OUTPUTS | NAMES_OUTPUT },
	{ "generate", ":", PLACES | OUTPUTS | NAMES_OUTPUT | NAMES_STRUT | NAMES_GROUP | NAMES_WRENCH },
	{ "phase", "=", PLACES },
	{ "phase", ",", PLACES },
	{ "group", "=", NAMES_STRUT | NAMES_USE },
	{ "group", ",", NAMES_STRUT | NAMES_USE },
	{ "order", NULL, JOINTS },
	{ "hold", "hold", JOINTS },
	{ "idle", NULL, JOINTS },
	{ "solve", "at", NAMES_POSE },
	{ "solve", NULL, JOINTS },
	{ "assert", NULL, PLACES | VALUES },
	{ "ground", NULL, PLACES },
	{ "name", NULL, 0 },
	{ "wrench", "in", PLACES },
	{ "force", NULL, VALUES | FORCES | NAMES_INPUT },
	{ "moment", NULL, VALUES | FORCES | NAMES_INPUT },
	{ "potential", NULL, VALUES | FORCES },
	{ "passive", NULL, VALUES | JOINTS | NAMES_INPUT },
	{ NULL, ":", UNITS },
	{ "constraint", "in", PLACES },
	{ "constraint", NULL, VALUES | JOINTS | FORCES },
	{ NULL, NULL, VALUES },
};

static bool fits(const char *pattern, const char *word)
{
	return !pattern || strcmp(pattern, word) == 0;
}

static unsigned at_beginning(const struct Completing *c)
{
	if (strcmp(c->block, "pose") == 0)
		return JOINTS | HOLDS;
	return complete_has_properties(c->block) ? PROPERTIES : STATEMENTS | PROPERTIES;
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

static bool is_last(const struct Completing *c, size_t back, enum LexemeKind kind)
{
	return c->at >= back && c->now.lexemes.item[c->at - back].kind == kind;
}

/* Where a name of somebody's own begins, nothing is offered. */
static bool is_new_name(const struct Completing *c)
{
	const char *form = word_form(c->first);
	return strcmp(c->before, "as") == 0 ||
	       (form && strcmp(c->before, c->first) == 0 && strncmp(form + strlen(c->first), " NAME", 5) == 0);
}

/* `kg/`: a unit by a unit */
static bool is_in_unit(const struct Completing *c)
{
	return is_last(c, 2, LEXEME_UNIT) && (strcmp(c->before, "/") == 0 || strcmp(c->before, "*") == 0);
}

/* A place where the grammar takes no name has units and words alone. */
static unsigned wanted_at(const struct Completing *c)
{
	const struct Lexeme *last = c->at ? &c->now.lexemes.item[c->at - 1] : NULL;
	if (!*c->first)
		return at_beginning(c);
	if (is_new_name(c))
		return 0;
	if (is_in_unit(c))
		return UNITS | VALUES;
	if (strcmp(c->first, "accept") == 0)
		return CHECKS;
	if (c->expected.known && !c->expected.name)
		return c->expected.unit ? UNITS : 0;
	if (strcmp(c->first, "joint") == 0 && is_coupled(c) && last && last->kind == LEXEME_SIGN)
		return VALUES | JOINTS;
	if (!c->expected.known && last && (last->kind == LEXEME_NUMBER || last->kind == LEXEME_UNIT))
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

static bool is_word(const struct Completing *c, size_t i, const char *word)
{
	return strcmp(text_now_word(&c->now, i), word) == 0;
}

/* The name that ends with lexeme i: `leg` of `leg[k]`. */
static size_t name_of(const struct Completing *c, size_t i)
{
	while (i > 0 && is_word(c, i, "]")) {
		while (i > 0 && !is_word(c, i, "["))
			i--;
		i -= i > 0;
	}
	return i;
}

/* The part that the use is of; NULL: there is no such use. */
static const struct Area *part_of_use(const struct Completing *c, const struct Area *area, size_t name)
{
	const struct Symbol *symbols = c->asked.symbols->symbols.item;
	int use = symbols_find(area, SPACE_USE, text_now_word(&c->now, name));
	int part = use < 0 ? -1 : symbols_find(area, SPACE_PART, symbols[use].stmt->part.text);
	if (use >= 0 && part < 0)
		part = symbols_find(c->asked.symbols->areas.item[0], SPACE_PART, symbols[use].stmt->part.text);
	return part < 0 ? NULL : symbols[part].inside;
}

/* The part of a use whose name ends with lexeme i, as in `FL`, `leg[k]` or `cell.FL`; NULL: there is none. */
static const struct Area *area_of_use(const struct Completing *c, size_t i)
{
	size_t name = name_of(c, i), end = i;
	while (name > 1 && is_word(c, name - 1, "."))
		name = name_of(c, name - 2);
	const struct Area *area = part_of_use(c, c->area, name);
	for (; area && name < end; name++)
		if (is_word(c, name, "."))
			area = part_of_use(c, area, name + 1);
	return area;
}

/* After `FL.`: what the part of the use declares. False: there is no use before the point. */
static bool complete_member(struct Completing *c)
{
	if (strcmp(c->before, ".") != 0 || c->at < 2)
		return false;
	const struct Area *area = area_of_use(c, c->at - 2);
	if (!area)
		return false;
	c->area = area;
	c->wanted = NAMES_SITE | NAMES_JOINT | NAMES_USE;
	return true;
}

/* Asks the grammar for the tokens allowed in place of the word at the cursor. */
static void ask_grammar(struct Completing *c)
{
	struct Sources *sources = ARENA_NEW(c->arena, struct Sources);
	struct Diags *diags = ARENA_NEW(c->arena, struct Diags);
	const char *text = c->now.text;
	size_t end = c->asked.offset;
	while (end > 0 && (isalnum((unsigned char)text[end - 1]) || text[end - 1] == '_'))
		end--;
	end += strspn(text + end, "0123456789"); /* 3mm is a number and a unit */
	sources_init(sources, c->arena);
	diags_init(diags, c->arena, sources);
	c->expected = read_expected(diags, text, end < c->asked.offset ? end : c->asked.offset);
}

/* What functions of the language most likely give here. */
static enum ValueKind likely_at(const struct Completing *c)
{
	bool placing = strcmp(c->before, "at") == 0 || strcmp(c->before, "then") == 0 || strcmp(c->before, ",") == 0;
	return strcmp(c->before, "inertia") == 0 ? VALUE_MATRIX
	       : strcmp(c->before, "solid") == 0 ? VALUE_SOLID
	       : placing                         ? VALUE_PLACEMENT
	                                         : VALUE_SCALAR;
}

json_t *complete_run(struct MethodCall *call)
{
	struct Completing c = { .items = json_array(), .arena = call_arena(call), .encoding = call->server->encoding };
	if (!asked_place(call, &c.asked))
		return NULL;
	c.now = text_now(c.arena, c.asked.document);
	c.area = asked_area(&c.asked);
	look_around(&c);
	if (!text_now_in_comment(&c.now, c.asked.offset) && !complete_files(&c)) {
		bool member = complete_member(&c), point = strcmp(c.before, ".") == 0;
		if (*c.first && !member && !point && !is_new_name(&c))
			ask_grammar(&c);
		c.likely = likely_at(&c);
		c.wanted = member ? c.wanted : point ? AXES : wanted_at(&c);
		complete_add(&c);
	}
	return json_pack("{s:b, s:o}", "isIncomplete", 0, "items", c.items);
}
