/* Single states against batches: ns per state of rnea and crba of the model m, made by batch.sh. */
#include <stdio.h>
#include <string.h>

#include "batch_model.h"
#include "rounds.h"

enum { STATES = 256, ROUNDS = 300, FORMS = 3, ENTRIES = M_NV * M_NV };

static double q[STATES * M_NQ], qd[STATES * M_NV], qdd[STATES * M_NV];
static double q_soa[STATES * M_NQ], qd_soa[STATES * M_NV], qdd_soa[STATES * M_NV];
static double tau[FORMS][STATES * M_NV], M[FORMS][STATES * ENTRIES];

static double draw(void)
{
	static uint64_t x = 1;
	return bench_draw(&x);
}

static void fill(double *by_state, double *by_element, int size, double scale)
{
	for (int i = 0; i < STATES * size; i++)
		by_state[i] = scale * draw();
	for (int k = 0; k < STATES; k++)
		for (int j = 0; j < size; j++)
			by_element[j * STATES + k] = by_state[k * size + j];
}

static void rnea(int form)
{
	if (form == 0)
		for (int k = 0; k < STATES; k++)
			m_rnea(q + k * M_NQ, qd + k * M_NV, qdd + k * M_NV, tau[0] + k * M_NV);
	else if (form == 1)
		m_rnea_batch(STATES, q, qd, qdd, tau[1]);
	else
		m_rnea_batch_soa(STATES, q_soa, qd_soa, qdd_soa, tau[2]);
}

static void crba(int form)
{
	if (form == 0)
		for (int k = 0; k < STATES; k++)
			m_crba(q + k * M_NQ, M[0] + k * ENTRIES);
	else if (form == 1)
		m_crba_batch(STATES, q, M[1]);
	else
		m_crba_batch_soa(STATES, q_soa, M[2]);
}

/* Measures lower quartiles over rounds in which the forms take turns, each with code and data in the caches. */
static void measure(void (*run)(int form))
{
	static double took[FORMS][ROUNDS];
	for (int r = 0; r < ROUNDS; r++)
		for (int form = 0; form < FORMS; form++) {
			run(form);
			double begin = bench_now();
			run(form);
			took[form][r] = (bench_now() - begin) / STATES;
		}
	for (int form = 0; form < FORMS; form++)
		printf(" %.1f |", bench_lower_quartile(took[form], ROUNDS));
}

static int differ(const double *one, const double *batch, const double *soa, int size)
{
	int bad = 0;
	for (int k = 0; k < STATES; k++)
		for (int j = 0; j < size; j++)
			bad |= memcmp(&one[k * size + j], &batch[k * size + j], sizeof *one) ||
			       memcmp(&one[k * size + j], &soa[j * STATES + k], sizeof *one);
	return bad;
}

int main(void)
{
	fill(q, q_soa, M_NQ, 3);
	fill(qd, qd_soa, M_NV, 2);
	fill(qdd, qdd_soa, M_NV, 2);
	measure(rnea);
	measure(crba);
	printf("\n");
	return differ(tau[0], tau[1], tau[2], M_NV) | differ(M[0], M[1], M[2], ENTRIES);
}
