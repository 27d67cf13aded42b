/* Comments in generated C: the banner, the links, the arguments and the cost of each function. Text from the model
 * is made harmless first. */
#include <string.h>

#include "pipeline/choose_folding.h"
#include "pipeline/pass.h"
#include "rolled_operands.h"
#include "printer.h"
#include "base/number.h"
#include "dynamics/plan/search.h"
#include "dynamics/tree/tree_wrench.h"
#include "program/sincos.h"
#include "base/version.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/law.h"
#include "model/strut.h"

void c_put_comment(struct Text *out, const char *text)
{
	struct Text clean = text_new(out->arena);
	text_visible(&clean, text, strlen(text));
	for (const char *p = text_string(&clean); *p; p++) {
		text_char(out, *p);
		bool splits =
			(p[0] == '*' && p[1] == '/') || (p[0] == '/' && p[1] == '*') || (p[0] == '?' && p[1] == '?');
		if (splits)
			text_char(out, ' ');
		else if (p[0] == '\\' && !p[1])
			text_char(out, '.'); /* would splice the next line */
	}
}

void c_put_string(struct Text *out, const char *text)
{
	bool clean;
	text_char(out, '"');
	for (size_t left = strlen(text), length; left > 0; left -= length, text += length) {
		length = text_step(text, left, &clean);
		clean &= *text != '\n' && *text != '\t' && *text != '"' && *text != '\\' && *text != '?';
		if (clean)
			text_bytes(out, text, length);
		else
			text_format(out, "\\%03o", (unsigned)(unsigned char)*text); /* one byte */
	}
	text_char(out, '"');
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

const char *c_argument_meaning(const struct Printer *p, const struct FunctionArgument *argument)
{
	const char *layout = argument->output < 0 ? NULL : argument->array->layout;
	return layout ? text_print(p->arena, "%s: %s", argument->meaning, layout) : argument->meaning;
}

/* "[6]", "[6*6]", "[6*7/2]" */
static const char *shape_of(const struct Printer *p, const struct FunctionArgument *a)
{
	const struct GeneratedOutput *array = a->array;
	size_t rows = array ? (size_t)array->rows : 0;
	if (a->output >= 0 && array->layout && !array->sparse && 2 * a->size == rows * (rows + 1))
		return text_print(p->arena, "[%zu*%zu/2]", rows, rows + 1);
	if (a->output >= 0 && array->columns != 1 && !array->layout)
		return text_print(p->arena, "[%zu*%d]", rows, array->columns);
	return text_print(p->arena, "[%zu]", a->size);
}

/* Row of the table of arguments. */
static void put_argument_row(struct Printer *p, const struct FunctionArgument *a)
{
	const char *name = c_array_name(p, a->name), *direction = a->output < 0 ? "in" : "out";
	const char *meaning = c_argument_meaning(p, a);
	if (c_array_type(p, a->name))
		text_format(p->out, " *   %-14s %-3s  %s\n", name, direction, meaning);
	else
		text_format(p->out, " *   %-6s %-7s %-3s  %s; %s\n", name, shape_of(p, a), direction, meaning,
		            measure_units(p->job->model, a->measure));
}

static void put_wrench_rows(struct Printer *p)
{
	const struct Tree *tree = p->job->tree;
	for (int i = 0; i < tree->wrenches; i++) {
		const struct TreeWrench *wrench = &tree->wrench[i];
		text_format(p->out, " *     f_ext[%d..%d]: %s of ", wrench->first,
		            wrench->first + (wrench->at_point ? 8 : 5), wrench->at_point ? "(f, n, p)" : "(f, n)");
		c_put_comment(p->out, wrench->name);
		text_put(p->out, " on ");
		c_put_comment(p->out, p->job->model->body[wrench->body].name.text);
		text_put(p->out, ", in ");
		c_put_comment(p->out, wrench_axes(p->arena, wrench));
		text_format(p->out, ", at %s\n", wrench->at_point ? "the point p" : "its origin");
	}
}

/* "368 mul, 278 add, 5 sincos" */
static void put_operations(struct Text *out, const uint32_t *cost)
{
	for (int i = 0; i < COST_COUNT; i++)
		if (i < COST_ALWAYS || cost[cost_order[i]])
			text_format(out, "%s%u %s", i ? ", " : "", cost[cost_order[i]], cost_name[cost_order[i]]);
}

void c_put_cost(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	text_put(p->out, " * Cost: ");
	put_operations(p->out, program->cost);
	text_format(p->out, "; %u temporaries, at most %u alive at once (%zu bytes).\n", program->temporaries,
	            program->alive, program_live_bytes(program, p->real->narrow));
	if (program->kernel && program->cost[COST_SINCOS] && (p->dialect->one_sincos || !p->dialect->called))
		text_format(
			p->out,
			" * Each sincos takes %d mul and %d add more, in %s_sincos%s; it is precise up to %s rad.\n",
			p->real->narrow ? SINCOS_MUL_FLOAT : SINCOS_MUL,
			p->real->narrow ? SINCOS_ADD_FLOAT : SINCOS_ADD, c_prefix(p->arena, p->job),
			p->loops_over_angles ? "" : "<n>",
			text_print(p->arena, "%g", p->real->narrow ? (double)SINCOS_RANGE_FLOAT : SINCOS_RANGE));
}

/* Row for the caller's sines and cosines, sc. */
static void put_sc_row(struct Printer *p)
{
	const struct Generated *f = p->function;
	text_format(p->out, " *     sc[2*k], sc[2*k+1]: sine and cosine of angle[k] of %s_angles\n",
	            c_function_name(p->arena, p->job, f));
	if (f->program.cost[COST_SINCOS])
		text_put(p->out, " *     (Sines of angles that depend on other sines are computed here.)\n");
}

/* Summary of a function, with its frame. */
static void put_summary(struct Printer *p, const struct FunctionPart *part)
{
	text_put(p->out, part->info->summary);
	const char *frames = part_frames(p->arena, part, " seen from ");
	if (frames) {
		text_put(p->out, " (");
		c_put_comment(p->out, frames);
		text_char(p->out, ')');
	}
	if (model_has_loops(p->job->model) && part->info->of_loops == LOOPS_OPEN)
		text_format(p->out, "; this is that of the open tree, %s closes the loops", part->info->instead);
	if (function_reacts(part->info) && p->job->model->closed_forms.count)
		text_put(p->out, "; without the forces of loops that `solve` closes");
}

/* Summary of a part or an operator. */
static void put_term_summary(struct Printer *p, const struct FunctionRequest *request, const struct FunctionTerm *term)
{
	if (!term->operation) {
		put_summary(p, &request->part[term->part]);
		return;
	}
	c_put_comment(p->out, operator_summary(p->arena, term->operation, strchr(term->name, ':') + 1));
}

/* Summary of a function, or of all terms of a fused function, a line each. */
static void put_summaries(struct Printer *p, const struct FunctionRequest *request)
{
	if (request->terms == 1) {
		put_term_summary(p, request, request->term);
		return;
	}
	text_put(p->out, "Fused functions, which share their work:");
	for (int i = 0; i < request->terms; i++) {
		const struct FunctionTerm *term = &request->term[i];
		text_format(p->out, "%s\n *   ", i ? ";" : "");
		c_put_comment(p->out, term->operation ? term->name : request->part[term->part].info->name);
		text_put(p->out, ": ");
		put_term_summary(p, request, term);
	}
}

void c_put_title(struct Printer *p)
{
	const struct Generated *f = p->function;
	if (f->request.parts)
		put_summaries(p, &f->request);
	if (generated_takes(f, INPUT_PARAMS))
		text_put(p->out, "Values that depend on parameters only, for all functions");
	if (f->angles_of)
		text_format(p->out, "angles whose sines and cosines %s takes",
		            c_function_name(p->arena, p->job, f->angles_of));
	text_put(p->out, ".\n");
}

void c_put_inputs_apart(struct Printer *p)
{
	if (generated_takes(p->function, INPUT_F_EXT))
		put_wrench_rows(p);
	if (generated_takes(p->function, INPUT_SC))
		put_sc_row(p);
}

void c_put_arguments(struct Printer *p)
{
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		if (a.output == 0)
			c_put_inputs_apart(p);
		put_argument_row(p, &a);
	}
}

