#include "list.h"

#include "option_help.h"

#include <math.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/package/package_kind.h"
#include "base/dim.h"
#include "dynamics/function.h"
#include "dynamics/operator.h"
#include "grammar/formats/format.h"
#include "grammar/words.h"
#include "model/expression/builtin.h"
#include "model/part/property.h"
#include "model/shape.h"
#include "pipeline/pass.h"
#include "runtime/library.h"
#include "runtime/preset.h"

static int list_joints(void)
{
	/* joint kinds are read from an empty model: most of them are defined in the language */
	rigidc_model *model;
	rigidc_status status = load_nothing(&model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	for (size_t i = 0; i < model->model->kinds.count; i++) {
		const struct JointKind *kind = &model->model->kinds.item[i];
		char head[64];
		int used = snprintf(head, sizeof head, "%s%s", kind->name, kind->parameters ? "(" : "");
		for (int k = 0; k < kind->parameters; k++)
			used += snprintf(head + used, sizeof head - (size_t)used, "%s%s", kind->parameter[k].name,
			                 k + 1 < kind->parameters ? ", " : ")");
		printf("%-22s nq %d, nv %d  %s\n", head, kind->nq, kind->nv, kind->summary);
	}
	rigidc_model_free(model);
	return EXIT_FINE;
}

/* Appends the rows of a span, forces or moments: "fx fy fz", or "two forces" about an axis that the user gives. */
static void put_span(char *out, size_t size, enum RowSpan span, bool axis, bool angular)
{
	static const char *const axes[2][4] = {
		{ [SPAN_ALL] = "fx fy fz", [SPAN_SQUARE] = "fx fy", [SPAN_AXIS] = "fz" },
		{ [SPAN_ALL] = "nx ny nz", [SPAN_SQUARE] = "nx ny", [SPAN_AXIS] = "nz" },
	};
	static const char *const given[2][4] = {
		{ [SPAN_SQUARE] = "two forces", [SPAN_AXIS] = "one force" },
		{ [SPAN_SQUARE] = "two moments", [SPAN_AXIS] = "one moment" },
	};
	const bool beside = axis && span != SPAN_ALL;
	if (span != SPAN_NONE)
		snprintf(out + strlen(out), size - strlen(out), "%s%s",
		         !*out  ? ""
		         : axis ? " and "
		                : " ",
		         (beside ? given : axes)[angular][span]);
}

/* Prints a kind with its argument, its rows and its summary. */
static void put_kind(const char *name, const char *argument, const char *rows, const char *summary)
{
	char head[32];
	snprintf(head, sizeof head, "%s%s", name, argument);
	printf("%-17s  %-27s  %s\n", head, rows, summary);
}

static int list_contacts(void)
{
	for (int i = 0; i < contact_kind_count; i++) {
		const struct ContactKind *kind = &contact_kinds[i];
		char rows[48] = "";
		put_span(rows, sizeof rows, kind->linear, kind->axis, false);
		put_span(rows, sizeof rows, kind->angular, kind->axis, true);
		put_kind(kind->name, kind->axis ? "(axis)" : "", rows, kind->summary);
	}
	return EXIT_FINE;
}

static int list_loops(void)
{
	for (int i = 0; i < loop_kind_count; i++) {
		const struct LoopKind *kind = &loop_kinds[i];
		const char *single = kind->vector == ROW_ACROSS ? "n" : kind->vector == ROW_ALONG ? "f" : "";
		char rows[48] = "";
		put_span(rows, sizeof rows, kind->linear, kind->axis, false);
		put_span(rows, sizeof rows, kind->angular, kind->axis, true);
		snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%s%s", *rows && *single ? " " : "", single);
		put_kind(kind->name, kind->axis ? "(axis)" : kind->length ? "(length)" : "", rows, kind->summary);
	}
	return EXIT_FINE;
}

static int list_functions(void)
{
	for (size_t i = 0; i < function_count; i++) {
		const struct FunctionInfo *info = &function_table[i];
		char inputs[64] = "";
		for (int k = 0; k < INPUT_COUNT; k++)
			if (info->inputs >> k & 1)
				snprintf(inputs + strlen(inputs), sizeof inputs - strlen(inputs), "%s%s",
				         *inputs ? " " : "", input_name[k]);
		char outputs[96] = "", name[32];
		for (int k = 0; k < FUNCTION_OUTPUTS && info->output[k].name; k++)
			snprintf(outputs + strlen(outputs), sizeof outputs - strlen(outputs), "%s%s", k ? " " : "",
			         info->output[k].name);
		snprintf(name, sizeof name, "%s%s", info->name, sites_form(info->sites));
		printf("%-17s %-14s -> %-26s  %s\n", name, inputs, outputs, info->summary);
	}
	return EXIT_FINE;
}

/* "vjp:FN  NAME_bar (weights)  -> ...": additional inputs of an operator, and its outputs. */
static int list_operators(void)
{
	static const char *const of[] = { [RESULT_CHANGE] = "OUTPUT_",
		                          [RESULT_GRADIENT] = "INPUT_",
		                          [RESULT_MATRIX] = "",
		                          [RESULT_BLOCKS] = "dOUTPUT_dINPUT" };
	for (size_t i = 0; i < operator_count; i++) {
		const struct Operator *row = &operator_table[i];
		char takes[48], name[32];
		snprintf(takes, sizeof takes, "%s%s%s", row->weights ? "OUTPUT_bar" : "",
		         row->weights && row->directions ? ", " : "", row->directions ? "INPUT_dot" : "");
		snprintf(name, sizeof name, "%s:FN", row->name);
		char gives[32];
		snprintf(gives, sizeof gives, "%s%s", of[row->result], row->result == RESULT_BLOCKS ? "" : row->suffix);
		printf("%-15s %-22s -> %-14s  %s\n", name, takes, gives, row->summary);
	}
	return EXIT_FINE;
}

static int list_checks(void)
{
	for (int i = 0; i < CHECK_COUNT; i++)
		printf("%-24s %-8s %s\n", check_table[i].name, severity_name(check_table[i].severity),
		       check_table[i].summary);
	return EXIT_FINE;
}

static int list_units(void)
{
	const char *name, *quantity, *symbol;
	for (size_t i = 0; (name = unit_name(i)); i++) {
		const struct Unit *unit = unit_find(name, strlen(name));
		if (dim_equal(unit->dim, dim_none)) {
			quantity = "an angle";
			symbol = "rad";
		} else if (!dim_common(unit->dim, &quantity, &symbol)) {
			continue; /* never: every dimension of a unit has a name */
		}
		double scale = unit->numerator / unit->denominator * pow(10, unit->ten);
		char value[48];
		if (unit->turns)
			snprintf(value, sizeof value, scale < 1 ? "pi/%.15g %s" : "%.15g*pi %s",
			         scale < 1 ? 1 / scale : scale, symbol);
		else
			snprintf(value, sizeof value, "%.15g %s", scale, symbol);
		printf("%-6s  %-22s  %s%s\n", name, value, quantity,
		       unit_is_reserved(name, strlen(name)) ? "" : ", where no name can stand");
	}
	return EXIT_FINE;
}

static int list_words(void)
{
	const char *name;
	bool begins;
	for (size_t i = 0; (name = word_of_language(i, &begins)); i++)
		printf("%-12s %s\n", name, begins ? "begins a statement" : "stands within one");
	for (size_t i = 0; (name = word_of_place(i, &begins)); i++)
		printf("%-12s %s, a name elsewhere\n", name, begins ? "begins a statement" : "stands within one");
	for (size_t i = 0; (name = word_kept(i)); i++)
		printf("%-12s kept for later\n", name);
	return EXIT_FINE;
}

/* "cylinder(mass, radius, length, axis = z)" */
static int list_builtins(void)
{
	static const char *const gives[] = {
		[VALUE_SCALAR] = "number",       [VALUE_VECTOR] = "vector", [VALUE_MATRIX] = "matrix",
		[VALUE_PLACEMENT] = "placement", [VALUE_SOLID] = "solid",
	};
	const struct Builtin *row;
	for (size_t i = 0; (row = builtin_row(i)); i++) {
		char head[64];
		int used = snprintf(head, sizeof head, "%s(", row->name);
		for (size_t k = 0; k < BUILTIN_PARAMETERS && row->parameter[k]; k++) {
			const char *value = builtin_default(row, k);
			used += snprintf(head + used, sizeof head - (size_t)used, "%s%s%s%s", k ? ", " : "",
			                 row->parameter[k], value ? " = " : "", value ? value : "");
		}
		snprintf(head + used, sizeof head - (size_t)used, ")");
		printf("%-58s  %-9s  %s\n", head, gives[row->gives], row->summary);
	}
	return EXIT_FINE;
}

static int list_properties(void)
{
	static const char *const of[WHERE_COUNT] = { [WHERE_TOP] = "model",
		                                     [WHERE_BODY] = "body",
		                                     [WHERE_JOINT] = "joint",
		                                     [WHERE_STRUT] = "strut",
		                                     [WHERE_CONTACT] = "contact",
		                                     [WHERE_CLOSED_LOOP] = "loop",
		                                     [WHERE_CONSTRAINT] = "constraint",
		                                     [WHERE_SHAPE] = "shape",
		                                     [WHERE_WRENCH] = "wrench",
		                                     [WHERE_INPUT] = "input" };
	const struct Property *row;
	for (size_t i = 0; (row = property_row(i)); i++) {
		char head[64];
		snprintf(head, sizeof head, "%s%s%s", row->name, *row->value ? " " : "", row->value);
		printf("%-43s  %-7s  %s\n", head, of[row->where], row->summary);
	}
	return EXIT_FINE;
}

static int list_shapes(void)
{
	for (int i = 0; i < SHAPE_KINDS; i++) {
		const struct ShapeKindInfo *kind = &shape_kind_table[i];
		char head[64];
		int used = snprintf(head, sizeof head, "%s%s", kind->name,
		                    kind->sizes ? "(" : " \"FILE\" scale (x, y, z)");
		for (int k = 0; k < kind->sizes; k++)
			used += snprintf(head + used, sizeof head - (size_t)used, "%s%s", kind->size[k],
			                 k + 1 < kind->sizes ? ", "
			                 : kind->round       ? ", axis = z)"
			                                     : ")");
		printf("%-34s  %s\n", head, kind->summary);
	}
	return EXIT_FINE;
}

static int list_operations(void)
{
	for (int op = OP_INPUT + 1; op < OP_COUNT; op++)
		printf("%-6s %d operand%s  counts as %-6s  C: %s, %s\n", op_table[op].name, op_table[op].arity,
		       op_table[op].arity == 1 ? " " : "s", cost_name[op_table[op].cost], op_table[op].c,
		       op_table[op].c_float);
	return EXIT_FINE;
}

static int list_passes(void)
{
	for (int i = 0; i < PASS_COUNT; i++) {
		const struct PassInfo *info = &pass_table[i];
		if (info->from == ALWAYS)
			printf("%-12s      %s\n", info->name, info->summary);
		else
			printf("%-12s -O%d  %s\n", info->name, info->from, info->summary);
	}
	return EXIT_FINE;
}

static int list_targets(void)
{
	for (int i = 0; i < TARGET_COUNT; i++)
		printf("%-8s %-65s %s\n", target_table[i].name, target_table[i].summary, target_table[i].how);
	return EXIT_FINE;
}

static int list_packages(void)
{
	for (int i = 0; i < PACKAGE_COUNT; i++)
		printf("%-10s  %s\n", package_table[i].name, package_table[i].summary);
	return EXIT_FINE;
}

/* "urdf    .urdf  XML in <robot>  --base ...": what a text is known by, and the options that others do not take */
static int list_formats(void)
{
	for (int i = 0; i < FORMAT_COUNT; i++) {
		const struct Format *format = &format_table[i];
		char known_by[64] = "text that does not begin with <", ending[16];
		if (format->root)
			snprintf(known_by, sizeof known_by, "XML in <%.*s>", (int)strcspn(format->root, " "),
			         format->root);
		snprintf(ending, sizeof ending, ".%s", format->ending);
		printf("%-6s  %-6s  %s", format->name, ending, known_by);
		for (size_t k = 0, said = 0; format_option(k); k++)
			if (format_takes(format, k))
				printf("%s--%s", said++ ? " " : "  ", format_option(k));
		putchar('\n');
	}
	return EXIT_FINE;
}

static int list_presets(void)
{
	for (int i = 0; i < PRESETS; i++) {
		const struct Preset *preset = &preset_table[i];
		printf("%-15s  %-30s  for %s; gives up %s\n", preset->name,
		       *preset->sets ? preset->sets : "the defaults", preset->gains, preset->gives_up);
	}
	return EXIT_FINE;
}

static int list_options(void)
{
	options_list();
	return EXIT_FINE;
}

static const struct {
	const char *name;
	int (*print)(void);
} tables[] = {
	{ "joints", list_joints },         { "functions", list_functions },   { "checks", list_checks },
	{ "operations", list_operations }, { "passes", list_passes },         { "targets", list_targets },
	{ "packages", list_packages },     { "units", list_units },           { "words", list_words },
	{ "builtins", list_builtins },     { "properties", list_properties }, { "formats", list_formats },
	{ "presets", list_presets },       { "options", list_options },       { "contacts", list_contacts },
	{ "loops", list_loops },           { "operators", list_operators },   { "shapes", list_shapes },
};
enum { TABLES = sizeof tables / sizeof *tables };

void list_put_names(FILE *out, int indent, int width)
{
	for (int i = 0, column = width; i < TABLES; i++) {
		int length = (int)strlen(tables[i].name) + 2; /* with "," and a blank or the line's end */
		bool breaks = column + length > width;
		if (breaks)
			fprintf(out, "%s%*s", i ? "\n" : "", indent, "");
		fprintf(out, "%s%s%s", breaks ? "" : " ", tables[i].name, i < TABLES - 1 ? "," : "\n");
		column = (breaks ? indent : column) + length;
	}
}

int list_table(const char *name)
{
	const char *names[TABLES];
	for (int i = 0; i < TABLES; i++) {
		if (strcmp(name, tables[i].name) == 0) {
			int code = tables[i].print();
			return code == EXIT_FINE ? output_finish() : code;
		}
		names[i] = tables[i].name;
	}
	return complain_choice("list", "takes", names, TABLES, name);
}

int list_explain(const char *name)
{
	enum { WIDTH = 80 };
	int check = check_find(name);
	if (!*name)
		return complain("--explain takes the name of a check; see rigidc --list=checks");
	if (check < 0)
		return complain_check(name);
	const struct CheckInfo *info = &check_table[check];
	printf("%s (%s): %s\n\n", info->name, severity_name(info->severity), info->summary);
	size_t column = 0;
	for (const char *word = info->explanation; *word;) {
		size_t length = strcspn(word, " ");
		if (column + length > WIDTH) {
			putchar('\n');
			column = 0;
		}
		printf("%s%.*s", column ? " " : "", (int)length, word);
		column += length + 1;
		word += length + (word[length] == ' ');
	}
	putchar('\n');
	return output_finish();
}
