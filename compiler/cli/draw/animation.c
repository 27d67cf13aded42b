#include "draw.h"

#include <string.h>

#include "cli/complain.h"
#include "cli/output.h"

static const struct {
	const char *ending;
	int (*write)(const struct Scene *scene, const char *path);
} films[] = { { ".svg", film_svg }, { ".html", film_page }, { ".gif", film_gif } };
enum { FILMS = sizeof films / sizeof *films };

static int find_film(const char *path)
{
	for (int i = 0; i < FILMS; i++)
		if (text_ends(path, films[i].ending))
			return i;
	return -1;
}

int animation_check(const char *option, const char *path)
{
	const char *ending[FILMS];
	for (int i = 0; i < FILMS; i++)
		ending[i] = films[i].ending;
	return find_film(path) >= 0 ? EXIT_FINE : complain_ending(option, ending, FILMS, path);
}

int animation_write(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                    const struct SkeletonPostures *postures, int view, const char *path)
{
	struct Scene scene = scene_see(arena, title, skeleton, postures, view);
	return films[find_film(path)].write(&scene, path);
}
