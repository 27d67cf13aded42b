/* Internals of the public types, for the command and the executors.
 * Called inside the project only. A model owns its arenas and everything in them. */
#ifndef RIGIDC_LIBRARY_H
#define RIGIDC_LIBRARY_H

#include "rigidc.h"

#include "compile.h"
#include "files.h"

struct rigidc_model {
	struct Arena arena; /* data from reading the model, and texts handed out */
	struct Arena call;  /* data of the last call with this model: freed by the next */
	struct Guard guard;
	struct Sources sources;
	struct Diags diags;
	struct Request request;
	struct Files files;
	struct Ast ast;
	rigidc_format from;          /* as asked for */
	const struct Format *format; /* as it was read */
	size_t snapped;              /* angles that were changed as asked for */
	struct Model *model;
	struct FoundPlans *found; /* by searches of all calls */
	bool sound;               /* read without errors: the model is complete */
	struct {                  /* as after reading: every call begins with these */
		struct Sources sources;
		struct Diags diags;
	} read;
	const char *messages;       /* rendered since the last call; or NULL */
	const struct Diag **sorted; /* likewise */
	size_t sorted_count;
	rigidc_status failed; /* of the caller or the system, not of the model */
	const char *failure;  /* the problem: "cannot read arm.rig: ..." */
};

/* Reads a model from a text in place of that of the file `path`, or of no file if `path` is NULL. `overlay`: texts in
 * place of those of included files, or NULL. All texts are copied. */
rigidc_status library_read(const char *path, const char *name, const char *text, size_t length,
                           const rigidc_options *options, const struct Overlay *overlay, rigidc_model **model);

/* Runs `work` with protection against out-of-memory and failed internal checks, in the C locale. */
rigidc_status library_protect(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context);

/* Runs `work` that changes nothing visible to a caller: messages stay valid. False: out of memory. */
bool library_guard(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context);

/* Begins a call that uses a model: frees the data and messages of an earlier call, but not those of reading. */
rigidc_status library_begin(rigidc_model *model);

/* library_begin, then library_protect. */
rigidc_status library_call(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context);

/* Ends a call that leaves nothing in the model: frees its memory, unless the call added a diagnostic. */
rigidc_status library_end(rigidc_model *model);

/* Messages of reading have been shown: a later call need not repeat them. */
void library_shown(rigidc_model *model);

/* During a call: reports why it cannot go on. */
void library_fail(rigidc_model *model, rigidc_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* During a call: a copy of the caller's text, since messages quote it after the caller may have freed it. NULL for
 * NULL. */
const char *library_text(rigidc_model *model, const char *text);

/* RIGIDC_OK if the model has a phase or contact of this name. A missing name is reported as a mistake of --phase. */
rigidc_status library_find_phase(rigidc_model *model, const char *name);

/* Fills a struct of the caller's, which begins with its size: as many of our bytes as fit. */
rigidc_status library_hand_out(void *theirs, const void *ours, size_t size);

/* Place of an array among the inputs of a function; -1: it takes none. */
int library_input(const rigidc_function *function, enum Input array);

/* May the name stand in an #include? */
bool library_can_include(const char *name);

/* During a call: the functions of a request and the tree, with names checked for C as well. */
struct Job library_prepare(rigidc_model *model, const char *functions);
/* The job with programs; incomplete if errors were added. */
struct Job library_generate(rigidc_model *model, const char *functions, enum TargetId target, struct Dump *dump);

/* During a call: is a self-test of the job impossible? If so, the reason was reported. */
bool library_untested(rigidc_model *model, const struct Job *job);

/* A header, or a header and a source, and their self-test, which includes the header under the given name. source: NULL
 * for a header alone. For a module `header` is the whole module; `declarations` are those of JavaScript, else NULL. */
struct LibraryTexts {
	const char *header, *source, *test, *declarations;
};
/* rigidc_emit for any target but a pair. The texts belong to the model. */
rigidc_status library_emit(rigidc_model *model, const char *functions, enum TargetId target,
                           struct LibraryTexts *texts);

rigidc_status library_emit_tested(rigidc_model *model, const char *functions, enum TargetId target, const char *include,
                                  struct LibraryTexts *texts);

#endif
