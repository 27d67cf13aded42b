/* Messages for a token that cannot stand where it does. The first matching guess at the intended meaning gives the
 * help. */
#include <string.h>

#include "base/dim.h"
#include "base/hints.h"
#include "state.h"
#include "tokens.h"
#include "words.h"

/* A token where it cannot stand. */
struct Mistake {
	struct Reader *reader;
	struct Diag *diag;
	struct Span span;
	const char *text; /* as written; NULL at the end of a line or of the source */
	const char *expected;
	bool operand; /* an expression could end before it */
};

/* A guess gives a help, or none and false. */
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
	diag_help(mistake->reader->diags, mistake->diag, "%s", text_vprint(mistake->reader->arena, format, arguments));
	va_end(arguments);
	return true;
}

/* A help with the text that repairs the mistake in place of the span. */
static bool fix(const struct Mistake *mistake, struct Span span, const char *text)
{
	diag_fix(mistake->reader->diags, mistake->diag, span, text);
	return true;
}

static bool is_number(const char *text)
{
	return text && (digit(*text) || *text == '.');
}

/* The character before the token found, or 0. */
static char char_before(const struct Mistake *m)
{
	return (char)(m->span.begin > 0 ? m->reader->text[m->span.begin - 1] : 0);
}

/* [1 2], (1 2) */
static bool row_without_comma(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	if (!is_number(m->text) || !m->operand || reader->depth == 0 || !is_value(reader->before))
		return false;
	return reader->text[reader->open[reader->depth - 1].begin] == '['
	               ? help(m, "numbers in a row are separated by ',', rows by ';'")
	               : help(m, "numbers of a vector are separated by ','");
}

/* "0,5" where no comma can be; if several commas follow, they separate */
static bool decimal_comma(const struct Mistake *m)
{
	const char *text = m->reader->text;
	if (!m->text || *m->text != ',' || !m->operand || !digit(char_before(m)) || !digit(text[m->span.end]))
		return false;
	for (size_t at = m->span.end; at < m->reader->length && text[at] != '\n' && text[at] != ';'; at++)
		if (text[at] == ',')
			return false;
	return help(m, "the decimal point is a point");
}

/* "com 0 0 1" */
static bool vector_without_parentheses(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	return m->text && m->operand && reader->depth == 0 && reader->statement.text && is_value(reader->before) &&
	       (is_number(m->text) || *m->text == '-' || *m->text == ',') &&
	       help(m, "numbers of a vector stand in parentheses, with commas between them: (x, y, z)");
}

/* "limits -90 deg, 90 deg", "limits (-90 .. 90) deg", "limits -1 to 1" */
static bool limits_as_a_range(const struct Mistake *m)
{
	const char *word = m->reader->statement.text;
	return word && m->operand && strcmp(word, "limits") == 0 && is_value(m->reader->before) &&
	       help(m, "both limits are a vector: limits (-90, 90) deg");
}

/* "com <0, 0, 1>", where a comparison makes no sense */
static bool angle_brackets(const struct Mistake *m)
{
	return m->text && *m->text == '<' && !m->operand && help(m, "%s", hint_word(HINT_SIGN, "<"));
}

/* "2**3", "const a := 2", "const a == 2", "-- a comment" */
static bool sign_from_elsewhere(const struct Mistake *m)
{
	if (!m->text || m->span.end >= m->reader->length)
		return false;
	char next = m->reader->text[m->span.end];
	if (*m->text == '*' && char_before(m) == '*')
		return help(m, "a power is written with a '^'");
	if ((*m->text == ':' && next == '=') || (*m->text == '=' && char_before(m) == '='))
		return help(m, "the sign is '='");
	return *m->text == '-' && next == '-' && strcmp(m->expected, "a statement") == 0 &&
	       help(m, "a comment begins with //");
}

/* "revolute(axis: z)" */
static bool argument_with_a_colon(const struct Mistake *m)
{
	return m->text && *m->text == ':' && m->reader->depth > 0 && m->reader->before == RIG_NAME &&
	       help(m, "an argument is given by name with a '='");
}

