#include "stages.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"
#include "shape.h"
#include "base/principal.h"

/* Solids of a body. */
struct Solids ARENA_LIST(struct MjSolid);

/* --- numbers --- */

/* Adds the inertia of a part about a point: R diag R^T + m (c^2 1 - c c^T), c from the point. */
static void add_about(const struct MjMass *part, const double point[3], double J[3][3])
{
	double c[3], square = 0;
	for (int i = 0; i < 3; i++) {
		c[i] = part->com[i] - point[i];
		square += c[i] * c[i];
	}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			for (int n = 0; n < 3; n++)
				J[i][k] += part->R[i][n] * part->moment[n] * part->R[k][n];
			J[i][k] += part->mass * ((i == k) * square - c[i] * c[k]);
		}
}

/* The sum of parts; one part keeps its axes. */
static struct MjMass sum_of(const struct MjMass *part, size_t count)
{
	struct MjMass sum = { .mass = 0 };
	double J[3][3] = { { 0 } };
	memcpy(sum.R, pose_identity.R, sizeof pose_identity.R);
	if (count == 1)
		return part[0];
	for (size_t i = 0; i < count; i++) {
		sum.mass += part[i].mass;
		for (int k = 0; k < 3; k++)
			sum.com[k] += part[i].mass * part[i].com[k];
	}
	for (int k = 0; k < 3 && sum.mass > 0; k++)
		sum.com[k] /= sum.mass;
	for (size_t i = 0; i < count; i++)
		add_about(&part[i], sum.com, J);
	if (count)
		principal_axes_sorted(J, sum.moment, sum.R);
	return sum;
}

/* --- what is read --- */

struct Inertial {
	struct Figure mass, com[3], moment[6]; /* moment: xx yy zz, then xy xz yz */
	bool full;
	struct Arguments in;
	double R[3][3];
};

/* MuJoCo takes no mass or moment of 0 for a body that moves: what is too small for any body is 0 here. */
static void drop_least(struct Mjcf *m, struct Figure *number, int count)
{
	static const double least = 2e-15;
	for (int i = 0; i < count; i++)
		if (fabs(number[i].value) <= least)
			number[i] = figure_of(m->arena, number[i].span, 0);
}

/* Moves centre and axes by the frames around <inertial>. */
static void place_inertial(struct Mjcf *m, const struct MadePlace *frame, struct Inertial *inertial)
{
	if (memcmp(&frame->pose, &pose_identity, sizeof pose_identity) == 0)
		return;
	mj_point_in_body(m, &frame->pose, inertial->com);
	rotation_compose(frame->pose.R, inertial->R, inertial->R);
	inertial->in = (struct Arguments){ 0 };
	made_push_turn(m->diags, inertial->com[0].span, inertial->R, &inertial->in);
}

static bool read_inertial(struct Mjcf *m, const struct MjBody *body, struct Inertial *inertial)
{
	const struct MjElement e = { .element = body->inertial };
	struct Span span = body->inertial->span;
	*inertial = (struct Inertial){ .full = false };
	for (int i = 0; i < 6; i++)
		inertial->moment[i] = figure_of(m->arena, span, 0);
	for (int i = 0; i < 3; i++)
		inertial->com[i] = figure_of(m->arena, span, 0);
	if (!mj_value(&e, "mass").text)
		diag(m->diags, CHECK_MISSING_PART, span, "this <inertial> has no mass=\"...\"");
	bool good = mj_exactly(m, &e, "mass", 1, &inertial->mass);
	mj_exactly(m, &e, "pos", 3, inertial->com);
	inertial->full = mj_exactly(m, &e, "fullinertia", 6, inertial->moment);
	if (!inertial->full)
		mj_exactly(m, &e, "diaginertia", 3, inertial->moment);
	drop_least(m, &inertial->mass, 1);
	drop_least(m, inertial->moment, 3);
	mj_turn(m, &e, inertial->R, &inertial->in);
	place_inertial(m, &body->inertial_frame, inertial);
	return good;
}

static struct MjMass inertial_mass(const struct Inertial *inertial)
{
	const struct Figure *f = inertial->moment;
	struct MjMass mass = { .mass = inertial->mass.value };
	double J[3][3] = { { f[0].value, f[3].value, f[4].value },
		           { f[3].value, f[1].value, f[5].value },
		           { f[4].value, f[5].value, f[2].value } };
	memcpy(mass.R, inertial->R, sizeof mass.R);
	for (int i = 0; i < 3; i++) {
		mass.com[i] = inertial->com[i].value;
		mass.moment[i] = f[i].value;
	}
	if (inertial->full) {
		double axes[3][3];
		principal_axes_sorted(J, mass.moment, axes);
		rotation_compose(inertial->R, axes, mass.R);
	}
	return mass;
}

/* May the mass of the body be that of its geoms? */
static bool from_geoms(const struct Mjcf *m, const struct MjBody *body)
{
	const enum MjInertiaFromGeom from_geom = mj_compiler(m, body->e.element->span)->from_geom;
	return from_geom == FROM_GEOM_ALWAYS || (from_geom == FROM_GEOM_AUTO && !body->inertial);
}

