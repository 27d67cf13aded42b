#include "equation_format.h"

#include <string.h>

#include "cli/columns.h"
#include "model/body.h"

/* How outputs are written. */
struct EquationLayout {
	const char *comment;   /* a form for a line of a comment */
	const char *value[2];  /* a form for the name of a value, and what ends its formula */
	const char *values[2]; /* around all values with names */
	void (*begin)(const struct Formulary *f, struct Text *out); /* NULL: nothing */
	void (*output)(const struct Formulary *f, struct Text *out, const struct EquationOutput *output,
	               const char *name); /* NULL: by the forms that follow */
	const char *assign;               /* a form for the name */
	const char *matrix[4];            /* before the first row, between rows, between columns, after the last row */
	const char *number[4];            /* the same for a single number */
	const char *empty; /* a form for the name, rows and columns of a matrix without entries; NULL: as others */
};

/* --- what is said of an output --- */

static const char *equation_of(const struct EquationSet *set)
{
	return set->signs == SIGNS_LEFT ? "M qdd + c + G = Q + E, c = C qd" : "M qdd = C + G + Q + E";
}

/* "theta_1, theta_2": the names of velocities, in the order of rows. */
static const char *names_of_rows(const struct EquationSet *set)
{
	struct Text out = text_new(set->arena);
	const struct Model *model = set->job->model;
	int count = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		for (int k = 0; k < joint_nv(joint); k++)
			text_format(&out, "%s%s", count++ ? ", " : "",
			            text_shown(set->arena, column_of_joint(model, joint, k, true)));
	}
	return text_string(&out);
}

/* A line of a comment, which nothing in a name ends early. */
static void put_comment(struct Text *out, const char *form, const char *line)
{
	char *text = arena_copy(out->arena, line, strlen(line));
	for (char *at = text; *at; at++)
		if (*at == '\n' || *at == '\r' || (*at == '/' && at > text && at[-1] == '*') ||
		    (*form == '<' && *at == '-' && at > text && at[-1] == '-'))
			*at = ' ';
	text_format(out, form, text);
}

static void put_head(const struct EquationSet *set, struct Text *out, const char *comment)
{
	struct Text line = text_new(set->arena);
	text_format(&line, "%s", text_shown(set->arena, set->job->model->name.text));
	if (set->motion)
		text_format(&line, ": %s; rows: %s; Q: joint forces", equation_of(set), names_of_rows(set));
	put_comment(out, comment, text_string(&line));
}

static const char *about(const struct EquationSet *set, const struct EquationOutput *output)
{
	const char *meaning = output->meaning;
	if (!output->function)
		return text_print(set->arena, "%s: %s", output->name, meaning);
	return text_print(set->arena, "%s of %s: %s", output->name, text_shown(set->arena, output->function), meaning);
}

static struct Polynomial entry(const struct EquationOutput *output, int row, int column)
{
	return output->entry[row * output->columns + column];
}

/* --- text --- */

static void put_index(struct Text *out, const struct EquationOutput *output, const char *name, int row, int column)
{
	text_put(out, name);
	if (output->columns > 1)
		text_format(out, "[%d,%d]", row + 1, column + 1);
	else if (output->rows > 1)
		text_format(out, "[%d]", row + 1);
}

/* Is the entry equal to its mirror image? */
static bool is_mirrored(const struct EquationOutput *output, int row, int column)
{
	return output->rows == output->columns && row != column &&
	       poly_equal(entry(output, row, column), entry(output, column, row)) && entry(output, row, column).count;
}

static void text_output(const struct Formulary *f, struct Text *out, const struct EquationOutput *output,
                        const char *name)
{
	for (int r = 0; r < output->rows; r++)
		for (int c = 0; c < output->columns; c++) {
			bool mirrored = is_mirrored(output, r, c);
			if (mirrored && c < r)
				continue;
			put_index(out, output, name, r, c);
			if (mirrored) {
				text_put(out, " = ");
				put_index(out, output, name, c, r);
			}
			text_put(out, " = ");
			formula_put(f, out, entry(output, r, c));
			text_char(out, '\n');
		}
}

static const struct EquationLayout text_layout = {
	.comment = "# %s\n", .value = { "%s = ", "\n" }, .values = { "", "\n" }, .output = text_output
};

