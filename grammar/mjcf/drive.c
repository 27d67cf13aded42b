/* Actuators as inputs. With the control u, and the length l and velocity v of what it drives, an actuator exerts
 *   F = (g0 + g1 l + g2 v) w + b0 + b1 l + b2 v   (MuJoCo, "Actuator model"),
 * where w is u, or an activation: dw/dt = u of an integrator, dw/dt = (u - w)/T of a filter. It becomes a state. Muscles have curves in place
 * of these terms (muscle.c).
 * On a hinge or slide with the gear G, l = G q and v = G qd, and the joint gets G F. So does a spatial tendon, by its length, whose ends G F
 * pushes apart. On a site l = 0; the site gets the forces and moments G F along its axes, where G is six numbers. */
#include "stages.h"

#include <math.h>
#include <string.h>

enum { TERMS = 3 /* constant, by length, by velocity */ };

/* What a control means: it has the unit of a force, a position or a velocity, or none. */
enum Control { CONTROL_FORCE, CONTROL_POSITION, CONTROL_VELOCITY, CONTROL_PLAIN };

/* What the activation is: an exact filter differs from a filter in steps alone. */
enum Life { LIFE_NONE, LIFE_INTEGRATOR, LIFE_FILTER, LIFE_EXACT_FILTER, LIFE_MUSCLE, LIFE_OTHER };

enum Type { TYPE_NONE, TYPE_FIXED, TYPE_AFFINE, TYPE_MUSCLE, TYPE_OTHER };

/* Numbers of an actuator, of all its levels so far. */
struct Actuation {
	enum Control control;
	enum Type gains, biases;
	double gain[MJ_MUSCLE], bias[MJ_MUSCLE]; /* terms of F, or of a muscle */
	double length[2];                        /* `lengthrange` */
	enum Life life;
	double time[3];   /* s, of a filter; of a muscle */
	bool damped;      /* by dampratio, of the inertia that it drives */
	bool general;     /* the last level was a `general` actuator, or there was none */
	const char *kind; /* else the kind of the last level */
};

/* Those of a general actuator without attributes. */
static const struct Actuation plain = {
	.control = CONTROL_PLAIN, .gains = TYPE_FIXED, .gain = { 1 }, .life = LIFE_NONE, .time = { 1 }, .general = true
};

/* One level: an element of a class, or the actuator. */
struct Level {
	struct Mjcf *m;
	struct MjElement e;
	struct Actuation *a;
};

static const char *word_at(const struct Level *l, const char *name)
{
	return mj_value(&l->e, name).text;
}

/* --- kinds of actuators, each from the numbers of a class of its kind, or of a general actuator that fit --- */

/* Are the numbers those of a general actuator with these types of gain and bias? */
static bool is_general(const struct Actuation *a, enum Type gains, enum Type biases)
{
	return a->general && a->gains == gains && (a->biases == TYPE_NONE || a->biases == biases);
}

static bool is_fixed(const struct Actuation *a)
{
	return is_general(a, TYPE_FIXED, TYPE_AFFINE);
}

static bool is_affine(const struct Actuation *a)
{
	return is_general(a, TYPE_AFFINE, TYPE_AFFINE);
}

static bool is_muscle(const struct Actuation *a)
{
	return a->gains == TYPE_MUSCLE && a->biases == TYPE_MUSCLE && a->life == LIFE_MUSCLE;
}

static bool is_any(const struct Actuation *a)
{
	(void)a;
	return true;
}

static void set(struct Actuation *a, enum Control control, enum Type gains, enum Type biases, enum Life life)
{
	const double time = a->time[0];
	*a = (struct Actuation){ .control = control,
		                 .gains = gains,
		                 .biases = biases,
		                 .length = { a->length[0], a->length[1] },
		                 .life = life,
		                 .time = { life == LIFE_EXACT_FILTER ? time : 1 } };
}

