/* Source to AST: the entry of the grammar.
 * Called by the pipeline for a model file and for expressions of the command line.
 * The source is borrowed; the AST is the arena's. */
#ifndef RIGIDC_READER_H
#define RIGIDC_READER_H

#include "ast.h"
#include "base/diag.h"
#include "expected.h"

enum ReaderStart {
	READ_MODEL,
	READ_VALUE,
	READ_PLAIN, /* a value whose names are numbers without a unit */
};

/* Parses a source from byte `skip` on. Mistakes are reported; the understood part is returned all the same. */
struct Ast read_text(struct Diags *diags, const char *name, const char *text, size_t length, size_t skip,
                     enum ReaderStart start);

/* Parses bytes [begin, end) of a source that reader_open has added. `text`: the source up to `end` at least, followed
 * there by a NUL; comments may be blanks in it. */
struct Ast read_part(struct Diags *diags, uint32_t source, const char *text, size_t begin, size_t end,
                     enum ReaderStart start);

/* What may follow where the text breaks off. */
struct Expected read_expected(struct Diags *diags, const char *text, size_t length);

/* Adds a source; every reader begins with it. False after a diagnostic: the source is too long or not clean UTF-8. */
bool reader_open(struct Diags *diags, const char *name, const char *text, size_t length, uint32_t *source);

#endif
