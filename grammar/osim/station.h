/* Frames of stations: three points give the axes of a frame, a fourth is its origin.
 * Called by model.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_STATION_H
#define RIGIDC_OSIM_STATION_H

#include "model.h"

/* Place of a StationDefinedFrame on its body. */
struct OsimPlace osim_station_frame(struct Osim *o, const struct XmlElement *frame);

#endif
