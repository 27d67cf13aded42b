/* Tests of a program: TEST and LOOP_TEST define them. SUITE or suite_run runs all of them by Check, in the order of the
 * file, and prints TAP.
 * Included by the file of each test program. Owns nothing beyond the run. */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>
#include <stddef.h>

struct SuiteTest {
	TTest test;
	int (*times)(void);
	struct SuiteTest *next;
};
static struct SuiteTest *suite_first, **suite_end = &suite_first;

/* A test that runs `times` times, with _i from 0 on. The count is evaluated when the suite runs. */
#define LOOP_TEST(name, times) \
	static int name##_times(void) \
	{ \
		return times; \
	} \
	static void name(int _i); \
	static struct SuiteTest name##_entry = { { #name, name, __FILE__, __LINE__ }, name##_times, NULL }; \
	__attribute__((constructor)) static void name##_enter(void) \
	{ \
		*suite_end = &name##_entry; \
		suite_end = &name##_entry.next; \
	} \
	static void name(int _i __attribute__((unused)))

#define TEST(name) LOOP_TEST(name, 1)

/* Runs the tests, each between `begin` and `end` unless they are NULL. Returns the exit code. */
static inline int suite_run(const char *name, void (*begin)(void), void (*end)(void))
{
	Suite *suite = suite_create(name);
	TCase *tests = tcase_create(name);
	SRunner *runner = srunner_create(suite);
	tcase_add_checked_fixture(tests, begin, end);
	for (const struct SuiteTest *test = suite_first; test; test = test->next)
		tcase_add_loop_test(tests, &test->test, 0, test->times());
	suite_add_tcase(suite, tests);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/* The main of a program with nothing else to do; each test runs between `begin` and `end`. */
#define SUITE_BETWEEN(name, begin, end) \
	int main(void) \
	{ \
		return suite_run(name, begin, end); \
	}
#define SUITE(name) SUITE_BETWEEN(name, NULL, NULL)

#endif
