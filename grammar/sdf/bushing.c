/* Bushings of Drake, <drake:linear_bushing_rpy>, as wrenches with a law: LinearBushingRollPitchYaw, whose torques are along roll, pitch and
 * yaw of frame C in frame A, and whose forces are along axes half way between the two. laws.rig has the equations. */
#include "stages.h"

#include "grammar/import/made.h"

/* Bushing being read. */
struct Bushing {
	struct Sdf *s;
	const struct XmlElement *element;
	struct Ident name;
};

static struct Expr *name(const struct Bushing *b, const char *text)
{
	return made_name(b->s->diags, b->element->span, text);
}

static struct Expr *call(const struct Bushing *b, const char *function, struct Expr *const *argument, size_t count)
{
	return made_call_of(b->s->diags, b->element->span, function, argument, count);
}

static struct Expr *numbers(const struct Bushing *b, const char *child, const char *unit)
{
	struct Figure number[3];
	for (int i = 0; i < 3; i++)
		number[i] = figure_of(b->s->arena, b->element->span, 0);
	sdf_numbers(b->s, b->element, child, 3, number);
	return made_vector(b->s->diags, b->element->span, number, 3, unit);
}

/* The frame that a child names: a body, or a frame that is made for it. Without text after a diagnostic. */
static struct Ident frame_of(const struct Bushing *b, const char *child, int model)
{
	struct Sdf *s = b->s;
	const struct Span span = b->element->span;
	const struct XmlValue value = sdf_content(b->element, child);
	if (!value.text) {
		diag(s->diags, CHECK_MISSING_PART, span, "this <%s> has no <%s>", b->element->name, child);
		return (struct Ident){ .text = NULL };
	}
	const int found = sdf_find(s, s->entity.item[model].inner, model, value);
	if (found == NONE)
		return (struct Ident){ .text = NULL };
	const int link = found == WORLD ? WORLD : s->entity.item[found].link;
	struct MadeEnd end = { .on = sdf_body_name(s, link, span) };
	sdf_push_relative(s, span, sdf_link_entity(s, link), found, &end.at);
	if (!end.at.count)
		return end.on;
	const char *wanted = text_print(s->arena, "%s_%c", b->name.text, child[sizeof "drake:bushing_frame" - 1]);
	const struct Ident made = { .text = made_free_name(s->diags, &s->places, wanted, "_frame"),
		                    .span = span,
		                    .quoted = true };
	made_frame(s->diags, made, &end, &s->statements);
	return made;
}

static struct Stmt *add_item(const struct Bushing *b, struct Stmt *wrench, const char *word, struct Expr *value)
{
	struct Stmt *item = made_property(b->s->diags, word, b->element->span, value);
	wrench->block = statements_add(wrench->block, item);
	return item;
}

/* `force halfway(half_cos(ex, ey, ez), half_axis(ex, ey, ez), rate, k) at 0.5 * p` */
static void add_force(const struct Bushing *b, struct Stmt *wrench, struct Expr *rate, struct Expr *k)
{
	struct Diags *diags = b->s->diags;
	struct Expr *axes[] = { name(b, "ex"), name(b, "ey"), name(b, "ez") };
	struct Expr *argument[] = { call(b, "half_cos", axes, 3), call(b, "half_axis", axes, 3), rate, k };
	struct Stmt *force = add_item(b, wrench, "force", call(b, "halfway", argument, 4));
	made_push(diags, &force->at,
	          expr_binary(diags, EXPR_MUL, made_number(diags, b->element->span, 0.5, NULL), name(b, "p")));
}

/* `moment rpy_moment(ex, bushing_damping(rates, k))` */
static void add_moment(const struct Bushing *b, struct Stmt *wrench, struct Expr *rates, struct Expr *k)
{
	struct Expr *along[] = { rates, k };
	struct Expr *argument[] = { name(b, "ex"), call(b, "bushing_damping", along, 2) };
	add_item(b, wrench, "moment", call(b, "rpy_moment", argument, 2));
}

static void add_bushing(const struct Bushing *b, int model)
{
	struct Diags *diags = b->s->diags;
	const struct Span span = b->element->span;
	struct Expr *axes[] = { name(b, "ex"), name(b, "ey"), name(b, "ez") },
		    *turning[] = { name(b, "ex"), name(b, "w") };
	struct Expr *across[] = { name(b, "w"), name(b, "p") };
	const struct Ident in = frame_of(b, "drake:bushing_frameA", model),
			   on = frame_of(b, "drake:bushing_frameC", model);
	if (!in.text || !on.text)
		return;
	struct Stmt *wrench = stmt_new(diags, STMT_WRENCH, span);
	wrench->name = b->name;
	wrench->on = on;
	wrench->to = in;
	wrench->law = true;
	struct Expr *half =
		expr_binary(diags, EXPR_MUL, made_number(diags, span, 0.5, NULL), call(b, "cross", across, 2));
	struct Expr *rate = expr_binary(diags, EXPR_SUB, name(b, "v"), half);
	add_force(b, wrench, name(b, "p"), numbers(b, "drake:bushing_force_stiffness", "N/m"));
	add_force(b, wrench, rate, numbers(b, "drake:bushing_force_damping", "N s/m"));
	add_moment(b, wrench, call(b, "roll_pitch_yaw", axes, 3), numbers(b, "drake:bushing_torque_stiffness", "N m"));
	add_moment(b, wrench, call(b, "rpy_rates", turning, 2), numbers(b, "drake:bushing_torque_damping", "N m s"));
	b->s->statements = statements_add(b->s->statements, wrench);
}

/* This element or the next one of its model that is a bushing; NULL: none. */
static const struct XmlElement *bushing_from(const struct XmlElement *element)
{
	while (element && !xml_is(element, "drake:linear_bushing_rpy"))
		element = element->next;
	return element;
}

/* The bushing behind another one, or the first; NULL: none. *model: the number of its model, 0 at first. */
static const struct XmlElement *next_bushing(const struct Sdf *s, const struct XmlElement *behind, size_t *model)
{
	const struct XmlElement *found = behind ? bushing_from(behind->next) : NULL;
	*model += behind && !found;
	for (; *model < s->entity.count && !found; *model += !found) {
		const struct SdfEntity *e = &s->entity.item[*model];
		if (e->kind == SDF_MODEL && e->element && sdf_is_chosen(s, (int)*model))
			found = bushing_from(e->element->first);
	}
	return found;
}

bool sdf_has_bushings(const struct Sdf *s)
{
	size_t model = 0;
	return next_bushing(s, NULL, &model) != NULL;
}

void sdf_bushings_add(struct Sdf *s)
{
	size_t model = 0;
	for (const struct XmlElement *e = next_bushing(s, NULL, &model); e; e = next_bushing(s, e, &model)) {
		struct Bushing b = { .s = s, .element = e };
		b.name = (struct Ident){ .text = made_free_name(s->diags, &s->places, "bushing", ""), .span = e->span };
		add_bushing(&b, (int)model);
	}
}
