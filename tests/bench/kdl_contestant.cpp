#include <cstdio>
#include <vector>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "contestant.h"
#include "functions.h"
#include "peers/kdl_chain.h"

namespace {

/* Solvers and arrays are made once, as their users do. */
struct Peer {
	KDL::Chain chain;
	KDL::ChainIdSolver_RNE rnea;
	KDL::ChainFdSolver_RNE fd;
	KDL::ChainFkSolverPos_recursive fk;
	KDL::ChainJntToJacSolver jac;
	KDL::ChainDynParam parameters;
	KDL::Wrenches none;
	KDL::JntArray result, coriolis, gravity;        /* tau, or qdd */
	KDL::JntSpaceInertiaMatrix M;
	KDL::Frame place;
	KDL::Jacobian J;
	std::vector<KDL::JntArray> q, qd, qdd, tau;

	Peer(const robot &r)
		: chain(kdl_chain(r.tree)), rnea(chain, kdl_vector(r.tree.gravity)), fd(chain, kdl_vector(r.tree.gravity)),
		  fk(chain), jac(chain), parameters(chain, kdl_vector(r.tree.gravity)),
		  none(chain.getNrOfSegments(), KDL::Wrench::Zero()), result(unsigned(r.nv)), coriolis(unsigned(r.nv)),
		  gravity(unsigned(r.nv)), M(r.nv), J(unsigned(r.nv))
	{
		for (int i = 0; i < ROBOT_STATES; i++) {
			q.push_back(array(r.q[i], r.nv));
			qd.push_back(array(r.qd[i], r.nv));
			qdd.push_back(array(r.qdd[i], r.nv));
			tau.push_back(array(r.tau[i], r.nv));
		}
	}

	static KDL::JntArray array(const double *x, int n)
	{
		KDL::JntArray a{unsigned(n)};
		for (int i = 0; i < n; i++)
			a(unsigned(i)) = x[i];
		return a;
	}
};

Peer *peer;

}

/* --- what is timed; callgrind has to find them by name --- */

extern "C" __attribute__((noinline)) void kdl_call_rnea(int i)
{
	peer->rnea.CartToJnt(peer->q[i], peer->qd[i], peer->qdd[i], peer->none, peer->result);
}

extern "C" __attribute__((noinline)) void kdl_call_crba(int i)
{
	peer->parameters.JntToMass(peer->q[i], peer->M);
}

extern "C" __attribute__((noinline)) void kdl_call_fd(int i)
{
	peer->fd.CartToJnt(peer->q[i], peer->qd[i], peer->tau[i], peer->none, peer->result);
}

extern "C" __attribute__((noinline)) void kdl_call_fk(int i)
{
	peer->fk.JntToCart(peer->q[i], peer->place);
}

extern "C" __attribute__((noinline)) void kdl_call_jac(int i)
{
	peer->jac.JntToJac(peer->q[i], peer->J);
}

extern "C" __attribute__((noinline)) void kdl_call_dyn(int i)
{
	peer->parameters.JntToMass(peer->q[i], peer->M);
	peer->parameters.JntToCoriolis(peer->q[i], peer->qd[i], peer->coriolis);
	peer->parameters.JntToGravity(peer->q[i], peer->gravity);
}

/* --- what is not --- */

namespace {

void vector_result(const robot &r, double *out)
{
	for (int k = 0; k < r.nv; k++)
		out[k] = peer->result(unsigned(k));
}

void crba_result(const robot &r, double *out)
{
	for (int k = 0; k < r.nv * r.nv; k++)
		out[k] = peer->M(unsigned(k / r.nv), unsigned(k % r.nv));
}

void fk_result(const robot &r, double *out)
{
	for (int k = 0; k < 9; k++)
		out[k] = peer->place.M(k / 3, k % 3);
	for (int k = 0; k < 3; k++)
		out[9 + k] = peer->place.p(k);
	bench_turn_tip(&r, out);
}

void jac_result(const robot &r, double *out)
{
	for (int k = 0; k < 6 * r.nv; k++)
		out[k] = peer->J(unsigned(k / r.nv), unsigned(k % r.nv));
}

void dyn_result(const robot &r, double *out)
{
	crba_result(r, out);
	for (int k = 0; k < r.nv; k++)
		out[r.nv * r.nv + k] = peer->coriolis(unsigned(k)) + peer->gravity(unsigned(k));
}

/* in the order of robot_function */
const struct {
	void (*call)(int i);
	void (*result)(const robot &r, double *out);
} own[ROBOT_FUNCTIONS] = {
	{ kdl_call_rnea, vector_result }, { kdl_call_crba, crba_result }, { kdl_call_fd, vector_result },
	{ kdl_call_fk, fk_result }, { kdl_call_jac, jac_result }, { kdl_call_dyn, dyn_result },
};

void run(contestant *, robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		own[function].call(i);
}

void result(contestant *c, robot_function function, int i, double *out)
{
	own[function].call(i);
	own[function].result(*c->robot, out);
}

}

bool contest_kdl(contestant *c, const robot *r)
{
	for (int b = 0; b < r->tree.n; b++)
		if (r->body[b].parent != b - 1 || r->body[b].joint == DENSE_FREE)
			return false;
	peer = new Peer(*r);
	std::snprintf(c->name, sizeof c->name, "KDL");
	c->robot = r;
	for (int f : { ROBOT_RNEA_DERIVATIVES, ROBOT_FD_DERIVATIVES, ROBOT_REGRESSOR })
		c->lacks[f] = true;
	c->run = run;
	c->result = result;
	return true;
}
