/* The models in examples/loops by d'Alembert's principle. A mechanism is a set of point masses here, and its closed form gives
 * their positions p(X), and the coordinates of all joints, by minimal coordinates X. With J = dp/dX, G = dv/dX of the
 * joints' velocities and the motion along X' at X'' = 0 (bars),
 *   (J^T m J + G^T armature G) X'' = G^T tau + J^T m (g - p_bar'') - G^T armature v_bar'    v' = v_bar' + G X''.
 * Derivatives are differences in long double, so no formula of dynamics is shared with the compiler. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { MOST_X = 6, MOST_V = 24, MOST_POINTS = 40, STATES = 40 };

typedef long double Number;

struct Point {
	Number m, at[3];
};

/* A mechanism at X. */
struct Posture {
	Number joint[MOST_V]; /* coordinates, in the order of velocities */
	Number p[3], R[3][3]; /* of the body on a free joint */
	struct Point point[MOST_POINTS];
	int points;
};

struct Mechanism {
	const char *path;
	int nx, nv, free;                 /* free: the first velocity of a free joint, the last of all; or nv */
	double low[MOST_X], high[MOST_X]; /* of X */
	Number armature[MOST_V];
	void (*place)(const Number *X, struct Posture *posture);
};

static const Number gravity = 9.81L, circle = 6.283185307179586476925286766559L;

/* --- point masses --- */

static void add_point(struct Posture *posture, Number m, const Number at[3])
{
	struct Point *point = &posture->point[posture->points++];
	point->m = m;
	memcpy(point->at, at, sizeof point->at);
}

/* Two points on the line from `from` along a unit vector, with the mass, centre and moment of inertia of a bar. */
static void add_bar(struct Posture *posture, Number m, Number centre, Number inertia, const Number from[3],
                    const Number along[3])
{
	for (int side = -1; side <= 1; side += 2) {
		Number at[3], distance = centre + side * sqrtl(inertia / m);
		for (int i = 0; i < 3; i++)
			at[i] = from[i] + distance * along[i];
		add_point(posture, m / 2, at);
	}
}

/* The direction at an angle about y from z, in the plane of x and z. */
static void direction(Number angle, Number out[3])
{
	out[0] = sinl(angle);
	out[1] = 0;
	out[2] = cosl(angle);
}

static void move(const Number from[3], Number distance, const Number along[3], Number out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = from[i] + distance * along[i];
}

/* --- the mechanisms --- */

/* X: the angle of the crank. */
static void slider_crank(const Number *X, struct Posture *posture)
{
	const Number r = 0.04L, l = 0.13L, origin[3] = { 0, 0, 0 };
	Number lean = -asinl(r / l * sinl(X[0])), crank[3], rod[3], pin[3], end[3];
	direction(X[0], crank);
	direction(lean, rod);
	move(origin, r, crank, pin);
	move(pin, l, rod, end);
	add_bar(posture, 1.2L, 0.008L, 0.0015L, origin, crank);
	add_bar(posture, 0.5L, 0.045L, 0.0011L, pin, rod);
	add_point(posture, 0.6L, end);
	posture->joint[0] = X[0];
	posture->joint[1] = lean - X[0];
	posture->joint[2] = r * cosl(X[0]) + sqrtl(l * l - r * r * sinl(X[0]) * sinl(X[0]));
}

/* X: the place of the platform. The elbow of an arm is where a circle meets the sphere of a rod about its ball. */
static void delta(const Number *X, struct Posture *posture)
{
	const Number hip = 0.2L, arm = 0.3L, rod = 0.7L, ball = 0.06L;
	for (int k = 0; k < 3; k++) {
		Number c = cosl(circle * k / 3), s = sinl(circle * k / 3);
		Number out = c * X[0] + s * X[1] + ball - hip, across = -s * X[0] + c * X[1], up = X[2];
		Number flat = hypotl(out, up), square = flat * flat + across * across + arm * arm - rod * rod;
		Number angle = -atan2l(up, out) - acosl(square / (2 * arm * flat));
		const Number from[3] = { c * hip, s * hip, 0 };
		const Number along[3] = { c * cosl(angle), s * cosl(angle), -sinl(angle) };
		add_bar(posture, 0.8L, arm / 3, 0.007L, from, along);
		posture->joint[k] = angle;
		posture->joint[3 + k] = X[k];
	}
	add_point(posture, 0.7L, X);
}

