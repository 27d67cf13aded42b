/* Arguments of a function. */
#include "printer.h"

struct Arrays c_arguments(const struct Printer *p)
{
	struct Arrays arguments = { 0 };
	const struct Generated *f = p->function;
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i))
			*ARENA_PUSH(p->arena, &arguments) =
				(struct Array){ c_input_name(p, i), NULL, f->input_size[i], true, false };
	for (int i = 0; i < f->outputs; i++)
		*ARENA_PUSH(p->arena, &arguments) =
			(struct Array){ f->output[i].name, NULL, f->output[i].size, false, false };
	for (size_t i = 0; i < arguments.count; i++) {
		struct Array *argument = &arguments.item[i];
		const char *own = c_array_type(p, argument->name);
		const char *space = argument->input ? p->dialect->structs : "";
		argument->type = own ? text_print(p->arena, "%s%s", space, own) : p->real->name;
		argument->structure = own != NULL;
		argument->size = own ? 0 : argument->size;
		argument->name = c_array_name(p, argument->name);
	}
	return arguments;
}

void c_put_names(struct Printer *p)
{
	const struct Arrays arguments = c_arguments(p);
	for (size_t i = 0; i < arguments.count; i++)
		text_format(p->out, "%s%s", i ? ", " : "", arguments.item[i].name);
}
