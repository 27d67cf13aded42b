#include "signals.h"

#include <pthread.h>

static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ };
enum { ENDS = sizeof ends / sizeof *ends };

void signals_hold(sigset_t *before)
{
	sigset_t held;
	sigemptyset(&held);
	for (int i = 0; i < ENDS; i++)
		sigaddset(&held, ends[i]);
	pthread_sigmask(SIG_BLOCK, &held, before);
}

void signals_release(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

bool signals_ignores(int number)
{
	struct sigaction action;
	return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

bool signals_wait(void)
{
	sigset_t pending;
	bool any = false;
	sigpending(&pending);
	for (int i = 0; i < ENDS; i++)
		any |= sigismember(&pending, ends[i]) == 1 && !signals_ignores(ends[i]);
	return any;
}
