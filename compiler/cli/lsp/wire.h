/* The messages of a language server, each behind a header with its length in bytes.
 * Called by the loop of the server; a test feeds it from memory.
 * The wire owns its buffer; a message taken from it is valid until the next one is taken. */
#ifndef RIGIDC_LSP_WIRE_H
#define RIGIDC_LSP_WIRE_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
