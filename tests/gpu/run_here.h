/* Kernels that run on this processor, as functions: run_c.h and run_cuda_host.h. */
#if !DERIVED
typedef m_derived k_derived;
#endif

/* Work items beyond the last state write nothing. */
#define RUN(function, n, ...) \
	for (item = 0; item < (n) + 3; item++) \
	function##_kernel(n, __VA_ARGS__)
#define RUN_OF(function) run_##function

struct function {
	const char *name;
	int ins, outs, size[ARRAYS];
	void (*want)(size_t n, real **array, const m_derived *derived);
	void (*run)(size_t n, real **array, const k_derived *derived);
};

static long try_function(const struct function *f, size_t states, const m_derived *derived,
                         const k_derived *kernel_derived)
{
	real *wanted[ARRAYS], *found[ARRAYS];
	long differ = 0;
	for (int i = 0; i < f->ins + f->outs; i++) {
		wanted[i] = array_of(f->size[i]);
		found[i] = copy_of(wanted[i], f->size[i]);
	}
	f->want(states, wanted, derived);
	f->run(states, found, kernel_derived);
	for (int i = 0; i < f->ins + f->outs; i++) {
		differ += compare(f->name, f->size[i], states, wanted[i], found[i]);
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
	k_derived kernel_derived;
	m_params_default(&params);
	m_prepare(&params, &derived);
#if DERIVED
	k_params kernel_params;
	memcpy(&kernel_params, &params, sizeof params);
	k_prepare_kernel(&kernel_params, &kernel_derived);
	differ += memcmp(&derived, &kernel_derived, sizeof derived) != 0;
#else
	kernel_derived = derived;
#endif
	for (size_t i = 0; i < functions; i++)
		differ += try_function(&f[i], STATES, &derived, &kernel_derived) +
		          try_function(&f[i], 1, &derived, &kernel_derived);
	printf("# %zu functions\n", functions);
	return differ || !functions;
}
