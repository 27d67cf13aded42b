#include "loops.h"

#include <math.h>
#include <string.h>

#include "small.h"

/* --- results that loops write --- */

/* From so many on a loop is shorter. */
enum { ZEROS = 8, MIRRORED = 12 };

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

static void find_zeros(struct Printer *p, const struct Generated *f, int output)
{
	const struct Program *program = &f->program;
	uint32_t zeros = 0;
	if (c_array_type(p, f->output[output].name))
		return; /* no array of numbers */
	for (uint32_t s = 0; s < program->stores; s++)
		zeros += program->store[s].array == (uint32_t)output && is_zero(program, &program->store[s]) && !p->zeros_apart;
	p->small->clear[output] = zeros >= ZEROS;
	for (uint32_t s = 0; s < program->stores && zeros >= ZEROS; s++)
		if (program->store[s].array == (uint32_t)output && is_zero(program, &program->store[s]))
			p->small->apart[s] = true;
}

/* Is an output a whole matrix that is its own mirror? Then those above the diagonal are copies. */
static void find_mirror(struct Printer *p, const struct Generated *f, int output)
{
	const struct Program *program = &f->program;
	const struct GeneratedOutput *info = &f->output[output];
	uint32_t n = (uint32_t)info->rows, mirrored = 0;
	if (info->rows != info->columns || info->packed || info->pattern || info->size != (size_t)n * n)
		return;
	uint32_t *store = ARENA_ARRAY(p->arena, uint32_t, info->size);
	for (uint32_t s = 0; s < program->stores; s++)
		if (program->store[s].array == (uint32_t)output)
			store[program->store[s].element] = s;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < i; j++) {
			uint32_t below = store[i * n + j], above = store[j * n + i];
			if (!same_value(program, program->store[below].value, program->store[above].value))
				return;
			mirrored += !is_zero(program, &program->store[below]);
		}
	if (mirrored < MIRRORED)
		return;
	p->small->mirror[output] = true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < i; j++)
			p->small->apart[store[j * n + i]] = true;
}

static void find_results(struct Printer *p, const struct Generated *f)
{
	struct Small *small = p->small;
	small->apart = ARENA_ARRAY(p->arena, bool, f->program.stores);
	small->clear = ARENA_ARRAY(p->arena, bool, f->outputs);
	small->mirror = ARENA_ARRAY(p->arena, bool, f->outputs);
	for (int i = 0; i < f->outputs; i++) {
		find_zeros(p, f, i);
		find_mirror(p, f, i);
	}
}

static void put_clear(struct Printer *p, const struct GeneratedOutput *output)
{
	text_format(p->out, "\t%s_clear(%s, %zu);\n", c_prefix(p->arena, p->package), output->name, output->size);
}

/* Compilers would make a call of memset of the loop, which a small machine may not have. */
static void put_clear_function(struct Printer *p)
{
	text_put(p->out, "#if defined(__clang__)\n__attribute__((unused))\n#if __has_attribute(no_builtin)\n"
	         "__attribute__((no_builtin(\"memset\")))\n#endif\n#elif defined(__GNUC__) && !defined(__TINYC__)\n"
	         "__attribute__((noinline, unused, optimize(\"no-tree-loop-distribute-patterns\")))\n#endif\n");
	text_format(p->out, "static void %s_clear(%s *entry, int count)\n{\n\tfor (int i = 0; i < count; i++) {\n\t\tentry[i] = ",
	            c_prefix(p->arena, p->package), p->real->name);
	real_put(p->real, p->out, 0);
	text_put(p->out, ";\n\t}\n}\n\n");
}

void c_put_small_zeros(struct Printer *p)
{
	const struct Generated *f = p->function;
	bool *zeros = ARENA_ARRAY(p->arena, bool, f->outputs);
	for (uint32_t s = 0; s < f->program.statements; s++)
		if (generated_zero(f, f->program.statement[s]))
			zeros[f->program.store[f->program.statement[s].index].array] = true;
	text_put(p->out, "{\n");
	for (int i = 0; i < f->outputs; i++) {
		if (zeros[i])
			put_clear(p, &f->output[i]);
		else
			text_format(p->out, "\t(void)%s;\n", f->output[i].name);
	}
	text_put(p->out, "}\n");
}

void c_open_small(struct Printer *p)
{
	for (int i = 0; i < p->function->outputs; i++)
		if (p->small->clear[i])
			put_clear(p, &p->function->output[i]);
}

void c_close_small(struct Printer *p)
{
	for (int i = 0; i < p->function->outputs; i++) {
		const struct GeneratedOutput *output = &p->function->output[i];
		const char *row_i = c_product(p, text_print(p->arena, "%d*i", output->rows));
		const char *row_j = c_product(p, text_print(p->arena, "%d*j", output->rows));
		if (p->small->mirror[i])
			text_format(p->out, "\tfor (int i = 1; i < %d; i++) {\n\t\tfor (int j = 0; j < i; j++) {\n"
			            "\t\t\t%s[%s + i] = %s[%s + j];\n\t\t}\n\t}\n", output->rows, output->name, row_j, output->name, row_i);
	}
}

/* --- functions --- */

