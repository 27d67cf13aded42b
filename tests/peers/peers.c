#include "peers.h"

#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"

struct peer_settings peer_settings_read(void)
{
	const char *seed = getenv("RIGIDC_SEED");
	const char *scratch = getenv("RIGIDC_SCRATCH");
	struct peer_settings s = { by_level(30, 300, 1000), 1, scratch ? scratch : ".", getenv("RIGIDC_ROBOTS") };
	if (seed)
		s.seed = strtoull(seed, NULL, 10);
	printf("# %d trees from seed %llu\n", s.trees, s.seed);
	return s;
}

/* --- our side --- */

static bool take_sizes(struct peer_model *m, rigidc_status status)
{
	if (status != RIGIDC_OK)
		return false;
	m->nq = rigidc_nq(m->model);
	m->nv = rigidc_nv(m->model);
	return true;
}

bool peer_read_text(struct peer_model *m, const char *text)
{
	memset(m, 0, sizeof *m);
	return take_sizes(m, rigidc_read(text, strlen(text), "text.rig", NULL, &m->model));
}

bool peer_read(struct peer_model *m, const struct random_tree *tree, const char *const *wrench, int wrenches)
{
	rigidc_options options = { .wrench = wrench, .wrenches = (size_t)wrenches };
	size_t length;
	char *text = random_tree_text(tree, &length);
	memset(m, 0, sizeof *m);
	bool good = take_sizes(m, rigidc_read(text, length, "tree.rig", &options, &m->model));
	free(text);
	return good;
}

void peer_free(struct peer_model *m)
{
	rigidc_model_free(m->model);
}

/* --- robots --- */

FILE *peer_create(const char *path)
{
	FILE *out = fopen(path, "w");
	if (!out) {
		perror(path);
		exit(2);
	}
	return out;
}

bool peer_load(struct peer_model *m, const struct urdf_robot *robot, const char *path, bool floats, const char *copy,
               const char *whose)
{
	const rigidc_options options = { .base = floats ? "free" : NULL };
	memset(m, 0, sizeof *m);
	if (robot->mimics) {
		FILE *out = peer_create(copy);
		urdf_write(robot, "", out);
		fclose(out);
	}
	if (take_sizes(m, rigidc_load(robot->mimics ? copy : path, &options, &m->model)))
		return true;
	printf("# %s: %s\n", whose, rigidc_messages(m->model));
	tap_ok(false, "%s is read", whose);
	peer_free(m);
	return false;
}

int peer_robots(const struct peer_settings *settings, char ***path)
{
	static glob_t found;
	char pattern[512];
	snprintf(pattern, sizeof pattern, "%s/*.urdf", settings->robots ? settings->robots : "");
	if (!settings->robots || glob(pattern, 0, NULL, &found))
		return 0;
	*path = found.gl_pathv;
	return (int)found.gl_pathc;
}

/* --- TAP --- */

static int tests, failed;

void tap_ok(bool ok, const char *name, ...)
{
	va_list arguments;
	va_start(arguments, name);
	printf("%sok %d - ", ok ? "" : "not ", ++tests);
	vprintf(name, arguments);
	printf("\n");
	fflush(stdout);
	va_end(arguments);
	failed += !ok;
}

void tap_skip(const char *name, const char *reason)
{
	printf("ok %d - %s # SKIP ", ++tests, name);
	for (const char *c = reason; *c; c++) {
		bool space = isspace((unsigned char)*c);
		if (!space)
			putchar(*c);
		else if (c[1] && !isspace((unsigned char)c[1]))
			putchar(' ');
	}
	printf("\n");
	fflush(stdout);
}

int tap_done(void)
{
	printf("1..%d\n", tests);
	return failed != 0;
}
