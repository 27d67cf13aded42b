/* Every function of a robot at the same states on every machine. A line for each: its name, the number of results, and
 * a hash of their bits. The last line is the result of the generated self-test, if there is one. The states are made
 * from integers by exact steps, so that they are identical on every machine. */
#include "driver.h"
#include <stdint.h>

enum { IS_FLOAT = sizeof(REAL) == 4 };

/* Kinds of states: usual ones; angles of many turns; numbers that are subnormal or whose products are; numbers
 * whose products overflow; zeros. Flushing, fusing and wider registers show first in these. */
static const struct kind {
	int states;
	REAL scale;
} kinds[] = {
	{ 10, (REAL)3 },
	{ 2, (REAL)600 },
	{ 2, (REAL)(IS_FLOAT ? 0x1p-70 : 0x1p-520) },
	{ 1, (REAL)(IS_FLOAT ? 0x1p-130 : 0x1p-1030) },
	{ 1, (REAL)(IS_FLOAT ? 0x1p+90 : 0x1p+700) },
	{ 1, (REAL)0 },
};

static uint64_t random_state;

/* in [-1, 1), with 24 bits */
static REAL draw(void)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (REAL)((int32_t)(random_state >> 40) - 8388608) * (REAL)0x1p-23;
}

/* length 1 up to rounding: by the half tangents of a rotation, without a square root */
static void unit(REAL *quaternion)
{
	REAL *p = quaternion, square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2], whole = 1 + square;
	for (int i = 0; i < 3; i++)
		p[i] = 2 * p[i] / whole;
	p[3] = (1 - square) / whole;
}

static void draw_inputs(const struct function *f, REAL scale)
{
	for (int i = 0; i < f->inputs; i++)
		inputs[i] = scale * draw();
	for (int k = 0; f->has_q && quaternions[k] >= 0; k++)
		if (scale == kinds[0].scale)
			unit(inputs + quaternions[k]);
}

/* FNV hash, byte by byte from the lowest. All NaNs hash alike, since their sign and payload depend on the machine. So
 * do both zeros, since the sign of zero depends on whether limbs are in lanes. */
static uint64_t hash(uint64_t before, REAL x)
{
	union {
		REAL real;
		uint32_t half[sizeof(REAL) / 4];
		uint64_t whole;
	} u = { .whole = 0 };
	u.real = x;
	uint64_t bits = IS_FLOAT ? u.half[0] : u.whole;
	if (x != x)
		bits = UINT64_MAX;
	if (x == 0)
		bits = 0;
	for (unsigned i = 0; i < sizeof x; i++, bits >>= 8)
		before = (before ^ (bits & 255)) * 1099511628211u;
	return before;
}

static void put_hex(uint64_t n)
{
	char text[17];
	for (int i = 15; i >= 0; i--, n >>= 4)
		text[i] = "0123456789abcdef"[n & 15];
	text[16] = 0;
	put(text);
}

static void put_count(uint32_t n)
{
	char text[12], *at = text + sizeof text;
	*--at = 0;
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	put(at);
}

void run(void)
{
	prepare();
	for (const struct function *f = functions; f->name; f++) {
		uint64_t found = 14695981039346656037u;
		uint32_t count = 0;
		random_state = 1;
		for (const struct kind *kind = kinds; kind < kinds + sizeof kinds / sizeof *kinds; kind++) {
			for (int state = 0; state < kind->states; state++) {
				draw_inputs(f, kind->scale);
				f->call(inputs, outputs);
				for (int i = 0; i < f->outputs; i++, count++)
					found = hash(found, outputs[i]);
			}
		}
		put(f->name);
		put(" ");
		put_count(count);
		put(" ");
		put_hex(found);
		put("\n");
	}
	int wrong = self_test();
	if (wrong != NO_SELF_TEST) {
		put("self-test ");
		put_count((uint32_t)wrong);
		put("\n");
	}
	put("end\n");
}
