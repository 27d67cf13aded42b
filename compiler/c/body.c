/* The inside of a C function: expressions, statements, and pieces of long functions. */
#include "printer.h"

#include <math.h>
#include <string.h>

#include "program/sincos.h"

/* --- expressions --- */

enum Precedence { PRECEDENCE_SELECT, PRECEDENCE_ADD, PRECEDENCE_MUL, PRECEDENCE_ATOM };

static enum Precedence precedence(const struct Step *step)
{
	return step->op == OP_SELECT ? PRECEDENCE_SELECT : step->op == OP_ADD ? PRECEDENCE_ADD
	       : op_table[step->op].infix ? PRECEDENCE_MUL : PRECEDENCE_ATOM;
}

static void put_step(struct Printer *p, uint32_t index);

/* By its name, or where it was put if another piece has set it. */
static void put_temporary(struct Printer *p, uint32_t index)
{
	if (p->piece.crosses && p->function->program.step[index].set < p->piece.first)
		text_format(p->out, C_WORK "[%u]", p->piece.place[index]);
	else
		text_put(p->out, p->name[index]);
}

static void put_number(struct Printer *p, double value)
{
	if (isnan(value))
		text_put(p->out, p->dialect->nan[p->real->narrow]);
	else
		real_put(p->real, p->out, value);
}

/* The operand without its sign, in parentheses if it binds less than `least`. */
static void put_operand(struct Printer *p, struct Operand operand, enum Precedence least)
{
	const struct Program *program = &p->function->program;
	if (operand.kind == OPERAND_CONST) {
		double value = p->turned ? -program->constant[operand.index] : program->constant[operand.index];
		p->turned = false;
		bool wrap = value < 0 && least == PRECEDENCE_ATOM;
		text_put(p->out, wrap ? "(" : "");
		put_number(p, value);
		text_put(p->out, wrap ? ")" : "");
	} else if (operand.kind == OPERAND_INPUT) {
		c_put_element(p, input_name[operand.array], operand.index);
	} else if (program->step[operand.index].named) {
		put_temporary(p, operand.index);
	} else {
		bool wrap = precedence(&program->step[operand.index]) < least;
		text_put(p->out, wrap ? "(" : "");
		put_step(p, operand.index);
		text_put(p->out, wrap ? ")" : "");
	}
}

static void put_signed(struct Printer *p, struct Operand operand, enum Precedence least)
{
	text_put(p->out, operand.negative ? "-" : "");
	put_operand(p, operand, operand.negative ? PRECEDENCE_ATOM : least);
}

/* What an operand of a sum begins with: the number if it is one, or a product by one, written in place. */
static double leading_number(const struct Program *program, struct Operand operand)
{
	if (operand.kind == OPERAND_CONST)
		return program->constant[operand.index];
	const struct Step *step = operand.kind == OPERAND_STEP ? &program->step[operand.index] : NULL;
	for (int k = 0; step && step->op == OP_MUL && !step->named && k < 2; k++)
		if (step->operand[k].kind == OPERAND_CONST)
			return program->constant[step->operand[k].index];
	return 0;
}

/* a - 2.0*b rather than a + -2.0*b, and b - 2.0 rather than -2.0 + b. */
static void put_sum(struct Printer *p, const struct Step *step)
{
	const struct Program *program = &p->function->program;
	struct Operand a = step->operand[0], b = step->operand[1];
	if (a.kind == OPERAND_CONST && program->constant[a.index] < 0 && !b.negative) {
		struct Operand swap = a;
		a = b;
		b = swap;
	}
	bool turned = leading_number(program, b) < 0;
	put_signed(p, a, PRECEDENCE_ADD);
	text_put(p->out, b.negative != turned ? " - " : " + ");
	p->turned = turned;
	put_operand(p, b, PRECEDENCE_MUL);
}

