#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 65 * 1024 * 1024 }; /* slightly above the reader's limit, so that the reader reports larger files */

/* --- reading --- */

/* Reads a stream to its end and closes it. NULL: *error is the reason. */
char *files_read_stream(struct Arena *arena, FILE *file, size_t *length, int *error)
{
	char *text = NULL;
	size_t capacity = 0;
	*length = 0;
	setvbuf(file, NULL, _IONBF, 0); /* without memory for its buffer, stdio would report end of file */
	while (*length < LARGEST) {
		if (*length == capacity) {
			capacity = capacity ? 2 * capacity : 16384;
			char *wider = realloc(text, capacity);
			if (!wider) {
				free(text);
				if (file != stdin)
					fclose(file);
				arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "realloc");
			}
			text = wider;
		}
		size_t got = fread(text + *length, 1, capacity - *length, file);
		*length += got;
		if (got == 0)
			break;
	}
	*error = ferror(file) ? errno : 0;
	if (file != stdin)
		fclose(file);
	char *copy = *error ? NULL : arena_copy(arena, text ? text : "", *length);
	free(text);
	if (*error == ENOMEM)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "read");
	return copy;
}

char *files_read(struct Arena *arena, const char *path, size_t *length, int *error)
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	*error = errno;
	if (!file && *error == ENOMEM)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, path);
	return file ? files_read_stream(arena, file, length, error) : NULL;
}

/* --- finding --- */

/* The path without symbolic links; NULL: errno is the reason. */
static const char *real_path(struct Arena *arena, const char *path)
{
	char *found = realpath(path, NULL);
	if (!found && errno == ENOMEM)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "realpath");
	const char *copy = found ? arena_copy(arena, found, strlen(found)) : NULL;
	free(found);
	return copy;
}

/* The path up to the last slash, inclusive: "" without a slash. */
static const char *folder_of(struct Arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? arena_copy(arena, path, (size_t)(slash + 1 - path)) : "";
}

static bool lies_in(const char *folder, const char *path)
{
	size_t length = folder ? strlen(folder) : 0;
	if (length && folder[length - 1] == '/')
		length--; /* the root folder */
	return folder && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool is_allowed(struct Files *files, const char *path)
{
	struct Arena *arena = files->arena;
	if (files->path && lies_in(real_path(arena, text_print(arena, "%s.", folder_of(arena, files->path))), path))
		return true;
	for (size_t i = 0; i < files->folders; i++)
		if (lies_in(real_path(arena, files->folder[i]), path))
			return true;
	return false;
}

/* Has a relative name `..` as one of its folders? */
static bool goes_up(const char *name)
{
	for (const char *at = name; *name != '/' && (at = strstr(at, "..")) != NULL; at += 2)
		if ((at == name || at[-1] == '/') && (at[2] == '/' || !at[2]))
			return true;
	return false;
}

/* May a name lead out of the folders, as the format has it? What such a file names in its own folder may too. */
static bool may_lead_out(const struct Files *files, const char *name, const struct Included *from, const char *path)
{
	struct Arena *arena = files->arena;
	return files->includes.above &&
	       (goes_up(name) ||
	        (from && *name != '/' &&
	         lies_in(real_path(arena, text_print(arena, "%s.", folder_of(arena, from->name))), path)));
}

/* Text of an open editor in place of the file; NULL: none. */
static const char *edited(const struct Files *files, const char *identity, size_t *length)
{
	return files->overlay ? files->overlay->text(files->overlay->context, identity, length) : NULL;
}

/* Does the path exist? If so, the file is chosen, whether it may be read or not. */
static bool try_path(struct Files *files, const char *path, const char *name, const struct Included *from,
                     struct Included *file)
{
	const char *real = real_path(files->arena, path);
	size_t length;
	if (!real && (errno == ENOENT || errno == ENOTDIR) && !(real = edited(files, path, &length) ? path : NULL))
		return false;
	file->name = path;
	file->identity = real;
	bool allowed = real && (is_allowed(files, real) || may_lead_out(files, name, from, real));
	file->problem = !real     ? strerror(errno)
	                : allowed ? NULL
	                          : "it lies neither in the folder of the model nor in one of -I";
	return true;
}

static struct Included find(void *context, const char *name, const struct Included *from)
{
	struct Files *files = context;
	struct Arena *arena = files->arena;
	const char *beside = from ? from->name : files->path;
	struct Included file = { .problem = NULL };
	bool found = false;
	if (*name == '/')
		found = try_path(files, name, name, from, &file);
	else if (beside)
		found = try_path(files, text_print(arena, "%s%s", folder_of(arena, beside), name), name, from, &file);
	for (size_t i = 0; i < files->folders && !found && *name != '/'; i++)
		found = try_path(files, text_print(arena, "%s/%s", files->folder[i], name), name, from, &file);
	if (!found)
		file.problem = strstr(name, "://")        ? "nothing is fetched from elsewhere"
		               : beside || files->folders ? "there is no such file"
		                                          : "a text that is no file includes from folders of -I alone";
	return file;
}

/* Reads a regular file; devices, pipes and the like, which wait or have no end, are refused. */
static void read_included(void *context, struct Included *file)
{
	struct Files *files = context;
	const char *text = edited(files, file->identity, &file->length);
	if (text) {
		file->text = arena_copy(files->arena, text, file->length);
		return;
	}
	struct stat state;
	int error = 0, number = open(file->identity, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	if (number < 0 || fstat(number, &state) != 0)
		error = errno;
	else if (S_ISDIR(state.st_mode))
		file->problem = "it is a folder";
	else if (!S_ISREG(state.st_mode))
		file->problem = "it is no regular file";
	FILE *stream = !error && !file->problem ? fdopen(number, "rb") : NULL;
	if (!stream && !error && !file->problem)
		error = errno;
	if (stream)
		file->text = files_read_stream(files->arena, stream, &file->length, &error);
	else if (number >= 0)
		close(number);
	if (error == ENOMEM)
		arena_fault(files->arena, FAULT_MEMORY, __FILE__, __LINE__, "open");
	if (error)
		file->problem = strerror(error);
}

void files_begin(struct Files *files)
{
	const char *identity = files->path ? real_path(files->arena, files->path) : NULL;
	files->includes =
		(struct Includes){ .context = files, .identity = identity, .find = find, .read = read_included };
}
