/* Another program, run and waited for.
 * Called by the executor that runs the C compiler and by what draws with gnuplot. Nothing is kept. */
#ifndef RIGIDC_CHILD_H
#define RIGIDC_CHILD_H

enum Child {
	CHILD_WELL,
	CHILD_BADLY,
	CHILD_MISSING, /* there is no such program */
	CHILD_LATE,    /* its time was over */
	CHILD_STOPPED  /* a signal waits that ends this process (signals.h) */
};

/* Finds a program on the PATH and runs it, without a shell. Its input, output and errors are these descriptors, each of
 * them /dev/null for -1. It has so many seconds; 0: as many as it takes. One that is late or stopped ends with all that it has started. */
enum Child child_run(char *const *arguments, const int standard[3], int seconds);

#endif
