/* Folders for the temporary files of a C compiler: PARENT/rigidc-cc-XXXXXX, for the user alone, without folders inside.
 * Called by all that run a C compiler. A process that is killed leaves its folder: a later one removes it after an hour. */
#ifndef RIGIDC_SCRATCH_H
#define RIGIDC_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The folder for temporary files: TMPDIR, else /tmp. */
const char *scratch_parent(void);
/* Makes a folder, and removes those that were left. False: errno says why; ENAMETOOLONG if it does not fit `room`. */
bool scratch_make(const char *parent, char *path, size_t room);
/* Removes an entry with the files in it. */
void scratch_remove(int parent, const char *name);

#endif
