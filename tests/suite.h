/* Runs a suite of Check and prints TAP.
 * Called by the main of every test program. Owns nothing beyond the call. */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>

/* Runs the suite; returns the exit code. */
static inline int suite_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

#endif
