/* Attributes of MJCF, with their defaults: numbers, words, names.
 * Called by the files of this room. */
#ifndef RIGIDC_MJCF_VALUE_H
#define RIGIDC_MJCF_VALUE_H

#include "model.h"

/* Value of an attribute of the element, else of its class. */
struct XmlValue mj_value(const struct MjElement *e, const char *name);
/* Innermost level with an attribute of the list, which ends with NULL. */
const struct XmlElement *mj_level(const struct MjElement *e, const char *const names[]);

/* Reads up to `most` numbers. A list that is shorter than that of its class changes the first ones alone. Returns how
 * many are given in all; 0 for none, or after a diagnostic. */
int mj_numbers(struct Mjcf *m, const struct MjElement *e, const char *name, int most, struct Figure *number);
/* Exactly `count` numbers; without them *number stays. False: none, or after a diagnostic. */
bool mj_exactly(struct Mjcf *m, const struct MjElement *e, const char *name, int count, struct Figure *number);
/* One number, or `otherwise`. */
double mj_number(struct Mjcf *m, const struct MjElement *e, const char *name, double otherwise);

/* Index of the attribute's word in a list that ends with NULL; `otherwise` without it, or after a diagnostic. */
int mj_word(struct Mjcf *m, const struct MjElement *e, const char *name, const char *const words[], int otherwise);
/* true or false */
bool mj_true(struct Mjcf *m, const struct MjElement *e, const char *name, bool otherwise);
/* true, false or auto: is it so if `given` for auto? */
bool mj_auto(struct Mjcf *m, const struct MjElement *e, const char *name, bool given);

/* Name of the element, without text if it has none, or after a diagnostic. */
struct Ident mj_name(struct Mjcf *m, const struct XmlElement *element, const char *attribute);
/* What attributes refer to. */
enum MjThing { THING_BODY, THING_JOINT, THING_SITE, THINGS };
/* Index of the thing that an attribute names. NONE without the attribute; UNKNOWN after a diagnostic. */
enum { UNKNOWN = -2 };
int mj_find(struct Mjcf *m, const struct XmlElement *element, const char *attribute, enum MjThing thing);

/* An angle, as written or in whole quarter turns, and its value in rad. */
struct Expr *mj_angle(struct Mjcf *m, const struct Figure *number);
double mj_radians(const struct Mjcf *m, const struct Figure *angle);

#endif
