/* SHA-256 in base64, as pages name scripts that they allow.
 * Called by what writes such a page. Memory is the arena's. */
#ifndef RIGIDC_DIGEST_H
#define RIGIDC_DIGEST_H

#include "arena.h"

/* "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" of no bytes. */
const char *digest_sha256(struct Arena *arena, const char *bytes, size_t length);

#endif
