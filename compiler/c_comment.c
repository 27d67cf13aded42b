/* What generated C says to its reader: the banner, the links, the arguments and the cost of each
 * function. Whatever comes from the model is made harmless first. */
#include <string.h>

#include "c_print.h"
#include "number.h"
#include "version.h"

void c_put_comment(struct Text *out, const char *text)
{
	struct Text clean;
	text_init(&clean, out->arena);
	text_visible(&clean, text, strlen(text));
	for (const char *p = text_string(&clean); *p; p++) {
		text_char(out, *p);
		bool splits = (p[0] == '*' && p[1] == '/') || (p[0] == '/' && p[1] == '*') ||
		              (p[0] == '?' && p[1] == '?');
		if (splits)
			text_char(out, ' ');
		else if (p[0] == '\\' && !p[1])
			text_char(out, '.'); /* would splice the next line */
	}
}

static void put_doc(struct Text *out, const char *doc)
{
	while (doc && *doc) {
		size_t length = strcspn(doc, "\n");
		text_put(out, length ? " * " : " *");
		c_put_comment(out, arena_copy(out->arena, doc, length));
		text_char(out, '\n');
		doc += length + (doc[length] == '\n');
	}
}

static void put_argument_row(struct Printer *p, const char *name, size_t size, enum Shape form,
                             const char *direction, enum Measure measure, const char *meaning)
{
	int nv = p->package->model->nv;
	const char *shape = form == SHAPE_NV_NV   ? text_print(p->arena, "[%d*%d]", nv, nv)
	                    : form == SHAPE_LOWER ? text_print(p->arena, "[%d*%d/2]", nv, nv + 1)
	                                          : text_print(p->arena, "[%zu]", size);
	if (form == SHAPE_LOWER)
		meaning = text_print(p->arena, "%s: its lower triangle, by rows", meaning);
	text_format(p->out, " *   %-6s %-7s %-3s  %s; %s\n", name, shape, direction, meaning,
	            signature_units(p->package->model, measure));
}

static void put_wrench_rows(struct Printer *p)
{
	const struct Tree *tree = p->package->tree;
	for (int i = 0; i < tree->wrenches; i++) {
		const struct TreeWrench *wrench = &tree->wrench[i];
		text_format(p->out, " *     f_ext[%d..%d]: %s of ", wrench->first,
		            wrench->first + (wrench->at_point ? 8 : 5), wrench->at_point ? "(f, n, p)" : "(f, n)");
		c_put_comment(p->out, wrench->name);
		text_put(p->out, " on ");
		c_put_comment(p->out, p->package->model->body[wrench->body].name.text);
		text_format(p->out, ", in %s axes, at %s\n", wrench->in_world ? "world" : "its",
		            wrench->at_point ? "the point p" : "its origin");
	}
}

/* "368 mul, 278 add, 5 sincos" */
static void put_operations(struct Text *out, const uint32_t *cost)
{
	text_format(out, "%u mul, %u add, %u sincos", cost[COST_MUL], cost[COST_ADD], cost[COST_SINCOS]);
	if (cost[COST_DIV])
		text_format(out, ", %u div", cost[COST_DIV]);
	if (cost[COST_SQRT])
		text_format(out, ", %u sqrt", cost[COST_SQRT]);
	if (cost[COST_OTHER])
		text_format(out, ", %u other", cost[COST_OTHER]);
}

static void put_cost(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	size_t bytes = program_stack_bytes(program, p->real_float);
	text_put(p->out, " * Cost: ");
	put_operations(p->out, program->cost);
	text_format(p->out, "; %u temporaries, %zu bytes of stack for those alive at once.\n",
	            program->temporaries, bytes);
}

void c_put_function_doc(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_put(p->out, "/* ");
	for (int i = 0; i < f->spec.parts; i++)
		text_format(p->out, "%s%s", i ? "; " : "", f->spec.part[i]->summary);
	if (f->spec.angles_of)
		text_format(p->out, "angles whose sines and cosines %s takes: sc[2*k] is the sine of angle[k], sc[2*k+1] its cosine",
		            c_function_name(p->arena, p->package, f - p->package->functions / 2));
	text_put(p->out, ".\n");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(f, i))
			put_argument_row(p, input_name[i], f->input_size[i], SHAPE_NV, "in", function_input[i].measure,
			                 function_input[i].meaning);
	if (generated_takes(f, INPUT_F_EXT))
		put_wrench_rows(p);
	for (int i = 0; i < f->outputs; i++)
		put_argument_row(p, f->output[i].info->name, f->output[i].size, f->output[i].shape, "out",
		                 f->output[i].info->measure, f->output[i].info->meaning);
	text_put(p->out, " * Outputs are written while inputs are read: they may not overlap them or each other.\n");
	put_cost(p);
	text_put(p->out, " */\n");
}

