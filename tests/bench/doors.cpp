/* doors FMU.so TOKEN TAU CASADI.so STATES: ns a call of fd of the model m through each door, in turns, the lower quartiles. All give the same bits.
 *   header    the C itself
 *   Eigen     m.hpp: matrices of Eigen in, one out
 *   CasADi    m_fd of `package --for=casadi`, as CasADi's generated code and its `external` call it
 *   FMI       fmi3SetFloat64, fmi3SetContinuousStates and fmi3GetContinuousStateDerivatives of `package --for=fmi`
 * TAU is the value reference of the unit's input. The file STATES gets a line a state: q, qd, tau and the header's qdd. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "m.hpp"
#include "rounds.h"

enum { STATES = 256, ROUNDS = 600, N = M_NV };

static double q[STATES][N], qd[STATES][N], tau[STATES][N], found[4][STATES][N];

static void by_header(int k)
{
	m_fd(q[k], qd[k], tau[k], found[0][k]);
}

static void by_eigen(int k)
{
	using Vector = Eigen::Matrix<double, N, 1>;
	using Given = Eigen::Map<const Vector>;
	Eigen::Map<Vector> qdd(found[1][k]);
	qdd = m_fd(Given(q[k]), Given(qd[k]), Given(tau[k]));
}

static int (*external)(const double **arg, double **res, long long *iw, double *w, int mem);

static void by_casadi(int k)
{
	const double *arg[] = { q[k], qd[k], tau[k] };
	double *res[] = { found[2][k] }, w[64];
	external(arg, res, nullptr, w, 0);
}

static void *unit, *instance;
static int (*set_states)(void *, const double *, size_t), (*get_rates)(void *, double *, size_t);
static int (*set_values)(void *, const unsigned *, size_t, const double *, size_t);
static unsigned tau_reference;

static void by_fmi(int k)
{
	double state[2 * N], rate[2 * N];
	memcpy(state, q[k], sizeof q[k]);
	memcpy(state + N, qd[k], sizeof qd[k]);
	set_values(instance, &tau_reference, 1, tau[k], N);
	set_states(instance, state, 2 * N);
	get_rates(instance, rate, 2 * N);
	memcpy(found[3][k], rate + N, sizeof found[3][k]);
}

template <typename Function> static Function entry(void *library, const char *name)
{
	void *address = library ? dlsym(library, name) : nullptr;
	if (!address) {
		fprintf(stderr, "doors: %s\n", dlerror());
		exit(1);
	}
	return reinterpret_cast<Function>(address);
}

static void open_unit(const char *path, const char *token)
{
	unit = dlopen(path, RTLD_NOW);
	instance = entry<void *(*)(const char *, const char *, const char *, bool, bool, void *, void *)>(
		unit, "fmi3InstantiateModelExchange")("m", token, "", false, false, nullptr, nullptr);
	entry<int (*)(void *, bool, double, double, bool, double)>(unit, "fmi3EnterInitializationMode")(instance, false, 0, 0, false, 0);
	entry<int (*)(void *)>(unit, "fmi3ExitInitializationMode")(instance);
	entry<int (*)(void *)>(unit, "fmi3EnterContinuousTimeMode")(instance);
	set_states = entry<decltype(set_states)>(unit, "fmi3SetContinuousStates");
	get_rates = entry<decltype(get_rates)>(unit, "fmi3GetContinuousStateDerivatives");
	set_values = entry<decltype(set_values)>(unit, "fmi3SetFloat64");
}

static const struct {
	const char *name;
	void (*call)(int k);
} doors[] = { { "header", by_header }, { "Eigen", by_eigen }, { "CasADi", by_casadi }, { "FMI", by_fmi } };

enum { DOORS = sizeof doors / sizeof *doors };

static void put(FILE *file, const double *numbers, const char *end)
{
	for (int j = 0; j < N; j++)
		fprintf(file, "%.17g%s", numbers[j], j < N - 1 ? " " : end);
}

static void write_states(const char *path)
{
	FILE *file = fopen(path, "w");
	for (int k = 0; k < STATES && file; k++) {
		put(file, q[k], " ");
		put(file, qd[k], " ");
		put(file, tau[k], " ");
		put(file, found[0][k], "\n");
	}
	if (!file || fclose(file) != 0)
		fprintf(stderr, "doors: cannot write %s\n", path);
}

int main(int argc, char **argv)
{
	static double took[DOORS][ROUNDS];
	uint64_t random = 1;
	if (argc != 6)
		return 2;
	open_unit(argv[1], argv[2]);
	tau_reference = (unsigned)atoi(argv[3]);
	external = entry<decltype(external)>(dlopen(argv[4], RTLD_NOW), "m_fd");
	for (int k = 0; k < STATES; k++)
		for (int j = 0; j < N; j++) {
			q[k][j] = 3 * bench_draw(&random);
			qd[k][j] = 2 * bench_draw(&random);
			tau[k][j] = 2 * bench_draw(&random);
		}
	for (int round = 0; round < ROUNDS; round++)
		for (int d = 0; d < DOORS; d++) {
			double begin = bench_now();
			for (int k = 0; k < STATES; k++)
				doors[d].call(k);
			took[d][round] = (bench_now() - begin) / STATES;
		}
	for (int d = 0; d < DOORS; d++)
		printf("| %s | %.1f | %s |\n", doors[d].name, bench_lower_quartile(took[d], ROUNDS),
		       memcmp(found[d], found[0], sizeof found[0]) ? "no" : "yes");
	write_states(argv[5]);
	return 0;
}
