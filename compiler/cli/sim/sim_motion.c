/* Motion of a simulated model: inputs at a time, rates of the state, steps of coordinates, energy. */
#include <math.h>
#include <string.h>

#include "simulation.h"
#include "model/body.h"
#include "model/joint.h"

/* Adds tau = kp (q_held - q) - kd qd for driven joints whose velocities are the rates of their coordinates. */
static void pull(struct Simulation *s, const double *q, const double *qd)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		bool pulled = joint->kind->form == JOINT_DEFINED && !joint->idle;
		for (int k = 0; k < joint_nv(joint) && pulled; k++)
			s->tau_now[joint->v + k] +=
				s->kp * (s->held[joint->q + k] - q[joint->q + k]) - s->kd * qd[joint->v + k];
	}
}

struct DynamicsInputs simulation_arrays(const struct Simulation *s, const double *q, const double *qd,
                                        const double *third, const double *f_ext)
{
	struct DynamicsInputs inputs = { { q, qd } };
	int count = 2;
	if (third)
		inputs.array[count++] = third;
	if (s->nu)
		inputs.array[count++] = s->u_now;
	for (int order = 0; order < 2 && s->model->model->dag->moving.count; order++)
		inputs.array[count++] = s->rate_now[order];
	if (s->ns)
		inputs.array[count++] = qd + s->nv;
	inputs.array[count] = f_ext;
	return inputs;
}

struct DynamicsInputs simulation_places(const struct Simulation *s, const double *q, const double *qd)
{
	struct DynamicsInputs inputs = { { q } };
	int count = 1;
	if (qd)
		inputs.array[count++] = qd;
	if (!s->model->model->dag->moving.count)
		return inputs;
	inputs.array[count++] = s->u_now;
	if (qd)
		inputs.array[count] = s->rate_now[0];
	return inputs;
}

void simulation_inputs(struct Simulation *s, double time, const double *y)
{
	s->number[0] = time;
	memcpy(s->number + 1, y, (size_t)(s->nq + s->nv + s->ns) * sizeof *y);
	formulas_compute(&s->formulas, s->number);
	for (int i = 0; i < s->nv; i++)
		s->tau_now[i] = s->given[i] ? formulas_result(&s->formulas, s->tau[i]) : 0;
	for (int i = 0; i < s->nu; i++)
		s->u_now[i] = formulas_result(&s->formulas, s->set[i]);
	for (size_t m = 0; m < s->model->model->dag->moving.count; m++)
		for (int order = 0; order < 2; order++)
			s->rate_now[order][m] = formulas_result(&s->formulas, s->rate[order][m]);
	if (s->table.count)
		simulation_table_inputs(s, time);
	if (s->held)
		pull(s, y, y + s->nq);
}

/* Rate of a quaternion: dq/dt = q (w, 0) / 2 with w in body axes (quaternions as x, y, z, w). */
static void quaternion_rate(const double q[4], const double w[3], double rate[4])
{
	rate[0] = 0.5 * (q[3] * w[0] + q[1] * w[2] - q[2] * w[1]);
	rate[1] = 0.5 * (q[3] * w[1] + q[2] * w[0] - q[0] * w[2]);
	rate[2] = 0.5 * (q[3] * w[2] + q[0] * w[1] - q[1] * w[0]);
	rate[3] = -0.5 * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]);
}

/* Rotated vector R v = v + 2 w (u x v) + 2 u x (u x v) for the quaternion (u, w). */
static void rotate(const double q[4], const double v[3], double out[3])
{
	const double c[3] = { q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0] };
	const double d[3] = { q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0] };
	for (int i = 0; i < 3; i++)
		out[i] = v[i] + 2 * (q[3] * c[i] + d[i]);
}

/* Coordinate rates dq/dt from q, from `unit` (q with unit quaternions) and qd, joint by joint. */
static void coordinate_rates(const struct Simulation *s, const double *q, const double *unit, const double *qd,
                             double *rate)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		const double *own = q + joint->q, *v = qd + joint->v;
		if (!joint_nq(joint))
			continue;
		if (joint->kind->form == JOINT_FREE) {
			rotate(unit + joint->q + 3, v, rate + joint->q);
			quaternion_rate(own + 3, v + 3, rate + joint->q + 3);
		} else if (joint->kind->form == JOINT_SPHERICAL) {
			quaternion_rate(own, v, rate + joint->q);
		} else {
			memcpy(rate + joint->q, v, (size_t)joint_nq(joint) * sizeof *v);
		}
	}
}

