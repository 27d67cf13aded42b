#include "dense_inside.h"

/* Newton-Euler equations of RBDA, Table 5.1, differentiated one after the other. A change of the coordinates moves body
 * i in its joint by the twist s = S dq, and by D in total, both in its axes at its origin:
 *
 *   dX  = -(s x) X                           D  = X D_lambda + s
 *   dv  = X dv_lambda - s x (X v_lambda) + dvJ
 *   da  = X da_lambda - s x (X a_lambda) + d(S qdd + cJ) + dv x vJ + v x dvJ
 *   df  = I da + dv x* I v + v x* I dv - df_ext
 *   df_lambda += X^T (df + s x* f)           dtau = dS^T f + S^T df
 *
 * Here f is the sum of all wrenches at the body. A wrench held at a point of the world changes, in the axes of the
 * moving body, like any constant quantity: df_ext = -D x* f_ext. A wrench held at the body's origin only turns. */
struct slope {
	real s[6], D[6];
	real dS[6][6], dvJ[6], dcJ[6];
	real dv[6], da[6], df[6];
	real scale; /* as of dense_state */
};

struct change {
	const real *dq, *dqd, *dqdd; /* (nv) each */
};

/* y -= v x x and y += v x* x */
static void subtract_cross(const real v[6], const real x[6], real y[6])
{
	real C[6][6], product[6] = { 0 };
	motion_cross(v, C);
	add_mul(C, x, product);
	for (int k = 0; k < 6; k++)
		y[k] -= product[k];
}

static void add_force_cross(const real v[6], const real f[6], real y[6])
{
	real C[6][6], product[6] = { 0 };
	motion_cross(v, C);
	add_mul_transposed(C, f, product);
	for (int k = 0; k < 6; k++)
		y[k] -= product[k];
}

/* changes in the joint itself */
static void slope_joint(const struct dense_body *b, struct dense_state *state, const struct dense_instant *at,
                        const struct change *by, struct slope *s)
{
	real XB[6][6], dS[6][6], dcJ[6];
	dense_jslope(b, at->q + state->iq, at->qd + state->iv, by->dq + state->iv, by->dqd + state->iv, dS, dcJ);
	motion_transform(&b->then, XB);
	mul6(XB, dS, s->dS);
	add_mul(XB, dcJ, s->dcJ);
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < state->nv; j++) {
			int c = state->iv + j;
			s->s[k] += state->S[k][j] * by->dq[c];
			s->dvJ[k] += state->S[k][j] * by->dqd[c] + s->dS[k][j] * at->qd[c];
		}
}

/* outward: D, dv and da */
static void slope_motion(const struct dense_tree *t, struct dense_state *state, int i, const struct dense_instant *at,
                         const struct change *by, struct slope *slope)
{
	struct dense_state *here = &state[i];
	struct slope *s = &slope[i];
	int lambda = t->body[i].parent;
	real Xv[6] = { 0 }, Xa[6] = { 0 };
	real world[6] = { -t->gravity[0], -t->gravity[1], -t->gravity[2], 0, 0, 0 };
	memcpy(s->D, s->s, sizeof s->D);
	memcpy(s->dv, s->dvJ, sizeof s->dv);
	memcpy(s->da, s->dcJ, sizeof s->da);
	if (lambda >= 0) {
		add_mul(here->X, slope[lambda].D, s->D);
		add_mul(here->X, slope[lambda].dv, s->dv);
		add_mul(here->X, slope[lambda].da, s->da);
		add_mul(here->X, state[lambda].v, Xv);
	}
	add_mul(here->X, lambda < 0 ? world : state[lambda].a, Xa);
	subtract_cross(s->s, Xv, s->dv);
	subtract_cross(s->s, Xa, s->da);
	/* x y = -(y x), the product available here */
	subtract_cross(here->vJ, s->dv, s->da);
	subtract_cross(s->dvJ, here->v, s->da);
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < here->nv; j++) {
			int c = here->iv + j;
			s->da[k] += here->S[k][j] * by->dqdd[c] + s->dS[k][j] * at->qdd[c];
		}
}

