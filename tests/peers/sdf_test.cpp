/* Against libsdformat 12 and DART: SDFormat models, random ones, those of tests/grammar/sdf/values and tests/peers/sdf, exported examples and those of
 * a folder. libsdformat resolves poses, parents and axes; DART computes M and the bias from them.
 *
 *   RIGIDC_LEVEL=l       how many: 30, 300 or 1000
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .sdf file there, too */
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ScrewJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <sdf/sdf.hh>

#include "drawn_text.h"
#include "rigidc.h"
#include "trees/random_bits.h"

using namespace dart::dynamics;
using std::string;
using Numbers = std::vector<double>;
using Pose = Eigen::Isometry3d;
namespace gz = ignition::math;

namespace
{

const double pi = 3.14159265358979323846;

/* --- their side --- */

void must(const sdf::Errors &errors)
{
	if (!errors.empty())
		throw std::runtime_error(errors[0].Message());
}

Pose pose_of(const gz::Pose3d &pose)
{
	const gz::Quaterniond &q = pose.Rot();
	Pose out = Pose::Identity();
	out.linear() = Eigen::Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized().toRotationMatrix();
	out.translation() << pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z();
	return out;
}

Pose resolved(const sdf::SemanticPose &semantic, const string &to)
{
	gz::Pose3d pose;
	must(semantic.Resolve(pose, to));
	return pose_of(pose);
}

struct GivenLink {
	const sdf::Link *link;
	Pose place; /* in the world */
	BodyNode *body = nullptr;
};

struct GivenJoint {
	const sdf::Joint *joint;
	string name, parent, child;
	Pose place; /* in the world */
	Joint *made = nullptr;
};

class Machine
{
      public:
	explicit Machine(const sdf::Root &root) : skeleton(Skeleton::create())
	{
		const sdf::World *world = root.WorldCount() ? root.WorldByIndex(0) : nullptr;
		const sdf::Model *model = world ? nullptr : root.Model();
		for (uint64_t i = 0; world && i < world->ModelCount() && !model; i++)
			if (!world->ModelByIndex(i)->Static())
				model = world->ModelByIndex(i);
		if (!model)
			throw std::runtime_error("no model");
		take(*model, world ? resolved(model->SemanticPose(), "") : pose_of(model->RawPose()), "");
		skeleton->setGravity(
			world ? Eigen::Vector3d(world->Gravity().X(), world->Gravity().Y(), world->Gravity().Z())
			      : Eigen::Vector3d(0, 0, -9.81));
		for (auto &joint : joints)
			if (!carrier.count(joint.child))
				carrier[joint.child] = &joint;
		for (auto &link : links)
			make(link.first);
	}

	std::map<string, GivenLink> links;
	std::vector<GivenJoint> joints;
	std::map<string, FreeJoint *> roots; /* by link */
	SkeletonPtr skeleton;

      private:
	void take(const sdf::Model &model, const Pose &place, const string &prefix)
	{
		for (uint64_t i = 0; i < model.LinkCount(); i++) {
			const sdf::Link *link = model.LinkByIndex(i);
			links[prefix + link->Name()] = { link, place * resolved(link->SemanticPose(), "__model__") };
		}
		for (uint64_t i = 0; i < model.JointCount(); i++) {
			const sdf::Joint *joint = model.JointByIndex(i);
			string parent, child;
			must(joint->ResolveParentLink(parent));
			must(joint->ResolveChildLink(child));
			joints.push_back({ joint, prefix + joint->Name(), parent == "world" ? parent : prefix + parent,
			                   prefix + child, place * resolved(joint->SemanticPose(), "__model__") });
		}
		for (uint64_t i = 0; i < model.ModelCount(); i++) {
			const sdf::Model *inner = model.ModelByIndex(i);
			take(*inner, place * resolved(inner->SemanticPose(), "__model__"),
			     prefix + inner->Name() + "::");
		}
	}

	static Eigen::Vector3d axis(const sdf::Joint *joint, unsigned number)
	{
		gz::Vector3d xyz;
		must(joint->Axis(number)->ResolveXyz(xyz));
		return Eigen::Vector3d(xyz.X(), xyz.Y(), xyz.Z()).normalized();
	}

