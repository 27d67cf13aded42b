/* Parts of elements of SDFormat: numbers, words, names.
 * Called by the files of this room. */
#ifndef RIGIDC_SDF_VALUE_H
#define RIGIDC_SDF_VALUE_H

#include "model.h"

/* Content of a child, without text if there is none. */
struct XmlValue sdf_content(const struct XmlElement *element, const char *name);
/* Exactly `count` numbers of a child. False: none, or after a diagnostic. */
bool sdf_numbers(struct Sdf *s, const struct XmlElement *element, const char *name, int count, struct Figure *number);
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

#endif
