/* Against KDL: random chains, and the arms of a folder, by its recursive Newton-Euler solver and its inertia
 * matrix.
 *
 *   RIGIDC_TREES=n       how many (300)
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there that is one chain, too */
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "kdl_chain.h"
#include "peers.h"

namespace {

const int STATES = 4;

peer_measure rnea = { "rnea", 1e-11, 0, "" };
peer_measure pushed = { "rnea with wrenches", 1e-11, 0, "" };
peer_measure crba = { "crba", 1e-11, 0, "" };
/* an angle of 1.5707963267, which we take as a quarter turn, may be off by 1e-10 */
peer_measure arm_rnea = { "rnea of arms", 1e-9, 0, "" };
peer_measure arm_crba = { "crba of arms", 1e-9, 0, "" };

/* what moves with a body: its inertia, and the moving bodies on it with the places of their joint frames */
struct Link {
	KDL::RigidBodyInertia I;
	std::vector<std::pair<int, KDL::Frame>> children;

	void gather(const dense_tree &tree, int b, const KDL::Frame &place)
	{
		if (b >= 0)
			I = I + place * kdl_inertia(tree.body[b]);
		for (int c = 0; c < tree.n; c++) {
			const dense_body &child = tree.body[c];
			KDL::Frame at = place * kdl_frame(child.at);
			if (child.parent == b && child.joint == DENSE_FIXED)
				gather(tree, c, at * kdl_frame(child.then));
			else if (child.parent == b)
				children.emplace_back(c, at);
		}
	}
};

/* The moving bodies of an arm, with what is fixed to them; false if they branch. */
bool arm_chain(const dense_tree &tree, KDL::Chain &chain)
{
	Link link;
	link.gather(tree, -1, KDL::Frame::Identity());
	while (link.children.size() == 1) {
		auto [b, at] = link.children[0];
		link = Link();
		link.gather(tree, b, KDL::Frame::Identity());
		chain.addSegment(kdl_segment(tree.body[b], at, link.I));
	}
	return link.children.empty();
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
	KDL::Chain chain;
	int nv;

	Peer(const dense_tree &of, const KDL::Chain &made) : tree(of), chain(made), nv(dense_nv(&of)) {}

	bool torques(const double *q, const double *qd, const double *qdd, const double *body_wrench,
	             double *tau) const
	{
		KDL::ChainIdSolver_RNE solver(chain, kdl_vector(tree.gravity));
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
		KDL::ChainDynParam solver(chain, kdl_vector(tree.gravity));
		KDL::JntSpaceInertiaMatrix result(nv);
		int code = solver.JntToMass(array(q, nv), result);
		for (int i = 0; i < nv * nv; i++)
			M[i] = result(i / nv, i % nv);
		return code >= 0;
	}
};

bool compare_states(const Peer &peer, const peer_model &ours, unsigned long long seed, const char *whose,
                    peer_measure &of_rnea, peer_measure &of_crba)
{
	double q[PEER_NQ], qd[PEER_NV], qdd[PEER_NV], tau[PEER_NV], reference[PEER_NV];
	static double M[PEER_NV * PEER_NV], reference_M[PEER_NV * PEER_NV];
	bool same = true;
	for (int i = 0; i < STATES; i++) {
		peer_state(seed, i, &peer.tree, q, qd, qdd);
		same &= peer.torques(q, qd, qdd, nullptr, reference);
		peer_rnea(&ours, q, qd, qdd, nullptr, tau);
		same &= peer_agrees(&of_rnea, whose, tau, reference, peer.nv,
		                    peer_rnea_scale(&peer.tree, q, qd, qdd, nullptr));
		same &= peer.mass_matrix(q, reference_M);
		peer_crba(&ours, q, M);
		same &= peer_agrees(&of_crba, whose, M, reference_M, peer.nv * peer.nv,
		                    peer_crba_scale(&peer.tree, q));
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
		same = peer_agrees(&pushed, whose, tau, reference, peer.nv,
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
	Peer peer(drawn.dense, kdl_chain(drawn.dense));
	bool same = peer_read(&ours, &drawn, nullptr, 0);
	if (!same)
		std::printf("# %s: %s\n", whose, rigidc_messages(ours.model));
	same = same && compare_states(peer, ours, seed, whose, rnea, crba)
		&& compare_wrenches(peer, drawn, whose);
	tap_ok(same, "%s: %d bodies, %d velocities", whose, drawn.dense.n, peer.nv);
	peer_free(&ours);
}

void try_arm(const char *path, const peer_settings &settings)
{
	static urdf_robot robot;
	const char *slash = std::strrchr(path, '/'), *whose = slash ? slash + 1 : path;
	std::string copy = std::string(settings.scratch) + "/ours.urdf";
	KDL::Chain chain;
	peer_model ours;
	if (!urdf_scan(path, &robot)) {
		tap_skip(whose, robot.trouble);
	} else if (!arm_chain(robot.tree, chain)) {
		tap_skip(whose, "it branches");
	} else if (peer_load(&ours, &robot, path, false, copy.c_str(), whose)) {
		Peer peer(robot.tree, chain);
		bool same = ours.nv == peer.nv
			&& compare_states(peer, ours, settings.seed, whose, arm_rnea, arm_crba);
		tap_ok(same, "%s: %d velocities", whose, peer.nv);
		peer_free(&ours);
	}
	urdf_free(&robot);
}

}

int main()
{
	peer_settings settings = peer_settings_read();
	char **path;
	int robots = peer_robots(&settings, &path);
	for (int i = 0; i < settings.trees; i++)
		compare_chain(settings.seed + unsigned(i));
	for (int i = 0; i < robots; i++)
		try_arm(path[i], settings);
	peer_print(&rnea);
	peer_print(&pushed);
	peer_print(&crba);
	peer_print(&arm_rnea);
	peer_print(&arm_crba);
	return tap_done();
}
