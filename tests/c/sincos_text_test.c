/* The C text of the sine and cosine of --sincos=inline, without fma and with fma. Its results are identical to those of the
 * kernel, with every compiler. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/print_sincos.h"
#include "program/sincos_angles.h"
#include "arena_fixture.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"

static int angles; /* random ones, for each compiler and kind of text */

enum { GROUPS = 13 }; /* groups of 1 .. GROUPS angles */

static const char *indexed(const char *format, int i)
{
	return text_print(&arena, format, i);
}

/* A function group<count> of x, which fills s and c, by way of names. */
static void put_caller(struct Printer *p, int count)
{
	const char *real = p->real->name;
	struct Angle angle[GROUPS];
	for (int i = 0; i < count; i++)
		angle[i] = (struct Angle){ .text = indexed(i % 2 ? "-(-x[%d])" : "x[%d]", i),
			                   .name = { indexed("s%d", i), i == 2 ? NULL : indexed("c%d", i) } };
	const char *signature = text_print(&arena, "void group%d(const %s *x, %s *s, %s *c)", count, real, real, real);
	text_format(p->out, "extern %s;\n%s\n{\n", signature, signature);
	p->groups = 0;
	c_put_sincos_calls(p, &p->type[0], &(struct Angles){ angle, (size_t)count, GROUPS });
	for (int i = 0; i < count; i++)
		text_format(p->out, "\ts[%d] = %s;\n\tc[%d] = %s;\n", i, angle[i].name[0], i, angle[i].name[i != 2]);
	text_put(p->out, "}\n\n");
}

/* Kinds of text: without fma, with fma, and chosen by the machine. */
enum Kind { PLAIN, FUSED, CHOOSING, KINDS };

static const struct Request requests[KINDS] = {
	[PLAIN] = { .prefix = "robot" },
	[FUSED] = { .prefix = "robot", .fma = FMA_ON },
	[CHOOSING] = { .prefix = "robot", .fma = FMA_AUTO },
};
static const struct Job jobs[KINDS] = {
	[PLAIN] = { .request = &requests[PLAIN] },
	[FUSED] = { .request = &requests[FUSED], .fuses = true },
	[CHOOSING] = { .request = &requests[CHOOSING], .fuses = true },
};

static struct Printer printer_of(struct Text *out, bool real_float, enum Kind kind)
{
	struct Printer p = {
		.arena = &arena,
		.out = out,
		.job = &jobs[kind],
		.dialect = &dialect_readable,
		.real = real_of(real_float),
	};
	p.type[0] = p.type[1] = c_number(&p);
	return p;
}

