/* Expressions and statements that readers of other formats make.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_H
#define RIGIDC_MADE_H

#include "base/diag.h"
#include "base/pose.h"
#include "base/request.h"
#include "grammar/ast.h"
#include "xml.h"

/* --- numbers with units, vectors, calls, turns --- */

/* The number as written, with a unit such as "N m s", or NULL for none. */
struct Expr *made_scalar(struct Diags *diags, const struct Figure *number, const char *unit);
/* A number of the given digits, which are not in the source. */
struct Expr *made_digits(struct Diags *diags, struct Span span, const char *digits, bool negative, const char *unit);
/* A computed number. */
struct Expr *made_number(struct Diags *diags, struct Span span, double value, const char *unit);
/* The unit of an input; NULL for none. */
struct Expr *made_formal(struct Diags *diags, struct Span span, const char *unit);
struct Expr *made_unit(struct Diags *diags, struct Expr *of, const char *unit);
struct Expr *made_vector(struct Diags *diags, struct Span span, const struct Figure *number, int count,
                         const char *unit);
struct Expr *made_name(struct Diags *diags, struct Span span, const char *name);
struct Expr *made_call(struct Diags *diags, struct Span span, const char *name, struct Arguments list);
/* The same of `count` arguments without names. */
struct Expr *made_call_of(struct Diags *diags, struct Span span, const char *name, struct Expr *const *argument,
                          size_t count);
/* Appends an argument, or an item of a placement, without a name. */
void made_push(struct Diags *diags, struct Arguments *list, struct Expr *value);
/* `NAME VALUE` in a block. */
struct Stmt *made_property(struct Diags *diags, const char *name, struct Span span, struct Expr *value);
/* `gravity (g[0], g[1], g[2]) m/s^2`. `inclusion`: the file is included. */
struct Stmt *made_gravity(struct Diags *diags, struct Span span, const struct Figure *g, bool inclusion);
/* `wrench NAME on BODY { force F * ex + ... at COM }`, F in the axes of the world; NULL: F is 0. */
struct Stmt *made_force_at(struct Diags *diags, struct Ident name, struct Ident body, const double F[3],
                           const struct Figure com[3]);
/* `include "laws.rig"`, for functions that formulas of forces call. */
struct Stmt *made_laws(struct Diags *diags, struct Span span);
/* a + b or a - b, where b may be negative; a may be NULL. */
struct Expr *made_sum(struct Diags *diags, struct Expr *a, struct Expr *b);
/* A name that the table does not have yet: `wanted`, or with the suffix, or with a number. It is added. */
const char *made_free_name(struct Diags *diags, struct NameTable *table, const char *wanted, const char *suffix);
/* An angle as written, or in whole quarter turns. */
struct Expr *made_angle(struct Diags *diags, const struct Request *request, const struct Figure *number, bool degrees);
/* The smallest rotation that takes one direction to another, or its inverse (`back`); NULL: none is needed. */
struct Expr *made_turn(struct Diags *diags, struct Span span, const double from[3], const double to[3], bool back);

/* --- properties of joints, and masses of bodies --- */

/* Units of the properties of a joint with one coordinate. */
enum JointUnit { UNIT_POSITION, UNIT_FORCE, UNIT_ARMATURE, UNIT_STIFFNESS, UNIT_DAMPING, UNIT_SPEED };

/* "N m" of a turning joint, "N" of a sliding one */
const char *made_joint_unit(bool slides, enum JointUnit unit);
/* Appends `damping D`; `friction F at 0.01 rad/s` or m/s; `spring K`, at a position unless it is NULL; `NAME VALUE`. */
void made_damping(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *damping);
void made_friction(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *friction);
void made_spring(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *stiffness,
                 struct Expr *rest);
void made_scalar_property(struct Diags *diags, struct Stmt *to, const char *name, const struct Figure *value,
                          const char *unit);

/* xx yy zz xy xz yz as `diag(...)` or `tensor(...)`; NULL if all are 0. */
struct Expr *made_inertia(struct Diags *diags, const struct Figure number[6]);
/* The same in another unit than kg m^2. */
struct Expr *made_inertia_in(struct Diags *diags, const struct Figure number[6], const char *unit);

/* --- placements, in numbers and as items of a statement --- */

/* A placement as numbers and as items of a statement. */
struct MadePlace {
	struct Pose pose;
	struct Arguments at;
};

