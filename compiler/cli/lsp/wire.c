#include "wire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LONGEST = 256 * 1024 * 1024, LONGEST_HEADER = 4096 };

/* Drops the bytes of messages already taken. */
static void drop_used(struct Wire *wire)
{
	memmove(wire->byte, wire->byte + wire->used, wire->count - wire->used);
	wire->count -= wire->used;
	wire->used = 0;
}

bool wire_feed(struct Wire *wire, const char *bytes, size_t count)
{
	size_t skipped = wire->skip < count ? wire->skip : count;
	wire->skip -= skipped;
	count -= skipped;
	if (wire->used)
		drop_used(wire);
	if (wire->count + count > wire->capacity) {
		size_t capacity = 2 * (wire->count + count);
		char *wider = realloc(wire->byte, capacity);
		if (!wider)
			return false;
		wire->byte = wider;
		wire->capacity = capacity;
	}
	if (count)
		memcpy(wire->byte + wire->count, bytes + skipped, count);
	wire->count += count;
	return true;
}

void wire_fill(struct Wire *wire)
{
	static char piece[65536];
	ssize_t got = read(wire->in, piece, sizeof piece);
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (got <= 0 || !wire_feed(wire, piece, (size_t)got))
		wire->ended = true;
}

/* The byte after the empty line that ends the header; NULL: it has not come yet. */
static const char *header_end(const char *header, size_t length)
{
	for (size_t i = 0; i + 1 < length; i++) {
		if (header[i] == '\n' && header[i + 1] == '\n')
			return header + i + 2;
		if (i + 3 < length && memcmp(header + i, "\r\n\r\n", 4) == 0)
			return header + i + 4;
	}
	return NULL;
}

/* The number of a line "Content-Length: NUMBER". False: no such line, or no number. */
static bool read_length(const char *header, const char *end, size_t *length)
{
	static const char name[] = "Content-Length:";
	bool found = false;
	while (header < end) {
		const char *next = memchr(header, '\n', (size_t)(end - header));
		next = next ? next + 1 : end;
		if ((size_t)(next - header) > sizeof name - 1 && strncasecmp(header, name, sizeof name - 1) == 0) {
			const char *digit = header + sizeof name - 1;
			digit += strspn(digit, " \t");
			found = *digit >= '0' && *digit <= '9';
			for (*length = 0; *digit >= '0' && *digit <= '9' && *length <= LONGEST; digit++)
				*length = 10 * *length + (size_t)(*digit - '0');
		}
		header = next;
	}
	return found;
}

/* Skips a message of which only the header counts. */
static enum WireMessage skip(struct Wire *wire, size_t header, size_t length, enum WireMessage why)
{
	size_t left = wire->count - wire->used - header;
	size_t here = length < left ? length : left;
	wire->used += header + here;
	wire->skip = length - here;
	return why;
}

enum WireMessage wire_take(struct Wire *wire, const char **text, size_t *length)
{
	size_t left = wire->count - wire->used;
	const char *header = wire->byte + wire->used, *body = left ? header_end(header, left) : NULL;
	if (!body && left > LONGEST_HEADER) /* these bytes are no header: the next line may begin one */
		body = (const char *)memchr(header, '\n', left) ? (const char *)memchr(header, '\n', left) + 1
		                                                : header + left;
	else if (!body)
		return WIRE_NOTHING;
	size_t before = (size_t)(body - header);
	if (!read_length(header, body, length))
		return skip(wire, before, 0, WIRE_NO_LENGTH);
	if (*length > LONGEST)
		return skip(wire, before, *length, WIRE_TOO_LONG);
	if (left - before < *length)
		return WIRE_NOTHING;
	*text = body;
	wire->used += before + *length;
	return WIRE_MESSAGE;
}

/* Writes all bytes. */
static void put(struct Wire *wire, const char *bytes, size_t count)
{
	while (count && !wire->ended) {
		ssize_t done = write(wire->out, bytes, count);
		if (done < 0 && errno != EINTR)
			wire->ended = true;
		if (done > 0) {
			bytes += done;
			count -= (size_t)done;
		}
	}
}

void wire_send(struct Wire *wire, const char *text, size_t length)
{
	char header[64];
	int used = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
	if (wire->out < 0)
		return;
	put(wire, header, (size_t)used);
	put(wire, text, length);
}

void wire_free(struct Wire *wire)
{
	free(wire->byte);
	*wire = (struct Wire){ .in = -1, .out = -1 };
}