/* They divide by what is left of K = [M J^T; J 0]. */
void c_put_state_notes(struct Printer *p)
{
	const struct FunctionRequest *request = &p->function->request;
	bool divides = false;
	for (int i = 0; i < request->parts; i++)
		divides |= request->part[i].phase && request->part[i].info->inverts;
	if (divides)
		text_put(
			p->out,
			" * Where rows of J depend on each other, as at dead points, no result is right: it may be NaN, infinite\n"
			" * or finite.\n");
}

void c_put_function_doc(struct Printer *p)
{
	text_put(p->out, "/* ");
	c_put_title(p);
	c_put_arguments(p);
	text_put(p->out, " * Outputs must not overlap inputs or each other.\n");
	c_put_state_notes(p);
	if (c_has_init(p))
		text_format(p->out, " * Structural zeros are not written: %s writes them once.\n",
		            c_companion(p, NULL, COMPANION_INIT));
	c_put_cost(p);
	if (p->output_loops)
		c_put_rolled_words(p);
	text_put(p->out, " */\n");
}

static void put_list(struct Text *out, const char *option, const char *const *item, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		text_format(out, " %s ", option);
		c_put_comment(out, item[i]);
	}
}

/* Names of bodies or joints, in quotation marks where they could be taken for a list. */
static void put_names(struct Text *out, const char *option, const char *const *name, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *text = strpbrk(name[i], " ,\"\\") ? text_quoted(out->arena, name[i]) : name[i];
		put_list(out, option, &text, 1);
	}
}

