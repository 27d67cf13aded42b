/* C of a robot by Pinocchio's templates over casadi::SX, the generated code that its users make.
 *
 *   peers_casadi MODEL FRAME FOLDER/ [FUNCTION...]
 *
 * Each function is a file of the folder, and fd.casadi the graph of fd. Without FUNCTION all are made. MODEL is a file that Pinocchio saved,
 * as its wheel lacks the headers for URDF. Results are dense, so that all contestants write the same numbers, and common subexpressions are
 * shared. */
#include <pinocchio/autodiff/casadi.hpp>

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/serialization.hpp>

#include <functional>
#include <set>
#include <string>

#include "peers_held.h"

typedef casadi::SX SX;
typedef pinocchio::ModelTpl<SX> Model;
typedef pinocchio::DataTpl<SX> Data;
typedef Model::ConfigVectorType Coordinates;
typedef Model::TangentVectorType Velocities;
typedef Eigen::Matrix<SX, Eigen::Dynamic, Eigen::Dynamic> Matrix;

/* An array of C, and the symbols of Eigen in it. */
struct Input {
	SX symbol;
	Coordinates vector;
	Input(const std::string &name, int size) : symbol(SX::sym(name, size)), vector(size) { pinocchio::casadi::copy(symbol, vector); }
};

template <typename Dense> static SX dense(const Eigen::MatrixBase<Dense> &matrix)
{
	SX copy;
	const Matrix plain = matrix;
	pinocchio::casadi::copy(plain, copy);
	return SX::densify(copy);
}

/* The other triangle of a symmetric matrix. */
template <typename Dense> static Matrix symmetric(const Eigen::MatrixBase<Dense> &upper)
{
	Matrix full = upper;
	for (Eigen::Index i = 0; i < full.rows(); i++)
		for (Eigen::Index j = 0; j < i; j++)
			full(i, j) = full(j, i);
	return full;
}

/* --- derivatives by CasADi --- */

/* Coordinates change by G times a velocity: a free joint moves along and turns about its own axes. */
static SX rates(const Model &model, const Coordinates &q)
{
	Matrix G = Matrix::Zero(model.nq, model.nv);
	for (size_t i = 1; i < model.joints.size(); i++) {
		const auto &joint = model.joints[i];
		const int a = joint.idx_q(), b = joint.idx_v();
		if (joint.nq() == joint.nv()) {
			for (int k = 0; k < joint.nv(); k++)
				G(a + k, b + k) = 1;
			continue;
		}
		const SX x = q[a + 3], y = q[a + 4], z = q[a + 5], w = q[a + 6];
		const SX turn[4][3] = { { w, -z, y }, { z, w, -x }, { -y, x, w }, { -x, -y, -z } };
		G.block<3, 3>(a, b) = Eigen::Quaternion<SX>(w, x, y, z).toRotationMatrix();
		for (int row = 0; row < 4; row++)
			for (int column = 0; column < 3; column++)
				G(a + 3 + row, b + 3 + column) = turn[row][column] / 2;
	}
	SX copy;
	pinocchio::casadi::copy(G, copy);
	return SX::sparsify(copy);
}

/* A function of coordinates, velocities and a third vector. */
struct Operand {
	std::vector<SX> in;
	SX out, G;
};

/* Along a direction of each input: one sweep for all. */
static SX forward(const Operand &f, const std::vector<SX> &direction)
{
	const SX along = SX::vertcat({ SX::mtimes(f.G, direction[0]), direction[1], direction[2] });
	return SX::densify(SX::jtimes(f.out, SX::vertcat(f.in), along));
}

/* Of the sum of the results with weights, by each input: one sweep for all. */
static std::vector<SX> reverse(const Operand &f, const SX &weight)
{
	const std::vector<SX> by = SX::vertsplit(SX::jtimes(f.out, SX::vertcat(f.in), weight, true),
	                                         { 0, f.in[0].size1(), f.in[0].size1() + f.in[1].size1(),
	                                           f.in[0].size1() + f.in[1].size1() + f.in[2].size1() });
	return { SX::densify(SX::mtimes(f.G.T(), by[0])), SX::densify(by[1]), SX::densify(by[2]) };
}

