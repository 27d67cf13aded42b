#include "grammar/import/readers.h"

#include "stages.h"
#include "grammar/import/made.h"

/* Adds the `model` statement, named `sdf` until a <model> is chosen. */
static void add_model(struct Sdf *s)
{
	struct Stmt *model = stmt_new(s->diags, STMT_MODEL, s->root->span);
	model->name = (struct Ident){ .text = "sdf", .span = s->root->span };
	s->statements = statements_add(s->statements, model);
}

/* Adds `gravity` of the world: of an included file in any case, else if it differs from the default of the language. */
static void add_gravity(struct Sdf *s, bool inclusion)
{
	struct Figure g[3];
	bool given = sdf_gravity(s, g);
	if (inclusion || !(given && g[0].zero && g[1].zero && g[2].value == -9.81))
		s->statements = statements_add(s->statements, made_gravity(s->diags, g[0].span, g, inclusion));
}

static void add_start(struct Sdf *s)
{
	if (!s->start.count)
		return;
	struct Span span = s->entity.item[s->chosen].element->span;
	struct Stmt *pose = stmt_new(s->diags, STMT_POSE, span);
	pose->name = (struct Ident){ .text = "start", .span = span };
	pose->list = s->start;
	s->statements = statements_add(s->statements, pose);
}

/* Elements of the file, of the world and of models. */
static void check_models(struct Sdf *s)
{
	sdf_check(s, s->root);
	sdf_check(s, s->world);
	for (size_t i = 0; i < s->entity.count; i++)
		if (s->entity.item[i].kind == SDF_MODEL && sdf_is_chosen(s, (int)i))
			sdf_check(s, s->entity.item[i].element);
}

static void build(struct Sdf *s)
{
	const struct Inclusion *inclusion = s->text->inclusion;
	bool good = sdf_document_read(s);
	if (s->root && !inclusion)
		add_model(s);
	if (!good || !sdf_place_all(s) || !sdf_tree_read(s))
		return;
	check_models(s);
	if (!inclusion && s->entity.item[s->chosen].name.text)
		s->statements.first->name = s->entity.item[s->chosen].name;
	if (s->world)
		add_gravity(s, inclusion != NULL);
	if (s->request->keep_forces && sdf_has_bushings(s))
		s->statements = statements_add(s->statements, made_laws(s->diags, s->root->span));
	sdf_bodies_add(s);
	if (s->request->base == BASE_FREE && !s->frees)
		base_apply(s->diags, s->request, inclusion != NULL, s->root->span, &s->statements);
	sdf_loops_add(s);
	if (s->request->keep_forces)
		sdf_bushings_add(s);
	add_start(s);
	losses_report(&s->losses);
}

struct Ast sdf_read(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped)
{
	struct Sdf *s = ARENA_NEW(diags->arena, struct Sdf);
	struct Ast ast = { 0 };
	*s = (struct Sdf){ .diags = diags, .arena = diags->arena, .request = request, .text = text, .chosen = NONE };
	*snapped = 0;
	sdf_losses_init(s);
	build(s);
	ast.statements = s->statements;
	return ast;
}
