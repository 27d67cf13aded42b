#include "server.h"

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

static const char length_name[] = "Content-Length:";

static bool has_length(const char *line, const char *end)
{
	size_t name = sizeof length_name - 1;
	return (size_t)(end - line) > name && strncasecmp(line, length_name, name) == 0;
}

/* The number of a line "Content-Length: NUMBER". False: no such line, or no number. */
static bool read_length(const char *header, const char *end, size_t *length)
{
	bool found = false;
	while (header < end) {
		const char *next = memchr(header, '\n', (size_t)(end - header));
		next = next ? next + 1 : end;
		if (has_length(header, next)) {
			const char *digit = header + sizeof length_name - 1;
			digit += strspn(digit, " \t");
			found = *digit >= '0' && *digit <= '9';
			for (*length = 0; *digit >= '0' && *digit <= '9' && *length <= LONGEST; digit++)
				*length = 10 * *length + (size_t)(*digit - '0');
		}
		header = next;
	}
	return found;
}

/* Where a header may begin among bytes that are none: the last line with a length, else the last line. A step passes
 * over almost all of the bytes, so that the time is proportional to their number. */
static const char *next_header(const char *bytes, const char *end)
{
	const char *last = NULL, *found = NULL;
	for (const char *line = memchr(bytes, '\n', (size_t)(end - bytes)); line;
	     line = memchr(line, '\n', (size_t)(end - line))) {
		last = ++line;
		if (has_length(line, end))
			found = line;
	}
	return found ? found : last ? last : end;
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
	size_t left = wire->count - wire->used, seen = left < LONGEST_HEADER ? left : LONGEST_HEADER;
	const char *header = wire->byte + wire->used, *body = left ? header_end(header, seen) : NULL;
	if (!body && left <= LONGEST_HEADER)
		return WIRE_NOTHING;
	if (!body)
		return skip(wire, (size_t)(next_header(header, header + seen) - header), 0, WIRE_NO_LENGTH);
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
	while (count && !wire->closed) {
		ssize_t done = write(wire->out, bytes, count);
		if (done < 0 && errno != EINTR)
			wire->closed = wire->ended = true;
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
