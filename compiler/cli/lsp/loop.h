/* The turns of the server: messages are parsed, wait for their turn, and are answered.
 * Called by the command, and by a test that feeds bytes.
 * The caller owns the server. */
#ifndef RIGIDC_LSP_LOOP_H
#define RIGIDC_LSP_LOOP_H

#include "server.h"

/* A server that reads from `in` and writes to `out` (below 0: nowhere). Its options are borrowed. */
void server_init(struct Server *server, const struct Options *options, int in, int out);
/* Takes what other processes have written. */
void server_take_work(struct Server *server);
/* Does the next piece of work: takes what has come in, answers a message, publishes. False: there is none. */
bool server_turn(struct Server *server);
void server_free(struct Server *server);

#endif
