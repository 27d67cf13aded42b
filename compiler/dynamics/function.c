#include "function.h"

#include <string.h>

#include "by_inputs.h"
#include "dynamics/customized/customized.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/row_set.h"
#include "dynamics/tree/state_space.h"
#include "dynamics/tree/substitute.h"

#define IN(array) INPUT_BIT(INPUT_##array)

const struct FunctionInput function_input[INPUT_COUNT] = {
	[INPUT_Q] = { "coordinates", EXTENT_NQ, MEASURE_COORDINATE },
	[INPUT_QD] = { "velocities", EXTENT_NV, MEASURE_VELOCITY },
	[INPUT_QDD] = { "accelerations", EXTENT_NV, MEASURE_ACCELERATION },
	[INPUT_TAU] = { "joint forces and torques", EXTENT_NV, MEASURE_FORCE },
	[INPUT_LAMBDA] = { "forces of the contacts, an entry for each row", EXTENT_ROWS, MEASURE_WRENCH },
	[INPUT_DT] = { "time of the step", EXTENT_1, MEASURE_TIME },
	[INPUT_Q0] = { "coordinates before", EXTENT_NQ, MEASURE_COORDINATE },
	[INPUT_Q1] = { "coordinates after", EXTENT_NQ, MEASURE_COORDINATE },
	[INPUT_V] = { "displacement: the velocities times the time", EXTENT_NV, MEASURE_DISPLACEMENT },
	[INPUT_R] = { "wanted rotation from the frame to the world, row-major", EXTENT_9, MEASURE_NUMBER },
	[INPUT_P] = { "wanted origin of the frame, world axes", EXTENT_3, MEASURE_POINT },
	[INPUT_DAMPING] = { "damping of the step", EXTENT_1, MEASURE_NUMBER },
	[INPUT_U] = { "inputs of the model", EXTENT_INPUTS, MEASURE_INPUT },
	[INPUT_UD] = { "rates of the inputs that move", EXTENT_MOVING, MEASURE_INPUT_RATE },
	[INPUT_UDD] = { "accelerations of the inputs that move", EXTENT_MOVING, MEASURE_INPUT_ACCELERATION },
	[INPUT_S] = { "states of the model", EXTENT_STATES, MEASURE_STATE },
	[INPUT_F_EXT] = { "wrenches (f, n) of the environment on a body", EXTENT_OWN, MEASURE_WRENCH },
	[INPUT_SC] = { "sine and cosine of each angle in turn", EXTENT_OWN, MEASURE_NUMBER },
	[INPUT_PI] = { "for each body m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin", EXTENT_BODIES,
	               MEASURE_BODY },
	[INPUT_DERIVED] = { "values computed from the parameters", EXTENT_OWN, MEASURE_NUMBER },
	[INPUT_PARAMS] = { "the parameters", EXTENT_PARAMS, MEASURE_NUMBER },
};

