#include "draw.h"

#include <math.h>

#include "base/pose.h"

/* --- vectors and lines --- */

static void put_line(const struct Scene *scene, struct Lines *lines, const double from[3], const double to[3])
{
	for (int k = 0; k < 2; k++) {
		const double *end = k ? to : from;
		*ARENA_PUSH(scene->arena, lines) = (struct Triple){ { end[0], end[1], end[2] } };
	}
}

/* The point a + s b. */
static struct Triple along(const double a[3], double s, const double b[3])
{
	return (struct Triple){ { a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2] } };
}

/* The direction in which the viewer looks. */
static struct Triple sight(const struct View *view)
{
	struct Triple axis = { { 0 } };
	axis.e[3 - view->right - view->up] = 1;
	return axis;
}

/* The part of a vector in the picture, with length 1. 0: it has none. */
static struct Triple in_picture(const struct Scene *scene, const double a[3])
{
	struct Triple seen = { { 0 } };
	double length = hypot(a[scene->view.right], a[scene->view.up]);
	if (length > 1e-9 * vector_length(a)) {
		seen.e[scene->view.right] = a[scene->view.right] / length;
		seen.e[scene->view.up] = a[scene->view.up] / length;
	}
	return seen;
}

/* A unit vector of the picture, a quarter turn back. */
static struct Triple across(const struct Scene *scene, const double a[3])
{
	struct Triple turned = { { 0 } };
	turned.e[scene->view.right] = a[scene->view.up];
	turned.e[scene->view.up] = -a[scene->view.right];
	return turned;
}

/* The shaft of an arrow and both lines of its head. */
static void put_arrow(const struct Scene *scene, struct Lines *lines, const double from[3], const double to[3])
{
	const double way[3] = { to[0] - from[0], to[1] - from[1], to[2] - from[2] };
	const double seen = hypot(way[scene->view.right], way[scene->view.up]);
	const struct Triple ahead = in_picture(scene, way), side = across(scene, ahead.e);
	const double head = fmin(9 / scene->scale, seen / 2);
	put_line(scene, lines, from, to);
	for (int sign = -1; sign <= 1; sign += 2) {
		const struct Triple back = along(to, -head, ahead.e), barb = along(back.e, -sign * head / 2, side.e);
		put_line(scene, lines, to, seen > 0 ? barb.e : to);
	}
}

/* --- ground --- */

/* Middle of the picture in the world, and half of its diagonal, m. */
static struct Triple middle_of(const struct Scene *scene, double *half)
{
	const double wide = scene->width / scene->scale, tall = scene->height / scene->scale;
	struct Triple middle = { { 0 } };
	for (int k = 0; k < 3; k++)
		middle.e[k] = scene_point(scene, 0, 0)[k];
	middle.e[scene->view.right] = scene->left + wide / 2;
	middle.e[scene->view.up] = scene->top - tall / 2;
	*half = hypot(wide, tall) / 2;
	return middle;
}

/* Axis of a ground in the world. */
static struct Triple axis_of(const struct SkeletonContact *contact, int k)
{
	return (struct Triple){ { contact->R[k], contact->R[3 + k], contact->R[6 + k] } };
}

static struct Triple cross(const double a[3], const double b[3])
{
	return (struct Triple){ { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] } };
}

/* The largest of 1, 2, 5, 10, 20 ... that is not larger. */
static double round_down(double size)
{
	static const double steps[] = { 5, 2, 1 };
	const double ten = pow(10, floor(log10(size) + 1e-9));
	for (int i = 0; i < 2; i++)
		if (steps[i] * ten <= size * (1 + 1e-9))
			return steps[i] * ten;
	return ten;
}

/* Lines of a grid parallel to axis k, through multiples of `side` along the other axis. */
static void put_grid(const struct Scene *scene, struct Lines *lines, const struct SkeletonContact *contact, int k,
                     double side)
{
	enum { MOST = 100 };
	double half;
	const struct Triple middle = middle_of(scene, &half), own = axis_of(contact, k),
			    other = axis_of(contact, 1 - k);
	const double way[3] = { middle.e[0] - contact->p[0], middle.e[1] - contact->p[1], middle.e[2] - contact->p[2] };
	const double first = side * floor((vector_dot(way, other.e) - half) / side), start = vector_dot(way, own.e);
	for (int n = 0; n <= 2 * ceil(half / side) + 1 && n < MOST; n++) {
		const struct Triple beside = along(contact->p, first + n * side, other.e);
		const struct Triple from = along(beside.e, start - half, own.e),
				    to = along(beside.e, start + half, own.e);
		put_line(scene, lines, from.e, to.e);
	}
}

/* A ground seen from its edge is one line, any other a grid. */
static void put_ground(const struct Scene *scene, struct Lines *lines, const struct SkeletonContact *contact)
{
	double half;
	const struct Triple middle = middle_of(scene, &half), normal = axis_of(contact, 2), look = sight(&scene->view);
	const double way[3] = { middle.e[0] - contact->p[0], middle.e[1] - contact->p[1], middle.e[2] - contact->p[2] };
	if (fabs(vector_dot(normal.e, look.e)) > 1e-6) {
		for (int k = 0; k < 2; k++)
			put_grid(scene, lines, contact, k, round_down(half / 4));
		return;
	}
	const struct Triple edge = cross(normal.e, look.e);
	const double start = vector_dot(way, edge.e);
	const struct Triple from = along(contact->p, start - half, edge.e),
			    to = along(contact->p, start + half, edge.e);
	put_line(scene, lines, from.e, to.e);
}

