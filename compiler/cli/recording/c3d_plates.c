/* Force plates of a .c3d. Axes of a plate: x from corner 2 to corner 1, z across the surface, by x and the way from
 * corner 4 to corner 1.
 *
 * Types, with the channels and what a plate measures:
 *   1   Fx Fy Fz, point x y, free moment
 *   2   Fx Fy Fz Mx My Mz about the origin of the sensor
 *   3   Fx12 Fx34 Fy14 Fy23 Fz1 Fz2 Fz3 Fz4 of sensors at (+-a, +-b)
 *   4   as 2, after a calibration matrix of 6 x 6
 * ORIGIN is the vector from the origin of the sensor to the centre of the surface; of type 3 (a, b, its z). */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "c3d.h"
#include "base/pose.h"

static const char group[] = "FORCE_PLATFORM";

static bool normalise(double v[3])
{
	const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
	for (int i = 0; i < 3; i++)
		v[i] /= length;
	return length > 0 && isfinite(length);
}

/* Centre and axes of the surface, from its corners. False: they make no rectangle. */
static bool read_corners(const struct C3d *c, size_t number, double unit, struct C3dPlate *plate)
{
	const struct C3dParameter *p = c3d_find(c, group, "CORNERS");
	double corner[4][3], x[3], y[3], z[3];
	for (int i = 0; i < 12; i++)
		corner[i / 3][i % 3] = unit * c3d_number(c, p, 12 * number + (size_t)i, NAN);
	for (int i = 0; i < 3; i++) {
		plate->centre[i] = (corner[0][i] + corner[1][i] + corner[2][i] + corner[3][i]) / 4;
		x[i] = corner[0][i] - corner[1][i];
		y[i] = corner[0][i] - corner[3][i];
	}
	vector_cross(x, y, z);
	vector_cross(z, x, y);
	if (!normalise(x) || !normalise(y) || !normalise(z))
		return false;
	for (int i = 0; i < 3; i++) {
		plate->R[i][0] = x[i];
		plate->R[i][1] = y[i];
		plate->R[i][2] = z[i];
	}
	return true;
}

/* The channels. False: one does not exist. */
static bool read_channels(const struct C3d *c, size_t number, size_t plates, size_t channels, struct C3dPlate *plate)
{
	const struct C3dParameter *p = c3d_find(c, group, "CHANNEL");
	const size_t each = p ? p->count / plates : 0;
	plate->channels = plate->type == 3 ? 8 : 6;
	if (each < plate->channels)
		return false;
	for (size_t i = 0; i < plate->channels; i++) {
		const double channel = c3d_number(c, p, number * each + i, 0);
		if (!(channel >= 1 && channel <= (double)channels))
			return false;
		plate->channel[i] = (size_t)channel - 1;
	}
	return true;
}

/* Moments are in N times the unit of lengths, unless their channel says N m. */
static double unit_of_moments(const struct C3d *c, const struct C3dPlate *plate, double unit)
{
	static const char *const in_metres[] = { "Nm", "N.m", "N*m", "N m", "N-m" };
	size_t channel = plate->channel[plate->type == 1 ? 5 : 3];
	const struct C3dParameter *units = c3d_find_part(c, "ANALOG", "UNITS", &channel);
	const char *text = c3d_text(c, units, channel);
	for (size_t i = 0; i < sizeof in_metres / sizeof *in_metres; i++)
		if (strcasecmp(text, in_metres[i]) == 0)
			return 1;
	return unit;
}

