/* The textbook algorithms as in a library: loops over a table of bodies, 6 x 6 matrices, double.
 * Called by contest.c from shared objects, one for each compiler, as the baseline for rigidc.
 * The caller owns the model; a call allocates nothing and leaves its intermediate results in it. */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

/* After R. Featherstone, Rigid Body Dynamics Algorithms (RBDA), with the linear part first, as in
 * tests/reference/dense.c. Quantities independent of the state are precomputed: the placement of each joint,
 * I of each body, axes along coordinate axes. */

enum { LOOP_BODIES = 72, LOOP_VELOCITIES = 72 };
enum loop_joint { LOOP_REVOLUTE, LOOP_PRISMATIC, LOOP_FREE };

struct loop_body {
	int parent, end; /* -1: the world; depth first: the subtree is all bodies before `end` */
	enum loop_joint joint;
	int axis;             /* 0, 1, 2: x, y, z of the body frame */
	double sign;          /* 1, or -1: against it */
	int q, v, nv;         /* its first coordinate and velocity in the arrays, and the number of velocities */
	double R[3][3], p[3]; /* the joint frame in the parent's frame */
	double I[6][6];       /* about the origin of the body frame */
	double armature[6];

	double X[6][6], Ic[6][6]; /* from the parent's frame to the body's; composite inertia */
	double velocity[6], acceleration[6], force[6];
	double dv[6], da[6], df[6];       /* along a change of the state */
	double world_R[3][3], world_p[3]; /* the body frame in the world */
};

struct loop_model {
	int n, nv, before[LOOP_VELOCITIES]; /* before: the next velocity towards the root; -1: none */
	int path[LOOP_BODIES], paths;       /* from the root to the last body, inclusive */
	double gravity[3];
	struct loop_body body[LOOP_BODIES];
};

typedef void loop_rnea_function(struct loop_model *model, const double *q, const double *qd, const double *qdd,
                                double *tau);
typedef void loop_crba_function(struct loop_model *model, const double *q, double *M);

typedef void loop_fd_function(struct loop_model *model, const double *q, const double *qd, const double *tau,
                              double *qdd);
/* the last body: R row by row */
typedef void loop_fk_function(struct loop_model *model, const double *q, double *R, double *p);
typedef void loop_jac_function(struct loop_model *model, const double *q, double *J);
typedef void loop_dyn_function(struct loop_model *model, const double *q, const double *qd, double *M, double *h);
/* loop_derivatives.c; Y for the ten parameters of each body at its origin: m, h, Ixx, Ixy, Iyy, Ixz, Iyz, Izz */
typedef void loop_rnea_derivatives_function(struct loop_model *model, const double *q, const double *qd,
                                            const double *qdd, double *dtau_dq, double *dtau_dqd);
typedef void loop_fd_derivatives_function(struct loop_model *model, const double *q, const double *qd,
                                          const double *tau, double *dqdd_dq, double *dqdd_dqd, double *Minv);
typedef void loop_regressor_function(struct loop_model *model, const double *q, const double *qd, const double *qdd,
                                     double *Y);

loop_rnea_function loop_rnea;
loop_crba_function loop_crba;
loop_fd_function loop_fd;
loop_fk_function loop_fk;
loop_jac_function loop_jac;
loop_dyn_function loop_dyn;
loop_rnea_derivatives_function loop_rnea_derivatives;
loop_fd_derivatives_function loop_fd_derivatives;
loop_regressor_function loop_regressor;

#endif