/* rnea, fk:tool0, fk:"left tool" */
static void put_part_name(struct Text *out, const struct FunctionPart *part)
{
	c_put_comment(out, part->info->name);
	for (int i = 0; i < PART_FRAMES && part->frame[i]; i++) {
		const char *frame = part->frame[i];
		text_char(out, ':');
		c_put_comment(out, strpbrk(frame, " \t,+:=\"\\") ? text_quoted(out->arena, frame) : frame);
	}
}

/* rnea, vjp:fk:"left tool", vjp:cost of a fused function */
static void put_term(struct Text *out, const struct FunctionRequest *request, const struct FunctionTerm *term)
{
	if (!term->operation) {
		put_part_name(out, &request->part[term->part]);
		return;
	}
	const char *of = term->name + strlen(term->operation->name) + 1;
	text_format(out, "%s:", term->operation->name);
	if (term->ofs == 1 && strcmp(of, term->of->name) == 0)
		put_term(out, request, term->of);
	else
		c_put_comment(out, of);
}

/* -f rnea,dyn=crba+rnea */
static void put_functions(struct Text *out, const struct Job *job)
{
	text_put(out, " -f ");
	for (int i = 0; i < job->functions && !job->function[i].angles_of; i++) {
		const struct FunctionRequest *request = &job->function[i].request;
		bool fused = request->terms > 1 || strcmp(request->name, request->term[0].name) != 0;
		text_put(out, i ? "," : "");
		if (fused)
			c_put_comment(out, request->name);
		for (int k = 0; k < request->terms; k++) {
			text_put(out, !fused ? "" : k ? "+" : "=");
			put_term(out, request, &request->term[k]);
		}
	}
}

