/* Columns of the output of `rigidc sim`, with names and units, and a row of numbers at one time. */
#include <string.h>

#include "simulation.h"
#include "dynamics/measures.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"

static void add(struct Simulation *s, struct Sheet *sheet, const char **unit, const char *name, const char *own)
{
	unit[sheet->column.count] = own;
	*ARENA_PUSH(&s->model->arena, &sheet->column) = name;
}

/* Columns of all joints: coordinates, velocities or inputs. */
static void add_joints(struct Simulation *s, struct Sheet *sheet, const char **unit, const char *array,
                       enum Measure measure)
{
	const struct Model *model = s->model->model;
	bool velocities = measure != MEASURE_COORDINATE;
	const struct Columns *names = velocities ? &s->v_name : &s->q_name;
	size_t next = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		int count = velocities ? joint_nv(joint) : joint_nq(joint);
		for (int k = 0; k < count; k++)
			add(s, sheet, unit, text_print(&s->model->arena, "%s.%s", array, names->item[next++]),
			    measure_joint_unit(joint->kind, k, measure));
	}
}

/* Rates and accelerations of the inputs that move. */
static void add_rates(struct Simulation *s, struct Sheet *sheet, const char **unit)
{
	const struct Model *model = s->model->model;
	const struct Columns moving = columns_of_moving(model);
	for (int order = 0; order < 2; order++)
		for (size_t m = 0; m < moving.count; m++)
			add(s, sheet, unit, text_print(&s->model->arena, "%s.%s", order ? "udd" : "ud", moving.item[m]),
			    measure_element_unit(model, order ? MEASURE_INPUT_ACCELERATION : MEASURE_INPUT_RATE,
			                         (int)m));
}

void simulation_columns(struct Simulation *s, struct Sheet *sheet)
{
	const char **unit =
		ARENA_ARRAY(&s->model->arena, const char *,
	                    (size_t)(s->nq + 2 * s->nv + s->nu + 3 + s->contacts.count) + s->rows.name.count +
	                            2 * s->model->model->dag->moving.count + (size_t)s->ns);
	*sheet = (struct Sheet){ .name = s->model->model->name.text, .unit = unit };
	add(s, sheet, unit, "t", "s");
	add_joints(s, sheet, unit, "q", MEASURE_COORDINATE);
	add_joints(s, sheet, unit, "qd", MEASURE_VELOCITY);
	add_joints(s, sheet, unit, "tau", MEASURE_FORCE);
	const struct Columns inputs = columns_of_params(s->model->model, &s->model->model->inputs);
	for (int i = 0; i < s->nu; i++)
		add(s, sheet, unit, text_print(&s->model->arena, "u.%s", inputs.item[i]),
		    measure_element_unit(s->model->model, MEASURE_INPUT, i));
	add_rates(s, sheet, unit);
	const struct Columns states = columns_of_params(s->model->model, &s->model->model->states);
	for (int i = 0; i < s->ns; i++)
		add(s, sheet, unit, text_print(&s->model->arena, "s.%s", states.item[i]),
		    measure_element_unit(s->model->model, MEASURE_STATE, i));
	for (size_t i = 0; i < s->rows.name.count; i++)
		add(s, sheet, unit, s->rows.name.item[i], s->rows.unit.item[i]);
	for (int i = 0; i < s->contacts.count; i++)
		add(s, sheet, unit, text_print(&s->model->arena, "contact.%s", s->contacts.item[i].contact->name.text),
		    "");
	add(s, sheet, unit, "kinetic", "J");
	add(s, sheet, unit, "potential", "J");
}

void simulation_row(struct Simulation *s, double time, double *row)
{
	size_t state = (size_t)(s->nq + s->nv), inputs = (size_t)s->nv;
	simulation_inputs(s, time, s->y);
	row[0] = time;
	memcpy(row + 1, s->y, state * sizeof *row);
	memcpy(row + 1 + state, s->tau_now, inputs * sizeof *row);
	for (int i = 0; i < s->nu; i++)
		row[1 + state + inputs + (size_t)i] = s->u_now[i];
	const size_t moving = s->model->model->dag->moving.count;
	double *rates = row + 1 + state + inputs + s->nu, *states = rates + 2 * moving, *forces = states + s->ns;
	double *closed = forces + s->rows.name.count;
	double *energy = closed + s->contacts.count;
	for (int order = 0; order < 2; order++)
		memcpy(rates + (size_t)order * moving, s->rate_now[order], moving * sizeof *rates);
	memcpy(states, s->y + state, (size_t)s->ns * sizeof *states);
	simulation_forces(s, s->y, forces);
	for (int i = 0; i < s->contacts.count; i++)
		closed[i] = s->contacts.item[i].closed;
	simulation_measure(s);
	simulation_energy(s, &energy[0], &energy[1]);
}
