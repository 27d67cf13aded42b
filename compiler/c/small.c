#include "small.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/stages.h"

/* Where elements of limbs stand, if not at equal distances: what is added to that of the first. */
struct Offsets {
	int of[LANES_MOST];
};

struct Small {
	const struct Generated *function; /* with the statements of limbs in loops, or as it is */
	const struct Lanes *lanes;        /* NULL: no limbs are in loops */
	struct Stages stages;
	uint32_t now;                     /* the stage that is printed */
	uint32_t *column;                 /* by number of limbs: its place among those that are read, + 1 */
	struct { uint32_t *item; size_t count, capacity; } own; /* those, in that order */
	struct { struct Offsets *item; size_t count, capacity; } offsets;
	bool *apart;                      /* by store */
	bool *clear, *mirror;             /* by output */
};

/* --- results that loops write --- */

/* From so many on a loop is shorter. */
enum { ZEROS = 10, MIRRORED = 12 };

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

bool c_small_apart(const struct Printer *p, struct Statement statement)
{
	return p->small && statement.store && p->small->apart[statement.index];
}

static void put_clear(struct Printer *p, const struct GeneratedOutput *output)
{
	text_format(p->out, "\tfor (int i = 0; i < %zu; i++)\n\t\t%s[i] = ", output->size, output->name);
	real_put(p->real, p->out, 0);
	text_put(p->out, ";\n");
}

void c_put_clearing(struct Printer *p)
{
	const struct Generated *f = p->function;
	bool *zeros = ARENA_ARRAY(p->arena, bool, f->outputs);
	for (uint32_t s = 0; s < f->program.statements; s++)
		if (generated_zero(f, f->program.statement[s]))
			zeros[f->program.store[f->program.statement[s].index].array] = true;
	for (int i = 0; i < f->outputs; i++)
		if (zeros[i])
			put_clear(p, &f->output[i]);
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
		if (p->small->mirror[i])
			text_format(p->out, "\tfor (int i = 1; i < %d; i++)\n\t\tfor (int j = 0; j < i; j++)\n\t\t\t%s[%d*j + i] = %s[%d*i + j];\n",
			            output->rows, output->name, output->rows, output->name, output->rows);
	}
}

/* --- sines --- */

struct Angle {
	struct Operand value;
	uint32_t step, partner; /* partner: + 1 */
};

/* Of the statements printed together, in order; an angle once for its sine and cosine. */
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

/* In the order of the elements that they are, if they are such. */
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

/* Does one follow the other in an array of the caller's? */
static bool follows(const struct Printer *p, struct Operand a, struct Operand b)
{
	if (a.kind != OPERAND_INPUT || b.kind != OPERAND_INPUT || a.array != b.array)
		return false;
	if (a.array != INPUT_LANES)
		return a.array < INPUT_LANES && b.index == a.index + 1;
	const struct LaneInput *of = p->lanes->input.item;
	bool next = of[a.index].array == of[b.index].array;
	for (int l = 0; l < p->lanes->width; l++)
		next &= of[b.index].element[l] == of[a.index].element[l] + 1;
	return next;
}

