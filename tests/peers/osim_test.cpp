/* Against Simbody: OpenSim models, random ones and those of a folder, read here once more and in another way. A joint is a chain
 * of single motions y(q), by pins and sliders. Velocities and accelerations of y are differences in long double, and M and
 * forces are projected: M = G^T M_y G, tau = G^T tau_y. Simbody's own joints of several functions are not used: their
 * velocity terms are wrong by 1e-4 where three turns follow one coordinate by curves.
 *
 *   RIGIDC_LEVEL=l       how many: 30, 300 or 1000
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .osim file there, too */
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <Simbody.h>

#include "drawn_text.h"
#include "rigidc.h"
#include "trees/random_bits.h"

extern "C" {
#include "reference/dense_spline.h"
}

using namespace SimTK;
using std::string;
using exact = long double;
using Numbers = std::vector<double>;
using Reals = std::vector<exact>;

namespace
{

/* --- XML --- */

Numbers numbers(const string &text)
{
	std::istringstream in(text);
	Numbers list;
	for (double x; in >> x;)
		list.push_back(x);
	return list;
}

string content(Xml::Element e, const string &tag, const string &otherwise = "")
{
	return e.hasElement(tag) ? string(e.getRequiredElement(tag).getValue()) : otherwise;
}

Vec3 vector(Xml::Element e, const string &tag, const string &otherwise = "0 0 0")
{
	Numbers x = numbers(content(e, tag, otherwise));
	return Vec3(x.at(0), x.at(1), x.at(2));
}

string name_of(Xml::Element e)
{
	return e.getOptionalAttributeValue("name");
}

string trimmed(const string &text)
{
	size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
	return begin == string::npos ? "" : text.substr(begin, end - begin + 1);
}

string last_part(const string &path)
{
	return trimmed(path.substr(path.rfind('/') + 1));
}

std::vector<Xml::Element> objects(Xml::Element e, const string &set)
{
	std::vector<Xml::Element> list;
	if (!e.hasElement(set))
		return list;
	Xml::Element inside = e.getRequiredElement(set);
	if (inside.hasElement("objects"))
		inside = inside.getRequiredElement("objects");
	for (auto at = inside.element_begin(); at != inside.element_end(); ++at)
		list.push_back(*at);
	return list;
}

/* --- functions --- */

struct Function {
	string kind; /* "" is the coordinate itself */
	Numbers x, y;
	double scale = 1;
	std::vector<Function> inner;

	exact at(const Reals &q) const
	{
		exact sum = 0;
		if (kind.empty())
			return q.empty() ? 0 : q.at(0);
		if (kind == "Constant")
			return x.at(0);
		if (kind == "MultiplierFunction")
			return scale * inner.at(0).at(q);
		if (kind == "LinearFunction") {
			for (size_t i = 0; i < q.size(); i++)
				sum += x.at(i) * q[i];
			return sum + x.at(q.size());
		}
		if (kind == "PolynomialFunction") {
			for (double c : x)
				sum = sum * q.at(0) + c;
			return sum;
		}
		double point[DENSE_SPLINE_MOST][2];
		if (x.size() > DENSE_SPLINE_MOST || x.size() < 2)
			throw std::runtime_error("a curve of so many points");
		for (size_t i = 0; i < x.size(); i++) {
			point[i][0] = x[i];
			point[i][1] = y.at(i);
		}
		return kind == "PiecewiseLinearFunction" ? dense_linear(point, int(x.size()), q.at(0))
		                                         : dense_simm(point, int(x.size()), q.at(0));
	}
};

Function function_in(Xml::Element e, const string &property);

Function read_function(Xml::Element e)
{
	Function f;
	f.kind = e.getElementTag();
	if (f.kind == "Constant") {
		f.x = numbers(content(e, "value", "0"));
	} else if (f.kind == "MultiplierFunction") {
		f.scale = numbers(content(e, "scale", "1")).at(0);
		f.inner.push_back(function_in(e, "function"));
	} else if (f.kind == "LinearFunction" || f.kind == "PolynomialFunction") {
		f.x = numbers(content(e, "coefficients"));
	} else if (e.hasElement("x") && e.hasElement("y")) {
		f.x = numbers(content(e, "x"));
		f.y = numbers(content(e, "y"));
	} else {
		throw std::runtime_error("a " + f.kind);
	}
	return f;
}

Function function_in(Xml::Element e, const string &property)
{
	for (auto at = e.element_begin(); at != e.element_end(); ++at) {
		if (at->getElementTag() == property)
			return at->element_begin() == at->element_end() ? Function()
			                                                : read_function(*at->element_begin());
		if (name_of(*at) == property)
			return read_function(*at);
	}
	return Function();
}

/* --- a model --- */

struct Motion {
	bool slides;
	Vec3 axis;
	Function function;
	std::vector<string> of; /* coordinates */
};

struct Joint {
	string parent, child;
	Transform at, on; /* the joint's frame on the parent, and on the child */
	std::vector<Motion> motions;
};

struct Coordinate {
	bool locked = false, follows = false;
	double value = 0, scale = 1;
	Function function;
	std::vector<string> of;
};

Transform placed(const Vec3 &shift, const Vec3 &turn)
{
	return Transform(Rotation(BodyRotationSequence, turn[0], XAxis, turn[1], YAxis, turn[2], ZAxis), shift);
}

std::vector<string> words(const string &text)
{
	std::istringstream in(text);
	std::vector<string> list;
	for (string word; in >> word;)
		list.push_back(word);
	return list;
}

class Model
{
public:
	explicit Model(const string &text)
	{
		Xml::Document document;
		document.readFromString(text.c_str());
		Xml::Element root = document.getRootElement(), model = root.getRequiredElement("Model");
		bool old = numbers(root.getRequiredAttributeValue("Version")).at(0) < 30500;
		gravity = vector(model, "gravity", "0 -9.80665 0");
		for (Xml::Element body : objects(model, "BodySet"))
			if (name_of(body) != "ground")
				read_body(body, old);
		for (Xml::Element joint : objects(model, "JointSet"))
			read_joint(joint, frames_of(joint, socket(joint, "parent_frame")),
			           frames_of(joint, socket(joint, "child_frame")));
		for (Xml::Element constraint : objects(model, "ConstraintSet"))
			read_constraint(constraint);
	}

