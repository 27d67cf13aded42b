/* Models are walked without recursion. A merged model leaves a frame without a name, which is its `__model__`. */
#include "stages.h"

#include <string.h>

#include "grammar/import/xml.h"

/* An open model, or the world. */
struct SdfOpen {
	const struct XmlElement *next; /* of its children */
	int scope, root;
	double version;
	const struct SdfFiles *files; /* being read */
};

struct SdfWalk {
	struct Sdf *s;
	struct SdfFetcher *fetcher;
	struct SdfOpen *item;
	size_t count, capacity;
};

static void push(struct SdfWalk *w, const struct XmlElement *element, const struct SdfOpen *as)
{
	struct SdfOpen open = *as;
	open.next = element->first;
	*ARENA_PUSH(w->s->arena, w) = open;
}

/* --- entities --- */

/* Reports a name that an entity of the same kind has. */
static void check_name(struct Sdf *s, const struct SdfEntity *e, int number)
{
	int first = e->key ? names_add(&s->names[e->kind], e->key, number) : number;
	if (first != number)
		diag_duplicate(s->diags, e->name.span, s->entity.item[first].element->span, "%s '%s'", e->element->name,
		               e->name.text);
}

static int add_entity(struct SdfWalk *w, const struct SdfOpen *open, enum SdfKind kind,
                      const struct XmlElement *element, struct Ident name)
{
	struct Sdf *s = w->s;
	int number = (int)s->entity.count;
	struct SdfEntity *e = ARENA_PUSH(arena_scratch(s->arena), &s->entity);
	*e = (struct SdfEntity){ .kind = kind,
		                 .element = element,
		                 .posed = element,
		                 .placing = element,
		                 .name = name,
		                 .version = open->version,
		                 .scope = open->scope,
		                 .root = open->root,
		                 .inner = NONE,
		                 .base = NONE,
		                 .placed_by = NONE,
		                 .on = NONE,
		                 .link = NONE,
		                 .joint = NONE };
	if (name.text) {
		e->name.text = text_print(s->arena, "%s%s", s->scope.item[open->scope].shown, name.text);
		e->key = text_print(s->arena, "%s%s", s->scope.item[open->scope].prefix, name.text);
	}
	if (element)
		check_name(s, e, number);
	return number;
}

static void take_link(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	struct Sdf *s = w->s;
	struct SdfScope *scope = &s->scope.item[open->scope];
	int number = add_entity(w, open, SDF_LINK, element, sdf_name(s, element));
	s->entity.item[number].link = (int)s->link.count;
	*ARENA_PUSH(arena_scratch(s->arena), &s->link) =
		(struct SdfLink){ .entity = number, .carried = NONE, .first = NONE, .last = NONE };
	if (scope->first_link == NONE)
		scope->first_link = number;
	struct SdfEntity *root = &s->entity.item[open->root]; /* links are in models alone */
	if (!root->element && root->on == NONE)
		root->on = number;
}

static void take_frame(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	add_entity(w, open, SDF_FRAME, element, sdf_name(w->s, element));
}

static void take_joint(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	struct Sdf *s = w->s;
	int number = add_entity(w, open, SDF_JOINT, element, sdf_name(s, element));
	s->entity.item[number].joint = (int)s->joint.count;
	*ARENA_PUSH(arena_scratch(s->arena), &s->joint) = (struct SdfJoint){ .entity = number, .next = NONE };
}

/* --- models --- */

/* Opens a model. `placing`: its <include>, or its own element. `name`: the name that the <include> gives, or none. */
static void open_model(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element,
                       const struct XmlElement *placing, double version, const struct SdfFiles *files)
{
	struct Sdf *s = w->s;
	struct XmlValue called = sdf_content(placing, "name");
	struct Ident name = sdf_name(s, element);
	if (placing != element && called.text)
		name = (struct Ident){ .text = called.text, .span = called.span, .quoted = true };
	int number = add_entity(w, open, SDF_MODEL, element, name);
	struct SdfEntity *e = &s->entity.item[number];
	const struct XmlValue placed = sdf_content(placing, "static"); /* an <include> decides */
	bool still = sdf_is_true(placed.text ? placed : sdf_content(element, "static"));
	struct SdfScope scope = { .model = number, .first_link = NONE, .canonical = NONE };
	scope.still = still || s->scope.item[open->scope].still;
	scope.prefix = text_print(s->arena, "%s::", e->key);
	scope.shown = s->scope.item[open->scope].model == NONE ? "" : text_print(s->arena, "%s::", e->name.text);
	e->inner = (int)s->scope.count;
	e->posed = xml_child(placing, "pose") ? placing : element;
	e->placing = placing;
	*ARENA_PUSH(arena_scratch(s->arena), &s->scope) = scope;
	push(w, element, &(struct SdfOpen){ .scope = e->inner, .root = number, .version = version, .files = files });
}

static void take_model(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	open_model(w, open, element, element, open->version, open->files);
}

