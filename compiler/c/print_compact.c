#include "print_compact.h"

#include <math.h>

#include "base/tuning.h"
#include "print_rolled.h"

/* --- results that loops write --- */

static bool is_zero(const struct Program *program, const struct Store *store)
{
	return store->value.kind == OPERAND_CONST && program->constant[store->value.index] == 0 &&
	       !signbit(program->constant[store->value.index]);
}

static bool same_value(const struct Program *program, struct Operand a, struct Operand b)
{
	if (a.kind != b.kind)
		return false;
	return a.kind == OPERAND_CONST ? program->constant[a.index] == program->constant[b.index]
	                               : a.array == b.array && a.negative == b.negative && a.index == b.index;
}

static void find_zeros(struct Printer *p, const struct Program *program, int output)
{
	uint32_t zeros = 0;
	if (c_array_type(p, p->function->output[output].name))
		return; /* struct, not an array of numbers */
	for (uint32_t s = 0; s < program->stores; s++)
		zeros += program->store[s].array == (uint32_t)output && is_zero(program, &program->store[s]) &&
		         !p->zeros_apart;
	p->output_loops->clear[output] = zeros >= COMPACT_ZEROS;
	for (uint32_t s = 0; s < program->stores && zeros >= COMPACT_ZEROS; s++)
		if (program->store[s].array == (uint32_t)output && is_zero(program, &program->store[s]))
			p->output_loops->apart[s] = true;
}

/* Finds out whether an output is a whole symmetric matrix. Then a loop copies the entries above the diagonal. */
static void find_mirror(struct Printer *p, const struct Program *program, int output)
{
	const struct GeneratedOutput *info = &p->function->output[output];
	uint32_t n = (uint32_t)info->rows, mirrored = 0;
	if (info->rows != info->columns || info->layout)
		return;
	uint32_t *store = ARENA_ARRAY(p->arena, uint32_t, info->size); /* by element, + 1; 0: a stage stores it */
	for (uint32_t s = 0; s < program->stores; s++)
		if (program->store[s].array == (uint32_t)output)
			store[program->store[s].element] = s + 1;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < i; j++) {
			uint32_t below = store[i * n + j], above = store[j * n + i];
			if (!below || !above ||
			    !same_value(program, program->store[below - 1].value, program->store[above - 1].value))
				return;
			mirrored += !is_zero(program, &program->store[below - 1]);
		}
	if (mirrored < COMPACT_MIRRORED)
		return;
	p->output_loops->mirror[output] = true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < i; j++)
			p->output_loops->apart[store[j * n + i] - 1] = true;
}

/* Results written by loops, in a program of the function. */
static void find_results(struct Printer *p, const struct Program *program)
{
	struct OutputLoops *output_loops = p->output_loops;
	output_loops->apart = ARENA_ARRAY(p->arena, bool, program->stores);
	output_loops->clear = ARENA_ARRAY(p->arena, bool, p->function->outputs);
	output_loops->mirror = ARENA_ARRAY(p->arena, bool, p->function->outputs);
	for (int i = 0; i < p->function->outputs; i++) {
		find_zeros(p, program, i);
		find_mirror(p, program, i);
	}
}

static void put_clear(struct Printer *p, const struct GeneratedOutput *output)
{
	text_format(p->out, "\t%s(%s, %zu);\n", c_own(p, OWN_CLEAR), c_array_name(p, output->name), output->size);
}

/* The function that clears arrays. */
static void put_clear_function(struct Printer *p)
{
	text_format(p->out, "%svoid %s(%s *entry, int count)\n{\n\tfor (int i = 0; i < count; i++) {\n\t\tentry[i] = ",
	            p->dialect->storage.clearing, c_own(p, OWN_CLEAR), p->real->name);
	real_put(p->real, p->out, 0);
	text_put(p->out, ";\n\t}\n}\n\n");
}

void c_put_compact_zeros(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_put(p->out, "{\n");
	for (int i = 0; i < f->outputs; i++) {
		if (output_has_zeros(&f->output[i]))
			put_clear(p, &f->output[i]);
		else
			text_format(p->out, "\t(void)%s;\n", c_array_name(p, f->output[i].name));
	}
	text_put(p->out, "}\n");
}

void c_open_compact(struct Printer *p)
{
	for (int i = 0; p->output_loops && i < p->function->outputs; i++)
		if (p->output_loops->clear[i])
			put_clear(p, &p->function->output[i]);
}

void c_close_compact(struct Printer *p)
{
	for (int i = 0; p->output_loops && i < p->function->outputs; i++) {
		const struct GeneratedOutput *output = &p->function->output[i];
		const char *name = c_array_name(p, output->name);
		const char *row_i = c_product(p, text_print(p->arena, "%d*i", output->rows));
		const char *row_j = c_product(p, text_print(p->arena, "%d*j", output->rows));
		if (p->output_loops->mirror[i])
			text_format(p->out,
			            "\tfor (int i = 1; i < %d; i++) {\n\t\tfor (int j = 0; j < i; j++) {\n"
			            "\t\t\t%s[%s + i] = %s[%s + j];\n\t\t}\n\t}\n",
			            output->rows, name, row_j, name, row_i);
	}
}

/* --- functions --- */

/* True if loops over limbs make the code shorter: the statements of a limb are printed once, but values pass through
 * memory. */
static bool saves(const struct Generated *whole, const struct Rolled *rolled)
{
	const struct Program *program = &rolled->function.program;
	uint32_t inside = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		inside += program->step[i].op != OP_PICK;
	return inside + 2 * rolled->stages.keeps + COMPACT_STAGE * rolled->stages.count < whole->program.steps;
}

/* Prepares loops over zeros and mirrored entries, and over limbs if these are shorter. */
void c_begin_compact(struct Printer *p)
{
	const struct Generated *whole = p->function;
	if (!p->compact)
		return;
	p->output_loops = ARENA_NEW(p->arena, struct OutputLoops);
	if (whole->limb_programs) {
		find_results(p, &whole->limbs[0].program);
		p->rolled = c_roll_limbs(p, p->output_loops->apart);
		if (p->rolled && saves(whole, p->rolled))
			return;
	}
	p->rolled = NULL;
	find_results(p, whole->stages ? &whole->stages->before : &whole->program);
}

void c_end_compact(struct Printer *p)
{
	p->output_loops = NULL;
	p->rolled = NULL;
}

void c_put_compact_helpers(struct Printer *p)
{
	bool clears = false;
	for (int f = job_prepares(p->job) ? -1 : 0; p->compact && f < p->job->functions; f++) {
		p->function = job_generated(p->job, f);
		c_begin_compact(p);
		for (int i = 0; i < p->function->outputs; i++)
			clears |= p->output_loops->clear[i];
		c_end_compact(p);
		clears |= c_has_init(p);
	}
	if (clears)
		put_clear_function(p);
}
