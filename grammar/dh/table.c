#include "table.h"

#include <math.h>
#include <string.h>

#include "grammar/reader.h"

enum DhMeasure { NAME, KIND, ANGLE, LENGTH, POSITION, PLAIN };

static const struct Column {
	const char *names;
	enum DhMeasure measure;
} columns[DH_COLUMNS] = {
#define COLUMN(id, names, measure) { names, measure },
#include "columns.def"
};

static const double pi = 3.14159265358979323846;

/* A text with its place. */
struct Piece {
	const char *begin, *end;
};

struct Lines {
	struct DhTable *t;
	uint32_t source;
	const char *text, *end, *next;
	char between;                      /* cells: one of , ; tab, or a blank */
	int column[DH_COLUMNS + 1], count; /* columns from left to right; DH_COLUMNS: an unknown, reported column */
	bool named;                        /* the convention is known */
};

static struct Span span_of(const struct Lines *l, struct Piece piece)
{
	return (struct Span){ (uint32_t)(piece.begin - l->text), (uint32_t)(piece.end - l->text), l->source };
}

static struct Piece trimmed(struct Piece piece)
{
	while (piece.begin < piece.end && strchr(" \t\r", *piece.begin))
		piece.begin++;
	while (piece.end > piece.begin && strchr(" \t\r", piece.end[-1]))
		piece.end--;
	return piece;
}

static bool next_line(struct Lines *l, struct Piece *line)
{
	if (l->next >= l->end)
		return false;
	const char *stop = memchr(l->next, '\n', (size_t)(l->end - l->next));
	line->begin = l->next;
	line->end = stop ? stop : l->end;
	l->next = stop ? stop + 1 : l->end;
	*line = trimmed(*line);
	return true;
}

/* --- words --- */