static void put_list(struct Text *out, const char *option, const char *const *item, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		text_format(out, " %s ", option);
		c_put_comment(out, item[i]);
	}
}

/* What was asked for beside the model. */
static void put_request(struct Text *out, const struct Request *request)
{
	size_t options = request->defines + request->locks + request->wrenches + (request->prefix != NULL) +
	                 request->real_float + request->packed + request->contract;
	if (!options)
		return;
	text_put(out, " * Made with");
	put_list(out, "-D", request->define, request->defines);
	put_list(out, "--lock", request->lock, request->locks);
	put_list(out, "--wrench", request->wrench, request->wrenches);
	put_list(out, "--prefix", &request->prefix, request->prefix != NULL);
	text_format(out, "%s%s%s.\n", request->real_float ? " --real float" : "", request->packed ? " --packed" : "",
	            request->contract ? " --fp-contract allow" : "");
}

static void put_contents(struct Printer *p)
{
	text_put(p->out, " *\n");
	for (int i = 0; i < p->package->functions; i++) {
		const struct Generated *f = &p->package->function[i];
		text_format(p->out, " *   %s: ", c_function_name(p->arena, p->package, f));
		put_operations(p->out, f->program.cost);
		text_char(p->out, '\n');
	}
}

void c_put_links(struct Printer *p)
{
	const struct Tree *tree = p->package->tree;
	const struct Model *model = p->package->model;
	text_put(p->out, "/* Temporaries are named by link: s3 and c3 are the sine and cosine of its joint, or of the sum of angles\n"
	                 " * of parallel axes up to it; w3x wd3x a3x its angular velocity, the derivative of that and the\n"
	                 " * acceleration of its frame's origin, less gravity; U3xy the field of accelerations about that, f3x n3x\n"
	                 " * the wrench on it, h3x D3xy first and second moment of what it carries, after some of it was handed\n"
	                 " * to its parent. Frames are chosen by rigidc. t1, t2, ... are anything else.\n");
	for (int i = 0; i < tree->links; i++) {
		text_format(p->out, " *   %3d  ", i + 1);
		c_put_comment(p->out, model->body[tree->link[i].body].name.text);
		text_format(p->out, "%s", tree->link[i].parent < 0 ? "" : text_print(p->arena, ", on %d", tree->link[i].parent + 1));
		text_put(p->out, ", by joint ");
		c_put_comment(p->out, model->body[tree->link[i].body].joint.name.text);
		text_char(p->out, '\n');
	}
	text_put(p->out, " */\n\n");
}

void c_put_banner(struct Printer *p)
{
	const struct Model *model = p->package->model;
	struct Text gravity;
	text_init(&gravity, p->arena);
	for (int i = 0; i < 3; i++) {
		text_put(&gravity, i ? ", " : "");
		number_put(&gravity, dag_value(model->dag, model->gravity.e[i]));
	}
	text_put(p->out, "/* Rigid-body dynamics of ");
	c_put_comment(p->out, model->name.text);
	text_format(p->out, ", generated by rigidc " RIGIDC_VERSION ".\n"
	            " * This code belongs to whoever generated it.\n");
	put_request(p->out, p->package->request);
	put_contents(p);
	text_format(p->out,
	            " *\n"
	            " * Units are SI and radians. Spatial vectors are linear first: twist (v, w), wrench (f, n).\n"
	            " * Quaternions are (qx, qy, qz, qw) and assumed to be of unit length. Matrices are row-major.\n"
	            " * Gravity (%s) m/s^2 in the world. No allocation, no state, no loops.\n", text_string(&gravity));
	if (model->doc) {
		text_put(p->out, " *\n");
		put_doc(p->out, model->doc);
	}
	text_put(p->out, " */\n");
}
