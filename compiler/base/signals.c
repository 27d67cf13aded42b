#include "signals.h"

#include <pthread.h>

void signals_hold(sigset_t *before)
{
	static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ };
	sigset_t held;
	sigemptyset(&held);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaddset(&held, ends[i]);
	pthread_sigmask(SIG_BLOCK, &held, before);
}

void signals_release(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}
