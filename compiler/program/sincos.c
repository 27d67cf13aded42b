/* The rows of sincos.def as text. */
#include "sincos.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* --- the rows as tables --- */

enum { IN_DOUBLE = 1, IN_FLOAT = 2, IN_BOTH = 3 };

static const struct Constant {
	const char *name;
	double wide;
	float narrow;
	int in;
} constants[] = {
#define CONSTANT(name, wide, narrow) { #name, wide, narrow, IN_BOTH },
#define DOUBLE_CONSTANT(name, wide) { #name, wide, 0, IN_DOUBLE },
#define FLOAT_CONSTANT(name, narrow) { #name, 0, narrow, IN_FLOAT },
#define STEP(name, expression)
#define DOUBLE_STEP(name, expression)
#define FLOAT_STEP(name, expression)
#include "sincos.def"
};

static const struct Row {
	const char *name, *expression;
	int in;
} rows[] = {
#define TEXT(expression) #expression
#define CONSTANT(name, wide, narrow)
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) { #name, TEXT(expression), IN_BOTH },
#define DOUBLE_STEP(name, expression) { #name, TEXT(expression), IN_DOUBLE },
#define FLOAT_STEP(name, expression) { #name, TEXT(expression), IN_FLOAT },
#define SUM(a, b, c) a*b + c
#define PLUS(c, a, b) c + a*b
#define MINUS(c, a, b) c - a*b
#define IN(expression) (expression)
#include "sincos.def"
}, fused_rows[] = {
#define CONSTANT(name, wide, narrow)
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) { #name, TEXT(expression), IN_BOTH },
#define DOUBLE_STEP(name, expression) { #name, TEXT(expression), IN_DOUBLE },
#define FLOAT_STEP(name, expression) { #name, TEXT(expression), IN_FLOAT },
#define SUM(a, b, c) fma(a, b, c)
#define PLUS(c, a, b) fma(a, b, c)
#define MINUS(c, a, b) fma(-a, b, c)
#define IN(expression) expression
#include "sincos.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* --- lists that are broken into lines --- */

enum { WIDTH = 100, TAB = 8 };

struct List {
	struct Text *out;
	size_t column; /* 0: nothing yet */
	bool apart;    /* declarations: one a line */
};

/* The first item follows `open`, the others a comma. */
static void put_item(struct List *list, const char *open, const char *item)
{
	size_t length = strlen(item);
	if (!list->column) {
		text_put(list->out, open);
		list->column = TAB + strlen(open);
	} else if (list->apart) {
		text_format(list->out, ";\n%s", open);
	} else if (list->column + length + 3 > WIDTH) {
		text_put(list->out, ",\n\t\t");
		list->column = (size_t)2 * TAB;
	} else {
		text_put(list->out, ", ");
		list->column += 2;
	}
	text_put(list->out, item);
	list->column += length;
}

/* --- parentheses --- */

static void put_sum_of_terms(struct Text *out, const char **next);

/* A name, or a sum in parentheses. */
static void put_factor(struct Text *out, const char **next)
{
	if (**next != '(') {
		size_t letters = strcspn(*next, " *)");
		text_bytes(out, *next, letters);
		*next += letters;
		return;
	}
	text_char(out, *(*next)++);
	put_sum_of_terms(out, next);
	text_char(out, *(*next)++);
}

/* Up to the end, or the parenthesis that closes it: terms as they stand, but products in parentheses unless there is but one
 * (rule 12.1 of MISRA C). */
static void put_sum_of_terms(struct Text *out, const char **next)
{
	bool sum = false;
	for (;;) {
		struct Text term;
		bool product = false;
		text_init(&term, out->arena);
		put_factor(&term, next);
		while (**next == '*') {
			product = true;
			text_char(&term, *(*next)++);
			put_factor(&term, next);
		}
		sum |= **next == ' ';
		text_format(out, product && sum ? "(%s)" : "%s", text_string(&term));
		if (**next != ' ')
			return;
		text_bytes(out, *next, strlen(" + "));
		*next += strlen(" + ");
	}
}

/* --- functions --- */

static const char *real_name(const struct SincosPrinter *printer)
{
	return printer->real_float ? "float" : "double";
}

/* `behind` stands behind each. */
static void put_constants(struct SincosPrinter *printer, const char *open, const char *behind)
{
	struct Arena *arena = printer->out->arena;
	struct List list = { printer->out, 0, printer->misra };
	for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
		struct Text item;
		if (!(constants[i].in & (printer->real_float ? IN_FLOAT : IN_DOUBLE)))
			continue;
		text_init(&item, arena);
		text_format(&item, "%s = ", constants[i].name);
		size_t digits = item.count;
		if (printer->real_float)
			number_put_float(&item, constants[i].narrow);
		else
			number_put(&item, constants[i].wide);
		if (!strpbrk(text_string(&item) + digits, ".e"))
			text_put(&item, ".0");
		text_format(&item, "%s%s", printer->real_float ? "f" : "", behind);
		put_item(&list, open, text_string(&item));
	}
	text_put(printer->out, ";\n");
}

