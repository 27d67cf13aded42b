/* draw FOLDER FIRST COUNT: random trees as model files, FOLDER/SEED.rig, and hard ones, FOLDER/hardSEED.rig, each with
 * a state for rnea in a .txt beside it.
 * draw FOLDER FIRST COUNT held: trees with closed loops and contacts where some fit, FOLDER/heldSEED.rig, with functions of them in a
 * .functions beside it.
 * draw FOLDER FIRST COUNT common: trees with features of all simulators alone, FOLDER/commonSEED.rig.
 * For test scripts. */
#include <stdlib.h>
#include <string.h>

#include "random_bits.h"
#include "random_contact.h"
#include "random_loop.h"
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

/* Functions of the loops, and of the first phase. */
static void write_functions(const struct random_loops *loops, const struct random_contacts *contacts, FILE *out)
{
	fputs(loops->loops ? "closure" : "com", out);
	if (contacts->phases)
		fprintf(out, ",fd:%s,lambda:%s,jac:%s", contacts->phase[0].name, contacts->phase[0].name,
		        contacts->phase[0].name);
	else if (loops->loops)
		fputs(",fd,lambda", out);
	fputc('\n', out);
}

/* With loops that are closed at a state, and contacts. */
static void draw_held(const char *folder, uint64_t seed)
{
	static struct random_tree tree;
	static struct random_loops loops;
	static struct random_contacts contacts;
	static double q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV];
	static dense_real dense_q[RANDOM_NQ], dense_qd[RANDOM_NV], dense_qdd[RANDOM_NV];
	uint64_t random = seed;
	random_tree_in(RANDOM_ANY, seed, &tree);
	random_name_joints(&tree);
	random_state(seed, &tree.dense, q, qd, qdd);
	random_couple(&tree, q, qd, qdd, dense_q, dense_qd, dense_qdd);
	FILE *model = file_of(folder, "held", seed, ".rig"), *functions = file_of(folder, "held", seed, ".functions");
	random_tree_write(&tree, model);
	random_loops_declare(&random, &tree, dense_q, model, &loops);
	random_contacts_declare(&random, &tree, loops.loops ? &loops.rows : NULL, dense_q, model, &contacts);
	write_functions(&loops, &contacts, functions);
	fclose(model);
	fclose(functions);
}

int main(int argc, char **argv)
{
	bool held = argc == 5 && strcmp(argv[4], "held") == 0, common = argc == 5 && strcmp(argv[4], "common") == 0;
	if (argc != 4 && !held && !common) {
		fputs("draw FOLDER FIRST COUNT [held|common]\n", stderr);
		return 2;
	}
	uint64_t first = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
	for (uint64_t seed = first; seed < first + count; seed++) {
		if (held) {
			draw_held(argv[1], seed);
			continue;
		}
		if (common) {
			draw(argv[1], "common", RANDOM_COMMON, seed);
			continue;
		}
		draw(argv[1], "", RANDOM_ANY, seed);
		draw(argv[1], "hard", RANDOM_HARD, seed);
	}
	return 0;
}