static void read_motor(const struct Level *l)
{
	set(l->a, CONTROL_FORCE, TYPE_FIXED, TYPE_NONE, LIFE_NONE);
	l->a->gain[0] = 1;
}

/* kp (w - l) - kv v. A positive number in the place of -kv is a ratio of damping. */
static void read_servo(const struct Level *l, enum Life life)
{
	struct Actuation *a = l->a;
	const double kp = mj_number(l->m, &l->e, "kp", a->gain[0]), kept = a->bias[2];
	set(a, CONTROL_POSITION, TYPE_FIXED, TYPE_AFFINE, life);
	a->gain[0] = kp;
	a->bias[1] = -kp;
	a->bias[2] = word_at(l, "kv") ? -mj_number(l->m, &l->e, "kv", 0) : mj_number(l->m, &l->e, "dampratio", kept);
	a->damped = a->bias[2] > 0;
}

static void read_position(const struct Level *l)
{
	struct Actuation *a = l->a;
	read_servo(l, a->life == LIFE_EXACT_FILTER ? a->life : LIFE_NONE);
	a->time[0] = mj_number(l->m, &l->e, "timeconst", a->time[0]);
	if (word_at(l, "timeconst"))
		a->life = a->time[0] > 0 ? LIFE_EXACT_FILTER : LIFE_NONE;
}

/* Its activation is the position, its control the velocity. */
static void read_intvelocity(const struct Level *l)
{
	read_servo(l, LIFE_INTEGRATOR);
}

/* kv (u - v) */
static void read_velocity(const struct Level *l)
{
	const double kv = mj_number(l->m, &l->e, "kv", l->a->gain[0]);
	set(l->a, CONTROL_VELOCITY, TYPE_FIXED, TYPE_AFFINE, LIFE_NONE);
	l->a->gain[0] = kv;
	l->a->bias[2] = -kv;
}

/* -kv v u */
static void read_damper(const struct Level *l)
{
	const double kv = mj_number(l->m, &l->e, "kv", l->a->gains == TYPE_AFFINE ? -l->a->gain[2] : 0);
	set(l->a, CONTROL_PLAIN, TYPE_AFFINE, TYPE_NONE, LIFE_NONE);
	l->a->gain[2] = -kv;
}

/* Takes the numbers of an attribute, as many of `most` as the level has. */
static void read_numbers(const struct Level *l, const char *name, int most, double *number)
{
	struct Figure f[10];
	int given = mj_numbers(l->m, &l->e, name, 10, f);
	for (int i = 0; i < given && i < most; i++)
		number[i] = f[i].value;
}

static void read_type(const struct Level *l, const char *name, enum Type *type)
{
	const char *word = word_at(l, name);
	if (word)
		*type = strcmp(word, "none") == 0     ? TYPE_NONE
		        : strcmp(word, "fixed") == 0  ? TYPE_FIXED
		        : strcmp(word, "affine") == 0 ? TYPE_AFFINE
		        : strcmp(word, "muscle") == 0 ? TYPE_MUSCLE
		                                      : TYPE_OTHER;
}

static void read_life(const struct Level *l)
{
	static const struct {
		const char *word;
		enum Life life;
	} lives[] = { { "none", LIFE_NONE },
		      { "integrator", LIFE_INTEGRATOR },
		      { "filter", LIFE_FILTER },
		      { "filterexact", LIFE_EXACT_FILTER },
		      { "muscle", LIFE_MUSCLE } };
	const char *word = word_at(l, "dyntype");
	read_numbers(l, "dynprm", 3, l->a->time);
	if (!word)
		return;
	l->a->life = LIFE_OTHER;
	for (size_t i = 0; i < sizeof lives / sizeof *lives; i++)
		if (strcmp(lives[i].word, word) == 0)
			l->a->life = lives[i].life;
}

