/* Masses for a density rho are rho times volume, area or length. The moments of inertia about the centre are the
 * textbooks', e.g. Greenwood, Principles of Dynamics, appendix A. A solid with an axis a has
 *
 *   J = T (1 - a a^T) + A a a^T,
 *
 * with A about the axis and T about any line across it.
 *
 * A body of several parts i with masses m_i, centres c_i and moments J_i about these has
 *
 *   m = sum m_i,   c = sum m_i c_i / m,   J = sum J_i + m_i (d_i.d_i 1 - d_i d_i^T),   d_i = c_i - c,
 *
 * where J is about c: distances from c are small, so nothing cancels. */
#include "solid.h"

#include <math.h>

#include "model/body.h"

static Ref number(const struct Call *call, double value)
{
	return dag_const(call->dag, value);
}

static Ref product(const struct Call *call, double factor, Ref a, Ref b)
{
	return dag_mul(call->dag, dag_mul(call->dag, number(call, factor), a), b);
}

/* factor a b */
struct Term {
	double factor;
	Ref a, b;
};

static Ref sum(const struct Call *call, const struct Term *term, int terms)
{
	Ref sum = number(call, 0);
	for (int i = 0; i < terms; i++) {
		Ref more = product(call, term[i].factor, term[i].a, term[i].b);
		sum = dag_add(call->dag, sum, more);
	}
	return sum;
}

/* --- arguments --- */

static bool length_of(const struct Call *call, int argument, Ref *out)
{
	if (!value_scalar(call->diags, call->arg[argument], dim_length, out))
		return false;
	if (!dag_is_const(call->dag, *out) || dag_value(call->dag, *out) >= 0)
		return true;
	diag(call->diags, CHECK_UNDEFINED, call->arg[argument].span, "the %s of a %s is not negative",
	     call->builtin->parameter[argument], call->builtin->name);
	return false;
}

/* Mass of a solid: argument 0, or its density times `extent`, which is of dimension `dimension`. */
static bool mass_of(const struct Call *call, Ref extent, int dimension, Ref *mass)
{
	struct Value given = call->arg[0];
	struct Dim density = { 1, -dimension, 0 };
	bool dense = given.kind == VALUE_SCALAR && !given.item[0].bare && dim_equal(given.item[0].dim, density);
	if (!value_scalar(call->diags, given, dense ? density : dim_mass, mass))
		return false;
	if (dense)
		*mass = dag_mul(call->dag, *mass, extent);
	return true;
}

/* --- values --- */

static struct Value solid(const struct Call *call, struct SolidForm form, Ref mass, const struct Mat *J)
{
	enum { MASS_AND_MATRIX = 10 };
	struct Scalar *item = value_array(call->diags->arena, MASS_AND_MATRIX);
	item[0] = (struct Scalar){ .ref = mass, .dim = dim_mass };
	for (int i = 0; i < 9; i++)
		item[1 + i] = (struct Scalar){ .ref = J->e[i / 3][i % 3], .dim = dim_inertia };
	struct Value value = value_items(VALUE_SOLID, call->span, item, MASS_AND_MATRIX);
	struct SolidForm *kept = ARENA_NEW(call->diags->arena, struct SolidForm);
	*kept = form;
	value.form = kept;
	return value;
}

/* J = diag(k (b b + c c), k (a a + c c), k (a a + b b)) */
static struct Value of_three(const struct Call *call, enum ShapeKind kind, Ref mass, double factor, const Ref size[3])
{
	struct Dag *dag = call->dag;
	struct Mat J = mat_zero(dag);
	Ref square[3];
	for (int i = 0; i < 3; i++)
		square[i] = dag_mul(dag, size[i], size[i]);
	for (int i = 0; i < 3; i++)
		J.e[i][i] = product(call, factor, mass, dag_add(dag, square[(i + 1) % 3], square[(i + 2) % 3]));
	return solid(call, (struct SolidForm){ .kind = kind, .size = { size[0], size[1], size[2] } }, mass, &J);
}

