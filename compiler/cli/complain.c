#include "complain.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"

void complain_put(const char *text)
{
	size_t left = strlen(text);
	bool clean;
	for (size_t step; left; text += step, left -= step) {
		step = text_step(text, left, &clean);
		if (clean)
			fwrite(text, 1, step, stderr);
		else
			fprintf(stderr, "\\x%02X", (unsigned char)*text);
	}
}

int complain(const char *format, ...)
{
	char message[8192]; /* not allocated: the complaint may be lack of memory */
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	fputs("rigidc: ", stderr);
	complain_put(message);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

int complain_unwritten(const char *path)
{
	return errno == ENOMEM ? complain("out of memory") : complain("cannot write %s: %s", path, strerror(errno));
}

int complain_unknown(const char *what, const struct Nearest *nearest, const char *list)
{
	if (nearest->found)
		return complain("there is no %s '%s'; did you mean '%s'?", what, nearest->wanted, nearest->found);
	return complain("there is no %s '%s'; see rigidc %s", what, nearest->wanted, list);
}

int complain_check(const char *name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	NEAREST_EACH(&nearest, check_table, CHECK_COUNT, name);
	return complain_unknown("check", &nearest, "--list=checks");
}

int complain_choice(const char *option, const char *verb, const char *const *choice, int choices, const char *value)
{
	enum { SHORTEST = 3 }; /* letters of a beginning of a word: "micro" */
	struct Nearest nearest;
	nearest_init(&nearest, value);
	fprintf(stderr, "rigidc: --%s %s", option, verb);
	for (int i = 0; i < choices; i++) {
		fprintf(stderr, "%s%s", i == 0 ? " " : i + 1 < choices ? ", " : " or ", choice[i]);
		nearest_try(&nearest, choice[i]);
	}
	fputs(", not '", stderr);
	complain_put(value);
	fputs("'", stderr);
	for (int i = 0; i < choices && !nearest.found; i++)
		if (strlen(value) >= SHORTEST && strncmp(choice[i], value, strlen(value)) == 0)
			nearest.found = choice[i];
	if (nearest.found && choices > 2)
		fprintf(stderr, "; did you mean '%s'?", nearest.found);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

/* Drops endings that are NULL or there already. Returns how many are left. */
static size_t distinct(const char *const *ending, int endings, const char **out)
{
	size_t count = 0;
	for (int i = 0; i < endings; i++) {
		size_t k = 0;
		while (ending[i] && k < count && strcmp(out[k], ending[i]) != 0)
			k++;
		if (ending[i] && k == count)
			out[count++] = ending[i];
	}
	return count;
}

int complain_ending(const char *option, const char *const *ending, int endings, const char *path)
{
	enum { ENDINGS_MOST = 16 };
	const char *shown[ENDINGS_MOST];
	size_t count = distinct(ending, endings < ENDINGS_MOST ? endings : ENDINGS_MOST, shown);
	fprintf(stderr, "rigidc: %s takes ", option);
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "%sNAME%s", text_between(i, count, " or "), shown[i]);
	fputs(", not '", stderr);
	complain_put(path);
	fputs("'\n", stderr);
	return EXIT_USAGE;
}
