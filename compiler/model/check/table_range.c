#include "checks.h"
#include "model/body.h"
#include "model/expression/table.h"
#include "model/joint.h"

#include <math.h>

/* Follows sums and products to their operands that depend on the state. */
bool affine_of(const struct Dag *dag, Ref value, struct Affine *line)
{
	*line = (struct Affine){ 1, 0, 0 };
	for (;;) {
		const struct Node *node = &dag->item[ref_node(value)];
		line->scale *= ref_negative(value) ? -1 : 1;
		if (node->op == OP_INPUT) {
			line->q = (uint32_t)node->operand[1];
			return node->operand[0] == INPUT_Q;
		}
		if (node->op != OP_ADD && node->op != OP_MUL)
			return false;
		bool second = dag_is_const(dag, node->operand[0]);
		if (!second && !dag_is_const(dag, node->operand[1]))
			return false;
		double number = dag_value(dag, node->operand[!second]);
		if (node->op == OP_ADD)
			line->offset += line->scale * number;
		else
			line->scale *= number;
		value = node->operand[second];
	}
}

const struct Body *body_limited_by(const struct Model *model, uint32_t q)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (body_moves(&model->body[i]) && !joint->coupling && joint->limited && joint->tree.q == (int)q)
			return &model->body[i];
	}
	return NULL;
}

static void check_use(struct Scope *scope, const struct Model *model, const struct TableUse *use)
{
	const struct Spline *spline = &use->table->spline;
	const double roundings = 1e-9; /* tolerance for limits in degrees and places in rad */
	struct Affine line;
	if (use->table->curve->closed || !affine_of(scope->dag, use->at, &line))
		return;
	const struct Body *body = body_limited_by(model, line.q);
	if (!body)
		return;
	double from = line.scale * dag_value(model->dag, body->joint->lower) + line.offset;
	double to = line.scale * dag_value(model->dag, body->joint->upper) + line.offset;
	double low = fmin(from, to), high = fmax(from, to), first = spline->x[0], last = spline->x[spline->points - 1];
	double near = roundings * fmax(fmax(fabs(low), fabs(high)), last - first);
	if (low >= first - near && high <= last + near)
		return;
	struct Diag *d =
		diag(scope->diags, CHECK_TABLE_RANGE, use->span,
	             "table '%s' goes from %.4g to %.4g, and within its limits joint '%s' asks for %.4g to %.4g",
	             use->table->name.text, first, last, body->joint->name.text, low, high);
	diag_help(scope->diags, d, "these are SI units; beyond its ends a table continues as a straight line");
}

void table_ranges_check(struct Scope *scope, const struct Model *model)
{
	for (size_t i = 0; i < scope->table_uses.count; i++)
		check_use(scope, model, &scope->table_uses.item[i]);
	scope->diags->within = NULL;
}
