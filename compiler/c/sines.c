/* Sines and cosines of our own within a function: a group is evaluated at its first step. */
#include "print_sincos.h"

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
	const char *from = text_print(p->arena, first ? "[%d]" : "", first), *at = first ? "&" : "";
	if (type->lanes)
		sincos_put_item(&list, open, text_print(p->arena, "%sangles%d%s", at, p->groups, from));
	for (int i = first; i < first + size && !type->lanes; i++)
		sincos_put_item(&list, open, i < angles->count ? angles->angle[i] : p->real->narrow ? "0.0f" : "0.0");
	sincos_put_item(&list, open, text_print(p->arena, "%ssines%d%s", at, p->groups, from));
	sincos_put_item(&list, open, text_print(p->arena, "%scosines%d%s", at, p->groups, from));
	text_put(p->out, ");\n");
}

/* Arrays for a group: vectors of angles, room for sines and cosines. */
static void put_arrays(struct Printer *p, const struct Type *type, const struct Angles *angles, int room)
{
	struct SincosList list = { p->out, 0, false };
	const char *open = text_print(p->arena, "\tconst %s angles%d[%d] = { ", type->name, p->groups, angles->count);
	bool misra = p->job->request->misra;
	for (int i = 0; i < angles->count && type->lanes; i++)
		sincos_put_item(&list, open, angles->angle[i]);
	text_put(p->out, type->lanes ? " };\n" : "");
	text_format(p->out, "\t%s sines%d[%d]%s%s cosines%d[%d];\n", type->name, p->groups, room, misra ? ";\n\t" : ",",
	            misra ? type->name : "", p->groups, room);
}

void c_put_sincos_calls(struct Printer *p, const struct Type *type, const struct Angles *angles)
{
	if (!angles->count)
		return;
	const char *open = text_print(p->arena, "\tconst %s ", type->name);
	int number = ++p->groups, room = room_for(p, type->lanes, angles->count);
	put_arrays(p, type, angles, room);
	for (int first = 0, size; first < room; first += size) {
		size = next_size(p, type->lanes, angles->count - first);
		put_arguments(p, type, angles, first, size);
	}
	for (int i = 0; i < angles->count; i++) {
		struct SincosList list = { p->out, 0, p->job->request->misra };
		for (int k = 0; k < 2; k++)
			if (angles->name[k][i])
				sincos_put_item(&list, open, text_print(p->arena, "%s = %s%d[%d]", angles->name[k][i],
				                                        k ? "cosines" : "sines", number, i));
		text_put(p->out, list.column ? ";\n" : "");
	}
}

/* --- groups --- */

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

/* Expression for the angle of a sine or cosine. */
static const char *angle_of(struct Printer *p, uint32_t index)
{
	struct Text *const out = p->out;
	struct Text text;
	text_init(&text, p->arena);
	p->out = &text;
	c_put_value(p, p->function->program.step[index].operand[0]);
	p->out = out;
	return text_string(&text);
}

void c_put_lanes_angle(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	if (step->partner && step->partner - 1 < index)
		return; /* set with its partner */
	const char *lanes = c_type(p, step)->name, *angle = angle_of(p, index);
	const char *name[2] = { NULL, NULL }; /* of the sine, of the cosine */
	bool cosine = step->op == OP_COS;
	int number = ++p->groups;
	name[cosine] = p->name[index];
	name[!cosine] = step->partner ? p->name[step->partner - 1] : text_print(p->arena, "%s%d", cosine ? "sine" : "cosine", number);
	text_format(p->out, "\tconst %s angle%d = %s;\n\t%s %s, %s;\n\t%s_sincos(&angle%d, &%s, &%s);\n", lanes, number, angle,
	            lanes, name[0], name[1], lanes, number, name[0], name[1]);
}

