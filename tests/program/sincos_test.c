/* The sine and cosine of --sincos=inline, without fma and with it: exact properties, and identical results of the C
 * text with every compiler and of the kernel. sincos_error.c measures the errors. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/print_sincos.h"
#include "program/sincos.h"
#include "suite.h"
#include "trees/random_bits.h"

static struct Guard guard;
static struct Arena arena;

static void setup(void)
{
	arena_init(&arena, &guard);
}

static void teardown(void)
{
	arena_free(&arena);
}

/* --- the kernel --- */

static bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Draws mostly angles of robots; then all magnitudes; then any bits. */
static double draw(uint64_t *random, int i)
{
	uint64_t bits = random_bits(random);
	double x;
	if (i % 8 == 0)
		memcpy(&x, &bits, sizeof x);
	else if (i % 8 < 3)
		x = ldexp(random_between(random, -1, 1), random_below(random, 60) - 30);
	else
		x = random_between(random, -10, 10);
	return x;
}

START_TEST(exact_values)
{
	const bool fused = _i;
	double s, c;
	float sf, cf;
	sincos_kernel(fused, 0.0, &s, &c);
	ck_assert(same(s, 0.0) && same(c, 1.0));
	sincos_kernel(fused, -0.0, &s, &c);
	ck_assert(same(s, -0.0) && same(c, 1.0));
	sincos_kernel_float(fused, 0.0f, &sf, &cf);
	ck_assert(same(sf, 0.0) && same(cf, 1.0));
	sincos_kernel_float(fused, -0.0f, &sf, &cf);
	ck_assert(same(sf, -0.0) && same(cf, 1.0));
	static const double small[] = { 5e-324, 1e-310, 2.3e-308, 1e-200, 1e-9 };
	for (int i = 0; i < 5; i++) {
		sincos_kernel(fused, small[i], &s, &c);
		ck_assert(same(s, small[i]) && same(c, 1.0));
	}
	static const double odd[] = { INFINITY, -INFINITY, NAN };
	for (int i = 0; i < 3; i++) {
		sincos_kernel(fused, odd[i], &s, &c);
		sincos_kernel_float(fused, (float)odd[i], &sf, &cf);
		ck_assert(isnan(s) && isnan(c) && isnan(sf) && isnan(cf));
	}
}
END_TEST

START_TEST(odd_and_even_to_the_bit)
{
	const bool fused = _i;
	uint64_t random = 3;
	for (int i = 0; i < 200000; i++) {
		double x = draw(&random, i), s, c, minus_s, minus_c;
		float sf, cf, minus_sf, minus_cf;
		sincos_kernel(fused, x, &s, &c);
		sincos_kernel(fused, -x, &minus_s, &minus_c);
		ck_assert_msg(!(fabs(x) <= 0x1p50) || (same(minus_s, -s) && same(minus_c, c)), "%a", x);
		if (!(fabs(x) <= 0x1p21))
			continue;
		sincos_kernel_float(fused, (float)x, &sf, &cf);
		sincos_kernel_float(fused, -(float)x, &minus_sf, &minus_cf);
		ck_assert_msg(same(minus_sf, -sf) && same(minus_cf, cf), "%a", x);
	}
}
END_TEST

/* Limit of angles: 2^50, or 2^21 in float. Beyond it the result is NaN, which is better than a wrong number. */
START_TEST(too_far_out)
{
	const bool fused = _i;
	static const double far[] = { 1e16, 1e100, 1.7e308 };
	double s, c;
	float sf, cf;
	for (int sign = -1; sign <= 1; sign += 2) {
		sincos_kernel(fused, sign * SINCOS_LIMIT, &s, &c);
		ck_assert(fabs(s) <= 1 && fabs(c) <= 1);
		sincos_kernel(fused, nextafter(sign * SINCOS_LIMIT, (float)sign * INFINITY), &s, &c);
		ck_assert(isnan(s) && isnan(c));
		sincos_kernel_float(fused, (float)sign * SINCOS_LIMIT_FLOAT, &sf, &cf);
		ck_assert(fabsf(sf) <= 1 && fabsf(cf) <= 1);
		sincos_kernel_float(fused, nextafterf((float)sign * SINCOS_LIMIT_FLOAT, (float)sign * INFINITY), &sf, &cf);
		ck_assert(isnan(sf) && isnan(cf));
		for (int i = 0; i < 3; i++) {
			sincos_kernel(fused, sign * far[i], &s, &c);
			ck_assert(isnan(s) && isnan(c));
		}
	}
}
END_TEST

