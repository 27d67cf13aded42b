#include "sincos_vectors.h"

#include <stdlib.h>
#include <string.h>

/* --- fma --- */

/* Builtin fma of x86, by vector width: name without __builtin_ia32_, further arguments, and further preprocessor
 * conditions. */
static const struct VectorFma {
	bool narrow;
	int width;
	const char *name, *more, *needs;
} vector_fma[] = {
	{ false, 2, "vfmaddpd", "", "" },
	{ false, 4, "vfmaddpd256", "", "" },
	{ false, 8, "vfmaddpd512_mask", ", 0xff, 4", " && defined(__AVX512F__)" }, /* all lanes, default rounding */
	{ true, 4, "vfmaddps", "", "" },
	{ true, 8, "vfmaddps256", "", "" },
	{ true, 16, "vfmaddps512_mask", ", 0xffff, 4", " && defined(__AVX512F__) && defined(__clang__)" },
	{ true, 16, "vfmaddps512_mask", ", -1, 4", " && defined(__AVX512F__)" }, /* gcc's mask is signed */
};

/* Vector fma by builtin functions: compilers do not turn a loop over lanes into the vector instruction. */
void sincos_put_fma(struct SincosPrinter *printer, const char *type, const char *name, const char *width)
{
	struct Text *out = printer->out;
	int known = atoi(width); /* 0: `width` is a macro */
	text_format(out, "%s%s %s(%s a, %s b, %s c)\n{\n", sincos_inlined, type, name, type, type, type);
	text_put(out, "#if (defined(__FMA__) || defined(__aarch64__)) && defined(__clang__) && __clang_major__ >= 18\n"
	              "\treturn __builtin_elementwise_fma(a, b, c);\n");
	for (size_t i = 0; i < sizeof vector_fma / sizeof *vector_fma; i++) {
		const struct VectorFma *row = &vector_fma[i];
		const char *which = known ? "" : text_print(out->arena, " && %s == %d", width, row->width);
		if (row->narrow == printer->real_float && (!known || row->width == known))
			text_format(out, "#elif defined(__FMA__)%s%s\n\treturn __builtin_ia32_%s(a, b, c%s);\n", row->needs, which, row->name,
			            row->more);
	}
	if (printer->fused_if)
		text_format(out, "#elif !(%s)\n\treturn %s(a, b, c);\n", printer->fused_if, printer->fma);
	text_format(out, "#else\n\t%s sum = c;\n\tfor (int lane = 0; lane < %s; lane++)\n"
	                 "\t\tsum[lane] = %s(a[lane], b[lane], c[lane]);\n\treturn sum;\n#endif\n}\n", type, width, printer->fma);
}

/* --- vectors side by side --- */

static const char *storage_of(const struct SincosPrinter *printer)
{
	return printer->few ? sincos_inlined : sincos_called;
}

enum { VECTORS = SINCOS_LARGEST / 2 };

/* Vectors of a call. */
struct JointVectors {
	int count;
	struct Vector {
		int width;              /* 1: a number */
		const char *type, *fma; /* fma: NULL without */
		const char *table;      /* table of constants of the vector type; NULL: none */
		const char *before;     /* prefix of the names of vector constants; NULL: constants are numbers */
	} of[VECTORS];
};

static bool is_first_of_type(const struct JointVectors *vectors, int k)
{
	return k == 0 || strcmp(vectors->of[k].type, vectors->of[k - 1].type) != 0;
}

/* Constants, as vectors if operands of an fma function. Other operations accept numbers beside vectors. */
static void put_constants(struct SincosPrinter *printer, const struct JointVectors *vectors)
{
	struct Arena *arena = printer->out->arena;
	bool numbers = false;
	for (int k = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		numbers |= !vector->before;
		if (!vector->before || !is_first_of_type(vectors, k))
			continue;
		if (vector->table) {
			text_format(printer->out, "\tconst struct %s *all = &%s;\n#ifndef __clang__\n\t__asm__(\"\" : \"+r\"(all));\n#endif\n",
			            vector->table, vector->table);
			continue;
		}
		text_format(printer->out, "\tconst %s %snothing = { 0 };\n", vector->type, vector->before);
		sincos_put_constants(printer, text_print(arena, "\tconst %s ", vector->type), vector->before,
		                     text_print(arena, " - %snothing", vector->before));
	}
	if (numbers)
		sincos_put_numbers(printer);
}

