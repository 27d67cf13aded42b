/* The wrench of a law, and the origin of its frame: expressions that the model has (model/line/law.h). */
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
