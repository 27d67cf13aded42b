/* Functions called by code that compilers generate, for targets without a C library. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	volatile unsigned char *t = to;
	for (const unsigned char *f = from; n > 0; n--)
		*t++ = *f++;
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	for (volatile unsigned char *t = to; n > 0; n--)
		*t++ = (unsigned char)byte;
	return to;
}

#ifdef __arm__
/* names in the ARM ABI, by alignment */
void __aeabi_memclr(void *to, size_t n);
void __aeabi_memclr4(void *to, size_t n) __attribute__((alias("__aeabi_memclr")));
void __aeabi_memclr8(void *to, size_t n) __attribute__((alias("__aeabi_memclr")));

void __aeabi_memclr(void *to, size_t n)
{
	memset(to, 0, n);
}
#endif
