/* A loop is a joint between two ends: a link, a placement on it and an axis. A table says where each program writes
 * them. */
#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

enum { FROM, TO, ENDS };
enum { WORLD = NOBODY - 1 };

/* An end: the element and attribute with the name of its link; the elements of its placement and axis, NULL: none. */
struct UrdfLoopEnd {
	const char *link, *name, *origin, *axis;
};

/* Elements that close loops. */
static const struct UrdfLoopForm {
	const char *element;
	const char *type; /* NULL: its attribute says it */
	bool whole;       /* a placement is one `value` */
	bool gazebo; /* the first end is where the second is at q = 0; an axis is z by default; values may be text */
	struct UrdfLoopEnd end[ENDS];
} forms[] = {
	{ "loop_joint",
	  NULL,
	  false,
	  false,
	  { { "link1", "link", "link1", "axis" }, { "link2", "link", "link2", "axis" } } },
	{ "constraint",
	  NULL,
	  false,
	  false,
	  { { "parent", "link", "parent_origin", "parent_axis" }, { "child", "link", "child_origin", "child_axis" } } },
	{ "drake:ball_constraint",
	  "ball",
	  true,
	  false,
	  { { "drake:ball_constraint_body_A", "name", "drake:ball_constraint_p_AP", NULL },
	    { "drake:ball_constraint_body_B", "name", "drake:ball_constraint_p_BQ", NULL } } },
	{ "joint", NULL, true, true, { { "parent", "link", NULL, "axis" }, { "child", "link", "pose", "axis" } } },
};

/* The axes of an element become an argument of the kind, or turn the frames of the ends. */
enum LoopAxes { AXES_NONE, AXES_ARGUMENT, AXES_NORMAL, AXES_TWO };

static const struct UrdfLoopType {
	const char *name, *kind; /* kind: NULL, closes no loop */
	enum LoopAxes axes;
} types[] = {
	{ "revolute", "revolute", AXES_ARGUMENT },
	{ "continuous", "revolute", AXES_ARGUMENT },
	{ "prismatic", "prismatic", AXES_ARGUMENT },
	{ "cylindrical", "cylindrical", AXES_ARGUMENT },
	{ "fixed", "fixed", AXES_NONE },
	{ "spherical", "spherical", AXES_NONE },
	{ "ball", "spherical", AXES_NONE },
	{ "planar", "planar", AXES_NORMAL },
	{ "universal", "universal", AXES_TWO },
	{ "floating", NULL, AXES_NONE },
	{ "revolute2", NULL, AXES_NONE },
	{ "screw", NULL, AXES_NONE },
	{ "gearbox", NULL, AXES_NONE },
};

/* Directions of the coordinate axes of both ends that lie along the axes of the element. */
static const double turned_axis[AXES_TWO + 1][ENDS][3] = {
	[AXES_NORMAL] = { { 0, 0, 1 }, { 0, 0, 1 } },
	[AXES_TWO] = { { 1, 0, 0 }, { 0, 1, 0 } },
};

struct UrdfLoops {
	struct UrdfTree *tree;
	struct UrdfReader *r;
	struct Diags *diags;
	struct Stmt *const *body;
	struct StmtList *statements;
	struct NameTable taken; /* names of links, loops and their frames */
	struct NameTable given; /* names of loops as written, to the number of the element */
	struct ARENA_LIST(const struct XmlElement *) element;
	int balls;
};

/* A loop as it is read. */
struct UrdfLoop {
	int number; /* of its element */
	const struct XmlElement *element;
	const struct UrdfLoopForm *form;
	const struct UrdfLoopType *type;
	struct Ident name;
	int link[ENDS]; /* or WORLD */
	struct UrdfDirection axis[ENDS];
	struct Arguments at[ENDS];
};

/* --- its type --- */

static void leave_out(struct UrdfLoops *l, const struct UrdfLoop *loop, struct Span span, const char *why)
{
	const char *name = xml_attribute(loop->element, "name").text;
	struct Diag *d = diag(l->diags, CHECK_LOOP_LEFT_OUT, span, "the loop that joint '%s' closes is left open: %s",
	                      name ? name : "", why);
	diag_help(l->diags, d, "include the URDF in a .rig file, and write `loop NAME : KIND from FRAME to FRAME`");
}

static const struct UrdfLoopType *find_type(struct UrdfLoops *l, const struct UrdfLoop *loop, struct XmlValue given)
{
	const char *name = loop->form->type ? loop->form->type : given.text;
	if (!name) {
		diag(l->diags, CHECK_MISSING_PART, loop->element->span, "this joint has no type");
		return NULL;
	}
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	if (urdf_has_macro(l->r, given))
		return NULL;
	struct Diag *d = diag(l->diags, CHECK_UNKNOWN_KIND, given.span, "no loop is closed by a joint type '%s'", name);
	struct Nearest nearest = diags_nearest(l->diags, name);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		nearest_try(&nearest, types[i].kind ? types[i].name : NULL);
	diag_nearest(l->diags, d, &nearest);
	return NULL;
}

