#include "rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>


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
	struct Columns column = { 0 };
	bool good = true;
	names_init(&names, rows->arena);
	rows->commas = strchr(line, ',') != NULL;
	for (char *at = line, *name; (name = next_field(&at, rows->commas));) {
		const char *kept = arena_copy(rows->arena, name, strlen(name));
		struct Span span = { (uint32_t)(name - line), (uint32_t)(name - line + (long)strlen(name)), source };
		if (*kept && names_add(&names, kept, (int)column.count) != (int)column.count) {
			diag(diags, CHECK_DUPLICATE, span, "column '%s' is there twice", kept);
			good = false;
		}
		*ARENA_PUSH(rows->arena, &column) = kept;
	}
	formulas_init(&rows->formulas, rows->arena, diags, column, NULL);
	rows->field = ARENA_ARRAY(rows->arena, char *, column.count);
	rows->number = ARENA_ARRAY(rows->arena, double, column.count);
	return good;
}

/* --- where numbers come from --- */

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
	struct Formula formula;
	bool good = formula_read(&rows->formulas, "--map", text, &formula);
	int number = formula.name.span.end > formula.name.span.begin ? find_wanted(diags, wanted, formula.name) : -1;
	if (!good || number < 0 || !value_is(diags, formula.value, VALUE_SCALAR))
		return false;
	if (rows->origin[number].given) {
		diag(diags, CHECK_DUPLICATE, formula.name.span, "'%s' is mapped twice", formula.name.text);
		return false;
	}
	rows->origin[number] = (struct Origin){ true, formula.value.item[0].ref };
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
		int column = formulas_find(&rows->formulas, wanted->item[i]);
		if (column >= 0 && !rows->origin[i].given)
			rows->origin[i] = (struct Origin){ true, formulas_number(&rows->formulas, column) };
	}
	return good && all_there(rows, diags, wanted, optional);
}

/* --- rows --- */

/* What is used has to be a number; what is carried along may be anything. */
static const char *take_fields(struct Rows *rows)
{
	for (size_t i = 0; i < rows->formulas.name.count; i++) {
		if (!rows->formulas.used[i])
			continue;
		if (!is_number(rows->field[i]))
			return text_print(rows->arena, "'%s' in column '%s' is not a number", text_shown(rows->arena, rows->field[i]),
			                  text_shown(rows->arena, rows->formulas.name.item[i]));
		rows->number[i] = strtod(rows->field[i], NULL);
	}
	return NULL;
}

const char *rows_read(struct Rows *rows, char *line, double *number, size_t count)
{
	size_t fields = 0;
	for (char *at = line, *field; (field = next_field(&at, rows->commas)); fields++)
		if (fields < rows->formulas.name.count)
			rows->field[fields] = field;
	if (fields != rows->formulas.name.count)
		return text_print(rows->arena, "%zu fields, the header has %zu", fields, rows->formulas.name.count);
	const char *problem = take_fields(rows);
	if (problem)
		return problem;
	formulas_compute(&rows->formulas, rows->number);
	for (size_t i = 0; i < count; i++)
		if (rows->origin[i].given)
			number[i] = formulas_result(&rows->formulas, rows->origin[i].value);
	return NULL;
}
