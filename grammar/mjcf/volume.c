#include "shape.h"

#include <math.h>

void mj_tetrahedron_add(const struct Corner corner[3], struct MjVolume *v)
{
	static const double origin[3] = { 0, 0, 0 };
	const double *a = corner[0].x, *b = corner[1].x, *c = corner[2].x;
	double six = mj_six_volumes(origin, a, b, c), sum[3];
	for (int i = 0; i < 3; i++)
		sum[i] = a[i] + b[i] + c[i];
	v->volume += six / 6;
	for (int i = 0; i < 3; i++) {
		v->first[i] += six / 24 * sum[i];
		for (int k = 0; k < 3; k++)
			v->second[i][k] += six / 120 * (a[i] * a[k] + b[i] * b[k] + c[i] * c[k] + sum[i] * sum[k]);
	}
}

/* Twice the area of a triangle. */
static double two_areas(const struct Corner corner[3])
{
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		const double *a = corner[0].x, *b = corner[1].x, *c = corner[2].x;
		double n = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
		sum += n * n;
	}
	return sqrt(sum);
}

/* Centre of the faces, by their areas. */
static void surface_centre(const struct Surface *surface, double centre[3])
{
	double area = 0, sum[3] = { 0 };
	for (size_t k = 0; k < surface->count; k += 3) {
		const struct Corner *corner = &surface->item[k];
		double two = two_areas(corner);
		area += two;
		for (int i = 0; i < 3; i++)
			sum[i] += two / 3 * (corner[0].x[i] + corner[1].x[i] + corner[2].x[i]);
	}
	for (int i = 0; i < 3; i++)
		centre[i] = sum[i] / area;
}

static double six_from(const double point[3], const struct Corner *corner)
{
	return mj_six_volumes(point, corner[0].x, corner[1].x, corner[2].x);
}

/* Volume of the tetrahedron between a point and a face, or the area of the face. */
static double part_of(const double point[3], const struct Corner *corner, enum MjCounting counting)
{
	double six = six_from(point, corner);
	return counting == VOLUME_SHELL ? two_areas(corner) / 2 : counting == VOLUME_SIZE ? fabs(six) / 6 : six / 6;
}

/* Moves a point to the centre of what is between it and the faces. False: that is not above 0. */
static bool move_to_centre(const struct Surface *surface, enum MjCounting counting, double point[3])
{
	double volume = 0, sum[3] = { 0 };
	for (size_t k = 0; k < surface->count; k += 3) {
		const struct Corner *corner = &surface->item[k];
		double part = part_of(point, corner, counting);
		volume += part;
		for (int i = 0; i < 3; i++)
			sum[i] += part / 4 * (point[i] + corner[0].x[i] + corner[1].x[i] + corner[2].x[i]);
	}
	for (int i = 0; i < 3; i++)
		point[i] = sum[i] / volume;
	return volume > 0;
}

/* MuJoCo's centre of a mesh: of tetrahedra from the centre of the faces. */
static bool mesh_centre(const struct Surface *surface, enum MjCounting counting, double centre[3])
{
	surface_centre(surface, centre);
	return move_to_centre(surface, counting, centre);
}

bool mj_volume_count(const struct Surface *surface, enum MjCounting counting, struct MjVolume *v)
{
	const double per = counting == VOLUME_SHELL ? 12 : 20;
	double c[3];
	*v = (struct MjVolume){ 0 };
	if (!mesh_centre(surface, counting, c))
		return false;
	for (size_t k = 0; k < surface->count; k += 3) {
		const struct Corner *corner = &surface->item[k];
		const double part = part_of(c, corner, counting);
		double x[3][3], sum[3];
		for (int i = 0; i < 3; i++) {
			for (int n = 0; n < 3; n++)
				x[n][i] = corner[n].x[i] - c[i];
			sum[i] = x[0][i] + x[1][i] + x[2][i];
		}
		v->volume += part;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				v->second[i][j] +=
					part / per *
					(x[0][i] * x[0][j] + x[1][i] * x[1][j] + x[2][i] * x[2][j] + sum[i] * sum[j]);
	}
	for (int i = 0; i < 3; i++) {
		v->first[i] = v->volume * c[i];
		for (int j = 0; j < 3; j++)
			v->second[i][j] += v->volume * c[i] * c[j];
	}
	return true;
}

double mj_volume_hidden(const struct Surface *surface)
{
	double centre[3], hidden = 0;
	mesh_centre(surface, VOLUME_SIZE, centre);
	for (size_t k = 0; k < surface->count; k += 3)
		hidden += fmax(0, -six_from(centre, &surface->item[k]) / 6);
	return hidden;
}
