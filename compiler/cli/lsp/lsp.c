/* rigidc lsp: a language server on standard input and output. */
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "server.h"
#include "reading.h"
#include "cli/commands.h"
#include "cli/complain.h"

/* Is there something to read now? */
static bool arrives(const struct Server *server, int milliseconds)
{
	struct pollfd in = { .fd = server->wire.in, .events = POLLIN };
	return poll(&in, 1, milliseconds) > 0;
}

/* Waits for input, or for what another process writes. Work of costs begins when nothing has come for a while. */
static void wait_for_more(struct Server *server)
{
	enum { QUIET = 300, MOST = 64 };
	struct pollfd files[MOST] = { { .fd = server->wire.ended ? -1 : server->wire.in, .events = POLLIN } };
	nfds_t count = 1;
	for (const struct Work *work = server->work; work && count < MOST; work = work->next)
		files[count++] = (struct pollfd){ .fd = work->out, .events = POLLIN };
	int ready = poll(files, count, costs_wait(server) ? QUIET : -1);
	if (ready == 0)
		costs_start(server);
	for (nfds_t i = 1; ready > 0 && i < count; i++)
		if (files[i].revents) {
			server_take_work(server);
			break;
		}
	if (ready > 0 && files[0].revents)
		wire_fill(&server->wire);
}

/* What has arrived is read before the next piece of work, so that work for an old text can be left out. */
static void serve(struct Server *server)
{
	while (!server->stopped) {
		while (!server->wire.ended && arrives(server, 0))
			wire_fill(&server->wire);
		if (server_turn(server))
			continue;
		if (server->wire.ended && !work_owes(server))
			return;
		wait_for_more(server);
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