/* "joint j : revolute z" */
static bool argument_without_parentheses(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	bool joint = reader->first == RIG_JOINT && reader->heading != 3 && strncmp(m->expected, "the end", 7) == 0;
	bool loop = reader->first == RIG_LOOP && strstr(m->expected, "'from'");
	return (joint || loop) && reader->before == RIG_NAME && m->text && *m->text != ':' &&
	       (reader->last == RIG_NAME || *m->text == '-') && !m->operand &&
	       help(m, "what a kind takes stands in parentheses: revolute(z)");
}

/* "body arm parent=base" */
static bool clause_from_elsewhere(const struct Mistake *m)
{
	const char *foreign = m->text && letter(*m->text) ? hint_word(HINT_CLAUSE, m->text) : NULL;
	return foreign && m->reader->first != RIG_LOOP && help(m, "%s", foreign);
}

/* "spring 3 N/m between a and b" */
static bool spring_between_points(const struct Mistake *m)
{
	int first = m->reader->first;
	bool between = m->text && strcmp(m->text, "between") == 0, over = m->text && strcmp(m->text, "over") == 0;
	return (between || over) && first != RIG_STRUT && first != RIG_TENDON && first != RIG_LOOP &&
	       help(m,
	            between ? "what is between two points is a strut: strut NAME between A and B { spring VALUE at REST }"
	                    : "what runs over points is a tendon: tendon NAME over A, B, C { spring VALUE at REST }");
}

/* "math.sin(1)" */
static bool function_of_a_module(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	size_t at = m->span.begin;
	while (at > 0 && (letter(reader->text[at - 1]) || digit(reader->text[at - 1])))
		at--;
	return m->text && *m->text == '(' && reader->before == RIG_NAME && at > 0 && reader->text[at - 1] == '.' &&
	       help(m, "a function stands by itself: sin(a)");
}

/* "inertia about origin diag(...)" */
static bool clause_before_the_value(const struct Mistake *m)
{
	int last = m->reader->last;
	return m->text && (last == RIG_ABOUT || last == RIG_IN || last == RIG_AT) && m->reader->before == RIG_NAME &&
	       m->reader->statement.text &&
	       help(m, "the value comes first: %s VALUE %s ...", m->reader->statement.text, m->text);
}

/* "model t {" */
static bool model_with_braces(const struct Mistake *m)
{
	return m->text && *m->text == '{' && m->reader->first == RIG_MODEL &&
	       help(m, "a model has no braces: its statements follow, line by line");
}

/* "link arm on world { ... }" */
static bool statement_from_elsewhere(const struct Mistake *m)
{
	const char *word = m->reader->statement.text;
	const char *foreign = word ? hint_word(HINT_STATEMENT, word) : NULL;
	return foreign && help(m, "%s", foreign);
}

/* "closure a on b" */
static bool statement_kept(const struct Mistake *m)
{
	const char *word = m->reader->statement.text;
	return word && !m->reader->posing && word_is_kept(word) &&
	       help(m, "'%s' is kept for a later version of the language", word);
}

/* "bdoy arm on world { ... }", but "force = 2 N" is none of `for` */
static bool statement_misspelt(const struct Mistake *m)
{
	const char *word = m->reader->statement.text ? m->reader->statement.text : "", *form = word_form(word);
	bool sets = m->text && *m->text == '=' && m->reader->before == RIG_NAME && m->reader->braces > 0;
	struct Nearest nearest;
	if (m->reader->posing || sets)
		return false;
	if (form)
		return help(m, "it is written: %s", form);
	nearest_init(&nearest, word);
	tokens_nearest(&nearest);
	return nearest.found && help(m, "did you mean '%s' instead of '%s'?", nearest.found, nearest.wanted) &&
	       fix(m, m->reader->statement.span, nearest.found);
}

/* "joint revolute(z)": inside a body, a joint without its colon */
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
	       strcmp(m->expected, "'('") == 0 &&
	       help(m, "the kind of a table stands before its '=': table %s(...) KIND = ...", m->text);
}

/* "body frame on world" */
static bool name_with_a_meaning(const struct Mistake *m)
{
	int before = m->reader->before;
	bool named = before == RIG_BODY || before == RIG_FRAME || before == RIG_JOINT || before == RIG_WRENCH ||
	             before == RIG_POSE || before == RIG_MODEL || before == RIG_ON || before == RIG_CONTACT ||
	             before == RIG_PHASE || before == RIG_LOOP || before == RIG_FROM || before == RIG_TO ||
	             before == RIG_CONSTRAINT || before == RIG_GROUP;
	return named && m->text && letter(*m->text) &&
	       help(m, "'%s' has another meaning; in double quotes it is a name: \"%s\"", m->text, m->text);
}

