/* Elements of xacro in a URDF: xacro has yet to expand the file, or has left an element.
 * Called by the URDF reader. Memory is the arena's. */
#ifndef RIGIDC_URDF_XACRO_H
#define RIGIDC_URDF_XACRO_H

#include "base/diag.h"
#include "grammar/import/xml_tree.h"

/* Elements of xacro: how many, and the first. */
struct UrdfXacro {
	size_t count;
	const struct XmlElement *first;
	bool needed; /* an element brings in links */
};

/* Counts an element of xacro. False: another element. */
bool urdf_xacro_take(struct UrdfXacro *xacro, const struct XmlElement *element);
/* Reports elements of xacro. An expanded file may still contain some. */
void urdf_xacro_report(struct Diags *diags, const struct UrdfXacro *xacro, uint32_t source, bool links);
/* Adds the command to expand the file of a diagnostic, as a help. */
void urdf_xacro_help(struct Diags *diags, struct Diag *of);

#endif
