/* C of a robot by Pinocchio's templates over casadi::SX, the generated code that its users make.
 *
 *   peers_casadi MODEL FRAME FOLDER/
 *
 * Each function is a file of the folder, and fd.casadi the graph of fd. MODEL is a file that Pinocchio saved, as its wheel lacks the headers for URDF. Results are dense, so that all contestants write the same
 * numbers, and common subexpressions are shared. */
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

#include <string>

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

int main(int count, char **argument)
{
	if (count != 4)
		return 2;
	pinocchio::Model plain;
	plain.loadFromBinary(argument[1]);
	const pinocchio::FrameIndex tip = plain.getFrameId(argument[2]);
	const Model model = plain.cast<SX>();
	Data data(model);
	const Input q("q", model.nq), v("v", model.nv), a("a", model.nv), tau("tau", model.nv);
	const std::string folder = argument[3];
	const auto add = [&folder](const std::string &name, const std::vector<SX> &in, const std::vector<SX> &out) {
		casadi::CodeGenerator code(name);
		code.add(casadi::Function(name, in, SX::cse(out)));
		code.generate(folder);
		if (name == "fd")
			casadi::Function(name, in, out).save(folder + "fd.casadi");
	};

	pinocchio::rnea(model, data, q.vector, v.vector, a.vector);
	add("rnea", { q.symbol, v.symbol, a.symbol }, { dense(data.tau) });
	data = Data(model);
	pinocchio::crba(model, data, q.vector);
	add("crba", { q.symbol }, { dense(symmetric(data.M)) });
	data = Data(model);
	pinocchio::aba(model, data, q.vector, v.vector, tau.vector);
	add("fd", { q.symbol, v.symbol, tau.symbol }, { dense(data.ddq) });
	data = Data(model);
	pinocchio::computeMinverse(model, data, q.vector);
	add("minv", { q.symbol }, { dense(symmetric(data.Minv)) });
	data = Data(model);
	pinocchio::computeRNEADerivatives(model, data, q.vector, v.vector, a.vector);
	add("rnea_derivatives", { q.symbol, v.symbol, a.symbol }, { dense(data.dtau_dq), dense(data.dtau_dv) });
	data = Data(model);
	pinocchio::computeABADerivatives(model, data, q.vector, v.vector, tau.vector);
	add("fd_derivatives", { q.symbol, v.symbol, tau.symbol }, { dense(data.ddq_dq), dense(data.ddq_dv), dense(symmetric(data.Minv)) });
	data = Data(model);
	pinocchio::computeJointTorqueRegressor(model, data, q.vector, v.vector, a.vector);
	add("regressor", { q.symbol, v.symbol, a.symbol }, { dense(data.jointTorqueRegressor) });
	data = Data(model);
	pinocchio::computeCoriolisMatrix(model, data, q.vector, v.vector);
	add("coriolis", { q.symbol, v.symbol }, { dense(data.C) });
	data = Data(model);
	pinocchio::computeCentroidalMap(model, data, q.vector);
	add("cmm", { q.symbol }, { dense(data.Ag) });
	data = Data(model);
	pinocchio::forwardKinematics(model, data, q.vector);
	pinocchio::updateFramePlacement(model, data, tip);
	add("fk", { q.symbol }, { dense(data.oMf[tip].rotation()), dense(data.oMf[tip].translation()) });
	data = Data(model);
	Matrix J = Matrix::Zero(6, model.nv);
	pinocchio::computeFrameJacobian(model, data, q.vector, tip, pinocchio::LOCAL_WORLD_ALIGNED, J);
	add("jacobian", { q.symbol }, { dense(J) }); /* CasADi reserves `jac` */
	data = Data(model);
	pinocchio::jacobianCenterOfMass(model, data, q.vector, false);
	add("jcom", { q.symbol }, { dense(data.Jcom) });
}
