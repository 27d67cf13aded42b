// The articulated-body algorithm (Featherstone, RBDA, table 7.1) for any type of numbers, in body coordinates as in the book, or
// in world coordinates, which need no transforms between bodies. 6-vectors have the linear part first. Called by accuracy.cpp;
// the table of bodies is made by bodies.c.
#ifndef BENCH_ARTICULATED_H
#define BENCH_ARTICULATED_H

enum { FREE, REVOLUTE, PRISMATIC };

struct Body {
	int parent, joint;
	long double axis[3];         // of the joint, in its frame
	long double R[9], p[3];      // joint frame in the parent's
	long double mass[1], com[3]; // kg, m
	long double inertia[9];      // kg m^2, about the centre of mass
	long double armature[6];     // one for each velocity
};

#include "bodies.h"

enum { BODIES = sizeof body / sizeof *body };

template <class T> struct Link {
	T E[3][3], p[3];           // axes of the parent to those of the body; origin in the parent's frame
	T S[6][6];                 // columns of motion, by column
	T v[6], c[6], pA[6], a[6]; // velocity, velocity product, bias force, acceleration
	T IA[6][6];                // articulated inertia
	T U[6][6], D[6][6], u[6];  // IA S by column, S^T U, tau - S^T pA
	int columns, q0, v0;
};

template <class T> static void cross(const T *a, const T *b, T *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

template <class T> static void turn(const T E[3][3], const T *x, T *y)
{
	for (int i = 0; i < 3; i++)
		y[i] = E[i][0] * x[0] + E[i][1] * x[1] + E[i][2] * x[2];
}

template <class T> static void turn_back(const T E[3][3], const T *x, T *y)
{
	for (int i = 0; i < 3; i++)
		y[i] = E[0][i] * x[0] + E[1][i] * x[1] + E[2][i] * x[2];
}

// y = X m of a motion: (E (v + w x p), E w)
template <class T> static void to_child(const Link<T> *l, const T *m, T *y)
{
	T arm[3], at[3];
	cross(m + 3, l->p, arm);
	for (int i = 0; i < 3; i++)
		at[i] = m[i] + arm[i];
	turn(l->E, at, y);
	turn(l->E, m + 3, y + 3);
}

// y += X^T f of a wrench: (E^T f, E^T n + p x E^T f)
template <class T> static void to_parent(const Link<T> *l, const T *f, T *y)
{
	T force[3], moment[3], arm[3];
	turn_back(l->E, f, force);
	turn_back(l->E, f + 3, moment);
	cross(l->p, force, arm);
	for (int i = 0; i < 3; i++) {
		y[i] = y[i] + force[i];
		y[i + 3] = y[i + 3] + moment[i] + arm[i];
	}
}

template <class T> static T dot(const T *a, const T *b)
{
	T sum = a[0] * b[0];
	for (int i = 1; i < 6; i++)
		sum = sum + a[i] * b[i];
	return sum;
}

// R of the joint: about its axis by q, or of the unit quaternion (x y z w).
template <class T> static void joint_rotation(const Body *b, const T *q, T R[3][3])
{
	T w = T(1), u[3] = { T(0), T(0), T(0) }, two = T(2);
	if (b->joint == REVOLUTE) {
		T s = sin(q[0] * T(0.5));
		w = cos(q[0] * T(0.5));
		for (int i = 0; i < 3; i++)
			u[i] = T((double)b->axis[i]) * s;
	}
	for (int i = 0; i < 3 && b->joint == FREE; i++)
		u[i] = q[3 + i];
	if (b->joint == FREE)
		w = q[6];
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = T(1) - two * (u[j] * u[j] + u[k] * u[k]);
		R[i][j] = two * (u[i] * u[j] - u[k] * w);
		R[i][k] = two * (u[i] * u[k] + u[j] * w);
	}
}

template <class T> static void place(const Body *b, const T *q, Link<T> *l)
{
	T R[3][3], slide[3] = { T(0), T(0), T(0) };
	joint_rotation(b, q, R);
	for (int i = 0; i < 3 && b->joint != REVOLUTE; i++)
		slide[i] = b->joint == FREE ? q[i] : T((double)b->axis[i]) * q[0];
	for (int i = 0; i < 3; i++) {
		l->p[i] = T((double)b->p[i]);
		for (int k = 0; k < 3; k++)
			l->p[i] = l->p[i] + T((double)b->R[3 * i + k]) * slide[k];
		for (int j = 0; j < 3; j++) {
			l->E[j][i] = T((double)b->R[3 * i]) * R[0][j];
			for (int k = 1; k < 3; k++)
				l->E[j][i] = l->E[j][i] + T((double)b->R[3 * i + k]) * R[k][j];
		}
	}
	l->columns = b->joint == FREE ? 6 : 1;
	for (int k = 0; k < l->columns; k++)
		for (int i = 0; i < 6; i++)
			l->S[k][i] = T(b->joint == FREE                  ? i == k
			               : i / 3 == (b->joint == REVOLUTE) ? (double)b->axis[i % 3]
			                                                 : 0);
}

