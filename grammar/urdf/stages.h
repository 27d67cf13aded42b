/* Stages of the reader of URDF, in the order in which urdf.c calls them, with what they share.
 * Called by the files of this room. Memory is the arena's. */
#ifndef RIGIDC_URDF_STAGES_H
#define RIGIDC_URDF_STAGES_H

#include "model.h"

void urdf_losses_init(struct UrdfReader *r);

/* --- the document --- */

/* Reads a source of clean UTF-8, and reports what is given twice or is out of place. Elements before a mistake are
 * returned all the same. What URDF does not have is counted. */
struct Urdf urdf_document_read(struct Losses *losses, uint32_t source);
/* Elements of transmissions by the element around them, as rows to an end. */
extern const struct KnownRow urdf_in_transmissions[];
/* The name of an element: a <drake:loop_joint> is a <loop_joint>. */
const char *urdf_element_name(const struct XmlElement *element);

/* Counts an element of xacro. False: another element. */
bool urdf_xacro_take(struct UrdfXacro *xacro, const struct XmlElement *element);
/* Reports elements of xacro. An expanded file may still contain some. */
void urdf_xacro_report(struct Diags *diags, const struct UrdfXacro *xacro, uint32_t source, bool links);
/* Adds the command to expand the file of a diagnostic, as a help. */
void urdf_xacro_help(struct Diags *diags, struct Diag *of);

/* Adds a mass or a spring, the element or one inside of it, to the list. `outer`: the ignored element around it, or
 * itself. True: the element itself is one. */
bool urdf_lost(struct Arena *arena, struct UrdfLostList *list, const struct XmlElement *outer,
               const struct XmlElement *element);
/* Reports the list. */
void urdf_lost_report(struct UrdfTree *tree);

/* Counts an attribute that means nothing, and reports one that does not belong to its element. */
void urdf_attribute_check(struct Losses *losses, const struct XmlElement *element, const struct XmlAttribute *given);
/* The first attribute of <dynamics> with the given meaning and a number other than 0, in the order of the rows; NULL:
 * none, or no element. */
const struct XmlAttribute *urdf_attribute_meant(struct UrdfReader *r, const struct XmlElement *dynamics,
                                                enum UrdfMeaning meaning, struct Figure *number);
/* Reports attributes of <dynamics> whose figures are left out. */
void urdf_attributes_report(struct UrdfTree *tree);

/* --- values --- */

/* Reads exactly `count` numbers. False where the attribute is missing, or after a diagnostic. */
bool urdf_numbers(struct UrdfReader *r, struct XmlValue attribute, int count, struct Figure *number);
/* Is the value `inf` or `infinity`, in any case, with a + or without a sign? */
bool urdf_is_infinite(struct XmlValue attribute);
/* Reports ${...} and $(...) in an attribute, once in a file. */
bool urdf_has_macro(struct UrdfReader *r, struct XmlValue attribute);
/* The placement of an <origin>, which may be NULL. */
struct UrdfOrigin urdf_origin(const struct XmlElement *origin);
/* Appends a turn by roll, pitch and yaw, unless all are 0. */
void urdf_push_turn(struct UrdfReader *r, struct Span span, struct Expr *const angle[3], struct Arguments *at);
/* Rotation from rpy, left out if it is the identity; `what` and `of` name the joint or link. */
void urdf_turn(struct UrdfReader *r, struct XmlValue rpy, const char *what, const char *of, struct Arguments *at);
/* Placement of an origin: shift, then turn. */
void urdf_place(struct UrdfReader *r, struct UrdfOrigin origin, const char *what, const char *of, struct Arguments *at);
/* Reports all angles together. */
void urdf_angles_report(struct UrdfReader *r);

/* Reads the xyz of an <axis>. Without an element the direction is that of coordinate axis `along`, with the span
 * `owner`. False after a diagnostic. */
bool urdf_direction(struct UrdfReader *r, const struct XmlElement *axis, struct XmlValue xyz, struct Span owner,
                    int along, struct UrdfDirection *direction);
/* Reports a direction without length, and one of another length than 1. False without length. */
bool urdf_direction_check(struct UrdfReader *r, const struct UrdfDirection *direction);
/* x, -z, or the vector as given. */
struct Expr *urdf_direction_value(struct UrdfReader *r, const struct UrdfDirection *direction);

/* --- shapes --- */

/* Finds the colours of materials with names. */
void urdf_materials_read(struct UrdfReader *r, const struct XmlElement *robot);
/* Adds the shapes of a link to the block of its body; what is wrong with one costs that shape alone. */
void urdf_shapes_add(struct UrdfReader *r, const struct XmlElement *link, struct Stmt *body);

/* --- the tree --- */

/* Reads links and joints, reports mistakes in them and orders them. There is an order only without mistakes. */
struct UrdfTree urdf_tree_read(struct UrdfReader *r, const struct Urdf *urdf);
/* The link of a name, which <part attribute="..."> in the joint or loop gives. NOBODY: after a diagnostic. */
int urdf_find_link(struct UrdfTree *b, const struct XmlElement *joint, const char *part, const char *attribute,
                   struct XmlValue name);
/* Has the joint coordinates? */
bool urdf_moves(const struct UrdfJoint *joint);
/* The name that an element must have; text is NULL after a diagnostic. */
struct Ident urdf_read_name(struct UrdfReader *r, const struct XmlElement *element, const char *attribute,
                            const char *what);

/* Reads the rotors of transmissions and joints. Requires the joints of the tree. */
void urdf_rotors_read(struct UrdfTree *tree);
/* Sum of ratio^2 * inertia over the rotors of a joint; NULL without rotors, or where not requested. */
struct Expr *urdf_rotors_armature(struct UrdfTree *tree, const struct UrdfJoint *joint);
/* Reports rotors left out, and counts transmissions without a rotor. */
void urdf_rotors_report(struct UrdfTree *tree);

/* Adds the `loop` statements of joints that close loops, as several programs write them, and the frames at their
 * ends; each gets a note. `body`: the statement of each link, by its number; NULL for the world. */
void urdf_loops_add(struct UrdfTree *tree, struct Stmt *const *body, struct StmtList *statements);
/* Reports ignored and missing elements. */
void urdf_report(struct UrdfTree *tree);

#endif