/* clang-format off */
const struct FunctionInfo function_table[] = {
	{
		.name = "rnea", .summary = "inverse dynamics: tau = M(q) qdd + h(q, qd)",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(U) | IN(F_EXT),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "tau", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = textbook_rnea, .build = customized_rnea, .by_points = true,
	},
	{
		.name = "crba", .summary = "joint-space inertia matrix M(q)",
		.inputs = IN(Q),
		.of_loops = LOOPS_OPEN, .instead = "fd",
		.output = { { "M", "inertia matrix, row-major, symmetric", EXTENT_NV, EXTENT_NV, MEASURE_INERTIA, true } },
		.textbook = textbook_crba, .build = customized_crba, .by_points = true, .meets_outward = true,
	},
	{
		.name = "bias", .summary = "bias forces, inverse dynamics at zero acceleration: h(q, qd) = rnea(q, qd, 0)",
		.inputs = IN(Q) | IN(QD) | IN(U) | IN(F_EXT), .held = IN(QDD),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "h", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = textbook_rnea, .build = customized_rnea, .by_points = true,
	},
	{
		.name = "gravity", .summary = "forces that hold the posture, against springs and passive forces too: g(q) = rnea(q, 0, 0)",
		.inputs = IN(Q) | IN(U), .held = IN(QD) | IN(QDD) | IN(F_EXT),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "g", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = textbook_rnea, .build = customized_rnea, .by_points = true,
	},
	{
		.name = "coriolis", .summary = "Coriolis matrix C(q, qd) from Christoffel symbols: dM/dt = C + C^T; without damping, friction and wrenches C qd = h - g",
		.inputs = IN(Q) | IN(QD),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "C", "Coriolis matrix, row-major", EXTENT_NV, EXTENT_NV, MEASURE_CORIOLIS, false } },
		.textbook = textbook_coriolis, .build = customized_coriolis,
	},
	{
		.name = "fd", .summary = "forward dynamics: qdd = M(q)^-1 (tau - h(q, qd))",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT), .held = IN(QDD),
		.output = { { "qdd", "joint accelerations", EXTENT_NV, EXTENT_1, MEASURE_ACCELERATION, false } },
		.textbook = textbook_fd, .build = customized_fd, .by_points = true, .residual = customized_rnea, .meets_outward = true, .articulates = true, .inverts = true,
	},
	{
		.name = "minv", .summary = "inverse of the joint-space inertia matrix, M(q)^-1",
		.inputs = IN(Q),
		.of_loops = LOOPS_OPEN, .instead = "fd",
		.output = { { "Minv", "inverse of the inertia matrix, row-major, symmetric", EXTENT_NV, EXTENT_NV,
		              MEASURE_INVERSE_INERTIA, true } },
		.textbook = textbook_minv, .build = customized_minv, .by_points = true, .meets_outward = true, .inverts = true,
	},
	{
		.name = "fk", .summary = "pose of a frame in the world",
		.inputs = IN(Q), .sites = SITES_FRAME,
		.output = { { "R", "rotation from the frame to the world", EXTENT_3, EXTENT_3, MEASURE_NUMBER, false },
		            { "p", "its origin, world axes", EXTENT_3, EXTENT_1, MEASURE_POINT, false } },
		.textbook = textbook_pose, .build = customized_pose, .frame_axes = FRAME_AXES_WORLD,
	},
	{
		.name = "jac", .summary = "Jacobian of a frame at its origin, world axes: (v, w) = J(q) qd",
		.inputs = IN(Q), .sites = SITES_FRAME,
		.output = { { "J", "Jacobian, rows vx vy vz wx wy wz, world axes", EXTENT_6, EXTENT_NV, MEASURE_JACOBIAN, false } },
		.textbook = textbook_jacobian, .build = customized_jacobian, .columns = true, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "vel", .summary = "velocity of a frame at its origin, world axes",
		.inputs = IN(Q) | IN(QD), .sites = SITES_FRAME,
		.output = { { "v", "velocity (v, w), world axes", EXTENT_6, EXTENT_1, MEASURE_TWIST, false } },
		.textbook = textbook_velocity, .build = customized_velocity, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "acc", .summary = "classical acceleration of a frame at its origin, without gravity, world axes",
		.inputs = IN(Q) | IN(QD) | IN(QDD), .sites = SITES_FRAME,
		.output = { { "a", "acceleration (dv/dt, dw/dt), world axes", EXTENT_6, EXTENT_1, MEASURE_TWIST_RATE, false } },
		.textbook = textbook_acceleration, .build = customized_acceleration, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "reaction", .summary = "wrench of the parent on the child, through each joint that moves or has a sensor",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(U) | IN(F_EXT), .truth = TRUTH_PARAMETERS, .sites = SITES_JOINTS,
		.of_loops = LOOPS_OPEN, .instead = "reaction:loops",
		.output = { { "w", "wrench (f, n) a joint, child's axes, about the origin of the joint's moving frame", EXTENT_JOINTS, EXTENT_6,
		              MEASURE_WRENCH, false } },
		.textbook = textbook_reaction, .build = customized_reaction,
	},
	{
		.name = "energy", .summary = "kinetic and potential energy; potential is zero at the world's origin",
		.inputs = IN(Q) | IN(QD),
		.output = { { "kinetic", "kinetic energy, with armature", EXTENT_1, EXTENT_1, MEASURE_ENERGY, false },
		            { "potential", "potential energy, with springs", EXTENT_1, EXTENT_1, MEASURE_ENERGY, false } },
		.textbook = textbook_energy, .build = customized_energy,
	},
	{
		.name = "com", .summary = "mass of all moving bodies, and their centre of mass in the world",
		.inputs = IN(Q),
		.output = { { "mass", "mass", EXTENT_1, EXTENT_1, MEASURE_MASS, false },
		            { "c", "centre of mass, world axes; NaN without mass", EXTENT_3, EXTENT_1, MEASURE_POINT, .by_mass = true } },
		.textbook = textbook_com, .build = customized_com,
	},
	{
		.name = "momentum", .summary = "linear momentum, and angular momentum about the centre of mass, world axes",
		.inputs = IN(Q) | IN(QD),
		.output = { { "h", "momentum (linear, angular about the centre of mass), world axes", EXTENT_6, EXTENT_1, MEASURE_MOMENTUM, false } },
		.textbook = textbook_momentum, .build = customized_momentum,
	},
	{
		.name = "jcom", .summary = "Jacobian of the centre of mass, world axes: v = J(q) qd",
		.inputs = IN(Q),
		.output = { { "J", "Jacobian, rows vx vy vz, world axes; NaN without mass", EXTENT_3, EXTENT_NV, MEASURE_POINT_JACOBIAN, false, true } },
		.textbook = textbook_com_jacobian, .build = customized_com_jacobian,
	},
	{
		.name = "cmm", .summary = "centroidal momentum matrix: momentum = A(q) qd",
		.inputs = IN(Q),
		.output = { { "A", "matrix, rows linear, then angular about the centre of mass, world axes", EXTENT_6, EXTENT_NV,
		              MEASURE_MOMENTUM_MATRIX, false } },
		.textbook = textbook_momentum_matrix, .build = customized_momentum_matrix,
	},
	{
		.name = "drift", .summary = "acceleration of a frame at zero joint accelerations: acc = J qdd + drift",
		.inputs = IN(Q) | IN(QD), .held = IN(QDD), .sites = SITES_FRAME,
		.output = { { "a", "acceleration (dv/dt, dw/dt), world axes", EXTENT_6, EXTENT_1, MEASURE_TWIST_RATE, false } },
		.textbook = textbook_acceleration, .build = customized_acceleration, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "jac_local", .summary = "Jacobian of a frame at its origin, in the frame's own axes",
		.inputs = IN(Q), .sites = SITES_FRAME,
		.output = { { "J", "Jacobian, rows vx vy vz wx wy wz, axes of the frame", EXTENT_6, EXTENT_NV, MEASURE_JACOBIAN, false } },
		.textbook = textbook_local_jacobian, .build = customized_local_jacobian, .frame_axes = FRAME_AXES_WORLD,
	},
	{
		.name = "ik", .summary = "one step of inverse kinematics by damped least squares",
		.inputs = IN(Q) | IN(R) | IN(P) | IN(DAMPING), .sites = SITES_FRAME,
		.of_loops = LOOPS_OPEN, .instead = "project",
		.output = { { "q_next", "coordinates after the step", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "error", "error at q: p less the origin, and the rotation vector from the rotation to R, world axes",
		              EXTENT_6, EXTENT_1, MEASURE_CLOSURE, false } },
		.textbook = textbook_pose_step, .build = customized_pose_step, .columns = true, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "rnea_derivatives", .summary = "derivatives of inverse dynamics; with respect to q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(U) | IN(F_EXT),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "dtau_dq", "dtau/dq, row-major", EXTENT_NV, EXTENT_NV, MEASURE_FORCE_BY_COORDINATE, false },
		            { "dtau_dqd", "dtau/dqd, row-major", EXTENT_NV, EXTENT_NV, MEASURE_FORCE_BY_VELOCITY, false },
		            { "dtau_du", "dtau/du, row-major", EXTENT_NV, EXTENT_INPUTS, MEASURE_QUOTIENT, false },
		            { "dtau_dud", "dtau/dud, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dtau_dudd", "dtau/dudd, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dtau_ds", "dtau/ds, row-major", EXTENT_NV, EXTENT_STATES, MEASURE_QUOTIENT, false } },
		.textbook = textbook_rnea_derivatives, .build = customized_rnea_derivatives, .slopes = true,
	},
	{
		.name = "fd_derivatives", .summary = "derivatives of forward dynamics; with respect to q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT),
		.output = { { "dqdd_dq", "dqdd/dq, row-major", EXTENT_NV, EXTENT_NV, MEASURE_ACCELERATION_BY_COORDINATE, false },
		            { "dqdd_dqd", "dqdd/dqd, row-major", EXTENT_NV, EXTENT_NV, MEASURE_ACCELERATION_BY_VELOCITY, false },
		            { "dqdd_dtau", "dqdd/dtau = M^-1, row-major, symmetric", EXTENT_NV, EXTENT_NV, MEASURE_INVERSE_INERTIA, true },
		            { "dqdd_du", "dqdd/du, row-major", EXTENT_NV, EXTENT_INPUTS, MEASURE_QUOTIENT, false },
		            { "dqdd_dud", "dqdd/dud, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dqdd_dudd", "dqdd/dudd, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dqdd_ds", "dqdd/ds, row-major", EXTENT_NV, EXTENT_STATES, MEASURE_QUOTIENT, false } },
		.textbook = textbook_fd_derivatives, .build = customized_fd_derivatives,
		.slopes = true, .inverts = true,
	},
	{
		.name = "base_regressor", .summary = "regressor of the base parameters, with full column rank: Y(q, qd, qdd) beta equals Y pi of regressor",
		.inputs = IN(Q) | IN(QD) | IN(QDD), .held = IN(F_EXT), .truth = TRUTH_FRAMES, .beside = "base_parameters",
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "Y", "a column for each of the base parameters", EXTENT_NV, EXTENT_BASE, MEASURE_REGRESSOR, false } },
		.textbook = textbook_base_regressor, .build = customized_base_regressor,
	},
	{
		.name = "base_parameters", .summary = "base parameters from the bodies' parameters",
		.inputs = IN(PI), .truth = TRUTH_FRAMES,
		.output = { { "beta", "base parameters", EXTENT_BASE, EXTENT_1, MEASURE_BODY, false } },
		.textbook = textbook_base_parameters, .build = customized_base_parameters,
	},
	{
		.name = "param_jacobian", .summary = "derivatives of inverse dynamics with respect to the parameters: d tau / d params",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(U) | IN(F_EXT),
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "J", "derivatives of tau, a column for each number of the parameters", EXTENT_NV, EXTENT_PARAMS,
		              MEASURE_PARAM_JACOBIAN, false } },
		.textbook = textbook_param_jacobian, .build = customized_param_jacobian,
	},
	{
		.name = "regressor", .summary = "regressor Y of the inertial parameters: tau = Y(q, qd, qdd) pi, without armature, damping, friction, springs and wrenches",
		.inputs = IN(Q) | IN(QD) | IN(QDD), .held = IN(F_EXT), .truth = TRUTH_FRAMES,
		.of_loops = LOOPS_OPEN, .instead = "id",
		.output = { { "Y", "for each body m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin", EXTENT_NV, EXTENT_BODIES,
		              MEASURE_REGRESSOR, false } },
		.textbook = textbook_regressor, .build = customized_regressor,
	},
	{
		.name = "fk", .summary = "pose of a frame seen from another",
		.inputs = IN(Q), .sites = SITES_PAIR,
		.output = { { "R", "rotation from the first frame to the second", EXTENT_3, EXTENT_3, MEASURE_NUMBER, false },
		            { "p", "origin of the first, in axes and from the origin of the second", EXTENT_3, EXTENT_1,
		              MEASURE_POINT, false } },
		.textbook = textbook_relative_pose, .build = customized_relative_pose,
	},
	{
		.name = "jac", .summary = "Jacobian of a frame at its origin seen from another, in its axes: (v, w) = J(q) qd",
		.inputs = IN(Q), .sites = SITES_PAIR,
		.output = { { "J", "Jacobian, rows vx vy vz wx wy wz, axes of the second frame", EXTENT_6, EXTENT_NV, MEASURE_JACOBIAN, false } },
		.textbook = textbook_relative_jacobian, .build = customized_relative_jacobian,
	},
	{
		.name = "vel", .summary = "velocity of a frame at its origin seen from another, in its axes",
		.inputs = IN(Q) | IN(QD), .sites = SITES_PAIR,
		.output = { { "v", "velocity (dp/dt, w), axes of the second frame", EXTENT_6, EXTENT_1, MEASURE_TWIST, false } },
		.textbook = textbook_relative_velocity, .build = customized_relative_velocity,
	},
	{
		.name = "acc", .summary = "acceleration of a frame at its origin seen from another, in its axes",
		.inputs = IN(Q) | IN(QD) | IN(QDD), .sites = SITES_PAIR,
		.output = { { "a", "acceleration (d2p/dt2, dw/dt), axes of the second frame", EXTENT_6, EXTENT_1, MEASURE_TWIST_RATE, false } },
		.textbook = textbook_relative_acceleration, .build = customized_relative_acceleration,
	},
	{
		.name = "drift", .summary = "acceleration of a frame seen from another, at zero joint accelerations: acc = J qdd + drift",
		.inputs = IN(Q) | IN(QD), .held = IN(QDD), .sites = SITES_PAIR,
		.output = { { "a", "acceleration (d2p/dt2, dw/dt), axes of the second frame", EXTENT_6, EXTENT_1, MEASURE_TWIST_RATE, false } },
		.textbook = textbook_relative_acceleration, .build = customized_relative_acceleration,
	},
	{
		.name = "length", .summary = "length of a strut or tendon, and its moment arms",
		.inputs = IN(Q), .truth = TRUTH_FRAMES, .sites = SITES_STRUT,
		.output = { { "l", "length", EXTENT_1, EXTENT_1, MEASURE_POINT, false },
		            { "dl_dq", "derivatives of the length along the velocities, the moment arms: dl/dt = dl_dq . qd", EXTENT_NV,
		              EXTENT_1, MEASURE_POINT_JACOBIAN, false } },
		.textbook = textbook_length, .build = customized_length,
	},
	{
		.name = "lengths", .summary = "lengths of all struts and tendons",
		.inputs = IN(Q), .truth = TRUTH_FRAMES, .sites = SITES_STRUTS,
		.output = { { "lengths", "length of each strut or tendon", EXTENT_STRUTS, EXTENT_1, MEASURE_POINT, false } },
		.textbook = textbook_lengths, .build = customized_lengths,
	},
	{
		.name = "lengths", .summary = "lengths of the struts and tendons of a group",
		.inputs = IN(Q), .truth = TRUTH_FRAMES, .sites = SITES_GROUP,
		.output = { { "lengths", "length of each strut or tendon", EXTENT_STRUTS, EXTENT_1, MEASURE_POINT, false } },
		.textbook = textbook_lengths, .build = customized_lengths,
	},
	{
		.name = "arms", .summary = "moment arms of all struts and tendons: derivatives of their lengths along the velocities",
		.inputs = IN(Q), .truth = TRUTH_FRAMES, .sites = SITES_STRUTS,
		.output = { { "arms", "derivatives of the lengths along the velocities, row-major: dl/dt = arms qd", EXTENT_STRUTS,
		              EXTENT_NV, MEASURE_POINT_JACOBIAN, false } },
		.textbook = textbook_arms, .build = customized_arms,
	},
	{
		.name = "arms", .summary = "moment arms of the struts and tendons of a group",
		.inputs = IN(Q), .truth = TRUTH_FRAMES, .sites = SITES_GROUP,
		.output = { { "arms", "derivatives of the lengths along the velocities, row-major: dl/dt = arms qd", EXTENT_STRUTS,
		              EXTENT_NV, MEASURE_POINT_JACOBIAN, false } },
		.textbook = textbook_arms, .build = customized_arms,
	},
	{
		.name = "length_rates", .summary = "rates of the lengths of all struts and tendons: arms qd",
		.inputs = IN(Q) | IN(QD), .truth = TRUTH_FRAMES, .sites = SITES_STRUTS,
		.output = { { "length_rates", "rate of the length of each strut or tendon", EXTENT_STRUTS, EXTENT_1, MEASURE_LENGTH_RATE, false } },
		.textbook = textbook_length_rates, .build = customized_length_rates,
	},
	{
		.name = "length_rates", .summary = "rates of the lengths of the struts and tendons of a group",
		.inputs = IN(Q) | IN(QD), .truth = TRUTH_FRAMES, .sites = SITES_GROUP,
		.output = { { "length_rates", "rate of the length of each strut or tendon", EXTENT_STRUTS, EXTENT_1, MEASURE_LENGTH_RATE, false } },
		.textbook = textbook_length_rates, .build = customized_length_rates,
	},
	{
		.name = "rates", .summary = "rates of the states of the model",
		.inputs = IN(Q) | IN(QD) | IN(U), .sites = SITES_STATES,
		.output = { { "sd", "rate of each state", EXTENT_STATES, EXTENT_1, MEASURE_STATE_RATE, false } },
		.textbook = textbook_rates, .build = customized_rates,
	},
	{
		.name = "wrench", .summary = "force and moment of a wrench with a law, and the origin of its frame",
		.inputs = IN(Q) | IN(QD) | IN(U), .sites = SITES_LAW,
		.output = { { "f", "force, in the axes of the law", EXTENT_3, EXTENT_1, MEASURE_SPACE_FORCE, false },
		            { "n", "moment about p, in the axes of the law", EXTENT_3, EXTENT_1, MEASURE_SPACE_MOMENT, false },
		            { "p", "origin of the frame that the wrench is on, seen from the frame of `in` or the world, in the axes of the law",
		              EXTENT_3, EXTENT_1, MEASURE_POINT, false } },
		.textbook = textbook_wrench, .build = customized_wrench,
	},
	{
		.name = "com_drift", .summary = "acceleration of the centre of mass at zero joint accelerations: acceleration = J qdd + com_drift",
		.inputs = IN(Q) | IN(QD), .held = IN(QDD),
		.output = { { "a", "acceleration, world axes; NaN without mass", EXTENT_3, EXTENT_1, MEASURE_POINT_RATE, .by_mass = true } },
		.textbook = textbook_com_drift, .build = customized_com_drift,
	},
	{
		.name = "cmm_drift", .summary = "rate of momentum at zero joint accelerations: rate = A qdd + cmm_drift",
		.inputs = IN(Q) | IN(QD), .held = IN(QDD),
		.output = { { "f", "rate (linear, angular about the centre of mass), world axes", EXTENT_6, EXTENT_1, MEASURE_WRENCH, false } },
		.textbook = textbook_momentum_drift, .build = customized_momentum_drift,
	},
	{
		.name = "integrate", .summary = "q moved by a displacement v along the velocities; free joints by the exponential of their body twist",
		.inputs = IN(Q) | IN(V),
		.output = { { "q_out", "coordinates after the displacement", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false } },
		.textbook = textbook_integrate, .build = customized_integrate,
	},
	{
		.name = "difference", .summary = "displacement from q0 to q1 along the velocities: integrate(q0, v) = q1",
		.inputs = IN(Q0) | IN(Q1),
		.output = { { "v", "displacement: velocities times time", EXTENT_NV, EXTENT_1, MEASURE_DISPLACEMENT, false } },
		.textbook = textbook_difference, .build = customized_difference,
	},
	{
		.name = "normalize", .summary = "q with quaternions of length 1",
		.inputs = IN(Q),
		.output = { { "q_out", "coordinates", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false } },
		.textbook = textbook_normalize, .build = customized_normalize,
	},
	{
		.name = "step:euler", .summary = "a step of time by Euler's semi-implicit method, with tau held",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .held = IN(QDD),
		.output = { { "q_next", "coordinates after the step", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "qd_next", "velocities after the step", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false },
		            { "s_next", "states after the step", EXTENT_STATES, EXTENT_1, MEASURE_STATE, false } },
		.textbook = textbook_fd, .build = customized_fd, .by_points = true, .residual = customized_rnea, .step = step_by_euler,
		.meets_outward = true, .articulates = true, .inverts = true, .plan_of = "fd",
	},
	{
		.name = "step:rk4", .summary = "a step of time by the method of Runge and Kutta of order 4, with tau held",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .held = IN(QDD),
		.output = { { "q_next", "coordinates after the step", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "qd_next", "velocities after the step", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false },
		            { "s_next", "states after the step", EXTENT_STATES, EXTENT_1, MEASURE_STATE, false } },
		.textbook = textbook_fd, .build = customized_fd, .by_points = true, .residual = customized_rnea, .step = step_by_rk4, .stages = true,
		.meets_outward = true, .articulates = true, .inverts = true, .plan_of = "fd",
	},
	{
		.name = "step_derivatives:euler", .summary = "derivatives of a step of time by Euler's semi-implicit method; of and by q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT),
		.output = { { "A", "of the next state by the state: q along the velocities, then qd, then s; row-major", EXTENT_STATE, EXTENT_STATE, MEASURE_STATE_BY_STATE, false },
		            { "B", "of the next state by tau, row-major", EXTENT_STATE, EXTENT_NV, MEASURE_STATE_BY_FORCE, false },
		            { "B_u", "of the next state by u, row-major", EXTENT_STATE, EXTENT_INPUTS, MEASURE_QUOTIENT, false } },
		.textbook = textbook_fd_motion, .build = customized_fd_motion, .step = step_slopes_by_euler,
		.slopes = true, .inverts = true, .plan_of = "fd_derivatives",
	},
	{
		.name = "step_derivatives:rk4", .summary = "derivatives of a step of time by the method of Runge and Kutta of order 4; of and by q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT),
		.output = { { "A", "of the next state by the state: q along the velocities, then qd, then s; row-major", EXTENT_STATE, EXTENT_STATE, MEASURE_STATE_BY_STATE, false },
		            { "B", "of the next state by tau, row-major", EXTENT_STATE, EXTENT_NV, MEASURE_STATE_BY_FORCE, false },
		            { "B_u", "of the next state by u, row-major", EXTENT_STATE, EXTENT_INPUTS, MEASURE_QUOTIENT, false } },
		.textbook = textbook_fd_motion, .build = customized_fd_motion, .step = step_slopes_by_rk4,
		.slopes = true, .inverts = true, .plan_of = "fd_derivatives",
	},
	{
		.name = "jac", .summary = "Jacobian of the rows of a phase: J(q) qd = 0 while it lasts",
		.inputs = IN(Q), .sites = SITES_PHASE,
		.output = { { "J", "Jacobian, a row for each of the phase", EXTENT_ROWS, EXTENT_NV, MEASURE_JACOBIAN, false } },
		.textbook = textbook_rows_jacobian, .build = customized_rows_jacobian, .columns = true, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "drift", .summary = "acceleration of the rows of a phase at zero joint accelerations: J qdd + d = 0 while it lasts",
		.inputs = IN(Q) | IN(QD), .held = IN(QDD), .sites = SITES_PHASE,
		.output = { { "d", "drift, an entry for each row", EXTENT_ROWS, EXTENT_1, MEASURE_TWIST_RATE, false } },
		.textbook = textbook_rows_drift, .build = customized_rows_drift, .frame_axes = FRAME_AXES_LINK,
	},
	{
		.name = "closure", .summary = "how far loops and constraints are open: 0 where they are closed",
		.inputs = IN(Q), .sites = SITES_PHASE, .closes = true,
		.output = { { "c", "closure, an entry for each row", EXTENT_ROWS, EXTENT_1, MEASURE_CLOSURE, false } },
		.textbook = textbook_rows_closure, .build = customized_rows_closure,
	},
	{
		.name = "rnea", .summary = "inverse dynamics with given forces of the contacts: tau = M(q) qdd + h(q, qd) - J^T lambda",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(LAMBDA) | IN(U) | IN(F_EXT), .sites = SITES_PHASE,
		.output = { { "tau", "joint forces and torques", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false } },
		.textbook = textbook_rows_rnea, .build = customized_rows_rnea,
	},
	{
		.name = "reaction", .summary = "wrenches through joints with given forces of loops and contacts",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(LAMBDA) | IN(U) | IN(F_EXT), .truth = TRUTH_PARAMETERS, .sites = SITES_PHASE,
		.output = { { "w", "wrench (f, n) a joint, child's axes, about the origin of the joint's moving frame", EXTENT_JOINTS, EXTENT_6,
		              MEASURE_WRENCH, false } },
		.textbook = textbook_rows_reaction, .build = customized_rows_reaction,
	},
	{
		.name = "fd", .summary = "forward dynamics in contact: M qdd + h = tau + J^T lambda, J qdd + d = 0",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT), .held = IN(QDD), .sites = SITES_PHASE,
		.closes = true,
		.output = { { "qdd", "joint accelerations", EXTENT_NV, EXTENT_1, MEASURE_ACCELERATION, false } },
		.textbook = textbook_rows_fd, .build = customized_rows_fd, .residual = customized_rows_motion, .forces = customized_rows_lambda,
		.meets_outward = true, .articulates = true, .inverts = true,
	},
	{
		.name = "lambda", .summary = "forces of the contacts in forward dynamics, of the ground on the bodies",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT), .held = IN(QDD), .sites = SITES_PHASE,
		.closes = true,
		.output = { { "lambda", "force or moment of each row", EXTENT_ROWS, EXTENT_1, MEASURE_WRENCH, false } },
		.textbook = textbook_rows_lambda, .build = customized_rows_lambda, .meets_outward = true, .articulates = true, .inverts = true, .plan_of = "fd",
	},
	{
		.name = "id", .summary = "inverse dynamics with loops and contacts: tau and lambda, tau = 0 at idle joints and a free root, least weight lambda^2 over contacts",
		.inputs = IN(Q) | IN(QD) | IN(QDD) | IN(U) | IN(F_EXT), .sites = SITES_PHASE, .balances = true,
		.closes = true,
		.output = { { "tau", "joint forces and torques, 0 where nothing drives", EXTENT_NV, EXTENT_1, MEASURE_FORCE, false },
		            { "lambda", "force or moment of each row", EXTENT_ROWS, EXTENT_1, MEASURE_WRENCH, false } },
		.textbook = textbook_rows_id, .build = customized_rows_id,
	},
	{
		.name = "impact", .summary = "velocities after an impact of the contacts: M (qd_plus - qd) = J^T impulse, J qd_plus = -e J qd",
		.inputs = IN(Q) | IN(QD), .sites = SITES_PHASE,
		.output = { { "qd_plus", "velocities after the impact", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false },
		            { "impulse", "impulse of each row", EXTENT_ROWS, EXTENT_1, MEASURE_IMPULSE, false } },
		.textbook = textbook_rows_impact, .build = customized_rows_impact, .meets_outward = true, .articulates = true, .inverts = true,
	},
	{
		.name = "fd_derivatives", .summary = "derivatives of forward dynamics in contact; with respect to q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT), .sites = SITES_PHASE,
		.closes = true,
		.output = { { "dqdd_dq", "dqdd/dq, row-major", EXTENT_NV, EXTENT_NV, MEASURE_ACCELERATION_BY_COORDINATE, false },
		            { "dqdd_dqd", "dqdd/dqd, row-major", EXTENT_NV, EXTENT_NV, MEASURE_ACCELERATION_BY_VELOCITY, false },
		            { "dqdd_dtau", "dqdd/dtau, row-major, symmetric", EXTENT_NV, EXTENT_NV, MEASURE_INVERSE_INERTIA, true },
		            { "dqdd_du", "dqdd/du, row-major", EXTENT_NV, EXTENT_INPUTS, MEASURE_QUOTIENT, false },
		            { "dqdd_dud", "dqdd/dud, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dqdd_dudd", "dqdd/dudd, row-major", EXTENT_NV, EXTENT_MOVING, MEASURE_QUOTIENT, false },
		            { "dqdd_ds", "dqdd/ds, row-major", EXTENT_NV, EXTENT_STATES, MEASURE_QUOTIENT, false } },
		.textbook = textbook_rows_fd_derivatives, .build = customized_rows_fd_derivatives, .slopes = true, .inverts = true,
	},
	{
		.name = "lambda_derivatives", .summary = "derivatives of the forces of the contacts; with respect to q along the directions of the velocities",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(U) | IN(F_EXT), .sites = SITES_PHASE,
		.closes = true,
		.output = { { "dlambda_dq", "dlambda/dq, row-major", EXTENT_ROWS, EXTENT_NV, MEASURE_WRENCH_BY_COORDINATE, false },
		            { "dlambda_dqd", "dlambda/dqd, row-major", EXTENT_ROWS, EXTENT_NV, MEASURE_WRENCH_BY_VELOCITY, false },
		            { "dlambda_dtau", "dlambda/dtau, row-major", EXTENT_ROWS, EXTENT_NV, MEASURE_WRENCH_BY_FORCE, false },
		            { "dlambda_du", "dlambda/du, row-major", EXTENT_ROWS, EXTENT_INPUTS, MEASURE_WRENCH_BY_INPUT, false },
		            { "dlambda_dud", "dlambda/dud, row-major", EXTENT_ROWS, EXTENT_MOVING, MEASURE_WRENCH_BY_INPUT, false },
		            { "dlambda_dudd", "dlambda/dudd, row-major", EXTENT_ROWS, EXTENT_MOVING, MEASURE_WRENCH_BY_INPUT, false },
		            { "dlambda_ds", "dlambda/ds, row-major", EXTENT_ROWS, EXTENT_STATES, MEASURE_WRENCH_BY_INPUT, false } },
		.textbook = textbook_rows_lambda_derivatives, .build = customized_rows_lambda_derivatives, .slopes = true, .inverts = true, .plan_of = "fd_derivatives",
	},
	{
		.name = "project", .summary = "a step towards closed loops, and velocities under which they stay closed: J qd_out = 0; both nearest in the metric of M",
		.inputs = IN(Q) | IN(QD), .sites = SITES_PHASE,
		.closes = true,
		.output = { { "q_out", "coordinates after one Newton step for the closure", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "qd_out", "velocities", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false } },
		.textbook = textbook_rows_project, .build = customized_rows_project, .meets_outward = true, .inverts = true,
	},
	{
		.name = "step:euler", .summary = "a step of time by Euler's semi-implicit method, with tau held, in contact",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .held = IN(QDD), .sites = SITES_PHASE, .closes = true,
		.output = { { "q_next", "coordinates after the step", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "qd_next", "velocities after the step", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false },
		            { "s_next", "states after the step", EXTENT_STATES, EXTENT_1, MEASURE_STATE, false } },
		.textbook = textbook_rows_fd, .build = customized_rows_fd, .residual = customized_rows_motion, .forces = customized_rows_lambda,
		.step = step_by_euler,
		.meets_outward = true, .articulates = true, .inverts = true, .plan_of = "fd",
	},
	{
		.name = "step:rk4", .summary = "a step of time by the method of Runge and Kutta of order 4, with tau held, in contact",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .held = IN(QDD), .sites = SITES_PHASE, .closes = true,
		.output = { { "q_next", "coordinates after the step", EXTENT_NQ, EXTENT_1, MEASURE_COORDINATE, false },
		            { "qd_next", "velocities after the step", EXTENT_NV, EXTENT_1, MEASURE_VELOCITY, false },
		            { "s_next", "states after the step", EXTENT_STATES, EXTENT_1, MEASURE_STATE, false } },
		.textbook = textbook_rows_fd, .build = customized_rows_fd, .residual = customized_rows_motion, .forces = customized_rows_lambda,
		.step = step_by_rk4, .stages = true,
		.meets_outward = true, .articulates = true, .inverts = true, .plan_of = "fd",
	},
	{
		.name = "step_derivatives:euler", .summary = "derivatives of a step of time by Euler's semi-implicit method; of and by q along the directions of the velocities, in contact",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .sites = SITES_PHASE, .closes = true,
		.output = { { "A", "of the next state by the state: q along the velocities, then qd, then s; row-major", EXTENT_STATE, EXTENT_STATE, MEASURE_STATE_BY_STATE, false },
		            { "B", "of the next state by tau, row-major", EXTENT_STATE, EXTENT_NV, MEASURE_STATE_BY_FORCE, false },
		            { "B_u", "of the next state by u, row-major", EXTENT_STATE, EXTENT_INPUTS, MEASURE_QUOTIENT, false } },
		.textbook = textbook_rows_fd_motion, .build = customized_rows_fd_motion, .step = step_slopes_by_euler,
		.slopes = true, .inverts = true, .plan_of = "fd_derivatives",
	},
	{
		.name = "step_derivatives:rk4", .summary = "derivatives of a step of time by the method of Runge and Kutta of order 4; of and by q along the directions of the velocities, in contact",
		.inputs = IN(Q) | IN(QD) | IN(TAU) | IN(DT) | IN(U) | IN(F_EXT), .sites = SITES_PHASE, .closes = true,
		.output = { { "A", "of the next state by the state: q along the velocities, then qd, then s; row-major", EXTENT_STATE, EXTENT_STATE, MEASURE_STATE_BY_STATE, false },
		            { "B", "of the next state by tau, row-major", EXTENT_STATE, EXTENT_NV, MEASURE_STATE_BY_FORCE, false },
		            { "B_u", "of the next state by u, row-major", EXTENT_STATE, EXTENT_INPUTS, MEASURE_QUOTIENT, false } },
		.textbook = textbook_rows_fd_motion, .build = customized_rows_fd_motion, .step = step_slopes_by_rk4,
		.slopes = true, .inverts = true, .plan_of = "fd_derivatives",
	},
};
/* clang-format on */
const size_t function_count = sizeof function_table / sizeof *function_table;