/* Rotation of a quaternion x y z w, which is divided by its length. */
void made_rotation(double q[4], double R[3][3]);
/* The vector divided by its length, which is returned. */
double made_unit_vector(double v[3]);
/* Angles of R = Rz(yaw) Ry(pitch) Rx(roll) in whole quarter turns, if they are. */
bool made_quarter_angles(const double R[3][3], int turns[3]);

/* The number rounded to 15 digits if the difference is rounding alone; 0 below 1e-15. */
double made_tidy(struct Arena *arena, double x);

/* The placement of b on a. */
struct MadePlace made_place_times(struct Diags *diags, const struct MadePlace *a, const struct MadePlace *b);
/* Pose as a placement: translation and rotation, left out where there is none. */
struct Arguments made_pose_items(struct Diags *diags, struct Span span, const struct Pose *pose);
/* Appends the rotation, unless it is the identity: turns by quarters, or a quaternion. */
void made_push_turn(struct Diags *diags, struct Span span, const double R[3][3], struct Arguments *at);
/* Appends a translation, unless it is 0. */
void made_push_shift(struct Diags *diags, struct Span span, const struct Figure shift[3], bool back,
                     struct Arguments *at);
/* Appends a turn about an axis: rx, ry, rz or axis_angle. */
void made_push_about(struct Diags *diags, struct Span span, const struct Figure axis[3], struct Expr *angle,
                     struct Arguments *at);
/* The position of a free joint, (x, y, z, qx, qy, qz, qw); NULL at the identity. */
struct Expr *made_free_position(struct Diags *diags, struct Span span, const struct Pose *pose);
/* rx(angle), ry(angle) or rz(angle), for the axes 0 to 2. */
struct Expr *made_turn_about(struct Diags *diags, struct Span span, int axis, struct Expr *angle);
/* The expression with the other sign. */
struct Expr *made_negated(struct Diags *diags, struct Expr *expr);
/* FORM(argument) */
struct Expr *made_call_with(struct Diags *diags, struct Span span, const char *form, struct Expr *argument);
/* x, -y, or the vector as written. */
struct Expr *made_axis(struct Diags *diags, const struct Figure axis[3]);

/* --- shapes of bodies. Readers read them with diagnostics of their own: a mistake costs the shape, not the model --- */

struct MadeShape {
	struct Span span;
	bool touches;          /* `collision`, else `visual` */
	const char *kind;      /* "box"; NULL: none that a model has */
	struct Arguments size; /* of the kind */
	const char *file;      /* of a mesh, or NULL */
	bool scaled;
	struct Figure scale[3];
	struct Arguments at;
	const char *name; /* or NULL */
	int colours;      /* 0: none; 3, or 4 with the opacity */
	struct Figure colour[4];
};

/* `visual KIND(...) at ... { ... }`; NULL: the language cannot have it, as a factor of 0. */
struct Stmt *made_shape(struct Diags *diags, const struct MadeShape *shape);
/* Gives the shape a kind and sizes in m. False: a size is below 0, or infinite. */
bool made_form(struct Diags *diags, struct MadeShape *shape, const char *kind, const struct Figure *size, int count);

/* --- closed loops: frames at the ends, and the statement --- */

/* A place on a body. */
struct MadeEnd {
	struct Ident on;     /* the body, or a frame that the format names */
	struct Arguments at; /* placement on it, which may be empty */
	struct Stmt *body;   /* its block gets the frame; NULL: the frame is a statement of its own */
};

struct MadeLoop {
	struct Span span;
	struct Ident name;
	const char *kind;
	struct Expr *argument; /* of the kind, or NULL */
	struct MadeEnd end[2]; /* from, to */
};

/* Adds a frame to the block of its body, or to the statements. */
void made_frame(struct Diags *diags, struct Ident name, const struct MadeEnd *end, struct StmtList *statements);
/* The statement of a loop. An end with a placement gets a frame, NAME_from or NAME_to, which is added to the
 * statements. `names`: of bodies, frames and loops. */
struct Stmt *made_loop(struct Diags *diags, const struct MadeLoop *loop, struct NameTable *names,
                       struct StmtList *statements);

/* --- the joint between the world and the root, as --base asks for it --- */

/* Makes the joint of the only body on the world free, or checks that none is free. `included`: the file is one of a
 * .rig file; `whole`: the place of messages if there is no body. */
void base_apply(struct Diags *diags, const struct Request *request, bool included, struct Span whole,
                const struct StmtList *statements);

#endif
