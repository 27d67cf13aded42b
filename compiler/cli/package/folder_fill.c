/* The templates of package/, compiled in. Marks in their texts and in their paths are replaced. */

#include <string.h>

#include "folder_casadi.h"
#include "folder_fmi.h"
#include "base/version.h"

static const struct Template {
	const char *path, *text; /* path: "cmake/src/NAME.in" */
} templates[] = {
#include "package_files.inc" /* made from the files of package/ */
};
enum { TEMPLATES = sizeof templates / sizeof *templates };

static const char *template_text(const struct Folder *folder, const char *path)
{
	for (int i = 0; i < TEMPLATES; i++)
		if (strcmp(templates[i].path, path) == 0)
			return templates[i].text;
	NEVER(folder->arena, "a template is missing");
}

/* --- marks --- */

/* Is the mark at the beginning of a text? */
static bool begins(const char *text, const char *mark)
{
	return strncmp(text, mark, strlen(mark)) == 0;
}

/* Writes the text of the mark at the beginning of `text`. Returns the length of the mark; 0: there is none. */
static size_t put_mark(struct Folder *folder, const char *text, struct Text *out)
{
#define MARK(mark, statement) \
	if (begins(text, mark)) { \
		statement; \
		return strlen(mark); \
	}
#define MARK_WORD(mark, word) MARK(mark, text_put(out, word))
#define MARK_NUMBER(mark, number) MARK(mark, text_format(out, "%d", number))
#define MARK_TESTED(mark, text, otherwise) \
	MARK(mark, text_put(out, folder_fill(folder, folder->options->self_test ? text : otherwise)))
#define MARK_TEXT(mark, put) MARK(mark, put(folder, out))
#include "marks.def"
	return 0;
}

const char *folder_fill(struct Folder *folder, const char *text)
{
	struct Text out = text_new(folder->arena);
	while (*text) {
		size_t mark = *text == '@' ? put_mark(folder, text, &out) : 0;
		if (mark) {
			text += mark;
			/* texts of whole lines include the last line end */
			text += *text == '\n' && out.count && out.item[out.count - 1] == '\n';
			continue;
		}
		size_t plain = 1 + strcspn(text + 1, "@");
		text_bytes(&out, text, plain);
		text += plain;
	}
	return text_string(&out);
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
static const char *path_of(struct Folder *folder, const char *path)
{
	size_t kind = folder_length(folder->kind->name, path);
	if (!kind)
		return NULL;
	return folder_fill(folder, arena_copy(folder->arena, path + kind + 1, strlen(path) - kind - 1 - strlen(".in")));
}

const struct OutputFile *folder_files(struct Folder *folder, int *count)
{
	struct OutputFile *files = ARENA_ARRAY(folder->arena, struct OutputFile, TEMPLATES);
	*count = 0;
	for (int i = 0; i < TEMPLATES; i++) {
		const char *path = path_of(folder, templates[i].path);
		if (!path)
			continue;
		const char *text = folder_fill(folder, templates[i].text);
		if (text[strspn(text, "\n")]) /* there are files that go with an option */
			files[(*count)++] = (struct OutputFile){ path, text, strlen(text) };
	}
	return files;
}
