/* Contacts of --contacts, which open and close: positions and forces. */
#include <math.h>
#include <string.h>

#include "simulation.h"
#include "model/body.h"
#include "model/loop.h"
#include "model/model.h"
#include "base/pose.h"
#include "dag/default_values.h"

/* --- which --- */

static bool is_all(const struct Options *options)
{
	return options->watched_count == 1 && strcmp(options->watched[0], "all") == 0;
}

static bool is_watched(const struct Simulation *s, int number)
{
	for (int i = 0; i < s->contacts.count; i++)
		if (s->contacts.item[i].number == number)
			return true;
	return false;
}

/* Row along the normal, in the order of the rows of a kind: all kinds have one. */
static int find_normal(const struct Dag *dag, const struct Contact *contact)
{
	int r = 0;
	while (contact->row[r].angular || !dag_is(dag, contact->row[r].t.e[2], 1))
		r++;
	return r;
}

static void watch(struct Simulation *s, int number)
{
	const struct Model *model = s->model->model;
	const struct Contact *contact = &model->contacts.item[number];
	s->contacts.item[s->contacts.count++] =
		(struct WatchedContact){ .contact = contact,
		                         .number = number,
		                         .normal = find_normal(model->dag, contact),
		                         .friction = dag_default_value(model->dag, contact->friction),
		                         .slips_at = NAN };
}

static void watch_named(struct Simulation *s, const char *name)
{
	const struct Model *model = s->model->model;
	struct Diags *diags = &s->model->diags;
	struct Span span = sources_option(diags->sources, "--contacts", name);
	for (int i = 0; i < (int)model->contacts.count; i++) {
		if (strcmp(model->contacts.item[i].name.text, name) != 0)
			continue;
		if (is_watched(s, i))
			diag(diags, CHECK_DUPLICATE, span, "contact '%s' is given twice", name);
		else
			watch(s, i);
		return;
	}
	struct Diag *unknown = diag(diags, CHECK_UNKNOWN_CONTACT, span, "the model has no contact '%s'", name);
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->contacts.item, model->contacts.count, name.text);
	diag_nearest(diags, unknown, &nearest);
}

static void read_contacts(rigidc_model *model, void *context)
{
	struct Simulation *s = context;
	const struct Options *options = s->options;
	struct Diags *diags = &model->diags;
	size_t count = model->model->contacts.count;
	s->contacts.item = ARENA_ARRAY(&model->arena, struct WatchedContact, count);
	if (!count) {
		struct Diag *none = diag(diags, CHECK_UNKNOWN_CONTACT,
		                         sources_option(diags->sources, "--contacts", options->watched[0]),
		                         "the model has no contacts");
		diag_help(diags, none, "declare one: `contact NAME on FRAME`, or --contact NAME=FRAME");
		return;
	}
	for (size_t i = 0; i < (is_all(options) ? count : options->watched_count); i++)
		if (is_all(options))
			watch(s, (int)i);
		else
			watch_named(s, options->watched[i]);
}

rigidc_status contacts_read(struct Simulation *s)
{
	return s->options->watched_count ? library_call(s->model, read_contacts, s) : RIGIDC_OK;
}

/* --- what is small --- */

double contacts_rounding(const struct Simulation *s)
{
	return s->options->library.real_float > 0 ? 1e-6 : 1e-12;
}

double contacts_near(const struct Simulation *s)
{
	return 1e3 * contacts_rounding(s) * s->contacts.size;
}

/* Size of the model, m: the largest offset of a body or contact. Gravity, m/s^2. Weight, N. */
static void measure_model(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	double mass = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		mass += dag_default_value(model->dag, body->mass);
		s->contacts.size = fmax(s->contacts.size, dag_default_length(model->dag, body->at.p.e));
		s->contacts.size = fmax(s->contacts.size, dag_default_length(model->dag, body->com.e));
	}
	for (int i = 0; i < s->contacts.count; i++)
		s->contacts.size =
			fmax(s->contacts.size, dag_default_length(model->dag, s->contacts.item[i].contact->at.p.e));
	double gravity = dag_default_length(model->dag, model->gravity.e);
	s->contacts.gravity = gravity > 0 ? gravity : 1;
	s->contacts.weight = mass > 0 ? mass * s->contacts.gravity : 1;
	s->contacts.size = s->contacts.size > 0 ? s->contacts.size : 1;
}

