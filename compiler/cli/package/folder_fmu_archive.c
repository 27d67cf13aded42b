/* The archive of a Functional Mock-up Unit, by minizip. Entries have the order of the files and the time 1980-01-01
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
	return complain("built without minizip: %s is not written; -o DIR writes its files", path);
}

#else

#include <minizip/zip.h>
#include <stdio.h>
#include <stdlib.h>

/* minizip writes to a stream of its caller, who opens and closes it. */
static voidpf open_given(voidpf stream, const void *path, int mode)
{
	(void)path, (void)mode;
	return stream;
}

static int close_given(voidpf given, voidpf stream)
{
	(void)given, (void)stream;
	return 0;
}

/* Adds a file, of the kind of Unix that everyone may read. */
static bool add_entry(zipFile archive, const struct OutputFile *file)
{
	enum { JANUARY_1ST_1980 = 1 << 5 | 1, MODE = 0100644, UNIX = 3 << 8 | 20, UTF_8 = 1 << 11 };
	const zip_fileinfo info = { .dosDate = JANUARY_1ST_1980 << 16, .external_fa = (uLong)MODE << 16 };
	if (zipOpenNewFileInZip4_64(archive, file->path, &info, NULL, 0, NULL, 0, NULL, Z_DEFLATED,
	                            Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0,
	                            UNIX, UTF_8, 0) != ZIP_OK)
		return false;
	bool good = zipWriteInFileInZip(archive, file->text, (unsigned)file->size) == ZIP_OK;
	return zipCloseFileInZip(archive) == ZIP_OK && good;
}

static bool put_archive(FILE *out, const struct OutputFile *file, int files)
{
	zlib_filefunc64_def functions;
	fill_fopen64_filefunc(&functions);
	functions.opaque = out;
	functions.zopen64_file = open_given;
	functions.zclose_file = close_given;
	zipFile archive = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &functions);
	bool good = archive != NULL;
	for (int i = 0; i < files && good; i++)
		good = add_entry(archive, &file[i]);
	return archive && zipClose(archive, NULL) == ZIP_OK && good;
}

int folder_fmu_archive(const char *path, const struct OutputFile *file, int files)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&bytes, &size);
	bool good = out && put_archive(out, file, files);
	good = out && fclose(out) == 0 && good;
	int code = good ? output_replace(&(struct OutputFile){ path, bytes, size }, 1)
	                : complain("out of memory for %s", path);
	free(bytes);
	return code;
}

#endif