	/* y of all motions, in the order of joints, for the coordinates that are neither locked nor follow. */
	Reals motions(const std::map<string, exact> &q) const
	{
		Reals y;
		for (const Joint &joint : joints)
			for (const Motion &motion : joint.motions) {
				Reals x;
				for (const string &name : motion.of)
					x.push_back(coordinate(name, q, 0));
				y.push_back(motion.function.at(x));
			}
		return y;
	}

	Vec3 gravity;
	std::vector<Joint> joints;
	std::map<string, MassProperties> bodies;
	std::map<string, Coordinate> coordinates;

private:
	struct Frame {
		string body;
		Transform on;
	};

	exact coordinate(const string &name, const std::map<string, exact> &q, int depth) const
	{
		const Coordinate &c = coordinates.at(name);
		Reals x;
		if (depth > 50)
			throw std::runtime_error("a circle of couplings");
		if (c.locked)
			return c.value;
		if (!c.follows)
			return q.at(name);
		for (const string &other : c.of)
			x.push_back(coordinate(other, q, depth + 1));
		return c.scale * c.function.at(x);
	}

	static string socket(Xml::Element e, const string &name) { return content(e, "socket_" + name); }

	static Frame frames_of(Xml::Element joint, const string &path)
	{
		if (joint.hasElement("frames")) {
			Xml::Element list = joint.getRequiredElement("frames");
			for (auto at = list.element_begin(); at != list.element_end(); ++at)
				if (name_of(*at) == last_part(path))
					return { last_part(socket(*at, "parent")),
						 placed(vector(*at, "translation"), vector(*at, "orientation")) };
		}
		return { last_part(path), Transform() };
	}

	void read_body(Xml::Element e, bool old)
	{
		Numbers I = numbers(content(e, "inertia"));
		for (const char *entry : { "xx", "yy", "zz", "xy", "xz", "yz" })
			if (I.size() < 6)
				I.push_back(numbers(content(e, string("inertia_") + entry, "0")).at(0));
		double mass = numbers(content(e, "mass")).at(0);
		const Vec3 com = vector(e, "mass_center");
		const SymMat33 point = mass * (dot(com, com) * SymMat33(1) -
		                               SymMat33(com[0] * com[0], com[1] * com[0], com[1] * com[1],
		                                        com[2] * com[0], com[2] * com[1], com[2] * com[2]));
		const SymMat33 sum = SymMat33(I[0], I[3], I[1], I[4], I[5], I[2]) + point;
		bodies[name_of(e)] =
			MassProperties(mass, com,
		                       Inertia(sum(0, 0), sum(1, 1), sum(2, 2), sum(1, 0), sum(2, 0), sum(2, 1)));
		if (!old || !e.hasElement("Joint"))
			return;
		Xml::Element holder = e.getRequiredElement("Joint");
		for (auto at = holder.element_begin(); at != holder.element_end(); ++at)
			read_joint(*at,
			           { trimmed(content(*at, "parent_body")),
			             placed(vector(*at, "location_in_parent"), vector(*at, "orientation_in_parent")) },
			           { name_of(e), placed(vector(*at, "location"), vector(*at, "orientation")) });
	}

