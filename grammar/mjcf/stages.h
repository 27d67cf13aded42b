/* Stages of the reader of MJCF, in the order in which mjcf.c calls them. Classes, actuators and closed loops have headers of their
 * own. Memory is the arena's. */
#ifndef RIGIDC_MJCF_STAGES_H
#define RIGIDC_MJCF_STAGES_H

#include "model.h"

/* Reads the model's XML, with the <compiler> and the classes of each file. Elements of an included file stand in the place of
 * its <include>, those of <attach> and <replicate> in a <frame>. NULL after a diagnostic. */
const struct XmlElement *mj_read_tree(struct Mjcf *m);
/* Reads the <compiler> of a file. */
void mj_compiler_read(struct Mjcf *m, struct MjDocument *document);
/* Reads <option> and <flag>, and what <compiler> says of the whole model. */
void mj_settings_read(struct Mjcf *m);
/* Reads bodies with their joints, geoms and sites, in the order of the file: depth first. Requires the classes. */
void mj_bodies_read(struct Mjcf *m);
/* Names all statements: as written, and a made name for an element without one. */
void mj_name_all(struct Mjcf *m);
/* Finds mass properties of bodies: <inertial>, or geoms of uniform density, and what <compiler> changes of them. */
void mj_masses_read(struct Mjcf *m);
/* Moves frames of bodies with a free joint to their principal axes: `align`, <compiler alignfree>. Requires the masses. */
void mj_free_align(struct Mjcf *m);
/* Sets the coupling of joints, by <equality>. */
void mj_couplings_read(struct Mjcf *m);
/* Adds bodies and joints as statements. Joints of one body become a chain of bodies, the last of which is the body. */
void mj_bodies_add(struct Mjcf *m);
/* Adds the statements of mass to the blocks of all bodies. */
void mj_masses_add(struct Mjcf *m);
/* Adds `loop` statements, by <equality>, with a frame for each end that is not a body. */
void mj_loops_add(struct Mjcf *m);
/* Adds tendons over sites that have a force. */
void mj_tendons_add(struct Mjcf *m);
/* Adds poses: the file's own, and its keyframes. */
void mj_poses_add(struct Mjcf *m);

#endif
