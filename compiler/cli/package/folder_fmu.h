/* Files of a Functional Mock-up Unit beside its sources: the library that a C compiler makes of them, and the archive
 * of all. Called by the command `package`. Memory is the arena's. */
#ifndef RIGIDC_FOLDER_FMU_H
#define RIGIDC_FOLDER_FMU_H

#include "folder.h"

/* Compiles the sources among the files by CC, else cc, for the machine that this runs on. Sets *library; its text is NULL after a
 * message if there is no compiler, or if the standard has no name for the machine. Returns an exit code: files are written to the folder
 * for temporary files. */
int folder_fmu_library(const struct Folder *folder, const struct OutputFile *file, int files,
                       struct OutputFile *library);

/* Is the path that of an archive, NAME.fmu? */
bool folder_fmu_is_archive(const char *path);
/* Writes an archive of the files. The same files give the same bytes. Returns an exit code. */
int folder_fmu_archive(const char *path, const struct OutputFile *file, int files);

#endif
