#include "linear_format.h"

#include <string.h>

#include "cli/rows.h"
#include "cli/text_json.h"
#include "base/number.h"

/* How a language of data writes names and numbers. */
struct Notation {
	void (*begin)(struct Text *out, const struct LinearText *text);
	void (*end)(struct Text *out);
	void (*string)(struct Text *out, const char *string);
	const char *assign, *next;       /* before and after the value of a name */
	const char *list[2];             /* around names */
	const char *vector[2], *between; /* around numbers, and between them */
	const char *matrix[2];           /* around rows */
	const char *row[2], *last;       /* around the numbers of a row, and after the last row */
	const char *empty;               /* of rows and columns, for a matrix without numbers; NULL: as any other */
};

/* --- entries --- */

static void put_name(struct Text *out, const struct Notation *n, const char *name)
{
	text_format(out, n->assign, name);
}

static void put_string(struct Text *out, const struct Notation *n, const char *name, const char *string)
{
	put_name(out, n, name);
	n->string(out, string);
	text_put(out, n->next);
}

static void put_names(struct Text *out, const struct Notation *n, const char *name, const struct Columns *names)
{
	put_name(out, n, name);
	text_put(out, n->list[0]);
	for (size_t i = 0; i < names->count; i++) {
		text_put(out, i ? ", " : "");
		n->string(out, names->item[i]);
	}
	text_put(out, n->list[1]);
	text_put(out, n->next);
}

static void put_numbers(struct Text *out, const struct Notation *n, const double *number, int count)
{
	for (int i = 0; i < count; i++) {
		text_put(out, i ? n->between : "");
		number_put(out, number[i] + 0.0); /* 0 for -0 */
	}
}

static void put_vector(struct Text *out, const struct Notation *n, const char *name, const double *number, int count)
{
	put_name(out, n, name);
	text_put(out, n->vector[0]);
	put_numbers(out, n, number, count);
	text_put(out, n->vector[1]);
	text_put(out, n->next);
}

static void put_matrix(struct Text *out, const struct Notation *n, const char *name, const double *number, int rows,
                       int columns)
{
	put_name(out, n, name);
	if (n->empty && rows * columns == 0) {
		text_format(out, n->empty, rows, columns);
		text_put(out, n->next);
		return;
	}
	text_put(out, n->matrix[0]);
	for (int r = 0; r < rows; r++) {
		text_put(out, n->row[0]);
		put_numbers(out, n, number + r * columns, columns);
		text_put(out, r + 1 < rows ? n->row[1] : n->last);
	}
	text_put(out, n->matrix[1]);
	text_put(out, n->next);
}

static void put_step(struct Text *out, const struct Notation *n, const struct LinearText *text)
{
	put_string(out, n, "method", text->method);
	put_name(out, n, "dt");
	number_put(out, text->dt);
	text_put(out, n->next);
}

static void put_state(struct Text *out, const struct Notation *n, const struct LinearText *text)
{
	const rigidc_linear *l = text->linear;
	put_vector(out, n, "q", l->q, text->nq);
	put_vector(out, n, "qd", l->qd, text->nv);
	put_vector(out, n, "tau", l->tau, text->nv);
	put_vector(out, n, "qdd", l->qdd, text->nv);
	if (text->nu)
		put_vector(out, n, "u", l->u, text->nu);
	if (text->ns)
		put_vector(out, n, "s", l->s, text->ns);
}

static void put_directions(struct Text *out, const struct Notation *n, const struct LinearText *text)
{
	const rigidc_linear *l = text->linear;
	put_names(out, n, "velocities", &text->velocity);
	put_matrix(out, n, "N", l->N, text->nv, l->directions);
	if (l->places != l->directions)
		put_matrix(out, n, "P", l->P, text->nv, l->places);
	put_matrix(out, n, "E", l->E, text->nv, l->places);
	if (l->inputs > l->drives + text->nu) { /* some move */
		put_matrix(out, n, "Q", l->Q, text->nv, l->inputs - l->drives);
		put_matrix(out, n, "R", l->R, text->nv, l->inputs - l->drives);
	}
}

static void write_all(struct Text *out, const struct Notation *n, const struct LinearText *text)
{
	const rigidc_linear *l = text->linear;
	n->begin(out, text);
	if (text->phase)
		put_string(out, n, "phase", text->phase);
	if (text->dt > 0)
		put_step(out, n, text);
	put_names(out, n, "states", &text->state);
	put_names(out, n, "state_units", &text->state_unit);
	put_names(out, n, "inputs", &text->input);
	put_names(out, n, "input_units", &text->input_unit);
	put_state(out, n, text);
	put_matrix(out, n, "A", l->A, l->states, l->states);
	put_matrix(out, n, "B", l->B, l->states, l->inputs);
	if (text->phase)
		put_directions(out, n, text);
	n->end(out);
}

