/* The library of a Functional Mock-up Unit: compiled in a folder for temporary files, and read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "folder_fmi.h"
#include "folder_fmu.h"
#include "base/child.h"
#include "base/scratch.h"
#include "base/signals.h"
#include "cli/complain.h"
#include "runtime/executor.h"

enum { WORDS = 8, OPTIONS = 16, SECONDS = 600 };

/* Folders of binaries, by the machine's name in uname; NULL: FMI 2.0 has none. */
static const struct Platform {
	const char *machine, *fmi3, *fmi2;
} platforms[] = {
	{ "x86_64", "x86_64-linux", "linux64" },
	{ "i686", "x86-linux", "linux32" },
	{ "aarch64", "aarch64-linux", NULL },
	{ "riscv64", "riscv64-linux", NULL },
};

static const char *platform(const struct Folder *folder)
{
	struct utsname system;
	if (uname(&system) != 0 || strcmp(system.sysname, "Linux") != 0)
		return NULL;
	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
		if (strcmp(platforms[i].machine, system.machine) == 0)
			return folder_fmi_version(folder) == 2 ? platforms[i].fmi2 : platforms[i].fmi3;
	return NULL;
}

/* The files below sources/, by their names alone. NULL: another file. */
static const char *source_name(const struct OutputFile *file)
{
	static const char folder[] = "sources/";
	return strncmp(file->path, folder, strlen(folder)) == 0 ? file->path + strlen(folder) : NULL;
}

static const char *place_of(const struct Folder *folder, const char *place, const char *name)
{
	return text_print(folder->arena, "%s/%s", place, name);
}

/* Runs the C compiler. Neither the place nor the time gets into the library. */
static enum Child compile(const struct Folder *folder, const char *place)
{
	static const char *const option[] = { "-std=c99", "-O2", "-ffp-contract=off",  "-fPIC", "-fvisibility=hidden",
		                              "-shared",  "-s",  "-Wl,--build-id=none" };
	static const int quiet[] = { -1, -1, -1 };
	char room[256], *arguments[WORDS + OPTIONS];
	const bool second = folder_fmi_version(folder) == 2;
	const char *name = second ? "fmi2.c" : "fmi3.c";
	const char *const files[] = { "-DFMI3_OVERRIDE_FUNCTION_PREFIX", "-o", place_of(folder, place, "unit.so"),
		                      place_of(folder, place, name), "-lm" };
	size_t count = cc_words(room, sizeof room, arguments, WORDS);
	for (size_t i = 0; i < sizeof option / sizeof *option; i++)
		arguments[count++] = (char *)option[i];
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		arguments[count++] = (char *)files[i];
	arguments[count] = NULL;
	return child_run(arguments, quiet, SECONDS);
}

/* Reads a whole file. False: it cannot be read. */
static bool read_back(const struct Folder *folder, const char *path, struct OutputFile *library)
{
	FILE *file = fopen(path, "rb");
	long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	if (size > 0) {
		char *bytes = arena_array(folder->arena, (size_t)size, 1);
		rewind(file);
		library->text = bytes;
		library->size = fread(bytes, 1, (size_t)size, file);
	}
	if (file)
		fclose(file);
	return size > 0 && library->size == (size_t)size;
}

/* Writes the sources. Returns an exit code; `bytes` is their size. */
static int put_sources(const struct Folder *folder, const char *place, const struct OutputFile *file, int files,
                       size_t *bytes)
{
	int code = EXIT_FINE;
	*bytes = 0;
	for (int i = 0; i < files && code == EXIT_FINE; i++) {
		const char *name = source_name(&file[i]);
		if (name)
			code = output_write_bytes(place_of(folder, place, name), file[i].text, file[i].size);
		*bytes += name ? file[i].size : 0;
	}
	return code;
}

/* Writes a file as large as what a compiler writes: assembly, objects. A compiler does not tell that the folder is full. */
static int check_room(const struct Folder *folder, const char *place, size_t sources)
{
	const size_t size = 16 * sources;
	const char *path = place_of(folder, place, "room");
	int code = output_write_bytes(path, arena_array(folder->arena, size, 1), size);
	unlink(path);
	return code;
}

static void remove_sources(const struct Folder *folder, const char *place, const struct OutputFile *file, int files)
{
	for (int i = 0; i < files; i++)
		if (source_name(&file[i]))
			unlink(place_of(folder, place, source_name(&file[i])));
	unlink(place_of(folder, place, "unit.so"));
}

/* The library; without text if the compiler fails although the folder has room. Returns an exit code. */
static int build(const struct Folder *folder, const char *place, const struct OutputFile *file, int files,
                 struct OutputFile *library)
{
	size_t bytes;
	int code = put_sources(folder, place, file, files, &bytes);
	if (code == EXIT_FINE &&
	    !(compile(folder, place) == CHILD_WELL && read_back(folder, place_of(folder, place, "unit.so"), library))) {
		library->text = NULL;
		code = check_room(folder, place, bytes);
	}
	remove_sources(folder, place, file, files);
	return code;
}

int folder_fmu_library(const struct Folder *folder, const struct OutputFile *file, int files,
                       struct OutputFile *library)
{
	const char *own = platform(folder);
	char place[1024];
	sigset_t before;
	int code;
	if (!own) {
		complain("the unit has sources alone: --for=%s has no name for this machine", folder->kind->name);
		return EXIT_FINE;
	}
	library->path = text_print(folder->arena, "binaries/%s/%s.so", own, folder->name);
	signals_hold(&before); /* until the files are gone */
	if (scratch_make(scratch_parent(), place, sizeof place)) {
		code = build(folder, place, file, files, library);
		rmdir(place);
	} else {
		code = complain_unwritten(scratch_parent());
	}
	signals_release(&before);
	if (code == EXIT_FINE && !library->text)
		complain(
			"the unit has sources alone: the C compiler (CC, else cc) could not be run or refused its input");
	return code;
}
