/* Functions for sines and cosines as C text. */
#include "print_sincos.h"

#include <string.h>

#include "machines.h"

/* --- values side by side --- */

/* Values of a call: numbers, or vectors. */
struct SincosValues {
	int count;
	struct SincosValue {
		struct Type type;
		const char *table;  /* table of constants of the vector type; NULL: none */
		const char *before; /* prefix of the names of vector constants; NULL: constants are numbers */
	} of[SINCOS_LARGEST];
};

static bool is_first_of_type(const struct SincosValues *values, int k)
{
	return k == 0 || strcmp(values->of[k].type.name, values->of[k - 1].type.name) != 0;
}

/* Constants, as vectors if operands of an fma function. Other operations accept numbers beside vectors. */
static void put_constants(struct Printer *p, const struct SincosValues *values)
{
	bool numbers = false;
	for (int k = 0; k < values->count; k++) {
		const struct SincosValue *value = &values->of[k];
		numbers |= !value->before;
		if (!value->before || !is_first_of_type(values, k))
			continue;
		if (value->table) {
			text_format(
				p->out,
				"\tconst struct %s *all = &%s;\n#ifndef __clang__\n\t__asm__(\"\" : \"+r\"(all));\n#endif\n",
				value->table, value->table);
			continue;
		}
		const char *open = text_print(p->arena, "\t%s", c_declaring(p, &value->type));
		text_format(p->out, "%s%snothing = { 0 };\n", open, value->before);
		sincos_put_constants(p, open, value->before, text_print(p->arena, " - %snothing", value->before));
	}
	if (numbers)
		sincos_put_numbers(p);
}

static void put_row(struct Printer *p, int row, const struct SincosValues *values)
{
	struct SincosList list = { 0 };
	for (int k = 0; k < values->count; k++) {
		const struct SincosValue *value = &values->of[k];
		if (is_first_of_type(values, k)) {
			text_put(p->out, k ? ";\n" : "");
			list = (struct SincosList){ p->out, 0, p->job->request->misra };
		}
		sincos_put_item(&list, text_print(p->arena, "\t%s", c_declaring(p, &value->type)),
		                sincos_row(p, row, k, value->before ? value->before : "", value->type.fma));
	}
	text_put(p->out, ";\n");
}

/* Rows in turn, each for all values. A row waits for the row before it, so computing values one after the other
 * would leave the processor idle: it does not look that far ahead. */
static void put_rows(struct Printer *p, const struct SincosValues *values)
{
	for (int row = 0; row < sincos_rows; row++)
		if (sincos_has_row(p, row))
			put_row(p, row, values);
}

/* --- angles that are numbers, in vectors --- */

/* A vector on a machine with registers of `held` numbers. */
static struct SincosValue value_of(const struct Printer *p, int width, int held)
{
	if (width == 1)
		return (struct SincosValue){ .type = c_number(p) };
	struct SincosValue value = { .type = c_angles(p, width) };
	if (held == 2) { /* without fma, or with the macro for numbers */
		value.type.fma = c_number(p).fma;
		value.table = c_own(p, OWN_SINCOS_TWOS);
		value.before = "all->";
	} else if (value.type.fma) {
		value.before = text_print(p->arena, "of%d_", width);
	}
	return value;
}

/* Vectors of `width` for `size` angles. The last two angles are a vector of two, a last single angle is a number. */
static struct SincosValues values_for(const struct Printer *p, int size, int width)
{
	struct SincosValues values = { 0 };
	for (int left = size; left > 0; left -= width)
		values.of[values.count++] = value_of(p, left <= 2 ? left : width, width);
	return values;
}

static void put_angles(struct Printer *p, const struct SincosValues *values, int size)
{
	struct Text *out = p->out;
	for (int k = 0, angle = 0; k < values->count; k++) {
		const struct SincosValue *value = &values->of[k];
		text_format(out, "\t%sx%d = %s", c_declaring(p, &value->type), k, value->type.width > 1 ? "{ " : "");
		for (int lane = 0; lane < value->type.width; lane++, angle++)
			text_format(out, angle < size ? "%sangle%d" : "%s0.0", lane ? ", " : "", angle);
		text_put(out, value->type.width > 1 ? " };\n" : ";\n");
	}
}

static void put_results(struct Printer *p, const struct SincosValues *values, int size)
{
	for (int k = 0, angle = 0; k < values->count; k++)
		for (int lane = 0; lane < values->of[k].type.width && angle < size; lane++, angle++) {
			const char *of = values->of[k].type.width > 1 ? text_print(p->arena, "[%d]", lane) : "";
			text_format(p->out, "\tsine[%d] = s%d%s;\n\tcosine[%d] = c%d%s;\n", angle, k, of, angle, k, of);
		}
}

