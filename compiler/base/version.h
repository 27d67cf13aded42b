/* Which rigidc this is: the release, and the commit that was built. */
#ifndef RIGIDC_VERSION_H
#define RIGIDC_VERSION_H

/* That of rigidc.h. What is built between releases has that of the last one. */
#define RIGIDC_VERSION "0.2.0"

/* For generated files: "0.2.0" of a release, else with the commit, as in "0.2.0+4e04c2fb0c0c". ".changed" follows if the
 * sources had other changes. "0.2.0+unknown" is without git and without the file of an archive. */
const char *version_built(void);
/* For a reader: "0.2.0, commit 4e04c2fb0c0c of 2026-11-29". */
const char *version_described(void);

#endif
