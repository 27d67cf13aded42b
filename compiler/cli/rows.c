#include "rows.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- lines --- */

static const char line_end[] = "\r\n", blanks[] = " \t\r\n";

/* End of a quoted field, after the closing mark. NULL if no field ends there: the mark is then an ordinary character
 * (5" pipe). Two marks inside a quoted field mean one mark. */
static char *quoted_end(char *begin)
{
	char *end = begin + 1;
	if (*begin != '"')
		return NULL;
	while (*end && (*end != '"' || end[1] == '"'))
		end += *end == '"' ? 2 : 1;
	return *end && strchr(", \t\r\n", end[1]) ? end + 1 : NULL;
}

/* End of the field at `begin`, without the blanks after the field. *next is after these blanks and the separator. */
static char *field_end(char *begin, bool commas, char **next)
{
	char *quoted = quoted_end(begin), *end = quoted;
	if (quoted && commas)
		quoted += strspn(quoted, " \t");
	if (!quoted || (commas && *quoted != ',' && *quoted && !strchr(line_end, *quoted)))
		quoted = end = begin + strcspn(begin, commas ? ",\r\n" : blanks);
	*next = *quoted ? quoted + 1 : quoted;
	while (end > begin && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return end;
}

/* True if commas separate the fields. Names may then have blanks. */
static bool has_commas(char *line)
{
	for (char *at = line, *end; *at; at++) {
		if (*at == ',')
			return true;
		if ((at == line || strchr(blanks, at[-1])) && (end = quoted_end(at)))
			at = end - 1;
	}
	return false;
}

/* Removes the quotation marks: "a ""b""" becomes a "b". */
static char *without_quotes(char *begin, char *end)
{
	char *out = begin;
	if (quoted_end(begin) != end) {
		*end = '\0';
		return begin;
	}
	for (char *in = begin + 1; in < end - 1; in += *in == '"' ? 2 : 1)
		*out++ = *in;
	*out = '\0';
	return begin;
}

/* The field at *at, without surrounding blanks and quotation marks; *at moves past the field. NULL at the end of the
 * line. */
static char *next_field(char **at, bool commas)
{
	char *begin = *at + strspn(*at, blanks);
	if (!**at || (!*begin && !commas))
		return NULL;
	return without_quotes(begin, field_end(begin, commas, at));
}

static bool is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return end != text && !*end;
}

/* Quotation marks in the bytes of a row read so far: within a quoted field, or at the beginning of a field. */
struct Marks {
	bool within, begins;
};

static void see_byte(struct Marks *marks, int byte)
{
	if (byte == '"' && (marks->within || marks->begins))
		marks->within = !marks->within; /* of a doubled mark the second one opens again */
	marks->begins = byte == ',' || ((byte == ' ' || byte == '\t') && marks->begins);
}

static bool make_room(char **text, size_t *capacity, size_t used)
{
	if (used + 2 <= *capacity)
		return true;
	size_t wider = *capacity ? 2 * *capacity : 256;
	char *more = realloc(*text, wider);
	if (!more)
		return false;
	*text = more;
	*capacity = wider;
	return true;
}

ssize_t rows_line(FILE *file, char **text, size_t *capacity, bool names, size_t *line)
{
	struct Marks marks = { .begins = true };
	size_t used = 0;
	for (int byte; (byte = getc_unlocked(file)) != EOF;) { /* one thread reads */
		if (used == ROWS_LONGEST)
			errno = EFBIG;
		if (used == ROWS_LONGEST || !make_room(text, capacity, used))
			return -1;
		(*text)[used++] = (char)byte;
		*line += byte == '\n';
		if (byte == '\n' && !(names && marks.within))
			break;
		if (names)
			see_byte(&marks, byte);
	}
	if (!used || ferror(file))
		return -1;
	*line += (*text)[used - 1] != '\n';
	(*text)[used] = '\0';
	return (ssize_t)used;
}

void rows_cell(struct Text *out, const char *text)
{
	size_t length = strlen(text);
	bool quoted = text[strcspn(text, ",\"\r\n")] ||
	              (length && (strchr(blanks, *text) || strchr(blanks, text[length - 1])));
	text_put(out, quoted ? "\"" : "");
	for (; *text; text++)
		text_format(out, "%s%c", *text == '"' ? "\"" : "", *text);
	text_put(out, quoted ? "\"" : "");
}

