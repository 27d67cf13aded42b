/* Models in other formats: a model as a robot, what a format cannot say of it, and what the writers of formats share.
 * Called by the command and the writers. Memory is the model's. */
#ifndef RIGIDC_EXPORT_H
#define RIGIDC_EXPORT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/text.h"
#include "cli/model_poses.h"
#include "model/model.h"
#include "model/shape.h"

struct LoopEnd;
struct SolidPart;

/* --- what a format cannot say, at the lines of a model, and counts of what is written --- */

enum ExportFormatId {
#define EXPORT_FORMAT(id, name, title, ending, poses) EXPORT_##id,
#include "export_formats.def"
	EXPORT_FORMATS
};

enum ExportKind {
#define EXPORT_KIND(id, one, many, total) EXPORT_KIND_##id,
#include "export_kinds.def"
	EXPORT_KINDS
};

struct ExportCounts {
	size_t total[EXPORT_KINDS], written[EXPORT_KINDS];
	size_t marks;     /* balls that show bodies without solids */
	struct Span hole; /* the first solid that is not seen */
	size_t simplified, mirrored, foreign,
		flat; /* shapes: in another form, with a negative scale, files that MuJoCo does not find, sizes of 0 */
	struct Span simplified_at, mirrored_at, foreign_at, flat_at;
};

struct ExportLoss {
	struct Diags *diags;
	enum ExportFormatId id;
	const char *format; /* "URDF" */
	bool lossy;         /* a warning, not an error */
	struct ExportCounts *counts;
};

