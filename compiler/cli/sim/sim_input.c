#include <string.h>

#include "simulation.h"
#include "model/body/pose.h"

static const struct Dim dim_time = { 0, 0, 1 };

static struct Dim velocity_dim(struct Dim coordinate)
{
	return dim_times(coordinate, dim_time, -1);
}

/* Names in formulas: time, coordinates, and velocities as the coordinate's name followed by d. */
static void name_numbers(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	struct Arena *arena = &s->model->arena;
	struct Columns names = { 0 };
	int count = 1 + s->nq + s->nv, next = 0;
	struct Dim *dim = ARENA_ARRAY(arena, struct Dim, count);
	*ARENA_PUSH(arena, &names) = "time";
	dim[next++] = dim_time;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < model->bodies; i++) {
			const struct Joint *joint = &model_listed(model, i)->joint;
			int own = pass ? joint_nv(joint) : joint_nq(joint);
			for (int k = 0; k < own; k++) {
				bool quaternion = kind_has_quaternion(joint->kind);
				struct Dim of = pass && quaternion ? (struct Dim){ 0, kind_slides(joint->kind, k), 0 }
				                                   : kind_dim(joint->kind, k);
				dim[next++] = pass ? velocity_dim(of) : of;
				struct Columns *list = pass ? &s->v_name : &s->q_name;
				const char *element = pass ? joint->kind->v[k].name : joint->kind->q[k].name;
				const char *name = own == 1 ? joint->name.text
				                            : text_print(arena, "%s.%s", joint->name.text, element);
				*ARENA_PUSH(arena, list) = name;
				*ARENA_PUSH(arena, &names) = pass ? text_print(arena, "%sd", name) : name;
			}
		}
	formulas_init(&s->formulas, arena, &s->model->diags, names, dim);
}

static int find(const struct Columns *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->item[i], name) == 0)
			return (int)i;
	return -1;
}

static int find_or_say(struct Simulation *s, const struct Columns *names, struct Ident name)
{
	struct Diags *diags = &s->model->diags;
	struct Nearest nearest;
	int found = find(names, name.text);
	if (found >= 0)
		return found;
	nearest_init(&nearest, name.text);
	for (size_t i = 0; i < names->count && i < NEAREST_MOST; i++)
		nearest_try(&nearest, names->item[i]);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_COLUMN, name.span, "the model has no coordinate '%s'", name.text),
	             &nearest);
	return -1;
}

/* A number needed before the motion begins, so it must be constant. */
static bool constant_of(struct Simulation *s, struct Value value, struct Dim dim, double *number)
{
	Ref ref;
	if (!value_scalar(&s->model->diags, value, dim, &ref) ||
	    !value_constant(s->formulas.dag, &s->model->diags, value, "what a motion begins with"))
		return false;
	*number = dag_value(s->formulas.dag, ref);
	return true;
}

/* Initial value of a coordinate or velocity. "30" for an angle gets a warning, as in a model. */
static bool begins_with(struct Simulation *s, struct Value value, int place, double *number)
{
	if (!constant_of(s, value, s->formulas.dim[place], number))
		return false;
	if (place <= s->nq && dim_equal(s->formulas.dim[place], dim_none))
		value_doubt_angle(s->formulas.dag, &s->model->diags, value.span, value.item[0]);
	return true;
}

bool simulation_time(struct Simulation *s, const char *option, const char *text, double *time)
{
	struct Value value;
	return formula_value(&s->formulas, option, text, &value) && constant_of(s, value, dim_time, time);
}

/* True if the value at `place` is given for the first time; else false after a message. */
static bool is_first(struct Simulation *s, bool *given, int place, struct Ident name)
{
	if (given[place])
		diag(&s->model->diags, CHECK_DUPLICATE, name.span, "'%s' is given twice", name.text);
	bool first = !given[place];
	given[place] = true;
	return first;
}

/* Length of a formula, up to the first comma or semicolon outside brackets and quoted names. */
static size_t length_of_formula(const char *text)
{
	const char *at = text, *end;
	for (int depth = 0; *at && (depth || (*at != ',' && *at != ';')); at = end) {
		end = *at == '"' ? text_quoted_end(at) : NULL;
		end = end ? end : at + 1;
		depth += (*at == '(') - (*at == ')');
	}
	return (size_t)(at - text);
}

