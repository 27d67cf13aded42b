/* What is said of a token that cannot stand where it does, and what may have been meant: the first guess that fits. */
#include <string.h>

#include "base/foreign.h"
#include "state.h"
#include "tokens.h"

/* A token where it cannot stand. */
struct Mistake {
	struct Reader *reader;
	struct Diag *diag;
	struct Span span;
	const char *text;     /* as written; NULL at the end of a line or of the text */
	const char *expected;
	bool operand;         /* an expression could end before it */
};

/* Gives a help, or none and false. */
typedef bool Guess(const struct Mistake *mistake);

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_unit(int token)
{
	return token == RIG_UNIT || token == RIG_PER_UNIT || token == RIG_TIMES_UNIT;
}

static bool is_value(int token)
{
	return token == RIG_NUMBER || token == RIG_CLOSE || token == RIG_RIGHT || is_unit(token);
}

static bool help(const struct Mistake *mistake, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool help(const struct Mistake *mistake, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	diag_help(mistake->reader->diags, mistake->diag, "%s",
	          text_vprint(mistake->reader->arena, format, arguments));
	va_end(arguments);
	return true;
}

/* [1 2] */
static bool row_without_comma(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	bool number = m->text && (digit(*m->text) || *m->text == '.');
	return number && m->operand && reader->depth > 0 && reader->text[reader->open[reader->depth - 1].begin] == '[' &&
	       help(m, "numbers in a row are separated by ',', rows by ';'");
}

/* "link arm on world { ... }" */
static bool statement_from_elsewhere(const struct Mistake *m)
{
	const char *word = m->reader->statement.text;
	const char *foreign = word ? foreign_word(FOREIGN_STATEMENT, word) : NULL;
	return foreign && help(m, "%s", foreign);
}

/* "bdoy arm on world { ... }" */
static bool statement_misspelt(const struct Mistake *m)
{
	struct Nearest nearest;
	nearest_init(&nearest, m->reader->statement.text ? m->reader->statement.text : "");
	tokens_nearest(&nearest);
	return nearest.found && help(m, "did you mean '%s' instead of '%s'?", nearest.found, nearest.wanted);
}

/* "joint revolute(z)", which in a body could only be a joint without its colon */
static bool joint_without_colon(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	return reader->first == RIG_JOINT && reader->braces > 0 &&
	       (reader->heading == 3 || strcmp(m->expected, "'{'") == 0) &&
	       help(m, "a colon stands before the kind: joint NAME : revolute(z), or joint : revolute(z)");
}

/* "table periodic lift(q) = ..." */
static bool kind_before_name(const struct Mistake *m)
{
	return m->reader->first == RIG_TABLE && m->reader->before == RIG_NAME && m->text && letter(*m->text) &&
	       strcmp(m->expected, "'('") == 0 && help(m, "the kind of a table stands before its '=': table %s(...) KIND = ...", m->text);
}

/* "body frame on world" */
static bool name_with_a_meaning(const struct Mistake *m)
{
	int before = m->reader->before;
	bool named = before == RIG_BODY || before == RIG_FRAME || before == RIG_JOINT || before == RIG_WRENCH ||
	             before == RIG_POSE || before == RIG_MODEL || before == RIG_ON;
	return named && m->text && letter(*m->text) &&
	       help(m, "'%s' has a meaning of its own; in double quotes it is a name: \"%s\"", m->text, m->text);
}

/* "(0, 0, 1) rpy(...)" */
static bool placements_without_comma(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	return m->operand && m->text && letter(*m->text) && m->span.end < reader->length &&
	       reader->text[m->span.end] == '(' && is_value(reader->before) &&
	       help(m, "placements are separated by commas: is one missing before '%s'?", m->text);
}

/* "4.8 kilograms", "2 kgm2", "3 kh" */
static bool unit_misspelt(const struct Mistake *m)
{
	if (!m->operand || m->reader->last != RIG_NAME || !m->text || !is_value(m->reader->before))
		return false;
	const char *foreign = foreign_word(FOREIGN_UNIT, m->text);
	const char *units = foreign_units(m->reader->arena, m->text);
	struct Nearest nearest;
	nearest_init(&nearest, m->text);
	units_nearest(&nearest);
	return foreign ? help(m, "%s", foreign)
	       : units ? help(m, "'%s' is written '%s'", m->text, units)
	       : nearest.found ? help(m, "'%s' is no unit; did you mean '%s'?", m->text, nearest.found)
	                       : help(m, "'%s' is no unit; is a '*' missing before it?", m->text);
}

/* "a b" */
static bool product_without_star(const struct Mistake *m)
{
	return m->operand && m->text && m->reader->before == RIG_NAME && (letter(*m->text) || *m->text == '(') &&
	       help(m, "a product is written with a '*': is one missing before '%s'?", m->text);
}

/* (0,5) where no comma can be */
static bool decimal_comma(const struct Mistake *m)
{
	const char *text = m->reader->text;
	return m->text && *m->text == ',' && m->operand && m->span.begin > 0 && digit(text[m->span.begin - 1]) &&
	       digit(text[m->span.end]) && help(m, "the decimal point is a point");
}

/* "body left-arm" */
static bool name_with_a_minus(const struct Mistake *m)
{
	return m->text && *m->text == '-' && !m->operand &&
	       help(m, "a name with a '-' in it is written in double quotes");
}

/* "if a == b then" */
static bool equality(const struct Mistake *m)
{
	return m->text && *m->text == '=' && m->expected[1] == '<' && help(m, "numbers are compared by < <= > >=");
}

/* "mass: 3 kg" */
static bool value_behind_a_sign(const struct Mistake *m)
{
	return m->text && (*m->text == ':' || *m->text == '=') && m->reader->statement.text &&
	       help(m, "the value follows the word: %s VALUE", m->reader->statement.text);
}

static Guess *const guesses[] = {
	row_without_comma, kind_before_name, statement_from_elsewhere, statement_misspelt, joint_without_colon, name_with_a_meaning,
	placements_without_comma, unit_misspelt, product_without_star, decimal_comma, name_with_a_minus,
	equality, value_behind_a_sign,
};

/* A unit where none can be, which may be a name to whoever wrote it. */
static void misplaced_unit(const struct Mistake *m)
{
	struct Mistake unit = *m;
	unit.diag = diag(m->reader->diags, CHECK_UNIT_NAME, m->span,
	                 "'%s' is a unit; it follows a number, ) or ], and nothing is named like it", m->text);
	if (!name_with_a_meaning(&unit) && m->reader->before == RIG_NAME)
		help(&unit, "a constant has its unit where it is declared");
}

void reader_syntax_error(struct Reader *reader, struct Span span, const char *found, const char *expected, bool operand)
{
	const char *text = text_print(reader->arena, "%.*s", (int)(span.end - span.begin), reader->text + span.begin);
	bool end = span.begin >= reader->length || !*text;
	if (span.end - span.begin > 60)
		text = "this text";
	else if (end || *text == '\n' || *text == '\r')
		text = NULL;
	if (reader->start == RIG_START_VALUE)
		reader->ended = true; /* the rest of an option's value has nothing to add */
	struct Mistake mistake = { reader, NULL, span, text, expected, operand };
	if (is_unit(reader->last)) {
		misplaced_unit(&mistake);
		return;
	}
	if (reader->last == RIG_LATER) {
		diag(reader->diags, CHECK_SYNTAX, span, "'%s' is kept for a later version of the language", text);
		return;
	}
	bool named = text && *found != '\'';
	mistake.diag = diag(reader->diags, CHECK_SYNTAX, span, "found %s%s%s%s, expected %s", found, named ? " '" : "",
	                    named ? text : "", named ? "'" : "", expected);
	for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
		if (guesses[i](&mistake))
			return;
	if (end && reader->braces > 0)
		diag_note(reader->diags, mistake.diag, reader->brace, "this '{' is not closed");
}
