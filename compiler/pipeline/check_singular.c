#include "compile_checks.h"

#include "held_motions.h"
#include "model/body.h"
#include "model/joint.h"

/* The next function that needs the inverse of M, from number *next on over all parts; NULL: none. */
static const struct FunctionPart *next_inverting(const struct Job *job, int *next)
{
	int number = 0;
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].request.parts; p++, number++)
			if (number >= *next && job->function[f].request.part[p].info->inverts) {
				*next = number + 1;
				return &job->function[f].request.part[p];
			}
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
		const struct Joint *joint = model->body[i].joint;
		bool any = false;
		for (int k = 0; k < joint_nv(joint); k++)
			any |= moves[joint->tree.v + k];
		if (any)
			moved.body[moved.bodies++] = i;
	}
	return moved;
}

static int last_of(const struct Moved *moved)
{
	return moved->body[moved->bodies - 1];
}

static bool same_bodies(const struct Moved *a, const struct Moved *b)
{
	bool same = a->bodies == b->bodies;
	for (int i = 0; same && i < a->bodies; i++)
		same = a->body[i] == b->body[i];
	return same;
}

/* Joint names in a sentence: 'a', 'b' and 'c'. */
static const char *names_of(const struct Model *model, const struct Moved *moved)
{
	enum { MOST = 8 };
	int named = moved->bodies > MOST ? MOST - 1 : moved->bodies;
	struct Text text = text_new(model->arena);
	for (int i = 0; i < named; i++)
		text_format(&text, "%s'%s'", text_between((size_t)i, (size_t)moved->bodies, " and "),
		            model->body[moved->body[i]].joint->name.text);
	if (named < moved->bodies)
		text_format(&text, " and %d others", moved->bodies - named);
	return text_string(&text);
}

/* Bodies whose joint, or a descendant's joint, was reported by another check. */
static const bool *told_of(const struct Model *model)
{
	bool *told = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (int i = model->bodies - 1; i >= 0; i--) {
		told[i] |= model->body[i].joint->told;
		if (told[i] && model->body[i].parent >= 0)
			told[model->body[i].parent] = true;
	}
	return told;
}

/* Reports one joint that moves no inertia: an error for a function, else a warning unless already reported. */
static void tell_of_one(struct Diags *diags, const struct Body *body, bool told, const char *function)
{
	const char *name = body->joint->name.text, *what = joint_nv(body->joint) > 1 ? "a velocity of " : "";
	if (function)
		diag(diags, CHECK_MASSLESS_JOINT, body->joint->name.span,
		     "%sjoint '%s' moves no inertia: %s has no value", what, name, function);
	else if (!told)
		diag(diags, CHECK_MASSLESS_TIP, body->name.span, "%sjoint '%s' moves no inertia", what, name);
}

/* Reports `ways` motions of these joints. */
static void tell_of_several(struct Diags *diags, const struct Model *model, const struct Moved *moved, int ways,
                            const char *function)
{
	const struct Ident *first = &model->body[moved->body[0]].joint->name;
	const struct Ident *last = &model->body[moved->body[moved->bodies - 1]].joint->name;
	const char *names = names_of(model, moved), *without = "without moving any inertia";
	const char *together = ways == 1 ? text_print(model->arena, "can move together %s", without)
	                                 : text_print(model->arena, "can move in %d ways %s", ways, without);
	struct Diag *d = function ? diag(diags, CHECK_SINGULAR_M, last->span, "joints %s %s: %s has no value", names,
	                                 together, function)
	                          : diag(diags, CHECK_REDUNDANT_JOINTS, last->span, "joints %s %s", names, together);
	diag_note(diags, d, first->span, "joint '%s' is here", first->text);
}

/* The motions of several joints of which the last is the same, from number n on. */
static int alike(const struct Moved *moved, int n, int count)
{
	int number = 0;
	for (int k = n; k < count; k++)
		number += moved[k].bodies > 1 && last_of(&moved[k]) == last_of(&moved[n]);
	return number;
}

/* All joints of those motions. */
static struct Moved united(const struct Model *model, const struct Moved *moved, int n, int count)
{
	struct Moved all = { .body = ARENA_ARRAY(model->arena, int, model->bodies) };
	bool *any = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (int k = n; k < count; k++)
		for (int i = 0; i < moved[k].bodies && last_of(&moved[k]) == last_of(&moved[n]); i++)
			any[moved[k].body[i]] = true;
	for (int i = 0; i < model->bodies; i++)
		if (any[i])
			all.body[all.bodies++] = i;
	return all;
}

enum { MOST_TOLD = 20, MOST_APART = 2 };

