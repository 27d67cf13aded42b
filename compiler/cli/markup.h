/* Text of a model in a page or a picture.
 * Called by everything that writes HTML, SVG and Markdown. Memory is the text's. */
#ifndef RIGIDC_MARKUP_H
#define RIGIDC_MARKUP_H

#include "base/text.h"

/* Puts escaped text for HTML and XML, as content or as the value of an attribute in double quotes. Control characters
 * are made visible. */
void markup_put(struct Text *out, const char *text);

/* Puts code of Markdown: `text`, between as many backticks as it takes. Line ends and controls are made visible. */
void markup_put_code(struct Text *out, const char *text);
/* Puts a name or an expression for Markdown: code, unless no character has a meaning there. */
void markup_put_plain(struct Text *out, const char *text);
/* Puts a comment in Markdown. Images are left out, so no page loads them. */
void markup_put_comment(struct Text *out, const char *comment);

#endif
