#include "format.h"

#include <stdio.h>
#include <string.h>

#include "grammar/import/readers.h"
#include "grammar/include.h"
#include "grammar/reader.h"

enum FormatOption {
#define FORMAT_OPTION(id, name, given, own) OPTION_##id,
#include "formats.def"
	OPTIONS
};

static const struct OptionOfFormats {
	const char *name, *own;
} option_table[OPTIONS] = {
#define FORMAT_OPTION(id, name, given, own) { name, own },
#include "formats.def"
};

/* NULL: rigidc's own language. */
static const struct Format *other_format(const char *name, const char *text, size_t length)
{
	const struct Format *format = format_of_source(name, text, length);
	return format_is_own(format) ? NULL : format;
}

static struct Ast other_read(struct Diags *diags, const struct ModelText *text, const struct Request *request,
                             size_t *snapped)
{
	return text->format->read(diags, text, request, snapped);
}

static bool has_muscles(const struct Format *format)
{
	return format_takes(format, OPTION_MUSCLES);
}

static const struct IncludeFormats included = { other_format, other_read, has_muscles };

/* rigidc's own language, with included files of every format. */
static struct Ast rig_read(struct Diags *diags, const struct ModelText *text, const struct Request *request,
                           size_t *snapped)
{
	struct Ast ast = read_text(diags, text->name, text->text, text->length, 0, READ_MODEL);
	return include_files(diags, ast, text->includes, &included, request, snapped);
}

const struct Format format_table[FORMAT_COUNT] = {
#define TAKES(option) 1u << OPTION_##option
#define FORMAT(id, name, title, called, ending, root, options, read, shut, wide) \
	[FORMAT_##id] = { name, title, called, ending, root, options, read, shut, wide },
#include "formats.def"
};

static bool includes_any(const struct Ast *ast)
{
	bool any = false;
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next)
		any |= stmt->kind == STMT_INCLUDE;
	return any;
}

struct Ast format_read(struct Diags *diags, const struct ModelText *text, const struct Request *request,
                       size_t *snapped)
{
	struct Ast ast = text->format->read(diags, text, request, snapped);
	if (!diags->errors && includes_any(&ast)) /* laws.rig, by a reader of another format */
		ast = include_files(diags, ast, text->includes, &included, request, snapped);
	return ast;
}

/* --- recognition --- */

/* Rest of a source. */
struct Rest {
	const char *at, *end;
};

static bool begins(const struct Rest *rest, const char *with)
{
	size_t length = strlen(with);
	return (size_t)(rest->end - rest->at) >= length && memcmp(rest->at, with, length) == 0;
}

static void skip_blanks(struct Rest *rest)
{
	while (rest->at < rest->end && *rest->at && strchr(" \t\r\n", *rest->at))
		rest->at++;
}

/* Rest after the next `mark`; empty without one. */
static void skip_past(struct Rest *rest, const char *mark)
{
	while (rest->at < rest->end && !begins(rest, mark))
		rest->at++;
	if (rest->at < rest->end)
		rest->at += strlen(mark);
}

/* <!DOCTYPE ... [ ... ]>: declarations inside of [ ] have a > of their own, and so have texts in quotes and
 * comments. */
static void skip_doctype(struct Rest *rest)
{
	bool inside = false;
	while (rest->at < rest->end && (inside || *rest->at != '>')) {
		const char quote[2] = { *rest->at, '\0' };
		const bool comment = begins(rest, "<!--"), quoted = *quote == '"' || *quote == '\'';
		inside = *rest->at == '[' || (inside && *rest->at != ']');
		rest->at++;
		if (comment || quoted)
			skip_past(rest, comment ? "-->" : quote);
	}
	skip_past(rest, ">");
}

const char *format_root(const char *text, size_t length, size_t *name_length)
{
	struct Rest rest = { text, text + length };
	rest.at += begins(&rest, "\xef\xbb\xbf") ? 3 : 0;
	skip_blanks(&rest);
	*name_length = 0;
	if (!begins(&rest, "<"))
		return NULL;
	while (begins(&rest, "<?") || begins(&rest, "<!")) {
		if (begins(&rest, "<!DOCTYPE"))
			skip_doctype(&rest);
		else
			skip_past(&rest, begins(&rest, "<!--") ? "-->" : begins(&rest, "<?") ? "?>" : ">");
		skip_blanks(&rest);
	}
	rest.at += begins(&rest, "<");
	while (rest.at + *name_length < rest.end && !memchr(" \t\r\n/>", rest.at[*name_length], 7))
		++*name_length;
	return rest.at;
}