/* Initial values: "elbow = 90 deg, wrist = 0" (or with semicolons), or a vector of all values, or a number if there is a single value. */
static bool read_state(struct Simulation *s, const char *option, const char *text, const struct Columns *names,
                       int first, double *out)
{
	struct Arena *arena = &s->model->arena;
	bool good = true, more = true, *given = ARENA_ARRAY(arena, bool, names->count);
	if (!strchr(text, '=')) {
		struct Value value;
		if (!formula_value(&s->formulas, option, text, &value))
			return false;
		if (value.kind != VALUE_SCALAR || names->count != 1)
			good = value_is_vector(&s->model->diags, value, names->count);
		for (size_t i = 0; good && i < names->count; i++) {
			struct Value one = value_items(VALUE_SCALAR, value.span, &value.item[i], 1);
			good = begins_with(s, one, first + (int)i, &out[i]);
		}
		return good;
	}
	for (const char *at = text; more;) {
		size_t length = length_of_formula(at);
		struct Formula formula;
		bool read = formula_read(&s->formulas, option, arena_copy(arena, at, length), &formula);
		int place = read ? find_or_say(s, names, formula.name) : -1;
		good &= place >= 0 && is_first(s, given, place, formula.name) &&
		        begins_with(s, formula.value, first + place, &out[place]);
		more = at[length] != '\0';
		at += length + more;
	}
	return good;
}

/* Reads a formula of --tau: "elbow = -2 N m * sin(3 rad/s * time)". */
static bool read_input(struct Simulation *s, const char *text)
{
	const struct Model *model = s->model->model;
	struct Formula formula;
	if (!formula_read(&s->formulas, "--tau", text, &formula))
		return false;
	int place = find_or_say(s, &s->v_name, formula.name), v = place;
	if (place < 0)
		return false;
	int body = 0;
	while (!(joint_nv(&model->body[body].joint) && v >= model->body[body].joint.v &&
	         v < model->body[body].joint.v + joint_nv(&model->body[body].joint)))
		body++;
	const struct Joint *joint = &model->body[body].joint;
	struct Dim dim = dim_force;
	dim.m += !kind_slides(joint->kind, v - joint->v);
	return is_first(s, s->given, place, formula.name) &&
	       value_scalar(&s->model->diags, formula.value, dim, &s->tau[place]);
}

/* Unrotated initial state: the last element of each quaternion is 1. */
static void begin_neutral(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind))
			s->y[joint->q + joint->kind->nq - 1] = 1;
	}
}

/* Coordinates q of a pose. NULL after a message about the option. */
static const double *find_pose(struct Simulation *s, const char *option, const char *name)
{
	const struct Model *model = s->model->model;
	const struct ModelPose *pose = pose_find(model, name);
	if (pose)
		return pose->q;
	struct Diags *diags = &s->model->diags;
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (size_t i = 0; i < model->poses.count && i < NEAREST_MOST; i++)
		nearest_try(&nearest, model->poses.item[i].name.text);
	struct Span span = sources_option(diags->sources, option, name);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_POSE, span, "the model has no pose '%s'", name), &nearest);
	return NULL;
}

/* Initial coordinates from --pose. --q may change some of them. */
static bool begin_at_pose(struct Simulation *s, const char *name)
{
	const double *q = find_pose(s, "--pose", name);
	if (q)
		memcpy(s->y, q, (size_t)s->nq * sizeof *q);
	return q != NULL;
}

/* Reads --pd: "home,100,20". */
static bool read_pd(struct Simulation *s, const char *text)
{
	const struct Dim plain = { 0, 0, 0 };
	struct Arena *arena = &s->model->arena;
	const char *first = strchr(text, ','), *second = first ? strchr(first + 1, ',') : NULL;
	struct Value kp, kd;
	if (!second) {
		struct Diags *diags = &s->model->diags;
		diag(diags, CHECK_ARGUMENTS, sources_option(diags->sources, "--pd", text),
		     "a pose and two numbers belong here: home,100,20");
		return false;
	}
	s->held = find_pose(s, "--pd", arena_copy(arena, text, (size_t)(first - text)));
	return s->held &&
	       formula_value(&s->formulas, "--pd", arena_copy(arena, first + 1, (size_t)(second - first - 1)), &kp) &&
	       constant_of(s, kp, plain, &s->kp) && formula_value(&s->formulas, "--pd", second + 1, &kd) &&
	       constant_of(s, kd, plain, &s->kd);
}

bool simulation_read(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	const struct Options *options = s->options;
	s->nq = rigidc_nq(s->model);
	s->nv = rigidc_nv(s->model);
	s->size = (size_t)(s->nq + s->nv + 1);
	s->tau = ARENA_ARRAY(arena, Ref, s->nv);
	s->given = ARENA_ARRAY(arena, bool, s->nv);
	s->number = ARENA_ARRAY(arena, double, s->size);
	s->tau_now = ARENA_ARRAY(arena, double, s->nv);
	s->y = ARENA_ARRAY(arena, double, s->size);
	s->unit = ARENA_ARRAY(arena, double, s->size);
	name_numbers(s);
	begin_neutral(s);
	bool good = true;
	if (options->pose)
		good &= begin_at_pose(s, options->pose);
	if (options->q)
		good &= read_state(s, "--q", options->q, &s->q_name, 1, s->y);
	if (options->qd)
		good &= read_state(s, "--qd", options->qd, &s->v_name, 1 + s->nq, s->y + s->nq);
	if (options->pd)
		good &= read_pd(s, options->pd);
	for (size_t i = 0; i < options->taus; i++)
		good &= read_input(s, options->tau[i]);
	return good;
}
