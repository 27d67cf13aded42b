/* Formatting: the layout of `fmt`. Only blanks and line ends change, so the edits are those between tokens. */
#include <string.h>

#include "server.h"
#include "grammar/layout.h"
#include "runtime/library.h"

struct LayingOut {
	struct MethodCall *call;
	struct Document *document;
	struct Span range; /* edits outside of it are left out */
	json_t *edits;
	struct Text text;
};

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void lay_out(rigidc_model *model, void *context)
{
	struct LayingOut *l = context;
	l->text = text_new(&model->arena);
	layout_text(&model->diags, model->sources.item[0].text, model->sources.item[0].length, &l->text);
}

static void add_edit(struct LayingOut *l, size_t begin, size_t end, const char *text, size_t length)
{
	const struct Span span = { (uint32_t)begin, (uint32_t)end, 0 };
	const char *blanks = arena_copy(call_arena(l->call), text, length);
	if (span.begin >= l->range.begin && span.end <= l->range.end)
		json_array_append_new(l->edits,
		                      edit_json(&l->document->sources, span, l->call->server->encoding, blanks));
}

/* Adds the change of blanks, without what both have in common at the beginning and the end. */
static void add_change(struct LayingOut *l, const char *old, size_t at, size_t before, const char *new, size_t after)
{
	size_t first = 0, last = 0;
	bool pairs = memchr(old + at, '\r', before); /* CR LF has no place inside */
	while (!pairs && first < before && first < after && old[at + first] == new[first])
		first++;
	while (!pairs && last < before - first && last < after - first &&
	       old[at + before - last - 1] == new[after - last - 1])
		last++;
	add_edit(l, at + first, at + before - last, new + first, after - last - first);
}

/* Length of the blanks at a place. */
static size_t blanks_at(const char *text, size_t at, size_t length)
{
	size_t end = at;
	while (end < length && blank(text[end]))
		end++;
	return end - at;
}

/* Both texts side by side: where their blanks differ there is an edit. False: they differ in more. */
static bool compare(struct LayingOut *l, const char *old, size_t length, const char *new, size_t new_length)
{
	size_t i = 0, k = 0;
	while (i < length || k < new_length) {
		size_t before = blanks_at(old, i, length), after = blanks_at(new, k, new_length);
		if (before != after || memcmp(old + i, new + k, before) != 0)
			add_change(l, old, i, before, new + k, after);
		i += before;
		k += after;
		while (i < length && k < new_length && !blank(old[i]) && old[i] == new[k]) {
			i++;
			k++;
		}
		bool ends = (i == length || blank(old[i])) || (k == new_length || blank(new[k]));
		if (!ends)
			return false;
		if ((i == length) != (k == new_length) && blanks_at(old, i, length) == length - i &&
		    blanks_at(new, k, new_length) == new_length - k)
			continue;
		if ((i == length) != (k == new_length))
			return false;
	}
	return true;
}

/* The edits from one text to the other. */
static void find_edits(struct LayingOut *l)
{
	const struct Source *source = document_source(l->document);
	if (compare(l, source->text, source->length, l->text.item, l->text.count))
		return;
	json_array_clear(l->edits);
	add_edit(l, 0, source->length, l->text.item, l->text.count);
}

/* Lays the document out. A document with syntax errors has no edits. */
static json_t *edits(struct LayingOut *l)
{
	const struct Source *source = document_source(l->document);
	rigidc_model *model = NULL;
	l->edits = json_array();
	rigidc_status status = library_read(NULL, source->name, source->text, source->length, NULL, NULL, &model);
	bool read = model && model->guard.fault == FAULT_NONE && model->format && format_is_own(model->format) &&
	            !model->diags.syntax_errors;
	if (read && status == RIGIDC_OK)
		library_begin(model);
	if (read)
		library_protect(model, lay_out, l);
	if (l->text.item)
		find_edits(l);
	rigidc_model_free(model);
	return l->edits;
}

json_t *layout_formatting(struct MethodCall *call)
{
	struct LayingOut l = { .call = call, .document = call_document(call) };
	if (!l.document)
		return NULL;
	l.range.end = UINT32_MAX;
	return edits(&l);
}

json_t *layout_range(struct MethodCall *call)
{
	struct LayingOut l = { .call = call, .document = call_document(call) };
	return l.document && call_range(call, l.document, &l.range) ? edits(&l) : NULL;
}
