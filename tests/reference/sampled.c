#include "sampled.h"

#include "trees/random_bits.h"

#include <string.h>

typedef dense_real real;

static void draw_site(uint64_t *rng, struct sampled *s)
{
	s->site.body = random_below(rng, s->n + 1) - 1;
	s->site.at = (struct dense_frame){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } };
	dense_shift(&s->site.at, random_between(rng, -1, 1), random_between(rng, -1, 1), random_between(rng, -1, 1));
	dense_turn(&s->site.at, random_between(rng, -1, 1), random_between(rng, 0.1, 1), random_between(rng, -1, 1),
	           random_between(rng, -3, 3));
}

void sampled_draw(int number, bool coupled, struct random_tree *tree, struct sampled *s)
{
	double q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV], f_ext[6 * RANDOM_BODIES];
	uint64_t seed = (uint64_t)number;
	memset(s, 0, sizeof *s);
	random_tree_in(number < SAMPLED_TREES / 2 ? RANDOM_ANY : RANDOM_HARD, seed, tree);
	random_state(seed, &tree->dense, q, qd, qdd);
	random_wrenches(seed, &tree->dense, f_ext);
	s->tree = tree;
	s->coupled = coupled;
	s->n = tree->dense.n;
	s->nq = dense_nq(&tree->dense);
	s->nv = dense_nv(&tree->dense);
	dense_widen(q, s->nq, s->q);
	dense_widen(qd, s->nv, s->qd);
	dense_widen(qdd, s->nv, s->qdd);
	dense_widen(f_ext, 6 * s->n, s->f_ext);
	if (coupled)
		random_follow(tree, s->q, s->qd, s->qdd);
	draw_site(&seed, s);
}

static void move(const struct sampled *s, const real *along, bool hurried, real h, struct sampled *moved)
{
	*moved = *s;
	dense_move(&s->tree->dense, s->q, along, h, moved->q);
	for (int i = 0; i < s->nv && hurried; i++)
		moved->qd[i] += h * s->qdd[i];
	if (s->coupled)
		random_follow(s->tree, moved->q, moved->qd, moved->qdd);
}

void sampled_slope(const struct sampled *s, const real *along, bool hurried, sampled_function *f, int n, real *slope)
{
	static const real weight[4] = { 4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L };
	static real ahead[RANDOM_NV * RANDOM_NV], behind[RANDOM_NV * RANDOM_NV];
	static struct sampled moved;
	real speed = 1; /* or larger: steps are small against a rotation */
	for (int i = 0; i < s->nv; i++)
		speed += along[i] * along[i];
	const real h = 1 / (128 * sqrtl(speed));
	memset(slope, 0, sizeof(real) * (size_t)n);
	for (int k = 1; k <= 4; k++) {
		move(s, along, hurried, k * h, &moved);
		f(&moved, ahead);
		move(s, along, hurried, -k * h, &moved);
		f(&moved, behind);
		for (int i = 0; i < n; i++)
			slope[i] += weight[k - 1] / h * (ahead[i] - behind[i]);
	}
}

real sampled_error(const real *x, const real *ref, int n, real scale)
{
	real worst = 0;
	for (int i = 0; i < n; i++) {
		scale = fmaxl(scale, fabsl(ref[i]));
		worst = isnan(x[i]) || isnan(ref[i]) ? INFINITY : fmaxl(worst, fabsl(x[i] - ref[i]));
	}
	return worst > 0 ? worst / scale : 0;
}
