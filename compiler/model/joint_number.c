#include "joint_number.h"

#include <stddef.h>
#include <string.h>

#include "joint.h"

const struct JointNumberInfo joint_number_table[JOINT_NUMBERS] = {
#define DIM(kg, m, s) \
	{ \
		kg, m, s \
	}
#define JOINT_NUMBER(id, field, property, read, value, summary, of, dim, turning, turns, slides, name, ...) \
	{ #field, property, name, NUMBER_##of, dim, turning, turns, slides },
#include "joint_numbers.def"
};

static const size_t offset[JOINT_NUMBERS] = {
#define JOINT_NUMBER(id, field, ...) offsetof(struct JointNumbers, field),
#include "joint_numbers.def"
};

const Ref *joint_number(const struct Joint *joint, enum JointNumber n)
{
	return (const Ref *)(const void *)((const char *)joint->number + offset[n]);
}

Ref *joint_number_at(struct Joint *joint, enum JointNumber n)
{
	return (Ref *)(void *)((char *)joint->number + offset[n]);
}

void joint_number_clear(struct Joint *joint, enum JointNumber n, Ref zero)
{
	for (int k = 0; k < JOINT_V; k++)
		joint_number_at(joint, n)[k] = zero;
}

struct JointNumbers *joint_numbers_new(struct Arena *arena, Ref zero)
{
	struct JointNumbers *number = ARENA_NEW(arena, struct JointNumbers);
	struct Joint of = { .number = number };
	for (enum JointNumber n = 0; n < JOINT_NUMBERS; n++)
		joint_number_clear(&of, n, zero);
	return number;
}

enum JointNumber joint_number_of(const char *property)
{
	enum JointNumber n = 0;
	while (strcmp(joint_number_table[n].property, property) != 0)
		n++;
	return n;
}

void joint_put_numbers(struct Text *text, const struct Joint *joint)
{
	const size_t nv = (size_t)joint->kind->nv;
	for (enum JointNumber n = 0; n < JOINT_NUMBERS; n++)
		dag_put_refs(joint_number(joint, n), nv, text);
	if (joint->limited)
		dag_put_refs((const Ref[]){ joint->lower, joint->upper }, 2, text);
	text_format(text, "%d%d%d%d ", joint->effort_limited, joint->speed_limited, joint->idle, joint->sensor);
	if (joint->effort_limited)
		dag_put_refs(joint->effort, nv, text);
	if (joint->speed_limited)
		dag_put_refs(joint->speed, nv, text);
}