/* Does the text get shorter? Of the statements of limbs one stands for all, but for what goes to and fro. */
static bool saves(const struct Generated *whole, const struct Small *small)
{
	enum { A_STAGE = 12 };
	const struct Program *program = &small->function->program;
	uint32_t inside = 0;
	for (uint32_t i = 0; i < program->steps; i++)
		inside += program->step[i].op != OP_PICK;
	return inside + 2 * small->stages.keeps + A_STAGE * small->stages.count < whole->program.steps;
}

/* With the statements of limbs in loops, if that is shorter and the function can be one piece. */
static void take_limbs(struct Printer *p)
{
	const struct Generated *whole = p->function;
	const struct LimbProgram *limbs = &whole->limbs[0];
	struct Small *small = p->small;
	if (!whole->limb_programs) {
		find_results(p, whole);
		return;
	}
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *whole;
	function->program = limbs->program;
	find_results(p, function);
	function->program = stages_arrange(&limbs->program, &limbs->lanes, small->apart, &small->stages);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (function->program.input[i] < whole->program.input[i])
			function->program.input[i] = whole->program.input[i];
	struct Printer own = *p;
	own.function = small->function = function;
	if (saves(whole, small) && !c_is_long(&own)) {
		small->lanes = &limbs->lanes;
		small->column = ARENA_ARRAY(p->arena, uint32_t, limbs->lanes.number.count);
	} else {
		small->function = whole;
		find_results(p, whole);
	}
}

void c_begin_small(struct Printer *p)
{
	struct Small *small = p->small = ARENA_NEW(p->arena, struct Small);
	small->function = p->function;
	take_limbs(p);
}

void c_put_small_helpers(struct Printer *p)
{
	bool clears = false;
	for (int f = 0; f < p->package->functions; f++) {
		p->function = &p->package->function[f];
		c_begin_small(p);
		for (int i = 0; i < p->function->outputs; i++)
			clears |= p->small->clear[i];
		c_end_small(p);
		clears |= p->zeros_apart && generated_has_zeros(p->function);
	}
	if (clears)
		put_clear_function(p);
}

void c_end_small(struct Printer *p)
{
	p->small = NULL;
}

bool c_has_limb_loops(const struct Printer *p)
{
	return p->small && p->small->lanes;
}

/* Lines one tab farther in. */
static void put_inside(struct Text *out, const char *lines)
{
	for (const char *line = lines; *line;) {
		size_t length = strcspn(line, "\n") + 1;
		text_char(out, '\t');
		text_bytes(out, line, length);
		line += length;
	}
}

static void put_stages(struct Printer *p)
{
	struct Small *small = p->small;
	struct Text *out = p->out;
	struct Dialect inside = *p->dialect;
	uint32_t first = 0;
	inside.width -= 8;
	for (small->now = 0; small->now < small->stages.count; small->now++) {
		uint32_t end = small->stages.end[small->now];
		if (small->now % 2 && end > first) {
			struct Printer own = *p;
			struct Text text;
			text_init(&text, p->arena);
			own.out = &text;
			own.dialect = &inside;
			c_put_run(&own, first, end);
			p->groups = own.groups;
			text_format(out, "\tfor (int l = 0; l < %d; l++) {\n", small->lanes->width);
			put_inside(out, text_string(&text));
			text_put(out, "\t}\n");
		} else {
			c_put_run(p, first, end);
		}
		first = end;
	}
}

/* Numbers of limbs, and where their elements stand. */
static void put_tables(struct Printer *p)
{
	const struct Small *small = p->small;
	int width = small->lanes->width;
	if (small->own.count)
		text_format(p->out, "\tstatic const %s own[%d][%zu] = {\n", p->real->name, width, small->own.count);
	for (int l = 0; l < width && small->own.count; l++) {
		text_put(p->out, "\t\t{");
		for (size_t k = 0; k < small->own.count; k++) {
			text_format(p->out, "%s%s", k ? "," : "", k % 8 ? " " : k ? "\n\t\t\t" : " ");
			real_put(p->real, p->out, small->lanes->number.item[small->own.item[k]].value[l]);
		}
		text_format(p->out, " }%s\n", l + 1 < width ? "," : "");
	}
	text_put(p->out, small->own.count ? "\t};\n" : "");
	if (small->offsets.count)
		text_format(p->out, "\tstatic const short place[%d][%zu] = {\n", width, small->offsets.count);
	for (int l = 0; l < width && small->offsets.count; l++) {
		text_put(p->out, "\t\t{");
		for (size_t k = 0; k < small->offsets.count; k++)
			text_format(p->out, "%s%d", k ? ", " : " ", small->offsets.item[k].of[l]);
		text_format(p->out, " }%s\n", l + 1 < width ? "," : "");
	}
	text_put(p->out, small->offsets.count ? "\t};\n" : "");
	if (small->stages.keeps)
		text_format(p->out, "\t%s limb[%d][%u];\n", p->real->name, width, small->stages.keeps);
}

void c_put_small_body(struct Printer *p)
{
	struct Printer own = *p;
	struct Text inside;
	own.function = p->small->function;
	own.lanes = p->small->lanes;
	own.lanes_type = p->real->name;
	c_open_body(&own);
	c_open_small(&own);
	text_init(&inside, p->arena);
	own.out = &inside;
	if (own.lanes)
		put_stages(&own);
	else
		c_put_run(&own, 0, own.function->program.statements);
	own.out = p->out;
	if (own.lanes)
		put_tables(&own);
	text_put(p->out, text_string(&inside));
	c_close_small(&own);
	text_put(p->out, "}\n");
}
