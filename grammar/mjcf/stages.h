/* Stages of the reader of MJCF, in the order in which mjcf.c calls them, with what they share.
 * Called by the files of this room. Memory is the arena's. */
#ifndef RIGIDC_MJ_STAGES_H
#define RIGIDC_MJ_STAGES_H

#include "grammar/import/xml.h"
#include "model.h"

/* --- elements left out or changed, a message for each kind --- */

void mj_losses_init(struct Mjcf *m);
/* Checks that the element is known inside its parent. False: an unknown element is counted, and an element that MuJoCo
 * expands is an error. */
bool mj_known(struct Mjcf *m, const struct XmlElement *element);
/* Reports an element or attribute that only MuJoCo can write out. */
void mj_not_expanded(struct Mjcf *m, struct Span span, const char *what);
/* Counts inner elements that MJCF does not have in this element. */
void mj_check_inside(struct Mjcf *m, const struct XmlElement *element);

/* --- attributes with their defaults: numbers, words, names --- */

/* Value of an attribute of the element, else of its class. */
struct XmlValue mj_value(const struct MjElement *e, const char *name);
/* The element and its levels outward. Returns their number. */
size_t mj_levels(struct Mjcf *m, const struct MjElement *e, const struct XmlElement ***level);
/* Innermost level with an attribute of the list, which ends with NULL. */
const struct XmlElement *mj_level(const struct MjElement *e, const char *const names[]);

/* Reads up to `most` numbers. A list that is shorter than that of its class changes the first ones alone. Returns how
 * many are given in all; 0 for none, or after a diagnostic. */
int mj_numbers(struct Mjcf *m, const struct MjElement *e, const char *name, int most, struct Figure *number);
/* Exactly `count` numbers; without them *number stays. False: none, or after a diagnostic. */
bool mj_exactly(struct Mjcf *m, const struct MjElement *e, const char *name, int count, struct Figure *number);
/* One number, or `otherwise`. */
double mj_number(struct Mjcf *m, const struct MjElement *e, const char *name, double otherwise);

/* Index of the attribute's word in a list that ends with NULL; `otherwise` without it, or after a diagnostic. */
int mj_word(struct Mjcf *m, const struct MjElement *e, const char *name, const char *const words[], int otherwise);
/* true or false */
bool mj_true(struct Mjcf *m, const struct MjElement *e, const char *name, bool otherwise);
/* true, false or auto: is it so if `given` for auto? */
bool mj_auto(struct Mjcf *m, const struct MjElement *e, const char *name, bool given);

/* Name of the element, without text if it has none, or after a diagnostic. */
struct Ident mj_name(struct Mjcf *m, const struct XmlElement *element, const char *attribute);
/* What attributes refer to. */
enum MjThing { THING_BODY, THING_JOINT, THING_SITE, THINGS };
/* Index of the thing that an attribute names. NONE without the attribute; UNKNOWN after a diagnostic. */
enum { UNKNOWN = -2 };
int mj_find(struct Mjcf *m, const struct XmlElement *element, const char *attribute, enum MjThing thing);
/* The attribute with the name of what an actuator drives: of several MuJoCo takes the last in its own order. "": none. */
const char *mj_target(const struct XmlElement *actuator);

/* An angle, as written or in whole quarter turns, and its value in rad. */
struct Expr *mj_angle(struct Mjcf *m, const struct Figure *number);
double mj_radians(const struct Mjcf *m, const struct Figure *angle);

/* --- files: the own one and those that <attach> takes elements from, each with what it includes --- */

/* The file of an element or value, by its place. */
struct MjDocument *mj_document(const struct Mjcf *m, struct Span span);
/* Its <compiler>. */
const struct MjCompiler *mj_compiler(const struct Mjcf *m, struct Span span);

/* --- classes of <default> --- */

/* Reads the <default> sections of a file. */
void mj_classes_read(struct Mjcf *m, struct MjDocument *document);
/* Class that an attribute of the element names, or `otherwise`. An unknown class is reported. */
const struct MjClass *mj_class(struct Mjcf *m, const struct XmlElement *element, const char *attribute,
                               const struct MjClass *otherwise);
