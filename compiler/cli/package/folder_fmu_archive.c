/* The archive of a Functional Mock-up Unit, by libzip. Entries have the order of the files and the time 1980-01-01
 * 00:00, so that the same files give the same bytes. */
#include "folder_fmu.h"

#include <string.h>

#include "cli/complain.h"

bool folder_fmu_is_archive(const char *path)
{
	size_t length = path ? strlen(path) : 0;
	return length > 4 && strcmp(path + length - 4, ".fmu") == 0;
}

#ifdef WITHOUT_ZIP

int folder_fmu_archive(const char *path, const struct OutputFile *file, int files)
{
	(void)file, (void)files;
	return complain("built without libzip: %s is not written; -o DIR writes its files", path);
}

#else

#include <stdlib.h>
#include <zip.h>

static bool add_entry(zip_t *archive, const struct OutputFile *file)
{
	enum { JANUARY_1ST_1980 = 1 << 5 | 1 };
	zip_source_t *source = zip_source_buffer(archive, file->text, file->size, 0);
	zip_int64_t at = source ? zip_file_add(archive, file->path, source, ZIP_FL_ENC_UTF_8) : -1;
	if (source && at < 0)
		zip_source_free(source);
	return at >= 0 && zip_file_set_dostime(archive, (zip_uint64_t)at, 0, JANUARY_1ST_1980, 0) == 0;
}

/* Fills the source with an archive of the files. */
static bool fill(zip_source_t *memory, const struct OutputFile *file, int files)
{
	zip_t *archive = zip_open_from_source(memory, ZIP_TRUNCATE, NULL);
	bool good = archive != NULL;
	for (int i = 0; i < files && good; i++)
		good = add_entry(archive, &file[i]);
	if (good && zip_close(archive) == 0)
		return true;
	if (archive)
		zip_discard(archive);
	return false;
}

/* The bytes of a source, for the caller to free; NULL: out of memory. */
static char *bytes_of(zip_source_t *memory, size_t *size)
{
	zip_stat_t state;
	if (zip_source_stat(memory, &state) != 0 || zip_source_open(memory) != 0)
		return NULL;
	char *bytes = malloc((size_t)state.size);
	*size = (size_t)state.size;
	if (bytes && zip_source_read(memory, bytes, state.size) != (zip_int64_t)state.size) {
		free(bytes);
		bytes = NULL;
	}
	zip_source_close(memory);
	return bytes;
}

int folder_fmu_archive(const char *path, const struct OutputFile *file, int files)
{
	zip_source_t *memory = zip_source_buffer_create(NULL, 0, 0, NULL);
	size_t size = 0;
	char *bytes = NULL;
	if (memory) {
		zip_source_keep(memory); /* zip_close releases the source */
		bool filled = fill(memory, file, files);
		bytes = filled ? bytes_of(memory, &size) : NULL;
		zip_source_free(memory);
	}
	if (!bytes)
		return complain("out of memory for %s", path);
	int code = output_replace(&(struct OutputFile){ path, bytes, size }, 1);
	free(bytes);
	return code;
}

#endif
