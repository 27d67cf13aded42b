#include "angle_sum.h"

#include <string.h>

/* A stored part. The struct has no padding, so equal parts have equal bytes. */
struct StoredPart {
	uint64_t product;
	int64_t p, q;
	double value, size; /* of rounded coefficients */
};

struct AngleSums angles_new(struct Arena *arena, struct PowerProducts *products)
{
	struct AngleSums angles = { intern_new(arena), products };
	intern_find(&angles.table, NULL, 0);
	return angles;
}

int angle_parts(const struct AngleSums *angles, uint32_t angle, struct AnglePart *part)
{
	const struct InternedBytes *item = &angles->table.item[angle];
	const struct StoredPart *stored = item->bytes;
	int count = (int)(item->size / sizeof *stored);
	for (int i = 0; i < count; i++) {
		const struct StoredPart *s = &stored[i];
		part[i].product = (uint32_t)s->product;
		part[i].coefficient = s->q ? coefficient_exact(s->p, s->q)
		                           : (struct Coefficient){ .value = s->value, .size = s->size };
	}
	return count;
}

/* Order of parts: coordinates before parameters and numbers. */
static int part_compare(const struct AngleSums *angles, const struct AnglePart *a, const struct AnglePart *b)
{
	int fixed = product_is_fixed(angles->products, a->product) - product_is_fixed(angles->products, b->product);
	return fixed ? fixed : product_compare(angles->products, a->product, b->product);
}

static struct SignedAngle store(struct AngleSums *angles, const struct AnglePart *part, int count)
{
	struct StoredPart stored[ANGLE_PARTS];
	bool negative = count && part[0].coefficient.value < 0;
	for (int i = 0; i < count; i++) {
		struct Coefficient c = negative ? coefficient_neg(part[i].coefficient) : part[i].coefficient;
		stored[i] = (struct StoredPart){ part[i].product, c.p, c.q, c.q ? 0 : c.value, c.q ? 0 : c.size };
	}
	return (struct SignedAngle){ intern_find(&angles->table, stored, (size_t)count * sizeof *stored), negative };
}

/* Sums have few parts, so each is inserted. */
struct SignedAngle angle_of_parts(struct AngleSums *angles, const struct AnglePart *part, int count)
{
	struct AnglePart sorted[ANGLE_PARTS];
	for (int i = 0; i < count; i++) {
		int at = i;
		for (; at && part_compare(angles, &part[i], &sorted[at - 1]) < 0; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = part[i];
	}
	return store(angles, sorted, count);
}

/* Order of the next parts of two sums; a sum without a next part comes last. */
static int next_order(const struct AngleSums *angles, const struct AnglePart *a, const struct AnglePart *b)
{
	return !a ? 1 : !b ? -1 : part_compare(angles, a, b);
}

bool angle_combine(struct AngleSums *angles, uint32_t a, uint32_t b, bool minus, int over, struct SignedAngle *out)
{
	struct AnglePart x[ANGLE_PARTS], y[ANGLE_PARTS], sum[2 * ANGLE_PARTS];
	int xs = angle_parts(angles, a, x), ys = angle_parts(angles, b, y), count = 0;
	struct Coefficient zero = coefficient_exact(0, 1), by = coefficient_exact(1, over);
	for (int i = 0, k = 0; i < xs || k < ys;) {
		int order = next_order(angles, i < xs ? &x[i] : NULL, k < ys ? &y[k] : NULL);
		struct Coefficient left = order <= 0 ? x[i].coefficient : zero,
				   right = order >= 0 ? y[k].coefficient : zero;
		struct Coefficient c = coefficient_add(left, minus ? coefficient_neg(right) : right);
		sum[count] = (struct AnglePart){ order <= 0 ? x[i].product : y[k].product, coefficient_mul(c, by) };
		count += !coefficient_is_zero(c);
		i += order <= 0;
		k += order >= 0;
	}
	if (count <= ANGLE_PARTS)
		*out = store(angles, sum, count);
	return count <= ANGLE_PARTS;
}

int angle_compare(const struct AngleSums *angles, uint32_t a, uint32_t b)
{
	struct AnglePart x[ANGLE_PARTS], y[ANGLE_PARTS];
	int xs = angle_parts(angles, a, x), ys = angle_parts(angles, b, y);
	if (xs != ys)
		return xs - ys;
	for (int i = 0; i < xs; i++) {
		int order = part_compare(angles, &x[i], &y[i]);
		double left = x[i].coefficient.value, right = y[i].coefficient.value;
		if (order || left != right)
			return order ? order : left < right ? -1 : 1;
	}
	return 0;
}
