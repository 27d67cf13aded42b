/* The methods that begin and end a server. */
#include <string.h>

#include "server.h"
#include "base/version.h"

/* The first encoding of the client's list that the server has; UTF-16 without a list. */
static enum Encoding agreed(const json_t *offered)
{
	for (size_t i = 0; i < json_array_size(offered); i++) {
		const char *name = json_string_value(json_array_get(offered, i));
		for (int k = 0; name && k < ENCODING_COUNT; k++)
			if (strcmp(name, encoding_name[k]) == 0)
				return (enum Encoding)k;
	}
	return ENCODING_UTF16;
}

/* Abilities of the server without further values. */
static const char *const provided[] = {
	"documentSymbolProvider", "definitionProvider", "referencesProvider",         "documentHighlightProvider",
	"hoverProvider",          "inlayHintProvider",  "documentFormattingProvider", "documentRangeFormattingProvider",
	"foldingRangeProvider"
};

static json_t *capabilities(const struct Server *server)
{
	enum { INCREMENTAL = 2 };
	json_t *all = json_pack("{s:s, s:{s:b, s:i, s:b}, s:{s:[s]}}", "positionEncoding",
	                        encoding_name[server->encoding], "textDocumentSync", "openClose", 1, "change",
	                        INCREMENTAL, "save", 1, "codeActionProvider", "codeActionKinds", "quickfix");
	json_object_set_new(all, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
	json_object_set_new(all, "completionProvider",
	                    json_pack("{s:[s,s,s,s]}", "triggerCharacters", ".", ":", "\"", "/"));
	json_object_set_new(all, "signatureHelpProvider",
	                    json_pack("{s:[s,s], s:[s]}", "triggerCharacters", "(", ",", "retriggerCharacters", "="));
	json_object_set_new(all, "semanticTokensProvider",
	                    json_pack("{s:o, s:b}", "legend", colours_legend(), "full", 1));
	for (size_t i = 0; i < sizeof provided / sizeof *provided; i++)
		json_object_set_new(all, provided[i], json_true());
	return all;
}

/* Can the client find a parameter in a signature by its place in the label? */
static bool has_label_offsets(const json_t *client)
{
	const json_t *help = json_object_get(json_object_get(client, "textDocument"), "signatureHelp");
	const json_t *parameter =
		json_object_get(json_object_get(help, "signatureInformation"), "parameterInformation");
	return json_is_true(json_object_get(parameter, "labelOffsetSupport"));
}

json_t *life_initialize(struct MethodCall *call)
{
	struct Server *server = call->server;
	const json_t *client = json_object_get(call->params, "capabilities");
	const json_t *hints = json_object_get(json_object_get(client, "workspace"), "inlayHint");
	if (server->life != LIFE_STARTED)
		return call_fail(call, ERROR_INVALID_REQUEST, "the server is initialized already");
	server->encoding = agreed(json_object_get(json_object_get(client, "general"), "positionEncodings"));
	server->refreshes = json_is_true(json_object_get(hints, "refreshSupport"));
	server->label_offsets = has_label_offsets(client);
	server->life = LIFE_RUNNING;
	return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(server), "serverInfo", "name", "rigidc",
	                 "version", version_built());
}

json_t *life_shutdown(struct MethodCall *call)
{
	call->server->life = LIFE_SHUT_DOWN;
	return call_nothing();
}

/* The exit code says whether `shutdown` came before (lsp.c). */
json_t *life_exit(struct MethodCall *call)
{
	call->server->stopped = true;
	if (call->server->life == LIFE_SHUT_DOWN)
		call->server->life = LIFE_ENDED;
	return call_nothing();
}

/* Nothing is to be done: a cancelled request is found where the messages wait. */
json_t *life_ignore(struct MethodCall *call)
{
	(void)call;
	return call_nothing();
}
