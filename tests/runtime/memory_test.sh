#!/bin/sh
# No allocation that fails ends the process a library lives in: each call says RIGIDC_NO_MEMORY, and the same call of the
# same model succeeds once there is memory again. Every allocation of reading a model, printing it, and making a function
# of each tier fails once.
. tests/tap.sh
. tests/cli/fail.sh

if ! fail_builds; then
	skip 'each allocation may fail' 'malloc cannot be replaced here'
	finish
fi

cat >"$SCRATCH/calls.c" <<'END'
#include <stdio.h>
#include <stdlib.h>

#include "rigidc.h"

static int short_of_memory;

/* Again after a failure for want of memory; any other is printed. */
static rigidc_status again(rigidc_model *model, rigidc_status first, const char *what, int *retry)
{
	*retry = first == RIGIDC_NO_MEMORY && !short_of_memory++;
	if (first != RIGIDC_OK && !*retry)
		printf("%s: status %d, %s\n", what, (int)first, rigidc_messages(model));
	return first;
}

int main(int argc, char **argv)
{
	rigidc_model *model;
	int retry;
	while (again(NULL, rigidc_load(argv[1], NULL, &model), "load", &retry), retry)
		rigidc_model_free(model);
	for (rigidc_tier tier = RIGIDC_EVALUATOR; tier <= RIGIDC_TCC; tier++) {
		double q[] = { 0.1, -0.2 }, qd[] = { 0.3, 0.4 }, qdd[] = { 0.5, -0.6 }, tau[2];
		const double *const in[] = { q, qd, qdd };
		double *const out[] = { tau };
		rigidc_function *rnea;
		while (again(model, rigidc_function_new(model, "rnea", tier, &rnea), "make", &retry), retry)
			;
		rigidc_call(rnea, in, out);
		printf("%.17g %.17g\n", tau[0], tau[1]);
		rigidc_function_free(rnea);
	}
	const char *header, *source;
	while (again(model, rigidc_emit(model, NULL, "arm.h", &header, &source), "emit", &retry), retry)
		;
	fputs(source, stdout);
	rigidc_model_free(model);
	(void)argc;
	return 0;
}
END
: >"$SCRATCH/in"
ok 'the caller compiles' ${CC:-cc} -std=c11 -Wall -Werror -Iruntime -o "$SCRATCH/calls" "$SCRATCH/calls.c" \
    "$(dirname "$RIGIDC")/librigidc.a" -lexpat -ldl -lpthread -lm
FAIL_MOST=1000
is 'each allocation of the library may fail' '' \
    "$(fail_each allocation 'none should' '' "$SCRATCH/calls" examples/double_pendulum.rig)"
ok 'there are some' test "$(cat "$SCRATCH/count")" -gt 100
finish
