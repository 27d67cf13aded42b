#include "sincos_vectors.h"

#include <string.h>

#include "machines.h"

/* --- vectors side by side --- */

enum { VECTORS = SINCOS_LARGEST / 2 };

/* Vectors of a call. */
struct JointVectors {
	int count;
	struct Vector {
		struct Type type;
		const char *table;  /* table of constants of the vector type; NULL: none */
		const char *before; /* prefix of the names of vector constants; NULL: constants are numbers */
	} of[VECTORS];
};

static bool is_first_of_type(const struct JointVectors *vectors, int k)
{
	return k == 0 || strcmp(vectors->of[k].type.name, vectors->of[k - 1].type.name) != 0;
}

/* Constants, as vectors if operands of an fma function. Other operations accept numbers beside vectors. */
static void put_constants(struct Printer *p, const struct JointVectors *vectors)
{
	struct Arena *arena = p->arena;
	bool numbers = false;
	for (int k = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		numbers |= !vector->before;
		if (!vector->before || !is_first_of_type(vectors, k))
			continue;
		if (vector->table) {
			text_format(p->out, "\tconst struct %s *all = &%s;\n#ifndef __clang__\n\t__asm__(\"\" : \"+r\"(all));\n#endif\n",
			            vector->table, vector->table);
			continue;
		}
		text_format(p->out, "\tconst %s %snothing = { 0 };\n", vector->type.name, vector->before);
		sincos_put_constants(p, text_print(arena, "\tconst %s ", vector->type.name), vector->before,
		                     text_print(arena, " - %snothing", vector->before));
	}
	if (numbers)
		sincos_put_numbers(p);
}

static void put_row(struct Printer *p, int row, const struct JointVectors *vectors)
{
	struct SincosList list = { 0 };
	for (int k = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		if (is_first_of_type(vectors, k)) {
			text_put(p->out, k ? ";\n" : "");
			list = (struct SincosList){ p->out, 0, p->job->request->misra };
		}
		sincos_put_item(&list, text_print(p->arena, "\tconst %s ", vector->type.name),
		                sincos_row(p, row, k, vector->before ? vector->before : "", vector->type.fma));
	}
	text_put(p->out, ";\n");
}

/* Rows in turn, each for all vectors. A row waits for the row before it, so computing vectors one after the other
 * would leave the processor idle: it does not look that far ahead. */
static void put_rows(struct Printer *p, const struct JointVectors *vectors)
{
	for (int row = 0; row < sincos_rows; row++)
		if (sincos_has_row(p, row))
			put_row(p, row, vectors);
}

/* --- angles that are numbers --- */

/* A vector on a machine with registers of `held` numbers. */
static struct Vector vector_of(const struct Printer *p, int width, int held)
{
	if (width == 1)
		return (struct Vector){ .type = c_number(p) };
	struct Vector vector = { .type = c_angles(p, width) };
	if (held == 2) { /* without fma, or with the macro for numbers */
		vector.type.fma = c_number(p).fma;
		vector.table = c_own(p, OWN_SINCOS_TWOS);
		vector.before = "all->";
	} else if (vector.type.fma) {
		vector.before = text_print(p->arena, "of%d_", width);
	}
	return vector;
}

/* Vectors of `width` for `size` angles. The last two angles are a vector of two, a last single angle is a number. */
static struct JointVectors vectors_for(const struct Printer *p, int size, int width)
{
	struct JointVectors vectors = { 0 };
	for (int left = size; left > 0; left -= width)
		vectors.of[vectors.count++] = vector_of(p, left <= 2 ? left : width, width);
	return vectors;
}

static void put_angles(struct Printer *p, const struct JointVectors *vectors, int size)
{
	struct Text *out = p->out;
	for (int k = 0, angle = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		text_format(out, "\tconst %s x%d = %s", vector->type.name, k, vector->type.width > 1 ? "{ " : "");
		for (int lane = 0; lane < vector->type.width; lane++, angle++)
			text_format(out, angle < size ? "%sangle%d" : "%s0.0", lane ? ", " : "", angle);
		text_put(out, vector->type.width > 1 ? " };\n" : ";\n");
	}
}

static void put_results(struct Printer *p, const struct JointVectors *vectors, int size)
{
	for (int k = 0, angle = 0; k < vectors->count; k++)
		for (int lane = 0; lane < vectors->of[k].type.width && angle < size; lane++, angle++) {
			const char *of = vectors->of[k].type.width > 1 ? text_print(p->arena, "[%d]", lane) : "";
			text_format(p->out, "\tsine[%d] = s%d%s;\n\tcosine[%d] = c%d%s;\n", angle, k, of, angle, k, of);
		}
}

