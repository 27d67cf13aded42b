/* Names in a folder: of the package, of the model's copy, in C. */
#include "folder.h"

#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Name for the stricter registries: lower case, with single underscores only between other characters. */
static const char *lowered(struct Arena *arena, const char *name)
{
	struct Text text = text_new(arena);
	for (const char *at = name; *at; at++) {
		bool between = text.count > 0 && at[1] && at[1] != '_';
		if (*at >= 'A' && *at <= 'Z')
			text_char(&text, (char)(*at - 'A' + 'a'));
		else if (*at != '_' || between)
			text_char(&text, *at);
	}
	return text_string(&text);
}

/* Name `base`, with the prefix `robot_` if `base` is among `words` (with blanks around each). */
static const char *untaken(struct Arena *arena, const char *base, const char *words)
{
	bool taken = strstr(words, text_print(arena, " %s ", base)) != NULL;
	return taken ? text_print(arena, "robot_%s", base) : base;
}

static const char *package_name(const struct Folder *folder)
{
	enum { LONGEST = 50 }; /* limit of PlatformIO, the strictest registry */
	struct Arena *arena = folder->arena;
	const char *name = folder->kind->lower ? lowered(arena, folder->prefix) : folder->prefix;
	if (!is_letter(*name) || (folder->kind->lower && !name[1]))
		name = text_print(arena, "robot%s%s", *name && *name != '_' ? "_" : "", name);
	name = untaken(arena, name, folder->kind->taken);
	if (strlen(name) > LONGEST)
		name = arena_copy(arena, name, name[LONGEST - 1] == '_' ? LONGEST - 1 : LONGEST);
	return name;
}

/* Path of the model's copy. The file name is kept if no build file needs quotes or escapes for this name. */
static const char *model_file(const struct Folder *folder)
{
	const char *path = folder->model->sources.item[0].name, *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path, *ending = folder->model->format->ending;
	bool plain = is_letter(*name) || is_digit(*name);
	for (const char *at = name; *at; at++)
		plain &= is_letter(*at) || is_digit(*at) || *at == '_' || *at == '.' || *at == '-';
	return plain ? text_print(folder->arena, "model/%s", name)
	             : text_print(folder->arena, "model/%s.%s", folder->name, ending);
}

void folder_name_all(struct Folder *folder)
{
	folder->prefix = c_prefix(folder->arena, &folder->job);
	folder->upper = c_upper_prefix(folder->arena, &folder->job);
	folder->name = package_name(folder);
	folder->file = model_file(folder);
}

const char *folder_function(const struct Folder *folder, const struct Generated *function)
{
	return c_function_name(folder->arena, &folder->job, function) + strlen(folder->prefix) + 1;
}

const char *folder_beside(const struct Folder *folder, const char *ending)
{
	return text_print(folder->arena, "%.*s%s", (int)(strrchr(folder->code, '.') - folder->code), folder->code,
	                  ending);
}
