/* same_text FOLDER MODEL...: ns per call of the code compiled by libtcc, and of the same text compiled by gcc -O2, in
 * turns; lower quartiles. Both use the library's sines. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/sincos.h"
#include "runtime/executor.h"
#include "rounds.h"

enum { ROUNDS = 200, CALLS = 256, NUMBERS = 3000 };

/* A function, compiled from the same text by two compilers. */
struct Both {
	const char *function, *folder;
	struct Code by_tcc, by_gcc;
};

/* Writes the text, which calls the library's sines by name. In a shared object these names are pointers, set when it is
 * loaded. */
static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	if (!file) {
		perror(path);
		exit(1);
	}
	for (const struct SincosFunction *own = sincos_functions; own->name; own++)
		fprintf(file, "#define %s (*%s_)\n", own->name, own->name);
	fputs(text, file);
	fclose(file);
}

static void load(struct Code *code, const char *object)
{
	void *call;
	code->handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	if (!code->handle || !(call = dlsym(code->handle, "call0"))) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	memcpy(&code->call, &call, sizeof code->call);
	for (const struct SincosFunction *own = sincos_functions; own->name; own++) {
		char name[40];
		snprintf(name, sizeof name, "%s_", own->name);
		void *pointer = dlsym(code->handle, name);
		if (pointer)
			memcpy(pointer, &own->function, sizeof own->function);
	}
}

static void compile(rigidc_model *model, void *context)
{
	struct Both *both = context;
	struct Job job = library_generate(model, both->function, TARGET_TCC, NULL);
	struct Printed printed = { .include = NULL };
	char source[500], object[500], command[1200];
	target_print(&target_table[TARGET_TCC], &job, &printed);
	const char *text = text_string(&printed.text);
	if (tcc_compile(model, text, &both->by_tcc) != RIGIDC_OK)
		exit(1);
	snprintf(source, sizeof source, "%s/text.c", both->folder);
	snprintf(object, sizeof object, "%s/%s.so", both->folder, both->function);
	snprintf(command, sizeof command, "gcc -std=c99 -O2 -ffp-contract=off -w -fPIC -shared -o '%s' '%s'", object,
	         source);
	write_text(source, text);
	if (system(command) != 0)
		exit(1);
	load(&both->by_gcc, object);
	remove(object);
}

static double round_of(const struct Code *code, double states[CALLS][NUMBERS])
{
	static double out[NUMBERS];
	void *output[] = { out };
	double begin = bench_now();
	for (int s = 0; s < CALLS; s++) {
		const void *input[] = { states[s], states[(s + 1) % CALLS], states[(s + 2) % CALLS] };
		code->call(input, output);
	}
	return (bench_now() - begin) / CALLS;
}

static void measure(rigidc_model *model, const char *function, const char *folder)
{
	static double states[CALLS][NUMBERS], tcc[ROUNDS], gcc[ROUNDS];
	struct Both both = { .function = function, .folder = folder };
	uint64_t x = 1;
	for (int s = 0; s < CALLS; s++)
		for (int i = 0; i < NUMBERS; i++)
			states[s][i] = bench_draw(&x);
	if (library_begin(model) != RIGIDC_OK || library_protect(model, compile, &both) != RIGIDC_OK)
		exit(1);
	for (int t = 0; t < ROUNDS; t++) {
		tcc[t] = round_of(&both.by_tcc, states);
		gcc[t] = round_of(&both.by_gcc, states);
	}
	double by_tcc = bench_lower_quartile(tcc, ROUNDS), by_gcc = bench_lower_quartile(gcc, ROUNDS);
	printf(" %8.1f | %8.1f | %5.2f |", by_tcc, by_gcc, by_tcc / by_gcc);
	fflush(stdout);
	tcc_release(both.by_tcc.handle);
	dlclose(both.by_gcc.handle);
}

int main(int argc, char **argv)
{
	printf("| | rnea: libtcc | the same text, gcc -O2 | libtcc / gcc | crba: libtcc | the same text, gcc -O2 | libtcc / gcc |\n"
	       "|---|---|---|---|---|---|---|\n");
	for (int i = 2; i < argc; i++) {
		rigidc_model *model;
		rigidc_options options = { .base = strstr(argv[i], ".urdf") ? "free" : NULL };
		if (rigidc_load(argv[i], &options, &model) != RIGIDC_OK) {
			fputs(rigidc_messages(model), stderr);
			return 1;
		}
		printf("| %s |", argv[i]);
		measure(model, "rnea", argv[1]);
		measure(model, "crba", argv[1]);
		putchar('\n');
		rigidc_model_free(model);
	}
	return 0;
}