size_t rows_mark(const char *line)
{
	static const char mark[] = "\xEF\xBB\xBF";
	return strncmp(line, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

bool rows_header(char *line, bool names)
{
	bool commas = has_commas(line);
	size_t words = 0, numbers = 0;
	for (char *at = line + strspn(line, blanks), *next; *at; at = next + strspn(next, blanks)) {
		char *end = field_end(at, commas, &next), *number_end;
		bool quoted = *at == '"';
		strtod(at + quoted, &number_end);
		bool number = number_end == end - quoted && end > at;
		bool word =
			!number && (isalpha((unsigned char)*at) || *at == '_' || quoted || (unsigned char)*at >= 0x80);
		if (!word && !number && !words && end > at)
			return false;
		words += word;
		numbers += number;
	}
	return words && (names || words >= numbers);
}

/* Number of line ends within a header, between quotation marks. */
static size_t ends_within(const char *line)
{
	size_t ends = 0;
	for (const char *end = strchr(line, '\n'); end && end[1]; end = strchr(end + 1, '\n'))
		ends++;
	return ends;
}

bool rows_open(struct Rows *rows, struct Diags *diags, const char *file, char *line, size_t number)
{
	const char *text = arena_copy(rows->arena, line, strcspn(line, "\r\n"));
	uint32_t source = rows->header = sources_add(diags->sources, file, text, strlen(text));
	diags->sources->item[source].before = (uint32_t)(number - 1 - ends_within(line));
	struct NameTable names;
	struct Columns column = { 0 };
	bool good = true;
	struct ARENA_LIST(struct Span) spans = { 0 };
	names = names_new(rows->arena);
	rows->commas = has_commas(line);
	for (char *at = line, *name; (name = next_field(&at, rows->commas));) {
		const char *kept = arena_copy(rows->arena, name, strlen(name));
		struct Span span = { (uint32_t)(name - line), (uint32_t)(name - line + (long)strlen(name)), source };
		if (*kept && names_add(&names, kept, (int)column.count) != (int)column.count) {
			diag(diags, CHECK_DUPLICATE, span, "column '%s' is there twice", kept);
			good = false;
		}
		*ARENA_PUSH(rows->arena, &column) = kept;
		*ARENA_PUSH(rows->arena, &spans) = span;
	}
	rows->name_span = spans.item;
	formulas_init(&rows->formulas, rows->arena, diags, column, NULL);
	rows->field = ARENA_ARRAY(rows->arena, char *, column.count);
	rows->number = ARENA_ARRAY(rows->arena, double, column.count);
	return good;
}

/* --- sources of the wanted numbers --- */

/* Binds an expression: "q.knee = th_shank - th_thigh". */
static bool bind_map(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const struct Formula *map)
{
	const struct Ident *name = &map->name;
	int number =
		name->span.end > name->span.begin ? columns_find(diags, wanted, *name, "the function takes no") : -1;
	if (number < 0 || map->value.kind == VALUE_ERROR || !value_is(diags, map->value, VALUE_SCALAR))
		return false;
	if (rows->origin[number].given) {
		diag(diags, CHECK_DUPLICATE, name->span, "'%s' is mapped twice", name->text);
		return false;
	}
	rows->origin[number] = (struct Origin){ true, map->value.item[0].ref };
	return true;
}

/* Reports all wanted numbers without a column or expression. */
static bool all_there(const struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional)
{
	size_t count = 0;
	struct Text missing = text_new(rows->arena);
	for (size_t i = 0; i < wanted->count; i++)
		if (!optional[i] && !rows->origin[i].given) {
			text_format(&missing, "\n%s", text_shown(rows->arena, wanted->item[i]));
			count++;
		}
	if (!count)
		return true;
	struct Span header = { 0, 1, rows->header };
	struct Diag *d =
		diag(diags, CHECK_UNKNOWN_COLUMN, header, "%zu column%s missing", count, count == 1 ? " is" : "s are");
	diag_help(diags, d,
	          "--map 'NAME = EXPRESSION' makes a column of others, --help=columns describes all; missing:%s",
	          text_string(&missing));
	return false;
}

bool rows_bind(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional,
               const struct FormulaList *maps)
{
	rows->origin = ARENA_ARRAY(rows->arena, struct Origin, wanted->count + 1);
	rows->taken = ARENA_ARRAY(rows->arena, bool, rows->formulas.name.count);
	bool good = !maps->failed;
	for (size_t i = 0; i < maps->count; i++)
		good &= bind_map(rows, diags, wanted, &maps->item[i]);
	for (size_t i = 0; i < wanted->count; i++) {
		int column = formulas_find(&rows->formulas, wanted->item[i]);
		if (column >= 0 && !rows->origin[i].given)
			rows->origin[i] = (struct Origin){ true, formulas_number(&rows->formulas, column) };
		if (rows->origin[i].given && strcmp(wanted->item[i], ROWS_TIME) != 0)
			formulas_mark(&rows->formulas, rows->origin[i].value, rows->taken);
	}
	return good && all_there(rows, diags, wanted, optional);
}

/* --- rows --- */

/* Message about field i without a number. */
static const char *wrong_field(const struct Rows *rows, size_t i)
{
	const char *column = text_shown(rows->arena, rows->formulas.name.item[i]);
	if (!*rows->field[i])
		return text_print(rows->arena, "column '%s' is empty: fill the gap, or leave the row out", column);
	return text_print(rows->arena, "'%s' in column '%s' is not a number", text_shown(rows->arena, rows->field[i]),
	                  column);
}

/* Used fields must be numbers. All other fields may be anything. */
static const char *take_fields(struct Rows *rows)
{
	for (size_t i = 0; i < rows->formulas.name.count; i++) {
		if (!rows->formulas.used[i])
			continue;
		if (!is_number(rows->field[i]))
			return wrong_field(rows, i);
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
