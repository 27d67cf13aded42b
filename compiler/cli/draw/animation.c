#include "animation.h"

#include <math.h>
#include <string.h>

#include "gnuplot.h"
#include "cli/complain.h"
#include "cli/output.h"

const char *const animation_view[ANIMATION_VIEWS] = { "xz", "yz", "xy" };
static const struct View { int right, up; } views[ANIMATION_VIEWS] = { { 0, 2 }, { 1, 2 }, { 0, 1 } };

/* Pixels: of the longer side, around, the most of the shorter one. */
enum { LONG_SIDE = 480, MARGIN = 20, SHORT_SIDE = 160 };

struct Scene {
	struct Arena *arena;
	const char *title;
	const struct Skeleton *skeleton;
	const struct Postures *postures;
	struct View view;
	double left, top, scale; /* pixels a metre */
	double width, height;    /* pixels */
	size_t tip;              /* the point that goes the longest way */
};

static const double *position(const struct Postures *postures, size_t posture, size_t point)
{
	return &postures->position[3 * (posture * postures->points + point)];
}

/* --- what is seen --- */

static void find_bounds(const struct Postures *postures, double low[3], double high[3])
{
	for (int k = 0; k < 3; k++) {
		low[k] = HUGE_VAL;
		high[k] = -HUGE_VAL;
	}
	for (size_t i = 0; i < postures->count * postures->points; i++)
		for (int k = 0; k < 3; k++) {
			low[k] = fmin(low[k], postures->position[3 * i + (size_t)k]);
			high[k] = fmax(high[k], postures->position[3 * i + (size_t)k]);
		}
}

/* The axes along which points come about most. */
static int choose_view(const struct Postures *postures)
{
	int best = 0;
	double most = -1;
	for (int v = 0; v < ANIMATION_VIEWS; v++) {
		double spread = 0;
		for (size_t p = 0; p < postures->points; p++)
			for (size_t i = 1; i < postures->count; i++) {
				const double *a = position(postures, i - 1, p), *b = position(postures, i, p);
				spread += hypot(b[views[v].right] - a[views[v].right], b[views[v].up] - a[views[v].up]);
			}
		if (spread > most * (1 + 1e-9)) {
			most = spread;
			best = v;
		}
	}
	return best;
}

static size_t choose_tip(const struct Postures *postures)
{
	size_t best = 0;
	double most = -1;
	for (size_t p = 0; p < postures->points; p++) {
		double way = 0;
		for (size_t i = 1; i < postures->count; i++) {
			const double *a = position(postures, i - 1, p), *b = position(postures, i, p);
			way += sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) + (b[2] - a[2]) * (b[2] - a[2]));
		}
		if (way > most) {
			most = way;
			best = p;
		}
	}
	return best;
}

/* Where the cylinder ends that begins at a strut's first point; false: it is a tendon, and has none. */
static bool find_middle(const struct Scene *scene, size_t posture, const struct SkeletonStrut *strut, double middle[3])
{
	if (strut->tendon)
		return false;
	const double *a = position(scene->postures, posture, (size_t)strut->point[0]);
	const double *b = position(scene->postures, posture, (size_t)strut->point[1]);
	for (int k = 0; k < 3; k++)
		middle[k] = (a[k] + b[k]) / 2;
	return true;
}

static void look(struct Scene *scene)
{
	double low[3], high[3];
	find_bounds(scene->postures, low, high);
	double wide = high[scene->view.right] - low[scene->view.right], tall = high[scene->view.up] - low[scene->view.up];
	scene->scale = (LONG_SIDE - 2 * MARGIN) / fmax(fmax(wide, tall), 1e-3);
	scene->width = fmax(wide * scene->scale, SHORT_SIDE - 2 * MARGIN) + 2 * MARGIN;
	scene->height = fmax(tall * scene->scale, SHORT_SIDE - 2 * MARGIN) + 2 * MARGIN;
	scene->left = (low[scene->view.right] + high[scene->view.right]) / 2 - scene->width / 2 / scene->scale;
	scene->top = (low[scene->view.up] + high[scene->view.up]) / 2 + scene->height / 2 / scene->scale;
	scene->tip = choose_tip(scene->postures);
}

static bool has_links(const struct Skeleton *skeleton)
{
	return skeleton->count > 0;
}

static bool has_rods(const struct Skeleton *skeleton)
{
	return skeleton->struts > 0;
}

static bool has_cylinders(const struct Skeleton *skeleton)
{
	for (size_t i = 0; i < skeleton->struts; i++)
		if (!skeleton->strut[i].tendon)
			return true;
	return false;
}

