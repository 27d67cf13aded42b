/* rigidc info: what a model is and what its functions cost, for people and as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli.h"
#include "number.h"

/* --- JSON --- */

/* One unit if all elements share it; else one per element, or for a matrix or wrenches the kinds. */
static json_t *unit_json(const struct Model *model, enum Measure measure, size_t size)
{
	bool listed = measure <= MEASURE_FORCE;
	if (!listed || signature_uniform(model, measure))
		return json_string(signature_units(model, measure));
	json_t *all = json_array();
	for (size_t i = 0; i < size; i++)
		json_array_append_new(all, json_string(signature_element_unit(model, measure, (int)i)));
	return all;
}

static int carrier_of_parent(const struct Model *model, const struct Body *body)
{
	return body->parent < 0 ? -1 : model->body[body->parent].carrier;
}

static json_t *bodies_json(const struct Model *model)
{
	json_t *bodies = json_array();
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (body_moves(body))
			json_array_append_new(bodies, json_pack("{s:o, s:o}",
				"name", text_json(model->arena, body->name.text),
				"parent", text_json(model->arena, model_body_name(model, carrier_of_parent(model, body)))));
	}
	return bodies;
}

static json_t *frames_json(const struct Model *model)
{
	json_t *frames = json_array();
	for (int i = 0; i < model->bodies; i++)
		if (!body_moves(&model->body[i]))
			json_array_append_new(frames, json_pack("{s:o, s:o}",
				"name", text_json(model->arena, model->body[i].name.text),
				"body", text_json(model->arena, model_body_name(model, model->body[i].carrier))));
	for (int i = 0; i < model->frames; i++) {
		int body = model->frame[i].body < 0 ? -1 : model->body[model->frame[i].body].carrier;
		json_array_append_new(frames, json_pack("{s:o, s:o}",
			"name", text_json(model->arena, model->frame[i].name.text),
			"body", text_json(model->arena, model_body_name(model, body))));
	}
	return frames;
}

static json_t *joints_json(const struct Model *model)
{
	json_t *joints = json_array();
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		const struct Joint *joint = &body->joint;
		int nq = joint_nq(joint), nv = joint_nv(joint);
		json_array_append_new(joints, json_pack("{s:o, s:s, s:o, s:o, s:[i,i], s:[i,i]}",
			"name", text_json(model->arena, joint->name.text),
			"type", body_moves(body) ? joint->kind->name : "fixed",
			"parent", text_json(model->arena, model_body_name(model, body->parent)),
			"child", text_json(model->arena, body->name.text),
			"q", nq ? joint->q : 0, nq, "v", nv ? joint->v : 0, nv));
	}
	return joints;
}

static json_t *array_json(const struct Model *model, const char *name, size_t size, enum Shape shape,
                          enum Measure measure)
{
	json_t *extent = json_array();
	bool matrix = shape == SHAPE_NV_NV;
	json_array_append_new(extent, json_integer(matrix ? model->nv : (json_int_t)size));
	if (matrix)
		json_array_append_new(extent, json_integer(model->nv));
	return json_pack("{s:s, s:o, s:o}", "name", name, "shape", extent, "unit",
	                 unit_json(model, measure, size));
}

static json_t *function_json(const struct Package *package, const struct Generated *function)
{
	const struct Program *program = &function->program;
	const uint32_t *cost = program->cost;
	json_t *inputs = json_array(), *outputs = json_array();
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			json_array_append_new(inputs, array_json(package->model, input_name[i], function->input_size[i],
			                                         SHAPE_NV, function_input[i].measure));
	for (int i = 0; i < function->outputs; i++) {
		const struct FunctionOutput *info = function->output[i].info;
		json_array_append_new(outputs, array_json(package->model, info->name, function->output[i].size,
		                                          function->output[i].shape, info->measure));
	}
	return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o}",
		"mul", (int)cost[COST_MUL], "add", (int)cost[COST_ADD], "div", (int)cost[COST_DIV],
		"sqrt", (int)cost[COST_SQRT], "sincos", (int)cost[COST_SINCOS], "other", (int)cost[COST_OTHER],
		"temporaries", (int)program->temporaries, "stack_bytes", (int)program_stack_bytes(program, package->request->real_float),
		"inputs", inputs, "outputs", outputs);
}

