/* rigidc sim: a motion as CSV, from a state and inputs. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "colour.h"
#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "simulation.h"
#include "base/number.h"

enum { MOST_STEPS = 1000000000 };

struct Run {
	struct Simulation simulation;
	double time, every, step; /* s: how long, between rows, of the method */
	struct Text line;
	int code;
};

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

/* --- rows --- */

static void put_names(struct Text *out, const char *array, const struct Columns *names)
{
	for (size_t i = 0; i < names->count; i++)
		text_format(out, ",%s.%s", array, names->item[i]);
}

static void put_numbers(struct Text *out, const double *number, int count)
{
	for (int i = 0; i < count; i++) {
		text_char(out, ',');
		number_put(out, number[i]);
	}
}

static bool write_line(struct Run *run)
{
	text_char(&run->line, '\n');
	bool good = fwrite(run->line.item, 1, run->line.count, stdout) == run->line.count;
	run->line.count = 0;
	return good;
}

static bool write_header(struct Run *run)
{
	const struct Simulation *s = &run->simulation;
	text_put(&run->line, "t");
	put_names(&run->line, "q", &s->q_name);
	put_names(&run->line, "qd", &s->v_name);
	put_names(&run->line, "tau", &s->v_name);
	text_put(&run->line, ",kinetic,potential");
	return write_line(run);
}

/* The state now; *sum becomes its energy. */
static bool write_row(struct Run *run, double time, double *sum)
{
	struct Simulation *s = &run->simulation;
	double energy[2];
	simulation_inputs(s, time, s->y);
	simulation_energy(s, &energy[0], &energy[1]);
	*sum = energy[0] + energy[1];
	number_put(&run->line, time);
	put_numbers(&run->line, s->y, s->nq + s->nv);
	put_numbers(&run->line, s->tau_now, s->nv);
	put_numbers(&run->line, energy, 2);
	return write_line(run);
}

/* --- the motion --- */

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Why it cannot go on from here; the rows before stay. */
static bool must_stop(struct Run *run, double time)
{
	const struct Simulation *s = &run->simulation;
	int lost = simulation_lost(s), beyond = run->simulation.options->ignore_limits ? -1 : simulation_beyond(s);
	if (lost >= 0)
		complain("stopped at %.6g s: the motion of '%s' is not a number", time, s->v_name.item[lost]);
	else if (beyond >= 0)
		complain("stopped at %.6g s: '%s' is at %.6g, beyond its limit (--at-limit=ignore goes on)", time,
		         s->q_name.item[beyond], s->y[beyond]);
	else if (interrupted)
		complain("interrupted at %.6g s", time);
	return lost >= 0 || beyond >= 0 || interrupted;
}

static void report(const struct Run *run, double time, double took, unsigned long steps, double begun, double ended)
{
	double work = run->simulation.y[run->simulation.size - 1];
	fprintf(stderr, "%.6g s in %.3g s, %.3g times as fast; %lu steps of %.6g s\n", time, took, took > 0 ? time / took : 0,
	        steps, run->step);
	fprintf(stderr, "energy %.9g J at first, %.9g J in the end", begun, ended);
	if (run->simulation.table.wrenches)
		fprintf(stderr, "; tau did %.6g J, wrenches and the method %.6g J\n", work, ended - begun - work);
	else
		fprintf(stderr, "; the inputs did %.6g J, %.3g J are neither\n", work, ended - begun - work);
}

static void move(struct Run *run)
{
	struct Simulation *s = &run->simulation;
	unsigned long rows = (unsigned long)llround(run->time / run->every), each = (unsigned long)ceil(run->every / run->step - 1e-9);
	double begin = seconds(), first = 0, last = 0, time = 0;
	unsigned long steps = 0;
	run->step = run->every / (double)each;
	if (!write_header(run) || !write_row(run, 0, &first))
		return; /* output_finish says why */
	last = first;
	bool stopped = must_stop(run, 0);
	for (unsigned long row = 1; row <= rows && !stopped; row++) {
		for (unsigned long i = 0; i < each && !stopped; i++, steps++) {
			simulation_step(s, time, run->step);
			time = ((double)(row - 1) + (double)(i + 1) / (double)each) * run->every;
			stopped = must_stop(run, time);
		}
		if (!stopped && !write_row(run, time, &last))
			return;
	}
	run->code = stopped ? EXIT_MODEL : EXIT_FINE;
	report(run, time, seconds() - begin, steps, first, last);
}

/* --- what is asked for --- */

static bool check_times(struct Run *run)
{
	if (!(run->time > 0 && run->every > 0 && run->step > 0 && run->every <= run->time))
		run->code = complain("--time, --dt and --step are above 0, and --dt is not longer than --time");
	else if (run->time / run->step > MOST_STEPS)
		run->code = complain("this is more than %d steps", MOST_STEPS);
	return run->code == EXIT_FINE;
}

static void run_simulation(rigidc_model *model, void *context)
{
	const double usual_step = 1e-3;
	struct Run *run = context;
	struct Simulation *s = &run->simulation;
	text_init(&run->line, &model->arena);
	model->diags.count = model->diags.errors = 0; /* all of it was said when the functions were made */
	bool good = simulation_read(s) && simulation_time(s, "--time", s->options->time, &run->time) &&
	            simulation_time(s, "--dt", s->options->every, &run->every);
	run->step = fmin(usual_step, run->every);
	if (good && s->options->step)
		good = simulation_time(s, "--step", s->options->step, &run->step);
	if (!good || !check_times(run))
		return;
	struct sigaction action = { .sa_handler = interrupt };
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	size_t wrenches = 0;
	for (int i = 0; i < rigidc_inputs(s->fd); i++)
		wrenches = strcmp(rigidc_input_name(s->fd, i), "f_ext") == 0 ? rigidc_input_size(s->fd, i) : wrenches;
	s->f_ext = ARENA_ARRAY(&model->arena, double, wrenches);
	if (s->options->input)
		run->code = simulation_table(s, s->options->input);
	if (run->code == EXIT_FINE)
		move(run);
}

static rigidc_status make_functions(struct Simulation *s)
{
	rigidc_tier tier = s->options->jit_given ? s->options->jit : RIGIDC_AUTO;
	rigidc_status status = rigidc_function_new(s->model, "energy", tier, &s->energy);
	if (status == RIGIDC_OK)
		status = rigidc_function_new(s->model, "fd", tier, &s->fd);
	for (size_t i = 0; i < s->options->params && status == RIGIDC_OK; i++) {
		status = rigidc_set_param(s->fd, s->options->param[i]);
		if (status == RIGIDC_OK)
			status = rigidc_set_param(s->energy, s->options->param[i]);
	}
	return status;
}

int command_sim(const struct Options *options)
{
	int code;
	if (!options->time || !options->every)
		return complain("sim needs --time and --dt: how long, and how often a row is written");
	struct Run run = { .simulation = { .model = load_model(options, &code), .options = options } };
	struct Simulation *s = &run.simulation;
	if (!s->model)
		return code;
	rigidc_status status = make_functions(s);
	if (status == RIGIDC_OK)
		status = load_say(s->model);
	if (status == RIGIDC_OK)
		status = library_protect(s->model, run_simulation, &run);
	rigidc_function_free(s->fd);
	rigidc_function_free(s->energy);
	if (status != RIGIDC_OK)
		return load_fail(s->model, status);
	rigidc_model_free(s->model);
	int finished = output_finish();
	return run.code != EXIT_FINE ? run.code : finished;
}
