/* rigidc lsp: a language server on standard input and output. */
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "loop.h"
#include "cli/commands.h"
#include "cli/complain.h"

/* Is there something to read now? */
static bool arrives(const struct Server *server, int milliseconds)
{
	struct pollfd in = { .fd = server->wire.in, .events = POLLIN };
	return poll(&in, 1, milliseconds) > 0;
}

/* What has arrived is read before the next piece of work, so that work for an old text can be left out. */
static void serve(struct Server *server)
{
	while (!server->stopped) {
		while (!server->wire.ended && arrives(server, 0))
			wire_fill(&server->wire);
		if (server_turn(server))
			continue;
		if (server->wire.ended)
			return;
		wire_fill(&server->wire);
	}
}

int command_lsp(const struct Options *options)
{
	static struct Server server;
	signal(SIGPIPE, SIG_IGN);
	server_init(&server, options, STDIN_FILENO, STDOUT_FILENO);
	serve(&server);
	int code = server.life == LIFE_ENDED ? EXIT_FINE : EXIT_MODEL;
	server_free(&server);
	return code;
}
