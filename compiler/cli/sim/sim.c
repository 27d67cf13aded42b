/* rigidc sim: a motion as CSV, from a state and inputs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "course.h"
#include "cli/colour.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/draw/draw.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/page/page.h"
#include "cli/rows.h"
#include "base/number.h"
#include "program/program.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/law.h"
#include "model/strut.h"

/* Energy and work in J, at a time. */
struct Balance {
	double time, energy, work;
};

struct Run {
	struct Simulation simulation;
	struct Course course;
	double time, every; /* s: duration; time between rows */
	struct Sheet rows;  /* all rows, kept only for pictures */
	double *row;
	struct Balance first, last; /* of the first row; of the last row or the end of the motion */
	struct Text line;
	double flushed; /* s, time of the last flush */
	int code;
};

/* --- rows --- */

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Writes a line. Rows are flushed every 0.05 s, so that they reach a pipe in time: flushing each row may take longer
 * than computing the row. */
static bool write_line(struct Run *run)
{
	const double late = 0.05; /* s */
	text_char(&run->line, '\n');
	bool good = fwrite(run->line.item, 1, run->line.count, stdout) == run->line.count;
	run->line.count = 0;
	if (!good || seconds() - run->flushed < late)
		return good;
	good = fflush(stdout) == 0;
	run->flushed = seconds();
	return good;
}

static bool write_header(struct Run *run)
{
	const struct Columns *names = &run->rows.column;
	for (size_t i = 0; i < names->count; i++) {
		text_put(&run->line, i ? "," : "");
		rows_cell(&run->line, names->item[i]);
	}
	return write_line(run);
}

/* True if pictures are drawn at the end. */
static bool wants_pictures(const struct Options *options)
{
	return options->plot || options->animate;
}

/* Writes the row of the current state. */
static bool write_row(struct Run *run, double time)
{
	size_t count = run->rows.column.count;
	double *row = run->row;
	simulation_row(&run->simulation, time, row);
	run->last.time = time;
	run->last.energy = row[count - 2] + row[count - 1];
	run->last.work = run->simulation.y[run->simulation.size - 1];
	for (size_t i = 0; i < count; i++) {
		if (i)
			text_char(&run->line, ',');
		number_put(&run->line, row[i]);
	}
	if (wants_pictures(run->simulation.options)) {
		struct Arena *arena = &run->simulation.model->arena;
		*ARENA_PUSH(arena, &run->rows) = row;
		run->row = ARENA_ARRAY(arena, double, count);
	}
	return write_line(run);
}

/* --- the motion --- */

/* The last row is at the multiple of --dt nearest to --time, because rows are equidistant. */
static void say_end(const struct Run *run)
{
	const double rounding = 1e-9;
	double end = run->course.end;
	if (fabs(end - run->time) > rounding * run->time)
		complain("the last row is at %.10g s: --time, %.10g s, is no multiple of --dt, %.10g s", end, run->time,
		         run->every);
}

/* Message why the motion stopped. The rows written so far stay. */
static void say_why(const struct Run *run, enum Arrival how)
{
	if (how == ARRIVED)
		say_end(run);
	else
		condition_table[how].tell(&run->course);
}

/* Prints warnings: of options with doubtful values, of contacts that slip. Those of reading are for load_say. */
static void say_doubts(rigidc_model *model)
{
	struct Text text = text_new(&model->arena);
	struct Diags doubts = model->diags;
	doubts.item += model->read.diags.count;
	doubts.count -= model->read.diags.count;
	diags_render(&doubts, &text);
	colour_put_messages(text_string(&text));
	model->diags.count = model->read.diags.count;
}

static bool has_passive_forces(const struct Model *model)
{
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].joint->passive)
			return true;
	return false;
}

static bool has_forces_of_struts(const struct Model *model)
{
	for (size_t i = 0; i < model->struts.count; i++)
		if (model->struts.item[i].force)
			return true;
	return false;
}

static bool has_laws_that_work(const struct Model *model)
{
	for (size_t i = 0; i < model->laws.count; i++)
		if (model->laws.item[i].works)
			return true;
	return false;
}

/* What dissipates the energy; not a number where a row is not. */
static double rest_of(const struct Run *run)
{
	return run->last.energy - run->first.energy - run->last.work + run->simulation.contacts.lost;
}

