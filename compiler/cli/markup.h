/* Text of a model in a page or a picture.
 * Called by what writes HTML and SVG. Memory is the text's. */
#ifndef RIGIDC_MARKUP_H
#define RIGIDC_MARKUP_H

#include "base/text.h"

/* As text or as the value of an attribute in double quotes, of HTML and of XML: made visible, and nothing of it is markup. */
void markup_put(struct Text *out, const char *text);

#endif