static char small(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Is the piece this word, in any case? */
static bool is_same(struct Piece piece, const char *word, size_t length)
{
	bool same = (size_t)(piece.end - piece.begin) == length;
	for (size_t i = 0; i < length && same; i++)
		same = small(piece.begin[i]) == small(word[i]);
	return same;
}

static bool is_among(struct Piece piece, const char *words)
{
	for (size_t at = 0; words[at]; at += strspn(words + at, " ")) {
		size_t length = strcspn(words + at, " ");
		if (is_same(piece, words + at, length))
			return true;
		at += length;
	}
	return false;
}

/* Sets the unit that a comment names for lengths or angles. */
static void take_unit(struct Lines *l, struct Piece word, bool lengths)
{
	struct DhTable *t = l->t;
	const char *name = arena_copy(t->arena, word.begin, (size_t)(word.end - word.begin));
	const struct Unit *unit = unit_find(name, strlen(name));
	if (!lengths && is_among(word, "deg degree degrees"))
		t->degrees = true;
	else if (!lengths && is_among(word, "rad radian radians"))
		t->degrees = false;
	else if (lengths && unit && dim_equal(unit->dim, unit_find("m", 1)->dim))
		t->length = name;
	else
		diag(t->diags, CHECK_UNKNOWN_WORD, span_of(l, word), "'%s' is no unit of %s", name,
		     lengths ? "length" : "angles");
}

static bool is_letter(char c)
{
	return small(c) >= 'a' && small(c) <= 'z';
}

/* Next word of a comment; false at its end. */
static bool next_word(struct Piece *rest, struct Piece *word)
{
	while (rest->begin < rest->end && !is_letter(*rest->begin))
		rest->begin++;
	word->begin = rest->begin;
	while (rest->begin < rest->end && is_letter(*rest->begin))
		rest->begin++;
	word->end = rest->begin;
	return word->begin < word->end;
}

/* "modified: ...; lengths in mm, angles in rad". The first words count. */
static void take_comment(struct Lines *l, struct Piece rest)
{
	enum { NOTHING, LENGTHS, ANGLES } about = NOTHING;
	struct Piece word;
	bool unit = false;
	while (next_word(&rest, &word)) {
		bool standard = is_among(word, "standard"), modified = is_among(word, "modified craig");
		if (unit && about != NOTHING) {
			take_unit(l, word, about == LENGTHS);
			about = NOTHING;
		}
		unit = is_among(word, "in");
		if ((standard || modified) && !l->named) {
			l->named = true;
			l->t->modified = modified;
		}
		if (is_among(word, "length lengths"))
			about = LENGTHS;
		if (is_among(word, "angle angles"))
			about = ANGLES;
	}
}

/* --- numbers --- */

/* number, pi, number*pi, pi/number or number*pi/number; signs before. */
static bool read_number(struct DhTable *t, const char *text, struct Span span, struct DhNumber *out)
{
	struct XmlValue value = { text, span };
	if (figure_alone(t->arena, &value, &out->figure))
		return true;
	const char *at = text + (*text == '-' || *text == '+'), *found = strstr(at, "pi");
	struct Figure factor = { .value = 1 }, divisor = { .value = 1 };
	if (!found)
		return false;
	size_t before = (size_t)(found - at), blanks = 0;
	while (before > 0 && (at[before - 1] == '*' || at[before - 1] == ' '))
		before--, blanks++;
	value.text = arena_copy(t->arena, at, before);
	if ((before && !figure_alone(t->arena, &value, &factor)) || (!before && blanks))
		return false;
	found += 2 + strspn(found + 2, " ");
	value.text = *found ? found + 1 : "";
	if (*found && (*found != '/' || !figure_alone(t->arena, &value, &divisor) || divisor.zero))
		return false;
	out->figure = figure_of(t->arena, span, (*text == '-' ? -pi : pi) * factor.value / divisor.value);
	out->radians = true;
	return isfinite(out->figure.value);
}

/* The coordinate itself in its own cell: "q2", "q2 - 90": what follows it. NULL: the cell has no name. */
static const char *after_coordinate(struct DhTable *t, const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	bool greek = strncmp(text, "θ", strlen("θ")) == 0;
	if (!(greek || is_letter(*text)) || strncmp(text, "pi", 2) == 0)
		return NULL;
	const char *rest = text + (greek ? strlen("θ") : 0);
	rest += strspn(rest, letters);
	rest += strspn(rest, " ");
	if (!*rest)
		return "0";
	if (*rest != '+' && *rest != '-')
		return NULL;
	return text_print(t->arena, "%c%s", *rest, rest + 1 + strspn(rest + 1, " "));
}

static void wrong_number(struct Lines *l, struct Piece cell, const char *text, int column)
{
	struct Diag *d = diag(l->t->diags, CHECK_BAD_NUMBER, span_of(l, cell), "'%s' is no number", text);
	size_t digits = strspn(text, "+-.0123456789");
	if (digits && text[digits] && columns[column].measure != PLAIN)
		diag_help(l->t->diags, d,
		          "units are said once: `lengths in mm, angles in deg` in a comment above the table");
}

/* Warns of an angle beyond a turn, unless it is in degrees. */
static void check_angle(struct Lines *l, const struct DhNumber *number)
{
	static const double most = 6.3;
	struct DhTable *t = l->t;
	if (t->degrees || number->radians || fabs(number->figure.value) < most)
		return;
	struct Diag *d = diag(t->diags, CHECK_DH_ANGLE, number->figure.span,
	                      "%g rad is more than a turn: are these degrees?", number->figure.value);
	diag_help(t->diags, d, "write `angles in deg` into the comment above the table, or use --deg");
}

static void take_number(struct Lines *l, struct DhRow *row, int column, struct Piece cell)
{
	struct DhNumber *number = &row->cell[column];
	const char *text = arena_copy(l->t->arena, cell.begin, (size_t)(cell.end - cell.begin));
	int own = row->kind == DH_PRISMATIC ? DH_D : DH_THETA;
	const char *rest = column == own ? after_coordinate(l->t, text) : NULL;
	number->given = true;
	if (!read_number(l->t, rest ? rest : text, span_of(l, cell), number)) {
		wrong_number(l, cell, text, column);
		return;
	}
	bool angle =
		columns[column].measure == ANGLE || (columns[column].measure == POSITION && row->kind != DH_PRISMATIC);
	if (number->radians && !angle)
		wrong_number(l, cell, text, column);
	if (angle)
		check_angle(l, number);
}

/* --- cells --- */

/* The next cell of a line. False after the last. */
static bool next_cell(const struct Lines *l, struct Piece *rest, struct Piece *cell)
{
	if (!rest->begin)
		return false;
	const char *stop = rest->begin;
	while (stop < rest->end && *stop != l->between && !(l->between == ' ' && *stop == '\t'))
		stop++;
	*cell = trimmed((struct Piece){ rest->begin, stop });
	rest->begin = stop < rest->end ? stop + 1 : NULL;
	while (l->between == ' ' && rest->begin && rest->begin < rest->end && strchr(" \t", *rest->begin))
		rest->begin++;
	return true;
}

static void unknown_column(struct Lines *l, struct Piece cell)
{
	struct DhTable *t = l->t;
	const char *name = arena_copy(t->arena, cell.begin, (size_t)(cell.end - cell.begin));
	struct Nearest nearest = diags_nearest(t->diags, name);
	for (int i = 0; i < DH_COLUMNS; i++)
		nearest_try(&nearest, arena_copy(t->arena, columns[i].names, strcspn(columns[i].names, " ")));
	diag_nearest(t->diags, diag(t->diags, CHECK_DH_COLUMN, span_of(l, cell), "there is no column '%s'", name),
	             &nearest);
}

/* Columns that every table has. */
static void check_columns(struct Lines *l, struct Piece line)
{
	static const enum DhColumn needed[] = { DH_THETA, DH_D, DH_A, DH_ALPHA };
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		bool found = false;
		for (int k = 0; k < l->count; k++)
			found |= l->column[k] == (int)needed[i];
		if (!found)
			diag(l->t->diags, CHECK_DH_COLUMN, span_of(l, line), "the table has no column '%.*s'",
			     (int)strcspn(columns[needed[i]].names, " "), columns[needed[i]].names);
	}
}

