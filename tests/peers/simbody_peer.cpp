#include "simbody_peer.h"

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include <Simbody.h>

/* Simbody's joints move a frame M of the child in a frame F of the parent: Pin about z, Slider along x, Ball and Free
 * with a quaternion. Velocities of Ball and Free are w, or w and v, in the axes of F. With R from M to F, ours are
 * v = R^T v_F and w = R^T w_F in the axes of M; then vdot = R^T vdot_F - w x v, and forces turn like velocities.
 * Simbody has constraint forces with the opposite sign: they are on the other side of its equations. */

using namespace SimTK;

namespace {

Vec3 vector(const dense_real *v)
{
	return Vec3(double(v[0]), double(v[1]), double(v[2]));
}

Vec3 vector(const double *v)
{
	return Vec3(v[0], v[1], v[2]);
}

Transform transform(const dense_frame &f)
{
	Mat33 R;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R(i, j) = double(f.R[i][j]);
	return Transform(Rotation(R, true), vector(f.p));
}

/* Inertia about the body's origin. */
Body::Rigid rigid(const dense_body &body)
{
	const dense_real *c = body.com, m = body.mass, square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
	auto I = [&](int i, int j) { return double(body.inertia[i][j] + m * ((i == j) * square - c[i] * c[j])); };
	Inertia about_origin(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
	return Body::Rigid(MassProperties(double(m), vector(c), about_origin));
}

/* A tree and its contacts in Simbody. */
class Machine {
public:
	Machine(const dense_tree &of, const double *at_q, const double *at_qd, const double *with_tau)
		: tree(of), q(at_q), qd(at_qd), tau(with_tau), matter(system), forces(system),
		  gravity(forces, matter, vector(of.gravity)), motors(forces, matter), joint(of.n), q_of(of.n), v_of(of.n),
		  order(of.n)
	{
		dense_index(&tree, order.data(), q_of.data(), v_of.data());
		for (int b : order)
			joint[b] = mobilize(b);
	}

	/* Places of the bodies come from a first system without constraints. */
	Transform pose(int b) const { return joint[b].getBodyTransform(state); }

	void close(const simbody_contact &c, const Transform &body_pose)
	{
		Constraints made;
		MobilizedBody &body = joint[c.site.body], &world = matter.Ground();
		const Transform site = transform(c.site.at), placed = body_pose * site;
		const Transform ground(transform(c.ground).R(), placed.p());
		switch (c.kind) {
		case SIMBODY_FIXED:
			made.push_back(Constraint::Weld(world, ground, body, ~body_pose * ground));
			break;
		case SIMBODY_SLIDE: {
			const UnitVec3 normal = ground.z();
			made.push_back(Constraint::PointInPlane(world, normal, dot(normal, placed.p()), body, site.p()));
			break;
		}
		case SIMBODY_LINE: {
			const UnitVec3 along(site.R() * cross(vector(c.square[0]), vector(c.square[1])));
			for (const dense_real *t : c.square)
				made.push_back(Constraint::ConstantAngle(world, UnitVec3(placed.R() * vector(t)), body, along));
			made.push_back(Constraint::Ball(world, placed.p(), body, site.p()));
			break;
		}
		case SIMBODY_POINT: made.push_back(Constraint::Ball(world, placed.p(), body, site.p())); break;
		}
		constraints.push_back(made);
	}

	void realize(Stage stage)
	{
		state = system.realizeTopology();
		for (int b = 0; b < tree.n; b++)
			put(b);
		system.realize(state, stage);
	}

	void accelerations(double *qdd) const
	{
		for (int b = 0; b < tree.n; b++) {
			const Vector of = joint[b].getUDotAsVector(state);
			double *to = qdd + v_of[b];
			const Rotation R = joint[b].getMobilizerTransform(state).R();
			for (int i = 0; steps(b) && i < of.size(); i++)
				to[i] = of[i];
			if (steps(b) || tree.body[b].joint == DENSE_FIXED)
				continue;
			bool free = tree.body[b].joint == DENSE_FREE;
			const double *twist = qd + v_of[b];
			const Vec3 wd = ~R * Vec3(of[0], of[1], of[2]);
			for (int i = 0; i < 3; i++)
				to[i + 3 * free] = wd[i];
			if (!free)
				continue;
			const Vec3 vd = ~R * Vec3(of[3], of[4], of[5]) - cross(vector(twist + 3), vector(twist));
			for (int i = 0; i < 3; i++)
				to[i] = vd[i];
		}
	}

	/* On the body, at the site. */
	void wrench(int number, const simbody_contact &c, double w[6]) const
	{
		const MobilizedBody &body = joint[c.site.body];
		const Transform &pose = body.getBodyTransform(state);
		SpatialVec sum(Vec3(0), Vec3(0));
		for (const Constraint &constraint : constraints[number]) {
			const Vector_<SpatialVec> of = constraint.getConstrainedBodyForcesAsVector(state);
			for (ConstrainedBodyIndex k(0); k < constraint.getNumConstrainedBodies(); k++)
				if (constraint.getMobilizedBodyFromConstrainedBody(k).isSameMobilizedBody(body))
					sum -= of[k];
		}
		sum[0] -= cross(pose.R() * vector(c.site.at.p), sum[1]);
		for (int i = 0; i < 3; i++) {
			w[i] = sum[1][i];
			w[3 + i] = sum[0][i];
		}
	}

	double position_error() const { return state.getQErr().size() ? max(abs(state.getQErr())) : 0; }

private:
	using Constraints = std::vector<Constraint>;

	bool steps(int b) const
	{
		return tree.body[b].joint == DENSE_REVOLUTE || tree.body[b].joint == DENSE_PRISMATIC;
	}

	MobilizedBody mobilize(int b)
	{
		const dense_body &body = tree.body[b];
		MobilizedBody &parent = body.parent < 0 ? matter.Ground() : joint[body.parent];
		const Transform at = transform(body.at), out = ~transform(body.then);
		if (body.joint == DENSE_FIXED)
			return MobilizedBody::Weld(parent, at, rigid(body), out);
		if (body.joint == DENSE_FREE)
			return MobilizedBody::Free(parent, at, rigid(body), out);
		if (body.joint == DENSE_SPHERICAL)
			return MobilizedBody::Ball(parent, at, rigid(body), out);
		const bool pin = body.joint == DENSE_REVOLUTE;
		const Transform along(Rotation(UnitVec3(vector(body.axis)), CoordinateAxis(pin ? 2 : 0)));
		if (pin)
			return MobilizedBody::Pin(parent, at * along, rigid(body), out * along);
		return MobilizedBody::Slider(parent, at * along, rigid(body), out * along);
	}

	/* Puts the coordinates, velocities and forces of a joint into the state. */
	void put(int b)
	{
		const dense_body &body = tree.body[b];
		const double *x = q + q_of[b], *u = qd + v_of[b], *f = tau + v_of[b];
		if (steps(b)) {
			joint[b].setOneQ(state, 0, x[0]);
			joint[b].setOneU(state, 0, u[0]);
			motors.setOneMobilityForce(state, joint[b], MobilizerUIndex(0), f[0]);
		}
		if (steps(b) || body.joint == DENSE_FIXED)
			return;
		const bool free = body.joint == DENSE_FREE;
		const double *turn = x + 3 * free;
		const Rotation R(Quaternion(turn[3], turn[0], turn[1], turn[2]));
		const Vec3 w = R * vector(u + 3 * free), n = R * vector(f + 3 * free);
		if (free) {
			joint[b].setQToFitTransform(state, Transform(R, vector(x)));
			joint[b].setUToFitVelocity(state, SpatialVec(w, R * vector(u)));
		} else {
			joint[b].setQToFitRotation(state, R);
			joint[b].setUToFitAngularVelocity(state, w);
		}
		const Vec3 force = R * vector(f);
		for (int i = 0; i < 3; i++) {
			motors.setOneMobilityForce(state, joint[b], MobilizerUIndex(i), n[i]);
			if (free)
				motors.setOneMobilityForce(state, joint[b], MobilizerUIndex(3 + i), force[i]);
		}
	}

	const dense_tree &tree;
	const double *q, *qd, *tau;
	MultibodySystem system;
	SimbodyMatterSubsystem matter;
	GeneralForceSubsystem forces;
	Force::UniformGravity gravity;
	Force::DiscreteForces motors;
	std::vector<MobilizedBody> joint;
	std::vector<int> q_of, v_of, order;
	std::vector<Constraints> constraints;
	State state;
};

void solve(const dense_tree &tree, const simbody_contact *contact, int n, const double *q, const double *qd,
           const double *tau, double *qdd, double *wrench)
{
	Machine loose(tree, q, qd, tau), held(tree, q, qd, tau);
	loose.realize(Stage::Position);
	for (int i = 0; i < n; i++)
		held.close(contact[i], loose.pose(contact[i].site.body));
	held.realize(Stage::Acceleration);
	if (!(held.position_error() < 1e-12))
		throw std::runtime_error("constraints are open");
	held.accelerations(qdd);
	for (int i = 0; i < n; i++)
		held.wrench(i, contact[i], wrench + 6 * i);
}

}

bool simbody_fd(const dense_tree *tree, const simbody_contact *contact, int n, const double *q, const double *qd,
                const double *tau, double *qdd, double *wrench, char *message, size_t size)
{
	try {
		solve(*tree, contact, n, q, qd, tau, qdd, wrench);
		return true;
	} catch (const std::exception &e) {
		std::snprintf(message, size, "%s", e.what());
		return false;
	}
}
