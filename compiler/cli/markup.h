/* Text of a model in a page or a picture.
 * Called by everything that writes HTML and SVG. Memory is the text's. */
#ifndef RIGIDC_MARKUP_H
#define RIGIDC_MARKUP_H

#include "base/text.h"

/* Puts escaped text for HTML and XML, as content or as the value of an attribute in double quotes. Control characters
 * are made visible. */
void markup_put(struct Text *out, const char *text);

#endif
