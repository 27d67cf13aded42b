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

/* --- texts for marks in templates --- */

void folder_put_calls(struct Folder *folder, struct Text *out); /* C that calls all functions (folder_example.c) */
void folder_put_test_include(struct Folder *folder, struct Text *out); /* for --self-test, else empty (folder_test.c) */
void folder_put_test_call(struct Folder *folder, struct Text *out);
void folder_put_test_words(struct Folder *folder, struct Text *out);
void folder_put_table(struct Folder *folder, struct Text *out);   /* Markdown (folder_about.c) */
void folder_put_options(struct Folder *folder, struct Text *out); /* for a shell */
void folder_put_cmake_options(struct Folder *folder, struct Text *out);
void folder_put_keywords(struct Folder *folder, struct Text *out);       /* for Arduino */
void folder_put_rust_constants(struct Folder *folder, struct Text *out); /* (folder_rust_constants.c) */
void folder_put_rust(struct Folder *folder, struct Text *out);           /* wrappers (folder_rust.c) */
void folder_put_rust_test_file(struct Folder *folder, struct Text *out); /* a line of build.rs (folder_test.c) */
void folder_put_rust_test_c(struct Folder *folder, struct Text *out);    /* the file of this line */
void folder_put_rust_test_foreign(const struct Folder *folder, struct Text *out); /* its declaration in Rust */
void folder_put_rust_test(struct Folder *folder, struct Text *out); /* a Rust function that calls the test */
void folder_put_rust_tests(struct Folder *folder, struct Text *out);
void folder_put_simulink(struct Folder *folder, struct Text *out); /* blocks (folder_simulink.c) */
void folder_put_casadi(struct Folder *folder, struct Text *out);   /* external functions (folder_casadi.c) */
void folder_put_casadi_derived(struct Folder *folder, struct Text *out);
void folder_put_casadi_longest(struct Folder *folder, struct Text *out);
void folder_put_casadi_table(struct Folder *folder, struct Text *out);
void folder_put_casadi_first(struct Folder *folder, struct Text *out);     /* of the first function: its name, */
void folder_put_casadi_call(struct Folder *folder, struct Text *out);      /* arguments, */
void folder_put_casadi_variables(struct Folder *folder, struct Text *out); /* and symbols for these */
void folder_put_javascript_tests(struct Folder *folder, struct Text *out); /* (folder_javascript.c) */
void folder_put_casadi_int(struct Folder *folder, struct Text *out);       /* its type of integers */
void folder_put_acados_nv(struct Folder *folder, struct Text *out);        /* sizes, arguments (folder_acados.c) */
void folder_put_acados_nx(struct Folder *folder, struct Text *out);
void folder_put_acados_nu(struct Folder *folder, struct Text *out);
void folder_put_acados_nf(struct Folder *folder, struct Text *out);
void folder_put_acados_nr(struct Folder *folder, struct Text *out);
void folder_put_acados_np(struct Folder *folder, struct Text *out);
void folder_put_acados_driven(struct Folder *folder, struct Text *out);
void folder_put_acados_more(struct Folder *folder, struct Text *out);
void folder_put_acados_spare(struct Folder *folder, struct Text *out);
void folder_put_acados_prepare(struct Folder *folder, struct Text *out);
/* of a Functional Mock-up Unit (folder_fmi.c, folder_fmi_description.c) */
void folder_put_fmi_description(struct Folder *folder, struct Text *out);
void folder_put_fmi_token(struct Folder *folder, struct Text *out);
void folder_put_fmi_rows(struct Folder *folder, struct Text *out);
void folder_put_fmi_options(struct Folder *folder, struct Text *out);
void folder_put_fmi_nq(struct Folder *folder, struct Text *out);
void folder_put_fmi_nv(struct Folder *folder, struct Text *out);
void folder_put_fmi_nf(struct Folder *folder, struct Text *out);
void folder_put_fmi_np(struct Folder *folder, struct Text *out);
void folder_put_fmi_no(struct Folder *folder, struct Text *out);
void folder_put_fmi_turns(struct Folder *folder, struct Text *out);
void folder_put_fmi_rows_held(struct Folder *folder, struct Text *out);
void folder_put_fmi_closures(struct Folder *folder, struct Text *out);
void folder_put_fmi_norm_rate(struct Folder *folder, struct Text *out);
void folder_put_fmi_sizes(struct Folder *folder, struct Text *out);
void folder_put_fmi_start(struct Folder *folder, struct Text *out);
void folder_put_fmi_rate_of(struct Folder *folder, struct Text *out);
void folder_put_fmi_turn(struct Folder *folder, struct Text *out);
void folder_put_fmi_derived(struct Folder *folder, struct Text *out);
void folder_put_fmi_calls(struct Folder *folder, struct Text *out);
void folder_put_joints(struct Folder *folder, struct Text *out); /* names of joints, in C++ (folder_controller.c) */

#endif