/* "(0, 0, 1) rpy(...)" */
static bool placements_without_comma(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	return m->operand && m->text && letter(*m->text) && m->span.end < reader->length &&
	       reader->text[m->span.end] == '(' && is_value(reader->before) &&
	       help(m, "placements are separated by commas: is one missing before '%s'?", m->text);
}

/* The help of a hint, with its only quoted word as the fix: "a kilogram is 'kg'". */
static bool foreign_unit(const struct Mistake *m, const char *foreign)
{
	const char *begin = strchr(foreign, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL;
	help(m, "%s", foreign);
	if (end && !strchr(end + 1, '\''))
		fix(m, m->span, text_print(m->reader->arena, "%.*s", (int)(end - begin - 1), begin + 1));
	return true;
}

/* "4.8 kilograms", "2 kgm2", "3 kh" */
static bool unit_misspelt(const struct Mistake *m)
{
	if (!m->operand || m->reader->last != RIG_NAME || !m->text || !is_value(m->reader->before))
		return false;
	const char *foreign = hint_word(HINT_UNIT, m->text);
	const char *units = hint_units(m->reader->arena, m->text);
	struct Nearest nearest;
	nearest_init(&nearest, m->text);
	units_nearest(&nearest);
	return foreign         ? foreign_unit(m, foreign)
	       : units         ? help(m, "'%s' is written '%s'", m->text, units) && fix(m, m->span, units)
	       : nearest.found ? help(m, "'%s' is no unit; did you mean '%s'?", m->text, nearest.found) &&
	                                 fix(m, m->span, nearest.found)
	                       : help(m, "'%s' is no unit; is a '*' missing before it?", m->text);
}

/* "3 (kg)", "3 [kg]", "3 * kg" */
static bool unit_in_brackets(const struct Mistake *m)
{
	const struct Reader *reader = m->reader;
	const char *text = m->text ? reader->text + m->span.begin : "";
	if (reader->last == RIG_TIMES_UNIT || reader->last == RIG_PER_UNIT)
		return help(m, "a unit follows its number, without a sign: 3 kg");
	size_t length = 0;
	bool open = *text == '(' && is_value(reader->before);
	while (open && letter(text[1 + length]))
		length++;
	return ((open && unit_find(text + 1, length)) ||
	        (is_unit(reader->last) && (char_before(m) == '[' || char_before(m) == '('))) &&
	       help(m, "a unit follows its number, without brackets: 3 kg");
}

/* "com {0, 0, 1}" */
static bool value_in_braces(const struct Mistake *m)
{
	return m->text && *m->text == '{' && strcmp(m->expected, "a value") == 0 &&
	       help(m, "a value stands in parentheses, a vector so: (x, y, z)");
}

/* "contact sole on foot : fixed" */
static bool kind_behind_the_frame(const struct Mistake *m)
{
	return m->reader->first == RIG_CONTACT && m->text && *m->text == ':' && strstr(m->expected, "'at'") &&
	       help(m, "it is written: %s", token_form(RIG_CONTACT));
}

/* "frame tip (0, 0, 1)" */
static bool placement_without_at(const struct Mistake *m)
{
	return m->text && strchr("(=:", *m->text) && strstr(m->expected, "'at'") &&
	       help(m, "a placement follows 'at': at (x, y, z), rpy(a, b, c)");
}

/* "a b", "sqrt 2" */
static bool product_without_star(const struct Mistake *m)
{
	if (!m->operand || !m->text || (m->reader->before != RIG_NAME && *m->text != '('))
		return false;
	if (is_number(m->text))
		return help(
			m,
			"a product is written with a '*', what a function is of in parentheses: is one missing before '%s'?",
			m->text);
	return (m->reader->last == RIG_NAME || *m->text == '(') &&
	       help(m, "a product is written with a '*': is one missing before '%s'?", m->text);
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

/* "a = 2", "mass: 3 kg" */
static bool value_behind_a_sign(const struct Mistake *m)
{
	const char *word = m->reader->statement.text;
	if (!m->text || (*m->text != ':' && *m->text != '=') || !word)
		return false;
	if (m->reader->braces > 0 || *m->text != '=' || strcmp(word, "gravity") == 0)
		return help(m, "the value follows the word: %s VALUE", word);
	return m->reader->before == RIG_CLOSE ? help(m, "a function is 'function %s(a, b) = EXPRESSION'", word)
	                                      : help(m, "a constant is 'const %s = VALUE'", word);
}

/* The form of the statement, unless the mistake is in an expression. */
static bool statement_form(const struct Mistake *m)
{
	int first = m->reader->first;
	if ((m->operand && first != RIG_FOR) || strcmp(m->expected, "a value") == 0)
		return false;
	const char *form = token_form(first);
	return form && help(m, "it is written: %s", form);
}

/* clang-format off */
static Guess *const guesses[] = {
	/* words and signs from other languages */
	row_without_comma, angle_brackets, kind_before_name, statement_from_elsewhere, statement_kept, sign_from_elsewhere,
	/* within a value */
	decimal_comma, limits_as_a_range, vector_without_parentheses, spring_between_points, placements_without_comma, unit_misspelt,
	unit_in_brackets, value_in_braces, kind_behind_the_frame, placement_without_at, function_of_a_module, product_without_star,
	/* the statement as a whole */
	statement_misspelt, joint_without_colon, clause_from_elsewhere, argument_with_a_colon, argument_without_parentheses,
	name_with_a_meaning, clause_before_the_value, model_with_braces, name_with_a_minus, equality, value_behind_a_sign,
	statement_form,
};
/* clang-format on */

/* The name before the token found, as written. */
static struct Span name_before(const struct Mistake *m)
{
	const char *text = m->reader->text;
	uint32_t end = m->span.begin, begin;
	while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
		end--;
	begin = end;
	bool quoted = begin > 1 && text[begin - 1] == '"';
	if (quoted)
		for (begin -= 2; begin > 0 && text[begin] != '"';)
			begin--;
	while (!quoted && begin > 0 && (letter(text[begin - 1]) || digit(text[begin - 1]) || text[begin - 1] == '.'))
		begin--;
	return (struct Span){ begin, end, m->span.source };
}

/* A misplaced unit; the author may have meant a name. */
static void misplaced_unit(const struct Mistake *m)
{
	struct Mistake unit = *m;
	unit.diag = diag(m->reader->diags, CHECK_UNIT_NAME, m->span,
	                 "'%s' is a unit; it follows a number, ) or ], and nothing is named like it", m->text);
	int before = m->reader->before;
	if (unit_in_brackets(&unit) || name_with_a_meaning(&unit) || statement_from_elsewhere(&unit))
		return;
	struct Span name = name_before(m);
	if (before == RIG_NAME && m->reader->plain)
		help(&unit, "a number gives it its unit: %.*s * 1 %s", (int)(name.end - name.begin),
		     m->reader->text + name.begin, m->text);
	else if (before == RIG_NAME)
		help(&unit, "a constant has its unit where it is declared");
	else if (token_declares(before) ||
	         m->reader->text[m->span.end + strspn(m->reader->text + m->span.end, " \t")] == '=')
		help(&unit, "choose another name, such as %s1", m->text);
}

void reader_syntax_error(struct Reader *reader, struct Span span, const char *found, const char *expected, bool operand)
{
	const char *text = text_print(reader->arena, "%.*s", (int)(span.end - span.begin), reader->text + span.begin);
	size_t blanks = strspn(text, " \t");
	if (span.end - span.begin > 60)
		text = "this text";
	else if (!text[blanks] || text[blanks] == '\n' || text[blanks] == '\r')
		text = NULL; /* the end of a line or of the source */
	if (reader->start == RIG_START_VALUE)
		reader->ended = true; /* the rest of an option's value adds nothing */
	struct Mistake mistake = { reader, NULL, span, text, expected, operand };
	if (is_unit(reader->last)) {
		misplaced_unit(&mistake);
		return;
	}
	bool named = text && *found != '\'';
	mistake.diag = diag(reader->diags, CHECK_SYNTAX, span, "found %s%s%s%s, expected %s", found, named ? " '" : "",
	                    named ? text : "", named ? "'" : "", expected);
	for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
		if (guesses[i](&mistake))
			return;
}
