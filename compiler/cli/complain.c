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
	for (int i = 0; i < CHECK_COUNT; i++)
		nearest_try(&nearest, check_table[i].name);
	return complain_unknown("check", &nearest, "--list=checks");
}

int complain_choice(const char *option, const char *verb, const char *const *choice, int choices, const char *value)
{
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
	if (nearest.found && choices > 2)
		fprintf(stderr, "; did you mean '%s'?", nearest.found);
	fputc('\n', stderr);
	return EXIT_USAGE;
}