/* --- the C text --- */

enum { ANGLES = 100000, GROUPS = 13 }; /* groups of 1 .. GROUPS angles */

static const char *indexed(const char *format, int i)
{
	return text_print(&arena, format, i);
}

/* Puts a function group<count> of x, which fills s and c through named variables. */
static void put_caller(struct SincosPrinter *printer, int count)
{
	const char *angle[GROUPS], *sine[GROUPS], *cosine[GROUPS];
	const char *real = printer->real_float ? "float" : "double";
	for (int i = 0; i < count; i++) {
		angle[i] = indexed(i % 2 ? "-(-x[%d])" : "x[%d]", i);
		sine[i] = indexed("s%d", i);
		cosine[i] = i == 2 ? NULL : indexed("c%d", i);
	}
	const char *signature = text_print(&arena, "void group%d(const %s *x, %s *s, %s *c)", count, real, real, real);
	text_format(printer->out, "extern %s;\n%s\n{\n", signature, signature);
	printer->groups = 0;
	sincos_put_group(printer, angle, sine, cosine, count);
	for (int i = 0; i < count; i++)
		text_format(printer->out, "\ts[%d] = %s;\n\tc[%d] = %s;\n", i, sine[i], i,
		            cosine[i] ? cosine[i] : sine[i]);
	text_put(printer->out, "}\n\n");
}

/* Kinds of text: without fma, with fma, and by the machine. */
enum Kind { PLAIN, FUSED, CHOOSING, KINDS };

static const char *program_text(bool real_float, enum Kind kind)
{
	struct Text text;
	unsigned sizes = 0;
	text_init(&text, &arena);
	const char *fma = kind == CHOOSING ? "ROBOT_FMA" : real_float ? "fmaf" : "fma";
	struct SincosPrinter printer = { .out = &text, .real_float = real_float, .prefix = "robot",
	                                 .fma = kind == PLAIN ? NULL : fma,
	                                 .fused_if = kind == CHOOSING ? "defined(__FMA__)" : NULL,
	                                 .vectors = !real_float };
	text_put(&text, "#include <math.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
	                "#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)\n"
	                "#pragma GCC push_options\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n\n");
	text_format(&text, "#ifdef __FMA__\n#define ROBOT_FMA(a, b, c) fma%s(a, b, c)\n#else\n"
	                   "#define ROBOT_FMA(a, b, c) ((a)*(b) + (c))\n#endif\n", real_float ? "f" : "");
	for (int count = 0; count <= GROUPS; count++)
		sizes |= sincos_sizes(&printer, count);
	sincos_put_functions(&printer, sizes);
	for (int count = 1; count <= GROUPS; count++)
		put_caller(&printer, count);
	text_put(&text, "extern const int has_fma;\n#ifdef __FMA__\nconst int has_fma = 1;\n#else\nconst int has_fma = 0;\n#endif\n");
	text_put(&text, "#ifdef __cplusplus\n}\n#endif\n");
	return text_string(&text);
}

#define FLAGS "-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -shared -fPIC "
static const struct Compiler {
	const char *command, *options;
} compilers[] = {
	{ "gcc", "-std=c99 -Wdouble-promotion -O0 " FLAGS },
	{ "gcc", "-std=gnu11 -O2 " FLAGS },
	{ "gcc", "-std=gnu99 -Wdouble-promotion -O3 -march=native " FLAGS },
	{ "g++", "-std=c++11 -O3 -march=native " FLAGS },
	{ "clang", "-std=c99 -Wdouble-promotion -O0 " FLAGS },
	{ "clang", "-std=c99 -O2 " FLAGS },
	{ "clang", "-std=gnu11 -O3 -march=native " FLAGS },
	{ "clang++", "-x c++ -std=c++11 -O2 " FLAGS },
	{ "tcc", "-std=c99 -Wall -Werror -shared" },
};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