/* "x' = A x + B u" */
static const char *equation(const struct LinearText *text)
{
	return text->dt > 0 ? "x[k+1] = A x[k] + B u[k]" : "x' = A x + B u";
}

/* --- JSON --- */

/* A string of JSON is one of Python too. */
static void json_put(struct Text *out, const char *string)
{
	const char *line = text_json_print(text_json(string), JSON_ENCODE_ANY);
	text_bytes(out, line, strcspn(line, "\n"));
}

static void json_begin(struct Text *out, const struct LinearText *text)
{
	text_put(out, "{\n  \"model\": ");
	json_put(out, text->model);
}

static void json_end(struct Text *out)
{
	text_put(out, "\n}\n");
}

static void write_json(struct Text *out, const struct LinearText *text)
{
	static const struct Notation json = { .begin = json_begin,
		                              .end = json_end,
		                              .string = json_put,
		                              .assign = ",\n  \"%s\": ",
		                              .next = "",
		                              .list = { "[", "]" },
		                              .vector = { "[", "]" },
		                              .between = ", ",
		                              .matrix = { "[\n", "  ]" },
		                              .row = { "    [", "],\n" },
		                              .last = "]\n" };
	write_all(out, &json, text);
}

/* --- Octave --- */

static void octave_put(struct Text *out, const char *string)
{
	text_char(out, '\'');
	for (const char *at = text_shown(out->arena, string); *at; at++)
		text_bytes(out, *at == '\'' ? "''" : at, *at == '\'' ? 2 : 1);
	text_char(out, '\'');
}

static void octave_begin(struct Text *out, const struct LinearText *text)
{
	text_format(out, "%% %s: %s, by rigidc\n", text_shown(out->arena, text->model), equation(text));
}

static void nothing(struct Text *out)
{
	(void)out;
}

static void write_octave(struct Text *out, const struct LinearText *text)
{
	static const struct Notation octave = { .begin = octave_begin,
		                                .end = nothing,
		                                .string = octave_put,
		                                .assign = "%s = ",
		                                .next = ";\n",
		                                .list = { "{", "}" },
		                                .vector = { "[", "]'" },
		                                .between = " ",
		                                .matrix = { "[\n", "]" },
		                                .row = { "  ", "\n" },
		                                .last = "\n",
		                                .empty = "zeros(%d, %d)" };
	write_all(out, &octave, text);
}

/* --- NumPy --- */

static void numpy_begin(struct Text *out, const struct LinearText *text)
{
	text_format(out, "# %s: %s, by rigidc\nimport numpy as np\n\n", text_shown(out->arena, text->model),
	            equation(text));
}

static void write_numpy(struct Text *out, const struct LinearText *text)
{
	static const struct Notation numpy = { .begin = numpy_begin,
		                               .end = nothing,
		                               .string = json_put,
		                               .assign = "%s = ",
		                               .next = "\n",
		                               .list = { "[", "]" },
		                               .vector = { "np.array([", "], float)" },
		                               .between = ", ",
		                               .matrix = { "np.array([\n", "], float)" },
		                               .row = { "    [", "],\n" },
		                               .last = "],\n",
		                               .empty = "np.zeros((%d, %d))" };
	write_all(out, &numpy, text);
}

/* --- CSV --- */

static void put_cells(struct Text *out, const struct Columns *names)
{
	for (size_t i = 0; i < names->count; i++) {
		text_char(out, ',');
		rows_cell(out, names->item[i]);
	}
}

/* A row for each state: its name and unit, its row of A, its row of B. */
static void write_csv(struct Text *out, const struct LinearText *text)
{
	const rigidc_linear *l = text->linear;
	text_put(out, "state,unit");
	put_cells(out, &text->state);
	put_cells(out, &text->input);
	for (int r = 0; r < l->states; r++) {
		text_char(out, '\n');
		rows_cell(out, text->state.item[r]);
		text_char(out, ',');
		rows_cell(out, text->state_unit.item[r]);
		for (int c = 0; c < l->states + l->inputs; c++) {
			text_char(out, ',');
			number_put(out, c < l->states ? l->A[r * l->states + c] : l->B[r * l->inputs + c - l->states]);
		}
	}
	text_char(out, '\n');
}

/* --- the table --- */

static void (*const writers[LINEAR_FORMATS])(struct Text *out, const struct LinearText *text) = {
#define LINEAR_FORMAT(id, name, ending, write) [LINEAR_##id] = write,
#include "linear_formats.def"
};

const char *linear_format_write(struct Arena *arena, enum LinearFormatId format, const struct LinearText *text)
{
	struct Text out = text_new(arena);
	text_json_memory(arena);
	writers[format](&out, text);
	return text_string(&out);
}
