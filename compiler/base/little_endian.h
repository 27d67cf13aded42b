/* Numbers in binary data whose least byte comes first. Called by readers of meshes and writers of pages. Owns nothing. */
#ifndef RIGIDC_LITTLE_ENDIAN_H
#define RIGIDC_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

/* The number in four bytes. */
static inline uint32_t little_endian_word(const char *bytes)
{
	uint32_t word = 0;
	for (int k = 0; k < 4; k++)
		word |= (uint32_t)(unsigned char)bytes[k] << 8 * k;
	return word;
}

/* Three numbers of single precision. */
static inline void little_endian_point(const char *bytes, double x[3])
{
	for (int i = 0; i < 3; i++) {
		const uint32_t bits = little_endian_word(bytes + 4 * (size_t)i);
		float value;
		memcpy(&value, &bits, sizeof value);
		x[i] = (double)value;
	}
}

/* A number of single precision as four bytes. */
static inline void little_endian_put_single(unsigned char bytes[4], float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	for (int k = 0; k < 4; k++)
		bytes[k] = (unsigned char)(bits >> 8 * k & 255);
}

#endif
