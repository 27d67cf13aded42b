#include "table.h"

#include <math.h>
#include <string.h>

#include "grammar/reader.h"

enum DhMeasure { NAME, KIND, ANGLE, LENGTH, POSITION, WEIGHT, INERTIA, PLAIN };

static const struct Column {
	const char *names;
	enum DhMeasure measure;
} columns[DH_COLUMNS] = {
#define COLUMN(id, names, measure) { names, measure },
#include "columns.def"
};

static const double pi = 3.14159265358979323846;

/* A text with its place. */
struct DhPiece {
	const char *begin, *end;
};

/* What comments have units of. */
enum DhSaid { DH_LENGTHS, DH_ANGLES, DH_MASSES, DH_INERTIAS, DH_SAID };

struct DhLines {
	struct DhTable *t;
	uint32_t source;
	const char *text, *end, *next;
	char between;                      /* cells: one of , ; tab, or a blank */
	int column[DH_COLUMNS + 1], count; /* columns from left to right; DH_COLUMNS: an unknown, reported column */
	struct DhPiece standard, modified; /* words of comments that say the convention */
	struct DhPiece stray;              /* a unit of a comment that says nothing; `begin` is NULL without one */
	bool said[DH_SAID];                /* comments have the unit */
	bool heads;                        /* the line of names is being read, where brackets have units */
	size_t moving;                     /* joints so far that are not fixed */
};

static struct Span span_of(const struct DhLines *l, struct DhPiece piece)
{
	return (struct Span){ (uint32_t)(piece.begin - l->text), (uint32_t)(piece.end - l->text), l->source };
}

static struct DhPiece trimmed(struct DhPiece piece)
{
	while (piece.begin < piece.end && strchr(" \t\r", *piece.begin))
		piece.begin++;
	while (piece.end > piece.begin && strchr(" \t\r", piece.end[-1]))
		piece.end--;
	return piece;
}

static bool next_line(struct DhLines *l, struct DhPiece *line)
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

static bool is_letter(char c)
{
	return small(c) >= 'a' && small(c) <= 'z';
}

/* Is the piece this word, in any case? */
static bool is_same(struct DhPiece piece, const char *word, size_t length)
{
	bool same = (size_t)(piece.end - piece.begin) == length;
	for (size_t i = 0; i < length && same; i++)
		same = small(piece.begin[i]) == small(word[i]);
	return same;
}

static bool is_among(struct DhPiece piece, const char *words)
{
	for (size_t at = 0; words[at]; at += strspn(words + at, " ")) {
		size_t length = strcspn(words + at, " ");
		if (is_same(piece, words + at, length))
			return true;
		at += length;
	}
	return false;
}

/* --- units --- */

static const char between_factors[] = " \t*";

/* The next factor of a unit, `mm^2` or `mm2`, as it is written in the language. Multiplies the product by it. False: it
 * is none. */
static bool take_factor(struct DhPiece *rest, int sign, struct Text *out, struct Unit *product)
{
	const char *end = rest->begin;
	while (end < rest->end && is_letter(*end))
		end++;
	const size_t length = (size_t)(end - rest->begin);
	const struct Unit *unit = length ? unit_find(rest->begin, length) : NULL;
	if (!unit)
		return false;
	const bool power = end < rest->end && (*end == '^' || (*end >= '1' && *end <= '9'));
	const char *digit = power && *end == '^' ? end + 1 : end;
	if (power && !(digit < rest->end && *digit >= '1' && *digit <= '9'))
		return false;
	const int n = sign * (power ? *digit - '0' : 1);
	text_format(out, "%s%.*s", !out->count ? "" : sign < 0 ? "/" : " ", (int)length, rest->begin);
	if (power && *digit != '1')
		text_format(out, "^%c", *digit);
	*product = unit_times(*product, *unit, n);
	rest->begin = power ? digit + 1 : end;
	return true;
}

/* A unit of several factors at the beginning of a text, `kg mm^2`. The text begins behind it then. NULL: its first word is none. */
static const char *unit_at(struct Arena *arena, struct DhPiece *text, struct Unit *product)
{
	struct Text out = text_new(arena);
	int sign = 1;
	*product = unit_one;
	while (take_factor(text, sign, &out, product)) {
		const bool divides = text->begin < text->end && *text->begin == '/';
		sign = divides ? -1 : 1;
		text->begin += divides;
		while (text->begin < text->end && *text->begin && strchr(between_factors, *text->begin))
			text->begin++;
	}
	return out.count ? text_string(&out) : NULL;
}

