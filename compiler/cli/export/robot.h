/* A model in the form that other formats have: bodies, each carried by joints of one motion; numbers without parameters. A joint of
 * several coordinates is a chain of such joints. Motions without a coordinate are parts of placements.
 * Called by export; read by the writers of formats. Memory is the model's. */
#ifndef RIGIDC_EXPORT_ROBOT_H
#define RIGIDC_EXPORT_ROBOT_H

#include "loss.h"
#include "cli/model_poses.h"

/* Most powers of a coordinate that a coupling has. */
enum { ROBOT_POWERS = 5 };

/* A motion that depends on one coordinate. */
struct RobotJoint {
	enum MotionKind kind;
	const char *name;
	const struct Joint *joint;
	int k; /* velocity of the joint, for effort, damping, spring; -1: none of them */
	struct Pose
		before; /* its fixed frame in the moving frame of the joint before it, or in the parent's body frame */
	double axis[3]; /* of MOTION_ROTATE and MOTION_TRANSLATE */
	int leader;     /* joint with the coordinate of this mimic joint; -1: no mimic */
	double power[ROBOT_POWERS]; /* position = sum of power[i] q^i of the leader */
	double position;            /* position in the file; 0 for robots without loops */
	bool limited;
	double lower, upper;
	double effort, speed; /* infinite: unlimited */
	double damping, friction, smoothing, stiffness, rest, armature[JOINT_V];
};

struct RobotBody {
	const char *name;
	const char *fixed; /* name of its joint, if it is fixed */
	const struct Body *body;
	int parent; /* -1: the world */
	int first, joints;
	bool lost; /* its joint has a motion that no format has */
	struct Pose
		then; /* body frame in the moving frame of its last joint; in the parent's body frame without joints */
	struct Pose home; /* in the world, all coordinates 0 */
	double mass, com[3], inertia[3][3];
};

struct RobotFrame {
	const char *name;
	int body; /* -1: the world */
	struct Pose at;
};

struct Robot {
	const struct Model *model;
	const char *name;
	struct RobotBody *body;
	int bodies;
	struct RobotJoint *joint;
	int joints;
	struct RobotFrame *frame;
	int frames;
	double gravity[3];
	double size; /* m: diagonal of the box around all bodies at home; 0.1 at least */
};

/* The robot of a model. Couplings that are no polynomials of one coordinate are reported as lost. */
struct Robot robot_of(const struct Model *model, const struct ExportLoss *loss);

/* Reports something of a joint: "armature". */
void export_lose_joint(const struct ExportLoss *loss, const struct RobotJoint *joint, const char *what);
/* Is the passive force of a free joint that of an armature m in world axes: -m w x v, as an import of MJCF has it? */
bool robot_has_world_armature(struct Dag *dag, const struct Joint *joint);
/* A note on a free joint whose fixed frame is elsewhere on the world: the format has no such frame. */
void export_move_origin(const struct ExportLoss *loss, const struct RobotJoint *joint, const struct Pose *frame);
/* Counts a body as written, and with `joint` its joint too, if no motion of it is lost. A coupling may hold a joint at a position. */
void export_wrote_body(const struct ExportLoss *loss, const struct RobotBody *body, bool joint);
/* Does a motor drive the joint? */
bool robot_joint_is_driven(const struct RobotJoint *joint);
/* Reports powers of a coupling, and then returns false. */
bool export_check_linear(const struct ExportLoss *loss, const struct RobotJoint *joint);
/* Report what no format has: constraints; what a format may have none of: struts and tendons, loops. */
void export_lose_elements(const struct Robot *robot, const struct ExportLoss *loss);
void export_lose_struts(const struct Robot *robot, const struct ExportLoss *loss);
void export_lose_loops(const struct Robot *robot, const struct ExportLoss *loss);

#endif
