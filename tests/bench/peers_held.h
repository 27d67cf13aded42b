/* Contacts and loops as rows of Pinocchio's constraint dynamics, for peers_pinocchio.cpp and peers_casadi.cpp.
 *
 * MODEL.held has a line for each: its phase, 3 for a point or 6 for a frame, and twice a joint, a rotation by rows and a position, which
 * place one end. Joint 0 is the ground. peers.py writes it. Forces of the ground are along the axes of the world, others along those of the first
 * end. */
#ifndef PEERS_HELD_H
#define PEERS_HELD_H

#include <pinocchio/algorithm/constrained-dynamics.hpp>

#include <fstream>
#include <map>
#include <string>
#include <vector>

/* The rows of a phase with their own data. One iteration without regularisation solves them. */
template <typename Scalar> struct Held {
	pinocchio::DataTpl<Scalar> data;
	std::vector<pinocchio::RigidConstraintModelTpl<Scalar>> rows;
	std::vector<pinocchio::RigidConstraintDataTpl<Scalar>> row_data;
	pinocchio::ProximalSettingsTpl<Scalar> settings{ Scalar(0), Scalar(0), 1 };

	explicit Held(const pinocchio::ModelTpl<Scalar> &model) : data(model) {}

	template <typename Q, typename V>
	void accelerate(const pinocchio::ModelTpl<Scalar> &model, const Q &q, const V &qd, const V &tau)
	{
		pinocchio::constraintDynamics(model, data, q, qd, tau, rows, row_data, settings);
	}
};

struct End {
	size_t joint;
	pinocchio::SE3 place;
};

inline std::istream &operator>>(std::istream &file, End &end)
{
	Eigen::Matrix3d R;
	Eigen::Vector3d p;
	file >> end.joint;
	for (int k = 0; k < 9; k++)
		file >> R(k / 3, k % 3);
	file >> p[0] >> p[1] >> p[2];
	end.place = pinocchio::SE3(R, p);
	return file;
}

template <typename Scalar>
std::map<std::string, Held<Scalar>> read_held(const pinocchio::ModelTpl<Scalar> &model, const std::string &path)
{
	std::map<std::string, Held<Scalar>> phases;
	std::ifstream file(path + ".held");
	std::string phase;
	int rows;
	End one, other;
	while (file >> phase >> rows >> one >> other) {
		Held<Scalar> &held = phases.try_emplace(phase, model).first->second;
		held.rows.emplace_back(rows == 6 ? pinocchio::CONTACT_6D : pinocchio::CONTACT_3D, model, one.joint,
		                       one.place.cast<Scalar>(), other.joint, other.place.cast<Scalar>(),
		                       other.joint ? pinocchio::LOCAL : pinocchio::LOCAL_WORLD_ALIGNED);
		held.row_data.emplace_back(held.rows.back());
	}
	for (auto &each : phases)
		pinocchio::initConstraintDynamics(model, each.second.data, each.second.rows, each.second.row_data);
	return phases;
}

#endif