static void report_energy(const struct Run *run)
{
	const struct Balance *first = &run->first, *last = &run->last;
	const double rest = rest_of(run);
	if (!isfinite(rest)) {
		fputs("the energy is not a number\n", stderr);
		return;
	}
	fprintf(stderr, "energy %.9g J at first, %.9g J ", first->energy, last->energy);
	if (last->time == run->course.time)
		fputs("in the end", stderr);
	else
		fprintf(stderr, "at %.6g s", last->time);
	fprintf(stderr, "; work of inputs %.6g J", last->work);
	if (run->simulation.contacts.count)
		fprintf(stderr, ", of impacts %.6g J", 0 - run->simulation.contacts.lost);
	const struct Model *model = run->simulation.model->model;
	fprintf(stderr, "; the rest, %.3g J, is damping, friction%s%s%s%s and error\n", rest,
	        has_passive_forces(model) ? ", passive forces" : "",
	        has_forces_of_struts(model) ? ", forces of struts" : "",
	        has_laws_that_work(model) ? ", laws of wrenches" : "",
	        model->dag->moving.count ? ", inputs that move" : "");
}

static void report_rows(const struct Run *run)
{
	const struct SimulationRows *rows = &run->simulation.rows;
	if (!simulation_holds(&run->simulation))
		return;
	if (rows->closures)
		fprintf(stderr, "largest closure %.3g; ", rows->worst_closure);
	fprintf(stderr, "largest |J qd| %.3g", rows->worst_rate);
	if (rows->left_out)
		fprintf(stderr, "; %lu states near dead points were not projected", rows->left_out);
	fputc('\n', stderr);
}

static void report(struct Run *run, double took)
{
	const struct Course *course = &run->course;
	fprintf(stderr, "%.6g s in %.3g s, %.3g times as fast; %s: %lu steps", course->time, took,
	        took > 0 ? course->time / took : 0, run->course.integrator->name, course->steps);
	if (!run->course.integrator->adaptive)
		fprintf(stderr, " of %.6g s", course->step);
	fprintf(stderr, ", %lu evaluations\n", run->simulation.evaluations);
	report_energy(run);
	report_rows(run);
	if (run->simulation.contacts.count)
		contacts_report(&run->simulation);
}

/* Energy balance at the end of the motion, at a row or between rows, if it is finite. */
static void balance_end(struct Run *run)
{
	struct Simulation *s = &run->simulation;
	double kinetic, potential;
	simulation_energy(s, &kinetic, &potential);
	struct Balance end = { run->course.time, kinetic + potential, s->y[s->size - 1] };
	if (isfinite(end.energy) && isfinite(end.work))
		run->last = end;
}

static void move(struct Run *run)
{
	struct Course *course = &run->course;
	unsigned long rows = (unsigned long)llround(run->time / run->every);
	double begin = seconds();
	course->end = (double)rows * run->every;
	simulation_columns(&run->simulation, &run->rows);
	course->sheet = &run->rows;
	run->row = ARENA_ARRAY(&run->simulation.model->arena, double, run->rows.column.count);
	if (!write_header(run) || !write_row(run, 0))
		return; /* output_finish reports the reason */
	course_show_rows();
	run->first = run->last;
	enum Arrival how = conditions_first(course);
	for (unsigned long row = 1; row <= rows && how == ARRIVED; row++) {
		how = course->integrator->go(course, (double)row * run->every);
		if ((how == ARRIVED || condition_table[how].row) && !write_row(run, course->time))
			return;
	}
	balance_end(run);
	say_why(run, how);
	run->code = how == ARRIVED_NO_MEMORY                   ? EXIT_USAGE
	            : how == ARRIVED && isfinite(rest_of(run)) ? EXIT_FINE
	                                                       : EXIT_MODEL;
	report(run, seconds() - begin);
	say_doubts(run->simulation.model);
}

/* --- options --- */

static const double usual_step = 1e-3; /* s */

static bool check_times(struct Run *run)
{
	const struct Course *course = &run->course;
	double step = run->course.integrator->adaptive ? fmin(usual_step, run->every) : course->step;
	if (!(run->time > 0 && run->every > 0 && course->step >= 0 && run->every <= run->time))
		run->code = complain("--time, --dt and --step are above 0, and --dt is not longer than --time");
	else if (run->time / step > SIMULATION_STEPS)
		run->code = complain("this is more than %d steps", SIMULATION_STEPS);
	return run->code == EXIT_FINE;
}

/* Tolerances and steps of the method. A formula of --tau may change for a short time only. Steps no longer than the
 * time between rows do not miss changes that last as long. */