static void put_row(struct SincosPrinter *printer, int row, const struct JointVectors *vectors)
{
	struct SincosList list = { 0 };
	for (int k = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		if (is_first_of_type(vectors, k)) {
			text_put(printer->out, k ? ";\n" : "");
			list = (struct SincosList){ printer->out, 0, printer->misra };
		}
		sincos_put_item(&list, text_print(printer->out->arena, "\tconst %s ", vector->type),
		                sincos_row(printer, row, k, vector->before ? vector->before : "", vector->fma));
	}
	text_put(printer->out, ";\n");
}

/* Rows in turn, each for all vectors. A row waits for the row before it, so computing vectors one after the other
 * would leave the processor idle: it does not look that far ahead. */
static void put_rows(struct SincosPrinter *printer, const struct JointVectors *vectors)
{
	for (int row = 0; row < sincos_rows; row++)
		if (sincos_has_row(printer, row))
			put_row(printer, row, vectors);
}

/* --- angles that are numbers --- */

static const char *table_of_twos(const struct SincosPrinter *printer)
{
	return text_print(printer->out->arena, "%s_twos", printer->prefix);
}

/* A vector on a machine with registers of `held` numbers. */
static struct Vector vector_of(const struct SincosPrinter *printer, int width, int held, bool own_fma)
{
	struct Arena *arena = printer->out->arena;
	struct Vector vector = { .width = width, .type = sincos_real(printer), .fma = printer->fma };
	if (width == 1)
		return vector;
	vector.type = text_print(arena, "%s_angles%d", printer->prefix, width);
	if (held == 2) {
		vector.table = table_of_twos(printer);
		vector.before = "all->";
	} else if (own_fma) {
		vector.fma = text_print(arena, "%s_fma%d", printer->prefix, width);
		vector.before = text_print(arena, "of%d_", width);
	}
	return vector;
}

/* Vectors of `width` for `size` angles. The last two angles are a vector of two, a last single angle is a number. */
static struct JointVectors vectors_for(const struct SincosPrinter *printer, int size, int width, bool own_fma)
{
	struct JointVectors vectors = { 0 };
	for (int left = size; left > 0; left -= width)
		vectors.of[vectors.count++] = vector_of(printer, left <= 2 ? left : width, width, own_fma);
	return vectors;
}

static void put_angles(struct SincosPrinter *printer, const struct JointVectors *vectors, int size)
{
	struct Text *out = printer->out;
	for (int k = 0, angle = 0; k < vectors->count; k++) {
		const struct Vector *vector = &vectors->of[k];
		text_format(out, "\tconst %s x%d = %s", vector->type, k, vector->width > 1 ? "{ " : "");
		for (int lane = 0; lane < vector->width; lane++, angle++)
			text_format(out, angle < size ? "%sangle%d" : "%s0.0", lane ? ", " : "", angle);
		text_put(out, vector->width > 1 ? " };\n" : ";\n");
	}
}

static void put_results(struct SincosPrinter *printer, const struct JointVectors *vectors, int size)
{
	for (int k = 0, angle = 0; k < vectors->count; k++)
		for (int lane = 0; lane < vectors->of[k].width && angle < size; lane++, angle++) {
			const char *of = vectors->of[k].width > 1 ? text_print(printer->out->arena, "[%d]", lane) : "";
			text_format(printer->out, "\tsine[%d] = s%d%s;\n\tcosine[%d] = c%d%s;\n", angle, k, of, angle, k, of);
		}
}

/* Functions of the given sizes. Vectors without an fma function use the printer's macro. */
static void put_functions(struct SincosPrinter *printer, unsigned sizes, int width, bool own_fma)
{
	for (int size = 1; size <= SINCOS_LARGEST; size++) {
		const struct JointVectors vectors = vectors_for(printer, size, width, own_fma);
		if (!sincos_has_size(sizes, size))
			continue;
		text_put(printer->out, storage_of(printer));
		sincos_put_signature(printer, "", "angle", size);
		text_put(printer->out, "\n{\n");
		sincos_put_pragmas(printer);
		put_constants(printer, &vectors);
		put_angles(printer, &vectors, size);
		put_rows(printer, &vectors);
		put_results(printer, &vectors, size);
		text_put(printer->out, "}\n");
	}
}

static void put_type(struct SincosPrinter *printer, int width, bool own_fma)
{
	struct Arena *arena = printer->out->arena;
	const char *type = text_print(arena, "%s_angles%d", printer->prefix, width);
	text_format(printer->out, "typedef double %s __attribute__((vector_size(%d*sizeof(double)), may_alias));\n\n", type, width);
	if (own_fma)
		sincos_put_fma(printer, type, text_print(arena, "%s_fma%d", printer->prefix, width), text_print(arena, "%d", width));
}