/* Reports motion n of several joints, or, if more than MOST_APART end in the same joint, all of them with the first. */
static void tell_of_alike(struct Diags *diags, const struct Model *model, const struct Moved *moved, int n, int count,
                          const char *function)
{
	int first = 0;
	while (moved[first].bodies < 2 || last_of(&moved[first]) != last_of(&moved[n]))
		first++;
	int ways = alike(moved, first, count);
	if (ways <= MOST_APART) {
		tell_of_several(diags, model, &moved[n], 1, function);
	} else if (n == first) {
		const struct Moved all = united(model, moved, n, count);
		tell_of_several(diags, model, &all, ways, function);
	}
}

/* Reports null motions. `function` divides by M; NULL: no function does. */
static void tell(struct Diags *diags, const struct Model *model, struct NullMotions motions, const char *function)
{
	const bool *told = told_of(model);
	struct Moved *moved = ARENA_ARRAY(model->arena, struct Moved, motions.count);
	int count = 0;
	for (int n = 0; n < motions.count; n++) {
		bool again = false;
		moved[count] = moved_by(model, motions.moves + (size_t)n * (size_t)motions.nv);
		for (int k = 0; k < count; k++)
			again |= same_bodies(&moved[k], &moved[count]);
		count += !again;
	}
	for (int n = 0; n < count; n++) {
		diags->within = model->body[last_of(&moved[n])].within;
		if (moved[n].bodies == 1)
			tell_of_one(diags, &model->body[moved[n].body[0]], told[moved[n].body[0]], function);
		else
			tell_of_alike(diags, model, moved, n, count, function);
	}
	diags->within = NULL;
}

/* Reports that M has no finite value; true if it does. */
static bool tell_overflow(struct Diags *diags, const struct Model *model, const struct NullMotions *motions)
{
	for (int i = 0; i < model->bodies && motions->overflows; i++) {
		const struct Body *body = &model->body[i];
		int v = motions->infinite - body->joint->tree.v;
		if (v < 0 || v >= joint_nv(body->joint))
			continue;
		diags->within = body->within;
		diag(diags, CHECK_UNDEFINED, body->joint->name.span,
		     "the inertia that joint '%s' of body '%s' moves has no finite value", body->joint->name.text,
		     body->name.text);
		diags->within = NULL;
	}
	return motions->overflows;
}

/* --- at the defaults of parameters --- */

/* Null motions at the default values of parameters, and the parameters that free these motions. */
struct AtDefaults {
	const struct Model *model;
	const struct Tree *tree;
	bool *drawn; /* by element of the parameters */
	struct NullMotions motions;
};

enum { MOST_AT_DEFAULTS = 20 };

static void draw(struct AtDefaults *d, const struct Parameter *parameter, bool drawn)
{
	for (int k = 0; k < parameter->count; k++)
		d->drawn[parameter->first + k] = drawn;
}

/* Is the motion null with the drawn elements? */
static bool stays(const struct AtDefaults *d, int motion)
{
	struct NullMotions motions = null_motions(d->tree, d->drawn, MOST_AT_DEFAULTS);
	for (int n = 0; n < motions.count; n++)
		if (motions.first[n] == d->motions.first[motion])
			return true;
	return false;
}

struct ParametersNamed {
	const struct Parameter **item;
	size_t count;
};

/* Parameters that each free the motion alone. Without such parameters: a smallest set of parameters that frees the motion together.
 * Requires that all parameters together free the motion. */
static struct ParametersNamed parameters_of(struct AtDefaults *d, int motion)
{
	const struct ParameterList *all = &d->model->parameters;
	struct ParametersNamed found = { .item = ARENA_ARRAY(d->tree->dag->arena, const struct Parameter *,
		                                             all->count) };
	for (size_t i = 0; i < all->count; i++) {
		draw(d, all->item[i], true);
		if (!stays(d, motion))
			found.item[found.count++] = all->item[i];
		draw(d, all->item[i], false);
	}
	if (found.count)
		return found;
	for (size_t i = 0; i < all->count; i++)
		draw(d, all->item[i], true);
	for (size_t i = 0; i < all->count; i++) {
		draw(d, all->item[i], false);
		if (!stays(d, motion))
			continue;
		draw(d, all->item[i], true);
		found.item[found.count++] = all->item[i];
	}
	for (size_t i = 0; i < found.count; i++)
		draw(d, found.item[i], false);
	return found;
}

/* "parameter 'm' has its default", "parameters 'm' and 'J' have their defaults" */
static const char *defaults_of(const struct Model *model, const struct ParametersNamed *named)
{
	enum { MOST = 4 };
	struct Text text = text_new(model->arena);
	if (!named->count || named->count > MOST)
		return "parameters have their defaults";
	for (size_t i = 0; i < named->count; i++)
		text_format(&text, "%s'%s'", text_between(i, named->count, " and "), named->item[i]->name.text);
	return text_print(model->arena,
	                  named->count == 1 ? "parameter %s has its default" : "parameters %s have their defaults",
	                  text_string(&text));
}