/* The element with its class: its `class`, else `around`. */
struct MjElement mj_element(struct Mjcf *m, const struct XmlElement *element, const struct MjClass *around);
/* Name of the class around an element of <worldbody>: its `childclass`, else the outermost one. */
const char *mj_class_around(const struct XmlElement *element);
/* The element of a section other than <worldbody>: its `class`, else the outermost one. */
struct MjElement mj_section_element(struct Mjcf *m, const struct XmlElement *element);

/* --- placements: five ways to give an orientation, in numbers and as items of a statement --- */

/* Reads `pos` and the orientation of an element. */
struct MadePlace mj_place(struct Mjcf *m, const struct MjElement *e);
/* Reads an orientation: `quat` or one of the others. */
void mj_turn(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at);
/* Reads `fromto`: the place between the ends, not turned, and the way from the first to the second. False: none. */
bool mj_between(struct Mjcf *m, const struct MjElement *e, struct MadePlace *middle, double way[3]);
/* The smallest turn that takes z to a unit vector. */
void mj_turn_z(struct Mjcf *m, struct Span span, const double z[3], double R[3][3], struct Arguments *at);
/* Turns a vector by the frames around it; a point is shifted too. */
void mj_direction_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3]);
void mj_point_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3]);

/* --- kinds of joints before bodies are read --- */

/* Kind of a <joint> or <freejoint>, by its classes. */
enum MjKind mj_joint_kind(struct Mjcf *m, const struct XmlElement *element);

/* --- geoms that tendons run around --- */

/* Reads a <geom> of a tendon. False: it has no form here, or after a diagnostic. */
bool mj_wrap_read(struct Mjcf *m, const struct XmlElement *element, struct MjWrap *wrap);
/* `around NAME side ...`, and the statement of the geom. */
struct Expr *mj_way_around(struct Mjcf *m, const struct MjWrap *wrap);
/* Length of a taut string between two points around it, where it has this pose. */
double mj_string_length(const struct MjWrap *wrap, const struct Pose *pose, const double end[2][3]);

/* --- springs and dampers with several coefficients: K1 x + K2 x^2 + K3 x^3; of a damper the second is K2 v |v| --- */

enum { MJ_COEFFICIENTS = 3 };

/* Reads `stiffness` or `damping`: 0 where none is given. False: all are 0. */
bool mj_coefficients(struct Mjcf *m, const struct MjElement *e, const char *name, struct Figure c[MJ_COEFFICIENTS]);
/* Is a coefficient after the first not 0? */
bool mj_is_curved(const struct Figure c[MJ_COEFFICIENTS]);
/* The force -K2 x^2 - K3 x^3 of a position x, or -K2 x |x| - K3 x^3 of a velocity x (`damps`), in addition to `sum`,
 * which may be NULL. */
struct Expr *mj_curve(struct Mjcf *m, struct Expr *sum, const struct Figure c[MJ_COEFFICIENTS], bool slides, bool damps,
                      struct Expr *x);

/* --- armature, damping and friction of balls and free joints: one number for each velocity --- */

/* Adds `armature`. MuJoCo has the linear one of a free joint in world axes, so `passive` is added too: tau gains
 * m (vdot + w x v) there. */
void mj_quaternion_armature(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *armature,
                            struct Stmt *stmt);
/* Leaves out what MuJoCo has along the axes of the world: friction of a free joint, and coefficients of its damping
 * after the first. Returns whether damping remains. */
bool mj_free_lose(struct Mjcf *m, const struct MjJoint *joint, struct Figure damping[MJ_COEFFICIENTS],
                  struct Figure *friction);
/* Adds `damping`, `friction` and the further coefficients of a damper. */
void mj_quaternion_losses(struct Mjcf *m, const struct MjJoint *joint, const struct Figure damping[MJ_COEFFICIENTS],
                          const struct Figure *friction, struct Stmt *stmt);