/* u < 0 ? a : b */
static void put_select(struct Printer *p, const struct Step *step)
{
	const char *const *part = p->dialect->select;
	text_put(p->out, part[0]);
	put_signed(p, step->operand[0], PRECEDENCE_ADD);
	text_put(p->out, part[1]);
	real_put(p->real, p->out, 0);
	text_put(p->out, part[2]);
	put_signed(p, step->operand[1], PRECEDENCE_ADD);
	text_put(p->out, part[3]);
	put_signed(p, step->operand[2], PRECEDENCE_ADD);
	text_put(p->out, part[4]);
}

/* Recursion is bounded: values used once nest a few operations deep. */
static void put_step(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	const struct Step *step = &program->step[index];
	const struct OpInfo *op = &op_table[step->op];
	if (step->op == OP_ADD) {
		put_sum(p, step);
	} else if (step->op == OP_SELECT) {
		put_select(p, step);
	} else if (op->infix) {
		struct Operand a = step->operand[0], b = step->operand[1];
		if (step->op == OP_MUL && b.kind == OPERAND_CONST) { /* 0.5*x rather than x*0.5 */
			struct Operand swap = a;
			a = b;
			b = swap;
		}
		put_signed(p, a, PRECEDENCE_MUL);
		text_put(p->out, op->c);
		put_signed(p, b, PRECEDENCE_ATOM);
	} else {
		if (step->op == OP_FMA && p->package->request->fma == FMA_AUTO)
			text_put(p->out, c_fma_macro(p));
		else
			text_format(p->out, "%s%s", op->c, p->real->suffix);
		for (int k = 0; k < op->arity; k++) {
			text_put(p->out, k ? ", " : "(");
			put_signed(p, step->operand[k], PRECEDENCE_ADD);
		}
		text_char(p->out, ')');
	}
}

/* --- sines and cosines of our own --- */

static struct SincosPrinter sincos_printer(const struct Printer *p)
{
	const char *own = p->dialect->own_sincos;
	return (struct SincosPrinter){ .out = p->out, .real_float = p->real->narrow, .contract = p->package->request->contract,
	                               .prefix = own ? text_print(p->arena, "%s%s", own, p->real->suffix)
	                                             : c_prefix(p->arena, p->package) };
}

/* Angles of the group that begins with a step; *last becomes the step behind it. */
static int group_angles(const struct Program *program, uint32_t first, uint32_t *last)
{
	int count = 0;
	*last = first;
	while (*last < program->steps && program->step[*last].group == program->step[first].group) {
		uint32_t partner = program->step[*last].partner;
		count += !partner || partner - 1 > *last;
		(*last)++;
	}
	return count;
}

/* An angle of a group in lanes. */
static void put_lanes_sincos(struct Printer *p, const char *angle, const char *sine, const char *cosine)
{
	const char *lanes = p->dialect->lanes;
	int number = ++p->groups;
	sine = sine ? sine : text_print(p->arena, "sine%d", number);
	cosine = cosine ? cosine : text_print(p->arena, "cosine%d", number);
	text_format(p->out, "\tconst %s angle%d = %s;\n\t%s %s, %s;\n\t%s_sincos(&angle%d, &%s, &%s);\n", lanes, number, angle,
	            lanes, sine, cosine, lanes, number, sine, cosine);
}

/* All of a group, where its first step stands. */
static void put_group(struct Printer *p, uint32_t first)
{
	const struct Program *program = &p->function->program;
	uint32_t last;
	int count = group_angles(program, first, &last), angles = 0;
	const char **angle = ARENA_ARRAY(p->arena, const char *, count);
	const char **name[2]; /* of the sines, of the cosines */
	for (int k = 0; k < 2; k++)
		name[k] = ARENA_ARRAY(p->arena, const char *, count);
	struct Text *out = p->out;
	for (uint32_t i = first; i < last; i++) {
		const struct Step *step = &program->step[i];
		bool cosine = step->op == OP_COS;
		struct Text text;
		if (step->partner && step->partner - 1 < i)
			continue; /* came with its partner */
		text_init(&text, p->arena);
		p->out = &text;
		put_signed(p, step->operand[0], PRECEDENCE_ADD);
		angle[angles] = text_string(&text);
		name[cosine][angles] = p->name[i];
		name[!cosine][angles] = step->partner ? p->name[step->partner - 1] : NULL;
		angles++;
	}
	p->out = out;
	for (int i = 0; i < angles && p->dialect->lanes; i++)
		put_lanes_sincos(p, angle[i], name[0][i], name[1][i]);
	if (p->dialect->lanes)
		return;
	struct SincosPrinter printer = sincos_printer(p);
	printer.groups = p->groups++;
	sincos_put_group(&printer, angle, name[0], name[1], angles);
}

