#include "print_tables.h"

void c_take_tables(struct Printer *p)
{
	const struct Generated *whole = p->function;
	struct TableLoops *found = ARENA_NEW(p->arena, struct TableLoops);
	*found = table_loops_find(&whole->program, (uint32_t)whole->outputs, p->sums);
	if (!found->loops)
		return;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *whole;
	function->program = found->program;
	p->function = function;
	p->tables = found;
}

/* --- tables --- */

static uint32_t place_of_result(const struct Printer *p, struct Statement statement)
{
	return statement.store ? p->function->program.store[statement.index].element : p->piece.place[statement.index];
}

static uint32_t place_of_leaf(const struct Printer *p, struct Operand leaf)
{
	return leaf.kind == OPERAND_STEP ? p->piece.place[leaf.index] : leaf.index;
}

/* C guarantees 16 bits for short, and no more for int. */
static const char *type_of_places(const struct Printer *p, const struct TableLoop *loop)
{
	enum { MOST = 32767 };
	uint32_t most = 0;
	for (uint32_t s = loop->first; s < loop->end; s++) {
		uint32_t place = place_of_result(p, p->function->program.statement[s]);
		most = place > most ? place : most;
		for (uint32_t k = 0; k < loop->leaves; k++) {
			place = place_of_leaf(p, loop->leaf[s - loop->first][k]);
			most = place > most ? place : most;
		}
	}
	return most > MOST ? "long" : "short";
}

static void put_places(struct Printer *p, const struct TableLoop *loop, const char *type)
{
	text_format(p->out, "\t%s%s place[%u][%u] = {\n", p->dialect->storage.local, type, loop->end - loop->first,
	            loop->leaves + 1);
	for (uint32_t s = loop->first; s < loop->end; s++) {
		text_format(p->out, "\t\t{ %u", place_of_result(p, p->function->program.statement[s]));
		for (uint32_t k = 0; k < loop->leaves; k++)
			text_format(p->out, ", %u", place_of_leaf(p, loop->leaf[s - loop->first][k]));
		text_format(p->out, " }%s\n", s + 1 < loop->end ? "," : "");
	}
	text_put(p->out, "\t};\n");
}

/* --- statements --- */

static const char *element_of_leaf(const struct Printer *p, struct Operand leaf, uint32_t number)
{
	const char *at = text_print(p->arena, "at[%u]", number + 1);
	if (leaf.kind == OPERAND_INPUT)
		return c_element(p, c_input_name(p, leaf.array), at, false);
	return text_print(p->arena, "%s[%s]", c_is_of_limbs(p, leaf.index) ? PIECES_LIMBS_ARRAY : PIECES_ARRAY, at);
}

static const char *element_of_result(const struct Printer *p, struct Statement statement)
{
	const struct Program *program = &p->function->program;
	if (!statement.store)
		return text_print(p->arena, "%s[at[0]]",
		                  c_is_of_limbs(p, statement.index) ? PIECES_LIMBS_ARRAY : PIECES_ARRAY);
	return c_element(p, p->function->output[program->store[statement.index].array].name, "at[0]", true);
}

/* Printer of the operations in a loop. Operations are a temporary. */
static struct Printer printer_of(const struct Printer *p, const struct TableLoop *loop)
{
	struct Printer own = *p;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = loop->body;
	own.function = function;
	c_begin_statements(&own);
	own.link = NULL;
	for (uint32_t k = 0; k < loop->leaves; k++)
		own.name[k] = element_of_leaf(p, loop->leaf[0][k], k);
	return own;
}

void c_put_table_loop(struct Printer *p, const struct TableLoop *loop)
{
	struct Printer own = printer_of(p, loop);
	const char *type = type_of_places(p, loop);
	put_places(p, loop, type);
	text_format(p->out, "\tfor (int member = 0; member < %u; member++) {\n", loop->end - loop->first);
	text_format(p->out, "\t\tconst %s *const at = place[member];\n", type);
	c_put_run_inside(&own, 0, own.function->program.statements);
	text_format(p->out, "\t\t%s = ", element_of_result(p, p->function->program.statement[loop->first]));
	c_put_value(&own, loop->value);
	text_put(p->out, ";\n\t}\n");
}
