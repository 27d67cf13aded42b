#include "dialect.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "dag/dag.h"

/* Pragma for clang from 13 on, in bodies with the sum x + whole - whole. Under -ffast-math or a part of it compilers
 * simplify this sum to x, and every angle would be a whole number of quarter turns. */
#define IN_ORDER "#if __clang_major__ >= 13\n#pragma clang fp reassociate(off)\n#endif\n"
#define SEPARATELY "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n" IN_ORDER "#endif\n"
#define GCC "defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)"
/* gcc with -ffast-math or a part of it. Without these options no pragma is needed, and functions can be inlined. */
#define FAST_GCC GCC " && (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__))"
#define EXACTLY \
	"\"no-unsafe-math-optimizations\", \"no-associative-math\", \"no-reciprocal-math\", \"no-finite-math-only\""
/* nvcc passes the pragma on to gcc, and warns about a pragma unknown to nvcc. */
#define IF_NVCC(pragma) "#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__\n" pragma "#endif\n"
#define OPEN "\n" IF_NVCC("#pragma nv_diagnostic push\n#pragma nv_diag_suppress 1675\n") "#pragma GCC push_options\n"
#define CLOSE "\n#pragma GCC pop_options\n" IF_NVCC("#pragma nv_diagnostic pop\n") "#endif\n\n"
/* clang before 13, which lacks the pragma of IN_ORDER. */
#define OLD_CLANG \
	"#elif defined(__clang__) && defined(__FAST_MATH__) && __clang_major__ < 13\n" \
	"#error \"sines are wrong with -ffast-math here: no pragma keeps this clang from it, as it does from clang 13 on\"\n"

/* gcc's vectorizer rounds a*b + c beside d*e - f only once, in spite of fp-contract=off: machines with any of these have
 * an instruction for it. -mavx512vl and others imply AVX512F, -mxop implies FMA4. In straight lines that is the work of the SLP
 * vectorizer, in loops of both vectorizers. Sines come before the first pragma: their vectors have one operation in all lanes. */
#define FUSING_GCC GCC " && (defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__))"
#define UNFUSED(vectorizer) \
	"#if " FUSING_GCC "\n#pragma GCC optimize(\"no-tree-" vectorizer "\")" \
	" /* it fuses a*b + c, d*e - f all the same */\n#endif\n\n"

/* gcc without AVX. For size it copies vectors of doubles by movaps, which has a byte less than movapd. */
#define SHORTER_GCC "#if " GCC " && defined(__OPTIMIZE__) && defined(__SSE2__) && !defined(__AVX__)\n"

#define OPEN_CPLUSPLUS "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
#define CLOSE_CPLUSPLUS "#ifdef __cplusplus\n}\n#endif\n"

#define IF_GNU(attributes) "#if " GNU "\n__attribute__((" attributes "))\n#endif\n"
/* clang-format off */
#define STORAGE { \
	.table = "static const ", .local = "static const ", .inlined = "static inline ", \
	.helper = IF_GNU("unused") "static ", .called = IF_GNU("noinline, unused") "static ", \
	.sines = IF_GNU("noinline, unused") "static ", \
	.clearing = "#if defined(__clang__)\n__attribute__((unused))\n#if __has_attribute(no_builtin)\n" \
	            "__attribute__((no_builtin(\"memset\")))\n#endif\n#elif " GNU "\n" \
	            "__attribute__((noinline, unused, optimize(\"no-tree-loop-distribute-patterns\")))\n#endif\nstatic ", \
	.vectors = { "static __attribute__((noinline, unused))\n", \
	             "static inline __attribute__((always_inline, unused))\n" }, \
	.states = "__attribute__((noinline, unused))\nstatic ", \
}
/* clang-format on */

/* C99 that is also C++, for people and their compilers. gcc contracts a*b + c across statements; its pragma precedes
 * the generated functions and is undone after them. clang contracts within a statement; its pragma is at the start
 * of a body. Pragmas also forbid reordering sums, which -ffast-math allows. */