/* Call for a single angle of a group. */
static void put_one_sincos(struct Printer *p, const char *angle, const char *sine, const char *cosine)
{
	const char *sines = p->dialect->sines;
	text_char(p->out, '\t');
	text_format(p->out, p->dialect->one_sincos, c_prefix(p->arena, p->job));
	text_format(p->out, "%s)%s\n", angle, p->dialect->end);
	if (sine)
		text_format(p->out, "\t%s%s = %s[0]%s\n", p->dialect->temporary, sine, sines, p->dialect->end);
	if (cosine)
		text_format(p->out, "\t%s%s = %s[1]%s\n", p->dialect->temporary, cosine, sines, p->dialect->end);
}

/* Names for sines and cosines where temporaries have none: elements of the arrays filled by the group's call. */
static void name_elements(struct Printer *p, uint32_t index, int element)
{
	const struct Step *step = &p->function->program.step[index];
	const char *own = step->op == OP_SIN ? "sines" : "cosines", *other = step->op == OP_SIN ? "cosines" : "sines";
	p->name[index] = text_print(p->arena, "%s%d[%d]", own, p->groups + 1, element);
	if (step->partner)
		p->name[step->partner - 1] = text_print(p->arena, "%s%d[%d]", other, p->groups + 1, element);
}

static struct Angles no_angles(struct Printer *p, int most)
{
	struct Angles angles = { ARENA_ARRAY(p->arena, const char *, most + 1), { NULL }, 0 };
	for (int k = 0; k < 2; k++)
		angles.name[k] = ARENA_ARRAY(p->arena, const char *, most + 1);
	return angles;
}

/* Adds the angle of a sine or cosine, and of its partner. */
static void add_angle(struct Printer *p, struct Angles *angles, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	bool cosine = step->op == OP_COS;
	int own = angles->count++;
	angles->angle[own] = angle_of(p, index);
	angles->name[cosine][own] = p->name[index];
	angles->name[!cosine][own] = step->partner ? p->name[step->partner - 1] : NULL;
}

/* All angles of a group, at its first step: first limb lanes, then numbers. */
void c_put_group(struct Printer *p, uint32_t first)
{
	const struct Program *program = &p->function->program;
	uint32_t last;
	struct Angles numbers = no_angles(p, group_angles(program, first, false, &last));
	struct Angles limbs = no_angles(p, group_angles(program, first, true, &last));
	for (uint32_t i = first; i < last; i++) {
		const struct Step *step = &program->step[i];
		int own = numbers.count;
		if (step->partner && step->partner - 1 < i)
			continue; /* added with its partner */
		if (p->type[0].lanes)
			c_put_lanes_angle(p, i);
		else
			add_angle(p, step->lanes ? &limbs : &numbers, i);
		if (numbers.count == own)
			continue;
		if (p->dialect->one_sincos)
			put_one_sincos(p, numbers.angle[own], numbers.name[0][own], numbers.name[1][own]);
		else if (!p->dialect->temporary)
			name_elements(p, i, own);
	}
	if (p->dialect->one_sincos)
		return;
	c_put_sincos_calls(p, &p->type[1], &limbs);
	c_put_sincos_calls(p, &p->type[0], &numbers);
}

/* --- functions --- */

/* Sines requested by the programs of a job. */
struct Asked {
	unsigned sizes;   /* functions called by groups, a bit each (c_sincos_sizes) */
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
	struct Asked asked = { 0 };
	for (int f = -1; f < p->job->functions; f++) {
		const struct Generated *function = job_generated(p->job, f);
		ask(p, &function->program, false, &asked);
		for (int k = 0; k < function->limb_programs; k++)
			ask(p, &function->limbs[k].program, false, &asked);
		asked.limbs |= function->limb_programs > 0;
	}
	return asked;
}

bool c_loops_over_angles(const struct Printer *p)
{
	if (!p->small)
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
			if (program->lanes.width == width)
				ask(p, &program->program, true, &asked);
		}
	sincos_put_limbs(p, asked.sizes, asked.most <= SINCOS_FEW, limbs);
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
		sincos_put_functions(p, asked.sizes, asked.most <= SINCOS_FEW);
}
