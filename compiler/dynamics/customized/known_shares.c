#include "known_shares.h"

#include <string.h>

struct KnownShares *known_shares_new(struct Arena *arena)
{
	struct KnownShares *known = ARENA_NEW(arena, struct KnownShares);
	known->arena = arena;
	return known;
}

/* --- keys --- */

static uint64_t stir(uint64_t hash, uint64_t word, uint64_t factor)
{
	hash = (hash ^ word) * factor;
	return hash ^ hash >> 29;
}

void lever_key_add(struct LeverKey *key, uint64_t word)
{
	key->half[0] = stir(key->half[0], word, 0x9e3779b97f4a7c15u);
	key->half[1] = stir(key->half[1], word, 0xd6e8feb86659fd93u);
}

void lever_key_add_numbers(struct LeverKey *key, const double *number, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t bits;
		memcpy(&bits, &number[i], sizeof bits);
		lever_key_add(key, bits);
	}
}

static void add_key(struct LeverKey *key, const struct LeverKey *other, bool negative)
{
	key->half[0] = stir(key->half[0], other->half[0] + negative, 0x9e3779b97f4a7c15u);
	key->half[1] = stir(key->half[1], other->half[1] + negative, 0xd6e8feb86659fd93u);
}

/* Adds the keys of both operands of a sum or product, in an order of their own: DAGs order them by their numbers. */
static void add_pair(struct LeverKey *key, const struct Node *node, const struct LeverKey *keys)
{
	struct LeverKey word[2];
	for (int k = 0; k < 2; k++) {
		word[k] = keys[ref_node(node->operand[k])];
		for (int i = 0; i < 2; i++)
			word[k].half[i] += ref_negative(node->operand[k]);
	}
	for (int i = 0; i < 2; i++)
		if (word[0].half[i] > word[1].half[i]) {
			uint64_t half = word[0].half[i];
			word[0].half[i] = word[1].half[i];
			word[1].half[i] = half;
		}
	add_key(key, &word[0], false);
	add_key(key, &word[1], false);
}

/* Key of a node whose operands have keys. Operands of a constant are its bits, of an input its array and element. */
static struct LeverKey key_of(const struct Node *node, const struct LeverKey *keys)
{
	struct LeverKey key = { { 1 + (uint64_t)node->op, 1 + (uint64_t)node->op } };
	bool leaf = node->op == OP_CONST || node->op == OP_INPUT;
	for (int k = 0; k < OPERANDS && leaf; k++)
		lever_key_add(&key, node->operand[k]);
	bool commutes = node->op == OP_ADD || node->op == OP_MUL;
	if (commutes)
		add_pair(&key, node, keys);
	for (int k = 0; k < node_arity(node) && !leaf && !commutes; k++)
		add_key(&key, &keys[ref_node(node->operand[k])], ref_negative(node->operand[k]));
	return key;
}

void lever_key_add_value(struct LeverKey *key, const struct Dag *dag, struct NodeKeys *keys, Ref value)
{
	while (keys->count < dag->count) {
		struct LeverKey own = key_of(&dag->item[keys->count], keys->item);
		*ARENA_PUSH(dag->arena, keys) = own;
	}
	add_key(key, &keys->item[ref_node(value)], ref_negative(value));
}

/* --- the list --- */

static struct KnownShare *place_of(const struct KnownShares *known, const struct LeverKey *key)
{
	size_t at = key->half[0] & (known->slots - 1);
	while (known->item[at].share && memcmp(&known->item[at].key, key, sizeof *key) != 0)
		at = (at + 1) & (known->slots - 1);
	return &known->item[at];
}

static void widen(struct KnownShares *known)
{
	struct KnownShares wider = *known;
	wider.slots = known->slots ? 2 * known->slots : 256;
	wider.item = ARENA_ARRAY(known->arena, struct KnownShare, wider.slots);
	for (size_t i = 0; i < known->slots; i++)
		if (known->item[i].share)
			*place_of(&wider, &known->item[i].key) = known->item[i];
	*known = wider;
}

struct KnownShare *known_shares_find(struct KnownShares *known, const struct LeverKey *key)
{
	if (2 * (known->count + 1) > known->slots)
		widen(known);
	return place_of(known, key);
}

void known_shares_add(struct KnownShares *known, struct KnownShare *place, const struct LeverKey *key,
                      const double *share, int count)
{
	place->key = *key;
	place->share = ARENA_ARRAY(known->arena, double, count);
	memcpy(place->share, share, (size_t)count * sizeof *share);
	known->count++;
}
