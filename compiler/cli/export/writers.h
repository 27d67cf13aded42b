/* Writers of formats. Each gets a robot, reports what its format cannot say, and appends the file to a text.
 * Called by export, from its table. */
#ifndef RIGIDC_EXPORT_WRITERS_H
#define RIGIDC_EXPORT_WRITERS_H

#include "robot.h"
#include "base/text.h"

void export_urdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);
void export_mjcf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);
void export_sdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);

#endif
