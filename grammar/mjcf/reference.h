/* Names of a file, and elements outside of <worldbody> that refer to them: tendons, equalities, actuators, keyframes. They are
 * attached and replicated with the elements that they name.
 * Called by attach.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_REFERENCE_H
#define RIGIDC_MJCF_REFERENCE_H

#include "grammar/import/xml_copy.h"
#include "model.h"

/* A name of the file, as of the element at hand. */
struct MjNamed {
	struct XmlElement *element;
	bool live; /* false: the element was replicated, and has other names */
};

struct MjNames {
	struct Mjcf *m;
	struct MjDocument *document;
	struct NameTable index;
	struct ARENA_LIST(struct MjNamed) named;
	struct Text key;            /* a name that is looked up */
	struct XmlElement *section; /* the last one made for copies, or NULL */
};

struct MjNames *mj_names_new(struct Mjcf *m, struct MjDocument *document);
/* Adds the name of an element; adds or removes its name and those of all inside. */
void mj_names_add_one(struct MjNames *names, struct XmlElement *element);
void mj_names_add(struct MjNames *names, struct XmlElement *element);
void mj_names_remove(struct MjNames *names, struct XmlElement *element);
/* A body or frame by its name; NULL: none. */
struct XmlElement *mj_names_find(struct MjNames *names, const char *kind, const char *name);

/* Elements that may refer to names, by section. */
struct MjReferring {
	struct ARENA_LIST(struct XmlElement *) item;
};

struct MjReferring mj_referring(struct Mjcf *m, const struct MjDocument *document);
/* Adds copies of those that find all their names. False: there are too many. */
bool mj_referring_copy(struct MjNames *names, const struct MjReferring *list, struct XmlNaming *naming);
/* Removes elements that name something removed. */
void mj_referring_prune(struct MjNames *names);
/* Adds the keyframes of an attached model, for the copies of its joints. */
void mj_keys_copy(struct MjNames *names, const struct MjDocument *from, struct XmlNaming *naming);
/* Keyframes name the copies of joints in place of the joints. */
void mj_keys_follow(struct MjDocument *document);

#endif