/* Reads the type. False: it is unknown, or the loop is left out. */
static bool read_type(struct UrdfLoops *l, struct UrdfLoop *loop)
{
	struct XmlValue type = xml_attribute(loop->element, loop->form->type ? "name" : "type");
	const struct UrdfLoopEnd *end = loop->form->end;
	loop->type = find_type(l, loop, type);
	const char *why = !loop->type         ? NULL
	                  : !loop->type->kind ? text_print(l->r->arena, "no loop is of type '%s'", type.text)
	                  : loop->type->axes == AXES_TWO && strcmp(end[FROM].axis, end[TO].axis) == 0
	                          ? "a universal joint needs an axis of each link"
	                          : NULL;
	if (why)
		leave_out(l, loop, type.span, why);
	return loop->type && !why;
}

/* --- its ends --- */

static const struct XmlElement *child_of(const struct UrdfLoop *loop, const char *name)
{
	return name ? xml_child(loop->element, name) : NULL;
}

/* An attribute, or in <gazebo> the text of an element. */
static struct XmlValue value_of(const struct UrdfLoop *loop, const struct XmlElement *element, const char *attribute)
{
	struct XmlValue value = xml_attribute(element, attribute);
	return value.text || !element || !loop->form->gazebo ? value : element->content;
}

static int find_end(struct UrdfLoops *l, const struct UrdfLoop *loop, int k)
{
	const struct UrdfLoopEnd *end = &loop->form->end[k];
	struct XmlValue name = value_of(loop, xml_child(loop->element, end->link), end->name);
	if (name.text && strcmp(name.text, "world") == 0 && names_find(&l->tree->link_names, name.text) < 0)
		return WORLD;
	return urdf_find_link(l->tree, loop->element, end->link, end->name, name);
}

/* The numbers of an attribute from byte `begin` to byte `end`; none if there are only blanks. */
static struct XmlValue part_of(struct UrdfLoops *l, struct XmlValue whole, size_t begin, size_t end)
{
	begin += strspn(whole.text + begin, " \t\r\n");
	if (begin >= end)
		return (struct XmlValue){ .text = NULL };
	return (struct XmlValue){ .text = arena_copy(l->r->arena, whole.text + begin, end - begin),
		                  .span = { whole.span.begin + (uint32_t)begin, whole.span.begin + (uint32_t)end,
		                            whole.span.source } };
}

/* The placement of a point or a pose of six numbers. */
static struct UrdfOrigin whole_origin(struct UrdfLoops *l, struct XmlValue whole)
{
	size_t end = 0;
	for (int i = 0; i < 3; i++) {
		end += strspn(whole.text + end, " \t\r\n");
		end += strcspn(whole.text + end, " \t\r\n");
	}
	return (struct UrdfOrigin){ part_of(l, whole, 0, end), part_of(l, whole, end, strlen(whole.text)) };
}

static struct UrdfOrigin origin_of(struct UrdfLoops *l, const struct UrdfLoop *loop, int k)
{
	const struct XmlElement *element = child_of(loop, loop->form->end[k].origin);
	if (!element || !loop->form->whole)
		return urdf_origin(element);
	struct XmlValue whole = value_of(loop, element, "value");
	if (whole.text)
		return whole_origin(l, whole);
	diag(l->diags, CHECK_MISSING_PART, element->span, "this <%s> has no value", element->name);
	return urdf_origin(NULL);
}

/* Element with the axis of an end, or NULL. The second end of a loop has the axis of the first, unless it has its
 * own. */
static const struct XmlElement *axis_of(const struct UrdfLoop *loop, int k)
{
	const struct XmlElement *axis = child_of(loop, loop->form->end[k].axis);
	const struct XmlElement *inner = loop->form->gazebo ? xml_child(axis, "xyz") : NULL;
	if (inner)
		return inner;
	return axis || k == FROM ? axis : axis_of(loop, FROM);
}

static bool read_axis(struct UrdfLoops *l, const struct UrdfLoop *loop, int k, struct UrdfDirection *direction)
{
	const struct XmlElement *axis = axis_of(loop, k);
	bool inner = axis && xml_is(axis, "xyz");
	return urdf_direction(l->r, axis, inner ? value_of(loop, axis, "value") : xml_attribute(axis, "xyz"),
	                      loop->element->span, loop->form->gazebo ? 2 : 0, direction);
}

