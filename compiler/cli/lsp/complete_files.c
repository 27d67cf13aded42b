/* Completion: files between the quotes of an `include`. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <string.h>

#include "symbol.h"
#include "grammar/formats/format.h"

/* Is the format of this file one of `include`? A folder has no point in its name. */
static bool is_offered(const char *name)
{
	const char *point = strrchr(name, '.');
	bool offered = point && strcmp(point, ".mjcf") == 0;
	for (int i = 0; i < FORMAT_COUNT && point; i++)
		offered |= strcmp(point + 1, format_table[i].ending) == 0 && (i == FORMAT_RIG || format_table[i].root);
	return !point || (offered && *name != '.');
}

/* Text of the line between `include "` and the place; NULL: there is no `include "`. */
static const char *path_begun(const struct Completing *c)
{
	const char *text = c->now.text;
	uint32_t end = c->asked.offset, begin = end;
	while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
		begin--;
	const char *line = arena_copy(c->arena, text + begin, end - begin);
	line += strspn(line, " \t");
	if (strncmp(line, "include", 7) != 0)
		return NULL;
	line += 7 + strspn(line + 7, " \t");
	return *line == '"' && !strchr(line + 1, '"') ? line + 1 : NULL;
}

bool complete_files(struct Completing *c)
{
	enum { MOST = 500 };
	const char *path = path_begun(c), *own = c->asked.document->path;
	if (!path)
		return false;
	const char *last = strrchr(path, '/'), *home = own ? strrchr(own, '/') : NULL;
	const char *inside = text_print(c->arena, "%.*s", last ? (int)(last - path) + 1 : 0, path);
	const char *folder =
		*path == '/' || !home ? inside : text_print(c->arena, "%.*s%s", (int)(home - own) + 1, own, inside);
	uint32_t begin = c->asked.offset - (uint32_t)strlen(path + strlen(inside));
	DIR *list = opendir(*folder ? folder : ".");
	const struct dirent *entry;
	for (int i = 0; list && i < MOST && (entry = readdir(list)); i++)
		if (is_offered(entry->d_name) && !(own && home && strcmp(entry->d_name, home + 1) == 0 && !*inside))
			complete_file(c, arena_copy(c->arena, entry->d_name, strlen(entry->d_name)), begin);
	if (list)
		closedir(list);
	return true;
}
