/* rigidc compare: two models of any formats, at random states. */
#include <string.h>

#include "compare.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"

struct Comparison {
	const struct Options *options;
	struct Side side[2];
	struct SameName *same;
	struct Pairs pairs;
	bool shifted;     /* coordinates may count from different places */
	bool tried;       /* with shifts, where there are any */
	size_t different; /* quantities, in the text */
	const char *text;
	int code;
};

/* --- --same --- */

/* Reads "a=b", names in quotation marks where they need them. */
static bool read_same(struct Arena *arena, const char *text, struct SameName *same)
{
	const char *end, *sign;
	same->a = text_name(arena, text, '=', &end);
	sign = end + strspn(end, " \t");
	if (*sign == '=')
		same->b = text_name(arena, sign + 1, '\0', &end);
	if (same->b && *same->a && *same->b)
		return true;
	complain("--same is a name of each model, elbow=joint_3, not '%s'", text);
	return false;
}

static bool is_named(const struct Side *side, const char *name)
{
	if (pairs_has_name(side, name))
		return true;
	complain("--same: %s has no body, frame or joint '%s'", side->path, name);
	return false;
}

static bool read_sames(struct Comparison *c, struct Arena *arena)
{
	const size_t sames = c->options->sames;
	c->same = ARENA_ARRAY(arena, struct SameName, sames + 1);
	for (size_t i = 0; i < sames; i++)
		if (!read_same(arena, c->options->same[i], &c->same[i]) || !is_named(&c->side[0], c->same[i].a) ||
		    !is_named(&c->side[1], c->same[i].b))
			return false;
	return true;
}

/* --- steps: each takes memory of one model only --- */

static void open_side(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	struct Side *side = &c->side[model == c->side[1].model];
	side_open(side);
	side_open_extras(side);
}

static void draw_states(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	if (!read_sames(c, &model->arena)) {
		c->code = EXIT_USAGE;
		return;
	}
	c->pairs = pairs_find(&model->arena, &c->side[0], &c->side[1], c->same, c->options->sames);
	c->tried = !c->shifted || shifts_find(&model->arena, &c->pairs);
	pairs_draw(&c->pairs, c->options->seed);
}

static void close_first(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	const int which = model == c->side[1].model;
	closing_lead(&c->side[which]);
	pairs_copy(&c->pairs, which);
}

static void close_second(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	const int which = model == c->side[1].model;
	closing_follow(&c->pairs, &c->side[which], !which);
}

static void move_side(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	struct Side *side = &c->side[model == c->side[1].model];
	side_move(side);
	side_find_rows(side);
}

static void measure(rigidc_model *model, void *context)
{
	struct Comparison *c = context;
	const double usual = 1e-9;
	struct Differences found = differences_find(&model->arena, &c->pairs);
	const struct CompareReport report = { &c->pairs, &found, c->options->seed,
		                              c->options->tolerance > 0 ? c->options->tolerance : usual };
	const size_t different = differences_count(&found, report.tolerance);
	if (c->shifted && different && different >= c->different)
		return;
	c->different = different;
	c->text = c->options->json ? compare_json(&model->arena, &report) : compare_text(&model->arena, &report);
	c->code = differences_matter(&found, report.tolerance) || found.incomparable.count ? EXIT_MODEL : EXIT_FINE;
}

/* --- the command --- */

/* A .rig file takes no options for imported formats: they are meant for the other model. */
static bool is_own(const struct Options *options)
{
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	bool own = (status == RIGIDC_OK || status == RIGIDC_INVALID) && format_is_own(model->format);
	rigidc_model_free(model);
	return own;
}

/* Options of formats other than the language, which models of the language refuse. */
static bool has_words_of_formats(const rigidc_options *o)
{
	return o->keep_damping || o->keep_rotors || o->keep_actuators || o->keep_forces || o->markers || o->muscles ||
	       o->snap_angles > 0;
}

