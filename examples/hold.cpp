/* What the motors of an arm hold at a posture, from C++ over librigidc: the model is read when the program runs.
 *
 *   c++ -std=c++17 examples/hold.cpp -lrigidc -o hold
 *   ./hold examples/ur5.rig 0.1 -1.2 1.4 -0.5 0.3 0 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "rigidc.hpp"

int main(int count, char **argument)
try {
	if (count < 2)
		return std::fputs("hold MODEL [q...]\n", stderr), 2;
	rigidc::Model arm = rigidc::Model::load(argument[1]);
	rigidc::Function gravity = arm.function("gravity");
	std::vector<double> q, g(arm.nv());
	for (int i = 2; i < count; i++)
		q.push_back(std::strtod(argument[i], nullptr));
	gravity({ q }, { g });
	std::vector<rigidc_coordinate_info> velocities = arm.velocities();
	for (std::size_t i = 0; i < g.size(); i++)
		std::printf("%-20s %8.3f %s\n", velocities[i].name, g[i], std::strcmp(velocities[i].unit, "rad/s") == 0 ? "N m" : "N");
} catch (const rigidc::Error &error) {
	std::fprintf(stderr, "%s\n", error.what());
	return 1;
}
