/* libFuzzer on the language server. Bytes that begin with { or [ are messages, one a line; all others are a document, asked for
 * everything at places chosen by its bytes, during edits. No internal error may come. */
#include <string.h>

#include "cli/lsp/server.h"
#include "harness.h"

static void body(struct Server *server, const char *text, size_t length)
{
	char header[64];
	int used = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
	if (!wire_feed(&server->wire, header, (size_t)used) || !wire_feed(&server->wire, text, length))
		abort();
	while (server_turn(server)) {
	}
	if (server->faults)
		abort();
}

/* --- messages --- */

static void send_lines(struct Server *server, const char *data, size_t size)
{
	while (size) {
		const char *end = memchr(data, '\n', size);
		size_t length = end ? (size_t)(end - data) : size;
		body(server, data, length);
		data += length + (end != NULL);
		size -= length + (end != NULL);
	}
}

/* --- a document --- */

/* A place that the bytes choose. */
static struct Position choose(const uint8_t *data, size_t size, size_t i)
{
	unsigned lines = 1;
	for (size_t k = 0; k < size; k++)
		lines += data[k] == '\n';
	uint64_t mixed = (data[i % size] + 1u) * 2654435761u * (i + 1);
	return (struct Position){ (uint32_t)(mixed >> 8) % lines, (uint32_t)(mixed >> 24) % 40 };
}

static void ask(struct Server *server, const char *method, struct Position at)
{
	char text[600];
	int length =
		snprintf(text, sizeof text,
	                 "{\"id\":1,\"method\":\"%s\",\"params\":{\"textDocument\":{\"uri\":\"file:///a.rig\"},"
	                 "\"position\":{\"line\":%u,\"character\":%u},\"newName\":\"new\",\"context\":{},"
	                 "\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":%u,\"character\":%u}}}}",
	                 method, at.line, at.character, at.line, at.character);
	body(server, text, (size_t)length);
}

static void ask_all(struct Server *server, struct Position at)
{
	static const char *const methods[] = {
#define LSP_METHOD(name, kind, late, run) name,
#include "cli/lsp/methods.def"
	};
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strncmp(methods[i], "textDocument/", 13) == 0 && strncmp(methods[i] + 13, "did", 3) != 0)
			ask(server, methods[i], at);
}

static void edit(struct Server *server, struct Position at, unsigned length, const char *text)
{
	char message[600];
	int used = snprintf(
		message, sizeof message,
		"{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///a.rig\","
		"\"version\":2},\"contentChanges\":[{\"range\":{\"start\":{\"line\":%u,\"character\":%u},"
		"\"end\":{\"line\":%u,\"character\":%u}},\"text\":\"%s\"}]}}",
		at.line, at.character, at.line, at.character + length, text);
	body(server, message, (size_t)used);
}

/* Opens the bytes as a text, escaped for JSON. */
static void open_document(struct Server *server, const uint8_t *data, size_t size)
{
	static const char head[] =
		"{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///a.rig\","
		"\"version\":1,\"text\":\"";
	static const char tail[] = "\"}}}";
	char *text = malloc(sizeof head + sizeof tail + 6 * size);
	size_t used = sizeof head - 1;
	if (!text)
		return;
	memcpy(text, head, used);
	for (size_t i = 0; i < size; i++)
		if (data[i] >= 0x20 && data[i] != '"' && data[i] != '\\')
			text[used++] = (char)data[i];
		else
			used += (size_t)sprintf(text + used, "\\u%04x", data[i]);
	memcpy(text + used, tail, sizeof tail - 1);
	body(server, text, used + sizeof tail - 1);
	free(text);
}

static void use_document(struct Server *server, const uint8_t *data, size_t size)
{
	static const char *const pieces[] = {
		"", " ", "{", "}", "\\n", "joint", "(", "0 kg", "body a on world", "\\\""
	};
	enum { ROUNDS = 6, PIECES = sizeof pieces / sizeof *pieces };
	open_document(server, data, size);
	for (size_t i = 0; i < ROUNDS && size; i++) {
		struct Position at = choose(data, size, i);
		ask_all(server, at);
		edit(server, at, at.character % 7, pieces[at.line % PIECES]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct Options options;
	static const char initialize[] = "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}";
	static struct Server server;
	enum { LARGE = 20000 };
	if (size > LARGE)
		return 0;
	server_init(&server, &options, -1, -1);
	body(&server, initialize, sizeof initialize - 1);
	if (size && (*data == '{' || *data == '['))
		send_lines(&server, (const char *)data, size);
	else
		use_document(&server, data, size);
	server_free(&server);
	return 0;
}
