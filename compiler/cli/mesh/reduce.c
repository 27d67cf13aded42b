/* Vertex clustering with optimal representatives: P. Lindstrom, Out-of-core simplification of large polygonal models,
 * SIGGRAPH 2000. Points in one cell of a grid become one, x, which is nearest to the planes of their triangles:
 *
 *   A x = b,   A = sum a n n^T,   b = sum a n (n . c),
 *
 * with the area a, the normal n and a corner c of each. Directions in which A says nothing keep the mean of the corners. */
#include <math.h>
#include <string.h>

#include "base/principal.h"
#include "mesh.h"

struct Cluster {
	double A[3][3], b[3], sum[3], area;
	double mean[3];
	size_t points;
};

struct Clustering {
	struct Arena *arena;
	const struct Mesh *mesh;
	double low[3], side;
	uint32_t *of;   /* by point: its cluster */
	uint64_t *cell; /* by cluster */
	uint32_t *slot; /* open addressing: cluster + 1 */
	size_t slots, clusters;
};

static uint64_t cell_of(const struct Clustering *c, const double x[3])
{
	uint64_t cell = 0;
	for (int i = 0; i < 3; i++)
		cell = cell << 21 | (uint64_t)fmin(fmax((x[i] - c->low[i]) / c->side, 0), 2097151);
	return cell;
}

static uint32_t cluster_of(struct Clustering *c, uint64_t cell)
{
	size_t at = (size_t)(cell * 0x9e3779b97f4a7c15u >> 20) & (c->slots - 1);
	for (; c->slot[at]; at = (at + 1) & (c->slots - 1))
		if (c->cell[c->slot[at] - 1] == cell)
			return c->slot[at] - 1;
	c->cell[c->clusters] = cell;
	c->slot[at] = (uint32_t)++c->clusters;
	return c->slot[at] - 1;
}

/* Gives each point its cell of a grid with so many cells along the longest side. */
static struct Clustering cluster(struct Arena *arena, const struct Mesh *mesh, double cells)
{
	struct Clustering c = { .arena = arena, .mesh = mesh, .slots = 64 };
	double box[2][3], longest = 0;
	mesh_box(mesh, box);
	for (int i = 0; i < 3; i++) {
		c.low[i] = box[0][i];
		longest = fmax(longest, box[1][i] - box[0][i]);
	}
	c.side = longest > 0 ? longest / cells : 1;
	while (c.slots < 2 * mesh->point.count)
		c.slots *= 2;
	c.of = ARENA_ARRAY(arena, uint32_t, mesh->point.count);
	c.cell = ARENA_ARRAY(arena, uint64_t, mesh->point.count);
	c.slot = ARENA_ARRAY(arena, uint32_t, c.slots);
	for (size_t i = 0; i < mesh->point.count; i++)
		c.of[i] = cluster_of(&c, cell_of(&c, mesh->point.item[i].x));
	return c;
}

static bool stays(const struct Clustering *c, const struct MeshTriangle *t)
{
	const uint32_t a = c->of[t->corner[0]], b = c->of[t->corner[1]], d = c->of[t->corner[2]];
	return a != b && b != d && d != a;
}

static size_t count_triangles(const struct Clustering *c)
{
	size_t count = 0;
	for (size_t i = 0; i < c->mesh->triangle.count; i++)
		count += stays(c, &c->mesh->triangle.item[i]);
	return count;
}

