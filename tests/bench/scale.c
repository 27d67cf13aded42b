/* Growth of the compiler's time and memory with the robot: chains and stars of up to 10,000 bodies.
 *
 *   scale DIR [most bodies]
 *
 * Every model is compiled in a process of its own, which reports its peak memory. The C of the smaller
 * models is compiled too, by gcc -O1. The table is in processor time; `grows` is the exponent k of n^k since the
 * line before. The measured compilation excludes the search, whose work has a bound of its own: its time is a separate
 * column. */
#define _DEFAULT_SOURCE /* wait4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/library.h"

enum { MOST = 10000, SEARCHED = 1000, CC_SECONDS = 60 };

struct cost {
	double read, generate, print; /* s */
	double search;                /* additional s with the search, or NaN */
	double results, operations;   /* number of outputs; mul, add, ... */
	double bytes;                 /* of C */
	double memory;                /* peak, MB */
	double cc, cc_memory;         /* s and MB of gcc, or NaN */
};

/* processor time of this process */
static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- models: revolute joints in all directions, general inertias, nothing to fold away --- */

static char *write_model(bool star, int n, size_t *length)
{
	char *text;
	FILE *out = open_memstream(&text, length);
	if (!out)
		abort();
	fprintf(out, "model scale\n");
	for (int i = 0; i < n; i++) {
		char parent[16] = "world";
		if (i > 0)
			snprintf(parent, sizeof parent, "b%d", star ? 0 : i - 1);
		fprintf(out, "body b%d on %s at (0.1, %g, 0.3), rx(%g) {\n\tjoint j%d : revolute((%d, 2, %d))\n", i,
		        parent, 0.1 + i % 7 * 0.1, 0.2 + i % 11 * 0.05, i, 1 + i % 3, i % 5);
		fprintf(out, "\tmass %g\n\tcom (0.01, %g, 0.03)\n", 1 + i % 13 * 0.1, 0.01 + i % 17 * 0.001);
		fprintf(out, "\tinertia tensor(xx = 0.1, yy = 0.2, zz = %g, xy = 0.01, xz = 0.02, yz = 0.03)\n}\n",
		        0.15 + i % 19 * 0.001);
	}
	fclose(out);
	return text;
}

/* --- one compilation --- */

struct compiling {
	bool star;
	int n;
	const char *function, *dir;
	struct cost cost;
};

static void keep(const char *dir, const char *name, struct Text *text)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *out = fopen(path, "w");
	if (!out || fputs(text_string(text), out) < 0 || fclose(out))
		abort();
}

static void compile(rigidc_model *model, void *context)
{
	struct compiling *c = context;
	struct Printed printed = { .include = "scale.h" };
	double start = seconds();
	struct Job job = library_generate(model, c->function, TARGET_PAIR, NULL);
	double generated = seconds();
	if (model->diags.errors)
		return;
	target_print(&target_table[TARGET_PAIR], &job, &printed);
	const struct Generated *function = &job.function[0];
	c->cost.generate = generated - start;
	c->cost.print = seconds() - generated;
	c->cost.results = (double)function->output[0].size;
	for (int i = 0; i < COST_COUNT; i++)
		c->cost.operations += function->program.cost[i];
	c->cost.bytes = (double)strlen(text_string(&printed.text));
	keep(c->dir, "scale.h", &printed.header);
	keep(c->dir, "scale.c", &printed.text);
}

static bool compile_measured(struct compiling *c, const char *search)
{
	rigidc_options options = { .search = search };
	rigidc_model *model;
	size_t length;
	char *text = write_model(c->star, c->n, &length);
	double start = seconds();
	rigidc_status status = rigidc_read(text, length, "scale.rig", &options, &model);
	c->cost.read = seconds() - start;
	if (status == RIGIDC_OK)
		status = library_protect(model, compile, c);
	if (status != RIGIDC_OK)
		fputs(rigidc_messages(model), stderr);
	rigidc_model_free(model);
	free(text);
	return status == RIGIDC_OK;
}

/* Processor time and memory of a child process; false if it failed or was killed. */
static bool await(pid_t child, double *time, double *memory)
{
	struct rusage usage;
	int status;
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
		return false;
	*time = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	        1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	*memory = (double)usage.ru_maxrss / 1024;
	return true;
}

