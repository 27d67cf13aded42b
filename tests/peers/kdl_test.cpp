/* Against KDL: random chains, and the arms of a folder, by its solvers for chains.
 *
 *   RIGIDC_LEVEL=l       how many: 30, 300 or 1000
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there that is one chain, too */
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "compare.h"
#include "kdl_chain.h"

namespace {

peer_measures of_chains = { "", 1e-11, {}, {} };
/* an angle of 1.5707963267, which we take as a quarter turn, may be off by 1e-10 */
peer_measures of_arms = { " of arms", 1e-9, {}, {} };

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

/* The moving bodies of an arm, with what is fixed to them; false if they branch. body is whose each segment is. */
bool arm_chain(const dense_tree &tree, KDL::Chain &chain, std::vector<int> &body)
{
	Link link;
	link.gather(tree, -1, KDL::Frame::Identity());
	while (link.children.size() == 1) {
		auto [b, at] = link.children[0];
		link = Link();
		link.gather(tree, b, KDL::Frame::Identity());
		chain.addSegment(kdl_segment(tree.body[b], at, link.I));
		body.push_back(b);
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
struct Chain {
	const dense_tree &tree;
	KDL::Chain chain;
	int nv;
	std::vector<int> body;                          /* of each segment */

	Chain(const dense_tree &of, const KDL::Chain &made, const std::vector<int> &whose)
		: tree(of), chain(made), nv(dense_nv(&of)), body(whose)
	{
	}

	KDL::JntArray own(const double *x) const { return array(x, nv); }

	KDL::Wrenches wrenches(const peer_state &s) const
	{
		KDL::Wrenches f(chain.getNrOfSegments(), KDL::Wrench::Zero());
		for (unsigned k = 0; s.pushed && k < f.size(); k++)
			for (int i = 0; i < 6; i++)
				f[k](i) = s.wrench[6 * body[k] + i];
		return f;
	}

	/* segments up to the one of a body, that included */
	int segments(int b) const
	{
		int k = 0;
		while (body[k] != b)
			k++;
		return k + 1;
	}

	bool rnea(const peer_state &s, double *tau) const
	{
		KDL::ChainIdSolver_RNE solver(chain, kdl_vector(tree.gravity));
		KDL::JntArray result(nv);
		int code = solver.CartToJnt(own(s.q), own(s.qd), own(s.qdd), wrenches(s), result);
		copy(result, tau);
		return code >= 0;
	}

	bool fd(const peer_state &s, double *qdd) const
	{
		KDL::ChainFdSolver_RNE solver(chain, kdl_vector(tree.gravity));
		KDL::JntArray result(nv);
		int code = solver.CartToJnt(own(s.q), own(s.qd), own(s.tau), wrenches(s), result);
		copy(result, qdd);
		return code >= 0;
	}

	bool crba(const peer_state &s, double *M) const
	{
		KDL::ChainDynParam solver(chain, kdl_vector(tree.gravity));
		KDL::JntSpaceInertiaMatrix result(nv);
		int code = solver.JntToMass(own(s.q), result);
		for (int i = 0; i < nv * nv; i++)
			M[i] = result(i / nv, i % nv);
		return code >= 0;
	}

	bool gravity(const peer_state &s, double *g) const
	{
		KDL::ChainDynParam solver(chain, kdl_vector(tree.gravity));
		KDL::JntArray result(nv);
		int code = solver.JntToGravity(own(s.q), result);
		copy(result, g);
		return code >= 0;
	}

	/* its Coriolis forces are a vector, C qd */
	bool bias(const peer_state &s, double *h) const
	{
		KDL::ChainDynParam solver(chain, kdl_vector(tree.gravity));
		KDL::JntArray result(nv);
		int code = solver.JntToCoriolis(own(s.q), own(s.qd), result);
		bool good = code >= 0 && gravity(s, h);
		for (int i = 0; i < nv; i++)
			h[i] += result(i);
		return good;
	}

	bool fk(const peer_state &s, int b, double *R, double *p) const
	{
		KDL::ChainFkSolverPos_recursive solver(chain);
		KDL::Frame result;
		int code = solver.JntToCart(own(s.q), result, segments(b));
		for (int i = 0; i < 9; i++)
			R[i] = result.M(i / 3, i % 3);
		for (int i = 0; i < 3; i++)
			p[i] = result.p(i);
		return code >= 0;
	}

	/* of all joints: those beyond the body are zero */
	bool jac(const peer_state &s, int b, double *J) const
	{
		KDL::ChainJntToJacSolver solver(chain);
		KDL::Jacobian result(nv);
		int code = solver.JntToJac(own(s.q), result, segments(b));
		for (int i = 0; i < 6 * nv; i++)
			J[i] = result(i / nv, i % nv);
		return code >= 0;
	}

	void copy(const KDL::JntArray &from, double *to) const
	{
		for (int i = 0; i < nv; i++)
			to[i] = from(i);
	}
};

bool say(void *context, peer_function f, const peer_state *s, int body, const peer_result *, peer_result *theirs)
{
	const Chain &chain = *static_cast<const Chain *>(context);
	double *x = theirs->value[0], *y = theirs->value[1];
	switch (f) {
	case PEER_RNEA: return chain.rnea(*s, x);
	case PEER_CRBA: return chain.crba(*s, x);
	case PEER_BIAS: return chain.bias(*s, x);
	case PEER_GRAVITY: return chain.gravity(*s, x);
	case PEER_FD: return chain.fd(*s, x);
	case PEER_FK: return chain.fk(*s, body, x, y);
	case PEER_JAC: return chain.jac(*s, body, x);
	default: return false;
	}
}

peer peer_of(Chain &chain)
{
	unsigned functions = 0;
	for (int f : { PEER_RNEA, PEER_CRBA, PEER_BIAS, PEER_GRAVITY, PEER_FD, PEER_FK, PEER_JAC })
		functions |= 1u << f;
	return { &chain.tree, functions, say, &chain };
}

void compare_chain(unsigned long long seed)
{
	static struct random_tree drawn;
	char whose[32];
	peer_model ours;
	random_tree_in(RANDOM_CHAIN, seed, &drawn);
	std::snprintf(whose, sizeof whose, "chain %llu", seed);
	const char *body_name[RANDOM_BODIES];
	std::vector<int> body;
	for (int b = 0; b < drawn.dense.n; b++)
		body.push_back(b);
	peer_body_names(&drawn, body_name);
	Chain chain(drawn.dense, kdl_chain(drawn.dense), body);
	const peer peer = peer_of(chain);
	bool same = peer_read(&ours, &drawn, nullptr, 0);
	if (!same)
		std::printf("# %s: %s\n", whose, rigidc_messages(ours.model));
	same = same && peer_compare(&of_chains, &peer, &ours, body_name, seed, whose)
		&& peer_compare_pushed(&of_chains, &peer, &drawn, whose);
	tap_ok(same, "%s: %d bodies, %d velocities", whose, drawn.dense.n, chain.nv);
	peer_free(&ours);
}

void try_arm(const char *path, const peer_settings &settings)
{
	static urdf_robot robot;
	const char *slash = std::strrchr(path, '/'), *whose = slash ? slash + 1 : path;
	std::string copy = std::string(settings.scratch) + "/ours.urdf";
	KDL::Chain made;
	std::vector<int> body;
	peer_model ours;
	if (!urdf_scan(path, &robot)) {
		tap_skip(whose, robot.trouble);
	} else if (!arm_chain(robot.tree, made, body)) {
		tap_skip(whose, "it branches");
	} else if (peer_load(&ours, &robot, path, false, copy.c_str(), whose)) {
		std::vector<const char *> body_name(robot.tree.n, nullptr);
		for (int b : body)
			body_name[b] = robot.link[b];
		Chain chain(robot.tree, made, body);
		const peer peer = peer_of(chain);
		bool same = ours.nv == chain.nv
			&& peer_compare(&of_arms, &peer, &ours, body_name.data(), settings.seed, whose);
		tap_ok(same, "%s: %d velocities", whose, chain.nv);
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
	peer_print(&of_chains);
	peer_print(&of_arms);
	return tap_done();
}
