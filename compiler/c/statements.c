/* Statements of a function, and of the pieces of long functions. */
#include "printer.h"

#include <string.h>

#include "base/tuning.h"
#include "by_body.h"
#include "rolled_operands.h"
#include "stage_operands.h"
#include "print_compact.h"
#include "model/body.h"

/* --- statements --- */

static void name_temporaries(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	uint32_t number = 0;
	struct NameTable used = names_new(p->arena);
	p->name = ARENA_ARRAY(p->arena, const char *, program->steps);
	p->set = ARENA_ARRAY(p->arena, bool, program->steps);
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Label *label = program->step[i].label;
		if (!program->step[i].named)
			continue;
		if (!p->dialect->temporary) {
			p->name[i] = program->step[i].group ? NULL : text_print(p->arena, "a%u", program->step[i].slot);
			continue;
		}
		if (label) {
			const char *name = text_print(p->arena, "%s%u%s%s", label->quantity, label->link,
			                              label->component, label->negative ? "n" : "");
			if (names_add(&used, name, (int)i) == (int)i) {
				p->name[i] = name;
				continue;
			}
		}
		p->name[i] = text_print(p->arena, "t%u", ++number);
	}
}

enum { TAB = 8 };

/* True if a statement takes more than a line. */
static bool is_wide(const struct Dialect *dialect, const char *statement)
{
	return dialect->width && TAB + strlen(statement) > dialect->width;
}

/* Breaks a statement that is too wide before an operator, or after a comma. */
static void put_wrapped(struct Text *out, const char *statement, size_t width)
{
	size_t column = TAB;
	if (!width) {
		text_format(out, "%s\n", statement);
		return;
	}
	bool comma = false; /* the previous word ended with a comma */
	text_char(out, '\t');
	while (*statement) {
		/* an operator stays with its right operand */
		size_t operator= statement[1] == ' ' && strchr("+-?:", *statement) ? 2 : 0;
		size_t word = operator+ strcspn(statement + operator, " ");
		if ((operator|| comma) && column + word > width) {
			out->count--; /* drops the blank before the break */
			text_put(out, "\n\t\t");
			column = (size_t)2 * TAB;
		}
		comma = statement[word - 1] == ',';
		word += statement[word] == ' ';
		text_bytes(out, statement, word);
		column += word;
		statement += word;
	}
	text_char(out, '\n');
}

/* Copies a temporary into an array of the pieces if later pieces read it. */
static void put_aside(struct Printer *p, uint32_t index)
{
	if (p->piece.crosses && p->piece.crosses[index])
		text_format(p->out, "\t%s = %s;\n", c_aside(p, index), p->name[index]);
}

/* Statement `place` = `value`. */
static void put_assignment(struct Printer *p, const char *place, const char *value)
{
	const struct Dialect *dialect = p->dialect;
	const char *line = text_print(p->arena, "%s = %s%s", place, value, dialect->end);
	if (is_wide(dialect, line))
		line = text_print(p->arena, "%s = %s%s%s%s", place, dialect->broken[0], value, dialect->broken[1],
		                  dialect->end);
	put_wrapped(p->out, line, dialect->width);
}

/* Right-hand side of a store. */
static void put_stored(struct Printer *p, const struct Store *store)
{
	c_put_value(p, store->value);
	c_put_beside(p, &p->type[0], store->value);
}

/* Call of libm's function for sine and cosine of an angle. */
static void put_both(struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	const char *own = p->name[index], *other = p->name[step->partner - 1];
	bool sine = step->op == OP_SIN;
	text_format(p->out, "%s%s(", p->dialect->sincos, p->real->suffix);
	c_put_value(p, step->operand[0]);
	text_format(p->out, ", &%s, &%s)%s", sine ? own : other, sine ? other : own, p->dialect->end);
}

/* "const double t1" */
static const char *declared(const struct Printer *p, uint32_t index)
{
	const struct Step *step = &p->function->program.step[index];
	const char *declaring = p->dialect->temporary ? c_declaring(p, c_type(p, step)) : "";
	return text_print(p->arena, "%s%s", declaring, p->name[index]);
}

/* True if a group's call sets the step. */
static bool in_group(const struct Printer *p, const struct Step *step)
{
	return step->group && (p->dialect->one_sincos || !p->dialect->called);
}