	void read_joint(Xml::Element e, const Frame &parent, const Frame &child)
	{
		static const std::map<string, std::vector<std::pair<int, int>>> fixed_kinds = {
			/* 0 to 2: slides; 3 to 5: turns */
			{ "WeldJoint", {} },
			{ "PinJoint", { { 5, 0 } } },
			{ "SliderJoint", { { 0, 0 } } },
			{ "UniversalJoint", { { 3, 0 }, { 4, 1 } } },
			{ "GimbalJoint", { { 3, 0 }, { 4, 1 }, { 5, 2 } } },
			{ "PlanarJoint", { { 0, 1 }, { 1, 2 }, { 5, 0 } } },
		};
		Joint joint = { parent.body, child.body, parent.on, child.on, {} };
		for (const Joint &other : joints)
			if (other.child == child.body)
				throw std::runtime_error("two joints of one body");
		if (child.body == "ground" || trimmed(content(e, "reverse", "false")) == "true")
			throw std::runtime_error("a reversed joint");
		std::vector<Xml::Element> list =
			objects(e, e.hasElement("coordinates") ? "coordinates" : "CoordinateSet");
		std::vector<string> own;
		for (Xml::Element c : list) {
			own.push_back(name_of(c));
			if (coordinates.count(own.back()))
				throw std::runtime_error("two coordinates of one name");
			Coordinate &made = coordinates[own.back()];
			made.locked = trimmed(content(c, "locked", "false")) == "true";
			made.value = numbers(content(c, "default_value", "0")).at(0);
		}
		auto kind = fixed_kinds.find(e.getElementTag());
		if (kind != fixed_kinds.end())
			for (auto [along, number] : kind->second) {
				Vec3 axis(0);
				axis[along % 3] = 1;
				joint.motions.push_back({ along < 3, axis, Function(), { own.at(size_t(number)) } });
			}
		else if (e.getElementTag() == "CustomJoint")
			read_transform(e.getRequiredElement("SpatialTransform"), joint);
		else
			throw std::runtime_error("a " + string(e.getElementTag()));
		joints.push_back(joint);
	}

	static void read_transform(Xml::Element transform, Joint &joint)
	{
		for (const char *label :
		     { "translation1", "translation2", "translation3", "rotation1", "rotation2", "rotation3" })
			for (auto at = transform.element_begin(); at != transform.element_end(); ++at)
				if (name_of(*at) == label)
					joint.motions.push_back({ label[0] == 't', vector(*at, "axis"),
					                          function_in(*at, "function"),
					                          words(content(*at, "coordinates")) });
	}

	void read_constraint(Xml::Element e)
	{
		if (e.getElementTag() != "CoordinateCouplerConstraint" ||
		    trimmed(content(e, "isEnforced", "true")) == "false" ||
		    trimmed(content(e, "isDisabled", "false")) == "true")
			return;
		Coordinate &c = coordinates.at(trimmed(content(e, "dependent_coordinate_name")));
		c.follows = true;
		c.scale = numbers(content(e, "scale_factor", "1")).at(0);
		c.function = function_in(e, "coupled_coordinates_function");
		c.of = words(content(e, "independent_coordinate_names"));
	}
};

/* --- Simbody --- */

class Machine
{
public:
	explicit Machine(const Model &of) : model(of), matter(system), step(of.joints.size())
	{
		placed_bodies["ground"] = matter.Ground();
		std::vector<bool> done(of.joints.size(), false);
		for (bool again = true; again;) {
			again = false;
			for (size_t i = 0; i < of.joints.size(); i++)
				if (!done[i] && placed_bodies.count(of.joints[i].parent)) {
					mobilize(i);
					done[i] = again = true;
				}
		}
		for (bool there : done)
			if (!there)
				throw std::runtime_error("a joint hangs on nothing");
		state = system.realizeTopology();
	}

