/* A language server: addresses, messages, positions, documents, what the server holds between messages, its methods.
 * Called by the command, by a test that feeds bytes, and by all answers.
 * The caller owns the server. Answers lie in the arena of the message and are freed with it. */
#ifndef RIGIDC_LSP_SERVER_H
#define RIGIDC_LSP_SERVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/source.h"
#include "base/text.h"
#include "cli/options.h"

/* --- addresses of documents: file:///home/arm%20one.rig is the path "/home/arm one.rig" --- */

/* Path of a file; NULL: the address is not of a file. */
const char *uri_path(struct Arena *arena, const char *uri);
/* Address of an absolute path. */
const char *uri_of(struct Arena *arena, const char *path);

/* --- messages, each behind a header with its length in bytes. One is valid until the next is taken --- */

struct Wire {
	int in, out; /* file descriptors; out below 0: nothing is written */
	bool ended;  /* nothing more is read */
	bool closed; /* nothing more can be written */
	char *byte;
	size_t count, capacity, used; /* used: bytes of messages already taken */
	size_t skip;                  /* bytes of a message that is too long */
};

enum WireMessage {
	WIRE_NOTHING, /* no whole message is there */
	WIRE_MESSAGE,
	WIRE_NO_LENGTH, /* a header without a length: it is skipped */
	WIRE_TOO_LONG   /* a message beyond the limit: it is skipped */
};

/* Appends bytes. False: out of memory. */
bool wire_feed(struct Wire *wire, const char *bytes, size_t count);
/* Reads the available input, or waits for input. */
void wire_fill(struct Wire *wire);
/* Takes the next message. */
enum WireMessage wire_take(struct Wire *wire, const char **text, size_t *length);
/* Writes a message with its header. */
void wire_send(struct Wire *wire, const char *text, size_t length);
void wire_free(struct Wire *wire);

/* --- positions, a line and a character from 0. JSON has the memory set by text_json_memory --- */

/* The unit in which a character is counted, as client and server have agreed. */
enum Encoding { ENCODING_UTF16, ENCODING_UTF8, ENCODING_UTF32, ENCODING_COUNT };

extern const char *const encoding_name[ENCODING_COUNT];

struct Position {
	uint32_t line, character;
};

struct Position position_at(struct Sources *sources, uint32_t source, uint32_t offset, enum Encoding encoding);
/* Offset of a position; beyond a line its end, beyond the source its end. */
uint32_t position_offset(struct Sources *sources, uint32_t source, struct Position position, enum Encoding encoding);

/* Reads { line, character }. False: it is none. */
bool position_read(const json_t *json, struct Position *position);
json_t *position_json(struct Position position);
/* { start, end } of a span. */
json_t *range_json(struct Sources *sources, struct Span span, enum Encoding encoding);
/* { range, newText }: an edit. */
json_t *edit_json(struct Sources *sources, struct Span span, enum Encoding encoding, const char *text);
/* Units of a text. */
uint32_t position_units(const char *text, size_t length, enum Encoding encoding);

/* --- documents that an editor has open: texts of the editor, not of the files. The server frees them --- */

struct Reading;

/* Texts of inlay hints: lines "LINE TEXT", of the reading at this time; by malloc, or NULL. */
enum { HINTS_OF_FUNCTIONS, HINTS_OF_LINES, HINTS_COUNT };
struct Hints {
	char *text;
	uint64_t made;
};

struct Document {
	struct Document *next; /* in the order of opening */
	struct Arena arena;    /* of its address and path */
	struct Arena text[2];  /* the two arenas take turns: the new text is in the other arena */
	int current;
	const char *uri;
	const char *path;       /* of its file; NULL: it has none */
	const char *identity;   /* path without links; the path itself, if there is no file; else the address */
	struct Sources sources; /* its text, as the only source */
	json_int_t version;
	uint64_t changed; /* the time of the last change */
	struct Reading *reading;
	bool wants_hints; /* the client has asked for them */
	struct Hints hints[HINTS_COUNT];
};

/* A new document; NULL: out of memory. */
struct Document *document_new(struct Guard *guard, const char *uri);
void document_free(struct Document *document);
/* Replaces the text by a copy of `text`. */
void document_set(struct Document *document, const char *text, size_t length);
/* Applies a change of the protocol: { text } or { range, text }. False: it is none. */
bool document_change(struct Document *document, const json_t *change, enum Encoding encoding);

static inline const struct Source *document_source(const struct Document *document)
{
	return &document->sources.item[0];
}

/* --- the server, and one call of a method --- */

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

/* Reads changed documents, when no message waits. Sends the diagnostics of each, and of the files it includes, if they
 * differ from those sent before. */
void publish(struct Server *server);
void publications_free(struct Server *server);

/* Operations of functions and lines are computed while nobody types. Is there a document whose hints are wanted and
 * unknown, and no work in progress? */
bool costs_wait(const struct Server *server);
/* Starts work for it. */
void costs_start(struct Server *server);

/* Address of DIAGNOSTICS.md, for links: installed, or of the sources beside build/; NULL: none. */
const char *manual_uri(struct Arena *arena);
/* The names of types and modifiers of semantic tokens, in the order of their numbers. */
json_t *colours_legend(void);

/* --- turns: messages are parsed, wait for their turn, and are answered --- */

/* A server that reads from `in` and writes to `out` (below 0: nowhere). Its options are borrowed. */
void server_init(struct Server *server, const struct Options *options, int in, int out);
/* Takes what other processes have written. */
void server_take_work(struct Server *server);
/* Does the next piece of work: takes what has come in, answers a message, publishes. False: there is none. */
bool server_turn(struct Server *server);
void server_free(struct Server *server);

/* --- the table of methods, and the functions of its rows --- */

struct Method {
	const char *name;
	bool request;
	bool drops; /* not worth an answer if a later change of the document waits */
	json_t *(*run)(struct MethodCall *call);
};

const struct Method *method_find(const char *name);

#define LSP_METHOD(name, kind, late, run) json_t *run(struct MethodCall *call);
#include "methods.def"

#endif
