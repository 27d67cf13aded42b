/* Against KDL: random chains by its recursive Newton-Euler solver and its inertia matrix.
 *
 *   RIGIDC_TREES=n       how many (300)
 *   RIGIDC_SEED=s        the first seed (1); printed
 *
 * A segment of KDL is a joint and the link it carries; both stand in the frame of the segment before, its tip.
 * The joint's origin and axis are seen from there and so is, for a joint at rest, the new tip, which is our body
 * frame. Inertias and external wrenches are in axes of the tip and at its origin, wrenches have the force first:
 * all as ours. Armature is the inertia of a joint. */
#include <cstdio>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "peers.h"

namespace {

const int STATES = 4;

peer_measure rnea = { "rnea", 1e-11, 0, "" };
peer_measure pushed = { "rnea with wrenches", 1e-11, 0, "" };
peer_measure crba = { "crba", 1e-11, 0, "" };

KDL::Vector vector(const dense_real *v)
{
	return KDL::Vector(double(v[0]), double(v[1]), double(v[2]));
}

KDL::Frame frame(const dense_frame &f)
{
	KDL::Rotation R;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R(i, j) = double(f.R[i][j]);
	return KDL::Frame(R, vector(f.p));
}

KDL::Joint joint(const dense_body &body)
{
	KDL::Frame at = frame(body.at);
	KDL::Joint::JointType type = body.joint == DENSE_REVOLUTE ? KDL::Joint::RotAxis : KDL::Joint::TransAxis;
	if (body.joint == DENSE_FIXED)
		return KDL::Joint(KDL::Joint::Fixed);
	return KDL::Joint(at.p, at.M * vector(body.axis), type, 1, 0, double(body.armature[0]));
}

KDL::Segment segment(const dense_body &body)
{
	auto I = [&body](int i, int j) { return double(body.inertia[i][j]); };
	KDL::RotationalInertia about_com(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
	return KDL::Segment(joint(body), frame(body.at) * frame(body.then),
	                    KDL::RigidBodyInertia(double(body.mass), vector(body.com), about_com));
}

KDL::JntArray array(const double *x, int n)
{
	KDL::JntArray a(n);
	for (int i = 0; i < n; i++)
		a(i) = x[i];
	return a;
}

/* a chain in KDL */
struct Peer {
	const dense_tree &tree;
	int nv;
	KDL::Chain chain;

	/* of a tree whose bodies stand one on the other, in this order */
	explicit Peer(const dense_tree &of) : tree(of), nv(dense_nv(&of))
	{
		for (int b = 0; b < tree.n; b++)
			chain.addSegment(segment(tree.body[b]));
	}

	bool torques(const double *q, const double *qd, const double *qdd, const double *body_wrench, double *tau) const
	{
		KDL::ChainIdSolver_RNE solver(chain, vector(tree.gravity));
		KDL::Wrenches wrench(chain.getNrOfSegments(), KDL::Wrench::Zero());
		KDL::JntArray result(nv);
		for (int i = 0; body_wrench && i < 6 * tree.n; i++)
			wrench[i / 6](i % 6) = body_wrench[i];
		int code = solver.CartToJnt(array(q, nv), array(qd, nv), array(qdd, nv), wrench, result);
		for (int i = 0; i < nv; i++)
			tau[i] = result(i);
		return code >= 0;
	}

	bool mass_matrix(const double *q, double *M) const
	{
		KDL::ChainDynParam solver(chain, vector(tree.gravity));
		KDL::JntSpaceInertiaMatrix result(nv);
		int code = solver.JntToMass(array(q, nv), result);
		for (int i = 0; i < nv * nv; i++)
			M[i] = result(i / nv, i % nv);
		return code >= 0;
	}
};

bool compare_states(const Peer &peer, const peer_model &ours, unsigned long long seed, const char *whose)
{
	double q[PEER_NQ], qd[PEER_NV], qdd[PEER_NV], tau[PEER_NV], reference[PEER_NV];
	static double M[PEER_NV * PEER_NV], reference_M[PEER_NV * PEER_NV];
	bool same = true;
	for (int i = 0; i < STATES; i++) {
		peer_state(seed, i, &peer.tree, q, qd, qdd);
		same &= peer.torques(q, qd, qdd, nullptr, reference);
		peer_rnea(&ours, q, qd, qdd, nullptr, tau);
		same &= peer_close(&rnea, whose, tau, reference, peer.nv,
		                   peer_rnea_scale(&peer.tree, q, qd, qdd, nullptr));
		same &= peer.mass_matrix(q, reference_M);
		peer_crba(&ours, q, M);
		same &= peer_close(&crba, whose, M, reference_M, peer.nv * peer.nv, peer_crba_scale(&peer.tree, q));
	}
	return same;
}

bool compare_wrenches(const Peer &peer, const struct random_tree &drawn, const char *whose)
{
	double q[PEER_NQ], qd[PEER_NV], qdd[PEER_NV], tau[PEER_NV], reference[PEER_NV];
	double body_wrench[6 * RANDOM_BODIES], f_ext[6 * RANDOM_BODIES];
	const char *name[RANDOM_BODIES];
	peer_model ours;
	peer_state(drawn.seed, 0, &peer.tree, q, qd, qdd);
	int wrenches = peer_wrenches(&drawn, 0, body_wrench, f_ext, name);
	bool same = peer_read(&ours, &drawn, name, wrenches)
		&& peer.torques(q, qd, qdd, body_wrench, reference);
	if (same) {
		peer_rnea(&ours, q, qd, qdd, f_ext, tau);
		same = peer_close(&pushed, whose, tau, reference, peer.nv,
		                  peer_rnea_scale(&peer.tree, q, qd, qdd, body_wrench));
	}
	peer_free(&ours);
	return same;
}

void compare_chain(unsigned long long seed)
{
	static struct random_tree drawn;
	char whose[32];
	peer_model ours;
	random_tree_in(RANDOM_CHAIN, seed, &drawn);
	std::snprintf(whose, sizeof whose, "chain %llu", seed);
	Peer peer(drawn.dense);
	bool same = peer_read(&ours, &drawn, nullptr, 0);
	if (!same)
		std::printf("# %s: %s\n", whose, rigidc_messages(ours.model));
	same = same && compare_states(peer, ours, seed, whose) && compare_wrenches(peer, drawn, whose);
	tap_ok(same, "%s: %d bodies, %d velocities", whose, drawn.dense.n, peer.nv);
	peer_free(&ours);
}

}

int main()
{
	peer_settings settings = peer_settings_read();
	for (int i = 0; i < settings.trees; i++)
		compare_chain(settings.seed + unsigned(i));
	peer_print(&rnea);
	peer_print(&pushed);
	peer_print(&crba);
	return tap_done();
}
