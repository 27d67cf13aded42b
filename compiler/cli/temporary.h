/* Temporary files and folders beside their targets, with names unique to a run: TARGET.XXXXXXXX.tmp. A descriptor holds
 * the lock of a temporary file as long as the file is in use. An unlocked temporary file was left by a killed run; the
 * next run that writes the same target removes it.
 * Called by output and output_folder. The caller frees the returned paths. */
#ifndef RIGIDC_TEMPORARY_H
#define RIGIDC_TEMPORARY_H

/* Make a new empty file or folder. Return its descriptor, or -1 with errno set. */
int temporary_file(const char *target, char **path);
int temporary_folder(const char *target, char **path);
/* A name for a temporary file, unique to the run; NULL: out of memory. */
char *temporary_name(const char *target);
/* Removes temporary files left by killed runs beside the target. */
void temporary_clean(const char *target);

#endif