static void put_vector_functions(struct Printer *p, unsigned sizes, int width, bool few)
{
	for (int size = 1; size <= SINCOS_LARGEST; size++) {
		const struct SincosValues values = values_for(p, size, width);
		if (!sincos_has_size(sizes, size))
			continue;
		sincos_put_signature(p, p->dialect->storage.vectors[few], "angle", size);
		text_char(p->out, '\n');
		sincos_open_body(p);
		put_constants(p, &values);
		put_angles(p, &values, size);
		put_rows(p, &values);
		put_results(p, &values, size);
		text_put(p->out, "}\n");
	}
}

/* --- machines --- */

static void put_type(struct Printer *p, int width, bool fma)
{
	const struct Type angles = c_angles(p, width);
	c_put_vector_type(p, &angles, "");
	if (fma && angles.fma)
		c_put_vector_fma(p, &angles, true);
}

/* Types for registers of four or eight numbers. Vectors of eight are not used: slow to fill from numbers, and slow to
 * start on some processors. */
static void put_types_of_fours(struct Printer *p, unsigned sizes)
{
	const unsigned end_in_two = 1u << 2 | 1u << 6;
	put_type(p, 4, true);
	if (sizes & end_in_two)
		put_type(p, 2, true);
}

/* Table of constants for both lanes, a member each. gcc builds a vector from a known number in two instructions, but
 * operands in memory are read by the addition or multiplication itself. So functions hide the table's address from
 * gcc. */
static void put_table_of_twos(struct Printer *p)
{
	struct Arena *arena = p->arena;
	const char *name = c_own(p, OWN_SINCOS_TWOS), *type = c_angles(p, 2).name;
	struct SincosList names = { p->out, 0, p->job->request->misra }, values = { p->out, 0, false };
	struct SincosConstant constant;
	text_format(p->out,
	            "/* Constants for both lanes, hidden from gcc: it would make vectors of known values in each\n"
	            " * function, which takes longer than reading them. */\n"
	            "%sstruct %s {\n",
	            p->dialect->storage.table, name);
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&names, text_print(arena, "\t%s ", type), constant.name);
	text_format(p->out, ";\n} %s __attribute__((unused)) = {\n", name);
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&values, "\t", text_print(arena, "{ %s, %s }", constant.number, constant.number));
	text_put(p->out, "\n};\n\n");
}

/* Type and table for registers of two numbers. */
static void put_types_of_twos(struct Printer *p)
{
	put_type(p, 2, false);
	put_table_of_twos(p);
}

bool sincos_in_vectors(const struct Printer *p)
{
	return p->dialect->vectors && !p->compact && !p->real->narrow;
}

/* Functions of the sizes, by machine. `typed`: sizes whose types come first; 0: the types are there. */
static void put_machines(struct Printer *p, unsigned sizes, unsigned typed, bool few)
{
	text_format(p->out, "#if %s && " GNU "\n", c_machine_condition(p, MACHINE_AVX));
	if (typed)
		put_types_of_fours(p, typed);
	put_vector_functions(p, sizes, 4, few);
	if (!p->job->fuses)
		text_format(p->out, "#elif (%s) && " GNU "\n", c_machine_condition(p, MACHINE_SSE));
	else if (p->job->request->fma == FMA_AUTO) /* for x86 without fma, where the macro works on vectors too */
		text_format(p->out, "#elif defined(__SSE2__) && !(%s) && " GNU "\n", c_fma_condition(p));
	else
		return;
	if (typed)
		put_types_of_twos(p);
	put_vector_functions(p, sizes, 2, few);
}

/* --- angles that are numbers, as numbers --- */

static void put_numbers(struct Printer *p, int size)
{
	struct SincosValues values = { .count = size };
	for (int k = 0; k < size; k++)
		values.of[k].type = c_number(p);
	/* inlined by a compiler of C, the function would lose its stores to arrays, and the compiler its vectors */
	sincos_put_signature(p, p->dialect->storage.sines, "x", size);
	text_char(p->out, '\n');
	sincos_open_body(p);
	put_constants(p, &values);
	put_rows(p, &values);
	/* stores come last and in this order: compilers find vectors from neighbouring stores */
	for (int k = 0; k < size; k++)
		text_format(p->out, "\tsine[%d] = s%d;\n", k, k);
	for (int k = 0; k < size; k++)
		text_format(p->out, "\tcosine[%d] = c%d;\n", k, k);
	text_put(p->out, "}\n\n");
}

