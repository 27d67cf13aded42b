/* Base64, and SHA-256 in it, the form in which pages name allowed scripts.
 * Called by the printer of report pages, and for the token of a Functional Mock-up Unit. Memory is the arena's. */
#ifndef RIGIDC_DIGEST_H
#define RIGIDC_DIGEST_H

#include "arena.h"

/* Digest of some bytes; without bytes "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=". */
const char *digest_sha256(struct Arena *arena, const char *bytes, size_t length);
/* Bytes in base64. */
const char *digest_base64(struct Arena *arena, const void *bytes, size_t length);

#endif