/* Compiles in a child process; costs come back through a pipe. */
static bool compile_apart(struct compiling *c, const char *search)
{
	int pipes[2];
	double all, memory;
	if (pipe(pipes) != 0)
		return false;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		bool good = compile_measured(c, search) && write(pipes[1], &c->cost, sizeof c->cost) == sizeof c->cost;
		_exit(!good);
	}
	close(pipes[1]);
	bool good = read(pipes[0], &c->cost, sizeof c->cost) == (ssize_t)sizeof c->cost;
	close(pipes[0]);
	good &= await(child, &all, &memory);
	c->cost.memory = memory;
	return good;
}

static void compile_text(const char *dir, struct cost *cost)
{
	char path[512];
	snprintf(path, sizeof path, "%s/scale.c", dir);
	pid_t child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CPU, &(struct rlimit){ CC_SECONDS, CC_SECONDS });
		execlp("gcc", "gcc", "-O1", "-c", "-o", "/dev/null", path, (char *)NULL);
		_exit(127);
	}
	if (!await(child, &cost->cc, &cost->cc_memory))
		cost->cc = cost->cc_memory = NAN;
}

/* Measures a model. gcc is skipped once it would exceed its time limit. */
static bool measure(struct compiling *c, const struct compiling *before)
{
	const double cc_before = before->n ? before->cost.cc : 0;
	struct compiling searching = *c;
	if (!compile_apart(c, "none"))
		return false;
	c->cost.search = c->cost.cc = c->cost.cc_memory = NAN;
	if (cc_before < CC_SECONDS / 4)
		compile_text(c->dir, &c->cost);
	if (c->n <= SEARCHED && c->cost.operations < 1e6 && compile_apart(&searching, "quick"))
		c->cost.search = searching.cost.generate - c->cost.generate;
	return true;
}

/* --- the table --- */

static void put(const char *format, double x)
{
	if (isnan(x))
		printf("%*s", atoi(format + 1), "");
	else
		printf(format, x);
}

static double all_of(const struct cost *cost)
{
	return cost->read + cost->generate + cost->print;
}

static void put_row(const struct compiling *c, const struct compiling *before)
{
	const struct cost *cost = &c->cost;
	double grows = before->n ? log(all_of(cost) / all_of(&before->cost)) / log((double)c->n / before->n) : NAN;
	printf("%-6s%6d %-5s", c->star ? "star" : "chain", c->n, c->function);
	put("%8.3f", cost->read);
	put("%8.3f", cost->generate);
	put("%8.3f", cost->print);
	put("%8.1f", 1e6 * all_of(cost) / c->n);
	put("%7.2f", grows);
	put("%7.0f", cost->memory);
	put("%8.2f", cost->search);
	put("%9.0f", cost->results);
	put("%9.0f", cost->operations);
	put("%8.2f", cost->bytes / 1e6);
	put("%8.1f", cost->cc);
	printf("\n");
	fflush(stdout);
}

/* sizes ends with 0; sizes above `most` are skipped */
static void series(bool star, const char *function, const int *sizes, int most, const char *dir)
{
	struct compiling before = { .n = 0 };
	for (; *sizes && *sizes <= most; sizes++) {
		struct compiling c = { .star = star, .n = *sizes, .function = function, .dir = dir };
		if (!measure(&c, &before)) {
			printf("%-6s%6d %-5s  failed\n", star ? "star" : "chain", *sizes, function);
			return;
		}
		put_row(&c, &before);
		before = c;
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	static const int curve[] = { 10, 20, 40, 80, 160, 320, 640, 1000, 1250, 2500, 5000, 10000, 0 };
	static const int matrix[] = { 10, 20, 40, 80, 160, 320, 640, 1000, 0 };
	const int most = argc > 2 ? atoi(argv[2]) : MOST;
	if (argc < 2) {
		fputs("scale DIR [most bodies]\n", stderr);
		return 2;
	}
	printf("%18s%8s%8s%8s%8s%7s%7s%8s%9s%9s%8s%8s\n", "", "read", "build", "print", "a body", "grows", "memory",
	       "search", "results", "operat.", "C", "gcc -O1");
	printf("%18s%8s%8s%8s%8s%7s%7s%8s%9s%9s%8s%8s\n", "", "s", "s", "s", "us", "n^k", "MB", "s more", "", "", "MB",
	       "s");
	series(false, "rnea", curve, most, argv[1]);
	series(true, "rnea", curve, most, argv[1]);
	series(true, "crba", matrix, most, argv[1]);
	series(false, "crba", matrix, most, argv[1]);
	return 0;
}
