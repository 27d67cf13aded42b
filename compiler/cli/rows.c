#include "rows.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/reader.h"
#include "model/evaluate.h"

/* --- lines --- */

/* The field that begins at *at, without blanks around it; *at goes behind it. NULL: the line has no more. */
static char *next_field(char **at, bool commas)
{
	char *begin = *at + strspn(*at, " \t\r\n");
	if (!*begin && !commas)
		return NULL;
	if (!**at)
		return NULL;
	size_t length = strcspn(begin, commas ? ",\r\n" : " \t\r\n");
	char *end = begin + length;
	*at = *end ? end + 1 : end;
	while (end > begin && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	*end = '\0';
	return begin;
}

static bool is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return end != text && !*end;
}

bool rows_header(const char *line)
{
	static const char separators[] = ", \t\r\n";
	while (*(line += strspn(line, separators))) {
		char word[64];
		size_t length = strcspn(line, separators);
		if (length >= sizeof word)
			return true;
		memcpy(word, line, length);
		word[length] = '\0';
		if (!is_number(word))
			return isalpha((unsigned char)*word) || *word == '_' || *word == '"' || (unsigned char)*word >= 0x80;
		line += length;
	}
	return false;
}

bool rows_open(struct Rows *rows, struct Diags *diags, const char *file, char *line)
{
	const char *text = arena_copy(rows->arena, line, strcspn(line, "\r\n"));
	uint32_t source = rows->header = sources_add(diags->sources, file, text, strlen(text));
	struct NameTable names;
	bool good = true;
	names_init(&names, rows->arena);
	rows->commas = strchr(line, ',') != NULL;
	rows->dag = ARENA_NEW(rows->arena, struct Dag);
	dag_init(rows->dag, rows->arena);
	for (char *at = line, *name; (name = next_field(&at, rows->commas));) {
		const char *kept = arena_copy(rows->arena, name, strlen(name));
		struct Span span = { (uint32_t)(name - line), (uint32_t)(name - line + (long)strlen(name)), source };
		if (*kept && names_add(&names, kept, (int)rows->column.count) != (int)rows->column.count) {
			diag(diags, CHECK_DUPLICATE, span, "column '%s' is there twice", kept);
			good = false;
		}
		*ARENA_PUSH(rows->arena, &rows->column) = kept;
		dag_input(rows->dag, INPUT_Q, (uint32_t)rows->column.count - 1);
	}
	rows->used = ARENA_ARRAY(rows->arena, bool, rows->column.count);
	rows->field = ARENA_ARRAY(rows->arena, char *, rows->column.count);
	return good;
}

/* --- where numbers come from --- */

int rows_column(const struct Rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->column.count; i++)
		if (strcmp(rows->column.item[i], name) == 0)
			return (int)i;
	return -1;
}

/* In --map columns are plain numbers, so that units can be put to them. */
static enum Found look_up_column(struct Scope *scope, void *context, const char *name, struct Span span, struct Value *value)
{
	struct Rows *rows = context;
	int column = rows_column(rows, name);
	if (column < 0)
		return FOUND_NOTHING;
	rows->used[column] = true;
	*value = value_number(scope->dag, span, dag_input(scope->dag, INPUT_Q, (uint32_t)column), dim_none, true);
	return FOUND_VALUE;
}

static int find_wanted(struct Diags *diags, const struct Columns *wanted, struct Ident name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name.text);
	for (size_t i = 0; i < wanted->count; i++) {
		if (strcmp(wanted->item[i], name.text) == 0)
			return (int)i;
		if (i < NEAREST_MOST)
			nearest_try(&nearest, wanted->item[i]);
	}
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_COLUMN, name.span, "the function takes no '%s'", name.text), &nearest);
	return -1;
}