/* clang-format off */
const struct Dialect dialect_readable = {
	.load = "%s[%s]", .temporary = "const ",
	.end = ";", .comment = { "/* ", " */" }, .broken = { "", "" }, .member = "params->%s", .derived = "derived->v",
	.select = { "", " < ", " ? ", " : ", "" },
	.open_file = { "#if " GCC OPEN "#pragma GCC optimize(\"fp-contract=off\", " EXACTLY ")\n",
	               "#if " FAST_GCC OPEN "#pragma GCC optimize(" EXACTLY ")\n" },
	.refuse_file = OLD_CLANG, .opened_file = "#endif\n\n",
	.close_file = { "#if " GCC CLOSE, "#if " FAST_GCC CLOSE },
	.open_body = SEPARATELY, .open_sines = { SEPARATELY, "#ifdef __clang__\n" IN_ORDER "#endif\n" },
	.open_pieces = SHORTER_GCC IF_NVCC("#pragma nv_diagnostic push\n#pragma nv_diag_suppress 1675\n")
	               "#pragma GCC push_options\n#pragma GCC optimize(\"Os\", \"tree-slp-vectorize\")\n#endif\n",
	.close_pieces = SHORTER_GCC "#pragma GCC pop_options\n" IF_NVCC("#pragma nv_diagnostic pop\n") "#endif\n\n",
	.open_functions = UNFUSED("slp-vectorize"), .open_loops = UNFUSED("vectorize"),
	.storage = STORAGE, .vectors = true, .width = 100,
	.include_math = "#include <math.h>\n", .include_size = "#include <stddef.h>\n",
	.nature = "No allocation, no state", .loopless = true, .builtins = true,
	.open_language = { OPEN_CPLUSPLUS, OPEN_CPLUSPLUS }, .close_language = CLOSE_CPLUSPLUS, .guard = "H", .structs = "",
	/* gcc's time grows faster than the length of a function. Pieces would keep the values they read and pass on in
	 * memory, so the limit is far higher for small code. */
	.longest = { 2000, 20000 },
};
/* clang-format on */

/* For libtcc, which contracts nothing, merges no calls and keeps every local in memory. */
/* clang-format off */
const struct Dialect dialect_tcc = {
	.load = "%s[%s]",
	.nature = "No allocation, no state", .loopless = true,
	.end = ";", .comment = { "/* ", " */" }, .broken = { "", "" }, .member = "params->%s", .derived = "derived->v",
	.select = { "", " < ", " ? ", " : ", "" },
	.nan = { "(0.0/0.0)", "(0.0f/0.0f)" },
	.sincos = "sincos", .own_sincos = "own",
	.open_file = { "", "" }, .refuse_file = "", .opened_file = "", .close_file = { "", "" }, .open_body = "", .open_functions = "", .open_loops = "",
	.structs = "",
};
/* clang-format on */

/* --- languages with kernels --- */

static const struct KernelWords opencl_kernel = {
	.open = "__kernel void ",
	.array = "__global ",
	.alone = "restrict ",
	.count = "ulong",
	.state = "get_global_id(0)",
	.thread = "work item",
	.where = { "", "" },
};

/* OpenCL C 1.2. Its compilers contract a*b + c unless this pragma forbids it. Structs are read from constant memory:
 * a pointer to them has an address space, which the functions of C do not need. */
/* clang-format off */
const struct Dialect dialect_opencl = {
	.load = "%s[%s]", .temporary = "const ",
	.end = ";", .comment = { "/* ", " */" }, .broken = { "", "" }, .member = "params->%s", .derived = "derived->v",
	.select = { "", " < ", " ? ", " : ", "" },
	.open_file = { "#pragma OPENCL FP_CONTRACT OFF\n", "" },
	.refuse_file = "#ifdef __FAST_RELAXED_MATH__\n#error \"sines are wrong with -cl-fast-relaxed-math\"\n#endif\n",
	.opened_file = "\n", .close_file = { "#pragma OPENCL FP_CONTRACT DEFAULT\n", "" },
	.open_body = "", .open_sines = { "", "" }, .open_functions = "", .open_loops = "",
	.storage = {
		.table = "__constant ", .local = "const ", .inlined = "__attribute__((unused)) static inline ", .helper = "static inline ",
		.called = "static __attribute__((noinline)) ", .sines = "static inline ",
	},
	.width = 100, .include_math = "", .include_size = "",
	.nature = "No allocation, no state", .loopless = true,
	.open_language = { "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\n", "" }, .close_language = "", .guard = "CL",
	.longest = { 2000, 2000 },
	.reserved = RESERVED_BY_OPENCL, .members = RESERVED_BY_OPENCL,
	.kernel = &opencl_kernel, .structs = "__constant ", .overloaded = true,
};
/* clang-format on */

static const struct KernelWords cuda_kernel = {
	.open = "__global__ void ",
	.array = "",
	.alone = "__restrict__ ",
	.count = "size_t",
	.state = "(size_t)blockIdx.x*blockDim.x + threadIdx.x",
	.thread = "thread",
	.where = { "#ifdef __CUDACC__\n", "#endif\n\n" },
	.launched = true,
};