static void tell_at_defaults(struct Diags *diags, struct AtDefaults *d, int motion, const bool *told)
{
	enum { MOST_PARAMETERS = 64 }; /* tried at most */
	const struct Model *model = d->model;
	struct Moved moved = moved_by(model, d->motions.moves + (size_t)motion * (size_t)d->motions.nv);
	const struct Body *last = &model->body[last_of(&moved)];
	struct ParametersNamed named = { .count = 0 };
	if (moved.bodies == 1 && told[moved.body[0]])
		return;
	if (model->parameters.count <= MOST_PARAMETERS)
		named = parameters_of(d, motion);
	const char *defaults = defaults_of(model, &named), *what = joint_nv(last->joint) > 1 ? "a velocity of " : "";
	diags->within = last->within;
	struct Diag *said = moved.bodies == 1 ? diag(diags, CHECK_SINGULAR_DEFAULTS, last->joint->name.span,
	                                             "%sjoint '%s' moves no inertia while %s", what,
	                                             last->joint->name.text, defaults)
	                                      : diag(diags, CHECK_SINGULAR_DEFAULTS, last->joint->name.span,
	                                             "joints %s can move together without moving any inertia while %s",
	                                             names_of(model, &moved), defaults);
	diags->within = NULL;
	if (named.count && named.item[0]->name.span.begin != model->name.span.begin) /* else made by --parametrize */
		diag_note(diags, said, named.item[0]->name.span, "parameter '%s' is here", named.item[0]->name.text);
}

/* Warns of motions that are null only at the defaults. Motions that are null for all parameters were reported
 * before. */
static void check_defaults(struct Diags *diags, const struct Model *model, const struct Tree *tree,
                           const struct NullMotions *always)
{
	struct AtDefaults d = { .model = model, .tree = tree };
	if (!model->parameters.numbers)
		return;
	d.drawn = ARENA_ARRAY(tree->dag->arena, bool, model->parameters.numbers);
	d.motions = null_motions(tree, d.drawn, MOST_AT_DEFAULTS);
	const bool *told = told_of(model);
	for (int n = 0; n < d.motions.count && d.motions.dimension > always->dimension; n++) {
		bool known = false;
		for (int k = 0; k < always->count; k++)
			known |= always->first[k] == d.motions.first[n];
		if (!known)
			tell_at_defaults(diags, &d, n, told);
	}
}

/* Null motions that no loop holds. */
static struct NullMotions not_held(struct Arena *arena, const struct Model *model, struct NullMotions all)
{
	if (!all.dimension || !model_has_loops(model))
		return all;
	const struct RowNumbers numbers = row_numbers(arena, model);
	const struct HeldBy held = { .numbers = &numbers };
	struct NullMotions none = { .dimension = 0 };
	return numbers.closed ? held_null_motions(&held, MOST_TOLD) : none;
}

void check_inertia(struct Diags *diags, const struct Model *model)
{
	struct Arena *arena = arena_trial(model->arena);
	const struct Model *own = model_fork(model, arena);
	const struct Tree *tree = tree_build(own);
	if (tree_has_inertia(tree)) {
		struct NullMotions always = null_motions(tree, NULL, MOST_TOLD);
		if (!tell_overflow(diags, own, &always)) {
			tell(diags, own, not_held(arena, own, always), NULL);
			check_defaults(diags, own, tree, &always);
		}
	}
	arena_empty(arena);
}

/* Reports null motions that the rows of a part do not hold, or braces M by the rows that do, which may be none; returns whether it is
 * solved. */
static bool brace(struct Diags *diags, const struct Job *job, const struct FunctionPart *part,
                  const struct NullMotions *all, const struct RowNumbers *numbers)
{
	struct HeldBy held = { numbers, part->contact, part->contacts };
	struct NullMotions motions = part->rows ? held_null_motions(&held, MOST_TOLD) : *all;
	if (motions.dimension)
		tell(diags, job->model, motions, part->name);
	else
		held_choose_braces(&held, part->rows);
	return !motions.dimension;
}

void check_singular(struct Diags *diags, const struct Job *job)
{
	int next = 0;
	const struct FunctionPart *part = next_inverting(job, &next);
	if (!part)
		return;
	struct Arena *arena = arena_trial(job->model->arena);
	struct NullMotions all = null_motions(tree_copy(job->tree, dag_fork(job->tree->dag, arena)), NULL, MOST_TOLD);
	struct RowNumbers numbers = { .arena = NULL };
	tell_overflow(diags, job->model, &all);
	const bool singular = all.dimension > 0, light = !all.overflows && all.lightest < HELD_LIGHT;
	for (bool solved = singular || light; part && solved; part = next_inverting(job, &next)) {
		if (!part->rows && !singular)
			continue;
		if (part->rows && !numbers.arena)
			numbers = row_numbers(arena, job->model);
		solved = brace(diags, job, part, &all, &numbers);
	}
	arena_empty(arena);
}
