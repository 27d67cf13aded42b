#include "loads.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/colour.h"
#include "cli/complain.h"
#include "cli/rows.h"
#include "grammar/import/xml.h"
#include "runtime/files.h"

struct LoadReading {
	rigidc_model *owner;
	struct Diags *diags;
	struct Arena *arena;
	const char *path;
	struct Loads *loads;
	struct ARENA_LIST(struct XmlValue) identifier; /* of the columns, for messages */
	struct Columns column;
	struct ARENA_LIST(double *) row; /* the time, then the columns */
	int code;
};

/* --- the forces --- */

/* Content of a child; NULL: none, or nothing. */
static const struct XmlValue *content(const struct XmlElement *force, const char *name)
{
	const struct XmlElement *child = xml_child(force, name);
	const char *text = child ? child->content.text : NULL;
	return text && *text && strcmp(text, "Unassigned") != 0 ? &child->content : NULL;
}

/* A path to a body ends in its name: /bodyset/foot. */
static const char *last_step(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Forces and points are in the axes of the ground. False after a diagnostic. */
static bool is_in_ground(struct LoadReading *r, const struct XmlElement *force, const char *name)
{
	const struct XmlValue *frame = content(force, name);
	if (!frame || strcmp(last_step(frame->text), "ground") == 0)
		return true;
	struct Diag *d =
		diag(r->diags, CHECK_OSIM_UNSUPPORTED, frame->span, "<%s> is 'ground', not '%s'", name, frame->text);
	diag_help(r->diags, d, "the columns of the file are then to be turned into the axes of the ground");
	return false;
}

/* Adds the three columns of an identifier. */
static void add_columns(struct LoadReading *r, struct Load *load, int first, const struct XmlValue *identifier)
{
	for (int k = 0; k < 3 && identifier; k++) {
		load->given[first + k] = true;
		load->column[first + k] = r->column.count;
		*ARENA_PUSH(r->arena, &r->column) = text_print(r->arena, "%s%c", identifier->text, "xyz"[k]);
		*ARENA_PUSH(r->arena, &r->identifier) = *identifier;
	}
}

static bool is(const struct XmlElement *force, const char *name, const char *value)
{
	const struct XmlValue *given = content(force, name);
	return given && strcmp(given->text, value) == 0;
}

static void read_force(struct LoadReading *r, const struct XmlElement *force)
{
	const struct XmlValue *body = content(force, "applied_to_body"), *point = content(force, "point_identifier");
	const struct XmlValue name = xml_attribute(force, "name");
	if (is(force, "isDisabled", "true") || is(force, "appliesForce", "false"))
		return;
	if (!body) {
		diag(r->diags, CHECK_OSIM_MISSING, force->span, "an ExternalForce has a body: <applied_to_body>");
		return;
	}
	const struct XmlValue *pushes = content(force, "force_identifier"),
			      *turns = content(force, "torque_identifier");
	if (!pushes && (point || !turns)) {
		diag(r->diags, CHECK_OSIM_MISSING, force->span,
		     "an ExternalForce with %s has a force: <force_identifier>", point ? "a point" : "no torque");
		return;
	}
	if (!is_in_ground(r, force, "force_expressed_in_body") || !is_in_ground(r, force, "point_expressed_in_body"))
		return;
	struct Load *load = ARENA_PUSH(r->arena, r->loads);
	const char *on = last_step(body->text);
	load->name = name.text && *name.text ? name.text : on;
	load->wrench = text_print(r->arena, "%s=%s:world%s", text_quoted(r->arena, load->name),
	                          text_quoted(r->arena, on), point ? ":point" : "");
	add_columns(r, load, 0, pushes);
	add_columns(r, load, 3, turns);
	add_columns(r, load, 6, point);
}

/* --- the rows --- */

/* Path of the file with the rows, from the folder of the file that names it. */
static const char *beside(struct LoadReading *r, const char *file)
{
	const char *slash = strrchr(r->path, '/');
	if (*file == '/' || !slash)
		return file;
	return text_print(r->arena, "%.*s/%s", (int)(slash - r->path), r->path, file);
}

static bool take_header(void *context, struct Rows *rows)
{
	struct LoadReading *r = context;
	struct Columns wanted = { 0 };
	bool good = true;
	const char *time = formulas_find(&rows->formulas, ROWS_TIME) < 0 ? "time" : ROWS_TIME;
	*ARENA_PUSH(r->arena, &wanted) = time;
	for (size_t i = 0; i < r->column.count; i++) {
		const char *name = r->column.item[i];
		*ARENA_PUSH(r->arena, &wanted) = name;
		if (formulas_find(&rows->formulas, name) >= 0)
			continue;
		struct Nearest nearest = diags_nearest(r->diags, name);
		nearest_each(&nearest, rows->formulas.name.item, rows->formulas.name.count, sizeof(const char *));
		struct Diag *d = diag(r->diags, CHECK_UNKNOWN_COLUMN, r->identifier.item[i].span,
		                      "%s has no column '%s'", r->loads->file, name);
		diag_nearest(r->diags, d, &nearest);
		good = false;
	}
	const bool *optional = ARENA_ARRAY(r->arena, bool, wanted.count);
	return good && rows_bind(rows, r->diags, &wanted, optional, &(struct FormulaList){ 0 });
}

static const char *take_row(void *context, struct Rows *rows)
{
	struct LoadReading *r = context;
	const size_t count = r->column.count + 1;
	double *number = ARENA_ARRAY(r->arena, double, count);
	rows_compute(rows, number, count);
	for (size_t i = 0; i < count; i++)
		if (!isfinite(number[i]))
			return text_print(r->arena, "column '%s' is no finite number: where nothing acts it is 0",
			                  i ? text_shown(r->arena, r->column.item[i - 1]) : "time");
	if (r->row.count && !(number[0] > r->row.item[r->row.count - 1][0]))
		return "the time does not rise";
	*ARENA_PUSH(r->arena, &r->row) = number;
	return NULL;
}

/* Natural cubic splines through the rows. */
static void make_splines(struct LoadReading *r)
{
	struct Loads *loads = r->loads;
	double *x = ARENA_ARRAY(r->arena, double, r->row.count);
	loads->rows = r->row.count;
	loads->t = ARENA_ARRAY(r->arena, double, loads->rows);
	for (size_t i = 0; i < loads->rows; i++)
		loads->t[i] = r->row.item[i][0];
	loads->within = (loads->t[loads->rows - 1] - loads->t[0]) / (double)(loads->rows - 1) / 2;
	for (size_t l = 0; l < loads->count; l++)
		for (int k = 0; k < LOAD_NUMBERS; k++) {
			struct Load *load = &loads->item[l];
			for (size_t i = 0; i < loads->rows && load->given[k]; i++)
				x[i] = r->row.item[i][load->column[k] + 1];
			if (load->given[k])
				load->number[k] = spline_through(r->arena, &curve_table[CURVE_NATURAL], loads->t, x,
				                                 (int)loads->rows);
		}
}

/* --- the file --- */

static void read_rows(struct LoadReading *r, const struct XmlElement *list)
{
	const struct RowsTaker taker = { take_header, take_row, r, .every_sample = true };
	const struct XmlValue *file = content(list, "datafile");
	if (!file) {
		diag(r->diags, CHECK_OSIM_MISSING, list->span, "external loads have a file of rows: <datafile>");
		return;
	}
	r->loads->file = beside(r, file->text);
	r->code = rows_file(r->arena, r->diags, r->loads->file, &taker);
	if (r->code == EXIT_FINE && r->row.count < 2) {
		complain("%s: external loads need two rows", r->loads->file);
		r->code = EXIT_MODEL;
	}
	if (r->code == EXIT_FINE)
		make_splines(r);
}

static void read_list(struct LoadReading *r, const struct XmlElement *root)
{
	const struct XmlElement *list = xml_is(root, "ExternalLoads") ? root : xml_child(root, "ExternalLoads");
	if (!list) {
		diag(r->diags, CHECK_OSIM_MISSING, root->span, "this document has no <ExternalLoads>");
		return;
	}
	for (const struct XmlElement *force = xml_walk(list, list); force; force = xml_walk(force, list))
		if (xml_is(force, "ExternalForce"))
			read_force(r, force);
	if (!r->diags->errors && !r->loads->count)
		diag(r->diags, CHECK_OSIM_MISSING, list->span, "there is no force: <ExternalForce>");
	if (!r->diags->errors)
		read_rows(r, list);
}

static void read_file(rigidc_model *owner, void *context)
{
	struct LoadReading *r = context;
	size_t length;
	int error;
	uint32_t source;
	r->arena = &owner->arena;
	r->diags = &owner->diags;
	const char *text = strcmp(r->path, "-") == 0 ? NULL : files_read(r->arena, r->path, &length, &error);
	if (!text) {
		r->code = strcmp(r->path, "-") == 0
		                  ? complain("eval reads its rows from standard input, so --loads needs a file")
		                  : complain("cannot read %s: %s", r->path, strerror(error));
		return;
	}
	const struct XmlElement *root = NULL;
	if (xml_open(r->diags, r->path, text, length, NULL, &source))
		root = xml_tree_read(r->diags, source, "a file of external loads", "OpenSimDocument ExternalLoads");
	if (root)
		read_list(r, root);
	struct Text messages = text_new(r->arena);
	diags_render(r->diags, &messages);
	colour_put_messages(text_string(&messages));
	if (r->diags->errors && r->code == EXIT_FINE)
		r->code = EXIT_MODEL;
}

int loads_read(rigidc_model *owner, const char *path, struct Loads *loads)
{
	struct LoadReading reading = { .owner = owner, .path = path, .loads = loads };
	rigidc_status status = library_protect(owner, read_file, &reading);
	if (status == RIGIDC_OK || status == RIGIDC_INVALID) /* the messages are printed */
		return reading.code;
	return status == RIGIDC_NO_MEMORY ? complain("out of memory") : EXIT_OUR_BUG;
}

/* --- values --- */

/* Mean force over the rows. */
static void mean_force(const struct Loads *loads, const struct Load *load, double mean[3])
{
	for (int i = 0; i < 3; i++) {
		mean[i] = 0;
		for (size_t row = 0; row < loads->rows && load->given[i]; row++)
			mean[i] += load->number[i].c[0][row + 1] / (double)loads->rows;
	}
}

double loads_gravity(const struct Model *model, double g[3])
{
	bool known = true;
	for (int i = 0; i < 3; i++) {
		known &= dag_is_const(model->dag, model->gravity.e[i]);
		g[i] = known ? dag_value(model->dag, model->gravity.e[i]) : 0;
	}
	return known ? sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) : 0;
}

