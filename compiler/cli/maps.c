#include "rows.h"

#include <string.h>

#include "complain.h"
#include "grammar/reader.h"
#include "runtime/files.h"

int maps_read(struct Arena *arena, const struct Options *options, struct MapFiles *files)
{
	for (size_t i = 0; i < options->map_files; i++) {
		struct MapFile *file = ARENA_PUSH(arena, files);
		int error;
		*file = (struct MapFile){ .path = options->map_file[i] };
		if (strcmp(file->path, "-") == 0)
			return complain("eval reads its numbers from standard input, so --map=@FILE needs a file");
		file->text = files_read(arena, file->path, &file->length, &error);
		if (!file->text)
			return complain("cannot read %s: %s", file->path, strerror(error));
	}
	return EXIT_FINE;
}

/* --- lines of a file --- */

/* A copy of a file in which comments are blanks and line ends are NULs, so that it consists of lines. A comment over
 * several lines joins them, as in a model. */
struct Lines {
	const struct MapFile *file;
	struct Diags *diags;
	uint32_t source;
	char *text;
	size_t at;
	bool good;
};

/* Blanks the comment at l->at, up to `end`. */
static void blank_comment(struct Lines *l, size_t end)
{
	memset(l->text + l->at, ' ', end - l->at);
	l->at = end;
}

static void take_block_comment(struct Lines *l)
{
	const char *close = strstr(l->text + l->at + 2, "*/");
	if (!close) {
		struct Span span = { (uint32_t)l->at, (uint32_t)l->at + 2, l->source };
		diag(l->diags, CHECK_UNTERMINATED, span, "this comment has no end");
		l->good = false;
	}
	blank_comment(l, close ? (size_t)(close - l->text) + 2 : l->file->length);
}

/* A quoted name ends on its line; a mark without a partner is left to the reader of expressions. */
static void take_quoted(struct Lines *l)
{
	const char *begin = l->text + l->at, *end = text_quoted_end(begin);
	size_t line = strcspn(begin, "\r\n");
	l->at += end && (size_t)(end - begin) <= line ? (size_t)(end - begin) : 1;
}

static void take_byte(struct Lines *l)
{
	char *at = l->text + l->at;
	if (strncmp(at, "//", 2) == 0)
		blank_comment(l, l->at + strcspn(at, "\r\n"));
	else if (strncmp(at, "/*", 2) == 0)
		take_block_comment(l);
	else if (*at == '"')
		take_quoted(l);
	else if (*at == '\r' || *at == '\n')
		l->text[l->at++] = '\0';
	else
		l->at++;
}

static struct Lines lines_of(struct Diags *diags, const struct MapFile *file)
{
	static const char mark[] = "\xEF\xBB\xBF";
	struct Lines l = { .file = file, .diags = diags };
	l.good = reader_open(diags, file->path, file->text, file->length, &l.source);
	if (!l.good)
		return l;
	l.text = arena_copy(diags->arena, file->text, file->length);
	if (strncmp(l.text, mark, strlen(mark)) == 0)
		memset(l.text, ' ', strlen(mark));
	while (l.at < file->length)
		take_byte(&l);
	l.at = 0;
	return l;
}

/* --- expressions --- */

static void parse_file(struct Formulas *formulas, const struct MapFile *file, struct FormulaList *list)
{
	struct Lines l = lines_of(formulas->diags, file);
	for (size_t end; l.text && l.at < file->length; l.at = end + 1) {
		end = l.at + strlen(l.text + l.at);
		if (l.at + strspn(l.text + l.at, " \t") < end)
			l.good &= formula_read_part(formulas, (struct FormulaPart){ l.source, l.text, l.at, end, "" },
			                            ARENA_PUSH(formulas->arena, list));
	}
	list->failed |= !l.good;
}

struct FormulaList maps_parse(struct Formulas *formulas, const struct Options *options, const struct MapFiles *files)
{
	struct FormulaList list = { 0 };
	for (size_t i = 0; i < options->maps; i++)
		list.failed |= !formula_read(formulas, "--map", options->map[i], ARENA_PUSH(formulas->arena, &list));
	for (size_t i = 0; i < files->count; i++)
		parse_file(formulas, &files->item[i], &list);
	return list;
}
