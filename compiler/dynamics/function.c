#include "function.h"

#include "lean.h"
#include "textbook.h"

#define IN(array) (1u << INPUT_##array)

const struct FunctionInput function_input[INPUT_COUNT] = {
	[INPUT_Q] = { "coordinates", MEASURE_COORDINATE },
	[INPUT_QD] = { "velocities", MEASURE_VELOCITY },
	[INPUT_QDD] = { "accelerations", MEASURE_ACCELERATION },
	[INPUT_TAU] = { "joint forces and torques", MEASURE_FORCE },
	[INPUT_F_EXT] = { "wrenches (f, n), what the environment does to a body", MEASURE_WRENCH },
	[INPUT_SC] = { "sine and cosine of each angle in turn", MEASURE_NUMBER },
};

const struct FunctionInfo function_table[] = {
	{
		.name = "rnea", .summary = "inverse dynamics: tau = M(q) qdd + h(q, qd)",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(F_EXT),
		.output = { { "tau", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = rnea_build, .build = newton_build,
	},
	{
		.name = "crba", .summary = "joint-space inertia matrix M(q)",
		.inputs = IN(Q),
		.output = { { "M", "inertia matrix, row-major, symmetric", EXTENT_NV, EXTENT_NV, MEASURE_INERTIA, true } },
		.textbook = crba_build, .build = composite_build, .lifts = true,
	},
	{
		.name = "bias", .summary = "what inverse dynamics asks for without acceleration: h(q, qd) = rnea(q, qd, 0)",
		.inputs = IN(Q) | IN(QD) | IN(F_EXT), .held = IN(QDD),
		.output = { { "h", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = rnea_build, .build = newton_build,
	},
	{
		.name = "gravity", .summary = "what holds the posture, springs and passive forces included: g(q) = rnea(q, 0, 0)",
		.inputs = IN(Q), .held = IN(QD) | IN(QDD) | IN(F_EXT),
		.output = { { "g", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = rnea_build, .build = newton_build,
	},
	{
		.name = "fd", .summary = "forward dynamics: qdd = M(q)^-1 (tau - h(q, qd))",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(F_EXT), .held = IN(QDD),
		.output = { { "qdd", "joint accelerations", EXTENT_NV, EXTENT_1, MEASURE_ACCELERATION, false } },
		.textbook = fd_build, .build = forward_build, .lifts = true, .reduces = true, .inverts = true,
	},
	{
		.name = "minv", .summary = "inverse of the joint-space inertia matrix, M(q)^-1",
		.inputs = IN(Q),
		.output = { { "Minv", "inverse of the inertia matrix, row-major, symmetric", EXTENT_NV, EXTENT_NV,
		              MEASURE_INVERSE_INERTIA, true } },
		.textbook = minv_build, .build = inverse_build, .lifts = true, .inverts = true,
	},
};
const size_t function_count = sizeof function_table / sizeof *function_table;

const struct FunctionOutput angle_output = { "angle", "angles whose sines and cosines are asked for", EXTENT_NV,
                                             EXTENT_1, MEASURE_ANGLE, false };