/* Power of the external wrenches: (h without wrenches - h with wrenches)^T qd. */
static double wrench_power(struct Simulation *s, const double *q, const double *qd)
{
	const struct DynamicsInputs with = simulation_arrays(s, q, qd, NULL, s->f_ext);
	const struct DynamicsInputs without = simulation_arrays(s, q, qd, NULL, s->no_f_ext);
	double power = 0;
	rigidc_call(s->bias, with.array, (double *[]){ s->h_with });
	rigidc_call(s->bias, without.array, (double *[]){ s->h_without });
	for (int i = 0; i < s->nv; i++)
		power += (s->h_without[i] - s->h_with[i]) * qd[i];
	return power;
}

/* Rates of the states of the model. They read no accelerations. */
static void state_rates(struct Simulation *s, const double *q, const double *qd, double *rate)
{
	const double *input[5] = { q, qd };
	int count = 2;
	if (s->nu)
		input[count++] = s->u_now;
	if (s->model->model->dag->moving.count)
		input[count++] = s->rate_now[0];
	input[count] = qd + s->nv;
	rigidc_call(s->rates, input, (double *[]){ rate });
}

/* Quaternions are integrated as four numbers, and the dynamics is evaluated at q/|q|. With
 *     dq/dt = q (w, 0) / 2,    dw/dt = fd(q/|q|, w)
 * |q| is constant, and if (q, w) is a solution, (c q, w) is a solution too. So errors of the method in |q| do not
 * change the motion: q/|q| is a solution on the unit sphere. Charts of the sphere would end at some angle, and changing
 * the chart would discard the history of a multistep method. */
void simulation_rates(struct Simulation *s, double time, const double *y, double *rate)
{
	const double *q = s->unit, *qd = s->unit + s->nq;
	double *work = &rate[s->size - 1];
	memcpy(s->unit, y, s->size * sizeof *y);
	simulation_unit_quaternions(s, s->unit);
	s->evaluations++;
	simulation_inputs(s, time, s->unit);
	coordinate_rates(s, y, q, qd, rate);
	const struct DynamicsInputs input = simulation_arrays(s, q, qd, s->tau_now, s->f_ext);
	rigidc_call(s->rows.held->fd, input.array, (double *[]){ rate + s->nq });
	if (s->ns)
		state_rates(s, q, qd, rate + s->nq + s->nv);
	*work = s->works ? wrench_power(s, q, qd) : 0;
	for (int i = 0; i < s->nv; i++)
		*work += s->tau_now[i] * qd[i];
}

void simulation_unit_quaternions(const struct Simulation *s, double *y)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint_nq(joint) || !kind_has_quaternion(joint->kind))
			continue;
		double *q = y + joint->q + joint->kind->nq - 4;
		double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
		for (int k = 0; k < 4; k++)
			q[k] /= length;
	}
}

void simulation_move(const struct Simulation *s, const double *y, const double *v, double *q)
{
	double *from = s->unit; /* free between two evaluations */
	memcpy(from, y, (size_t)s->nq * sizeof *y);
	rigidc_call(s->integrate, (const double *[]){ from, v }, (double *[]){ q });
}

int simulation_lost(const struct Simulation *s, const double *y)
{
	for (int i = 0; i < s->nv; i++)
		if (!isfinite(y[s->nq + i]))
			return i;
	for (int i = 0; i < s->nq; i++)
		if (!isfinite(y[i]))
			return start_velocity(s->model->model, i);
	return -1;
}

void simulation_energy(struct Simulation *s, double *kinetic, double *potential)
{
	const struct DynamicsInputs input = simulation_arrays(s, s->y, s->y + s->nq, NULL, NULL);
	double *output[] = { kinetic, potential };
	rigidc_call(s->energy, input.array, output);
}
