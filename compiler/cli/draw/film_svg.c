/* Film of a motion as an animated SVG, and as an HTML page with this SVG and a slider over time. The data of each path
 * are listed for all postures. */
#include "draw.h"

#include "cli/markup.h"
#include "cli/output.h"

static void put_place(struct Text *out, const struct Scene *scene, char command, const double at[3])
{
	text_format(out, "%c%.1f %.1f", command, (at[scene->view.right] - scene->left) * scene->scale,
	            (scene->top - at[scene->view.up]) * scene->scale);
}

static void put_point(struct Text *out, const struct Scene *scene, char command, size_t posture, size_t point)
{
	put_place(out, scene, command, scene_point(scene, posture, point));
}

static void put_links(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	(void)layer;
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		int joined = scene->skeleton->item[p].joined;
		if (joined < 0)
			continue;
		put_point(out, scene, 'M', posture, (size_t)joined);
		put_point(out, scene, 'L', posture, p);
	}
}

/* Dots: lines of length zero with round ends. */
static void put_joints(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	(void)layer;
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		if (scene->skeleton->item[p].bare)
			continue;
		put_point(out, scene, 'M', posture, p);
		text_put(out, "h0");
	}
}

/* Lines from point to point of struts and tendons. */
static void put_rods(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	(void)layer;
	for (size_t i = 0; i < scene->skeleton->struts; i++)
		for (int k = 0; k < scene->skeleton->strut[i].points; k++)
			put_point(out, scene, k ? 'L' : 'M', posture, (size_t)scene->skeleton->strut[i].point[k]);
}

/* Cylinders of struts: the half at the first point. */
static void put_cylinders(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	(void)layer;
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		double middle[3];
		if (scene_middle(scene, posture, strut, middle)) {
			put_point(out, scene, 'M', posture, (size_t)strut->point[0]);
			put_place(out, scene, 'L', middle);
		}
	}
}

static void put_trace(struct Text *out, const struct Scene *scene)
{
	text_put(out, "<path stroke=\"#c33\" stroke-width=\"1\" opacity=\"0.5\" d=\"");
	for (size_t i = 0; i < scene->postures->count; i++)
		put_point(out, scene, i ? 'L' : 'M', i, scene->tip);
	text_put(out, "\"/>\n");
}

/* A path animated through all postures, repeatedly. `layer` is handed on. */
static void put_moving(struct Text *out, const struct Scene *scene, const char *look,
                       void (*put)(struct Text *, const struct Scene *, int, size_t), int layer)
{
	const struct SkeletonPostures *postures = scene->postures;
	double whole = postures->time[postures->count - 1];
	text_format(out, "<path %s d=\"", look);
	put(out, scene, layer, 0);
	text_put(out, "\">");
	if (whole > 0) {
		text_format(out, "<animate attributeName=\"d\" repeatCount=\"indefinite\" dur=\"%.6gs\" keyTimes=\"",
		            whole);
		for (size_t i = 0; i < postures->count; i++)
			text_format(out, "%s%.5g", i ? ";" : "", postures->time[i] / whole);
		text_put(out, "\" values=\"");
		for (size_t i = 0; i < postures->count; i++) {
			text_put(out, i ? ";\n" : "");
			put(out, scene, layer, i);
		}
		text_put(out, "\"/>");
	}
	text_put(out, "</path>\n");
}

static void put_overlay_lines(struct Text *out, const struct Scene *scene, int layer, size_t posture)
{
	const struct Lines lines = overlay_lines(scene, layer, posture);
	for (size_t i = 0; i < lines.count; i++)
		put_place(out, scene, i % 2 ? 'L' : 'M', lines.item[i].e);
}

static void put_still(struct Text *out, const struct Scene *scene, int layer)
{
	text_format(out, "<path %s d=\"", overlay_layer[layer].svg);
	put_overlay_lines(out, scene, layer, 0);
	text_put(out, "\"/>\n");
}

