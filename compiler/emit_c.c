#include "emit_c.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "number.h"
#include "version.h"

struct Printer {
	struct Arena *arena;
	struct Text *out;
	const struct Package *package;
	const struct Generated *function;
	const char *real;        /* "double" or "float" */
	bool real_float, tcc;
	const char **name;       /* of the temporaries, by step */
};

/* --- names --- */

const char *c_mangle(struct Arena *arena, const char *name)
{
	struct Text text;
	text_init(&text, arena);
	for (const char *p = name; *p; p++) {
		bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
		if (letter || (*p >= '0' && *p <= '9' && p > name))
			text_char(&text, *p);
		else
			text_format(&text, "_x%02X", (unsigned char)*p);
	}
	return text_string(&text);
}

/* Part of an identifier that already began: digits stand as they are. */
static const char *mangle_rest(struct Arena *arena, const char *name)
{
	return c_mangle(arena, text_print(arena, "_%s", name)) + 1;
}

static const char *prefix(struct Arena *arena, const struct Package *package)
{
	const char *name = package->request->prefix ? package->request->prefix : package->model->name.text;
	return c_mangle(arena, name);
}

static const char *upper_prefix(struct Arena *arena, const struct Package *package)
{
	const char *name = prefix(arena, package);
	char *upper = arena_copy(arena, name, strlen(name));
	for (char *p = upper; *p; p++)
		if (*p >= 'a' && *p <= 'z')
			*p = (char)(*p - 'a' + 'A');
	return upper;
}

const char *c_function_name(struct Arena *arena, const struct Package *package, const struct Generated *function)
{
	char *name = arena_copy(arena, function->spec.name, strlen(function->spec.name));
	for (char *p = name; *p; p++)
		if (*p == ':')
			*p = '_'; /* fk:tool */
	return text_print(arena, "%s_%s", prefix(arena, package), mangle_rest(arena, name));
}

/* Calls `visit` with the name of each coordinate: PREFIX_Q_joint_x. */
static void each_index(struct Arena *arena, const struct Package *package, char array,
                       void (*visit)(void *context, const char *name, int index, const struct Body *body,
                                     const char *unit), void *context)
{
	const char *upper = upper_prefix(arena, package);
	for (int i = 0; i < package->model->bodies; i++) {
		const struct Body *body = &package->model->body[i];
		const struct JointKind *kind = body->joint.kind;
		if (!body_moves(body))
			continue;
		bool q = array == 'Q';
		for (int k = 0; k < (q ? kind->nq : kind->nv); k++) {
			const char *suffix = q ? kind->q[k].suffix : kind->v[k].suffix;
			const char *unit = q ? kind->q[k].unit : kind->v[k].unit;
			const char *name = text_print(arena, "%s_%c_%s%s", upper, array,
			                              mangle_rest(arena, body->joint.name.text), suffix);
			visit(context, name, (q ? body->joint.q : body->joint.v) + k, body, unit);
		}
	}
}

/* --- checks --- */

struct Named {
	const char *what;
	struct Span span;
};

struct NameCheck {
	struct Diags *diags;
	struct NameTable names; /* to places in item */
	struct Named *item;
	size_t count, capacity;
};

static void check_name(struct NameCheck *check, const char *name, const char *what, struct Span span)
{
	int first = names_add(&check->names, name, (int)check->count);
	if (first < (int)check->count) {
		struct Diag *d = diag(check->diags, CHECK_C_NAME, span, "%s and %s would both be '%s' in C",
		                      what, check->item[first].what, name);
		diag_note(check->diags, d, check->item[first].span, "the other one");
		return;
	}
	*ARENA_PUSH(check->diags->arena, check) = (struct Named){ what, span };
}

static void check_index(void *context, const char *name, int index, const struct Body *body, const char *unit)
{
	struct NameCheck *check = context;
	(void)index;
	(void)unit;
	check_name(check, name, text_print(check->diags->arena, "coordinates of joint '%s'", body->joint.name.text),
	           body->joint.name.span);
}