	template <class J, class F> BodyNode *add(BodyNode *parent, GivenJoint &joint, F set)
	{
		typename J::Properties properties;
		properties.mName = joint.name;
		properties.mT_ParentBodyToJoint =
			(parent ? links.at(joint.parent).place.inverse() : Pose::Identity()) * joint.place;
		properties.mT_ChildBodyToJoint = links.at(joint.child).place.inverse() * joint.place;
		set(properties);
		auto pair = skeleton->createJointAndBodyNodePair<J>(parent, properties, inertia(joint.child));
		joint.made = pair.first;
		return pair.second;
	}

	BodyNode::Properties inertia(const string &name)
	{
		const gz::Inertiald &theirs = links.at(name).link->Inertial();
		const Pose at = pose_of(theirs.Pose());
		Eigen::Matrix3d I;
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 3; k++)
				I(i, k) = theirs.MassMatrix().Moi()(size_t(i), size_t(k));
		I = at.linear() * I * at.linear().transpose();
		BodyNode::Properties properties;
		properties.mName = name;
		properties.mInertia = Inertia(theirs.MassMatrix().Mass(), at.translation(), I);
		return properties;
	}

	BodyNode *make(const string &name)
	{
		GivenLink &link = links.at(name);
		if (link.body)
			return link.body;
		auto found = carrier.find(name);
		if (found == carrier.end()) {
			auto pair = skeleton->createJointAndBodyNodePair<FreeJoint>(nullptr, FreeJoint::Properties(),
			                                                            inertia(name));
			roots[name] = pair.first;
			return link.body = pair.second;
		}
		GivenJoint &joint = *found->second;
		BodyNode *parent = joint.parent == "world" ? nullptr : make(joint.parent);
		return link.body = make_joint(parent, joint);
	}

	BodyNode *make_joint(BodyNode *parent, GivenJoint &joint)
	{
		const sdf::Joint *theirs = joint.joint;
		switch (theirs->Type()) {
		case sdf::JointType::REVOLUTE:
		case sdf::JointType::CONTINUOUS:
			return add<RevoluteJoint>(parent, joint, [&](auto &p) { p.mAxis = axis(theirs, 0); });
		case sdf::JointType::PRISMATIC:
			return add<PrismaticJoint>(parent, joint, [&](auto &p) { p.mAxis = axis(theirs, 0); });
		case sdf::JointType::SCREW:
			return add<ScrewJoint>(parent, joint, [&](auto &p) {
				p.mAxis = axis(theirs, 0);
				p.mPitch = -2 * pi / theirs->ThreadPitch();
			});
		case sdf::JointType::BALL: return add<BallJoint>(parent, joint, [](auto &) {});
		case sdf::JointType::FIXED: return add<WeldJoint>(parent, joint, [](auto &) {});
		case sdf::JointType::UNIVERSAL:
		case sdf::JointType::REVOLUTE2:
			return add<UniversalJoint>(parent, joint, [&](auto &p) {
				p.mAxis[0] = axis(theirs, 0);
				p.mAxis[1] = axis(theirs, 1);
			});
		default: throw std::runtime_error("joint of another type");
		}
	}

	std::map<string, GivenJoint *> carrier;
};

/* --- comparison --- */

struct Worst {
	double M = 0, bias = 0, poses = 0, loops = 0;
} worst;

double difference(const Numbers &a, const Numbers &b)
{
	double most = 0, size = 1e-300;
	for (size_t i = 0; i < a.size(); i++) {
		most = std::isfinite(a[i]) ? std::fmax(most, std::fabs(a[i] - b[i])) : INFINITY;
		size = std::fmax(size, std::fabs(b[i]));
	}
	return most / size;
}

/* A state of ours, and the degrees of freedom of theirs in the order of our velocities. */
struct State {
	Numbers q, qd;
	std::vector<size_t> dof;
	Numbers spring; /* of ours */
};

