/* Waiting: a progress line on the terminal. Ctrl-C ends a thorough search with the best form found so far; a second Ctrl-C ends
 * the process.
 * Given to the library by the options. Keeps the state last shown. */
#ifndef RIGIDC_WAITING_H
#define RIGIDC_WAITING_H

/* Callback for rigidc_options.progress. It catches Ctrl-C from its first call until the call with part = 1. */
int waiting_progress(void *context, const char *function, double part, unsigned long operations);
/* The same for other searches: Ctrl-C ends the process. */
int waiting_line(void *context, const char *function, double part, unsigned long operations);

#endif
