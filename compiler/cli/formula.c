#include "formula.h"

#include <string.h>

#include "grammar/reader.h"
#include "model/expression/builtin.h"
#include "model/expression/evaluate.h"

void formulas_init(struct Formulas *formulas, struct Arena *arena, struct Diags *diags, struct Columns name,
                   const struct Dim *dim)
{
	*formulas = (struct Formulas){ .arena = arena, .diags = diags, .name = name, .dim = dim };
	formulas->used = ARENA_ARRAY(arena, bool, name.count);
	formulas->dag = ARENA_NEW(arena, struct Dag);
	dag_init(formulas->dag, arena);
}

int formulas_find(const struct Formulas *formulas, const char *name)
{
	for (size_t i = 0; i < formulas->name.count; i++)
		if (strcmp(formulas->name.item[i], name) == 0)
			return (int)i;
	return -1;
}

Ref formulas_number(struct Formulas *formulas, int place)
{
	formulas->used[place] = true;
	return dag_input(formulas->dag, INPUT_Q, (uint32_t)place);
}

/* Reports an unknown name. The help is the nearest name, or all names if they are few. */
static void unknown(struct Formulas *formulas, const char *name, struct Span span)
{
	enum { SHOWN = 8 };
	const struct Columns *names = &formulas->name;
	struct Diags *diags = formulas->diags;
	const char *none = formulas->dim ? "the model has no coordinate" : "there is no column";
	struct Diag *d = diag(diags, CHECK_UNKNOWN_COLUMN, span, "%s '%s'", none, name);
	struct Nearest nearest;
	nearest_init(&nearest, name);
	struct Text all = text_new(formulas->arena);
	for (size_t i = 0; i < names->count && (i < SHOWN || nearest.left > 0); i++) {
		nearest_try(&nearest, names->item[i]);
		if (names->count <= SHOWN && *names->item[i])
			text_format(&all, "%s%s", all.count ? ", " : "", names->item[i]);
	}
	if (!nearest.found && all.count)
		diag_help(diags, d, "%s: %s", formulas->dim ? "names" : "columns", text_string(&all));
	diag_nearest(diags, d, &nearest);
}

/* Finds a named number. Names of the language (pi, axes, built-in functions) are left to the language; other names are
 * errors. */
static enum Found look_up(struct Scope *scope, void *context, const char *name, struct Span span, struct Value *value)
{
	struct Formulas *formulas = context;
	int place = formulas_find(formulas, name);
	if (place < 0 && (strcmp(name, "pi") == 0 || value_axis_named(name) >= 0 || builtin_find(name)))
		return FOUND_NOTHING;
	if (place < 0) {
		unknown(formulas, name, span);
		*value = value_error(span);
		return FOUND_VALUE;
	}
	*value = value_number(scope->dag, span, formulas_number(formulas, place),
	                      formulas->dim ? formulas->dim[place] : dim_none, !formulas->dim);
	return FOUND_VALUE;
}

/* Evaluates bytes [begin, end) of a source. */
static bool evaluate_part(struct Formulas *formulas, const struct FormulaPart *part, size_t begin, struct Value *value)
{
	struct Diags *diags = formulas->diags;
	size_t errors = diags->errors;
	struct Scope scope;
	scope_init(&scope, formulas->arena, diags, formulas->dag);
	scope.locals = (struct Locals){ .lookup = look_up, .context = formulas };
	struct Ast ast =
		read_part(diags, part->source, part->text, begin, part->end, formulas->dim ? READ_VALUE : READ_PLAIN);
	*value = value_error((struct Span){ (uint32_t)begin, (uint32_t)part->end, part->source });
	if (!ast.value || diags->errors > errors)
		return false;
	scope.kinks = formulas->kinks;
	*value = evaluate(&scope, ast.value);
	formulas->kinks = scope.kinks;
	return diags->errors == errors && value->kind != VALUE_ERROR;
}

/* Adds the argument of an option as a source. False after a message. */
static bool open_option(struct Formulas *formulas, const char *option, const char *text, struct FormulaPart *part)
{
	*part = (struct FormulaPart){ .text = text,
		                      .end = strlen(text),
		                      .before = text_print(formulas->arena, "%s ", option) };
	return reader_open(formulas->diags, option, text, part->end, &part->source);
}

bool formula_value(struct Formulas *formulas, const char *option, const char *text, struct Value *value)
{
	struct FormulaPart part;
	return open_option(formulas, option, text, &part) && evaluate_part(formulas, &part, 0, value);
}

bool formula_read_part(struct Formulas *formulas, struct FormulaPart part, struct Formula *formula)
{
	const char *text = part.text + part.begin, *behind;
	const char *name = text_name(formulas->arena, text, '=', &behind), *equals = strchr(behind, '=');
	bool empty = !*name || !equals || !equals[1 + strspn(equals + 1, " \t")];
	struct Span span = { (uint32_t)(part.begin + strspn(text, " \t")), (uint32_t)(behind - part.text),
		             part.source };
	*formula = (struct Formula){ { .text = name, .span = span }, value_error(span) };
	if (!empty)
		return evaluate_part(formulas, &part, (size_t)(equals - part.text) + 1, &formula->value);
	diag(formulas->diags, CHECK_SYNTAX, span, "write %s'NAME = EXPRESSION'", part.before);
	return false;
}

bool formula_read(struct Formulas *formulas, const char *option, const char *text, struct Formula *formula)
{
	struct FormulaPart part;
	*formula = (struct Formula){ .name.text = "" };
	return open_option(formulas, option, text, &part) && formula_read_part(formulas, part, formula);
}

void formulas_mark(const struct Formulas *formulas, Ref value, bool *mark)
{
	const struct Dag *dag = formulas->dag;
	bool *needed = ARENA_ARRAY(formulas->arena, bool, dag->count);
	needed[ref_node(value)] = true;
	for (size_t n = ref_node(value) + 1; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (needed[n] && node->op == OP_INPUT)
			mark[node->operand[1]] = true;
		for (int k = 0; k < node_arity(node) && needed[n]; k++)
			needed[ref_node(node->operand[k])] = true;
	}
}

void formulas_compute(struct Formulas *formulas, const double *number)
{
	const struct Dag *dag = formulas->dag;
	if (formulas->nodes < dag->count) {
		formulas->nodes = dag->count;
		formulas->node = ARENA_ARRAY(formulas->arena, double, dag->count);
	}
	for (size_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		double operand[OPERANDS] = { 0 };
		for (int k = 0; k < node_arity(node); k++)
			operand[k] = formulas_result(formulas, node->operand[k]);
		formulas->node[n] = node->op == OP_INPUT   ? number[node->operand[1]]
		                    : node->op == OP_CONST ? operands_number(node->operand)
		                                           : op_value((enum Op)node->op, operand);
	}
}

double formulas_result(const struct Formulas *formulas, Ref value)
{
	double result = formulas->node[ref_node(value)];
	return ref_negative(value) ? -result : result;
}
