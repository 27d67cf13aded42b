#include "job.h"

#include <string.h>

#include "dynamics/customized/base_parameters.h"
#include "dynamics/customized/known_shares.h"
#include "dynamics/tree/joint_wrench.h"
#include "dynamics/tree/tree_wrench.h"
#include "row_numbers.h"
#include "signature.h"
#include "model/body.h"
#include "model/law.h"
#include "model/line/strut.h"
#include "model/loop.h"
#include "model/strut.h"

static void declare_inputs(struct Generated *function, const struct Tree *tree, bool parameters)
{
	for (int i = 0; i < function->request.parts; i++)
		function->inputs |= function_takes(function->request.part[i].info, tree->dag->moving.count);
	function->inputs = inputs_taken(tree, function->inputs);
	if (parameters)
		function->inputs |= INPUT_BIT(INPUT_DERIVED);
	for (int i = 0; i < INPUT_COUNT; i++)
		function->input_size[i] = function->inputs >> i & 1 ? (size_t)input_extent(function, tree, i) : 0;
}

void job_lay_out(const struct Job *job, struct Generated *function)
{
	size_t values = 0;
	for (int i = 0; i < function->outputs; i++) {
		struct GeneratedOutput *output = &function->output[i];
		output_lay_out(output, job->model, job->request, values);
		values += output->size;
	}
	if (!function->operates)
		function->computed = function->output;
	for (int i = 0; i < function->seeds; i++)
		output_lay_out(&function->seed[i], job->model, job->request, 0);
}

/* --- sites of functions --- */

static void say_unknown(struct Diags *diags, const struct Model *model, const struct FunctionPart *part,
                        const char *frame)
{
	struct Nearest nearest = diags_nearest(diags, frame);
	NEAREST_EACH(&nearest, model->body, model->bodies, name.text);
	NEAREST_EACH(&nearest, model->frame, model->frames, name.text);
	bool phases = model->contacts.count && !part->frame[1] && function_has_phase(part->info->name);
	NEAREST_EACH(&nearest, model->contacts.item, phases ? model->contacts.count : 0, name.text);
	NEAREST_EACH(&nearest, model->phases.item, phases ? model->phases.count : 0, name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_FRAME, part->span,
	                      phases ? "the model has no body, frame, contact or phase '%s'"
	                             : "the model has no body or frame '%s'",
	                      frame);
	diag_nearest(diags, d, &nearest);
}

/* Site of a frame of the part; -1 after a message. */
static int find_site(struct Diags *diags, const struct Model *model, struct Tree *tree, const struct NameTable *names,
                     const struct FunctionPart *part, const char *frame)
{
	int found = names_find(names, frame);
	struct Placement at = placement_identity(tree->dag);
	if (found < 0 && strcmp(frame, "world") != 0) {
		say_unknown(diags, model, part, frame);
		return -1;
	}
	int body = found < model->bodies ? found : model->frame[found - model->bodies].body;
	if (found >= model->bodies)
		at = model->frame[found - model->bodies].at;
	int site = tree_add_site(tree, body, at);
	if (tree->site[site].link < 0 && found >= 0 && !part->frame[1])
		diag(diags, CHECK_STILL_FRAME, part->span, "'%s' is fixed to the world: no coordinate moves it in %s",
		     frame, part->name);
	return site;
}

/* Notes two frames on one body. */
static void check_pair(struct Diags *diags, const struct Tree *tree, const struct FunctionPart *part)
{
	const int *site = part->site;
	if (site[0] >= 0 && site[1] >= 0 && tree->site[site[0]].link == tree->site[site[1]].link)
		diag(diags, CHECK_STILL_FRAME, part->span, "'%s' and '%s' move together: %s is constant",
		     part->frame[0], part->frame[1], part->name);
}

/* Sites that have a name already. */
struct KnownSites {
	struct NameTable bodies, found; /* bodies and frames of the model; names to indices of `site` */
	struct SiteNumbers ARENA_LIST(int) site;
};

static int site_of(struct Diags *diags, const struct Model *model, struct Tree *tree, struct KnownSites *known,
                   const struct FunctionPart *part, const char *frame)
{
	if (!known->bodies.arena) {
		known->bodies = model_sites(model);
		known->found = names_new(diags->arena);
	}
	int index = names_add(&known->found, frame, (int)known->site.count);
	if (index == (int)known->site.count)
		*ARENA_PUSH(diags->arena, &known->site) = find_site(diags, model, tree, &known->bodies, part, frame);
	return known->site.item[index];
}

