/* Numbers and placements of a model file, and their values by LANGUAGE.md.
 * Called by random_tree.c, which draws them, and random_write.c, which prints them.
 * Plain values, nothing is allocated. */
#ifndef LITERAL_H
#define LITERAL_H

#include "reference/dense.h"

#include <stdbool.h>

enum literal_kind {
	LITERAL_NUMBER,
	LITERAL_LENGTH,
	LITERAL_MASS,
	LITERAL_INERTIA,
	LITERAL_ACCELERATION,
	LITERAL_PITCH,
	LITERAL_RAD,
	LITERAL_DEG,
	LITERAL_REV
};

/* digits * 10^tens, in SI units unless it is an angle in deg or rev */
struct literal {
	enum literal_kind kind;
	long long digits;
	int tens;
	int constant; /* k > 0: written as the constant c<k>, which holds |value| */
};

/* the literal nearest to x with so many decimals */
struct literal literal_near(enum literal_kind kind, dense_real x, int places);

/* The value read by the compiler: the nearest double; an angle is then converted to rad in long double. */
dense_real literal_value(struct literal l);

enum place_kind {
	PLACE_SHIFT,
	PLACE_RX,
	PLACE_RY,
	PLACE_RZ,
	PLACE_RPY,
	PLACE_AXIS_ANGLE,
	PLACE_QUATERNION,
	PLACE_ROTATION,
	PLACE_MDH,
	PLACE_DH
};

enum { PLACE_ARGUMENTS = 9 };

/* an item of a placement; its arguments in the order of LANGUAGE.md, an axis and a matrix (by rows) as plain numbers */
struct place {
	enum place_kind kind;
	struct literal arg[PLACE_ARGUMENTS];
	bool constant; /* written as a constant of its own */
};

extern const struct dense_frame place_identity;

/* frame := frame followed by the n items, each in the axes of the frame reached so far */
void place_follow(struct dense_frame *frame, const struct place *item, int n);

#endif