/* Reads the axes of both ends. False after a diagnostic. */
static bool read_axes(struct UrdfLoops *l, struct UrdfLoop *loop)
{
	bool good = true, same = axis_of(loop, FROM) == axis_of(loop, TO);
	for (int k = 0; k < ENDS && good && loop->type->axes != AXES_NONE; k++) {
		good = read_axis(l, loop, k, &loop->axis[k]);
		/* the checker looks at the argument of a kind */
		bool checked = k == FROM ? loop->type->axes == AXES_ARGUMENT : same;
		good = good && (checked || urdf_direction_check(l->r, &loop->axis[k]));
	}
	return good;
}

/* --- placements --- */

/* Appends the inverse of a placement: a shift, or a turn about fixed axes. */
static void push_inverse(struct UrdfLoops *l, struct Arguments *at, struct Expr *item)
{
	struct Diags *diags = l->diags;
	const struct Argument *argument = item->list.item;
	struct Arguments list = { 0 };
	if (item->kind != EXPR_CALL) {
		made_push(diags, at, made_negated(diags, item));
	} else if (item->list.count == 3) { /* rpy */
		for (int i = 0; i < 3; i++) {
			struct Expr *angle = made_negated(diags, argument[i].value);
			made_push(diags, at, made_turn_about(diags, angle->span, i, angle));
		}
	} else {
		const size_t last = item->list.count - 1; /* the angle, after the axis of axis_angle */
		if (last)
			made_push(diags, &list, argument[0].value);
		made_push(diags, &list, made_negated(diags, argument[last].value));
		made_push(diags, at, made_call(diags, argument[last].value->span, item->name.text, list));
	}
}

/* Appends the placement of a link on its parent at q = 0, or its inverse. */
static void push_link(struct UrdfLoops *l, int link, bool inverse, struct Arguments *at)
{
	const struct Stmt *body = l->body[link];
	const struct Arguments *const list[] = { &body->at, &body->block.first->then };
	for (int part = 0; part < 2; part++) {
		const struct Arguments *items = list[inverse ? 1 - part : part];
		for (size_t i = 0; i < items->count; i++) {
			if (inverse)
				push_inverse(l, at, items->item[items->count - 1 - i].value);
			else
				made_push(l->r->diags, at, items->item[i].value);
		}
	}
}

/* Number of links from a link to the world, itself included. */
static int depth_of(const struct UrdfLoops *l, int link)
{
	int depth = 0;
	for (; link >= 0 && l->body[link]; link = l->tree->link[link].parent)
		depth++;
	return depth;
}

/* Appends the placement of a link on another at q = 0. */
static void push_way(struct UrdfLoops *l, int from, int to, struct Arguments *at)
{
	int up = depth_of(l, from), down = depth_of(l, to), outward = 0;
	int *way = ARENA_ARRAY(l->r->arena, int, down);
	while (from != to && (up > 0 || down > 0)) {
		if (down >= up) {
			way[outward++] = to;
			to = l->tree->link[to].parent;
			down--;
		} else {
			push_link(l, from, true, at);
			from = l->tree->link[from].parent;
			up--;
		}
	}
	while (outward > 0)
		push_link(l, way[--outward], false, at);
}

static void place_ends(struct UrdfLoops *l, struct UrdfLoop *loop)
{
	struct UrdfOrigin origin[ENDS] = { origin_of(l, loop, FROM), origin_of(l, loop, TO) };
	for (int k = 0; k < ENDS; k++)
		urdf_place(l->r, origin[k], "loop", loop->name.text, &loop->at[k]);
	if (!loop->form->gazebo)
		return;
	push_way(l, loop->link[FROM], loop->link[TO], &loop->at[FROM]);
	for (size_t i = 0; i < loop->at[TO].count; i++)
		made_push(l->r->diags, &loop->at[FROM], loop->at[TO].item[i].value);
}

/* Turns the frames at the ends so that their axes lie as the kind wants them. */
static void turn_ends(struct UrdfLoops *l, struct UrdfLoop *loop)
{
	enum LoopAxes axes = loop->type->axes;
	for (int k = 0; k < ENDS && axes != AXES_NONE; k++) {
		const double *from = axes == AXES_ARGUMENT ? loop->axis[FROM].scaled : turned_axis[axes][k];
		struct Expr *turn = loop->axis[FROM].length > 0 ? made_turn(l->r->diags, loop->axis[k].span, from,
		                                                            loop->axis[k].scaled, false)
		                                                : NULL;
		if (turn)
			made_push(l->r->diags, &loop->at[k], turn);
	}
}

/* --- statements --- */

static struct Ident link_name(const struct UrdfLoops *l, const struct UrdfLoop *loop, int k)
{
	int link = loop->link[k];
	return (struct Ident){ .text = link == WORLD ? "world" : l->tree->link[link].name.text,
		               .span = loop->element->span,
		               .quoted = link != WORLD && !l->tree->on_world };
}

