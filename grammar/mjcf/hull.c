/* Quickhull (Barber, Dobkin, Huhdanpaa 1996): a face has the points outside of it. The farthest of them replaces all
 * faces that it sees by a cone to their border. */
#include "shape.h"

#include <float.h>
#include <math.h>

enum { NOWHERE = -1 };

struct Face {
	int corner[3], beside[3]; /* beside[i]: the face over the edge from corner i */
	double normal[3], offset; /* outward, of length 1; offset of its plane */
	int outside;              /* the first point, or NOWHERE */
	bool seen, gone;
};

/* An edge of the border, and the face that is not seen. */
struct Border {
	int from, to, face;
};

struct Hull {
	struct Arena *arena;
	const struct Corner *point;
	int points, *next; /* next: of the points outside of one face */
	int *cone;         /* by point: the face of the cone at hand from this point on, or NOWHERE */
	double within;     /* distance that counts as 0 */
	struct ARENA_LIST(struct Face) face;
	struct ARENA_LIST(int) open, seen; /* faces with points outside; those that a point sees */
	struct ARENA_LIST(struct Border) border;
};

/* --- geometry --- */

static double height(const struct Hull *h, int face, int point)
{
	const struct Face *f = &h->face.item[face];
	const double *x = h->point[point].x;
	return f->normal[0] * x[0] + f->normal[1] * x[1] + f->normal[2] * x[2] - f->offset;
}

static void normal_of(const struct Hull *h, const int corner[3], double n[3])
{
	const double *a = h->point[corner[0]].x, *b = h->point[corner[1]].x, *c = h->point[corner[2]].x;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		n[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
	}
}

