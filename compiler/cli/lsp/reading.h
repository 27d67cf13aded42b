/* The model that a document is, read from the texts of open documents and from files, and read again when one of them
 * has changed.
 * Called by all answers about a model.
 * A reading belongs to its document; it is valid until the next change. */
#ifndef RIGIDC_LSP_READING_H
#define RIGIDC_LSP_READING_H

#include "server.h"
#include "runtime/library.h"

struct Symbols;

struct Reading {
	struct Arena arena;
	rigidc_model *model; /* NULL: out of memory */
	rigidc_status status;
	uint64_t made;                 /* the time of reading */
	const char **uri;              /* by source: its address; NULL: it is no file */
	const struct Symbols *symbols; /* found when they are asked for */
	bool is_model;                 /* the document begins with `model`, or is of another format */
};

/* The reading of a document as if these were its text and the texts of open documents; for reading_free. NULL: out of
 * memory. */
struct Reading *reading_new(struct Server *server, const struct Document *document, const struct Source *source,
                            const struct Overlay *overlay);
/* The reading of a document as it is now; NULL: out of memory. */
struct Reading *reading_of(struct Server *server, struct Document *document);
void reading_free(struct Reading *reading);

/* The included file of a source; NULL: the source is the document, or no file. */
const struct Included *reading_file(const struct Reading *reading, uint32_t source);
/* Does the reading include the document? */
bool reading_includes(const struct Reading *reading, const struct Document *document);
/* Runs `work` with the memory of the model, as library_protect does. False: it failed. */
bool reading_protect(struct Reading *reading, void (*work)(rigidc_model *model, void *context), void *context);

#endif
