/* Functions of the state space alone: integrate, difference, normalize. The textbook has the same algorithms. */
#include "customized.h"

#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/state_space.h"

void textbook_integrate(struct Dag *dag, const struct Tree *tree, Ref *q_out)
{
	Ref *v = tree_input(dag, INPUT_V, tree->nv);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), v, q_out);
}

void textbook_difference(struct Dag *dag, const struct Tree *tree, Ref *v)
{
	Ref *q1 = tree_input(dag, INPUT_Q1, tree->nq);
	tree_displacement(dag, tree, tree_input(dag, INPUT_Q0, tree->nq), q1, v);
}

void textbook_normalize(struct Dag *dag, const struct Tree *tree, Ref *q_out)
{
	tree_normalize(dag, tree, tree_input(dag, INPUT_Q, tree->nq), q_out);
}

void customized_integrate(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *q_out)
{
	(void)options;
	textbook_integrate(dag, tree, q_out);
}

void customized_difference(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *v)
{
	(void)options;
	textbook_difference(dag, tree, v);
}

void customized_normalize(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *q_out)
{
	(void)options;
	textbook_normalize(dag, tree, q_out);
}
