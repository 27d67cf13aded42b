/* What is said of the torques: now and then a line, with a hash of all bits of all of them so far. */
#ifndef TRACE_H
#define TRACE_H

#include "controller.h"
#include <stdint.h>

enum { TICKS = TICKS_PER_SECOND, TICKS_PER_LINE = 100 };

struct line {
	unsigned tick;
	float tau[JOINTS];
	uint32_t bits;
};

/* `bits` so far, with these torques; the first are added to 0 */
uint32_t trace_add(uint32_t bits, const float tau[JOINTS]);

void trace_print(const struct line *line, void (*put)(char));

#endif