void contacts_prepare(struct Simulation *s)
{
	enum { POSE_OUTPUTS = 2 };
	struct Arena *arena = &s->model->arena;
	struct SimulationContacts *contacts = &s->contacts;
	if (!contacts->count)
		return;
	contacts->output = ARENA_ARRAY(arena, double *, POSE_OUTPUTS * contacts->count);
	for (int i = 0; i < contacts->count; i++) {
		contacts->output[POSE_OUTPUTS * i] = contacts->item[i].R;
		contacts->output[POSE_OUTPUTS * i + 1] = contacts->item[i].p;
	}
	contacts->lambda = ARENA_ARRAY(arena, double, s->rows.row.count);
	contacts->rate = ARENA_ARRAY(arena, double, s->rows.row.count);
	contacts->changed = ARENA_ARRAY(arena, double, EVENTS_MOST);
	measure_model(s);
}

/* --- states --- */

void contacts_see(struct Simulation *s, const double *y)
{
	rigidc_call(s->contacts.poses, (const double *[]){ y }, s->contacts.output);
}

double contact_height(const struct WatchedContact *contact, double time)
{
	double part = contact->drop > 0 ? fmax(0, 1 - (time - contact->since) / contact->rise) : 0;
	return contact->p[2] - contact->floor + part * contact->drop;
}

void contacts_forces(struct Simulation *s, double time, const double *y)
{
	simulation_inputs(s, time, y);
	simulation_forces(s, y, s->contacts.lambda);
}

/* --- the place where a contact has closed --- */

static void turn(const double R[9], const double v[3], double out[3])
{
	for (int k = 0; k < 3; k++)
		out[k] = vector_dot(&R[3 * k], v);
}

/* Small rotation from R_at to R, in the axes of the ground: half the sum of r_at x r over the columns of both. */
static void turned(const struct WatchedContact *contact, double angle[3])
{
	memset(angle, 0, 3 * sizeof *angle);
	for (int column = 0; column < 3; column++) {
		double from[3], to[3], c[3];
		for (int k = 0; k < 3; k++) {
			from[k] = contact->R_at[3 * k + column];
			to[k] = contact->R[3 * k + column];
		}
		vector_cross(from, to, c);
		for (int k = 0; k < 3; k++)
			angle[k] += c[k] / 2;
	}
}

/* Small rotation of the axis of a `line`, which lies square to its two angular rows t: n_at x n along R t. */
static double tilted(const struct Dag *dag, const struct WatchedContact *contact, int r)
{
	const struct ConstraintRow *row = contact->contact->row;
	int other = r > 0 && row[r - 1].angular ? r - 1 : r + 1;
	double t[3], u[3], n[3], n_at[3], n_now[3], c[3], t_now[3];
	dag_default_values(dag, row[r].t.e, 3, t);
	dag_default_values(dag, row[other].t.e, 3, u);
	vector_cross(t, u, n);
	turn(contact->R_at, n, n_at);
	turn(contact->R, n, n_now);
	turn(contact->R, t, t_now);
	vector_cross(n_at, n_now, c);
	return vector_dot(t_now, c);
}

/* Distance or angle along row r from where the contact has closed. */
static double displaced(const struct Dag *dag, const struct WatchedContact *contact, int r)
{
	const struct ConstraintRow *row = &contact->contact->row[r];
	double t[3], moved[3];
	dag_default_values(dag, row->t.e, 3, t);
	if (row->angular && row->vector == ROW_OF_B)
		return tilted(dag, contact, r);
	if (row->angular)
		turned(contact, moved);
	else
		for (int k = 0; k < 3; k++)
			moved[k] = contact->p[k] - contact->p_at[k];
	return vector_dot(t, moved);
}

/* Rows that hold into the basis, and their displacements in the same order; those of loops are 0. */
static void find_displacements(struct Simulation *s, double *error)
{
	struct SimulationRows *rows = &s->rows;
	size_t count = 0;
	rows->basis.count = 0;
	for (size_t r = 0; r < rows->closures; r++)
		if (rows->held->kept[r] && linear_qr_add(&rows->basis, &rows->J[r * (size_t)s->nv], 0) > 0)
			error[count++] = 0;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		for (int k = 0; k < contact->contact->rows; k++) {
			size_t r = contact->row + (size_t)k;
			if (rows->held->kept[r] && linear_qr_add(&rows->basis, &rows->J[r * (size_t)s->nv], 0) > 0)
				error[count++] = displaced(s->model->model->dag, contact, k);
		}
	}
}

double contacts_place(struct Simulation *s, double *y)
{
	double *error = s->rows.forces, *move = s->rows.qd, most = 0;
	simulation_jacobian(s, y);
	contacts_see(s, y);
	find_displacements(s, error);
	linear_qr_solve(&s->rows.basis, error, move);
	for (int v = 0; v < s->nv; v++) {
		move[v] = -move[v];
		most = fmax(most, fabs(move[v]));
	}
	simulation_move(s, y, move, y);
	return most;
}
