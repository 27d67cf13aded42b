#include "model.h"

#include <string.h>

#include "station.h"

enum { DEEPEST = 100 }; /* frames on each other */

const struct XmlElement *osim_first(const struct XmlElement *parent, const char *set)
{
	const struct XmlElement *list = parent ? xml_child(parent, set) : NULL;
	const struct XmlElement *objects = list ? xml_child(list, "objects") : NULL;
	return objects ? objects->first : list ? list->first : NULL;
}

const struct XmlValue *osim_content(const struct XmlElement *element, const char *name)
{
	const struct XmlElement *child = element ? xml_child(element, name) : NULL;
	return child && child->content.text ? &child->content : NULL;
}

bool osim_is_true(const struct XmlElement *element, const char *name)
{
	const struct XmlValue *value = osim_content(element, name);
	return value && strcmp(value->text, "true") == 0;
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

const struct XmlElement *osim_function_in(const struct XmlElement *element, const char *property)
{
	for (const struct XmlElement *child = element->first; child; child = child->next) {
		struct XmlValue name = xml_attribute(child, "name");
		if (xml_is(child, property))
			return child->first;
		if (name.text && strcmp(name.text, property) == 0)
			return child;
	}
	return NULL;
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

/* --- places --- */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The last two parts of a path: "/bodyset/femur/offset" has "femur/offset". */
static const char *last_two(const char *path)
{
	const char *begin = last_part(path);
	while (begin > path && begin[-1] == '/')
		begin--;
	while (begin > path && begin[-1] != '/')
		begin--;
	return begin;
}

/* Is this the name of a socket? Before version 3.5.5 joints have those of bodies. */
static bool names_socket(const char *name, const char *socket)
{
	return strcmp(name, socket) == 0 || (strcmp(name, "parent_body") == 0 && strcmp(socket, "parent_frame") == 0) ||
	       (strcmp(name, "child_body") == 0 && strcmp(socket, "child_frame") == 0);
}

/* What a socket names: an element of version 4, or a connector of the versions before. */
static const struct XmlValue *socket_value(struct Osim *o, const struct XmlElement *owner, const char *socket)
{
	static const char *const form[][2] = { { "socket_", "" },
		                               { "socket_", "_connectee_name" },
		                               { "connector_", "_connectee_name" } };
	const struct XmlElement *connectors = xml_child(owner, "connectors");
	const struct XmlValue *value = NULL;
	for (size_t i = 0; i < sizeof form / sizeof *form && !value; i++)
		value = osim_content(owner, text_print(o->arena, "%s%s%s", form[i][0], socket, form[i][1]));
	for (const struct XmlElement *c = connectors ? connectors->first : NULL; c && !value; c = c->next) {
		struct XmlValue name = xml_attribute(c, "name");
		if (name.text && names_socket(name.text, socket))
			value = osim_content(c, "connectee_name");
	}
	return value;
}

bool osim_is_frame(const struct XmlElement *element)
{
	return xml_is(element, "PhysicalOffsetFrame") || xml_is(element, "StationDefinedFrame");
}

/* The frame of a name among the elements in a list of the owner. */
static const struct XmlElement *own_frame(const struct XmlElement *owner, const char *list, const char *name)
{
	for (const struct XmlElement *frame = osim_first(owner, list); frame; frame = frame->next) {
		struct XmlValue given = xml_attribute(frame, "name");
		if (osim_is_frame(frame) && given.text && strcmp(given.text, name) == 0)
			return frame;
	}
	return NULL;
}

/* The frame of an element. Frames are in the order of the source. */
static struct OsimFrame *frame_of(struct Osim *o, const struct XmlElement *element)
{
	size_t low = 0, high = o->frame.count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (o->frame.item[middle].element->span.begin <= element->span.begin)
			low = middle;
		else
			high = middle;
	}
	return &o->frame.item[low];
}

/* OWNER/NAME of a path. `..` at its begin is the owner of the element with the path. */
static const char *owner_and_name(struct Osim *o, const struct XmlElement *owner, const char *path)
{
	bool beside = strncmp(path, "../", 3) == 0 && !strchr(path + 3, '/');
	return beside ? text_print(o->arena, "%s/%s", osim_owner_name(owner), path + 3) : last_two(path);
}

/* A frame by its path: the owner's own, else one of another owner. NULL: it names none. */
static struct OsimFrame *find_frame(struct Osim *o, const struct XmlElement *owner, const char *path)
{
	const char *name = last_part(path);
	const struct XmlElement *own = owner ? own_frame(owner, "frames", name) : NULL;
	if (own)
		return frame_of(o, own);
	int found = names_find(&o->frame_names, owner_and_name(o, owner, path));
	if (found < 0 && names_find(&o->body_names, name) < 0 && strcmp(name, "ground") != 0)
		found = names_find(&o->frame_names, name);
	return found < 0 ? NULL : &o->frame.item[found];
}

/* A body, or OSIM_GROUND, or OSIM_NOWHERE after a diagnostic. */
static int find_body(struct Osim *o, const char *name, struct Span span)
{
	int found = names_find(&o->body_names, name);
	if (found >= 0 || strcmp(name, "ground") == 0)
		return found >= 0 ? found : OSIM_GROUND;
	struct Diag *d = diag(o->diags, CHECK_UNKNOWN_PARENT, span, "there is no body or frame '%s'", name);
	struct Nearest nearest = diags_nearest(o->diags, name);
	NEAREST_EACH(&nearest, o->body.item, o->body.count, name.text);
	diag_nearest(o->diags, d, &nearest);
	return OSIM_NOWHERE;
}

static struct OsimPlace missing(struct Osim *o, const struct XmlElement *owner, const char *what)
{
	diag(o->diags, CHECK_OSIM_MISSING, owner->span, "this <%s> has no <%s>", owner->name, what);
	return (struct OsimPlace){ .body = OSIM_NOWHERE };
}

/* Puts an offset before the other offsets of a place. */
static void push_offset(struct Osim *o, struct OsimPlace *place, const struct OsimOffset *offset)
{
	ARENA_PUSH(o->arena, place);
	memmove(place->item + 1, place->item, (place->count - 1) * sizeof *place->item);
	place->item[0] = *offset;
}

struct OsimOffset osim_offset(struct Osim *o, const struct XmlElement *element, const char *shift, const char *turn)
{
	const struct Figure zero = { .digits = "0", .length = 1, .zero = true, .span = element->span };
	struct OsimOffset offset = { { zero, zero, zero }, { zero, zero, zero } };
	osim_numbers(o, element, shift, 3, offset.shift);
	osim_numbers(o, element, turn, 3, offset.turn);
	return offset;
}

static struct OsimPlace too_deep(struct Osim *o, struct Span span)
{
	diag(o->diags, CHECK_TOO_DEEP, span, "offset frames are on each other more than %d deep", DEEPEST);
	return (struct OsimPlace){ .body = OSIM_NOWHERE };
}

/* Place of a StationDefinedFrame on its body, which is computed once. */
static struct OsimPlace place_of_stations(struct Osim *o, struct OsimFrame *frame)
{
	if (frame->state == OSIM_BEING_READ || o->nested == DEEPEST)
		return too_deep(o, frame->element->span);
	if (frame->state == OSIM_UNREAD) {
		frame->state = OSIM_BEING_READ;
		o->nested++;
		frame->place = osim_station_frame(o, frame->element);
		o->nested--;
		frame->state = OSIM_READ;
	}
	return frame->place;
}

/* Follows frames on frames to their body. */
struct OsimPlace osim_socket(struct Osim *o, const struct XmlElement *owner, const char *socket)
{
	struct OsimPlace place = { .body = OSIM_NOWHERE };
	const struct XmlElement *at = owner;
	for (int depth = 0; depth <= DEEPEST; depth++) {
		const struct XmlValue *path = socket_value(o, at, socket);
		if (!path)
			return missing(o, at, text_print(o->arena, "socket_%s", socket));
		const char *name = strcmp(last_part(path->text), "..") == 0 ? osim_owner_name(at) : path->text;
		struct OsimFrame *frame = find_frame(o, at, name);
		if (!frame) {
			place.body = find_body(o, last_part(name), path->span);
			return place;
		}
		if (xml_is(frame->element, "StationDefinedFrame")) {
			struct OsimPlace whole = place_of_stations(o, frame);
			if (whole.body != OSIM_NOWHERE)
				push_offset(o, &place, &whole.item[0]);
			place.body = whole.body;
			return place;
		}
		struct OsimOffset offset = osim_offset(o, frame->element, "translation", "orientation");
		push_offset(o, &place, &offset);
		at = frame->element;
		socket = "parent";
	}
	return too_deep(o, owner->span);
}

struct OsimPlace osim_station(struct Osim *o, const struct XmlElement *owner, const char *socket)
{
	const struct XmlValue *path = socket_value(o, owner, socket);
	if (!path)
		return missing(o, owner, text_print(o->arena, "socket_%s", socket));
	int found = names_find(&o->point_names, owner_and_name(o, owner, path->text));
	if (found < 0)
		found = names_find(&o->point_names, last_part(path->text));
	if (found < 0) {
		diag(o->diags, CHECK_UNKNOWN_PARENT, path->span, "there is no station '%s'", path->text);
		return (struct OsimPlace){ .body = OSIM_NOWHERE };
	}
	const struct XmlElement *station = o->point.item[found];
	struct OsimPlace place = osim_socket(o, station, "parent_frame");
	struct OsimOffset offset = osim_offset(o, station, "location", "");
	osim_push(o, &place, &offset);
	return place;
}

struct OsimPlace osim_body_of(struct Osim *o, const struct XmlElement *element, const char *name)
{
	const struct XmlValue *value = osim_content(element, name);
	if (!value && !o->joints_in_bodies)
		return osim_socket(o, element, name);
	return value ? (struct OsimPlace){ .body = find_body(o, last_part(value->text), value->span) }
	             : missing(o, element, name);
}

void osim_push(struct Osim *o, struct OsimPlace *place, const struct OsimOffset *offset)
{
	*ARENA_PUSH(o->arena, place) = *offset;
}

int osim_find_coordinate(const struct Osim *o, const char *name)
{
	int found = names_find(&o->coordinate_names, last_two(name));
	return found >= 0 ? found : names_find(&o->coordinate_names, last_part(name));
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
