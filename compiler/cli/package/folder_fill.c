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

/* The folder of the templates of the kind: its name without a colon. */
static const char *own_folder(const struct Folder *folder)
{
	const char *name = folder->kind->name;
	char *own = arena_copy(folder->arena, name, strlen(name)), *to = own;
	for (; *name; name++)
		if (*name != ':')
			*to++ = *name;
	*to = '\0';
	return own;
}

const char *folder_fill_own(const struct Folder *folder, const char *path)
{
	return folder_fill(folder, text_print(folder->arena, "%s/%s", own_folder(folder), path));
}

/* Path of a template in the folder, without the kind at the beginning and .in at the end. NULL: a template of another
 * kind. */
static const char *path_of(const struct Folder *folder, const char *own, const char *path)
{
	size_t length = strlen(own);
	if (strncmp(path, own, length) != 0 || path[length] != '/')
		return NULL;
	path += length + 1;
	return folder_fill_text(folder, arena_copy(folder->arena, path, strlen(path) - strlen(".in")));
}

const struct OutputFile *folder_files(const struct Folder *folder, int *count)
{
	struct OutputFile *files = ARENA_ARRAY(folder->arena, struct OutputFile, TEMPLATES);
	const char *own = own_folder(folder);
	*count = 0;
	for (int i = 0; i < TEMPLATES; i++) {
		const char *path = path_of(folder, own, templates[i].path);
		if (!path)
			continue;
		const char *text = template_fill(&all, &templates[i], folder->values);
		if (*text) /* there are files that go with an option */
			files[(*count)++] = (struct OutputFile){ path, text, strlen(text) };
	}
	return files;
}
