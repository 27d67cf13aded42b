#include "angles.h"

struct Angle {
	struct Operand value;
	uint32_t step, partner; /* partner: step + 1 */
};

/* Angles of a step's group among the statements printed together, in order. Sine and cosine share an angle. */
static int find_angles(const struct Printer *p, uint32_t index, struct Angle *angle)
{
	const struct Program *program = &p->function->program;
	uint32_t group = program->step[index].group;
	int count = 0;
	for (uint32_t s = p->run.first; s < p->run.end; s++) {
		uint32_t i = program->statement[s].index;
		const struct Step *step = &program->step[i];
		if (program->statement[s].store || step->group != group || (step->partner && step->partner - 1 < i))
			continue;
		angle[count++] = (struct Angle){ step->operand[0], i, step->partner };
	}
	return count;
}

/* Sorts angles that are input elements by their index. */
static void sort_angles(struct Angle *angle, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && angle[k].value.kind == OPERAND_INPUT && angle[k - 1].value.kind == OPERAND_INPUT &&
		                angle[k].value.index < angle[k - 1].value.index; k--) {
			struct Angle swap = angle[k];
			angle[k] = angle[k - 1];
			angle[k - 1] = swap;
		}
}

/* True if b is the element after a in a caller's array. */
static bool follows(const struct Printer *p, struct Operand a, struct Operand b)
{
	if (a.kind != OPERAND_INPUT || b.kind != OPERAND_INPUT || a.array != b.array)
		return false;
	if (a.array != INPUT_LIMB_LANES) /* parameters are members, not elements */
		return a.array < INPUT_LIMB_LANES && a.array != INPUT_PARAMS && b.index == a.index + 1;
	const struct LimbInput *of = p->limbs->input.item;
	bool next = of[a.index].array == of[b.index].array;
	for (int l = 0; l < p->limbs->width; l++)
		next &= of[b.index].element[l] == of[a.index].element[l] + 1;
	return next;
}

/* Expression for an array of the angles: the caller's array if they are consecutive, else a copy. */
static const char *angles_text(struct Printer *p, const struct Angle *angle, int count, int number)
{
	bool row = angle[0].value.kind == OPERAND_INPUT && angle[0].value.array != INPUT_LIMB_NUMBERS;
	struct Text *out = p->out, value;
	for (int i = 1; i < count; i++)
		row &= follows(p, angle[i - 1].value, angle[i].value);
	if (!row)
		text_format(out, "\tconst %s angles%d[%d] = {", p->real->name, number, count);
	for (int i = 0; i < count; i++) {
		text_init(&value, p->arena);
		p->out = &value;
		c_put_value(p, angle[i].value);
		p->out = out;
		if (row)
			return text_print(p->arena, "&%s", text_string(&value));
		text_format(out, "%s%s", i ? "," : "", i % 8 ? " " : "\n\t\t");
		text_put(out, text_string(&value));
	}
	text_put(out, "\n\t};\n");
	return text_print(p->arena, "angles%d", number);
}

void c_put_angles(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	struct Angle *angle = ARENA_ARRAY(p->arena, struct Angle, p->run.end - p->run.first);
	int count = find_angles(p, index, angle), number;
	if (angle[0].step != index)
		return; /* printed with the first step of the group */
	number = ++p->groups;
	sort_angles(angle, count);
	const char *angles = angles_text(p, angle, count, number);
	text_format(p->out, "\t%s sines%d[%d];\n\t%s(%s, sines%d, %d);\n", p->real->name, number, 2 * count,
	            c_own(p, OWN_SINCOS_LOOP), angles, number, count);
	const char *next = p->job->request->misra ? text_print(p->arena, ";\n\tconst %s ", p->real->name) : ", ";
	for (int i = 0; i < count; i++) {
		bool cosine = program->step[angle[i].step].op == OP_COS;
		text_format(p->out, "\tconst %s %s = sines%d[%d]", p->real->name, p->name[angle[i].step], number, 2 * i + cosine);
		if (angle[i].partner)
			text_format(p->out, "%s%s = sines%d[%d]", next, p->name[angle[i].partner - 1], number, 2 * i + !cosine);
		text_put(p->out, ";\n");
	}
}
