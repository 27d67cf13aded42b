#include <cstdio>
#include <vector>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "contestant.h"
#include "peers/kdl_chain.h"

namespace {

/* Solvers and arrays are made once, as their users do. */
struct Peer {
	KDL::Chain chain;
	KDL::ChainIdSolver_RNE rnea;
	KDL::ChainDynParam parameters;
	KDL::Wrenches none;
	KDL::JntArray tau;
	KDL::JntSpaceInertiaMatrix M;
	std::vector<KDL::JntArray> q, qd, qdd;

	Peer(const robot &r)
		: chain(kdl_chain(r.tree)), rnea(chain, kdl_vector(r.tree.gravity)),
		  parameters(chain, kdl_vector(r.tree.gravity)), none(chain.getNrOfSegments(), KDL::Wrench::Zero()),
		  tau(unsigned(r.nv)), M(r.nv)
	{
		for (int i = 0; i < ROBOT_STATES; i++) {
			q.push_back(array(r.q[i], r.nv));
			qd.push_back(array(r.qd[i], r.nv));
			qdd.push_back(array(r.qdd[i], r.nv));
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

/* for callgrind, which has to find them by name */
extern "C" __attribute__((noinline)) void kdl_call_rnea(int i)
{
	peer->rnea.CartToJnt(peer->q[i], peer->qd[i], peer->qdd[i], peer->none, peer->tau);
}

extern "C" __attribute__((noinline)) void kdl_call_crba(int i)
{
	peer->parameters.JntToMass(peer->q[i], peer->M);
}

static void run(contestant *, robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		(function == ROBOT_RNEA ? kdl_call_rnea : kdl_call_crba)(i);
}

static void result(contestant *c, robot_function function, int i, double *out)
{
	const unsigned nv = unsigned(c->robot->nv);
	(function == ROBOT_RNEA ? kdl_call_rnea : kdl_call_crba)(i);
	for (unsigned k = 0; k < (function == ROBOT_RNEA ? nv : nv * nv); k++)
		out[k] = function == ROBOT_RNEA ? peer->tau(k) : peer->M(k / nv, k % nv);
}

bool contest_kdl(contestant *c, const robot *r)
{
	for (int b = 0; b < r->tree.n; b++)
		if (r->body[b].parent != b - 1 || r->body[b].joint == DENSE_FREE)
			return false;
	peer = new Peer(*r);
	std::snprintf(c->name, sizeof c->name, "KDL");
	c->robot = r;
	c->run = run;
	c->result = result;
	return true;
}