/* --- LaTeX --- */

static void latex_begin(const struct Formulary *f, struct Text *out)
{
	bool left = f->set->signs == SIGNS_LEFT;
	if (f->set->motion)
		text_format(out, "\\[\n%s\n\\]\n",
		            left ? "M \\ddot{q} + c + G = Q + E, \\quad c = C \\dot{q}"
		                 : "M \\ddot{q} = C + G + Q + E");
}

static const struct EquationLayout latex_layout = {
	.comment = "%% %s\n",
	.value = { "%s &= ", " \\\\\n" },
	.values = { "\\begin{align*}\n", "\\end{align*}\n" },
	.begin = latex_begin,
	.assign = "\\[\n%s = ",
	.matrix = { "\\begin{bmatrix}\n", " \\\\\n", " & ", "\n\\end{bmatrix}\n\\]\n" },
	.number = { "", "", "", "\n\\]\n" },
	.empty = "%% %s has %d rows and %d columns\n",
};

/* --- SymPy --- */

static void put_symbols(const struct Formulary *f, struct Text *out, enum NameGroup group)
{
	struct Text names = text_new(f->set->arena), quoted = text_new(f->set->arena);
	int count = 0;
	for (size_t i = 0; i < f->set->algebra->symbol.count; i++) {
		const struct EquationName *name = &f->names.item[i];
		if (!name->plain || name->group != group)
			continue;
		text_format(&names, "%s%s", count ? ", " : "", name->plain);
		text_format(&quoted, "%s%s", count ? " " : "", name->plain);
		count++;
	}
	if (count)
		text_format(out, "%s = sp.symbols('%s', real=True)\n", text_string(&names), text_string(&quoted));
}

static void sympy_begin(const struct Formulary *f, struct Text *out)
{
	text_put(out, "import sympy as sp\n\n");
	for (enum NameGroup group = 0; group < NAMES_VALUES; group++)
		put_symbols(f, out, group);
	text_char(out, '\n');
}

static const struct EquationLayout sympy_layout = {
	.comment = "# %s\n",
	.value = { "%s = ", "\n" },
	.values = { "", "\n" },
	.begin = sympy_begin,
	.assign = "%s = ",
	.matrix = { "sp.Matrix([\n    [", "],\n    [", ", ", "]])\n" },
	.number = { "sp.sympify(", "", "", ")\n" },
	.empty = "%s = sp.Matrix(%d, %d, [])\n",
};

/* --- Maxima --- */

static const struct EquationLayout maxima_layout = {
	.comment = "/* %s */\n",
	.value = { "%s: ", "$\n" },
	.values = { "", "\n" },
	.assign = "%s: ",
	.matrix = { "matrix(\n  [", "],\n  [", ", ", "])$\n" },
	.number = { "", "", "", "$\n" },
	.empty = "%s: zeromatrix(%d, %d)$\n",
};

/* --- MathML, for web pages --- */

static void mathml_begin(const struct Formulary *f, struct Text *out)
{
	static const char form[] =
		"<math display=\"block\"><mrow><mi>M</mi><mo>&#8290;</mo><mover accent=\"true\"><mi>q</mi>"
		"<mo>\u00a8</mo></mover>%s<mi>Q</mi><mo>+</mo><mi>E</mi></mrow></math>\n";
	if (f->set->motion)
		text_format(out, form,
		            f->set->signs == SIGNS_LEFT ? "<mo>+</mo><mi>c</mi><mo>+</mo><mi>G</mi><mo>=</mo>"
		                                        : "<mo>=</mo><mi>C</mi><mo>+</mo><mi>G</mi><mo>+</mo>");
}

static const struct EquationLayout mathml_layout = {
	.comment = "<!-- %s -->\n",
	.value = { "<math display=\"block\"><mrow>%s<mo>=</mo>", "</mrow></math>\n" },
	.values = { "", "" },
	.begin = mathml_begin,
	.assign = "<math display=\"block\"><mrow>%s<mo>=</mo>",
	.matrix = { "<mrow><mo>[</mo><mtable displaystyle=\"true\"><mtr><mtd>", "</mtd></mtr>\n<mtr><mtd>",
	            "</mtd><mtd>", "</mtd></mtr></mtable><mo>]</mo></mrow></mrow></math>\n" },
	.number = { "", "", "", "</mrow></math>\n" },
	.empty = "<!-- %s has %d rows and %d columns -->\n",
};

