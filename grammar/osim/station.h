/* Frames of stations: three points give the axes of a frame, a fourth is its origin.
 * Called by socket.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_STATION_H
#define RIGIDC_OSIM_STATION_H

#include "model.h"

enum { OSIM_STATIONS = 4 }; /* points a, b and c, and the origin */

/* Place of a StationDefinedFrame on its body, from the places of its stations. */
struct OsimPlace osim_station_frame(struct Osim *o, const struct XmlElement *frame, const struct OsimPlace *point);

#endif
