#include "mesh.h"

#include <math.h>
#include <string.h>

void mesh_add_point(struct Arena *arena, struct Mesh *mesh, const double x[3])
{
	struct MeshPoint *point = ARENA_PUSH(arena, &mesh->point);
	for (int i = 0; i < 3; i++)
		point->x[i] = isfinite(x[i]) ? x[i] : 0;
}

bool mesh_add_triangle(struct Arena *arena, struct Mesh *mesh, const int64_t corner[3], int colour)
{
	for (int i = 0; i < 3; i++)
		if (corner[i] < 0 || corner[i] >= (int64_t)mesh->point.count)
			return false;
	*ARENA_PUSH(arena, &mesh->triangle) =
		(struct MeshTriangle){ { (uint32_t)corner[0], (uint32_t)corner[1], (uint32_t)corner[2] }, colour };
	return true;
}

static bool is_digit(const char *at, const char *end)
{
	return at < end && *at >= '0' && *at <= '9';
}

/* Digits at *at: the number goes on, and *digits counts them. */
static void take_digits(const char **at, const char *end, double *number, int *digits)
{
	for (; is_digit(*at, end); (*at)++, (*digits)++)
		*number = 10 * *number + (**at - '0');
}

bool mesh_number(const char **at, const char *end, double *number)
{
	const char *p = *at;
	int digits = 0, decimals = 0, places = 0;
	double exponent = 0;
	while (p < end && strchr(" \t\r\n,", *p) && *p)
		p++;
	const bool negative = p < end && *p == '-';
	p += p < end && (*p == '-' || *p == '+');
	*number = 0;
	take_digits(&p, end, number, &digits);
	if (p < end && *p == '.') {
		p++;
		take_digits(&p, end, number, &decimals);
	}
	if (!digits && !decimals)
		return false;
	if (p < end && (*p == 'e' || *p == 'E')) {
		const char *power = p + 1;
		const bool below = power < end && *power == '-';
		power += power < end && (*power == '-' || *power == '+');
		take_digits(&power, end, &exponent, &places);
		exponent = below ? -exponent : exponent;
		p = places ? power : p;
	}
	*number *= pow(10, exponent - decimals) * (negative ? -1 : 1);
	*at = p;
	return true;
}

struct MeshNumbers mesh_numbers(struct Arena *arena, const char *text)
{
	struct MeshNumbers numbers = { NULL, 0, 0 };
	const char *end = text ? text + strlen(text) : NULL;
	for (double number; text && mesh_number(&text, end, &number);)
		*ARENA_PUSH(arena, &numbers) = number;
	return numbers;
}

void mesh_box(const struct Mesh *mesh, double box[2][3])
{
	for (int i = 0; i < 3; i++)
		box[0][i] = box[1][i] = mesh->point.count ? mesh->point.item[0].x[i] : 0;
	for (size_t k = 0; k < mesh->point.count; k++)
		for (int i = 0; i < 3; i++) {
			box[0][i] = fmin(box[0][i], mesh->point.item[k].x[i]);
			box[1][i] = fmax(box[1][i], mesh->point.item[k].x[i]);
		}
}
