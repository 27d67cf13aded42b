/* Inside of the public types, for the command and the executors.
 * Called inside the project only. A model owns its arenas and everything in them. */
#ifndef RIGIDC_LIBRARY_H
#define RIGIDC_LIBRARY_H

#include "rigidc.h"

#include "compile.h"
#include "files.h"

struct rigidc_model {
	struct Arena arena;     /* what reading it made, and texts that were handed out */
	struct Arena call;      /* what the last call that used it made: forgotten by the next */
	struct Guard guard;
	struct Sources sources;
	struct Diags diags;
	struct Request request;
	struct Files files;
	struct Ast ast;
	rigidc_format from;     /* as asked for */
	const struct Format *format; /* as it was read */
	size_t snapped;         /* angles that were changed as asked for */
	struct Model *model;
	bool sound;             /* read without errors: the model is complete */
	struct {                /* as reading left them: every call begins with these */
		struct Sources sources;
		struct Diags diags;
	} read;
	const char *messages;   /* rendered since the last call; or NULL */
	const struct Diag **sorted; /* likewise */
	size_t sorted_count;
	rigidc_status failed;   /* of the caller or the system, not of the model */
	const char *failure;    /* what then: "cannot read arm.rig: ..." */
};

/* Runs `work` where out-of-memory, failed internal checks and the locale are taken care of. */
rigidc_status library_protect(rigidc_model *model, void (*work)(rigidc_model *model, void *context),
                              void *context);

/* The same for what changes nothing that a caller has seen: messages stay. False if there was no memory. */
bool library_guard(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context);

/* Before a call that uses a model: forgets what an earlier one made and reported, not what reading it did. */
rigidc_status library_begin(rigidc_model *model);

/* After a call of which nothing stays in the model: gives its memory back, unless it said something. */
rigidc_status library_end(rigidc_model *model);

/* What reading the model reported was shown: a later fault need not repeat it. */
void library_shown(rigidc_model *model);

/* In a call: why it cannot go on. */
void library_fail(rigidc_model *model, rigidc_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* In a call: a copy of the caller's text, for messages show it after he may have freed it. NULL of NULL. */
const char *library_text(rigidc_model *model, const char *text);

/* Fills in a struct of the caller's, which begins with its size: as much of ours as theirs has room for. */
rigidc_status library_hand_out(void *theirs, const void *ours, size_t size);

/* Can a name stand in an #include? */
bool library_can_include(const char *name);

/* In a call: the functions of a request and the tree, names checked for C as well. */
struct Job library_prepare(rigidc_model *model, const char *functions);
/* The same with programs; incomplete if errors were added. */
struct Job library_generate(rigidc_model *model, const char *functions, enum TargetId target,
                                struct Dump *dump);

/* In a call: whether there is no self-test of a package with programs, which then was said. */
bool library_untested(rigidc_model *model, const struct Job *job);

/* rigidc_emit for any target whose text is one file. It is the model's. */
rigidc_status library_emit(rigidc_model *model, const char *functions, enum TargetId target, const char **text);

/* A header, or a pair, and the self-test of it, which includes the header of that name. source: NULL unless it is a pair. */
struct LibraryTexts {
	const char *header, *source, *test;
};
rigidc_status library_emit_tested(rigidc_model *model, const char *functions, enum TargetId target, const char *include,
                                  struct LibraryTexts *texts);

#endif
