/* The libtcc executor: C text to a function in memory. It compiles only text printed by compiler/c, which includes
 * nothing and calls only functions of the operation table. */
#define _GNU_SOURCE /* sincos */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "executor.h"

#ifdef WITHOUT_TCC

rigidc_status tcc_compile(rigidc_model *model, const char *text, struct Code *code)
{
	(void)text;
	(void)code;
	library_fail(model, RIGIDC_UNAVAILABLE, "this library was built without libtcc");
	return RIGIDC_UNAVAILABLE;
}

void tcc_release(void *handle)
{
	(void)handle;
}

#else

#include <libtcc.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "alone.h"
#include "program/sincos.h"
#include "tcc_host.h"

/* May memory become executable? tcc_relocate ends the process where it may not, so ask first. */
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
#define FUNCTION(id, name, cost, javascript, numpy, slope) \
	add_symbol(state, #name, (any_function)(double (*)(double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float))name##f);
#define FUNCTION2(id, name, cost, javascript, numpy) \
	add_symbol(state, #name, (any_function)(double (*)(double, double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float, float))name##f);
#define FUNCTION3(id, name, cost) \
	add_symbol(state, #name, (any_function)(double (*)(double, double, double))name); \
	add_symbol(state, #name "f", (any_function)(float (*)(float, float, float))name##f);
#include "dag/ops.def"
	/* sines without libm are the library's own */
	for (const struct SincosFunction *own = sincos_functions; own->name; own++)
		add_symbol(state, own->name, own->function);
	add_symbol(state, "sincos", (any_function)sincos);
	add_symbol(state, "sincosf", (any_function)sincosf);
}

/* The last message of libtcc. */
struct Message {
	char text[200];
};

static void keep_message(void *opaque, const char *message)
{
	struct Message *kept = opaque;
	snprintf(kept->text, sizeof kept->text, "libtcc: %s", message);
}

static int relocate(TCCState *state)
{
#ifdef TCC_RELOCATE_AUTO
	return tcc_relocate(state, TCC_RELOCATE_AUTO);
#else
	return tcc_relocate(state);
#endif
}

/* Compiles a text; the state is ready to be called. NULL if libtcc refuses the text. */
static TCCState *compile(const char *text, struct Message *message, struct Code *code)
{
	TCCState *state = tcc_new();
	void *address = NULL;
	if (!state)
		return NULL;
	tcc_set_error_func(state, message, keep_message);
	tcc_set_options(state, "-nostdlib -nostdinc");
	if (tcc_set_output_type(state, TCC_OUTPUT_MEMORY) == 0 && tcc_compile_string(state, text) == 0) {
		add_symbols(state);
		if (relocate(state) == 0)
			address = tcc_get_symbol(state, "call0");
	}
	if (!address) {
		tcc_delete(state);
		return NULL;
	}
	memcpy(&code->call, &address, sizeof code->call);
	address = tcc_get_symbol(state, "f0");
	memcpy(&code->raw, &address, sizeof code->raw);
	return state;
}

rigidc_status tcc_compile(rigidc_model *model, const char *text, struct Code *code)
{
	struct Message message = { "libtcc: no message" };
	struct TccHost host;
	if (!memory_can_run()) {
		library_fail(model, RIGIDC_UNAVAILABLE, "memory may not become executable here, so libtcc cannot run");
		return RIGIDC_UNAVAILABLE;
	}
	if (!tcc_host_open(&host, strlen(text)))
		return RIGIDC_NO_MEMORY;
	alone_begin();
	tcc_host_enter(&host);
	TCCState *volatile state = NULL;
	if (setjmp(host.out) == 0)
		state = compile(text, &message, code);
	bool ended = tcc_host_ended(&host), short_of_memory = tcc_host_short(&host);
	if (state && short_of_memory) { /* part of it lies in the reserve */
		tcc_delete(state);
		state = NULL;
	}
	tcc_host_leave();
	alone_end();
	tcc_host_close(&host);
	code->handle = state;
	if (state)
		return RIGIDC_OK;
	if (short_of_memory)
		return RIGIDC_NO_MEMORY;
	/* the text is ours, so a refusal is an internal fault and not the user's mistake */
	NEVER(&model->call, ended ? "libtcc wanted to end the process" : text_print(&model->call, "%s", message.text));
}

void tcc_release(void *handle)
{
	alone_begin();
	tcc_delete(handle);
	alone_end();
}

#endif
