#include "colour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wanted(void)
{
	const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
	return isatty(STDERR_FILENO) && !(no && *no) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

static void put_in(enum Severity severity, const char *text, size_t length)
{
	static const char *const start[] = { "", "\033[1;36m", "\033[1;35m", "\033[1;31m" };
	fprintf(stderr, "%s%.*s\033[0m", start[severity], (int)length, text);
}

void colour_put_severity(enum Severity severity)
{
	const char *name = severity_name(severity);
	if (wanted())
		put_in(severity, name, strlen(name));
	else
		fputs(name, stderr);
}

/* Severity of a line "file:line:col: severity: text [name]", with its position in *found. Other lines: SEVERITY_OFF. */
static enum Severity find_severity(const char *line, const char **found)
{
	for (const char *colon = line; (colon = strchr(colon, ':')); colon++) {
		const char *end = colon + 1 + strspn(colon + 1, "0123456789"), *rest = end + 1;
		if (end == colon + 1 || *end != ':')
			continue;
		rest += strspn(rest, "0123456789");
		if (rest == end + 1 || strncmp(rest, ": ", 2) != 0)
			continue;
		*found = rest += 2;
		for (enum Severity s = SEVERITY_NOTE; s <= SEVERITY_ERROR; s++) {
			size_t length = strlen(severity_name(s));
			if (strncmp(rest, severity_name(s), length) == 0 && rest[length] == ':')
				return s;
		}
	}
	return SEVERITY_OFF;
}

/* A message has three lines: text, source line, caret. `line` is the first of them and ends at `end`. Returns the end
 * of the third. */
static const char *put_message(const char *line, const char *end, enum Severity severity, const char *at)
{
	size_t name = strlen(severity_name(severity));
	fwrite(line, 1, (size_t)(at - line), stderr);
	put_in(severity, at, name);
	fwrite(at + name, 1, (size_t)(end - at) - name, stderr);
	const char *caret = end + strcspn(end, "\n");
	caret += *caret == '\n';
	fwrite(end, 1, (size_t)(caret - end), stderr);
	const char *mark = caret + strspn(caret, " \t"), *behind = mark + strcspn(mark, "\n");
	fwrite(caret, 1, (size_t)(mark - caret), stderr);
	put_in(severity, mark, (size_t)(behind - mark));
	return behind;
}

void colour_put_messages(const char *messages)
{
	if (!wanted()) {
		fputs(messages, stderr);
		return;
	}
	while (*messages) {
		size_t length = strcspn(messages, "\n");
		const char *end = messages + length + (messages[length] == '\n'), *at = messages;
		/* lines that begin with a blank, as a help does, begin no message */
		enum Severity severity = *messages == ' ' ? SEVERITY_OFF : find_severity(messages, &at);
		if (severity == SEVERITY_OFF || at > end)
			fwrite(messages, 1, (size_t)(end - messages), stderr);
		else
			end = put_message(messages, end, severity, at);
		messages = end;
	}
}
