/* Documents that an editor has open: their texts are those of the editor, not of the files.
 * Called by the methods that open, change and close a document, and by all that read one.
 * A document owns its text; the server frees the document. */
#ifndef RIGIDC_LSP_DOCUMENT_H
#define RIGIDC_LSP_DOCUMENT_H

#include "position.h"

struct Reading;

/* Texts of inlay hints: lines "LINE TEXT", of the reading at this time; by malloc, or NULL. */
enum { HINTS_OF_FUNCTIONS, HINTS_OF_LINES, HINTS_COUNT };
struct Hints {
	char *text;
	uint64_t made;
};

struct Document {
	struct Document *next; /* in the order of opening */
	struct Arena arena;    /* of its address and path */
	struct Arena text[2];  /* the two arenas take turns: the new text is in the other arena */
	int current;
	const char *uri;
	const char *path;       /* of its file; NULL: it has none */
	const char *identity;   /* path without links; the path itself, if there is no file; else the address */
	struct Sources sources; /* its text, as the only source */
	json_int_t version;
	uint64_t changed; /* the time of the last change */
	struct Reading *reading;
	bool wants_hints; /* the client has asked for them */
	struct Hints hints[HINTS_COUNT];
};

/* A new document; NULL: out of memory. */
struct Document *document_new(struct Guard *guard, const char *uri);
void document_free(struct Document *document);
/* Replaces the text by a copy of `text`. */
void document_set(struct Document *document, const char *text, size_t length);
/* Applies a change of the protocol: { text } or { range, text }. False: it is none. */
bool document_change(struct Document *document, const json_t *change, enum Encoding encoding);

static inline const struct Source *document_source(const struct Document *document)
{
	return &document->sources.item[0];
}

#endif
