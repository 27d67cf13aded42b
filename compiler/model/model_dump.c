/* The checked model as text, for --dump=check, and its hash. */
#include "base/number.h"
#include "joint_number.h"
#include "joint.h"
#include "strut.h"
#include "row.h"
#include "model_pose.h"
#include "loop.h"
#include "added.h"
#include "body.h"
#include "law.h"

static const char *shown_body(const struct Model *model, int body)
{
	return text_shown(model->arena, model_body_name(model, body));
}

static void put_placement(const struct Model *model, struct Text *out, const char *title, const struct Placement *at)
{
	if (placement_is_identity(model->dag, *at))
		return;
	dag_put_constants(model->dag, out, text_print(out->arena, "%s.R", title), &at->R.e[0][0], 9);
	dag_put_constants(model->dag, out, text_print(out->arena, "%s.p", title), at->p.e, 3);
}

/* Prints numbers by velocity, unless all are zero. */
static void put_velocities(const struct Model *model, struct Text *out, const char *title, const Ref *ref, int count)
{
	for (int i = 0; i < count; i++)
		if (!dag_is_zero(model->dag, ref[i])) {
			dag_put_constants(model->dag, out, title, ref, count);
			return;
		}
}

static void put_numbers(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	for (enum JointNumber n = 0; n < JOINT_NUMBERS; n++)
		put_velocities(model, out, joint_number_table[n].field, joint_number(joint, n), joint->kind->nv);
}

/* Motions of a joint of a kind that the model defines. */
static void put_motions(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	for (int i = 0; i < joint->motions && joint->kind->form == JOINT_DEFINED; i++) {
		const struct Motion *motion = &joint->motion[i];
		text_put(out, motion->kind == MOTION_ROTATE ? "  rotate by " : "  translate by ");
		dag_put(model->dag, motion->y, out);
		dag_put_constants(model->dag, out, " about or along", motion->axis.e, 3);
	}
}

/* --- marks of a joint --- */

static void put_limits(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	if (!joint->limited)
		return;
	dag_put_constants(model->dag, out, "lower", &joint->lower, 1);
	dag_put_constants(model->dag, out, "upper", &joint->upper, 1);
}

static void put_effort(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	if (joint->effort_limited)
		dag_put_constants(model->dag, out, "effort", joint->effort, joint->kind->nv);
}

static void put_speed(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	if (joint->speed_limited)
		dag_put_constants(model->dag, out, "speed", joint->speed, joint->kind->nv);
}

/* An effort of 0 says the same. */
static void put_idle(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	if (joint->idle && !joint_has_no_effort(model->dag, joint))
		text_put(out, "  idle\n");
}

static void put_passive(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	for (int i = 0; i < joint->kind->nv && joint->passive; i++) {
		text_put(out, "  passive ");
		dag_put(model->dag, joint->exerted[i], out);
		text_char(out, '\n');
	}
}

static void put_sensor(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	(void)model;
	if (joint->sensor)
		text_put(out, "  sensor\n");
}

static void put_marks(const struct Model *model, struct Text *out, const struct Joint *joint)
{
#define JOINT_MARK(id, put, ...) put_##put(model, out, joint);
#include "joint_numbers.def"
}

static void put_joint(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	text_format(out, "  joint %s : %s\n", text_shown(out->arena, joint->name.text),
	            text_shown(out->arena, joint->kind->name));
	for (int k = 0; k < joint->kind->parameters; k++) {
		const struct JointParameter *parameter = &joint->kind->parameter[k];
		dag_put_constants(model->dag, out, text_shown(out->arena, parameter->name),
		                  parameter->axis ? joint->argument[k].axis.e : &joint->argument[k].number,
		                  parameter->axis ? 3 : 1);
	}
}

/* Values of a joint that coordinates of its own do not give: locked ones, or those of a coupling. */
static void put_held(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	if (joint->locked)
		dag_put_constants(model->dag, out, "locked", joint->lock, joint->kind->nq);
	for (int k = 0; k < joint->kind->nv && joint->coupling && !joint->locked; k++) {
		text_put(out, "  coupled ");
		dag_put(model->dag, joint->value[k], out);
		text_char(out, '\n');
	}
}

