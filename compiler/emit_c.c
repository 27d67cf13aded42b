/* Programs to C: expressions, statements, functions, files. */
#include "c_print.h"

#include <string.h>

#include "number.h"
#include "sincos.h"

/* --- expressions --- */

enum Precedence { PRECEDENCE_SELECT, PRECEDENCE_ADD, PRECEDENCE_MUL, PRECEDENCE_ATOM };

static void put_literal(struct Printer *p, double value)
{
	struct Text text;
	text_init(&text, p->arena);
	if (p->real_float)
		number_put_float(&text, (float)value);
	else
		number_put(&text, value);
	const char *digits = text_string(&text);
	text_put(p->out, digits);
	if (!strpbrk(digits, ".en"))
		text_put(p->out, ".0");
	if (p->real_float)
		text_char(p->out, 'f');
}

static enum Precedence precedence(const struct Step *step)
{
	return step->op == OP_SELECT ? PRECEDENCE_SELECT : step->op == OP_ADD ? PRECEDENCE_ADD
	       : op_table[step->op].infix ? PRECEDENCE_MUL : PRECEDENCE_ATOM;
}

static void put_step(struct Printer *p, uint32_t index);

/* The operand without its sign, in parentheses if it binds less than `least`. */
static void put_operand(struct Printer *p, struct Operand operand, enum Precedence least)
{
	const struct Program *program = &p->function->program;
	if (operand.kind == OPERAND_CONST) {
		double value = program->constant[operand.index];
		bool wrap = value < 0 && least == PRECEDENCE_ATOM;
		text_put(p->out, wrap ? "(" : "");
		put_literal(p, value);
		text_put(p->out, wrap ? ")" : "");
	} else if (operand.kind == OPERAND_INPUT) {
		text_format(p->out, "%s[%u]", input_name[operand.array], operand.index);
	} else if (program->step[operand.index].named) {
		text_put(p->out, p->name[operand.index]);
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

/* Recursion is bounded: values used once nest a few operations deep. */
static void put_step(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	const struct Step *step = &program->step[index];
	const struct OpInfo *op = &op_table[step->op];
	if (step->op == OP_ADD) {
		struct Operand b = step->operand[1];
		double constant = b.kind == OPERAND_CONST ? program->constant[b.index] : 0;
		put_signed(p, step->operand[0], PRECEDENCE_ADD);
		text_put(p->out, b.negative || constant < 0 ? " - " : " + ");
		if (constant < 0)
			put_literal(p, -constant);
		else
			put_operand(p, b, PRECEDENCE_MUL);
	} else if (step->op == OP_SELECT) {
		put_signed(p, step->operand[0], PRECEDENCE_ADD);
		text_put(p->out, " < ");
		put_literal(p, 0);
		text_put(p->out, " ? ");
		put_signed(p, step->operand[1], PRECEDENCE_ADD);
		text_put(p->out, " : ");
		put_signed(p, step->operand[2], PRECEDENCE_ADD);
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
		text_put(p->out, p->real_float ? op->c_float : op->c);
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
	const char *prefix = p->tcc ? "own" : c_prefix(p->arena, p->package);
	return (struct SincosPrinter){ .out = p->out, .real_float = p->real_float, .prefix = prefix };
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

/* All of a group, where its first step stands. */
static void put_group(struct Printer *p, uint32_t first)
{
	const struct Program *program = &p->function->program;
	uint32_t last;
	int count = group_angles(program, first, &last), angles = 0;
	const char **angle = ARENA_ARRAY(p->arena, const char *, count);
	const char **name[2] = { ARENA_ARRAY(p->arena, const char *, count), ARENA_ARRAY(p->arena, const char *, count) };
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
	struct SincosPrinter printer = sincos_printer(p);
	printer.groups = p->groups++;
	sincos_put_group(&printer, angle, name[0], name[1], angles);
}

/* The functions that the groups of a package call. */
static void put_sincos_functions(struct Printer *p)
{
	struct SincosPrinter printer = sincos_printer(p);
	unsigned sizes = 0;
	for (int f = 0; f < p->package->functions; f++) {
		const struct Program *program = &p->package->function[f].program;
		for (uint32_t i = 0, last; i < program->steps; i = last) {
			last = i + 1;
			if (program->step[i].group)
				sizes |= sincos_sizes(p->real_float, group_angles(program, i, &last));
		}
	}
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
		if (p->tcc && !program->step[i].group) { /* few locals, used again: it keeps every one in memory */
			p->name[i] = text_print(p->arena, "a%u", program->step[i].slot);
			continue;
		}
		if (label->quantity && !p->tcc) {
			const char *name = text_print(p->arena, "%s%u%s", label->quantity, label->link, label->component);
			if (names_add(&used, name, (int)i) == (int)i) {
				p->name[i] = name;
				continue;
			}
		}
		p->name[i] = text_print(p->arena, "t%u", ++number);
	}
}

/* Breaks a statement that is too wide before an operator. */
static void put_wrapped(struct Text *out, const char *statement)
{
	enum { WIDTH = 100, TAB = 8 };
	size_t column = TAB;
	bool comma = false; /* before this word */
	text_char(out, '\t');
	while (*statement) {
		/* an operator goes with the operand behind it */
		size_t operator = statement[1] == ' ' && strchr("+-?:", *statement) ? 2 : 0;
		size_t word = operator + strcspn(statement + operator, " ");
		if ((operator || comma) && column + word > WIDTH) {
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

static void put_statement(struct Printer *p, struct Statement statement)
{
	const struct Program *program = &p->function->program;
	struct Text *out = p->out, line;
	text_init(&line, p->arena);
	p->out = &line;
	if (statement.store) {
		const struct Store *store = &program->store[statement.index];
		text_format(&line, "%s[%u] = ", p->function->output[store->array].info->name, store->element);
		put_signed(p, store->value, PRECEDENCE_ADD);
	} else {
		const struct Step *step = &program->step[statement.index];
		if (step->group) {
			p->out = out;
			if (statement.index == 0 || program->step[statement.index - 1].group != step->group)
				put_group(p, statement.index);
			return;
		}
		if (p->tcc && step->partner && step->partner - 1 > statement.index) {
			bool sine = step->op == OP_SIN;
			const char *own = p->name[statement.index], *other = p->name[step->partner - 1];
			text_format(&line, "sincos%s(", p->real_float ? "f" : "");
			put_signed(p, step->operand[0], PRECEDENCE_ADD);
			text_format(&line, ", &%s, &%s)", sine ? own : other, sine ? other : own);
		} else if (p->tcc && step->partner) {
			p->out = out;
			return; /* came with its partner */
		} else {
			if (!p->tcc)
				text_format(&line, "const %s ", p->real);
			text_format(&line, "%s = ", p->name[statement.index]);
			put_step(p, statement.index);
		}
	}
	text_char(&line, ';');
	p->out = out;
	if (p->tcc)
		text_format(out, "%s\n", text_string(&line));
	else
		put_wrapped(out, text_string(&line));
}

/* --- functions --- */

/* One parameter; a line that grows too wide goes on below. */
static void put_parameter(struct Printer *p, const char *name, size_t size, bool input, size_t *line)
{
	enum { WIDTH = 100 };
	const char *type = input ? text_print(p->arena, "const %s", p->real) : p->real;
	const char *text = size ? text_print(p->arena, "%s %s[%zu]", type, name, size)
	                        : text_print(p->arena, "%s *%s", type, name);
	bool first = p->out->item[p->out->count - 1] == '(';
	if (!first && p->out->count - *line + strlen(text) > WIDTH) {
		text_put(p->out, ",\n\t");
		*line = p->out->count;
	} else if (!first) {
		text_put(p->out, ", ");
	}
	text_put(p->out, text);
}

static void put_signature(struct Printer *p, const char *storage, const char *name)
{
	const struct Generated *f = p->function;
	size_t line = p->out->count;
	text_format(p->out, "%svoid %s(", storage, name);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i))
			put_parameter(p, input_name[i], f->input_size[i], true, &line);
	for (int i = 0; i < f->outputs; i++)
		put_parameter(p, f->output[i].info->name, f->output[i].size, false, &line);
	text_char(p->out, ')');
}

static void put_body(struct Printer *p)
{
	const struct Generated *f = p->function;
	name_temporaries(p);
	p->groups = 0;
	text_put(p->out, "{\n");
	if (!p->tcc && !p->package->request->contract)
		text_put(p->out, "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i) && !f->program.input[i])
			text_format(p->out, "\t(void)%s;\n", input_name[i]);
	for (int i = 0; i < f->outputs; i++)
		if (!f->output[i].size)
			text_format(p->out, "\t(void)%s;\n", f->output[i].info->name);
	for (uint32_t i = 0; p->tcc && i < f->program.slots; i++)
		text_format(p->out, "%s a%u;\n", p->real, i);
	for (uint32_t i = 0; i < f->program.statements; i++)
		put_statement(p, f->program.statement[i]);
	text_put(p->out, "}\n");
}

/* --- files --- */

struct IndexPrinter {
	struct Text *out;
	const struct Dag *dag;
	int left; /* still to come */
};

static void put_index(void *context, const char *name, int index, const struct Body *body, const char *unit)
{
	struct IndexPrinter *printer = context;
	text_format(printer->out, "\t%s = %d%s /* ", name, index, --printer->left ? "," : "");
	c_put_comment(printer->out, body->joint.name.text);
	text_format(printer->out, ", %s", unit);
	if (body->joint.limited && strchr(unit, '/') == NULL) {
		text_put(printer->out, ", limits ");
		number_put(printer->out, dag_value(printer->dag, body->joint.lower));
		text_put(printer->out, " to ");
		number_put(printer->out, dag_value(printer->dag, body->joint.upper));
	}
	text_put(printer->out, " */\n");
}

static void put_indices(struct Printer *p)
{
	if (!p->package->model->nv)
		return;
	struct IndexPrinter printer = { p->out, p->package->model->dag, p->package->model->nq + p->package->model->nv };
	text_put(p->out, "/* Where each coordinate and velocity stands. */\nenum {\n");
	c_each_index(p->arena, p->package, 'Q', put_index, &printer);
	c_each_index(p->arena, p->package, 'V', put_index, &printer);
	text_put(p->out, "};\n\n");
}

static void put_definitions(struct Printer *p)
{
	const struct Model *model = p->package->model;
	const char *upper = c_upper_prefix(p->arena, p->package);
	text_format(p->out, "#define %s_NQ %d\n#define %s_NV %d\n#define %s_REAL %s\n", upper, model->nq, upper,
	            model->nv, upper, p->real);
	text_format(p->out, "#define %s_HASH 0x%016llxULL /* of the model */\n\n", upper,
	            (unsigned long long)model_hash(model));
	put_indices(p);
}

static void open_guard(struct Printer *p)
{
	const char *upper = c_upper_prefix(p->arena, p->package);
	/* not <PREFIX>_H: a model called _math or stdio would hide a header of the C library */
	text_format(p->out, "#ifndef RIGIDC_%s_H\n#define RIGIDC_%s_H\n\n", upper, upper);
}

static const char *const open_cplusplus = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
static const char *const close_cplusplus = "#ifdef __cplusplus\n}\n#endif\n";

/* gcc contracts a*b + c across statements; in these functions it must not, elsewhere it may. */
static const char *const open_contract =
	"#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)\n"
	"#pragma GCC push_options\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n\n";
static const char *const close_contract =
	"#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)\n"
	"#pragma GCC pop_options\n#endif\n\n";

static struct Printer printer_new(const struct Package *package, struct Text *out)
{
	bool narrow = package->request->real_float;
	return (struct Printer){ .arena = out->arena, .out = out, .package = package,
	                         .real = narrow ? "float" : "double", .real_float = narrow };
}

static void put_functions(struct Printer *p, const char *storage, bool doc)
{
	for (int i = 0; i < p->package->functions; i++) {
		p->function = &p->package->function[i];
		if (doc)
			c_put_function_doc(p);
		put_signature(p, storage, c_function_name(p->arena, p->package, p->function));
		text_char(p->out, '\n');
		put_body(p);
		text_char(p->out, '\n');
	}
}

static void put_contracted(struct Printer *p, const char *storage, bool doc)
{
	bool contract = p->package->request->contract;
	text_put(p->out, contract ? "" : open_contract);
	put_sincos_functions(p);
	put_functions(p, storage, doc);
	text_put(p->out, contract ? "" : close_contract);
}

void c_header(const struct Package *package, struct Text *out)
{
	struct Printer p = printer_new(package, out);
	c_put_banner(&p);
	open_guard(&p);
	text_put(out, "#include <math.h>\n\n");
	text_put(out, open_cplusplus);
	put_definitions(&p);
	c_put_links(&p);
	put_contracted(&p, "static inline ", true);
	text_put(out, close_cplusplus);
	text_put(out, "\n#endif\n");
}

void c_pair(const struct Package *package, const char *include, struct Text *source, struct Text *header)
{
	struct Printer p = printer_new(package, header);
	c_put_banner(&p);
	open_guard(&p);
	text_put(header, open_cplusplus);
	put_definitions(&p);
	for (int i = 0; i < package->functions; i++) {
		p.function = &package->function[i];
		c_put_function_doc(&p);
		put_signature(&p, "", c_function_name(p.arena, package, p.function));
		text_put(header, ";\n\n");
	}
	text_put(header, close_cplusplus);
	text_put(header, "\n#endif\n");

	p.out = source;
	c_put_banner(&p);
	text_format(source, "#include \"%s\"\n\n#include <math.h>\n\n", include);
	c_put_links(&p);
	put_contracted(&p, "", false);
	source->count--; /* one line end at the end */
	source->item[source->count] = '\0';
}

/* The entry that executors call: pointers to the arrays, in order. */
static void put_caller(struct Printer *p, int number, const char *name)
{
	const struct Generated *f = p->function;
	int next = 0;
	text_format(p->out, "void call%d(const %s *const *in, %s *const *out)\n{\n\t%s(", number, p->real, p->real, name);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i)) {
			text_format(p->out, "%sin[%d]", next ? ", " : "", next);
			next++;
		}
	for (int i = 0; i < f->outputs; i++)
		text_format(p->out, "%sout[%d]", next + i ? ", " : "", i);
	text_put(p->out, ");\n}\n");
}

void c_for_cc(const struct Package *package, struct Text *out)
{
	struct Printer p = printer_new(package, out);
	c_header(package, out);
	for (int i = 0; i < package->functions; i++) {
		p.function = &package->function[i];
		put_caller(&p, i, c_function_name(p.arena, package, p.function));
	}
}

void c_for_tcc(const struct Package *package, struct Text *out)
{
	struct Printer p = printer_new(package, out);
	p.tcc = true;
	for (int op = 0; op < OP_COUNT; op++) {
		if (!op_table[op].arity || op_table[op].infix)
			continue;
		text_format(out, "%s %s(", p.real, p.real_float ? op_table[op].c_float : op_table[op].c);
		for (int k = 0; k < op_table[op].arity; k++)
			text_format(out, "%s%s", k ? ", " : "", p.real);
		text_put(out, ");\n");
	}
	text_format(out, "void sincos%s(%s, %s *, %s *);\n", p.real_float ? "f" : "", p.real, p.real, p.real);
	put_sincos_functions(&p);
	for (int i = 0; i < package->functions; i++) {
		const char *name = text_print(p.arena, "f%d", i);
		p.function = &package->function[i];
		put_signature(&p, "", name);
		text_char(out, '\n');
		put_body(&p);
		put_caller(&p, i, name);
	}
}