/* --- SVG --- */

static void put_place(struct Text *out, const struct Scene *scene, char command, const double at[3])
{
	text_format(out, "%c%.1f %.1f", command, (at[scene->view.right] - scene->left) * scene->scale,
	            (scene->top - at[scene->view.up]) * scene->scale);
}

static void put_point(struct Text *out, const struct Scene *scene, char command, size_t posture, size_t point)
{
	put_place(out, scene, command, position(scene->postures, posture, point));
}

static void put_links(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		int joined = scene->skeleton->item[p].joined;
		if (joined < 0)
			continue;
		put_point(out, scene, 'M', posture, (size_t)joined);
		put_point(out, scene, 'L', posture, p);
	}
}

/* Lines of no length, which round ends make dots of. */
static void put_joints(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		if (scene->skeleton->item[p].bare)
			continue;
		put_point(out, scene, 'M', posture, p);
		text_put(out, "h0");
	}
}

/* From point to point, of tendons too. */
static void put_rods(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++)
		for (int k = 0; k < scene->skeleton->strut[i].points; k++)
			put_point(out, scene, k ? 'L' : 'M', posture, (size_t)scene->skeleton->strut[i].point[k]);
}

/* What a rod of a strut goes into: the half at its first point. */
static void put_cylinders(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		double middle[3];
		if (find_middle(scene, posture, strut, middle)) {
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

/* A path whose form goes through all postures, and again. */
static void put_moving(struct Text *out, const struct Scene *scene, const char *look, void (*put)(struct Text *, const struct Scene *, size_t))
{
	const struct Postures *postures = scene->postures;
	double whole = postures->time[postures->count - 1];
	text_format(out, "<path %s d=\"", look);
	put(out, scene, 0);
	text_put(out, "\">");
	if (whole > 0) {
		text_format(out, "<animate attributeName=\"d\" repeatCount=\"indefinite\" dur=\"%.6gs\" keyTimes=\"", whole);
		for (size_t i = 0; i < postures->count; i++)
			text_format(out, "%s%.5g", i ? ";" : "", postures->time[i] / whole);
		text_put(out, "\" values=\"");
		for (size_t i = 0; i < postures->count; i++) {
			text_put(out, i ? ";\n" : "");
			put(out, scene, i);
		}
		text_put(out, "\"/>");
	}
	text_put(out, "</path>\n");
}

static void put_xml(struct Text *out, const char *text)
{
	for (; *text; text++)
		if (*text == '<' || *text == '>' || *text == '&')
			text_format(out, "&#%d;", *text);
		else
			text_char(out, *text);
}

static void put_svg(struct Text *out, const struct Scene *scene)
{
	text_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" fill=\"none\" "
	                 "stroke-linecap=\"round\">\n<title>", scene->width, scene->height, scene->width, scene->height);
	put_xml(out, scene->title);
	text_put(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
	put_trace(out, scene);
	put_moving(out, scene, "stroke=\"#456\" stroke-width=\"5\"", put_links);
	put_moving(out, scene, "stroke=\"#123\" stroke-width=\"9\"", put_joints);
	if (has_rods(scene->skeleton))
		put_moving(out, scene, "stroke=\"#83b\" stroke-width=\"2.5\" stroke-linejoin=\"round\"", put_rods);
	if (has_cylinders(scene->skeleton))
		put_moving(out, scene, "stroke=\"#83b\" stroke-width=\"6\" stroke-linecap=\"butt\"", put_cylinders);
	text_put(out, "</svg>\n");
}

static int write_svg(const struct Scene *scene, const char *path)
{
	struct Text out;
	text_init(&out, scene->arena);
	put_svg(&out, scene);
	return output_write(path, text_string(&out));
}

/* --- a page --- */

static int write_page(const struct Scene *scene, const char *path)
{
	double whole = scene->postures->time[scene->postures->count - 1];
	struct Text out;
	text_init(&out, scene->arena);
	text_put(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
	put_xml(&out, scene->title);
	text_put(&out, "</title>\n<body style=\"font: 14px sans-serif; text-align: center\">\n");
	put_svg(&out, scene);
	text_format(&out,
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
	            "</script>\n", whole, whole);
	return output_write(path, text_string(&out));
}

/* --- GIF --- */

static void put_segment(struct Text *out, const struct Scene *scene, const double *from, const double *to)
{
	text_format(out, "%.6g %.6g\n%.6g %.6g\n\n", from[scene->view.right], from[scene->view.up], to[scene->view.right],
	            to[scene->view.up]);
}

static void put_link_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t p = 0; p < scene->skeleton->count; p++) {
		const double *to = position(scene->postures, posture, p);
		int joined = scene->skeleton->item[p].joined;
		if (!scene->skeleton->item[p].bare)
			put_segment(out, scene, joined < 0 ? to : position(scene->postures, posture, (size_t)joined), to);
	}
}

static void put_rod_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		for (int k = 1; k < strut->points; k++)
			put_segment(out, scene, position(scene->postures, posture, (size_t)strut->point[k - 1]),
			            position(scene->postures, posture, (size_t)strut->point[k]));
	}
}

