#include "stages.h"

#include <stddef.h>
#include <string.h>

#include "base/hints.h"
#include "grammar/import/made.h"

static const double pi = 3.14159265358979323846;

/* --- levels: the element, then its class and those around, each from its last element to its first --- */

struct Levels {
	const struct XmlElement *element;
	const struct MjClass *class;
	size_t left;
	const char *kind;
	bool begun;
};

static struct Levels levels_of(const struct MjElement *e)
{
	return (struct Levels){ .element = e->element,
		                .class = e->class,
		                .left = e->class ? e->class->count : 0,
		                .kind = e->kind ? e->kind : e->element->name };
}

/* Has the element of a class attributes for a kind of element? Actuators of all kinds share theirs. */
static bool is_of_kind(const struct XmlElement *item, const char *kind)
{
	static const char actuators[] =
		"general motor position velocity intvelocity orientation pid damper cylinder muscle adhesion dcmotor";
	return xml_is(item, kind) || (known_among(actuators, kind) && known_among(actuators, item->name));
}

/* The next level outward, or NULL. */
static const struct XmlElement *next_level(struct Levels *l)
{
	if (!l->begun) {
		l->begun = true;
		return l->element;
	}
	while (l->class) {
		while (l->left > 0) {
			const struct XmlElement *item = l->class->item[--l->left];
			if (is_of_kind(item, l->kind))
				return item;
		}
		l->left = l->class->inherited;
		l->class = l->class->parent;
	}
	return NULL;
}

struct XmlValue mj_value(const struct MjElement *e, const char *name)
{
	struct Levels levels = levels_of(e);
	struct XmlValue value = { .text = NULL };
	for (const struct XmlElement *at; !value.text && (at = next_level(&levels)) != NULL;)
		value = xml_attribute(at, name);
	return value;
}

size_t mj_levels(struct Mjcf *m, const struct MjElement *e, const struct XmlElement ***level)
{
	struct Levels levels = levels_of(e);
	struct ARENA_LIST(const struct XmlElement *) list = { 0 };
	for (const struct XmlElement *at; (at = next_level(&levels)) != NULL;)
		*ARENA_PUSH(m->arena, &list) = at;
	*level = list.item;
	return list.count;
}

const struct XmlElement *mj_level(const struct MjElement *e, const char *const names[])
{
	struct Levels levels = levels_of(e);
	for (const struct XmlElement *at; (at = next_level(&levels)) != NULL;)
		for (size_t i = 0; names[i]; i++)
			if (xml_attribute(at, names[i]).text)
				return at;
	return NULL;
}

/* --- numbers --- */

int mj_numbers(struct Mjcf *m, const struct MjElement *e, const char *name, int most, struct Figure *number)
{
	struct Levels levels = levels_of(e);
	int filled = 0;
	for (const struct XmlElement *at; filled < most && (at = next_level(&levels)) != NULL;) {
		struct XmlValue value = xml_attribute(at, name);
		if (!value.text)
			continue;
		/* usually one level has all numbers */
		struct Figure *here = filled ? ARENA_ARRAY(arena_scratch(m->arena), struct Figure, most) : number;
		int found = figures_read(m->diags, &value, most, here);
		if (found > most)
			figures_wrong_count(m->diags, &value, name, most, found);
		if (found == FIGURES_BAD || found > most)
			return 0;
		for (; filled < found; filled++)
			number[filled] = here[filled];
	}
	return filled;
}

bool mj_exactly(struct Mjcf *m, const struct MjElement *e, const char *name, int count, struct Figure *number)
{
	struct XmlValue value = mj_value(e, name);
	return value.text && figures_exactly(m->diags, &value, name, count, number);
}

double mj_number(struct Mjcf *m, const struct MjElement *e, const char *name, double otherwise)
{
	struct Figure number;
	return mj_exactly(m, e, name, 1, &number) ? number.value : otherwise;
}

/* --- words --- */

