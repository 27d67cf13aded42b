/* Film of a motion as an animated GIF, drawn by gnuplot: a plot command for each picture, with a style for each
 * layer. */
#include "draw.h"

#include <math.h>

/* Delay between pictures, in hundredths of a second, the unit of GIF. All viewers honour LEAST_DELAY; MOST_DELAY is the
 * largest number of the format. */
enum { LEAST_DELAY = 4, MOST_DELAY = 65535 };

static void put_segment(struct Text *out, const struct Scene *scene, const double *from, const double *to)
{
	text_format(out, "%.6g %.6g\n%.6g %.6g\n\n", from[scene->view.right], from[scene->view.up],
	            to[scene->view.right], to[scene->view.up]);
}

static void put_link_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		const double *to = scene_point(scene, posture, p);
		int joined = scene->skeleton->item[p].joined;
		if (!scene->skeleton->item[p].bare)
			put_segment(out, scene, joined < 0 ? to : scene_point(scene, posture, (size_t)joined), to);
	}
}

static void put_rod_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		for (int k = 1; k < strut->points; k++)
			put_segment(out, scene, scene_point(scene, posture, (size_t)strut->point[k - 1]),
			            scene_point(scene, posture, (size_t)strut->point[k]));
	}
}

static void put_cylinder_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		double middle[3];
		if (scene_middle(scene, posture, strut, middle))
			put_segment(out, scene, scene_point(scene, posture, (size_t)strut->point[0]), middle);
	}
}

/* Lines of the overlay. Those that are not seen are put outside of the picture, since gnuplot draws dots of them. */
static void put_overlay_lines(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	const struct Lines lines = overlay_lines(scene, layer, posture);
	for (size_t i = 0; i + 1 < lines.count; i += 2) {
		double *from = lines.item[i].e, *to = lines.item[i + 1].e;
		if (from[scene->view.right] == to[scene->view.right] && from[scene->view.up] == to[scene->view.up])
			from[scene->view.right] = to[scene->view.right] = scene->left - scene->width / scene->scale;
		put_segment(out, scene, from, to);
	}
}

/* Layers of the skeleton in the GIF. Each layer has a block of lines for each posture. */
static const struct {
	const char *name, *look; /* look: style after `plot $NAME index i` */
	void (*put)(struct Text *out, const struct Scene *scene, size_t posture);
	bool (*has)(const struct Scene *scene);
} layers[] = {
	{ "links",
	  "with lines linewidth 4 linecolor rgb '#445566', $links index i with points pointtype 7 linecolor rgb '#112233'",
	  put_link_lines, scene_has_links },
	{ "rods", "with lines linewidth 2 linecolor rgb '#8833bb'", put_rod_lines, scene_has_rods },
	{ "cylinders", "with lines linewidth 5 linecolor rgb '#8833bb'", put_cylinder_lines, scene_has_cylinders },
};
enum { LAYERS = sizeof layers / sizeof *layers };

/* Layers in the order of drawing: below the skeleton, the skeleton, above the skeleton. */
enum { GROUNDS = OVERLAY_GROUND + 1, ABOVE = GROUNDS + LAYERS, ALL_LAYERS = LAYERS + OVERLAY_LAYERS };

static bool of_skeleton(int layer)
{
	return layer >= GROUNDS && layer < ABOVE;
}

/* Number of a layer of the overlay in its table. */
static int overlay_of(int layer)
{
	return layer < GROUNDS ? layer : layer - LAYERS;
}

static bool has_layer(const struct Scene *scene, int layer)
{
	return of_skeleton(layer) ? layers[layer - GROUNDS].has(scene)
	                          : overlay_lines(scene, overlay_of(layer), 0).count > 0;
}

static const char *layer_name(int layer)
{
	return of_skeleton(layer) ? layers[layer - GROUNDS].name : overlay_layer[overlay_of(layer)].name;
}

static const char *layer_look(int layer)
{
	return of_skeleton(layer) ? layers[layer - GROUNDS].look : overlay_layer[overlay_of(layer)].gif;
}

/* A block for each posture. Postures earlier than LEAST_DELAY after the last block are skipped. */
static size_t put_blocks(struct Text *out, const struct Scene *scene, int layer)
{
	const struct SkeletonPostures *postures = scene->postures;
	size_t blocks = 0;
	double next = 0;
	text_format(out, "$%s << END\n", layer_name(layer));
	for (size_t i = 0; i < postures->count; i++) {
		if (postures->time[i] < next - 1e-9)
			continue;
		next += LEAST_DELAY / 100.;
		text_put(out, blocks++ ? "\n\n" : "");
		if (of_skeleton(layer))
			layers[layer - GROUNDS].put(out, scene, i);
		else
			put_overlay_lines(out, scene, overlay_of(layer), i);
	}
	text_put(out, "END\n");
	return blocks;
}

/* Delay with which the film is as long as the motion. */
static int delay_of(const struct SkeletonPostures *postures, size_t pictures)
{
	double whole = postures->time[postures->count - 1];
	double delay = pictures > 1 ? round(100 * whole / (double)(pictures - 1)) : LEAST_DELAY;
	return (int)fmin(fmax(delay, LEAST_DELAY), MOST_DELAY);
}

/* The force that the arrow in the corner has. */
static void put_key_text(struct Text *out, const struct Scene *scene)
{
	double at[3];
	if (!(scene->per_newton > 0))
		return;
	const double force = overlay_key(scene, at);
	text_format(out, "set label '%g N' at %.6g, %.6g textcolor rgb '#bb0055'\n", force, at[scene->view.right],
	            at[scene->view.up]);
}

int film_gif(const struct Scene *scene, const char *path)
{
	struct Text out = text_new(scene->arena);
	size_t blocks = 0;
	for (int i = 0; i < ALL_LAYERS; i++)
		if (has_layer(scene, i))
			blocks = put_blocks(&out, scene, i);
	text_format(&out, "set terminal gif animate delay %d loop 0 size %.0f,%.0f\n",
	            delay_of(scene->postures, blocks), scene->width, scene->height);
	put_key_text(&out, scene);
	text_format(
		&out,
		"unset key\nunset border\nunset tics\nset clip two\nset margins 0, 0, 0, 0\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
		"do for [i = 0:%zu] {\n  plot ",
		scene->left, scene->left + scene->width / scene->scale, scene->top - scene->height / scene->scale,
		scene->top, blocks - 1);
	const char *between = "";
	for (int i = 0; i < ALL_LAYERS; i++) {
		if (!has_layer(scene, i))
			continue;
		text_format(&out, "%s$%s index i %s", between, layer_name(i), layer_look(i));
		between = ", ";
	}
	text_put(&out, "\n}\n");
	return gnuplot_draw(scene->arena, text_string(&out), path);
}
