/* Kernels by CUDA, on the current device: compiled by nvcc. With -DTIMES it also says how long each takes. */
#include <time.h>

#include KERNELS

#define RUN_OF(function) run_##function
#define RUN(function, n, ...) need(function##_launch(n, __VA_ARGS__, 0), #function)

#if !DERIVED
typedef m_derived k_derived;
#endif

struct function {
	const char *name;
	int ins, outs, size[ARRAYS];
	void (*want)(size_t n, real **array, const m_derived *derived);
	void (*run)(size_t n, real **array, const k_derived *derived);
};

static void need(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return;
	printf("# %s: %s\n", what, cudaGetErrorString(code));
	exit(1);
}

static void *memory_of(const void *bytes, size_t size)
{
	void *memory;
	need(cudaMalloc(&memory, size), "memory");
	need(cudaMemcpy(memory, bytes, size, cudaMemcpyHostToDevice), "copy");
	return memory;
}

static long try_function(const struct function *f, size_t states, const m_derived *derived,
                         const k_derived *kernel_derived)
{
	real *wanted[ARRAYS], *found[ARRAYS], *memory[ARRAYS];
	long differ = 0;
	for (int i = 0; i < f->ins + f->outs; i++) {
		wanted[i] = array_of(f->size[i]);
		found[i] = copy_of(wanted[i], f->size[i]);
		memory[i] = (real *)memory_of(wanted[i], (STATES + 1) * (size_t)f->size[i] * sizeof(real));
	}
	f->want(states, wanted, derived);
	f->run(states, memory, kernel_derived);
	need(cudaDeviceSynchronize(), f->name);
	for (int i = 0; i < f->ins + f->outs; i++) {
		need(cudaMemcpy(found[i], memory[i], (STATES + 1) * (size_t)f->size[i] * sizeof(real),
		                cudaMemcpyDeviceToHost),
		     f->name);
		differ += compare(f->name, f->size[i], states, wanted[i], found[i]);
		need(cudaFree(memory[i]), "memory");
		free(wanted[i]);
		free(found[i]);
	}
	return differ;
}

#ifdef TIMES
enum { DEVICE_STATES = 1 << 18, CORE_STATES = 4104 /* no power of two */, RUNS = 10 };

static double seconds(void)
{
	struct timespec now;
	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The least time of a batch of C, in ns a state. */
static double time_on_core(const struct function *f, const m_derived *derived)
{
	real *array[ARRAYS];
	double least = 1;
	for (int i = 0; i < f->ins + f->outs; i++) {
		array[i] = (real *)calloc((size_t)CORE_STATES * (size_t)f->size[i], sizeof(real));
		for (int j = 0; j < CORE_STATES * f->size[i]; j++)
			array[i][j] = draw();
	}
	for (int run = 0; run < RUNS; run++) {
		double begin = seconds();
		f->want(CORE_STATES, array, derived);
		double took = seconds() - begin;
		least = took < least ? took : least;
	}
	for (int i = 0; i < f->ins + f->outs; i++)
		free(array[i]);
	return 1e9 * least / CORE_STATES;
}

/* The least time of a kernel, in ns a state, without copies. */
static double time_on_device(const struct function *f, const k_derived *derived)
{
	real *memory[ARRAYS];
	double least = 1;
	for (int i = 0; i < f->ins + f->outs; i++) {
		size_t count = (size_t)DEVICE_STATES * (size_t)f->size[i];
		real *array = (real *)malloc(count * sizeof *array);
		for (size_t j = 0; j < count; j++)
			array[j] = draw();
		memory[i] = (real *)memory_of(array, count * sizeof *array);
		free(array);
	}
	for (int run = 0; run < RUNS; run++) {
		double begin = seconds();
		f->run(DEVICE_STATES, memory, derived);
		need(cudaDeviceSynchronize(), f->name);
		double took = seconds() - begin;
		least = took < least ? took : least;
	}
	for (int i = 0; i < f->ins + f->outs; i++)
		need(cudaFree(memory[i]), "memory");
	return 1e9 * least / DEVICE_STATES;
}

static void tell_times(const struct function *f, const m_derived *derived, const k_derived *kernel_derived)
{
	double device = time_on_device(f, kernel_derived), core = time_on_core(f, derived);
	printf("# %s: %.3f ns a state on the device, %.1f by the batch on a core\n", f->name, device, core);
}
#else
#define tell_times(...) ((void)0)
#endif

static int run_all(const struct function *f, size_t functions)
{
	long differ = 0;
	m_params params;
	m_derived derived;
	k_derived room;
	m_params_default(&params);
	m_prepare(&params, &derived);
	memset(&room, 0, sizeof room);
	k_derived *kernel_derived = (k_derived *)memory_of(&room, sizeof room);
#if DERIVED
	k_params *kernel_params = (k_params *)memory_of(&params, sizeof params);
	need(k_prepare_launch(kernel_params, kernel_derived, 0), "prepare");
	need(cudaMemcpy(&room, kernel_derived, sizeof room, cudaMemcpyDeviceToHost), "prepare");
	differ += memcmp(derived.v, room.v, sizeof derived.v) != 0;
#endif
	for (size_t i = 0; i < functions; i++)
		differ += try_function(&f[i], STATES, &derived, kernel_derived) +
		          try_function(&f[i], 1, &derived, kernel_derived);
	for (size_t i = 0; i < functions && !differ; i++)
		tell_times(&f[i], &derived, kernel_derived);
	printf("# %zu functions\n", functions);
	return differ || !functions;
}
