/* Temporary files and folders beside the targets that they will become, by names that no other run has: TARGET.XXXXXXXX.tmp.
 * Called by what writes output. A descriptor holds the lock of one as long as it is in use; whatever nobody holds was left by a run that
 * was killed, and is removed by the next one that writes the same target. Paths that are returned are the caller's to free. */
#ifndef RIGIDC_TEMPORARY_H
#define RIGIDC_TEMPORARY_H

/* A new file, empty; a new folder. Its descriptor; -1: errno says why. */
int temporary_file(const char *target, char **path);
int temporary_folder(const char *target, char **path);
/* A name that is free at the moment; NULL: there is no memory. */
char *temporary_name(const char *target);
/* Removes what killed runs have left beside the target. */
void temporary_clean(const char *target);

#endif
