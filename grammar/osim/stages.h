/* Stages of the reader of OpenSim models, and what they share.
 * Called by the files of this room. Memory is the arena's. */
#ifndef RIGIDC_OSIM_STAGES_H
#define RIGIDC_OSIM_STAGES_H

#include "grammar/import/made.h"
#include "model.h"

/* --- what is left out: one message for all elements of a kind --- */

void osim_losses_init(struct Osim *o);
/* Counts a loss; `name` of the body, joint, coordinate or constraint. */
void osim_lose(struct Osim *o, enum OsimLossId id, struct Ident name);
/* Counts unknown attributes and inner elements of an element of OpenSim. NULL: nothing. */
void osim_check(struct Osim *o, const struct XmlElement *element);

/* --- statements in the making, and the names and places in them --- */

/* A shape with its statement. */
struct OsimWrap {
	const struct XmlElement *element;
	const char *name; /* NULL: it has a mistake */
};

/* Statements of a model, in the order of the output. */
struct OsimModel {
	struct Osim *o;
	struct StmtList forces, tables, kinds, bodies, frames, tendons, wrenches, loops; /* forces: inputs of muscles */
	struct NameTable names;                                                          /* bodies, frames, loops */
	struct NameTable joint_names;                                                    /* joints */
	struct NameTable tendon_names, force_names, wrap_names;                          /* the first: wrenches too */
	struct NameTable muscle_names;                                                   /* of the file, to muscles */
	struct ARENA_LIST(struct Ident) muscles;                                         /* their tendons */
	struct ARENA_LIST(struct OsimWrap) wraps;
	struct Arguments moving; /* joints with coordinates, in the order of bodies */
	struct Arguments listed; /* those of each body in the order of the file */
	struct Arguments pose;   /* positions that are not 0 */
};

