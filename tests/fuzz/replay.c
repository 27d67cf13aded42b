/* NAME_replay FILE...: what a harness of libFuzzer does with files, without libFuzzer. Says which file it is
 * at: the last one that is named is the one that ended it. */
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
		fprintf(stderr, "%s\n", argv[i]); /* standard output is a harness's */
		replay(argv[i]);
	}
	return argc < 2; /* no files are no test */
}
