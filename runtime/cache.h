/* Objects of the C compiler that are kept in a folder: the next start loads them.
 * Called by the executor that runs the compiler. The folder is the user's alone, and so is each file; an object was made by the same
 * compiler, from the same text, on such a machine, and is whole to the last byte, or it is not taken. The files have 256 MB at most:
 * the oldest go. */
#ifndef RIGIDC_CACHE_H
#define RIGIDC_CACHE_H

#include "executor.h"

/* Is the folder there, or can it be made, and is it nobody else's? False after a problem. */
bool cache_open(struct CcJob *job);
/* What an object depends on beside the text, as a comment in front of it. False if that cannot be told here. */
bool cache_key(struct CcJob *job, const char *const *word, size_t words, const char *const *option, size_t options);
/* The object that was made before; false: there is none. */
bool cache_find(const struct CcJob *job, char *object, size_t room);
/* Moves a new one there, with its source, by which it is found. Without success it is just not there the next time. */
void cache_keep(const struct CcJob *job, const char *object, const char *source);

#endif
