#include "draw.h"

#include <math.h>

const char *const scene_view[SCENE_VIEWS] = { "xz", "yz", "xy" };
const struct View scene_plane[SCENE_VIEWS] = { { 0, 2 }, { 1, 2 }, { 0, 1 } };

/* Sizes in pixels: the longer side, the margin, the minimum of the shorter side; more below, for the scale of
 * forces. */
enum { LONG_SIDE = 480, MARGIN = 20, SHORT_SIDE = 160, KEY = 20 };

const double *scene_point(const struct Scene *scene, size_t posture, size_t point)
{
	return &scene->postures->position[3 * (posture * scene->postures->points + point)];
}

/* --- view and scale --- */

static void take_bounds(const double at[3], double low[3], double high[3])
{
	for (int k = 0; k < 3; k++) {
		low[k] = fmin(low[k], at[k]);
		high[k] = fmax(high[k], at[k]);
	}
}

/* Of all points and ends of arrows in all postures. */
static void find_bounds(const struct Scene *scene, double low[3], double high[3])
{
	const struct SkeletonPostures *postures = scene->postures;
	for (int k = 0; k < 3; k++) {
		low[k] = HUGE_VAL;
		high[k] = -HUGE_VAL;
	}
	for (size_t i = 0; i < postures->count * postures->points; i++)
		take_bounds(&postures->position[3 * i], low, high);
	for (size_t i = 0; i < postures->count * postures->contacts; i++) {
		double tip[3];
		arrow_tip(scene->skeleton, postures, scene->per_newton, i / postures->contacts, i % postures->contacts,
		          tip);
		take_bounds(tip, low, high);
	}
}

/* The plane in which the paths of all points are longest. */
static int choose_view(const struct Scene *scene)
{
	const struct SkeletonPostures *postures = scene->postures;
	int best = 0;
	double most = -1;
	for (int v = 0; v < SCENE_VIEWS; v++) {
		double spread = 0;
		for (size_t p = 0; p < postures->points; p++)
			for (size_t i = 1; i < postures->count; i++) {
				const double *a = scene_point(scene, i - 1, p), *b = scene_point(scene, i, p);
				spread += hypot(b[scene_plane[v].right] - a[scene_plane[v].right],
				                b[scene_plane[v].up] - a[scene_plane[v].up]);
			}
		if (spread > most * (1 + 1e-9)) {
			most = spread;
			best = v;
		}
	}
	return best;
}

static size_t choose_tip(const struct Scene *scene)
{
	const struct SkeletonPostures *postures = scene->postures;
	size_t best = 0;
	double most = -1;
	for (size_t p = 0; p < postures->points; p++) {
		double way = 0;
		for (size_t i = 1; i < postures->count; i++) {
			const double *a = scene_point(scene, i - 1, p), *b = scene_point(scene, i, p);
			way += sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
			            (b[2] - a[2]) * (b[2] - a[2]));
		}
		if (way > most) {
			most = way;
			best = p;
		}
	}
	return best;
}

/* Scale and corner with which all postures fit, centred in the picture. */
static void fit(struct Scene *scene)
{
	double low[3], high[3];
	scene->per_newton = arrow_scale(scene->skeleton, scene->postures);
	find_bounds(scene, low, high);
	double wide = high[scene->view.right] - low[scene->view.right],
	       tall = high[scene->view.up] - low[scene->view.up];
	scene->scale = (LONG_SIDE - 2 * MARGIN) / fmax(fmax(wide, tall), 1e-3);
	scene->width = fmax(wide * scene->scale, SHORT_SIDE - 2 * MARGIN) + 2 * MARGIN;
	scene->height = fmax(tall * scene->scale, SHORT_SIDE - 2 * MARGIN) + 2 * MARGIN;
	scene->left = (low[scene->view.right] + high[scene->view.right]) / 2 - scene->width / 2 / scene->scale;
	scene->top = (low[scene->view.up] + high[scene->view.up]) / 2 + scene->height / 2 / scene->scale;
	if (scene->per_newton > 0)
		scene->height += KEY;
	scene->tip = choose_tip(scene);
}

struct Scene scene_see(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                       const struct SkeletonPostures *postures, int view)
{
	struct Scene scene = { .arena = arena, .title = title, .skeleton = skeleton, .postures = postures };
	scene.view = scene_plane[view >= 0 ? view : choose_view(&scene)];
	fit(&scene);
	return scene;
}

/* --- content --- */

bool scene_middle(const struct Scene *scene, size_t posture, const struct SkeletonStrut *strut, double middle[3])
{
	if (strut->tendon)
		return false;
	const double *a = scene_point(scene, posture, (size_t)strut->point[0]);
	const double *b = scene_point(scene, posture, (size_t)strut->point[1]);
	for (int k = 0; k < 3; k++)
		middle[k] = (a[k] + b[k]) / 2;
	return true;
}

bool scene_has_links(const struct Scene *scene)
{
	return scene->skeleton->count > 0;
}

bool scene_has_rods(const struct Scene *scene)
{
	return scene->skeleton->struts > 0;
}

bool scene_has_cylinders(const struct Scene *scene)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++)
		if (!scene->skeleton->strut[i].tendon)
			return true;
	return false;
}