static void read_general(const struct Level *l)
{
	l->a->control = CONTROL_PLAIN;
	read_type(l, "gaintype", &l->a->gains);
	read_type(l, "biastype", &l->a->biases);
	read_numbers(l, "gainprm", MJ_MUSCLE, l->a->gain);
	read_numbers(l, "biasprm", MJ_MUSCLE, l->a->bias);
	read_life(l);
}

/* Numbers below 0 are MuJoCo's own. */
static void read_muscle(const struct Level *l)
{
	static const char *const words[] = { "force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax" };
	struct Actuation *a = l->a;
	if (!is_muscle(a))
		mj_muscle_defaults(a->gain, a->time);
	a->control = CONTROL_PLAIN;
	a->gains = a->biases = TYPE_MUSCLE;
	a->life = LIFE_MUSCLE;
	a->time[2] = mj_number(l->m, &l->e, "tausmooth", a->time[2]);
	read_numbers(l, "timeconst", 2, a->time);
	read_numbers(l, "range", 2, a->gain);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		read_numbers(l, words[i], 1, &a->gain[2 + i]);
	mj_muscle_complete(a->gain, a->time);
	memcpy(a->bias, a->gain, sizeof a->bias);
}

static void read_other(const struct Level *l)
{
	set(l->a, CONTROL_PLAIN, TYPE_OTHER, TYPE_OTHER, LIFE_OTHER);
}

static const struct Kind {
	const char *name;
	bool (*fits)(const struct Actuation *a); /* do numbers of another kind fit? */
	void (*read)(const struct Level *l);
} kinds[] = { { "general", is_any, read_general },           { "motor", is_any, read_motor },
	      { "position", is_fixed, read_position },       { "velocity", is_fixed, read_velocity },
	      { "intvelocity", is_fixed, read_intvelocity }, { "damper", is_affine, read_damper },
	      { "muscle", is_muscle, read_muscle } };

static bool fits(const struct Kind *kind, const struct Actuation *a)
{
	return kind->fits(a) || (!a->general && strcmp(a->kind, kind->name) == 0);
}

/* Reads a level onto the numbers of the innermost of the classes so far whose numbers fit the kind of the level; else onto those of a
 * plain actuator. `class`: the numbers of each class, the innermost last, which is the level's own. */
static void read_level(const struct Level *l, const struct Actuation *class, size_t classes)
{
	static const struct Kind other = { "", is_any, read_other };
	const struct Kind *kind = &other;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		kind = xml_is(l->e.element, kinds[i].name) ? &kinds[i] : kind;
	while (classes > 0 && !fits(kind, &class[classes - 1]))
		classes--;
	const double length[2] = { l->a->length[0], l->a->length[1] };
	*l->a = classes > 0 ? class[classes - 1] : plain;
	memcpy(l->a->length, length, sizeof length);
	read_numbers(l, "lengthrange", 2, l->a->length);
	kind->read(l);
	l->a->general = kind == &kinds[0];
	l->a->kind = kind->name;
}

/* From the outermost class inward. False: it is of another form than F. */
static bool read_actuation(struct Mjcf *m, const struct MjElement *e, struct Actuation *a)
{
	const struct XmlElement **level;
	const size_t levels = mj_levels(m, e, &level);
	struct Actuation *class = ARENA_ARRAY(m->arena, struct Actuation, levels + 1);
	size_t classes = 0;
	for (size_t i = levels; i-- > 0;) {
		if (i + 1 == levels || level[i]->parent != level[i + 1]->parent) {
			class[classes] = classes ? class[classes - 1] : plain;
			classes++;
		}
		read_level(&(struct Level){ m, { .element = level[i] }, &class[classes - 1] }, class, classes);
	}
	*a = class[classes - 1];
	for (int i = 0; i < TERMS; i++) {
		a->gain[i] = a->gains == TYPE_FIXED && i > 0 ? 0 : a->gain[i];
		a->bias[i] = a->biases == TYPE_NONE ? 0 : a->bias[i];
	}
	if (a->life == LIFE_EXACT_FILTER)
		a->life = LIFE_FILTER;
	if ((a->life == LIFE_FILTER || a->life == LIFE_MUSCLE) && !(a->time[0] > 0))
		return false;
	if (a->life == LIFE_MUSCLE && (!(a->time[1] > 0) || a->time[2] < 0))
		return false;
	if ((a->gains == TYPE_MUSCLE && !mj_is_muscle(&(struct MjMuscle){ a->gain, a->length })) ||
	    (a->biases == TYPE_MUSCLE && !mj_is_muscle(&(struct MjMuscle){ a->bias, a->length })))
		return false;
	return !a->damped && a->life != LIFE_OTHER && a->gains != TYPE_OTHER && a->biases != TYPE_OTHER;
}

