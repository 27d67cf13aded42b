#include "model.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct XmlElement *osim_first(const struct XmlElement *parent, const char *set)
{
	const struct XmlElement *list = xml_child(parent, set);
	const struct XmlElement *objects = xml_child(list, "objects");
	return objects ? objects->first : list ? list->first : NULL;
}

const struct XmlValue *osim_content(const struct XmlElement *element, const char *name)
{
	const struct XmlElement *child = xml_child(element, name);
	return child && child->content.text ? &child->content : NULL;
}

/* 1 or 0, as OpenSim reads it: true or false in any case of letters, or a whole number; -1: it is neither. */
static int truth_of(const struct XmlElement *element, const char *name)
{
	const struct XmlValue *value = osim_content(element, name);
	const char *text = value ? value->text : "";
	char *end;
	if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0)
		return strcasecmp(text, "true") == 0;
	long number = strtol(text, &end, 10);
	return end == text || *end ? -1 : number != 0;
}

bool osim_is_true(const struct XmlElement *element, const char *name)
{
	return truth_of(element, name) == 1;
}

bool osim_is_false(const struct XmlElement *element, const char *name)
{
	return truth_of(element, name) == 0;
}

bool osim_numbers(struct Osim *o, const struct XmlElement *element, const char *name, int count, struct Figure *number)
{
	static const char *const words[] = { "no", "one", "two", "three", "four", "five", "six" };
	const struct XmlValue *value = osim_content(element, name);
	if (!value)
		return false;
	int found = figures_read(o->diags, value, count, number);
	if (found != FIGURES_BAD && found != count)
		diag(o->diags, CHECK_KIND, value->span, "<%s> has %s number%s, this has %d", name, words[count],
		     count == 1 ? "" : "s", found);
	return found == count;
}

const char *osim_word(struct Arena *arena, const char **at)
{
	static const char blanks[] = " \t\r\n";
	const char *begin = *at + strspn(*at, blanks);
	size_t length = strcspn(begin, blanks);
	*at = begin + length;
	return length ? arena_copy(arena, begin, length) : NULL;
}

struct Ident osim_name(struct Osim *o, const struct XmlElement *element, const char *made)
{
	enum { LONGEST = 256 };
	struct XmlValue name = xml_attribute(element, "name");
	if (name.text && strlen(name.text) > LONGEST)
		diag(o->diags, CHECK_BAD_NAME, name.span, "this name is longer than 256 bytes");
	if (name.text && *name.text)
		return (struct Ident){ .text = name.text, .span = name.span, .quoted = true };
	return (struct Ident){ .text = made, .span = element->span, .quoted = true };
}

const char *osim_owner_name(const struct XmlElement *element)
{
	for (const struct XmlElement *e = element->parent; e; e = e->parent)
		if (xml_attribute(e, "name").text)
			return xml_attribute(e, "name").text;
	return "";
}

/* --- motions and bodies --- */

const char *const osim_motion_name[OSIM_MOTIONS] = { "translation1", "translation2", "translation3",
	                                             "rotation1",    "rotation2",    "rotation3" };

static const struct Figure nought = { .digits = "0", .length = 1, .zero = true };

struct OsimMotion osim_motion_along(struct Span span, int number, bool slides, int along)
{
	struct OsimMotion motion = { .slides = slides, .span = span, .label = osim_motion_name[number] };
	for (int i = 0; i < 3; i++)
		motion.axis[i] = i == along ? (struct Figure){ "1", 1, false, false, 1, span } : nought;
	return motion;
}

int osim_new_body(struct Osim *o, const struct XmlElement *element, struct Ident name)
{
	*ARENA_PUSH(arena_scratch(o->arena), &o->body) = (struct OsimBody){ .element = element,
		                                                            .name = name,
		                                                            .joint = OSIM_NOWHERE,
		                                                            .first = OSIM_NOWHERE,
		                                                            .last = OSIM_NOWHERE,
		                                                            .next = OSIM_NOWHERE };
	return (int)o->body.count - 1;
}

/* --- names and places --- */

const char *osim_last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *osim_last_two(const char *path)
{
	const char *begin = osim_last_part(path);
	while (begin > path && begin[-1] == '/')
		begin--;
	while (begin > path && begin[-1] != '/')
		begin--;
	return begin;
}

bool osim_is_frame(const struct XmlElement *element)
{
	return xml_is(element, "PhysicalOffsetFrame") || xml_is(element, "StationDefinedFrame");
}

struct OsimOffset osim_offset(struct Osim *o, const struct XmlElement *element, const char *shift, const char *turn)
{
	const struct Figure zero = { .digits = "0", .length = 1, .zero = true, .span = element->span };
	struct OsimOffset offset = { { zero, zero, zero }, { zero, zero, zero } };
	osim_numbers(o, element, shift, 3, offset.shift);
	osim_numbers(o, element, turn, 3, offset.turn);
	return offset;
}

void osim_push(struct Osim *o, struct OsimPlace *place, const struct OsimOffset *offset)
{
	*ARENA_PUSH(o->arena, place) = *offset;
}

int osim_find_coordinate(const struct Osim *o, const char *name)
{
	int found = names_find(&o->coordinate_names, osim_last_two(name));
	return found >= 0 ? found : names_find(&o->coordinate_names, osim_last_part(name));
}

int osim_coordinate(struct Osim *o, const char *name, struct Span span)
{
	int found = osim_find_coordinate(o, name);
	if (found >= 0)
		return found;
	struct Diag *d = diag(o->diags, CHECK_UNKNOWN_COORDINATE, span, "there is no coordinate '%s'", name);
	struct Nearest nearest = diags_nearest(o->diags, name);
	NEAREST_EACH(&nearest, o->coordinate.item, o->coordinate.count, name.text);
	diag_nearest(o->diags, d, &nearest);
	return -1;
}
