/* Signals that end the process are held back while temporary files exist.
 * Called by the executor while the C compiler runs, and by the command when it begins and while it
 * writes. The mask is the caller's. */
#ifndef RIGIDC_SIGNALS_H
#define RIGIDC_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Holds signals of this thread. *before is for signals_release, after which pending signals take effect. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);
/* Does the process ignore this signal? */
bool signals_ignores(int number);
/* True if a held signal is pending for this thread. Signals that the process ignores do not count: they end nothing,
 * but stay pending while held. */
bool signals_wait(void);

#endif
