/* Stages of the reader of SDFormat, in the order in which sdf.c calls them, with what they share.
 * Called by the files of this room. Memory is the arena's. */
#ifndef RIGIDC_SDF_STAGES_H
#define RIGIDC_SDF_STAGES_H

#include "grammar/import/xml.h"
#include "model.h"

/* --- elements left out, and defaults added, a message for each kind --- */

void sdf_losses_init(struct Sdf *s);
/* Counts inner elements and attributes unknown to SDFormat. */
void sdf_check(struct Sdf *s, const struct XmlElement *element);

/* --- parts of elements: numbers, words, names --- */

/* Content of a child, without text if there is none. */
struct XmlValue sdf_content(const struct XmlElement *element, const char *name);
/* Exactly `count` numbers of a child. False: none, or after a diagnostic. */
bool sdf_numbers(struct Sdf *s, const struct XmlElement *element, const char *name, int count, struct Figure *number);
/* Gravity of the world, or the default: of the language without a world. False: the file does not say it. */
bool sdf_gravity(struct Sdf *s, struct Figure g[3]);
/* One number of a child, beyond 1e15 or `inf` being none. */
bool sdf_finite(struct Sdf *s, const struct XmlElement *element, const char *name, struct Figure *number);
/* Adds to a diagnostic that a child's text belongs between its tags, if the child is there. */
void sdf_help_content(struct Sdf *s, struct Diag *d, const struct XmlElement *element, const char *name);
/* Is it true, or 1? */
bool sdf_is_true(struct XmlValue value);
/* The name of an element. Without text after a diagnostic. */
struct Ident sdf_name(struct Sdf *s, const struct XmlElement *element);
/* Version of the format that a root element declares. */
double sdf_version(struct Sdf *s, const struct XmlElement *root);

/* --- models of <include> elements: files, and folders of models with a model.config --- */

extern const char sdf_called[]; /* a file of the format */

/* A file that is being read. */
struct SdfFiles {
	const struct Included *file;
	struct XmlOpen open;
};

struct SdfFetcher {
	struct Sdf *s;
	struct XmlIncluder includer;
};

void sdf_fetcher_init(struct SdfFetcher *f, struct Sdf *s);
/* Does a URI name a file of this machine? */
bool sdf_is_local(const char *uri);
/* Is there a file for this <include>? */
bool sdf_is_found(const struct SdfFetcher *f, const struct XmlElement *include, const struct SdfFiles *inside);
/* The <model> that an <include> in a file means, with the version of its file. `inside`: files being read, or NULL;
 * *files: those with the new one. NULL: it is a light, or after a diagnostic. */
const struct XmlElement *sdf_fetch(struct SdfFetcher *f, const struct XmlElement *include,
                                   const struct SdfFiles *inside, double *version, const struct SdfFiles **files);

/* --- poses of links, frames, models and joints: as written, and in the model, whatever they are relative to --- */

/* Finds what names refer to, places all entities, and finds the link that each moves with. False after a diagnostic. */
bool sdf_place_all(struct Sdf *s);

/* Reads the <pose> of an element; the identity without one. */
struct SdfRaw sdf_raw(struct Sdf *s, const struct XmlElement *element);
/* Appends the turn of a pose as written, without its shift. */
void sdf_push_turn(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at);
/* Appends a pose as written. */
void sdf_push_raw(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at);

/* An entity that a name means in a scope where `__model__` is `root`; WORLD; NONE after a diagnostic. */
int sdf_find(struct Sdf *s, int scope, int root, struct XmlValue name);
/* Pose of an entity, or the WORLD, seen from another one. */
struct Pose sdf_relative(const struct Sdf *s, int from, int to);
/* Appends this pose, with the digits of the file where it has them. */
void sdf_push_relative(struct Sdf *s, struct Span span, int from, int to, struct Arguments *at);

/* --- joints between links: their types and axes, which of them carry a link, and which model is read --- */

/* Chooses the model, and makes a tree of its links. False after a diagnostic. */
bool sdf_tree_read(struct Sdf *s);
/* Is the entity in the model that is read? */
bool sdf_is_chosen(const struct Sdf *s, int entity);
/* The entity of a link, or WORLD. */
int sdf_link_entity(const struct Sdf *s, int link);
/* Does the axis slide? Both of a joint do, or none. */
static inline bool sdf_slides(const struct SdfJoint *joint)
{
	return joint->type->slides;
}

/* --- the others, in order --- */

/* Reads the XML of the file, with all that it includes: fills in the lists of entities, scopes and links. False after a
 * diagnostic about the file as a whole. */
bool sdf_document_read(struct Sdf *s);

/* Adds links as bodies, with their masses and the joints that carry them: depth first, children in the order of their
 * joints. Then frames. */
void sdf_bodies_add(struct Sdf *s);
/* Name of a link's body, or `world`. */
struct Ident sdf_body_name(const struct Sdf *s, int link, struct Span span);
/* The statement of axis k of a joint that carries a link, or of a joint without axes. */
struct Stmt *sdf_joint(struct Sdf *s, const struct SdfJoint *joint, int k);
/* The joint with an axis, in an expression. */
struct Expr *sdf_coordinate(struct Sdf *s, const struct SdfAxis *axis, struct Span span);
/* Has the joint a spring, damping or limits? */
bool sdf_has_properties(struct Sdf *s, const struct SdfJoint *joint);

/* Adds the shapes of a link, an entity, to the block of its body; what is wrong with one costs that shape alone. */
void sdf_shapes_add(struct Sdf *s, int link, struct Stmt *body);

/* Adds joints that carry no link, as loops; gearboxes as constraints. Requires all bodies. */
void sdf_loops_add(struct Sdf *s);
/* Bushings of Drake, as laws of wrenches, which call functions of laws.rig. */
bool sdf_has_bushings(const struct Sdf *s);
void sdf_bushings_add(struct Sdf *s);

#endif
