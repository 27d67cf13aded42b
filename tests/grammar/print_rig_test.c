/* What print_rig makes of any model, not of imports alone: it reads back without a fault, is printed the same again, and is the
 * same model, with every number in full. On all models of the tests whose text is right, sound or not, and the examples. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/print_rig.h"
#include "runtime/library.h"
#include "suite.h"

/* A model as text, and all that it says in numbers. */
struct Print {
	char *text, *dump;
};

static void print(rigidc_model *model, void *context)
{
	struct Print *printed = context;
	struct Text text = text_new(&model->arena), dump = text_new(&model->arena);
	print_rig(&model->ast, &text);
	if (model->sound)
		model_dump(model->model, &dump);
	printed->text = strdup(text_string(&text));
	printed->dump = strdup(text_string(&dump));
}

static struct Print printed_of(rigidc_model *model, const char *name)
{
	struct Print printed = { 0 };
	ck_assert_msg(library_protect(model, print, &printed) != RIGIDC_INTERNAL && printed.dump, "%s: %s", name,
	              rigidc_messages(model));
	rigidc_model_free(model);
	return printed;
}

static int tried, sound;

static void try_file(const char *path)
{
	rigidc_model *model;
	rigidc_load(path, NULL, &model);
	bool right = !model->diags.syntax_errors, whole = model->sound;
	if (!right || !model->ast.statements.first) {
		rigidc_model_free(model);
		return;
	}
	struct Print first = printed_of(model, path);
	rigidc_read(first.text, strlen(first.text), path, NULL, &model);
	ck_assert_msg(!model->diags.syntax_errors && (model->sound || !whole), "%s: %s%s", path, rigidc_messages(model),
	              first.text);
	struct Print again = printed_of(model, path);
	ck_assert_msg(strcmp(first.text, again.text) == 0, "%s: printed\n%sand then\n%s", path, first.text, again.text);
	ck_assert_msg(!whole || strcmp(first.dump, again.dump) == 0, "%s is another model than\n%s", path, first.text);
	free(first.text);
	free(first.dump);
	free(again.text);
	free(again.dump);
	tried++;
	sound += whole;
}

static void try_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	ck_assert_msg(dir, "no folder %s", folder);
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		char path[1024];
		size_t length = strlen(entry->d_name);
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		if (length > 4 && strcmp(entry->d_name + length - 4, ".rig") == 0)
			try_file(path);
	}
	closedir(dir);
}

TEST(prints_read_back)
{
	static const char *const folders[] = { "examples",          "examples/parts",      "tests/model/right",
		                               "tests/model/wrong", "tests/model/written", "tests/dynamics" };
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		try_folder(folders[i]);
	printf("# %d models, %d sound\n", tried, sound);
	ck_assert_int_gt(sound, 100);
	ck_assert_int_gt(tried, sound + 100);
}

/* Each kind of statement, as a person would lay it out. */
TEST(layout_of_each_statement)
{
	static const char text[] = "model t\n"
				   "\n"
				   "const a = 1 m\n"
				   "\n"
				   "param load: kg = 2\n"
				   "\n"
				   "function f(x: m) = 2 * x\n"
				   "\n"
				   "table cam(q: deg): mm periodic = [0, 1; 180, 2; 360, 1]\n"
				   "\n"
				   "joint bent(q) {\n"
				   "  rotate  (1, 2, 2) by q\n"
				   "}\n"
				   "\n"
				   "part leg(side: m, mass: kg = 1 kg) {\n"
				   "  body hip on root at (0, side, 0) {\n"
				   "    joint   hinge : bent { limits (-1, 1) rad }\n"
				   "    mass    mass\n"
				   "    inertia diag(1, 1, 1)\n"
				   "    frame   eye at (0, 0, 1 cm)\n"
				   "  }\n"
				   "  for i in 1..2 {\n"
				   "    frame f[i] on hip at (i * 1 cm, 0, 0)\n"
				   "  }\n"
				   "}\n"
				   "\n"
				   "part nothing() { }\n"
				   "\n"
				   "use leg(1 m) as left on world\n"
				   "use leg(-1 m) as right on world at rz(10 deg) mirror y\n"
				   "\n"
				   "frame far on left.hip\n"
				   "\n"
				   "strut rod between left.eye and world {\n"
				   "  spring  10 N/m at 2 cm\n"
				   "}\n"
				   "\n"
				   "tendon cord over left.f[1], right.f[2], world {\n"
				   "  force   -3 N\n"
				   "}\n"
				   "\n"
				   "order right.hinge, left.hinge\n"
				   "\n"
				   "assert far = left.hip within 1 um, 1 mrad\n"
				   "\n"
				   "pose up { left.hinge = 0.5 rad; hold right.hinge = 1 deg }\n"
				   "\n"
				   "generate rnea, fk:left.hip, dyn = crba + fk:far + bias, e = energy\n";
	rigidc_model *model;
	ck_assert_msg(rigidc_read(text, sizeof text - 1, "t.rig", NULL, &model) == RIGIDC_OK, "%s",
	              rigidc_messages(model));
	struct Print printed = printed_of(model, "t.rig");
	ck_assert_str_eq(printed.text, text);
	free(printed.text);
	free(printed.dump);
}

SUITE("print_rig")
