#include "literal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef dense_real real;

static const real pi = 3.14159265358979323846264338327950288L;

const struct dense_frame place_identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };

struct literal literal_near(enum literal_kind kind, real x, int places)
{
	struct literal l = { kind, 0, -places, 0 };
	for (int i = 0; i < places; i++)
		x *= 10;
	l.digits = llroundl(x);
	return l;
}

/* the nearest double, read without a decimal point, so that no locale matters */
static double nearest_double(struct literal l)
{
	char text[40];
	snprintf(text, sizeof text, "%llde%d", l.digits, l.tens);
	return strtod(text, NULL);
}

real literal_value(struct literal l)
{
	real value = nearest_double(l);
	if (l.kind == LITERAL_DEG)
		return value * (pi / 180);
	return l.kind == LITERAL_REV ? value * 2 * pi : value;
}

/* sine and cosine; an angle within 1e-10 of a multiple of a quarter turn is taken as that multiple */
static void sine_cosine(real angle, real *s, real *c)
{
	static const int quarter_sine[4] = { 0, 1, 0, -1 };
	real quarters = roundl(angle / (pi / 2));
	*s = sinl(angle);
	*c = cosl(angle);
	if (fabsl(angle - quarters * (pi / 2)) <= 1e-10L) {
		int k = (int)fmodl(quarters, 4) + 4;
		*s = quarter_sine[k % 4];
		*c = quarter_sine[(k + 1) % 4];
	}
}

/* frame := frame, then R and p */
static void follow(struct dense_frame *frame, const struct dense_frame *next)
{
	struct dense_frame old = *frame;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			frame->p[i] += old.R[i][j] * next->p[j];
			frame->R[i][j] = 0;
			for (int k = 0; k < 3; k++)
				frame->R[i][j] += old.R[i][k] * next->R[k][j];
		}
}

static void shift(struct dense_frame *frame, real x, real y, real z)
{
	struct dense_frame next = place_identity;
	next.p[0] = x;
	next.p[1] = y;
	next.p[2] = z;
	follow(frame, &next);
}

/* Rodrigues: R = c 1 + s u x + (1 - c) u u^T, about u = (x, y, z) made a unit vector */
static void turn(struct dense_frame *frame, real x, real y, real z, real angle)
{
	real s, c, length = sqrtl(x * x + y * y + z * z), u[3] = { x / length, y / length, z / length };
	real ux[3][3] = { { 0, -u[2], u[1] }, { u[2], 0, -u[0] }, { -u[1], u[0], 0 } };
	struct dense_frame next = place_identity;
	sine_cosine(angle, &s, &c);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			next.R[i][j] = c * (i == j) + s * ux[i][j] + (1 - c) * u[i] * u[j];
	follow(frame, &next);
}

static void turn_by_quaternion(struct dense_frame *frame, const real a[4])
{
	real n = sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
	real x = a[0] / n, y = a[1] / n, z = a[2] / n, w = a[3] / n;
	struct dense_frame next = { {
					    { w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y) },
					    { 2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x) },
					    { 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z },
				    },
		                    { 0, 0, 0 } };
	follow(frame, &next);
}

static void turn_by_matrix(struct dense_frame *frame, const real a[9])
{
	struct dense_frame next = place_identity;
	for (int k = 0; k < 9; k++)
		next.R[k / 3][k % 3] = a[k];
	follow(frame, &next);
}

static void follow_one(struct dense_frame *f, const struct place *item)
{
	real a[PLACE_ARGUMENTS];
	for (int i = 0; i < PLACE_ARGUMENTS; i++)
		a[i] = literal_value(item->arg[i]);
	switch (item->kind) {
	case PLACE_SHIFT: shift(f, a[0], a[1], a[2]); break;
	case PLACE_RX: turn(f, 1, 0, 0, a[0]); break;
	case PLACE_RY: turn(f, 0, 1, 0, a[0]); break;
	case PLACE_RZ: turn(f, 0, 0, 1, a[0]); break;
	case PLACE_RPY: /* Rz(yaw) Ry(pitch) Rx(roll) */
		turn(f, 0, 0, 1, a[2]);
		turn(f, 0, 1, 0, a[1]);
		turn(f, 1, 0, 0, a[0]);
		break;
	case PLACE_AXIS_ANGLE: turn(f, a[0], a[1], a[2], a[3]); break;
	case PLACE_QUATERNION: turn_by_quaternion(f, a); break;
	case PLACE_ROTATION: turn_by_matrix(f, a); break;
	case PLACE_MDH: /* Rx(alpha) Tx(a) Tz(d) */
		turn(f, 1, 0, 0, a[0]);
		shift(f, a[1], 0, 0);
		shift(f, 0, 0, a[2]);
		break;
	case PLACE_DH: /* Rz(theta) Tz(d) Tx(a) Rx(alpha) */
		turn(f, 0, 0, 1, a[0]);
		shift(f, 0, 0, a[1]);
		shift(f, a[2], 0, 0);
		turn(f, 1, 0, 0, a[3]);
		break;
	}
}

void place_follow(struct dense_frame *frame, const struct place *item, int n)
{
	for (int i = 0; i < n; i++)
		follow_one(frame, &item[i]);
}
