/* Form of the model m, made by forms.sh: ns per call of rnea and crba, state after state, and a hash of the bits
 * of all results. GIVEN: sines and cosines are inputs. ONCE: zeros of M are written once. RNEA or CRBA: only that
 * function. FENCE: a call begins
 * only after the last has ended. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "form.h"
#include "rounds.h"

typedef M_REAL real;

#ifndef ROUNDS
#define ROUNDS 600
#endif

enum { STATES = 256, ENTRIES = M_NV * M_NV, ANGLES = 2 * M_NQ };

static real q[STATES][M_NQ], qd[STATES][M_NV], qdd[STATES][M_NV], tau[M_NV], M[ENTRIES];

static real draw(void)
{
	static uint64_t x = 1;
	return (real)bench_draw(&x);
}

#ifdef GIVEN
static real rnea_sc[STATES][2 * ANGLES], crba_sc[STATES][2 * ANGLES];

static void fill_sines(void (*angles_of)(const real *q, real *angle), real sc[STATES][2 * ANGLES])
{
	for (int k = 0; k < STATES; k++) {
		real angle[ANGLES] = { 0 };
		angles_of(q[k], angle);
		for (int j = 0; j < ANGLES; j++) {
			sc[k][2 * j] = (real)sin(angle[j]);
			sc[k][2 * j + 1] = (real)cos(angle[j]);
		}
	}
}
#endif

static void prepare(void)
{
	for (int k = 0; k < STATES; k++) {
		for (int j = 0; j < M_NQ; j++)
			q[k][j] = 3 * draw();
		for (int j = 0; j < M_NV; j++) {
			qd[k][j] = 2 * draw();
			qdd[k][j] = 2 * draw();
		}
	}
#ifdef GIVEN
#ifndef CRBA
	fill_sines(m_rnea_angles, rnea_sc);
#endif
#ifndef RNEA
	fill_sines(m_crba_angles, crba_sc);
#endif
#endif
#if defined ONCE && !defined RNEA
	m_crba_init(M);
#endif
}

#ifndef CRBA
static void rnea(int k)
{
#ifdef GIVEN
	m_rnea(q[k], qd[k], qdd[k], rnea_sc[k], tau);
#else
	m_rnea(q[k], qd[k], qdd[k], tau);
#endif
}
#endif

#ifndef RNEA
static void crba(int k)
{
#ifdef GIVEN
	m_crba(q[k], crba_sc[k], M);
#else
	m_crba(q[k], M);
#endif
}
#endif

static void fence(void)
{
#if defined FENCE && defined __x86_64__
	__builtin_ia32_lfence();
#endif
}

static uint64_t stir(uint64_t bits, const real *numbers, int count)
{
	const unsigned char *byte = (const unsigned char *)numbers;
	for (size_t i = 0; i < (size_t)count * sizeof *numbers; i++)
		bits = (bits ^ byte[i]) * 1099511628211u;
	return bits;
}

/* Measures the lower quartile of all rounds. */
static void measure(void (*run)(int state), const real *result, int count)
{
	static double took[ROUNDS];
	uint64_t bits = 14695981039346656037u;
	for (int round = 0; round < ROUNDS; round++) {
		double begin = bench_now();
		for (int k = 0; k < STATES; k++) {
			run(k);
			fence();
		}
		took[round] = (bench_now() - begin) / STATES;
	}
	for (int k = 0; k < STATES; k++) {
		run(k);
		bits = stir(bits, result, count);
	}
	printf("%.1f %016llx ", bench_lower_quartile(took, ROUNDS), (unsigned long long)bits);
}

int main(void)
{
	prepare();
#ifndef CRBA
	measure(rnea, tau, M_NV);
#endif
#ifndef RNEA
	measure(crba, M, ENTRIES);
#endif
	return 0;
}