	/* M_y and tau_y for motions y with their velocities and accelerations. */
	void inverse(const Reals &y, const Reals &yd, const Reals &ydd, Matrix &M, Vector &tau)
	{
		Vector udot(state.getNU());
		size_t at = 0;
		order.clear();
		for (auto &steps : step)
			for (MobilizedBody &body : steps) {
				body.setOneQ(state, 0, double(y[at]));
				body.setOneU(state, 0, double(yd[at]));
				order.push_back(body.getFirstUIndex(state));
				udot[order.back()] = double(ydd[at++]);
			}
		system.realize(state, Stage::Velocity);
		matter.calcM(state, M);
		Vector_<SpatialVec> weight(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
		for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
			const MobilizedBody &body = matter.getMobilizedBody(b);
			const MassProperties &of = body.getBodyMassProperties(state);
			const Vec3 force = of.getMass() * model.gravity;
			weight[b] = SpatialVec(cross(body.getBodyRotation(state) * of.getMassCenter(), force), force);
		}
		matter.calcResidualForceIgnoringConstraints(state, Vector(), weight, udot, tau);
	}

	std::vector<int> order; /* the velocity of each motion */

private:
	void mobilize(size_t number)
	{
		const Joint &joint = model.joints[number];
		MobilizedBody on = placed_bodies.at(joint.parent);
		Body::Rigid own(model.bodies.at(joint.child));
		Transform at = joint.at;
		if (joint.motions.empty())
			on = MobilizedBody::Weld(on, at, own, joint.on);
		for (size_t i = 0; i < joint.motions.size(); i++) {
			const Motion &motion = joint.motions[i];
			bool last = i == joint.motions.size() - 1;
			const Transform along(Rotation(UnitVec3(motion.axis), CoordinateAxis(motion.slides ? 0 : 2)));
			const Body body = last ? Body(own) : Body(Body::Massless());
			const Transform out = last ? joint.on * along : along;
			on = motion.slides ? MobilizedBody(MobilizedBody::Slider(on, at * along, body, out))
			                   : MobilizedBody(MobilizedBody::Pin(on, at * along, body, out));
			step[number].push_back(on);
			at = Transform();
		}
		placed_bodies[joint.child] = on;
	}

