#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "mesh.h"

static bool is_file(const char *path)
{
	struct stat state;
	return stat(path, &state) == 0 && S_ISREG(state.st_mode);
}

/* FOLDER/REST, if there is such a file. */
static const char *in_folder(struct Arena *arena, const char *folder, size_t length, const char *rest)
{
	const char *path = length ? text_print(arena, "%.*s/%s", (int)length, folder, rest) : rest;
	return is_file(path) ? path : NULL;
}

/* The folder that --package gives a name, with its length; NULL: none. */
static const char *given_folder(const struct MeshFolders *folders, const char *name, size_t length)
{
	for (size_t i = 0; i < folders->packages; i++) {
		const char *sign = strchr(folders->package[i], '=');
		if (sign && (size_t)(sign - folders->package[i]) == length &&
		    memcmp(folders->package[i], name, length) == 0)
			return sign + 1;
	}
	return NULL;
}

/* Is the last part of the path of this length the name? */
static bool ends_with(const char *path, size_t length, const char *name, size_t name_length)
{
	return length >= name_length && memcmp(path + length - name_length, name, name_length) == 0 &&
	       (length == name_length || path[length - name_length - 1] == '/');
}

/* NAME/REST in a folder around the model's file, or REST in one of that name. */
static const char *around_model(struct Arena *arena, const char *model, const char *name)
{
	const size_t length = strcspn(name, "/");
	const char *rest = name + length + (name[length] == '/'), *found = NULL;
	for (size_t at = strlen(model); at > 0 && !found;) {
		while (at > 0 && model[at - 1] != '/')
			at--;
		at -= at > 0; /* the slash */
		found = in_folder(arena, model, at, name);
		if (!found && at && ends_with(model, at, name, length))
			found = in_folder(arena, model, at, rest);
	}
	return found;
}

static const char *in_package(struct Arena *arena, const struct MeshFolders *folders, const char *name)
{
	const size_t length = strcspn(name, "/");
	const char *rest = name + length + (name[length] == '/');
	const char *given = given_folder(folders, name, length), *found = NULL;
	if (given)
		return in_folder(arena, given, strlen(given), rest);
	for (size_t i = 0; i < folders->folders && !found; i++) {
		const char *folder = folders->folder[i];
		size_t end = strlen(folder);
		while (end > 1 && folder[end - 1] == '/')
			end--;
		found = in_folder(arena, folder, end, name);
		if (!found && ends_with(folder, end, name, length))
			found = in_folder(arena, folder, end, rest);
	}
	return found || !folders->model ? found : around_model(arena, folders->model, name);
}

/* FILE in the folder of the model, whose path is so long, or in those of -I. */
static const char *beside(struct Arena *arena, const struct MeshFolders *folders, size_t length, const char *file)
{
	const char *found = folders->model ? in_folder(arena, folders->model, length, file) : NULL;
	for (size_t i = 0; i < folders->folders && !found; i++)
		found = in_folder(arena, folders->folder[i], strlen(folders->folder[i]), file);
	return found;
}

const char *mesh_find(struct Arena *arena, const struct MeshFolders *folders, const char *file)
{
	static const char package[] = "package://", model[] = "model://", plain[] = "file://";
	if (strncmp(file, package, strlen(package)) == 0)
		return in_package(arena, folders, file + strlen(package));
	if (strncmp(file, model, strlen(model)) == 0)
		return in_package(arena, folders, file + strlen(model));
	if (strncmp(file, plain, strlen(plain)) == 0)
		file += strlen(plain);
	else if (strstr(file, "://"))
		return NULL;
	if (*file == '/')
		return is_file(file) ? file : NULL;
	const char *slash = folders->model ? strrchr(folders->model, '/') : NULL;
	const char *found = beside(arena, folders, slash ? (size_t)(slash - folders->model) : 0, file);
	return found ? found
	             : beside(arena, folders, slash ? (size_t)(slash - folders->model) : 0,
	                      text_print(arena, "Geometry/%s", file));
}
