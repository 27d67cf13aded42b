/* Copies of the model and its included files, in which every include still finds its file. Files in the model's folder
 * are copied to model/. Files in a folder of -I are copied to model/include1, model/include2, ..., unless this folder
 * is in the model's folder. */
#include "folder.h"

#include <string.h>

/* Folder of the model with its slash; "" for the current folder. NULL if the model is not from a file. */
static const char *own_folder(const struct Folder *folder)
{
	const char *path = folder->model->files.path, *slash = path ? strrchr(path, '/') : NULL;
	return slash ? arena_copy(folder->arena, path, (size_t)(slash + 1 - path)) : path ? "" : NULL;
}

/* The path without `.` and `..`. NULL if the path leads out of the folder in which it begins. */
static const char *straight(struct Arena *arena, const char *path)
{
	struct Text text = text_new(arena);
	text_put(&text, "");
	for (size_t length; *path; path += length + (path[length] == '/')) {
		length = strcspn(path, "/");
		if (length == 2 && strncmp(path, "..", 2) == 0) {
			if (!text.count)
				return NULL;
			const char *slash = strrchr(text_string(&text), '/');
			text.count = slash ? (size_t)(slash - text.item) : 0;
			text.item[text.count] = '\0';
		} else if (length && !(length == 1 && *path == '.')) {
			text_put(&text, text.count ? "/" : "");
			text_bytes(&text, path, length);
		}
	}
	return text_string(&text);
}

/* The path relative to `folder` ("" or ending with a slash). NULL if the path leads elsewhere. */
static const char *inside(struct Arena *arena, const char *folder, const char *path)
{
	size_t length = strlen(folder);
	bool begins = strncmp(path, folder, length) == 0 && path[length] != '/';
	return begins ? straight(arena, path + length) : NULL;
}

const char *folder_include(const struct Folder *folder, const char *path)
{
	const struct Request *request = &folder->model->request;
	const char *own = own_folder(folder), *rest = own ? inside(folder->arena, own, path) : NULL;
	size_t number = 1;
	while (number < request->includes && strcmp(request->include[number - 1], path) != 0)
		number++;
	return rest ? text_print(folder->arena, "model/%s", rest)
	            : text_print(folder->arena, "model/include%zu", number);
}

struct Copies {
	const struct Folder *folder;
	struct OutputFile *item;
	size_t count, capacity;
};

/* Adds a copy of a file, unless present. False if the path is that of the model itself. */
static bool add_copy(struct Copies *copies, const char *folder, const char *rest, const struct Included *file)
{
	const char *path = text_print(copies->folder->arena, "%s/%s", folder, rest);
	for (size_t i = 0; i < copies->count; i++)
		if (strcmp(copies->item[i].path, path) == 0)
			return i > 0;
	*ARENA_PUSH(copies->folder->arena, copies) = (struct OutputFile){ path, file->text, file->length };
	return true;
}

/* Adds a copy to every folder from which the file may have been included. */
static void add_copies(struct Copies *copies, const struct Included *file)
{
	const struct Folder *folder = copies->folder;
	struct Arena *arena = folder->arena;
	const struct Request *request = &folder->model->request;
	const char *own = own_folder(folder), *rest = own ? inside(arena, own, file->name) : NULL;
	bool found = rest && add_copy(copies, "model", rest, file);
	for (size_t i = 0; i < request->includes; i++) {
		rest = inside(arena, text_print(arena, "%s/", request->include[i]), file->name);
		found |= rest && add_copy(copies, folder_include(folder, request->include[i]), rest, file);
	}
	if (!found)
		library_fail(folder->model, RIGIDC_USAGE,
		             "a copy of %s would not be found: it is to lie in the model's folder or in one of -I",
		             file->name);
}

const struct OutputFile *folder_models(const struct Folder *folder, int *count)
{
	const struct Includes *includes = &folder->model->files.includes;
	const struct Source *source = &folder->model->sources.item[0];
	struct Copies copies = { .folder = folder };
	*ARENA_PUSH(folder->arena, &copies) = (struct OutputFile){ folder->file, source->text, source->length };
	for (size_t i = 0; i < includes->count && !folder->model->failure; i++)
		if (!includes->item[i]->own)
			add_copies(&copies, includes->item[i]);
	*count = (int)copies.count;
	return folder->model->failure ? NULL : copies.item;
}
