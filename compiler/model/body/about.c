#include "about.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"
#include "model/part/unsure.h"

bool about_is_origin(struct Ident about)
{
	return !about.quoted && !about.path && strcmp(about.text, "origin") == 0;
}

/* Parallel-axis theorem, inverted: J_c = J - m (r.r 1 - r r^T). */
void about_to_com(struct Dag *dag, struct Body *body, Ref m, struct Vec r)
{
	struct Inertia point = inertia_about_com(dag, m, r, mat_zero(dag));
	for (int i = 0; i < 9; i++) {
		Ref *entry = &body->inertia.e[i / 3][i % 3];
		*entry = dag_sub(dag, *entry, point.J.e[i / 3][i % 3]);
	}
}

/* Placement of a body in a body it is fixed to, joint by joint; false if it is not fixed. A joint locked by an option
 * counts as moving. */
static bool fixed_on(const struct Model *model, int body, int on, struct Placement *at)
{
	*at = placement_identity(model->dag);
	for (; body != on; body = model->body[body].parent) {
		if (body < 0 || model->body[body].joint->kind->form != JOINT_FIXED)
			return false;
		struct Placement frame = placement_compose(model->dag, model->body[body].at, model->body[body].then);
		*at = placement_compose(model->dag, frame, *at);
	}
	return true;
}

/* Position of a frame relative to a body, if both are fixed to each other. */
static bool seen_from(const struct Model *model, int body, const struct Frame *frame, struct Vec *p)
{
	struct Dag *dag = model->dag;
	struct Placement own = placement_identity(dag), other;
	bool together = fixed_on(model, frame->body, body, &other);
	int root = body;
	while (root >= 0 && !together && model->body[root].joint->kind->form == JOINT_FIXED)
		root = model->body[root].parent;
	if (!together) {
		bool stands = fixed_on(model, body, root, &own);
		together = fixed_on(model, frame->body, root, &other) && stands;
	}
	if (!together)
		return false;
	other = placement_compose(dag, other, frame->at);
	*p = placement_compose(dag, placement_inverse(dag, own), other).p;
	return true;
}

static void unknown_frame(struct Diags *diags, const struct Resolver *resolver, struct Ident name)
{
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PARENT, name.span, "there is no body or frame '%s'", name.text);
	struct Nearest nearest = diags_nearest(diags, name.text);
	NEAREST_EACH(&nearest, resolver->item, resolver->count, name.text);
	if (nearest.found)
		diag_nearest(diags, d, &nearest);
	else
		diag_help(diags, d,
		          "an inertia is about the centre of mass, `about origin` or about a frame of its body");
}

/* Frame of a site: a body's own frame, or a frame on a body. */
static struct Frame frame_of(const struct Model *model, const struct DeclaredSite *site)
{
	if (!site->body)
		return model->frame[site->index];
	return (struct Frame){ .name = site->name, .body = site->index, .at = placement_identity(model->dag) };
}

static void finish(struct Model *model, struct Diags *diags, const struct Resolver *resolver, int number)
{
	struct Body *body = &model->body[number];
	struct Vec p;
	if (is_unsure(model, body->about.text))
		return;
	int site = names_find(&resolver->names, body->about.text);
	if (site < 0) {
		unknown_frame(diags, resolver, body->about);
		return;
	}
	if (model->unsure) /* parents are unknown here */
		return;
	struct Frame frame = frame_of(model, &resolver->item[site]);
	if (!seen_from(model, number, &frame, &p))
		diag(diags, CHECK_ABOUT, body->about.span, "'%s' is not fixed to '%s'", body->about.text,
		     body->name.text);
	else
		about_to_com(model->dag, body, body->about_mass, vec_sub(model->dag, body->about_com, p));
}

void about_frames(struct Model *model, struct Diags *diags, const struct Resolver *resolver)
{
	for (int i = 0; i < model->bodies; i++) {
		if (!model->body[i].about.text)
			continue;
		diags->within = model->body[i].within;
		finish(model, diags, resolver, i);
		diags->within = NULL;
	}
}
