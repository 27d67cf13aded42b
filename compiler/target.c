#include "target.h"

#include <string.h>

#include "c/printer.h"
#include "c/self_test.h"
#include "module/module.h"

const struct Target target_table[TARGET_COUNT] = {
#define TARGET(id, name, summary, how, ending, search, nesting, dialect, storage, refused, print) \
	[TARGET_##id] = { name, summary, how, ending, search, nesting, dialect, storage, refused, print },
#include "targets.def"
#undef TARGET
};

enum TargetId target_of_file(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t length = strlen(name);
	for (enum TargetId i = 0; i < TARGET_COUNT; i++) {
		const char *ending = target_table[i].ending;
		if (ending && length > strlen(ending) && strcmp(name + length - strlen(ending), ending) == 0)
			return i;
	}
	return TARGET_COUNT;
}

static struct Printer printer_of(const struct Target *target, const struct Package *package, struct Text *out)
{
	return (struct Printer){
		.arena = package->model->arena, .out = out, .package = package,
		.storage = target->storage, .dialect = target->dialect,
		.real = real_of(package->request->real_float),
	};
}

void target_print(const struct Target *target, const struct Package *package, struct Printed *printed)
{
	struct Arena *arena = package->model->arena;
	text_init(&printed->text, arena);
	text_init(&printed->header, arena);
	struct Printer p = printer_of(target, package, &printed->text);
	p.printed = printed;
	target->print(&p);
}

const char *target_untestable(const struct Request *request)
{
	return c_self_test_refused(request);
}

const char *target_untested(const struct Package *package)
{
	return c_self_test_lacks(package);
}

struct Text target_print_test(const struct Target *target, const struct Package *package, const char *include)
{
	struct Text text;
	text_init(&text, package->model->arena);
	struct Printer p = printer_of(target, package, &text);
	c_put_self_test(&p, include);
	return text;
}