const struct FunctionInfo *function_planned_as(const struct FunctionInfo *info)
{
	for (size_t i = 0; i < function_count && info->plan_of; i++)
		if (function_table[i].sites == info->sites && strcmp(function_table[i].name, info->plan_of) == 0)
			return &function_table[i];
	return info;
}

const struct FunctionOutput angle_output = {
	.name = "angle",
	.meaning = "angles whose sines and cosines are asked for",
	.rows = EXTENT_OWN,
	.columns = EXTENT_1,
	.measure = MEASURE_ANGLE,
};

const struct FunctionOutput derived_output = {
	.name = "derived",
	.meaning = "what functions read of the parameters",
	.rows = EXTENT_OWN,
	.columns = EXTENT_1,
	.measure = MEASURE_NUMBER,
};

static size_t output_rows(const struct FunctionOutput *output, const struct Tree *tree)
{
	return output->rows == EXTENT_ROWS ? (size_t)tree->rows->rows : (size_t)tree->nv;
}

/* Entries of outputs before output `number`. */
static size_t entries_before(const struct FunctionInfo *info, const struct Tree *tree, int number)
{
	size_t entries = 0;
	for (int i = 0; i < number; i++) {
		const struct FunctionOutput *output = &info->output[i];
		MUST(tree->dag->arena, output->columns == EXTENT_NV);
		entries += output_rows(output, tree) * (size_t)tree->nv;
	}
	return entries;
}