/* The line of names, whose first separator is that of the table. */
static void take_names(struct Lines *l, struct Piece line)
{
	static const char separators[] = ",;\t";
	struct Piece rest = line, cell;
	bool seen[DH_COLUMNS] = { false };
	l->between = ' ';
	for (size_t i = 0; separators[i] && l->between == ' '; i++)
		if (memchr(line.begin, separators[i], (size_t)(line.end - line.begin)))
			l->between = separators[i];
	while (next_cell(l, &rest, &cell)) {
		int found = 0;
		while (found < DH_COLUMNS && !is_among(cell, columns[found].names))
			found++;
		if (l->count > DH_COLUMNS)
			break;
		if (found == DH_COLUMNS)
			unknown_column(l, cell);
		else if (seen[found])
			diag(l->t->diags, CHECK_DH_COLUMN, span_of(l, cell), "column '%.*s' is there twice",
			     (int)(cell.end - cell.begin), cell.begin);
		if (found < DH_COLUMNS)
			seen[found] = true;
		l->column[l->count++] = found;
	}
	check_columns(l, line);
}

/* R, P or F; or 0 and 1. */
static void take_kind(struct Lines *l, struct DhRow *row, struct Piece cell)
{
	if (is_among(cell, "R revolute 0"))
		row->kind = DH_REVOLUTE;
	else if (is_among(cell, "P prismatic 1"))
		row->kind = DH_PRISMATIC;
	else if (is_among(cell, "F fixed"))
		row->kind = DH_FIXED;
	else
		diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, cell), "'%.*s' is no type of a joint: R, P or F",
		     (int)(cell.end - cell.begin), cell.begin);
}

static void take_name(struct Lines *l, struct DhRow *row, struct Piece cell)
{
	enum { LONGEST = 256 };
	size_t length = (size_t)(cell.end - cell.begin);
	if (length > LONGEST)
		diag(l->t->diags, CHECK_BAD_NAME, span_of(l, cell), "this name has more than %d bytes", LONGEST);
	else
		row->name = (struct Ident){ .text = arena_copy(l->t->arena, cell.begin, length),
			                    .span = span_of(l, cell),
			                    .quoted = true };
}

/* Calls for the cells of a line: types first, since they say what other cells mean. */
static int take_cells(struct Lines *l, struct DhRow *row, struct Piece line, bool kinds)
{
	struct Piece rest = line, cell;
	int count = 0;
	for (; next_cell(l, &rest, &cell); count++) {
		int column = count < l->count ? l->column[count] : DH_COLUMNS;
		bool empty = cell.begin == cell.end || column == DH_COLUMNS,
		     is_kind = !empty && columns[column].measure == KIND;
		if (empty || is_kind != kinds)
			continue;
		if (is_kind)
			take_kind(l, row, cell);
		else if (columns[column].measure == NAME)
			take_name(l, row, cell);
		else
			take_number(l, row, column, cell);
	}
	return count;
}

static void take_row(struct Lines *l, struct Piece line)
{
	struct DhRow row = { .span = span_of(l, line) };
	row.name.span = row.span;
	for (int i = 0; i < DH_COLUMNS; i++)
		row.cell[i].figure = figure_of(l->t->arena, row.span, 0);
	take_cells(l, &row, line, true);
	int count = take_cells(l, &row, line, false);
	if (count > l->count || (count < l->count && l->between == ' '))
		diag(l->t->diags, CHECK_DH_COLUMN, row.span, "this line has %d cells, the table %d columns", count,
		     l->count);
	*ARENA_PUSH(l->t->arena, &l->t->row) = row;
}

/* --- the whole --- */

/* Options count more than comments. */
static bool settle(struct Lines *l, struct Piece line)
{
	struct DhTable *t = l->t;
	const struct Request *request = t->request;
	if (request->dh != DH_OWN)
		t->modified = request->dh == DH_MODIFIED;
	t->degrees |= request->dh_degrees;
	t->length = request->dh_millimetres ? "mm" : t->length;
	if (l->named || request->dh != DH_OWN)
		return true;
	struct Diag *d =
		diag(t->diags, CHECK_DH_CONVENTION, span_of(l, line), "which convention does this table have?");
	diag_help(
		t->diags, d,
		"write `# standard` or `# modified` above it, or use --dh: the same numbers mean two different robots");
	return false;
}

bool dh_table_read(struct DhTable *t, const struct ModelText *text)
{
	struct Lines l = { .t = t, .text = text->text, .end = text->text + text->length, .next = text->text };
	struct Piece line;
	bool good = true;
	if (!reader_open(t->diags, text->name, text->text, text->length, &l.source))
		return false;
	if (text->length >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0)
		l.next += 3;
	t->length = "m";
	while (next_line(&l, &line)) {
		if (line.begin == line.end)
			continue;
		if (*line.begin == '#') {
			if (!l.count)
				take_comment(&l, line);
		} else if (!l.count) {
			good = settle(&l, line);
			take_names(&l, line);
		} else {
			take_row(&l, line);
		}
	}
	if (!l.count)
		diag(t->diags, CHECK_DH_COLUMN, (struct Span){ 0, 0, l.source },
		     "this table has no line of names: theta, d, a, alpha");
	return good && !t->diags->errors;
}
