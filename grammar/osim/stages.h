/* Stages of the reader of OpenSim models, in the order in which osim.c calls them. Memory is the arena's. */
#ifndef RIGIDC_OSIM_STAGES_H
#define RIGIDC_OSIM_STAGES_H

#include "place.h"

/* Reads the XML to bodies, joints, coordinates and motions. Requires o->model. Faults are reported. */
void osim_document_read(struct Osim *o);
/* Decides which joints become chains of bodies with one coordinate each, and gives names to all joints. */
void osim_plan_joints(struct OsimModel *m);
/* Adds the statements of a body and its joint. */
void osim_add_body(struct OsimModel *m, int body);
/* Adds a loop for each joint whose child another joint carries, and for each constraint between bodies. */
void osim_add_loops(struct OsimModel *m);
/* "12 Thelen2003Muscle, 3 CoordinateLimitForce": forces of the model, by their types; NULL: none. */
const char *osim_forces(struct Osim *o, struct Span *first);
/* Reports on the model as a whole: what is left out, and what means something else here. */
void osim_report(struct Osim *o);

#endif
