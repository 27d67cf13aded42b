/* External functions of CasADi: which functions of C they need. For f these are c_f itself, and for its derivatives
 *   jac_f        the matrices of each output by each input
 *   fwd1_f       a direction of the inputs          jvp
 *   adj1_f       weights of the outputs             vjp
 *   fwd1_adj1_f  the change of adj1_f               jvp of vjp
 *   jac_adj1_f   the matrices of adj1_f             Hessian, and the matrices of f transposed
 * CasADi finds them by these names. The change of the Hessian, c_fwd1_jac_adj1_f, is for sums and products of derivatives alone. */
#include "folder_casadi.h"
#include "model/body.h"
#include "model/joint.h"

#include <string.h>

/* Derivatives, each up to its order; %s: the function of C. */
static const struct Derived {
	const char *lead; /* of the name */
	int order;
	const char *text;
	bool matrices;  /* and the matrices of f, after the text */
	CasadiPut *put; /* NULL: no external function */
} derived[CASADI_DERIVED] = {
	[CASADI_JAC] = { "jac_", 1, "", true, casadi_jac_ports },
	[CASADI_FWD] = { "fwd1_", 1, "jvp:%s", false, casadi_fwd_ports },
	[CASADI_ADJ] = { "adj1_", 1, "vjp:%s", false, casadi_adj_ports },
	[CASADI_FWD_ADJ] = { "fwd1_adj1_", 2, "jvp:vjp:%s", false, casadi_fwd_adj_ports },
	[CASADI_JAC_ADJ] = { "jac_adj1_", 2, "hessian:%s+", true, casadi_jac_adj_ports },
	[CASADI_FWD_JAC_ADJ] = { "fwd1_jac_adj1_", 3, "jvp:hessian:%s", false, NULL },
};

/* Functions whose matrices have an algorithm of their own, which takes fewer operations. */
static const struct {
	const char *function, *matrices, *after; /* before and after the phase */
	bool phase;                              /* also of a phase */
} known[] = {
	{ "rnea", "rnea_derivatives", "+crba", false },
	{ "fd", "fd_derivatives", "", true },
	{ "lambda", "lambda_derivatives", "", true },
};

/* --- texts --- */

/* Name in C without the prefix: "fk_tool0". */
static const char *bare_name(const struct Folder *folder, const struct Job *asked, int function)
{
	const char *name = c_function_name(folder->arena, asked, &asked->function[function]);
	return name + strlen(c_prefix(folder->arena, asked)) + 1;
}

/* Does an earlier function of -f have this name? */
static bool is_earlier(const struct Job *asked, int function, const char *name)
{
	bool found = false;
	for (int i = 0; i < function; i++)
		found |= strcmp(asked->function[i].request.name, name) == 0;
	return found;
}

static const char *term_text(const struct Folder *folder, const struct Job *asked, int function,
                             const struct FunctionTerm *term)
{
	struct Arena *arena = folder->arena;
	if (term->operation) {
		const char *of = strchr(term->name, ':') + 1;
		if (term->ofs == 1)
			of = term_text(folder, asked, function, term->of);
		else if (is_earlier(asked, function, of))
			of = text_print(arena, "c_%s", of);
		return text_print(arena, "%s:%s", term->operation->name, of);
	}
	const struct FunctionPart *part = &asked->function[function].request.part[term->part];
	const char *text = part->info->name;
	for (int i = 0; i < PART_FRAMES && part->frame[i]; i++)
		text = text_print(arena, "%s:%s", text, text_quoted(arena, part->frame[i]));
	return text;
}

const char *folder_request_text(const struct Folder *folder, const struct Job *asked, int function)
{
	const struct FunctionRequest *request = &asked->function[function].request;
	struct Text text = text_new(folder->arena);
	for (int i = 0; i < request->terms; i++)
		text_format(&text, "%s%s", i ? "+" : "", term_text(folder, asked, function, &request->term[i]));
	return text_string(&text);
}

/* A joint whose coordinates are more than its velocities; NULL: there is none. */
static const struct Joint *turning(const struct Model *model)
{
	for (int i = 0; i < model->bodies; i++)
		if (kind_has_quaternion(model->body[i].joint->kind))
			return model->body[i].joint;
	return NULL;
}

/* The matrices of a function: those of the table, or of any function by sweeps. */
static const char *matrices_text(const struct Folder *folder, const struct Job *asked, int function, const char *name)
{
	struct Arena *arena = folder->arena;
	const struct FunctionRequest *request = &asked->function[function].request;
	const struct FunctionPart *part = request->part;
	bool plain = request->terms == 1 && !request->term->operation && !asked->tree->wrenches &&
	             !job_prepares(asked) && !turning(asked->model);
	for (size_t i = 0; i < sizeof known / sizeof *known && plain; i++)
		if (strcmp(part->info->name, known[i].function) == 0 && (known[i].phase || !part->phase))
			return text_print(arena, "%s%s%s%s", known[i].matrices, part->frame[0] ? ":" : "",
			                  part->frame[0] ? text_quoted(arena, part->frame[0]) : "", known[i].after);
	return text_print(arena, "derivatives:%s", name);
}

int folder_casadi_order(const struct Folder *folder)
{
	return folder->options->derivatives < 0 ? 2 : folder->options->derivatives;
}