static void put_set(struct Printer *p, uint32_t index)
{
	const struct Step *all = p->function->program.step, *step = &all[index];
	struct Text *out = p->out, value;
	if (in_group(p, step)) {
		c_put_sincos(p, index);
		return;
	}
	if (p->dialect->sincos && step->partner && step->partner - 1 < index)
		return; /* came with its partner */
	struct Arena *arena = p->arena;
	p->arena = p->passing;
	value = text_new(p->arena);
	p->out = &value;
	if (p->dialect->sincos && step->partner)
		put_both(p, index);
	else
		c_put_operation(p, index);
	p->out = out;
	if (p->dialect->sincos && step->partner)
		put_wrapped(out, text_string(&value), p->dialect->width);
	else
		put_assignment(p, declared(p, index), text_string(&value));
	p->arena = arena;
}

/* Stores a result of each member. */
static void put_member_results(struct Printer *p, const struct Store *store)
{
	const struct Members *members = p->members;
	uint32_t stores = members->stage->stores;
	for (uint32_t s = store->element * stores; s < (store->element + 1) * stores; s++)
		for (int l = 0; l < members->lanes; l++) {
			text_format(p->out, "\t%s[%u] = ", c_stage_pointer(p, members->column[s], l),
			            members->beyond[s]);
			c_put_value(p, store->value);
			text_format(p->out, members->lanes > 1 ? "[%d];\n" : ";\n", l);
		}
}

static void put_statement(struct Printer *p, struct Statement statement)
{
	const struct Store *store = &p->function->program.store[statement.index];
	struct Text *out = p->out, value;
	if (!statement.store) {
		if (p->type[1].loop)
			c_declare_turned(p, statement.index);
		put_set(p, statement.index);
		put_aside(p, statement.index);
		if (p->type[1].loop)
			c_put_rolled_results(p, statement.index);
		return;
	}
	if (p->members) {
		put_member_results(p, store);
		return;
	}
	struct Arena *arena = p->arena;
	p->arena = p->passing;
	value = text_new(p->arena);
	p->out = &value;
	put_stored(p, store);
	p->out = out;
	const char *element = text_print(p->arena, "%u", store->element);
	put_assignment(p, c_element(p, p->function->output[store->array].name, element, true), text_string(&value));
	p->arena = arena;
}

/* --- statements, with a heading at each change of body --- */

static void put_body_name(struct Printer *p, uint32_t link)
{
	c_put_comment(p->out, p->job->model->body[p->job->tree->link[link - 1].body].name.text);
}

/* Name of a link's body, or the names of all bodies in its limb lanes. */
static void put_heading(struct Printer *p, uint32_t link)
{
	const uint32_t *like_link = p->limbs ? p->limbs->like_link[link - 1] : NULL;
	text_format(p->out, "\t%s", p->dialect->comment[0]);
	put_body_name(p, link);
	for (int l = 1; like_link && like_link[0] && l < p->limbs->width; l++) {
		text_put(p->out, ", ");
		put_body_name(p, like_link[l]);
	}
	text_format(p->out, "%s\n", p->dialect->comment[1]);
}

static void find_links(struct Printer *p, const uint32_t *piece)
{
	p->link = p->dialect->width ? c_links_of(p->arena, &p->function->program, piece) : NULL;
}

/* True if a loop, or the function for zeros, writes the result. */
static bool is_apart(const struct Printer *p, struct Statement statement)
{
	bool by_loop = p->output_loops && statement.store && p->output_loops->apart[statement.index];
	return by_loop || (p->zeros_apart && generated_zero(p->function, statement));
}

void c_put_run(struct Printer *p, uint32_t first, uint32_t end)
{
	const struct Program *program = &p->function->program;
	const struct Tree *tree = p->job->tree;
	int at = -1;
	p->passing =
		p->type[1].loop ? p->arena : arena_part(p->arena); /* what loops note of a statement is needed later */
	p->run.first = first;
	p->run.end = end;
	for (uint32_t s = first; s < end; s++) {
		if (is_apart(p, program->statement[s]))
			continue;
		uint32_t to = p->link ? p->link[s] : 0;
		int body = to ? tree->link[to - 1].body : at;
		if (body != at)
			put_heading(p, to);
		at = body;
		put_statement(p, program->statement[s]);
	}
	if (p->passing != p->arena)
		arena_free(p->passing);
}

/* --- pieces --- */

/* Functions too long for the dialect's compilers call pieces of PIECE statements. The pieces must not be inlined. */

/* True if a group of sines and cosines continues at a statement or after the stores there. A group is set together. */
static bool within_group(const struct Program *program, uint32_t at)
{
	while (at < program->statements && program->statement[at].store)
		at++;
	if (at == program->statements)
		return false;
	const struct Step *step = &program->step[program->statement[at].index];
	return step->group && step > program->step && step[-1].group == step->group;
}

/* Has the function a body with wider lanes? Then this is for machines with narrow registers, where more values spill.
 * Pieces read them from an array, with fewer bytes. */
