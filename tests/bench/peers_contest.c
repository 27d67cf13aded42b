/* Contestants of one robot by turns: rigidc's C, C that CasADi wrote, Pinocchio, MuJoCo. peers.py makes them and their states.
 *
 *   peers_contest ROUNDS RESULTS <LINES
 *
 * A line has words with tabs between them:
 *   open OBJECT MODEL FRAME                                  a peer that reads its model
 *   FUNCTION NAME OBJECT SYMBOL KIND STATES SIZES NUMBERS    a contestant
 * KIND is `c` for void f(const double **in, double **out), `casadi` for C of CasADi, `own` for results that stay in the peer, and `batch` for
 * all states in one call. STATES is a file of doubles, all inputs of a state together. SIZES and NUMBERS are sizes of inputs and outputs.
 *
 * It prints FUNCTION NAME and the lower quartile, ns a state, and writes results of the first states to RESULTS. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds.h"

enum { CONTESTANTS = 64, ARRAYS = 8, STATES = 256, SHOWN = 4, WORK = 1 << 20 };

typedef void call_c(const double **in, double **out);
typedef int call_casadi(const double **in, double **out, long long *iw, double *w, int memory);
typedef void call_own(const double **in);
typedef void call_batch(const double **in, double **out, size_t count);

struct contestant {
	char function[40], name[80], kind[16];
	void *call;
	void (*choose)(const char *function);              /* before the turns of a function, if the peer has it */
	void (*result)(const char *function, double *out); /* of a peer that keeps its results */
	double *in[ARRAYS], *out[ARRAYS];                  /* of all states; of one, or of all in a batch */
	size_t size[ARRAYS], numbers[ARRAYS];
	int inputs, outputs, states;
};

static void *need(void *address, const char *what)
{
	if (!address) {
		fprintf(stderr, "peers_contest: %s: %s\n", what, dlerror());
		exit(1);
	}
	return address;
}

static void *object(const char *path)
{
	return need(dlopen(path, RTLD_NOW | RTLD_LOCAL), path);
}

/* Numbers with commas between them. */
static int sizes(char *word, size_t *size)
{
	int count = 0;
	for (char *at = strtok(word, ","); at && count < ARRAYS; at = strtok(NULL, ","))
		size[count++] = strtoul(at, NULL, 10);
	return count;
}

/* States of a batch are by elements: element k of state i is at k * STATES + i. */
static void read_states(struct contestant *c, const char *path)
{
	FILE *file = need(fopen(path, "rb"), path);
	const int by_elements = strcmp(c->kind, "batch") == 0;
	for (int a = 0; a < c->inputs; a++)
		c->in[a] = need(calloc(STATES * c->size[a], sizeof(double)), "memory");
	for (size_t i = 0; i < STATES; i++)
		for (int a = 0; a < c->inputs; a++)
			for (size_t k = 0; k < c->size[a]; k++)
				if (fread(&c->in[a][by_elements ? k * STATES + i : i * c->size[a] + k], sizeof(double),
				          1, file) != 1)
					need(NULL, path);
	fclose(file);
	for (int a = 0; a < c->outputs; a++)
		c->out[a] = need(calloc((by_elements ? STATES : 1) * c->numbers[a], sizeof(double)), "memory");
}

/* --- calls --- */

static void choose(const struct contestant *c)
{
	if (c->choose)
		c->choose(c->function);
}

static void run(const struct contestant *c, int first, int states)
{
	static double work[WORK];
	static long long integers[WORK / 8];
	const double *in[ARRAYS + 64];
	double *out[ARRAYS + 64];
	memcpy(out, c->out, sizeof c->out);
	if (c->kind[0] == 'b') {
		memcpy(in, c->in, sizeof c->in);
		((call_batch *)c->call)(in, out, STATES);
		return;
	}
	for (int i = first; i < first + states; i++) {
		for (int a = 0; a < c->inputs; a++)
			in[a] = c->in[a] + (size_t)(i % STATES) * c->size[a];
		if (c->kind[0] == 'o')
			((call_own *)c->call)(in);
		else if (c->kind[1] == 'a')
			((call_casadi *)c->call)(in, out, integers, work, 0);
		else
			((call_c *)c->call)(in, out);
	}
}

