/* Models of <include> elements: files, and folders of models with a model.config.
 * Called by document.c. */
#ifndef RIGIDC_SDF_FETCH_H
#define RIGIDC_SDF_FETCH_H

#include "grammar/import/xml_include.h"
#include "model.h"

extern const char sdf_called[]; /* a file of the format */

/* A file that is being read. */
struct SdfFiles {
	const struct Included *file;
	struct XmlOpen open;
};

struct SdfFetcher {
	struct Sdf *s;
	struct XmlIncluder includer;
};

void sdf_fetcher_init(struct SdfFetcher *f, struct Sdf *s);
/* Does a URI name a file of this machine? */
bool sdf_is_local(const char *uri);
/* Is there a file for this <include>? */
bool sdf_is_found(const struct SdfFetcher *f, const struct XmlElement *include, const struct SdfFiles *inside);
/* The <model> that an <include> in a file means, with the version of its file. `inside`: files being read, or NULL; *files:
 * those with the new one. NULL: it is a light, or after a diagnostic. */
const struct XmlElement *sdf_fetch(struct SdfFetcher *f, const struct XmlElement *include,
                                   const struct SdfFiles *inside, double *version, const struct SdfFiles **files);

#endif