/* --- expressions --- */

/* FACTOR x, added to `sum`; either may be NULL. x is NULL for 1. */
static struct Expr *plus(struct Mjcf *m, struct Span span, struct Expr *sum, double factor, const char *unit,
                         struct Expr *x)
{
	const double size = sum ? fabs(factor) : factor;
	struct Expr *term = x;
	if (factor == 0)
		return sum;
	if (!x || size != 1 || unit) {
		term = made_number(m->diags, span, size, unit);
		term = x ? expr_binary(m->diags, EXPR_MUL, term, x) : term;
	}
	return sum ? expr_binary(m->diags, factor < 0 ? EXPR_SUB : EXPR_ADD, sum, term) : term;
}

static struct Expr *times(struct Mjcf *m, struct Expr *a, struct Expr *b)
{
	return expr_binary(m->diags, EXPR_MUL, a, b);
}

static const char *name_of(struct Mjcf *m, const struct XmlElement *element)
{
	const char *own = mj_name(m, element, "name").text;
	return own ? own : arena_copy(m->arena, element->name, strlen(element->name));
}

/* `input NAME: UNIT`, with a name that no joint has. */
static struct Expr *add_input(struct Mjcf *m, const struct XmlElement *element, const char *unit, const char *own,
                              const char **name)
{
	struct Stmt *stmt = stmt_new(m->diags, STMT_INPUT, element->span);
	*name = made_free_name(m->diags, &m->motions, own, "_control");
	stmt->name = (struct Ident){ .text = *name, .span = element->span, .quoted = true };
	stmt->by = made_formal(m->diags, element->span, unit);
	m->inputs = statements_add(m->inputs, stmt);
	return made_name(m->diags, element->span, *name);
}

/* The control, by the name of the actuator, or by another one where that has a meaning in a force. */
static struct Expr *add_control(struct Mjcf *m, const struct XmlElement *element, const char *unit, const char **name)
{
	const char *own = name_of(m, element);
	if (known_among("q qd p v w ex ey ez x y z pi", own))
		own = text_print(m->arena, "%s_control", own);
	return add_input(m, element, unit, own, name);
}

/* The control u, or the activation w: a state with a rate. `unit` is that of w; NULL: none. */
static struct Expr *add_activation(struct Mjcf *m, const struct XmlElement *element, const struct Actuation *a,
                                   const char *unit, const char *rate_unit, const char **name)
{
	const struct Span span = element->span;
	if (a->life == LIFE_NONE)
		return add_control(m, element, unit, name);
	struct Expr *u = add_control(m, element, a->life == LIFE_INTEGRATOR ? rate_unit : unit, name);
	struct Stmt *state = stmt_new(m->diags, STMT_INPUT, span);
	const char *own = made_free_name(m->diags, &m->motions, text_print(m->arena, "%s_activation", *name), "_");
	struct Expr *w = made_name(m->diags, span, own), *rate = u;
	if (a->life == LIFE_FILTER)
		rate = expr_binary(m->diags, EXPR_DIV, expr_binary(m->diags, EXPR_SUB, u, w),
		                   made_number(m->diags, span, a->time[0], "s"));
	else if (a->life == LIFE_MUSCLE)
		rate = mj_muscle_rate(m, span, a->time, u, w);
	else if (!rate_unit)
		rate = expr_binary(m->diags, EXPR_DIV, u, made_number(m->diags, span, 1, "s"));
	state->name = (struct Ident){ .text = own, .span = span, .quoted = true };
	state->by = made_formal(m->diags, span, unit);
	state->law = true;
	state->block = statements_add(state->block, made_property(m->diags, "rate", span, rate));
	m->inputs = statements_add(m->inputs, state);
	return w;
}

