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
	if (link >= 0 && tree->link[link].lawful)
		tree->link[link].known = spatial_add(dag, tree->link[link].known, f);
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

/* Law from the frame of its end to the link. */
static void put_law(struct Tree *tree, const struct TreeLaw *law)
{
	struct Dag *dag = tree->dag;
	struct Link *link = law->at.link < 0 ? NULL : &tree->link[law->at.link];
	struct Spatial f = force_out(dag, &law->at.at, law->f), known = link ? link->known : f;
	if (link)
		link->lawful = true;
	add_force(tree, law->at.link, law->body, f);
	if (link && law->from_world)
		link->known = known;
	else if (link)
		link->law = spatial_add(dag, link->law, f);
}

void tree_wrenches(struct Tree *tree)
{
	for (int i = 0; i < tree->laws; i++)
		put_law(tree, &tree->law[i]);
	for (int i = 0; i < tree->wrenches; i++)
		put_wrench(tree, &tree->wrench[i]);
}

/* --- wrenches of a request --- */

/* An argument of --wrench, [NAME=]SITE[:world][:point]. Without NAME the wrench has the name of its site. */
struct WrenchArgument {
	struct Ident name;
	const char *on;
	bool in_world, at_point;
};

/* Sites by name: bodies, then frames. Wrenches by name: those of the model, then those of the request. */
struct WrenchSites {
	struct NameTable names, wrenches;
};

static struct WrenchSites wrench_sites(const struct Model *model)
{
	struct WrenchSites sites = { .names = model_sites(model), .wrenches = names_new(model->arena) };
	for (int i = 0; i < model->wrenches; i++)
		names_add(&sites.wrenches, model->wrench[i].name.text, i);
	return sites;
}

/* Wrench on a body or a declared frame: in its axes at its origin, unless the argument says otherwise. */
static void add_site_wrench(struct Tree *tree, const struct Model *model, int site, struct WrenchArgument argument)
{
	const struct Frame *frame = site < model->bodies ? NULL : &model->frame[site - model->bodies];
	struct Wrench wrench = {
		.name = argument.name,
		.body = frame ? frame->body : site,
		.frame = frame ? site - model->bodies : -1,
		.in_world = argument.in_world,
		.at_point = argument.at_point,
	};
	wrench.at = frame ? frame->at : placement_identity(tree->dag);
	add_wrench(tree, model, &wrench);
}

/* Takes an ending such as ":world" from a text. */
static bool take_ending(struct Arena *arena, const char **text, const char *ending)
{
	const size_t all = strlen(*text), own = strlen(ending);
	if (all <= own || strcmp(*text + all - own, ending) != 0)
		return false;
	*text = arena_copy(arena, *text, all - own);
	return true;
}

/* Reads an argument. A text that is the name of a site is that alone, whatever its characters. */
static struct WrenchArgument read_wrench(const struct Model *model, const struct WrenchSites *sites, const char *text)
{
	struct WrenchArgument argument = { .on = text };
	struct Arena *arena = model->arena;
	const char *behind;
	if (names_find(&sites->names, text) < 0) {
		const char *name = text_name(arena, text, '=', &behind);
		behind += strspn(behind, " \t");
		if (*behind == '=' && *name) {
			argument.name.text = name;
			argument.on = behind + 1;
		}
		for (bool more = true; more;) {
			const bool world = take_ending(arena, &argument.on, ":world");
			more = take_ending(arena, &argument.on, ":point");
			argument.in_world |= world;
			argument.at_point |= more;
			more |= world;
		}
		argument.on = text_name(arena, argument.on, '\0', &behind);
	}
	if (!argument.name.text)
		argument.name.text = argument.on;
	return argument;
}

/* Reports a wrench on nothing. */
static void no_site(struct Diags *diags, const struct Model *model, struct Span span, const char *name)
{
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->body, model->bodies, name.text);
	NEAREST_EACH(&nearest, model->frame, model->frames, name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_WRENCH, span, "the model has no body or frame '%s'", name);
	if (*name == '"') /* it could not be read */
		diag_help(diags, d, "in quotation marks \\\", \\\\ and \\xHH are known, not another \\");
	else
		diag_nearest(diags, d, &nearest);
}

/* Adds a wrench of the request. One that was named alone before is there already. */
static void add_named_wrench(struct Diags *diags, struct Tree *tree, const struct Model *model,
                             struct WrenchSites *sites, const char *text)
{
	const struct WrenchArgument argument = read_wrench(model, sites, text);
	const int site = names_find(&sites->names, argument.on);
	const bool framed = site >= model->bodies;
	const int body = framed ? model->frame[site - model->bodies].body : site;
	if (body >= 0 && tree->place[body].link >= 0) {
		const int first = names_add(&sites->wrenches, argument.name.text, tree->wrenches);
		const bool again = first >= model->wrenches && strcmp(argument.name.text, text) == 0;
		if (first == tree->wrenches)
			add_site_wrench(tree, model, site, argument);
		else if (!again)
			diag(diags, CHECK_DUPLICATE, sources_option(diags->sources, "--wrench", text),
			     "wrench '%s' is there twice", argument.name.text);
		return;
	}
	struct Span span = sources_option(diags->sources, "--wrench", text);
	if (framed || body >= 0)
		diag(diags, CHECK_STILL_WRENCH, span, "%s '%s' is fixed to the world", framed ? "frame" : "body",
		     argument.on);
	else
		no_site(diags, model, span, argument.on);
}

void tree_add_wrenches(struct Diags *diags, struct Tree *tree, const struct Model *model, const struct Request *request)
{
	tree->wrench = ARENA_ARRAY(model->arena, struct TreeWrench,
	                           (size_t)model->bodies + (size_t)model->wrenches + request->wrenches + 1);
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
			add_site_wrench(tree, model, i, (struct WrenchArgument){ .name = model->body[i].name });
	for (size_t i = 0; !all && i < request->wrenches; i++)
		add_named_wrench(diags, tree, model, &sites, request->wrench[i]);
}