/* The functions that the groups of a package call. */
void c_put_sincos_functions(struct Printer *p)
{
	struct SincosPrinter printer = sincos_printer(p);
	unsigned sizes = 0;
	for (int f = 0; f < p->package->functions; f++) {
		const struct Program *program = &p->package->function[f].program;
		for (uint32_t i = 0, last; i < program->steps; i = last) {
			last = i + 1;
			if (program->step[i].group)
				sizes |= sincos_sizes(p->real->narrow, group_angles(program, i, &last));
		}
	}
	if (p->dialect->own_sincos)
		sincos_put_prototypes(&printer, sizes);
	else
		sincos_put_functions(&printer, sizes);
}

/* --- statements --- */

static void name_temporaries(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	struct NameTable used;
	uint32_t number = 0;
	names_init(&used, p->arena);
	p->name = ARENA_ARRAY(p->arena, const char *, program->steps);
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Label *label = &program->step[i].label;
		if (!program->step[i].named)
			continue;
		if (!p->dialect->temporary && !program->step[i].group) {
			p->name[i] = text_print(p->arena, "a%u", program->step[i].slot);
			continue;
		}
		if (label->quantity && p->dialect->temporary) {
			const char *name = text_print(p->arena, "%s%u%s%s", label->quantity, label->link, label->component,
			                              label->negative ? "n" : "");
			if (names_add(&used, name, (int)i) == (int)i) {
				p->name[i] = name;
				continue;
			}
		}
		p->name[i] = text_print(p->arena, "t%u", ++number);
	}
}

