/* Signals for WebAssembly, where none ever arrives: masks are empty, and handlers are accepted and never called.
 * Included by the library and the command. Nothing is kept. */
#ifndef RIGIDC_WASM_SIGNAL_H
#define RIGIDC_WASM_SIGNAL_H

typedef int sig_atomic_t;
typedef int sigset_t;

enum { SIGHUP = 1, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ };
enum { SA_SIGINFO = 4, SA_RESTART = 1, SA_RESETHAND = 2 };

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)

struct sigaction {
	void (*sa_handler)(int);
	sigset_t sa_mask;
	int sa_flags;
};

static inline void (*signal(int number, void (*handler)(int)))(int)
{
	(void)number;
	(void)handler;
	return SIG_DFL;
}

static inline int sigaction(int number, const struct sigaction *set, struct sigaction *before)
{
	(void)number;
	(void)set;
	if (before)
		*before = (struct sigaction){ .sa_handler = SIG_DFL };
	return 0;
}

static inline int sigemptyset(sigset_t *set)
{
	*set = 0;
	return 0;
}

#endif