/* The strut or tendon of a part; NULL after a message. */
static const struct Strut *find_strut(struct Diags *diags, const struct Model *model, const struct FunctionPart *part)
{
	int found = struts_find(diags, model, part->frame[0], part->span);
	return found < 0 ? NULL : &model->struts.item[found];
}

/* Struts and tendons by their numbers in the model. */
static const struct StrutSet *strut_set(const struct Model *model, const int *number, int count)
{
	struct StrutSet *set = ARENA_NEW(model->arena, struct StrutSet);
	set->count = count;
	set->item = ARENA_ARRAY(model->arena, const struct Strut *, count);
	for (int i = 0; i < count; i++)
		set->item[i] = &model->struts.item[number ? number[i] : i];
	return set;
}

/* All struts and tendons of the model; NULL after a message. */
static const struct StrutSet *find_struts(struct Diags *diags, const struct Model *model,
                                          const struct FunctionPart *part)
{
	if (model->struts.count)
		return strut_set(model, NULL, (int)model->struts.count);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_STRUT, part->span,
	                      "%s is of struts and tendons, and the model has none", part->info->name);
	diag_help(diags, d, "declare one: `tendon NAME over A, B`");
	return NULL;
}

/* Struts and tendons of the group of a part; NULL after a message. */
static const struct StrutSet *find_group(struct Diags *diags, const struct Model *model,
                                         const struct FunctionPart *part)
{
	struct Nearest nearest = diags_nearest(diags, part->frame[0]);
	for (size_t i = 0; i < model->groups.count; i++)
		if (strcmp(model->groups.item[i].name.text, part->frame[0]) == 0)
			return strut_set(model, model->groups.item[i].strut, model->groups.item[i].count);
	NEAREST_EACH(&nearest, model->groups.item, model->groups.count, name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_STRUT, part->span, "the model has no group '%s'", part->frame[0]);
	for (size_t i = 0; i < model->struts.count; i++)
		if (strcmp(model->struts.item[i].name.text, part->frame[0]) == 0) {
			diag_help(diags, d, "length:%s is of this %s alone", part->frame[0],
			          model->struts.item[i].tendon ? "tendon" : "strut");
			return NULL;
		}
	if (model->groups.count)
		diag_nearest(diags, d, &nearest);
	else
		diag_help(diags, d, "declare one: `group %s = TENDON, TENDON`",
		          text_shown(diags->arena, part->frame[0]));
	return NULL;
}

/* The wrench with a law of a part; NULL after a message. */
static const struct Law *find_law(struct Diags *diags, const struct Model *model, const struct FunctionPart *part)
{
	struct Nearest nearest = diags_nearest(diags, part->frame[0]);
	bool input = false;
	for (size_t i = 0; i < model->laws.count; i++)
		if (strcmp(model->laws.item[i].name.text, part->frame[0]) == 0)
			return &model->laws.item[i];
	for (int i = 0; i < model->wrenches; i++)
		input |= strcmp(model->wrench[i].name.text, part->frame[0]) == 0;
	NEAREST_EACH(&nearest, model->laws.item, model->laws.count, name.text);
	struct Diag *d =
		diag(diags, CHECK_UNKNOWN_LAW, part->span,
	             input ? "wrench '%s' is an input: it has no law" : "the model has no wrench '%s' with a law",
	             part->frame[0]);
	diag_nearest(diags, d, &nearest);
	return NULL;
}

/* Rows of phases that have been added, by their contacts. */
struct KnownRows ARENA_LIST(const struct FunctionPart *);

static const struct RowSet *rows_of(struct Arena *arena, const struct Model *model, struct Tree *tree,
                                    struct KnownRows *known, const struct FunctionPart *part)
{
	for (size_t i = 0; i < known->count; i++)
		if (strcmp(known->item[i]->phase, part->phase) == 0)
			return known->item[i]->rows;
	*ARENA_PUSH(arena, known) = part;
	return tree_add_rows(tree, model, part->contact, part->contacts);
}

/* Reports two phases whose forces would be one input. */
static void check_lambda(struct Diags *diags, const struct FunctionRequest *request)
{
	const struct FunctionPart *first = NULL;
	for (int i = 0; i < request->parts; i++) {
		const struct FunctionPart *part = &request->part[i];
		if (!part_takes_lambda(part))
			continue;
		if (first && strcmp(first->phase, part->phase) != 0)
			diag(diags, CHECK_TWO_LAMBDAS, part->span, "%s takes the forces of '%s' and of '%s'",
			     request->name, first->phase, part->phase);
		first = part;
	}
}

