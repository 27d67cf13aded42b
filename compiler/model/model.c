#include "model.h"

#include "base/number.h"
#include "dag/default_values.h"

const struct Model *model_fork(const struct Model *model, struct Arena *arena)
{
	struct Model *fork = ARENA_NEW(arena, struct Model);
	*fork = *model;
	fork->arena = arena;
	fork->dag = dag_fork(model->dag, arena);
	return fork;
}

struct Inertia model_inertia(const struct Model *model, int number)
{
	struct Dag *dag = model->dag;
	const struct Body *body = &model->body[number];
	struct Inertia sum = inertia_about_com(dag, body->mass, body->com, body->inertia);
	for (size_t i = 0; i < model->payloads.count; i++) {
		const struct Payload *payload = &model->payloads.item[i];
		if (payload->body != number)
			continue;
		struct Inertia own = inertia_about_com(dag, payload->mass, payload->com, payload->inertia);
		sum = inertia_add(dag, sum, inertia_out(dag, &payload->at, &own));
	}
	return sum;
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

bool joint_has_no_effort(const struct Dag *dag, const struct Joint *joint)
{
	return joint->effort_limited && dag_all(dag, dag_is_zero, joint->effort, joint->kind->nv);
}

static void put_resistance(const struct Model *model, struct Text *out, const struct Joint *joint)
{
	int nv = joint->kind->nv;
	put_velocities(model, out, "armature", joint->armature, nv);
	put_velocities(model, out, "damping", joint->damping, nv);
	put_velocities(model, out, "friction", joint->friction, nv);
	put_velocities(model, out, "smoothing", joint->smoothing, nv);
	put_velocities(model, out, "stiffness", joint->stiffness, nv);
	put_velocities(model, out, "rest", joint->rest, nv);
	for (int i = 0; i < nv && joint->passive; i++) {
		text_put(out, "  passive ");
		dag_put(model->dag, joint->exerted[i], out);
		text_char(out, '\n');
	}
	for (int i = 0; i < joint->motions && joint->kind->form == JOINT_DEFINED; i++) {
		const struct Motion *motion = &joint->motion[i];
		text_put(out, motion->kind == MOTION_ROTATE ? "  rotate by " : "  translate by ");
		dag_put(model->dag, motion->y, out);
		dag_put_constants(model->dag, out, " about or along", motion->axis.e, 3);
	}
	if (joint->limited) {
		dag_put_constants(model->dag, out, "lower", &joint->lower, 1);
		dag_put_constants(model->dag, out, "upper", &joint->upper, 1);
	}
	if (joint->effort_limited)
		dag_put_constants(model->dag, out, "effort", joint->effort, nv);
	if (joint->speed_limited)
		dag_put_constants(model->dag, out, "speed", joint->speed, nv);
	if (joint->idle && !joint_has_no_effort(model->dag, joint)) /* an effort of 0 is printed already */
		text_put(out, "  idle\n");
}

struct NameTable model_sites(const struct Model *model)
{
	struct NameTable names;
	names_init(&names, model->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&names, model->body[i].name.text, i);
	for (int i = 0; i < model->frames; i++)
		names_add(&names, model->frame[i].name.text, model->bodies + i);
	return names;
}

struct NameTable model_joints(const struct Model *model)
{
	struct NameTable names;
	names_init(&names, model->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&names, model->body[i].joint.name.text, i);
	return names;
}

const char **model_coordinates(struct Arena *arena, const struct Model *model)
{
	const char **names = ARENA_ARRAY(arena, const char *, model->nq);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		for (int k = 0; k < joint_nq(joint); k++)
			names[joint->tree.q + k] = joint_nq(joint) == 1 ? joint->name.text
			                                                : text_print(arena, "%s.%s", joint->name.text,
			                                                             joint->kind->q[k].name);
	}
	return names;
}

int model_phase_rows(const struct Model *model, const struct Phase *phase)
{
	int rows = 0;
	for (int i = 0; i < phase->contacts; i++)
		rows += model->contacts.item[phase->contact[i]].rows;
	return rows;
}

const char *model_body_name(const struct Model *model, int body)
{
	return body < 0 ? "world" : model->body[body].name.text;
}

const char *model_plain_name(struct Arena *arena, const struct Model *model, const char *name)
{
	if (names_find(&model->made, name) < 0)
		return name;
	struct Text text;
	text_init(&text, arena);
	for (const char *p = name; *p; p++)
		if (*p != ']')
			text_char(&text, *p == '.' || *p == '[' ? '_' : *p);
	return text_string(&text);
}

const char *model_identifier(struct Arena *arena, const struct Model *model, const char *name)
{
	return text_identifier_rest(arena, model_plain_name(arena, model, name));
}

static const char *shown_body(const struct Model *model, int body)
{
	return text_shown(model->arena, model_body_name(model, body));
}

static void put_parameter(const struct Model *model, struct Text *out, const struct Parameter *parameter)
{
	text_format(out, "param %s : %s =", text_shown(out->arena, parameter->name.text),
	            dim_symbol(out->arena, parameter->dim));
	for (int i = 0; i < parameter->count; i++) {
		text_char(out, ' ');
		number_put(out, model->dag->default_value->item[parameter->first + i]);
	}
	text_char(out, '\n');
}

