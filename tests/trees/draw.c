/* draw FOLDER FIRST COUNT: random trees as model files, FOLDER/SEED.rig, and hard ones, FOLDER/hardSEED.rig, each with
 * a state for rnea in a .txt beside it. For test scripts. */
#include <stdlib.h>

#include "random_bits.h"
#include "random_tree.h"

static FILE *file_of(const char *folder, const char *kind, uint64_t seed, const char *ending)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s%llu%s", folder, kind, (unsigned long long)seed, ending);
	FILE *file = fopen(path, "w");
	if (!file) {
		perror(path);
		exit(2);
	}
	return file;
}

static void draw(const char *folder, const char *kind, enum random_scope scope, uint64_t seed)
{
	static struct random_tree tree;
	static double state[3][7 * RANDOM_BODIES];
	random_tree_in(scope, seed, &tree);
	FILE *model = file_of(folder, kind, seed, ".rig"), *numbers = file_of(folder, kind, seed, ".txt");
	random_tree_write(&tree, model);
	random_state(seed, &tree.dense, state[0], state[1], state[2]);
	for (int array = 0; array < 3; array++)
		for (int i = 0; i < (array ? dense_nv(&tree.dense) : dense_nq(&tree.dense)); i++)
			fprintf(numbers, "%.17g ", state[array][i]);
	fputc('\n', numbers);
	fclose(model);
	fclose(numbers);
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("draw FOLDER FIRST COUNT\n", stderr);
		return 2;
	}
	uint64_t first = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
	for (uint64_t seed = first; seed < first + count; seed++) {
		draw(argv[1], "", RANDOM_ANY, seed);
		draw(argv[1], "hard", RANDOM_HARD, seed);
	}
	return 0;
}
