#include "stages.h"

#include <string.h>

static const char world[] = "world";

/* --- names --- */

/* Elements with names, and what their names are for. */
static const struct NameKind {
	const char *element, *kind;
} name_kinds[] = {
	{ "body", "body" }, { "joint", "joint" }, { "freejoint", "joint" }, { "geom", "geom" },
	{ "site", "site" }, { "frame", "frame" }, { "spatial", "tendon" },  { "fixed", "tendon" },
};

struct MjNames *mj_names_new(struct Mjcf *m, struct MjDocument *document)
{
	struct MjNames *names = ARENA_NEW(m->arena, struct MjNames);
	*names = (struct MjNames){
		.m = m, .document = document, .index = names_new(m->arena), .key = text_new(m->arena)
	};
	return names;
}

static const struct XmlNaming plain = { .prefix = "", .suffix = "", .kept = world };

/* A name of a kind, with a prefix and suffix. NULL: there is none. */
static const struct MjNamed *find(struct MjNames *names, const char *kind, const struct XmlNaming *naming,
                                  const char *name)
{
	names->key.count = 0;
	text_format(&names->key, "%s %s%s%s", kind, naming->prefix, name, naming->suffix);
	int found = names_find(&names->index, text_string(&names->key));
	return found < 0 ? NULL : &names->named.item[found];
}

struct XmlElement *mj_names_find(struct MjNames *names, const char *kind, const char *name)
{
	const struct MjNamed *named = find(names, kind, &plain, name);
	return named && named->live ? named->element : NULL;
}

static const char *kind_of(const struct XmlElement *element)
{
	for (size_t i = 0; i < sizeof name_kinds / sizeof *name_kinds; i++)
		if (xml_is(element, name_kinds[i].element))
			return name_kinds[i].kind;
	return NULL;
}

static void set(struct MjNames *names, struct XmlElement *element, bool live)
{
	const char *kind = kind_of(element), *name = kind ? xml_attribute(element, "name").text : NULL;
	if (!name || !*name)
		return;
	int next = (int)names->named.count,
	    at = names_add(&names->index, text_print(names->m->arena, "%s %s", kind, name), next);
	if (at == next)
		ARENA_PUSH(names->m->arena, &names->named);
	names->named.item[at] = (struct MjNamed){ element, live };
}

void mj_names_add_one(struct MjNames *names, struct XmlElement *element)
{
	set(names, element, true);
}

void mj_names_add(struct MjNames *names, struct XmlElement *element)
{
	for (struct XmlElement *e = element; e; e = xml_walk(e, element))
		set(names, e, true);
}

void mj_names_remove(struct MjNames *names, struct XmlElement *element)
{
	for (struct XmlElement *e = element; e; e = xml_walk(e, element))
		set(names, e, false);
}

/* --- references --- */

/* Attributes that name something. */
static const struct Reference {
	const char *attribute, *kind;
} references[] = {
	{ "body1", "body" },     { "body2", "body" },    { "body", "body" },           { "site1", "site" },
	{ "site2", "site" },     { "site", "site" },     { "refsite", "site" },        { "slidersite", "site" },
	{ "cranksite", "site" }, { "sidesite", "site" }, { "geom", "geom" },           { "joint1", "joint" },
	{ "joint2", "joint" },   { "joint", "joint" },   { "jointinparent", "joint" }, { "tendon1", "tendon" },
	{ "tendon2", "tendon" }, { "tendon", "tendon" },
};

enum { REFERENCES = sizeof references / sizeof *references };

static const char *const sections[] = { "tendon", "equality", "actuator" };

/* Names of one element: are all there, with a prefix and suffix? */
static bool finds(struct MjNames *names, const struct XmlElement *element, const struct XmlNaming *naming, int *count)
{
	*count = 0;
	for (size_t i = 0; i < REFERENCES; i++) {
		const char *name = xml_attribute(element, references[i].attribute).text;
		if (!name || strcmp(name, naming->kept) == 0)
			continue;
		const struct MjNamed *named = find(names, references[i].kind, naming, name);
		if (!named || !named->live)
			return false;
		++*count;
	}
	return true;
}