static struct Dim dim_of(enum DhMeasure measure)
{
	return measure == LENGTH    ? dim_length
	       : measure == WEIGHT  ? dim_mass
	       : measure == INERTIA ? dim_inertia
	                            : dim_none;
}

const char *dh_unit(const struct DhTable *t, enum DhColumn column, bool slides)
{
	const enum DhMeasure measure = columns[column].measure;
	const bool length = measure == LENGTH || (measure == POSITION && slides);
	const char *own = t->unit[column];
	if (measure == POSITION && own && length == (strcmp(own, "deg") == 0 || strcmp(own, "rad") == 0))
		own = NULL; /* of rows of the other kind */
	return own                  ? own
	       : length             ? t->length
	       : measure == WEIGHT  ? t->weight
	       : measure == INERTIA ? t->inertia
	                            : t->angle;
}

/* "deg", "rad", or NULL. */
static const char *angle_unit(struct DhPiece word)
{
	return is_among(word, "deg degree degrees") ? "deg" : is_among(word, "rad radian radians") ? "rad" : NULL;
}

/* Is the unit one of SI itself? */
static bool is_si(const struct Unit *unit)
{
	return unit->numerator == unit->denominator && unit->ten == 0 && unit->turns == 0;
}

/* The unit in the head of a column, [kg mm^2], in brackets of either kind; the piece is the text between them. */
static void take_head_unit(struct DhLines *l, int column, struct DhPiece piece)
{
	const enum DhMeasure measure = columns[column].measure;
	struct Unit product;
	struct DhPiece rest = piece;
	bool fits = false;
	const char *unit = unit_at(l->t->arena, &rest, &product);
	const char *angle = angle_unit(piece);
	if (angle && (measure == ANGLE || measure == POSITION)) {
		unit = angle;
		fits = true;
	} else if (unit && rest.begin == rest.end) {
		fits = measure == POSITION ? dim_equal(product.dim, dim_length)
		       : measure == PLAIN  ? is_si(&product)
		                           : measure > ANGLE && dim_equal(product.dim, dim_of(measure));
	}
	if (!fits)
		diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, piece), "'%.*s' is no unit of column '%.*s'%s",
		     (int)(piece.end - piece.begin), piece.begin, (int)strcspn(columns[column].names, " "),
		     columns[column].names, measure == PLAIN ? ", which is in SI units" : "");
	else if (measure != PLAIN)
		l->t->unit[column] = unit;
}

/* Columns that are one vector or matrix have one unit. */
static void check_units(struct DhLines *l, struct DhPiece line)
{
	static const enum DhColumn groups[][6] = { { DH_CX, DH_CY, DH_CZ, DH_CZ, DH_CZ, DH_CZ },
		                                   { DH_IXX, DH_IYY, DH_IZZ, DH_IXY, DH_IXZ, DH_IYZ },
		                                   { DH_LOWER, DH_UPPER, DH_UPPER, DH_UPPER, DH_UPPER, DH_UPPER } };
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		bool same = true;
		const char *unit = NULL;
		for (int k = 0; k < l->count; k++)
			for (int n = 0; n < 6; n++) {
				if (l->column[k] != (int)groups[i][n])
					continue;
				const char *own = dh_unit(l->t, groups[i][n], false);
				same &= !unit || strcmp(unit, own) == 0;
				unit = own;
			}
		if (!same)
			diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, line),
			     "columns '%.*s' to '%.*s' have one unit", (int)strcspn(columns[groups[i][0]].names, " "),
			     columns[groups[i][0]].names, (int)strcspn(columns[groups[i][5]].names, " "),
			     columns[groups[i][5]].names);
	}
}

/* Next word of a comment; false at its end. */
static bool next_word(struct DhPiece *rest, struct DhPiece *word)
{
	while (rest->begin < rest->end && !is_letter(*rest->begin))
		rest->begin++;
	word->begin = rest->begin;
	while (rest->begin < rest->end && is_letter(*rest->begin))
		rest->begin++;
	word->end = rest->begin;
	return word->begin < word->end;
}

static const struct DhSaying {
	const char *words, *noun;
	enum DhMeasure measure;
	bool needed; /* what follows `in` is a unit; "inertia in the frame of the link" has none */
} sayings[DH_SAID] = {
	[DH_LENGTHS] = { "length lengths distance distances", "length", LENGTH, true },
	[DH_ANGLES] = { "angle angles", "angles", ANGLE, true },
	[DH_MASSES] = { "mass masses", "mass", WEIGHT, false },
	[DH_INERTIAS] = { "inertia inertias", "inertia", INERTIA, false },
};

