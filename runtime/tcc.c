/* The libtcc executor: C text to a function in memory. Only text printed by emit_c.c comes here; it
 * includes nothing and may call the functions of the operation table and no others. */
#define _GNU_SOURCE /* sincos */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

#ifdef WITHOUT_TCC

rigidc_status tcc_compile(rigidc_function *function, const char *text)
{
	(void)text;
	function->model->failure = "this library was built without libtcc";
	return RIGIDC_UNAVAILABLE;
}

void tcc_release(void *handle)
{
	(void)handle;
}

#else

#include <libtcc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

/* libtcc's compiler keeps its state in globals: one compilation at a time. */
static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

/* tcc_relocate ends the process where memory may not become executable, so ask first. */
static bool memory_can_run(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return false;
	bool can = mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
	munmap(page, size);
	return can;
}

typedef void (*any_function)(void);

static void add_symbol(TCCState *state, const char *name, any_function function)
{
	const void *address;
	memcpy(&address, &function, sizeof address);
	tcc_add_symbol(state, name, address);
}

static void add_symbols(TCCState *state)
{
#define FUNCTION(id, name, cost, slope) \
	add_symbol(state, #name, (any_function)(double (*)(double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float))name##f);
#define FUNCTION2(id, name, cost) \
	add_symbol(state, #name, (any_function)(double (*)(double, double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float, float))name##f);
#define FUNCTION3(id, name, cost) \
	add_symbol(state, #name, (any_function)(double (*)(double, double, double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float, float, float))name##f);
#include "ops.def"
	add_symbol(state, "sincos", (any_function)sincos);
	add_symbol(state, "sincosf", (any_function)sincosf);
}

static void keep_message(void *opaque, const char *message)
{
	rigidc_model *model = opaque;
	snprintf(model->guard.text, sizeof model->guard.text, "libtcc: %s", message);
}

static int relocate(TCCState *state)
{
#ifdef TCC_RELOCATE_AUTO
	return tcc_relocate(state, TCC_RELOCATE_AUTO);
#else
	return tcc_relocate(state);
#endif
}

/* With the mutex held. The text is ours, so a refusal is our fault and not the user's. */
static rigidc_status compile(rigidc_function *function, TCCState *state, const char *text)
{
	rigidc_model *model = function->model;
	tcc_set_error_func(state, model, keep_message);
	tcc_set_options(state, "-nostdlib -nostdinc");
	if (tcc_set_output_type(state, TCC_OUTPUT_MEMORY) < 0 || tcc_compile_string(state, text) < 0) {
		model->guard.fault = FAULT_INTERNAL;
		return RIGIDC_INTERNAL;
	}
	add_symbols(state);
	void *address = relocate(state) < 0 ? NULL : tcc_get_symbol(state, "call0");
	if (!address) {
		model->guard.fault = FAULT_INTERNAL;
		return RIGIDC_INTERNAL;
	}
	memcpy(&function->call, &address, sizeof function->call);
	return RIGIDC_OK;
}

rigidc_status tcc_compile(rigidc_function *function, const char *text)
{
	if (!memory_can_run()) {
		function->model->failure = "memory may not become executable here, so libtcc cannot run";
		return RIGIDC_UNAVAILABLE;
	}
	pthread_mutex_lock(&compiling);
	TCCState *state = tcc_new();
	rigidc_status status = state ? compile(function, state, text) : RIGIDC_NO_MEMORY;
	if (status == RIGIDC_OK)
		function->handle = state;
	else if (state)
		tcc_delete(state);
	pthread_mutex_unlock(&compiling);
	return status;
}

void tcc_release(void *handle)
{
	pthread_mutex_lock(&compiling);
	tcc_delete(handle);
	pthread_mutex_unlock(&compiling);
}

#endif
