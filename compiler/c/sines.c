/* Sines and cosines of our own within a function: a group is evaluated at its first step. */
#include "print_sincos.h"

#include "dispatch.h"
#include "machines.h"

/* --- calls --- */

/* Count of angles in the next call. A call with unused lanes is faster than two calls. */
static int next_size(const struct Printer *p, bool lanes, int left)
{
	if (lanes)
		return left <= SINCOS_VECTOR ? left : SINCOS_VECTOR;
	if (sincos_in_vectors(p))
		return left <= 6 ? left : p->job->fuses ? 8 : 4;
	return p->real->narrow && left >= 6 ? 8 : left >= 3 ? 4 : left;
}

unsigned c_sincos_sizes(const struct Printer *p, bool lanes, int count)
{
	unsigned sizes = 0;
	for (int size; count > 0; count -= size) {
		size = next_size(p, lanes, count);
		sizes |= 1u << size;
	}
	return sizes;
}

static int room_for(const struct Printer *p, bool lanes, int count)
{
	int room = 0;
	while (room < count)
		room += next_size(p, lanes, count - room);
	return room;
}

/* Arguments of a call: its angles, or their index in an array of vectors. */
static void put_arguments(struct Printer *p, const struct Type *type, const struct Angles *angles, int first, int size)
{
	struct SincosList list = { p->out, 0, false };
	const char *open = text_print(p->arena, "\t%s_sincos%d(", type->lanes ? type->name : sincos_prefix(p), size);
	const char *from = first ? text_print(p->arena, "[%d]", first) : "", *at = first ? "&" : "";
	if (type->lanes)
		sincos_put_item(&list, open, text_print(p->arena, "%sangles%d%s", at, p->groups, from));
	for (int i = first; i < first + size && !type->lanes; i++)
		sincos_put_item(&list, open,
		                i < (int)angles->count ? angles->item[i].text
		                : p->real->narrow      ? "0.0f"
		                                       : "0.0");
	sincos_put_item(&list, open, text_print(p->arena, "%ssines%d%s", at, p->groups, from));
	sincos_put_item(&list, open, text_print(p->arena, "%scosines%d%s", at, p->groups, from));
	text_put(p->out, ");\n");
}

/* Arrays for a group: vectors of angles, room for sines and cosines. */
static void put_arrays(struct Printer *p, const struct Type *type, const struct Angles *angles, int room)
{
	struct SincosList list = { p->out, 0, false };
	const char *open =
		text_print(p->arena, "\t%sangles%d[%zu] = { ", c_declaring(p, type), p->groups, angles->count);
	bool misra = p->job->request->misra;
	for (size_t i = 0; i < angles->count && type->lanes; i++)
		sincos_put_item(&list, open, angles->item[i].text);
	text_put(p->out, type->lanes ? " };\n" : "");
	text_format(p->out, "\t%s sines%d[%d]%s%s cosines%d[%d];\n", type->name, p->groups, room, misra ? ";\n\t" : ",",
	            misra ? type->name : "", p->groups, room);
}

void c_put_sincos_calls(struct Printer *p, const struct Type *type, const struct Angles *angles)
{
	if (!angles->count)
		return;
	const char *open = text_print(p->arena, "\t%s", c_declaring(p, type));
	int number = ++p->groups, count = (int)angles->count, room = room_for(p, type->lanes, count);
	put_arrays(p, type, angles, room);
	for (int first = 0, size; first < room; first += size) {
		size = next_size(p, type->lanes, count - first);
		put_arguments(p, type, angles, first, size);
	}
	for (int i = 0; i < count; i++) {
		struct SincosList list = { p->out, 0, p->job->request->misra };
		for (int k = 0; k < 2; k++) {
			const char *name = angles->item[i].name[k];
			if (name)
				sincos_put_item(&list, open,
				                text_print(p->arena, "%s = %s%d[%d]", name, k ? "cosines" : "sines",
				                           number, i));
		}
		text_put(p->out, list.column ? ";\n" : "");
	}
}

