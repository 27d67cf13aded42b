/* Names that readers of a format do not take, in place of which the file has others, with a note for each.
 * Called by the writers of formats. Memory is the model's. */
#ifndef RIGIDC_EXPORT_NAMES_H
#define RIGIDC_EXPORT_NAMES_H

#include "robot.h"

enum ExportNamed { EXPORT_NAME_OF_BODY, EXPORT_NAME_OF_FRAME, EXPORT_NAME_OF_OTHERS };

/* The name, or the one that the file has in its place. */
typedef const char *ExportName(struct Arena *arena, const char *name, enum ExportNamed of);
/* URDF: ${ and $( belong to xacro, and the link `world` is the root. */
ExportName export_name_of_urdf;
/* MJCF: the body `world` is the root. */
ExportName export_name_of_mjcf;
/* SDFormat: blanks at the ends are no part of a name; `::`, `__x__` and `world` have meanings. */
ExportName export_name_of_sdf;

/* A note on a name of the model, unless both are the same. */
void export_note_name(const struct ExportLoss *loss, struct Span span, const char *name, const char *made);
/* Renames the model, bodies, joints and frames of a robot. New names differ from all others. */
void export_rename(struct Robot *robot, const struct ExportLoss *loss, ExportName *name_of);

#endif
