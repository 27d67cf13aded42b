/* Runs another program and waits for it.
 * Called by the executor and by `package --for=fmi` for the C compiler, and by the commands that draw with gnuplot. Nothing is
 * kept. */
#ifndef RIGIDC_CHILD_H
#define RIGIDC_CHILD_H

enum Child {
	CHILD_WELL,
	CHILD_BADLY,
	CHILD_MISSING, /* no such program */
	CHILD_LATE,    /* time limit exceeded */
	CHILD_STOPPED  /* a signal is pending that ends this process (signals.h) */
};

/* Finds a program on the PATH and runs it, without a shell. `standard` has its input, output and errors; -1:
 * /dev/null. `seconds` limits its time; 0: no limit. A program late or stopped is ended with all its children. */
enum Child child_run(char *const *arguments, const int standard[3], int seconds);

#endif