rigidc_joint_info joint_of(rigidc_model *ours, const string &name)
{
	rigidc_joint_info info = {};
	info.size = sizeof info;
	int number = rigidc_find_joint(ours, name.c_str());
	if (number < 0 || rigidc_get_joint(ours, number, &info) != RIGIDC_OK)
		throw std::runtime_error("joint " + name + " is missing");
	return info;
}

/* A random unit quaternion as three or seven numbers of ours from `q`. */
Eigen::Quaterniond turn(uint64_t *random, double *q)
{
	Eigen::Quaterniond r(random_between(random, 0.2, 1), random_between(random, -1, 1),
	                     random_between(random, -1, 1), random_between(random, -1, 1));
	r.normalize();
	q[0] = r.x(), q[1] = r.y(), q[2] = r.z(), q[3] = r.w();
	return r;
}

void set_one(State &state, Joint *theirs, size_t k, const rigidc_joint_info &ours, const sdf::JointAxis *axis,
             uint64_t *random)
{
	double q = random_between(random, -1, 1), qd = random_between(random, -2, 2);
	state.q[size_t(ours.q)] = q;
	state.qd[size_t(ours.v)] = qd;
	state.dof[size_t(ours.v)] = theirs->getIndexInSkeleton(k);
	state.spring[size_t(ours.v)] = axis->SpringStiffness() * (q - axis->SpringReference());
	theirs->setPosition(k, q);
	theirs->setVelocity(k, qd);
}

void set_velocity(State &state, Joint *theirs, size_t k, int v, uint64_t *random)
{
	double qd = random_between(random, -2, 2);
	state.qd[size_t(v)] = qd;
	state.dof[size_t(v)] = theirs->getIndexInSkeleton(k);
	theirs->setVelocity(k, qd);
}

/* Sets both sides to the same random state. */
State draw(Machine &machine, rigidc_model *ours, uint64_t *random)
{
	size_t nq = size_t(rigidc_nq(ours)), nv = size_t(rigidc_nv(ours));
	State state = { Numbers(nq), Numbers(nv), std::vector<size_t>(nv), Numbers(nv) };
	for (auto &joint : machine.joints) {
		size_t count = joint.made ? joint.made->getNumDofs() : 0;
		bool ball = joint.joint->Type() == sdf::JointType::BALL;
		for (size_t k = 0; k < count && !ball; k++) {
			string name = count == 1 ? joint.name : joint.name + "_" + std::to_string(k + 1);
			set_one(state, joint.made, k, joint_of(ours, name), joint.joint->Axis(unsigned(k)), random);
		}
		if (!joint.made || !ball)
			continue;
		const rigidc_joint_info info = joint_of(ours, joint.name);
		joint.made->setPositions(
			BallJoint::convertToPositions(turn(random, &state.q[size_t(info.q)]).toRotationMatrix()));
		for (size_t k = 0; k < 3; k++)
			set_velocity(state, joint.made, k, info.v + int(k), random);
	}
	for (auto &root : machine.roots) {
		const rigidc_joint_info info = joint_of(ours, root.first);
		double *q = &state.q[size_t(info.q)];
		Pose pose = Pose::Identity();
		for (int i = 0; i < 3; i++)
			pose.translation()[i] = q[i] = random_between(random, -1, 1);
		pose.linear() = turn(random, q + 3).toRotationMatrix();
		root.second->setPositions(FreeJoint::convertToPositions(pose));
		for (int k = 0; k < 6; k++) /* DART has the angular part first */
			set_velocity(state, root.second, size_t((k + 3) % 6), info.v + k, random);
	}
	return state;
}

/* Rows of a joint that closes a loop, the linear ones first; 0: it closes none. */
int loop_rows(const GivenJoint &joint)
{
	if (joint.made)
		return 0;
	switch (joint.joint->Type()) {
	case sdf::JointType::FIXED: return 6;
	case sdf::JointType::BALL: return 3;
	case sdf::JointType::REVOLUTE:
	case sdf::JointType::CONTINUOUS:
	case sdf::JointType::PRISMATIC: return 5;
	default: return 0;
	}
}

