/* An OpenSim model to statements: tables, kinds of joints, a body for each body and for each further coordinate of its
 * joint, loops, the pose of the default values, the order of coordinates. */
#include "grammar/import/readers.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"
#include "stages.h"
#include "grammar/import/xml.h"

/* --- the tree --- */

static int parent_of(const struct Osim *o, int body)
{
	return o->joint.item[o->body.item[body].joint].parent.body;
}

/* Reports the cycle of parents at the end of the way inward from a body. */
static void report_cycle(struct Osim *o, int body)
{
	enum { SHOWN = 8 };
	struct Text path = text_new(o->arena);
	for (size_t i = 0; i < o->body.count; i++)
		body = parent_of(o, body);
	int at = body, steps = 0;
	do {
		if (steps < SHOWN)
			text_format(&path, "'%s' on ", o->body.item[at].name.text);
		else if (steps == SHOWN)
			text_put(&path, "... on ");
		at = parent_of(o, at);
		steps++;
	} while (at != body);
	diag(o->diags, CHECK_PARENT_CYCLE, o->joint.item[o->body.item[body].joint].name.span,
	     "bodies carry each other: %s'%s'", text_string(&path), o->body.item[body].name.text);
}

/* Does the way from a body lead to bodies that carry each other? Else it ends at a body whose joint is reported. */
static bool is_in_cycle(const struct Osim *o, int body)
{
	for (size_t i = 0; i < o->body.count && body >= 0 && o->body.item[body].joint != OSIM_NOWHERE; i++)
		body = parent_of(o, body);
	return body >= 0 && o->body.item[body].joint != OSIM_NOWHERE;
}

/* Adds bodies depth first, children in the order of their joints. */
static void add_bodies(struct OsimModel *m)
{
	struct Osim *o = m->o;
	int body = o->ground_first;
	while (body >= 0) {
		struct OsimBody *b = &o->body.item[body];
		bool done = b->statement != NULL;
		if (!done)
			osim_add_body(m, body);
		int parent = o->joint.item[b->joint].parent.body;
		body = !done && b->first != OSIM_NOWHERE ? b->first : b->next != OSIM_NOWHERE ? b->next : parent;
	}
	for (size_t i = 0; i < o->body.count; i++)
		if (!o->body.item[i].statement && is_in_cycle(o, (int)i)) {
			report_cycle(o, (int)i);
			return;
		}
}

/* --- other statements --- */

/* Adds the `model` statement, also for a document without <Model>. */
static struct Stmt *model_statement(struct Osim *o)
{
	const struct XmlElement *named = o->model ? o->model : o->root;
	struct Stmt *model = stmt_new(o->diags, STMT_MODEL, named->span);
	model->name = osim_name(o, named, "model");
	return model;
}

/* Gravity is that of OpenSim if the file has none. */
static struct Stmt *gravity_statement(struct Osim *o, bool inclusion)
{
	struct Figure g[3];
	for (int i = 0; i < 3; i++)
		g[i] = figure_of(o->arena, o->model->span, i == 1 ? -9.80665 : 0);
	osim_numbers(o, o->model, "gravity", 3, g);
	struct Stmt *gravity = made_gravity(o->diags, g[0].span, g, inclusion);
	struct Span first;
	const char *forces = osim_forces(o, &first);
	if (forces)
		osim_comment(o, gravity, "Forces are left out: %s", forces);
	return gravity;
}

static void add_markers(struct OsimModel *m)
{
	struct Osim *o = m->o;
	for (const struct XmlElement *marker = osim_first(o->model, "MarkerSet"); marker; marker = marker->next) {
		if (!xml_is(marker, "Marker"))
			continue;
		struct OsimPlace place = xml_child(marker, "body") ? osim_body_of(o, marker, "body")
		                                                   : osim_socket(o, marker, "parent_frame");
		struct OsimOffset offset = osim_offset(o, marker, "location", "");
		osim_push(o, &place, &offset);
		struct Ident name = osim_name(o, marker, "marker");
		name.text = made_free_name(o->diags, &m->names, name.text, "_frame");
		struct MadeEnd end = osim_end(o, &place, name.span);
		made_frame(o->diags, name, &end, &m->frames);
	}
}

/* `pose start`, if a default value is not 0. */
static struct Stmt *start_pose(struct OsimModel *m)
{
	if (!m->pose.count)
		return NULL;
	struct Stmt *pose = stmt_new(m->o->diags, STMT_POSE, m->o->model->span);
	pose->name = (struct Ident){ .text = "start", .span = m->o->model->span };
	pose->list = m->pose;
	return pose;
}