static const char *program_text(bool real_float, enum Kind kind)
{
	unsigned sizes = 0;
	struct Text text = text_new(&arena);
	struct Printer p = printer_of(&text, real_float, kind);
	text_put(&text, "#include <math.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
	text_format(&text, "%s%s", p.dialect->open_file[0], p.dialect->opened_file);
	text_format(&text,
	            "#if %s\n#define HAS_FMA 1\n#define ROBOT_FMA(a, b, c) fma%s(a, b, c)\n"
	            "#else\n#define HAS_FMA 0\n#define ROBOT_FMA(a, b, c) ((a)*(b) + (c))\n#endif\n",
	            c_fma_condition(&p), p.real->suffix);
	for (int count = 0; count <= GROUPS; count++)
		sizes |= c_sincos_sizes(&p, false, count);
	sincos_put_functions(&p, sizes, 0, false);
	for (int count = 1; count <= GROUPS; count++)
		put_caller(&p, count);
	text_format(&text, "extern const int has_fma;\nconst int has_fma = HAS_FMA;\n%s", p.dialect->close_file[0]);
	text_put(&text, "#ifdef __cplusplus\n}\n#endif\n");
	return text_string(&text);
}

#define FLAGS "-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -shared -fPIC "
/* What a compiler makes is linked by gcc if a shared object of its own asks for an executable stack, which glibc 2.41 refuses. */
static const struct Compiler {
	const char *command, *options;
	bool links;
} compilers[] = {
	{ "gcc", "-std=c99 -Wdouble-promotion -O0 " FLAGS, true },
	{ "gcc", "-std=gnu11 -O2 " FLAGS, true },
	{ "gcc", "-std=gnu99 -Wdouble-promotion -O3 -march=native " FLAGS, true },
	{ "g++", "-std=c++11 -O3 -march=native " FLAGS, true },
	{ "clang", "-std=c99 -Wdouble-promotion -O0 " FLAGS, true },
	{ "clang", "-std=c99 -O2 " FLAGS, true },
	{ "clang", "-std=gnu11 -O3 -march=native -Wno-unknown-warning-option -Wno-invalid-feature-combination " FLAGS,
	  true },
	{ "clang++", "-x c++ -std=c++11 -O2 " FLAGS, true },
	{ "tcc", "-std=c99 -Wall -Werror -c", false },
};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

static const char *scratch(const char *name)
{
	const char *folder = getenv("RIGIDC_SCRATCH");
	return text_print(&arena, "%s/%s", folder ? folder : "build/tests", name);
}

/* The shared object, or NULL if there is no such compiler. */
static void *compile(const struct Compiler *compiler, bool real_float, enum Kind kind)
{
	const char *source = scratch(real_float ? "sincos_float.c" : "sincos_double.c");
	const char *object = scratch("sincos.so"), *unlinked = scratch("sincos.o");
	if (system(text_print(&arena, "command -v %s >/dev/null 2>&1", compiler->command)) != 0)
		return NULL;
	FILE *file = fopen(source, "w");
	ck_assert_ptr_nonnull(file);
	fputs(program_text(real_float, kind), file);
	ck_assert_int_eq(fclose(file), 0);
	const char *command = text_print(&arena, "%s %s -o %s %s", compiler->command, compiler->options,
	                                 compiler->links ? object : unlinked, source);
	if (!compiler->links)
		command = text_print(&arena, "%s && gcc -shared -z noexecstack -o %s %s", command, object, unlinked);
	ck_assert_msg(system(command) == 0, "%s", command);
	char path[4096];
	ck_assert_ptr_nonnull(realpath(object, path));
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	remove(object);
	return library;
}

static void compare_double(void *library, bool fused, int count, uint64_t *random)
{
	void (*group)(const double *, double *, double *);
	*(void **)&group = dlsym(library, indexed("group%d", count));
	ck_assert(group != NULL);
	for (int n = 0; n < angles / GROUPS; n += count) {
		double x[GROUPS], s[GROUPS], c[GROUPS], sine, cosine;
		for (int i = 0; i < count; i++)
			x[i] = draw_angle(random, n + i);
		group(x, s, c);
		for (int i = 0; i < count; i++) {
			sincos_kernel(fused, x[i], &sine, &cosine);
			ck_assert_msg(same(s[i], sine) && (i == 2 || same(c[i], cosine)),
			              "group%d, %a: %a %a, kernel %a %a", count, x[i], s[i], c[i], sine, cosine);
		}
	}
}

static void compare_float(void *library, bool fused, int count, uint64_t *random)
{
	void (*group)(const float *, float *, float *);
	*(void **)&group = dlsym(library, indexed("group%d", count));
	ck_assert(group != NULL);
	for (int n = 0; n < angles / GROUPS; n += count) {
		float x[GROUPS], s[GROUPS], c[GROUPS], sine, cosine;
		for (int i = 0; i < count; i++)
			x[i] = (float)draw_angle(random, n + i);
		group(x, s, c);
		for (int i = 0; i < count; i++) {
			sincos_kernel_float(fused, x[i], &sine, &cosine);
			ck_assert_msg(same(s[i], sine) && (i == 2 || same(c[i], cosine)),
			              "group%d, %a: %a %a, kernel %a %a", count, (double)x[i], (double)s[i],
			              (double)c[i], (double)sine, (double)cosine);
		}
	}
}

LOOP_TEST(text_has_the_bits_of_the_kernel, 2 * KINDS * COMPILERS)
{
	const struct Compiler *compiler = &compilers[_i / (2 * KINDS)];
	enum Kind kind = (enum Kind)(_i / 2 % KINDS);
	bool real_float = _i % 2;
	uint64_t random = 17;
	void *library = compile(compiler, real_float, kind);
	if (!library)
		return;
	const int *has_fma = dlsym(library, "has_fma");
	bool fused = kind == FUSED || (kind == CHOOSING && *has_fma);
	for (int count = 1; count <= GROUPS; count++)
		if (real_float)
			compare_float(library, fused, count, &random);
		else
			compare_double(library, fused, count, &random);
	dlclose(library);
}

/* Operations of a function of one angle: the stars and the signs between blanks; fma is one of each. */
TEST(operations_are_as_declared)
{
	for (int i = 0; i < 4; i++) {
		bool real_float = i % 2;
		int mul = 0, add = 0;
		struct Text text = text_new(&arena);
		struct Printer p = printer_of(&text, real_float, i < 2 ? PLAIN : FUSED);
		struct Dialect numbers = dialect_readable;
		numbers.vectors = false;
		p.dialect = &numbers;
		sincos_put_functions(&p, 1u << 1, 0, false);
		const char *body = strstr(text_string(&text), "q0 =");
		ck_assert_ptr_nonnull(body);
		for (const char *c = body; *c != '}'; c++) {
			bool fused = strncmp(c, "fma", 3) == 0;
			mul += *c == '*' || fused;
			add += ((*c == '+' || *c == '-') && c[1] == ' ') || fused;
		}
		ck_assert_int_eq(mul, real_float ? SINCOS_MUL_FLOAT : SINCOS_MUL);
		ck_assert_int_eq(add, real_float ? SINCOS_ADD_FLOAT : SINCOS_ADD);
	}
}

int main(void)
{
	angles = by_level(10000, 10000, 100000);
	return suite_run("sincos text", arena_begin, arena_end);
}
