#include "trace.h"

/* FNV's hash */
uint32_t trace_add(uint32_t bits, const float tau[JOINTS])
{
	for (int i = 0; i < JOINTS; i++) {
		const union {
			float number;
			uint32_t word;
		} as = { tau[i] };
		for (int shift = 0; shift < 32; shift += 8)
			bits = (bits ^ (as.word >> shift & 255)) * 16777619u;
	}
	return bits;
}

/* right-aligned; with a point before the last three digits if `thousandths` */
static void put_number(long n, int width, int thousandths, void (*put)(char))
{
	char text[16];
	int length = 0;
	unsigned long rest = n < 0 ? 0ul - (unsigned long)n : (unsigned long)n;
	do {
		text[length++] = (char)('0' + rest % 10);
		rest /= 10;
		if (thousandths && length == 3)
			text[length++] = '.';
	} while (rest > 0 || (thousandths && length < 5));
	if (n < 0)
		text[length++] = '-';
	for (int i = length; i < width; i++)
		put(' ');
	while (length > 0)
		put(text[--length]);
}

void trace_print(const struct line *line, void (*put)(char))
{
	put_number((long)line->tick, 5, 0, put);
	for (int i = 0; i < JOINTS; i++)
		put_number((long)(line->tau[i] * 1000.0f), 9, 1, put);
	put(' ');
	put(' ');
	for (int shift = 28; shift >= 0; shift -= 4)
		put("0123456789abcdef"[line->bits >> shift & 15]);
	put('\n');
}