static bool read_method(struct Run *run)
{
	const struct Options *options = run->simulation.options;
	/* tolerances for float: smaller tolerances would resolve the rounding of floats, by steps of nanoseconds */
	const bool narrow = options->library.real_float > 0;
	/* a projection moves the history of a multistep method by roundings, which smaller tolerances would resolve */
	const bool moved =
		simulation_holds(&run->simulation) && run->course.integrator == &integrator_table[INTEGRATOR_CVODE];
	const double usual_rtol = narrow ? 1e-5 : moved ? 1e-11 : 1e-13;
	const double usual_atol = narrow ? 1e-6 : moved ? 1e-12 : 1e-14;
	struct Course *course = &run->course;
	course->simulation = &run->simulation;
	course->rtol = options->rtol > 0 ? options->rtol : usual_rtol;
	course->atol = options->atol > 0 ? options->atol : usual_atol;
	if (run->course.integrator->adaptive)
		course->step = options->taus || options->sets ? run->every : 0;
	else
		course->step = fmin(usual_step, run->every);
	if (options->step && !simulation_time(&run->simulation, "--step", options->step, &course->step))
		return false;
	if (options->step && !(course->step > 0))
		course->step = NAN; /* refused by check_times */
	if (!run->course.integrator->adaptive && (options->rtol > 0 || options->atol > 0)) {
		run->code = complain("--tolerance is of a method that chooses its steps, not of '%s'",
		                     run->course.integrator->name);
		return false;
	}
	if (!run->course.integrator->adaptive)
		course->step = run->every / ceil(run->every / course->step - 1e-9);
	return check_times(run);
}

static const struct Integrator *choose_integrator(const struct Simulation *s)
{
	const struct Options *options = s->options;
	int id = options->integrator;
	if (id < 0)
		id = options->step ? INTEGRATOR_RK4 : (int)integrator_usual(simulation_holds(s));
	return &integrator_table[id];
}

static void make_room(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	const rigidc_function *fd = s->rows.held->fd;
	size_t wrenches = rigidc_input_size(fd, library_input(fd, INPUT_F_EXT));
	s->works = s->options->input && wrenches > 0;
	s->f_ext = ARENA_ARRAY(arena, double, wrenches);
	s->no_f_ext = ARENA_ARRAY(arena, double, wrenches);
	s->h_with = ARENA_ARRAY(arena, double, s->nv);
	s->h_without = ARENA_ARRAY(arena, double, s->nv);
}

/* The page of a film with shapes; NULL: there are none. */
static const char *film_with_shapes(const struct Run *run, const struct Skeleton *skeleton,
                                    const struct SkeletonPostures *postures)
{
	const struct Simulation *s = &run->simulation;
	const struct PackageFolders packages = { s->options->package_folder, s->options->package_folders };
	const struct PageMotion motion = { &run->rows, s->film, skeleton, postures, s->options->view };
	return page_film(s->model, &motion, &packages);
}

/* Draws the pictures of the rows. Returns an exit code. */
static int draw(const struct Run *run)
{
	const struct Simulation *s = &run->simulation;
	const struct Options *options = s->options;
	struct Arena *arena = &s->model->arena;
	struct Sheets one = { .item = (struct Sheet *)&run->rows, .count = 1 };
	const struct Drawing drawing = { .arena = arena, .sheets = &one };
	int code = options->plot ? drawing_write(&drawing, options->plot) : EXIT_FINE;
	if (!options->animate)
		return code;
	const struct Skeleton skeleton = skeleton_points(s->model, &run->rows);
	const struct SkeletonPostures postures = skeleton_move(s->model, &skeleton, s->poses, &run->rows);
	const char *page = s->film ? film_with_shapes(run, &skeleton, &postures) : NULL;
	int film = page ? output_write(options->animate, page)
	                : animation_write(arena, s->model->model->name.text, &skeleton, &postures, options->view,
	                                  options->animate);
	return code != EXIT_FINE ? code : film;
}

/* Reads the options of the motion before any function is made: its state, times, method and inputs. */
static void read_options(rigidc_model *model, void *context)
{
	struct Run *run = context;
	struct Simulation *s = &run->simulation;
	run->line = text_new(&model->arena);
	run->course.integrator = choose_integrator(s);
	if (simulation_read(s) && simulation_time(s, "--time", s->options->time, &run->time) &&
	    simulation_time(s, "--dt", s->options->every, &run->every) && !model->diags.errors && read_method(run))
		say_doubts(model);
}

/* The first state: loops are closed and contacts that touch hold. False after a message. */
static bool begin_motion(struct Run *run)
{
	struct Simulation *s = &run->simulation;
	simulation_name_rows(s);
	make_room(s);
	if (s->options->input)
		run->code = simulation_table(s, s->options->input);
	if (run->code != EXIT_FINE || !simulation_begin_rows(s))
		return false;
	simulation_table_ends(s, run->time);
	course_bounds(&run->course);
	say_doubts(s->model);
	contacts_prepare(s);
	return !s->contacts.count || contacts_begin(s);
}