/* Rz(yaw) Ry(pitch) Rx(roll) */
static void turn(const Number *angle, Number R[3][3])
{
	Number a = cosl(angle[0]), b = sinl(angle[0]), c = cosl(angle[1]), d = sinl(angle[1]), e = cosl(angle[2]),
	       f = sinl(angle[2]);
	const Number of[3][3] = { { e * c, e * d * b - f * a, e * d * a + f * b },
		                  { f * c, f * d * b + e * a, f * d * a - e * b },
		                  { -d, c * b, c * a } };
	memcpy(R, of, sizeof of);
}

static void on_platform(const struct Posture *posture, const Number local[3], Number out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = posture->p[i] + posture->R[i][0] * local[0] + posture->R[i][1] * local[1] +
		         posture->R[i][2] * local[2];
}

/* Six points on the axes through the centre of mass have the mass and the moments of inertia of the platform. */
static void add_platform(struct Posture *posture)
{
	const Number m = 180, inertia[3] = { 25, 22, 35 };
	for (int i = 0; i < 6; i++) {
		Number local[3] = { 0, 0, 0.3L }, at[3], sum = inertia[0] + inertia[1] + inertia[2];
		Number distance = sqrtl(3 * (sum - 2 * inertia[i / 2]) / (2 * m));
		local[i / 2] += i % 2 ? distance : -distance;
		on_platform(posture, local, at);
		add_point(posture, m / 6, at);
	}
}

/* X: the place of the platform, its roll, pitch and yaw. */
static void stewart(const Number *X, struct Posture *posture)
{
	memcpy(posture->p, X, sizeof posture->p);
	turn(X + 3, posture->R);
	for (int k = 0; k < 6; k++) {
		int side = k % 2 ? 1 : -1;
		Number at = circle * (k / 2) / 3, base = at + side * circle * 12 / 360,
		       ball = at + side * circle * 48 / 360;
		const Number foot[3] = { 0.9L * cosl(base), 0.9L * sinl(base), 0 };
		const Number local[3] = { 0.6L * cosl(ball), 0.6L * sinl(ball), 0 };
		Number eye[3], along[3], length = 0;
		on_platform(posture, local, eye);
		for (int i = 0; i < 3; i++)
			length += (eye[i] - foot[i]) * (eye[i] - foot[i]);
		length = sqrtl(length);
		for (int i = 0; i < 3; i++)
			along[i] = (eye[i] - foot[i]) / length;
		add_bar(posture, 12, 0.25L, 0.4L, foot, along);
		add_bar(posture, 7, length - 0.2L, 0.25L, foot, along);
		posture->joint[3 * k] = atan2l(-along[1], along[2]);
		posture->joint[3 * k + 1] = asinl(along[0]);
		posture->joint[3 * k + 2] = length;
	}
	add_platform(posture);
}

/* An arm of two links from a shoulder to a hand; `bend`: the side of its elbow. Returns the angle of its lower link. */
static Number add_arm(struct Posture *posture, int joint, Number shoulder, const Number hand[3], int bend)
{
	const Number upper = 0.35L, lower = 0.3L, from[3] = { shoulder, 0, 0 };
	Number x = hand[0] - shoulder, z = hand[2], square = x * x + z * z, along[3], elbow[3];
	Number inner = acosl((square + upper * upper - lower * lower) / (2 * upper * sqrtl(square)));
	Number angle = atan2l(x, z) + bend * inner;
	direction(angle, along);
	move(from, upper, along, elbow);
	add_bar(posture, 2.2L, 0.17L, 0.025L, from, along);
	Number second = atan2l(hand[0] - elbow[0], hand[2] - elbow[2]);
	direction(second, along);
	add_bar(posture, 1.4L, 0.14L, 0.012L, elbow, along);
	posture->joint[joint] = angle;
	posture->joint[joint + 1] = second - angle;
	return second;
}