static double length_of(const double v[3])
{
	return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static int add_face(struct Hull *h, int a, int b, int c)
{
	struct Face f = { .corner = { a, b, c }, .beside = { NOWHERE, NOWHERE, NOWHERE }, .outside = NOWHERE };
	const double *x = h->point[a].x;
	normal_of(h, f.corner, f.normal);
	double length = length_of(f.normal);
	for (int i = 0; i < 3 && length > 0; i++)
		f.normal[i] /= length;
	f.offset = f.normal[0] * x[0] + f.normal[1] * x[1] + f.normal[2] * x[2];
	*ARENA_PUSH(h->arena, &h->face) = f;
	return (int)h->face.count - 1;
}

/* Joins face a, over its edge from corner i, with face b, which has the edge in the other direction. */
static void join(struct Hull *h, int a, int i, int b)
{
	struct Face *f = &h->face.item[a], *g = &h->face.item[b];
	f->beside[i] = b;
	for (int k = 0; k < 3; k++)
		if (g->corner[k] == f->corner[(i + 1) % 3])
			g->beside[k] = a;
}

/* --- the first tetrahedron --- */

/* The point with the largest measure; NOWHERE: all are 0, within rounding. */
static int farthest(const struct Hull *h, double (*measure)(const struct Hull *, const int[3], int), const int given[3])
{
	int found = NOWHERE;
	double most = h->within;
	for (int i = 0; i < h->points; i++) {
		double size = measure(h, given, i);
		if (size > most) {
			most = size;
			found = i;
		}
	}
	return found;
}

static double from_point(const struct Hull *h, const int given[3], int i)
{
	double way[3];
	for (int k = 0; k < 3; k++)
		way[k] = h->point[i].x[k] - h->point[given[0]].x[k];
	return length_of(way);
}

static double from_line(const struct Hull *h, const int given[3], int i)
{
	const int corner[3] = { given[0], given[1], i };
	double n[3];
	normal_of(h, corner, n);
	return length_of(n) / from_point(h, given, given[1]);
}

static double from_plane(const struct Hull *h, const int given[3], int i)
{
	const double *a = h->point[given[0]].x, *b = h->point[given[1]].x, *c = h->point[given[2]].x;
	double n[3];
	normal_of(h, given, n);
	return fabs(mj_six_volumes(h->point[i].x, a, b, c)) / length_of(n);
}

static bool begin(struct Hull *h)
{
	int p[4] = { 0 };
	p[1] = farthest(h, from_point, p);
	p[0] = p[1] < 0 ? NOWHERE : p[1];
	if (p[0] < 0 || (p[1] = farthest(h, from_point, p)) < 0 || (p[2] = farthest(h, from_line, p)) < 0 ||
	    (p[3] = farthest(h, from_plane, p)) < 0)
		return false;
	if (mj_six_volumes(h->point[p[3]].x, h->point[p[0]].x, h->point[p[1]].x, h->point[p[2]].x) < 0) {
		int first = p[0];
		p[0] = p[1];
		p[1] = first;
	}
	int base = add_face(h, p[0], p[1], p[2]), side[3];
	for (int i = 0; i < 3; i++) {
		side[i] = add_face(h, p[(i + 1) % 3], p[i], p[3]);
		join(h, base, i, side[i]);
	}
	for (int i = 0; i < 3; i++)
		join(h, side[i], 1, side[(i + 2) % 3]);
	return true;
}

/* --- points outside --- */

/* Gives a point to the first face from `first` on that it is above. Points inside belong to none. */
static void place_point(struct Hull *h, int point, size_t first)
{
	for (size_t f = first; f < h->face.count; f++) {
		struct Face *face = &h->face.item[f];
		if (height(h, (int)f, point) <= h->within)
			continue;
		if (face->outside == NOWHERE)
			*ARENA_PUSH(h->arena, &h->open) = (int)f;
		h->next[point] = face->outside;
		face->outside = point;
		return;
	}
}

/* Takes the highest point from those outside of a face. */
static int take_highest(struct Hull *h, int face)
{
	int *best = &h->face.item[face].outside, found;
	double most = -DBL_MAX;
	for (int *link = best; *link != NOWHERE; link = &h->next[*link]) {
		double size = height(h, face, *link);
		if (size > most) {
			most = size;
			best = link;
		}
	}
	found = *best;
	*best = h->next[found];
	return found;
}

/* --- a point more --- */

/* Collects the faces that a point sees, from one of them on, and their border. */
static void look(struct Hull *h, int face, int point)
{
	h->seen.count = h->border.count = 0;
	h->face.item[face].seen = true;
	*ARENA_PUSH(h->arena, &h->seen) = face;
	for (size_t n = 0; n < h->seen.count; n++)
		for (int i = 0; i < 3; i++) {
			const struct Face *f = &h->face.item[h->seen.item[n]];
			int beside = f->beside[i];
			if (h->face.item[beside].seen)
				continue;
			if (height(h, beside, point) > h->within) {
				h->face.item[beside].seen = true;
				*ARENA_PUSH(h->arena, &h->seen) = beside;
			} else {
				*ARENA_PUSH(h->arena, &h->border) =
					(struct Border){ f->corner[i], f->corner[(i + 1) % 3], beside };
			}
		}
}

/* Is the border one closed line? Rounding may make others: the point is left out then. */
static bool border_is_line(struct Hull *h)
{
	bool good = h->border.count >= 3;
	size_t steps = 0;
	for (size_t i = 0; i < h->border.count; i++) {
		good &= h->cone[h->border.item[i].from] == NOWHERE;
		h->cone[h->border.item[i].from] = (int)i;
	}
	int at = good ? h->border.item[0].from : NOWHERE, first = at;
	do {
		at = good && h->cone[at] != NOWHERE ? h->border.item[h->cone[at]].to : NOWHERE;
		steps++;
	} while (at != NOWHERE && at != first && steps < h->border.count);
	for (size_t i = 0; i < h->border.count; i++)
		h->cone[h->border.item[i].from] = NOWHERE;
	return good && at == first && steps == h->border.count;
}

/* Faces from the border to the point. Returns the first. */
static size_t add_cone(struct Hull *h, int point)
{
	const size_t first = h->face.count;
	for (size_t i = 0; i < h->border.count; i++) {
		const struct Border *edge = &h->border.item[i];
		int face = add_face(h, edge->from, edge->to, point);
		join(h, face, 0, edge->face);
		h->cone[edge->from] = face;
	}
	for (size_t i = 0; i < h->border.count; i++)
		join(h, (int)(first + i), 1, h->cone[h->border.item[i].to]);
	for (size_t i = 0; i < h->border.count; i++)
		h->cone[h->border.item[i].from] = NOWHERE;
	return first;
}

/* Replaces the faces that the highest point outside of a face sees. */
static void add_point(struct Hull *h, int face)
{
	int point = take_highest(h, face);
	look(h, face, point);
	bool good = border_is_line(h);
	size_t first = good ? add_cone(h, point) : 0;
	for (size_t i = 0; i < h->seen.count; i++) {
		struct Face *old = &h->face.item[h->seen.item[i]];
		old->seen = false;
		if (!good)
			continue;
		old->gone = true;
		for (int p = old->outside, next; p != NOWHERE; p = next) {
			next = h->next[p];
			place_point(h, p, first);
		}
		h->face.item[h->seen.item[i]].outside = NOWHERE;
	}
}

/* --- the whole --- */

static void prepare(struct Hull *h)
{
	enum { ROUNDINGS = 32 };
	double size = 0;
	for (int i = 0; i < h->points; i++) {
		h->next[i] = h->cone[i] = NOWHERE;
		for (int k = 0; k < 3; k++)
			size = fmax(size, fabs(h->point[i].x[k]));
	}
	h->within = ROUNDINGS * DBL_EPSILON * size;
}

bool mj_hull(struct Arena *arena, const struct Surface *points, struct Surface *hull)
{
	struct Hull h = { .arena = arena, .point = points->item, .points = (int)points->count };
	h.next = ARENA_ARRAY(arena, int, points->count);
	h.cone = ARENA_ARRAY(arena, int, points->count);
	prepare(&h);
	if (!h.points || !begin(&h))
		return false;
	for (int i = 0; i < h.points; i++)
		place_point(&h, i, 0);
	while (h.open.count) {
		int face = h.open.item[h.open.count - 1];
		if (h.face.item[face].gone || h.face.item[face].outside == NOWHERE)
			h.open.count--;
		else
			add_point(&h, face);
	}
	*hull = (struct Surface){ NULL, 0, 0 };
	for (size_t i = 0; i < h.face.count; i++)
		for (int k = 0; k < 3 && !h.face.item[i].gone; k++) {
			struct Corner *corner = ARENA_PUSH(arena, hull);
			*corner = points->item[h.face.item[i].corner[k]];
			corner->at = hull->count - 1;
		}
	return true;
}
