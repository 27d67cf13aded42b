/* Source to source. The tokens stay; the blanks and line ends between them are made anew:
 *
 *   - two blanks of indent for each { around a line; statements with a ; between them and a block on one line stay so;
 *   - at most one empty line, and none next to a brace;
 *   - one blank around operators (unless written tight), after a comma and before a unit; none inside
 *     of brackets, before a comma and around ^;
 *   - in the block of a body or a joint the values stand in one column;
 *   - two blanks before a comment after a statement, or more if the author wrote more.
 *
 * Columns that an author has lined up stay: two blanks or more inside of a line are kept, and blanks after a bracket
 * where a sign could be. A line continued inside of brackets keeps its distance from the statement's first column. */
#include "layout.h"

#include <string.h>

#include "same_reading.h"
#include "state.h"
#include "tokens.h"

#define YYSTYPE RIG_STYPE
#define YYLTYPE RIG_LTYPE
#include "scan.h" /* made by flex */

enum { COMMENT = -10, LINE_COMMENT }; /* kinds beside the scanner's */
enum { INDENT = 2, TAB = 8, BEFORE_COMMENT = 2 };

struct LayoutPiece {
	int kind;
	uint32_t begin, end; /* in the source */
	int lines;           /* line ends before it, comments apart */
	int gap;             /* blanks before it, in columns, if the piece before is on its line */
	int column;          /* column of its first character, from 0 */
};

struct Pieces ARENA_LIST(struct LayoutPiece);

/* An open block. */
struct LayoutBlock {
	bool on_one_line;
	int width; /* of the first words of its statements, if their values stand in a column; else 0 */
};

struct Layout {
	struct Arena *arena;
	const char *text;
	struct Pieces pieces;
	struct Text *out;
	struct LayoutBlock block[READER_BRACKETS + 1]; /* block[0] is the source */
	int depth;                                     /* of blocks */
	int brackets;                                  /* ( and [ that are open */
	size_t first;                                  /* piece that begins the statement */
	size_t line;                                   /* piece that begins the line */
	int shift;                                     /* columns by which the line has moved to the right */
};

/* --- pieces --- */

static bool value_end(int kind)
{
	return kind == RIG_NUMBER || kind == RIG_NAME || kind == RIG_UNIT || kind == RIG_PER_UNIT ||
	       kind == RIG_TIMES_UNIT || kind == RIG_CLOSE || kind == RIG_RIGHT;
}

struct LayoutCursor {
	uint32_t at;
	int column;     /* from 0 */
	int lines, gap; /* since the last piece */
};

/* Adds the piece from the cursor to `end`. */
static void add_piece(struct Layout *l, struct LayoutCursor *c, int kind, uint32_t end)
{
	*ARENA_PUSH(l->arena, &l->pieces) =
		(struct LayoutPiece){ kind, c->at, end, c->lines, c->lines ? 0 : c->gap, c->column };
	for (; c->at < end; c->at++) {
		bool line = l->text[c->at] == '\n' || l->text[c->at] == '\r';
		bool first = ((unsigned char)l->text[c->at] & 0xc0) != 0x80; /* of the bytes of a character */
		c->column = line ? 0 : c->column + first;
	}
	c->lines = c->gap = 0;
}

/* Reads the gap between two tokens: blanks, line ends, comments. */
static void read_gap(struct Layout *l, struct LayoutCursor *c, uint32_t end)
{
	while (c->at < end) {
		char sign = l->text[c->at];
		uint32_t stop = c->at;
		if (sign == '/' && l->text[c->at + 1] == '/') {
			while (stop < end && l->text[stop] != '\n' && l->text[stop] != '\r')
				stop++;
			while (l->text[stop - 1] == ' ' || l->text[stop - 1] == '\t')
				stop--;
			add_piece(l, c, LINE_COMMENT, stop);
		} else if (sign == '/') {
			stop = (uint32_t)(strstr(l->text + c->at + 2, "*/") - l->text) + 2;
			add_piece(l, c, COMMENT, stop);
		} else if (sign == '\n' || sign == '\r') {
			c->at += sign == '\r' && l->text[c->at + 1] == '\n' ? 2 : 1;
			c->lines++;
			c->column = 0;
		} else {
			int step = sign == '\t' ? TAB - c->column % TAB : 1;
			c->gap += step;
			c->column += step;
			c->at++;
		}
	}
}

