/* Bytes that are not UTF-8 in parts of XML that no reader uses.
 * Called by the readers of XML formats in place of reader_open. Memory is the arena's. */
#ifndef RIGIDC_XML_OPEN_H
#define RIGIDC_XML_OPEN_H

#include "base/diag.h"

/* Adds a source as reader_open does. Each byte that is not UTF-8 is `?` in comments, and in the text of elements of
 * these names, which have blanks between them (NULL: none). Elsewhere it is reported. False after a diagnostic. */
bool xml_open(struct Diags *diags, const char *name, const char *text, size_t length, const char *unread,
              uint32_t *source);
/* The length without bytes of 0 at the end: some programs write the end of a string to the file. */
size_t xml_length(const char *text, size_t length);

#endif