static bool is_narrow(const struct Printer *p)
{
	return p->limbs && p->function->limb_programs && p->limbs->width < p->function->limbs[0].lanes.width;
}

static uint32_t piece_end(const struct Printer *p, uint32_t first)
{
	const struct Program *program = &p->function->program;
	uint32_t end = first + (is_narrow(p) ? NARROW_PIECE : PIECE_STATEMENTS);
	while (end < program->statements && within_group(program, end))
		end++;
	return end < program->statements ? end : program->statements;
}

static uint32_t *piece_of(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	uint32_t *piece = ARENA_ARRAY(p->arena, uint32_t, program->statements + 1), number = 0;
	for (uint32_t s = 0; s < program->statements; number++)
		for (uint32_t end = piece_end(p, s); s < end; s++)
			piece[s] = number;
	return piece;
}

/* Indices of an array of the pieces that may be used again. */
struct Spare {
	uint32_t *item, count;
};

static uint32_t take_place(struct Spare *spare, uint32_t *places)
{
	return spare->count ? spare->item[--spare->count] : (*places)++;
}

/* Finds the temporaries read by a later piece, and their indices in the arrays of the pieces. An index is reused after
 * the last reader of its temporary. */
static void find_crossings(struct Printer *p, const uint32_t *piece)
{
	const struct Program *program = &p->function->program;
	uint32_t *first = ARENA_ARRAY(p->arena, uint32_t, program->statements);
	uint32_t *next = ARENA_ARRAY(p->arena, uint32_t, program->steps);
	struct Spare spare[2] = { { ARENA_ARRAY(p->arena, uint32_t, program->steps), 0 },
		                  { ARENA_ARRAY(p->arena, uint32_t, program->steps), 0 } };
	p->piece.crosses = ARENA_ARRAY(p->arena, bool, program->steps);
	p->piece.place = ARENA_ARRAY(p->arena, uint32_t, program->steps);
	p->piece.places[0] = p->piece.places[1] = 0;
	for (uint32_t s = 0; s < program->statements; s++) {
		uint32_t i = program->statement[s].index;
		const struct Step *step = program->statement[s].store ? NULL : &program->step[i];
		if (step && piece[step->last] != piece[s]) {
			p->piece.crosses[i] = true;
			bool of_limbs = c_is_of_limbs(p, i);
			p->piece.place[i] = take_place(&spare[of_limbs], &p->piece.places[of_limbs]);
			next[i] = first[step->last];
			first[step->last] = i + 1;
		}
		for (uint32_t k = first[s]; k; k = next[k - 1]) {
			struct Spare *free = &spare[c_is_of_limbs(p, k - 1)];
			free->item[free->count++] = p->piece.place[k - 1];
		}
	}
}

bool c_is_long(const struct Printer *p)
{
	uint32_t longest = p->dialect->longest[p->compact];
	const struct Program *program = &p->function->program;
	uint32_t operations = program->cost[COST_MUL] + program->cost[COST_ADD];
	bool narrow = is_narrow(p) && operations > NARROW_LONG;
	return longest && (narrow || program->statements > longest);
}

void c_put_piece_statements(struct Printer *p, uint32_t first, uint32_t end)
{
	p->piece.first = first;
	p->groups = 0;
	c_put_run(p, first, end);
}

const char *c_piece_name(const struct Printer *p, int number)
{
	const char *name = p->wide ? c_companion(p, NULL, COMPANION_AVX2) : c_function(p);
	return text_print(p->arena, "%s_piece%d", name, number);
}

uint32_t c_piece_end(const struct Printer *p, uint32_t first)
{
	return piece_end(p, first);
}

void c_begin_pieces(struct Printer *p)
{
	const uint32_t *piece = piece_of(p);
	name_temporaries(p);
	find_crossings(p, piece);
	find_links(p, piece);
}

void c_open_body(struct Printer *p)
{
	text_put(p->out, "{\n");
	if (!p->job->request->contract)
		text_put(p->out, p->dialect->open_body);
}

void c_begin_statements(struct Printer *p)
{
	name_temporaries(p);
	p->groups = 0;
	p->piece.crosses = NULL;
	find_links(p, NULL);
}

void c_put_statements(struct Printer *p)
{
	c_begin_statements(p);
	c_put_run(p, 0, p->function->program.statements);
}

void c_put_zeros(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_put(p->out, "{\n");
	p->passing = p->arena;
	for (int i = 0; i < f->outputs; i++)
		text_format(p->out, "\t(void)%s;\n", c_array_name(p, f->output[i].name));
	for (uint32_t s = 0; s < f->program.statements; s++)
		if (generated_zero(f, f->program.statement[s]))
			put_statement(p, f->program.statement[s]);
	text_put(p->out, "}\n");
}
