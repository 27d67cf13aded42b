/* Memory of a program that loads, compiles, calls and frees for as long as it runs does not grow.
 *
 *   RIGIDC_LEVEL=l   how often: 400, or 100,000 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "run.h"
#include "level.h"
#include "suite.h"

enum { WARM = 100 };

static int cycles;

static long resident_bytes(void)
{
	long all, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return resident * sysconf(_SC_PAGESIZE);
}

static void cycle(int number)
{
	static const char *const path[] = { "examples/ur5.rig", "examples/scara.rig", "examples/double_pendulum.rig" };
	rigidc_options options = { .real_float = number % 2 };
	double q[6] = { 0.1 * (number % 10) }, tau[6];
	const double *in[] = { q, q, q };
	double *out[] = { tau };
	rigidc_model *model;
	rigidc_joint_info joint = { 0 };
	ck_assert_int_eq(rigidc_load(path[number % 3], &options, &model), RIGIDC_OK);
	ck_assert_int_eq(rigidc_get_joint(model, 1, &joint), RIGIDC_OK);
	rigidc_function *function = run_function(model, "rnea", number % 4 ? RIGIDC_AUTO : RIGIDC_EVALUATOR);
	rigidc_call(function, in, out);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

/* AddressSanitizer keeps freed memory for a while, and reports leaks at the end. */
#ifdef __SANITIZE_ADDRESS__
enum { GROWN_MOST = 256 << 20 };
#else
enum { GROWN_MOST = 1 << 20 };
#endif

/* Memory does not grow by cycles, nor by functions made again and again from one model. */
TEST(models_and_functions)
{
	rigidc_model *model = run_load("examples/ur5.rig");
	for (int i = 0; i < WARM; i++) {
		cycle(i);
		rigidc_function_free(run_function(model, "rnea", RIGIDC_AUTO));
	}
	long before = resident_bytes();
	for (int i = 0; i < cycles; i++) {
		cycle(i);
		rigidc_function_free(run_function(model, "rnea", RIGIDC_AUTO));
	}
	long grown = resident_bytes() - before;
	printf("# %d cycles: %ld KB\n", cycles, grown / 1024);
	ck_assert_int_lt(grown, GROWN_MOST);
	rigidc_model_free(model);
}

int main(void)
{
	cycles = by_level(400, 400, 100000);
	return suite_run("cycles", NULL, NULL);
}
