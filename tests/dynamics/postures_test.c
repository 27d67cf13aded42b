/* Pivots that vanish at no posture: a lever is found small in a narrow place between all postures, and a large lever is
 * not refused. */
#include "dynamics/customized/postures.h"
#include "dag/fixture.h"
#include "suite.h"

enum { COORDINATES = 3 };

/* Three coordinates without limits narrower than a turn, of no link. */
static int coordinate[COORDINATES] = { 0, 1, 2 };
static double lower[COORDINATES] = { -3.2, -3.2, -3.2 }, upper[COORDINATES] = { 3.2, 3.2, 3.2 };

static struct KnownShares *known; /* NULL: each test looks for itself */

/* Smallest share of the lever 3 + rest - sum of cos(q_k - place_k), which is `rest` at one posture alone, beside a lever of 1. */
static double share_found(double rest, int random)
{
	static const double place[COORDINATES] = { 2.9, -2.9, 2.2 };
	const struct Tree tree = { .dag = &dag,
		                   .nq = COORDINATES,
		                   .nv = COORDINATES,
		                   .coordinate = coordinate,
		                   .lower = lower,
		                   .upper = upper,
		                   .shares = known };
	Ref value[2] = { dag_const(&dag, 3 + rest), dag_const(&dag, 1) };
	for (uint32_t k = 0; k < COORDINATES; k++)
		value[0] = dag_sub(&dag, value[0], dag_cos(&dag, dag_sub(&dag, input(k), dag_const(&dag, place[k]))));
	struct Postures postures = postures_make(&dag, &tree, random);
	double share;
	postures_shares(&postures, &(struct Levers){ value, 2, 1, 0, 0.05, 0 }, &share);
	return share;
}

TEST(a_lever_that_vanishes_nearly)
{
	ck_assert_double_gt(share_found(0.02, 0), 0.05);
	ck_assert_double_le(share_found(0.02, RANDOM_POSTURES), 0.05);
	ck_assert_double_le(share_found(-0.02, RANDOM_POSTURES), 0.05);
}

TEST(a_lever_that_stays)
{
	double share = share_found(0.2, RANDOM_POSTURES);
	ck_assert_double_ge(share, 0.2);
	ck_assert_double_le(share, 0.21);
}

/* A tree with a list keeps what was found, by the expression: numbers of nodes differ from DAG to DAG. */
TEST(a_known_lever_is_not_looked_at_again)
{
	const double mark = 0.7;
	known = known_shares_new(&arena);
	ck_assert_double_lt(share_found(0.2, RANDOM_POSTURES), 0.3);
	for (size_t i = 0; i < known->slots; i++)
		if (known->item[i].share)
			known->item[i].share[0] = mark;
	dag_init(&dag, &arena);
	dag_sin(&dag, input(1));
	ck_assert(share_found(0.2, RANDOM_POSTURES) == mark);
	ck_assert_uint_eq(known->count, 1);
	ck_assert(share_found(0.3, RANDOM_POSTURES) != mark);
	ck_assert(share_found(0.2, 0) != mark);
	ck_assert_uint_eq(known->count, 3);
	known = NULL;
}

SUITE_BETWEEN("postures", fixture_begin, arena_end)
