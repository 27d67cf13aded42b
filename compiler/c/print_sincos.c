/* Functions for sines and cosines as C text, and their calls. */
#include "print_sincos.h"

#include "sincos_vectors.h"

/* --- functions --- */

static void put_rows(struct SincosPrinter *printer, int size)
{
	struct Arena *arena = printer->out->arena;
	const char *open = text_print(arena, "\tconst %s ", sincos_real(printer));
	for (int i = 0; i < sincos_rows; i++) {
		struct SincosList list = { printer->out, 0, printer->misra };
		if (!sincos_has_row(printer, i))
			continue;
		for (int angle = 0; angle < size; angle++)
			sincos_put_item(&list, open, sincos_row(printer, i, angle, "", printer->fma));
		text_put(printer->out, ";\n");
	}
	/* stores come last and in this order: compilers find vectors from neighbouring stores */
	for (int angle = 0; angle < size; angle++)
		text_format(printer->out, "\tsine[%d] = s%d;\n", angle, angle);
	for (int angle = 0; angle < size; angle++)
		text_format(printer->out, "\tcosine[%d] = c%d;\n", angle, angle);
}

static void put_function(struct SincosPrinter *printer, int size)
{
	struct Text *out = printer->out;
	/* inlined, the function would lose its stores to arrays, and the compiler its vectors */
	text_put(out, "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((noinline, unused))\n#endif\n");
	sincos_put_signature(printer, "static ", "x", size);
	text_put(out, "\n{\n");
	sincos_put_pragmas(printer);
	sincos_put_numbers(printer);
	put_rows(printer, size);
	text_put(out, "}\n\n");
}

static void put_explanation(struct SincosPrinter *printer, const char *beginning)
{
	text_format(printer->out,
	            "%sx = k pi/2 + r - t with |r| <= pi/4; f and g are the sine and cosine of\n"
	            " * r - t, o and e minus the sine and the cosine of k pi/2, which are 0, 1 or -1.\n"
	            " * Errors are below %s; beyond, they are as if x were off\n"
	            " * by a unit in its last place; beyond %s, and of infinities and NaN, they are NaN. */\n", beginning,
	            printer->real_float ? "1 unit in the last place for |x| <= 700"
	                                : "1 unit in the last place for |x| <= 400000",
	            printer->real_float ? "2^21" : "2^50");
}

void sincos_put_javascript(struct SincosPrinter *printer, const char *array)
{
	put_explanation(printer, "/* The sine and cosine of an angle, without a branch, by the operations that the C has, so that they\n"
	                         " * are the same to the bit. ");
	text_format(printer->out, "const %s = new Float64Array(2);\nfunction %s_sincos1(x) {\n", array, printer->prefix);
	sincos_put_constants(printer, "\tconst ", "", "");
	sincos_put_rows(printer, "\tconst ", NULL);
	text_format(printer->out, "\t%s[0] = s;\n\t%s[1] = c;\n}\n\n", array, array);
}

void sincos_put_loop(struct SincosPrinter *printer)
{
	struct Text *out = printer->out;
	const char *real = sincos_real(printer);
	put_explanation(printer, "/* The sine and cosine of each angle, one after the other, without a branch but the loop's. ");
	text_put(out, "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((unused))\n#endif\n");
	text_format(out, "static void %s_sincos(const %s *angle, %s *sines, int count)\n{\n", printer->prefix, real, real);
	sincos_put_pragmas(printer);
	sincos_put_numbers(printer);
	text_format(out, "\tfor (int i = 0; i < count; i++) {\n\t\tconst %s x = angle[i];\n", real);
	sincos_put_rows(printer, text_print(out->arena, "\t\tconst %s ", real), printer->fma);
	text_put(out, "\t\tconst int at = 2*i;\n\t\tsines[at] = s;\n\t\tsines[at + 1] = c;\n\t}\n}\n\n");
}

