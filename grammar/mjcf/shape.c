#include "shape.h"

#include <math.h>
#include <string.h>

#include "stages.h"
#include "grammar/import/made.h"
#include "base/principal.h"

static const double pi = 3.14159265358979323846;

/* Volume, and principal moments of mass 1, of half sizes s. */
static double box(const double s[3], double moment[3])
{
	for (int i = 0; i < 3; i++)
		moment[i] = (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]) / 3;
	return 8 * s[0] * s[1] * s[2];
}

static double ellipsoid(const double s[3], double moment[3])
{
	for (int i = 0; i < 3; i++)
		moment[i] = (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]) / 5;
	return 4 * pi / 3 * s[0] * s[1] * s[2];
}

static double sphere(const double s[3], double moment[3])
{
	moment[0] = moment[1] = moment[2] = 0.4 * s[0] * s[0];
	return 4 * pi / 3 * s[0] * s[0] * s[0];
}

static double cylinder(const double s[3], double moment[3])
{
	double r = s[0], length = 2 * s[1];
	moment[0] = moment[1] = (3 * r * r + length * length) / 12;
	moment[2] = r * r / 2;
	return pi * r * r * length;
}

/* A cylinder and two half balls, whose centres are 3/8 r beyond its ends. */
static double capsule(const double s[3], double moment[3])
{
	double r = s[0], length = 2 * s[1], ball = 4 * r / (4 * r + 3 * length), middle = 1 - ball;
	double own = 0.4 * ball * r * r;
	moment[0] = moment[1] =
		middle * (3 * r * r + length * length) / 12 + own + ball * length * (3 * r + 2 * length) / 8;
	moment[2] = middle * r * r / 2 + own;
	return pi * r * r * length + 4 * pi / 3 * r * r * r;
}

/* A kind of geom, and its solid. `sizes`: half sizes; 0: it has no mass. `round`: an axis instead of a turn. */
static const struct MjShape {
	const char *name, *solid;
	int sizes;
	bool round;
	double (*measure)(const double s[3], double moment[3]);
} shapes[] = {
	{ "plane", NULL, 0, false, NULL },
	{ "hfield", "box", 3, false, box },
	{ "sphere", "sphere", 1, false, sphere },
	{ "capsule", "capsule", 2, true, capsule },
	{ "ellipsoid", "ellipsoid", 3, false, ellipsoid },
	{ "cylinder", "cylinder", 2, true, cylinder },
	{ "box", "box", 3, false, box },
	{ "mesh", NULL, -1, false, NULL },
	{ "sdf", NULL, -1, false, NULL },
};

enum { SHAPE_SPHERE = 2, SHAPES = sizeof shapes / sizeof *shapes };

static const struct MjShape *read_shape(struct Mjcf *m, const struct MjGeom *geom)
{
	const char *words[SHAPES + 1] = { NULL };
	for (int i = 0; i < SHAPES; i++)
		words[i] = shapes[i].name;
	return &shapes[mj_word(m, &geom->e, "type", words, SHAPE_SPHERE)];
}

/* Does its group count? */
static bool in_groups(struct Mjcf *m, const struct MjGeom *geom)
{
	double group = mj_number(m, &geom->e, "group", 0);
	const double *range = mj_compiler(m, geom->e.element->span)->group;
	return group >= range[0] && group <= range[1];
}

/* Mass or density: `mass` has precedence. */
static void read_mass(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	solid->given = figure_of(m->arena, solid->span, 1000);
	solid->is_mass = mj_exactly(m, &geom->e, "mass", 1, &solid->given);
	if (!solid->is_mass)
		mj_exactly(m, &geom->e, "density", 1, &solid->given);
}

/* The ends of a geom give its middle, its direction, and its last size. */
static bool read_ends(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	struct MadePlace middle = { .pose = pose_identity };
	double *d = solid->direction;
	struct Span span = mj_value(&geom->e, "fromto").span;
	if (!mj_between(m, &geom->e, &middle, d))
		return false;
	double length = made_unit_vector(d);
	if (!(length > 0)) {
		diag(m->diags, CHECK_ZERO_AXIS, span, "the ends of this geom are one point");
		return false;
	}
	/* MuJoCo's z is from the second end to the first. */
	const double z[3] = { -d[0], -d[1], -d[2] };
	struct Arguments turn = { 0 };
	mj_turn_z(m, span, z, middle.pose.R, &turn);
	if (!solid->shape->round && turn.count)
		made_push(m->diags, &middle.at, turn.item[0].value);
	solid->from_to = true;
	solid->size[solid->shape->sizes - 1] = figure_of(m->arena, span, length / 2);
	if (solid->shape->sizes == 3)
		solid->size[1] = solid->size[0];
	solid->place = made_place_times(m->diags, &solid->place, &middle);
	return true;
}

