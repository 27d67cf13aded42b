/* Addresses of documents: file:///home/arm%20one.rig is the path "/home/arm one.rig".
 * Called where a document is opened and where an answer names a file.
 * Memory is the arena's. */
#ifndef RIGIDC_LSP_URI_H
#define RIGIDC_LSP_URI_H

#include "base/text.h"

/* Path of a file; NULL: the address is not of a file. */
const char *uri_path(struct Arena *arena, const char *uri);
/* Address of an absolute path. */
const char *uri_of(struct Arena *arena, const char *path);

#endif