/* The angles as one array: where they stand, or copied. */
static const char *angles_text(struct Printer *p, const struct Angle *angle, int count, int number)
{
	bool row = angle[0].value.kind == OPERAND_INPUT && angle[0].value.array != INPUT_LANE_NUMBERS;
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

void c_put_small_sines(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	struct Angle *angle = ARENA_ARRAY(p->arena, struct Angle, p->run.end - p->run.first);
	int count = find_angles(p, index, angle), number;
	if (angle[0].step != index && angle[0].partner != index + 1)
		return; /* came with the first */
	if (angle[0].step != index)
		return;
	number = ++p->groups;
	sort_angles(angle, count);
	const char *angles = angles_text(p, angle, count, number);
	text_format(p->out, "\t%s sines%d[%d];\n\t%s_sincos(%s, sines%d, %d);\n", p->real->name, number, 2 * count,
	            c_prefix(p->arena, p->package), angles, number, count);
	for (int i = 0; i < count; i++) {
		bool cosine = program->step[angle[i].step].op == OP_COS;
		text_format(p->out, "\tconst %s %s = sines%d[%d]", p->real->name, p->name[angle[i].step], number, 2 * i + cosine);
		if (angle[i].partner)
			text_format(p->out, ", %s = sines%d[%d]", p->name[angle[i].partner - 1], number, 2 * i + !cosine);
		text_put(p->out, ";\n");
	}
}

/* --- limbs --- */

static uint32_t offsets_row(struct Printer *p, const struct Offsets *offsets)
{
	for (size_t i = 0; i < p->small->offsets.count; i++)
		if (memcmp(&p->small->offsets.item[i], offsets, sizeof *offsets) == 0)
			return (uint32_t)i;
	*ARENA_PUSH(p->arena, &p->small->offsets) = *offsets;
	return (uint32_t)p->small->offsets.count - 1;
}

/* "7 + 3*l" */
static const char *place(const struct Printer *p, const uint32_t *element)
{
	struct Printer own = *p;
	struct Offsets offsets = { { 0 } };
	int stride = (int)element[1] - (int)element[0], size = abs(stride);
	bool even = true;
	for (int l = 0; l < p->lanes->width; l++) {
		offsets.of[l] = (int)element[l] - (int)element[0];
		even &= offsets.of[l] == l * stride;
	}
	const char *first = text_print(p->arena, "%u", element[0]);
	if (!even)
		return text_print(p->arena, "%s + place[l][%u]", first, offsets_row(&own, &offsets));
	const char *times = size == 1 ? "l" : text_print(p->arena, "%d*l", size);
	return size == 0 ? first : element[0] == 0 ? times : text_print(p->arena, "%s %c %s", first, stride < 0 ? '-' : '+', times);
}

const char *c_small_leaf(const struct Printer *p, enum Input array, uint32_t element)
{
	struct Small *small = p->small;
	if (array == INPUT_LANES) {
		const struct LaneInput *input = &p->lanes->input.item[element];
		return text_print(p->arena, "%s[%s]", input_name[input->array], place(p, input->element));
	}
	if (!small->column[element]) {
		*ARENA_PUSH(p->arena, &small->own) = element;
		small->column[element] = (uint32_t)small->own.count;
	}
	return text_print(p->arena, "own[l][%u]", small->column[element] - 1);
}

const char *c_small_kept(const struct Printer *p, uint32_t index)
{
	const struct Small *small = p->small;
	if (!small || !small->lanes || !p->function->program.step[index].lanes || small->stages.stage[index] == small->now)
		return NULL;
	return text_print(p->arena, "limb[l][%u]", small->stages.kept[index] - 1);
}

void c_put_small_pick(struct Printer *p, const struct Step *pick)
{
	struct Operand from = pick->operand[0];
	int lane = (int)p->function->program.constant[pick->operand[1].index];
	if (from.kind == OPERAND_STEP)
		text_format(p->out, "limb[%d][%u]", lane, p->small->stages.kept[from.index] - 1);
	else if (from.array == INPUT_LANE_NUMBERS)
		real_put(p->real, p->out, p->lanes->number.item[from.index].value[lane]);
	else
		c_put_element(p, input_name[p->lanes->input.item[from.index].array], p->lanes->input.item[from.index].element[lane]);
}

void c_put_small_results(struct Printer *p, uint32_t index)
{
	const struct Stages *stages = &p->small->stages;
	if (!p->small->lanes)
		return;
	if (stages->kept[index])
		text_format(p->out, "\tlimb[l][%u] = %s;\n", stages->kept[index] - 1, p->name[index]);
	for (uint32_t i = stages->stores[index]; i; i = stages->store.item[i - 1].next) {
		const struct LimbStore *store = &stages->store.item[i - 1];
		text_format(p->out, "\t%s[%s] = %s%s;\n", p->function->output[store->array].name, place(p, store->element),
		            store->negative ? "-" : "", p->name[index]);
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
	if (!whole->limb_programs)
		return;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *whole;
	function->program = stages_arrange(&limbs->program, &limbs->lanes, &small->stages);
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
	}
}

void c_begin_small(struct Printer *p)
{
	struct Small *small = p->small = ARENA_NEW(p->arena, struct Small);
	small->function = p->function;
	take_limbs(p);
	small->apart = ARENA_ARRAY(p->arena, bool, small->function->program.stores);
	small->clear = ARENA_ARRAY(p->arena, bool, p->function->outputs);
	small->mirror = ARENA_ARRAY(p->arena, bool, p->function->outputs);
	for (int i = 0; i < p->function->outputs; i++) {
		find_zeros(p, small->function, i);
		find_mirror(p, small->function, i);
	}
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