/* Reads the tokens and comments of a source, in order; ends of lines are counted and dropped. */
static void read_pieces(struct Layout *l, struct Diags *diags, size_t length)
{
	struct Reader reader = { 0 };
	struct LayoutCursor cursor = { 0 };
	reader_begin(&reader, diags, l->text, length, 0);
	cursor.at = reader.at;
	for (;;) {
		RIG_STYPE value;
		struct Span span = { reader.at, reader.at, 0 };
		int kind = rig_scan(&value, &span, reader.scanner);
		reader.scanned = kind;
		if (kind == RIG_END)
			break;
		if (kind == RIG_NEWLINE)
			continue; /* the gap has it */
		read_gap(l, &cursor, span.begin);
		add_piece(l, &cursor, kind, span.end);
		reader.depth += (kind == RIG_OPEN || kind == RIG_LEFT) - (kind == RIG_CLOSE || kind == RIG_RIGHT);
	}
	read_gap(l, &cursor, (uint32_t)length);
	MUST(l->arena, !diags->syntax_errors);
}

/* --- separators --- */

static bool is_comment(const struct LayoutPiece *piece)
{
	return piece->kind == COMMENT || piece->kind == LINE_COMMENT;
}

/* Is the ; at i redundant, because a line end, a brace or the end of the source separates already? `before`: the pieces
 * laid out before it. */
static bool says_nothing(const struct Layout *l, const struct Pieces *before, size_t i)
{
	bool line = l->pieces.item[i].lines > 0;
	size_t k = before->count;
	for (; k > 0 && is_comment(&before->item[k - 1]); k--)
		line |= before->item[k - 1].lines > 0 || before->item[k - 1].kind == LINE_COMMENT;
	if (line || k == 0 || before->item[k - 1].kind == RIG_BEGIN || before->item[k - 1].kind == RIG_SEMICOLON)
		return true;
	for (k = i + 1; k < l->pieces.count && !l->pieces.item[k].lines && is_comment(&l->pieces.item[k]); k++)
		if (l->pieces.item[k].kind == LINE_COMMENT)
			return true;
	return k == l->pieces.count || l->pieces.item[k].lines || l->pieces.item[k].kind == RIG_FINISH ||
	       l->pieces.item[k].kind == RIG_SEMICOLON;
}

/* Drops each redundant ; and gives the line ends before it to the next piece. */
static void drop_separators(struct Layout *l)
{
	struct Pieces kept = { NULL };
	int brackets = 0;
	for (size_t i = 0; i < l->pieces.count; i++) {
		struct LayoutPiece *piece = &l->pieces.item[i];
		brackets += (piece->kind == RIG_OPEN || piece->kind == RIG_LEFT) -
		            (piece->kind == RIG_CLOSE || piece->kind == RIG_RIGHT);
		if (piece->kind != RIG_SEMICOLON || brackets || !says_nothing(l, &kept, i)) {
			*ARENA_PUSH(l->arena, &kept) = *piece;
		} else if (i + 1 < l->pieces.count && piece[1].lines < piece->lines) {
			piece[1].lines = piece->lines;
			piece[1].gap = 0;
		}
	}
	l->pieces = kept;
}

/* --- blanks --- */

/* Is piece i this word, which is a name elsewhere? */
static bool is_word(const struct Layout *l, size_t i, const char *word)
{
	const struct LayoutPiece *piece = &l->pieces.item[i];
	size_t length = strlen(word);
	return piece->kind == RIG_NAME && piece->end - piece->begin == length &&
	       memcmp(l->text + piece->begin, word, length) == 0;
}

/* Is piece i a word before a value of a tendon's point: `while`, `from`, `to`, `side`? */
static bool is_range_word(const struct Layout *l, size_t i)
{
	return i > l->first + 3 && is_word(l, l->first, "tendon") && !l->brackets &&
	       value_end(l->pieces.item[i - 1].kind) &&
	       (is_word(l, i, "while") || is_word(l, i, "from") || is_word(l, i, "to") || is_word(l, i, "side"));
}

/* Is the + or - a sign, and not an operation? */
static bool is_sign(const struct Layout *l, size_t i)
{
	int kind = l->pieces.item[i].kind;
	bool word = i == l->first + 1 || is_range_word(l, i - 1); /* after `mass` and the like */
	return (kind == RIG_PLUS || kind == RIG_MINUS) && (word || !value_end(l->pieces.item[i - 1].kind));
}

static bool is_operation(const struct Layout *l, size_t i)
{
	int kind = l->pieces.item[i].kind;
	return ((kind == RIG_PLUS || kind == RIG_MINUS) && !is_sign(l, i)) || kind == RIG_STAR || kind == RIG_SLASH ||
	       kind == RIG_RANGE || kind == RIG_COMPARE;
}