static void put_order(const struct Model *model, struct Text *out)
{
	if (!model->ordered)
		return;
	text_put(out, "order");
	for (int i = 0; i < model->bodies; i++)
		if (joint_nq(&model_listed(model, i)->joint))
			text_format(out, " %s", text_shown(out->arena, model_listed(model, i)->joint.name.text));
	text_char(out, '\n');
}

static void put_strut(const struct Model *model, struct Text *out, const struct Strut *strut)
{
	text_format(out, "%s %s\n", strut->tendon ? "tendon" : "strut", text_shown(out->arena, strut->name.text));
	for (int i = 0; i <= strut->lines; i++) {
		const struct Point *point = strut_point(strut, i);
		dag_put_constants(model->dag, out, shown_body(model, point->body), point->p.e, 3);
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
	const char *kind = contact->kind->name;
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

static void put_constraint(const struct Model *model, struct Text *out, const struct Constraint *constraint)
{
	text_format(out, "constraint %s\n  %s ", text_shown(out->arena, constraint->name.text),
	            constraint->length ? "length" : "angle");
	dag_put(model->dag, constraint->value, out);
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

void model_dump(const struct Model *model, struct Text *out)
{
	text_format(out, "model %s\n", text_shown(out->arena, model->name.text));
	for (size_t i = 0; i < model->parameters.count; i++)
		put_parameter(model, out, model->parameters.item[i]);
	dag_put_constants(model->dag, out, "gravity", model->gravity.e, 3);
	put_order(model, out);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		const struct Joint *joint = &body->joint;
		text_format(out, "body %s on %s\n", text_shown(out->arena, body->name.text),
		            shown_body(model, body->parent));
		put_placement(model, out, "at", &body->at);
		text_format(out, "  joint %s : %s\n", text_shown(out->arena, joint->name.text),
		            text_shown(out->arena, joint->kind->name));
		for (int k = 0; k < joint->kind->parameters; k++) {
			const struct JointParameter *parameter = &joint->kind->parameter[k];
			dag_put_constants(model->dag, out, text_shown(out->arena, parameter->name),
			                  parameter->axis ? joint->argument[k].axis.e : &joint->argument[k].number,
			                  parameter->axis ? 3 : 1);
		}
		put_placement(model, out, "then", &body->then);
		if (joint->locked)
			dag_put_constants(model->dag, out, "locked", joint->lock, joint->kind->nq);
		for (int k = 0; k < joint->kind->nv && joint->coupling && !joint->locked; k++) {
			text_put(out, "  coupled ");
			dag_put(model->dag, joint->value[k], out);
			text_char(out, '\n');
		}
		put_resistance(model, out, joint);
		dag_put_constants(model->dag, out, "mass", &body->mass, 1);
		dag_put_constants(model->dag, out, "com", body->com.e, 3);
		dag_put_constants(model->dag, out, "inertia", &body->inertia.e[0][0], 9);
	}
	for (size_t i = 0; i < model->payloads.count; i++) {
		const struct Payload *payload = &model->payloads.item[i];
		text_format(out, "payload at %s on %s\n", text_shown(out->arena, payload->name.text),
		            shown_body(model, payload->body));
		put_placement(model, out, "at", &payload->at);
	}
	for (int i = 0; i < model->wrenches; i++) {
		const struct Wrench *wrench = &model->wrench[i];
		text_format(out, "wrench %s on %s%s%s\n", text_shown(out->arena, wrench->name.text),
		            shown_body(model, wrench->body), wrench->in_world ? " in world" : "",
		            wrench->at_point ? " at point" : "");
		put_placement(model, out, "at", &wrench->at);
	}
	for (size_t i = 0; i < model->struts.count; i++)
		put_strut(model, out, &model->struts.item[i]);
	for (size_t i = 0; i < model->loops.count; i++)
		put_loop(model, out, &model->loops.item[i]);
	for (size_t i = 0; i < model->constraints.count; i++)
		put_constraint(model, out, &model->constraints.item[i]);
	for (size_t i = 0; i < model->contacts.count; i++)
		put_contact(model, out, &model->contacts.item[i]);
	for (size_t i = 0; i < model->phases.count; i++)
		put_phase(model, out, &model->phases.item[i]);
	for (size_t i = 0; i < model->poses.count; i++) {
		text_format(out, "pose %s", text_shown(out->arena, model->poses.item[i].name.text));
		for (int k = 0; k < model->nq; k++) {
			text_char(out, ' ');
			number_put(out, model->poses.item[i].q[k]);
		}
		text_char(out, '\n');
	}
	for (int i = 0; i < model->frames; i++) {
		text_format(out, "frame %s on %s\n", text_shown(out->arena, model->frame[i].name.text),
		            shown_body(model, model->frame[i].body));
		put_placement(model, out, "at", &model->frame[i].at);
	}
}

uint64_t model_hash(const struct Model *model)
{
	struct Text text;
	text_init(&text, model->arena);
	model_dump(model, &text);
	return text_hash(text_string(&text), text.count);
}
