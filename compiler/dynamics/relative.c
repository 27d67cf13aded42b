#include "lean.h"

#include "textbook.h"

void relative_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *C)
{
	(void)approach;
	coriolis_build(dag, tree, C);
}