/* What the function differentiates: accelerations, of rows also their forces. */
static Ref *values_solved(const struct FunctionInfo *info, struct Dag *dag, const struct Tree *tree,
                          const struct BuildOptions *options, size_t values)
{
	const struct Tree *still = tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD));
	Ref *solved = ARENA_ARRAY(dag->arena, Ref, values);
	const bool forces = info->build == customized_rows_lambda_derivatives;
	if (!options)
		(tree->rows ? forces ? textbook_rows_lambda : textbook_rows_fd : textbook_fd)(dag, still, solved);
	else
		(tree->rows ? forces ? customized_rows_lambda : customized_rows_fd : customized_fd)(dag, still, options,
		                                                                                    solved);
	return solved;
}

/* The array of an output by u, ud, udd or s, as the end of its name says, and its size. */
struct GivenArray {
	enum Input array;
	size_t columns;
};

static struct GivenArray given_array(const struct Tree *tree, const char *output)
{
	const char *by = strrchr(output, '_') + 1;
	by += *by == 'd'; /* "du" of dtau_du, "u" of B_u */
	const size_t moving = tree->dag->moving.count;
	const struct GivenArray given[] = { { INPUT_U, (size_t)tree->nu },
		                            { INPUT_UD, moving },
		                            { INPUT_UDD, moving },
		                            { INPUT_S, (size_t)tree->ns } };
	size_t i = 0;
	while (strcmp(input_name[given[i].array], by) != 0)
		i++;
	return given[i];
}

