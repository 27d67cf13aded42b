/* The tool of a UR5 gives way like a spring of 1000 N/m: impedance control over Eigen. It is pushed for two seconds, then let go.
 *
 *   rigidc compile examples/ur5.rig -f bias,fd,fk:tool0,jac:tool0 -o ur5.hpp
 *   c++ -std=c++17 -O2 -I. -I/usr/include/eigen3 examples/impedance.cpp -o impedance && ./impedance */
#include <Eigen/Core>
#include <cstdio>

#include "ur5.hpp"

using Joints = Eigen::Matrix<double, UR5_NV, 1>;

int main()
{
	const double stiffness = 1000, damping = 200, friction = 2, step = 1e-3; /* N/m, N s/m, N m s/rad, s */
	const Eigen::Vector3d push(20, 0, 10);                                   /* N */
	Joints q, qd = Joints::Zero();
	q << 0.1, -1.2, 1.4, -0.5, 0.3, 0;
	const Eigen::Vector3d rest = std::get<1>(ur5_fk_tool0(q));

	std::printf("time    push        tool off its place, x y z\n");
	for (int k = 0; k <= 4000; k++) {
		const auto [R, p] = ur5_fk_tool0(q);
		const Eigen::Matrix<double, 3, UR5_NV> J = ur5_jac_tool0(q).topRows<3>();
		const Eigen::Vector3d outside = k < 2000 ? push : Eigen::Vector3d::Zero();
		if (k % 1000 == 0) {
			const Eigen::Vector3d off = 1000 * (p - rest);
			std::printf("%.1f s  %4.1f N   %7.2f %7.2f %7.2f mm\n", k * step, outside.norm(), off.x(),
			            off.y(), off.z());
		}
		const Joints tau =
			ur5_bias(q, qd) + J.transpose() * (stiffness * (rest - p) - damping * J * qd) - friction * qd;
		qd += step * ur5_fd(q, qd, tau + J.transpose() * outside);
		q += step * qd;
	}
}