static bool is_tendon(const struct XmlElement *element)
{
	return xml_is(element, "spatial") || xml_is(element, "fixed");
}

/* A copy of a tendon goes on over elements that have no copy, if one has. */
static bool tendon_finds(struct MjNames *names, const struct XmlElement *tendon, const struct XmlNaming *naming)
{
	int renamed = 0, count;
	for (const struct XmlElement *e = tendon->first; e; e = e->next)
		if (finds(names, e, naming, &count))
			renamed += count;
		else if (!finds(names, e, &plain, &count))
			return false;
	return renamed > 0;
}

/* Has an element a place in a copy? One that names nothing has none. */
static bool has_place(struct MjNames *names, const struct XmlElement *element, const struct XmlNaming *naming)
{
	int count;
	if (is_tendon(element))
		return tendon_finds(names, element, naming);
	return finds(names, element, naming, &count) && count > 0;
}

/* Gives elements of the copy of a tendon the names that they had, where the new ones are not there. */
static void keep_names(struct MjNames *names, struct XmlElement *copy, const struct XmlElement *original)
{
	int count;
	struct XmlElement *c = copy->first;
	for (const struct XmlElement *e = original->first; e; e = e->next, c = c->next)
		if (!finds(names, c, &plain, &count))
			c->attribute = e->attribute;
}

/* Does the element name something removed? One that names something unknown too stays, for a message. */
static bool names_removed(struct MjNames *names, const struct XmlElement *element)
{
	bool removed = false;
	for (const struct XmlElement *e = element; e; e = xml_walk(e, element))
		for (size_t i = 0; i < REFERENCES; i++) {
			const char *name = xml_attribute(e, references[i].attribute).text;
			if (!name || strcmp(name, world) == 0)
				continue;
			const struct MjNamed *named = find(names, references[i].kind, &plain, name);
			if (!named)
				return false;
			removed |= !named->live;
		}
	return removed;
}

struct MjReferring mj_referring(struct Mjcf *m, const struct MjDocument *document)
{
	struct MjReferring list = { { NULL, 0, 0 } };
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		for (struct XmlElement *e = xml_first_in(document->root, sections[i]); e; e = xml_next_in(e)) {
			e->copy = NULL;
			*ARENA_PUSH(m->arena, &list.item) = e;
		}
	return list;
}

/* A new section for copies of an element of such a section, unless the last one is new. */
static struct XmlElement *section_for(struct MjNames *names, const struct XmlElement *element)
{
	struct XmlElement *root = names->document->root, *last = root->last;
	if (last && last == names->section && xml_is(last, element->parent->name))
		return last;
	names->section = xml_new(names->m->arena, element->parent->name, element->parent->span);
	xml_append(root, names->section);
	return names->section;
}

bool mj_referring_copy(struct MjNames *names, const struct MjReferring *list, struct XmlNaming *naming)
{
	for (size_t i = 0; i < list->item.count; i++) {
		struct XmlElement *element = list->item.item[i];
		if (!has_place(names, element, naming))
			continue;
		struct XmlElement *section = section_for(names, element);
		struct XmlElement *copy = xml_copy(names->m->arena, naming, element);
		if (!copy)
			return false;
		if (is_tendon(element))
			keep_names(names, copy, element);
		xml_append(section, copy);
		if (is_tendon(copy))
			set(names, copy, true);
	}
	return true;
}

static void prune(struct MjNames *names, struct XmlElement *section)
{
	struct XmlElement *next, *old = section->first;
	section->first = section->last = NULL;
	for (; old; old = next) {
		next = old->next;
		if (!names_removed(names, old)) {
			xml_append(section, old);
			continue;
		}
		if (is_tendon(old))
			set(names, old, false);
		if (!old->copy)
			losses_add(&names->m->losses, LOSS_REPLICATED, old->span, xml_attribute(old, "name").text);
	}
}

