/* Reserved words of languages. In code of a language its reserved words get an underscore at the end. Called by
 * printers and packages. Names are the caller's. */
#ifndef RIGIDC_C_RESERVED_H
#define RIGIDC_C_RESERVED_H

#include <stdbool.h>

#include "base/text.h"

enum ReservedBy {
	RESERVED_BY_C,
	RESERVED_BY_JAVASCRIPT,
	RESERVED_BY_PYTHON,
	RESERVED_BY_RUST,
	RESERVED_BY_OPENCL,
	RESERVED_BY_CUDA,
	RESERVED_BY_COUNT
};

/* Words of JavaScript in modules, which are strict; of Python 3; of Rust 2021. Each is between blanks. */
#define RESERVED_JAVASCRIPT \
	" arguments await break case catch class const continue debugger default delete do else enum eval export extends " \
	"false finally for function if implements import in instanceof interface let new null package private protected " \
	"public return static super switch this throw true try typeof var void while with yield "
#define RESERVED_PYTHON \
	" False None True and as assert async await break class continue def del elif else except finally for from global " \
	"if import in is lambda nonlocal not or pass raise return try while with yield "
#define RESERVED_RUST \
	" abstract as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let " \
	"loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe " \
	"unsized use virtual where while yield "

/* Words of OpenCL C 3.0 and of CUDA, without those of C and the vectors, such as float4. */
#define RESERVED_OPENCL \
	" __constant __generic __global __kernel __local __pipe __private __read_only __read_write __write_only constant " \
	"event_t generic global half image1d_array_t image1d_buffer_t image1d_t image2d_array_t image2d_t image3d_t kernel " \
	"local ndrange_t pipe private queue_t read_only read_write reserve_id_t sampler_t uchar uint ulong ushort vec_step " \
	"write_only "
#define RESERVED_CUDA " blockDim blockIdx dim3 gridDim threadIdx warpSize "

/* Is a name a word of C, C++ or their headers, so that nothing can have it? (words.c) */
bool c_is_taken(const char *name);
/* Is the name a word of the language? C has its C++ and its headers with it (words.c). */
bool reserved_by(enum ReservedBy language, const char *name);
/* The name, with an underscore at the end if the language reserves the name. */
const char *reserved_apart(struct Arena *arena, enum ReservedBy language, const char *name);

#endif