static void find_rows(struct Diags *diags, const struct Model *model, struct Tree *tree,
                      struct FunctionRequests *requests)
{
	struct KnownRows known = { .item = NULL };
	bool open = false;
	for (size_t i = 0; i < requests->count; i++) {
		for (int p = 0; p < requests->item[i].parts; p++) {
			struct FunctionPart *part = &requests->item[i].part[p];
			if (part->info->sites != SITES_PHASE)
				continue;
			part->rows = rows_of(model->arena, model, tree, &known, part);
			open |= part->rows->blocks > part->contacts;
		}
		check_lambda(diags, &requests->item[i]);
	}
	for (size_t i = 0; i < model->open.count && open; i++)
		diag_again(diags, &model->open.item[i]);
}

static void find_sites(struct Diags *diags, const struct Model *model, struct Tree *tree,
                       struct FunctionRequests *requests)
{
	struct KnownSites known = { .site = { 0 } };
	for (size_t i = 0; i < requests->count; i++)
		for (int p = 0; p < requests->item[i].parts; p++) {
			struct FunctionPart *part = &requests->item[i].part[p];
			for (int k = 0; k < sites_frames(part->info->sites); k++)
				part->site[k] = site_of(diags, model, tree, &known, part, part->frame[k]);
			check_pair(diags, tree, part);
			if (part->info->sites == SITES_STRUT)
				part->strut = find_strut(diags, model, part);
			if (part->info->sites == SITES_STRUTS)
				part->struts = find_struts(diags, model, part);
			if (part->info->sites == SITES_GROUP)
				part->struts = find_group(diags, model, part);
			if (part->info->sites == SITES_LAW)
				part->law = find_law(diags, model, part);
			if (function_reacts(part->info) && !tree->reactions)
				tree_add_reactions(tree, model);
		}
}

/* Adds the function that gives the angles whose sines and cosines are inputs of another function. */
static void add_angles(struct Job *job, struct Generated *of)
{
	struct Arena *arena = job->model->arena;
	struct Generated *angles = &job->function[job->functions++];
	angles->request.name = text_print(arena, "%s_angles", of->request.name);
	angles->angles_of = of;
	of->angles = angles;
}

/* Finds the base parameters, which determine the sizes of outputs. They are found by numbers, before anything is compiled, in a
 * time that grows with the cube of the joints and bodies. */
static void find_base(struct Diags *diags, const struct Job *job, struct Tree *tree, const struct FunctionPart *part)
{
	const double most = 1e6; /* some minutes */
	double parameters = BODY_PARAMETERS * (double)tree_moving(tree);
	double work = (double)tree->nv * ((double)tree_pairs(tree) + parameters);
	if (tree->base || diags->errors)
		return;
	if (work <= most) {
		tree_add_base_parameters(tree);
		return;
	}
	struct Diag *d = diag(diags, CHECK_TOO_MANY_OPERATIONS, job->model->name.span,
	                      "to find the base parameters of %d bodies would take too long", tree_moving(tree));
	diag_help(diags, d, "%s without them is regressor, of all parameters", part->info->name);
}

static void find_extents(struct Diags *diags, const struct Job *job, struct Tree *tree,
                         const struct FunctionRequests *requests)
{
	for (size_t i = 0; i < requests->count; i++)
		for (int p = 0; p < requests->item[i].parts; p++) {
			const struct FunctionPart *part = &requests->item[i].part[p];
			if (function_has_base(part->info))
				find_base(diags, job, tree, part);
		}
}

/* Declares `prepare`: from the parameters to the values that functions read. */
static void declare_prepare(struct Job *job)
{
	struct Generated *prepare = &job->prepare;
	prepare->request.name = "prepare";
	prepare->inputs = INPUT_BIT(INPUT_PARAMS);
	prepare->input_size[INPUT_PARAMS] = (size_t)job->model->parameters.numbers;
	prepare->outputs = 1;
	prepare->output = ARENA_NEW(job->model->arena, struct GeneratedOutput);
	*prepare->output = output_declare(job->request, &derived_output, 0, 1);
}

/* Names of functions, each once: "rnea", "rnea and crba". */
struct Listed ARENA_LIST(const char *);

static void list_once(struct Arena *arena, struct Listed *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->item[i], name) == 0)
			return;
	*ARENA_PUSH(arena, list) = name;
}

