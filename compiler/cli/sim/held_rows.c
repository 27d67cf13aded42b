/* Held rows: their Jacobian, the independent rows, their forces. */
#include <math.h>
#include <string.h>

#include "simulation.h"

void simulation_jacobian(struct Simulation *s, const double *y)
{
	rigidc_call(s->rows.jac, simulation_places(s, y, NULL).array, (double *[]){ s->rows.J });
}

double simulation_row_rate(const struct Simulation *s, size_t r, const double *qd)
{
	double sum = 0;
	for (int v = 0; v < s->nv; v++)
		sum += s->rows.J[r * (size_t)s->nv + (size_t)v] * qd[v];
	return sum;
}

double simulation_rounding(const struct Simulation *s)
{
	return s->options->library.real_float > 0 ? LINEAR_DEPENDENT_FLOAT : LINEAR_DEPENDENT;
}

void simulation_choose_rows(struct Simulation *s, const bool *chosen, const bool *first, bool *kept)
{
	struct SimulationRows *rows = &s->rows;
	const double least = simulation_rounding(s);
	memset(kept, 0, rows->row.count * sizeof *kept);
	rows->basis.count = 0;
	for (int late = 0; late < 2; late++)
		for (size_t r = 0; r < rows->row.count; r++)
			if (chosen[r] && first[r] == !late && !rows->row.item[r]->holds)
				kept[r] = linear_qr_add(&rows->basis, &rows->J[r * (size_t)s->nv], least) >= least;
}

double simulation_independence(struct Simulation *s, const double *y)
{
	struct SimulationRows *rows = &s->rows;
	double least[2] = { INFINITY, INFINITY },
	       longest[2] = { 0, 0 }; /* of linear, of angular rows: their units differ */
	simulation_jacobian(s, y);
	rows->basis.count = 0;
	for (size_t r = 0; r < rows->row.count; r++) {
		const double *row = &rows->J[r * (size_t)s->nv];
		bool angular = rows->row.item[r]->angular;
		if (!rows->held->kept[r])
			continue;
		double length = linear_length(row, (size_t)s->nv), part = linear_qr_add(&rows->basis, row, 0);
		if (isnan(part))
			return 0;
		least[angular] = fmin(least[angular], length * part);
		longest[angular] = fmax(longest[angular], length);
	}
	return fmin(longest[0] > 0 ? least[0] / longest[0] : 1, longest[1] > 0 ? least[1] / longest[1] : 1);
}

void simulation_forces(struct Simulation *s, const double *y, double *lambda)
{
	struct SimulationRows *rows = &s->rows;
	const struct DynamicsInputs input = simulation_arrays(s, y, y + s->nq, s->tau_now, s->f_ext);
	memset(lambda, 0, rows->name.count * sizeof *lambda);
	if (!rows->held->lambda)
		return;
	rigidc_call(rows->held->lambda, input.array, (double *[]){ rows->forces });
	for (size_t i = 0; i < rows->held->forces; i++)
		lambda[rows->held->place[i]] = rows->forces[i];
}
