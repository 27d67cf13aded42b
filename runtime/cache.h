/* Cache of objects of the C compiler in a folder: the next start loads them.
 * Called by the executor that runs the compiler. The folder and each file belong to the user alone. An object is loaded
 * only if complete to the last byte, and made from the same text by the same compiler on such a machine. The files have
 * 256 MB at most: the oldest are removed. */
#ifndef RIGIDC_CACHE_H
#define RIGIDC_CACHE_H

#include "executor.h"

/* Does the folder exist, or can it be made, with no access for others? False after a problem. */
bool cache_open(struct CcJob *job);
/* Writes the dependencies of an object beside its text, as a comment to precede the text. False if unknown here. */
bool cache_key(struct CcJob *job, const char *const *word, size_t words, const char *const *option, size_t options);
/* Finds the cached object; false: none. */
bool cache_find(const struct CcJob *job, char *object, size_t room);
/* Moves a new object and its source, the key to the object, to the cache. A failure only leaves the object uncached. */
void cache_keep(const struct CcJob *job, const char *object, const char *source);

#endif
