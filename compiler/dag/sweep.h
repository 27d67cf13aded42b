/* Derivatives of many values in one sweep over their nodes: forward along a direction of the inputs, or in reverse, the
 * gradient of a weighted sum. Of a choice the side that is taken is differentiated. Called by operators. Memory is the
 * arena's of the DAG.
 *
 * A vector (x, y) that turns by an angle has the components n = s x + c y and m = c x - s y, and dn/d(angle) = m. If m is
 * one of the nodes, both sweeps use it in place of the derivatives of s and c. If it is none, there are two rules that cost
 * the same for n alone: the derivatives of s and c, which all n of the angle share, or
 *   n' = s (x' - angle' y) + c (y' + angle' x),   angle_bar += (c n_bar) x - (s n_bar) y. */
#ifndef RIGIDC_DAG_SWEEP_H
#define RIGIDC_DAG_SWEEP_H

#include "growth.h"

/* Inputs, each once, with a rate each for a forward sweep. A node with operands counts as an input too: its own rate is
 * given. */
struct SweepInputs {
	const Ref *input, *rate;
	size_t count;
	bool turns_apart; /* components without a partner take the second rule */
};

/* Nodes below values: marked if a value needs them. Later nodes are not looked at. */
struct Below {
	bool *live;
	uint32_t count;
};
struct Below dag_below(struct Dag *dag, const Ref *value, size_t values);

/* Rates of values, from those of the inputs. All other inputs are constant. */
void dag_along(struct Dag *dag, const Ref *value, size_t values, const struct SweepInputs *along, Ref *out);
/* Derivatives of the sum of weight[i] value[i] by inputs. */
void dag_gradient(struct Dag *dag, const Ref *value, const Ref *weight, size_t values, const struct SweepInputs *by,
                  Ref *out);
/* Writes quotients a/b as a (1/b), so that derivatives divide no more. */
void dag_share_reciprocals(struct Dag *dag, Ref *value, size_t values);

/* --- for both sweeps --- */

/* Derivatives of nodes in an array (derivative.c): of a value; of a node from those of its operands; is any of these other
 * than 0? */
Ref dag_slope_in(const struct Dag *dag, const Ref *slope, Ref a);
Ref dag_slope_by(struct Dag *dag, const Ref *slope, uint32_t n);
bool dag_operands_change(const struct Dag *dag, const Ref *slope, uint32_t n);
/* Derivative of a function by its operand a; y is its value. */
Ref dag_function_slope(struct Dag *dag, enum Op op, Ref a, Ref y);

/* A component s x + c y of a vector that turns. */
struct TurnedPair {
	Ref s, c, x, y, angle, partner; /* partner: its derivative by the angle */
	bool apart;                     /* the partner is no live node */
};

/* Is node n such a component? It has a partner, or both x and y. */
bool turned_pair(struct Dag *dag, const struct Below *below, uint32_t n, struct TurnedPair *pair);

#endif
