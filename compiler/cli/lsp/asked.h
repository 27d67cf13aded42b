/* What an editor asks about: a document in the model that it belongs to, and a place in it.
 * Called by the methods about names and texts. Everything is borrowed, until the next change. */
#ifndef RIGIDC_LSP_ASKED_H
#define RIGIDC_LSP_ASKED_H

#include "symbols.h"

struct Asked {
	struct Document *document;
	struct Reading *reading; /* the reading of the document, or of a model with an include of the document */
	const struct Symbols *symbols;
	uint32_t source; /* the document among the sources of the reading */
	uint32_t offset; /* of the place */
};

/* The document that a call names. False after an error. */
bool asked_document(struct MethodCall *call, struct Asked *asked);
/* The document and the position in it. False after an error. */
bool asked_place(struct MethodCall *call, struct Asked *asked);
/* The document, as the reading of another document includes it. False: not included. */
bool asked_in(struct Server *server, struct Document *document, struct Document *model, struct Asked *asked);

/* The symbol at the place; NULL: none. *occurrence may be NULL. */
const struct Symbol *asked_symbol(const struct Asked *asked, const struct Occurrence **occurrence);
/* The area that contains the place: of a part, or of the model. */
const struct Area *asked_area(const struct Asked *asked);
/* { uri, range } of a span; NULL: it is in no file. */
json_t *asked_location(const struct Server *server, const struct Reading *reading, struct Span span);

#endif