static void clear_words_of_formats(rigidc_options *o)
{
	o->keep_damping = o->keep_rotors = o->keep_actuators = o->keep_forces = o->markers = o->muscles = 0;
	o->snap_angles = 0;
}

static int load(struct Comparison *c, int which)
{
	struct Options options = *c->options;
	const rigidc_options *given = &c->options->library;
	int code;
	options.model = c->options->file[which];
	options.library.level = 1; /* the textbook's form: functions are called a few times only */
	clear_words_of_formats(&options.library);
	if (has_words_of_formats(given) && !is_own(&options)) {
		options.library = *given;
		options.library.level = 1;
	}
	c->side[which].path = options.model;
	c->side[which].model = load_model(&options, &code);
	return code;
}

/* M and h of a model, lengths and rates, by the evaluator. */
static rigidc_status make_dynamics(struct Side *side)
{
	if (!side->nv)
		return RIGIDC_OK;
	return rigidc_function_new(side->model, side_functions(side), RIGIDC_EVALUATOR, &side->dynamics);
}

/* Closes the loops of both models, in turn. Returns the number of the model whose step failed; -1: none. */
static int close_loops(struct Comparison *c, rigidc_status *status)
{
	const int leader = closing_needed(&c->side[0]) ? 0 : 1;
	if (!closing_needed(&c->side[leader]))
		return -1;
	if ((*status = library_protect(c->side[leader].model, close_first, c)) != RIGIDC_OK)
		return leader;
	if (closing_needed(&c->side[!leader]) &&
	    (*status = library_protect(c->side[!leader].model, close_second, c)) != RIGIDC_OK)
		return !leader;
	return -1;
}

/* Draws states, moves both models and measures. Model 0 or 1 whose step failed; -1: none. */
static int compare_states(struct Comparison *c, rigidc_status *status)
{
	if ((*status = library_protect(c->side[0].model, draw_states, c)) != RIGIDC_OK)
		return 0;
	if (c->code == EXIT_USAGE || !c->tried)
		return -1;
	const int failed = close_loops(c, status);
	if (failed >= 0)
		return failed;
	for (int i = 0; i < 2; i++)
		if ((*status = library_protect(c->side[i].model, move_side, c)) != RIGIDC_OK)
			return i;
	*status = library_protect(c->side[0].model, measure, c);
	return *status == RIGIDC_OK ? -1 : 0;
}

/* Model 0 or 1 whose step failed; -1: none. Models that differ are compared again with shifted coordinates; models with
 * loops too, where shifts of dependent coordinates change nothing else. */
static int run_steps(struct Comparison *c, rigidc_status *status)
{
	for (int i = 0; i < 2; i++)
		if ((*status = library_protect(c->side[i].model, open_side, c)) != RIGIDC_OK ||
		    (*status = make_dynamics(&c->side[i])) != RIGIDC_OK)
			return i;
	const int failed = compare_states(c, status);
	const bool loops = closing_needed(&c->side[0]) || closing_needed(&c->side[1]);
	if (failed >= 0 || c->code == EXIT_USAGE || !(c->different || loops))
		return failed;
	c->shifted = true;
	for (int i = 0; i < 2; i++)
		side_reset(&c->side[i]);
	return compare_states(c, status);
}

static void close_sides(struct Comparison *c, int but)
{
	for (int i = 0; i < 2; i++) {
		rigidc_function_free(c->side[i].dynamics);
		if (i != but)
			rigidc_model_free(c->side[i].model);
	}
}

int command_compare(const struct Options *options)
{
	struct Comparison c = { .options = options };
	int code = load(&c, 0);
	if (code != EXIT_FINE)
		return code;
	code = load(&c, 1);
	rigidc_status status = RIGIDC_OK;
	int failed = code == EXIT_FINE ? run_steps(&c, &status) : -1;
	if (code == EXIT_FINE && failed < 0 && c.text)
		code = output_write(NULL, c.text);
	close_sides(&c, failed);
	if (failed >= 0)
		return load_fail(c.side[failed].model, status);
	return code != EXIT_FINE ? code : c.code;
}
