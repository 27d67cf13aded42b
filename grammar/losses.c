#include "losses.h"

#include <string.h>

enum { SHOWN = 5 }; /* names in a message */

void losses_init(struct Losses *losses, struct Diags *diags, struct LossTables tables)
{
	*losses = (struct Losses){ .diags = diags, .tables = tables };
	losses->loss = ARENA_ARRAY(diags->arena, struct Loss, tables.rows);
	for (size_t i = 0; i < tables.rows; i++)
		text_init(&losses->loss[i].names, diags->arena);
	names_init(&losses->strangers, diags->arena);
}

void losses_add(struct Losses *losses, size_t row, struct Span span, const char *name)
{
	struct Loss *loss = &losses->loss[row];
	if (loss->count++ == 0)
		loss->span = span;
	if (name && loss->named++ < SHOWN)
		text_format(&loss->names, "%s'%s'", loss->named > 1 ? ", " : "", name);
}

/* --- unknown elements and attributes --- */

const char *known_names(const struct KnownRow *rows, size_t count, const char *inside)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].inside, inside) == 0)
			return rows[i].names;
	return NULL;
}

bool known_among(const char *names, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = names; at && *at; at += strspn(at, " ")) {
		size_t next = strcspn(at, " ");
		if (next == length && memcmp(at, name, length) == 0)
			return true;
		at += next;
	}
	return false;
}

static void count_stranger(struct Losses *losses, const char *name, const char *inside, bool attribute,
                           struct Span span)
{
	const char *key = text_print(losses->diags->arena, "%s %s %s", attribute ? "@" : "<", inside, name);
	int index = names_add(&losses->strangers, key, (int)losses->stranger.count);
	if (index == (int)losses->stranger.count)
		*ARENA_PUSH(losses->diags->arena, &losses->stranger) =
			(struct Stranger){ name, inside, attribute, span, 0 };
	losses->stranger.item[index].count++;
}

/* Do names of other programs look like this? */
static bool is_foreign(const struct Losses *losses, const char *name)
{
	return losses->tables.foreign && strstr(name, losses->tables.foreign);
}

bool losses_know(struct Losses *losses, const struct XmlElement *element)
{
	const char *inside = element->parent->name;
	const struct LossTables *t = &losses->tables;
	if (known_among(known_names(t->element, t->elements, inside), element->name))
		return true;
	if (!is_foreign(losses, element->name))
		count_stranger(losses, element->name, inside, false, element->span);
	return false;
}

void losses_check_attributes(struct Losses *losses, const struct XmlElement *element)
{
	const struct LossTables *t = &losses->tables;
	const char *names = known_names(t->attribute, t->attributes, element->name);
	for (size_t i = 0; i < element->attributes && names; i++) {
		const struct XmlAttribute *attribute = &element->attribute[i];
		if (!known_among(names, attribute->name) && !is_foreign(losses, attribute->name))
			count_stranger(losses, attribute->name, element->name, true, attribute->value.span);
	}
}

/* Tries the names of a row, one by one. */
static void try_names(struct Diags *diags, const char *names, struct Nearest *nearest)
{
	for (const char *at = names; at && *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		nearest_try(nearest, arena_copy(diags->arena, at, length));
		at += length;
	}
}

static void report_stranger(struct Losses *losses, const struct Stranger *stranger)
{
	const struct LossTables *t = &losses->tables;
	struct Nearest nearest;
	nearest_init(&nearest, stranger->name);
	if (stranger->attribute)
		try_names(losses->diags, known_names(t->attribute, t->attributes, stranger->inside), &nearest);
	else
		try_names(losses->diags, known_names(t->element, t->elements, stranger->inside), &nearest);
	bool one = stranger->count == 1;
	struct Diag *d = stranger->attribute ? diag(losses->diags, CHECK_ATTRIBUTE_IGNORED, stranger->span,
	                                            "%zu `%s` of <%s> %s passed over", stranger->count, stranger->name,
	                                            stranger->inside, one ? "is" : "are")
	                                     : diag(losses->diags, CHECK_ELEMENT_IGNORED, stranger->span,
	                                            "%zu <%s> in <%s> %s passed over", stranger->count, stranger->name,
	                                            stranger->inside, one ? "is" : "are");
	if (nearest.found && diags_may_suggest(losses->diags))
		diag_help(losses->diags, d, stranger->attribute ? "did you mean `%s`?" : "did you mean <%s>?",
		          nearest.found);
}

/* --- the report --- */

/* "3 mocap bodies", with the plural where the noun has %s. */
static const char *counted(struct Diags *diags, const char *noun, size_t count)
{
	const char *mark = strstr(noun, "%s"), *rest = mark ? mark + 2 : "";
	size_t stem = mark ? (size_t)(mark - noun) : strlen(noun);
	bool bodies = stem >= 3 && memcmp(noun + stem - 3, "bod", 3) == 0;
	const char *ending = bodies ? (count == 1 ? "y" : "ies") : count == 1 ? "" : "s";
	return text_print(diags->arena, "%zu %.*s%s%s", count, (int)stem, noun, ending, rest);
}

static void report_loss(struct Losses *losses, const struct LossRow *row, struct Loss *loss)
{
	const char *names = text_string(&loss->names);
	struct Diag *d = diag(losses->diags, row->check, loss->span, "%s: %s%s%s%s%s",
	                      counted(losses->diags, row->noun, loss->count), row->what, *names ? " (" : "", names,
	                      loss->named > SHOWN ? ", ..." : "", *names ? ")" : "");
	if (row->help)
		diag_help(losses->diags, d, "%s", row->help);
}

void losses_report(struct Losses *losses)
{
	for (size_t i = 0; i < losses->stranger.count; i++)
		report_stranger(losses, &losses->stranger.item[i]);
	for (size_t i = 0; i < losses->tables.rows; i++)
		if (losses->loss[i].count)
			report_loss(losses, &losses->tables.row[i], &losses->loss[i]);
}