/* Is the operator written without blanks on both sides, as in 2*q? Beside a comment a blank is always written. */
static bool is_tight(const struct Layout *l, size_t i)
{
	const struct LayoutPiece *piece = &l->pieces.item[i];
	return i + 1 < l->pieces.count && !piece->gap && !piece->lines && !piece[1].gap && !piece[1].lines &&
	       !is_comment(piece - 1) && !is_comment(piece + 1);
}

/* Begins the statement with this word, which is a name elsewhere? */
static bool begins_with(const struct Layout *l, const char *word)
{
	return is_word(l, l->first, word);
}

/* Colons have blanks on both sides in `joint NAME : KIND`, likewise of contacts, loops and wraps, one after in `name: unit`,
 * none in fk:NAME. */
static bool blank_before_colon(const struct Layout *l)
{
	bool kind = l->pieces.item[l->first].kind == RIG_JOINT || begins_with(l, "contact") || begins_with(l, "loop") ||
	            begins_with(l, "wrap");
	return kind && !l->brackets;
}

static bool blank_behind_colon(const struct Layout *l)
{
	return l->pieces.item[l->first].kind != RIG_GENERATE;
}

/* Is the bracket at i the index of an element, as in `q[3] = ...` of a pose? Such a bracket encloses no value. */
static bool is_element(const struct Layout *l, size_t i)
{
	int depth = 0;
	for (; i < l->pieces.count; i++) {
		int kind = l->pieces.item[i].kind;
		depth += (kind == RIG_LEFT) - (kind == RIG_RIGHT);
		if (depth == 0)
			break;
	}
	int next = i + 1 < l->pieces.count ? l->pieces.item[i + 1].kind : RIG_END;
	return next == RIG_EQUALS || next == RIG_DOT || next == RIG_LEFT;
}

/* Is piece i the word before the factors of a mesh, which follows the name of a file? */
static bool is_scale(const struct Layout *l, size_t i)
{
	bool shape = begins_with(l, "visual") || begins_with(l, "collision");
	return shape && i > l->first + 2 && is_word(l, i, "scale") && !l->brackets;
}

/* Does the bracket directly follow its name, as in a call? A bracket that begins a property's value does not. */
static bool is_call(const struct Layout *l, size_t i)
{
	int name = l->pieces.item[i - 1].kind, bracket = l->pieces.item[i].kind;
	return name == RIG_NAME && !is_scale(l, i - 1) && !is_range_word(l, i - 1) &&
	       (i - 1 != l->first || (bracket == RIG_LEFT && is_element(l, i)));
}

/* Is there a blank between piece i and the piece before, on one line? */
static bool blank_between(const struct Layout *l, size_t i)
{
	int before = l->pieces.item[i - 1].kind, kind = l->pieces.item[i].kind;
	switch (kind) {
	case RIG_CARET: /* in `2 m^2` the power would be the unit's */
		return before == RIG_UNIT || before == RIG_PER_UNIT || before == RIG_TIMES_UNIT;
	case RIG_CLOSE:
	case RIG_RIGHT:
	case RIG_COMMA:
	case RIG_SEMICOLON:
	case RIG_PER_UNIT:
	case RIG_TIMES_UNIT: return false;
	case RIG_DOT: return before == RIG_NUMBER; /* in `1.a` the point would be the number's */
	case RIG_COLON: return blank_before_colon(l);
	case RIG_OPEN:
	case RIG_LEFT:
		if (is_call(l, i) || before == RIG_RIGHT)
			return false;
		break;
	default: break;
	}
	if (before == RIG_OPEN || before == RIG_LEFT || before == RIG_DOT || before == RIG_CARET || is_sign(l, i - 1))
		return false;
	if (before == RIG_COLON)
		return blank_behind_colon(l);
	if (is_operation(l, i))
		return !is_tight(l, i);
	return !is_operation(l, i - 1) || !is_tight(l, i - 1);
}

/* Is there a blank between piece i and the piece before, where either is a comment? */
static bool blank_beside_comment(const struct Layout *l, size_t i)
{
	int before = l->pieces.item[i - 1].kind, kind = l->pieces.item[i].kind;
	return before != RIG_OPEN && before != RIG_LEFT && kind != RIG_CLOSE && kind != RIG_RIGHT &&
	       kind != RIG_COMMA && kind != RIG_SEMICOLON;
}