static const char *listed(struct Arena *arena, const struct Listed *list)
{
	struct Text text = text_new(arena);
	for (size_t i = 0; i < list->count; i++)
		text_format(&text, "%s%s", text_between(i, list->count, " and "), list->item[i]);
	return text_string(&text);
}

/* Notes functions of the open tree in a model with loops, with the functions that close the loops. */
static void note_open(struct Diags *diags, const struct Model *model, const struct FunctionRequests *requests)
{
	struct Listed open = { .count = 0 }, instead = { .count = 0 };
	for (size_t i = 0; i < requests->count && model_has_loops(model); i++)
		for (int p = 0; p < requests->item[i].parts; p++) {
			const struct FunctionInfo *info = requests->item[i].part[p].info;
			if (info->of_loops != LOOPS_OPEN)
				continue;
			list_once(diags->arena, &open, info->name);
			list_once(diags->arena, &instead, info->instead);
		}
	if (!open.count)
		return;
	const struct Ident *first = model->loops.count ? &model->loops.item[0].name : &model->constraints.item[0].name;
	diag(diags, CHECK_LOOPS_OPEN, first->span, "%s %s of the open tree; %s close%s the loops",
	     listed(diags->arena, &open), open.count > 1 ? "are those" : "is that", listed(diags->arena, &instead),
	     instead.count > 1 ? "" : "s");
}

/* Notes wrenches through joints without the forces of loops in closed form. */
static void note_solved(struct Diags *diags, const struct Model *model, const struct FunctionRequests *requests)
{
	bool reacts = false;
	for (size_t i = 0; i < requests->count; i++)
		for (int p = 0; p < requests->item[i].parts; p++)
			reacts |= function_reacts(requests->item[i].part[p].info);
	if (!reacts || !model->closed_forms.count)
		return;
	const struct Ident *first = &model->closed_forms.item[0]->loop.name;
	diag(diags, CHECK_LOOPS_OPEN, first->span,
	     "reaction has no forces of loops with `solve`, such as '%s'; without `solve`, reaction:loops has them",
	     first->text);
}

struct Job job_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                       const char *functions)
{
	struct Job job = { .model = model, .request = request };
	struct FunctionRequests requests = function_requests(diags, model, functions);
	struct Tree *tree = tree_build(model);
	tree->shares = known_shares_new(model->arena);
	tree_add_wrenches(diags, tree, model, request);
	job.tree = tree;
	job.asked = (int)requests.asked;
	find_sites(diags, model, tree, &requests);
	find_rows(diags, model, tree, &requests);
	note_open(diags, model, &requests);
	note_solved(diags, model, &requests);
	find_extents(diags, &job, tree, &requests);
	if (job_prepares(&job))
		declare_prepare(&job);
	job.function = ARENA_ARRAY(model->arena, struct Generated, 2 * requests.count);
	for (size_t i = 0; i < requests.count; i++) {
		struct Generated *function = &job.function[job.functions++];
		function->request = requests.item[i];
		declare_inputs(function, job.tree, job_prepares(&job));
		if (!diags->errors)
			signature_declare(diags, function, model, tree, request);
	}
	for (size_t i = 0; i < requests.count && request->sincos == SINCOS_GIVEN; i++)
		add_angles(&job, &job.function[i]);
	return job;
}

bool job_returns(const struct Job *job, enum Extent columns)
{
	bool any = false;
	for (int i = 0; i < job->functions; i++)
		for (int k = 0; k < job->function[i].outputs; k++)
			any |= job->function[i].output[k].info->columns == columns;
	return any;
}

bool job_measures_struts(const struct Job *job)
{
	bool any = false;
	for (int i = 0; i < job->functions; i++)
		for (int p = 0; p < job->function[i].request.parts; p++)
			any |= job->function[i].request.part[p].info->sites == SITES_STRUTS;
	return any;
}

struct JobPhases job_phases(struct Arena *arena, const struct Job *job)
{
	struct JobPhases phases = { .count = 0 };
	int parts = 0;
	for (int f = 0; f < job->functions; f++)
		parts += job->function[f].request.parts;
	phases.part = ARENA_ARRAY(arena, const struct FunctionPart *, parts);
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].request.parts; p++) {
			const struct FunctionPart *part = &job->function[f].request.part[p];
			bool known = !part->rows;
			for (int k = 0; k < phases.count && !known; k++)
				known = phases.part[k]->rows == part->rows;
			if (!known)
				phases.part[phases.count++] = part;
		}
	return phases;
}
