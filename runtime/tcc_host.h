/* C library functions for libtcc, so that it cannot end the process: without memory libtcc calls exit, or stops with
 * its tables half made. In a copy of libtcc the Makefile renames the symbols it uses. Calls of malloc, realloc, calloc,
 * free and exit go to the functions rigidc_tcc_* here. The variables rigidc_tcc_* replace stdout, stderr and environ,
 * which a shared library has to access in another way.
 * Called by the libtcc executor, with its mutex held from enter to leave. A TccHost owns its reserve. */
#ifndef RIGIDC_TCC_HOST_H
#define RIGIDC_TCC_HOST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct TccHost {
	jmp_buf out;   /* target of exit; set by the caller of enter */
	char *reserve; /* memory for when malloc has none: enough for an orderly end */
	size_t size, used;
	bool short_of_memory, ended;
};

/* Called before a text of the given length is compiled. False: no memory for the reserve. */
bool tcc_host_open(struct TccHost *host, size_t length);
void tcc_host_close(struct TccHost *host);

void tcc_host_enter(struct TccHost *host);
void tcc_host_leave(void);

/* Was the reserve used? Then the compiled state must be released before the host is closed. */
bool tcc_host_short(const struct TccHost *host);
/* Did libtcc call exit? Then its state is lost. */
bool tcc_host_ended(const struct TccHost *host);

void *rigidc_tcc_malloc(size_t size);
void *rigidc_tcc_calloc(size_t count, size_t size);
void *rigidc_tcc_realloc(void *block, size_t size);
void rigidc_tcc_free(void *block);
_Noreturn void rigidc_tcc_exit(int status);
extern FILE *rigidc_tcc_stdout, *rigidc_tcc_stderr;
extern char **rigidc_tcc_environ;

#endif