static const char *request_text(const struct Folder *folder, const struct Job *asked)
{
	struct Arena *arena = folder->arena;
	struct Text text = text_new(arena);
	for (int i = 0; i < asked->asked; i++)
		text_format(&text, "%sc_%s=%s", i ? "," : "", bare_name(folder, asked, i),
		            folder_request_text(folder, asked, i));
	for (int i = 0; i < asked->asked; i++)
		for (int d = 0; d < CASADI_DERIVED; d++) {
			const char *name = bare_name(folder, asked, i);
			const char *of = text_print(arena, "c_%s", name);
			if (derived[d].order > folder_casadi_order(folder))
				continue;
			text_format(&text, ",c_%s%s=", derived[d].lead, name);
			text_format(&text, derived[d].text, of);
			if (derived[d].matrices)
				text_put(&text, matrices_text(folder, asked, i, of));
		}
	return text_string(&text);
}

/* --- what there is no such function of --- */

const char *folder_external_refused(const struct Folder *folder, const struct Job *asked)
{
	const struct Request *request = asked->request;
	bool acados = folder->options->package == PACKAGE_ACADOS;
	const struct Joint *joint = acados ? turning(asked->model) : NULL;
	const char *kind = folder->kind->name;
	if (request->real_float)
		return text_print(folder->arena, "--for=%s: numbers of CasADi are double", kind);
	if (request->matrix != MATRIX_FULL)
		return text_print(folder->arena,
		                  "--for=%s: matrices are by columns, as CasADi stores them; no --matrix", kind);
	if (request->sincos == SINCOS_GIVEN || request->zeros_once)
		return text_print(
			folder->arena,
			"--for=%s: a call takes its arguments alone, with no --sincos=given and no --zeros=once", kind);
	if (joint)
		return text_print(folder->arena,
		                  "--for=acados: '%s' turns by a quaternion, whose rate is not a velocity",
		                  joint->name.text);
	return NULL;
}

const char *folder_casadi_request(struct Folder *folder, const struct Job *asked)
{
	const char *why = folder_external_refused(folder, asked);
	if (why) {
		library_fail(folder->model, RIGIDC_USAGE, "%s", why);
		return NULL;
	}
	folder->model->request.matrix = MATRIX_SPARSE;
	folder->model->request.by_columns = true;
	folder->model->request.by_numbers = turning(asked->model);
	return request_text(folder, asked);
}

/* A name that CasADi takes: it begins with a letter, and no two underscores follow each other. */
static bool is_name(const char *name)
{
	return ((*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z')) && !strstr(name, "__");
}

static const char *impossible_name(const struct CasadiPorts *ports)
{
	for (size_t i = 0; i < ports->count; i++)
		if (!is_name(ports->item[i].name))
			return ports->item[i].name;
	return NULL;
}

const char *folder_casadi_refused(struct Folder *folder)
{
	const struct CasadiFunctions functions = folder_casadi_functions(folder).functions;
	for (size_t i = 0; i < functions.count; i++) {
		const struct CasadiFunction *f = &functions.item[i];
		const char *in = impossible_name(&f->in), *out = impossible_name(&f->out);
		const char *name = !is_name(f->name) ? f->name : in ? in : out;
		if (name)
			return text_print(folder->arena,
			                  "--for=%s: '%s' is no name in CasADi: it begins with no letter, or has two "
			                  "underscores in a row",
			                  folder->kind->name, name);
	}
	return NULL;
}

/* --- functions --- */

static void add(const struct Folder *folder, struct CasadiFunctions *functions, const struct CasadiBase *base,
                const struct Generated *inner, const char *lead, CasadiPut *put)
{
	struct CasadiFunction *function = ARENA_PUSH(folder->arena, functions);
	*function = (struct CasadiFunction){ .name = text_print(folder->arena, "%s%s", lead, base->name),
		                             .base = base->f,
		                             .inner = inner };
	put(folder, function);
}

/* Functions of C follow each other as in request_text: all f, then the derivatives of each. */
struct CasadiPackage folder_casadi_functions(const struct Folder *folder)
{
	struct CasadiPackage all = { .base = NULL };
	const struct Generated *next = folder->job.function;
	int order = folder_casadi_order(folder), each = 1;
	for (int d = 0; d < CASADI_DERIVED; d++)
		each += derived[d].order <= order;
	all.bases = folder->job.asked / each;
	all.base = ARENA_ARRAY(folder->arena, struct CasadiBase, all.bases);
	for (int i = 0; i < all.bases; i++)
		all.base[i].f = next++;
	for (int i = 0; i < all.bases; i++) {
		struct CasadiBase *base = &all.base[i];
		base->name = text_print(folder->arena, "%s_%s", folder->prefix,
		                        folder_function(folder, base->f) + strlen("c_"));
		add(folder, &all.functions, base, base->f, "", casadi_value_ports);
		base->in = all.functions.item[all.functions.count - 1].in;
		for (int d = 0; d < CASADI_DERIVED; d++)
			if (derived[d].order <= order) {
				base->derived[d] = next++;
				if (derived[d].put)
					add(folder, &all.functions, base, base->derived[d], derived[d].lead,
					    derived[d].put);
			}
		if (order >= 2)
			casadi_add_second(folder, &all.functions, base, order);
	}
	return all;
}
