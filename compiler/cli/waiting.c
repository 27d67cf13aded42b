#include "waiting.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "complain.h"

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* Catches SIGINT once; a second SIGINT ends the process. An ignored SIGINT stays ignored. */
static void take_interrupts(void)
{
	struct sigaction before, action = { .sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART };
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
		sigaction(SIGINT, &action, NULL);
}

static void leave_interrupts(void)
{
	struct sigaction now;
	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == interrupt)
		signal(SIGINT, SIG_DFL);
}

/* Progress line on the terminal: each call overwrites the line, the last call erases it. */
static void show(const char *function, double part, unsigned long operations)
{
	fputs("\r\033[K", stderr);
	if (part >= 1)
		return;
	complain_put(function);
	fprintf(stderr, ": %3.0f %%", 100 * part);
	if (operations)
		fprintf(stderr, ", %lu operations", operations);
	fputs(interrupted ? ", ending " : " ", stderr);
}

int waiting_line(void *context, const char *function, double part, unsigned long operations)
{
	(void)context;
	if (isatty(STDERR_FILENO))
		show(function, part, operations);
	return 0;
}

int waiting_progress(void *context, const char *function, double part, unsigned long operations)
{
	static bool waiting;
	static int percent;
	static unsigned long shown;
	(void)context;
	if (!waiting && !interrupted)
		take_interrupts();
	if (isatty(STDERR_FILENO) && (!waiting || part >= 1 || (int)(100 * part) != percent || operations != shown))
		show(function, part, operations);
	waiting = part < 1;
	percent = (int)(100 * part);
	shown = operations;
	if (!waiting)
		leave_interrupts();
	return interrupted;
}
