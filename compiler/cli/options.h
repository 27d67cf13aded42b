/* The options of a command.
 * Called by main; the commands read them. Strings point into argv; options_free frees the arrays of repeated options. */
#ifndef RIGIDC_OPTIONS_H
#define RIGIDC_OPTIONS_H

#include <stdbool.h>

#include "commands.h"
#include "runtime/rigidc.h"

struct Options {
	const char *model; /* a path, or "-" */
	char *const *file; /* operands of plot and compare */
	size_t files;
	const char *columns, *cycle;
	const char *functions; /* -f; NULL if not given */
	const char *output;    /* -o; NULL: standard output */
	const char *array;     /* --for of compile: the name of a target; NULL if not given */
	const char *dump;      /* --dump */
	bool depends;          /* -MD */
	rigidc_tier jit;
	bool jit_given;
	bool json;
	bool self_test;
	bool check; /* of fmt and compile */
	bool cost;
	unsigned long seed;       /* --seed; 1 unless given */
	const char *const *param; /* --param */
	size_t params;
	const char *const *map; /* --map */
	size_t maps;
	const char *const *map_file; /* --map=@FILE */
	size_t map_files;
	bool header, keep, list_columns;
	double filter;     /* Hz; 0: none */
	bool as_opensim;   /* filter and splines of OpenSim */
	const char *loads; /* --loads: a file */
	bool differentiate, unwrap;
	/* --time, --dt, --step, --pose, --q, --qd, --pd, --input: of sim, assemble, linearize */
	const char *time, *every, *step, *pose, *q, *qd, *pd, *input;
	const char *held_phase;     /* of sim, linearize; NULL: loops, where there are any */
	const char *method;         /* --method of linearize; NULL: not given */
	int signs;                  /* enum EquationSigns; -1: not given */
	bool all_states;            /* --states=all */
	const char *const *watched; /* --contacts: names, or "all" alone */
	size_t watched_count;
	const char *const *retract; /* --retract */
	size_t retracts;
	const char *events;     /* --events: a file */
	const char *const *tau; /* --tau */
	size_t taus;
	const char *const *set; /* --set */
	size_t sets;
	const char *const *fix; /* --fix */
	size_t fixes;
	const char *const *package_folder; /* --package */
	size_t package_folders;
	const char *const *same; /* --same */
	size_t sames;
	double tolerance;           /* --tolerance; 0: not given */
	int integrator;             /* --method of sim: enum IntegratorId; -1: not given */
	double rtol, atol;          /* 0: not given */
	const char *plot, *animate; /* files */
	int view;                   /* index of scene_view; -1: not given */
	int to; /* row of cli/export/export_formats.def, of equations enum EquationFormatId; -1: not given */
	bool lossy;
	int package;              /* enum PackageId; -1: not given */
	int derivatives;          /* of packages for optimization: their order; -1: not given */
	const char *const *given; /* options of model and code, each as a single word: "--real=float" */
	size_t givens;
	rigidc_options library;
	struct OptionMemory *memory; /* of lists and of given */
};

/* Reads the arguments of a command; argv[0] is its name. Returns EXIT_FINE, or EXIT_USAGE after a message. */
int options_read(struct Options *options, enum CommandId command, int argc, char **argv);
void options_free(struct Options *options);

#endif
