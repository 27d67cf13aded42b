#include "power_product.h"

static uint32_t find(struct PowerProducts *products, const struct Power *power, int count)
{
	return intern_find(&products->table, power, (size_t)count * sizeof *power);
}

struct PowerProducts products_new(struct Arena *arena, uint64_t fixed)
{
	struct PowerProducts products = { .table = intern_new(arena), .fixed = fixed };
	find(&products, NULL, 0);
	return products;
}

uint32_t products_add_symbol(struct PowerProducts *products, uint64_t rank)
{
	*ARENA_PUSH(products->table.arena, &products->rank) = rank;
	return (uint32_t)products->rank.count - 1;
}

uint32_t product_power(struct PowerProducts *products, uint32_t symbol, int exponent)
{
	const struct Power power = { symbol, exponent };
	return find(products, &power, exponent != 0);
}

struct PowerList product_powers(const struct PowerProducts *products, uint32_t a)
{
	const struct InternedBytes *item = &products->table.item[a];
	return (struct PowerList){ item->bytes, (int)(item->size / sizeof(struct Power)) };
}

uint32_t product_mul(struct PowerProducts *products, uint32_t a, uint32_t b)
{
	struct PowerList x = product_powers(products, a), y = product_powers(products, b);
	if (!x.count || !y.count)
		return x.count ? a : b;
	struct Power *power = ARENA_ARRAY(arena_scratch(products->table.arena), struct Power, x.count + y.count);
	int count = 0;
	for (int i = 0, k = 0; i < x.count || k < y.count; count += power[count].exponent != 0) {
		uint64_t left = i < x.count ? products->rank.item[x.item[i].symbol] : UINT64_MAX,
			 right = k < y.count ? products->rank.item[y.item[k].symbol] : UINT64_MAX;
		power[count] = left <= right ? x.item[i] : y.item[k];
		if (left == right)
			power[count].exponent += y.item[k].exponent;
		i += left <= right;
		k += right <= left;
	}
	return find(products, power, count);
}

uint32_t product_inverse(struct PowerProducts *products, uint32_t a)
{
	struct PowerList list = product_powers(products, a);
	struct Power *power = ARENA_ARRAY(arena_scratch(products->table.arena), struct Power, list.count);
	for (int i = 0; i < list.count; i++)
		power[i] = (struct Power){ list.item[i].symbol, -list.item[i].exponent };
	return find(products, power, list.count);
}

int product_compare(const struct PowerProducts *products, uint32_t a, uint32_t b)
{
	struct PowerList x = product_powers(products, a), y = product_powers(products, b);
	for (int i = 0; i < x.count && i < y.count; i++) {
		if (x.item[i].symbol != y.item[i].symbol)
			return products->rank.item[x.item[i].symbol] < products->rank.item[y.item[i].symbol] ? -1 : 1;
		if (x.item[i].exponent != y.item[i].exponent)
			return x.item[i].exponent > y.item[i].exponent ? -1 : 1;
	}
	return x.count - y.count;
}

bool product_is_fixed(const struct PowerProducts *products, uint32_t a)
{
	struct PowerList list = product_powers(products, a);
	return !list.count || products->rank.item[list.item[list.count - 1].symbol] < products->fixed;
}