/* df of the body alone; scales as in dense_rnea */
static void slope_wrench(const struct dense_body *b, struct dense_state *state, const real *f_ext, enum dense_hold hold,
                         struct slope *s)
{
	real I[6][6], Iv[6] = { 0 }, Idv[6] = { 0 };
	const real turn[6] = { 0, 0, 0, s->D[3], s->D[4], s->D[5] };
	spatial_inertia(b, I);
	add_mul(I, state->v, Iv);
	add_mul(I, s->dv, Idv);
	add_mul(I, s->da, s->df);
	add_force_cross(s->dv, Iv, s->df);
	add_force_cross(state->v, Idv, s->df);
	if (state->turns)
		dense_raise_moments(&s->scale, b, s->df);
	if (f_ext && hold != DENSE_HELD_BY_BODY)
		add_force_cross(hold == DENSE_HELD_AT_POINT ? s->D : turn, f_ext, s->df);
}

/* inward: dtau, then df is added to the parent */
static void slope_torque(const struct dense_tree *t, struct dense_state *state, int i, const struct change *by,
                         struct slope *slope, real *dtau, real *size)
{
	const struct dense_body *b = &t->body[i];
	struct dense_state *here = &state[i];
	struct slope *s = &slope[i];
	for (int j = 0; j < here->nv; j++) {
		real rotor[3] = { b->armature[j] * by->dqdd[here->iv + j] };
		dtau[here->iv + j] = rotor[0];
		for (int k = 0; k < 6; k++)
			dtau[here->iv + j] += s->dS[k][j] * here->f[k] + here->S[k][j] * s->df[k];
		dense_raise(&s->scale, rotor);
	}
	add_force_cross(s->s, here->f, s->df);
	if (here->turns)
		dense_raise(&s->scale, s->df + 3);
	if (here->slides)
		dense_raise(&s->scale, s->df);
	for (int j = 0; j < here->nv; j++)
		size[here->iv + j] = fmaxl(s->scale, here->scale);

	if (b->parent < 0)
		return;
	struct slope *parent = &slope[b->parent];
	real force[6] = { s->df[0], s->df[1], s->df[2], 0, 0, 0 }, about_parent[6] = { 0 };
	add_mul_transposed(here->X, force, about_parent);
	if (state[b->parent].turns)
		dense_raise(&parent->scale, about_parent + 3);
	parent->scale = fmaxl(parent->scale, s->scale);
	add_mul_transposed(here->X, s->df, parent->df);
}

/* data of the state that every slope needs */
struct basis {
	int nv, *order;
	struct dense_state *state;
	real *zero, *one; /* (nv) */
};

static struct basis basis_of(const struct dense_tree *t, const struct dense_instant *at)
{
	size_t nv = (size_t)dense_nv(t);
	struct basis basis = { (int)nv, zeroed((size_t)t->n, sizeof(int)), NULL, zeroed(nv, sizeof(real)),
		               zeroed(nv, sizeof(real)) };
	real *tau = zeroed(nv, sizeof *tau);
	basis.state = dense_states(t, at->q, at->qd, basis.order);
	dense_newton_euler(t, basis.state, basis.order, at->qdd, at->f_ext, tau);
	free(tau);
	return basis;
}

static void basis_free(struct basis *basis)
{
	free(basis->order);
	free(basis->state);
	free(basis->zero);
	free(basis->one);
}

