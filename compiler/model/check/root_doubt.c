#include "root_doubt.h"

#include <string.h>
#include <strings.h>

#include "grammar/formats/format.h"

/* Is one of the words in the name, in any case? */
static bool is_trunk(const char *name)
{
	static const char *const word[] = { "trunk", "torso", "pelvis" };
	for (; *name; name++)
		for (size_t i = 0; i < sizeof word / sizeof *word; i++)
			if (strncasecmp(name, word[i], strlen(word[i])) == 0)
				return true;
	return false;
}

/* Chains of two or more joints whose first one is on a body that does not move. Two fingers of a gripper are none. */
static int count_limbs(const struct Model *model)
{
	int limbs = 0, *joints = ARENA_ARRAY(model->arena, int, model->bodies);
	for (int i = model->bodies - 1; i >= 0; i--) {
		const struct Body *body = &model->body[i];
		int carrier = body->parent < 0 ? -1 : model->body[body->parent].carrier;
		joints[i] += body_moves(body) && !body->joint.coupling;
		if (body->parent >= 0 && carrier >= 0)
			joints[body->parent] += joints[i];
		limbs += body->parent >= 0 && carrier < 0 && joints[i] >= 2;
	}
	return limbs;
}

void root_doubt(const struct Model *model, struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	if (ast->format != &format_table[FORMAT_URDF] || request->base != BASE_OWN || !model->bodies ||
	    model_has_loops(model))
		return;
	const struct Body *root = &model->body[0], *trunk = NULL;
	const int limbs = count_limbs(model);
	for (int i = 0; i < model->bodies && !trunk; i++)
		if (model->body[i].carrier < 0 && is_trunk(model->body[i].name.text))
			trunk = &model->body[i];
	if (root->carrier >= 0 || (limbs < 2 && !trunk) || !limbs)
		return;
	struct Diag *d;
	if (limbs < 2)
		d = diag(diags, CHECK_BOLTED_ROOT, trunk->name.span, "'%s' is bolted down", trunk->name.text);
	else
		d = diag(diags, CHECK_BOLTED_ROOT, root->name.span, "'%s' is bolted down, and %d limbs move on it",
		         root->name.text, limbs);
	diag_help(diags, d, "--base=free lets it move freely; --base=fixed says that it is bolted down");
}