/* Digits that the only real numbers in the object need to read back; -9.81 takes 3 and not 17. */
static size_t gravity_digits(const struct Model *model)
{
	size_t digits = 1;
	for (int i = 0; i < 3; i++) {
		double g = dag_value(model->dag, model->gravity.e[i]);
		for (char text[40]; digits < 17; digits++) {
			snprintf(text, sizeof text, "%.*g", (int)digits, g);
			if (strtod(text, NULL) == g)
				break;
		}
	}
	return digits;
}

static void print_json(const struct Package *package)
{
	const struct Model *model = package->model;
	json_t *functions = json_object(), *gravity = json_array();
	for (int i = 0; i < package->functions; i++)
		json_object_set_new(functions, package->function[i].spec.name,
		                    function_json(package, &package->function[i]));
	for (int i = 0; i < 3; i++)
		json_array_append_new(gravity, json_real(dag_value(model->dag, model->gravity.e[i])));
	json_t *all = json_pack("{s:o, s:i, s:i, s:o, s:o, s:o, s:o, s:o}",
		"model", text_json(model->arena, model->name.text), "nq", model->nq, "nv", model->nv,
		"gravity", gravity, "bodies", bodies_json(model), "frames", frames_json(model),
		"joints", joints_json(model), "functions", functions);
	json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(gravity_digits(model)));
	json_decref(all);
	putchar('\n');
}

/* --- for people --- */

enum { DEEPEST_SHOWN = 32 };

/* The lines that lead to a body: one flag per depth, set while more siblings follow there. */
struct Drawing {
	const struct Model *model;
	int *depth;
	bool *last;                 /* of its siblings */
	bool more[DEEPEST_SHOWN];
	int width;
};

static int shown_depth(int depth)
{
	return depth < DEEPEST_SHOWN ? depth : DEEPEST_SHOWN - 1;
}

/* Characters, as far as UTF-8 goes. */
static int shown_width(const char *name)
{
	int width = 0;
	for (; *name; name++)
		width += (*name & 0xc0) != 0x80;
	return width;
}

static void measure(struct Drawing *d)
{
	const struct Model *model = d->model;
	bool *seen = ARENA_ARRAY(model->arena, bool, (size_t)model->bodies + 1); /* parent + 1 */
	d->depth = ARENA_ARRAY(model->arena, int, (size_t)model->bodies + 1);
	d->last = ARENA_ARRAY(model->arena, bool, (size_t)model->bodies + 1);
	d->width = 8;
	for (int i = 0; i < model->bodies; i++) {
		int parent = model->body[i].parent;
		d->depth[i] = parent < 0 ? 0 : d->depth[parent] + 1;
		int width = 3 * (shown_depth(d->depth[i]) + 1) + shown_width(model->body[i].name.text);
		d->width = width > d->width && width < 72 ? width : d->width;
	}
	for (int i = model->bodies - 1; i >= 0; i--) {
		int parent = model->body[i].parent;
		d->last[i] = !seen[parent + 1];
		seen[parent + 1] = true;
	}
}

static void put_visible(struct Arena *arena, const char *name)
{
	struct Text text;
	text_init(&text, arena);
	text_visible(&text, name, strlen(name));
	fputs(text_string(&text), stdout);
}