/* T (1 - a a^T) + A a a^T */
static struct Value about_axis(const struct Call *call, int argument, struct SolidForm form, Ref mass, Ref across,
                               Ref along)
{
	struct Dag *dag = call->dag;
	struct Vec axis = vec_unit(dag, 2);
	if (call->arg[argument].kind != VALUE_ERROR && !value_axis(dag, call->diags, call->arg[argument], &axis))
		return value_error(call->span);
	struct Mat J = mat_zero(dag);
	Ref more = dag_sub(dag, along, across);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			Ref own = dag_mul(dag, more, dag_mul(dag, axis.e[i], axis.e[k]));
			J.e[i][k] = i == k ? dag_add(dag, across, own) : own;
		}
	form.axis = axis;
	return solid(call, form, mass, &J);
}

/* --- the solids --- */

/* Solid of three sizes: the volume is `volume` times their product, the moments `moment` times m (b b + c c). */
static struct Value with_sizes(const struct Call *call, enum ShapeKind kind, double volume, double moment)
{
	Ref size[3], mass;
	for (int i = 0; i < 3; i++)
		if (!length_of(call, 1 + i, &size[i]))
			return value_error(call->span);
	Ref area = dag_mul(call->dag, size[0], size[1]), extent = product(call, volume, area, size[2]);
	return mass_of(call, extent, 3, &mass) ? of_three(call, kind, mass, moment, size) : value_error(call->span);
}

struct Value solid_box(const struct Call *call)
{
	return with_sizes(call, SHAPE_BOX, 1, 1.0 / 12);
}
struct Value solid_ellipsoid(const struct Call *call)
{
	return with_sizes(call, SHAPE_ELLIPSOID, 4 * M_PI / 3, 1.0 / 5);
}

/* A = m r r / 2, T = m (r r / 4 + l l / 12) */
struct Value solid_cylinder(const struct Call *call)
{
	struct Dag *dag = call->dag;
	Ref r, l, mass;
	if (!length_of(call, 1, &r) || !length_of(call, 2, &l))
		return value_error(call->span);
	Ref rr = dag_mul(dag, r, r), ll = dag_mul(dag, l, l);
	if (!mass_of(call, product(call, M_PI, rr, l), 3, &mass))
		return value_error(call->span);
	Ref along = product(call, 1.0 / 2, mass, rr);
	Ref across = sum(call, (const struct Term[]){ { 1.0 / 4, mass, rr }, { 1.0 / 12, mass, ll } }, 2);
	return about_axis(call, 3, (struct SolidForm){ .kind = SHAPE_CYLINDER, .size = { r, l } }, mass, across, along);
}

/* Capsule: a cylinder of mass mc and two half balls of mass ms together, whose volumes are as l to 4/3 r. A half ball
 * has 83/320 m r r about a line across its axis through its own centre, 3/8 r from the flat side:
 *
 *   A = mc r r / 2 + ms 2/5 r r
 *   T = mc (r r / 4 + l l / 12) + ms (2/5 r r + 3/8 l r + l l / 4) */
struct Value solid_capsule(const struct Call *call)
{
	struct Dag *dag = call->dag;
	Ref r, l, mass;
	if (!length_of(call, 1, &r) || !length_of(call, 2, &l))
		return value_error(call->span);
	Ref rr = dag_mul(dag, r, r), ll = dag_mul(dag, l, l), lr = dag_mul(dag, l, r);
	Ref caps = dag_mul(dag, number(call, 4.0 / 3), r), whole = dag_add(dag, l, caps);
	if (dag_is_zero(dag, whole)) {
		diag(call->diags, CHECK_UNDEFINED, call->span, "a capsule without size is no solid");
		return value_error(call->span);
	}
	if (!mass_of(call, product(call, M_PI, rr, whole), 3, &mass))
		return value_error(call->span);
	Ref ms = dag_mul(dag, mass, dag_div(dag, caps, whole)), mc = dag_mul(dag, mass, dag_div(dag, l, whole));
	Ref along = sum(call, (const struct Term[]){ { 1.0 / 2, mc, rr }, { 2.0 / 5, ms, rr } }, 2);
	const struct Term terms[] = {
		{ 1.0 / 4, mc, rr }, { 1.0 / 12, mc, ll }, { 2.0 / 5, ms, rr }, { 3.0 / 8, ms, lr }, { 1.0 / 4, ms, ll }
	};
	Ref across = sum(call, terms, sizeof terms / sizeof *terms);
	return about_axis(call, 3, (struct SolidForm){ .kind = SHAPE_CAPSULE, .size = { r, l } }, mass, across, along);
}