/* A row's expression; under --misra with products that are terms of a sum in parentheses. With fma there are no such terms. */
static const char *expression_of(const struct SincosPrinter *printer, const struct Row *row, bool fused)
{
	struct Text text;
	text_init(&text, printer->out->arena);
	if (!printer->misra || fused)
		return row->expression;
	const char *next = row->expression;
	put_sum_of_terms(&text, &next);
	return text_string(&text);
}

/* What is in a row, for one of several angles: its values, the names of one letter, get the angle's number; for the only one,
 * -1. `fma` is the name of that. */
static const char *row_text(const struct SincosPrinter *printer, int number, int angle, const char *fma)
{
	const struct Row *row = fma ? &fused_rows[number] : &rows[number];
	const char *suffix = angle < 0 ? "" : text_print(printer->out->arena, "%d", angle);
	struct Text text;
	text_init(&text, printer->out->arena);
	text_format(&text, "%s%s = ", row->name, suffix);
	for (const char *next = expression_of(printer, row, fma); *next;) {
		size_t letters = 0;
		while (isalnum((unsigned char)next[letters]) || next[letters] == '_')
			letters++;
		if (letters == 3 && memcmp(next, "fma", letters) == 0)
			text_put(&text, fma);
		else
			text_bytes(&text, next, letters ? letters : 1);
		text_put(&text, letters == 1 ? suffix : "");
		next += letters ? letters : 1;
	}
	return text_string(&text);
}

static bool is_used(const struct SincosPrinter *printer, int row)
{
	return rows[row].in & (printer->real_float ? IN_FLOAT : IN_DOUBLE);
}

static void put_rows(struct SincosPrinter *printer, int size)
{
	struct Arena *arena = printer->out->arena;
	const char *open = text_print(arena, "\tconst %s ", real_name(printer));
	for (int i = 0; i < ROWS; i++) {
		struct List list = { printer->out, 0, printer->misra };
		if (!is_used(printer, i))
			continue;
		for (int angle = 0; angle < size; angle++)
			put_item(&list, open, row_text(printer, i, angle, printer->fma));
		text_put(printer->out, ";\n");
	}
	/* all at the end and in this order: from neighbouring stores the compilers find the vectors */
	for (int angle = 0; angle < size; angle++)
		text_format(printer->out, "\tsine[%d] = s%d;\n", angle, angle);
	for (int angle = 0; angle < size; angle++)
		text_format(printer->out, "\tcosine[%d] = c%d;\n", angle, angle);
}

static void put_signature(struct SincosPrinter *printer, const char *storage, int size)
{
	struct Arena *arena = printer->out->arena;
	const char *real = real_name(printer);
	struct List list = { printer->out, 0, false };
	const char *open = text_print(arena, "%svoid %s_sincos%d(", storage, printer->prefix, size);
	for (int angle = 0; angle < size; angle++)
		put_item(&list, open, text_print(arena, "%s x%d", real, angle));
	put_item(&list, open, text_print(arena, "%s *sine", real));
	put_item(&list, open, text_print(arena, "%s *cosine", real));
	text_char(printer->out, ')');
}

/* At the beginning of a body; what gcc is told stands before all functions. */
static void put_pragmas(struct SincosPrinter *printer)
{
	text_format(printer->out, "#ifdef __clang__\n%s" SINCOS_IN_ORDER "#endif\n",
	            printer->contract ? "" : "#pragma STDC FP_CONTRACT OFF\n");
}

