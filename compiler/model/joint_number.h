/* Numbers of a joint by velocity, by the rows of joint_numbers.def. Called by the checker and by what prints and
 * compares joints. The memory is the joint's. */
#ifndef RIGIDC_JOINT_NUMBER_H
#define RIGIDC_JOINT_NUMBER_H

#include "model.h"

/* Armature, and the force to move the joint beside inertia, by velocity: damping D qd,
 * friction F qd / sqrt(qd^2 + s^2), spring k (q - rest). A number more changes this struct, and no file that does not
 * read it. */
struct JointNumbers {
#define JOINT_NUMBER(id, field, ...) Ref field[JOINT_V];
#include "joint_numbers.def"
};

/* The numbers, then the marks of a joint. */
enum JointNumber {
#define JOINT_NUMBER(id, ...) NUMBER_##id,
#include "joint_numbers.def"
	JOINT_NUMBERS,
	NUMBER_BEFORE_MARKS = JOINT_NUMBERS - 1,
#define JOINT_MARK(id, ...) NUMBER_##id,
#include "joint_numbers.def"
	JOINT_TRAITS
};

struct JointNumberInfo {
	const char *field, *property, *name;
	enum JointNumber of; /* without it the number has no meaning */
	struct Dim dim;      /* for a velocity along a line */
	int turning;         /* more powers of the metre for a velocity about an axis */
	const char *turns, *slides;
};
extern const struct JointNumberInfo joint_number_table[JOINT_NUMBERS];

/* Number n by velocity. */
const Ref *joint_number(const struct Joint *joint, enum JointNumber n);
Ref *joint_number_at(struct Joint *joint, enum JointNumber n);
/* Sets it to 0 for all velocities. */
void joint_number_clear(struct Joint *joint, enum JointNumber n, Ref zero);
/* Numbers that are all 0. */
struct JointNumbers *joint_numbers_new(struct Arena *arena, Ref zero);
/* The number that a property alone sets. It must be one. */
enum JointNumber joint_number_of(const char *property);
/* Writes all numbers and marks but passive forces, which have no value before the coordinates are numbered. Equal
 * joints are equal texts. */
void joint_put_numbers(struct Text *text, const struct Joint *joint);

#endif
