/* The model of a document, its lexemes and diagnostics, and work on it in other processes.
 * Called by all answers about a model.
 * A reading belongs to its document; it is valid until the next change. */
#ifndef RIGIDC_LSP_READING_H
#define RIGIDC_LSP_READING_H

#include "grammar/lexeme.h"
#include "runtime/library.h"
#include "server.h"

/* --- the model, read from open documents and from files, and read again when one of them has changed --- */

struct Symbols;

struct Reading {
	struct Arena arena;
	rigidc_model *model; /* NULL: out of memory */
	rigidc_status status;
	uint64_t made;                 /* the time of reading */
	const char **uri;              /* by source: its address; NULL: it is no file */
	const struct Symbols *symbols; /* found when they are asked for */
	bool is_model;                 /* the document begins with `model`, or is of another format */
};

/* The reading of a document as if these were its text and the texts of open documents; for reading_free. NULL: out of
 * memory. */
struct Reading *reading_new(struct Server *server, const struct Document *document, const struct Source *source,
                            const struct Overlay *overlay);
/* The reading of a document as it is now; NULL: out of memory. */
struct Reading *reading_of(struct Server *server, struct Document *document);
void reading_free(struct Reading *reading);

/* The included file of a source; NULL: the source is the document, or no file. */
const struct Included *reading_file(const struct Reading *reading, uint32_t source);
/* Does the reading include the document? */
bool reading_includes(const struct Reading *reading, const struct Document *document);
/* Runs `work` with the memory of the model, as library_protect does. False: it failed. */
bool reading_protect(struct Reading *reading, void (*work)(rigidc_model *model, void *context), void *context);

/* --- the lexemes of a document, for answers about the place where somebody types. Memory is the caller's arena --- */

struct TextNow {
	struct Arena *arena;
	const char *text;
	struct Lexemes lexemes;
};

struct TextNow text_now(struct Arena *arena, const struct Document *document);
/* The lexeme at an offset, the one that ends there if none begins; their count: none. */
size_t text_now_at(const struct TextNow *now, uint32_t offset);
/* The first lexeme of the statement of lexeme i. */
size_t text_now_first(const struct TextNow *now, size_t i);
/* Is the offset inside a comment? The end of a line comment is. */
bool text_now_in_comment(const struct TextNow *now, uint32_t offset);
/* The text of a lexeme; "" for the count. */
const char *text_now_word(const struct TextNow *now, size_t i);

/* --- a diagnostic in the form of the protocol. JSON has the memory set by text_json_memory --- */

/* Requires that the reading has a model, and runs inside of reading_protect. */
json_t *diagnostic_json(const struct Server *server, const struct Reading *reading, const struct Diag *d);

/* --- long work: operations of functions, costs of lines, the page of a report --- */

/* A child process with a copy of the model does the work and writes a text, which lies in the arena of the work. The
 * work ends early when its document changes. The server owns it. */

struct Work {
	struct Work *next;
	struct Arena arena;
	struct Text text;                                                   /* what the child has written so far */
	struct Document *document;                                          /* that it is about */
	uint64_t made;                                                      /* the time of its reading */
	json_t *id;                                                         /* of the waiting request, or NULL */
	void (*done)(struct Server *server, struct Work *work, bool whole); /* at its end; not whole: it failed */
	int pid, out;
};

/* Starts `run` in a child; it gets the model, and writes to `text`. NULL: it cannot be started. */
struct Work *work_start(struct Server *server, struct Document *document, struct Reading *reading,
                        void (*run)(rigidc_model *model, struct Text *text),
                        void (*done)(struct Server *server, struct Work *work, bool whole));
/* Is such work in progress for the document? */
bool work_runs(const struct Server *server, const struct Document *document,
               void (*done)(struct Server *server, struct Work *work, bool whole));
/* Does a request wait for work in progress? */
bool work_owes(const struct Server *server);
/* Reads the output of children. */
void work_take(struct Server *server);
/* Ends work whose document has changed, and all of it if the server ends. */
void work_end(struct Server *server, bool all);
/* Ends the work about a document that is closed. */
void work_forget(struct Server *server, const struct Document *document);

#endif