/* `sum` and G F; `sum` may be NULL. */
static struct Expr *driven_by(struct Mjcf *m, const struct XmlElement *element, const struct Actuation *a,
                              const struct MjDriven *driven, struct Expr *sum)
{
	static const enum JointUnit meant[] = { UNIT_FORCE, UNIT_POSITION, UNIT_SPEED };
	const struct Span span = element->span;
	const char *const unit[TERMS] = { made_joint_unit(driven->slides, UNIT_FORCE),
		                          made_joint_unit(driven->slides, UNIT_STIFFNESS),
		                          made_joint_unit(driven->slides, UNIT_DAMPING) };
	const char *const by_control[] = { NULL, unit[1], unit[2], unit[0] }, *name;
	const char *own = a->control == CONTROL_PLAIN ? NULL : made_joint_unit(driven->slides, meant[a->control]);
	const char *rate = a->control == CONTROL_POSITION ? made_joint_unit(driven->slides, UNIT_SPEED) : NULL;
	struct Expr *u = add_activation(m, element, a, own, rate, &name);
	const double G = driven->gear, by_length[TERMS] = { G, G * G, G * G };
	const struct MjMuscle active = { a->gain, a->length }, passive = { a->bias, a->length };
	if (G == 0)
		return sum;
	if (a->gains == TYPE_MUSCLE)
		sum = plus(m, span, sum, -G * mj_muscle_force(&active), unit[0],
		           mj_muscle_active(m, span, &active, driven, u));
	else
		sum = plus(m, span, sum, G * a->gain[0], by_control[a->control], u);
	if (a->biases == TYPE_MUSCLE)
		sum = plus(m, span, sum, -G * mj_muscle_force(&passive), unit[0],
		           mj_muscle_passive(m, span, &passive, driven));
	for (int i = 0; i < TERMS; i++) {
		struct Expr *x = i ? made_name(m->diags, span, i == 1 ? driven->position : driven->velocity) : NULL;
		if (i && a->gain[i] != 0 && a->gains != TYPE_MUSCLE)
			sum = plus(m, span, sum, by_length[i] * a->gain[i], unit[i], times(m, x, u));
		if (a->biases != TYPE_MUSCLE)
			sum = plus(m, span, sum, by_length[i] * a->bias[i], unit[i], x);
	}
	return sum;
}

/* Three numbers of the gear, as `force` or `moment` (..) UNIT * F. */
static void push(struct Mjcf *m, struct Stmt *wrench, const char *property, const double gear[3], const char *unit,
                 const double factor[2], struct Expr *u)
{
	const struct Span span = wrench->span;
	struct Figure number[3];
	if (gear[0] == 0 && gear[1] == 0 && gear[2] == 0)
		return;
	for (int i = 0; i < 3; i++)
		number[i] = figure_of(m->arena, span, gear[i]);
	struct Expr *F = plus(m, span, NULL, factor[0], NULL, u);
	F = plus(m, span, F, factor[1], NULL, NULL);
	struct Expr *value = F ? times(m, F, made_vector(m->diags, span, number, 3, unit)) : NULL;
	if (value)
		wrench->block = statements_add(wrench->block, made_property(m->diags, property, span, value));
}