static void put_functions(struct Printer *p, unsigned sizes, int width, bool few)
{
	for (int size = 1; size <= SINCOS_LARGEST; size++) {
		const struct JointVectors vectors = vectors_for(p, size, width);
		if (!sincos_has_size(sizes, size))
			continue;
		sincos_put_signature(p, p->dialect->storage.vectors[few], "angle", size);
		text_char(p->out, '\n');
		sincos_open_body(p);
		put_constants(p, &vectors);
		put_angles(p, &vectors, size);
		put_rows(p, &vectors);
		put_results(p, &vectors, size);
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

/* For registers of four or eight numbers. Vectors of eight are not used: slow to fill from numbers, and slow to
 * start on some processors. */
static void put_fours(struct Printer *p, unsigned sizes, bool few)
{
	const unsigned end_in_two = 1u << 2 | 1u << 6;
	put_type(p, 4, true);
	if (sizes & end_in_two)
		put_type(p, 2, true);
	put_functions(p, sizes, 4, few);
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
	text_format(p->out, "/* Constants for both lanes, where gcc does not see their values: of those it knows it makes\n"
	                          " * vectors anew in each function, in more time than reading them takes. */\n"
	                          "%sstruct %s {\n", p->dialect->storage.table, name);
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&names, text_print(arena, "\t%s ", type), constant.name);
	text_format(p->out, ";\n} %s __attribute__((unused)) = {\n", name);
	for (size_t next = 0; sincos_next_constant(p, &next, &constant);)
		sincos_put_item(&values, "\t", text_print(arena, "{ %s, %s }", constant.number, constant.number));
	text_put(p->out, "\n};\n\n");
}

/* For registers of two numbers. */
static void put_twos(struct Printer *p, unsigned sizes, bool few)
{
	put_type(p, 2, false);
	put_table_of_twos(p);
	put_functions(p, sizes, 2, few);
}

bool sincos_in_vectors(const struct Printer *p)
{
	return p->dialect->vectors && !p->small && !p->real->narrow;
}

void sincos_put_machines(struct Printer *p, unsigned sizes, bool few)
{
	text_format(p->out, "#if %s && " GNU "\n", c_machine_condition(p, MACHINE_AVX));
	put_fours(p, sizes, few);
	if (!p->job->fuses)
		text_format(p->out, "#elif (%s) && " GNU "\n", c_machine_condition(p, MACHINE_SSE));
	else if (p->job->request->fma == FMA_AUTO) /* for x86 without fma, where the macro works on vectors too */
		text_format(p->out, "#elif defined(__SSE2__) && !(%s) && " GNU "\n", c_fma_condition(p));
	else
		return;
	put_twos(p, sizes, few);
}

/* --- angles that are vectors --- */

/* Function of `size` angles of a vector type, in arrays. */
static void put_function(struct Printer *p, const char *storage, const struct Type *type, const char *number, int size)
{
	struct JointVectors vectors = { .count = size };
	for (int k = 0; k < size; k++)
		vectors.of[k] = (struct Vector){ .type = *type, .before = type->fma ? "" : NULL };
	const char *name = type->name;
	text_format(p->out, "%svoid %s_sincos%s(const %s *angle, %s *sine, %s *cosine)\n", storage, name, number, name, name, name);
	sincos_open_body(p);
	put_constants(p, &vectors);
	for (int k = 0; k < size; k++)
		text_format(p->out, "\tconst %s x%d = angle[%d];\n", name, k, k);
	put_rows(p, &vectors);
	for (int k = 0; k < size; k++)
		text_format(p->out, "\tsine[%d] = s%d;\n\tcosine[%d] = c%d;\n", k, k, k, k);
	text_put(p->out, "}\n");
}

void sincos_put_states(struct Printer *p, const struct Type *states, const char *attribute)
{
	put_function(p, text_print(p->arena, "%s\n%s", attribute, p->dialect->storage.vectors[false]), states, "", 1);
}

void sincos_put_limbs(struct Printer *p, unsigned sizes, bool few, const struct Type *limbs)
{
	for (int size = 1; size <= SINCOS_VECTOR; size++)
		if (sincos_has_size(sizes, size))
			put_function(p, p->dialect->storage.vectors[few], limbs, text_print(p->arena, "%d", size), size);
}
