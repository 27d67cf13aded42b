/* Templates, filled in by recursive descent: a block is filled in up to its @end@ or @else@. */
#include "template.h"

#include <string.h>

/* --- marks --- */

enum MarkKind { MARK_NONE, MARK_VALUE, MARK_IF, MARK_EACH, MARK_INCLUDE, MARK_ELSE, MARK_END };

/* Words of directives; argument: what follows the word, up to the @. */
static const struct Directive {
	const char *word;
	bool argument;
} directives[] = {
	[MARK_IF] = { "if", true },           [MARK_EACH] = { "each", true }, [MARK_ELSE] = { "else", false },
	[MARK_INCLUDE] = { "include", true }, [MARK_END] = { "end", false },
};

static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", letters[] = "abcdefghijklmnopqrstuvwxyz";

struct Mark {
	enum MarkKind kind;
	const char *begin, *end;      /* of the mark, from @ to @ */
	const char *name, *separator; /* name of the value, or path; text between the elements, up to the last @ */
	size_t name_length, separator_length;
	bool alone; /* on its line */
};

/* A template that is filled in. */
struct Filling {
	struct Arena *arena;
	const struct Templates *all;
	const struct Template *template;
	struct Text *out;
};

/* Nodes around a place, the innermost first. */
struct FillScope {
	const struct ValueNode *values;
	const struct FillScope *outer;
};

static _Noreturn void mistake(const struct Filling *f, const char *at, const char *text)
{
	int line = 1;
	for (const char *c = f->template->text; c < at; c++)
		line += *c == '\n';
	arena_fault(f->arena, FAULT_INTERNAL, f->template->path, line, text);
}

static const char *name_text(const struct Filling *f, const struct Mark *mark)
{
	return arena_copy(f->arena, mark->name, mark->name_length);
}

static enum MarkKind directive_of(const char *word, size_t length)
{
	for (enum MarkKind kind = MARK_IF; kind <= MARK_END; kind++)
		if (strlen(directives[kind].word) == length && memcmp(directives[kind].word, word, length) == 0)
			return kind;
	return MARK_NONE;
}

/* Reads the argument of a directive: its name, and the separator after it. */
static void read_argument(const struct Filling *f, struct Mark *mark, const char *argument)
{
	const char *close = strchr(argument, '@');
	if (!close)
		mistake(f, mark->begin, "a directive without the @ at its end");
	mark->end = close + 1;
	mark->name = argument;
	mark->name_length = mark->kind == MARK_INCLUDE ? (size_t)(close - argument) : strspn(argument, capitals);
	mark->separator = argument + mark->name_length;
	mark->separator_length = (size_t)(close - mark->separator);
	if (!mark->name_length || (mark->kind == MARK_IF && mark->separator_length))
		mistake(f, mark->begin, "a directive without the name of a value");
}

/* Reads a directive with a word of `length` letters, unless it is text. */
static void read_directive(const struct Filling *f, struct Mark *mark, size_t length)
{
	const char *word = mark->begin + 1, *end = word + length;
	const enum MarkKind kind = directive_of(word, length);
	if (*end != '@' && (*end != ' ' || !kind))
		return;
	if (!kind || directives[kind].argument != (*end == ' '))
		mistake(f, mark->begin, "an unknown directive, or one without its name");
	mark->kind = kind;
	mark->end = end + 1;
	if (directives[kind].argument)
		read_argument(f, mark, end + 1);
}

/* The mark at an @, or at the end of the template. MARK_NONE: the @ is text. */
static struct Mark mark_at(const struct Filling *f, const char *at)
{
	struct Mark mark = { .begin = at, .end = at + (*at != '\0') };
	mark.name = mark.end;
	mark.name_length = strspn(mark.name, capitals);
	const size_t word = strspn(mark.name, letters);
	if (word) {
		read_directive(f, &mark, word);
	} else if (mark.name_length && mark.name[mark.name_length] == '@') {
		mark.kind = MARK_VALUE;
		mark.end = mark.name + mark.name_length + 1;
	}
	mark.alone = mark.kind && *mark.end == '\n' && (at == f->template->text || at[-1] == '\n');
	return mark;
}

/* Text after a directive. */
static const char *after(const struct Mark *mark)
{
	return mark->end + mark->alone;
}

/* --- filling in --- */

/* Fills in up to an @else@ or @end@ that closes no block inside, or up to the end. Returns its place. */
static const char *fill(struct Filling *f, const struct FillScope *scope, const char *at);