/* A = 0, T = m l l / 12 */
struct Value solid_rod(const struct Call *call)
{
	Ref l, mass;
	if (!length_of(call, 1, &l) || !mass_of(call, l, 1, &mass))
		return value_error(call->span);
	Ref across = product(call, 1.0 / 12, mass, dag_mul(call->dag, l, l));
	const Ref none = number(call, 0);
	return about_axis(call, 2, (struct SolidForm){ .kind = SHAPE_CYLINDER, .size = { none, l } }, mass, across,
	                  none);
}

static struct Value ball(const struct Call *call, double extent, int dimension, double moment)
{
	struct Dag *dag = call->dag;
	Ref r, mass;
	if (!length_of(call, 1, &r))
		return value_error(call->span);
	Ref rr = dag_mul(dag, r, r), size = dimension == 3 ? dag_mul(dag, rr, r) : rr;
	if (!mass_of(call, dag_mul(dag, number(call, extent), size), dimension, &mass))
		return value_error(call->span);
	struct Mat J = mat_zero(dag);
	for (int i = 0; i < 3; i++)
		J.e[i][i] = product(call, moment, mass, rr);
	return solid(call, (struct SolidForm){ .kind = SHAPE_SPHERE, .size = { r } }, mass, &J);
}

struct Value solid_sphere(const struct Call *call)
{
	return ball(call, 4 * M_PI / 3, 3, 2.0 / 5);
}
struct Value solid_shell(const struct Call *call)
{
	return ball(call, 4 * M_PI, 2, 2.0 / 3);
}

/* --- bodies of several solids --- */

void solids_join(struct Dag *dag, struct Diags *diags, struct Body *body)
{
	const struct SolidPart *part = body->solids.item;
	const size_t parts = body->solids.count;
	Ref mass = body->mass;
	struct Vec h = vec_scale(dag, body->mass, body->com);
	for (size_t i = 0; i < parts; i++) {
		mass = dag_add(dag, mass, part[i].mass);
		h = vec_add(dag, h, vec_scale(dag, part[i].mass, part[i].centre));
	}
	if (!parts || body->solids.failed)
		return;
	body->mass_span = body->com_span = body->inertia_span = part[0].span;
	body->mass_in_unit = true;
	if (dag_is_zero(dag, mass) || (dag_is_const(dag, mass) && dag_value(dag, mass) < 0)) {
		diag(diags, CHECK_NEGATIVE_MASS, part[0].span, "the solids of this body have %s mass together",
		     dag_is_zero(dag, mass) ? "no" : "a negative");
		return;
	}
	struct Vec com;
	for (int i = 0; i < 3; i++)
		com.e[i] = dag_div(dag, h.e[i], mass);
	struct Vec d = vec_sub(dag, body->com, com);
	struct Mat J = inertia_about_com(dag, body->mass, d, body->inertia).J;
	for (size_t i = 0; i < parts; i++) {
		d = vec_sub(dag, part[i].centre, com);
		J = mat_add(dag, J, inertia_about_com(dag, part[i].mass, d, part[i].inertia).J);
	}
	body->mass = mass;
	body->com = com;
	body->inertia = J;
}