static void put_function(struct SincosPrinter *printer, int size)
{
	struct Text *out = printer->out;
	/* inlined into a function that reads the arrays, the stores would be gone, and the vectors with them */
	text_put(out, "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((noinline, unused))\n#endif\n");
	put_signature(printer, "static ", size);
	text_put(out, "\n{\n");
	put_pragmas(printer);
	put_constants(printer, text_print(out->arena, "\tconst %s ", real_name(printer)), "");
	put_rows(printer, size);
	text_put(out, "}\n\n");
}

/* A row a line, of one angle x. */
static void put_rows_of_one(struct SincosPrinter *printer, const char *open, const char *fma)
{
	for (int i = 0; i < ROWS; i++)
		if (is_used(printer, i))
			text_format(printer->out, "%s%s;\n", open, row_text(printer, i, -1, fma));
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
	put_constants(printer, "\tconst ", "");
	put_rows_of_one(printer, "\tconst ", NULL);
	text_format(printer->out, "\t%s[0] = s;\n\t%s[1] = c;\n}\n\n", array, array);
}

static const char *const called = "__attribute__((noinline, unused))\nstatic ";
static const char *const inlined = "static inline __attribute__((always_inline, unused))\n";

static void put_lanes_function(struct SincosPrinter *printer, const char *type, const char *storage, const char *fma)
{
	struct Text *out = printer->out;
	text_format(out, "%svoid %s_sincos(const %s *angle, %s *sine, %s *cosine)\n{\n", storage, type, type, type, type);
	put_pragmas(printer);
	if (fma) /* whose operands are vectors */
		text_format(out, "\tconst %s nothing = { 0 };\n", type);
	put_constants(printer, text_print(out->arena, "\tconst %s ", fma ? type : real_name(printer)), fma ? " - nothing" : "");
	text_format(out, "\tconst %s x = *angle;\n", type);
	put_rows_of_one(printer, text_print(out->arena, "\tconst %s ", type), fma);
	text_put(out, "\t*sine = s;\n\t*cosine = c;\n}\n");
}

void sincos_put_lanes(struct SincosPrinter *printer, const char *attribute, const char *type, const char *fma)
{
	text_put(printer->out, *attribute ? text_print(printer->out->arena, "%s\n", attribute) : "");
	put_lanes_function(printer, type, called, fma);
}

void sincos_put_loop(struct SincosPrinter *printer)
{
	struct Text *out = printer->out;
	const char *real = real_name(printer);
	put_explanation(printer, "/* The sine and cosine of each angle, one after the other, without a branch but the loop's. ");
	text_put(out, "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((unused))\n#endif\n");
	text_format(out, "static void %s_sincos(const %s *angle, %s *sines, int count)\n{\n", printer->prefix, real, real);
	put_pragmas(printer);
	put_constants(printer, text_print(out->arena, "\tconst %s ", real), "");
	text_format(out, "\tfor (int i = 0; i < count; i++) {\n\t\tconst %s x = angle[i];\n", real);
	put_rows_of_one(printer, text_print(out->arena, "\t\tconst %s ", real), printer->fma);
	text_put(out, "\t\tconst int at = 2*i;\n\t\tsines[at] = s;\n\t\tsines[at + 1] = c;\n\t}\n}\n\n");
}

/* --- where a register holds four angles, or eight --- */

/* x86's fma of a vector of so many numbers: the compilers' name for it without __builtin_ia32_, the further arguments it takes, and
 * what else the preprocessor must know. */
static const struct VectorFma {
	bool narrow;
	int width;
	const char *name, *more, *needs;
} vector_fma[] = {
	{ false, 2, "vfmaddpd", "", "" },
	{ false, 4, "vfmaddpd256", "", "" },
	{ false, 8, "vfmaddpd512_mask", ", 0xff, 4", " && defined(__AVX512F__)" }, /* of all lanes, rounded as ever */
	{ true, 4, "vfmaddps", "", "" },
	{ true, 8, "vfmaddps256", "", "" },
	{ true, 16, "vfmaddps512_mask", ", 0xffff, 4", " && defined(__AVX512F__) && defined(__clang__)" },
	{ true, 16, "vfmaddps512_mask", ", -1, 4", " && defined(__AVX512F__)" }, /* the mask of gcc has a sign */
};

