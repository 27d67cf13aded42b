#include "grammar/import/readers.h"

#include "stages.h"
#include "grammar/import/made.h"
#include "grammar/include.h"

/* Conventions that differ from MuJoCo's, if the model has such joints; else NULL. */
static const char *conventions(const struct Mjcf *m)
{
	bool kinds[MJ_KINDS] = { false };
	for (size_t i = 0; i < m->joint.count; i++)
		kinds[m->joint.item[i].kind] = true;
	if (!kinds[MJ_BALL] && !kinds[MJ_FREE])
		return NULL;
	return text_print(m->arena, "Quaternions are x y z w here, and w x y z in MuJoCo.\n%s",
	                  kinds[MJ_FREE]
	                          ? "The linear velocity of a free joint is in body axes here, and in world axes "
	                            "in MuJoCo.\n"
	                          : "");
}

static void add_model(struct Mjcf *m)
{
	struct Stmt *model = stmt_new(m->diags, STMT_MODEL, m->root->span);
	model->name = mj_name(m, m->root, "model");
	if (!model->name.text)
		model->name.text = "mujoco";
	model->doc = conventions(m);
	m->statements = statements_add(m->statements, model);
}

/* Adds `gravity`: of an included file in any case, else if the value differs from the default of the language. */
static void add_gravity(struct Mjcf *m, bool inclusion)
{
	struct XmlValue value = m->settings.gravity;
	struct Span span = value.text ? value.span : m->root->span;
	struct Figure g[3];
	bool given = value.text && figures_read(m->diags, &value, 3, g) == 3, none = m->settings.no.gravity;
	for (int i = 0; i < 3 && (none || !given); i++)
		g[i] = figure_of(m->arena, span, i == 2 && !none ? -9.81 : 0);
	if (inclusion || !(g[0].zero && g[1].zero && g[2].value == -9.81))
		m->statements = statements_add(m->statements, made_gravity(m->diags, span, g, inclusion));
}

static void add_frame(struct Mjcf *m, const struct MjSite *site)
{
	struct Stmt *frame = stmt_new(m->diags, STMT_FRAME, site->e.element->span);
	frame->name = site->name;
	frame->at = site->place.at;
	if (site->body == WORLD) {
		frame->on = (struct Ident){ .text = "world", .span = site->name.span };
		m->statements = statements_add(m->statements, frame);
	} else {
		struct Stmt *body = m->body.item[site->body].stmt;
		body->block = statements_add(body->block, frame);
	}
}

/* Sites, and geoms with a name, as frames: in their bodies, or on the world. */
static void add_frames(struct Mjcf *m)
{
	for (size_t i = 0; i < m->site.count; i++)
		add_frame(m, &m->site.item[i]);
	for (size_t i = 0; i < m->mark.count; i++)
		if (m->mark.item[i].name.text)
			add_frame(m, &m->mark.item[i]);
}

static void check_assets(struct Mjcf *m, const struct XmlElement *section)
{
	for (const struct XmlElement *asset = section->first; asset; asset = asset->next)
		if (mj_known(m, asset))
			losses_check_attributes(&m->losses, asset);
}

/* Sections that mean nothing pass; unknown ones are counted. */
static void check_sections(struct Mjcf *m, const struct XmlElement *root)
{
	losses_check_attributes(&m->losses, root);
	for (const struct XmlElement *section = root->first; section; section = section->next) {
		if (!mj_known(m, section))
			continue;
		if (xml_is(section, "asset"))
			check_assets(m, section);
		for (const struct XmlElement *element = section->first; element; element = element->next)
			if (xml_is(section, "deformable") && xml_is(element, "flex"))
				mj_known(m, element);
	}
}

static void append(struct Mjcf *m, struct StmtList list)
{
	for (struct Stmt *stmt = list.first, *next; stmt; stmt = next) {
		next = stmt->next;
		m->statements = statements_add(m->statements, stmt);
	}
}

static void build(struct Mjcf *m)
{
	const struct Inclusion *inclusion = m->text->inclusion;
	for (size_t i = 0; i < m->document.count; i++)
		if (m->document.item[i]->used)
			check_sections(m, m->document.item[i]->root);
	mj_settings_read(m);
	mj_bodies_read(m);
	mj_name_all(m);
	mj_masses_read(m);
	mj_free_align(m);
	mj_actuators_read(m);
	mj_couplings_read(m);
	if (!inclusion)
		add_model(m);
	add_gravity(m, inclusion != NULL);
	const struct StmtList head = m->statements;
	m->statements = (struct StmtList){ 0 };
	mj_bodies_add(m);
	mj_masses_add(m);
	mj_shapes_add(m);
	add_frames(m);
	mj_gravcomps_add(m);
	mj_loops_add(m);
	mj_tendons_add(m);
	const struct StmtList parts[] = { mj_inputs(m), m->statements, m->drives };
	m->statements = head;
	if (m->laws)
		m->statements = statements_add(m->statements, made_laws(m->diags, m->root->span));
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		append(m, parts[i]);
	mj_poses_add(m);
	base_apply(m->diags, m->request, inclusion != NULL, m->root->span, &m->statements);
	losses_report(&m->losses);
}

struct Ast mjcf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped)
{
	struct Mjcf *m = ARENA_NEW(diags->arena, struct Mjcf);
	struct Ast ast = { 0 };
	*m = (struct Mjcf){ .diags = diags, .arena = diags->arena, .request = request, .text = text };
	*snapped = 0;
	mj_losses_init(m);
	if (text->includes)
		text->includes->above = request->outside;
	m->root = mj_read_tree(m);
	if (m->root && !diags->syntax_errors)
		build(m);
	if (text->includes)
		text->includes->above = false;
	ast.statements = m->statements;
	return ast;
}