/* Where the joint's frame on the child is in that on the parent, m. */
Eigen::Vector3d opening(Machine &machine, const GivenJoint &joint)
{
	Pose parent = joint.place;
	if (joint.parent != "world") {
		GivenLink &link = machine.links.at(joint.parent);
		parent = link.body->getWorldTransform() * link.place.inverse() * joint.place;
	}
	GivenLink &link = machine.links.at(joint.child);
	return (parent.inverse() * link.body->getWorldTransform() * link.place.inverse() * joint.place).translation();
}

/* The largest difference of openings of loops, m. A slider opens along its axis. */
double closure_error(Machine &machine, rigidc_model *ours, const State &state)
{
	size_t rows = 0, row = 0;
	double most = 0;
	rigidc_function *function = nullptr;
	for (const auto &joint : machine.joints)
		rows += size_t(loop_rows(joint));
	if (!rows)
		return 0;
	if (rigidc_function_new(ours, "closure", RIGIDC_EVALUATOR, &function) != RIGIDC_OK)
		return INFINITY;
	Numbers c(rigidc_output_size(function, 0)); /* rows of gearboxes are behind those of loops */
	const double *in[] = { state.q.data() };
	double *out[] = { c.data() };
	rigidc_call(function, in, out);
	rigidc_function_free(function);
	for (const auto &joint : machine.joints) {
		const bool slides = joint.joint->Type() == sdf::JointType::PRISMATIC;
		for (int i = 0; i < 3 && loop_rows(joint) && !slides; i++)
			most = std::fmax(most, std::fabs(opening(machine, joint)[i] - c[row + size_t(i)]));
		row += size_t(loop_rows(joint));
	}
	return most;
}

bool compare_state(Machine &machine, rigidc_model *ours, rigidc_function *crba, rigidc_function *bias, uint64_t *random)
{
	State state = draw(machine, ours, random);
	size_t n = state.qd.size();
	Numbers M(n * n), h(n), wanted_M(n * n), wanted_h(n);
	double *M_out[] = { M.data() }, *h_out[] = { h.data() };
	const double *in[] = { state.q.data(), state.qd.data() };
	rigidc_call(crba, in, M_out);
	rigidc_call(bias, in, h_out);
	const Eigen::MatrixXd &theirs = machine.skeleton->getMassMatrix();
	const Eigen::VectorXd &forces = machine.skeleton->getCoriolisAndGravityForces();
	for (size_t i = 0; i < n; i++) {
		wanted_h[i] = forces[long(state.dof[i])] + state.spring[i];
		for (size_t k = 0; k < n; k++)
			wanted_M[i * n + k] = theirs(long(state.dof[i]), long(state.dof[k]));
	}
	double M_error = difference(M, wanted_M), h_error = difference(h, wanted_h), pose_error = 0;
	for (auto &link : machine.links) {
		rigidc_function *fk = nullptr;
		double R[9], p[3], *out[] = { R, p };
		if (rigidc_function_new(ours, ("fk:\"" + link.first + "\"").c_str(), RIGIDC_EVALUATOR, &fk) ==
		    RIGIDC_OK)
			rigidc_call(fk, in, out);
		else
			R[0] = NAN;
		rigidc_function_free(fk);
		const Pose &pose = link.second.body->getWorldTransform();
		Numbers found(R, R + 9), wanted;
		found.insert(found.end(), p, p + 3);
		for (int i = 0; i < 9; i++)
			wanted.push_back(pose.linear()(i / 3, i % 3));
		for (int i = 0; i < 3; i++)
			wanted.push_back(pose.translation()[i]);
		pose_error = std::fmax(pose_error, difference(found, wanted));
	}
	double loop_error = closure_error(machine, ours, state);
	worst.loops = std::fmax(worst.loops, loop_error);
	worst.M = std::fmax(worst.M, M_error), worst.bias = std::fmax(worst.bias, h_error);
	worst.poses = std::fmax(worst.poses, pose_error);
	bool same = M_error < 1e-9 && h_error < 1e-9 && pose_error < 1e-9 && loop_error < 1e-9;
	if (!same)
		std::printf("# M differs by %.3g, bias by %.3g, poses by %.3g, openings of loops by %.3g\n", M_error, h_error,
		            pose_error, loop_error);
	return same;
}