	const Model &model;
	MultibodySystem system;
	SimbodyMatterSubsystem matter;
	std::map<string, MobilizedBody> placed_bodies;
	std::vector<std::vector<MobilizedBody>> step;
	State state;
};

/* --- comparison --- */

struct Worst {
	double M = 0, tau = 0;
	string M_of, tau_of;
} worst;

double difference(const std::vector<double> &a, const std::vector<double> &b)
{
	double most = 0, size = 1e-300;
	for (size_t i = 0; i < a.size(); i++) {
		most = std::isfinite(a[i]) ? std::fmax(most, std::fabs(a[i] - b[i])) : INFINITY;
		size = std::fmax(size, std::fabs(b[i]));
	}
	return most / size;
}

const exact h = 1e-5L;

/* First and second derivative at 0 of a function of t, from its values at -2h to 2h: exact for a cubic. */
template <class F> void derive(F f, Reals &first, Reals &second)
{
	Reals y[5];
	for (int i = 0; i < 5; i++)
		y[i] = f((i - 2) * h);
	first = second = y[2];
	for (size_t i = 0; i < y[2].size(); i++) {
		first[i] = (8 * (y[3][i] - y[1][i]) - (y[4][i] - y[0][i])) / (12 * h);
		second[i] = (16 * (y[3][i] + y[1][i]) - (y[4][i] + y[0][i]) - 30 * y[2][i]) / (12 * h * h);
	}
}

bool compare_state(const Model &model, rigidc_model *ours, rigidc_function *crba, rigidc_function *rnea,
                   uint64_t *random, const string &whose)
{
	size_t n = size_t(rigidc_nq(ours));
	std::vector<string> name(n);
	Numbers q(n), qd(n), qdd(n), found_M(n * n), found_tau(n), wanted_M(n * n), wanted_tau(n);
	for (size_t i = 0; i < n; i++) {
		rigidc_coordinate_info info = {};
		info.size = sizeof info;
		rigidc_get_coordinate(ours, int(i), &info);
		name[i] = info.name;
		q[i] = random_between(random, -1.2, 1.2);
		qd[i] = random_between(random, -2, 2);
		qdd[i] = random_between(random, -3, 3);
	}
	auto along = [&](const Numbers &v, const Numbers &a) {
		return [&](exact t) {
			std::map<string, exact> at;
			for (size_t i = 0; i < n; i++)
				at[name[i]] = q[i] + v[i] * t + a[i] * t * t / 2;
			return model.motions(at);
		};
	};
	Reals yd, ydd, unused;
	Numbers none(n, 0);
	const Reals y = along(none, none)(0);
	derive(along(qd, qdd), yd, ydd);
	Matrix G(int(y.size()), int(n)), M;
	Vector tau;
	Machine machine(model);
	machine.inverse(y, yd, ydd, M, tau);
	for (size_t i = 0; i < n; i++) {
		Numbers one(n, 0);
		Reals column;
		one[i] = 1;
		derive(along(one, none), column, unused);
		for (size_t k = 0; k < y.size(); k++)
			G(machine.order[k], int(i)) = double(column[k]);
	}
	if (y.empty() || n == 0)
		return true;
	const Matrix projected = ~G * M * G;
	const Vector forces = ~G * tau;
	for (size_t i = 0; i < n; i++) {
		wanted_tau[i] = forces[int(i)];
		for (size_t k = 0; k < n; k++)
			wanted_M[i * n + k] = projected(int(i), int(k));
	}
	const double *in[] = { q.data(), qd.data(), qdd.data() };
	double *M_out[] = { found_M.data() }, *tau_out[] = { found_tau.data() };
	rigidc_call(crba, in, M_out);
	rigidc_call(rnea, in, tau_out);
	double M_error = difference(found_M, wanted_M), tau_error = difference(found_tau, wanted_tau);
	if (M_error >= worst.M)
		worst.M = M_error, worst.M_of = whose;
	if (tau_error >= worst.tau)
		worst.tau = tau_error, worst.tau_of = whose;
	if (!(M_error < 1e-10) || !(tau_error < 1e-6))
		std::printf("# %s: M differs by %.3g, tau by %.3g\n", whose.c_str(), M_error, tau_error);
	return M_error < 1e-10 && tau_error < 1e-6;
}

void compare(const string &text, const string &whose, uint64_t seed)
{
	rigidc_model *ours = nullptr;
	rigidc_function *crba = nullptr, *rnea = nullptr;
	uint64_t random = seed;
	bool same = false;
	try {
		const Model model(text);
		same = rigidc_read(text.c_str(), text.size(), "peer.osim", nullptr, &ours) == RIGIDC_OK &&
		       rigidc_function_new(ours, "crba", RIGIDC_EVALUATOR, &crba) == RIGIDC_OK &&
		       rigidc_function_new(ours, "rnea", RIGIDC_EVALUATOR, &rnea) == RIGIDC_OK;
		if (!same)
			std::printf("# %s\n", rigidc_messages(ours));
		for (int i = 0; i < 2 && same; i++)
			same = compare_state(model, ours, crba, rnea, &random, whose);
		tap_ok(same, "%s: %zu joints, %d coordinates", whose.c_str(), model.joints.size(),
		       ours ? rigidc_nq(ours) : 0);
	} catch (const std::exception &e) {
		tap_skip(whose.c_str(), e.what());
	}
	rigidc_function_free(crba);
	rigidc_function_free(rnea);
	rigidc_model_free(ours);
}

/* --- random models --- */

class Writer : Drawn
{
public:
	explicit Writer(uint64_t seed) : Drawn(seed), old(random_chance(&random, 50)) {}

