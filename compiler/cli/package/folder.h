/* State of `rigidc package`: the folder to be written, and the texts for its templates.
 * Called by package.c and by these parts only, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_FOLDER_H
#define RIGIDC_FOLDER_H

#include "package_kind.h"
#include "values.h"
#include "cli/options.h"
#include "cli/output.h"
#include "c/printer.h"
#include "runtime/library.h"

struct Folder {
	struct Arena *arena;
	rigidc_model *model;
	const struct Options *options;
	const struct PackageKind *kind;
	struct Job job;
	struct Printer printer;         /* printer of names and comments; callers set its output */
	const char *name;               /* name of the package */
	const char *prefix, *upper;     /* prefix of names in C, also in capitals */
	struct ValueNode *values;       /* of the templates */
	const char *code;               /* path of the code */
	const char *file;               /* path of the model's copy in the folder: "model/arm.rig" */
	const struct FmiVariables *fmi; /* of a Functional Mock-up Unit, once there (folder_fmi.h) */
};

/* Entries for packages.def: functions that refuse, requests for functions, values of kinds. */
const char *folder_rust_refused(struct Folder *folder);
const char *folder_simulink_refused(struct Folder *folder);
const char *folder_controller_refused(struct Folder *folder);
const char *folder_mex_refused(struct Folder *folder);
const char *folder_mex_request(struct Folder *folder, const struct Job *asked);
const char *folder_casadi_refused(struct Folder *folder);
const char *folder_casadi_request(struct Folder *folder, const struct Job *asked);
const char *folder_npm_refused(struct Folder *folder);
const char *folder_acados_refused(struct Folder *folder);
const char *folder_acados_request(struct Folder *folder, const struct Job *asked);
const char *folder_fmi_refused(struct Folder *folder);
const char *folder_fmi_request(struct Folder *folder, const struct Job *asked);
void folder_example_values(struct Folder *folder);
void folder_cmake_values(struct Folder *folder);
void folder_rust_values(struct Folder *folder);
void folder_controller_values(struct Folder *folder);
void folder_mex_values(struct Folder *folder);
void folder_casadi_values(struct Folder *folder);
void folder_acados_values(struct Folder *folder);
void folder_fmi_values(struct Folder *folder);
void folder_javascript_values(struct Folder *folder);

/* Has the package a header for Eigen beside its C? */
bool folder_has_eigen(const struct Folder *folder);

/* --- names (folder_names.c) --- */

/* Sets the names of the package, of the model's file and in C. */
void folder_name_all(struct Folder *folder);
/* Name of a function in C, without prefix: "fk_tool0". */
const char *folder_function(const struct Folder *folder, const struct Generated *function);
/* Path of a file beside the code, with another ending: ".h" or "_test.h". */
const char *folder_beside(const struct Folder *folder, const char *ending);

/* --- the model's files (folder_model.c) --- */

/* Copies of the model and of the files that it includes, with their number in *count. NULL after a message. */
const struct OutputFile *folder_models(const struct Folder *folder, int *count);
/* Folder of the copies for a folder of -I: "model/include1". */
const char *folder_include(const struct Folder *folder, const char *path);

/* --- templates (folder_fill.c) --- */

/* All files of the kind except C and model, with their number in *count. */
const struct OutputFile *folder_files(const struct Folder *folder, int *count);
/* Fills in a template of these files, or a text. */
const char *folder_fill(const struct Folder *folder, const char *path);
/* The same of a template of the kind, by its path in the folder of the kind. */
const char *folder_fill_own(const struct Folder *folder, const char *path);
const char *folder_fill_text(const struct Folder *folder, const char *text);

/* --- values for templates (folder_tree.c) --- */

/* Adds all values of the folder and of its kind. */
void folder_add_values(struct Folder *folder);
/* Adds a function, with its arguments, to a list. */
struct ValueNode *folder_add_function(struct Folder *folder, const char *list, const struct Generated *function);
/* The values of a function of the job. */
struct ValueNode *folder_function_values(const struct Folder *folder, int function);
/* Options for `rigidc` and in CMake, each after a blank (folder_options.c). */
void folder_put_options(const struct Folder *folder, struct Text *out);
void folder_put_cmake_options(const struct Folder *folder, struct Text *out);

/* --- results of a function at an example state (folder_values.c) --- */

struct FolderCall {
	const double *input[INPUT_COUNT];
	double **output;
};
/* Values of setup time for the default values of parameters. */
const double *folder_prepared(const struct Folder *folder);
struct FolderCall folder_call(const struct Folder *folder, const struct Generated *function);
/* The same at q, with all other inputs 0. */
struct FolderCall folder_call_at(const struct Folder *folder, const struct Generated *function, const double *q);

/* --- the same as text (folder_example.c) --- */

/* Numbers of a language. Longer lists are broken into lines. */
struct NumberStyle {
	struct Real real;
	const char *edge;        /* before and after the numbers of a line */
	const char *none;        /* in place of no numbers */
	const char *line, *last; /* before each line of several, and after the last one; NULL: always in one line */
};
const char *folder_numbers(const struct Folder *folder, const struct NumberStyle *style, const double *value,
                           size_t count);
/* Adds NUMBERS to the arguments of a function: inputs at the example state, and results there. */
void folder_add_numbers(const struct Folder *folder, struct ValueNode *values, const struct Generated *function,
                        const struct NumberStyle *style);
/* The same for each function of the job. */
void folder_add_all_numbers(const struct Folder *folder, const struct NumberStyle *style);

#endif
