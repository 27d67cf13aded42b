/* A linkage with all joint-space terms: armature, damping, friction, springs, passive forces.
 * Called by tests of each term. */
#ifndef LINKAGE_H
#define LINKAGE_H

static const char loaded[] =
	"model loaded\n"
	"body crank on world { joint a : revolute(y) { armature 0.02 kg m^2; damping 0.3 N m s; friction 0.4 N m at 0.2 rad/s;\n"
	"  spring 2 N m/rad at 0.1 rad }\n"
	"  mass 1.2 kg; com (0.1, 0.02, -0.3) m; inertia diag(0.02, 0.03, 0.01) kg m^2 }\n"
	"body slide on crank at (0, 0.1, -0.5) m, rx(0.4) { joint b : prismatic(x) { damping 5 N s/m; spring 40 N/m at 0.02 m }\n"
	"  mass 0.8 kg; com (0.02, 0, 0.05) m; inertia diag(0.004, 0.003, 0.005) kg m^2 }\n"
	"body tip on slide at (0.2, 0, 0) m { joint c : revolute(z) { armature 0.01 kg m^2; passive -0.5 N m * sin(q) }\n"
	"  mass 0.4 kg; com (0.1, 0.05, 0) m; inertia diag(0.001, 0.002, 0.002) kg m^2 }\n";

/* Couplings and torques with exponentials inside of others and a high power, whose derivatives have steep places. */
static const char steep[] =
	"model steep\n"
	"body crank on world { joint a : revolute(y) { armature 0.02 kg m^2; passive -2 N m * tanh(exp(q)) }\n"
	"  mass 1.2 kg; com (0.1, 0.02, -0.3) m; inertia diag(0.02, 0.03, 0.01) kg m^2 }\n"
	"body slide on crank at (0, 0.1, -0.5) m, rx(0.4) { joint b : prismatic(x) = 0.1 m * exp(sin(a))\n"
	"  mass 0.8 kg; com (0.02, 0, 0.05) m; inertia diag(0.004, 0.003, 0.005) kg m^2 }\n"
	"body tip on slide at (0.2, 0, 0) m { joint c : revolute(z) { armature 0.01 kg m^2; passive -0.5 N m / (1 + q^8) }\n"
	"  mass 0.4 kg; com (0.1, 0.05, 0) m; inertia diag(0.001, 0.002, 0.002) kg m^2 }\n"
	"body flap on tip at (0.3, 0, 0.1) m { joint d : revolute(x) = 0.6 * tanh(exp(c)) + a\n"
	"  mass 0.2 kg; com (0, 0.1, 0.02) m; inertia diag(0.002, 0.001, 0.002) kg m^2 }\n";

#endif