static void put_body(const struct Model *model, struct Text *out, const struct Body *body)
{
	text_format(out, "body %s on %s\n", text_shown(out->arena, body->name.text), shown_body(model, body->parent));
	put_placement(model, out, "at", &body->at);
	put_joint(model, out, body->joint);
	put_placement(model, out, "then", &body->then);
	put_held(model, out, body->joint);
	put_numbers(model, out, body->joint);
	put_motions(model, out, body->joint);
	put_marks(model, out, body->joint);
	dag_put_constants(model->dag, out, "mass", &body->mass, 1);
	dag_put_constants(model->dag, out, "com", body->com.e, 3);
	dag_put_constants(model->dag, out, "inertia", &body->inertia.e[0][0], 9);
	if (!body->added)
		return;
	dag_put_constants(model->dag, out, "added", &body->added->A.e[0][0], 9);
	dag_put_constants(model->dag, out, "coupled", &body->added->B.e[0][0], 9);
	dag_put_constants(model->dag, out, "turning", &body->added->C.e[0][0], 9);
}

static void put_payload(const struct Model *model, struct Text *out, const struct Payload *payload)
{
	text_format(out, "payload at %s on %s\n", text_shown(out->arena, payload->name.text),
	            shown_body(model, payload->body));
	put_placement(model, out, "at", &payload->at);
}

static void put_wrench(const struct Model *model, struct Text *out, const struct Wrench *wrench)
{
	text_format(out, "wrench %s on %s%s%s\n", text_shown(out->arena, wrench->name.text),
	            shown_body(model, wrench->body), wrench->in_world ? " in world" : "",
	            wrench->at_point ? " at point" : "");
	put_placement(model, out, "at", &wrench->at);
}

static void put_law_end(const struct Model *model, struct Text *out, const char *word, const struct LawEnd *end)
{
	text_format(out, "  %s %s\n", word, shown_body(model, end->body));
	put_placement(model, out, "at", &end->at);
	dag_put_constants(model->dag, out, "f", end->f.lin.e, 3);
	dag_put_constants(model->dag, out, "n", end->f.ang.e, 3);
}

static void put_law(const struct Model *model, struct Text *out, const struct Law *law)
{
	text_format(out, "law %s\n", text_shown(out->arena, law->name.text));
	put_law_end(model, out, "on", &law->on);
	if (law->seen)
		put_law_end(model, out, "in", &law->in);
	dag_put_constants(model->dag, out, "p", law->p.e, 3);
	dag_put_constants(model->dag, out, "energy", &law->energy, 1);
}

/* "param payload : kg = 2", with the default values. */
static void put_given(struct Text *out, const char *word, const struct Parameter *given, const double *value)
{
	text_format(out, "%s %s : %s =", word, text_shown(out->arena, given->name.text),
	            dim_symbol(out->arena, given->dim));
	for (int i = 0; i < given->count; i++) {
		text_char(out, ' ');
		number_put(out, value[given->first + i]);
	}
	text_put(out, given->moving ? " moving\n" : "\n");
}

static void put_state(const struct Model *model, struct Text *out, const struct Parameter *state)
{
	put_given(out, "state", state, model->states.value);
	if (state->rate)
		dag_put_constants(model->dag, out, "rate", state->rate, state->count);
}

static void put_order(const struct Model *model, struct Text *out)
{
	if (!model->ordered)
		return;
	text_put(out, "order");
	for (int i = 0; i < model->bodies; i++)
		if (joint_nq(model_listed(model, i)->joint))
			text_format(out, " %s", text_shown(out->arena, model_listed(model, i)->joint->name.text));
	text_char(out, '\n');
}

static void put_around(const struct Model *model, struct Text *out, const struct Around *around)
{
	const struct Wrap *wrap = around->wrap;
	const Ref size[] = { wrap->radius, wrap->length };
	Ref at[12];
	placement_put(&wrap->at, at);
	dag_put_constants(model->dag, out, "at", at, 12);
	dag_put_constants(model->dag, out, wrap->kind->name, size, 2);
	if (around->side != SIDE_ANY)
		dag_put_constants(model->dag, out, around->side == SIDE_BY ? "by" : "side", around->direction.e, 3);
}