/* Options that decide how functions are written. */
static void put_form(struct Text *out, const struct Job *job)
{
	const struct Request *request = job->request;
	if (request->preset)
		text_format(out, " --preset=%s", request->preset);
	text_put(out, request->real_float ? " --real float" : "");
	if (request->level && request->level - 1 != LEVEL_DEFAULT)
		text_format(out, " -O%d", request->level - 1);
	put_list(out, "--no-pass", request->no_pass, request->no_passes);
	if (request->search_given && request->search != SEARCH_QUICK)
		text_format(out, " --search %s%s", search_name[request->search],
		            job->interrupted ? " (interrupted)" : "");
	if (request->dispatch != DISPATCH_AUTO)
		text_format(out, " --dispatch=%s", dispatch_name[request->dispatch]);
	if (request->batch != BATCH_NONE)
		text_format(out, " --batch %s", batch_name[request->batch]);
	if (request->limb_lanes != LIMB_LANES_AUTO)
		text_format(out, " --lanes %s", limb_lanes_name[request->limb_lanes]);
	if (request->sincos != SINCOS_INLINE)
		text_format(out, " --sincos %s", sincos_name[request->sincos]);
	if (request->code_size != CODE_SIZE_AUTO)
		text_format(out, " --size=%s", code_size_name[request->code_size]);
	text_put(out, request->misra ? " --misra" : "");
	text_put(out, request->fma == FMA_AUTO ? " --fma=auto" : request->fma ? " --fma" : "");
	if (request->matrix != MATRIX_FULL)
		text_format(out, " --matrix=%s", matrix_name[request->matrix]);
	text_put(out, request->zeros_once ? " --zeros once" : "");
	text_put(out, request->contract ? " --fma=compiler" : "");
}

/* The request. With the same request and model the generated text is identical. */
static void put_request(struct Text *out, const struct Job *job)
{
	const struct Request *request = job->request;
	text_put(out, " * Made with");
	put_functions(out, job);
	put_list(out, "-D", request->define, request->defines);
	put_list(out, "--lock", request->lock, request->locks);
	put_list(out, "--contact", request->contact, request->contacts);
	put_list(out, "--phase", request->phase, request->phases);
	put_names(out, "--idle", request->idle, request->idles);
	put_names(out, "--without", request->without, request->withouts);
	if (request->closure > 0 || request->closure_angle > 0) {
		text_put(out, " --closure=");
		number_put(out, job->model->tolerance.length);
		text_char(out, ',');
		number_put(out, job->model->tolerance.angle);
	}
	put_list(out, "--gravity", &request->gravity, request->gravity != NULL);
	put_list(out, "--parametrize", request->parametrize, request->parametrizes);
	put_names(out, "--wrench", request->wrench, request->wrenches);
	put_names(out, "--sensor", request->sensor, request->sensors);
	put_list(out, "--prefix", &request->prefix, request->prefix != NULL);
	if (request->base != BASE_OWN)
		text_format(out, " --base=%s", base_name[request->base]);
	text_put(out, request->keep_damping ? " --keep=damping" : "");
	text_put(out, request->keep_rotors ? " --keep=rotors" : "");
	text_put(out, request->keep_actuators ? " --keep=actuators" : "");
	text_put(out, request->keep_forces ? " --keep=forces" : "");
	text_put(out, request->markers ? " --keep=markers" : "");
	text_put(out, request->muscles ? " --muscles" : "");
	if (request->model) {
		const char *from = text_print(out->arena, "sdf:%s", request->model);
		put_list(out, "--from", &from, 1);
	}
	if (request->dh != DH_OWN)
		text_format(out, " --dh=%s", dh_name[request->dh]);
	text_put(out, request->dh_degrees ? " --dh=deg" : "");
	text_put(out, request->dh_millimetres ? " --dh=mm" : "");
	text_put(out, request->no_snapping ? " --snap-angles 0" : "");
	if (request->snap_angles > 0) {
		text_put(out, " --snap-angles ");
		number_put(out, request->snap_angles);
	}
	put_form(out, job);
	text_put(out, ".\n");
}

/* Hash of the request. Options that shape the model are part of the model's hash. */
uint64_t c_code_hash(const struct Printer *p)
{
	const struct Request *request = p->job->request;
	struct Text text = text_new(p->arena);
	text_format(&text, RIGIDC_VERSION " %s %016llx", c_prefix(p->arena, p->job),
	            (unsigned long long)model_hash(p->job->model));
	put_functions(&text, p->job);
	put_list(&text, "--parametrize", request->parametrize, request->parametrizes);
	put_names(&text, "--wrench", request->wrench, request->wrenches);
	put_names(&text, "--sensor", request->sensor, request->sensors);
	put_form(&text, p->job);
	return text_hash(text_string(&text), text.count);
}

