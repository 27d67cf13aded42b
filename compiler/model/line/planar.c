#include "planar.h"

struct Planar planar_add(struct Dag *dag, struct Planar a, struct Planar b)
{
	Ref x = dag_add(dag, a.x, b.x);
	return (struct Planar){ x, dag_add(dag, a.y, b.y) };
}

struct Planar planar_sub(struct Dag *dag, struct Planar a, struct Planar b)
{
	return planar_add(dag, a, planar_neg(b));
}

struct Planar planar_scale(struct Dag *dag, Ref factor, struct Planar a)
{
	Ref x = dag_mul(dag, factor, a.x);
	return (struct Planar){ x, dag_mul(dag, factor, a.y) };
}

struct Planar planar_turn(struct Dag *dag, struct Planar a, struct Planar b)
{
	Ref x = dag_sub_products(dag, a.x, b.x, a.y, b.y);
	return (struct Planar){ x, dag_add_products(dag, a.x, b.y, a.y, b.x) };
}

Ref planar_dot(struct Dag *dag, struct Planar a, struct Planar b)
{
	return dag_add_products(dag, a.x, b.x, a.y, b.y);
}

Ref planar_cross(struct Dag *dag, struct Planar a, struct Planar b)
{
	return dag_sub_products(dag, a.x, b.y, a.y, b.x);
}

Ref planar_length(struct Dag *dag, struct Planar a)
{
	return dag_sqrt(dag, planar_dot(dag, a, a));
}