/* A frame without a name, where the origin of a merged model is. */
static void merge(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *model,
                  const struct XmlElement *placing, double version, const struct SdfFiles *files)
{
	int number = add_entity(w, open, SDF_FRAME, NULL, (struct Ident){ .span = placing->span });
	struct SdfEntity *e = &w->s->entity.item[number];
	e->posed = xml_child(placing, "pose") ? placing : model;
	e->placing = placing;
	push(w, model, &(struct SdfOpen){ .scope = open->scope, .root = number, .version = version, .files = files });
}

/* Leaves out an <include> of the world that no file is for. Most are of the sun and the floor. False: the file is
 * there, or it is an error that it is not. */
static bool leave_out(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	struct Sdf *s = w->s;
	struct XmlValue uri = sdf_content(element, "uri");
	if (s->scope.item[open->scope].model != NONE || !uri.text || sdf_is_found(w->fetcher, element, open->files))
		return false;
	struct Diag *d =
		diag(s->diags, CHECK_MODEL_LEFT_OUT, uri.span, "the model of \"%s\" is left out of the world: %s",
	             uri.text, sdf_is_local(uri.text) ? "there is no such file" : "nothing is fetched");
	diag_help(s->diags, d,
	          "if it is the robot, put it into a folder, write model://NAME, and name the folder around it by -I");
	return true;
}

static void take_include(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element)
{
	struct Sdf *s = w->s;
	double version;
	const struct SdfFiles *files;
	if (leave_out(w, open, element))
		return;
	const struct XmlElement *model = sdf_fetch(w->fetcher, element, open->files, &version, &files);
	bool merged = sdf_is_true(xml_attribute(element, "merge"));
	sdf_check(s, element);
	if (!model)
		return;
	if (merged && s->scope.item[open->scope].model == NONE)
		diag(s->diags, CHECK_MISPLACED, element->span, "a model cannot be merged into the world");
	else if (merged)
		merge(w, open, model, element, version, files);
	else
		open_model(w, open, model, element, version, files);
}

/* --- the walk --- */

/* Elements of models. All others mean nothing for the structure. */
static const struct SdfItem {
	const char *name;
	bool world; /* it may be in the world, too */
	void (*take)(struct SdfWalk *w, const struct SdfOpen *open, const struct XmlElement *element);
} items[] = {
	{ "link", false, take_link },  { "joint", false, take_joint },    { "frame", true, take_frame },
	{ "model", true, take_model }, { "include", true, take_include },
};

static void take(struct SdfWalk *w, const struct XmlElement *element)
{
	const struct SdfOpen open = w->item[w->count - 1]; /* a copy: the list may move */
	bool in_world = w->s->scope.item[open.scope].model == NONE;
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		if (xml_is(element, items[i].name) && (items[i].world || !in_world))
			items[i].take(w, &open, element);
}

static void walk(struct SdfWalk *w)
{
	while (w->count) {
		struct SdfOpen *open = &w->item[w->count - 1];
		const struct XmlElement *element = open->next;
		if (!element) {
			w->count--;
			continue;
		}
		open->next = element->next;
		take(w, element);
	}
}

/* The first link of models inside counts, if a model has none of its own. Models come before those in them. */
static void find_first_links(struct Sdf *s)
{
	for (size_t i = s->scope.count; i-- > 1;) {
		int model = s->scope.item[i].model;
		struct SdfScope *around = &s->scope.item[s->entity.item[model].scope];
		int first = s->scope.item[i].first_link;
		bool own = around->first_link != NONE &&
		           s->entity.item[around->first_link].scope == s->entity.item[model].scope;
		if (first != NONE && !own)
			around->first_link = first;
	}
}

/* Adds the losses of what stands beside the models of the first world. */
static void lose_surroundings(struct Sdf *s)
{
	for (const struct XmlElement *e = s->world ? s->root->first : NULL; e; e = e->next)
		if (e != s->world && (xml_is(e, "world") || xml_is(e, "model")))
			losses_add(&s->losses, LOSS_BESIDE_WORLD, e->span, xml_attribute(e, "name").text);
	for (const struct XmlElement *e = s->world ? s->world->first : NULL; e; e = e->next)
		if (xml_is(e, "joint"))
			losses_add(&s->losses, LOSS_WORLD_JOINT, e->span, xml_attribute(e, "name").text);
}

bool sdf_document_read(struct Sdf *s)
{
	struct SdfFetcher fetcher;
	struct SdfWalk w = { .s = s, .fetcher = &fetcher };
	uint32_t source;
	for (int i = 0; i < SDF_KINDS; i++)
		s->names[i] = names_new(s->arena);
	if (!xml_open(s->diags, s->text->name, s->text->text, s->text->length, NULL, &source))
		return false;
	s->root = xml_tree_read(s->diags, source, sdf_called, "sdf");
	if (!s->root)
		return false;
	sdf_fetcher_init(&fetcher, s);
	s->world = xml_child(s->root, "world");
	*ARENA_PUSH(arena_scratch(s->arena), &s->scope) =
		(struct SdfScope){ .model = NONE, .shown = "", .prefix = "", .first_link = NONE, .canonical = NONE };
	push(&w, s->world ? s->world : s->root,
	     &(struct SdfOpen){ .scope = 0, .root = WORLD, .version = sdf_version(s, s->root) });
	walk(&w);
	lose_surroundings(s);
	find_first_links(s);
	return true;
}
