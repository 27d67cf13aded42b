/* Sums of angles inside of a sine or cosine, each stored once: products of symbols with constant coefficients, such as
 * theta_1 - theta_2, or N q + pi/3. Number 0 is the angle 0.
 * Called by the polynomials. Memory is the arena's.
 *
 * The coefficient of the first part is positive: an angle and its negative are one sum, with a sign beside it. */
#ifndef RIGIDC_ANGLE_SUM_H
#define RIGIDC_ANGLE_SUM_H

#include "coefficient.h"
#include "power_product.h"

struct AnglePart {
	uint32_t product;
	struct Coefficient coefficient;
};

struct AngleSums {
	struct InternTable table;
	struct PowerProducts *products;
};

/* An angle with its sign. */
struct SignedAngle {
	uint32_t angle;
	bool negative;
};

enum { ANGLE_PARTS = 32 };

struct AngleSums angles_new(struct Arena *arena, struct PowerProducts *products);
/* Sum of at most ANGLE_PARTS parts of different products. */
struct SignedAngle angle_of_parts(struct AngleSums *angles, const struct AnglePart *part, int count);
/* (a + b)/over, or (a - b)/over. False: it has more than ANGLE_PARTS parts. */
bool angle_combine(struct AngleSums *angles, uint32_t a, uint32_t b, bool minus, int over, struct SignedAngle *out);
/* Parts of an angle, into `part`; returns their count. */
int angle_parts(const struct AngleSums *angles, uint32_t angle, struct AnglePart *part);
/* Order for readers: by count of parts, then by the parts. */
int angle_compare(const struct AngleSums *angles, uint32_t a, uint32_t b);

#endif