/* nvcc compiles a file at run time without headers, and then has the functions of <math.h> and size_t by itself. */
#define UNLESS_RTC(text) "#ifndef __CUDACC_RTC__\n" text "#endif\n"
#define CUDA_LANGUAGE \
	"/* The host calls these functions, and kernels do. */\n#ifndef RIGIDC_BOTH\n" \
	"#if defined(__GNUC__) || defined(__CUDACC_RTC__)\n#define RIGIDC_SPARE __attribute__((unused))\n" \
	"#else\n#define RIGIDC_SPARE\n#endif\n" \
	"#ifdef __CUDACC__\n#define RIGIDC_BOTH RIGIDC_SPARE __host__ __device__\n#define RIGIDC_APART __noinline__\n" \
	"#else\n#define RIGIDC_BOTH\n#define RIGIDC_APART\n#endif\n#endif\n\n" OPEN_CPLUSPLUS

/* CUDA C++, and C++ for the host alone. nvcc contracts a*b + c and has no pragma against it: -fmad=false does. */
/* clang-format off */
const struct Dialect dialect_cuda = {
	.load = "%s[%s]", .temporary = "const ",
	.end = ";", .comment = { "/* ", " */" }, .broken = { "", "" }, .member = "params->%s", .derived = "derived->v",
	.select = { "", " < ", " ? ", " : ", "" },
	.nan = { "nan(\"\")", "nanf(\"\")" },
	.open_file = { "#if " GCC OPEN "#pragma GCC optimize(\"fp-contract=off\", " EXACTLY ")\n",
	               "#if " FAST_GCC OPEN "#pragma GCC optimize(" EXACTLY ")\n" },
	.refuse_file = OLD_CLANG, .opened_file = "#endif\n\n",
	.close_file = { "#if " GCC CLOSE, "#if " FAST_GCC CLOSE },
	.open_body = SEPARATELY, .open_sines = { SEPARATELY, "#ifdef __clang__\n" IN_ORDER "#endif\n" },
	.open_functions = UNFUSED("slp-vectorize"), .open_loops = "",
	.storage = {
		.table = "RIGIDC_SPARE static const ", .local = "static const ", .inlined = "RIGIDC_BOTH static inline ",
		.helper = "RIGIDC_BOTH static inline ", .called = "RIGIDC_BOTH RIGIDC_APART static ",
		.sines = "RIGIDC_BOTH static inline ",
	},
	.width = 100, .include_math = UNLESS_RTC("#include <math.h>\n"), .include_size = UNLESS_RTC("#include <stddef.h>\n"),
	.nature = "No allocation, no state", .loopless = true,
	.open_language = { CUDA_LANGUAGE, CUDA_LANGUAGE }, .close_language = CLOSE_CPLUSPLUS, .guard = "CU",
	.longest = { 2000, 2000 },
	.reserved = RESERVED_BY_CUDA, .members = RESERVED_BY_CUDA,
	.kernel = &cuda_kernel, .structs = "",
};
/* clang-format on */

const char *const batch_name[BATCH_COUNT] = { "none", "auto", "2", "4", "8", "16" };

static void put_wide(struct Text *out, double value)
{
	number_put(out, value);
}

static void put_narrow(struct Text *out, double value)
{
	number_put_float(out, (float)value);
}

const struct Real *real_of(bool narrow)
{
	static const struct Real real[] = {
		{ .name = "double",
		  .suffix = "",
		  .narrow = false,
		  .put = put_wide,
		  .words = { "(double)NAN", "HUGE_VAL" } },
		{ .name = "float", .suffix = "f", .narrow = true, .put = put_narrow, .words = { "NAN", "HUGE_VALF" } },
	};
	return &real[narrow];
}

void real_put(const struct Real *real, struct Text *out, double value)
{
	struct Text text = text_new(out->arena);
	real->put(&text, value);
	const char *digits = text_string(&text);
	text_format(out, "%s%s%s", digits, strpbrk(digits, ".en") ? "" : ".0", real->suffix);
}

bool real_put_no_number(const struct Real *real, struct Text *out, double value, const struct NoNumber *words)
{
	bool infinite = isinf(value) || (real->narrow && isinf((float)value));
	if (isnan(value))
		text_put(out, words->nan);
	else if (infinite)
		text_format(out, "%s%s", value < 0 ? "-" : "", words->infinite);
	return isnan(value) || infinite;
}

void real_put_any(const struct Real *real, struct Text *out, double value)
{
	if (!real_put_no_number(real, out, value, &real->words))
		real_put(real, out, value);
}
