/* Long work: operations of functions, costs of lines, the page of a report. A child process with a copy of the model does the work and
 * writes a text. The work ends early when its document changes.
 * Called by the loop and by the methods that want its results.
 * The server owns the work; a text lies in the arena of its work. */
#ifndef RIGIDC_LSP_WORK_H
#define RIGIDC_LSP_WORK_H

#include "reading.h"

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