/* Is the output a derivative by u, ud, udd or s? */
static bool is_by_inputs(const struct FunctionOutput *output)
{
	return output->columns == EXTENT_INPUTS || output->columns == EXTENT_MOVING || output->columns == EXTENT_STATES;
}

/* Arrays of inputs by which a function has derivatives, in the order of its last outputs; A of a step has those by s. */
struct GivenArrays {
	struct GivenArray item[FUNCTION_OUTPUTS];
	int count;
};

static struct GivenArrays given_arrays(const struct FunctionInfo *info, const struct Tree *tree)
{
	struct GivenArrays all = { .count = 0 };
	for (int k = 0; k < function_outputs(info, tree); k++) {
		const struct FunctionOutput *output = function_output(info, tree, k);
		if (is_by_inputs(output))
			all.item[all.count++] = given_array(tree, output->name);
	}
	if (info->step && info->slopes && tree->ns)
		all.item[all.count++] = (struct GivenArray){ INPUT_S, (size_t)tree->ns };
	return all;
}

/* Derivatives by u, after those by tau: values = f(tau - h(u)), so their derivatives by u are -df/dtau dh/du. Inverse dynamics has
 * dh/du alone. A step gets those of its accelerations. Derivatives by ud, udd and s are of the same form. */
static void build_by_inputs(const struct FunctionInfo *info, struct Dag *dag, const struct Tree *tree,
                            const struct BuildOptions *options, const struct GivenArrays *arrays, Ref *value)
{
	const size_t nv = (size_t)tree->nv, square = nv * nv, motion = nv + (size_t)tree->ns;
	const int first = function_outputs(info, NULL);
	const bool inverse = info->output[first - 1].measure == MEASURE_FORCE_BY_VELOCITY;
	const Ref *tau = inputs_tau(dag, tree, options);
	size_t at = info->step ? motion + 3 * square : entries_before(info, tree, first);
	const size_t by_tau = info->step ? motion + 2 * square : entries_before(info, tree, first - 1);
	const size_t rows = info->step ? nv : output_rows(&info->output[first - 1], tree);
	const Ref *solved = dag->moving.count && !inverse ? values_solved(info, dag, tree, options, rows) : NULL;
	for (int k = 0; k < arrays->count; k++) {
		const enum Input array = arrays->item[k].array;
		const size_t columns = arrays->item[k].columns;
		Ref *slope = ARENA_TABLE(dag->arena, Ref, nv, columns), *out = value + at;
		dag_jacobian(dag, tau, nv, array, columns, slope);
		at += rows * columns;
		if (inverse) {
			memcpy(out, slope, nv * columns * sizeof *out);
			continue;
		}
		if (solved && !tree->rows)
			values_substitute(dag, slope, nv * columns, INPUT_QDD, solved);
		inputs_respond(dag, nv, value + by_tau, rows, slope, columns, out);
		if (solved && tree->rows && array == INPUT_U)
			inputs_move(dag, tree, solved, rows, out);
		else if (solved && tree->rows)
			dag_jacobian(dag, solved, rows, array, columns, out);
	}
}