static const char *scratch(const char *name)
{
	const char *folder = getenv("RIGIDC_SCRATCH");
	return text_print(&arena, "%s/%s", folder ? folder : "build/tests", name);
}

/* The shared object, or NULL without such a compiler. */
static void *compile(const struct Compiler *compiler, bool real_float, enum Kind kind)
{
	const char *source = scratch(real_float ? "sincos_float.c" : "sincos_double.c");
	const char *object = scratch("sincos.so");
	if (system(text_print(&arena, "command -v %s >/dev/null 2>&1", compiler->command)) != 0)
		return NULL;
	FILE *file = fopen(source, "w");
	ck_assert_ptr_nonnull(file);
	fputs(program_text(real_float, kind), file);
	ck_assert_int_eq(fclose(file), 0);
	const char *command = text_print(&arena, "%s %s -o %s %s", compiler->command, compiler->options, object,
	                                 source);
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
	for (int n = 0; n < ANGLES / GROUPS; n += count) {
		double x[GROUPS], s[GROUPS], c[GROUPS], sine, cosine;
		for (int i = 0; i < count; i++)
			x[i] = draw(random, n + i);
		group(x, s, c);
		for (int i = 0; i < count; i++) {
			sincos_kernel(fused, x[i], &sine, &cosine);
			ck_assert_msg(same(s[i], sine) && (i == 2 || same(c[i], cosine)), "group%d, %a: %a %a, kernel %a %a",
			              count, x[i], s[i], c[i], sine, cosine);
		}
	}
}

static void compare_float(void *library, bool fused, int count, uint64_t *random)
{
	void (*group)(const float *, float *, float *);
	*(void **)&group = dlsym(library, indexed("group%d", count));
	ck_assert(group != NULL);
	for (int n = 0; n < ANGLES / GROUPS; n += count) {
		float x[GROUPS], s[GROUPS], c[GROUPS], sine, cosine;
		for (int i = 0; i < count; i++)
			x[i] = (float)draw(random, n + i);
		group(x, s, c);
		for (int i = 0; i < count; i++) {
			sincos_kernel_float(fused, x[i], &sine, &cosine);
			ck_assert_msg(same(s[i], sine) && (i == 2 || same(c[i], cosine)), "group%d, %a: %a %a, kernel %a %a",
			              count, (double)x[i], (double)s[i], (double)c[i], (double)sine, (double)cosine);
		}
	}
}

START_TEST(text_has_the_bits_of_the_kernel)
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
END_TEST

/* Operations of a function of one angle: the stars and the signs between blanks; fma is one of each. */
START_TEST(operations_are_as_declared)
{
	for (int i = 0; i < 4; i++) {
		bool real_float = i % 2;
		struct Text text;
		int mul = 0, add = 0;
		text_init(&text, &arena);
		sincos_put_functions(&(struct SincosPrinter){ .out = &text, .real_float = real_float, .prefix = "a",
		                                              .fma = i < 2 ? NULL : "fused" }, 1u << 1);
		const char *body = strstr(text_string(&text), "q0 =");
		ck_assert_ptr_nonnull(body);
		for (const char *c = body; *c != '}'; c++) {
			bool fused = strncmp(c, "fused(", 6) == 0;
			mul += *c == '*' || fused;
			add += ((*c == '+' || *c == '-') && c[1] == ' ') || fused;
		}
		ck_assert_int_eq(mul, real_float ? SINCOS_MUL_FLOAT : SINCOS_MUL);
		ck_assert_int_eq(add, real_float ? SINCOS_ADD_FLOAT : SINCOS_ADD);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sincos");
	TCase *tests = tcase_create("sincos");
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, exact_values, 0, 2);
	tcase_add_loop_test(tests, odd_and_even_to_the_bit, 0, 2);
	tcase_add_loop_test(tests, too_far_out, 0, 2);
	tcase_add_test(tests, operations_are_as_declared);
	tcase_add_loop_test(tests, text_has_the_bits_of_the_kernel, 0, 2 * KINDS * COMPILERS);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