/* G F at a site, in its axes. */
static void drive_site(struct Mjcf *m, const struct XmlElement *element, const struct Actuation *a,
                       const double gear[6], const struct MjSite *site)
{
	const char *name;
	struct Expr *u = add_activation(m, element, a, NULL, NULL, &name);
	struct Stmt *wrench = stmt_new(m->diags, STMT_WRENCH, element->span);
	const double factor[2] = { a->gain[0], a->bias[0] };
	wrench->name = (struct Ident){ .text = name, .span = element->span, .quoted = true };
	wrench->on = site->name;
	wrench->on.span = element->span;
	wrench->law = true;
	push(m, wrench, "force", gear, "N", factor, u);
	push(m, wrench, "moment", gear + 3, "N m", factor, u);
	m->drives = statements_add(m->drives, wrench);
}

/* --- actuators --- */

static bool has_type(const struct MjElement *e, const char *name, const char *type)
{
	const char *given = mj_value(e, name).text;
	return given && strcmp(given, type) == 0;
}

/* Is the control in the range in which muscles take it? */
static bool is_clipped(struct Mjcf *m, const struct MjElement *e)
{
	struct Figure range[2];
	return (xml_is(e->element, "muscle") || has_type(e, "dyntype", "muscle")) &&
	       mj_numbers(m, e, "ctrlrange", 2, range) == 2 && range[0].value == 0 && range[1].value == 1;
}

static bool is_limited(struct Mjcf *m, const struct MjElement *e)
{
	return (mj_value(e, "ctrlrange").text && !is_clipped(m, e)) || mj_value(e, "forcerange").text ||
	       mj_value(e, "actrange").text;
}

/* On which the world does not move. */
static bool moves(const struct Mjcf *m, const struct MjSite *site)
{
	return site->body >= 0 && m->body.item[site->body].carrier != WORLD;
}

/* Reads the gear too. False: it is of another form than F. */
static bool read_drive(struct Mjcf *m, const struct XmlElement *element, struct Actuation *a, double gear[6])
{
	const struct MjElement e = mj_section_element(m, element);
	struct Figure f[6];
	gear[0] = 1;
	bool late = mj_number(m, &e, "delay", 0) > 0 && mj_number(m, &e, "nsample", 0) > 0;
	if (late || !read_actuation(m, &e, a))
		return false;
	for (int i = 0, given = mj_numbers(m, &e, "gear", 6, f); i < given; i++)
		gear[i] = f[i].value;
	return true;
}

/* False: it does not become an input. */
static bool add_drive(struct Mjcf *m, const struct XmlElement *element, int joint)
{
	double gear[6] = { 0 };
	struct Actuation a;
	if (!read_drive(m, element, &a, gear))
		return false;
	if (joint >= 0) {
		struct MjJoint *of = &m->joint.item[joint];
		const struct MjDriven driven = { of->kind == MJ_SLIDE, "q", "qd", gear[0] };
		if (of->kind > MJ_SLIDE)
			return false;
		of->drive = driven_by(m, element, &a, &driven, of->drive);
		return true;
	}
	int site = strcmp(mj_target(element), "site") == 0 ? mj_find(m, element, "site", THING_SITE) : NONE;
	if (site < 0 || xml_attribute(element, "refsite").text || !moves(m, &m->site.item[site]) || a.gain[1] != 0 ||
	    a.gain[2] != 0 || a.bias[2] != 0 || a.gains == TYPE_MUSCLE || a.biases == TYPE_MUSCLE)
		return false;
	drive_site(m, element, &a, gear, &m->site.item[site]);
	return true;
}

static void tell(struct Mjcf *m, const struct XmlElement *element, bool added)
{
	const struct MjElement e = mj_section_element(m, element);
	const char *name = xml_attribute(element, "name").text;
	if (!added)
		losses_add(&m->losses, LOSS_DRIVE, element->span, name);
	else if (is_limited(m, &e))
		losses_add(&m->losses, LOSS_BOUND, element->span, name);
}

/* --- tendons, whose inputs stand in the order of the file, and which are read later --- */