/* Results of the first states, all arrays of a state together. */
static void show(const struct contestant *c, FILE *results)
{
	static double own[1 << 20];
	for (int i = 0; i < SHOWN; i++) {
		const double *at = own;
		choose(c);
		run(c, i, 1);
		if (c->kind[0] == 'o')
			c->result(c->function, own);
		for (int a = 0; a < c->outputs; a++) {
			for (size_t k = 0; k < c->numbers[a]; k++)
				fwrite(c->kind[0] == 'o' ? at + k
				                         : c->out[a] + (c->kind[0] == 'b' ? k * STATES + (size_t)i : k),
				       sizeof(double), 1, results);
			at += c->numbers[a];
		}
	}
}

/* --- times --- */

/* States that take no longer than a fraction of what the scheduler grants at once. */
static int batch_size(const struct contestant *c)
{
	const double longest = 1e5; /* ns */
	int states = STATES;
	if (c->kind[0] == 'b')
		return STATES;
	for (int tries = 0; tries < 20 && states > 1; tries++) {
		double start = bench_now();
		run(c, 0, states);
		states /= bench_now() - start > longest ? 2 : 1;
	}
	return states;
}

/* The first run brings code and data back into the caches. */
static double sample(const struct contestant *c, int first)
{
	run(c, first, c->states);
	double start = bench_now();
	run(c, first, c->states);
	return (bench_now() - start) / c->states;
}

/* Contestants of one function take turns. */
static void measure(struct contestant *c, int count, int rounds)
{
	double *time = need(calloc((size_t)(count * rounds), sizeof *time), "memory");
	for (int i = 0; i < count; i++) {
		choose(&c[i]);
		c[i].states = batch_size(&c[i]);
	}
	for (int round = 0; round < rounds; round++)
		for (int k = 0; k < count; k++) {
			int i = (k + round) % count;
			time[i * rounds + round] = sample(&c[i], round * c[i].states % STATES);
		}
	for (int i = 0; i < count; i++)
		printf("%s\t%s\t%.2f\n", c[i].function, c[i].name, bench_lower_quartile(time + i * rounds, rounds));
	fflush(stdout);
	free(time);
}

/* --- lines --- */

static void open_peer(char **word)
{
	int (*open)(const char *, const char *);
	*(void **)&open = need(dlsym(object(word[1]), "peer_open"), word[1]);
	if (!open(word[2], word[3]))
		need(NULL, word[2]);
}

static void enter(struct contestant *c, char **word)
{
	void *own = object(word[2]);
	snprintf(c->function, sizeof c->function, "%s", word[0]);
	snprintf(c->name, sizeof c->name, "%s", word[1]);
	snprintf(c->kind, sizeof c->kind, "%s", word[4]);
	c->call = need(dlsym(own, word[3]), word[3]);
	if (c->kind[0] == 'o') {
		*(void **)&c->result = need(dlsym(own, "peer_result"), "peer_result");
		*(void **)&c->choose = dlsym(own, "peer_choose");
	}
	c->inputs = sizes(word[6], c->size);
	c->outputs = sizes(word[7], c->numbers);
	read_states(c, word[5]);
}

int main(int count, char **argument)
{
	static struct contestant contestant[CONTESTANTS * 16];
	char line[4096], *word[8];
	int entered = 0, words, first = 0;
	if (count != 3)
		return 2;
	FILE *results = need(fopen(argument[2], "wb"), argument[2]);
	while (fgets(line, sizeof line, stdin)) {
		words = 0;
		for (char *at = strtok(line, "\t\n"); at && words < 8; at = strtok(NULL, "\t\n"))
			word[words++] = at;
		if (words == 4)
			open_peer(word);
		else if (words == 8 && entered < CONTESTANTS * 16)
			enter(&contestant[entered++], word);
	}
	for (int i = 0; i < entered; i++)
		show(&contestant[i], results);
	fclose(results);
	for (int i = 1; i <= entered; i++)
		if (i == entered || strcmp(contestant[i].function, contestant[first].function) != 0) {
			measure(contestant + first, i - first, atoi(argument[1]));
			first = i;
		}
	return 0;
}