void function_build(const struct FunctionInfo *info, struct Dag *dag, const struct Tree *tree,
                    const struct BuildOptions *options, Ref *out)
{
	struct StepMotion motion = { .value = out };
	const struct GivenArrays arrays = given_arrays(info, tree);
	struct BuildOptions own = options ? *options : (struct BuildOptions){ .plan = NULL };
	if (arrays.count) /* derivatives by u read those by tau */
		own.stages = NULL;
	if (info->step)
		motion = step_motion_new(dag, tree, info->slopes);
	if (options)
		info->build(dag, tree, &own, motion.value);
	else
		info->textbook(dag, tree, motion.value);
	if (info->step)
		step_motion_rates(dag, tree, &motion);
	if (arrays.count)
		build_by_inputs(info, dag, tree, options ? &own : NULL, &arrays, motion.value);
	if (info->step)
		info->step(dag, tree, &motion, out);
}

uint64_t function_takes(const struct FunctionInfo *info, size_t moving)
{
	uint64_t takes = info->inputs | (info->inputs & IN(U) ? IN(S) : 0);
	if (!moving || !(takes & IN(Q)))
		return takes;
	takes |= IN(U);
	if (takes & IN(QD))
		takes |= IN(UD);
	if (takes & (IN(QDD) | IN(TAU)) || (takes & IN(QD) && info->held & IN(QDD)))
		takes |= IN(UDD);
	return takes;
}