/* X: the left end of the bar, x and z, and its angle about y. */
static void two_arms(const Number *X, struct Posture *posture)
{
	const Number length = 0.6L, left[3] = { X[0], 0, X[1] }, along[3] = { cosl(X[2]), 0, -sinl(X[2]) };
	Number right[3];
	move(left, length, along, right);
	add_bar(posture, 3, length / 2, 0.09L, left, along);
	/* the right hand turns with the bar about its own centre */
	add_bar(posture, 0.4L, 0, 0.0005L, right, along);
	posture->joint[2] = X[2] - add_arm(posture, 0, -length / 2, left, -1);
	posture->joint[5] = X[2] - add_arm(posture, 3, length / 2, right, 1);
}

static const struct Mechanism mechanisms[] = {
	{ "examples/loops/slider_crank.rig", 1, 3, 3, { -3 }, { 3 }, { 0 }, slider_crank },
	{ "examples/loops/delta.rig",
	  3,
	  6,
	  6,
	  { -0.15, -0.15, -0.8 },
	  { 0.15, 0.15, -0.55 },
	  { 0.02L, 0.02L, 0.02L },
	  delta },
	{ "examples/loops/stewart.rig",
	  6,
	  24,
	  18,
	  { -0.15, -0.15, 0.9, -0.25, -0.25, -0.25 },
	  { 0.15, 0.15, 1.2, 0.25, 0.25, 0.25 },
	  { 0 },
	  stewart },
	{ "examples/loops/two_arms.rig", 3, 6, 6, { -0.4, 0.35, -0.15 }, { -0.2, 0.5, 0.15 }, { 0 }, two_arms },
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* --- differences --- */

enum { SIDE = 3, SAMPLES = 2 * SIDE + 1 };
static const Number step = 1e-3L;

/* Weights of f(s + k step), k = -3 .. 3, in the first and second derivative by s. */
static const Number first_weight[SAMPLES] = {
	-1.0L / 60, 9.0L / 60, -45.0L / 60, 0, 45.0L / 60, -9.0L / 60, 1.0L / 60
};
static const Number second_weight[SAMPLES] = { 2.0L / 180,   -27.0L / 180, 270.0L / 180, -490.0L / 180,
	                                       270.0L / 180, -27.0L / 180, 2.0L / 180 };

/* Derivatives along a direction of X. */
struct Rates {
	Number v[MOST_V];                                   /* velocities of joints */
	Number point[MOST_POINTS][3], bend[MOST_POINTS][3]; /* first and second, of points */
};

static struct Posture posture_at(const struct Mechanism *of, const Number *X, Number s, const Number *along)
{
	struct Posture posture = { .points = 0 };
	Number at[MOST_X];
	for (int i = 0; i < of->nx; i++)
		at[i] = X[i] + s * along[i];
	of->place(at, &posture);
	return posture;
}

/* The twist of the body on a free joint, in its axes: R^T p' and the vector of R^T R'. */
static void set_twist(const struct Posture *sample, Number *v)
{
	Number p[3] = { 0 }, R[3][3] = { { 0 } };
	for (int k = 0; k < SAMPLES; k++)
		for (int i = 0; i < 3; i++) {
			p[i] += first_weight[k] / step * sample[k].p[i];
			for (int j = 0; j < 3; j++)
				R[i][j] += first_weight[k] / step * sample[k].R[i][j];
		}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		for (int n = 0; n < 3; n++) {
			v[i] += sample[SIDE].R[n][i] * p[n];
			v[3 + i] += (sample[SIDE].R[n][k] * R[n][j] - sample[SIDE].R[n][j] * R[n][k]) / 2;
		}
	}
}

static struct Rates rates_along(const struct Mechanism *of, const Number *X, const Number *along)
{
	struct Posture sample[SAMPLES];
	struct Rates rates = { { 0 }, { { 0 } }, { { 0 } } };
	for (int k = 0; k < SAMPLES; k++) {
		sample[k] = posture_at(of, X, (k - SIDE) * step, along);
		for (int v = 0; v < of->free; v++)
			rates.v[v] += first_weight[k] / step * sample[k].joint[v];
		for (int n = 0; n < sample[k].points; n++)
			for (int i = 0; i < 3; i++) {
				rates.point[n][i] += first_weight[k] / step * sample[k].point[n].at[i];
				rates.bend[n][i] += second_weight[k] / (step * step) * sample[k].point[n].at[i];
			}
	}
	if (of->free < of->nv)
		set_twist(sample, &rates.v[of->free]);
	return rates;
}