/* Adds a line to the comment that an import has before a statement. */
void osim_comment(struct Osim *o, struct Stmt *stmt, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Items of a place on its body, or of its inverse. */
void osim_push_place(struct Osim *o, const struct OsimPlace *place, bool inverse, struct Arguments *at);
/* The body of a place. */
struct Ident osim_body_name(struct Osim *o, const struct OsimPlace *place, struct Span span);
/* The place as a frame on its body, or on the world, has it. */
struct MadeEnd osim_end(struct Osim *o, const struct OsimPlace *place, struct Span span);
/* The name of a place: its body, or a frame `wanted` that is made for it. */
struct Ident osim_place_name(struct OsimModel *m, const struct OsimPlace *place, const char *wanted, struct Span span);
/* Appends a turn about a coordinate axis, unless its angle is 0; a shift or its inverse, unless it is 0. */
void osim_push_turn(struct Osim *o, int axis, const struct Figure *angle, struct Arguments *at);
void osim_push_shift(struct Osim *o, const struct Figure shift[3], bool back, struct Arguments *at);

/* --- sockets: what elements name as their bodies, frames and stations, by paths --- */

/* A body or offset frame that `socket` of an element names; the sockets of version 4 and of those before. */
struct OsimPlace osim_socket(struct Osim *o, const struct XmlElement *owner, const char *socket);
/* What a socket names: an element of version 4, or a connector of the versions before; NULL: nothing. */
const struct XmlValue *osim_socket_value(struct Osim *o, const struct XmlElement *owner, const char *socket);
/* The body whose name a child of an element has: `body_1`, `socket_body_1`. */
struct OsimPlace osim_body_of(struct Osim *o, const struct XmlElement *element, const char *name);
/* The same, of an end that is a point: OpenSim ignores offsets of its frame. */
struct OsimPlace osim_end_of(struct Osim *o, const struct XmlElement *element, const char *name);

/* Place of the body or frame that an element belongs to. */
struct OsimPlace osim_owner_place(struct Osim *o, const struct XmlElement *element);

/* --- wraps: shapes that muscles run over --- */

/* The points of a muscle. */
struct OsimPath ARENA_LIST(struct OsimPathPoint);
struct OsimPathPoint {
	struct Expr *point;
	int body;         /* or OSIM_GROUND */
	bool conditional; /* it counts in a range alone */
};

/* Counts the muscle as left out if it runs over a shape that a model does not have. */
bool osim_lose_wrapped(struct Osim *o, const struct XmlElement *path, struct Ident name);
/* The points with ways around the shapes of <PathWrapSet> between them. False after a diagnostic, or if the muscle is left
 * out. */
bool osim_wrap(struct OsimModel *m, const struct XmlElement *element, struct Ident name, const struct OsimPath *path,
               struct Arguments *points);

/* --- frames of stations: three points give the axes of a frame, a fourth is its origin --- */

enum { OSIM_STATIONS = 4 }; /* points a, b and c, and the origin */

/* Place of a StationDefinedFrame on its body, from the places of its stations. */
struct OsimPlace osim_station_frame(struct Osim *o, const struct XmlElement *frame, const struct OsimPlace *point);

/* --- bodies as a tree: which joint carries a body, which ones are reversed or close loops --- */

/* Chooses the joint of each body, and makes the others close loops. Bodies without any joint have none. */
void osim_make_tree(struct Osim *o);
/* Makes the child of a joint a child of its parent. */
void osim_hang(struct Osim *o, int joint);

/* --- motions of joints: those of a type, of a CustomJoint in the file, of a joint on an ellipsoid --- */

/* Reads the motions of a joint. Requires its coordinates. */
void osim_read_motions(struct Osim *o, struct OsimJoint *joint);
/* Counts the motions of each coordinate. A coordinate of translations alone is a length. */
void osim_count_motions(struct Osim *o, const struct OsimJoint *joint);
/* Gives a ball or free joint the angles of OpenSim, each a motion of its own. */
void osim_use_angles(struct Osim *o, struct OsimJoint *joint);
/* Decides which ball and free joints keep the angles of OpenSim. Requires the couplers to be read. */
void osim_choose_angles(struct Osim *o);

/* --- joints on an ellipsoid: the origin of the child is on its surface, and its z axis is the normal there --- */

/* Motions of a joint whose type has radii. */
void osim_read_ellipsoid(struct Osim *o, struct OsimJoint *joint);
/* The shift of such a motion where its coordinates have these values. */
struct Expr *osim_on_ellipsoid(struct Osim *o, const struct OsimMotion *motion, struct Expr *const value[]);
/* Splits a ScapulothoracicJoint, the last of the joints, into one on an ellipsoid and a hinge for its last
 * coordinate. */
void osim_split_scapula(struct Osim *o);

/* --- constants, lines, polynomials, multiples and splines, to expressions and tables --- */

/* Use of a function in a motion or coupling. */
struct OsimUse {
	struct {
		struct Expr *value;
		bool slides; /* a length */
	} argument[OSIM_MOTIONS];
	int arguments;
	bool slides;             /* the result is a length, else an angle */
	const char *table;       /* name for its table of points */
	struct StmtList *tables; /* the list of tables, to which its own is added */
};

/* Is a function, with so many coordinates, a constant? NULL is the coordinate itself, and 0 without one. */
bool osim_constant(struct Osim *o, const struct XmlElement *function, int coordinates, struct Figure *value);
/* Is it the coordinate itself? */
bool osim_is_identity(struct Osim *o, const struct XmlElement *function, int coordinates);
/* Is a function of one coordinate this coordinate plus or minus a constant, or its negative? */
bool osim_is_plain(struct Osim *o, const struct XmlElement *function);
/* Value of a function, NULL after a diagnostic. */
struct Expr *osim_function(struct Osim *o, const struct XmlElement *function, const struct OsimUse *use,
                           struct Span span);
/* Unit of a coordinate: "m" or "rad". */
const char *osim_unit(bool slides);
/* A formal parameter `name: UNIT`. */
struct Argument osim_formal(struct Osim *o, struct Span span, const char *name, const char *unit);

/* --- formulas of forces: numbers without units --- */

struct OsimVariable {
	const char *name;
	struct Expr *value;
};

/* The formula in a child of an element, 0 without one. NULL: the language does not have it. */
struct Expr *osim_formula(struct OsimModel *m, const struct XmlElement *element, const char *child,
                          const struct OsimVariable *variable, size_t variables);

/* --- coordinates in expressions, and those that follow others --- */

/* Gives each dependent coordinate its constraint. */
void osim_read_couplers(struct Osim *o);
/* A coordinate in an expression: the name of its joint, or its own name in its joint. */
struct Expr *osim_coordinate_value(struct OsimModel *m, int coordinate, struct Span span);
/* Value of a dependent coordinate; NULL after a diagnostic. */
struct Expr *osim_coupling(struct OsimModel *m, const struct OsimCoordinate *coordinate);
/* Is a constraint on, and does the constraint couple coordinates? */
bool osim_is_on(const struct XmlElement *constraint);
bool osim_is_coupler(const struct XmlElement *constraint);

/* --- stages in the order in which osim.c calls them --- */

/* Reads the XML to bodies, joints, coordinates and motions. Requires o->model. Faults are reported. */
void osim_document_read(struct Osim *o);
/* Decides which joints become chains of bodies with one coordinate each, and gives names to all joints. */
void osim_plan_joints(struct OsimModel *m);
/* Adds the statements of a body and its joint. */
void osim_add_body(struct OsimModel *m, int body);
/* Adds the shapes of bodies and frames to the blocks of bodies; what is wrong with one costs that shape alone. Requires all
 * bodies. */
void osim_shapes_add(struct Osim *o);
/* Adds a loop for each joint whose child another joint carries, and for each constraint between bodies. */
void osim_add_loops(struct OsimModel *m);
/* Is a force a muscle, or a <PathActuator>, which pulls along its path as a muscle does? Marks coordinates that muscles read, so that
 * they are coordinates of their own. */
bool osim_is_muscle(const struct XmlElement *force);
bool osim_has_path(const struct XmlElement *muscle);
void osim_follow_muscles(struct Osim *o);
/* Is a force switched off? */
bool osim_is_off(const struct XmlElement *force);
/* Is it a limit or a spring of a coordinate with a joint of its own? */
bool osim_is_coordinate_force(const struct Osim *o, const struct XmlElement *force);
/* Is it a force along a coordinate that is not there? */
bool osim_is_aimless(const struct Osim *o, const struct XmlElement *force);
/* Is it a force between two places, such as a bushing? With --keep=forces: adds their tendons and wrenches. */
bool osim_is_linker(const struct XmlElement *force);
void osim_add_linkers(struct OsimModel *m);
/* With --keep=forces: the sum of these forces along a coordinate, in q and qd; NULL: none. */
struct Expr *osim_coordinate_forces(struct OsimModel *m, const struct OsimCoordinate *c);
/* Adds a tendon and a parameter for each muscle. Requires all bodies. */
void osim_add_muscles(struct OsimModel *m);
/* "12 Thelen2003Muscle, 3 CoordinateLimitForce": forces of the model, by their types; NULL: none. */
const char *osim_forces(struct Osim *o, struct Span *first);
/* Reports on the model as a whole: what is left out, and what means something else here. */
void osim_report(struct Osim *o);

#endif