uint64_t function_holds(const struct FunctionInfo *info)
{
	return info->held | (info->held & IN(QD) ? IN(UD) | IN(UDD) : 0);
}

bool function_is_of_constant_inputs(const struct FunctionInfo *info)
{
	return info->step || info->build == customized_coriolis;
}

/* Does a model have what the rows and columns of the output are? */
static bool is_there(const struct FunctionOutput *output, const struct Tree *tree)
{
	if (output->rows == EXTENT_STATES || output->columns == EXTENT_STATES)
		return tree && tree->ns > 0;
	if (output->columns == EXTENT_MOVING)
		return tree && tree->dag->moving.count > 0;
	return output->columns != EXTENT_INPUTS || (tree && tree->nu > 0);
}

int function_outputs(const struct FunctionInfo *info, const struct Tree *tree)
{
	int count = 0;
	for (int i = 0; i < FUNCTION_OUTPUTS && info->output[i].name; i++)
		count += is_there(&info->output[i], tree);
	return count;
}

const struct FunctionOutput *function_output(const struct FunctionInfo *info, const struct Tree *tree, int i)
{
	const struct FunctionOutput *output = info->output;
	while (!is_there(output, tree) || i-- > 0)
		output++;
	return output;
}

bool function_has_base(const struct FunctionInfo *info)
{
	bool any = false;
	for (int i = 0; i < function_outputs(info, NULL); i++)
		any |= info->output[i].rows == EXTENT_BASE || info->output[i].columns == EXTENT_BASE;
	return any;
}

const char *function_identifier(struct Arena *arena, const char *words)
{
	char *name = arena_copy(arena, words, strlen(words));
	for (char *at = name; *at; at++)
		*at = *at == ':' ? '_' : *at;
	return name;
}

bool function_reacts(const struct FunctionInfo *info)
{
	return info->output[0].rows == EXTENT_JOINTS;
}

const char *sites_form(enum Sites sites)
{
	switch (sites) {
	case SITES_FRAME: return ":FRAME";
	case SITES_PAIR: return ":FRAME:FRAME";
	case SITES_PHASE: return ":PHASE";
	case SITES_STRUT: return ":STRUT";
	case SITES_GROUP: return ":GROUP";
	case SITES_LAW: return ":NAME";
	case SITES_NONE:
	case SITES_STRUTS:
	case SITES_STATES:
	case SITES_JOINTS: break;
	}
	return "";
}