/* --- machines --- */

/* For registers of four or eight numbers. Vectors of eight are not used: slow to fill from numbers, and slow to
 * start on some processors. */
static void put_fours(struct SincosPrinter *printer, unsigned sizes)
{
	const unsigned end_in_two = 1u << 2 | 1u << 6;
	put_type(printer, 4, printer->fma);
	if (sizes & end_in_two)
		put_type(printer, 2, printer->fma);
	put_functions(printer, sizes, 4, printer->fma);
}

/* Table of constants for both lanes, a member each. gcc builds a vector from a known number in two instructions, but
 * operands in memory are read by the addition or multiplication itself. So functions hide the table's address from
 * gcc. */
static void put_table_of_twos(struct SincosPrinter *printer)
{
	struct Arena *arena = printer->out->arena;
	const char *name = table_of_twos(printer);
	struct SincosList names = { printer->out, 0, printer->misra }, values = { printer->out, 0, false };
	struct SincosConstant constant;
	text_format(printer->out, "/* Constants for both lanes, where gcc does not see their values: of those it knows it makes\n"
	                          " * vectors anew in each function, in more time than reading them takes. */\n"
	                          "static const struct %s {\n", name);
	for (size_t next = 0; sincos_next_constant(printer, &next, &constant);)
		sincos_put_item(&names, text_print(arena, "\t%s_angles2 ", printer->prefix), constant.name);
	text_format(printer->out, ";\n} %s __attribute__((unused)) = {\n", name);
	for (size_t next = 0; sincos_next_constant(printer, &next, &constant);)
		sincos_put_item(&values, "\t", text_print(arena, "{ %s, %s }", constant.number, constant.number));
	text_put(printer->out, "\n};\n\n");
}

/* For registers of two numbers. */
static void put_twos(struct SincosPrinter *printer, unsigned sizes)
{
	put_type(printer, 2, false);
	put_table_of_twos(printer);
	put_functions(printer, sizes, 2, false);
}

void sincos_put_machines(struct SincosPrinter *printer, unsigned sizes)
{
	struct Text *out = printer->out;
	const char *gnu = "defined(__GNUC__) && !defined(__TINYC__)";
	text_format(out, "#if defined(__AVX__) && %s\n", gnu);
	put_fours(printer, sizes);
	if (!printer->fma)
		text_format(out, "#elif (defined(__SSE2__) || defined(__aarch64__)) && %s\n", gnu);
	else if (printer->fused_if) /* for x86 without fma, where the macro works on vectors too */
		text_format(out, "#elif defined(__SSE2__) && !(%s) && %s\n", printer->fused_if, gnu);
	else
		return;
	put_twos(printer, sizes);
}

/* --- angles that are vectors --- */

enum { SOME = 2 }; /* placeholder for a count of lanes that does not matter here */

/* Function of `size` angles of a vector type, in arrays. */
static void put_lanes_function(struct SincosPrinter *printer, const char *storage, const char *type, const char *number, int size,
                               const char *fma)
{
	struct Text *out = printer->out;
	struct JointVectors vectors = { .count = size };
	for (int k = 0; k < size; k++)
		vectors.of[k] = (struct Vector){ .width = SOME, .type = type, .fma = fma, .before = fma ? "" : NULL };
	text_format(out, "%svoid %s_sincos%s(const %s *angle, %s *sine, %s *cosine)\n{\n", storage, type, number, type, type, type);
	sincos_put_pragmas(printer);
	put_constants(printer, &vectors);
	for (int k = 0; k < size; k++)
		text_format(out, "\tconst %s x%d = angle[%d];\n", type, k, k);
	put_rows(printer, &vectors);
	for (int k = 0; k < size; k++)
		text_format(out, "\tsine[%d] = s%d;\n\tcosine[%d] = c%d;\n", k, k, k, k);
	text_put(out, "}\n");
}

void sincos_put_lanes(struct SincosPrinter *printer, const char *attribute, const char *type, const char *fma)
{
	put_lanes_function(printer, text_print(printer->out->arena, "%s%s%s", attribute, *attribute ? "\n" : "", sincos_called), type, "", 1,
	                   fma);
}

void sincos_put_limbs(struct SincosPrinter *printer, unsigned sizes, const char *fma)
{
	const char *storage = storage_of(printer);
	for (int size = 1; size <= SINCOS_VECTOR; size++)
		if (sincos_has_size(sizes, size))
			put_lanes_function(printer, storage, printer->lanes, text_print(printer->out->arena, "%d", size), size, fma);
}