static const struct NamedValue *look_up(const struct Filling *f, const struct FillScope *scope, const struct Mark *mark)
{
	const struct NamedValue *value = NULL;
	for (; scope && !value; scope = scope->outer)
		value = values_find(scope->values, mark->name, mark->name_length);
	if (!value)
		mistake(f, mark->begin, text_print(f->arena, "an unknown name, %s", name_text(f, mark)));
	return value;
}

static const char *fill_value(struct Filling *f, const struct FillScope *scope, const struct Mark *mark)
{
	const char *text = look_up(f, scope, mark)->text;
	if (!text)
		mistake(f, mark->begin, text_print(f->arena, "a list as a text, %s", name_text(f, mark)));
	size_t length = strlen(text);
	text_bytes(f->out, text, length);
	return mark->end + (mark->alone && (!length || text[length - 1] == '\n'));
}

/* Place of the @else@ or @end@ after a part that is left out. */
static const char *pass_over(const struct Filling *f, const char *at)
{
	for (int depth = 0;;) {
		at += strcspn(at, "@");
		const struct Mark mark = mark_at(f, at);
		const bool closes = mark.kind == MARK_ELSE || mark.kind == MARK_END;
		if (!*at || (closes && !depth))
			return at;
		depth += mark.kind == MARK_IF || mark.kind == MARK_EACH;
		depth -= mark.kind == MARK_END;
		at = mark.end;
	}
}

/* Text after the @end@ of a block, which is to be at `end`. */
static const char *closed(const struct Filling *f, const struct Mark *block, const char *end)
{
	const struct Mark mark = mark_at(f, end);
	if (mark.kind != MARK_END)
		mistake(f, block->begin, "a block without its @end@");
	return after(&mark);
}

static const char *fill_if(struct Filling *f, const struct FillScope *scope, const struct Mark *block)
{
	const struct NamedValue *value = look_up(f, scope, block);
	bool holds = value->text ? *value->text && strcmp(value->text, "0") != 0 : value->list.count > 0;
	const char *end = holds ? fill(f, scope, after(block)) : pass_over(f, after(block));
	const struct Mark mark = mark_at(f, end);
	if (mark.kind == MARK_ELSE)
		end = holds ? pass_over(f, after(&mark)) : fill(f, scope, after(&mark));
	return closed(f, block, end);
}

static const char *fill_each(struct Filling *f, const struct FillScope *scope, const struct Mark *block)
{
	const struct NamedValue *value = look_up(f, scope, block);
	const char *end = NULL;
	if (value->text)
		mistake(f, block->begin, text_print(f->arena, "a text as a list, %s", name_text(f, block)));
	for (size_t i = 0; i < value->list.count; i++) {
		const struct FillScope own = { value->list.item[i], scope };
		if (i)
			text_bytes(f->out, block->separator, block->separator_length);
		end = fill(f, &own, after(block));
	}
	return closed(f, block, end ? end : pass_over(f, after(block)));
}

/* Fills in a whole template. */
static void fill_all(struct Filling *f, const struct FillScope *scope)
{
	const char *end = fill(f, scope, f->template->text);
	if (*end)
		mistake(f, end, "an @else@ or @end@ without a block");
}

static const char *fill_include(struct Filling *f, const struct FillScope *scope, const struct Mark *mark)
{
	const char *path = name_text(f, mark);
	size_t i = 0;
	while (i < f->all->count && strcmp(f->all->item[i].path, path) != 0)
		i++;
	if (i == f->all->count)
		mistake(f, mark->begin, text_print(f->arena, "an unknown template, %s", path));
	struct Filling included = { f->arena, f->all, &f->all->item[i], f->out };
	fill_all(&included, scope);
	return after(mark);
}

static const char *fill(struct Filling *f, const struct FillScope *scope, const char *at)
{
	for (;;) {
		const size_t plain = strcspn(at, "@");
		text_bytes(f->out, at, plain);
		at += plain;
		if (!*at)
			return at;
		const struct Mark mark = mark_at(f, at);
		switch (mark.kind) {
		case MARK_NONE: text_char(f->out, *at++); break;
		case MARK_VALUE: at = fill_value(f, scope, &mark); break;
		case MARK_IF: at = fill_if(f, scope, &mark); break;
		case MARK_EACH: at = fill_each(f, scope, &mark); break;
		case MARK_INCLUDE: at = fill_include(f, scope, &mark); break;
		case MARK_ELSE:
		case MARK_END: return at;
		}
	}
}

const char *template_fill(const struct Templates *all, const struct Template *template, const struct ValueNode *values)
{
	const struct FillScope scope = { values, NULL };
	struct Text out = text_new(values->arena);
	struct Filling f = { values->arena, all, template, &out };
	fill_all(&f, &scope);
	return text_string(&out);
}