static bool same_ground(const struct SkeletonContact *a, const struct SkeletonContact *b)
{
	const double same = 1e-9;
	double most = 0;
	for (int k = 0; k < 9; k++)
		most = fmax(most, fmax(fabs(a->R[k] - b->R[k]), fabs(a->p[k % 3] - b->p[k % 3])));
	return most < same;
}

static void put_grounds(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	const struct Skeleton *skeleton = scene->skeleton;
	(void)posture;
	for (size_t i = 0; i < skeleton->contacts; i++) {
		bool known = false;
		for (size_t k = 0; k < i; k++)
			known |= same_ground(&skeleton->contact[i], &skeleton->contact[k]);
		if (!known)
			put_ground(scene, lines, &skeleton->contact[i]);
	}
}

/* --- loops --- */

/* A line from end to end, and a diamond at the second one. */
static void put_loops(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	const double size = 5 / scene->scale;
	const int axis[] = { scene->view.right, scene->view.up };
	for (size_t i = 0; i < scene->skeleton->loops; i++) {
		const struct SkeletonLoop *loop = &scene->skeleton->loop[i];
		const double *from = scene_point(scene, posture, (size_t)loop->point[0]),
			     *to = scene_point(scene, posture, (size_t)loop->point[1]);
		put_line(scene, lines, from, to);
		for (int k = 0; k < 4; k++) {
			struct Triple corner[2] = { along(to, 0, to), along(to, 0, to) };
			for (int end = 0; end < 2; end++)
				corner[end].e[axis[(k + end) % 2]] += (k + end) % 4 < 2 ? size : -size;
			put_line(scene, lines, corner[0].e, corner[1].e);
		}
	}
}

/* Lines of the loops that keep a distance, over the others. */
static void put_rods(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	for (size_t i = 0; i < scene->skeleton->loops; i++)
		if (scene->skeleton->loop[i].rod)
			put_line(scene, lines, scene_point(scene, posture, (size_t)scene->skeleton->loop[i].point[0]),
			         scene_point(scene, posture, (size_t)scene->skeleton->loop[i].point[1]));
}

/* --- contacts and forces --- */

/* A bar along the ground where a contact is closed. */
static void put_contacts(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	const double half = 8 / scene->scale;
	for (size_t i = 0; i < scene->skeleton->contacts; i++) {
		const struct SkeletonContact *contact = &scene->skeleton->contact[i];
		const double *at = scene_point(scene, posture, (size_t)contact->point);
		const struct Triple normal = axis_of(contact, 2), up = in_picture(scene, normal.e);
		struct Triple bar = across(scene, up.e);
		if (vector_length(bar.e) == 0)
			bar.e[scene->view.right] = 1;
		const double reach = scene->postures->closed[posture * scene->postures->contacts + i] ? half : 0;
		const struct Triple from = along(at, -reach, bar.e), to = along(at, reach, bar.e);
		put_line(scene, lines, from.e, to.e);
	}
}

static void put_forces(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	for (size_t i = 0; i < scene->skeleton->contacts && scene->per_newton > 0; i++) {
		double tip[3];
		arrow_tip(scene->skeleton, scene->postures, scene->per_newton, posture, i, tip);
		put_arrow(scene, lines, scene_point(scene, posture, (size_t)scene->skeleton->contact[i].point), tip);
	}
}

/* --- the scale --- */

/* Corner of the picture in the world, 10 pixels from the left and some above the lower edge. */
static struct Triple corner_of(const struct Scene *scene, double above)
{
	struct Triple corner = { { 0 } };
	corner.e[scene->view.right] = scene->left + 10 / scene->scale;
	corner.e[scene->view.up] = scene->top - (scene->height - above) / scene->scale;
	return corner;
}

double overlay_key(const struct Scene *scene, double text[3])
{
	const struct Triple corner = corner_of(scene, 18);
	for (int k = 0; k < 3; k++)
		text[k] = corner.e[k];
	return round_down(90 / scene->scale / scene->per_newton);
}

static void put_key(const struct Scene *scene, size_t posture, struct Lines *lines)
{
	(void)posture;
	if (!(scene->per_newton > 0))
		return;
	const struct Triple from = corner_of(scene, 10);
	struct Triple to = from;
	double text[3];
	to.e[scene->view.right] += overlay_key(scene, text) * scene->per_newton;
	put_arrow(scene, lines, from.e, to.e);
}

const struct OverlayLayer overlay_layer[OVERLAY_LAYERS] = {
	{ "ground", "stroke=\"#ccc\" stroke-width=\"1.5\"", "with lines linewidth 1.5 linecolor rgb '#cccccc'", true,
	  put_grounds },
	{ "loops", "stroke=\"#a80\" stroke-width=\"1.5\"", "with lines linewidth 1.5 linecolor rgb '#aa8800'", false,
	  put_loops },
	{ "loop_rods", "stroke=\"#a80\" stroke-width=\"4\"", "with lines linewidth 3 linecolor rgb '#aa8800'", false,
	  put_rods },
	{ "contacts", "stroke=\"#b05\" stroke-width=\"5\" stroke-linecap=\"butt\"",
	  "with lines linewidth 5 linecolor rgb '#bb0055'", false, put_contacts },
	{ "forces", "stroke=\"#b05\" stroke-width=\"2.5\" stroke-linecap=\"butt\"",
	  "with lines linewidth 2.5 linecolor rgb '#bb0055'", false, put_forces },
	{ "key", "stroke=\"#b05\" stroke-width=\"2.5\"", "with lines linewidth 2.5 linecolor rgb '#bb0055'", true,
	  put_key },
};

struct Lines overlay_lines(const struct Scene *scene, int layer, size_t posture)
{
	struct Lines lines = { 0 };
	overlay_layer[layer].put(scene, posture, &lines);
	return lines;
}