static void run_simulation(rigidc_model *model, void *context)
{
	struct Run *run = context;
	struct Simulation *s = &run->simulation;
	model->diags.count = model->diags.errors = 0; /* all diagnostics were printed when the functions were made */
	if (!begin_motion(run))
		return;
	course_take_interrupts();
	if (run->course.integrator->begin(&run->course))
		move(run);
	else
		run->code = EXIT_USAGE;
	if (run->course.integrator->end)
		run->course.integrator->end(&run->course);
	course_show_rows(); /* before the pictures, which an interrupt ends */
	course_leave_interrupts();
	int written = s->options->events ? contacts_write(s) : EXIT_FINE,
	    drawn = run->rows.count ? draw(run) : EXIT_FINE;
	run->code = run->code != EXIT_FINE ? run->code : written != EXIT_FINE ? written : drawn;
}

struct FilmNames {
	const char *poses, *film;
};

static void name_poses(rigidc_model *model, void *context)
{
	struct FilmNames *names = context;
	names->poses = skeleton_function(model);
	names->film = page_film_function(model);
}

/* Functions of a film; a page may show shapes. */
static rigidc_status make_poses(struct Simulation *s)
{
	struct FilmNames names = { NULL, NULL };
	if (!library_guard(s->model, name_poses, &names))
		return RIGIDC_NO_MEMORY;
	rigidc_status status = simulation_make(s, names.poses, &s->poses);
	return status == RIGIDC_OK && text_ends(s->options->animate, ".html") ? simulation_make(s, names.film, &s->film)
	                                                                      : status;
}

static rigidc_status make_functions(struct Simulation *s)
{
	rigidc_status status = simulation_make(s, "energy", &s->energy);
	if (status == RIGIDC_OK)
		status = simulation_make(s, "integrate", &s->integrate);
	if (status == RIGIDC_OK && rigidc_ns(s->model))
		status = simulation_make(s, "rates", &s->rates);
	if (status == RIGIDC_OK && s->options->input)
		status = simulation_make(s, "bias", &s->bias);
	if (status == RIGIDC_OK && s->options->animate)
		status = make_poses(s);
	return status == RIGIDC_OK ? simulation_make_rows(s) : status;
}

/* Checks the options before any work: missing options, contradictions, endings of files. */
static int check_options(const struct Options *options)
{
	if (!options->time || !options->every)
		return complain("sim needs --time and --dt: how long, and how often a row is written");
	if (options->held_phase && options->watched_count)
		return complain(
			"--phase holds its contacts all the time, and --contacts opens and closes them: give one of the two");
	if ((options->events || options->retracts) && !options->watched_count)
		return complain("%s is of contacts that come and go: --contacts=all, or --contacts=A,B",
		                options->events ? "--events" : "--retract");
	if (options->library.sincos && strcmp(options->library.sincos, sincos_name[SINCOS_GIVEN]) == 0)
		return complain(
			"sim computes sines and cosines itself: --sincos=given is for functions that others call");
	int code = options->plot ? drawing_check("--plot", options->plot) : EXIT_FINE;
	return code == EXIT_FINE && options->animate ? animation_check("--animate", options->animate) : code;
}

/* Makes all functions of a motion and runs it. */
static rigidc_status simulate(struct Run *run)
{
	struct Simulation *s = &run->simulation;
	rigidc_status status = contacts_read(s);
	if (status == RIGIDC_OK)
		status = library_call(s->model, read_options, run);
	if (status != RIGIDC_OK || run->code != EXIT_FINE)
		return status;
	status = make_functions(s);
	if (status == RIGIDC_OK)
		status = load_say(s->model);
	if (status == RIGIDC_OK)
		status = library_protect(s->model, run_simulation, run);
	rigidc_function_free(s->energy);
	rigidc_function_free(s->rates);
	rigidc_function_free(s->integrate);
	rigidc_function_free(s->bias);
	rigidc_function_free(s->poses);
	rigidc_function_free(s->film);
	simulation_free_rows(s);
	return status;
}

int command_sim(const struct Options *options)
{
	int code = check_options(options);
	if (code != EXIT_FINE)
		return code;
	struct Run run = { .simulation = { .model = load_for_functions(options, NULL, &code), .options = options } };
	struct Simulation *s = &run.simulation;
	if (!s->model)
		return code;
	if (options->animate && rigidc_nv(s->model) == 0) {
		complain("--animate: nothing moves in '%s'", s->model->model->name.text);
		rigidc_model_free(s->model);
		return EXIT_MODEL;
	}
	rigidc_status status = simulate(&run);
	if (status != RIGIDC_OK)
		return load_fail(s->model, status);
	rigidc_model_free(s->model);
	int finished = output_finish();
	return run.code != EXIT_FINE ? run.code : finished;
}
