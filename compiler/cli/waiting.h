/* Waiting for a thorough search: a line on the terminal that says how far it is, and Ctrl-C, which takes the best so far;
 * a second one ends the process.
 * Given to the library by the options. Keeps what was shown last. */
#ifndef RIGIDC_WAITING_H
#define RIGIDC_WAITING_H

/* As rigidc_options.progress. From its first call to the one that says all is done Ctrl-C is its own. */
int waiting_progress(void *context, const char *function, double part, unsigned long operations);

#endif