void c_check_names(struct Diags *diags, const struct Package *package)
{
	struct NameCheck check = { .diags = diags };
	struct Arena *arena = diags->arena;
	struct Span model = package->model->name.span;
	static const char *const macros[] = { "NQ", "NV", "REAL", "HASH" };
	names_init(&check.names, arena);
	for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
		check_name(&check, text_print(arena, "%s_%s", upper_prefix(arena, package), macros[i]),
		           text_print(arena, "the macro %s", macros[i]), model);
	for (int i = 0; i < package->functions; i++)
		check_name(&check, c_function_name(arena, package, &package->function[i]),
		           text_print(arena, "function %s", package->function[i].spec.name), model);
	size_t errors = diags->errors;
	each_index(arena, package, 'Q', check_index, &check);
	if (diags->errors == errors) /* else it would be said again of the velocities */
		each_index(arena, package, 'V', check_index, &check);
}

void c_check_constants(struct Diags *diags, const struct Package *package)
{
	for (int f = 0; f < package->functions; f++) {
		const struct Program *program = &package->function[f].program;
		const char *name = package->function[f].spec.name;
		for (uint32_t i = 0; i < program->constants; i++) {
			double value = program->constant[i];
			float narrow = (float)value;
			if (!isfinite(value)) {
				diag(diags, CHECK_UNDEFINED, package->model->name.span,
				     "a constant of %s has no finite value: the figures are too large", name);
				return;
			}
			if (!package->request->real_float || (isfinite(narrow) && (value == 0 || narrow != 0)))
				continue;
			diag(diags, CHECK_FLOAT_RANGE, package->model->name.span,
			     "the constant %g of %s is %s the range of float", value, name,
			     fabs(value) < 1 ? "below" : "above");
			return;
		}
	}
}

/* --- comments --- */

/* Nothing in the text can end the comment, continue a line, reorder it or be taken for a trigraph. */
static void put_comment(struct Text *out, const char *text)
{
	struct Text clean;
	text_init(&clean, out->arena);
	text_visible(&clean, text, strlen(text));
	for (const char *p = text_string(&clean); *p; p++) {
		text_char(out, *p);
		bool splits = (p[0] == '*' && p[1] == '/') || (p[0] == '/' && p[1] == '*') ||
		              (p[0] == '?' && p[1] == '?');
		if (splits)
			text_char(out, ' ');
		else if (p[0] == '\\' && !p[1])
			text_char(out, '.'); /* would splice the next line */
	}
}

static void put_doc(struct Text *out, const char *doc)
{
	while (doc && *doc) {
		size_t length = strcspn(doc, "\n");
		text_put(out, length ? " * " : " *");
		put_comment(out, arena_copy(out->arena, doc, length));
		text_char(out, '\n');
		doc += length + (doc[length] == '\n');
	}
}

/* --- expressions --- */

enum Precedence { PRECEDENCE_ADD = 1, PRECEDENCE_MUL, PRECEDENCE_ATOM };

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
	return step->op == OP_ADD ? PRECEDENCE_ADD
	       : step->op == OP_MUL || step->op == OP_DIV ? PRECEDENCE_MUL : PRECEDENCE_ATOM;
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

