#include "joint_kind.h"

#include <string.h>

#include "grammar/reader.h"

static const char prelude[] =
#include "prelude.inc" /* made from grammar/prelude.rig */
	;

/* clang-format off */
static const struct JointKind built_in[] = {
	{ .name = "fixed", .form = JOINT_FIXED, .summary = "does not move; the body is merged into its carrier" },
	{
		.name = "spherical", .form = JOINT_SPHERICAL, .nq = 4, .nv = 3,
		.summary = "turns in every way; q = (qx qy qz qw), velocity = w in body axes",
		.q = { { "qx", "1" }, { "qy", "1" }, { "qz", "1" }, { "qw", "1" } },
		.v = { { "wx", "rad/s" }, { "wy", "rad/s" }, { "wz", "rad/s" } },
	},
	{
		.name = "free", .form = JOINT_FREE, .nq = 7, .nv = 6,
		.summary = "moves in every way; q = (x y z, qx qy qz qw), velocity = (v, w) in body axes",
		.q = { { "x", "m" }, { "y", "m" }, { "z", "m" },
		       { "qx", "1" }, { "qy", "1" }, { "qz", "1" }, { "qw", "1" } },
		.v = { { "vx", "m/s" }, { "vy", "m/s" }, { "vz", "m/s" },
		       { "wx", "rad/s" }, { "wy", "rad/s" }, { "wz", "rad/s" } },
	},
};
/* clang-format on */

void kinds_init(struct JointKinds *kinds, struct Diags *diags)
{
	size_t errors = diags->errors; /* errors in the model's source */
	*kinds = (struct JointKinds){ 0 };
	struct Ast ast = read_text(diags, "prelude.rig", prelude, strlen(prelude), 0, READ_MODEL);
	for (const struct Stmt *stmt = ast.statements.first; stmt; stmt = stmt->next)
		kinds_define(kinds, diags, stmt);
	for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
		*ARENA_PUSH(diags->arena, kinds) = built_in[i];
	if (diags->errors > errors) /* a mistake in the prelude itself */
		NEVER(diags->arena, text_print(diags->arena, "prelude.rig: %s", diags->item[diags->count - 1].text));
}

const struct JointKind *kinds_find(const struct JointKinds *kinds, const char *name)
{
	for (size_t i = 0; i < kinds->count; i++)
		if (strcmp(kinds->item[i].name, name) == 0)
			return &kinds->item[i];
	return NULL;
}

struct Dim kind_dim(const struct JointKind *kind, int coordinate)
{
	return kind->q[coordinate].unit[0] == 'm' ? dim_length : dim_none;
}

/* Adds a coordinate: an angle without a unit, a length with `: m`. */
static bool add_coordinate(struct JointKind *kind, struct Diags *diags, const struct Argument *given)
{
	bool length = given->value && given->value->kind == EXPR_UNIT && dim_equal(given->value->unit.dim, dim_length);
	if (given->value && !length) {
		diag(diags, CHECK_KIND, given->value->span, "a coordinate is an angle, or a length: `%s: m`",
		     given->name.text);
		return false;
	}
	if (kind->nv == JOINT_V) {
		diag(diags, CHECK_ARGUMENTS, given->name.span, "a joint has at most %d coordinates", JOINT_V);
		return false;
	}
	kind->q[kind->nq].name = kind->v[kind->nv].name = given->name.text;
	kind->q[kind->nq++].unit = length ? "m" : "rad";
	kind->v[kind->nv++].unit = length ? "m/s" : "rad/s";
	return true;
}

static bool add_parameter(struct JointKind *kind, struct Diags *diags, const struct Argument *given)
{
	struct JointParameter *parameter = &kind->parameter[kind->parameters];
	if (kind->parameters == JOINT_PARAMETERS) {
		diag(diags, CHECK_ARGUMENTS, given->name.span, "a joint has at most %d parameters", JOINT_PARAMETERS);
		return false;
	}
	*parameter = (struct JointParameter){ .name = given->name.text };
	if (given->value && given->value->kind == EXPR_UNIT) {
		parameter->dim = given->value->unit.dim;
	} else if (given->value && strcmp(given->value->name.text, "axis") == 0) {
		parameter->axis = true;
	} else if (given->value) {
		diag(diags, CHECK_KIND, given->value->span, "a parameter is `axis` or has a unit: `%s: m/rad`",
		     given->name.text);
		return false;
	}
	kind->parameters++;
	return true;
}

/* Are the names in the head distinct? */
static bool distinct(struct Diags *diags, const struct Stmt *definition)
{
	const struct Arguments *lists[2] = { &definition->coordinates, &definition->list };
	struct NameTable names = names_new(diags->arena);
	for (int l = 0; l < 2; l++)
		for (size_t i = 0; i < lists[l]->count; i++) {
			struct Ident name = lists[l]->item[i].name;
			if (names_find(&names, name.text) >= 0) {
				diag(diags, CHECK_DUPLICATE, name.span, "'%s' is given twice", name.text);
				return false;
			}
			names_add(&names, name.text, 0);
		}
	return true;
}

void kinds_define(struct JointKinds *kinds, struct Diags *diags, const struct Stmt *definition)
{
	struct JointKind kind = { .name = definition->name.text, .form = JOINT_DEFINED, .definition = definition };
	const struct JointKind *before = kinds_find(kinds, kind.name);
	bool good = distinct(diags, definition);
	if (before) {
		struct Diag *d = diag(diags, CHECK_DUPLICATE, definition->name.span,
		                      "there is a joint kind '%s' already", kind.name);
		if (before->definition)
			diag_note(diags, d, before->definition->name.span, "defined here");
		good = false;
	}
	for (size_t i = 0; i < definition->coordinates.count; i++)
		good &= add_coordinate(&kind, diags, &definition->coordinates.item[i]);
	for (size_t i = 0; i < definition->list.count; i++)
		good &= add_parameter(&kind, diags, &definition->list.item[i]);
	kind.summary = definition->doc ? text_first_line(diags->arena, definition->doc) : "defined by the model";
	if (good)
		*ARENA_PUSH(diags->arena, kinds) = kind;
}
