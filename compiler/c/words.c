/* Reserved words of C and C++; names of types and macros of <math.h>, some of them the C library's own, of <stddef.h>, and
 * of <stdint.h>, which a self-test includes; and names that compilers define, or that a program may include before. A member,
 * function or macro of such a name would be mistaken for it. */
#include <stdlib.h>
#include <string.h>

#include "reserved.h"

/* clang-format off */
static const char *const words[] = { /* in the order of strcmp */
	"DOMAIN", "EOF", "FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMAL", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE",
	"FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "HUGE", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "I",
	"INFINITY", "INT16_C", "INT16_MAX", "INT16_MIN", "INT32_C", "INT32_MAX", "INT32_MIN", "INT64_C", "INT64_MAX",
	"INT64_MIN", "INT8_C", "INT8_MAX", "INT8_MIN", "INTMAX_C", "INTMAX_MAX", "INTMAX_MIN", "INTPTR_MAX",
	"INTPTR_MIN", "INT_FAST16_MAX", "INT_FAST16_MIN", "INT_FAST32_MAX", "INT_FAST32_MIN", "INT_FAST64_MAX",
	"INT_FAST64_MIN", "INT_FAST8_MAX", "INT_FAST8_MIN", "INT_LEAST16_MAX", "INT_LEAST16_MIN", "INT_LEAST32_MAX",
	"INT_LEAST32_MIN", "INT_LEAST64_MAX", "INT_LEAST64_MIN", "INT_LEAST8_MAX", "INT_LEAST8_MIN", "MATH_ERREXCEPT",
	"MATH_ERRNO", "MAXFLOAT", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10", "M_LN2", "M_LOG10E", "M_LOG2E",
	"M_PI", "M_PI_2", "M_PI_4", "M_SQRT1_2", "M_SQRT2", "NAN", "NULL", "OVERFLOW", "PLOSS", "PTRDIFF_MAX",
	"PTRDIFF_MIN", "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SING", "SIZE_MAX", "TLOSS", "UINT16_C", "UINT16_MAX",
	"UINT32_C", "UINT32_MAX", "UINT64_C", "UINT64_MAX", "UINT8_C", "UINT8_MAX", "UINTMAX_C", "UINTMAX_MAX",
	"UINTPTR_MAX", "UINT_FAST16_MAX", "UINT_FAST32_MAX", "UINT_FAST64_MAX", "UINT_FAST8_MAX", "UINT_LEAST16_MAX",
	"UINT_LEAST32_MAX", "UINT_LEAST64_MAX", "UINT_LEAST8_MAX", "UNDERFLOW", "WCHAR_MAX", "WCHAR_MIN", "WINT_MAX",
	"WINT_MIN", "X_TLOSS", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary",
	"_Noreturn", "_Static_assert", "_Thread_local", "__ARM_FEATURE_FMA", "__ARM_FP", "__asm", "__attribute",
	"__auto_type", "__declspec", "__extension__", "__float128", "__inline", "__int128", "__restrict", "__signed",
	"__typeof", "__volatile", "alignas", "alignof", "and", "and_eq", "asm", "assert", "auto", "bitand", "bitor",
	"bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
	"co_yield", "compl", "complex", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
	"continue", "decltype", "default", "delete", "do", "double", "double_t", "dynamic_cast", "else", "enum",
	"errno", "explicit", "export", "extern", "false", "float", "float_t", "for", "friend", "gamma_r", "goto",
	"i386", "if", "imaginary", "inline", "int", "int16_t", "int32_t", "int64_t", "int8_t", "int_fast16_t",
	"int_fast32_t", "int_fast64_t", "int_fast8_t", "int_least16_t", "int_least32_t", "int_least64_t",
	"int_least8_t", "intmax_t", "intptr_t", "lgamma_r", "linux", "long", "math_errhandling", "max_align_t",
	"mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "nullptr_t", "offsetof", "operator",
	"or", "or_eq", "private", "protected", "ptrdiff_t", "public", "register", "reinterpret_cast", "requires",
	"restrict", "return", "short", "signed", "size_t", "sizeof", "ssize_t", "static", "static_assert",
	"static_cast", "stderr", "stdin", "stdout", "struct", "switch", "template", "this", "thread_local", "throw",
	"true", "try", "typedef", "typeid", "typename", "typeof", "uint16_t", "uint32_t", "uint64_t", "uint8_t",
	"uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "uint_fast8_t", "uint_least16_t", "uint_least32_t",
	"uint_least64_t", "uint_least8_t", "uintmax_t", "uintptr_t", "union", "unix", "unsigned", "using", "virtual",
	"void", "volatile", "wchar_t", "while", "wint_t", "xor", "xor_eq",
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

static int compare_word(const void *name, const void *word)
{
	return strcmp(name, *(const char *const *)word);
}

bool c_is_taken(const char *name)
{
	return has_their_form(name) || bsearch(name, words, sizeof words / sizeof *words, sizeof *words, compare_word);
}