/* Recursion is bounded: values nest at most NESTING_... operations deep. */
static void put_step(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	const struct Step *step = &program->step[index];
	const struct OpInfo *op = &op_table[step->op];
	if (step->op == OP_ADD) {
		struct Operand b = step->b;
		double constant = b.kind == OPERAND_CONST ? program->constant[b.index] : 0;
		put_signed(p, step->a, PRECEDENCE_ADD);
		text_put(p->out, b.negative || constant < 0 ? " - " : " + ");
		if (constant < 0)
			put_literal(p, -constant);
		else
			put_operand(p, b, PRECEDENCE_MUL);
	} else if (op->arity == 2) {
		struct Operand a = step->a, b = step->b;
		if (step->op == OP_MUL && b.kind == OPERAND_CONST) { /* 0.5*x rather than x*0.5 */
			struct Operand swap = a;
			a = b;
			b = swap;
		}
		put_signed(p, a, PRECEDENCE_MUL);
		text_put(p->out, op->c);
		put_signed(p, b, PRECEDENCE_ATOM);
	} else {
		text_format(p->out, "%s(", p->real_float ? op->c_float : op->c);
		put_signed(p, step->a, PRECEDENCE_ADD);
		text_char(p->out, ')');
	}
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
	text_char(out, '\t');
	while (*statement) {
		/* an operator goes with the operand behind it */
		size_t operator = statement[1] == ' ' && strchr("+-", *statement) ? 2 : 0;
		size_t word = operator + strcspn(statement + operator, " ");
		if (operator && column + word > WIDTH) {
			out->count--; /* the blank before */
			text_put(out, "\n\t\t");
			column = (size_t)2 * TAB;
		}
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
		if (p->tcc && step->partner && step->partner - 1 > statement.index) {
			bool sine = step->op == OP_SIN;
			const char *own = p->name[statement.index], *other = p->name[step->partner - 1];
			text_format(&line, "%s %s, %s; sincos%s(", p->real, own, other, p->real_float ? "f" : "");
			put_signed(p, step->a, PRECEDENCE_ADD);
			text_format(&line, ", &%s, &%s)", sine ? own : other, sine ? other : own);
		} else if (p->tcc && step->partner) {
			p->out = out;
			return; /* came with its partner */
		} else {
			text_format(&line, "const %s %s = ", p->real, p->name[statement.index]);
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
	text_put(p->out, "{\n");
	if (!p->tcc)
		text_put(p->out, "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i) && !f->program.input[i])
			text_format(p->out, "\t(void)%s;\n", input_name[i]);
	for (int i = 0; i < f->outputs; i++)
		if (!f->output[i].size)
			text_format(p->out, "\t(void)%s;\n", f->output[i].info->name);
	for (uint32_t i = 0; i < f->program.statements; i++)
		put_statement(p, f->program.statement[i]);
	text_put(p->out, "}\n");
}

static void put_argument_row(struct Printer *p, const char *name, size_t size, enum Shape form,
                             const char *direction, enum Measure measure, const char *meaning)
{
	int nv = p->package->model->nv;
	const char *shape = form == SHAPE_NV_NV ? text_print(p->arena, "[%d*%d]", nv, nv)
	                                        : text_print(p->arena, "[%zu]", size);
	text_format(p->out, " *   %-6s %-7s %-3s  %s; %s\n", name, shape, direction, meaning,
	            signature_units(p->package->model, measure));
}

static void put_wrench_rows(struct Printer *p)
{
	const struct Tree *tree = p->package->tree;
	for (int i = 0; i < tree->wrenches; i++) {
		text_format(p->out, " *     f_ext[%d..%d]: (f, n) on ", 6 * i, 6 * i + 5);
		put_comment(p->out, p->package->model->body[tree->wrench[i]].name.text);
		text_put(p->out, ", in its axes at its origin\n");
	}
}

/* "368 mul, 278 add, 5 sincos" */
static void put_operations(struct Text *out, const uint32_t *cost)
{
	text_format(out, "%u mul, %u add, %u sincos", cost[COST_MUL], cost[COST_ADD], cost[COST_SINCOS]);
	if (cost[COST_DIV])
		text_format(out, ", %u div", cost[COST_DIV]);
	if (cost[COST_SQRT])
		text_format(out, ", %u sqrt", cost[COST_SQRT]);
	if (cost[COST_OTHER])
		text_format(out, ", %u other", cost[COST_OTHER]);
}

static void put_cost(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	size_t bytes = program->alive * (p->real_float ? sizeof(float) : sizeof(double));
	text_put(p->out, " * Cost: ");
	put_operations(p->out, program->cost);
	text_format(p->out, "; %u temporaries, %zu bytes of stack for those alive at once.\n",
	            program->temporaries, bytes);
}

static void put_function_doc(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_put(p->out, "/* ");
	for (int i = 0; i < f->spec.parts; i++)
		text_format(p->out, "%s%s", i ? "; " : "", f->spec.part[i]->summary);
	text_put(p->out, ".\n");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i))
			put_argument_row(p, input_name[i], f->input_size[i], SHAPE_NV, "in", function_input[i].measure,
			                 function_input[i].meaning);
	if (generated_takes(f, INPUT_F_EXT))
		put_wrench_rows(p);
	for (int i = 0; i < f->outputs; i++)
		put_argument_row(p, f->output[i].info->name, f->output[i].size, f->output[i].info->shape, "out", f->output[i].info->measure,
		                 f->output[i].info->meaning);
	text_put(p->out, " * Outputs are written while inputs are read: they may not overlap them or each other.\n");
	put_cost(p);
	text_put(p->out, " */\n");
}

/* --- files --- */

struct IndexPrinter {
	struct Text *out;
	int left; /* still to come */
};

static void put_index(void *context, const char *name, int index, const struct Body *body, const char *unit)
{
	struct IndexPrinter *printer = context;
	text_format(printer->out, "\t%s = %d%s /* ", name, index, --printer->left ? "," : "");
	put_comment(printer->out, body->joint.name.text);
	text_format(printer->out, ", %s */\n", unit);
}

static void put_indices(struct Printer *p)
{
	if (!p->package->model->nv)
		return;
	struct IndexPrinter printer = { p->out, p->package->model->nq + p->package->model->nv };
	text_put(p->out, "/* Where each coordinate and velocity stands. */\nenum {\n");
	each_index(p->arena, p->package, 'Q', put_index, &printer);
	each_index(p->arena, p->package, 'V', put_index, &printer);
	text_put(p->out, "};\n\n");
}

static void put_list(struct Text *out, const char *option, const char *const *item, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		text_format(out, " %s ", option);
		put_comment(out, item[i]);
	}
}