void compare(const string &text, const string &whose, uint64_t seed)
{
	rigidc_model *ours = nullptr;
	rigidc_function *crba = nullptr, *bias = nullptr;
	uint64_t random = seed;
	bool same = false;
	try {
		sdf::Root root;
		must(root.LoadSdfString(text));
		Machine machine(root);
		same = rigidc_read(text.c_str(), text.size(), "peer.sdf", nullptr, &ours) == RIGIDC_OK &&
		       rigidc_function_new(ours, "crba", RIGIDC_EVALUATOR, &crba) == RIGIDC_OK &&
		       rigidc_function_new(ours, "bias", RIGIDC_EVALUATOR, &bias) == RIGIDC_OK &&
		       size_t(rigidc_nv(ours)) == machine.skeleton->getNumDofs();
		if (!same)
			std::printf("# %d velocities, theirs has %zu\n%s\n", rigidc_nv(ours),
			            machine.skeleton->getNumDofs(), rigidc_messages(ours));
		for (int i = 0; i < 2 && same; i++)
			same = compare_state(machine, ours, crba, bias, &random);
		tap_ok(same, "%s: %zu links, %d velocities", whose.c_str(), machine.links.size(), rigidc_nv(ours));
	} catch (const std::exception &e) {
		tap_ok(false, "%s: %s", whose.c_str(), e.what());
	}
	rigidc_function_free(crba);
	rigidc_function_free(bias);
	rigidc_model_free(ours);
}

/* --- random models --- */

class Writer : Drawn
{
      public:
	explicit Writer(uint64_t seed) : Drawn(seed), modern(random_chance(&random, 70)) {}

	string text()
	{
		int n = 2 + random_below(&random, 5);
		bool fixed = random_chance(&random, 40), nested = modern && n > 3 && random_chance(&random, 40);
		string links, joints, inner;
		for (int i = 0; i < n; i++) {
			bool inside = nested && i >= n - 2;
			string own = "l" + std::to_string(i), name = inside ? "inner::" + own : own;
			(inside ? inner : links) += link(own, inside);
			string on = i ? place.at(size_t(random_below(&random, i))) : fixed ? "world" : "";
			if (!on.empty())
				joints += joint(i, on, name);
			place.push_back(name);
		}
		if (nested)
			links += "<model name=\"inner\">" + pose("", "") + inner + "</model>\n";
		string frame = modern ? "<frame name=\"f\" attached_to=\"l0\">" + pose("", "") + "</frame>\n" : "";
		return string("<sdf version=\"") +
		       (modern                       ? "1.9"
		        : random_chance(&random, 50) ? "1.6"
		                                     : "1.4") +
		       "\"><model name=\"drawn\">" + pose("", "") + "\n" + links + frame + joints + "</model></sdf>\n";
	}

      private:
	/* A pose, perhaps relative to a frame, or to another one; none at times. */
	string pose(const string &frame, const string &other)
	{
		string relative = random_chance(&random, 50) ? frame : other, attributes, turned = three(-2, 2);
		if (random_chance(&random, 20) && relative.empty())
			return "";
		if (modern && !relative.empty())
			attributes = " relative_to=\"" + relative + "\"";
		int form = modern ? random_below(&random, 3) : 0;
		if (form == 1) {
			attributes += " degrees=\"true\"";
			turned = three(-150, 150);
		} else if (form == 2) {
			attributes += " rotation_format=\"quat_xyzw\"";
			turned = random_chance(&random, 50) ? "0.6 0 0 0.8" : "0.1 -0.7 0.1 0.7";
		}
		return "<pose" + attributes + ">" + three(-0.5, 0.5) + " " + turned + "</pose>";
	}

	string link(const string &name, bool inside)
	{
		string before =
			place.empty() || inside ? "" : place.at(size_t(random_below(&random, int(place.size()))));
		string products = random_chance(&random, 50)
		                          ? "<ixy>" + some(-0.02, 0.02) + "</ixy><iyz>" + some(-0.02, 0.02) + "</iyz>"
		                          : "";
		return "<link name=\"" + name + "\">" + pose(before, "") + "<inertial>" + plain_pose() + "<mass>" +
		       some(0.5, 3) + "</mass><inertia><ixx>" + some(0.1, 0.15) + "</ixx><iyy>" + some(0.1, 0.15) +
		       "</iyy><izz>" + some(0.1, 0.15) + "</izz>" + products + "</inertia></inertial></link>\n";
	}

