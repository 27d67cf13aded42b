/* Arguments of a function. */
#include "printer.h"

struct Arrays c_arguments(const struct Printer *p)
{
	struct Arrays arguments = { 0 };
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		const char *own = c_array_type(p, a.name), *space = a.output < 0 ? p->dialect->structs : "";
		*ARENA_PUSH(p->arena, &arguments) = (struct Array){
			.name = c_array_name(p, a.name),
			.type = own ? text_print(p->arena, "%s%s", space, own) : p->real->name,
			.size = own ? 0 : a.size,
			.input = a.output < 0,
			.structure = own != NULL,
		};
	}
	return arguments;
}

void c_put_names(struct Printer *p)
{
	const struct Arrays arguments = c_arguments(p);
	for (size_t i = 0; i < arguments.count; i++)
		text_format(p->out, "%s%s", i ? ", " : "", arguments.item[i].name);
}
