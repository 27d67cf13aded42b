#include "stages.h"
#include "model/body.h"
#include "model/joint.h"

#include <string.h>

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

/* Members OF_mass, OF_com and OF_inertia, with `kind` before the underscore. */
static void give_mass(struct Model *model, const char *of, const char *kind, Ref *mass, struct Vec *com,
                      struct Mat *inertia)
{
	give(model, of, text_print(model->arena, "%s_mass", kind), VALUE_SCALAR, dim_mass, &mass, 1);
	give_vector(model, of, text_print(model->arena, "%s_com", kind), dim_length, com);
	give_symmetric(model, of, text_print(model->arena, "%s_inertia", kind), dim_inertia, inertia);
}

/* --- the request --- */

static const char of_body[] = "body:", of_payload[] = "payload:";

static bool asks(const struct Request *request, const char *word)
{
	bool any = false;
	for (size_t i = 0; i < request->parametrizes; i++)
		any |= strcmp(request->parametrize[i], word) == 0;
	return any;
}

bool parametrize_none(const struct Request *request)
{
	return asks(request, "none");
}

/* Name after a kind, "body:NAME"; NULL: another kind. */
static const char *name_after(const char *text, const char *kind)
{
	size_t length = strlen(kind);
	return strncmp(text, kind, length) == 0 ? text + length : NULL;
}

/* Is a site asked for by this kind and its name? */
static bool asks_site(const struct Request *request, const char *kind, const char *site)
{
	bool any = false;
	for (size_t i = 0; i < request->parametrizes; i++) {
		const char *name = name_after(request->parametrize[i], kind);
		any |= name && strcmp(name, site) == 0;
	}
	return any;
}

static struct Span span_of(const struct Diags *diags, const char *text)
{
	return sources_option(diags->sources, "--parametrize", text);
}

static void unknown_kind(struct Diags *diags, const char *text)
{
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PARAM, span_of(diags, text), "'%s' names no parameters", text);
	diag_help(diags, d,
	          "inertial, body:BODY, payload:FRAME, geometry and gravity do; with none the model has no parameters");
}

/* A name after body: or payload: that the model does not have. */
static void unknown_site(const struct Model *model, struct Diags *diags, const char *text, const char *name,
                         bool frames)
{
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->body, model->bodies, name.text);
	if (frames)
		NEAREST_EACH(&nearest, model->frame, model->frames, name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PARAM, span_of(diags, text),
	                      frames ? "the model has no body or frame '%s'" : "the model has no body '%s'", name);
	diag_nearest(diags, d, &nearest);
}

static void check_word(const struct Model *model, struct Diags *diags, const struct NameTable *sites, const char *text)
{
	static const char *const words[] = { "inertial", "geometry", "gravity", "none" };
	const char *body = name_after(text, of_body), *frame = name_after(text, of_payload);
	bool word = false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		word |= strcmp(text, words[i]) == 0;
	int site = body || frame ? names_find(sites, body ? body : frame) : -1;
	if (word || (body && site >= 0 && site < model->bodies) || (frame && site >= 0))
		return;
	if (body || frame)
		unknown_site(model, diags, text, body ? body : frame, frame != NULL);
	else
		unknown_kind(diags, text);
}

/* Has the body an offset to make a parameter: at a moving joint, or at a mount? */
static bool has_offset(const struct Model *model, const struct Body *body)
{
	return body_moves(body) || !vec_is_zero(model->dag, body->at.p);
}

void parametrize_offsets(struct Model *model, struct Diags *diags, const struct Request *request)
{
	struct NameTable sites = model_sites(model);
	for (size_t i = 0; i < request->parametrizes; i++)
		check_word(model, diags, &sites, request->parametrize[i]);
	for (int i = 0; i < model->bodies && asks(request, "geometry"); i++) {
		struct Body *body = &model->body[i];
		if (has_offset(model, body))
			give_vector(model, body->joint->name.text, "_offset", dim_length, &body->at.p);
	}
	if (asks(request, "gravity"))
		give_vector(model, "gravity", "", dim_acceleration, &model->gravity);
}

/* Makes parameters of bodies that move and have mass or inertia. A body that is asked for by name may have no mass by
 * default. */
void parametrize_inertias(struct Model *model, const struct Request *request)
{
	for (int i = 0; i < model->bodies; i++) {
		struct Body *body = &model->body[i];
		bool asked = asks(request, "inertial") && body->carrier >= 0 &&
		             !(dag_is_zero(model->dag, body->mass) && dag_is_zero(model->dag, body->inertia.e[0][0]));
		if (asked || asks_site(request, of_body, body->name.text))
			give_mass(model, body->name.text, "", &body->mass, &body->com, &body->inertia);
	}
}

/* --- payloads --- */

static void add_payload(struct Model *model, struct Diags *diags, struct Payload payload)
{
	struct Dag *dag = model->dag;
	if (payload.body < 0 || model->body[payload.body].carrier < 0) {
		diag(diags, CHECK_STILL_PAYLOAD,
		     span_of(diags, text_print(model->arena, "%s%s", of_payload, payload.name.text)),
		     "'%s' is fixed to the world, where a payload moves nothing", payload.name.text);
		return;
	}
	payload.mass = dag_const(dag, 0);
	payload.com = vec_const(dag, 0, 0, 0);
	payload.inertia = mat_zero(dag);
	give_mass(model, payload.name.text, "_payload", &payload.mass, &payload.com, &payload.inertia);
	*ARENA_PUSH(model->arena, &model->payloads) = payload;
}

void parametrize_payloads(struct Model *model, struct Diags *diags, const struct Request *request)
{
	for (int i = 0; i < model->bodies; i++)
		if (asks_site(request, of_payload, model->body[i].name.text))
			add_payload(model, diags,
			            (struct Payload){ .name = model->body[i].name,
			                              .body = i,
			                              .at = placement_identity(model->dag) });
	for (int i = 0; i < model->frames; i++)
		if (asks_site(request, of_payload, model->frame[i].name.text))
			add_payload(model, diags,
			            (struct Payload){ .name = model->frame[i].name,
			                              .body = model->frame[i].body,
			                              .at = model->frame[i].at });
}