/* What was asked for beside the model. */
static void put_request(struct Text *out, const struct Request *request)
{
	size_t options = request->defines + request->locks + request->wrenches + (request->prefix != NULL) +
	                 request->real_float;
	if (!options)
		return;
	text_put(out, " * Made with");
	put_list(out, "-D", request->define, request->defines);
	put_list(out, "--lock", request->lock, request->locks);
	put_list(out, "--wrench", request->wrench, request->wrenches);
	put_list(out, "--prefix", &request->prefix, request->prefix != NULL);
	text_put(out, request->real_float ? " --real float.\n" : ".\n");
}

static void put_contents(struct Printer *p)
{
	text_put(p->out, " *\n");
	for (int i = 0; i < p->package->functions; i++) {
		const struct Generated *f = &p->package->function[i];
		text_format(p->out, " *   %s: ", c_function_name(p->arena, p->package, f));
		put_operations(p->out, f->program.cost);
		text_char(p->out, '\n');
	}
}

/* The links by the numbers that temporaries carry. */
static void put_links(struct Printer *p)
{
	const struct Tree *tree = p->package->tree;
	const struct Model *model = p->package->model;
	text_put(p->out, "/* Temporaries are named by link: s3 and c3 are the sine and cosine of its joint, v3x w3x a3x wd3x its\n"
	                 " * velocity and acceleration (linear, angular), f3x n3x the wrench on it, h3x J3xy first moment and\n"
	                 " * inertia of all it carries, in axes of the link chosen by rigidc. t1, t2, ... are anything else.\n");
	for (int i = 0; i < tree->links; i++) {
		text_format(p->out, " *   %3d  ", i + 1);
		put_comment(p->out, model->body[tree->link[i].body].name.text);
		text_format(p->out, "%s", tree->link[i].parent < 0 ? "" : text_print(p->arena, ", on %d", tree->link[i].parent + 1));
		text_put(p->out, ", by joint ");
		put_comment(p->out, model->body[tree->link[i].body].joint.name.text);
		text_char(p->out, '\n');
	}
	text_put(p->out, " */\n\n");
}

