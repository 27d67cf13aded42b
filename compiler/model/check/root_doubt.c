#include "checks.h"

#include <string.h>
#include <strings.h>

#include "grammar/formats/format.h"
#include "model/body.h"
#include "model/joint.h"

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

/* Chains of two or more joints whose first one is on a body of the source that does not move. Two fingers of a gripper
 * are none. */
static int count_limbs(const struct Model *model, uint32_t source)
{
	int limbs = 0, *joints = ARENA_ARRAY(model->arena, int, model->bodies);
	for (int i = model->bodies - 1; i >= 0; i--) {
		const struct Body *body = &model->body[i],
				  *parent = body->parent < 0 ? NULL : &model->body[body->parent];
		joints[i] += body_moves(body) && !body->joint->coupling;
		if (parent && parent->carrier >= 0)
			joints[body->parent] += joints[i];
		limbs += parent && parent->carrier < 0 && parent->name.span.source == source && joints[i] >= 2;
	}
	return limbs;
}

/* Is a body read from a URDF, the model's own file or an included one? */
static bool from_urdf(const struct Diags *diags, const struct Ast *ast, const struct Body *body)
{
	const struct Source *source = &diags->sources->item[body->name.span.source];
	const struct Format *format =
		source->included ? format_of_source(source->name, source->text, source->length) : ast->format;
	return format == &format_table[FORMAT_URDF];
}

static const struct Body *find_trunk(const struct Model *model, uint32_t source)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (body->carrier < 0 && body->name.span.source == source && is_trunk(body->name.text))
			return body;
	}
	return NULL;
}

static void doubt(const struct Model *model, struct Diags *diags, const struct Body *root)
{
	const uint32_t source = root->name.span.source;
	const struct Body *trunk = find_trunk(model, source);
	const int limbs = count_limbs(model, source);
	struct Diag *d;
	if (limbs >= 2)
		d = diag(diags, CHECK_BOLTED_ROOT, root->name.span, "'%s' is bolted down, and %d limbs move on it",
		         root->name.text, limbs);
	else if (limbs && trunk)
		d = diag(diags, CHECK_BOLTED_ROOT, trunk->name.span, "'%s' is bolted down", trunk->name.text);
	else
		return;
	if (diags->sources->item[source].included)
		diag_help(diags, d, "`free` behind the name of the file lets it move freely");
	else
		diag_help(diags, d, "--base=free lets it move freely; --base=fixed says that it is bolted down");
}

void root_doubt(const struct Model *model, struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	if (request->base != BASE_OWN || model_has_loops(model))
		return;
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (body->parent < 0 && body->carrier < 0 && from_urdf(diags, ast, body))
			doubt(model, diags, body);
	}
}
