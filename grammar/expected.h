/* What may follow where a text breaks off.
 * Made by the parser for read_expected, and used by completion.
 * Words are borrowed from the tables of the parser. */
#ifndef RIGIDC_EXPECTED_H
#define RIGIDC_EXPECTED_H

#include <stdbool.h>

enum { EXPECTED_MOST = 48 };

struct Expected {
	bool known; /* false: the text has a mistake shortly before */
	bool name, unit;
	const char *word[EXPECTED_MOST]; /* in single quotes, as in messages */
	int count;
};

#endif
