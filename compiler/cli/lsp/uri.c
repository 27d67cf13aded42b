#include "server.h"

#include <ctype.h>
#include <string.h>

const char *uri_path(struct Arena *arena, const char *uri)
{
	if (strncmp(uri, "file://", 7) != 0)
		return NULL;
	const char *at = uri + 7 + strcspn(uri + 7, "/"); /* the name of a host is ignored */
	struct Text path = text_new(arena);
	while (*at && *at != '?' && *at != '#') {
		int high = *at == '%' ? text_hex_digit(at[1]) : -1, low = high >= 0 ? text_hex_digit(at[2]) : -1;
		bool escaped = low >= 0 && (high || low);
		text_char(&path, escaped ? (char)(16 * high + low) : *at);
		at += escaped ? 3 : 1;
	}
	return path.count ? text_string(&path) : NULL;
}

const char *uri_of(struct Arena *arena, const char *path)
{
	struct Text uri = text_new(arena);
	text_put(&uri, "file://");
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (c < 0x80 && (isalnum(c) || strchr("/-._~", c)))
			text_char(&uri, (char)c);
		else
			text_format(&uri, "%%%02X", c);
	}
	return text_string(&uri);
}
