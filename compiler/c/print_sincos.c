/* Functions for sines and cosines as C text, and their calls. */
#include "print_sincos.h"

#include "sincos_vectors.h"

/* --- functions --- */

static void put_rows(struct Printer *p, int size)
{
	struct Arena *arena = p->arena;
	const char *open = text_print(arena, "\tconst %s ", p->real->name);
	for (int i = 0; i < sincos_rows; i++) {
		struct SincosList list = { p->out, 0, p->job->request->misra };
		if (!sincos_has_row(p, i))
			continue;
		for (int angle = 0; angle < size; angle++)
			sincos_put_item(&list, open, sincos_row(p, i, angle, "", c_number(p).fma));
		text_put(p->out, ";\n");
	}
	/* stores come last and in this order: compilers find vectors from neighbouring stores */
	for (int angle = 0; angle < size; angle++)
		text_format(p->out, "\tsine[%d] = s%d;\n", angle, angle);
	for (int angle = 0; angle < size; angle++)
		text_format(p->out, "\tcosine[%d] = c%d;\n", angle, angle);
}

static void put_function(struct Printer *p, int size)
{
	struct Text *out = p->out;
	/* inlined, the function would lose its stores to arrays, and the compiler its vectors */
	sincos_put_signature(p, p->dialect->storage.called, "x", size);
	text_char(out, '\n');
	sincos_open_body(p);
	sincos_put_numbers(p);
	put_rows(p, size);
	text_put(out, "}\n\n");
}

void sincos_put_explanation(struct Printer *p, const char *beginning)
{
	text_format(p->out,
	            "%sx = k pi/2 + r - t with |r| <= pi/4; f and g are the sine and cosine of\n"
	            " * r - t, o and e minus the sine and the cosine of k pi/2, which are 0, 1 or -1.\n"
	            " * Errors are below %s; beyond, they are as if x were off\n"
	            " * by a unit in its last place; beyond %s, and of infinities and NaN, they are NaN. */\n", beginning,
	            p->real->narrow ? "1 unit in the last place for |x| <= 700"
	                                : "1 unit in the last place for |x| <= 400000",
	            p->real->narrow ? "2^21" : "2^50");
}

void sincos_put_loop(struct Printer *p)
{
	struct Text *out = p->out;
	const char *real = p->real->name;
	sincos_put_explanation(p, "/* The sine and cosine of each angle, one after the other, without a branch but the loop's. ");
	text_format(out, "%svoid %s_sincos(const %s *angle, %s *sines, int count)\n", p->dialect->storage.helper, sincos_prefix(p),
	            real, real);
	sincos_open_body(p);
	sincos_put_numbers(p);
	text_format(out, "\tfor (int i = 0; i < count; i++) {\n\t\tconst %s x = angle[i];\n", real);
	sincos_put_rows(p, text_print(out->arena, "\t\tconst %s ", real), c_number(p).fma);
	text_put(out, "\t\tconst int at = 2*i;\n\t\tsines[at] = s;\n\t\tsines[at + 1] = c;\n\t}\n}\n\n");
}

void sincos_put_functions(struct Printer *p, unsigned sizes, bool few)
{
	if (!sizes)
		return;
	sincos_put_explanation(p, "/* Sines and cosines of several angles at once, without a branch, in lines that compilers\n"
	                         " * pack into vectors. ");
	if (sincos_in_vectors(p)) {
		sincos_put_machines(p, sizes, few);
		text_put(p->out, "#else /* numbers */\n");
	}
	for (int size = 1; size <= SINCOS_LARGEST; size++)
		if (sincos_has_size(sizes, size))
			put_function(p, size);
	text_put(p->out, sincos_in_vectors(p) ? "#endif /* vectors */\n\n" : "");
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
