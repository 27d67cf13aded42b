/* Output of a target.
 * Filled in by the printers, read by the caller of the target.
 * Texts are the arena's. */
#ifndef RIGIDC_PRINTED_H
#define RIGIDC_PRINTED_H

#include "base/text.h"

struct Printed {
	struct Text text;    /* the whole file, or the source of a pair */
	struct Text header;  /* the header of a pair, or the declarations of a JavaScript module */
	const char *include; /* name by which the source of a pair includes its header */
};

#endif
