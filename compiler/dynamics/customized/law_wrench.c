/* The wrench of a law, and the origin of its frame; rates of states: expressions that the model has (model/line/law.h,
 * model/line/rate.h). */
#include <string.h>

#include "customized.h"
#include "dynamics/textbook/textbook.h"
#include "model/law.h"

void textbook_wrench(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	const struct Law *law = tree->asked_law;
	(void)dag;
	spatial_put(&law->f, out);
	for (int i = 0; i < 3; i++)
		out[6 + i] = law->p.e[i];
}

void customized_wrench(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	(void)options;
	textbook_wrench(dag, tree, out);
}

void textbook_rates(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	(void)dag;
	memcpy(out, tree->rate, (size_t)tree->ns * sizeof *out);
}

void customized_rates(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	(void)options;
	textbook_rates(dag, tree, out);
}