static void put_axis(const struct Model *model, struct Vec axis)
{
	static const char *const names[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
	for (int i = 0; i < 3; i++)
		if (dag_is(model->dag, axis.e[i], 1) || dag_is(model->dag, axis.e[i], -1)) {
			printf("%s", names[dag_is(model->dag, axis.e[i], -1)][i]);
			return;
		}
	printf("(%.4g, %.4g, %.4g)", dag_value(model->dag, axis.e[0]), dag_value(model->dag, axis.e[1]),
	       dag_value(model->dag, axis.e[2]));
}

static void put_range(const char *array, int first, int count)
{
	printf(count > 1 ? "  %s[%d..%d]" : "  %s[%d]", array, first, first + count - 1);
}

static void draw_body(struct Drawing *d, int i)
{
	const struct Model *model = d->model;
	const struct Body *body = &model->body[i];
	const struct Joint *joint = &body->joint;
	int depth = shown_depth(d->depth[i]);
	for (int k = 0; k < depth; k++)
		fputs(d->more[k] ? "│  " : "   ", stdout);
	fputs(d->last[i] ? "└─ " : "├─ ", stdout);
	d->more[depth] = !d->last[i];
	put_visible(model->arena, body->name.text);
	int used = 3 * (depth + 1) + shown_width(body->name.text);
	printf("%*s  ", used < d->width ? d->width - used : 0, "");
	put_visible(model->arena, joint->name.text);
	printf(" : %s", joint->locked ? "locked " : "");
	printf("%s", joint->kind->name);
	for (int k = 0; k < joint->kind->parameters; k++) {
		fputs(k ? ", " : "(", stdout);
		if (joint->kind->parameter[k].axis)
			put_axis(model, joint->argument[k].axis);
		else
			printf("%.4g", dag_value(model->dag, joint->argument[k].number));
	}
	fputs(joint->kind->parameters ? ")" : "", stdout);
	if (joint_nq(joint)) {
		put_range("q", joint->q, joint_nq(joint));
		put_range("v", joint->v, joint_nv(joint));
	} else if (joint->coupling && !joint->locked) {
		fputs("  coupled", stdout);
	}
	if (!dag_is_zero(model->dag, body->mass))
		printf("  %.6g kg", dag_value(model->dag, body->mass));
	putchar('\n');
}

static void print_tree(const struct Model *model)
{
	struct Drawing d = { .model = model };
	int moving = 0;
	measure(&d);
	for (int i = 0; i < model->bodies; i++)
		moving += body_moves(&model->body[i]);
	put_visible(model->arena, model->name.text);
	printf(": %d moving %s, nq %d, nv %d, gravity (%.6g, %.6g, %.6g) m/s^2\n\nworld\n", moving,
	       moving == 1 ? "body" : "bodies", model->nq, model->nv, dag_value(model->dag, model->gravity.e[0]),
	       dag_value(model->dag, model->gravity.e[1]), dag_value(model->dag, model->gravity.e[2]));
	for (int i = 0; i < model->bodies; i++)
		draw_body(&d, i);
	if (model->frames)
		fputs("\nframes: ", stdout);
	for (int i = 0; i < model->frames; i++) {
		fputs(i ? ", " : "", stdout);
		put_visible(model->arena, model->frame[i].name.text);
		fputs(" on ", stdout);
		put_visible(model->arena, model_body_name(model, model->frame[i].body));
	}
	fputs(model->frames ? "\n" : "", stdout);
}

static void print_costs(const struct Package *package)
{
	int width = 12;
	for (int i = 0; i < package->functions; i++) {
		int used = shown_width(package->function[i].spec.name);
		width = used > width ? used : width;
	}
	printf("\n%-*s %6s %6s %6s %6s %12s %12s\n", width, "function", "mul", "add", "sincos", "other", "temporaries",
	       "stack bytes");
	for (int i = 0; i < package->functions; i++) {
		const struct Program *program = &package->function[i].program;
		const uint32_t *cost = program->cost;
		printf("%-*s %6u %6u %6u %6u %12u %12zu\n", width, package->function[i].spec.name, cost[COST_MUL],
		       cost[COST_ADD], cost[COST_SINCOS], cost[COST_DIV] + cost[COST_SQRT] + cost[COST_OTHER],
		       program->temporaries, program_stack_bytes(program, package->request->real_float));
	}
}

static void print(rigidc_model *model, void *context)
{
	const struct Options *options = context;
	struct Package package = library_generate(model, options->functions, FOR_TEXT, NULL);
	if (model->diags.errors)
		return;
	if (options->json) {
		print_json(&package);
	} else {
		print_tree(package.model);
		print_costs(&package);
	}
}

int command_info(const struct Options *options)
{
	int code;
	rigidc_model *model = load_model(options, &code);
	if (!model)
		return code;
	report_snapping(model, options);
	struct Options copy = *options;
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK)
		status = library_protect(model, print, &copy);
	if (status != RIGIDC_OK)
		return fail_with(model, status);
	rigidc_model_free(model);
	return finish_stdout();
}
