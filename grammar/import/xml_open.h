/* Bytes that are not UTF-8 in parts of XML that no reader uses, and bytes of 0 behind the text.
 * Called by the readers of XML formats in place of reader_open. Memory is the arena's. */
#ifndef RIGIDC_XML_OPEN_H
#define RIGIDC_XML_OPEN_H

#include "base/diag.h"

/* Adds a source as reader_open does. Each byte that is not UTF-8 is `?` in comments, and in the text of elements of
 * these names, which have blanks between them (NULL: none). Elsewhere it is reported. False after a diagnostic. */
bool xml_open(struct Diags *diags, const char *name, const char *text, size_t length, const char *unread,
              uint32_t *source);

#endif
