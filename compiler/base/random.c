#include "random.h"

double random_signed(uint64_t seed, unsigned array, uint32_t element)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15u + array * 0xbf58476d1ce4e5b9u + element * 0x94d049bb133111ebu;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (double)((x ^ x >> 31) >> 11) / 4503599627370496.0 - 1;
}
