/* Inside of `rigidc package`: what is known of the folder to be written, and what its templates are filled in with.
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
	struct Printer printer;     /* of names and comments; its text is whoever's it is asked for */
	const char *name;           /* of the package */
	const char *prefix, *upper; /* of names in C */
	const char *code;           /* the kind's, filled in */
	const char *file;           /* of the model, from the folder: "model/arm.rig" */
};

/* What a row of packages.def has to say: words of Rust, and who refuses. */
#define FOLDER_RUST_WORDS \
	" abstract as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let " \
	"loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe " \
	"unsized use virtual where while yield "
const char *folder_rust_refused(struct Folder *folder);
const char *folder_simulink_refused(struct Folder *folder);
const char *folder_controller_refused(struct Folder *folder);

/* --- names (folder_names.c) --- */

/* Those of the package, of the model's file and in C. */
void folder_name_all(struct Folder *folder);
/* The name of a function in C, without prefix: "fk_tool0". */
const char *folder_function(const struct Folder *folder, const struct Generated *function);

/* "f64" */
const char *folder_rust_real(const struct Folder *folder);
struct NoNumber folder_rust_words(const struct Folder *folder);
/* A file beside the code: with ".h" for its ending, or "_test.h". */
const char *folder_beside(const struct Folder *folder, const char *ending);

/* --- the model's files (folder_model.c) --- */

/* Copies of its own and of those that it includes, and how many; NULL: there is no copy, which was said. */
const struct OutputFile *folder_models(const struct Folder *folder, int *count);
/* What stands for a folder of -I: "model/include1". */
const char *folder_include(const struct Folder *folder, const char *path);

/* --- templates (folder_fill.c) --- */

/* All files of the kind but C and model; how many in *count. */
const struct OutputFile *folder_files(struct Folder *folder, int *count);
/* A text with marks, filled in. */
const char *folder_fill(struct Folder *folder, const char *text);

/* --- what a function gives at some state (folder_values.c) --- */

struct FolderCall {
	const double *input[INPUT_COUNT];
	double **output;
};
struct FolderCall folder_call(const struct Folder *folder, const struct Generated *function);

/* --- what templates are filled in with, where it runs over functions --- */

void folder_put_calls(struct Folder *folder, struct Text *out);      /* C that calls all functions (folder_example.c) */
void folder_put_test_include(struct Folder *folder, struct Text *out); /* of --self-test, or nothing (folder_test.c) */
void folder_put_test_call(struct Folder *folder, struct Text *out);
void folder_put_test_words(struct Folder *folder, struct Text *out);
void folder_put_table(struct Folder *folder, struct Text *out);      /* Markdown (folder_about.c) */
void folder_put_options(struct Folder *folder, struct Text *out);    /* for a shell */
void folder_put_cmake_options(struct Folder *folder, struct Text *out);
void folder_put_keywords(struct Folder *folder, struct Text *out);   /* Arduino's */
void folder_put_rust_constants(struct Folder *folder, struct Text *out); /* (folder_rust_constants.c) */
void folder_put_rust(struct Folder *folder, struct Text *out);       /* wrappers (folder_rust.c) */
void folder_put_rust_test_file(struct Folder *folder, struct Text *out); /* for build.rs, a line (folder_test.c) */
void folder_put_rust_test_c(struct Folder *folder, struct Text *out);    /* what that is */
void folder_put_rust_test_foreign(const struct Folder *folder, struct Text *out); /* its declaration in Rust */
void folder_put_rust_test(struct Folder *folder, struct Text *out);         /* and a function around it */
void folder_put_rust_tests(struct Folder *folder, struct Text *out);
void folder_put_simulink(struct Folder *folder, struct Text *out);   /* blocks (folder_simulink.c) */
void folder_put_joints(struct Folder *folder, struct Text *out);     /* their names, in C++ (folder_controller.c) */

#endif