/* "URDF has no <what>", at a place of the model. */
void export_lost(const struct ExportLoss *loss, struct Span span, const struct Within *within, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A note: the format has other means for it, or none, and the numbers of the robot do not change. */
void export_dropped(const struct ExportLoss *loss, struct Span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Counts a thing of the model that the file has. */
void export_wrote(const struct ExportLoss *loss, enum ExportKind kind);

/* --- the line that counts what a model has, and what of it is in the file --- */

/* Totals of a model. */
struct ExportCounts export_counts(const struct Model *model);
/* "URDF: 7 of 7 bodies, 0 of 2 poses; 7 balls mark bodies without solids" and a line end. Kinds that the model does not
 * have are not named. */
const char *export_counts_line(struct Arena *arena, const char *title, const struct ExportCounts *counts);

/* --- a model in the form that other formats have: bodies, each carried by joints of one motion --- */

/* Numbers are without parameters. A joint of several coordinates is a chain of such joints. Motions without a
 * coordinate are parts of placements. */

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
/* Counts a body as written, and with `joint` its joint too, if no motion of it is lost. A coupling may hold a joint
 * at a position. */
void export_wrote_body(const struct ExportLoss *loss, const struct RobotBody *body, bool joint);
/* Does a motor drive the joint? */
bool robot_joint_is_driven(const struct RobotJoint *joint);
/* Reports powers of a coupling, and then returns false. */
bool export_check_linear(const struct ExportLoss *loss, const struct RobotJoint *joint);
/* Report what no format has: constraints; what a format may have none of: struts and tendons, loops. */
void export_lose_elements(const struct Robot *robot, const struct ExportLoss *loss);
void export_lose_struts(const struct Robot *robot, const struct ExportLoss *loss);
void export_lose_loops(const struct Robot *robot, const struct ExportLoss *loss);

/* --- inertias that no solid body has, of bodies that are fixed together: programs refuse them --- */

/* Joins the masses of bodies fixed on each other, with a note. The motion stays
 * the same. */
void export_join_fixed(struct Robot *robot, const struct ExportLoss *loss);

/* --- numbers of joints that a format does not have, by the table model/joint_numbers.def --- */

/* Reports each number of a joint that the format lacks: an error (--lossy: a warning) if the robot moves otherwise
 * without it, else one note for all joints. Removes it from the robot, so that no writer writes it. Counts the others as
 * written. */
void export_joint_numbers(struct Robot *robot, const struct ExportLoss *loss);

/* --- the state of the file, from which MuJoCo and SDFormat take the ends of a loop --- */

/* Moves a robot to a state that closes its loops: from its first pose, or from 0. `zero`: 0 is taken if it closes them.
 * Quaternions stay at rest. Reports a loop that stays open. Returns whether all are closed. Without loops nothing
 * moves. */
bool export_close(struct Robot *robot, const struct ExportLoss *loss, bool zero);
/* Position of a joint at a state of its leader. */
double robot_power(const struct RobotJoint *joint, double leader);
/* Reports a loop whose kind the format does not have. */
void export_lose_kind(const struct ExportLoss *loss, const struct Loop *loop);
/* The moving frame of a joint at its position, where the joint before it has brought `at`. */
struct Pose robot_moved(const struct Pose *at, const struct RobotJoint *joint);
/* Frame of an end of a loop, in its body; in the world, in the state of the file. */
struct Pose robot_end(const struct Robot *robot, const struct LoopEnd *end);
struct Pose robot_end_place(const struct Robot *robot, const struct LoopEnd *end);
/* The place of a body in its parent at the positions of its joints; frame of joint k likewise, before its motion. */
struct Pose robot_place(const struct Robot *robot, const struct RobotBody *body);
struct Pose robot_frame(const struct Robot *robot, const struct RobotBody *body, int k);

/* --- names that readers of a format do not take, in place of which the file has others, with a note for each --- */

enum ExportNamed { EXPORT_NAME_OF_BODY, EXPORT_NAME_OF_FRAME, EXPORT_NAME_OF_OTHERS };

/* The name, or the one that the file has in its place. */
typedef const char *ExportName(struct Arena *arena, const char *name, enum ExportNamed of);
/* URDF: ${ and $( belong to xacro, and the link `world` is the root. */
ExportName export_name_of_urdf;
/* MJCF: the body `world` is the root. */
ExportName export_name_of_mjcf;
/* SDFormat: blanks at the ends are no part of a name; `::`, `__x__` and `world` have meanings. */
ExportName export_name_of_sdf;

/* A note on a name of the model, unless both are the same. */
void export_note_name(const struct ExportLoss *loss, struct Span span, const char *name, const char *made);
/* Renames the model, bodies, joints and frames of a robot. New names differ from all others. */
void export_rename(struct Robot *robot, const struct ExportLoss *loss, ExportName *name_of);

/* --- principal moments that a solid body has --- */

/* Has a solid body such moments? No moment exceeds the sum of the others, but for rounding, which is taken off. */
bool principal_settle(double moment[3]);

/* --- shapes of bodies --- */

struct Shapes {
	struct Shape *item;
	int count;
};

/* The shape of a solid, no size of which is below `least`: its form, else the box, cylinder or ball of its moments. False for a
 * hole. */
bool shape_of_solid(const struct Dag *dag, const struct SolidPart *part, double least, struct Shape *shape);
/* Shapes of a body, counted as written: its own; without any, those of its solids; without these, a small ball at the
 * centre of a mass. */
struct Shapes shapes_of(const struct Robot *robot, const struct ExportLoss *loss, const struct RobotBody *body);
/* The cylinder around a capsule, the box around an ellipsoid; other shapes as they are. */
struct Shape shape_simplified(struct Shape shape);
/* Are both the same form in the same place, but for their names and colours? */
bool shape_is_same(const struct Shape *a, const struct Shape *b);

/* --- writers of formats. Each gets a robot, reports what its format cannot say, and appends the file to a text --- */

void export_urdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);
void export_mjcf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);
void export_sdf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);

/* --- text of XML: names with escapes, numbers that read back to the same doubles --- */

/* Can XML 1.0 have all characters of a name? */
bool xml_can_have(const char *name);
/* ` attribute="name"`, with escapes. */
void xml_name(struct Text *out, const char *attribute, const char *name);
/* ` attribute="1 2 3"` */
void xml_numbers(struct Text *out, const char *attribute, const double *number, int count);
void xml_number(struct Text *out, const char *attribute, double number);
/* The numbers alone, with blanks between them; a name alone, with escapes. */
void xml_put_numbers(struct Text *out, const double *number, int count);
void xml_put_name(struct Text *out, const char *name);

/* Roll, pitch and yaw, R = Rz(yaw) Ry(pitch) Rx(roll). */
void xml_rpy(const struct Pose *pose, double rpy[3]);
/* Unit quaternion w x y z of a rotation. */
void xml_quaternion(const struct Pose *pose, double q[4]);

#endif