static void put_banner(struct Printer *p)
{
	const struct Model *model = p->package->model;
	struct Text gravity;
	text_init(&gravity, p->arena);
	for (int i = 0; i < 3; i++) {
		text_put(&gravity, i ? ", " : "");
		number_put(&gravity, dag_value(model->dag, model->gravity.e[i]));
	}
	text_put(p->out, "/* Rigid-body dynamics of ");
	put_comment(p->out, model->name.text);
	text_format(p->out, ", generated by rigidc " RIGIDC_VERSION ".\n"
	            " * This code belongs to whoever generated it.\n");
	put_request(p->out, p->package->request);
	put_contents(p);
	text_format(p->out,
	            " *\n"
	            " * Units are SI and radians. Spatial vectors are linear first: twist (v, w), wrench (f, n).\n"
	            " * Quaternions are (qx, qy, qz, qw) and assumed to be of unit length. Matrices are row-major.\n"
	            " * Gravity (%s) m/s^2 in the world. No allocation, no state, no loops.\n", text_string(&gravity));
	if (model->doc) {
		text_put(p->out, " *\n");
		put_doc(p->out, model->doc);
	}
	text_put(p->out, " */\n");
}

static void put_definitions(struct Printer *p)
{
	const struct Model *model = p->package->model;
	const char *upper = upper_prefix(p->arena, p->package);
	text_format(p->out, "#define %s_NQ %d\n#define %s_NV %d\n#define %s_REAL %s\n", upper, model->nq, upper,
	            model->nv, upper, p->real);
	text_format(p->out, "#define %s_HASH 0x%016llxULL /* of the model */\n\n", upper,
	            (unsigned long long)model_hash(model));
	put_indices(p);
}

static void open_guard(struct Printer *p)
{
	const char *upper = upper_prefix(p->arena, p->package);
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
			put_function_doc(p);
		put_signature(p, storage, c_function_name(p->arena, p->package, p->function));
		text_char(p->out, '\n');
		put_body(p);
		text_char(p->out, '\n');
	}
}

void c_header(const struct Package *package, struct Text *out)
{
	struct Printer p = printer_new(package, out);
	put_banner(&p);
	open_guard(&p);
	text_put(out, "#include <math.h>\n\n");
	text_put(out, open_cplusplus);
	put_definitions(&p);
	put_links(&p);
	text_put(out, open_contract);
	put_functions(&p, "static inline ", true);
	text_put(out, close_contract);
	text_put(out, close_cplusplus);
	text_put(out, "\n#endif\n");
}

void c_pair(const struct Package *package, const char *include, struct Text *source, struct Text *header)
{
	struct Printer p = printer_new(package, header);
	put_banner(&p);
	open_guard(&p);
	text_put(header, open_cplusplus);
	put_definitions(&p);
	for (int i = 0; i < package->functions; i++) {
		p.function = &package->function[i];
		put_function_doc(&p);
		put_signature(&p, "", c_function_name(p.arena, package, p.function));
		text_put(header, ";\n\n");
	}
	text_put(header, close_cplusplus);
	text_put(header, "\n#endif\n");

	p.out = source;
	put_banner(&p);
	text_format(source, "#include \"%s\"\n\n#include <math.h>\n\n", include);
	put_links(&p);
	text_put(source, open_contract);
	put_functions(&p, "", false);
	text_put(source, close_contract);
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
	for (int op = 0; op < OP_COUNT; op++)
		if (op_table[op].arity == 1)
			text_format(out, "%s %s(%s);\n", p.real, p.real_float ? op_table[op].c_float : op_table[op].c,
			            p.real);
	text_format(out, "void sincos%s(%s, %s *, %s *);\n", p.real_float ? "f" : "", p.real, p.real, p.real);
	for (int i = 0; i < package->functions; i++) {
		const char *name = text_print(p.arena, "f%d", i);
		p.function = &package->function[i];
		put_signature(&p, "", name);
		text_char(out, '\n');
		put_body(&p);
		put_caller(&p, i, name);
	}
}
