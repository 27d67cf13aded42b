/* Stages of a program (rewrite/stages.h): after its own statements it computes the same operations for several members.
 * The program stores what members read in one array more than a function returns: values for all, then of each member.
 * The results of members are elements of the function's outputs.
 *
 * Made by compile.c, called by the printers. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_STAGE_H
#define RIGIDC_PROGRAM_STAGE_H

#include "program.h"

enum { STAGE_STORES = 2 }; /* most stores of a result: two in a symmetric matrix */

struct StagePlace {
	uint32_t array, element;
	bool stored;
};

struct ProgramStage {
	struct Program body; /* of a member: from INPUT_SHARED and INPUT_OWN to its results, as output 0 */
	uint32_t members;
	uint32_t owns, own; /* own values of a member; place of the first member's in the array, the others' follow */
	uint32_t results, result; /* results of a member; the first member's first, as an element of INPUT_RESULT */
	uint32_t stores;          /* of a result */
	struct StagePlace *place; /* by member, result and store */
};

struct ProgramStages {
	struct Program before; /* the function's statements without the stages */
	uint32_t shared, kept; /* values for all members; with those of each */
	struct ProgramStage *item;
	uint32_t count;
};

/* Makes all results temporaries, in a member's program. */
void stage_name_results(struct Program *member);
/* Finds the places of results, by a program that stores them. */
void stages_find_places(const struct ProgramStages *stages, const struct Program *program);
/* Takes these stores out of a program. */
void stages_leave_results(struct Program *program);

#endif
