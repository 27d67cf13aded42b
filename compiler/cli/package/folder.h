/* State of `rigidc package`: the folder to be written, and the texts for its templates.
 * Called by package.c and by these parts only, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_FOLDER_H
#define RIGIDC_FOLDER_H

#include "package_kind.h"
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
	const char *code;               /* path of the code */
	const char *file;               /* path of the model's copy in the folder: "model/arm.rig" */
	const struct FmiVariables *fmi; /* of a Functional Mock-up Unit, once there (folder_fmi.h) */
};

/* Entries for packages.def: functions that refuse, and requests for functions. */
const char *folder_rust_refused(struct Folder *folder);
const char *folder_simulink_refused(struct Folder *folder);
const char *folder_controller_refused(struct Folder *folder);
const char *folder_casadi_refused(struct Folder *folder);
const char *folder_casadi_request(struct Folder *folder, const struct Job *asked);
const char *folder_npm_refused(struct Folder *folder);
const char *folder_acados_refused(struct Folder *folder);
const char *folder_acados_request(struct Folder *folder, const struct Job *asked);
const char *folder_fmi_refused(struct Folder *folder);
const char *folder_fmi_request(struct Folder *folder, const struct Job *asked);

/* --- names (folder_names.c) --- */

/* Sets the names of the package, of the model's file and in C. */
void folder_name_all(struct Folder *folder);
/* Name of a function in C, without prefix: "fk_tool0". */
const char *folder_function(const struct Folder *folder, const struct Generated *function);

/* Type of numbers in Rust: "f64" or "f32". */
const char *folder_rust_real(const struct Folder *folder);
struct NoNumber folder_rust_words(const struct Folder *folder);
/* Path of a file beside the code, with another ending: ".h" or "_test.h". */
const char *folder_beside(const struct Folder *folder, const char *ending);

/* --- the model's files (folder_model.c) --- */

/* Copies of the model and of the files that it includes, with their number in *count. NULL after a message. */
const struct OutputFile *folder_models(const struct Folder *folder, int *count);
/* Folder of the copies for a folder of -I: "model/include1". */
const char *folder_include(const struct Folder *folder, const char *path);

/* --- templates (folder_fill.c) --- */

/* All files of the kind except C and model, with their number in *count. */
const struct OutputFile *folder_files(struct Folder *folder, int *count);
/* Replaces the marks in a text. */
const char *folder_fill(struct Folder *folder, const char *text);

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

/* --- texts for marks in templates --- */

#define MARK_TEXT(mark, put) void put(struct Folder *folder, struct Text *out);
#include "marks.def"

#endif