static void add_statements(struct UrdfLoops *l, const struct UrdfLoop *loop)
{
	struct MadeLoop made = { .span = loop->element->span,
		                 .name = loop->name,
		                 .kind = loop->type->kind,
		                 .end = { { link_name(l, loop, FROM), loop->at[FROM], NULL },
		                          { link_name(l, loop, TO), loop->at[TO], NULL } } };
	if (loop->type->axes == AXES_ARGUMENT)
		made.argument = urdf_direction_value(l->r, &loop->axis[FROM]);
	struct Stmt *stmt = made_loop(l->diags, &made, &l->taken, l->statements);
	*l->statements = statements_add(*l->statements, stmt);
	diag(l->diags, CHECK_URDF_LOOP, loop->element->span, "this joint closes a loop: '%s', %s from '%s' to '%s'",
	     loop->name.text, loop->type->kind, link_name(l, loop, FROM).text, link_name(l, loop, TO).text);
}

/* --- the whole --- */

/* Reports a name that an earlier loop has. */
static bool is_duplicate(struct UrdfLoops *l, const struct UrdfLoop *loop)
{
	int other = names_add(&l->given, loop->name.text, loop->number);
	if (other == loop->number)
		return false;
	diag_duplicate(l->diags, loop->name.span, l->element.item[other]->span, "joint '%s'", loop->name.text);
	return true;
}

static bool read_name(struct UrdfLoops *l, struct UrdfLoop *loop)
{
	bool ball = loop->form->type && !xml_attribute(loop->element, "name").text;
	loop->name = ball ? (struct Ident){ .text = text_print(l->r->arena, "ball_constraint_%d", ++l->balls),
		                            .span = loop->element->span }
	                  : urdf_read_name(l->r, loop->element, "name", "joint");
	if (!loop->name.text || is_duplicate(l, loop))
		return false;
	loop->name.text = made_free_name(l->diags, &l->taken, loop->name.text, "_loop");
	loop->name.quoted = true;
	return true;
}

/* Is the pose or the axis given in the axes of another link? Then the loop is left out. */
static bool is_elsewhere(struct UrdfLoops *l, const struct UrdfLoop *loop)
{
	const struct XmlElement *axis = xml_child(xml_child(loop->element, "axis"), "xyz");
	struct XmlValue of[] = { xml_attribute(xml_child(loop->element, "pose"), "relative_to"),
		                 xml_attribute(axis, "expressed_in") };
	for (int i = 0; i < 2 && loop->form->gazebo; i++) {
		if (!of[i].text || !*of[i].text)
			continue;
		leave_out(l, loop, of[i].span,
		          i ? "its axis is not in the axes of the joint" : "its pose is not on the child");
		return true;
	}
	return false;
}

static const struct UrdfLoopForm *form_of(const struct XmlElement *element)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strcmp(forms[i].element, urdf_element_name(element)) == 0)
			return &forms[i];
	return NULL;
}

/* Finds the elements that close loops. A <joint> does so inside of <gazebo>. */
static void find_elements(struct UrdfLoops *l)
{
	struct Arena *arena = arena_scratch(l->r->arena);
	for (const struct XmlElement *e = l->tree->urdf->robot->first; e; e = e->next) {
		bool gazebo = xml_is(e, "gazebo");
		if (form_of(e) && !xml_is(e, "joint"))
			*ARENA_PUSH(arena, &l->element) = e;
		for (const struct XmlElement *j = gazebo ? xml_child(e, "joint") : NULL; j; j = xml_next(j))
			*ARENA_PUSH(arena, &l->element) = j;
	}
}

static void add_loop(struct UrdfLoops *l, int number)
{
	const struct XmlElement *element = l->element.item[number];
	struct UrdfLoop loop = { .number = number, .element = element, .form = form_of(element) };
	bool named = read_name(l, &loop), typed = read_type(l, &loop);
	for (int k = 0; k < ENDS; k++)
		loop.link[k] = find_end(l, &loop, k);
	if (!named || !typed || loop.link[FROM] == NOBODY || loop.link[TO] == NOBODY || is_elsewhere(l, &loop) ||
	    !read_axes(l, &loop))
		return;
	place_ends(l, &loop);
	turn_ends(l, &loop);
	add_statements(l, &loop);
}

void urdf_loops_add(struct UrdfTree *tree, struct Stmt *const *body, struct StmtList *statements)
{
	struct UrdfLoops l = {
		.tree = tree, .r = tree->r, .diags = tree->diags, .body = body, .statements = statements
	};
	l.taken = names_new(arena_scratch(tree->r->arena));
	l.given = names_new(arena_scratch(tree->r->arena));
	find_elements(&l);
	for (int i = 0; i < tree->links && l.element.count; i++)
		names_add(&l.taken, tree->link[i].name.text, i);
	for (size_t i = 0; i < l.element.count; i++)
		add_loop(&l, (int)i);
}
