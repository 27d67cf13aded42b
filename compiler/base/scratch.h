/* Folders for the temporary files of a C compiler: PARENT/rigidc-cc-XXXXXX, for the user alone, without folders inside.
 * Called where a C compiler runs. A killed process leaves its folder, and a later process removes such folders after an hour. */
#ifndef RIGIDC_SCRATCH_H
#define RIGIDC_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The folder for temporary files: TMPDIR, else /tmp. */
const char *scratch_parent(void);
/* Makes a folder, and removes old ones left by killed processes. False: errno says why; ENAMETOOLONG if it does not fit `room`. */
bool scratch_make(const char *parent, char *path, size_t room);
/* Removes an entry with its files. */
void scratch_remove(int parent, const char *name);

#endif
