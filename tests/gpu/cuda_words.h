/* Words of CUDA for clang where CUDA's own headers are missing. */
#include <math.h>
#include <stddef.h>

#undef NAN /* a compilation at run time has no headers */
#undef HUGE_VAL
#define __CUDACC__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __noinline__ __attribute__((noinline))

struct Place {
	unsigned x, y, z;
};
extern const __device__ Place threadIdx, blockIdx, blockDim;
struct dim3 {
	unsigned x, y, z;
	dim3(unsigned x_, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
typedef enum { cudaSuccess } cudaError_t;
typedef struct Stream *cudaStream_t;
/* clang calls these functions to start a kernel; which of them depends on the version of CUDA */
extern "C" int cudaConfigureCall(dim3 blocks, dim3 threads, size_t shared, void *stream);
extern "C" unsigned __cudaPushCallConfiguration(dim3 blocks, dim3 threads, size_t shared, void *stream);
extern "C" cudaError_t cudaLaunchKernel(const void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared,
                                        cudaStream_t stream);
extern "C" cudaError_t cudaGetLastError(void);
extern "C" __device__ double nan(const char *);
extern "C" __device__ float nanf(const char *);
/* what generated code may take of CUDA's own <math.h> */
#define FUNCTION(id, name, ...) \
	extern "C" __device__ double name(double); \
	extern "C" __device__ float name##f(float);
#define FUNCTION2(id, name, ...) \
	extern "C" __device__ double name(double, double); \
	extern "C" __device__ float name##f(float, float);
#define FUNCTION3(id, name, ...) \
	extern "C" __device__ double name(double, double, double); \
	extern "C" __device__ float name##f(float, float, float);
#include "../../compiler/dag/ops.def"
