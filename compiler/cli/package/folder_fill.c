/* The templates of package/, compiled in, and the files of a folder that are made of them. */
#include <string.h>

#include "folder.h"
#include "template.h"

static const struct Template templates[] = {
#include "package_files.inc" /* made from the files of package/: "cmake/src/NAME.in" and the text of each */
};
enum { TEMPLATES = sizeof templates / sizeof *templates };
static const struct Templates all = { templates, TEMPLATES };

const char *folder_fill_text(const struct Folder *folder, const char *text)
{
	return template_fill(&all, &(struct Template){ text, text }, folder->values);
}

const char *folder_fill(const struct Folder *folder, const char *path)
{
	return folder_fill_text(folder, text_print(folder->arena, "@include %s@", path));
}

/* --- files --- */

/* Length of the folder of a kind at the beginning of a path: its name without a colon. 0: another folder. */
static size_t folder_length(const char *kind, const char *path)
{
	size_t length = 0;
	for (; *kind; kind++)
		if (*kind != ':' && path[length++] != *kind)
			return 0;
	return path[length] == '/' ? length : 0;
}

/* Path of a template in the folder, without the kind at the beginning and .in at the end. NULL: a template of another
 * kind. */
static const char *path_of(const struct Folder *folder, const char *path)
{
	size_t kind = folder_length(folder->kind->name, path);
	if (!kind)
		return NULL;
	path += kind + 1;
	return folder_fill_text(folder, arena_copy(folder->arena, path, strlen(path) - strlen(".in")));
}

const struct OutputFile *folder_files(const struct Folder *folder, int *count)
{
	struct OutputFile *files = ARENA_ARRAY(folder->arena, struct OutputFile, TEMPLATES);
	*count = 0;
	for (int i = 0; i < TEMPLATES; i++) {
		const char *path = path_of(folder, templates[i].path);
		if (!path)
			continue;
		const char *text = template_fill(&all, &templates[i], folder->values);
		if (*text) /* there are files that go with an option */
			files[(*count)++] = (struct OutputFile){ path, text, strlen(text) };
	}
	return files;
}
