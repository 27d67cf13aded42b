/* Kernels as C: an OpenCL compiler's words as macros, and work items one after the other. */
#include <tgmath.h>

#define __kernel
#define __global
#define __constant const
typedef unsigned long item_count;
#define ulong item_count
static size_t item;
static size_t get_global_id(unsigned dimension)
{
	return dimension ? 0 : item;
}

#include KERNELS
#include "run_here.h"