/* "q.knee = th_shank - th_thigh" */
static bool bind_map(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const char *text)
{
	const char *equals = strchr(text, '=');
	size_t length = equals ? (size_t)(equals - text) : strlen(text), skip = equals ? length + 1 : length;
	size_t errors = diags->errors;
	struct Scope scope;
	struct Ast ast = { 0 };
	scope_init(&scope, rows->arena, diags, rows->dag);
	scope.locals = (struct Locals){ .lookup = look_up_column, .context = rows };
	if (equals)
		ast = read_text(diags, "--map", text, strlen(text), skip, READ_VALUE);
	else
		sources_add(diags->sources, "--map", text, strlen(text));
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	size_t begin = strspn(text, " \t");
	begin = begin < length ? begin : length;
	struct Ident name = { .text = arena_copy(rows->arena, text + begin, length - begin) };
	name.span = (struct Span){ (uint32_t)begin, (uint32_t)length, (uint32_t)diags->sources->count - 1 };
	if (!equals || !ast.value) {
		if (diags->errors == errors)
			diag(diags, CHECK_SYNTAX, name.span, "write --map 'NAME = EXPRESSION'");
		return false;
	}
	int number = find_wanted(diags, wanted, name);
	struct Value value = evaluate(&scope, ast.value);
	if (number < 0 || diags->errors > errors || !value_is(diags, value, VALUE_SCALAR))
		return false;
	if (rows->origin[number].given) {
		diag(diags, CHECK_DUPLICATE, name.span, "'%s' is mapped twice", name.text);
		return false;
	}
	rows->origin[number] = (struct Origin){ true, value.item[0].ref };
	return true;
}

/* Those that nothing gives, the first few by name. */
static bool all_there(const struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional)
{
	enum { SHOWN = 5 };
	struct Text missing;
	size_t count = 0;
	text_init(&missing, rows->arena);
	for (size_t i = 0; i < wanted->count; i++)
		if (!optional[i] && !rows->origin[i].given && count++ < SHOWN)
			text_format(&missing, "%s'%s'", count > 1 ? ", " : "", wanted->item[i]);
	if (!count)
		return true;
	struct Span header = { 0, 1, rows->header };
	if (count > SHOWN)
		text_format(&missing, " and %zu more", count - SHOWN);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_COLUMN, header, "there is no column %s", text_string(&missing));
	diag_help(diags, d, "--map 'NAME = EXPRESSION' makes one of others");
	return false;
}

bool rows_bind(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional, const char *const *map,
               size_t maps)
{
	rows->origin = ARENA_ARRAY(rows->arena, struct Origin, wanted->count + 1);
	bool good = true;
	for (size_t i = 0; i < maps; i++)
		good &= bind_map(rows, diags, wanted, map[i]);
	for (size_t i = 0; i < wanted->count; i++) {
		int column = rows_column(rows, wanted->item[i]);
		if (column < 0 || rows->origin[i].given)
			continue;
		rows->origin[i] = (struct Origin){ true, dag_input(rows->dag, INPUT_Q, (uint32_t)column) };
		rows->used[column] = true;
	}
	good = good && all_there(rows, diags, wanted, optional);
	rows->node = ARENA_ARRAY(rows->arena, double, rows->dag->count + 1);
	return good;
}

/* --- rows --- */

static void compute(struct Rows *rows)
{
	const struct Dag *dag = rows->dag;
	for (size_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		double operand[OPERANDS] = { 0 };
		for (int k = 0; k < node_arity(node); k++) {
			double x = rows->node[ref_node(node->operand[k])];
			operand[k] = ref_negative(node->operand[k]) ? -x : x;
		}
		if (node->op == OP_INPUT)
			rows->node[n] = strtod(rows->field[node->operand[1]], NULL);
		else if (node->op == OP_CONST)
			rows->node[n] = operands_number(node->operand);
		else
			rows->node[n] = op_value((enum Op)node->op, operand);
	}
}

/* What is used has to be a number; what is carried along may be anything. */
static const char *bad_field(const struct Rows *rows)
{
	for (size_t i = 0; i < rows->column.count; i++)
		if (rows->used[i] && !is_number(rows->field[i]))
			return text_print(rows->arena, "'%s' in column '%s' is not a number", text_shown(rows->arena, rows->field[i]),
			                  text_shown(rows->arena, rows->column.item[i]));
	return NULL;
}

const char *rows_read(struct Rows *rows, char *line, double *number, size_t count)
{
	size_t fields = 0;
	for (char *at = line, *field; (field = next_field(&at, rows->commas)); fields++)
		if (fields < rows->column.count)
			rows->field[fields] = field;
	if (fields != rows->column.count)
		return text_print(rows->arena, "%zu fields, the header has %zu", fields, rows->column.count);
	const char *problem = bad_field(rows);
	if (problem)
		return problem;
	compute(rows);
	for (size_t i = 0; i < count; i++)
		if (rows->origin[i].given) {
			Ref value = rows->origin[i].value;
			number[i] = ref_negative(value) ? -rows->node[ref_node(value)] : rows->node[ref_node(value)];
		}
	return NULL;
}