void loads_doubt(const struct Loads *loads, const struct Model *model)
{
	const double least = 1; /* N */
	double g[3], mean[3];
	const double down = loads_gravity(model, g);
	for (size_t l = 0; l < loads->count && down > 0; l++) {
		mean_force(loads, &loads->item[l], mean);
		const double size = sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
		const double up = -(mean[0] * g[0] + mean[1] * g[1] + mean[2] * g[2]) / down;
		if (size > least && up < size / 2)
			complain(
				"the mean of force '%s' is (%.3g, %.3g, %.3g) N, and gravity is (%.3g, %.3g, %.3g) m/s^2: are "
				"these the axes of the model, and is it the force on the body?",
				text_shown(model->arena, loads->item[l].name), mean[0], mean[1], mean[2], g[0], g[1],
				g[2]);
	}
}

void loads_find(struct Loads *loads, struct Arena *arena, const struct Columns *wanted)
{
	static const char *const letter[] = { "fx", "fy", "fz", "nx", "ny", "nz", "px", "py", "pz" };
	for (size_t l = 0; l < loads->count; l++)
		for (int k = 0; k < LOAD_NUMBERS; k++) {
			struct Load *load = &loads->item[l];
			const size_t place =
				columns_place(wanted, text_print(arena, "f_ext.%s.%s", load->name, letter[k]));
			load->input[k] = place < wanted->count ? place : SIZE_MAX;
		}
}

const char *loads_put(const struct Loads *loads, struct Arena *arena, double t, double *number)
{
	const double first = loads->t[0], last = loads->t[loads->rows - 1];
	if (!(t >= first - loads->within && t <= last + loads->within))
		return text_print(arena, "t = %.9g s, and %s has the times %.9g to %.9g s", t, loads->file, first,
		                  last);
	for (size_t l = 0; l < loads->count; l++)
		for (int k = 0; k < LOAD_NUMBERS; k++) {
			const struct Load *load = &loads->item[l];
			if (load->given[k] && load->input[k] != SIZE_MAX)
				spline_values(&load->number[k], &t, 1, &number[load->input[k]]);
		}
	return NULL;
}
