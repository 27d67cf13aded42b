#include "check_singular.h"

#include "dynamics/tree/null_motions.h"

/* The first function that needs the inverse of M; NULL: none. */
static const char *inverting(const struct Job *job)
{
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].spec.parts; p++)
			if (job->function[f].spec.part[p].info->inverts)
				return job->function[f].spec.part[p].name;
	return NULL;
}

/* Bodies whose joints take part in a motion, in order. */
struct Moved {
	int *body;
	int bodies;
};

static struct Moved moved_by(const struct Model *model, const bool *moves)
{
	struct Moved moved = { .body = ARENA_ARRAY(model->arena, int, model->bodies) };
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		bool any = false;
		for (int k = 0; k < joint_nv(joint); k++)
			any |= moves[joint->tree.v + k];
		if (any)
			moved.body[moved.bodies++] = i;
	}
	return moved;
}

static bool same_bodies(const struct Moved *a, const struct Moved *b)
{
	bool same = a->bodies == b->bodies;
	for (int i = 0; same && i < a->bodies; i++)
		same = a->body[i] == b->body[i];
	return same;
}

/* 'a', 'b' and 'c' */
static const char *names_of(const struct Model *model, const struct Moved *moved)
{
	enum { MOST = 8 };
	struct Text text;
	int named = moved->bodies > MOST ? MOST - 1 : moved->bodies;
	text_init(&text, model->arena);
	for (int i = 0; i < named; i++)
		text_format(&text, "%s'%s'", !i ? "" : i == moved->bodies - 1 ? " and " : ", ",
		            model->body[moved->body[i]].joint.name.text);
	if (named < moved->bodies)
		text_format(&text, " and %d others", moved->bodies - named);
	return text_string(&text);
}

/* Has another check told of the joint, or of one that it carries? */
static const bool *told_of(const struct Model *model)
{
	bool *told = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (int i = model->bodies - 1; i >= 0; i--) {
		told[i] |= model->body[i].joint.told;
		if (told[i] && model->body[i].parent >= 0)
			told[model->body[i].parent] = true;
	}
	return told;
}

/* One joint moves nothing: an error of a function, or a warning if nobody has told. */
static void tell_of_one(struct Diags *diags, const struct Body *body, bool told, const char *function)
{
	const char *name = body->joint.name.text, *what = joint_nv(&body->joint) > 1 ? "a velocity of " : "";
	if (function)
		diag(diags, CHECK_MASSLESS_JOINT, body->joint.name.span, "%sjoint '%s' moves no inertia: %s has no value", what,
		     name, function);
	else if (!told)
		diag(diags, CHECK_MASSLESS_TIP, body->name.span, "%sjoint '%s' moves no inertia", what, name);
}

static void tell_of_several(struct Diags *diags, const struct Model *model, const struct Moved *moved, const char *function)
{
	const struct Ident *first = &model->body[moved->body[0]].joint.name;
	const struct Ident *last = &model->body[moved->body[moved->bodies - 1]].joint.name;
	const char *names = names_of(model, moved), *together = "can move together without moving any inertia";
	struct Diag *d = function ? diag(diags, CHECK_SINGULAR_M, last->span, "joints %s %s: %s has no value", names, together, function)
	                          : diag(diags, CHECK_REDUNDANT_JOINTS, last->span, "joints %s %s", names, together);
	diag_note(diags, d, first->span, "joint '%s' is here", first->text);
}

/* `function` divides by M; NULL: none does. */
static void tell(struct Diags *diags, const struct Model *model, const struct Tree *tree, const char *function)
{
	enum { MOST = 20 };
	const bool *told = told_of(model);
	struct NullMotions motions = null_motions(tree, MOST);
	struct Moved *moved = ARENA_ARRAY(model->arena, struct Moved, motions.count);
	for (int n = 0; n < motions.count; n++) {
		bool again = false;
		moved[n] = moved_by(model, motions.moves + n * motions.nv);
		for (int k = 0; k < n; k++)
			again |= same_bodies(&moved[k], &moved[n]);
		if (again)
			continue;
		diags->within = model->body[moved[n].body[moved[n].bodies - 1]].within;
		if (moved[n].bodies == 1)
			tell_of_one(diags, &model->body[moved[n].body[0]], told[moved[n].body[0]], function);
		else
			tell_of_several(diags, model, &moved[n], function);
	}
	diags->within = NULL;
}

void check_inertia(struct Diags *diags, const struct Model *model)
{
	struct Arena *arena = arena_trial(model->arena);
	const struct Model *own = model_fork(model, arena);
	const struct Tree *tree = tree_build(own);
	if (tree_has_inertia(tree))
		tell(diags, own, tree, NULL);
	arena_empty(arena);
}

void check_singular(struct Diags *diags, const struct Job *job)
{
	const char *function = inverting(job);
	if (!function)
		return;
	struct Arena *arena = arena_trial(job->model->arena);
	tell(diags, job->model, tree_copy(job->tree, dag_fork(job->tree->dag, arena)), function);
	arena_empty(arena);
}
