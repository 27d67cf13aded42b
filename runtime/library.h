/* Inside of the public types, for the command and the executors.
 * Called inside the project only. A model owns its arena and everything in it. */
#ifndef RIGIDC_LIBRARY_H
#define RIGIDC_LIBRARY_H

#include "rigidc.h"

#include "checker.h"
#include "emit_c.h"
#include "generate.h"

struct rigidc_model {
	struct Arena arena;
	struct Guard guard;
	struct Sources sources;
	struct Diags diags;
	struct Request request;
	struct Ast ast;
	size_t snapped;             /* angles of a URDF that were changed as asked for */
	struct Model *model;
	bool sound;                 /* read without errors: the model is complete */
	size_t diags_read;          /* diagnostics that reading it gave */
	const char *messages;
	const char *failure;        /* of the system, not of the model: "cannot read arm.rig: ..." */
};

struct rigidc_function {
	rigidc_model *model;
	struct Generated *generated;
	rigidc_tier tier;
	void (*call)(const void *const *input, void *const *output); /* compiled code, or NULL */
	void *handle;               /* of the executor that made it */
	void *work;                 /* the evaluator's numbers */
	float *narrow;              /* inputs and outputs of float code, all in a row */
};

/* Runs `work` where out-of-memory, failed internal checks and the locale are taken care of. */
rigidc_status library_protect(rigidc_model *model, void (*work)(rigidc_model *model, void *context),
                              void *context);

/* Before a call that uses a model: forgets what an earlier one reported, not what reading it reported. */
rigidc_status library_begin(rigidc_model *model);

/* The functions of a request and the tree, names checked for C as well. */
struct Package library_prepare(rigidc_model *model, const char *functions);
/* The same with programs; incomplete if errors were added. */
struct Package library_generate(rigidc_model *model, const char *functions, enum Purpose purpose,
                                struct Dump *dump);

/* --- the executors: text to code. Each sets function->call and handle, or fails. --- */
rigidc_status tcc_compile(rigidc_function *function, const char *text);
void tcc_release(void *handle);
rigidc_status cc_compile(rigidc_function *function, const char *text);
void cc_release(void *handle);

#endif