/* --- the largest force of a joint --- */

/* Finds the actuator of each joint, and reports unknown joints. */
void mj_actuators_read(struct Mjcf *m);
/* With --keep=actuators: adds an input for the control of an actuator, and its force to the joint (below 0: none) or to the site that
 * it drives. Others are counted. With --muscles: adds an input for the force of each muscle that pulls at a tendon. */
void mj_drive(struct Mjcf *m, const struct XmlElement *element, int joint);
/* Does an actuator that is read drive the tendon? */
bool mj_drives_tendon(const struct Mjcf *m, const char *tendon);
/* The force with which these actuators push the ends of the tendon apart, in its length and rate; NULL: none. */
struct Expr *mj_drive_tendon(struct Mjcf *m, const char *tendon);

/* --- muscles: their forces and the rates of their activations --- */

enum { MJ_MUSCLE = 9 }; /* numbers of gainprm or biasprm: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax */

struct MjMuscle {
	const double *prm;    /* MJ_MUSCLE */
	const double *length; /* `lengthrange`, 2 */
};

/* What an actuator with one gear drives: names of its position and velocity. */
struct MjDriven {
	bool slides;
	const char *position, *velocity;
	double gear;
};

/* Has the muscle a force and a range of lengths of its own, and curves that are defined? */
bool mj_is_muscle(const struct MjMuscle *muscle);
double mj_muscle_force(const struct MjMuscle *muscle);
/* FL(L) FV(V) a; FP(L); the rate of the activation a by the control u. times: of rise and fall in s, and the width of smoothing. */
struct Expr *mj_muscle_active(struct Mjcf *m, struct Span span, const struct MjMuscle *muscle,
                              const struct MjDriven *driven, struct Expr *activation);
struct Expr *mj_muscle_passive(struct Mjcf *m, struct Span span, const struct MjMuscle *muscle,
                               const struct MjDriven *driven);
struct Expr *mj_muscle_rate(struct Mjcf *m, struct Span span, const double times[3], struct Expr *u, struct Expr *a);
/* The numbers of a <muscle> by default; these in place of numbers below 0. */
void mj_muscle_defaults(double prm[MJ_MUSCLE], double times[3]);
void mj_muscle_complete(double prm[MJ_MUSCLE], double times[3]);

/* The inputs, after all tendons: those of tendons that were left out are counted. */
struct StmtList mj_inputs(struct Mjcf *m);
/* Largest force or torque of a joint, from `actuatorfrcrange` or its one actuator; false: unlimited. */
bool mj_effort(struct Mjcf *m, int joint, struct Figure *effort);

/* --- <connect>, <weld>, and a <tendon> between two sites that keeps its length --- */

/* Is a constraint taken? Inactive ones are counted. */
bool mj_is_active(struct Mjcf *m, const struct XmlElement *element);
/* Begins; then looks at each constraint, before the bodies are statements. Returns whether it is a loop. */
void mj_loops_begin(struct Mjcf *m);
bool mj_loop_prepare(struct Mjcf *m, const struct XmlElement *element);
/* Does a constraint keep the length of the tendon? */
bool mj_holds_tendon(const struct Mjcf *m, const char *name);
/* Adds the `loop` statement of a constraint, with a frame for each end that is neither a body nor a site. Two <connect>
 * of the same bodies are one hinge. */
void mj_loop_add(struct Mjcf *m, const struct XmlElement *element);

/* --- names, and elements outside of <worldbody> that refer to them: tendons, equalities, actuators, keyframes --- */

/* A name of the file, as of the element at hand. */
struct MjNamed {
	struct XmlElement *element;
	bool live; /* false: the element was replicated, and has other names */
};

struct MjNames {
	struct Mjcf *m;
	struct MjDocument *document;
	struct NameTable index;
	struct ARENA_LIST(struct MjNamed) named;
	struct Text key;            /* a name that is looked up */
	struct XmlElement *section; /* the last one made for copies, or NULL */
};