static void add_planes(const struct Clustering *c, struct Cluster *cluster)
{
	for (size_t k = 0; k < c->mesh->triangle.count; k++) {
		const struct MeshTriangle *t = &c->mesh->triangle.item[k];
		const double *x[3];
		double u[3], v[3], n[3];
		for (int i = 0; i < 3; i++)
			x[i] = c->mesh->point.item[t->corner[i]].x;
		for (int i = 0; i < 3; i++) {
			u[i] = x[1][i] - x[0][i];
			v[i] = x[2][i] - x[0][i];
		}
		vector_cross(u, v, n);
		const double area = vector_length(n);
		for (int corner = 0; corner < 3 && area > 0; corner++) {
			struct Cluster *own = &cluster[c->of[t->corner[corner]]];
			const double height = vector_dot(n, x[0]) / area;
			own->area += area;
			for (int i = 0; i < 3; i++) {
				own->sum[i] += area * x[corner][i];
				own->b[i] += n[i] * height;
				for (int m = 0; m < 3; m++)
					own->A[i][m] += n[i] * n[m] / area;
			}
		}
	}
	for (size_t i = 0; i < c->mesh->point.count; i++) {
		struct Cluster *own = &cluster[c->of[i]];
		own->points++;
		for (int m = 0; m < 3; m++)
			own->mean[m] += c->mesh->point.item[i].x[m];
	}
}

/* The point of a cluster: x = m + sum over eigenvectors v of A with large eigenvalues l of v (v . (b - A m)) / l. */
static void settle(const struct Clustering *c, const struct Cluster *own, double x[3])
{
	double moment[3], R[3][3], rest[3], shift = 0;
	for (int i = 0; i < 3; i++)
		x[i] = own->area > 0 ? own->sum[i] / own->area : own->mean[i] / (double)own->points;
	if (!(own->area > 0))
		return;
	principal_axes(own->A, moment, R);
	const double largest = fmax(moment[0], fmax(moment[1], moment[2]));
	double moved[3] = { x[0], x[1], x[2] };
	for (int i = 0; i < 3; i++)
		rest[i] = own->b[i] - vector_dot(own->A[i], x);
	for (int k = 0; k < 3; k++) {
		const double v[3] = { R[0][k], R[1][k], R[2][k] };
		const double step = moment[k] > 0.02 * largest ? vector_dot(v, rest) / moment[k] : 0;
		for (int i = 0; i < 3; i++)
			moved[i] += step * v[i];
	}
	for (int i = 0; i < 3; i++)
		shift = fmax(shift, fabs(moved[i] - x[i]));
	if (shift <= c->side)
		memcpy(x, moved, sizeof moved);
}

static void replace(struct Arena *arena, const struct Clustering *c, struct Mesh *mesh)
{
	struct Cluster *cluster = ARENA_ARRAY(c->arena, struct Cluster, c->clusters);
	struct Mesh reduced = { .colour = { mesh->colour.item, mesh->colour.count, mesh->colour.capacity } };
	add_planes(c, cluster);
	for (size_t i = 0; i < c->clusters; i++) {
		double x[3];
		settle(c, &cluster[i], x);
		mesh_add_point(arena, &reduced, x);
	}
	for (size_t i = 0; i < mesh->triangle.count; i++) {
		const struct MeshTriangle *t = &mesh->triangle.item[i];
		const int64_t corner[3] = { c->of[t->corner[0]], c->of[t->corner[1]], c->of[t->corner[2]] };
		if (stays(c, t))
			mesh_add_triangle(arena, &reduced, corner, t->colour);
	}
	*mesh = reduced;
}

size_t mesh_reduce(struct Arena *arena, struct Mesh *mesh, size_t most)
{
	enum { FINEST = 65536, STEPS = 9 };
	const size_t before = mesh->triangle.count;
	double fine = FINEST, coarse = 2;
	for (int step = 0;; step++) {
		struct Arena *own = arena_part(arena);
		const double cells = step == 0 ? fine : step > STEPS ? coarse : sqrt(fine * coarse);
		const struct Clustering c = cluster(own, mesh, cells);
		const bool fits = count_triangles(&c) <= most;
		if ((step == 0 && fits) || step > STEPS) {
			replace(arena, &c, mesh);
			arena_free(own);
			return before;
		}
		if (fits)
			coarse = cells;
		else
			fine = cells;
		arena_free(own);
	}
}