static void put_content(struct Printer *p, const struct Generated *f)
{
	text_format(p->out, " *   %s: ", c_function_name(p->arena, p->job, f));
	put_operations(p->out, f->program.cost);
	text_char(p->out, '\n');
}

static void put_contents(struct Printer *p)
{
	text_put(p->out, " *\n");
	for (int i = 0; i < p->job->functions; i++)
		put_content(p, &p->job->function[i]);
	if (job_prepares(p->job))
		put_content(p, &p->job->prepare);
}

void c_put_links(struct Printer *p)
{
	const struct Tree *tree = p->job->tree;
	const struct Model *model = p->job->model;
	static const char *const legend =
		"/* Temporaries are named by link, here link 3. Frames of links are chosen by rigidc.\n"
		" *   s3 c3        sine and cosine of its joint angle, or of the sum of angles of parallel axes up to it\n"
		" *   w3x wd3x     angular velocity and its derivative\n"
		" *   a3x          acceleration of the origin of its frame, minus gravity\n"
		" *   U3xy         matrix of its acceleration field: a point r from the origin has a + U r\n"
		" *   f3x n3x      force and moment on it\n"
		" *   h3x D3xy     first and second moment of its mass, after a part was moved to its parent\n"
		" *   t1 t2 ...    other values; an n at the end of a name means the negative value\n"
		" * Links:\n";
	text_put(p->out, legend);
	for (int i = 0; i < tree->links; i++) {
		text_format(p->out, " *   %3d  ", i + 1);
		c_put_comment(p->out, model->body[tree->link[i].body].name.text);
		if (tree->link[i].parent >= 0)
			text_format(p->out, ", on %d", tree->link[i].parent + 1);
		text_put(p->out, ", by joint ");
		c_put_comment(p->out, model->body[tree->link[i].body].joint->name.text);
		text_char(p->out, '\n');
	}
	text_put(p->out, " */\n\n");
}

static const char *gravity_text(const struct Printer *p)
{
	const struct Model *model = p->job->model;
	struct Text text = text_new(p->arena);
	for (int i = 0; i < 3; i++) {
		if (!dag_is_const(model->dag, model->gravity.e[i]))
			return "given by parameters";
		text_put(&text, i ? ", " : "(");
		number_put(&text, dag_value(model->dag, model->gravity.e[i]));
	}
	text_put(&text, ") m/s^2");
	return text_string(&text);
}

/* " * Strut jack between hook and eye." */
static void put_struts(struct Text *out, const struct Model *model)
{
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		text_put(out, strut->tendon ? " * Tendon " : " * Strut ");
		c_put_comment(out, strut->name.text);
		for (int k = 0; k < strut->points; k++) {
			text_put(out, k > 0 ? strut->tendon ? ", " : " and " : strut->tendon ? " over " : " between ");
			c_put_comment(out, strut->at[k].text);
		}
		text_put(out, ".\n");
	}
}

/* " * Group calves: left.gastrocnemius, left.soleus." */
static void put_groups(struct Text *out, const struct Model *model)
{
	for (size_t i = 0; i < model->groups.count; i++) {
		const struct StrutGroup *group = &model->groups.item[i];
		text_put(out, " * Group ");
		c_put_comment(out, group->name.text);
		for (int k = 0; k < group->count; k++) {
			text_put(out, k ? ", " : ": ");
			c_put_comment(out, model->struts.item[group->strut[k]].name.text);
		}
		text_put(out, ".\n");
	}
}

/* " * Wrench soft on foot in world has a law." */
static void put_laws(struct Text *out, const struct Model *model)
{
	for (size_t i = 0; i < model->laws.count; i++) {
		const struct Law *law = &model->laws.item[i];
		text_put(out, " * Wrench ");
		c_put_comment(out, law->name.text);
		text_put(out, " on ");
		c_put_comment(out, law->on.name.text);
		if (law->seen) {
			text_put(out, " in ");
			c_put_comment(out, law->in.name.text);
		}
		text_put(out, " has a law.\n");
	}
}