	string plain_pose() { return "<pose>" + three(-0.2, 0.2) + " " + three(-1, 1) + "</pose>"; }

	string axis(const string &tag, const string &on)
	{
		static const char *const along[] = { "1 0 0", "0 1 0", "0 0 1", "0 -1 0" };
		string direction = random_chance(&random, 50) ? along[random_below(&random, 4)] : three(-1, 1), in,
		       more;
		if (modern && random_chance(&random, 40))
			in = " expressed_in=\"" +
			     (on == "world" || random_chance(&random, 50) ? string("__model__") : on) + "\"";
		if (!modern && random_chance(&random, 40))
			more = "<use_parent_model_frame>true</use_parent_model_frame>";
		if (random_chance(&random, 20))
			more += "<dynamics><spring_stiffness>" + some(1, 9) + "</spring_stiffness><spring_reference>" +
			        some(-1, 1) + "</spring_reference></dynamics>";
		return "<" + tag + "><xyz" + in + ">" + direction + "</xyz>" + more + "</" + tag + ">";
	}

	string joint(int number, const string &on, const string &own)
	{
		static const char *const types[] = { "revolute",  "continuous", "prismatic", "screw",     "ball",
			                             "universal", "fixed",      "revolute",  "prismatic", "revolute2" };
		string type = types[random_below(&random, 10)], axes;
		if (type == "continuous" && !modern)
			type = "revolute";
		if (type != "fixed" && type != "ball")
			axes = axis("axis", on);
		if (type == "universal" || type == "revolute2")
			axes += axis("axis2", on);
		if (type == "screw")
			axes += "<thread_pitch>" + some(-60, -20) + "</thread_pitch>";
		return "<joint name=\"j" + std::to_string(number) + "\" type=\"" + type + "\"><parent>" + on +
		       "</parent><child>" + own + "</child>" + pose(on == "world" ? "" : on, own) + axes + "</joint>\n";
	}

	bool modern; /* relative_to, expressed_in and nested models */
	std::vector<string> place;
};

/* What `rigidc export` writes of examples, as libsdformat reads it. */
void compare_exports(const char *scratch, uint64_t seed)
{
	static const char *const examples[] = { "ur5",           "iiwa14",    "panda",       "general6r",
		                                "stanford",      "anymal_b",  "solo12",      "rx90",
		                                "parts/hexapod", "cart_pole", "parts/snake", "gait/plates",
		                                "loops/fourbar", "loops/fivebar", "loops/slider_crank", "loops/bucket",
		                                "loops/two_arms" };
	const char *rigidc = std::getenv("RIGIDC");
	for (const string example : examples) {
		string file = string(scratch) + "/export.sdf", log = string(scratch) + "/export.log";
		string command = string(rigidc ? rigidc : "build/rigidc") + " export examples/" + example +
		                 ".rig --to=sdf -o " + file + " 2>" + log;
		if (std::system(command.c_str()) == 0)
			compare(contents(file), "export of " + example, seed);
		else
			tap_ok(false, "export of %s", example.c_str());
	}
}

} // namespace

int main()
{
	peer_settings settings = peer_settings_read();
	sdf::Console::Instance()->SetQuiet(true);
	compare_drawn<Writer>(settings, compare);
	compare_folder("tests/grammar/sdf/values", ".sdf", settings.seed, compare);
	compare_folder("tests/peers/sdf", ".sdf", settings.seed, compare);
	compare_exports(settings.scratch, settings.seed);
	if (settings.robots && *settings.robots)
		compare_folder(settings.robots, ".sdf", settings.seed, compare);
	std::printf("# largest relative errors: M %.2g, bias %.2g, poses %.2g, openings of loops %.2g, allowed 1e-9\n",
	            worst.M, worst.bias, worst.poses, worst.loops);
	return tap_done();
}