static struct Solids read_solids(struct Mjcf *m, const struct MjBody *body)
{
	static const double least = 1e-14; /* MuJoCo passes over geoms of this mass */
	struct Solids solids = { NULL, 0, 0 };
	for (int i = body->first_geom; i != NONE; i = m->geom.item[i].next)
		solids.capacity++;
	solids.item = ARENA_ARRAY(arena_scratch(m->arena), struct MjSolid, solids.capacity);
	for (int i = body->first_geom; i != NONE; i = m->geom.item[i].next) {
		struct MjSolid *solid = &solids.item[solids.count];
		bool read = mj_solid_read(m, &m->geom.item[i], solid);
		solid->geom = i;
		solids.count += read && fabs(mj_solid_mass(solid).mass) > least;
	}
	return solids;
}

/* --- statements --- */

static void add(struct MjBody *body, struct Stmt *stmt)
{
	body->stmt->block = statements_add(body->stmt->block, stmt);
}

static void add_property(struct Mjcf *m, struct MjBody *body, const char *name, struct Expr *value)
{
	add(body, made_property(m->diags, name, value->span, value));
}

static void add_com(struct Mjcf *m, struct MjBody *body, const struct Figure com[3])
{
	if (!com[0].zero || !com[1].zero || !com[2].zero)
		add_property(m, body, "com", made_vector(m->diags, com[0].span, com, 3, "m"));
}

/* diag(...) or tensor(...), in axes turned by `in`. */
static void add_inertia(struct Mjcf *m, struct MjBody *body, const struct Figure moment[6], struct Arguments in)
{
	struct Expr *value = made_inertia(m->diags, moment);
	if (!value)
		return;
	struct Stmt *stmt = made_property(m->diags, "inertia", moment[0].span, value);
	stmt->in = in;
	add(body, stmt);
}

static void add_as_written(struct Mjcf *m, struct MjBody *body, const struct Inertial *inertial)
{
	if (!inertial->mass.zero)
		add_property(m, body, "mass", made_scalar(m->diags, &inertial->mass, "kg"));
	add_com(m, body, inertial->com);
	add_inertia(m, body, inertial->moment, inertial->in);
}

/* mass, com and inertia in principal axes */
static void add_numbers(struct Mjcf *m, struct MjBody *body, const struct MjMass *mass)
{
	struct Span span = body->e.element->span;
	struct Figure com[3], moment[6];
	struct Arguments in = { 0 };
	for (int i = 0; i < 3; i++)
		com[i] = figure_of(m->arena, span, mass->com[i]);
	for (int i = 0; i < 6; i++)
		moment[i] = figure_of(m->arena, span, i < 3 ? mass->moment[i] : 0);
	made_push_turn(m->diags, span, mass->R, &in);
	if (mass->mass != 0)
		add_property(m, body, "mass", made_number(m->diags, span, mass->mass, "kg"));
	add_com(m, body, com);
	add_inertia(m, body, moment, in);
}

/* Meshes together as numbers, then the other solids. */
static void add_solids(struct Mjcf *m, struct MjBody *body, const struct Solids *solids)
{
	struct MjMass *mesh = ARENA_ARRAY(arena_scratch(m->arena), struct MjMass, solids->count);
	size_t meshes = 0;
	for (size_t k = 0; k < solids->count; k++)
		if (solids->item[k].is_mesh)
			mesh[meshes++] = mj_solid_mass(&solids->item[k]);
	if (meshes) {
		const struct MjMass sum = sum_of(mesh, meshes);
		add_numbers(m, body, &sum);
	}
	arena_release(arena_scratch(m->arena), mesh);
	for (size_t k = 0; k < solids->count; k++)
		if (!solids->item[k].is_mesh) {
			add(body, mj_solid_statement(m, &solids->item[k]));
			m->geom.item[solids->item[k].geom].solid = true;
		}
}

/* --- what <compiler> changes --- */

static bool breaks_triangle(const double a[3])
{
	return a[0] + a[1] < a[2] || a[1] + a[2] < a[0] || a[2] + a[0] < a[1];
}

/* Least mass and moments, then moments that no body can have become their mean. */
static void adjust(const struct MjCompiler *s, struct MjBody *body)
{
	struct MjMass old = body->mass;
	double *moment = body->mass.moment, mean;
	body->mass.mass = fmax(old.mass, s->least_mass);
	for (int i = 0; i < 3; i++)
		moment[i] = fmax(moment[i], s->least_moment);
	mean = (moment[0] + moment[1] + moment[2]) / 3;
	bool broken = s->balance && breaks_triangle(moment);
	for (int i = 0; i < 3 && broken; i++)
		moment[i] = mean;
	bool same = body->mass.mass == old.mass;
	for (int i = 0; i < 3; i++)
		same &= moment[i] == old.moment[i];
	body->adjusted |= !same;
}

