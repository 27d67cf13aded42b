/* Pinocchio as a contestant of peers_contest.c: its algorithms over double, with results where its users find them, in `data`.
 * Symmetric matrices have the upper triangle alone, as Pinocchio computes them. Its derivatives along a direction or with weights are its
 * matrices of derivatives times the vector. */
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

#include <memory>

#include "peers_held.h"

typedef pinocchio::Model Model;
typedef pinocchio::Data Data;
typedef Eigen::Map<const Eigen::VectorXd> Vector;
typedef Eigen::MatrixXd Matrix;

static Model model;
static std::unique_ptr<Data> data;
static pinocchio::FrameIndex tip;
static Matrix J;
static std::map<std::string, Held<double>> phases;
static Held<double> *held; /* that of the function by turns */
static Eigen::VectorXd product, products[3];

/* Inputs are contiguous states. */
static Vector coordinates(const double **in) { return Vector(in[0], model.nq); }
static Vector velocities(const double **in, int k) { return Vector(in[k], model.nv); }

/* A function, and where its results are: (address, numbers) for each, as `peer_results` gives them. */
#define PEER extern "C" __attribute__((visibility("default")))

PEER int peer_open(const char *path, const char *frame)
{
	model.loadFromBinary(path);
	data.reset(new Data(model));
	tip = model.getFrameId(frame);
	J = Matrix::Zero(6, model.nv);
	/* These are added to, or have zeros that no call writes. */
	data->Minv.setZero();
	phases = read_held(model, path);
	return tip < model.frames.size();
}

/* Before the turns of a function: fd:PHASE has the rows of its phase. */
PEER void peer_choose(const char *function)
{
	const auto found = phases.find(std::string(function).substr(std::string(function).find(':') + 1));
	held = found == phases.end() ? nullptr : &found->second;
}

PEER void rnea(const double **in) { pinocchio::rnea(model, *data, coordinates(in), velocities(in, 1), velocities(in, 2)); }
PEER void crba(const double **in) { pinocchio::crba(model, *data, coordinates(in)); }
PEER void fd(const double **in) { pinocchio::aba(model, *data, coordinates(in), velocities(in, 1), velocities(in, 2)); }
PEER void minv(const double **in) { pinocchio::computeMinverse(model, *data, coordinates(in)); }
PEER void coriolis(const double **in) { pinocchio::computeCoriolisMatrix(model, *data, coordinates(in), velocities(in, 1)); }
PEER void cmm(const double **in) { pinocchio::computeCentroidalMap(model, *data, coordinates(in)); }
PEER void jcom(const double **in) { pinocchio::jacobianCenterOfMass(model, *data, coordinates(in), false); }

PEER void rnea_derivatives(const double **in)
{
	pinocchio::computeRNEADerivatives(model, *data, coordinates(in), velocities(in, 1), velocities(in, 2));
}

PEER void fd_derivatives(const double **in)
{
	pinocchio::computeABADerivatives(model, *data, coordinates(in), velocities(in, 1), velocities(in, 2));
}

PEER void regressor(const double **in)
{
	pinocchio::computeJointTorqueRegressor(model, *data, coordinates(in), velocities(in, 1), velocities(in, 2));
}

PEER void fk(const double **in)
{
	pinocchio::forwardKinematics(model, *data, coordinates(in));
	pinocchio::updateFramePlacement(model, *data, tip);
}

PEER void jac(const double **in)
{
	J.setZero();
	pinocchio::computeFrameJacobian(model, *data, coordinates(in), tip, pinocchio::LOCAL_WORLD_ALIGNED, J);
}

PEER void fd_held(const double **in) { held->accelerate(model, coordinates(in), velocities(in, 1), velocities(in, 2)); }

/* M is the derivative of tau by qdd, and one triangle of it is there. */
PEER void jvp_rnea(const double **in)
{
	rnea_derivatives(in);
	product.noalias() = data->dtau_dq * velocities(in, 3);
	product.noalias() += data->dtau_dv * velocities(in, 4);
	product.noalias() += data->M.selfadjointView<Eigen::Upper>() * velocities(in, 5);
}

PEER void vjp_rnea(const double **in)
{
	rnea_derivatives(in);
	products[0].noalias() = data->dtau_dq.transpose() * velocities(in, 3);
	products[1].noalias() = data->dtau_dv.transpose() * velocities(in, 3);
	products[2].noalias() = data->M.selfadjointView<Eigen::Upper>() * velocities(in, 3);
}

PEER void vjp_fd(const double **in)
{
	fd_derivatives(in);
	products[0].noalias() = data->ddq_dq.transpose() * velocities(in, 3);
	products[1].noalias() = data->ddq_dv.transpose() * velocities(in, 3);
	products[2].noalias() = data->Minv.selfadjointView<Eigen::Upper>() * velocities(in, 3);
}

/* --- results, by columns --- */

static double *put(double *out, const Matrix &matrix)
{
	std::copy(matrix.data(), matrix.data() + matrix.size(), out);
	return out + matrix.size();
}

static Matrix symmetric(const Matrix &upper) { return upper.selfadjointView<Eigen::Upper>(); }

PEER void peer_result(const char *function, double *out)
{
	const std::string name = function;
	if (held)
		put(put(out, held->data.ddq), held->data.lambda_c);
	else if (name == "jvp:rnea")
		put(out, product);
	else if (name == "vjp:rnea" || name == "vjp:fd")
		put(put(put(out, products[0]), products[1]), products[2]);
	else if (name == "rnea")
		put(out, data->tau);
	else if (name == "crba")
		put(out, symmetric(data->M));
	else if (name == "fd")
		put(out, data->ddq);
	else if (name == "minv")
		put(out, symmetric(data->Minv));
	else if (name == "coriolis")
		put(out, data->C);
	else if (name == "cmm")
		put(out, data->Ag);
	else if (name == "jcom")
		put(out, data->Jcom);
	else if (name == "rnea_derivatives")
		put(put(out, data->dtau_dq), data->dtau_dv);
	else if (name == "fd_derivatives")
		put(put(put(out, data->ddq_dq), data->ddq_dv), symmetric(data->Minv));
	else if (name == "regressor")
		put(out, data->jointTorqueRegressor);
	else if (name == "fk")
		put(put(out, data->oMf[tip].rotation()), data->oMf[tip].translation());
	else if (name == "jac")
		put(out, J);
}