struct MjNames *mj_names_new(struct Mjcf *m, struct MjDocument *document);
/* Adds the name of an element; adds or removes its name and those of all inside. */
void mj_names_add_one(struct MjNames *names, struct XmlElement *element);
void mj_names_add(struct MjNames *names, struct XmlElement *element);
void mj_names_remove(struct MjNames *names, struct XmlElement *element);
/* A body or frame by its name; NULL: none. */
struct XmlElement *mj_names_find(struct MjNames *names, const char *kind, const char *name);

/* Elements that may refer to names, by section. */
struct MjReferring {
	struct ARENA_LIST(struct XmlElement *) item;
};

struct MjReferring mj_referring(struct Mjcf *m, const struct MjDocument *document);
/* Adds copies of those that find all their names. False: there are too many. */
bool mj_referring_copy(struct MjNames *names, const struct MjReferring *list, struct XmlNaming *naming);
/* Removes elements that name something removed. */
void mj_referring_prune(struct MjNames *names);
/* Adds the keyframes of an attached model, for the copies of its joints. */
void mj_keys_copy(struct MjNames *names, const struct MjDocument *from, struct XmlNaming *naming);
/* Keyframes name the copies of joints in place of the joints. */
void mj_keys_follow(struct MjDocument *document);

/* --- <attach> and <replicate> as frames with copies of elements --- */

/* Replaces <attach> and <replicate> in the file. Requires its classes, and the models of its assets. */
void mj_attach_all(struct Mjcf *m, struct MjDocument *document);
/* Does the file have one of these? */
bool mj_attaches(const struct MjDocument *document, const char *name);

/* --- the others, in order --- */

/* Reads the model's XML, with the <compiler> and the classes of each file. Elements of an included file stand in the
 * place of its <include>, those of <attach> and <replicate> in a <frame>. NULL after a diagnostic. */
const struct XmlElement *mj_read_tree(struct Mjcf *m);
/* Reads the <compiler> of a file. */
void mj_compiler_read(struct Mjcf *m, struct MjDocument *document);
/* Reads <option> and <flag>, and what <compiler> says of the whole model. */
void mj_settings_read(struct Mjcf *m);
/* Three numbers of a `gravity`, in m/s^2, the default where they are not given. */
void mj_gravity(struct Mjcf *m, struct XmlValue value, double g[3]);
/* Reads bodies with their joints, geoms and sites, in the order of the file: depth first. Requires the classes. */
void mj_bodies_read(struct Mjcf *m);
/* Names all statements: as written, and a made name for an element without one. */
void mj_name_all(struct Mjcf *m);
/* Finds mass properties of bodies: <inertial>, or geoms of uniform density, and what <compiler> changes of them. */
void mj_masses_read(struct Mjcf *m);
/* Moves frames of bodies with a free joint to their principal axes: `align`, <compiler alignfree>. Requires the
 * masses. */
void mj_free_align(struct Mjcf *m);
/* Sets the coupling of joints, by <equality>. */
void mj_couplings_read(struct Mjcf *m);
/* Adds bodies and joints as statements. Joints of one body become a chain of bodies, the last of which is the body. */
void mj_bodies_add(struct Mjcf *m);
/* Adds the statements of mass to the blocks of all bodies. */
void mj_masses_add(struct Mjcf *m);
/* Adds the laws of `gravcomp`. Requires masses. */
void mj_gravcomps_add(struct Mjcf *m);
/* Adds the shapes of geoms to the blocks of bodies; what is wrong with one costs that shape alone. Requires the
 * statements of mass. */
void mj_shapes_add(struct Mjcf *m);
/* Adds `loop` statements, by <equality>, with a frame for each end that is not a body. */
void mj_loops_add(struct Mjcf *m);
/* Adds tendons over sites that have a force. */
void mj_tendons_add(struct Mjcf *m);
/* Adds poses: the file's own, and its keyframes. */
void mj_poses_add(struct Mjcf *m);

#endif