/* Rates of the joints' velocities along X', at X'' = 0. */
static void rates_of_velocities(const struct Mechanism *of, const Number *X, const Number *Xd, Number *out)
{
	memset(out, 0, MOST_V * sizeof *out);
	for (int k = 0; k < SAMPLES; k++) {
		Number at[MOST_X];
		for (int i = 0; i < of->nx; i++)
			at[i] = X[i] + (k - SIDE) * step * Xd[i];
		struct Rates rates = rates_along(of, at, Xd);
		for (int v = 0; v < of->nv; v++)
			out[v] += first_weight[k] / step * rates.v[v];
	}
}

/* --- d'Alembert's principle --- */

/* Solves A x = b of n equations, with the largest pivot of each column; x takes the place of b. */
static void solve(int n, Number A[MOST_X][MOST_X], Number *b)
{
	for (int c = 0; c < n; c++) {
		int pivot = c;
		for (int r = c + 1; r < n; r++)
			pivot = fabsl(A[r][c]) > fabsl(A[pivot][c]) ? r : pivot;
		for (int k = 0; k < n; k++) {
			Number was = A[c][k];
			A[c][k] = A[pivot][k];
			A[pivot][k] = was;
		}
		Number was = b[c];
		b[c] = b[pivot];
		b[pivot] = was;
		for (int r = 0; r < n; r++) {
			Number factor = A[r][c] / A[c][c];
			for (int k = c; k < n && r != c; k++)
				A[r][k] -= factor * A[c][k];
			b[r] -= r != c ? factor * b[c] : 0;
		}
	}
	for (int c = 0; c < n; c++)
		b[c] /= A[c][c];
}

/* Accelerations of all joints by torques of all joints. */
static void accelerate(const struct Mechanism *of, const Number *X, const Number *Xd, const double *tau, Number *qdd)
{
	struct Posture posture = posture_at(of, X, 0, X);
	struct Rates along = rates_along(of, X, Xd), column[MOST_X];
	Number M[MOST_X][MOST_X] = { { 0 } }, force[MOST_X] = { 0 };
	rates_of_velocities(of, X, Xd, qdd);
	for (int j = 0; j < of->nx; j++) {
		Number unit[MOST_X] = { 0 };
		unit[j] = 1;
		column[j] = rates_along(of, X, unit);
		for (int v = 0; v < of->nv; v++)
			force[j] += column[j].v[v] * (tau[v] - of->armature[v] * qdd[v]);
		for (int n = 0; n < posture.points; n++)
			for (int i = 0; i < 3; i++)
				force[j] -= posture.point[n].m * column[j].point[n][i] *
				            (along.bend[n][i] + (i == 2 ? gravity : 0));
	}
	for (int j = 0; j < of->nx; j++)
		for (int k = 0; k < of->nx; k++) {
			for (int v = 0; v < of->nv; v++)
				M[j][k] += of->armature[v] * column[j].v[v] * column[k].v[v];
			for (int n = 0; n < posture.points; n++)
				for (int i = 0; i < 3; i++)
					M[j][k] += posture.point[n].m * column[j].point[n][i] * column[k].point[n][i];
		}
	solve(of->nx, M, force);
	for (int v = 0; v < of->nv; v++)
		for (int j = 0; j < of->nx; j++)
			qdd[v] += column[j].v[v] * force[j];
}

/* Coordinates as rigidc has them: those of joints, then place and quaternion of a free joint. */
static void set_coordinates(const struct Mechanism *of, const struct Posture *posture, double *q)
{
	for (int v = 0; v < of->free; v++)
		q[v] = (double)posture->joint[v];
	if (of->free == of->nv)
		return;
	double *own = q + of->free;
	Number w = sqrtl(1 + posture->R[0][0] + posture->R[1][1] + posture->R[2][2]) / 2;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		own[i] = (double)posture->p[i];
		own[3 + i] = (double)((posture->R[k][j] - posture->R[j][k]) / (4 * w));
	}
	own[6] = (double)w;
}

