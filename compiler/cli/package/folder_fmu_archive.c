/* The archive of a Functional Mock-up Unit: a ZIP file as PKWARE's APPNOTE.TXT describes it, compressed by zlib. Entries
 * have the order of the files and the time 1980-01-01 00:00, so that the same files give the same bytes. */
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
	return complain("built without zlib: %s is not written; -o DIR writes its files", path);
}

#else

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/* A file of the archive. */
struct Entry {
	const char *path;
	unsigned char *packed; /* malloc'd: a stream of zlib, of which all but HEADER and CHECKSUM is the entry */
	uLong crc, size, packed_size, offset;
};
enum { HEADER = 2, CHECKSUM = 4 }; /* bytes */

/* A number of a record and its length in bytes, of which the lowest is the first. */
struct Number {
	uint64_t value;
	int bytes; /* 0: the end of a list */
};

static void put_numbers(FILE *out, const struct Number *number)
{
	for (; number->bytes; number++)
		for (int i = 0; i < number->bytes; i++)
			putc((int)(number->value >> 8 * i & 0xff), out);
}

/* The part that both headers of an entry have: from the version that can read it to the length of extra fields. */
static void put_common(FILE *out, const struct Entry *entry)
{
	enum { VERSION = 20, UTF_8 = 1 << 11, DEFLATED = 8, JANUARY_1ST_1980 = 1 << 5 | 1 };
	put_numbers(out, (const struct Number[]){ { VERSION, 2 },
	                                          { UTF_8, 2 },
	                                          { DEFLATED, 2 },
	                                          { 0, 2 },
	                                          { JANUARY_1ST_1980, 2 },
	                                          { entry->crc, 4 },
	                                          { entry->packed_size, 4 },
	                                          { entry->size, 4 },
	                                          { strlen(entry->path), 2 },
	                                          { 0, 2 },
	                                          { 0, 0 } });
}

/* An entry with its local header. */
static void put_entry(FILE *out, struct Entry *entry)
{
	entry->offset = (uLong)ftell(out);
	put_numbers(out, (const struct Number[]){ { 0x04034b50, 4 }, { 0, 0 } });
	put_common(out, entry);
	fputs(entry->path, out);
	fwrite(entry->packed + HEADER, 1, entry->packed_size, out);
}

/* Its header in the central directory: a regular file of Unix that everyone may read. */
static void put_header(FILE *out, const struct Entry *entry)
{
	enum { UNIX = 3 << 8 | 20 };
	put_numbers(out, (const struct Number[]){ { 0x02014b50, 4 }, { UNIX, 2 }, { 0, 0 } });
	put_common(out, entry);
	put_numbers(out, (const struct Number[]){
				 { 0, 6 }, { UINT64_C(0100644) << 16, 4 }, { entry->offset, 4 }, { 0, 0 } });
	fputs(entry->path, out);
}

/* Compresses a file. False: there is no memory. */
static bool pack(struct Entry *entry, const struct OutputFile *file)
{
	const unsigned char *bytes = (const unsigned char *)file->text;
	uLong size = compressBound(file->size);
	*entry = (struct Entry){ .path = file->path, .size = file->size, .packed = malloc(size) };
	if (!entry->packed || compress(entry->packed, &size, bytes, file->size) != Z_OK)
		return false;
	entry->packed_size = size - HEADER - CHECKSUM;
	entry->crc = crc32_z(0, bytes, file->size);
	return true;
}

/* Writes the archive. False: there is no memory, or it takes more than the 4 GB that offsets reach. */
static bool put_archive(FILE *out, struct Entry *entry, const struct OutputFile *file, int files)
{
	bool good = true;
	for (int i = 0; i < files && good; i++) {
		good = pack(&entry[i], &file[i]);
		if (good)
			put_entry(out, &entry[i]);
	}
	uint64_t start = (uint64_t)ftell(out), count = (uint64_t)files;
	for (int i = 0; i < files && good; i++)
		put_header(out, &entry[i]);
	uint64_t end = (uint64_t)ftell(out);
	put_numbers(out, (const struct Number[]){ { 0x06054b50, 4 },
	                                          { 0, 4 },
	                                          { count, 2 },
	                                          { count, 2 },
	                                          { end - start, 4 },
	                                          { start, 4 },
	                                          { 0, 2 },
	                                          { 0, 0 } });
	return good && !ferror(out) && end <= UINT32_MAX;
}

int folder_fmu_archive(const char *path, const struct OutputFile *file, int files)
{
	char *bytes = NULL;
	size_t size = 0;
	struct Entry *entry = calloc((size_t)files, sizeof *entry);
	FILE *out = open_memstream(&bytes, &size);
	bool good = entry && out && put_archive(out, entry, file, files);
	good = out && fclose(out) == 0 && good;
	for (int i = 0; entry && i < files; i++)
		free(entry[i].packed);
	int code = good ? output_replace(&(struct OutputFile){ path, bytes, size }, 1)
	                : complain("out of memory for %s", path);
	free(entry);
	free(bytes);
	return code;
}

#endif
