/* What libtcc sees of the C library, so that it cannot end the process it runs in: where it gets no memory it calls
 * exit, or stops with its tables half made. In a copy of libtcc the Makefile renames what it calls and reads. Its calls of malloc,
 * realloc, calloc, free and exit come to the functions rigidc_tcc_* here. Instead of stdout, stderr and environ it reads the
 * variables rigidc_tcc_*, for a shared library has to reach for those in another way.
 * Called by the libtcc executor, with its mutex held from enter to leave. A TccHost owns its reserve. */
#ifndef RIGIDC_TCC_HOST_H
#define RIGIDC_TCC_HOST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct TccHost {
	jmp_buf out;        /* where exit leads; set by who enters */
	char *reserve;      /* memory for when malloc has none: enough to come to an end in order */
	size_t size, used;
	bool short_of_memory, ended;
};

/* Before a text of a length is compiled. False if there is no memory for the reserve. */
bool tcc_host_open(struct TccHost *host, size_t length);
void tcc_host_close(struct TccHost *host);

void tcc_host_enter(struct TccHost *host);
void tcc_host_leave(void);

/* Did it come to the reserve? Then what was made must be released before the host is closed. */
bool tcc_host_short(const struct TccHost *host);
/* Did it call exit? Then its state is lost. */
bool tcc_host_ended(const struct TccHost *host);

void *rigidc_tcc_malloc(size_t size);
void *rigidc_tcc_calloc(size_t count, size_t size);
void *rigidc_tcc_realloc(void *block, size_t size);
void rigidc_tcc_free(void *block);
_Noreturn void rigidc_tcc_exit(int status);
extern FILE *rigidc_tcc_stdout, *rigidc_tcc_stderr;
extern char **rigidc_tcc_environ;

#endif