	string text()
	{
		int n = 2 + random_below(&random, 5);
		string bodies, joints;
		for (int i = 0; i < n; i++) {
			string own = "b" + std::to_string(i),
			       on = i && random_chance(&random, 85) ? "b" + std::to_string(random_below(&random, i))
			                                            : "ground";
			string joint = joint_of(i, on, own);
			bodies += "<Body name=\"" + own + "\"><mass>" + some(0.5, 3) + "</mass><mass_center>" +
			          three(-0.2, 0.2) + "</mass_center>" + inertia() +
			          (old ? "<Joint>" + joint + "</Joint>" : "") + "</Body>\n";
			joints += old ? "" : joint + "\n";
		}
		return string("<OpenSimDocument Version=\"") + (old ? "30000" : "40000") +
		       "\"><Model name=\"drawn\"><gravity>" + three(-9, 9) + "</gravity>\n<BodySet><objects>\n" +
		       bodies + "</objects></BodySet>\n" +
		       (old ? "" : "<JointSet><objects>\n" + joints + "</objects></JointSet>\n") +
		       "<ConstraintSet><objects>" + constraints +
		       "</objects></ConstraintSet></Model></OpenSimDocument>\n";
	}

private:
	string inertia()
	{
		string moments[3] = { some(0.1, 0.15), some(0.1, 0.15), some(0.1, 0.15) },
		       products[3] = { some(-0.02, 0.02), some(-0.02, 0.02), some(-0.02, 0.02) };
		static const char *const moment[] = { "xx", "yy", "zz" }, *const product[] = { "xy", "xz", "yz" };
		string list, all;
		for (int i = 0; i < 3; i++)
			list += moments[i] + " ", all += string("<inertia_") + moment[i] + ">" + moments[i] +
			                                 "</inertia_" + moment[i] + ">";
		for (int i = 0; i < 3; i++)
			list += products[i] + " ", all += string("<inertia_") + product[i] + ">" + products[i] +
			                                  "</inertia_" + product[i] + ">";
		return old ? all : "<inertia>" + list + "</inertia>";
	}

	/* A coordinate, now and then locked or following an earlier one. */
	string coordinate()
	{
		string name = "q" + std::to_string(coordinates++), inside;
		if (random_chance(&random, 10)) {
			inside = "<locked>true</locked><default_value>" + some(-1, 1) + "</default_value>";
		} else if (!leaders.empty() && random_chance(&random, 15)) {
			string leader = leaders[size_t(random_below(&random, int(leaders.size())))];
			constraints += "<CoordinateCouplerConstraint name=\"c" + name + "\">" +
			               function("coupled_coordinates_function", 1) + "<independent_coordinate_names>" +
			               leader + "</independent_coordinate_names><dependent_coordinate_name>" + name +
			               "</dependent_coordinate_name><scale_factor>" + some(0.5, 2) +
			               "</scale_factor></CoordinateCouplerConstraint>";
		} else {
			leaders.push_back(name);
		}
		drawn.push_back(name);
		return "<Coordinate name=\"" + name + "\">" + inside + "</Coordinate>";
	}

	/* A function of a coordinate, as a property; `size` of its values. */
	string function(const string &property, double size)
	{
		int which = random_below(&random, 5);
		string tag, inside;
		if (which == 0 || which == 1) {
			tag = "LinearFunction";
			inside = "<coefficients>" +
			         (which ? string("1 0") : some(-size, size) + " " + some(-size, size)) +
			         "</coefficients>";
		} else if (which == 2) {
			tag = "PolynomialFunction";
			inside = "<coefficients>" + three(-size, size) + " " + some(-size, size) + "</coefficients>";
		} else if (which == 3) {
			tag = random_chance(&random, 70) ? "SimmSpline" : "NaturalCubicSpline";
			inside = curve(size);
		} else {
			tag = "MultiplierFunction";
			inside = "<function><SimmSpline>" + curve(size) + "</SimmSpline></function><scale>" +
			         some(-2, 2) + "</scale>";
		}
		if (old || property != "function")
			return "<" + property + "><" + tag + ">" + inside + "</" + tag + "></" + property + ">";
		return "<" + tag + " name=\"" + property + "\">" + inside + "</" + tag + ">";
	}

	string curve(double size)
	{
		string x, y;
		double place = random_between(&random, -2, -1);
		for (int i = 0, n = 2 + random_below(&random, 7); i < n; i++) {
			char text[32];
			std::snprintf(text, sizeof text, "%.4f ", place += random_between(&random, 0.3, 0.8));
			x += text;
			y += some(-size, size) + " ";
		}
		return "<x>" + x + "</x><y>" + y + "</y>";
	}

	string axis(bool simple)
	{
		static const char *const along[] = { "1 0 0", "0 1 0", "0 0 1", "0 -1 0" };
		return simple ? along[random_below(&random, 4)] : three(-1, 1);
	}

