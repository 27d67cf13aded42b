/* Messages of `rigidc eval` about a line of its input, with this line. */
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "cli/colour.h"
#include "cli/complain.h"

void eval_put_place(size_t line, enum Severity severity)
{
	if (line)
		fprintf(stderr, "stdin:%zu: ", line);
	else
		fputs("stdin: ", stderr);
	colour_put_severity(severity);
	fputs(": ", stderr);
}

bool eval_warn(size_t line, size_t *count, const char *again)
{
	enum { MOST = 10 };
	if ((*count)++ > MOST)
		return false;
	eval_put_place(line, SEVERITY_WARNING);
	if (*count > MOST)
		fprintf(stderr, "%s again; of later lines this is not said\n", again);
	return *count <= MOST;
}

int eval_bad_line(size_t line, const char *problem, size_t number)
{
	fflush(stdout);
	eval_put_place(line, SEVERITY_ERROR);
	fputs(problem, stderr);
	if (number)
		fprintf(stderr, " (number %zu)", number);
	fputc('\n', stderr);
	return EXIT_MODEL;
}

bool eval_takes_q(const struct Evaluation *e)
{
	return rigidc_inputs(e->function) && strcmp(rigidc_input_name(e->function, 0), input_name[INPUT_Q]) == 0;
}

bool eval_write(struct Evaluation *e)
{
	if (e->file) {
		text_bytes(&e->file->text, e->line.item, e->line.count);
		return true;
	}
	return fwrite(e->line.item, 1, e->line.count, stdout) == e->line.count && (!e->prompt || fflush(stdout) == 0);
}