static void put_strut(const struct Model *model, struct Text *out, const struct Strut *strut)
{
	text_format(out, "%s %s\n", strut->tendon ? "tendon" : "strut", text_shown(out->arena, strut->name.text));
	for (int i = 0; i < strut->points; i++) {
		const struct Point *point = &strut->point[i];
		const struct PointRange *range = &strut->range[i];
		const Ref numbers[] = { range->value, range->lower, range->upper };
		if (!point->moves)
			dag_put_constants(model->dag, out, shown_body(model, point->body), point->p.e, 3);
		for (int k = 0; k < 3 && point->moves; k++) {
			text_format(out, "  %s %c ", shown_body(model, point->body), "xyz"[k]);
			dag_put(model->dag, point->p.e[k], out);
			text_char(out, '\n');
		}
		if (strut->around[i].wrap) {
			put_around(model, out, &strut->around[i]);
			continue;
		}
		for (int k = 0; k < 3 && range->given; k++) {
			text_format(out, "  %s ", k ? k > 1 ? "to" : "from" : "while");
			dag_put(model->dag, numbers[k], out);
			text_char(out, '\n');
		}
	}
	dag_put_constants(model->dag, out, "stiffness", &strut->stiffness, 1);
	dag_put_constants(model->dag, out, "rest", &strut->rest, 1);
	dag_put_constants(model->dag, out, "damping", &strut->damping, 1);
	text_put(out, "  force ");
	dag_put(model->dag, strut->exerted, out);
	text_char(out, '\n');
}

/* Vectors of rows; none of a row that turns with both frames. */
static void put_rows(const struct Model *model, struct Text *out, const struct ConstraintRow *row, int rows)
{
	static const char *const of[] = {
		[ROW_OF_A] = "A", [ROW_OF_B] = "B", [ROW_ACROSS] = "across", [ROW_ALONG] = "along"
	};
	for (int i = 0; i < rows; i++) {
		const char *title =
			text_print(out->arena, "%s %s", of[row[i].vector], row[i].angular ? "moment" : "force");
		if (row[i].vector == ROW_OF_A || row[i].vector == ROW_OF_B)
			dag_put_constants(model->dag, out, title, row[i].t.e, 3);
		else
			text_format(out, "  %s\n", title);
	}
}

static void put_contact(const struct Model *model, struct Text *out, const struct Contact *contact)
{
	const char *kind = contact->kind == contact_kinds ? "" : contact->kind->name;
	text_format(out, "contact %s%s%s on %s\n", text_shown(out->arena, contact->name.text), *kind ? " : " : "", kind,
	            shown_body(model, contact->body));
	put_placement(model, out, "at", &contact->at);
	put_placement(model, out, "ground", &contact->ground);
	put_rows(model, out, contact->row, contact->rows);
	dag_put_constants(model->dag, out, "friction", &contact->friction, 1);
	dag_put_constants(model->dag, out, "restitution", &contact->restitution, 1);
	dag_put_constants(model->dag, out, "weight", &contact->weight, 1);
}

static void put_settle(const struct Model *model, struct Text *out, bool settles, Ref settle)
{
	if (settles)
		dag_put_constants(model->dag, out, "settle", &settle, 1);
}

static void put_loop(const struct Model *model, struct Text *out, const struct Loop *loop)
{
	text_format(out, "loop %s : %s", text_shown(out->arena, loop->name.text), loop->kind->name);
	for (int i = 0; i < 2; i++)
		text_format(out, " %s %s", i ? "to" : "from", shown_body(model, loop->end[i].body));
	text_char(out, '\n');
	put_placement(model, out, "A", &loop->end[0].at);
	put_placement(model, out, "B", &loop->end[1].at);
	put_rows(model, out, loop->row, loop->rows);
	if (loop->kind->length)
		dag_put_constants(model->dag, out, "length", &loop->length, 1);
	put_settle(model, out, loop->settles, loop->settle);
}