/* `order`, if some joint moves in another order than the file lists its coordinates. */
static struct Stmt *order_statement(struct OsimModel *m)
{
	bool same = true;
	for (size_t i = 0; i < m->listed.count && i < m->moving.count; i++)
		same &= strcmp(m->listed.item[i].name.text, m->moving.item[i].name.text) == 0;
	if (same)
		return NULL;
	struct Stmt *order = stmt_new(m->o->diags, STMT_ORDER, m->o->model->span);
	order->list = m->listed;
	return order;
}

static struct StmtList joined(struct StmtList list, struct StmtList more)
{
	for (struct Stmt *stmt = more.first, *next; stmt; stmt = next) {
		next = stmt->next;
		stmt->next = NULL;
		list = statements_add(list, stmt);
	}
	return list;
}

/* --- the whole --- */

/* Statements after that of the model. */
static struct StmtList build(struct OsimModel *m, struct StmtList list, bool inclusion)
{
	struct Osim *o = m->o;
	m->names = names_new(o->arena);
	m->joint_names = names_new(o->arena);
	m->tendon_names = names_new(o->arena);
	for (size_t i = 0; i < o->body.count; i++)
		names_add(&m->names, o->body.item[i].name.text, 0);
	osim_read_couplers(o);
	if (o->request->muscles)
		osim_follow_muscles(o);
	osim_choose_angles(o);
	osim_plan_joints(m);
	add_bodies(m);
	if (o->request->markers)
		add_markers(m);
	if (o->request->muscles)
		osim_add_muscles(m);
	if (o->request->keep_forces)
		osim_add_linkers(m);
	osim_add_loops(m);
	osim_shapes_add(o);
	if (!o->diags->errors)
		base_apply(o->diags, o->request, inclusion, o->model->span, &m->bodies);
	list = statements_add(list, gravity_statement(o, inclusion));
	if (o->laws)
		list = statements_add(list, made_laws(o->diags, o->model->span));
	const struct StmtList parts[] = { m->forces, m->tables,  m->kinds,    m->bodies,
		                          m->frames, m->tendons, m->wrenches, m->loops };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		list = joined(list, parts[i]);
	list = statements_add(list, start_pose(m));
	return statements_add(list, order_statement(m));
}

/* The <Model> of a document; NULL after a diagnostic. */
static const struct XmlElement *find_model(struct Osim *o)
{
	const struct XmlElement *model = xml_child(o->root, "Model");
	if (!model)
		diag(o->diags, CHECK_OSIM_MISSING, o->root->span, "this document has no <Model>");
	return model;
}

static void read_version(struct Osim *o)
{
	struct XmlValue version = xml_attribute(o->root, "Version");
	struct Figure number;
	o->version = version.text && figure_alone(o->arena, &version, &number) ? number.value : HUGE_VAL;
	o->joints_in_bodies = o->version < OSIM_JOINT_SET;
}

/* Bodies of models before version 1.9 are in an engine, in another form. False after a diagnostic. */
static bool has_form(struct Osim *o)
{
	const struct XmlElement *engine = xml_child(o->model, "DynamicsEngine");
	if (!engine || xml_child(o->model, "BodySet"))
		return true;
	struct Diag *d =
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, engine->span, "this is a model of OpenSim before version 1.9");
	diag_help(o->diags, d, "OpenSim 3.3 opens it, and saves it in the form of its version");
	return false;
}

/* Elements whose texts no model uses. */
static const char unread[] = "credits publications notes geometry_files geometry_file mesh_file texture_file";

struct Ast osim_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped)
{
	struct Osim *o = ARENA_NEW(diags->arena, struct Osim);
	struct OsimModel m = { .o = o };
	struct Ast ast = { 0 };
	uint32_t source;
	*snapped = 0;
	*o = (struct Osim){ .diags = diags, .arena = diags->arena, .request = request };
	if (!xml_open(diags, text->name, text->text, text->length, unread, &source))
		return ast;
	o->root = xml_tree_read(diags, source, "an OpenSim model", NULL);
	o->model = o->root ? find_model(o) : NULL;
	if (o->root && !text->inclusion)
		ast.statements = statements_add(ast.statements, model_statement(o));
	if (!o->model || !has_form(o))
		return ast;
	read_version(o);
	osim_losses_init(o);
	osim_document_read(o);
	ast.statements = build(&m, ast.statements, text->inclusion != NULL);
	osim_report(o);
	return ast;
}
