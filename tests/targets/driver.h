/* Interface between the text by calls.pl about a robot, driver.c, and each machine. */
#ifndef TARGETS_DRIVER_H
#define TARGETS_DRIVER_H

/* A function of the robot: all its inputs in sequence, all its outputs likewise. */
struct function {
	const char *name;
	int inputs, outputs;
	int has_q; /* the inputs begin with coordinates */
	void (*call)(const REAL *in, REAL *out);
};

/* by calls.pl: functions, the last without a name; indices of quaternions in q, then -1; a function to be called
 * first */
extern const struct function functions[];
extern const int quaternions[];
extern REAL inputs[], outputs[];
void prepare(void);

/* by the test.c of Targets.pm: the result of the generated self-test */
enum { NO_SELF_TEST = -1 };
int self_test(void);

/* by driver.c: all functions, then the self-test */
void run(void);

/* by the machine: outputs a text */
void put(const char *text);

#endif
