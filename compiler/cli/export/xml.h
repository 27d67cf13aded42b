/* Text of XML: names with escapes, numbers that read back to the same doubles.
 * Called by the writers of formats. Memory is the text's. */
#ifndef RIGIDC_EXPORT_XML_H
#define RIGIDC_EXPORT_XML_H

#include "cli/model_poses.h"
#include "base/text.h"

/* Can XML 1.0 have all characters of a name? */
bool xml_can_have(const char *name);
/* ` attribute="name"`, with escapes. */
void xml_name(struct Text *out, const char *attribute, const char *name);
/* ` attribute="1 2 3"` */
void xml_numbers(struct Text *out, const char *attribute, const double *number, int count);
void xml_number(struct Text *out, const char *attribute, double number);
/* The numbers alone, with blanks between them; a name alone, with escapes. */
void xml_put_numbers(struct Text *out, const double *number, int count);
void xml_put_name(struct Text *out, const char *name);

/* Roll, pitch and yaw, R = Rz(yaw) Ry(pitch) Rx(roll). */
void xml_rpy(const struct Pose *pose, double rpy[3]);
/* Unit quaternion w x y z of a rotation. */
void xml_quaternion(const struct Pose *pose, double q[4]);

#endif