/* By the compilers' own functions: from a loop over lanes they do not make the vector operation that they should. */
void sincos_put_fma(struct SincosPrinter *printer, const char *type, const char *name, const char *width)
{
	struct Text *out = printer->out;
	int known = atoi(width); /* 0: a macro */
	text_format(out, "%s%s %s(%s a, %s b, %s c)\n{\n", inlined, type, name, type, type, type);
	text_put(out, "#if (defined(__FMA__) || defined(__aarch64__)) && defined(__clang__) && __clang_major__ >= 18\n"
	              "\treturn __builtin_elementwise_fma(a, b, c);\n");
	for (size_t i = 0; i < sizeof vector_fma / sizeof *vector_fma; i++) {
		const struct VectorFma *row = &vector_fma[i];
		const char *which = known ? "" : text_print(out->arena, " && %s == %d", width, row->width);
		if (row->narrow == printer->real_float && (!known || row->width == known))
			text_format(out, "#elif defined(__FMA__)%s%s\n\treturn __builtin_ia32_%s(a, b, c%s);\n", row->needs, which, row->name,
			            row->more);
	}
	text_format(out, "#else\n\t%s sum = c;\n\tfor (int lane = 0; lane < %s; lane++)\n"
	                 "\t\tsum[lane] = %s(a[lane], b[lane], c[lane]);\n\treturn sum;\n#endif\n}\n", type, width, printer->fma);
}

/* The same function by one vector, of which some lanes may be idle. */
static void put_wide_function(struct SincosPrinter *printer, const char *type, int width, int size)
{
	struct Text *out = printer->out;
	text_put(out, inlined);
	put_signature(printer, "", size);
	text_format(out, "\n{\n\tconst %s angle = { ", type);
	for (int k = 0; k < width; k++)
		text_format(out, k < size ? "%sx%d" : "%s0.0", k ? ", " : "", k);
	text_format(out, " };\n\t%s s%s%s c;\n\t%s_sincos(&angle, &s, &c);\n", type, printer->misra ? ";\n\t" : ",",
	            printer->misra ? type : "", type);
	for (int k = 0; k < size; k++)
		text_format(out, "\tsine[%d] = s[%d];\n\tcosine[%d] = c[%d];\n", k, k, k, k);
	text_put(out, "}\n");
}

/* The type of so many angles, and its functions of one vector. In straight lines compilers find two lanes, and copy them to and
 * fro; what is written as a vector of four they leave as it is. */
static const char *put_wide_type(struct SincosPrinter *printer, int width)
{
	struct Arena *arena = printer->out->arena;
	const char *type = text_print(arena, "%s_angles%d", printer->prefix, width);
	text_format(printer->out, "typedef double %s __attribute__((vector_size(%d*sizeof(double)), may_alias));\n\n", type, width);
	const char *fma = printer->fma ? text_print(arena, "%s_fma%d", printer->prefix, width) : NULL;
	if (fma)
		sincos_put_fma(printer, type, fma, text_print(arena, "%d", width));
	put_lanes_function(printer, type, printer->few ? inlined : called, fma);
	return type;
}

static bool has_size(unsigned sizes, int size)
{
	return sizes >> size & 1;
}

/* A function of more than four angles by those of four and fewer. */
static void put_composed_functions(struct SincosPrinter *printer, unsigned sizes, const char *storage)
{
	for (int size = 5; size <= SINCOS_LARGEST; size++) {
		if (!has_size(sizes, size))
			continue;
		text_put(printer->out, storage);
		put_signature(printer, "", size);
		text_format(printer->out, "\n{\n\t%s_sincos4(x0, x1, x2, x3, sine, cosine);\n\t%s_sincos%d(", printer->prefix,
		            printer->prefix, size - 4);
		for (int k = 4; k < size; k++)
			text_format(printer->out, "x%d, ", k);
		text_put(printer->out, "&sine[4], &cosine[4]);\n}\n");
	}
}

/* Where a register holds eight doubles, and is quick to come into use. On the processors named here, for microseconds after the first
 * use, everything takes two to three times as long: so does each call of a controller, once a millisecond. Compilers avoid such
 * registers on them too. */
static const char *const if_eight =
        "#if defined(__AVX512F__) && !defined(__corei7__) && !defined(__skylake_avx512__) && !defined(__cascadelake__) && "
        "!defined(__cooperlake__) && !defined(__cannonlake__) && !defined(__icelake_client__) && !defined(__icelake_server__) && "
        "!defined(__tigerlake__) && !defined(__rocketlake__) && !defined(__sapphirerapids__)\n";