/* Is the actuator read, and not in a group that is switched off? */
static bool is_read(struct Mjcf *m, const struct XmlElement *element)
{
	const struct MjElement e = mj_section_element(m, element);
	const double group = mj_number(m, &e, "group", 0);
	bool off = group >= 0 && group < MJ_GROUPS && (m->settings.idle_groups >> (int)group & 1);
	return m->request->keep_actuators && !m->settings.no.actuation && !off;
}

/* Is it a muscle whose force is an input? */
static bool pulls(struct Mjcf *m, const struct XmlElement *element)
{
	const struct MjElement e = mj_section_element(m, element);
	return m->request->muscles && (xml_is(element, "muscle") || has_type(&e, "gaintype", "muscle"));
}

/* `input NAME_force: N`, whose force pulls. */
static struct Expr *add_pull(struct Mjcf *m, const struct XmlElement *element)
{
	const char *own = text_print(m->arena, "%s_force", name_of(m, element)), *name;
	return expr_negate(m->diags, element->span, add_input(m, element, "N", own, &name));
}

static void drive_tendon(struct Mjcf *m, const struct XmlElement *element, const char *tendon)
{
	double gear[6] = { 0 };
	struct Actuation a;
	const struct Stmt *before = m->inputs.last;
	struct MjPull pull = { .tendon = tendon };
	const bool read = is_read(m, element);
	if (read && read_drive(m, element, &a, gear)) {
		const struct MjDriven driven = { true, "length", "rate", gear[0] };
		pull.force = driven_by(m, element, &a, &driven, NULL);
		pull.element = element;
	} else if (pulls(m, element)) {
		pull.force = add_pull(m, element);
	} else {
		if (read)
			tell(m, element, false);
		return;
	}
	pull.input = before ? before->next : m->inputs.first;
	pull.last = m->inputs.last;
	*ARENA_PUSH(m->arena, &m->pull) = pull;
}

void mj_drive(struct Mjcf *m, const struct XmlElement *element, int joint)
{
	if (joint == UNKNOWN)
		return;
	if (strcmp(mj_target(element), "tendon") == 0)
		drive_tendon(m, element, xml_attribute(element, "tendon").text);
	else if (is_read(m, element))
		tell(m, element, add_drive(m, element, joint));
}

/* The force of the first pull of a tendon from `number` on, which becomes the next; NULL: none. */
static struct MjPull *next_pull(const struct Mjcf *m, const char *tendon, size_t *number)
{
	while (*number < m->pull.count) {
		struct MjPull *pull = &m->pull.item[(*number)++];
		if (tendon && strcmp(pull->tendon, tendon) == 0)
			return pull;
	}
	return NULL;
}

bool mj_drives_tendon(const struct Mjcf *m, const char *tendon)
{
	size_t number = 0;
	return next_pull(m, tendon, &number);
}

struct Expr *mj_drive_tendon(struct Mjcf *m, const char *tendon)
{
	struct Expr *force = NULL;
	size_t number = 0;
	for (struct MjPull *pull; (pull = next_pull(m, tendon, &number)) != NULL; pull->taken = true)
		force = force ? made_sum(m->diags, force, pull->force) : pull->force;
	return force;
}

struct StmtList mj_inputs(struct Mjcf *m)
{
	struct StmtList inputs = { 0 };
	size_t number = 0;
	bool of_pull = false;
	for (struct Stmt *stmt = m->inputs.first, *next; stmt; stmt = next) {
		const struct MjPull *pull = number < m->pull.count ? &m->pull.item[number] : NULL;
		const bool begins = pull && pull->input == stmt, ends = pull && pull->last == stmt;
		next = stmt->next;
		stmt->next = NULL;
		of_pull |= begins;
		if (begins && pull->element)
			tell(m, pull->element, pull->taken);
		if (!of_pull || pull->taken)
			inputs = statements_add(inputs, stmt);
		of_pull &= !ends;
		number += ends;
	}
	return inputs;
}