static void slope_of(const struct dense_tree *t, const struct basis *basis, const struct dense_instant *at,
                     const struct change *by, real *dtau, real *size)
{
	struct slope *slope = zeroed((size_t)t->n, sizeof *slope);
	for (int k = 0; k < t->n; k++) {
		int i = basis->order[k];
		slope_joint(&t->body[i], &basis->state[i], at, by, &slope[i]);
		slope_motion(t, basis->state, i, at, by, slope);
		slope_wrench(&t->body[i], &basis->state[i], at->f_ext ? at->f_ext + 6 * i : NULL,
		             at->hold ? at->hold[i] : DENSE_HELD_BY_BODY, &slope[i]);
	}
	for (int k = t->n; k-- > 0;)
		slope_torque(t, basis->state, basis->order[k], by, slope, dtau, size);
	free(slope);
}

void dense_rnea_slope(const struct dense_tree *t, const struct dense_instant *at, const real *dq, const real *dqd,
                      const real *dqdd, real *dtau, real *size)
{
	struct basis basis = basis_of(t, at);
	slope_of(t, &basis, at, &(struct change){ dq, dqd, dqdd }, dtau, size);
	basis_free(&basis);
}

void dense_rnea_derivatives(const struct dense_tree *t, const struct dense_instant *at, real *dtau_dq, real *dtau_dqd,
                            real *size_q, real *size_qd)
{
	struct basis basis = basis_of(t, at);
	int nv = basis.nv;
	real *dtau = zeroed((size_t)nv, sizeof *dtau), *size = zeroed((size_t)nv, sizeof *size);
	for (int j = 0; j < nv; j++) {
		const struct change by[2] = { { basis.one, basis.zero, basis.zero },
			                      { basis.zero, basis.one, basis.zero } };
		real *derivative[2] = { dtau_dq, dtau_dqd }, *sizes[2] = { size_q, size_qd };
		basis.one[j] = 1;
		for (int k = 0; k < 2; k++) {
			slope_of(t, &basis, at, &by[k], dtau, size);
			for (int i = 0; i < nv; i++) {
				derivative[k][i * nv + j] = dtau[i];
				sizes[k][i * nv + j] = size[i];
			}
		}
		basis.one[j] = 0;
	}
	free(dtau);
	free(size);
	basis_free(&basis);
}

void dense_answer(const real *M, int n, const real *dtau, const real *size, real *dqdd, real *condition, real *scale)
{
	real *b = zeroed((size_t)n, sizeof *b), *of_b = zeroed((size_t)n, sizeof *of_b),
	     *x = zeroed((size_t)n, sizeof *x);
	*scale = 0;
	for (int j = 0; j < n; j++) {
		real of_column;
		for (int i = 0; i < n; i++) {
			b[i] = -dtau[i * n + j];
			of_b[i] = size[i * n + j];
		}
		dense_solve(M, n, b, of_b, x, condition, &of_column);
		for (int i = 0; i < n; i++)
			dqdd[i * n + j] = x[i];
		*scale = fmaxl(*scale, of_column);
	}
	free(x);
	free(of_b);
	free(b);
}

void dense_fd_derivatives(const struct dense_tree *t, const struct dense_instant *at, const real *tau, real *dqdd_dq,
                          real *dqdd_dqd, real *dqdd_dtau, real *condition, real scale[2])
{
	size_t nv = (size_t)dense_nv(t);
	real *qdd = zeroed(nv, sizeof *qdd), *M = zeroed(nv * nv, sizeof *M), *work[4];
	struct dense_instant there = *at;
	for (int k = 0; k < 4; k++)
		work[k] = zeroed(nv * nv, sizeof **work);
	dense_fd(t, at->q, at->qd, tau, at->f_ext, qdd, condition, NULL);
	there.qdd = qdd;
	dense_crba(t, at->q, M, NULL);
	dense_rnea_derivatives(t, &there, work[0], work[1], work[2], work[3]);
	dense_answer(M, (int)nv, work[0], work[2], dqdd_dq, condition, &scale[0]);
	dense_answer(M, (int)nv, work[1], work[3], dqdd_dqd, condition, &scale[1]);
	dense_invert(M, (int)nv, dqdd_dtau, condition);
	for (int k = 0; k < 4; k++)
		free(work[k]);
	free(M);
	free(qdd);
}
