#include "model.h"

#include "joint.h"
#include "loop.h"
#include "body.h"

const struct Model *model_fork(const struct Model *model, struct Arena *arena)
{
	struct Model *fork = ARENA_NEW(arena, struct Model);
	*fork = *model;
	fork->arena = arena;
	fork->dag = dag_fork(model->dag, arena);
	return fork;
}

const struct Parameter *model_input(const struct Model *model, int element)
{
	return parameter_at(&model->inputs, element);
}

const struct Parameter *model_moving(const struct Model *model, int number)
{
	return model_input(model, (int)model->dag->moving.item[number]);
}

const struct Body *model_listed(const struct Model *model, int i)
{
	return &model->body[model->listed[i]];
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

int joint_nq(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nq;
}

int joint_nv(const struct Joint *joint)
{
	return joint->locked || joint->coupling ? 0 : joint->kind->nv;
}

bool body_moves(const struct Body *body)
{
	return body->joint->kind->nv > 0 && !body->joint->locked;
}

struct NameTable model_sites(const struct Model *model)
{
	struct NameTable names = names_new(arena_scratch(model->arena));
	for (int i = 0; i < model->bodies; i++)
		names_add(&names, model->body[i].name.text, i);
	for (int i = 0; i < model->frames; i++)
		names_add(&names, model->frame[i].name.text, model->bodies + i);
	return names;
}

struct NameTable model_joints(const struct Model *model)
{
	struct NameTable names = names_new(arena_scratch(model->arena));
	for (int i = 0; i < model->bodies; i++)
		names_add(&names, model->body[i].joint->name.text, i);
	return names;
}

const char **model_coordinates(struct Arena *arena, const struct Model *model)
{
	const char **names = ARENA_ARRAY(arena, const char *, model->nq);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
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
	struct Text text = text_new(arena);
	for (const char *p = name; *p; p++)
		if (*p != ']')
			text_char(&text, *p == '.' || *p == '[' ? '_' : *p);
	return text_string(&text);
}

const char *model_identifier(struct Arena *arena, const struct Model *model, const char *name)
{
	return text_identifier_rest(arena, model_plain_name(arena, model, name));
}