static void put_wide_functions(struct SincosPrinter *printer, unsigned sizes)
{
	const char *four = put_wide_type(printer, 4);
	for (int size = 1; size <= 4; size *= 2)
		if (has_size(sizes, size))
			put_wide_function(printer, four, 4, size);
	if (sizes >> 5 == 0)
		return;
	text_put(printer->out, if_eight);
	const char *eight = put_wide_type(printer, 8);
	for (int size = 5; size <= SINCOS_LARGEST; size++)
		if (has_size(sizes, size))
			put_wide_function(printer, eight, 8, size);
	text_put(printer->out, "#else\n");
	put_composed_functions(printer, sizes, inlined);
	text_put(printer->out, "#endif /* AVX512F */\n");
}

void sincos_put_functions(struct SincosPrinter *printer, unsigned sizes)
{
	if (!sizes)
		return;
	put_explanation(printer, "/* Sines and cosines of several angles at once, without a branch, in lines that compilers\n"
	                         " * pack into vectors. ");
	if (!printer->real_float) {
		text_put(printer->out, "#if defined(__AVX__) && defined(__GNUC__) && !defined(__TINYC__)\n");
		put_wide_functions(printer, sizes);
		text_put(printer->out, "#else\n");
	}
	for (int size = 1; size <= (printer->wide ? 4 : SINCOS_LARGEST); size *= 2)
		if (has_size(sizes, size))
			put_function(printer, size);
	if (printer->wide)
		put_composed_functions(printer, sizes, "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((unused))\n#endif\nstatic ");
	text_put(printer->out, printer->real_float ? "" : "#endif /* AVX */\n\n");
}

void sincos_put_prototypes(struct SincosPrinter *printer, unsigned sizes)
{
	for (int size = 1; size <= SINCOS_LARGEST; size *= 2) {
		if (!has_size(sizes, size))
			continue;
		put_signature(printer, "", size);
		text_put(printer->out, ";\n");
	}
}

/* --- groups --- */

/* How many angles the next call takes; of 3 or 6 on a call with room to spare is quicker than two. */
static int next_size(const struct SincosPrinter *printer, int left)
{
	if (printer->wide && left >= 5)
		return left <= 6 ? left : 8;
	return printer->real_float && left >= 6 ? 8 : left >= 3 ? 4 : left;
}

unsigned sincos_sizes(const struct SincosPrinter *printer, int count)
{
	unsigned sizes = 0;
	for (int size; count > 0; count -= size) {
		size = next_size(printer, count);
		sizes |= 1u << size;
		if (printer->wide && size > 4) /* which others do without such registers */
			sizes |= 1u << 4 | 1u << (size - 4);
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

void sincos_put_group(struct SincosPrinter *printer, const char *const *angle, const char *const *sine,
                      const char *const *cosine, int count)
{
	struct Arena *arena = printer->out->arena;
	struct Text *out = printer->out;
	const char *real = real_name(printer);
	int number = ++printer->groups, room = room_for(printer, count);
	if (!count)
		return;
	text_format(out, printer->misra ? "\t%s sines%d[%d];\n\t%s cosines%d[%d];\n" : "\t%s sines%d[%d], %scosines%d[%d];\n", real, number,
	            room, printer->misra ? real : "", number, room);
	for (int first = 0, size; first < room; first += size) {
		size = next_size(printer, count - first);
		struct List list = { out, 0, false };
		const char *open = text_print(arena, "\t%s_sincos%d(", printer->prefix, size);
		for (int i = first; i < first + size; i++)
			put_item(&list, open, i < count ? angle[i] : printer->real_float ? "0.0f" : "0.0");
		put_item(&list, open, text_print(arena, first ? "&sines%d[%d]" : "sines%d", number, first));
		put_item(&list, open, text_print(arena, first ? "&cosines%d[%d]" : "cosines%d", number, first));
		text_put(out, ");\n");
	}
	for (int i = 0; i < count; i++) {
		struct List list = { out, 0, printer->misra };
		const char *open = text_print(arena, "\tconst %s ", real);
		if (sine[i])
			put_item(&list, open, text_print(arena, "%s = sines%d[%d]", sine[i], number, i));
		if (cosine[i])
			put_item(&list, open, text_print(arena, "%s = cosines%d[%d]", cosine[i], number, i));
		text_put(out, list.column ? ";\n" : "");
	}
}