static bool place_solid(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	struct MadePlace own = mj_place(m, &geom->e);
	solid->place = made_place_times(m->diags, &solid->place, &own);
	return true;
}

/* A field of heights has the mass of a box for MuJoCo, about its origin: a quarter of the height of its hills and half
 * of that of its ground are the third half size. */
static bool read_field(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	struct XmlValue name = mj_value(&geom->e, "hfield");
	const struct MjElement field = { .element =
		                                 name.text ? mj_asset(m, geom->e.element, "hfield", name.text) : NULL };
	struct Figure size[4];
	if (!field.element) {
		diag(m->diags, CHECK_UNKNOWN_REFERENCE, name.text ? name.span : solid->span, "there is no hfield '%s'",
		     name.text ? name.text : "");
		return false;
	}
	if (!mj_value(&field, "size").text)
		diag(m->diags, CHECK_MISSING_PART, field.element->span, "this <hfield> has no size=\"...\"");
	if (!mj_exactly(m, &field, "size", 4, size))
		return false;
	solid->size[0] = size[0];
	solid->size[1] = size[1];
	solid->size[2] = figure_of(m->arena, size[2].span, size[2].value / 4 + size[3].value / 2);
	return place_solid(m, geom, solid);
}

static bool read_sizes(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	int given = mj_numbers(m, &geom->e, "size", 3, solid->size);
	bool ends = mj_value(&geom->e, "fromto").text && solid->shape->sizes > 1;
	int needed = ends ? 1 : solid->shape->sizes;
	if (given < needed) {
		diag(m->diags, CHECK_MISSING_PART, solid->span, "a %s has %d size%s, this one of '%s' has %d",
		     solid->shape->name, needed, needed == 1 ? "" : "s", m->body.item[geom->body].name.text, given);
		return false;
	}
	if (ends)
		return read_ends(m, geom, solid);
	return place_solid(m, geom, solid);
}

bool mj_form_read(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	*solid = (struct MjSolid){ .span = geom->e.element->span, .place = geom->place };
	solid->shape = read_shape(m, geom);
	solid->is_mesh = strcmp(solid->shape->name, "mesh") == 0;
	if (solid->is_mesh)
		return place_solid(m, geom, solid);
	const bool field = strcmp(solid->shape->name, "hfield") == 0, fitted = mj_value(&geom->e, "mesh").text;
	return solid->shape->sizes > 0 && !field && !fitted && read_sizes(m, geom, solid);
}

/* Does a force depend on the mass of a body? */
static bool is_needed(const struct Mjcf *m, const struct MjBody *body)
{
	return body->carrier != WORLD || m->settings.total > 0 || m->request->base == BASE_FREE;
}

bool mj_solid_read(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid)
{
	*solid = (struct MjSolid){ .span = geom->e.element->span, .place = geom->place };
	solid->shape = read_shape(m, geom);
	read_mass(m, geom, solid);
	if (!solid->shape->sizes || solid->given.zero || !in_groups(m, geom))
		return false;
	bool mesh = mj_value(&geom->e, "mesh").text, shell = mj_true(m, &geom->e, "shellinertia", false);
	solid->is_mesh = strcmp(solid->shape->name, "mesh") == 0 && !shell;
	bool unread = !solid->is_mesh && (solid->shape->sizes < 0 || mesh || shell);
	if ((solid->is_mesh || unread) && !is_needed(m, &m->body.item[geom->body])) {
		losses_add(&m->losses, LOSS_WORLD_MESH, solid->span, m->body.item[geom->body].name.text);
		return false;
	}
	if (unread) {
		diag(m->diags, CHECK_MESH_MASS, solid->span, "the mass of '%s' comes from %s, which is not read",
		     m->body.item[geom->body].name.text,
		     shell  ? "a shell"
		     : mesh ? "a shape that is fitted to a mesh"
		            : "a signed distance field");
		return false;
	}
	if (strcmp(solid->shape->name, "hfield") == 0)
		return read_field(m, geom, solid);
	if (!solid->is_mesh)
		return read_sizes(m, geom, solid);
	solid->volume = ARENA_NEW(arena_scratch(m->arena), struct MjVolume);
	return mj_mesh_read(m, geom, solid->volume) && place_solid(m, geom, solid);
}

