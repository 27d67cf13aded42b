/* The texts of pages: the files of page/, compiled in, with the model inserted. */
#include "page.h"

#include <string.h>

#include "base/digest.h"
#include "cli/markup.h"

static const char html[] =
#include "page_html.inc" /* made from page/page.html */
	;
static const char film_html[] =
#include "page_film_html.inc" /* made from page/film.html */
	;
static const char look[] =
#include "page_look.inc" /* made from page/look.html */
	;
static const char style[] =
#include "page_style.inc" /* made from page/page.css */
	;
static const char script[] =
#include "page_script.inc" /* made from the scripts of page/ */
	;
static const char film_script[] =
#include "page_film_script.inc" /* made from others of them */
	;

static const char long_equations[] =
	"<p>The formulas of this model are too long for a page. <code>rigidc equations</code> prints them.</p>\n";

/* Text of a model inside a script; elsewhere on the page use markup_put. A browser ends a script at any `</script`, and
 * begins a comment at `<!--`. So a backslash is inserted: \/ and \! mean / and ! in strings of JavaScript, and `<` as
 * an operator never precedes them. */
static void put_script(struct Text *out, const char *text)
{
	for (const char *at = text; *at; at++) {
		text_char(out, *at);
		if (*at == '<' && (at[1] == '/' || at[1] == '!'))
			text_char(out, '\\');
	}
}

static void put_own(struct Text *out, const char *text)
{
	text_put(out, text);
}

/* Replacement of a mark @NAME@ of the page. */
struct Part {
	const char *place, *text;
	void (*put)(struct Text *out, const char *text);
};

/* The mark at the beginning of `at`, or NULL. */
static const struct Part *part_at(const struct Part *part, size_t parts, const char *at)
{
	for (size_t i = 0; i < parts; i++)
		if (strncmp(at, part[i].place, strlen(part[i].place)) == 0)
			return &part[i];
	return NULL;
}

/* The script: the functions of the scene, then the code of the page. */
static const char *module_text(struct Arena *arena, const char *scene, const char *code)
{
	struct Text out = text_new(arena);
	text_char(&out, '\n');
	put_script(&out, scene);
	text_char(&out, '\n');
	text_put(&out, code);
	return text_string(&out);
}

/* What a style element of the page contains. */
static const char *style_text(struct Arena *arena)
{
	return text_print(arena, "\n%s", style);
}

static const char *digest_of(struct Arena *arena, const char *text)
{
	return digest_sha256(arena, text, strlen(text));
}

/* The policy of the page allows the script and the style with these digests alone. The browser ignores any other. */
static const char *page_text(struct Arena *arena, const char *frame, const char *title, const char *data,
                             const char *module, const char *equations)
{
	const char *own_style = style_text(arena);
	const struct Part parts[] = {
		{ "@LOOK@", look, put_own },
		{ "@EQUATIONS@", equations ? equations : long_equations, put_own },
		{ "@TITLE@", title, markup_put },
		{ "@STYLE@", own_style, put_own },
		{ "@DATA@", data, put_script },
		{ "@MODULE@", module, put_own },
		{ "@ALLOWED_STYLE@", digest_of(arena, own_style), put_own },
		{ "@ALLOWED_SCRIPT@", digest_of(arena, module), put_own },
	};
	struct Text out = text_new(arena);
	for (const char *at = frame; *at;) {
		const struct Part *part = part_at(parts, sizeof parts / sizeof *parts, at);
		if (part)
			part->put(&out, part->text);
		else
			text_char(&out, *at);
		at += part ? strlen(part->place) : 1;
	}
	return text_string(&out);
}

const char *page_make(rigidc_model *model, const char *functions, uint64_t seed, bool costs,
                      const struct PackageFolders *packages)
{
	struct Job job = library_generate(model, functions, TARGET_HEADER, NULL);
	if (model->diags.errors)
		return NULL;
	struct CostReport cost;
	if (costs)
		cost = cost_report(model, functions, seed);
	const struct PageHolds holds = page_holds(model);
	const char *scene = page_scene(model, &holds);
	if (model->diags.errors)
		return NULL;
	const char *data = page_data(model, &job, costs ? &cost : NULL, &holds, packages);
	return page_text(&model->call, html, job.model->name.text, data, module_text(&model->call, scene, script),
	                 page_equations(model));
}

const char *page_film_text(struct Arena *arena, const char *title, const char *data)
{
	return page_text(arena, film_html, title, data, module_text(arena, "", film_script), NULL);
}
