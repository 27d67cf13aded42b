#include "losses.h"

#include <string.h>

enum { SHOWN = 5 }; /* names in a message */

static const struct LossRow {
	enum Check check;
	const char *noun, *what, *help;
} losses[LOSSES] = {
#define LOSS(id, check, noun, what, help) [LOSS_##id] = { CHECK_##check, noun, what, help },
#include "left_out.def"
#undef LOSS
};

static const struct KnownRow {
	const char *inside, *names;
} known[] = {
#define KNOWN(inside, names) { inside, names },
#include "known.def"
}, expanded[] = {
#define EXPANDED(inside, names) { inside, names },
#include "known.def"
}, attributes[] = {
#define ATTRIBUTES(element, names) { element, names },
#include "known.def"
};

void mj_losses_init(struct Mjcf *m)
{
	for (int i = 0; i < LOSSES; i++)
		text_init(&m->loss[i].names, m->arena);
	names_init(&m->strangers, m->arena);
}

void mj_lose(struct Mjcf *m, enum MjLossId id, struct Span span, const char *name)
{
	struct MjLoss *loss = &m->loss[id];
	if (loss->count++ == 0)
		loss->span = span;
	if (name && loss->named++ < SHOWN)
		text_format(&loss->names, "%s'%s'", loss->named > 1 ? ", " : "", name);
}

/* --- unknown elements and attributes --- */

/* Names of a row, or NULL. */
static const char *names_inside(const struct KnownRow *rows, size_t count, const char *inside)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].inside, inside) == 0)
			return rows[i].names;
	return NULL;
}

static bool is_among(const char *names, const char *name)
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

static void count_stranger(struct Mjcf *m, const char *name, const char *inside, bool attribute, struct Span span)
{
	const char *key = text_print(m->arena, "%s %s %s", attribute ? "@" : "<", inside, name);
	int index = names_add(&m->strangers, key, (int)m->stranger.count);
	if (index == (int)m->stranger.count)
		*ARENA_PUSH(m->arena, &m->stranger) = (struct MjStranger){ name, inside, attribute, span, 0 };
	m->stranger.item[index].count++;
}

#define ROWS(table) table, sizeof table / sizeof *table

bool mj_known(struct Mjcf *m, const struct XmlElement *element)
{
	const char *inside = element->parent->name;
	if (is_among(names_inside(ROWS(expanded), inside), element->name)) {
		struct Diag *d = diag(m->diags, CHECK_NOT_EXPANDED, element->span,
		                      "<%s> stands for elements that MuJoCo makes", element->name);
		diag_help(
			m->diags, d,
			"MuJoCo writes them out: mj_saveLastXML, or its sample `compile` (which rounds to six digits)");
		return false;
	}
	if (is_among(names_inside(ROWS(known), inside), element->name))
		return true;
	count_stranger(m, element->name, inside, false, element->span);
	return false;
}

void mj_check_attributes(struct Mjcf *m, const struct XmlElement *element)
{
	const char *names = names_inside(ROWS(attributes), element->name);
	for (size_t i = 0; i < element->attributes && names; i++)
		if (!is_among(names, element->attribute[i].name))
			count_stranger(m, element->attribute[i].name, element->name, true,
			               element->attribute[i].value.span);
}

/* Tries the names of a row, one by one. */
static void try_names(struct Mjcf *m, const char *names, struct Nearest *nearest)
{
	for (const char *at = names; at && *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		nearest_try(nearest, arena_copy(m->arena, at, length));
		at += length;
	}
}

static void report_stranger(struct Mjcf *m, const struct MjStranger *stranger)
{
	struct Nearest nearest;
	nearest_init(&nearest, stranger->name);
	if (stranger->attribute)
		try_names(m, names_inside(ROWS(attributes), stranger->inside), &nearest);
	else
		try_names(m, names_inside(ROWS(known), stranger->inside), &nearest);
	bool one = stranger->count == 1;
	struct Diag *d =
		stranger->attribute
			? diag(m->diags, CHECK_ATTRIBUTE_IGNORED, stranger->span, "%zu `%s` of <%s> %s passed over",
	                       stranger->count, stranger->name, stranger->inside, one ? "is" : "are")
			: diag(m->diags, CHECK_ELEMENT_IGNORED, stranger->span, "%zu <%s> in <%s> %s passed over",
	                       stranger->count, stranger->name, stranger->inside, one ? "is" : "are");
	if (nearest.found && diags_may_suggest(m->diags))
		diag_help(m->diags, d, stranger->attribute ? "did you mean `%s`?" : "did you mean <%s>?",
		          nearest.found);
}

/* --- the report --- */

/* "3 mocap bodies", with the plural where the noun has %s. */
static const char *counted(struct Mjcf *m, const char *noun, size_t count)
{
	const char *mark = strstr(noun, "%s"), *rest = mark ? mark + 2 : "";
	size_t stem = mark ? (size_t)(mark - noun) : strlen(noun);
	bool bodies = stem >= 3 && memcmp(noun + stem - 3, "bod", 3) == 0;
	const char *ending = bodies ? (count == 1 ? "y" : "ies") : count == 1 ? "" : "s";
	return text_print(m->arena, "%zu %.*s%s%s", count, (int)stem, noun, ending, rest);
}

static void report_loss(struct Mjcf *m, const struct LossRow *row, struct MjLoss *loss)
{
	const char *names = text_string(&loss->names);
	struct Diag *d =
		diag(m->diags, row->check, loss->span, "%s: %s%s%s%s%s", counted(m, row->noun, loss->count), row->what,
	             *names ? " (" : "", names, loss->named > SHOWN ? ", ..." : "", *names ? ")" : "");
	if (row->help)
		diag_help(m->diags, d, "%s", row->help);
}

void mj_report(struct Mjcf *m)
{
	for (size_t i = 0; i < m->stranger.count; i++)
		report_stranger(m, &m->stranger.item[i]);
	for (int i = 0; i < LOSSES; i++)
		if (m->loss[i].count)
			report_loss(m, &losses[i], &m->loss[i]);
}
