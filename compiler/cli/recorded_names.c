/* Columns of recordings that are inputs by the names of OpenSim, for models of any format. */
#include <math.h>
#include <string.h>

#include "rows.h"
#include "recorded_names.h"
#include "model/body.h"
#include "model/joint.h"

/* Is y the number of this input, or its opposite, but for a constant? */
static bool follows(const struct Dag *dag, Ref y, int input)
{
	const struct Node *node = &dag->item[ref_node(y)];
	for (int k = 0; node->op == OP_ADD && k < 2; k++)
		if (dag->item[ref_node(node->operand[k])].op == OP_CONST)
			return follows(dag, node->operand[1 - k], input);
	return node->op == OP_INPUT && node->operand[0] == INPUT_Q && node->operand[1] == (Ref)input;
}

bool coordinate_turns(const struct Model *model, const struct Joint *joint, int k)
{
	bool turns = false;
	for (int i = 0; i < joint->motions; i++)
		turns |= joint->motion[i].kind == MOTION_ROTATE &&
		         follows(model->dag, joint->motion[i].y, joint->tree.q + k);
	return turns;
}

const char *coordinate_own_name(const struct Joint *joint, int k)
{
	return joint_nq(joint) == 1 ? joint->name.text : joint->kind->q[k].name;
}

/* How a column of a quantity is called beside the coordinate's own name. */
struct Wording {
	enum Input input;
	const char *state;     /* last step of the path of a state: /jointset/knee/knee_angle/value */
	const char *ending[2]; /* behind the name */
};

static const struct Wording wordings[] = {
	{ INPUT_Q, "value", { "", NULL } },
	{ INPUT_QD, "speed", { "_u", NULL } },
	{ INPUT_TAU, NULL, { "_moment", "_force" } },
};

struct Naming {
	struct Rows *rows;
	const struct Model *model;
	const struct Columns *wanted;
	struct FormulaList *maps;
};

/* Is the column the path of the state of a coordinate: .../COORDINATE/STATE? */
static bool is_state(const char *column, const char *coordinate, const char *state)
{
	const size_t all = strlen(column), own = strlen(coordinate), last = strlen(state), tail = own + 1 + last;
	const char *at = column + (all < tail ? 0 : all - tail);
	return all >= tail && (at == column || at[-1] == '/') && strncmp(at, coordinate, own) == 0 && at[own] == '/' &&
	       strcmp(at + own + 1, state) == 0;
}

/* Index of the first column that means the quantity of a coordinate; -1: none. */
static int find_column(const struct Rows *rows, const struct Wording *wording, const char *coordinate)
{
	const struct Columns *names = &rows->formulas.name;
	for (size_t i = 0; i < names->count; i++)
		if (wording->state && is_state(names->item[i], coordinate, wording->state))
			return (int)i;
	for (int k = 0; k < 2 && wording->ending[k]; k++) {
		int column =
			formulas_find(&rows->formulas, text_print(rows->arena, "%s%s", coordinate, wording->ending[k]));
		if (column >= 0)
			return column;
	}
	return -1;
}

bool recorded_names_have(const struct Rows *rows, const char *coordinate)
{
	return find_column(rows, &wordings[0], coordinate) >= 0;
}

/* Has --map given this number? */
static bool is_mapped(const struct FormulaList *maps, const char *name)
{
	for (size_t i = 0; i < maps->count; i++)
		if (strcmp(maps->item[i].name.text, name) == 0)
			return true;
	return false;
}

/* Adds an expression for the wanted number: the column, in rad and m. */
static void add_column(struct Naming *n, const char *name, int column, bool in_degrees)
{
	struct Formulas *formulas = &n->rows->formulas;
	Ref number = formulas_number(formulas, column);
	if (in_degrees)
		number = dag_mul(formulas->dag, dag_const(formulas->dag, M_PI / 180), number);
	const struct Span span = n->rows->name_span[column];
	*ARENA_PUSH(n->rows->arena, n->maps) =
		(struct Formula){ { .text = name, .span = span },
		                  value_number(formulas->dag, span, number, dim_none, true) };
}

static void add_coordinate(struct Naming *n, const struct Joint *joint, int k, const struct Wording *wording)
{
	const bool velocities = wording->input != INPUT_Q;
	const char *name = text_print(n->rows->arena, "%s.%s", input_name[wording->input],
	                              column_of_joint(n->model, joint, k, velocities));
	if (columns_place(n->wanted, name) == n->wanted->count || is_mapped(n->maps, name))
		return;
	int column = formulas_find(&n->rows->formulas, name);
	if (column < 0)
		column = find_column(n->rows, wording, coordinate_own_name(joint, k));
	if (column >= 0)
		add_column(n, name, column,
		           n->rows->recording->degrees && wording->input != INPUT_TAU &&
		                   coordinate_turns(n->model, joint, k));
}

/* Adds the angles and shifts that OpenSim has for a joint with a quaternion. */
static void add_angles(struct Naming *n, const struct Joint *joint)
{
	enum { ANGLES = 3 };
	for (int k = 0; k < joint_nv(joint) && joint->angles; k++) {
		const char *name = joint->angles[k];
		const int column = find_column(n->rows, &wordings[0], name);
		if (column >= 0 && columns_place(n->wanted, name) < n->wanted->count && !is_mapped(n->maps, name))
			add_column(n, name, column, n->rows->recording->degrees && k < ANGLES);
	}
}

void recorded_names_add(struct Rows *rows, const struct Model *model, const struct Columns *wanted,
                        struct FormulaList *maps)
{
	struct Naming n = { rows, model, wanted, maps };
	for (int i = 0; rows->recording && rows->recording->of_motion && i < model->bodies; i++)
		add_angles(&n, model->body[i].joint);
	for (size_t w = 0; rows->recording && rows->recording->of_motion && w < sizeof wordings / sizeof *wordings; w++)
		for (int i = 0; i < model->bodies; i++) {
			const struct Joint *joint = model->body[i].joint;
			for (int k = 0; k < joint_nv(joint) && !kind_has_quaternion(joint->kind); k++)
				add_coordinate(&n, joint, k, &wordings[w]);
		}
}
