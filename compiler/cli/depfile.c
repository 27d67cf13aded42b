#include "depfile.h"

#include <string.h>

struct Rule {
	const struct OutputFile *made;
	int files;
	const char *text;
};

/* A path as make and ninja read it. */
static void put_path(struct Text *out, const char *path)
{
	for (; *path; path++) {
		text_put(out, *path == '$' ? "$" : strchr(" \t#\\", *path) ? "\\" : "");
		text_char(out, *path);
	}
}

static void put_rule(rigidc_model *model, void *context)
{
	struct Rule *rule = context;
	struct Text out;
	text_init(&out, &model->call);
	for (int i = 0; i < rule->files; i++) {
		text_put(&out, i ? " " : "");
		put_path(&out, rule->made[i].path);
	}
	text_char(&out, ':');
	size_t files;
	const struct Source *file = library_files(model, &files);
	for (size_t i = 0; i < files; i++) {
		text_char(&out, ' ');
		put_path(&out, file[i].name);
	}
	text_char(&out, '\n');
	rule->text = text_string(&out);
}

const char *depfile_text(rigidc_model *model, const struct OutputFile *made, int files)
{
	struct Rule rule = { made, files, NULL };
	library_protect(model, put_rule, &rule);
	return rule.text;
}
