/* Films of a scene, a format a file.
 * Called by animation.c. Each writes the file, and returns an exit code, after a message. */
#ifndef RIGIDC_FILM_H
#define RIGIDC_FILM_H

#include "scene.h"

/* --- film_svg.c --- */

/* It moves by itself wherever SVG is shown. */
int film_svg(const struct Scene *scene, const char *path);
/* The same on a page, with a slider over time. */
int film_page(const struct Scene *scene, const char *path);

/* --- film_gif.c, by gnuplot --- */

int film_gif(const struct Scene *scene, const char *path);

#endif