void mj_referring_prune(struct MjNames *names)
{
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		for (struct XmlElement *e = xml_child(names->document->root, sections[i]); e; e = xml_next(e))
			prune(names, e);
}

/* --- keyframes --- */

/* The body around an element; NULL: the world. */
static const struct XmlElement *body_around(const struct XmlElement *element)
{
	do
		element = element->parent;
	while (element && !xml_is(element, "body"));
	return element;
}

static bool is_joint(const struct XmlElement *element)
{
	return xml_is(element, "joint") || xml_is(element, "freejoint");
}

struct KeyJoints ARENA_LIST(struct MjKeyJoint);

static void add_joints_of(struct Mjcf *m, const struct XmlElement *body, struct KeyJoints *list)
{
	for (const struct XmlElement *e = body->first; e; e = xml_walk(e, body))
		if (is_joint(e) && body_around(e) == body)
			*ARENA_PUSH(m->arena, list) = (struct MjKeyJoint){ e, mj_joint_kind(m, e) };
}

/* Joints of a file in the order of qpos: by bodies. */
static struct KeyJoints all_joints(struct Mjcf *m, const struct MjDocument *document)
{
	struct KeyJoints list = { NULL, 0, 0 };
	for (const struct XmlElement *w = xml_child(document->root, "worldbody"); w; w = xml_next(w))
		for (const struct XmlElement *e = w->first; e; e = xml_walk(e, w))
			if (xml_is(e, "body"))
				add_joints_of(m, e, &list);
	return list;
}

static void follow(struct MjKey *key)
{
	for (size_t i = 0; i < key->joints; i++)
		if (key->joint[i].element)
			key->joint[i].element = key->joint[i].element->copy;
}

/* The keyframe of a model that `document` attached itself; NULL: its own. */
static const struct MjKey *key_of_element(const struct MjDocument *document, const struct XmlElement *element)
{
	for (size_t i = 0; i < document->key.count; i++)
		if (document->key.item[i].element == element)
			return &document->key.item[i];
	return NULL;
}

static struct MjKey copy_key(struct Mjcf *m, const struct MjDocument *from, const struct XmlElement *element,
                             const struct KeyJoints *all)
{
	const struct MjKey *given = key_of_element(from, element);
	struct MjKey key = { .joint = all->item, .joints = all->count };
	if (given)
		key = *given;
	struct MjKeyJoint *joint = ARENA_ARRAY(m->arena, struct MjKeyJoint, key.joints);
	for (size_t i = 0; i < key.joints; i++)
		joint[i] = key.joint[i];
	key.joint = joint;
	follow(&key);
	return key;
}

void mj_keys_copy(struct MjNames *names, const struct MjDocument *from, struct XmlNaming *naming)
{
	struct Mjcf *m = names->m;
	struct XmlElement *first = xml_first_in(from->root, "keyframe");
	if (!first)
		return;
	const struct KeyJoints all = all_joints(m, from);
	for (struct XmlElement *e = first; e; e = xml_next_in(e)) {
		if (!xml_is(e, "key"))
			continue;
		struct MjKey key = copy_key(m, from, e, &all);
		struct XmlElement *copy = xml_copy(m->arena, naming, e);
		if (!copy)
			return;
		xml_append(section_for(names, e), copy);
		key.element = copy;
		*ARENA_PUSH(m->arena, &names->document->key) = key;
	}
}

void mj_keys_follow(struct MjDocument *document)
{
	for (size_t i = 0; i < document->key.count; i++)
		for (size_t k = 0; k < document->key.item[i].joints; k++) {
			struct MjKeyJoint *joint = &document->key.item[i].joint[k];
			if (joint->element && joint->element->copy)
				joint->element = joint->element->copy;
		}
}
