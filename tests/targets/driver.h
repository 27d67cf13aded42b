/* What calls.pl writes about a robot, driver.c runs, and every machine offers. */
#ifndef TARGETS_DRIVER_H
#define TARGETS_DRIVER_H

/* A function of the robot: all its inputs one after the other, all its outputs likewise. */
struct function {
	const char *name;
	int inputs, outputs;
	int has_q; /* the inputs begin with coordinates */
	void (*call)(const REAL *in, REAL *out);
};

/* by calls.pl: functions up to one without a name; where quaternions begin in q, up to -1; what is to be done first */
extern const struct function functions[];
extern const int quaternions[];
extern REAL inputs[], outputs[];
void prepare(void);

/* by the test.c of Targets.pm: what the generated self-test returns */
enum { NO_SELF_TEST = -1 };
int self_test(void);

/* by driver.c: all functions, and that */
void run(void);

/* by the machine: text goes out */
void put(const char *text);

#endif