static void put_cylinder_lines(struct Text *out, const struct Scene *scene, size_t posture)
{
	for (size_t i = 0; i < scene->skeleton->struts; i++) {
		const struct SkeletonStrut *strut = &scene->skeleton->strut[i];
		double middle[3];
		if (find_middle(scene, posture, strut, middle))
			put_segment(out, scene, position(scene->postures, posture, (size_t)strut->point[0]), middle);
	}
}

/* What a GIF shows, each in a block of lines a posture. */
static const struct {
	const char *name, *look; /* behind `plot $NAME index i` */
	void (*put)(struct Text *out, const struct Scene *scene, size_t posture);
	bool (*has)(const struct Skeleton *skeleton);
} layers[] = {
	{ "links", "with lines linewidth 4 linecolor rgb '#445566', $links index i with points pointtype 7 linecolor rgb '#112233'",
	  put_link_lines, has_links },
	{ "rods", "with lines linewidth 2 linecolor rgb '#8833bb'", put_rod_lines, has_rods },
	{ "cylinders", "with lines linewidth 5 linecolor rgb '#8833bb'", put_cylinder_lines, has_cylinders },
};
enum { LAYERS = sizeof layers / sizeof *layers };

/* A block for each posture; a GIF shows no more than 50 in a second. */
static size_t put_blocks(struct Text *out, const struct Scene *scene, int layer)
{
	const struct Postures *postures = scene->postures;
	size_t blocks = 0;
	double next = 0;
	text_format(out, "$%s << END\n", layers[layer].name);
	for (size_t i = 0; i < postures->count; i++) {
		if (postures->time[i] < next - 1e-9)
			continue;
		next += 0.04;
		text_put(out, blocks++ ? "\n\n" : "");
		layers[layer].put(out, scene, i);
	}
	text_put(out, "END\n");
	return blocks;
}

static int write_gif(const struct Scene *scene, const char *path)
{
	struct Text out;
	text_init(&out, scene->arena);
	text_format(&out, "set terminal gif animate delay 4 loop 0 size %.0f,%.0f\n", scene->width, scene->height);
	size_t blocks = 0;
	for (int i = 0; i < LAYERS; i++)
		if (layers[i].has(scene->skeleton))
			blocks = put_blocks(&out, scene, i);
	text_format(&out,
	            "unset key\nunset border\nunset tics\nset margins 0, 0, 0, 0\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
	            "do for [i = 0:%zu] {\n  plot ",
	            scene->left, scene->left + scene->width / scene->scale, scene->top - scene->height / scene->scale, scene->top, blocks - 1);
	for (int i = 0; i < LAYERS; i++)
		if (layers[i].has(scene->skeleton))
			text_format(&out, "%s$%s index i %s", i ? ", " : "", layers[i].name, layers[i].look);
	text_put(&out, "\n}\n");
	return gnuplot_draw(scene->arena, text_string(&out), path);
}

/* --- all of them --- */

static const struct {
	const char *ending;
	int (*write)(const struct Scene *scene, const char *path);
} films[] = { { ".svg", write_svg }, { ".html", write_page }, { ".gif", write_gif } };
enum { FILMS = sizeof films / sizeof *films };

static int find_film(const char *path)
{
	const char *ending = strrchr(path, '.');
	for (int i = 0; i < FILMS; i++)
		if (ending && strcmp(ending, films[i].ending) == 0)
			return i;
	return -1;
}

int animation_check(const char *option, const char *path)
{
	return find_film(path) >= 0 ? EXIT_FINE : complain("%s is NAME.svg, NAME.html or NAME.gif, not '%s'", option, path);
}

int animation_write(struct Arena *arena, const char *title, const struct Skeleton *skeleton, const struct Postures *postures, int view,
                    const char *path)
{
	struct Scene scene = { .arena = arena, .title = title, .skeleton = skeleton, .postures = postures };
	scene.view = views[view >= 0 ? view : choose_view(postures)];
	look(&scene);
	return films[find_film(path)].write(&scene, path);
}
