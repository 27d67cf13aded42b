/* Another program, run and waited for.
 * Called by the executor that runs the C compiler and by what draws with gnuplot. Nothing is kept. */
#ifndef RIGIDC_CHILD_H
#define RIGIDC_CHILD_H

enum Child { CHILD_WELL, CHILD_BADLY, CHILD_MISSING /* there is no such program */ };

/* Finds a program on the PATH and runs it, without a shell. Its input, output and errors are these descriptors, each of
 * them /dev/null for -1. */
enum Child child_run(char *const *arguments, const int standard[3]);

#endif
