#include "dense_inside.h"

bool dense_moves(const struct dense_tree *t, int body)
{
	for (int b = body; b >= 0; b = t->body[b].parent)
		if (dense_joint_nv(&t->body[b]) > 0)
			return true;
	return false;
}

static real mass_of(const struct dense_tree *t, int b)
{
	return dense_moves(t, b) ? t->body[b].mass : 0;
}

/* the centre of mass of one body, with the body's axes */
static struct dense_site centre_of(const struct dense_tree *t, int b)
{
	struct dense_site site = { b, { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } } };
	memcpy(site.at.p, t->body[b].com, sizeof site.at.p);
	return site;
}

static void raise_scale(real *scale, real x)
{
	if (scale)
		*scale = fmaxl(*scale, x);
}

/* --- mass --- */

void dense_com(const struct dense_tree *t, const real *q, real *mass, real c[3], real *scale)
{
	struct dense_frame *pose = zeroed((size_t)t->n, sizeof *pose), here;
	dense_pose(t, q, pose);
	*mass = 0;
	memset(c, 0, 3 * sizeof *c);
	if (scale)
		*scale = 0;
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real reach, m = mass_of(t, b);
		dense_place(t, pose, &centre, &here, &reach);
		*mass += m;
		for (int i = 0; i < 3; i++)
			c[i] += m * here.p[i];
		raise_scale(scale, m > 0 ? reach : 0);
	}
	for (int i = 0; i < 3; i++)
		c[i] /= *mass;
	free(pose);
}

void dense_jcom(const struct dense_tree *t, const real *q, real *J, real *scale)
{
	int nv = dense_nv(t);
	real *of_body = zeroed((size_t)(6 * nv), sizeof *of_body), mass = 0;
	memset(J, 0, (size_t)(3 * nv) * sizeof *J);
	if (scale)
		*scale = 0;
	struct dense_motion at;
	dense_motion_begin(&at, t, q, NULL, NULL);
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real columns, m = mass_of(t, b);
		dense_motion_jac(&at, &centre, of_body, &columns);
		mass += m;
		for (int i = 0; i < 3 * nv; i++)
			J[i] += m * of_body[i];
		raise_scale(scale, m > 0 ? columns : 0);
	}
	dense_motion_end(&at);
	for (int i = 0; i < 3 * nv; i++)
		J[i] /= mass;
	free(of_body);
}

/* --- momentum --- */

/* Iw = R Ic R^T, and the offset of a body's centre of mass from the common one */
static void place_inertia(const struct dense_motion *at, int b, const real common[3], real Iw[3][3], real offset[3])
{
	const struct dense_tree *t = at->tree;
	struct dense_site centre = centre_of(t, b);
	real R[9], p[3];
	dense_motion_fk(at, &centre, R, p, NULL);
	for (int i = 0; i < 3; i++) {
		offset[i] = p[i] - common[i];
		for (int j = 0; j < 3; j++) {
			Iw[i][j] = 0;
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++)
					Iw[i][j] += R[3 * i + k] * t->body[b].inertia[k][l] * R[3 * j + l];
		}
	}
}

/* A += momentum of body b for each of n twists V (6 x n) of its centre of mass:
 *     m v    and    Iw w + m offset x v */
static void add_momenta(const struct dense_motion *at, int b, const real common[3], const real *V, int n, real *A)
{
	real Iw[3][3], offset[3], L[3][3], m = at->tree->body[b].mass;
	place_inertia(at, b, common, Iw, offset);
	cross_matrix(offset, L);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < 3; i++) {
			A[i * n + j] += m * V[i * n + j];
			for (int k = 0; k < 3; k++) {
				A[(i + 3) * n + j] += Iw[i][k] * V[(k + 3) * n + j];
				if (m > 0)
					A[(i + 3) * n + j] += m * L[i][k] * V[k * n + j];
			}
		}
}

/* the largest of these momenta, from the largest velocity including lever arms */
static real momenta_scale(const struct dense_body *b, real reach, real velocity)
{
	real heaviest = b->mass * fmaxl(1, reach);
	for (int i = 0; i < 3; i++)
		heaviest = fmaxl(heaviest, b->inertia[i][i]);
	return velocity * heaviest;
}

void dense_momentum(const struct dense_tree *t, const real *q, const real *qd, real h[6], real *scale)
{
	real mass, common[3], reach;
	dense_com(t, q, &mass, common, &reach);
	memset(h, 0, 6 * sizeof *h);
	if (scale)
		*scale = 0;
	struct dense_motion at;
	dense_motion_begin(&at, t, q, qd, NULL);
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real v[6], velocity;
		if (!dense_moves(t, b))
			continue;
		dense_motion_vel(&at, &centre, v, &velocity);
		add_momenta(&at, b, common, v, 1, h);
		raise_scale(scale, momenta_scale(&t->body[b], reach, velocity));
	}
	dense_motion_end(&at);
}