void sincos_put_explanation(struct Printer *p, const char *beginning)
{
	text_format(p->out,
	            "%sx = k pi/2 + r - t with |r| <= pi/4; f and g are the sine and cosine of\n"
	            " * r - t, o and e minus the sine and the cosine of k pi/2, which are 0, 1 or -1.\n"
	            " * Errors are below %s. Above that they are as if x had an\n"
	            " * error of a unit in its last place. Above %s, and for infinities and NaN, results are NaN. */\n",
	            beginning,
	            p->real->narrow ? "1 unit in the last place for |x| <= 700"
	                            : "1 unit in the last place for |x| <= 400000",
	            p->real->narrow ? "2^21" : "2^50");
}

void sincos_put_loop(struct Printer *p)
{
	struct Text *out = p->out;
	const struct Type number = c_number(p);
	const char *real = number.name, *open = c_declaring(p, &number);
	sincos_put_explanation(p, "/* Sine and cosine of each angle, one after the other. The loop has the only branch."
	                          " ");
	text_format(out, "%svoid %s(const %s *angle, %s *sines, int count)\n", p->dialect->storage.helper,
	            c_own(p, OWN_SINCOS_LOOP), real, real);
	sincos_open_body(p);
	sincos_put_numbers(p);
	text_format(out, "\tfor (int i = 0; i < count; i++) {\n\t\t%sx = angle[i];\n", open);
	sincos_put_rows(p, text_print(out->arena, "\t\t%s", open), number.fma);
	text_put(out, "\t\tconst int at = 2*i;\n\t\tsines[at] = s;\n\t\tsines[at + 1] = c;\n\t}\n}\n\n");
}

/* Functions of the sizes: for machines with vectors, if the dialect has them, and in numbers. */
static void put_functions(struct Printer *p, unsigned sizes, unsigned typed, bool few)
{
	if (sincos_in_vectors(p)) {
		put_machines(p, sizes, typed, few);
		text_put(p->out, "#else /* numbers */\n");
	}
	for (int size = 1; size <= SINCOS_LARGEST; size++)
		if (sincos_has_size(sizes, size))
			put_numbers(p, size);
	text_put(p->out, sincos_in_vectors(p) ? "#endif /* vectors */\n\n" : "");
}

void sincos_put_functions(struct Printer *p, unsigned sizes, unsigned later, bool few)
{
	if (!sizes)
		return;
	sincos_put_explanation(
		p, "/* Sines and cosines of several angles at once, without branches, in lines that compilers\n"
		   " * pack into vectors. ");
	put_functions(p, sizes, sizes | later, few);
}

void sincos_put_later(struct Printer *p, unsigned sizes, bool few)
{
	if (sizes)
		put_functions(p, sizes, 0, few);
}

void sincos_put_prototypes(struct Printer *p, unsigned sizes)
{
	for (int size = 1; size <= SINCOS_LARGEST; size++) {
		if (!sincos_has_size(sizes, size))
			continue;
		sincos_put_signature(p, "", "x", size);
		text_put(p->out, ";\n");
	}
}

/* --- angles that are vectors --- */

/* Function of `size` angles of a vector type, in arrays. */
static void put_lanes_function(struct Printer *p, const char *storage, const struct Type *type, const char *number,
                               int size)
{
	struct SincosValues values = { .count = size };
	for (int k = 0; k < size; k++)
		values.of[k] = (struct SincosValue){ .type = *type, .before = type->fma ? "" : NULL };
	const char *name = type->name;
	text_format(p->out, "%svoid %s_sincos%s(const %s *angle, %s *sine, %s *cosine)\n", storage, name, number, name,
	            name, name);
	sincos_open_body(p);
	put_constants(p, &values);
	for (int k = 0; k < size; k++)
		text_format(p->out, "\t%sx%d = angle[%d];\n", c_declaring(p, type), k, k);
	put_rows(p, &values);
	for (int k = 0; k < size; k++)
		text_format(p->out, "\tsine[%d] = s%d;\n\tcosine[%d] = c%d;\n", k, k, k, k);
	text_put(p->out, "}\n");
}

void sincos_put_states(struct Printer *p, const struct Type *states, const char *attribute)
{
	put_lanes_function(p, text_print(p->arena, "%s\n%s", attribute, p->dialect->storage.vectors[false]), states, "",
	                   1);
}

void sincos_put_limbs(struct Printer *p, unsigned sizes, bool few, const struct Type *limbs, const char *attribute)
{
	const char *storage = text_print(p->arena, "%s%s", attribute, p->dialect->storage.vectors[few]);
	for (int size = 1; size <= SINCOS_VECTOR; size++)
		if (sincos_has_size(sizes, size))
			put_lanes_function(p, storage, limbs, text_print(p->arena, "%d", size), size);
}