int mj_word(struct Mjcf *m, const struct MjElement *e, const char *name, const char *const words[], int otherwise)
{
	struct XmlValue value = mj_value(e, name);
	int count = 0;
	if (!value.text)
		return otherwise;
	for (; words[count]; count++)
		if (strcmp(words[count], value.text) == 0)
			return count;
	struct Nearest nearest = diags_nearest(m->diags, value.text);
	nearest_each(&nearest, words, (size_t)count, sizeof *words);
	struct Diag *d = diag(m->diags, CHECK_UNKNOWN_WORD, value.span, "%s=\"%s\" has no meaning", name, value.text);
	const char *help = hint_word(HINT_MJCF_WORD, text_print(m->arena, "%s %s", name, value.text));
	if (help)
		diag_help(m->diags, d, "%s", help);
	else
		diag_nearest(m->diags, d, &nearest);
	return otherwise;
}

bool mj_true(struct Mjcf *m, const struct MjElement *e, const char *name, bool otherwise)
{
	static const char *const words[] = { "false", "true", NULL };
	return mj_word(m, e, name, words, otherwise);
}

bool mj_auto(struct Mjcf *m, const struct MjElement *e, const char *name, bool given)
{
	enum { AUTO = 2 };
	static const char *const words[] = { "false", "true", "auto", NULL };
	int word = mj_word(m, e, name, words, AUTO);
	return word == AUTO ? given : word;
}

/* --- names --- */

struct Ident mj_name(struct Mjcf *m, const struct XmlElement *element, const char *attribute)
{
	enum { LONGEST = 256 };
	struct XmlValue value = xml_attribute(element, attribute);
	struct Ident name = { .text = value.text, .span = value.text ? value.span : element->span, .quoted = true };
	if (!value.text)
		return name;
	if (!*value.text)
		name.text = NULL;
	if (strlen(value.text) > LONGEST) {
		diag(m->diags, CHECK_BAD_NAME, value.span, "this name has more than %d bytes", LONGEST);
		name.text = NULL;
	}
	return name;
}

/* Word for a kind of thing, and its names. */
static const struct Thing {
	const char *word;
	size_t names; /* offset of their table in struct Mjcf */
} things[THINGS] = {
	[THING_BODY] = { "body", offsetof(struct Mjcf, bodies) },
	[THING_JOINT] = { "joint", offsetof(struct Mjcf, joints) },
	[THING_SITE] = { "site", offsetof(struct Mjcf, sites) },
};

/* Element of thing i, or NULL after the last. */
static const struct XmlElement *thing_at(const struct Mjcf *m, enum MjThing thing, size_t i)
{
	switch (thing) {
	case THING_BODY: return i < m->body.count ? m->body.item[i].e.element : NULL;
	case THING_JOINT: return i < m->joint.count ? m->joint.item[i].e.element : NULL;
	case THING_SITE: return i < m->site.count ? m->site.item[i].e.element : NULL;
	case THINGS: break;
	}
	return NULL;
}

static void suggest(struct Mjcf *m, struct Diag *d, enum MjThing thing, const char *wanted)
{
	struct Nearest nearest = diags_nearest(m->diags, wanted);
	const struct XmlElement *element;
	for (size_t i = 0; nearest.left > 0 && (element = thing_at(m, thing, i)) != NULL; i++)
		nearest_try(&nearest, xml_attribute(element, "name").text);
	diag_nearest(m->diags, d, &nearest);
}

int mj_find(struct Mjcf *m, const struct XmlElement *element, const char *attribute, enum MjThing thing)
{
	struct XmlValue value = xml_attribute(element, attribute);
	if (!value.text)
		return NONE;
	int found = names_find((const struct NameTable *)((const char *)m + things[thing].names), value.text);
	if (found >= 0)
		return found;
	if (mj_document(m, value.span)->lacking)
		return UNKNOWN;
	suggest(m,
	        diag(m->diags, CHECK_UNKNOWN_REFERENCE, value.span, "there is no %s '%s'", things[thing].word,
	             value.text),
	        thing, value.text);
	return UNKNOWN;
}

const char *mj_target(const struct XmlElement *actuator)
{
	static const char *const names[] = { "joint", "jointinparent", "tendon", "cranksite", "site", "body" };
	const char *last = "";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		last = xml_attribute(actuator, names[i]).text ? names[i] : last;
	return last;
}

/* --- angles --- */

double mj_radians(const struct Mjcf *m, const struct Figure *angle)
{
	return mj_compiler(m, angle->span)->degrees ? angle->value * (pi / 180) : angle->value;
}

struct Expr *mj_angle(struct Mjcf *m, const struct Figure *number)
{
	return made_angle(m->diags, m->request, number, mj_compiler(m, number->span)->degrees);
}