// Inertia about the body's origin, 6 x 6.
template <class T> static void body_inertia(const Body *b, T I[6][6])
{
	const long double m = b->mass[0], *c = b->com;
	const long double cx[3][3] = { { 0, -c[2], c[1] }, { c[2], 0, -c[0] }, { -c[1], c[0], 0 } };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			long double about = b->inertia[3 * i + j];
			for (int k = 0; k < 3; k++)
				about += m * cx[i][k] * cx[j][k];
			I[i][j] = T((double)(i == j ? m : 0));
			I[i + 3][j] = T((double)(m * cx[i][j]));
			I[i][j + 3] = T((double)(m * cx[j][i]));
			I[i + 3][j + 3] = T((double)about);
		}
}

// x = A^-1 x, for a symmetric positive definite A, by A = L D L^T in place.
template <class T> static void solve(T A[6][6], int size, T *x)
{
	T L[6][6];
	for (int j = 0; j < size; j++)
		for (int i = j + 1; i < size; i++) {
			L[i][j] = A[i][j] / A[j][j];
			for (int k = j + 1; k <= i; k++)
				A[i][k] = A[i][k] - L[i][j] * A[k][j];
		}
	for (int i = 0; i < size; i++)
		for (int j = 0; j < i; j++)
			x[i] = x[i] - L[i][j] * x[j];
	for (int i = size - 1; i >= 0; i--) {
		x[i] = x[i] / A[i][i];
		for (int j = i + 1; j < size; j++)
			x[i] = x[i] - L[j][i] * x[j];
	}
}

template <class T> static void product(const T A[6][6], const T *x, T *y)
{
	for (int i = 0; i < 6; i++)
		y[i] = dot(A[i], x);
}

// Velocities and bias forces, v x m for motions and v x* f for wrenches.
template <class T> static void move(const Link<T> *parent, const T *qd, Link<T> *l)
{
	T own[6], h[6], x[3], y[3];
	for (int i = 0; i < 6; i++) {
		own[i] = l->S[0][i] * qd[0];
		for (int k = 1; k < l->columns; k++)
			own[i] = own[i] + l->S[k][i] * qd[k];
		l->v[i] = T(0);
	}
	if (parent)
		to_child(l, parent->v, l->v);
	for (int i = 0; i < 6; i++)
		l->v[i] = l->v[i] + own[i];
	cross(l->v + 3, own, x);
	cross(l->v, own + 3, y);
	for (int i = 0; i < 3; i++)
		l->c[i] = x[i] + y[i];
	cross(l->v + 3, own + 3, l->c + 3);
	product(l->IA, l->v, h);
	cross(l->v + 3, h, l->pA);
	cross(l->v, h, x);
	cross(l->v + 3, h + 3, y);
	for (int i = 0; i < 3; i++)
		l->pA[i + 3] = x[i] + y[i];
}

// U, D, u, and x = D^-1 r.
template <class T> static void eliminate(const Body *b, const T *tau, Link<T> *l)
{
	for (int k = 0; k < l->columns; k++) {
		product(l->IA, l->S[k], l->U[k]);
		l->u[k] = tau[k] - dot(l->S[k], l->pA);
		for (int j = 0; j <= k; j++)
			l->D[j][k] = l->D[k][j] = dot(l->S[j], l->U[k]);
		l->D[k][k] = l->D[k][k] + T((double)b->armature[k]);
	}
}

template <class T> static void over_D(const Link<T> *l, T *r)
{
	T D[6][6];
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			D[i][j] = l->D[i][j];
	solve(D, l->columns, r);
}