int main(int count, char **argument)
{
	if (count < 4)
		return 2;
	pinocchio::Model plain;
	plain.loadFromBinary(argument[1]);
	const pinocchio::FrameIndex tip = plain.getFrameId(argument[2]);
	const std::string folder = argument[3];
	const std::set<std::string> wanted(argument + 4, argument + count);
	const Model model = plain.cast<SX>();
	Data data(model);
	auto phases = read_held<SX>(model, argument[1]);
	const Input q("q", model.nq), v("v", model.nv), a("a", model.nv), tau("tau", model.nv);
	const std::vector<SX> motion = { q.symbol, v.symbol, a.symbol }, drive = { q.symbol, v.symbol, tau.symbol };
	const SX weight = SX::sym("weight", model.nv);
	const std::vector<SX> direction = { SX::sym("q_dot", model.nv), SX::sym("v_dot", model.nv), SX::sym("a_dot", model.nv) };
	const SX G = rates(model, q.vector);
	const auto tau_of = [&] { return Operand{ motion, dense(pinocchio::rnea(model, data, q.vector, v.vector, a.vector)), G }; };
	const auto qdd_of = [&] { return Operand{ drive, dense(pinocchio::aba(model, data, q.vector, v.vector, tau.vector)), G }; };
	const auto with = [](std::vector<SX> in, const std::vector<SX> &more) {
		in.insert(in.end(), more.begin(), more.end());
		return in;
	};

	struct Row {
		std::string name;
		std::vector<SX> in;
		std::function<std::vector<SX>()> out;
	};
	std::vector<Row> rows = {
		{ "rnea", motion, [&] { return std::vector<SX>{ tau_of().out }; } },
		{ "crba", { q.symbol }, [&] {
			pinocchio::crba(model, data, q.vector);
			return std::vector<SX>{ dense(symmetric(data.M)) };
		} },
		{ "fd", drive, [&] { return std::vector<SX>{ qdd_of().out }; } },
		{ "minv", { q.symbol }, [&] {
			pinocchio::computeMinverse(model, data, q.vector);
			return std::vector<SX>{ dense(symmetric(data.Minv)) };
		} },
		{ "rnea_derivatives", motion, [&] {
			pinocchio::computeRNEADerivatives(model, data, q.vector, v.vector, a.vector);
			return std::vector<SX>{ dense(data.dtau_dq), dense(data.dtau_dv) };
		} },
		{ "fd_derivatives", drive, [&] {
			pinocchio::computeABADerivatives(model, data, q.vector, v.vector, tau.vector);
			return std::vector<SX>{ dense(data.ddq_dq), dense(data.ddq_dv), dense(symmetric(data.Minv)) };
		} },
		{ "regressor", motion, [&] {
			pinocchio::computeJointTorqueRegressor(model, data, q.vector, v.vector, a.vector);
			return std::vector<SX>{ dense(data.jointTorqueRegressor) };
		} },
		{ "coriolis", { q.symbol, v.symbol }, [&] {
			pinocchio::computeCoriolisMatrix(model, data, q.vector, v.vector);
			return std::vector<SX>{ dense(data.C) };
		} },
		{ "cmm", { q.symbol }, [&] {
			pinocchio::computeCentroidalMap(model, data, q.vector);
			return std::vector<SX>{ dense(data.Ag) };
		} },
		{ "fk", { q.symbol }, [&] {
			pinocchio::forwardKinematics(model, data, q.vector);
			pinocchio::updateFramePlacement(model, data, tip);
			return std::vector<SX>{ dense(data.oMf[tip].rotation()), dense(data.oMf[tip].translation()) };
		} },
		/* CasADi reserves `jac`. */
		{ "jacobian", { q.symbol }, [&] {
			Matrix J = Matrix::Zero(6, model.nv);
			pinocchio::computeFrameJacobian(model, data, q.vector, tip, pinocchio::LOCAL_WORLD_ALIGNED, J);
			return std::vector<SX>{ dense(J) };
		} },
		{ "jcom", { q.symbol }, [&] {
			pinocchio::jacobianCenterOfMass(model, data, q.vector, false);
			return std::vector<SX>{ dense(data.Jcom) };
		} },
		{ "jvp_rnea", with(motion, direction), [&] { return std::vector<SX>{ forward(tau_of(), direction) }; } },
		{ "vjp_rnea", with(motion, { weight }), [&] { return reverse(tau_of(), weight); } },
		{ "vjp_fd", with(drive, { weight }), [&] { return reverse(qdd_of(), weight); } },
	};
	for (auto &each : phases) {
		Held<SX> &held = each.second;
		rows.push_back({ "fd_" + each.first, drive, [&] {
			held.accelerate(model, q.vector, v.vector, tau.vector);
			return std::vector<SX>{ dense(held.data.ddq), dense(held.data.lambda_c) };
		} });
	}
	for (const Row &row : rows) {
		if (!wanted.empty() && !wanted.count(row.name))
			continue;
		data = Data(model);
		const std::vector<SX> out = row.out();
		casadi::CodeGenerator code(row.name);
		code.add(casadi::Function(row.name, row.in, SX::cse(out)));
		code.generate(folder);
		if (row.name == "fd")
			casadi::Function(row.name, row.in, out).save(folder + "fd.casadi");
	}
}