static void check_state(const struct Mechanism *of, rigidc_function *function, uint64_t *random)
{
	Number X[MOST_X], Xd[MOST_X], wanted[MOST_V];
	double q[MOST_V + 1], qd[MOST_V], tau[MOST_V], qdd[MOST_V], closure[3 * MOST_V], largest = 0;
	for (int i = 0; i < of->nx; i++) {
		X[i] = random_between(random, of->low[i], of->high[i]);
		Xd[i] = random_between(random, -1, 1);
	}
	for (int v = 0; v < of->nv; v++)
		tau[v] = random_between(random, -5, 5);
	struct Posture posture = posture_at(of, X, 0, X);
	struct Rates rates = rates_along(of, X, Xd);
	set_coordinates(of, &posture, q);
	for (int v = 0; v < of->nv; v++)
		qd[v] = (double)rates.v[v];
	accelerate(of, X, Xd, tau, wanted);
	rigidc_call(function, (const double *[]){ q, qd, tau }, (double *[]){ qdd, closure });
	for (int v = 0; v < of->nv; v++)
		largest = fmax(largest, fabs((double)wanted[v]));
	for (int v = 0; v < of->nv; v++)
		ck_assert_double_eq_tol(qdd[v], (double)wanted[v], 1e-10 * largest);
	for (size_t i = 0; i < rigidc_output_size(function, 1); i++)
		ck_assert_double_eq_tol(closure[i], 0, 1e-15);
}

LOOP_TEST(mechanism_by_point_masses, MECHANISMS)
{
	const struct Mechanism *of = &mechanisms[_i];
	uint64_t random = (uint64_t)_i + 1;
	rigidc_model *model = run_load(of->path);
	rigidc_function *function = run_function(model, "both=fd+closure", RIGIDC_TCC);
	for (int k = 0; k < STATES; k++)
		check_state(of, function, &random);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

/* --- the bucket as a loop and in closed form --- */

/* Coordinates of rod and bucket by that of the crank: laws of cosines in the triangles of the four bars. */
static void four_bars(Number q, Number out[2])
{
	const Number a = 0.12L, b = 0.26L, c = 0.18L, d = 0.24L;
	Number diagonal = sqrtl(a * a + d * d - 2 * a * d * cosl(q));
	Number angle = acosl((c * c + diagonal * diagonal - b * b) / (2 * c * diagonal));
	out[1] = circle / 2 - atan2l(a * sinl(q), d - a * cosl(q)) - angle;
	out[0] = atan2l(c * sinl(out[1]) - a * sinl(q), d + c * cosl(out[1]) - a * cosl(q)) - q;
}

static void check_bucket(rigidc_function *loop, rigidc_function *tree, uint64_t *random)
{
	double q[5] = { random_between(random, 0.7, 2.4), random_between(random, -2.6, -0.6),
		        random_between(random, -0.8, 1) };
	double qd[5], tau[5] = { 0 }, found[5], wanted[3], largest = 0;
	Number both[2], slope[2] = { 0, 0 };
	for (int i = 0; i < 3; i++) {
		qd[i] = random_between(random, -1, 1);
		tau[i] = random_between(random, -2000, 2000);
	}
	for (int k = 0; k < SAMPLES; k++) {
		four_bars(q[0] + (k - SIDE) * step, both);
		for (int i = 0; i < 2; i++)
			slope[i] += first_weight[k] / step * both[i];
	}
	four_bars(q[0], both);
	for (int i = 0; i < 2; i++) {
		q[3 + i] = (double)both[i];
		qd[3 + i] = (double)slope[i] * qd[0];
	}
	rigidc_call(loop, (const double *[]){ q, qd, tau }, (double *[]){ found });
	rigidc_call(tree, (const double *[]){ q, qd, tau }, (double *[]){ wanted });
	for (int i = 0; i < 3; i++)
		largest = fmax(largest, fabs(wanted[i]));
	for (int i = 0; i < 3; i++)
		ck_assert_double_eq_tol(found[i], wanted[i], 1e-12 * largest);
}

TEST(bucket_as_in_closed_form)
{
	uint64_t random = 1;
	rigidc_model *loops = run_load("examples/loops/bucket.rig"), *coupled = run_load("examples/bucket.rig");
	rigidc_function *loop = run_function(loops, "fd", RIGIDC_TCC), *tree = run_function(coupled, "fd", RIGIDC_TCC);
	for (int k = 0; k < STATES; k++)
		check_bucket(loop, tree, &random);
	rigidc_function_free(loop);
	rigidc_function_free(tree);
	rigidc_model_free(loops);
	rigidc_model_free(coupled);
}

SUITE("examples of loops")