/* Does the blank take the place of a sign, as in "( 12, -3)"? Not if the other bracket has a blank too. */
static bool is_place_of_sign(const struct Layout *l, size_t i)
{
	int depth = 1;
	size_t close = i;
	if (l->pieces.item[i - 1].kind != RIG_OPEN && l->pieces.item[i - 1].kind != RIG_LEFT)
		return false;
	for (; close < l->pieces.count; close++) {
		int kind = l->pieces.item[close].kind;
		depth += (kind == RIG_OPEN || kind == RIG_LEFT) - (kind == RIG_CLOSE || kind == RIG_RIGHT);
		if (depth == 0)
			break;
	}
	return close < l->pieces.count && !l->pieces.item[close].gap;
}

/* May blanks before the piece line up columns? */
static bool may_line_up(const struct Layout *l, size_t i)
{
	int kind = l->pieces.item[i].kind;
	if (l->pieces.item[i].gap < 2)
		return l->pieces.item[i].gap && is_place_of_sign(l, i);
	return kind != RIG_CLOSE && kind != RIG_RIGHT && kind != RIG_COMMA && kind != RIG_SEMICOLON &&
	       kind != RIG_BEGIN && kind != RIG_FINISH && kind != RIG_DOT && kind != RIG_CARET &&
	       l->pieces.item[i - 1].kind != RIG_BEGIN;
}

/* --- lines --- */

static void put_blanks(struct Layout *l, int count)
{
	for (int i = 0; i < count; i++)
		text_char(l->out, ' ');
}

/* Width of the first words of statements whose values stand in a column, else 0. It is that of the longest possible
 * word, so that all such blocks have the same column. */
static int column_width(const struct Layout *l, bool on_one_line)
{
	/* clang-format off */
	static const struct { int kind; const char *word, *longest; } owners[] = {
		{ RIG_BODY, "", "inertia" }, { RIG_JOINT, "", "armature" }, { RIG_NAME, "strut", "damping" }, { RIG_NAME, "tendon", "damping" },
		{ RIG_NAME, "contact", "restitution" },
	};
	/* clang-format on */
	const struct LayoutPiece *owner = &l->pieces.item[l->first];
	const struct LayoutPiece *colon = owner + 1;
	bool definition = owner->kind == RIG_JOINT && colon[0].kind == RIG_NAME && colon[1].kind == RIG_OPEN;
	for (size_t i = 0; i < sizeof owners / sizeof *owners && !on_one_line && !definition; i++) {
		bool same = owner->kind != RIG_NAME || begins_with(l, owners[i].word);
		if (owner->kind == owners[i].kind && same)
			return (int)strlen(owners[i].longest);
	}
	return 0;
}

/* Does the block opened by the brace stand on one line, without a comment that would end the line? */
static bool stands_on_one_line(const struct Layout *l, size_t brace)
{
	int depth = 0;
	for (size_t i = brace; i < l->pieces.count; i++) {
		const struct LayoutPiece *piece = &l->pieces.item[i];
		if (i > brace && (piece->lines || piece->kind == LINE_COMMENT))
			return false;
		depth += (piece->kind == RIG_BEGIN) - (piece->kind == RIG_FINISH);
		if (depth == 0)
			return true;
	}
	return false;
}

/* Is the output empty, or its last character an end of line? */
static bool line_is_empty(const struct Layout *l)
{
	return !l->out->count || l->out->item[l->out->count - 1] == '\n';
}

static void end_line(struct Layout *l)
{
	if (!line_is_empty(l))
		text_char(l->out, '\n');
}

/* Does a new line begin before the piece? */
static bool breaks(const struct Layout *l, size_t i)
{
	const struct LayoutPiece *piece = &l->pieces.item[i], *before = piece - 1;
	bool on_one_line = l->block[l->depth].on_one_line;
	if (i == 0 || before->kind == LINE_COMMENT)
		return true;
	if (l->brackets)
		return piece->lines > 0;
	if (piece->kind == RIG_BEGIN)
		return false;
	if (is_comment(piece))
		return piece->lines > 0;
	if (before->kind == RIG_BEGIN || piece->kind == RIG_FINISH)
		return !on_one_line;
	return piece->lines > 0;
}

static bool may_be_empty_before(const struct Layout *l, size_t i)
{
	const struct LayoutPiece *piece = &l->pieces.item[i];
	return i > 0 && piece->lines > 1 && piece->kind != RIG_FINISH && piece[-1].kind != RIG_BEGIN;
}

/* Does the line continue the statement of the line before? */
static bool goes_on(const struct Layout *l, size_t i)
{
	return l->brackets || l->pieces.item[i].kind == RIG_ELSE;
}

