#define _GNU_SOURCE /* MAP_ANONYMOUS, environ */

#include "tcc_host.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The current host, and the C library's variables: written by the thread that is alone (alone.h). */
static struct TccHost *current;
FILE *rigidc_tcc_stdout, *rigidc_tcc_stderr;
char **rigidc_tcc_environ;

enum { ALIGN = 16 };

bool tcc_host_open(struct TccHost *host, size_t length)
{
	/* measured: libtcc takes up to 40 bytes for a byte of the text, and half a megabyte */
	enum { ALWAYS_MOST = 4 * 1024 * 1024, PER_BYTE = 200 };
	*host = (struct TccHost){ .size = ALWAYS_MOST + PER_BYTE * length };
	/* untouched pages cost nothing */
	void *pages =
		mmap(NULL, host->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	host->reserve = pages == MAP_FAILED ? NULL : pages;
	return host->reserve != NULL;
}

void tcc_host_close(struct TccHost *host)
{
	munmap(host->reserve, host->size);
}

void tcc_host_enter(struct TccHost *host)
{
	current = host;
	rigidc_tcc_stdout = stdout;
	rigidc_tcc_stderr = stderr;
	rigidc_tcc_environ = environ;
}

void tcc_host_leave(void)
{
	current = NULL;
}

bool tcc_host_short(const struct TccHost *host)
{
	return host->short_of_memory;
}

bool tcc_host_ended(const struct TccHost *host)
{
	return host->ended;
}

static bool in_reserve(const void *block)
{
	const char *at = block;
	return current && at >= current->reserve && at < current->reserve + current->size;
}

/* Every block is preceded by its size, in the reserve or not. */
static void *head_of(void *block)
{
	return (char *)block - ALIGN;
}

static void *block_behind(void *head, size_t size)
{
	memcpy(head, &size, sizeof size);
	return (char *)head + ALIGN;
}

static size_t size_of(void *block)
{
	size_t size;
	memcpy(&size, head_of(block), sizeof size);
	return size;
}

/* Takes memory from the reserve, which is freed as a whole and whose pages are zero. NULL if the reserve is used up:
 * libtcc then reports an error if compiling, or calls exit. */
static void *take(size_t size)
{
	if (!current)
		return NULL;
	current->short_of_memory = true;
	if (size > current->size - current->used || current->size - current->used - size < 2 * ALIGN)
		return NULL;
	void *head = current->reserve + current->used;
	current->used += ALIGN + (size + ALIGN - 1) / ALIGN * ALIGN;
	return block_behind(head, size);
}

void *rigidc_tcc_malloc(size_t size)
{
	void *head = size < SIZE_MAX - ALIGN ? malloc(ALIGN + size) : NULL;
	return head ? block_behind(head, size) : take(size);
}

void *rigidc_tcc_calloc(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		return NULL;
	void *head = calloc(1, ALIGN + count * size);
	return head ? block_behind(head, count * size) : take(count * size);
}

void *rigidc_tcc_realloc(void *block, size_t size)
{
	if (!block)
		return rigidc_tcc_malloc(size);
	if (!size) {
		rigidc_tcc_free(block);
		return NULL;
	}
	void *head = in_reserve(block) || size >= SIZE_MAX - ALIGN ? NULL : realloc(head_of(block), ALIGN + size);
	if (head)
		return block_behind(head, size);
	void *moved = take(size);
	if (!moved)
		return NULL;
	memcpy(moved, block, size_of(block) < size ? size_of(block) : size);
	rigidc_tcc_free(block);
	return moved;
}

void rigidc_tcc_free(void *block)
{
	if (block && !in_reserve(block))
		free(head_of(block));
}

_Noreturn void rigidc_tcc_exit(int status)
{
	if (!current)
		exit(status);
	current->ended = true;
	longjmp(current->out, 1);
}