/* Rows of loops that hold within it are left out. */
static void put_tolerance(const struct Model *model, struct Text *out)
{
	if (!model_has_loops(model))
		return;
	text_put(out, "closure ");
	number_put(out, model->tolerance.length);
	text_char(out, ' ');
	number_put(out, model->tolerance.angle);
	text_char(out, '\n');
}

static void put_constraint(const struct Model *model, struct Text *out, const struct Constraint *constraint)
{
	text_format(out, "constraint %s\n  %s%s ", text_shown(out->arena, constraint->name.text),
	            constraint->on_velocities ? "rate of " : "", constraint->length ? "length" : "angle");
	dag_put(model->dag, constraint->value, out);
	if (constraint->seen)
		text_format(out, " on %s in %s", text_shown(out->arena, constraint->on.name.text),
		            text_shown(out->arena, constraint->in.name.text));
	text_char(out, '\n');
	put_settle(model, out, constraint->settles, constraint->settle);
}

static void put_phase(const struct Model *model, struct Text *out, const struct Phase *phase)
{
	text_format(out, "phase %s", text_shown(out->arena, phase->name.text));
	for (int i = 0; i < phase->contacts; i++)
		text_format(out, " %s", text_shown(out->arena, model->contacts.item[phase->contact[i]].name.text));
	text_char(out, '\n');
}

static void put_group(const struct Model *model, struct Text *out, const struct StrutGroup *group)
{
	text_format(out, "group %s", text_shown(out->arena, group->name.text));
	for (int i = 0; i < group->count; i++)
		text_format(out, " %s", text_shown(out->arena, model->struts.item[group->strut[i]].name.text));
	text_char(out, '\n');
}

static void put_pose(const struct Model *model, struct Text *out, const struct ModelPose *pose)
{
	text_format(out, "pose %s", text_shown(out->arena, pose->name.text));
	for (int k = 0; k < model->nq; k++) {
		text_char(out, ' ');
		number_put(out, pose->q[k]);
	}
	text_char(out, '\n');
}

static void put_frame(const struct Model *model, struct Text *out, const struct Frame *frame)
{
	text_format(out, "frame %s on %s\n", text_shown(out->arena, frame->name.text), shown_body(model, frame->body));
	put_placement(model, out, "at", &frame->at);
}

/* Each element of a list of the model. */
#define PUT_ALL(list, put) \
	for (size_t i = 0; i < model->list.count; i++) \
	put(model, out, &model->list.item[i])

void model_dump(const struct Model *model, struct Text *out)
{
	text_format(out, "model %s\n", text_shown(out->arena, model->name.text));
	for (size_t i = 0; i < model->parameters.count; i++)
		put_given(out, "param", model->parameters.item[i], model->dag->default_value->item);
	for (size_t i = 0; i < model->inputs.count; i++)
		put_given(out, "input", model->inputs.item[i], model->inputs.value);
	for (size_t i = 0; i < model->states.count; i++)
		put_state(model, out, model->states.item[i]);
	dag_put_constants(model->dag, out, "gravity", model->gravity.e, 3);
	put_order(model, out);
	for (int i = 0; i < model->bodies; i++)
		put_body(model, out, &model->body[i]);
	PUT_ALL(payloads, put_payload);
	for (int i = 0; i < model->wrenches; i++)
		put_wrench(model, out, &model->wrench[i]);
	PUT_ALL(laws, put_law);
	PUT_ALL(struts, put_strut);
	PUT_ALL(groups, put_group);
	PUT_ALL(loops, put_loop);
	put_tolerance(model, out);
	PUT_ALL(constraints, put_constraint);
	PUT_ALL(contacts, put_contact);
	PUT_ALL(phases, put_phase);
	PUT_ALL(poses, put_pose);
	for (int i = 0; i < model->frames; i++)
		put_frame(model, out, &model->frame[i]);
}

uint64_t model_hash(const struct Model *model)
{
	struct Text text = text_new(model->arena);
	model_dump(model, &text);
	return text_hash(text_string(&text), text.count);
}