/* --- the table --- */

static const struct EquationLayout *const layouts[EQUATION_FORMATS] = {
#define EQUATION_FORMAT(id, name, ending, notation, layout) [EQUATION_##id] = &layout,
#include "equation_formats.def"
};

static void put_values(const struct Formulary *f, struct Text *out, const struct EquationLayout *layout)
{
	const struct NamedValues *named = &f->set->named;
	text_put(out, named->count ? layout->values[0] : "");
	for (size_t i = 0; i < named->count; i++) {
		text_format(out, layout->value[0], formula_name(f, named->item[i].symbol));
		formula_put(f, out, named->item[i].value);
		text_put(out, layout->value[1]);
	}
	text_put(out, named->count ? layout->values[1] : "");
}

/* E is left out if nothing of it acts. */
static bool is_absent(const struct EquationSet *set, const struct EquationOutput *output)
{
	bool absent = set->motion && strcmp(output->name, "E") == 0;
	for (int k = 0; k < output->rows * output->columns; k++)
		absent &= !output->entry[k].count;
	return absent;
}

/* The name of an output; with the name of its function if another has it. */
static const char *name_output(struct Formulary *f, const struct EquationOutput *output)
{
	const char *own = output->name;
	if (names_find(&f->names.used, own) >= 0 && output->function)
		own = text_identifier(f->set->arena, text_print(f->set->arena, "%s_%s", own, output->function));
	return equation_names_new(&f->names, own);
}

/* A matrix or a number, by the forms of the layout. */
static void put_rows(const struct Formulary *f, struct Text *out, const struct EquationOutput *output)
{
	const struct EquationLayout *layout = layouts[f->format];
	bool single = output->rows * output->columns == 1;
	const char *const *between = single ? layout->number : layout->matrix;
	for (int r = 0; r < output->rows; r++) {
		text_put(out, r ? between[1] : between[0]);
		for (int c = 0; c < output->columns; c++) {
			text_put(out, c ? between[2] : "");
			formula_put(f, out, entry(output, r, c));
		}
	}
	text_put(out, output->rows ? "" : between[0]);
	text_put(out, between[3]);
}

static void put_output(struct Formulary *f, struct Text *out, const struct EquationOutput *output)
{
	const struct EquationLayout *layout = layouts[f->format];
	const char *name = name_output(f, output);
	if (layout->empty && output->rows * output->columns == 0) {
		text_format(out, layout->empty, name, output->rows, output->columns);
	} else if (layout->output) {
		layout->output(f, out, output, name);
	} else {
		text_format(out, layout->assign, f->names.form ? f->names.form(f->set->arena, name, 0) : name);
		put_rows(f, out, output);
	}
}

const char *equation_format_write(struct EquationSet *set, enum EquationFormatId format)
{
	const struct EquationLayout *layout = layouts[format];
	struct Formulary f = formulary(set, format);
	struct Text out = text_new(set->arena);
	put_head(set, &out, layout->comment);
	if (layout->begin)
		layout->begin(&f, &out);
	put_values(&f, &out, layout);
	for (size_t i = 0; i < set->output.count; i++)
		if (!is_absent(set, &set->output.item[i])) {
			put_comment(&out, layout->comment, about(set, &set->output.item[i]));
			put_output(&f, &out, &set->output.item[i]);
		}
	return text_string(&out);
}

struct EquationParts equation_format_parts(struct EquationSet *set, enum EquationFormatId format)
{
	struct Formulary f = formulary(set, format);
	struct EquationParts parts = { 0 };
	for (size_t i = 0; i < set->output.count; i++) {
		const struct EquationOutput *output = &set->output.item[i];
		struct Text out = text_new(set->arena);
		if (is_absent(set, output))
			continue;
		put_output(&f, &out, output);
		*ARENA_PUSH(set->arena, &parts) =
			(struct EquationPart){ output->name, output->meaning, text_string(&out) };
	}
	return parts;
}