/* Of a mesh: the moment about the centre is tr(S) 1 - S, S = second - V c c^T. */
static struct MjMass mesh_mass(const struct MjSolid *solid)
{
	const struct MjVolume *v = solid->volume;
	double density = solid->is_mass ? solid->given.value / v->volume : solid->given.value, trace = 0;
	struct MjMass mass = { .mass = density * v->volume };
	double c[3], J[3][3], S[3][3], R[3][3];
	struct Pose axes = pose_identity;
	for (int i = 0; i < 3; i++)
		c[i] = v->first[i] / v->volume;
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++)
			S[i][k] = density * (v->second[i][k] - v->volume * c[i] * c[k]);
		trace += S[i][i];
	}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			J[i][k] = (i == k) * trace - S[i][k];
	principal_axes_sorted(J, mass.moment, R);
	memcpy(axes.R, R, sizeof R);
	axes = pose_compose(&solid->place.pose, &axes);
	pose_point(&solid->place.pose, c, mass.com);
	memcpy(mass.R, axes.R, sizeof mass.R);
	return mass;
}

struct MjMass mj_solid_mass(const struct MjSolid *solid)
{
	struct MjMass mass = { 0 };
	if (solid->is_mesh)
		return mesh_mass(solid);
	double s[3], moment[3];
	for (int i = 0; i < 3; i++)
		s[i] = solid->size[i].value;
	double volume = solid->shape->measure(s, moment);
	mass.mass = solid->is_mass ? solid->given.value : solid->given.value * volume;
	for (int i = 0; i < 3; i++)
		mass.moment[i] = mass.mass * moment[i];
	memcpy(mass.com, solid->place.pose.p, sizeof mass.com);
	memcpy(mass.R, solid->place.pose.R, sizeof mass.R);
	return mass;
}

/* The whole of a half size. */
static struct Expr *twice(struct Mjcf *m, const struct Figure *half)
{
	return made_number(m->diags, half->span, 2 * half->value, "m");
}

/* The axis of a round bar, z by default. */
static struct Expr *axis_of(struct Mjcf *m, const struct MjSolid *solid)
{
	struct Figure axis[3];
	for (int i = 0; i < 3; i++)
		axis[i] = figure_of(m->arena, solid->span, fabs(solid->direction[i]) < 1e-15 ? 0 : solid->direction[i]);
	bool z = axis[0].zero && axis[1].zero;
	return z ? NULL : made_axis(m->diags, axis);
}

static void push_sizes(struct Mjcf *m, const struct MjSolid *solid, struct Arguments *list)
{
	struct Diags *diags = m->diags;
	bool whole = strcmp(solid->shape->solid, "box") == 0;
	for (int i = 0; i < solid->shape->sizes; i++)
		made_push(diags, list,
		          whole || (solid->shape->round && i == 1) ? twice(m, &solid->size[i])
		                                                   : made_scalar(diags, &solid->size[i], "m"));
	struct Expr *axis = solid->shape->round && solid->from_to ? axis_of(m, solid) : NULL;
	if (axis)
		made_push(diags, list, axis);
}

const char *mj_form_name(const struct MjSolid *solid)
{
	return solid->shape->solid;
}

struct Arguments mj_form_sizes(struct Mjcf *m, const struct MjSolid *solid)
{
	struct Arguments list = { 0 };
	push_sizes(m, solid, &list);
	return list;
}

struct Stmt *mj_solid_statement(struct Mjcf *m, const struct MjSolid *solid)
{
	struct Arguments list = { 0 };
	struct Diags *diags = m->diags;
	made_push(diags, &list, made_scalar(diags, &solid->given, solid->is_mass ? "kg" : "kg/m^3"));
	push_sizes(m, solid, &list);
	struct Expr *value = made_call(diags, solid->span, solid->shape->solid, list);
	struct Stmt *stmt = made_property(diags, "solid", solid->span, value);
	stmt->at = solid->place.at;
	return stmt;
}
