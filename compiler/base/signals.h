/* Signals that would end the process wait while there are files that must not stay.
 * Called by the executor that runs the C compiler and by the command where it writes. The mask is the caller's. */
#ifndef RIGIDC_SIGNALS_H
#define RIGIDC_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Of this thread; *before is for signals_release, which lets those that came have their way. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);
/* Has one come that this thread holds? One that the process ignores ends nothing, though it waits while it is held. */
bool signals_wait(void);

#endif