void sincos_put_functions(struct SincosPrinter *printer, unsigned sizes)
{
	if (!sizes)
		return;
	put_explanation(printer, "/* Sines and cosines of several angles at once, without a branch, in lines that compilers\n"
	                         " * pack into vectors. ");
	if (printer->vectors) {
		sincos_put_machines(printer, sizes);
		text_put(printer->out, "#else /* numbers */\n");
	}
	for (int size = 1; size <= SINCOS_LARGEST; size++)
		if (sincos_has_size(sizes, size))
			put_function(printer, size);
	text_put(printer->out, printer->vectors ? "#endif /* vectors */\n\n" : "");
}

void sincos_put_prototypes(struct SincosPrinter *printer, unsigned sizes)
{
	for (int size = 1; size <= SINCOS_LARGEST; size++) {
		if (!sincos_has_size(sizes, size))
			continue;
		sincos_put_signature(printer, "", "x", size);
		text_put(printer->out, ";\n");
	}
}

/* --- groups --- */

/* Count of angles in the next call. A call with unused lanes is faster than two calls. */
static int next_size(const struct SincosPrinter *printer, int left)
{
	if (printer->lanes)
		return left <= SINCOS_VECTOR ? left : SINCOS_VECTOR;
	if (printer->vectors)
		return left <= 6 ? left : printer->fma ? 8 : 4;
	return printer->real_float && left >= 6 ? 8 : left >= 3 ? 4 : left;
}

unsigned sincos_sizes(const struct SincosPrinter *printer, int count)
{
	unsigned sizes = 0;
	for (int size; count > 0; count -= size) {
		size = next_size(printer, count);
		sizes |= 1u << size;
	}
	return sizes;
}

static int room_for(const struct SincosPrinter *printer, int count)
{
	int room = 0;
	while (room < count)
		room += next_size(printer, count - room);
	return room;
}

/* Arguments of a call: its angles, or their index in an array of vectors. */
static void put_arguments(struct SincosPrinter *printer, const char *const *angle, int count, int first, int size)
{
	struct Arena *arena = printer->out->arena;
	struct SincosList list = { printer->out, 0, false };
	const char *open = text_print(arena, "\t%s_sincos%d(", printer->lanes ? printer->lanes : printer->prefix, size);
	const char *from = text_print(arena, first ? "[%d]" : "", first), *at = first ? "&" : "";
	if (printer->lanes)
		sincos_put_item(&list, open, text_print(arena, "%sangles%d%s", at, printer->groups, from));
	for (int i = first; i < first + size && !printer->lanes; i++)
		sincos_put_item(&list, open, i < count ? angle[i] : printer->real_float ? "0.0f" : "0.0");
	sincos_put_item(&list, open, text_print(arena, "%ssines%d%s", at, printer->groups, from));
	sincos_put_item(&list, open, text_print(arena, "%scosines%d%s", at, printer->groups, from));
	text_put(printer->out, ");\n");
}

void sincos_put_group(struct SincosPrinter *printer, const char *const *angle, const char *const *sine,
                      const char *const *cosine, int count)
{
	struct Arena *arena = printer->out->arena;
	struct Text *out = printer->out;
	const char *type = sincos_type(printer);
	int number = ++printer->groups, room = room_for(printer, count);
	if (!count)
		return;
	if (printer->lanes) {
		struct SincosList list = { out, 0, false };
		for (int i = 0; i < count; i++)
			sincos_put_item(&list, text_print(arena, "\tconst %s angles%d[%d] = { ", type, number, count), angle[i]);
		text_put(out, " };\n");
	}
	text_format(out, printer->misra ? "\t%s sines%d[%d];\n\t%s cosines%d[%d];\n" : "\t%s sines%d[%d], %scosines%d[%d];\n", type, number,
	            room, printer->misra ? type : "", number, room);
	for (int first = 0, size; first < room; first += size) {
		size = next_size(printer, count - first);
		put_arguments(printer, angle, count, first, size);
	}
	for (int i = 0; i < count; i++) {
		struct SincosList list = { out, 0, printer->misra };
		const char *open = text_print(arena, "\tconst %s ", type);
		if (sine[i])
			sincos_put_item(&list, open, text_print(arena, "%s = sines%d[%d]", sine[i], number, i));
		if (cosine[i])
			sincos_put_item(&list, open, text_print(arena, "%s = cosines%d[%d]", cosine[i], number, i));
		text_put(out, list.column ? ";\n" : "");
	}
}
