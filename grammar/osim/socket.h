/* Sockets: what elements name as their bodies, frames and stations, by paths.
 * Called by document.c, loop.c and osim.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_SOCKET_H
#define RIGIDC_OSIM_SOCKET_H

#include "model.h"

/* A body or offset frame that `socket` of an element names; the sockets of version 4 and of those before. */
struct OsimPlace osim_socket(struct Osim *o, const struct XmlElement *owner, const char *socket);
/* The body whose name a child of an element has: `body_1`, `socket_body_1`. */
struct OsimPlace osim_body_of(struct Osim *o, const struct XmlElement *element, const char *name);

#endif
