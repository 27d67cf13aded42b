#include "memo.h"

#include <string.h>

void memo_init(struct Memo *memo, struct Arena *arena)
{
	*memo = (struct Memo){ .arena = arena };
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * 0xbf58476d1ce4e5b9u;
	return hash ^ hash >> 29;
}

static uint64_t hash_of(const void *function, const struct Local *argument, size_t arguments)
{
	uint64_t hash = mix(0, (uintptr_t)function);
	for (size_t i = 0; i < arguments; i++) {
		const struct Value *value = &argument[i].value;
		for (size_t k = 0; k < value->count; k++)
			hash = mix(hash, value->item[k].ref);
		for (int k = 0; k < 3 && value->kind == VALUE_PLACEMENT; k++)
			hash = mix(hash, value->placement.p.e[k]);
	}
	return mix(hash, arguments);
}

static bool same_span(struct Span a, struct Span b)
{
	return a.begin == b.begin && a.end == b.end && a.source == b.source;
}

static bool same_number(const struct Scalar *a, const struct Scalar *b)
{
	return a->ref == b->ref && dim_equal(a->dim, b->dim) && a->bare == b->bare && a->digits == b->digits &&
	       a->length == b->length && a->negative == b->negative && a->in_rad == b->in_rad &&
	       same_span(a->span, b->span);
}

static bool same_value(const struct Value *a, const struct Value *b)
{
	if (a->kind != b->kind || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!same_number(&a->item[i], &b->item[i]))
			return false;
	return a->kind != VALUE_PLACEMENT || memcmp(&a->placement, &b->placement, sizeof a->placement) == 0;
}

static bool same_arguments(const struct Local *a, const struct Local *b, size_t arguments)
{
	for (size_t i = 0; i < arguments; i++)
		if (!same_value(&a[i].value, &b[i].value))
			return false;
	return true;
}

const struct Value *memo_find(const struct Memo *memo, const void *function, const struct Local *argument,
                              size_t arguments)
{
	uint64_t hash = hash_of(function, argument, arguments);
	if (!memo->slots)
		return NULL;
	for (size_t at = hash & (memo->slots - 1); memo->slot[at]; at = (at + 1) & (memo->slots - 1)) {
		const struct KnownCall *known = &memo->item[memo->slot[at] - 1];
		if (known->hash == hash && known->function == function &&
		    same_arguments(known->argument, argument, arguments))
			return &known->value;
	}
	return NULL;
}

static void put(struct Memo *memo, uint32_t index)
{
	size_t at = memo->item[index].hash & (memo->slots - 1);
	while (memo->slot[at])
		at = (at + 1) & (memo->slots - 1);
	memo->slot[at] = index + 1;
}

void memo_add(struct Memo *memo, const void *function, const struct Local *argument, size_t arguments,
              struct Value value)
{
	struct Local *kept = ARENA_ARRAY(memo->arena, struct Local, arguments);
	for (size_t i = 0; i < arguments; i++)
		kept[i] = (struct Local){ argument[i].name, value_kept(memo->arena, argument[i].value) };
	*ARENA_PUSH(memo->arena, memo) = (struct KnownCall){ function, kept, value_kept(memo->arena, value),
		                                             hash_of(function, argument, arguments) };
	if (2 * memo->count > memo->slots) {
		memo->slots = memo->slots ? 2 * memo->slots : 64;
		memo->slot = ARENA_ARRAY(memo->arena, uint32_t, memo->slots);
		for (size_t i = 0; i < memo->count; i++)
			put(memo, (uint32_t)i);
	} else {
		put(memo, (uint32_t)(memo->count - 1));
	}
}
