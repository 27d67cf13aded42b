/* The lexemes of a document, for answers about the place where somebody types.
 * Called by hover, completion, signatures, folding and highlighting.
 * Memory is the caller's arena; the text is the document's. */
#ifndef RIGIDC_LSP_TEXT_NOW_H
#define RIGIDC_LSP_TEXT_NOW_H

#include "document.h"
#include "grammar/lexeme.h"

struct TextNow {
	struct Arena *arena;
	const char *text;
	struct Lexemes lexemes;
};

struct TextNow text_now(struct Arena *arena, const struct Document *document);
/* The lexeme at an offset, the one that ends there if none begins; their count: none. */
size_t text_now_at(const struct TextNow *now, uint32_t offset);
/* The first lexeme of the statement of lexeme i. */
size_t text_now_first(const struct TextNow *now, size_t i);
/* Is the offset inside a comment? The end of a line comment is. */
bool text_now_in_comment(const struct TextNow *now, uint32_t offset);
/* The text of a lexeme; "" for the count. */
const char *text_now_word(const struct TextNow *now, size_t i);

#endif