/* Where the unit of a kind of numbers is kept. */
static const char **unit_of(struct DhTable *t, enum DhSaid about)
{
	return about == DH_LENGTHS  ? &t->length
	       : about == DH_ANGLES ? &t->angle
	       : about == DH_MASSES ? &t->weight
	                            : &t->inertia;
}

/* The unit at the beginning of a text, if it is one of these numbers; the text begins behind it then. Else NULL. A length and an
 * angle have one word. */
static const char *said_unit(struct Arena *arena, struct DhPiece *text, enum DhSaid about)
{
	const bool one = about == DH_LENGTHS || about == DH_ANGLES;
	struct DhPiece rest = *text, word;
	struct Unit product = unit_one;
	next_word(&rest, &word);
	rest = one ? word : *text;
	const char *unit = about == DH_ANGLES ? angle_unit(word) : unit_at(arena, &rest, &product);
	if (!unit || !dim_equal(product.dim, dim_of(sayings[about].measure)))
		return NULL;
	text->begin = one ? word.end : rest.begin;
	return unit;
}

/* Takes the unit that a comment says. */
static void take_said(struct DhLines *l, enum DhSaid about, const char *unit, struct DhPiece word)
{
	const char **kept = unit_of(l->t, about);
	if (l->said[about] && strcmp(*kept, unit) != 0)
		diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, word), "the unit of %s is %s already",
		     sayings[about].noun, *kept);
	l->said[about] = true;
	*kept = unit;
}

/* A unit of lengths or angles, other than m and rad, that no words before it say what it is for. */
static bool is_stray_unit(struct DhPiece word)
{
	const size_t length = (size_t)(word.end - word.begin);
	const struct Unit *unit = length > 1 ? unit_find(word.begin, length) : NULL;
	const char *angle = angle_unit(word);
	return angle ? strcmp(angle, "deg") == 0 : unit && dim_equal(unit->dim, dim_length) && !is_si(unit);
}

static int about_of(struct DhPiece word)
{
	int about = 0;
	while (about < DH_SAID && !is_among(word, sayings[about].words))
		about++;
	return about;
}

/* "modified: ...; lengths in mm, inertias: kg mm^2". */
static void take_comment(struct DhLines *l, struct DhPiece rest)
{
	struct DhPiece word;
	int about = DH_SAID;           /* of the numbers of which a unit may follow */
	bool next = false, in = false; /* it may be this word; it is */
	for (; next_word(&rest, &word);
	     in = is_among(word, "in"), next = in || is_among(word, "is are") || about_of(word) < DH_SAID) {
		struct DhPiece text = { word.begin, rest.end };
		const char *unit = about < DH_SAID && next ? said_unit(l->t->arena, &text, (enum DhSaid)about) : NULL;
		if (unit) {
			take_said(l, (enum DhSaid)about, unit, word);
			rest.begin = text.begin;
			about = DH_SAID;
		} else if (in && about < DH_SAID && sayings[about].needed) {
			diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, word), "'%.*s' is no unit of %s",
			     (int)(word.end - word.begin), word.begin, sayings[about].noun);
			about = DH_SAID;
		} else if (is_stray_unit(word) && !l->stray.begin) {
			l->stray = word;
		}
		about = about_of(word) < DH_SAID ? about_of(word) : about;
		if (is_among(word, "standard") && !l->standard.begin)
			l->standard = word;
		if (is_among(word, "modified craig") && !l->modified.begin)
			l->modified = word;
	}
}

/* A comment between the lines of the table: a unit there says nothing. */
static void skip_comment(struct DhLines *l, struct DhPiece rest)
{
	struct DhPiece word;
	while (next_word(&rest, &word))
		if (is_stray_unit(word) && !l->stray.begin)
			l->stray = word;
}

