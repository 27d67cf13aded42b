#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

/* --- joints --- */

/* Unit of the coefficient of q2^power in q1. Angles have no dimension; they are written for the first power. */
static const char *unit_of(struct Mjcf *m, const struct MjJoint *own, const struct MjJoint *other, int power)
{
	bool slides = own->kind == MJ_SLIDE, by_length = other && other->kind == MJ_SLIDE;
	if (power == 0 || !by_length)
		return slides ? (power == 1 ? "m/rad" : "m") : power == 0 ? "rad" : NULL;
	if (slides && power == 1)
		return NULL;
	const char *unit = slides ? "m" : "rad";
	return power == 1 ? text_print(m->arena, "%s/m", unit) : text_print(m->arena, "%s/m^%d", unit, power);
}

/* c * x^power, with the sign of c in front; x alone for 1. */
static struct Expr *term(struct Mjcf *m, const struct Figure *c, const char *unit, struct Expr *x, int power)
{
	struct Figure size = *c;
	struct Expr *value = x;
	size.negative = false;
	if (power > 1)
		value = expr_binary(m->diags, EXPR_POWER, x, made_number(m->diags, c->span, power, NULL));
	if (unit || !(c->value == 1 || c->value == -1))
		value = expr_binary(m->diags, EXPR_MUL, made_scalar(m->diags, &size, unit), value);
	return c->negative ? expr_negate(m->diags, c->span, value) : value;
}

/* Position of a joint that is shown, in its unit. */
static struct Expr *shown(struct Mjcf *m, const struct MjJoint *joint)
{
	return joint->kind == MJ_HINGE ? mj_angle(m, &joint->shown) : made_scalar(m->diags, &joint->shown, "m");
}

/* ref1 + c0 + c1 (q2 - ref2) + ... + c4 (q2 - ref2)^4; without q2 the first two. */
static struct Expr *coupling(struct Mjcf *m, const struct XmlElement *element, const struct MjJoint *own,
                             const struct MjJoint *other)
{
	struct MjElement e = { .element = element,
		               .class = mj_class(m, element, "class", mj_document(m, element->span)->outermost),
		               .kind = "equality" };
	struct Span span = element->span;
	struct Figure c[5];
	struct Expr *sum = own->ref != 0 ? shown(m, own) : NULL, *x = NULL;
	for (int i = 0; i < 5; i++)
		c[i] = figure_of(m->arena, span, i == 1);
	struct Figure given[5];
	int count = mj_numbers(m, &e, "polycoef", 5, given);
	for (int i = 0; i < count; i++)
		c[i] = given[i];
	if (!c[0].zero)
		sum = made_sum(m->diags, sum, made_scalar(m->diags, &c[0], unit_of(m, own, other, 0)));
	if (other) {
		x = expr_name(m->diags, (struct Ident){ .text = other->name.text, .span = span, .quoted = true });
		if (other->ref != 0) {
			struct MjJoint reverse = *other;
			reverse.shown = figure_negated(other->shown);
			x = made_sum(m->diags, x, shown(m, &reverse));
		}
	}
	for (int i = 1; i < 5 && other; i++)
		if (!c[i].zero)
			sum = made_sum(m->diags, sum, term(m, &c[i], unit_of(m, own, other, i), x, i));
	return sum ? sum : made_digits(m->diags, span, "0", false, NULL);
}

static bool has_one_coordinate(struct Mjcf *m, const struct XmlElement *element, int joint)
{
	bool one = m->joint.item[joint].kind <= MJ_SLIDE;
	if (!one)
		diag(m->diags, CHECK_COUPLING, element->span, "'%s' has more than one coordinate",
		     m->joint.item[joint].name.text);
	return one;
}

static void read_coupling(struct Mjcf *m, const struct XmlElement *element)
{
	int first = mj_find(m, element, "joint1", THING_JOINT), second = mj_find(m, element, "joint2", THING_JOINT);
	if (first == NONE)
		diag(m->diags, CHECK_MISSING_PART, element->span, "this <joint> has no joint1=\"...\"");
	if (first < 0 || second == UNKNOWN || !has_one_coordinate(m, element, first) ||
	    (second >= 0 && !has_one_coordinate(m, element, second)) || !mj_is_active(m, element))
		return;
	struct MjJoint *joint = &m->joint.item[first];
	if (joint->coupled) {
		losses_add(&m->losses, LOSS_COUPLED_TWICE, element->span, joint->name.text);
		return;
	}
	losses_add(&m->losses, LOSS_SOFT, element->span, joint->name.text);
	joint->coupled = coupling(m, element, joint, second >= 0 ? &m->joint.item[second] : NULL);
}

/* --- the whole --- */

static void take_coupling(struct Mjcf *m, const struct XmlElement *element)
{
	if (!mj_known(m, element))
		return;
	losses_check_attributes(&m->losses, element);
	if (xml_is(element, "joint"))
		read_coupling(m, element);
	else if (!mj_loop_prepare(m, element) && mj_is_active(m, element))
		losses_add(&m->losses, LOSS_EQUALITY, element->span, xml_attribute(element, "name").text);
}

void mj_couplings_read(struct Mjcf *m)
{
	mj_loops_begin(m);
	for (const struct XmlElement *e = xml_first_in(m->root, "equality"); e; e = xml_next_in(e))
		take_coupling(m, e);
}

void mj_loops_add(struct Mjcf *m)
{
	for (const struct XmlElement *e = xml_first_in(m->root, "equality"); e; e = xml_next_in(e))
		mj_loop_add(m, e);
}
