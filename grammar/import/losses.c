#include "losses.h"

#include <string.h>

enum { SHOWN = 5 }; /* names in a message */

void losses_init(struct Losses *losses, struct Diags *diags, struct LossTables tables)
{
	*losses = (struct Losses){ .diags = diags, .tables = tables };
	losses->loss = ARENA_ARRAY(diags->arena, struct Loss, tables.rows);
	for (size_t i = 0; i < tables.rows; i++)
		losses->loss[i].names = text_new(diags->arena);
	losses->strangers = names_new(diags->arena);
}

void losses_add(struct Losses *losses, size_t row, struct Span span, const char *name)
{
	struct Loss *loss = &losses->loss[row];
	if (loss->count++ == 0)
		loss->span = span;
	if (name && loss->named++ < SHOWN)
		text_format(&loss->names, "%s'%s'", loss->named > 1 ? ", " : "", name);
}

void losses_add_within(struct Losses *losses, size_t row, const struct XmlElement *root, const char *names)
{
	for (const struct XmlElement *e = root; e; e = xml_walk(e, root))
		if (e != root && known_among(names, e->name))
			losses_add(losses, row, e->span, NULL);
}

/* --- unknown elements and attributes --- */

const char *known_names(const struct KnownRow *row, enum KnownKind kind, const char *inside)
{
	while (row->inside && (row->kind != kind || strcmp(row->inside, inside) != 0))
		row++;
	return row->names;
}

bool known_among(const char *names, const char *name)
{
	return words_have(names, name, strlen(name));
}

static void count_stranger(struct Losses *losses, const struct Stranger *stranger)
{
	struct Arena *arena = losses->diags->arena;
	const char *key =
		text_print(arena, "%s %s %s", stranger->attribute ? "@" : "<", stranger->inside, stranger->name);
	int index = names_add(&losses->strangers, key, (int)losses->stranger.count);
	if (index == (int)losses->stranger.count)
		*ARENA_PUSH(arena, &losses->stranger) = *stranger;
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
	if (known_among(known_names(losses->tables.known, KNOWN_ELEMENTS, inside), element->name))
		return true;
	if (!is_foreign(losses, element->name))
		count_stranger(losses, &(struct Stranger){ .name = element->name,
		                                           .inside = inside,
		                                           .renamable = element->closed,
		                                           .span = element->span });
	return false;
}

void losses_attribute(struct Losses *losses, const struct XmlElement *element, const struct XmlAttribute *attribute)
{
	count_stranger(losses, &(struct Stranger){ .name = attribute->name,
	                                           .inside = element->name,
	                                           .attribute = true,
	                                           .renamable = true,
	                                           .span = attribute->span });
}

void losses_check_attributes(struct Losses *losses, const struct XmlElement *element)
{
	const char *names = known_names(losses->tables.known, KNOWN_ATTRIBUTES, element->name);
	for (size_t i = 0; i < element->attributes && names; i++)
		if (!known_among(names, element->attribute[i].name) && !is_foreign(losses, element->attribute[i].name))
			losses_attribute(losses, element, &element->attribute[i]);
}

/* The row of the word, for the element around it or for any; NULL: none. */
static const struct WordRow *find_word(const struct Losses *losses, const struct Stranger *stranger)
{
	for (int any = 0; any < 2; any++)
		for (const struct WordRow *row = losses->tables.word; row->name; row++) {
			bool attribute = *row->name == '@';
			if (attribute == stranger->attribute && strcmp(row->name + attribute, stranger->name) == 0 &&
			    strcmp(row->inside, any ? "" : stranger->inside) == 0)
				return row;
		}
	return NULL;
}

/* The name of the format that is nearest, or NULL. */
static const char *nearest_name(struct Losses *losses, const struct Stranger *stranger)
{
	enum KnownKind kind = stranger->attribute ? KNOWN_ATTRIBUTES : KNOWN_ELEMENTS;
	struct Nearest nearest = diags_nearest(losses->diags, stranger->name);
	nearest_words(&nearest, losses->diags->arena, known_names(losses->tables.known, kind, stranger->inside));
	return nearest.found;
}

static struct Diag *stranger_diag(struct Losses *losses, const struct Stranger *stranger, bool counts)
{
	const char *are = stranger->count == 1 ? "is" : "are";
	if (stranger->attribute)
		return diag(losses->diags, counts ? CHECK_MISNAMED : CHECK_ATTRIBUTE_IGNORED, stranger->span,
		            "%zu `%s` of <%s> %s passed over", stranger->count, stranger->name, stranger->inside, are);
	return diag(losses->diags, counts ? CHECK_MISNAMED : CHECK_ELEMENT_IGNORED, stranger->span,
	            "%zu <%s> in <%s> %s passed over", stranger->count, stranger->name, stranger->inside, are);
}

static void report_stranger(struct Losses *losses, const struct Stranger *stranger)
{
	const struct WordRow *row = find_word(losses, stranger);
	const char *right = row ? row->right : nearest_name(losses, stranger);
	bool counts = (row && row->counts) || (right && known_among(losses->tables.counting, right));
	struct Diag *d = stranger_diag(losses, stranger, counts);
	struct Span name = stranger->span;
	name.begin += !stranger->attribute;
	if (row && row->help)
		diag_help(losses->diags, d, "%s", row->help);
	else if (right)
		diag_help(losses->diags, d, stranger->attribute ? "did you mean `%s`?" : "did you mean <%s>?", right);
	if (right && stranger->renamable)
		diag_fix(losses->diags, d, name, right);
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
	d->elements = loss->count;
	if (row->help)
		diag_help(losses->diags, d, "%s", row->help);
}

/* Reports attributes and elements that the format does not have: so many attributes by name, and the number of
 * others. */
static void report_strangers(struct Losses *losses)
{
	enum { TOLD = 20 };
	size_t attributes = 0;
	struct Span first = { 0 };
	for (size_t i = 0; i < losses->stranger.count; i++) {
		const struct Stranger *stranger = &losses->stranger.item[i];
		attributes += stranger->attribute;
		if (!stranger->attribute || attributes <= TOLD)
			report_stranger(losses, stranger);
		else if (attributes == TOLD + 1)
			first = stranger->span;
	}
	if (attributes > TOLD)
		diag(losses->diags, CHECK_ATTRIBUTE_IGNORED, first, "%zu more attributes are passed over",
		     attributes - TOLD);
}

void losses_report(struct Losses *losses)
{
	report_strangers(losses);
	for (size_t i = 0; i < losses->tables.rows; i++)
		if (losses->loss[i].count)
			report_loss(losses, &losses->tables.row[i], &losses->loss[i]);
}