static const char *read_plate(const struct C3d *c, size_t number, size_t plates, double unit, size_t channels,
                              struct C3dPlate *plate)
{
	plate->type = (int)c3d_number(c, c3d_find(c, group, "TYPE"), number, 0);
	if (plate->type < 1 || plate->type > 4)
		return text_print(c->arena, "force plate %zu is of type %d: types 1 to 4 are read", number + 1,
		                  plate->type);
	if (!read_corners(c, number, unit, plate))
		return text_print(c->arena, "the corners of force plate %zu make no rectangle", number + 1);
	if (!read_channels(c, number, plates, channels, plate))
		return text_print(c->arena, "force plate %zu has no %d channels", number + 1, plate->type == 3 ? 8 : 6);
	for (size_t i = 0; i < 3; i++)
		plate->origin[i] = unit * c3d_number(c, c3d_find(c, group, "ORIGIN"), 3 * number + i, 0);
	if (plate->origin[2] > 0) /* some programs write the opposite: the sensor is never above the surface */
		for (int i = plate->type == 3 ? 2 : 0; i < 3; i++)
			plate->origin[i] = -plate->origin[i];
	for (size_t i = 0; i < 36 && plate->type == 4; i++)
		plate->calibration[i % 6][i / 6] =
			c3d_number(c, c3d_find(c, group, "CAL_MATRIX"), 36 * number + i, i % 7 ? 0 : 1);
	plate->unit = unit;
	plate->moment = unit_of_moments(c, plate, unit);
	return NULL;
}

const char *c3d_read_plates(const struct C3d *c, double unit, size_t channels, struct C3dPlate *plate, size_t *count)
{
	const double used = c3d_number(c, c3d_find(c, group, "USED"), 0, 0);
	*count = used > 0 ? (size_t)used : 0;
	if (*count > C3D_PLATES)
		return text_print(c->arena, "%zu force plates are more than %d", *count, C3D_PLATES);
	for (size_t i = 0; i < *count; i++) {
		const char *problem = read_plate(c, i, *count, unit, channels, &plate[i]);
		if (problem)
			return problem;
	}
	return NULL;
}

/* --- loads --- */

/* Force and moment about the centre of the surface, in axes of the plate. */
static void at_centre(const struct C3dPlate *plate, const double v[C3D_CHANNELS], double F[3], double M[3])
{
	const double *o = plate->origin;
	double w[6] = { 0 }, shift[3], lever[3] = { o[0], o[1], o[2] };
	if (plate->type == 3) { /* Kistler: sums and differences over the four sensors */
		const double a = o[0], b = o[1];
		lever[0] = lever[1] = 0;
		w[0] = v[0] + v[1];
		w[1] = v[2] + v[3];
		w[2] = v[4] + v[5] + v[6] + v[7];
		w[3] = b * (v[4] + v[5] - v[6] - v[7]);
		w[4] = a * (-v[4] + v[5] + v[6] - v[7]);
		w[5] = b * (-v[0] + v[1]) + a * (v[2] - v[3]);
	} else {
		for (int i = 0; i < 6; i++)
			for (int k = 0; k < 6; k++)
				w[i] += v[k] * (plate->type == 4 ? plate->calibration[i][k] : i == k);
		for (int i = 3; i < 6; i++)
			w[i] *= plate->moment;
	}
	memcpy(F, w, 3 * sizeof *w);
	vector_cross(F, lever, shift); /* the moment about the centre is M - lever x F */
	for (int i = 0; i < 3; i++)
		M[i] = w[3 + i] + shift[i];
}

void c3d_plate_load(const struct C3dPlate *plate, const double *channel, double load[C3D_PLATE_NUMBERS])
{
	const double least = 10; /* N: below, the point is the centre, and the moment is about it */
	double v[C3D_CHANNELS], F[3], M[3], p[3] = { 0 }, arm[3];
	for (size_t i = 0; i < plate->channels; i++)
		v[i] = channel[plate->channel[i]];
	if (plate->type == 1) {
		const double free[3] = { 0, 0, v[5] * plate->moment };
		memcpy(F, v, sizeof F);
		memcpy(M, free, sizeof M);
		p[0] = v[3] * plate->unit;
		p[1] = v[4] * plate->unit;
	} else {
		at_centre(plate, v, F, M);
		if (fabs(F[2]) > least) {
			p[0] = -M[1] / F[2];
			p[1] = M[0] / F[2];
			vector_cross(p, F, arm);
			for (int i = 0; i < 3; i++)
				M[i] -= arm[i];
		}
	}
	for (int i = 0; i < 3; i++) {
		load[i] = load[3 + i] = 0;
		load[6 + i] = plate->centre[i];
		for (int k = 0; k < 3; k++) {
			load[i] += plate->R[i][k] * F[k];
			load[3 + i] += plate->R[i][k] * M[k];
			load[6 + i] += plate->R[i][k] * p[k];
		}
	}
}
