#include "tree_wrench.h"

#include <string.h>

#include "model/body.h"

static struct Vec f_ext(struct Dag *dag, int first)
{
	struct Vec v;
	for (int i = 0; i < 3; i++)
		v.e[i] = dag_input(dag, INPUT_F_EXT, (uint32_t)(first + i));
	return v;
}

const char *wrench_axes(struct Arena *arena, const struct TreeWrench *wrench)
{
	if (wrench->in_world)
		return "world axes";
	return wrench->frame ? text_print(arena, "the axes of frame %s", wrench->frame) : "its axes";
}

static void add_wrench(struct Tree *tree, const struct Model *model, const struct Wrench *wrench)
{
	const struct Site *place = &tree->place[wrench->body];
	tree->wrench[tree->wrenches++] = (struct TreeWrench){
		.name = wrench->name.text,
		.body = wrench->body,
		.link = place->link,
		.frame = wrench->frame < 0 ? NULL : model->frame[wrench->frame].name.text,
		.at = placement_compose(tree->dag, place->at, wrench->at),
		.in_world = wrench->in_world,
		.at_point = wrench->at_point,
		.first = tree->f_ext,
	};
	tree->f_ext += wrench->at_point ? 9 : 6;
}

/* Adds a wrench on a body, at its link's origin and in the link's axes, to the link (-1: the world) and to the joints of `reaction`
 * beyond which the body is fixed. */
static void add_force(struct Tree *tree, int link, int body, struct Spatial f)
{
	struct Dag *dag = tree->dag;
	if (link >= 0)
		tree->link[link].f_ext = spatial_add(dag, tree->link[link].f_ext, f);
	for (int i = 0; i < tree->reactions && body >= 0; i++)
		if (reaction_holds(&tree->reaction[i], body))
			tree->reaction[i].f_ext = spatial_add(dag, tree->reaction[i].f_ext, f);
}

void tree_press(struct Tree *tree, int site, int body, struct Spatial f)
{
	const struct Site *at = &tree->site[site];
	add_force(tree, at->link, body, force_out(tree->dag, &at->at, f));
}

/* Wrench in world axes: f at its frame, in the frame's axes; `there`, the same wrench at the link's origin. */
static void put_load(struct Dag *dag, const struct TreeWrench *wrench, struct Spatial f, struct Spatial there,
                     struct WorldLoad *load)
{
	if (wrench->at_point) {
		load->at_rest = spatial_add(dag, load->at_rest, there);
		return;
	}
	load->f = vec_add(dag, load->f, there.lin);
	load->n = vec_add(dag, load->n, mat_vec(dag, wrench->at.R, f.ang));
	load->P = mat_add_outer(dag, load->P, wrench->at.p, there.lin);
}

/* Wrench from the inputs to its frame, then to the link. */
static void put_wrench(struct Tree *tree, const struct TreeWrench *wrench)
{
	struct Dag *dag = tree->dag;
	struct Spatial f = { .lin = f_ext(dag, wrench->first) };
	f.ang = f_ext(dag, wrench->first + 3);
	struct Placement world = placement_identity(dag);
	if (wrench->in_world)
		world = placement_compose(dag, link_pose(dag, tree, wrench->link), wrench->at);
	if (wrench->at_point) {
		struct Vec arm = f_ext(dag, wrench->first + 6);
		if (wrench->in_world)
			arm = vec_sub(dag, arm, world.p);
		f.ang = vec_add(dag, f.ang, vec_cross(dag, arm, f.lin));
	}
	f = spatial_turn(dag, mat_transpose(world.R), f);
	struct Spatial there = force_out(dag, &wrench->at, f);
	add_force(tree, wrench->link, wrench->body, there);
	if (wrench->in_world)
		put_load(dag, wrench, f, there, &tree->link[wrench->link].load);
}

void tree_wrenches(struct Tree *tree)
{
	for (int i = 0; i < tree->wrenches; i++)
		put_wrench(tree, &tree->wrench[i]);
}

/* Wrench on a body, in the body's axes at its origin. */
static void add_body_wrench(struct Tree *tree, const struct Model *model, int body)
{
	struct Wrench wrench = {
		.name = model->body[body].name, .body = body, .frame = -1, .at = placement_identity(tree->dag)
	};
	add_wrench(tree, model, &wrench);
}

/* Wrench on a declared frame, in the frame's axes at its origin. */
static void add_frame_wrench(struct Tree *tree, const struct Model *model, int number)
{
	const struct Frame *frame = &model->frame[number];
	struct Wrench wrench = { .name = frame->name, .body = frame->body, .frame = number, .at = frame->at };
	add_wrench(tree, model, &wrench);
}

/* Sites by name: bodies, then frames. A site already named has its wrench. */
struct WrenchSites {
	struct NameTable names;
	bool *named;
};

static struct WrenchSites wrench_sites(const struct Model *model)
{
	struct WrenchSites sites = { .names = model_sites(model),
		                     .named = ARENA_ARRAY(model->arena, bool, model->bodies + model->frames) };
	return sites;
}

static void add_named_wrench(struct Diags *diags, struct Tree *tree, const struct Model *model,
                             struct WrenchSites *sites, const char *name)
{
	int site = names_find(&sites->names, name);
	const struct Frame *frame = site >= model->bodies ? &model->frame[site - model->bodies] : NULL;
	int body = frame ? frame->body : site;
	if (body >= 0 && tree->place[body].link >= 0) {
		if (!sites->named[site] && frame)
			add_frame_wrench(tree, model, site - model->bodies);
		else if (!sites->named[site])
			add_body_wrench(tree, model, body);
		sites->named[site] = true;
		return;
	}
	struct Span span = sources_option(diags->sources, "--wrench", name);
	if (frame || body >= 0) {
		diag(diags, CHECK_STILL_WRENCH, span, "%s '%s' is fixed to the world", frame ? "frame" : "body", name);
		return;
	}
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->body, model->bodies, name.text);
	NEAREST_EACH(&nearest, model->frame, model->frames, name.text);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_WRENCH, span, "the model has no body or frame '%s'", name),
	             &nearest);
}

void tree_add_wrenches(struct Diags *diags, struct Tree *tree, const struct Model *model, const struct Request *request)
{
	tree->wrench = ARENA_ARRAY(model->arena, struct TreeWrench,
	                           (size_t)model->bodies + (size_t)model->frames + (size_t)model->wrenches + 1);
	for (int i = 0; i < model->wrenches; i++)
		add_wrench(tree, model, &model->wrench[i]);
	if (!request->wrenches)
		return;
	struct WrenchSites sites = wrench_sites(model);
	int body = names_find(&sites.names, "all");
	bool all =
		request->wrenches == 1 && strcmp(request->wrench[0], "all") == 0 && (body < 0 || body >= model->bodies);
	for (int i = 0; all && i < model->bodies; i++)
		if (body_moves(&model->body[i]))
			add_body_wrench(tree, model, i);
	for (size_t i = 0; !all && i < request->wrenches; i++)
		add_named_wrench(diags, tree, model, &sites, request->wrench[i]);
}
