/* libFuzzer on the lines that `rigidc eval` reads: any bytes are its standard input. The command may say what
 * it likes; it may not crash, and its exit code is that of a good run or of a bad line. */
#define _GNU_SOURCE /* glibc's: fmemopen, and a stdin that can be set */

#include <fcntl.h>
#include <unistd.h>

#include "harness.h"
#include "compiler/cli/commands.h"
#include "compiler/cli/complain.h"
#include "compiler/cli/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct Options options = { .model = "examples/double_pendulum.rig", .functions = "rnea",
	                                 .jit = RIGIDC_EVALUATOR, .jit_given = true };
	FILE *before = stdin, *input = fmemopen((void *)data, size, "r");
	int nowhere = open("/dev/null", O_WRONLY);
	if (!input || nowhere < 0)
		abort();
	dup2(nowhere, STDOUT_FILENO); /* the command closes it */
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