/* Breaks a statement that is too wide before an operator. */
static void put_wrapped(struct Text *out, const char *statement, size_t width)
{
	enum { TAB = 8 };
	size_t column = TAB;
	if (!width) {
		text_format(out, "%s\n", statement);
		return;
	}
	bool comma = false; /* before this word */
	text_char(out, '\t');
	while (*statement) {
		/* an operator goes with the operand behind it */
		size_t operator = statement[1] == ' ' && strchr("+-?:", *statement) ? 2 : 0;
		size_t word = operator + strcspn(statement + operator, " ");
		if ((operator || comma) && column + word > width) {
			out->count--; /* the blank before */
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

/* What later pieces read too. */
static void put_aside(struct Printer *p, uint32_t index)
{
	if (p->piece.crosses && p->piece.crosses[index])
		text_format(p->out, "\t" C_WORK "[%u] = %s;\n", p->piece.place[index], p->name[index]);
}

/* Does it differ from state to state? */
static bool varies(struct Operand operand)
{
	return operand.kind == OPERAND_STEP || (operand.kind == OPERAND_INPUT && operand.array != INPUT_DERIVED);
}

static void put_statement(struct Printer *p, struct Statement statement)
{
	const struct Program *program = &p->function->program;
	struct Text *out = p->out, line;
	text_init(&line, p->arena);
	p->out = &line;
	if (statement.store) {
		const struct Store *store = &program->store[statement.index];
		c_put_element(p, p->function->output[store->array].name, store->element);
		text_put(&line, " = ");
		put_signed(p, store->value, PRECEDENCE_ADD);
		if (p->dialect->lanes && !varies(store->value))
			text_put(&line, " - nothing"); /* a number is no vector */
	} else {
		const struct Step *step = &program->step[statement.index];
		if (step->group) {
			p->out = out;
			if (statement.index == 0 || program->step[statement.index - 1].group != step->group)
				put_group(p, statement.index);
			put_aside(p, statement.index);
			return;
		}
		if (p->dialect->sincos && step->partner && step->partner - 1 > statement.index) {
			bool sine = step->op == OP_SIN;
			const char *own = p->name[statement.index], *other = p->name[step->partner - 1];
			text_format(&line, "%s%s(", p->dialect->sincos, p->real->suffix);
			put_signed(p, step->operand[0], PRECEDENCE_ADD);
			text_format(&line, ", &%s, &%s)", sine ? own : other, sine ? other : own);
		} else if (p->dialect->sincos && step->partner) {
			p->out = out;
			return; /* came with its partner */
		} else {
			if (p->dialect->temporary)
				text_format(&line, "%s%s ", p->dialect->temporary, p->real->name);
			text_format(&line, "%s = ", p->name[statement.index]);
			put_step(p, statement.index);
		}
	}
	text_char(&line, ';');
	p->out = out;
	put_wrapped(out, text_string(&line), p->dialect->width);
	if (!statement.store)
		put_aside(p, statement.index);
}

/* --- headings: where the text comes to another body --- */

/* The number of the link that a statement is about, by its name; 0: it has none, or is set with those of others. */
static uint32_t link_of(const struct Program *program, struct Statement statement)
{
	const struct Step *step = statement.store ? NULL : &program->step[statement.index];
	return step && step->label.quantity && !step->group ? step->label.link : 0;
}

/* Tells the temporaries that a step reads which link wants them, those in what is written inside it too. */
static void tell_wanted(const struct Program *program, uint32_t index, uint32_t link, uint32_t *wanted)
{
	const struct Step *step = &program->step[index];
	for (int k = 0; k < op_table[step->op].arity; k++) {
		uint32_t read = step->operand[k].index;
		if (step->operand[k].kind != OPERAND_STEP)
			continue;
		if (program->step[read].named)
			wanted[read] = link;
		else
			tell_wanted(program, read, link, wanted);
	}
}

/* Where the text comes to a link: at a name of it, or at what has no name and is wanted by the next that has one. */
static uint32_t *find_links(const struct Printer *p, uint32_t first, uint32_t end)
{
	const struct Program *program = &p->function->program;
	uint32_t *link = ARENA_ARRAY(p->arena, uint32_t, end - first), ahead = 0;
	uint32_t *wanted = ARENA_ARRAY(p->arena, uint32_t, program->steps);
	for (uint32_t s = end; s-- > first;) {
		struct Statement statement = program->statement[s];
		uint32_t own = link_of(program, statement);
		ahead = own ? own : statement.store ? 0 : ahead;
		if (statement.store || (!own && wanted[statement.index] != ahead))
			continue;
		link[s - first] = ahead;
		if (ahead)
			tell_wanted(program, statement.index, ahead, wanted);
	}
	return link;
}

static void put_statements(struct Printer *p, uint32_t first, uint32_t end)
{
	const struct Program *program = &p->function->program;
	const struct Tree *tree = p->package->tree;
	const uint32_t *link = p->dialect->width ? find_links(p, first, end) : NULL;
	int at = -1;
	for (uint32_t s = first; s < end; s++) {
		if (p->zeros_apart && generated_zero(p->function, program->statement[s]))
			continue;
		int body = link && link[s - first] ? tree->link[link[s - first] - 1].body : at;
		if (body != at) {
			text_put(p->out, "\t/* ");
			c_put_comment(p->out, p->package->model->body[body].name.text);
			text_put(p->out, " */\n");
		}
		at = body;
		put_statement(p, program->statement[s]);
	}
}

/* --- bodies --- */

static void put_unused(struct Printer *p, bool all)
{
	const struct Generated *f = p->function;
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i) && (all || !f->program.input[i]))
			text_format(p->out, "\t(void)%s;\n", input_name[i]);
	for (int i = 0; i < f->outputs; i++)
		if (all || !f->output[i].size)
			text_format(p->out, "\t(void)%s;\n", f->output[i].name);
}

static void open_body(struct Printer *p)
{
	text_put(p->out, "{\n");
	if (!p->package->request->contract)
		text_put(p->out, p->dialect->open_body);
}

/* Functions that are too long for the dialect's compilers become calls of pieces of so many statements, which
 * must stay calls. */
enum { PIECE = 300 };

/* Sines and cosines of a group are set together, and stores may stand between them: does one go on at or
 * behind a statement? */
static bool within_group(const struct Program *program, uint32_t at)
{
	while (at < program->statements && program->statement[at].store)
		at++;
	if (at == program->statements)
		return false;
	const struct Step *step = &program->step[program->statement[at].index];
	return step->group && step > program->step && step[-1].group == step->group;
}

static uint32_t piece_end(const struct Program *program, uint32_t first)
{
	uint32_t end = first + PIECE < program->statements ? first + PIECE : program->statements;
	while (end < program->statements && within_group(program, end))
		end++;
	return end;
}

static uint32_t *piece_of(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	uint32_t *piece = ARENA_ARRAY(p->arena, uint32_t, program->statements + 1), number = 0;
	for (uint32_t s = 0; s < program->statements; number++)
		for (uint32_t end = piece_end(program, s); s < end; s++)
			piece[s] = number;
	return piece;
}

/* Which temporaries are read in another piece than the one that sets them, and their places in C_WORK: each from its
 * setting to its last reader. */
static void find_crossings(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	const uint32_t *piece = piece_of(p);
	uint32_t *first = ARENA_ARRAY(p->arena, uint32_t, program->statements);
	uint32_t *next = ARENA_ARRAY(p->arena, uint32_t, program->steps);
	uint32_t *spare = ARENA_ARRAY(p->arena, uint32_t, program->steps), spares = 0;
	p->piece.crosses = ARENA_ARRAY(p->arena, bool, program->steps);
	p->piece.place = ARENA_ARRAY(p->arena, uint32_t, program->steps);
	p->piece.places = 0;
	for (uint32_t s = 0; s < program->statements; s++) {
		uint32_t i = program->statement[s].index;
		const struct Step *step = program->statement[s].store ? NULL : &program->step[i];
		if (step && piece[step->last] != piece[s]) {
			p->piece.crosses[i] = true;
			p->piece.place[i] = spares ? spare[--spares] : p->piece.places++;
			next[i] = first[step->last];
			first[step->last] = i + 1;
		}
		for (uint32_t k = first[s]; k; k = next[k - 1])
			spare[spares++] = p->piece.place[k - 1];
	}
}

bool c_is_long(const struct Printer *p)
{
	return p->dialect->longest && p->function->program.statements > p->dialect->longest;
}

void c_put_piece(struct Printer *p, uint32_t first, uint32_t end)
{
	p->piece.first = first;
	p->groups = 0;
	open_body(p);
	put_unused(p, true);
	text_put(p->out, "\t(void)" C_WORK ";\n");
	put_statements(p, first, end);
	text_put(p->out, "}\n");
}

uint32_t c_piece_end(const struct Printer *p, uint32_t first)
{
	return piece_end(&p->function->program, first);
}

void c_begin_pieces(struct Printer *p)
{
	name_temporaries(p);
	find_crossings(p);
}

void c_put_body(struct Printer *p)
{
	const struct Generated *f = p->function;
	name_temporaries(p);
	p->groups = 0;
	p->piece.crosses = NULL;
	open_body(p);
	put_unused(p, false);
	c_put_stamp(p);
	if (p->dialect->lanes)
		text_format(p->out, "\tconst %s nothing = { 0 };\n\t(void)nothing;\n", p->dialect->lanes);
	for (uint32_t i = 0; !p->dialect->temporary && i < f->program.slots; i++)
		text_format(p->out, "%s a%u;\n", p->real->name, i);
	put_statements(p, 0, f->program.statements);
	text_put(p->out, "}\n");
}

void c_put_zeros(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_put(p->out, "{\n");
	for (int i = 0; i < f->outputs; i++)
		text_format(p->out, "\t(void)%s;\n", f->output[i].name);
	for (uint32_t s = 0; s < f->program.statements; s++)
		if (generated_zero(f, f->program.statement[s]))
			put_statement(p, f->program.statement[s]);
	text_put(p->out, "}\n");
}
