/* URI of the page that explains all diagnostics: as installed, or in the source tree beside build/. */
#include "server.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of this program, with a slash behind; NULL: it is unknown. */
static const char *own_folder(struct Arena *arena)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
	while (length > 0 && path[length - 1] != '/')
		length--;
	return length > 0 ? arena_copy(arena, path, (size_t)length) : NULL;
}

const char *manual_uri(struct Arena *arena)
{
	static const char *const places[] = { "../share/doc/rigidc/DIAGNOSTICS.md", "../grammar/DIAGNOSTICS.md" };
	const char *folder = own_folder(arena), *uri = NULL;
	for (size_t i = 0; folder && !uri && i < sizeof places / sizeof *places; i++) {
		char *found = realpath(text_print(arena, "%s%s", folder, places[i]), NULL);
		uri = found ? uri_of(arena, found) : NULL;
		free(found);
	}
	return uri;
}