void dense_cmm(const struct dense_tree *t, const real *q, real *A, real *scale)
{
	int nv = dense_nv(t);
	real *J = zeroed((size_t)(6 * nv), sizeof *J), mass, common[3], reach;
	dense_com(t, q, &mass, common, &reach);
	memset(A, 0, (size_t)(6 * nv) * sizeof *A);
	if (scale)
		*scale = 0;
	struct dense_motion at;
	dense_motion_begin(&at, t, q, NULL, NULL);
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real velocity;
		if (!dense_moves(t, b))
			continue;
		dense_motion_jac(&at, &centre, J, &velocity);
		add_momenta(&at, b, common, J, nv, A);
		raise_scale(scale, momenta_scale(&t->body[b], reach, velocity));
	}
	dense_motion_end(&at);
	free(J);
}

void dense_momentum_rate(const struct dense_tree *t, const real *q, const real *qd, const real *qdd, real h[6],
                         real *scale)
{
	real mass, common[3], reach;
	dense_com(t, q, &mass, common, &reach);
	memset(h, 0, 6 * sizeof *h);
	*scale = 0;
	struct dense_motion at;
	dense_motion_begin(&at, t, q, qd, qdd);
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real v[6], a[6], spin[6] = { 0 }, velocity, acceleration;
		if (!dense_moves(t, b))
			continue;
		dense_motion_vel(&at, &centre, v, &velocity);
		dense_motion_acc(&at, &centre, a, &acceleration);
		add_momenta(&at, b, common, a, 1, h);
		memset(v, 0, 3 * sizeof *v);
		add_momenta(&at, b, common, v, 1, spin); /* I w, and w x I w below */
		for (int i = 0; i < 3; i++) {
			int j = (i + 1) % 3, k = (i + 2) % 3;
			h[3 + i] += v[3 + j] * spin[3 + k] - v[3 + k] * spin[3 + j];
		}
		raise_scale(scale, momenta_scale(&t->body[b], reach, acceleration + velocity * velocity));
	}
	dense_motion_end(&at);
}

/* --- energy --- */

/* energy of the armature, which turns by the coordinate alone */
static real armature_energy(const struct dense_tree *t, const real *qd)
{
	int *v_of = zeroed((size_t)t->n, sizeof *v_of);
	real energy = 0;
	dense_index(t, NULL, NULL, v_of);
	for (int b = 0; b < t->n; b++)
		for (int j = 0; j < dense_joint_nv(&t->body[b]); j++)
			energy += t->body[b].armature[j] * qd[v_of[b] + j] * qd[v_of[b] + j] / 2;
	free(v_of);
	return energy;
}

/* 1/2 (m v . v + w . Iw w), with the velocity of the centre of mass */
static real body_energy(const struct dense_body *b, real Iw[3][3], const real v[6])
{
	real energy = 0;
	for (int i = 0; i < 3; i++) {
		energy += b->mass * v[i] * v[i] / 2;
		for (int j = 0; j < 3; j++)
			energy += v[i + 3] * Iw[i][j] * v[j + 3] / 2;
	}
	return energy;
}

void dense_energy(const struct dense_tree *t, const real *q, const real *qd, real *kinetic, real *potential,
                  real *kinetic_scale, real *potential_scale)
{
	real kinetic_most = 0, potential_most = 0;
	*kinetic = armature_energy(t, qd);
	*potential = 0;
	struct dense_motion at;
	dense_motion_begin(&at, t, q, qd, NULL);
	for (int b = 0; b < t->n; b++) {
		struct dense_site centre = centre_of(t, b);
		real Iw[3][3], c[3], R[9], v[6], reach, velocity;
		if (!dense_moves(t, b))
			continue;
		place_inertia(&at, b, (const real[3]){ 0 }, Iw, c);
		dense_motion_fk(&at, &centre, R, c, &reach);
		dense_motion_vel(&at, &centre, v, &velocity);
		*kinetic += body_energy(&t->body[b], Iw, v);
		for (int i = 0; i < 3; i++)
			*potential -= t->body[b].mass * t->gravity[i] * c[i];
		kinetic_most = fmaxl(kinetic_most, momenta_scale(&t->body[b], 1, velocity) * velocity);
		potential_most = fmaxl(potential_most, t->body[b].mass * largest(t->gravity, 3) * reach);
	}
	dense_motion_end(&at);
	if (kinetic_scale)
		*kinetic_scale = kinetic_most;
	if (potential_scale)
		*potential_scale = potential_most;
}
