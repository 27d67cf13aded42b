#include "reading.h"

struct TextNow text_now(struct Arena *arena, const struct Document *document)
{
	const struct Source *source = document_source(document);
	struct TextNow now = { .arena = arena, .text = source->text };
	struct Sources *sources = ARENA_NEW(arena, struct Sources);
	struct Diags *diags = ARENA_NEW(arena, struct Diags);
	sources_init(sources, arena);
	diags_init(diags, arena, sources);
	now.lexemes = lexemes_read(diags, source->text, source->length);
	return now;
}

size_t text_now_at(const struct TextNow *now, uint32_t offset)
{
	size_t found = now->lexemes.count;
	for (size_t i = 0; i < now->lexemes.count && now->lexemes.item[i].begin <= offset; i++)
		if (offset <= now->lexemes.item[i].end)
			found = i;
	return found;
}

size_t text_now_first(const struct TextNow *now, size_t i)
{
	return now->lexemes.item[i].head;
}

bool text_now_in_comment(const struct TextNow *now, uint32_t offset)
{
	for (size_t i = 0; i < now->lexemes.count; i++) {
		const struct Lexeme *item = &now->lexemes.item[i];
		bool line = item->kind == LEXEME_COMMENT && now->text[item->begin + 1] == '/';
		if (item->kind == LEXEME_COMMENT && item->begin < offset && offset < item->end + line)
			return true;
	}
	return false;
}

const char *text_now_word(const struct TextNow *now, size_t i)
{
	if (i >= now->lexemes.count)
		return "";
	const struct Lexeme *lexeme = &now->lexemes.item[i];
	return arena_copy(now->arena, now->text + lexeme->begin, lexeme->end - lexeme->begin);
}
