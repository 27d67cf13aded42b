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
	const char *define = second ? "-DFMI2_OVERRIDE_FUNCTION_PREFIX" : "-DFMI3_OVERRIDE_FUNCTION_PREFIX";
	const char *const files[] = { define, "-o", place_of(folder, place, "unit.so"), place_of(folder, place, name),
		                      "-lm" };
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

static bool build(const struct Folder *folder, const char *place, const struct OutputFile *file, int files,
                  struct OutputFile *library)
{
	bool good = true;
	for (int i = 0; i < files && good; i++)
		if (source_name(&file[i]))
			good = output_write_bytes(place_of(folder, place, source_name(&file[i])), file[i].text,
			                          file[i].size) == EXIT_FINE;
	good = good && compile(folder, place) == CHILD_WELL &&
	       read_back(folder, place_of(folder, place, "unit.so"), library);
	for (int i = 0; i < files; i++)
		if (source_name(&file[i]))
			unlink(place_of(folder, place, source_name(&file[i])));
	unlink(place_of(folder, place, "unit.so"));
	return good;
}

bool folder_fmu_library(const struct Folder *folder, const struct OutputFile *file, int files,
                        struct OutputFile *library)
{
	const char *own = platform(folder);
	char place[1024];
	sigset_t before;
	bool good = false;
	if (!own)
		return complain("the unit has sources alone: --for=%s has no name for this machine",
		                folder->kind->name),
		       false;
	library->path = text_print(folder->arena, "binaries/%s/%s.so", own, folder->name);
	signals_hold(&before); /* until the files are gone */
	if (scratch_make(scratch_parent(), place, sizeof place)) {
		good = build(folder, place, file, files, library);
		rmdir(place);
	}
	signals_release(&before);
	if (!good)
		complain(
			"the unit has sources alone: the C compiler (CC, else cc) could not be run or refused its input");
	return good;
}
