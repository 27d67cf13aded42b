/* A language server: what it holds between messages, and one call of a method.
 * Called by the loop, which owns the server, and by the methods.
 * Answers lie in the arena of the message and are freed with it. */
#ifndef RIGIDC_LSP_SERVER_H
#define RIGIDC_LSP_SERVER_H

#include "document.h"
#include "wire.h"
#include "base/text.h"
#include "cli/options.h"

enum Life { LIFE_STARTED, LIFE_RUNNING, LIFE_SHUT_DOWN, LIFE_ENDED };

/* Codes of errors in JSON-RPC and in the protocol. */
enum ErrorCode {
	ERROR_PARSE = -32700,
	ERROR_INVALID_REQUEST = -32600,
	ERROR_NO_METHOD = -32601,
	ERROR_PARAMS = -32602,
	ERROR_INTERNAL = -32603,
	ERROR_NOT_INITIALIZED = -32002,
	ERROR_CONTENT_MODIFIED = -32801,
	ERROR_CANCELLED = -32800,
	ERROR_FAILED = -32803
};

/* A message that waits for its turn, or is handled. */
struct Message {
	struct Message *next;
	struct Arena arena;
	json_t *json;
	json_t *answers; /* of a batch; NULL: an answer is sent at once */
};

struct Server {
	struct Guard guard;
	struct Arena arena; /* as long as the server */
	struct Wire wire;
	const struct Options *options;
	enum Life life;
	bool stopped; /* `exit` came */
	enum Encoding encoding;
	bool refreshes;     /* the client can be asked to ask for inlay hints again */
	bool label_offsets; /* the client takes the place of a parameter in a label, not only its text */
	struct Message *first, **last;
	struct Message *handled; /* the message of now, or NULL */
	struct Document *documents;
	uint64_t now;           /* counts changes */
	uint64_t files_changed; /* the time when a document was opened or closed, or a file written */
	uint64_t published;     /* the time to which diagnostics were published */
	struct Publications *publications;
	const char *manual; /* address of the page about diagnostics, or NULL */
	struct Work *work;  /* in progress, in other processes */
	unsigned faults;    /* internal errors and lack of memory so far */
	json_int_t asked;   /* number of requests sent to the editor */
};

struct MethodCall {
	struct Server *server;
	json_t *params;
	enum ErrorCode error; /* 0: none */
	const char *why;
	bool later; /* the answer comes later */
};

/* Methods end with one of these: an answer or an error. */
json_t *call_nothing(void);
json_t *call_fail(struct MethodCall *call, enum ErrorCode error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Memory of the answer. */
struct Arena *call_arena(const struct MethodCall *call);

/* The document that the parameters name; NULL after an error. */
struct Document *call_document(struct MethodCall *call);
/* The document and the offset of a position in it; NULL after an error. */
struct Document *call_place(struct MethodCall *call, uint32_t *offset);
/* The range of the parameters, as bytes of the document. False after an error. */
bool call_range(struct MethodCall *call, struct Document *document, struct Span *range);
/* The open document of an address; NULL: it is not open. */
struct Document *server_document(const struct Server *server, const char *uri);

/* Sends a notification or, with a number, a request of the server. */
void server_send(struct Server *server, const char *method, json_t *params, json_int_t number);

/* --- parts that the loop calls --- */

/* Reads changed documents, when no message waits. Sends the diagnostics of each, and of the files it includes, if they differ from
 * those sent before. */
void publish(struct Server *server);
void publications_free(struct Server *server);

/* Operations of functions and lines are computed while nobody types. Is there a document whose hints are wanted and unknown, and no
 * work in progress? */
bool costs_wait(const struct Server *server);
/* Starts work for it. */
void costs_start(struct Server *server);

/* Address of DIAGNOSTICS.md, for links: installed, or of the sources beside build/; NULL: none. */
const char *manual_uri(struct Arena *arena);
/* The names of types and modifiers of semantic tokens, in the order of their numbers. */
json_t *colours_legend(void);

#endif