/* MuJoCo drops bodies that are fixed on the world, unless another element names them. */
static void tell_fused(struct Mjcf *m)
{
	for (size_t i = 0; i < m->body.count && m->settings.fuse; i++) {
		const struct MjBody *body = &m->body.item[i];
		if (body->carrier == WORLD && !body->mocap && body->mass.mass > 0)
			losses_add(&m->losses, LOSS_FUSED, body->name.span, body->name.text);
	}
}

/* All masses and moments times one factor. */
static void scale(struct Mjcf *m)
{
	double total = 0;
	for (size_t i = 0; i < m->body.count; i++)
		total += m->body.item[i].mass.mass;
	for (size_t i = 0; i < m->body.count && total > 0; i++) {
		struct MjBody *body = &m->body.item[i];
		double factor = m->settings.total / total;
		body->mass.mass *= factor;
		for (int k = 0; k < 3; k++)
			body->mass.moment[k] *= factor;
		body->adjusted |= body->mass.mass != 0;
	}
}

/* --- the whole --- */

/* What has mass in a body. */
struct MjContent {
	struct Inertial inertial;
	bool given; /* the mass is that of `inertial` */
	struct Solids solids;
};

static void read_content(struct Mjcf *m, const struct MjBody *body, struct MjContent *content)
{
	*content = (struct MjContent){ .given = false };
	if (from_geoms(m, body))
		content->solids = read_solids(m, body);
	if (body->inertial && !content->solids.count)
		content->given = read_inertial(m, body, &content->inertial);
}

/* The place of a mass that bounds alone give. MuJoCo takes the placement of the body on its parent for one on the body. */
static void put_as_mujoco(struct MjBody *body)
{
	memcpy(body->mass.com, body->own.p, sizeof body->mass.com);
	memcpy(body->mass.R, body->own.R, sizeof body->mass.R);
}

static void find_mass(struct Mjcf *m, struct MjBody *body, const struct MjContent *content)
{
	const struct Solids *solids = &content->solids;
	struct MjMass *part = ARENA_ARRAY(arena_scratch(m->arena), struct MjMass, solids->count + 1);
	for (size_t i = 0; i < solids->count; i++)
		part[i] = mj_solid_mass(&solids->item[i]);
	body->mass = content->given ? inertial_mass(&content->inertial) : sum_of(part, solids->count);
	arena_release(arena_scratch(m->arena), part);
	if (!content->given && body->mass.mass == 0)
		put_as_mujoco(body);
	const struct MjCompiler *compiler = mj_compiler(m, body->e.element->span);
	if (compiler->least_mass > 0 || compiler->least_moment > 0 || compiler->balance)
		adjust(compiler, body);
}

/* The outermost body that a body is fixed to; it has joints, or is fixed on the world. */
static int rigid_root(const struct Mjcf *m, int body)
{
	while (!m->body.item[body].joints && m->body.item[body].parent != WORLD)
		body = m->body.item[body].parent;
	return body;
}

/* MuJoCo joins fixed bodies before it looks for masses of geoms: with inertiafromgeom="true" an <inertial> beside geoms of another body
 * does not count then, unless something else names its body. */
static void tell_joined(struct Mjcf *m)
{
	bool *solid = ARENA_ARRAY(arena_scratch(m->arena), bool, m->body.count);
	for (size_t i = 0; i < m->body.count; i++)
		solid[rigid_root(m, (int)i)] |= m->content[i].solids.count > 0;
	for (size_t i = 0; i < m->body.count; i++) {
		const struct MjBody *body = &m->body.item[i];
		const int root = rigid_root(m, (int)i);
		bool geoms = mj_compiler(m, body->e.element->span)->from_geom == FROM_GEOM_ALWAYS;
		if (geoms && m->content[i].given && solid[root] && m->body.item[root].joints)
			losses_add(&m->losses, LOSS_JOINED, body->name.span, body->name.text);
	}
	arena_release(arena_scratch(m->arena), solid);
}

void mj_masses_read(struct Mjcf *m)
{
	m->content = ARENA_ARRAY(arena_scratch(m->arena), struct MjContent, m->body.count);
	for (size_t i = 0; i < m->body.count; i++) {
		read_content(m, &m->body.item[i], &m->content[i]);
		find_mass(m, &m->body.item[i], &m->content[i]);
	}
	if (m->settings.fuse)
		tell_joined(m);
	if (m->settings.total > 0) {
		tell_fused(m);
		scale(m);
	}
}

static void add_mass(struct Mjcf *m, struct MjBody *body, const struct MjContent *content)
{
	if (body->adjusted)
		losses_add(&m->losses, LOSS_MASS, body->name.span, body->name.text);
	if (body->adjusted)
		body->stmt->comment = "mass properties are those that <compiler> changes";
	else if (body->aligned)
		body->stmt->comment = "the frame is that of the principal axes, which MuJoCo aligns";
	if (body->adjusted || body->aligned)
		add_numbers(m, body, &body->mass);
	else if (content->given)
		add_as_written(m, body, &content->inertial);
	else
		add_solids(m, body, &content->solids);
}

void mj_masses_add(struct Mjcf *m)
{
	for (size_t i = 0; i < m->body.count; i++)
		add_mass(m, &m->body.item[i], &m->content[i]);
}
