#include "arena.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The address sanitizer sees nothing inside a chunk. Under it, all bytes of a chunk that belong to no allocation are
 * poisoned, and a red zone follows each allocation. clang may lack the sanitizer's header. */
#ifdef __SANITIZE_ADDRESS__
#define WATCHED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#endif

#ifdef WATCHED
enum { RED_ZONE = 64 };
void __asan_poison_memory_region(void const volatile *address, size_t size);
void __asan_unpoison_memory_region(void const volatile *address, size_t size);
#define POISON(address, size) __asan_poison_memory_region((address), (size))
#define UNPOISON(address, size) __asan_unpoison_memory_region((address), (size))
#else
enum { RED_ZONE = 0 };
#define POISON(address, size) ((void)(address), (void)(size))
#define UNPOISON(address, size) ((void)(address), (void)(size))
#endif

enum { CHUNK_SIZE = 64 * 1024 };

struct ArenaChunk {
	struct ArenaChunk *next;
	size_t used, size;
	bool alone; /* holds a single large block */
	max_align_t data[];
};

static void *take_block(const struct Guard *guard, size_t size)
{
	void *block = guard->allocate ? guard->allocate(guard->context, NULL, size) : calloc(1, size);
	if (block && guard->allocate)
		memset(block, 0, size);
	return block;
}

static void give_chunk(const struct Guard *guard, struct ArenaChunk *chunk)
{
	UNPOISON(chunk->data, chunk->size);
	if (guard->allocate)
		(void)guard->allocate(guard->context, chunk, 0);
	else
		free(chunk);
}

void arena_init(struct Arena *arena, struct Guard *guard)
{
	arena->chunk = NULL;
	arena->guard = guard;
	arena->trial = arena->scratch = arena->own = arena->next_own = NULL;
	arena->in_passing = false;
}

struct Arena *arena_part(struct Arena *arena)
{
	struct Arena *part = ARENA_NEW(arena, struct Arena);
	arena_init(part, arena->guard);
	part->next_own = arena->own;
	arena->own = part;
	return part;
}

struct Arena *arena_trial(struct Arena *arena)
{
	if (!arena->trial)
		arena->trial = arena_part(arena);
	return arena->trial;
}

struct Arena *arena_scratch(struct Arena *arena)
{
	if (!arena->scratch) {
		arena->scratch = arena_part(arena);
		arena->scratch->in_passing = true;
	}
	return arena->scratch;
}

static void free_own(struct Arena *arena)
{
	for (struct Arena *part = arena->own; part; part = part->next_own)
		arena_free(part);
	arena->trial = arena->scratch = arena->own = NULL;
}

void arena_free(struct Arena *arena)
{
	free_own(arena); /* first: parts lie in this arena's memory */
	struct ArenaChunk *chunk = arena->chunk;
	while (chunk) {
		struct ArenaChunk *next = chunk->next;
		give_chunk(arena->guard, chunk);
		chunk = next;
	}
	arena->chunk = NULL;
}

static struct ArenaChunk *chunk_new(struct Arena *arena, size_t room)
{
	struct ArenaChunk *chunk = take_block(arena->guard, sizeof *chunk + room);
	if (!chunk)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "calloc");
	chunk->size = room;
	POISON(chunk->data, room);
	return chunk;
}

void arena_empty(struct Arena *arena)
{
	enum { LARGE = 8 * 1024 * 1024 }; /* is zeroed as fast by the system */
	struct ArenaChunk *top = arena->chunk;
	size_t size = 0;
	free_own(arena);
	for (const struct ArenaChunk *chunk = top; chunk; chunk = chunk->next)
		size += chunk->size;
	if (size > LARGE) {
		arena_free(arena);
		return;
	}
	if (top && !top->next) {
		UNPOISON(top->data, top->used);
		memset(top->data, 0, top->used);
		POISON(top->data, top->used);
		top->used = 0;
		top->alone = false;
		return;
	}
	arena_free(arena);
	arena->chunk = chunk_new(arena, size);
}

/* `size` bytes of the next `room`. */
static void *chunk_take(struct ArenaChunk *chunk, size_t size, size_t room)
{
	void *taken = (char *)chunk->data + chunk->used;
	chunk->used += room;
	UNPOISON(taken, size);
	return taken;
}

/* Has a block a chunk of its own, at this size with its red zone? */
static bool is_large(size_t room)
{
	return room > CHUNK_SIZE / 4;
}

void *arena_alloc(struct Arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	if (size > SIZE_MAX / 2)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "size");
	size_t room = (size + align - 1) / align * align + RED_ZONE;
	struct ArenaChunk *top = arena->chunk;
	if (top && top->size - top->used >= room)
		return chunk_take(top, size, room);

	bool large = is_large(room);
	struct ArenaChunk *chunk = chunk_new(arena, large ? room : CHUNK_SIZE);
	chunk->alone = large;
	if (large && top) { /* goes below the top, whose rest stays in use */
		chunk->next = top->next;
		top->next = chunk;
	} else {
		chunk->next = top;
		arena->chunk = chunk;
	}
	return chunk_take(chunk, size, room);
}

void arena_release(struct Arena *arena, const void *block)
{
	for (struct ArenaChunk **at = &arena->chunk; *at; at = &(*at)->next) {
		struct ArenaChunk *chunk = *at;
		if (chunk->alone && (const void *)chunk->data == block) {
			*at = chunk->next;
			give_chunk(arena->guard, chunk);
			return;
		}
	}
}

void *arena_array(struct Arena *arena, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "count * size");
	return arena_alloc(arena, count * size);
}

void *arena_table(struct Arena *arena, size_t rows, size_t columns, size_t size)
{
	if (columns && rows > INT_MAX / columns)
		arena_fault(arena, FAULT_TABLE, __FILE__, __LINE__, "rows * columns");
	return arena_array(arena, rows * columns, size);
}

char *arena_copy(struct Arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	if (length)
		memcpy(copy, text, length);
	return copy;
}

void *arena_reserve(struct Arena *arena, void *base, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return base;
	size_t wider = *capacity ? 2 * *capacity : 8;
	void *copy = arena_array(arena, wider, size);
	if (count)
		memcpy(copy, base, count * size);
	if (count && arena->in_passing) {
		POISON(base, count * size);
		if (is_large(count * size))
			arena_release(arena, base);
	}
	*capacity = wider;
	return copy;
}

_Noreturn void arena_pass_on(struct Arena *arena, const struct Guard *caught)
{
	struct Guard *guard = arena->guard;
	guard->fault = caught->fault;
	memcpy(guard->text, caught->text, sizeof guard->text);
	longjmp(guard->jump, 1);
}

_Noreturn void arena_fault(struct Arena *arena, enum Fault fault, const char *file, int line, const char *text)
{
	struct Guard *guard = arena->guard;
	const char *name = strrchr(file, '/');
	guard->fault = fault;
	snprintf(guard->text, sizeof guard->text, "%s:%d: %s", name ? name + 1 : file, line, text);
	longjmp(guard->jump, 1);
}
