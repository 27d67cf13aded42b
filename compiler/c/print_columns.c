#include "print_columns.h"

#include "base/tuning.h"
#include "print_sums.h"
#include "print_tables.h"
#include "program/broadcast.h"
#include "program/column_loops.h"

/* --- whether --- */

/* Code for people, in pieces, whose zeros are written. Beyond 28 KB or so, 11 bytes an operation, loops are faster. */
static bool is_wanted(const struct Printer *p)
{
	const struct Request *request = p->job->request;
	const uint32_t *cost = p->function->program.cost;
	return p->dialect->vectors && request->code_size == CODE_SIZE_AUTO && !request->misra && !p->zeros_apart &&
	       c_is_long(p) && cost[COST_MUL] + cost[COST_ADD] > BATCH_MOST;
}

/* The function's outputs, and the arrays with values of loops. */
static struct GeneratedOutput *with_arrays(const struct Printer *p)
{
	size_t count = (size_t)p->function->outputs;
	struct GeneratedOutput *output = ARENA_ARRAY(p->arena, struct GeneratedOutput, count + 2);
	for (size_t i = 0; i < count; i++)
		output[i] = p->function->output[i];
	output[count].name = PIECES_ARRAY;
	output[count + 1].name = PIECES_LIMBS_ARRAY;
	return output;
}

static struct ColumnOutput columns_of(const struct GeneratedOutput *output, int nv)
{
	if (!nv || output->columns % nv || output->layout)
		return (struct ColumnOutput){ 0, 0, 0 };
	return (struct ColumnOutput){ (uint32_t)output->rows, (uint32_t)output->columns, (uint32_t)nv };
}

static void take_columns(struct Printer *p)
{
	const struct Generated *whole = p->function;
	struct ColumnOutput *output = ARENA_ARRAY(p->arena, struct ColumnOutput, whole->outputs);
	for (int i = 0; i < whole->outputs; i++)
		output[i] = columns_of(&whole->output[i], p->job->model->nv);
	struct ColumnLoops *found = ARENA_NEW(p->arena, struct ColumnLoops);
	*found = column_loops_find(&whole->program, output, (uint32_t)whole->outputs, p->limbs);
	if (!found->loops)
		return;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *whole;
	function->program = found->before;
	p->function = function;
	p->columns = found;
}

/* In pieces, numbers beside vectors get vectors of their own. */
static void take_vectors(struct Printer *p)
{
	bool pieces = p->columns || (c_is_long(p) && p->dialect->vectors);
	if (!p->limbs || !pieces)
		return;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = broadcast_numbers(&p->function->program);
	p->function = function;
}

void c_take_loops(struct Printer *p)
{
	if (is_wanted(p)) {
		struct Generated *function = ARENA_NEW(p->arena, struct Generated);
		*function = *p->function;
		function->output = with_arrays(p);
		p->function = function;
		take_columns(p);
	}
	take_vectors(p);
	if (p->columns) {
		c_take_sums(p);
		c_take_tables(p);
	}
}

/* --- loops --- */

/* Printer of the operations in a loop: its outputs are columns. */
static struct Printer printer_of(const struct Printer *p, const struct ColumnLoop *loop)
{
	struct Printer own = *p;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = loop->body;
	function->outputs = (int)(loop->per_turn * loop->limbs);
	function->output = ARENA_ARRAY(p->arena, struct GeneratedOutput, function->outputs);
	for (int i = 0; i < function->outputs; i++)
		function->output[i].name = text_print(p->arena, "column%d", i);
	own.function = function;
	c_begin_statements(&own);
	own.link = NULL;
	for (uint32_t i = 0; i < loop->per_turn * loop->inputs; i++) {
		const struct ColumnInput *input = &loop->input[i % loop->inputs];
		const char *array = input->own ? (input->lanes ? "own_limbs" : "own")
		                               : (input->lanes ? PIECES_LIMBS_ARRAY : PIECES_ARRAY);
		uint32_t before = input->own ? i / loop->inputs * loop->width[input->lanes] : 0;
		own.name[i] = text_print(p->arena, "%s[%u]", array, before + input->place);
	}
	return own;
}

/* Table of the members: number of the output, and the column of each limb. */
static void put_places(struct Printer *p, const struct ColumnLoop *loop)
{
	text_format(p->out, "\t%sshort place[%u][%u] = {\n", p->dialect->storage.local, loop->members, loop->limbs + 1);
	for (uint32_t m = 0; m < loop->members; m++) {
		text_format(p->out, "\t\t{ %u", loop->member[m].output);
		for (uint32_t l = 0; l < loop->limbs; l++)
			text_format(p->out, ", %u", loop->member[m].column[l]);
		text_format(p->out, " }%s\n", m + 1 < loop->members ? "," : "");
	}
	text_put(p->out, "\t};\n");
}

static void put_results(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_format(p->out, "\t%s *const result[%d] = {", p->real->name, f->outputs);
	for (int i = 0; i < f->outputs; i++)
		text_format(p->out, "%s %s", i ? "," : "", c_array_name(p, f->output[i].name));
	text_put(p->out, " };\n");
}

/* Pointers to the values of a member, and to its columns. */
static void put_pointers(struct Printer *p, const struct ColumnLoop *loop)
{
	const char *const name[2] = { "own", "own_limbs" }, *const array[2] = { PIECES_ARRAY, PIECES_LIMBS_ARRAY };
	for (int i = 0; i < 2; i++)
		if (loop->width[i])
			text_format(p->out, "\t\tconst %s *const %s = %s + %u + %u*member;\n",
			            i ? p->type[1].name : p->real->name, name[i], array[i], loop->first[i],
			            loop->width[i]);
	for (uint32_t i = 0; i < loop->per_turn * loop->limbs; i++) {
		const char *row = text_print(p->arena, i < loop->limbs ? "member" : "member + %u", i / loop->limbs);
		text_format(p->out, "\t\t%s *const column%u = result[place[%s][0]] + place[%s][%u];\n", p->real->name,
		            i, row, row, i % loop->limbs + 1);
	}
}

/* Head of the loop: a turn computes one member or two. With two and an odd number of members the last turn computes the last but
 * one again. */
static void put_head(struct Printer *p, const struct ColumnLoop *loop)
{
	if (loop->per_turn == 1) {
		text_format(p->out, "\tfor (int member = 0; member < %u; member++) {\n", loop->members);
		return;
	}
	uint32_t last = loop->members - 2;
	text_format(p->out, "\tfor (int pair = 0; pair < %u; pair++) {\n", (loop->members + 1) / 2);
	text_format(p->out, "\t\tconst int member = 2*pair < %u ? 2*pair : %u;\n", last, last);
}

void c_put_column_loop(struct Printer *p, uint32_t number)
{
	const struct ColumnLoop *loop = &p->columns->loop[number];
	struct Printer own = printer_of(p, loop);
	c_open_piece(p);
	put_places(p, loop);
	put_results(p);
	if (p->limbs)
		c_declare_leaves(&own, 0, loop->body.statements);
	put_head(p, loop);
	put_pointers(p, loop);
	c_put_run_inside(&own, 0, loop->body.statements);
	text_put(p->out, "\t}\n}\n");
}