/* --- angles of a group --- */

/* True if a step's angle has been added or set with its partner. */
static bool came_before(const struct Step *step, uint32_t index)
{
	return step->partner && step->partner - 1 < index;
}

static struct Angle angle_of(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	struct Angle angle = { .value = step->operand[0], .step = index };
	struct Text *const out = p->out, text;
	bool cosine = step->op == OP_COS;
	text = text_new(p->arena);
	p->out = &text;
	c_put_value(p, angle.value);
	p->out = out;
	angle.text = text_string(&text);
	angle.name[cosine] = p->name[index];
	angle.name[!cosine] = step->partner ? p->name[step->partner - 1] : NULL;
	return angle;
}

/* Steps of a group among the statements printed together, by values of limbs or others; the first of all steps. */
static struct Angles find_angles(struct Printer *p, uint32_t group, bool lanes, uint32_t *first)
{
	const struct Program *program = &p->function->program;
	struct Angles angles = { 0 };
	*first = program->steps;
	for (uint32_t s = p->run.first; s < p->run.end; s++) {
		uint32_t i = program->statement[s].index;
		if (program->statement[s].store || program->step[i].group != group)
			continue;
		*first = i < *first ? i : *first;
		if (program->step[i].lanes == lanes && !came_before(&program->step[i], i))
			*ARENA_PUSH(p->arena, &angles) =
				(struct Angle){ .value = program->step[i].operand[0], .step = i };
	}
	return angles;
}

static void read_angles(struct Printer *p, struct Angles *angles)
{
	for (size_t i = 0; i < angles->count; i++)
		angles->item[i] = angle_of(p, angles->item[i].step);
}

/* --- a call for each angle --- */

/* Call with an angle of states, or of a limb in a loop. */
static void put_lanes_angle(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	if (came_before(step, index))
		return; /* set with its partner */
	const struct Angle angle = angle_of(p, index);
	int number = ++p->groups;
	const char *lanes = c_type(p, step)->name, *name[2];
	for (int k = 0; k < 2; k++)
		name[k] = angle.name[k] ? angle.name[k] : text_print(p->arena, "%s%d", k ? "cosine" : "sine", number);
	text_format(p->out, "\t%sangle%d = %s;\n", c_declaring(p, c_type(p, step)), number, angle.text);
	text_format(p->out, "\t%s %s, %s;\n\t%s_sincos(&angle%d, &%s, &%s);\n", lanes, name[0], name[1], lanes, number,
	            name[0], name[1]);
}

/* Call of a function that leaves its results in an array of the module. */
static void put_one_sincos(struct Printer *p, const struct Angle *angle)
{
	const struct Dialect *dialect = p->dialect;
	text_char(p->out, '\t');
	text_format(p->out, dialect->one_sincos, c_prefix(p->arena, p->job));
	text_format(p->out, "%s)%s\n", angle->text, dialect->end);
	for (int k = 0; k < 2; k++)
		if (angle->name[k])
			text_format(p->out, "\t%s%s = %s[%d]%s\n", dialect->temporary, angle->name[k], dialect->sines,
			            k, dialect->end);
}

/* Names for sines and cosines where temporaries have none: elements of the arrays filled by the group's call. */
static void name_elements(struct Printer *p, const struct Angles *angles)
{
	for (int i = 0; i < (int)angles->count; i++) {
		const struct Step *step = &p->function->program.step[angles->item[i].step];
		bool cosine = step->op == OP_COS;
		p->name[angles->item[i].step] =
			text_print(p->arena, "%s%d[%d]", cosine ? "cosines" : "sines", p->groups + 1, i);
		if (step->partner)
			p->name[step->partner - 1] =
				text_print(p->arena, "%s%d[%d]", cosine ? "sines" : "cosines", p->groups + 1, i);
	}
}