// Adds Ia = IA - U D^-1 U^T and pa = pA + Ia c + U D^-1 u to the parent.
template <class T> static void inward(Link<T> *l, Link<T> *parent)
{
	T Ia[6][6], pa[6], half[6][6], x[6];
	for (int j = 0; j < 6; j++) {
		for (int k = 0; k < l->columns; k++)
			x[k] = l->U[k][j];
		over_D(l, x);
		for (int i = 0; i < 6; i++) {
			Ia[i][j] = l->IA[i][j];
			for (int k = 0; k < l->columns; k++)
				Ia[i][j] = Ia[i][j] - l->U[k][i] * x[k];
		}
	}
	product(Ia, l->c, pa);
	for (int k = 0; k < l->columns; k++)
		x[k] = l->u[k];
	over_D(l, x);
	for (int i = 0; i < 6; i++) {
		pa[i] = pa[i] + l->pA[i];
		for (int k = 0; k < l->columns; k++)
			pa[i] = pa[i] + l->U[k][i] * x[k];
	}
	to_parent(l, pa, parent->pA);
	for (int j = 0; j < 6; j++) { // X^T Ia X, by columns of X^T Ia and then rows
		T column[6];
		for (int i = 0; i < 6; i++) {
			column[i] = Ia[i][j];
			half[j][i] = T(0);
		}
		to_parent(l, column, half[j]);
	}
	for (int i = 0; i < 6; i++) {
		T row[6];
		for (int j = 0; j < 6; j++)
			row[j] = half[j][i];
		to_parent(l, row, parent->IA[i]);
	}
}

// World coordinates: S and the inertia are moved from the body at (E, p) to the world, and the link is there.
template <class T> static void to_world(Link<T> *l, const Link<T> *body_place)
{
	T half[6][6], inertia[6][6];
	for (int k = 0; k < l->columns; k++) {
		T v[3], w[3], arm[3];
		turn_back(body_place->E, l->S[k], v);
		turn_back(body_place->E, l->S[k] + 3, w);
		cross(body_place->p, w, arm);
		for (int i = 0; i < 3; i++) {
			l->S[k][i] = v[i] + arm[i];
			l->S[k][i + 3] = w[i];
		}
	}
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			half[i][j] = inertia[i][j] = T(0);
	for (int i = 0; i < 6; i++)
		to_parent(body_place, l->IA[i], half[i]);
	for (int j = 0; j < 6; j++) {
		T column[6];
		for (int i = 0; i < 6; i++)
			column[i] = half[i][j];
		to_parent(body_place, column, inertia[j]);
	}
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			l->IA[i][j] = inertia[i][j];
	for (int i = 0; i < 3; i++) {
		l->p[i] = T(0);
		for (int j = 0; j < 3; j++)
			l->E[i][j] = T(i == j);
	}
}

// Place in the world of a body with the given place in its parent.
template <class T> static void compose(const Link<T> *parent, const Link<T> *own, Link<T> *in_world)
{
	T p[3];
	for (int i = 0; i < 3; i++)
		in_world->p[i] = own->p[i];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			in_world->E[i][j] = own->E[i][j];
	if (!parent)
		return;
	turn_back(parent->E, own->p, p);
	for (int i = 0; i < 3; i++) {
		in_world->p[i] = parent->p[i] + p[i];
		for (int j = 0; j < 3; j++)
			in_world->E[i][j] = own->E[i][0] * parent->E[0][j] + own->E[i][1] * parent->E[1][j] +
			                    own->E[i][2] * parent->E[2][j];
	}
}

template <class T, bool WORLD> static void articulated_fd(const T *q, const T *qd, const T *tau, T *qdd)
{
	static Link<T> link[BODIES], in_world[BODIES];
	int next_q = 0, next_v = 0;
	for (int i = 0; i < BODIES; i++) {
		Link<T> *l = &link[i];
		l->q0 = next_q;
		l->v0 = next_v;
		place(&body[i], q + l->q0, l);
		body_inertia(&body[i], l->IA);
		if (WORLD) {
			compose(body[i].parent < 0 ? (Link<T> *)0 : &in_world[body[i].parent], l, &in_world[i]);
			to_world(l, &in_world[i]);
		}
		move(body[i].parent < 0 ? (Link<T> *)0 : &link[body[i].parent], qd + l->v0, l);
		next_q += l->columns + (l->columns > 1);
		next_v += l->columns;
	}
	for (int i = BODIES - 1; i >= 0; i--) {
		eliminate(&body[i], tau + link[i].v0, &link[i]);
		if (body[i].parent >= 0)
			inward(&link[i], &link[body[i].parent]);
	}
	for (int i = 0; i < BODIES; i++) {
		Link<T> *l = &link[i];
		T world[6];
		for (int k = 0; k < 6; k++)
			world[k] = k < 3 ? -T((double)gravity[k]) : T(0);
		to_child(l, body[i].parent < 0 ? world : link[body[i].parent].a, l->a);
		for (int k = 0; k < 6; k++)
			l->a[k] = l->a[k] + l->c[k];
		T *x = qdd + l->v0;
		for (int k = 0; k < l->columns; k++)
			x[k] = l->u[k] - dot(l->U[k], l->a);
		over_D(l, x);
		for (int k = 0; k < l->columns; k++)
			for (int n = 0; n < 6; n++)
				l->a[n] = l->a[n] + l->S[k][n] * x[k];
	}
}

#endif