/* Begins a line with the piece: of a statement, of a comment, or of a continuation. */
static void begin_line(struct Layout *l, size_t i)
{
	const struct LayoutPiece *piece = &l->pieces.item[i];
	int column = INDENT * l->depth;
	l->line = i;
	end_line(l);
	if (may_be_empty_before(l, i))
		text_char(l->out, '\n');
	if (goes_on(l, i))
		column = piece->column + l->shift > 0 ? piece->column + l->shift : 0;
	else if (!is_comment(piece))
		l->shift = column - piece->column;
	put_blanks(l, column);
}

static void continue_line(struct Layout *l, size_t i)
{
	const struct LayoutPiece *piece = &l->pieces.item[i], *word = &l->pieces.item[l->first];
	int width = l->block[l->depth].width, length = (int)(word->end - word->begin);
	bool named = word->kind == RIG_NAME || word->kind == RIG_JOINT || word->kind == RIG_FRAME ||
	             word->kind == RIG_ACCEPT;
	bool comment = is_comment(piece) || is_comment(piece - 1);
	int blanks = comment ? blank_beside_comment(l, i) : blank_between(l, i);
	if (is_comment(piece) && !l->brackets && piece->kind == LINE_COMMENT)
		blanks = piece->gap > BEFORE_COMMENT ? piece->gap : BEFORE_COMMENT;
	else if (i - 1 == l->first && l->first == l->line && width && named && !l->brackets)
		blanks = length < width ? width + 1 - length : 1;
	else if (may_line_up(l, i))
		blanks = piece->gap;
	put_blanks(l, blanks);
}

/* Puts the bytes of a piece, without blanks inside of a unit: "/ s" becomes "/s". */
static void put_piece(struct Layout *l, const struct LayoutPiece *piece)
{
	const char *bytes = l->text + piece->begin;
	size_t length = piece->end - piece->begin;
	if (piece->kind == RIG_PER_UNIT || piece->kind == RIG_TIMES_UNIT) {
		size_t blanks = strspn(bytes + 1, " \t");
		text_char(l->out, *bytes);
		text_bytes(l->out, bytes + 1 + blanks, length - 1 - blanks);
		return;
	}
	for (size_t i = 0; i < length; i++) /* line ends inside comments become \n */
		if (bytes[i] != '\r')
			text_char(l->out, bytes[i]);
		else if (i + 1 == length || bytes[i + 1] != '\n')
			text_char(l->out, '\n');
}

/* --- the source --- */

static void open_block(struct Layout *l, size_t brace)
{
	bool on_one_line = l->block[l->depth].on_one_line || stands_on_one_line(l, brace);
	int width = column_width(l, on_one_line);
	MUST(l->arena, l->depth < READER_BRACKETS);
	l->block[++l->depth] = (struct LayoutBlock){ on_one_line, width };
}

static void lay_out(struct Layout *l)
{
	bool begins = true; /* a statement */
	for (size_t i = 0; i < l->pieces.count; i++) {
		const struct LayoutPiece *piece = &l->pieces.item[i];
		bool separates = piece->kind == RIG_SEMICOLON && !l->brackets;
		if (piece->kind == RIG_FINISH && !l->block[l->depth].on_one_line)
			l->depth--;
		bool line = breaks(l, i);
		begins |= (line && !goes_on(l, i) && piece->kind != RIG_BEGIN) || piece->kind == RIG_FINISH;
		if (begins && !is_comment(piece) && piece->kind != RIG_BEGIN && piece->kind != RIG_ELSE)
			l->first = i;
		if (line)
			begin_line(l, i);
		else if (!line_is_empty(l))
			continue_line(l, i);
		put_piece(l, piece);
		if (!is_comment(piece))
			begins = separates || piece->kind == RIG_BEGIN;
		l->brackets += (piece->kind == RIG_OPEN || piece->kind == RIG_LEFT) -
		               (piece->kind == RIG_CLOSE || piece->kind == RIG_RIGHT);
		if (piece->kind == RIG_FINISH && l->block[l->depth].on_one_line && l->depth)
			l->depth--;
		if (piece->kind == RIG_BEGIN)
			open_block(l, i);
	}
	end_line(l);
}

void layout_text(struct Diags *diags, const char *text, size_t length, struct Text *out)
{
	struct Text laid_out = text_new(diags->arena);
	struct Layout l = { .arena = diags->arena, .text = text, .out = &laid_out };
	read_pieces(&l, diags, length);
	drop_separators(&l);
	lay_out(&l);
	MUST(diags->arena, same_reading(diags->arena, text, length, text_string(&laid_out), laid_out.count));
	*out = laid_out;
}
