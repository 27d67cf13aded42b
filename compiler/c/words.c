/* Reserved words of the languages that include generated C, and names of types and macros of their headers. A member,
 * function or macro of such a name would be mistaken for it. */
#include <string.h>

#include "printer.h"

/* clang-format off */
static const char *const words[] = {
	/* C, C++ */
	"alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "char8_t",
	"char16_t", "char32_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
	"constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit",
	"export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
	"noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
	"requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
	"template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using",
	"virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
	"_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local",
	"__asm", "__ARM_FEATURE_FMA", "__ARM_FP", "__attribute", "__auto_type", "__declspec", "__extension__", "__float128", "__inline", "__int128", "__restrict",
	"__signed", "__typeof", "__volatile",
	/* <math.h>, some of them the C library's own */
	"HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "INFINITY", "NAN", "FP_INFINITE", "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO",
	"FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMAL", "FP_ILOGB0", "FP_ILOGBNAN", "MATH_ERRNO", "MATH_ERREXCEPT", "math_errhandling",
	"DOMAIN", "OVERFLOW", "PLOSS", "SING", "TLOSS", "UNDERFLOW", "X_TLOSS", "M_E", "M_LOG2E", "M_LOG10E", "M_LN2", "M_LN10", "M_PI",
	"M_PI_2", "M_PI_4", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2", "MAXFLOAT", "HUGE", "float_t", "double_t", "lgamma_r",
	"gamma_r",
	/* <stddef.h> */
	"NULL", "offsetof", "size_t", "ptrdiff_t", "max_align_t", "nullptr_t", "wint_t", "ssize_t",
	/* <stdint.h>, which a self-test includes */
	"int8_t", "int16_t", "int32_t", "int64_t", "int_least8_t", "int_least16_t", "int_least32_t", "int_least64_t", "int_fast8_t",
	"int_fast16_t", "int_fast32_t", "int_fast64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint_least8_t", "uint_least16_t",
	"uint_least32_t", "uint_least64_t", "uint_fast8_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "intmax_t", "uintmax_t",
	"intptr_t", "uintptr_t", "SIZE_MAX", "PTRDIFF_MIN", "PTRDIFF_MAX", "INTMAX_C", "UINTMAX_C", "INTMAX_MAX", "INTMAX_MIN",
	"UINTMAX_MAX", "INTPTR_MIN", "INTPTR_MAX", "UINTPTR_MAX", "SIG_ATOMIC_MIN", "SIG_ATOMIC_MAX", "WCHAR_MIN", "WCHAR_MAX", "WINT_MIN",
	"WINT_MAX", "INT8_C", "UINT8_C", "INT8_MIN", "INT8_MAX", "UINT8_MAX", "INT_LEAST8_MIN", "INT_LEAST8_MAX", "UINT_LEAST8_MAX",
	"INT_FAST8_MIN", "INT_FAST8_MAX", "UINT_FAST8_MAX", "INT16_C", "UINT16_C", "INT16_MIN", "INT16_MAX", "UINT16_MAX",
	"INT_LEAST16_MIN", "INT_LEAST16_MAX", "UINT_LEAST16_MAX", "INT_FAST16_MIN", "INT_FAST16_MAX", "UINT_FAST16_MAX", "INT32_C",
	"UINT32_C", "INT32_MIN", "INT32_MAX", "UINT32_MAX", "INT_LEAST32_MIN", "INT_LEAST32_MAX", "UINT_LEAST32_MAX", "INT_FAST32_MIN",
	"INT_FAST32_MAX", "UINT_FAST32_MAX", "INT64_C", "UINT64_C", "INT64_MIN", "INT64_MAX", "UINT64_MAX", "INT_LEAST64_MIN",
	"INT_LEAST64_MAX", "UINT_LEAST64_MAX", "INT_FAST64_MIN", "INT_FAST64_MAX", "UINT_FAST64_MAX",
	/* what a program may include before, and what compilers define of their own */
	"I", "EOF", "complex", "imaginary", "linux", "unix", "i386", "errno", "assert", "stdin", "stdout", "stderr",
};
/* clang-format on */

/* Compilers define __GNUC__ and the like; in JavaScript __proto__ is no member like others, but __proto___ is. */
static bool has_their_form(const char *name)
{
	size_t length = strlen(name);
	bool framed = length > 4 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 2, "__") == 0 &&
	              name[length - 3] != '_';
	return framed || strncmp(name, "__builtin_", strlen("__builtin_")) == 0 ||
	       strncmp(name, "__has_", strlen("__has_")) == 0;
}

bool c_is_taken(const char *name)
{
	bool taken = has_their_form(name);
	for (size_t i = 0; i < sizeof words / sizeof *words && !taken; i++)
		taken = strcmp(name, words[i]) == 0;
	return taken;
}
