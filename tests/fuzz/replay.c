/* NAME_replay FILE...: runs a libFuzzer harness on files, without libFuzzer. It prints each file's name before the run,
 * so the last name belongs to the file that ended the process. */
#include "harness.h"

static void replay(const char *path)
{
	enum { MOST = 1 << 20 };
	static uint8_t data[MOST];
	FILE *file = fopen(path, "rb");
	if (!file) {
		perror(path);
		exit(1);
	}
	size_t size = fread(data, 1, sizeof data, file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		fprintf(stderr, "%s\n", argv[i]); /* standard output belongs to the harness */
		replay(argv[i]);
	}
	return argc < 2; /* without files nothing is tested */
}
