/* Way of a taut string around a cylinder or a sphere. Called for tendons. No memory is kept.
 *
 * In the axes of the wrap with radius r let P and S be the points before and after it. A cylinder is seen along its
 * axis n = z, a sphere along the normal n = P x S / |P x S| of the plane of P, S and its centre. In this plane the
 * points have the distances p and s from the centre, and the tangents the lengths
 *     t = sqrt(p^2 - r^2),  u = sqrt(s^2 - r^2).
 * With k = 1 for a string that turns about n, and k = -1 for one that turns about -n, the tangent points are
 *     A = (r P + k t n x P) r/p^2,  B = (r S - k u n x S) r/s^2,
 * and the angle between them is that of the complex number
 *     (P . S + i k n . (P x S)) (r - i t) (r - i u),
 * whose factors turn from P to S, from A back to P and from S back to B.
 *
 * On a cylinder the string is straight in the unrolled surface, of width f = t + r angle + u. So it rises by S_z - P_z
 * over f, and on the surface it has the length r angle sqrt(f^2 + (S_z - P_z)^2) / f.
 *
 * The string bends if P and S are outside and its straight line, with d = S - P, comes nearer than r:
 *     P . d < 0 < S . d,  (n . (P x S))^2 < r^2 d^2.
 * It turns by the smaller angle, k = sign(n . (P x S)).
 *
 * A string by a direction e never crosses the ray from the middle along -e. So if P and S are on the two sides of the plane of n and
 * e, it has
 *     k = sign(e . (n x P)) = -sign(e . (n x S)),
 * and it also bends if this is the larger angle, k n . (P x S) < 0.
 *
 * A string on the side of e also bends if the nearest point of its straight line is on the other side, and then turns by the
 * larger angle. If it comes nearer than r, it takes the way whose middle is nearer to e, k = sign(e . (n x (P s - S p))), since the
 * middle of the way about n is along n x (P/p - S/s).
 *
 * The angle between A and B is from 0 to 2 pi where a string turns by the larger angle.
 *
 * A cylinder with a length bends no string that touches it beyond its ends with both tangent points.
 *
 * Where the string does not bend, roots and divisors are those of 1 and not those of the points, so no value and no
 * derivative is NaN. */
#ifndef RIGIDC_MODEL_LINE_BEND_H
#define RIGIDC_MODEL_LINE_BEND_H

#include "model/wrap.h"

/* Most wraps side by side on a path; sweeps over their tangent points if there are two or more. */
enum { BEND_RUN = 4, BEND_SWEEPS = 12 };

struct Bend {
	Ref bends;           /* it does where this is not negative */
	struct Vec touch[2]; /* tangent points, in the frame of the wrap's body */
	Ref arc;             /* length between them */
	Ref apart;           /* negative where both points are outside */
};

/* String between two points in the frame of the wrap's body. */
struct Bend bend_around(struct Dag *dag, const struct Around *around, const struct Vec end[2]);

#endif
