#include "made_parameters.h"

#include <string.h>

#include "dag/default_values.h"

/* Makes a parameter OF_WHAT of `count` numbers, with their values as default values. Numbers that depend on parameters
 * already stay. */
static void give(struct Model *model, const char *of, const char *what, enum ValueKind kind, struct Dim dim,
                 Ref *const *ref, int count)
{
	struct Dag *dag = model->dag;
	for (int i = 0; i < count; i++)
		if (!dag_is_const(dag, *ref[i]))
			return;
	struct Parameter *parameter = ARENA_NEW(model->arena, struct Parameter);
	*parameter = (struct Parameter){
		.name = { .text = text_print(model->arena, "%s%s", of, what), .span = model->name.span },
		.plain = text_print(model->arena, "%s%s", model_plain_name(model->arena, model, of), what),
		.kind = kind,
		.dim = dim,
	};
	parameter_allot(dag, &model->parameters, parameter, count);
	for (int i = 0; i < count; i++) {
		dag->default_value->item[parameter->first + i] = dag_value(dag, *ref[i]);
		*ref[i] = dag_input(dag, INPUT_PARAMS, (uint32_t)(parameter->first + i));
	}
}

static void give_vector(struct Model *model, const char *of, const char *what, struct Dim dim, struct Vec *v)
{
	Ref *const ref[] = { &v->e[0], &v->e[1], &v->e[2] };
	give(model, of, what, VALUE_VECTOR, dim, ref, 3);
}

static void give_symmetric(struct Model *model, const char *of, const char *what, struct Dim dim, struct Mat *J)
{
	Ref *ref[SYMMETRIC];
	for (int k = 0; k < SYMMETRIC; k++)
		ref[k] = &J->e[symmetric_row[k]][symmetric_column[k]];
	give(model, of, what, VALUE_MATRIX, dim, ref, SYMMETRIC);
	for (int k = 0; k < SYMMETRIC; k++)
		J->e[symmetric_column[k]][symmetric_row[k]] = *ref[k];
}

static void give_inertia(struct Model *model, struct Body *body)
{
	const char *name = body->name.text;
	Ref *const mass[] = { &body->mass };
	give(model, name, "_mass", VALUE_SCALAR, dim_mass, mass, 1);
	give_vector(model, name, "_com", dim_length, &body->com);
	give_symmetric(model, name, "_inertia", dim_inertia, &body->inertia);
}

/* --- the request --- */

static const char of_body[] = "body:";

static bool asks(const struct Request *request, const char *word)
{
	bool any = false;
	for (size_t i = 0; i < request->parametrizes; i++)
		any |= strcmp(request->parametrize[i], word) == 0;
	return any;
}

/* Body in body:BODY. */
static const char *named_body(const char *text)
{
	return strncmp(text, of_body, strlen(of_body)) == 0 ? text + strlen(of_body) : NULL;
}

static int find_body(const struct Model *model, const char *name)
{
	int i = 0;
	while (i < model->bodies && strcmp(model->body[i].name.text, name) != 0)
		i++;
	return i < model->bodies ? i : -1;
}

static void check_word(const struct Model *model, struct Diags *diags, const char *text)
{
	static const char *const words[] = { "inertial", "geometry", "gravity" };
	const char *body = named_body(text);
	struct Nearest nearest;
	nearest_init(&nearest, body ? body : text);
	for (size_t i = 0; i < sizeof words / sizeof *words && !body; i++) {
		if (strcmp(text, words[i]) == 0)
			return;
		nearest_try(&nearest, words[i]);
	}
	if (body && find_body(model, body) >= 0)
		return;
	for (int i = 0; i < model->bodies && i < NEAREST_MOST && body; i++)
		nearest_try(&nearest, model->body[i].name.text);
	struct Span span = sources_option(diags->sources, "--parametrize", text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PARAM, span,
	                      body ? "the model has no body '%s'" : "'%s' names no parameters", body ? body : text);
	if (body)
		diag_nearest(diags, d, &nearest);
	else
		diag_help(diags, d, "inertial, body:BODY, geometry and gravity do");
}

/* Has the body an offset to make a parameter: at a moving joint, or at a mount? */
static bool has_offset(const struct Model *model, const struct Body *body)
{
	return body_moves(body) || !vec_is_zero(model->dag, body->at.p);
}

void given_places(struct Model *model, struct Diags *diags, const struct Request *request)
{
	for (size_t i = 0; i < request->parametrizes; i++)
		check_word(model, diags, request->parametrize[i]);
	for (int i = 0; i < model->bodies && asks(request, "geometry"); i++) {
		struct Body *body = &model->body[i];
		if (has_offset(model, body))
			give_vector(model, body->joint.name.text, "_offset", dim_length, &body->at.p);
	}
	if (asks(request, "gravity"))
		give_vector(model, "gravity", "", dim_acceleration, &model->gravity);
}

/* Makes parameters of bodies that move and have mass or inertia. A body that is asked for by name may have no mass by default. */
void given_inertias(struct Model *model, const struct Request *request)
{
	for (int i = 0; i < model->bodies; i++) {
		struct Body *body = &model->body[i];
		bool asked = asks(request, "inertial") && body->carrier >= 0 &&
		             !(dag_is_zero(model->dag, body->mass) && dag_is_zero(model->dag, body->inertia.e[0][0]));
		for (size_t k = 0; k < request->parametrizes; k++) {
			const char *name = named_body(request->parametrize[k]);
			asked |= name && strcmp(name, body->name.text) == 0;
		}
		if (asked)
			give_inertia(model, body);
	}
}