/* Machines that functions choose code for. */
static void put_machines(struct Printer *p)
{
	if (p->dispatch || p->batch_dispatch)
		text_format(p->out, " * On x86-64 %s%s%s choose code for AVX2%s if the machine has it (--dispatch).\n",
		            p->dispatch ? "functions with limbs in lanes" : "",
		            p->dispatch && p->batch_dispatch ? " and " : "", p->batch_dispatch ? "batches" : "",
		            p->batch_dispatch && !p->real->narrow ? " or AVX-512" : "");
}

/* What the code does without, and the places with loops nevertheless. */
static void put_nature(struct Printer *p)
{
	const struct Job *job = p->job;
	const char *where[5];
	size_t count = 0;
	if (job->request->batch != BATCH_NONE)
		where[count++] = "in functions of many states";
	if (job->fuses)
		where[count++] = "over lanes where fma is no instruction";
	if (job_prepares(job))
		where[count++] = text_print(p->arena, "under -D%s", c_own(p, OWN_CHECK));
	if (p->loops_over_members)
		where[count++] = "over columns of long functions";
	if (p->loops_over_limbs)
		where[count++] = "over limbs where lanes are few";
	text_put(p->out, p->dialect->nature);
	if (p->dialect->loopless && !p->compact) {
		text_format(p->out, ", no loops%s", count ? " but these:\n *" : "");
		for (size_t i = 0; i < count; i++)
			text_format(p->out, "%s %s", i ? "," : "", where[i]);
	}
	text_put(p->out, ".\n");
	put_machines(p);
}

uint64_t c_called(const struct Job *job)
{
	uint64_t ops = 0;
	for (int f = job_prepares(job) ? -1 : 0; f < job->functions; f++) {
		const struct Program *program = &job_generated(job, f)->program;
		for (uint32_t i = 0; i < program->steps; i++) {
			const struct Step *step = &program->step[i];
			if (step->group && job->fuses)
				ops |= (uint64_t)1 << OP_FMA; /* in sines of our own */
			else if (*op_table[step->op].c && !op_table[step->op].infix && !step->group)
				ops |= (uint64_t)1 << step->op;
		}
	}
	return ops;
}

/* Functions for the linker. A square root is an instruction, except for errno. */
static void put_libm(struct Printer *p)
{
	_Static_assert(OP_COUNT <= 64, "a bit for each operation");
	uint64_t ops = c_called(p->job);
	int count = 0;
	if (p->dialect->called || p->dialect->kernel)
		return; /* nothing is linked */
	if (p->job->request->fma == FMA_AUTO)
		ops &= ~((uint64_t)1 << OP_FMA); /* used only where fma is an instruction */
	for (int op = 0; op < OP_COUNT; op++)
		if (ops >> op & 1)
			text_format(p->out, "%s %s%s", count++ ? "," : " * Link with -lm:", op_table[op].c,
			            p->real->suffix);
	if (!count)
		return;
	text_put(p->out, " of the C library.\n");
	if (ops >> OP_SQRT & 1)
		text_format(
			p->out,
			" * By -fno-math-errno sqrt%s is an instruction of gcc and clang, where the machine has one.\n",
			p->real->suffix);
}

void c_put_banner(struct Printer *p)
{
	const struct Model *model = p->job->model;
	text_put(p->out, "/* Rigid-body dynamics of ");
	c_put_comment(p->out, model->name.text);
	text_format(p->out,
	            ", generated by rigidc %s.\n"
	            " * This code belongs to whoever generated it.\n",
	            version_built());
	put_request(p->out, p->job);
	put_contents(p);
	text_format(p->out,
	            " *\n"
	            " * Units are SI and radians. Spatial vectors are linear first: twist (v, w), wrench (f, n).\n"
	            " * Quaternions are (qx, qy, qz, qw) and assumed to be of unit length. Matrices are row-major.\n"
	            " * Gravity %s in the world. ",
	            gravity_text(p));
	put_nature(p);
	put_libm(p);
	put_struts(p->out, model);
	put_groups(p->out, model);
	put_laws(p->out, model);
	if (model->doc) {
		text_put(p->out, " *\n");
		put_doc(p->out, model->doc);
	}
	text_put(p->out, " */\n");
}
