/* Single states against batches in all layouts: ns per state of functions of the model m, made by batch.sh. Elements of 256
 * states lie 2 KB apart in the layout by element, which puts them on the same lines of the cache; 264 states do not. */
#include <stdio.h>
#include <string.h>

#include "batch_model.h"
#include "rounds.h"

enum {
	STATES = 264,
	EVEN = 256,
	ROUNDS = 300,
	INPUTS = 3,
	OUTPUTS = 2,
	ENTRIES = M_NV * M_NV,
	LARGEST = ENTRIES + M_NQ
};

enum Layout { SINGLE, BY_STATE, BY_ELEMENT, BY_BLOCK, LAYOUTS };

static const struct Form {
	enum Layout layout;
	size_t count;
} forms[] = {
	{ SINGLE, EVEN },       { BY_STATE, EVEN }, { BY_ELEMENT, EVEN },
	{ BY_ELEMENT, STATES }, { BY_BLOCK, EVEN }, { BY_BLOCK, STATES },
};
enum { FORMS = sizeof forms / sizeof *forms };

static double in[FORMS][INPUTS][STATES * M_NQ], out[FORMS][OUTPUTS][STATES * LARGEST];

static size_t index_of(const struct Form *form, size_t size, size_t k, size_t j)
{
	switch (form->layout) {
	case BY_ELEMENT: return j * form->count + k;
	case BY_BLOCK: return (k / 8 * size + j) * 8 + k % 8;
	default: return k * size + j;
	}
}

static void fill(int input, size_t size, double scale)
{
	static uint64_t x = 1;
	for (size_t k = 0; k < STATES; k++)
		for (size_t j = 0; j < size; j++) {
			double number = scale * bench_draw(&x);
			for (int f = 0; f < FORMS; f++)
				if (k < forms[f].count)
					in[f][input][index_of(&forms[f], size, k, j)] = number;
		}
}

static void rnea(int f)
{
	const double *q = in[f][0], *qd = in[f][1], *qdd = in[f][2];
	double *tau = out[f][0];
	size_t count = forms[f].count;
	switch (forms[f].layout) {
	case BY_STATE: m_rnea_batch(count, q, qd, qdd, tau); break;
	case BY_ELEMENT: m_rnea_batch_soa(count, q, qd, qdd, tau); break;
	case BY_BLOCK: m_rnea_batch_blocks(count, q, qd, qdd, tau); break;
	default:
		for (size_t k = 0; k < count; k++)
			m_rnea(q + k * M_NQ, qd + k * M_NV, qdd + k * M_NV, tau + k * M_NV);
	}
}

static void crba(int f)
{
	const double *q = in[f][0];
	double *M = out[f][0];
	size_t count = forms[f].count;
	switch (forms[f].layout) {
	case BY_STATE: m_crba_batch(count, q, M); break;
	case BY_ELEMENT: m_crba_batch_soa(count, q, M); break;
	case BY_BLOCK: m_crba_batch_blocks(count, q, M); break;
	default:
		for (size_t k = 0; k < count; k++)
			m_crba(q + k * M_NQ, M + k * ENTRIES);
	}
}

static void rnea_derivatives(int f)
{
	const double *q = in[f][0], *qd = in[f][1], *qdd = in[f][2];
	double *by_q = out[f][0], *by_qd = out[f][1];
	size_t count = forms[f].count;
	switch (forms[f].layout) {
	case BY_STATE: m_rnea_derivatives_batch(count, q, qd, qdd, by_q, by_qd); break;
	case BY_ELEMENT: m_rnea_derivatives_batch_soa(count, q, qd, qdd, by_q, by_qd); break;
	case BY_BLOCK: m_rnea_derivatives_batch_blocks(count, q, qd, qdd, by_q, by_qd); break;
	default:
		for (size_t k = 0; k < count; k++)
			m_rnea_derivatives(q + k * M_NQ, qd + k * M_NV, qdd + k * M_NV, by_q + k * ENTRIES,
			                   by_qd + k * ENTRIES);
	}
}

static const struct Function {
	const char *name;
	void (*run)(int form);
	int outputs;
	size_t size;
} functions[] = {
	{ "rnea", rnea, 1, M_NV },
	{ "crba", crba, 1, ENTRIES },
	{ "rnea_derivatives", rnea_derivatives, 2, ENTRIES },
};

/* Measures lower quartiles over rounds in which the forms take turns, each with code and data in the caches. */
static void measure(const struct Function *function)
{
	static double took[FORMS][ROUNDS];
	for (int r = 0; r < ROUNDS; r++)
		for (int f = 0; f < FORMS; f++) {
			function->run(f);
			double begin = bench_now();
			function->run(f);
			took[f][r] = (bench_now() - begin) / (double)forms[f].count;
		}
	for (int f = 0; f < FORMS; f++)
		printf(" %.1f |", bench_lower_quartile(took[f], ROUNDS));
}

/* Does any form differ from single calls? */
static int differ(const struct Function *function)
{
	int bad = 0;
	for (int f = 1; f < FORMS; f++)
		for (int o = 0; o < function->outputs; o++)
			for (size_t k = 0; k < EVEN; k++)
				for (size_t j = 0; j < function->size; j++)
					bad |= memcmp(&out[f][o][index_of(&forms[f], function->size, k, j)],
					              &out[0][o][k * function->size + j], sizeof(double));
	return bad;
}

int main(int count, char **argument)
{
	int bad = 0;
	fill(0, M_NQ, 3);
	fill(1, M_NV, 2);
	fill(2, M_NV, 2);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		printf("| %s | %s |", count > 1 ? argument[1] : "m", functions[i].name);
		measure(&functions[i]);
		printf("\n");
		bad |= differ(&functions[i]);
	}
	return bad != 0;
}
