/* Sines and cosines of our own within a function: a group is evaluated at its first step. */
#include "printer.h"

#include "sincos_vectors.h"

struct SincosPrinter c_sincos_printer(const struct Printer *p)
{
	const char *own = p->dialect->own_sincos;
	bool fused = p->job->fuses;
	return (struct SincosPrinter){ .out = p->out, .real_float = p->real->narrow, .contract = p->job->request->contract,
	                               .fma = fused ? c_fma_function(p) : NULL,
	                               .fused_if = p->job->request->fma == FMA_AUTO ? c_fma_condition(p) : NULL,
	                               .vectors = !own && !p->real->narrow && !p->dialect->compact, .misra = p->job->request->misra,
	                               .prefix = own ? text_print(p->arena, "%s%s%s", own, p->real->suffix, fused ? "_fma" : "")
	                                             : c_prefix(p->arena, p->job) };
}

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

/* Angles of a group, and the names of their sines and cosines. */
struct Angles {
	const char **angle, **name[2];
	int count;
};

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

static void put_angles(struct Printer *p, const struct Angles *angles, const char *lanes)
{
	struct SincosPrinter printer = c_sincos_printer(p);
	if (!angles->count)
		return;
	printer.lanes = lanes;
	printer.groups = p->groups++;
	sincos_put_group(&printer, angles->angle, angles->name[0], angles->name[1], angles->count);
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
	put_angles(p, &limbs, p->type[1].name);
	put_angles(p, &numbers, NULL);
}

/* Sines requested by the programs of a job. */
struct Asked {
	unsigned sizes;   /* functions called by groups, a bit each (sincos_sizes) */
	int angles, most; /* count in all programs, largest count in a program */
	bool limbs;       /* some programs have limb lanes */
};

/* Adds the angles of a program: numbers, or angles in lanes. */
static void ask(const struct Printer *p, const struct Program *program, const char *lanes, struct Asked *asked)
{
	struct SincosPrinter printer = c_sincos_printer(p);
	int angles = 0;
	printer.lanes = lanes;
	for (uint32_t i = 0, last; i < program->steps; i = last) {
		last = i + 1;
		int own = program->step[i].group ? group_angles(program, i, lanes, &last) : 0;
		asked->sizes |= sincos_sizes(&printer, own);
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
		ask(p, &function->program, NULL, &asked);
		for (int k = 0; k < function->limb_programs; k++)
			ask(p, &function->limbs[k].program, NULL, &asked);
		asked.limbs |= function->limb_programs > 0;
	}
	return asked;
}

bool c_loops_over_angles(const struct Printer *p)
{
	if (!p->dialect->compact)
		return false;
	struct Asked asked = asked_of(p);
	bool one_by_one = asked.sizes == 1u << 1 && asked.angles > 1;
	return asked.limbs || !one_by_one;
}

void c_put_limb_sincos(struct Printer *p, int width, const char *type, const char *fma)
{
	struct SincosPrinter printer = c_sincos_printer(p);
	struct Asked asked = { 0 };
	for (int f = 0; f < p->job->functions; f++)
		for (int k = 0; k < p->job->function[f].limb_programs; k++) {
			const struct LimbProgram *limbs = &p->job->function[f].limbs[k];
			if (limbs->lanes.width == width)
				ask(p, &limbs->program, type, &asked);
		}
	printer.lanes = type;
	printer.few = asked.most <= SINCOS_FEW;
	sincos_put_limbs(&printer, asked.sizes, fma);
}

/* Functions for all groups of the job. */
void c_put_sincos_functions(struct Printer *p)
{
	struct SincosPrinter printer = c_sincos_printer(p);
	struct Asked asked = asked_of(p);
	printer.few = asked.most <= SINCOS_FEW;
	if (p->dialect->own_sincos)
		sincos_put_prototypes(&printer, asked.sizes);
	else if (p->loops_over_angles && asked.sizes)
		sincos_put_loop(&printer);
	else
		sincos_put_functions(&printer, asked.sizes);
}
