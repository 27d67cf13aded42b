#include "target.h"

#include "printer.h"

const struct Target target_table[TARGET_COUNT] = {
#define TARGET(id, name, summary, how, search, nesting, dialect, storage, print) \
	[TARGET_##id] = { name, summary, how, search, nesting, dialect, storage, print },
#include "targets.def"
#undef TARGET
};

void target_print(const struct Target *target, const struct Package *package, struct Printed *printed)
{
	struct Arena *arena = package->model->arena;
	text_init(&printed->text, arena);
	text_init(&printed->header, arena);
	struct Printer p = {
		.arena = arena, .out = &printed->text, .printed = printed, .package = package,
		.storage = target->storage, .dialect = target->dialect,
		.real = real_of(package->request->real_float),
	};
	target->print(&p);
}