/* Warns of a unit in a comment that is not read, unless numbers have it anyway. */
static void check_stray(struct DhLines *l)
{
	struct DhTable *t = l->t;
	const char *angle = l->stray.begin ? angle_unit(l->stray) : NULL;
	bool has = !l->stray.begin || is_same(l->stray, t->length, strlen(t->length)) ||
	           (angle && strcmp(angle, t->angle) == 0);
	for (int i = 0; i < DH_COLUMNS; i++)
		has |= t->unit[i] && is_same(l->stray, t->unit[i], strlen(t->unit[i]));
	if (has)
		return;
	struct Diag *d = diag(t->diags, CHECK_DH_UNIT, span_of(l, l->stray),
	                      "'%.*s' says no unit of the table: %s are in %s", (int)(l->stray.end - l->stray.begin),
	                      l->stray.begin, angle ? "angles" : "lengths", angle ? t->angle : t->length);
	diag_help(t->diags, d, "write `%s in %.*s` into the comment above the line of names",
	          angle ? "angles" : "lengths", (int)(l->stray.end - l->stray.begin), l->stray.begin);
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

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* Is a word the coordinate of a row without its name: q, theta, d, with the number of the row or joint? */
static bool is_coordinate(const struct DhLines *l, const struct DhRow *row, const char *word, size_t length)
{
	static const char *const symbol[] = { "θ", "theta", "th", "q", "d" };
	const size_t number[] = { l->t->row.count + 1, l->moving + 1 };
	for (size_t i = 0; i < sizeof symbol / sizeof *symbol; i++) {
		const size_t stem = strlen(symbol[i]);
		if (stem > length || !is_same((struct DhPiece){ word, word + stem }, symbol[i], stem))
			continue;
		const char *digits = word + stem + (stem < length && word[stem] == '_');
		const size_t count = (size_t)(word + length - digits);
		for (int k = 0; k < 2; k++) {
			const char *wanted = text_print(l->t->arena, "%zu", number[k]);
			if (count == 0 || (count == strlen(wanted) && memcmp(digits, wanted, count) == 0))
				return row->kind != DH_FIXED;
		}
	}
	return false;
}

/* The coordinate itself in its own cell: "q2", "q2 - 90": what follows it. NULL: the cell does not begin with it. */
static const char *after_coordinate(const struct DhLines *l, const struct DhRow *row, const char *text)
{
	const char *name = row->kind == DH_FIXED ? NULL : row->name.text;
	const size_t named = name ? strlen(name) : 0, greek = strncmp(text, "θ", strlen("θ")) == 0 ? strlen("θ") : 0;
	size_t length = greek + strspn(text + greek, letters);
	if (named && strncmp(text, name, named) == 0 && !(text[named] && strchr(letters, text[named])))
		length = named;
	else if (!length || !is_coordinate(l, row, text, length))
		return NULL;
	const char *rest = text + length + strspn(text + length, " ");
	if (!*rest)
		return "0";
	if (*rest != '+' && *rest != '-')
		return NULL;
	return text_print(l->t->arena, "%c%s", *rest, rest + 1 + strspn(rest + 1, " "));
}

static struct Diag *wrong_number(struct DhLines *l, struct DhPiece cell, const char *text, int column)
{
	struct Diag *d = diag(l->t->diags, CHECK_BAD_NUMBER, span_of(l, cell), "'%s' is no number", text);
	size_t digits = strspn(text, "+-.0123456789");
	if (digits && text[digits] && columns[column].measure != PLAIN)
		diag_help(l->t->diags, d,
		          "units are said once: `lengths in mm, angles in deg` in a comment above the table");
	return d;
}

/* Warns of an angle beyond a turn, unless it is in degrees. */
static void check_angle(struct DhLines *l, const struct DhNumber *number, bool degrees)
{
	static const double most = 6.3;
	struct DhTable *t = l->t;
	if (degrees || number->radians || fabs(number->figure.value) < most)
		return;
	struct Diag *d = diag(t->diags, CHECK_DH_ANGLE, number->figure.span,
	                      "%g rad is more than a turn: are these degrees?", number->figure.value);
	diag_help(t->diags, d, "write `angles in deg` into the comment above the table, or use --dh=deg");
}

/* A position whose head has the unit of the other kind of joints: an angle of a sliding joint. */
static void check_position(struct DhLines *l, const struct DhRow *row, int column, struct DhPiece cell)
{
	const char *own = l->t->unit[column];
	const bool slides = row->kind == DH_PRISMATIC;
	if (columns[column].measure != POSITION || !own || row->kind == DH_FIXED || row->cell[column].figure.zero ||
	    slides == !(strcmp(own, "deg") == 0 || strcmp(own, "rad") == 0))
		return;
	diag(l->t->diags, CHECK_UNKNOWN_WORD, span_of(l, cell), "a %s joint has no position in %s",
	     slides ? "sliding" : "revolute", own);
}

static void take_number(struct DhLines *l, struct DhRow *row, int column, struct DhPiece cell)
{
	struct DhNumber *number = &row->cell[column];
	const char *text = arena_copy(l->t->arena, cell.begin, (size_t)(cell.end - cell.begin));
	int own = row->kind == DH_PRISMATIC ? DH_D : DH_THETA;
	const char *rest = column == own ? after_coordinate(l, row, text) : NULL;
	number->given = true;
	if (!read_number(l->t, rest ? rest : text, span_of(l, cell), number)) {
		struct Diag *d = wrong_number(l, cell, text, column);
		if (column == own && row->kind != DH_FIXED && is_letter(*text))
			diag_help(l->t->diags, d, "the coordinate of this row is '%s'",
			          row->name.text ? row->name.text
			                         : text_print(l->t->arena, "q%zu", l->t->row.count + 1));
		return;
	}
	bool angle =
		columns[column].measure == ANGLE || (columns[column].measure == POSITION && row->kind != DH_PRISMATIC);
	if (number->radians && !angle)
		wrong_number(l, cell, text, column);
	check_position(l, row, column, cell);
	if (angle)
		check_angle(l, number, strcmp(dh_unit(l->t, (enum DhColumn)column, false), "deg") == 0);
}

/* --- cells --- */

/* Is this the end of a cell? A unit in brackets may be a blank after its name: `Ixx [kg mm^2]`. */
static bool is_between(const struct DhLines *l, const char *at, const char *end)
{
	if (!l->heads || l->between != ' ' || (*at != ' ' && *at != '\t'))
		return *at == l->between || (l->between == ' ' && *at == '\t');
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at == end || *at != '[';
}

/* The next cell of a line. False after the last. */
static bool next_cell(const struct DhLines *l, struct DhPiece *rest, struct DhPiece *cell)
{
	if (!rest->begin)
		return false;
	const char *stop = rest->begin;
	int open = 0; /* brackets, in which a name has its unit */
	while (stop < rest->end && (open || !is_between(l, stop, rest->end))) {
		open += l->heads && *stop == '[' ? 1 : *stop == ']' && open ? -1 : 0;
		stop++;
	}
	*cell = trimmed((struct DhPiece){ rest->begin, stop });
	rest->begin = stop < rest->end ? stop + 1 : NULL;
	while (l->between == ' ' && rest->begin && rest->begin < rest->end && strchr(" \t", *rest->begin))
		rest->begin++;
	return true;
}

static void unknown_column(struct DhLines *l, struct DhPiece cell)
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
static void check_columns(struct DhLines *l, struct DhPiece line)
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

/* Cuts the unit in brackets off the name of a column. `begin` is NULL without one. */
static struct DhPiece cut_unit(struct DhPiece *cell)
{
	struct DhPiece unit = { NULL, cell->end };
	const char *at = cell->begin;
	while (at < cell->end && *at != '[' && *at != '(')
		at++;
	if (at == cell->end || !strchr("])", cell->end[-1]))
		return unit;
	unit = trimmed((struct DhPiece){ at + 1, cell->end - 1 });
	*cell = trimmed((struct DhPiece){ cell->begin, at });
	return unit;
}

/* The line of names, whose first separator is that of the table. */
static void take_names(struct DhLines *l, struct DhPiece line)
{
	static const char separators[] = ",;\t";
	struct DhPiece rest = line, cell;
	bool seen[DH_COLUMNS] = { false };
	l->between = ' ';
	for (size_t i = 0; separators[i] && l->between == ' '; i++)
		if (memchr(line.begin, separators[i], (size_t)(line.end - line.begin)))
			l->between = separators[i];
	l->heads = true;
	while (next_cell(l, &rest, &cell)) {
		int found = 0;
		const struct DhPiece unit = cut_unit(&cell);
		while (found < DH_COLUMNS && !is_among(cell, columns[found].names))
			found++;
		if (l->count > DH_COLUMNS)
			break;
		if (found == DH_COLUMNS)
			unknown_column(l, cell);
		else if (seen[found])
			diag(l->t->diags, CHECK_DH_COLUMN, span_of(l, cell), "column '%.*s' is there twice",
			     (int)(cell.end - cell.begin), cell.begin);
		else if (columns[found].measure == KIND && (seen[DH_TYPE] || seen[DH_SIGMA]))
			diag(l->t->diags, CHECK_DH_COLUMN, span_of(l, cell),
			     "the columns 'type' and 'sigma' say the same");
		if (found < DH_COLUMNS)
			seen[found] = true;
		if (found < DH_COLUMNS && unit.begin)
			take_head_unit(l, found, unit);
		l->column[l->count++] = found;
	}
	l->heads = false;
	check_columns(l, line);
	check_units(l, line);
}

/* R, P or F; or 0 and 1. */
static void take_kind(struct DhLines *l, struct DhRow *row, struct DhPiece cell)
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

static void take_name(struct DhLines *l, struct DhRow *row, struct DhPiece cell)
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

/* Calls for the cells of a line: types and names first, since they say what other cells mean. */
static int take_cells(struct DhLines *l, struct DhRow *row, struct DhPiece line, bool first)
{
	struct DhPiece rest = line, cell;
	int count = 0;
	for (; next_cell(l, &rest, &cell); count++) {
		int column = count < l->count ? l->column[count] : DH_COLUMNS;
		bool empty = cell.begin == cell.end || column == DH_COLUMNS;
		enum DhMeasure measure = empty ? PLAIN : columns[column].measure;
		if (empty || first != (measure == KIND || measure == NAME))
			continue;
		if (measure == KIND)
			take_kind(l, row, cell);
		else if (measure == NAME)
			take_name(l, row, cell);
		else
			take_number(l, row, column, cell);
	}
	return count;
}

/* Cells that contradict each other. */
static void check_row(struct DhLines *l, const struct DhRow *row)
{
	struct Diags *diags = l->t->diags;
	const struct DhNumber *cell = row->cell, *ratio = &cell[DH_G];
	if (!cell[DH_ARMATURE].figure.zero && !cell[DH_JM].figure.zero)
		diag(diags, CHECK_DH_COLUMN, cell[DH_JM].figure.span,
		     "this row has an armature, and a rotor `Jm` besides");
	if (ratio->given && ratio->figure.zero &&
	    !(cell[DH_JM].figure.zero && cell[DH_B].figure.zero && cell[DH_TC].figure.zero))
		diag(diags, CHECK_BAD_NUMBER, ratio->figure.span, "a gear has no ratio of 0; an empty cell is 1");
}

static void take_row(struct DhLines *l, struct DhPiece line)
{
	struct DhRow row = { .span = span_of(l, line) };
	row.name.span = row.span;
	for (int i = 0; i < DH_COLUMNS; i++)
		row.cell[i].figure = figure_of(l->t->arena, row.span, 0);
	take_cells(l, &row, line, true);
	int count = take_cells(l, &row, line, false);
	if (count != l->count)
		diag(l->t->diags, CHECK_DH_COLUMN, row.span, "this line has %d cells, the table %d columns", count,
		     l->count);
	check_row(l, &row);
	*ARENA_PUSH(l->t->arena, &l->t->row) = row;
	l->moving += row.kind != DH_FIXED;
}

/* --- the whole --- */

/* Options count more than comments. */
static bool settle(struct DhLines *l, struct DhPiece line)
{
	struct DhTable *t = l->t;
	const struct Request *request = t->request;
	const bool standard = l->standard.begin, modified = l->modified.begin;
	t->modified = request->dh == DH_OWN ? modified : request->dh == DH_MODIFIED;
	t->angle = request->dh_degrees ? "deg" : t->angle;
	t->length = request->dh_millimetres ? "mm" : t->length;
	if (standard != modified || request->dh != DH_OWN)
		return true;
	struct Diag *d = standard ? diag(t->diags, CHECK_DH_CONVENTION, span_of(l, l->modified),
	                                 "the comment says both `standard` and `%.*s`",
	                                 (int)(l->modified.end - l->modified.begin), l->modified.begin)
	                          : diag(t->diags, CHECK_DH_CONVENTION, span_of(l, line),
	                                 "which convention does this table have?");
	diag_help(
		t->diags, d,
		"write `# standard` or `# modified` above it, or use --dh: the same numbers mean two different robots");
	return false;
}

bool dh_table_read(struct DhTable *t, const struct ModelText *text)
{
	struct DhLines l = { .t = t, .text = text->text, .end = text->text + text->length, .next = text->text };
	struct DhPiece line;
	bool good = true;
	if (!reader_open(t->diags, text->name, text->text, text->length, &l.source))
		return false;
	if (text->length >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0)
		l.next += 3;
	t->length = "m";
	t->angle = "rad";
	t->weight = "kg";
	t->inertia = "kg m^2";
	while (next_line(&l, &line)) {
		if (line.begin == line.end)
			continue;
		if (*line.begin == '#') {
			(l.count ? skip_comment : take_comment)(&l, line);
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
	check_stray(&l);
	return good && !t->diags->errors;
}
