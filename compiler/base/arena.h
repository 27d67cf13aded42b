/* Memory of one compilation: allocated piece by piece, freed all at once.
 * Called by every stage. Allocations never return NULL, so callers do not check them.
 * The owner of the Arena frees it. Out of memory and failed internal checks jump to its Guard. */
#ifndef RIGIDC_ARENA_H
#define RIGIDC_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum Fault {
	FAULT_NONE,
	FAULT_MEMORY,
	FAULT_INTERNAL,
	FAULT_SIZE, /* more than somebody allows, who has a guard of their own for it */
	FAULT_TABLE /* more entries than int has numbers */
};

/* Target of faults: an entry point of the library calls setjmp(guard.jump) once. */
struct Guard {
	jmp_buf jump;
	enum Fault fault;
	char text[256]; /* of an internal fault: file:line: condition */
	/* allocator: a new block if `block` is NULL, frees it if size is 0; NULL: the C library */
	void *(*allocate)(void *context, void *block, size_t size);
	void *context;
};

struct Arena {
	struct ArenaChunk *chunk;
	struct Guard *guard;
	struct Arena *trial;          /* arena for trials, made on first use */
	struct Arena *scratch;        /* arena for values in passing, made on first use */
	struct Arena *own, *next_own; /* parts freed with this arena; next part of the owner */
	bool in_passing;              /* a scratch arena: lists that grow give back their old memory */
};

void arena_init(struct Arena *arena, struct Guard *guard);
/* Frees all memory. The arena can then be used again. */
void arena_free(struct Arena *arena);

/* An arena freed with its owner, or earlier. */
struct Arena *arena_part(struct Arena *arena);

/* An arena for work thrown away: emptied by arena_empty, and freed with its owner in any case. */
struct Arena *arena_trial(struct Arena *arena);

/* The same for values in passing, which are made while trials begin and end: of a file while it is read, of a
 * statement while it is evaluated. No pointer to an element of a list outlives its growth. */
struct Arena *arena_scratch(struct Arena *arena);

/* Discards the contents. The memory is kept as one piece for the next contents, unless it is very large. */
void arena_empty(struct Arena *arena);

/* Zeroed memory, aligned for any type. */
void *arena_alloc(struct Arena *arena, size_t size);
/* Gives a large block back, to which nothing points any more; of others that is done with the arena. */
void arena_release(struct Arena *arena, const void *block);
void *arena_array(struct Arena *arena, size_t count, size_t size);
/* Array of rows x columns, at most INT_MAX: entries are numbered by int. */
void *arena_table(struct Arena *arena, size_t rows, size_t columns, size_t size);
char *arena_copy(struct Arena *arena, const char *text, size_t length);

/* Makes room for another element: returns `base` or a larger copy, and updates *capacity. */
void *arena_reserve(struct Arena *arena, void *base, size_t count, size_t *capacity, size_t size);

/* Jumps to the guard of an arena, with the fault that another guard has caught. */
_Noreturn void arena_pass_on(struct Arena *arena, const struct Guard *caught);
/* Reports a fault and jumps to the guard. */
_Noreturn void arena_fault(struct Arena *arena, enum Fault fault, const char *file, int line, const char *text);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_array((arena), (size_t)(count), sizeof(type)))
#define ARENA_TABLE(arena, type, rows, columns) \
	((type *)arena_table((arena), (size_t)(rows), (size_t)(columns), sizeof(type)))

/* Body of a struct that is a list in an arena: struct ARENA_LIST(int) numbers; */
#define ARENA_LIST(type) \
	{ \
		type *item; \
		size_t count, capacity; \
	}

/* Appends a zeroed element to `list` and yields its address. */
#define ARENA_PUSH(arena, list) \
	((list)->item = arena_reserve((arena), (list)->item, (list)->count, &(list)->capacity, sizeof *(list)->item), \
	 &(list)->item[(list)->count++])

/* An internal check, in release builds too. Its failure is our bug, not the user's. */
#define MUST(arena, condition) \
	((condition) ? (void)0 : arena_fault((arena), FAULT_INTERNAL, __FILE__, __LINE__, #condition))

/* A statement that cannot be reached. */
#define NEVER(arena, text) arena_fault((arena), FAULT_INTERNAL, __FILE__, __LINE__, (text))

#endif
