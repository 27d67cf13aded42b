/* libFuzzer on the lines read by `rigidc eval`: any bytes are its standard input. Any output is
 * allowed; the command must not crash, and its exit code is for success or for a bad line. */
#define _GNU_SOURCE /* glibc's: fmemopen, and an assignable stdin */

#include <fcntl.h>
#include <unistd.h>

#include "harness.h"
#include "compiler/cli/commands.h"
#include "compiler/cli/complain.h"
#include "compiler/cli/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct Options options = {
		.model = "examples/double_pendulum.rig", .functions = "rnea", .jit = RIGIDC_EVALUATOR, .jit_given = true
	};
	FILE *before = stdin, *input = fmemopen((void *)data, size, "r");
	int nowhere = open("/dev/null", O_WRONLY);
	if (!input || nowhere < 0)
		abort();
	dup2(nowhere, STDOUT_FILENO); /* the command closes standard output */
	if (nowhere != STDOUT_FILENO)
		close(nowhere);
	stdin = input;
	int code = command_eval(&options);
	stdin = before;
	fclose(input);
	if (code != EXIT_FINE && code != EXIT_MODEL)
		abort();
	return 0;
}