/* Layers of the overlay, those of the ground or the others. */
static void put_overlay(struct Text *out, const struct Scene *scene, int first, int end)
{
	for (int layer = first; layer < end; layer++) {
		if (!overlay_lines(scene, layer, 0).count)
			continue;
		if (overlay_layer[layer].still)
			put_still(out, scene, layer);
		else
			put_moving(out, scene, overlay_layer[layer].svg, put_overlay_lines, layer);
	}
}

/* The force that the arrow in the corner has. */
static void put_key_text(struct Text *out, const struct Scene *scene)
{
	double at[3];
	if (!(scene->per_newton > 0))
		return;
	const double force = overlay_key(scene, at);
	text_format(
		out,
		"<text x=\"%.1f\" y=\"%.1f\" fill=\"#b05\" font-family=\"sans-serif\" font-size=\"12\">%g N</text>\n",
		(at[scene->view.right] - scene->left) * scene->scale, (scene->top - at[scene->view.up]) * scene->scale,
		force);
}

static void put_svg(struct Text *out, const struct Scene *scene)
{
	text_format(
		out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" fill=\"none\" "
		"stroke-linecap=\"round\">\n<title>",
		scene->width, scene->height, scene->width, scene->height);
	markup_put(out, scene->title);
	text_put(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
	put_overlay(out, scene, OVERLAY_GROUND, OVERLAY_GROUND + 1);
	put_trace(out, scene);
	put_moving(out, scene, "stroke=\"#456\" stroke-width=\"5\"", put_links, 0);
	put_moving(out, scene, "stroke=\"#123\" stroke-width=\"9\"", put_joints, 0);
	if (scene_has_rods(scene))
		put_moving(out, scene, "stroke=\"#83b\" stroke-width=\"2.5\" stroke-linejoin=\"round\"", put_rods, 0);
	if (scene_has_cylinders(scene))
		put_moving(out, scene, "stroke=\"#83b\" stroke-width=\"6\" stroke-linecap=\"butt\"", put_cylinders, 0);
	put_overlay(out, scene, OVERLAY_GROUND + 1, OVERLAY_LAYERS);
	put_key_text(out, scene);
	text_put(out, "</svg>\n");
}

int film_svg(const struct Scene *scene, const char *path)
{
	struct Text out = text_new(scene->arena);
	put_svg(&out, scene);
	return output_write(path, text_string(&out));
}

/* --- a page --- */

int film_page(const struct Scene *scene, const char *path)
{
	double whole = scene->postures->time[scene->postures->count - 1];
	struct Text out = text_new(scene->arena);
	text_put(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
	markup_put(&out, scene->title);
	text_put(&out, "</title>\n<body style=\"font: 14px sans-serif; text-align: center\">\n");
	put_svg(&out, scene);
	text_format(
		&out,
		"<p><button id=\"play\">pause</button>\n"
		"<input id=\"time\" type=\"range\" min=\"0\" max=\"%.6g\" step=\"any\" value=\"0\" style=\"width: 20em\">\n"
		"<output id=\"now\"></output> s</p>\n"
		"<script>\n"
		"const whole = %.6g, get = id => document.getElementById(id);\n"
		"const picture = document.querySelector('svg'), play = get('play'), time = get('time'), now = get('now');\n"
		"function pause(still) {\n"
		"  still ? picture.pauseAnimations() : picture.unpauseAnimations();\n"
		"  play.textContent = still ? 'play' : 'pause';\n"
		"}\n"
		"play.onclick = () => pause(!picture.animationsPaused());\n"
		"time.oninput = () => { pause(true); picture.setCurrentTime(time.value); };\n"
		"function show() {\n"
		"  const t = picture.getCurrentTime(), at = t > whole ? t %% whole : t;\n"
		"  if (!picture.animationsPaused()) time.value = at;\n"
		"  now.textContent = at.toFixed(2);\n"
		"  requestAnimationFrame(show);\n"
		"}\n"
		"show();\n"
		"</script>\n",
		whole, whole);
	return output_write(path, text_string(&out));
}
