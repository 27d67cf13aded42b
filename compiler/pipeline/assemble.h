/* A state of a model that closes its loops and constraints. Called by the checks of poses, the library and the command. Arrays are in
 * the order of the model's coordinates and velocities. Memory is an arena of the caller's. */
#ifndef RIGIDC_PIPELINE_ASSEMBLE_H
#define RIGIDC_PIPELINE_ASSEMBLE_H

#include "branch.h"

struct Assembled {
	bool closed;
	int restarts;        /* tried states around the start */
	enum Branch branch;  /* of the state, as seen from the reference; without one, from the start */
	double closure;      /* largest entry, in rad and characteristic lengths */
	const char *remains; /* where it stays open: "14.2 mm and 0.3 deg" */
	double size;         /* there: the largest entry, in rad and characteristic lengths */
	struct Ident open;   /* the loop or constraint that is most open, closed or not */
	int beyond;          /* coordinate that stays beyond its limits when all is closed; -1: none */
	double beyond_at;    /* its value */
	double length;       /* m, the characteristic length */
	bool *independent;   /* by velocity */
	int mobility;
};

struct AssembleRequest {
	const bool *held;        /* by velocity: its coordinates keep their values; NULL: none */
	const double *reference; /* q of a pose whose branch is wanted; NULL: none */
	const double *u;         /* inputs of the model; NULL: their default values */
	double within;           /* closure of a closed state, in rad and characteristic lengths */
	bool once;               /* from q alone, not from states around it */
};

/* Assembly of all loops and constraints with a closure, in a tree of its own. */
struct Assembly assembly_of_model(struct Arena *arena, const struct Model *model);
/* The same, and the rows of constraints on velocities and of contacts for their J: they have no closure. `contact`: indices in the model. */
struct Assembly assembly_of_phase(struct Arena *arena, const struct Model *model, const int *contact, int contacts);
/* Are all loops closed at q, to a->within? */
bool assemble_is_closed(struct Assembly *a, const struct Model *model, const double *q);
/* "14.2 mm and 0.3 deg" by which the most open loop is open at q; NULL: all are closed within the tolerance. */
const char *assemble_open(struct Assembly *a, const struct Model *model, const double *q);
/* Largest velocity, in rad/s or m/s, of 1 and above. */
double assemble_fastest(const double *qd, int count);
/* Size of a term of J qd, beside which the sum may be 0: no smaller than if the velocity were a thousandth of the fastest, because
 * velocities that rows hold at 0 are the rounding of others. */
double assemble_term_size(double entry, double velocity, double fastest);
/* Largest |J qd + H ud| of a row over the sum of the sizes of its terms, at the last state. `ud`: of the inputs that move. */
double assemble_rate(const struct Assembly *a, const struct Model *model, const double *qd, const double *ud);
/* Index in the model's order of a coordinate of the tree. */
static inline int assemble_listed(const struct Model *model, int i)
{
	return model->ordered ? model->q_place[i] : i;
}
/* The same of a velocity. */
static inline int assemble_listed_velocity(const struct Model *model, int v)
{
	return model->ordered ? model->v_place[v] : v;
}
/* Closes q, in place. Not closed: q is the start. */
struct Assembled assemble_by(struct Assembly *a, const struct Model *model, const struct AssembleRequest *request,
                             double *q);
struct Assembled assemble(struct Arena *arena, const struct Model *model, const struct AssembleRequest *request,
                          double *q);
/* Reports open loops; `from` is the start: "pose home". */
struct Diag *assemble_tell_open(struct Diags *diags, const struct Model *model, const struct Assembled *result,
                                const char *from);
/* Says what helps where what remains is as small as the rounding of numbers: `size`, its largest entry. */
void assemble_help_open(struct Diags *diags, struct Diag *d, double size);
/* Makes an open loop a warning until a function with rows is asked for: those of the open tree have values. */
void assemble_soften_open(struct Diags *diags, struct Model *model, struct Diag *d);
/* Warns of another branch than that of `from`. */
void assemble_tell_branch(struct Diags *diags, const struct Model *model, const struct Assembled *result,
                          const char *from);
/* Moves a state of a motion to where loops are closed and J qd = 0, nearest in the metric of M. qd may be NULL. False: q stays open,
 * nothing is changed, and *result has what remains. */
bool assemble_project(struct Arena *arena, const struct Model *model, double *q, double *qd, struct Assembled *result);
/* Number of rows of all loops and of constraints with a closure. */
int assemble_rows(const struct Model *model);

#endif