/* --- a loop over angles --- */

/* Sorts angles that are input elements by their index. */
static void sort_angles(struct Angle *angle, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t k = i;
		     k > 0 && angle[k].value.kind == OPERAND_INPUT && angle[k - 1].value.kind == OPERAND_INPUT &&
		     angle[k].value.index < angle[k - 1].value.index;
		     k--) {
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
static const char *angles_text(struct Printer *p, const struct Angles *angles)
{
	const struct Angle *angle = angles->item;
	bool row = angle[0].value.kind == OPERAND_INPUT && angle[0].value.array != INPUT_LIMB_NUMBERS;
	for (size_t i = 1; i < angles->count; i++)
		row &= follows(p, angle[i - 1].value, angle[i].value);
	if (row)
		return text_print(p->arena, "&%s", angle[0].text);
	text_format(p->out, "\t%sangles%d[%zu] = {", c_declaring(p, &p->type[0]), p->groups, angles->count);
	for (size_t i = 0; i < angles->count; i++)
		text_format(p->out, "%s%s%s", i ? "," : "", i % 8 ? " " : "\n\t\t", angle[i].text);
	text_put(p->out, "\n\t};\n");
	return text_print(p->arena, "angles%d", p->groups);
}

static void put_loop(struct Printer *p, struct Angles *angles)
{
	int number = ++p->groups;
	sort_angles(angles->item, angles->count);
	read_angles(p, angles);
	const char *text = angles_text(p, angles);
	text_format(p->out, "\t%s sines%d[%zu];\n\t%s(%s, sines%d, %zu);\n", p->real->name, number, 2 * angles->count,
	            c_own(p, OWN_SINCOS_LOOP), text, number, angles->count);
	for (int i = 0; i < (int)angles->count; i++) {
		const struct Angle *angle = &angles->item[i];
		bool cosine = p->function->program.step[angle->step].op == OP_COS;
		struct SincosList list = { p->out, 0, p->job->request->misra };
		const char *open = text_print(p->arena, "\t%s", c_declaring(p, &p->type[0]));
		for (int k = 0; k < 2; k++, cosine = !cosine)
			if (angle->name[cosine])
				sincos_put_item(&list, open,
				                text_print(p->arena, "%s = sines%d[%d]", angle->name[cosine], number,
				                           2 * i + cosine));
		text_put(p->out, ";\n");
	}
}

/* --- groups --- */

/* The angles of a group that are in this stage of a body with loops: numbers, or those of a turn of a loop. */
static void put_group_of_turn(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	uint32_t first;
	struct Angles angles = find_angles(p, step->group, step->lanes, &first);
	if (first != index)
		return; /* set with the first of its group */
	read_angles(p, &angles);
	c_put_sincos_calls(p, c_type(p, step), &angles);
}

void c_put_sincos(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	uint32_t first;
	if (p->type[1].lanes == LANES_LIMBS && p->type[1].loop) {
		put_group_of_turn(p, index);
		return;
	}
	if (p->type[1].loop && !p->loops_over_angles) { /* the loop computes the limbs' sines */
		put_lanes_angle(p, index);
		return;
	}
	struct Angles numbers = find_angles(p, step->group, p->loops_over_angles && step->lanes, &first);
	if (first != index)
		return; /* set with the first of its group */
	if (p->loops_over_angles) {
		put_loop(p, &numbers);
		return;
	}
	struct Angles limbs = find_angles(p, step->group, true, &first);
	for (size_t i = 0; i < numbers.count && p->type[0].lanes; i++)
		put_lanes_angle(p, numbers.item[i].step);
	if (p->type[0].lanes)
		return;
	read_angles(p, &limbs);
	read_angles(p, &numbers);
	for (size_t i = 0; i < numbers.count && p->dialect->one_sincos; i++)
		put_one_sincos(p, &numbers.item[i]);
	if (p->dialect->one_sincos)
		return;
	if (!p->dialect->temporary)
		name_elements(p, &numbers);
	c_put_sincos_calls(p, &p->type[1], &limbs);
	c_put_sincos_calls(p, &p->type[0], &numbers);
}

/* --- functions --- */

/* Count of angles in the group from step `first`, in lanes or as numbers; *last becomes the step after the group. */
static int group_angles(const struct Program *program, uint32_t first, bool lanes, uint32_t *last)
{
	int count = 0;
	*last = first;
	while (*last < program->steps && program->step[*last].group == program->step[first].group) {
		uint32_t partner = program->step[*last].partner;
		count += program->step[*last].lanes == lanes && (!partner || partner - 1 > *last);
		(*last)++;
	}
	return count;
}

/* Sines requested by the programs of a job. */
struct Asked {
	unsigned sizes;   /* functions called by groups, a bit each (c_sincos_sizes) */
	unsigned later;   /* functions among these called only by programs with limb lanes */
	int angles, most; /* count in all programs, largest count in a program */
	bool limbs;       /* some programs have limb lanes */
};

/* Adds the angles of a program: numbers, or angles in lanes. */
static void ask(const struct Printer *p, const struct Program *program, bool lanes, struct Asked *asked)
{
	int angles = 0;
	for (uint32_t i = 0, last; i < program->steps; i = last) {
		last = i + 1;
		int own = program->step[i].group ? group_angles(program, i, lanes, &last) : 0;
		asked->sizes |= c_sincos_sizes(p, lanes, own);
		angles += own;
	}
	asked->angles += angles;
	asked->most = angles > asked->most ? angles : asked->most;
}

static struct Asked asked_of(const struct Printer *p)
{
	struct Asked asked = { 0 }, limbs = { 0 };
	for (int f = -1; f < p->job->functions; f++) {
		const struct Generated *function = job_generated(p->job, f);
		ask(p, &function->program, false, &asked);
		for (int k = 0; k < function->limb_programs; k++)
			ask(p, &function->limbs[k].program, false, &limbs);
		asked.limbs |= function->limb_programs > 0;
	}
	asked.later = limbs.sizes & ~asked.sizes;
	asked.angles += limbs.angles;
	asked.most = limbs.most > asked.most ? limbs.most : asked.most;
	return asked;
}

bool c_loops_over_angles(const struct Printer *p)
{
	if (!p->compact)
		return false;
	struct Asked asked = asked_of(p);
	bool one_by_one = asked.sizes == 1u << 1 && asked.angles > 1;
	return asked.limbs || !one_by_one;
}

void c_put_limb_sincos(struct Printer *p, int width, const struct Type *limbs)
{
	struct Asked asked = { 0 };
	for (int f = 0; f < p->job->functions; f++)
		for (int k = 0; k < p->job->function[f].limb_programs; k++) {
			const struct LimbProgram *program = &p->job->function[f].limbs[k];
			if (program->lanes.width == width) {
				ask(p, &program->program, true, &asked);
				ask(p, &p->job->function[f].limbs[0].program, true, &asked); /* in loops */
			}
		}
	bool wide = p->dispatch && width == c_in_register(p, MACHINE_AVX);
	sincos_put_limbs(p, asked.sizes, asked.most <= SINCOS_FEW, limbs, c_avx2(p, wide));
}

/* Functions for all groups of the job. */
void c_put_sincos_functions(struct Printer *p)
{
	struct Asked asked = asked_of(p);
	if (p->dialect->own_sincos)
		sincos_put_prototypes(p, asked.sizes);
	else if (p->loops_over_angles && asked.sizes)
		sincos_put_loop(p);
	else
		sincos_put_functions(p, asked.sizes, asked.later, asked.most <= SINCOS_FEW);
}

void c_put_later_sincos_functions(struct Printer *p)
{
	struct Asked asked = asked_of(p);
	sincos_put_later(p, asked.later, asked.most <= SINCOS_FEW);
}
