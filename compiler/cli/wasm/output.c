/* cli/output.h for WebAssembly: files are in memory, and only this program uses them, so that each is written at once. */
#include "cli/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/complain.h"

int output_finish(void)
{
	return fflush(stdout) == 0 ? EXIT_FINE : complain("cannot write to standard output: %s", strerror(errno));
}

bool output_is_stdout(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

bool output_is_file(const char *path)
{
	return !output_is_stdout(path);
}

static int write_file(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");
	bool good = file && fwrite(bytes, 1, size, file) == size;
	good &= file && fclose(file) == 0;
	return good ? EXIT_FINE : complain_unwritten(path);
}

int output_replace(const struct OutputFile *file, int files)
{
	int code = EXIT_FINE;
	for (int i = 0; i < files && code == EXIT_FINE; i++)
		code = write_file(file[i].path, file[i].text, file[i].size);
	return code;
}

int output_write(const char *path, const char *text)
{
	return output_write_bytes(path, text, strlen(text));
}

int output_write_bytes(const char *path, const char *bytes, size_t size)
{
	if (output_is_file(path))
		return write_file(path, bytes, size);
	fwrite(bytes, 1, size, stdout);
	return output_finish();
}

int output_folder_is_free(const char *path)
{
	struct stat state;
	return stat(path, &state) != 0 ? EXIT_FINE : complain("%s exists", path);
}

int output_folder(const char *path, const struct OutputFile *file, int files)
{
	int code = EXIT_FINE;
	for (int i = 0; i < files && code == EXIT_FINE; i++) {
		char name[512];
		snprintf(name, sizeof name, "%s/%s", path, file[i].path);
		code = write_file(name, file[i].text, file[i].size);
	}
	return code;
}