	/* Six motions. Those of a coordinate follow one another, in the order in which they are made. */
	string transform(int first, int count)
	{
		static const char *const label[] = { "translation1", "translation2", "translation3",
			                             "rotation1",    "rotation2",    "rotation3" };
		string motion[6], all;
		int turn = random_below(&random, count + 1), next = 0;
		for (int i = 0; i < 6; i++) {
			int left = 6 - i, needed = count - next;
			bool moves = needed == left || random_chance(&random, 60);
			bool same = moves && next > 0 && needed < left && random_chance(&random, 40);
			int number = same ? next - 1 : next;
			if (moves && !same && next < count)
				next++;
			else if (!same)
				moves = false;
			string of = moves ? drawn[size_t(first + (number + turn) % count)] : "";
			string value = moves ? function("function", i < 3 ? 0.2 : 1) : constant(i < 3 ? 0.2 : 1);
			motion[i] = string("<TransformAxis name=\"") + label[i] + "\"><coordinates>" + of +
			            "</coordinates><axis>" + axis(random_chance(&random, 50)) + "</axis>" + value +
			            "</TransformAxis>";
		}
		for (int i = 0; i < 6; i++)
			all += motion[(i + 3) % 6];
		return "<SpatialTransform>" + all + "</SpatialTransform>";
	}

	string constant(double size)
	{
		string inside = "<value>" + (random_chance(&random, 50) ? string("0") : some(-size, size)) + "</value>";
		return old ? "<function><Constant>" + inside + "</Constant></function>"
		           : "<Constant name=\"function\">" + inside + "</Constant>";
	}

	string joint_of(int number, const string &on, const string &own)
	{
		static const struct {
			const char *name;
			int coordinates;
		} types[] = { { "WeldJoint", 0 },      { "PinJoint", 1 },    { "SliderJoint", 1 },
			      { "UniversalJoint", 2 }, { "GimbalJoint", 3 }, { "PlanarJoint", 3 },
			      { "CustomJoint", 0 },    { "CustomJoint", 0 }, { "CustomJoint", 0 } };
		auto type = types[number ? random_below(&random, 9) : 1 + random_below(&random, 8)];
		bool custom = string(type.name) == "CustomJoint";
		int count = custom ? 1 + random_below(&random, 3) : type.coordinates, first = int(drawn.size());
		string list, name = "j" + std::to_string(number), places, inside;
		for (int i = 0; i < count; i++)
			list += coordinate();
		if (custom)
			inside = transform(first, count);
		if (old) {
			places = "<parent_body>" + on + "</parent_body><location_in_parent>" + three(-0.3, 0.3) +
			         "</location_in_parent><orientation_in_parent>" + three(-2, 2) +
			         "</orientation_in_parent><location>" + three(-0.1, 0.1) + "</location><orientation>" +
			         three(-2, 2) + "</orientation><CoordinateSet><objects>" + list +
			         "</objects></CoordinateSet>";
		} else {
			string place = random_chance(&random, 70) ? "inner" : own;
			places = "<socket_parent_frame>outer</socket_parent_frame><socket_child_frame>" +
			         (place == own ? "/bodyset/" : string()) + place +
			         "</socket_child_frame><coordinates>" + list + "</coordinates><frames>" +
			         frame("outer", on) + (place == own ? "" : frame("inner", own)) + "</frames>";
		}
		return string("<") + type.name + " name=\"" + name + "\">" + places + inside + "</" + type.name + ">";
	}

	string frame(const string &name, const string &on)
	{
		return "<PhysicalOffsetFrame name=\"" + name + "\"><socket_parent>" +
		       (on == "ground" ? "/ground" : "/bodyset/" + on) + "</socket_parent><translation>" +
		       three(-0.3, 0.3) + "</translation><orientation>" + three(-2, 2) +
		       "</orientation></PhysicalOffsetFrame>";
	}

	bool old;
	int coordinates = 0;
	std::vector<string> leaders, drawn;
	string constraints;
};

} // namespace

int main()
{
	peer_settings settings = peer_settings_read();
	const char *folder = std::getenv("RIGIDC_ROBOTS");
	compare_drawn<Writer>(settings, compare);
	compare_folder("tests/grammar/simbody", ".osim", settings.seed, compare);
	compare_folder("examples", ".osim", settings.seed, compare);
	if (folder && *folder)
		compare_folder(folder, ".osim", settings.seed, compare);
	std::printf("# largest relative error of M %.2g, of %s, allowed 1e-10; of tau %.2g, of %s, allowed 1e-6\n",
	            worst.M, worst.M_of.c_str(), worst.tau, worst.tau_of.c_str());
	return tap_done();
}
