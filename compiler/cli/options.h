/* The options of a command.
 * Called by main; the commands read them. Strings point into argv; the arrays of repeated options are freed by
 * options_free. */
#ifndef RIGIDC_OPTIONS_H
#define RIGIDC_OPTIONS_H

#include <stdbool.h>

#include "runtime/rigidc.h"

/* Kinds of options. The table of commands has the kinds that a command takes. */
enum OptionKind {
	OPTION_MODEL = 1, /* reading the model, and severities of its diagnostics */
	OPTION_CODE = 2,  /* functions, and the form of their code */
	OPTION_OUTPUT = 4,
	OPTION_DUMP = 8,
	OPTION_JIT = 16,
	OPTION_JSON = 32,
	OPTION_ROWS = 64, /* the input and output of eval */
	OPTION_SIM = 128,
	OPTION_PLOT = 256, /* of plot: files instead of a model */
	OPTION_COST = 512, /* of info and report */
	OPTION_INFO = 1024,
	OPTION_FMT = 2048,
	OPTION_DEPENDS = 4096, /* of compile: -MD, --check */
	OPTION_PACKAGE = 8192,
};

struct Options {
	const char *model; /* a path, or "-" */
	char *const *file; /* operands of plot */
	size_t files;
	const char *columns, *phase;
	const char *functions; /* -f; NULL if not given */
	const char *output;    /* -o; NULL: standard output */
	const char *dump;      /* --dump */
	bool depends;          /* -MD */
	rigidc_tier jit;
	bool jit_given;
	bool json, base_parameters;
	bool self_test;
	bool check; /* of fmt and compile */
	bool cost;
	unsigned long seed;       /* --seed; 1 unless given */
	const char *const *param; /* --param */
	size_t params;
	const char *const *map; /* --map */
	size_t maps;
	const char *const *map_file; /* --maps */
	size_t map_files;
	bool header, keep, list_columns;
	double filter; /* Hz; 0: none */
	bool differentiate, unwrap;
	const char *time, *every, *step, *pose, *q, *qd, *pd, *input; /* of sim */
	const char *const *tau;                                       /* --tau */
	size_t taus;
	bool ignore_limits;
	int integrator;             /* enum IntegratorId; -1: not given */
	double rtol, atol;          /* 0: not given */
	const char *plot, *animate; /* files */
	int view;                   /* index of scene_view; -1: not given */
	int package;                /* enum PackageId; -1: not given */
	const char *const *given;   /* options of model and code, each as a single word: "--real=float" */
	size_t givens;
	rigidc_options library;
};

/* Reads the arguments of the command argv[0]. `kinds`: bits of the kinds of options that it takes. Returns EXIT_FINE,
 * or EXIT_USAGE after a message. */
int options_read(struct Options *options, unsigned kinds, int argc, char **argv);
void options_free(struct Options *options);
/* Prints a line on standard output for each option of these kinds. */
void options_help(unsigned kinds);

#endif
