#include "stages.h"

#include <string.h>

enum { DEEPEST = 100 }; /* frames on each other */

/* Is this the name of a socket? Before version 3.5.5 joints have those of bodies. */
static bool names_socket(const char *name, const char *socket)
{
	return strcmp(name, socket) == 0 || (strcmp(name, "parent_body") == 0 && strcmp(socket, "parent_frame") == 0) ||
	       (strcmp(name, "child_body") == 0 && strcmp(socket, "child_frame") == 0);
}

const struct XmlValue *osim_socket_value(struct Osim *o, const struct XmlElement *owner, const char *socket)
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

/* Counts a socket of version 4 with the name of a body alone. Requires that it names one. */
static void note_bare(struct Osim *o, const struct XmlElement *owner, const char *socket, const struct XmlValue *path)
{
	const bool of_version_4 = osim_content(owner, text_print(o->arena, "socket_%s", socket)) == path;
	if (of_version_4 && !strchr(path->text, '/') && strcmp(path->text, "..") != 0)
		osim_lose(o, LOSS_BARE, (struct Ident){ .text = path->text, .span = path->span });
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
	return beside ? text_print(o->arena, "%s/%s", osim_owner_name(owner), path + 3) : osim_last_two(path);
}

/* A frame by its path: the owner's own, else one of another owner. NULL: it names none. */
static struct OsimFrame *find_frame(struct Osim *o, const struct XmlElement *owner, const char *path)
{
	const char *name = osim_last_part(path);
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

static struct OsimPlace too_deep(struct Osim *o, struct Span span)
{
	diag(o->diags, CHECK_TOO_DEEP, span, "offset frames are on each other more than %d deep", DEEPEST);
	return (struct OsimPlace){ .body = OSIM_NOWHERE };
}

/* The station that a socket of a frame names. */
static struct OsimPlace read_station(struct Osim *o, const struct XmlElement *owner, const char *socket)
{
	const struct XmlValue *path = osim_socket_value(o, owner, socket);
	if (!path)
		return missing(o, owner, text_print(o->arena, "socket_%s", socket));
	int found = names_find(&o->point_names, owner_and_name(o, owner, path->text));
	if (found < 0)
		found = names_find(&o->point_names, osim_last_part(path->text));
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

static struct OsimPlace read_stations(struct Osim *o, const struct XmlElement *frame)
{
	static const char *const socket[OSIM_STATIONS] = { "point_a", "point_b", "point_c", "origin_point" };
	struct OsimPlace station[OSIM_STATIONS];
	for (int i = 0; i < OSIM_STATIONS; i++) {
		station[i] = read_station(o, frame, socket[i]);
		if (station[i].body == OSIM_NOWHERE)
			return station[i];
	}
	return osim_station_frame(o, frame, station);
}

/* Place of a StationDefinedFrame on its body, which is computed once. */
static struct OsimPlace place_of_stations(struct Osim *o, struct OsimFrame *frame)
{
	if (frame->state == OSIM_BEING_READ || o->nested == DEEPEST)
		return too_deep(o, frame->element->span);
	if (frame->state == OSIM_UNREAD) {
		frame->state = OSIM_BEING_READ;
		o->nested++;
		frame->place = read_stations(o, frame->element);
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
		const struct XmlValue *path = osim_socket_value(o, at, socket);
		if (!path)
			return missing(o, at, text_print(o->arena, "socket_%s", socket));
		const char *name = strcmp(osim_last_part(path->text), "..") == 0 ? osim_owner_name(at) : path->text;
		struct OsimFrame *frame = find_frame(o, at, name);
		if (!frame) {
			place.body = find_body(o, osim_last_part(name), path->span);
			if (place.body != OSIM_NOWHERE)
				note_bare(o, at, socket, path);
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

struct OsimPlace osim_body_of(struct Osim *o, const struct XmlElement *element, const char *name)
{
	const struct XmlValue *value = osim_content(element, name);
	if (!value && !o->joints_in_bodies)
		return osim_socket(o, element, name);
	return value ? (struct OsimPlace){ .body = find_body(o, osim_last_part(value->text), value->span) }
	             : missing(o, element, name);
}

struct OsimPlace osim_end_of(struct Osim *o, const struct XmlElement *element, const char *name)
{
	struct OsimPlace place = osim_body_of(o, element, name);
	if (place.count)
		losses_add(&o->losses, LOSS_OFFSET, element->span, xml_attribute(element, "name").text);
	return place;
}

struct OsimPlace osim_owner_place(struct Osim *o, const struct XmlElement *element)
{
	const struct XmlElement *owner = element->parent;
	while (owner && !xml_is(owner, "Body") && !xml_is(owner, "Ground") && !xml_is(owner, "ground") &&
	       !osim_is_frame(owner))
		owner = owner->parent;
	if (!owner || !osim_is_frame(owner)) {
		const char *name = owner && xml_is(owner, "Body") ? xml_attribute(owner, "name").text : "ground";
		return (struct OsimPlace){ .body = find_body(o, name ? name : "", element->span) };
	}
	if (xml_is(owner, "StationDefinedFrame"))
		return place_of_stations(o, frame_of(o, owner));
	struct OsimPlace place = osim_socket(o, owner, "parent");
	struct OsimOffset offset = osim_offset(o, owner, "translation", "orientation");
	osim_push(o, &place, &offset);
	return place;
}
