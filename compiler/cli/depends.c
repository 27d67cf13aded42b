#include "depends.h"

#include <string.h>

#include "complain.h"
#include "load.h"
#include "runtime/library.h"

struct Rule {
	const struct Options *options;
	const char *path, *text;
	const char *unreadable; /* name of a file that a rule of make cannot contain, or NULL */
	const char *assigned;   /* name that make reads as an assignment; ninja and CMake do not; or NULL */
};

bool depends_possible(const struct Options *options)
{
	bool possible = !options->depends || (output_is_file(options->output) && !options->dump);
	if (!possible)
		complain("-MD is for files: -o NAME.h");
	return possible;
}

/* Writes a file name as make reads it. Backslashes are literal, except before a quoted character. Make has no
 * quotation for line ends, tabs, a final backslash, and the marks of recipes, orders and assignments: \; \| and \=
 * do not quote. After != make expects a shell command. A % is a pattern only in targets. */
static void put_name(struct Rule *rule, struct Text *text, const char *name, bool target)
{
	const char *quoted = target ? " #:%" : " #:";
	if (strpbrk(name, "\r\n\t;|") || strstr(name, "!=") || (*name && name[strlen(name) - 1] == '\\'))
		rule->unreadable = name;
	if (strchr(name, '='))
		rule->assigned = name;
	text_put(text, *name == '~' ? "./" : ""); /* else a home folder */
	for (; *name; name++) {
		size_t run = strspn(name, "\\");
		if (name[run] && strchr(quoted, name[run])) {
			for (size_t i = 0; i < 2 * run + 1; i++)
				text_char(text, '\\');
			name += run;
		}
		text_put(text, *name == '$' ? "$" : "");
		text_char(text, *name);
	}
}

static void make_rule(rigidc_model *model, void *context)
{
	static const struct {
		const char *ending, *other; /* of a file, and of the file beside it */
	} beside[] = { { ".c", ".h" }, { ".mjs", DECLARATIONS_ENDING } };
	struct Rule *rule = context;
	const struct Options *options = rule->options;
	size_t length = strlen(options->output);
	struct Text text = text_new(&model->arena);
	put_name(rule, &text, options->output, true);
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		size_t own = strlen(beside[i].ending);
		if (length <= own || strcmp(options->output + length - own, beside[i].ending) != 0)
			continue;
		text_char(&text, ' ');
		put_name(rule, &text,
		         text_print(&model->arena, "%.*s%s", (int)(length - own), options->output, beside[i].other),
		         true);
	}
	text_char(&text, ':');
	if (strcmp(options->model, "-") != 0) {
		text_char(&text, ' ');
		put_name(rule, &text, options->model, false);
	}
	for (size_t i = 0; i < model->files.includes.count; i++) {
		if (model->files.includes.item[i]->own)
			continue;
		text_put(&text, " \\\n  ");
		put_name(rule, &text, model->files.includes.item[i]->name, false);
	}
	text_char(&text, '\n');
	rule->text = text_string(&text);
	rule->path = text_print(&model->arena, "%s.d", options->output);
}

int depends_add(rigidc_model *model, const struct Options *options, struct OutputFile *file, int *files)
{
	struct Rule rule = { .options = options };
	if (!options->depends)
		return EXIT_FINE;
	rigidc_status status = library_protect(model, make_rule, &rule);
	if (status == RIGIDC_NO_MEMORY || status == RIGIDC_INTERNAL)
		return load_fail(NULL, status);
	if (rule.unreadable)
		return complain(
			"-MD: make reads no name with a line end, a tab, ';', '|' or '!=' in it, or a backslash at its end: '%s'",
			text_shown(&model->arena, rule.unreadable));
	if (rule.assigned)
		complain("-MD: ninja and CMake read this rule, make takes it for an assignment: '%s'",
		         text_shown(&model->arena, rule.assigned));
	file[(*files)++] = (struct OutputFile){ rule.path, rule.text, strlen(rule.text) };
	return EXIT_FINE;
}
