/* Kernels by CUDA, on the current device: compiled by nvcc. */
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
	printf("# %zu functions\n", functions);
	return differ || !functions;
}
