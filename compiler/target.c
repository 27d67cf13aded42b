#include "target.h"

#include <string.h>

#include "c/printer.h"
#include "c/self_test.h"
#include "module/module.h"

const struct Target target_table[TARGET_COUNT] = {
#define TARGET(id, name, summary, how, ending, search, nesting, dialect, storage, refused, print) \
	[TARGET_##id] = { name, summary, how, ending, search, nesting, dialect, storage, refused, print, false },
#include "targets.def"
#undef TARGET
};

enum TargetId target_of_file(const char *path)
{
	enum TargetId i = 0;
	while (i < TARGET_COUNT && !(target_table[i].ending && text_ends(path, target_table[i].ending)))
		i++;
	return i;
}

static struct Printer printer_of(const struct Target *target, const struct Job *job, struct Text *out)
{
	struct Printer p = {
		.arena = job->model->arena,
		.out = out,
		.job = job,
		.storage = target->storage,
		.dialect = target->dialect,
		.real = real_of(job->request->real_float),
	};
	p.type[0] = p.type[1] = c_number(&p);
	return p;
}

void target_print(const struct Target *target, const struct Job *job, struct Printed *printed)
{
	struct Arena *arena = job->model->arena;
	printed->text = text_new(arena);
	printed->header = text_new(arena);
	struct Printer p = printer_of(target, job, &printed->text);
	p.printed = printed;
	target->print(&p);
}

uint32_t target_code_length(const struct Target *target, const struct Job *job, const struct Generated *function)
{
	struct Printer p = printer_of(target, job, NULL);
	return c_code_length(&p, function);
}

const char *target_untestable(const struct Request *request)
{
	return c_self_test_refused(request);
}

const char *target_untested(const struct Job *job)
{
	return c_self_test_lacks(job);
}

struct Text target_print_test(const struct Target *target, const struct Job *job, const char *include)
{
	struct Text text = text_new(job->model->arena);
	struct Printer p = printer_of(target, job, &text);
	c_put_self_test(&p, include);
	return text;
}
