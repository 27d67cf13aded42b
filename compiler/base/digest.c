#include "digest.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, WORDS = 8, ROUNDS = 64, DIGEST = 32 };

/* FIPS 180-4: fractions of the cube roots of the first 64 primes, 32 bits each. */
static const uint32_t round_constant[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, int bits)
{
	return x >> bits | x << (32 - bits);
}

static void take_block(uint32_t state[WORDS], const unsigned char *block)
{
	uint32_t w[ROUNDS], s[WORDS];
	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < ROUNDS; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
		       (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
	}
	memcpy(s, state, sizeof s);
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t a = s[0], e = s[4];
		uint32_t one = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & s[5]) ^ (~e & s[6])) +
		               round_constant[i] + w[i];
		uint32_t two =
			(turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, (WORDS - 1) * sizeof *s);
		s[4] += one;
		s[0] = one + two;
	}
	for (int i = 0; i < WORDS; i++)
		state[i] += s[i];
}

/* Padding: the bytes, a bit 1, zeros, and the count of bits. */
static void hash(const char *bytes, size_t length, unsigned char digest[DIGEST])
{
	uint32_t state[WORDS] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	unsigned char last[2 * BLOCK] = { 0 };
	size_t whole = length / BLOCK * BLOCK, rest = length - whole, end = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
	for (size_t at = 0; at < whole; at += BLOCK)
		take_block(state, (const unsigned char *)bytes + at);
	if (rest)
		memcpy(last, bytes + whole, rest);
	last[rest] = 0x80;
	for (size_t i = 0; i < 8; i++)
		last[end - 1 - i] = (unsigned char)((uint64_t)length * 8 >> 8 * i);
	for (size_t at = 0; at < end; at += BLOCK)
		take_block(state, last + at);
	for (int i = 0; i < DIGEST; i++)
		digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

const char *digest_base64(struct Arena *arena, const void *bytes, size_t length)
{
	static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *byte = bytes;
	const size_t letters = (length + 2) / 3 * 4;
	char *text = ARENA_ARRAY(arena, char, letters + 1);
	for (size_t i = 0; i < letters; i++) {
		const size_t three = i / 4 * 3, place = three + i % 4; /* the last byte that the letter has bits of */
		uint32_t bits = 0;
		for (size_t k = 0; k < 3; k++)
			bits |= (three + k < length ? (uint32_t)byte[three + k] : 0u) << (16 - 8 * k);
		text[i] = place > length ? '=' : letter[bits >> (18 - 6 * (i % 4)) & 63];
	}
	return text;
}

const char *digest_sha256(struct Arena *arena, const char *bytes, size_t length)
{
	unsigned char digest[DIGEST] = { 0 };
	hash(bytes, length, digest);
	return digest_base64(arena, digest, DIGEST);
}
