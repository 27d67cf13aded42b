/* Kernels of CUDA as C++ of the host: the words as macros, and threads one after the other. What launches kernels is left out,
 * as in a compilation at run time. */
#include <math.h>

#define __CUDACC__
#define __CUDACC_RTC__
#define __host__
#define __device__
#define __global__
#define __noinline__
static size_t item;
static const unsigned block_width = 4;
struct Place {
	unsigned x;
};
#define blockIdx (Place{ (unsigned)(item / block_width) })
#define blockDim (Place{ block_width })
#define threadIdx (Place{ (unsigned)(item % block_width) })

#include KERNELS
#include "run_here.h"
