#include "made.h"

#include <math.h>
#include <string.h>

/* Longest name that a source of the language has in quotes. */
enum { LONGEST = 256 };

static bool is_name(const char *name)
{
	return name && *name && strlen(name) <= LONGEST;
}

static void add_colour(struct Diags *diags, const struct MadeShape *shape, struct Stmt *stmt)
{
	const struct Figure *part = shape->colour;
	int count = shape->colours;
	if (count == 4 && part[3].value == 1)
		count = 3;
	for (int i = 0; i < count; i++)
		if (!(part[i].value >= 0 && part[i].value <= 1))
			count = 0;
	if (count)
		stmt->block =
			statements_add(stmt->block, made_property(diags, "colour", part[0].span,
		                                                  made_vector(diags, part[0].span, part, count, NULL)));
}

struct Stmt *made_shape(struct Diags *diags, const struct MadeShape *shape)
{
	if (shape->file ? !is_name(shape->file) : !shape->kind)
		return NULL;
	for (int i = 0; i < 3 && shape->scaled; i++)
		if (shape->scale[i].zero)
			return NULL;
	struct Stmt *stmt = stmt_new(diags, shape->touches ? STMT_COLLISION : STMT_VISUAL, shape->span);
	stmt->joint = (struct Ident){ .text = shape->file ? "mesh" : shape->kind, .span = shape->span };
	stmt->list = shape->size;
	stmt->at = shape->at;
	if (shape->file)
		stmt->name = (struct Ident){ .text = shape->file, .span = shape->span, .quoted = true };
	bool scaled = false;
	for (int i = 0; i < 3 && shape->scaled; i++)
		scaled |= shape->scale[i].value != 1;
	if (shape->file && scaled)
		stmt->value = made_vector(diags, shape->scale[0].span, shape->scale, 3, NULL);
	add_colour(diags, shape, stmt);
	if (is_name(shape->name))
		stmt->block = statements_add(stmt->block, made_property(diags, "name", shape->span,
		                                                        made_name(diags, shape->span, shape->name)));
	return stmt;
}

bool made_form(struct Diags *diags, struct MadeShape *shape, const char *kind, const struct Figure *size, int count)
{
	for (int i = 0; i < count; i++) {
		if (!(size[i].value >= 0 && isfinite(size[i].value)))
			return false;
		made_push(diags, &shape->size, made_scalar(diags, &size[i], "m"));
	}
	shape->kind = kind;
	return true;
}
