/* Parameters in C: the struct filled in by the caller, the values computed at setup time, and the check of the
 * setup. */
#include "printer.h"

#include <string.h>

/* The member for a parameter in the printed language. */
static const char *member_name(const struct Printer *p, const struct Parameter *parameter)
{
	return reserved_apart(p->arena, p->dialect->members, c_member_name(p->arena, parameter));
}

void c_put_element(struct Printer *p, const char *array, uint32_t element)
{
	const struct ParameterList *all = &p->job->model->parameters;
	if (strcmp(array, input_name[INPUT_PARAMS]) != 0) {
		text_put(p->out, c_element(p, array, text_print(p->arena, "%u", element), false));
		return;
	}
	size_t i = 0;
	while ((uint32_t)(all->item[i]->first + all->item[i]->count) <= element)
		i++;
	const char *member = text_print(p->arena, p->dialect->member, member_name(p, all->item[i]));
	if (all->item[i]->kind == VALUE_SCALAR)
		text_put(p->out, member);
	else
		text_format(p->out, p->dialect->load, member,
		            text_print(p->arena, "%u", element - (uint32_t)all->item[i]->first));
}

/* --- types --- */

static void put_default(struct Printer *p, int element)
{
	double number = p->job->model->dag->default_value->item[element];
	p->real->put(p->out, number);
}

void c_put_parameter_words(struct Printer *p, const struct Parameter *parameter)
{
	text_format(p->out, "%s%s; default", dim_symbol(p->arena, parameter->dim),
	            parameter->kind == VALUE_MATRIX ? ": xx xy yy xz yz zz" : "");
	for (int i = 0; i < parameter->count; i++) {
		text_char(p->out, ' ');
		put_default(p, parameter->first + i);
	}
}

static void put_member(struct Printer *p, const struct Parameter *parameter)
{
	bool scalar = parameter->kind == VALUE_SCALAR;
	text_format(p->out, "\t%s %s", p->real->name, member_name(p, parameter));
	text_format(p->out, scalar ? "; /* " : "[%d]; /* ", parameter->count);
	c_put_parameter_words(p, parameter);
	for (const char *line = parameter->doc; line && *line;) {
		size_t length = strcspn(line, "\n");
		text_put(p->out, "\n\t * ");
		c_put_comment(p->out, arena_copy(p->arena, line, length));
		line += length + (line[length] == '\n');
	}
	text_put(p->out, " */\n");
}

void c_put_param_types(struct Printer *p)
{
	const struct ParameterList *all = &p->job->model->parameters;
	const char *check = c_own(p, OWN_CHECK), *real = p->real->name;
	size_t derived = p->job->prepare.output->size,
	       size = derived * (p->real->narrow ? sizeof(float) : sizeof(double));
	text_format(p->out,
	            "/* The parameters, in SI units. %s sets them to the defaults of the model. Call\n"
	            " * %s after each change: it computes the values that functions read. */\ntypedef struct {\n",
	            c_own(p, OWN_PARAMS_DEFAULT), c_own(p, OWN_PREPARE));
	for (size_t i = 0; i < all->count; i++)
		put_member(p, all->item[i]);
	text_format(p->out, "} %s;\n\n", c_own(p, OWN_PARAMS));
	text_format(
		p->out,
		"/* Values computed by %s: %zu bytes without pointers. They may be copied, and read by several threads.\n"
		" * They must be computed first. Compiled with -D%s functions return NaN if they are not. */\n"
		"typedef struct {\n\t%s v[%zu];\n#ifdef %s\n\tunsigned long long stamp;\n#endif\n} %s;\n\n",
		c_own(p, OWN_PREPARE), size, check, real, derived ? derived : 1, check, c_own(p, OWN_DERIVED));
}

/* --- functions --- */

static void put_default_signature(struct Printer *p, const char *storage)
{
	text_format(p->out, "%svoid %s(%s *params)", storage, c_own(p, OWN_PARAMS_DEFAULT), c_own(p, OWN_PARAMS));
}

void c_put_param_prototypes(struct Printer *p)
{
	put_default_signature(p, "");
	text_put(p->out, ";\n");
}

void c_put_params_default(struct Printer *p)
{
	put_default_signature(p, p->storage);
	text_put(p->out, "\n{\n");
	for (int i = 0; i < p->job->model->parameters.numbers; i++) {
		text_char(p->out, '\t');
		c_put_element(p, input_name[INPUT_PARAMS], (uint32_t)i);
		text_put(p->out, " = ");
		real_put(p->real, p->out, p->job->model->dag->default_value->item[i]);
		text_put(p->out, ";\n");
	}
	text_put(p->out, "}\n\n");
}

/* --- the check --- */

void c_put_stamp(struct Printer *p)
{
	const char *check = c_own(p, OWN_CHECK), *hash = c_own(p, OWN_HASH);
	const struct Generated *f = p->function;
	if (p->type[0].lanes) /* the caller has checked the stamp */
		return;
	if (generated_takes(f, INPUT_PARAMS))
		text_format(p->out, "#ifdef %s\n\tderived->stamp = %s;\n#endif\n", check, hash);
	if (!generated_takes(f, INPUT_DERIVED))
		return;
	text_format(p->out, "#ifdef %s\n\tif (derived->stamp != %s) {\n", check, hash);
	for (int i = 0; i < f->outputs; i++)
		if (f->output[i].size)
			text_format(p->out, "\t\tfor (int i = 0; i < %zu; i++) {\n\t\t\t%s[i] = %s;\n\t\t}\n",
			            f->output[i].size, c_array_name(p, f->output[i].name), c_no_number(p));
	text_put(p->out, "\t\treturn;\n\t}\n#endif\n");
}
