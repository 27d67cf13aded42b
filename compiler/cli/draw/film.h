/* Films of a scene, a source file for each format.
 * Called by animation.c. Each function writes the file and returns an exit code, after a message. */
#ifndef RIGIDC_FILM_H
#define RIGIDC_FILM_H

#include "scene.h"

/* --- film_svg.c --- */

/* Animated SVG, moving wherever SVG is shown. */
int film_svg(const struct Scene *scene, const char *path);
/* A page with the animated SVG and a slider over time. */
int film_page(const struct Scene *scene, const char *path);

/* --- film_gif.c, by gnuplot --- */

int film_gif(const struct Scene *scene, const char *path);

#endif
