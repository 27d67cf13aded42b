/* The arena: what is released and what stays; red zones under the address sanitizer. */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "arena_fixture.h"
#include "suite.h"

TEST(large_blocks_are_released_alone)
{
	enum { LARGE = 100000 };
	char *small = arena_copy(&arena, "kept", 4), *large = arena_alloc(&arena, LARGE);
	memset(large, 1, LARGE);
	arena_release(&arena, large);
	arena_release(&arena, small);
	ck_assert_str_eq(small, "kept");
}

/* An emptied arena keeps its memory, here that of a large block. */
TEST(memory_used_again_is_not_released_with_its_first_block)
{
	enum { LARGE = 100000 };
	memset(arena_alloc(&arena, LARGE), 1, LARGE);
	arena_empty(&arena);
	char *first = arena_alloc(&arena, 8), *second = arena_copy(&arena, "kept", 4);
	ck_assert_int_eq(first[0], 0);
	arena_release(&arena, first);
	ck_assert_str_eq(second, "kept");
	ck_assert_str_eq(arena_copy(&arena, "more", 4), "more");
}

/* Bytes in use, the size of a block before it. */
static void *count_bytes(void *context, void *block, size_t size)
{
	const size_t before = alignof(max_align_t);
	size_t *now = context;
	if (block) {
		*now -= *(size_t *)((char *)block - before);
		free((char *)block - before);
		return NULL;
	}
	char *made = malloc(before + size);
	*(size_t *)made = size;
	*now += size;
	return made + before;
}

/* The scratch arena has no old memory of a list that grew, and nothing once it is emptied. */
TEST(scratch_memory_is_given_back)
{
	enum { NUMBERS = 1 << 20 };
	size_t now = 0;
	struct Guard counting = { .allocate = count_bytes, .context = &now };
	struct Arena own;
	struct ARENA_LIST(int) list = { 0 };
	arena_init(&own, &counting);
	struct Arena *scratch = arena_scratch(&own);
	ck_assert_ptr_eq(arena_scratch(&own), scratch);
	for (int i = 0; i < NUMBERS; i++)
		*ARENA_PUSH(scratch, &list) = i;
	ck_assert_uint_lt(now, NUMBERS * sizeof(int) + 300000);
	for (int i = 0; i < NUMBERS; i++)
		ck_assert_int_eq(list.item[i], i);
	for (int again = 0; again < 4; again++) {
		arena_alloc(scratch, 16 << 20);
		arena_empty(scratch);
		ck_assert_uint_lt(now, 300000);
	}
	arena_free(&own);
	ck_assert_uint_eq(now, 0);
}

/* Entries of tables are numbered by int. */
static void ask_for_table(int rows, int columns)
{
	guard.fault = FAULT_NONE;
	if (setjmp(guard.jump) == 0)
		ARENA_TABLE(&arena, double, rows, columns);
}

TEST(larger_tables_are_refused)
{
	ask_for_table(46341, 46341);
	ck_assert_int_eq(guard.fault, FAULT_TABLE);
	ask_for_table(2000000000, 2000000000);
	ck_assert_int_eq(guard.fault, FAULT_TABLE);
	ask_for_table(100, 100);
	ck_assert_int_eq(guard.fault, FAULT_NONE);
}

#if defined __SANITIZE_ADDRESS__
int __asan_address_is_poisoned(void const volatile *address);

/* Are the bytes allowed, and 32 bytes on each side not? */
static void ck_assert_fenced(const char *block, size_t size)
{
	for (size_t i = 0; i < size; i++)
		ck_assert(!__asan_address_is_poisoned(block + i));
	for (size_t i = 0; i < 32; i++)
		ck_assert(__asan_address_is_poisoned(block + size + i));
}

TEST(red_zones_follow_allocations)
{
	char *block[4];
	for (int again = 0; again < 2; again++) {
		block[0] = arena_alloc(&arena, 3);
		block[1] = arena_alloc(&arena, 40000);
		block[2] = arena_alloc(&arena, 16);
		block[3] = arena_array(&arena, 5, 8);
		ck_assert_fenced(block[0], 3);
		ck_assert_fenced(block[1], 40000);
		ck_assert_fenced(block[2], 16);
		ck_assert_fenced(block[3], 40);
		arena_empty(&arena);
	}
}
#endif

int main(void)
{
#if defined __SANITIZE_ADDRESS__
#endif
	return suite_run("arena", arena_begin, arena_end);
}
