/* Elements of xacro in a URDF: a file that xacro has yet to expand, or one left by it.
 * Called by the URDF reader. Memory is the arena's. */
#ifndef RIGIDC_URDF_XACRO_H
#define RIGIDC_URDF_XACRO_H

#include "base/diag.h"
#include "grammar/import/xml_tree.h"

/* Elements of xacro: how many, and the first. */
struct UrdfXacro {
	size_t count;
	const struct XmlElement *first;
	bool needed; /* an element that brings in links */
};

/* Counts an element of xacro. False: it is none. */
bool urdf_xacro_take(struct UrdfXacro *xacro, const struct XmlElement *element);
/* Reports elements of xacro. A file that xacro has expanded may still contain one. */
void urdf_xacro_report(struct Diags *diags, const struct UrdfXacro *xacro, uint32_t source, bool links);
/* Adds a help: the command that expands the file of a diagnostic. */
void urdf_xacro_help(struct Diags *diags, struct Diag *of);

#endif
