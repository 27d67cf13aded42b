#include "print_sums.h"

#include "program/column_loops.h"

void c_take_sums(struct Printer *p)
{
	static const uint32_t none[2] = { 0, 0 };
	const struct Generated *whole = p->function;
	struct SumLoops *found = ARENA_NEW(p->arena, struct SumLoops);
	*found = sum_loops_find(&whole->program, (uint32_t)whole->outputs, p->columns ? p->columns->places : none);
	if (!found->loops)
		return;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *whole;
	function->program = found->program;
	p->function = function;
	p->sums = found;
}

const struct SumLoop *c_sum_loop(const struct Printer *p, uint32_t statement)
{
	for (uint32_t l = 0; p->sums && l < p->sums->loops; l++)
		if (statement >= p->sums->loop[l].first && statement < p->sums->loop[l].end)
			return &p->sums->loop[l];
	return NULL;
}

uint32_t c_before_sums(const struct Printer *p, uint32_t statement)
{
	uint32_t end = p->function->program.statements;
	for (uint32_t l = 0; p->sums && l < p->sums->loops; l++)
		if (p->sums->loop[l].first >= statement && p->sums->loop[l].first < end)
			end = p->sums->loop[l].first;
	return end;
}

/* Table of the places of the rows. C guarantees 16 bits for short, and no more for int. */
static void put_places(struct Printer *p, const struct SumLoop *loop)
{
	enum { MOST = 32767, A_LINE = 8 };
	bool far = p->sums->places[0] > MOST || p->sums->places[1] > MOST;
	uint32_t count = loop->end - loop->first;
	text_format(p->out, "\t%s%s place[%u][2] = {", p->dialect->storage.local, far ? "long" : "short", count);
	for (uint32_t m = 0; m < count; m++)
		text_format(p->out, "%s%s{ %u, %u }", m ? "," : "", m % A_LINE ? " " : "\n\t\t", loop->row[m][0],
		            loop->row[m][1]);
	text_put(p->out, "\n\t};\n");
}

static const char *array_of(bool lanes)
{
	return lanes ? PIECES_LIMBS_ARRAY : PIECES_ARRAY;
}

static const char *type_of(const struct Printer *p, bool lanes)
{
	return lanes ? p->type[1].name : p->real->name;
}

/* left[0]*right[0] + (left[1]*right[1] + ...) */
static void put_sum(struct Printer *p, uint32_t terms)
{
	enum { A_LINE = 3 };
	for (uint32_t t = 0; t < terms; t++) {
		const char *before = !t ? "" : t % A_LINE ? " + " : "\n\t\t\t+ ";
		text_format(p->out, "%s%sleft[%u]*right[%u]", before, t && t + 1 < terms ? "(" : "", t, t);
	}
	for (uint32_t t = 2; t < terms; t++)
		text_put(p->out, ")");
}

void c_put_sum_loop(struct Printer *p, const struct SumLoop *loop)
{
	static const char *const name[2] = { "left", "right" };
	put_places(p, loop);
	text_format(p->out, "\tfor (int member = 0; member < %u; member++) {\n", loop->end - loop->first);
	for (int k = 0; k < 2; k++)
		text_format(p->out, "\t\tconst %s *const %s = %s + place[member][%d];\n", type_of(p, loop->lanes[k]),
		            name[k], array_of(loop->lanes[k]), k);
	text_format(p->out, "\t\t%s[%u + member] = %s", array_of(loop->lanes[0]), loop->place,
	            loop->negative ? "-(" : "");
	put_sum(p, loop->terms);
	text_put(p->out, loop->negative ? ");\n\t}\n" : ";\n\t}\n");
}