static const struct Format *format_of_xml(const char *text, size_t length)
{
	size_t name_length;
	const char *name = format_root(text, length, &name_length);
	const struct Format *first = NULL;
	for (int i = FORMAT_COUNT - 1; i >= 0 && name; i--) {
		const struct Format *format = &format_table[i];
		if (words_have(format->root, name, name_length))
			return format;
		first = format->root ? format : first;
	}
	return first;
}

const struct Format *format_of_source(const char *name, const char *text, size_t length)
{
	const struct Format *xml = format_of_xml(text, length);
	const char *point = strrchr(name, '.');
	for (int i = 0; i < FORMAT_COUNT && !xml && point; i++)
		if (!format_table[i].root && strcmp(point + 1, format_table[i].ending) == 0)
			return &format_table[i];
	return xml ? xml : &format_table[FORMAT_RIG];
}

/* --- options --- */

const char *format_option(size_t i)
{
	return i < OPTIONS ? option_table[i].name : NULL;
}

bool format_takes(const struct Format *format, size_t option)
{
	return format->options >> option & 1;
}

/* Options of the request, as bits. */
static unsigned options_given(const struct Request *request)
{
	unsigned given = 0;
#define FORMAT_OPTION(id, name, given_by, own) given |= request->given_by ? 1u << OPTION_##id : 0;
#include "formats.def"
	return given;
}

/* Options of a file: the options of its format and of the formats of included files. Only the including file chooses
 * the base. */
static unsigned options_taken(const struct Format *format, const struct Includes *includes)
{
	unsigned taken = format->options;
	for (size_t i = 0; i < includes->count; i++)
		taken |= includes->item[i]->format ? includes->item[i]->format->options & ~(TAKES(BASE)) : 0;
	return taken;
}

/* "--base and --dh" */
static size_t put_options(struct Text *text, unsigned options)
{
	size_t count = 0, said = 0;
	for (size_t i = 0; i < OPTIONS; i++)
		count += options >> i & 1;
	for (size_t i = 0; i < OPTIONS; i++)
		if (options >> i & 1)
			text_format(text, "%s--%s", text_between(said++, count, " and "), option_table[i].name);
	return count;
}

/* What a .rig file has in place of these options, each once. */
static void put_own(struct Text *text, unsigned options)
{
	const char *said = NULL;
	for (size_t i = 0; i < OPTIONS; i++) {
		const char *own = option_table[i].own;
		if (!(options >> i & 1) || (said && strcmp(own, said) == 0))
			continue;
		text_format(text, "%s%s", said ? " and " : "", own);
		said = own;
	}
}

const char *format_refused(struct Arena *arena, const struct Format *format, const struct Request *request,
                           const struct Includes *includes)
{
	char takers[256];
	const unsigned refused = options_given(request) & ~options_taken(format, includes);
	if (!refused)
		return NULL;
	struct Text text = text_new(arena);
	text_put(&text, put_options(&text, refused) == 1 ? " is for " : " are for ");
	text_put(&text, format_names(takers, sizeof takers, FORMAT_CALLED,
	                             (struct FormatChoice){ .own = true, .taking = refused }));
	if (format_is_own(format)) {
		text_format(&text, "; %s has ", format->called);
		put_own(&text, refused);
		text_put(&text, " instead");
	} else {
		text_format(&text, "; this is %s", format->called);
	}
	return text_string(&text);
}

/* --- names --- */

const char *format_names(char *out, size_t size, enum FormatName name, struct FormatChoice choice)
{
	size_t count = 0, said = 0, used = 0;
	bool chosen[FORMAT_COUNT];
	for (int i = 0; i < FORMAT_COUNT; i++) {
		const struct Format *format = &format_table[i];
		chosen[i] =
			(choice.own || !format_is_own(format)) && (!choice.taking || format->options & choice.taking);
		count += chosen[i];
	}
	*out = '\0';
	for (int i = 0; i < FORMAT_COUNT; i++) {
		const char *next = name == FORMAT_CALLED ? format_table[i].called : format_table[i].title;
		if (!chosen[i] || used >= size)
			continue;
		used += (size_t)snprintf(out + used, size - used, "%s%s", text_between(said++, count, " or "), next);
	}
	return out;
}
