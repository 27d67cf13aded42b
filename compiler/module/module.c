/* Common to modules of all languages: constants, and the words of C's comments. */
#include "module.h"

#include <string.h>

#include "base/number.h"
#include "model/loop.h"
#include "model/model_pose.h"

/* --- options without a form in modules --- */

const char *module_refused(const struct Request *request)
{
	const struct {
		bool asked;
		const char *option;
	} only_c[] = {
		{ request->real_float, "--real=float" }, { request->batch != BATCH_NONE, "--batch" },
		{ request->fma != FMA_OFF, "--fma" },    { request->matrix & MATRIX_SPARSE, "--matrix=sparse" },
		{ request->zeros_once, "--zeros=once" }, { request->code_size == CODE_SIZE_ON, "--size=on" },
		{ request->misra, "--misra" },           { request->contract, "--fma=compiler" },
	};
	for (size_t i = 0; i < sizeof only_c / sizeof *only_c; i++)
		if (only_c[i].asked)
			return only_c[i].option;
	return NULL;
}

/* --- comments --- */

void module_put_lines(struct Printer *p, void (*put)(struct Printer *p), const char *lead)
{
	struct Text *out = p->out, text;
	text = text_new(p->arena);
	p->out = &text;
	put(p);
	p->out = out;
	for (const char *line = text_string(&text), *next; *line; line = next) {
		size_t length = strcspn(line, "\n");
		next = line + length + (line[length] == '\n');
		if (length >= 3 && strncmp(line + length - 3, " */", 3) == 0)
			length -= 3;
		size_t mark = strncmp(line, "/* ", 3) == 0 || strncmp(line, " * ", 3) == 0 ? 3
		              : strncmp(line, " *", 2) == 0                                ? 2
		                                                                           : 0;
		if (next > line + 1 && length == 0)
			continue; /* the comment's end on a line of its own */
		mark = mark < length ? mark : length;
		const char *words = arena_copy(p->arena, line + mark, length - mark);
		text_put(out, *words || !*lead ? text_print(p->arena, "%s%s", lead, words)
		                               : arena_copy(p->arena, lead, strlen(lead) - 1));
		text_char(out, '\n');
	}
}

void module_end_file(struct Text *out)
{
	out->count--;
	out->item[out->count] = '\0';
}

/* --- constants --- */

struct ConstantPrinter {
	struct Printer *p;
	const struct Language *language;
};

static void open_constant(struct Printer *p, const struct Language *language, const char *name)
{
	text_format(p->out, "%s%s%s", language->constant[0], name, language->constant[1]);
}

static void put_integer(struct Printer *p, const struct Language *language, enum OwnName own, int value)
{
	open_constant(p, language, c_own(p, own));
	text_format(p->out, "%d%s\n", value, language->constant[2]);
}

static void put_number(struct Printer *p, const struct Language *language, double value)
{
	if (!real_put_no_number(real_of(false), p->out, value, &language->words))
		number_put(p->out, value);
}

/* Value of a list constant, and the end of the constant. */
static void put_list(struct Printer *p, const struct Language *language, const double *number, int count)
{
	if (language->list_type) {
		text_format(p->out, "%s%s", language->list_type, language->constant[2]);
		return;
	}
	text_put(p->out, language->list[0]);
	for (int i = 0; i < count; i++) {
		text_put(p->out, i ? ", " : "");
		put_number(p, language, number[i]);
	}
	/* a comma after a single number makes a Python tuple; empty lists need none */
	text_format(p->out, "%s%s%s", count == 1 ? "," : "", language->list[1], language->constant[2]);
}

static void put_index(void *context, const struct NamedIndex *index)
{
	struct ConstantPrinter *printer = context;
	const struct Language *language = printer->language;
	struct Text *out = printer->p->out;
	text_format(out, "%s%s%s%d%s %s", language->constant[0], index->name, language->constant[1], index->index,
	            language->constant[2], language->remark[0]);
	c_put_comment(out, index->of.text);
	text_format(out, ", %s%s\n", index->unit, language->remark[1]);
}

static void put_phases(struct Printer *p, const struct Language *language)
{
	const struct Model *model = p->job->model;
	const struct JobPhases phases = job_phases(p->arena, p->job);
	struct ConstantPrinter printer = { p, language };
	for (int i = 0; i < (model_has_loops(model) ? 3 : 2) && phases.count; i++)
		text_format(p->out, "%s%s%s\n", language->remark[0], c_rows_rule[i], language->remark[1]);
	for (int i = 0; i < phases.count; i++) {
		const struct FunctionPart *part = phases.part[i];
		double *friction = ARENA_ARRAY(p->arena, double, part->contacts);
		for (int k = 0; k < part->contacts; k++)
			friction[k] = dag_value(model->dag, model->contacts.item[part->contact[k]].friction);
		text_format(p->out, "%sRows of ", language->remark[0]);
		c_put_comment(p->out, part->phase);
		text_format(p->out, ": their number, %splaces in lambda.%s\n",
		            part->contacts ? "the friction of each contact, " : "", language->remark[1]);
		open_constant(p, language, c_rows_name(p->arena, p->job, part));
		text_format(p->out, "%d%s\n", part->rows->rows, language->constant[2]);
		if (part->contacts) {
			open_constant(p, language, c_friction_name(p->arena, p->job, part));
			put_list(p, language, friction, part->contacts);
		}
		text_char(p->out, '\n');
		c_each_row(p->arena, p->job, part, put_index, &printer);
		text_char(p->out, '\n');
	}
}

static void put_limits(struct Printer *p, const struct Language *language)
{
	const struct Model *model = p->job->model;
	double *number = ARENA_ARRAY(p->arena, double, model->nq + 1); /* nv <= nq */
	if (!model->nq)
		return;
	text_format(p->out, "%sLimits of q (LOWER, UPPER), of tau (EFFORT) and qd (SPEED) either way.%s\n",
	            language->remark[0], language->remark[1]);
	for (int limit = 0; limit < LIMITS; limit++) {
		model_limits(model, (enum Limit)limit, number);
		open_constant(p, language, c_limit_name(p->arena, p->job, (enum Limit)limit));
		put_list(p, language, number, limit_table[limit].of_velocities ? model->nv : model->nq);
		text_char(p->out, '\n');
	}
	text_char(p->out, '\n');
}

static void put_poses(struct Printer *p, const struct Language *language)
{
	const struct Model *model = p->job->model;
	if (!model->poses.count)
		return;
	text_format(p->out, "%sPoses: values of q.%s\n", language->remark[0], language->remark[1]);
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		text_format(p->out, "%s%s%s", language->constant[0], c_pose_name(p->arena, p->job, pose),
		            language->constant[1]);
		put_list(p, language, pose->q, model->nq);
		if (pose->doc) {
			text_format(p->out, " %s", language->remark[0]);
			c_put_comment(p->out, text_first_line(p->arena, pose->doc));
			text_put(p->out, language->remark[1]);
		}
		text_char(p->out, '\n');
	}
	text_char(p->out, '\n');
}

/* Number, indices and defaults of an array of inputs of the model. */
static void put_given(struct Printer *p, const struct Language *language, struct ConstantPrinter *printer,
                      enum Input array)
{
	static const struct {
		const char *remark;
		enum OwnName size, usual;
	} of[] = {
		[INPUT_U - INPUT_U] = { "The inputs u: where each stands, and their defaults.", OWN_NU, OWN_U_DEFAULT },
		[INPUT_UD - INPUT_U] = { "Where each number of ud and udd stands, the motion of the inputs that move.",
		                         OWN_NUD, OWN_NUD },
		[INPUT_S - INPUT_U] = { "The states s: where each stands, and their defaults.", OWN_NS, OWN_S_DEFAULT },
	};
	const struct Model *model = p->job->model;
	const struct ParameterList *all = array == INPUT_S ? &model->states : &model->inputs;
	const int numbers = array == INPUT_UD ? (int)model->dag->moving.count : all->numbers;
	if (!numbers)
		return;
	text_format(p->out, "%s%s%s\n", language->remark[0], of[array - INPUT_U].remark, language->remark[1]);
	put_integer(p, language, of[array - INPUT_U].size, numbers);
	c_each_input(p->arena, p->job, array, put_index, printer);
	if (array != INPUT_UD) {
		open_constant(p, language, c_own(p, of[array - INPUT_U].usual));
		put_list(p, language, all->value, numbers);
		text_char(p->out, '\n');
	}
	text_char(p->out, '\n');
}

void module_put_constants(struct Printer *p, const struct Language *language)
{
	const struct Model *model = p->job->model;
	int reactions = p->job->tree->reactions;
	struct ConstantPrinter printer = { p, language };
	put_integer(p, language, OWN_NQ, model->nq);
	put_integer(p, language, OWN_NV, model->nv);
	open_constant(p, language, c_own(p, OWN_HASH));
	text_format(p->out, "\"0x%016llx\"%s %sof the model%s\n\n", (unsigned long long)model_hash(model),
	            language->constant[2], language->remark[0], language->remark[1]);
	if (model->nv) {
		text_format(p->out, "%sWhere each coordinate and velocity stands.%s\n", language->remark[0],
		            language->remark[1]);
		c_each_index(p->arena, p->job, 'Q', put_index, &printer);
		c_each_index(p->arena, p->job, 'V', put_index, &printer);
		text_char(p->out, '\n');
	}
	put_given(p, language, &printer, INPUT_U);
	put_given(p, language, &printer, INPUT_UD);
	put_given(p, language, &printer, INPUT_S);
	if (reactions) {
		text_format(p->out, "%sWhere each wrench of reaction stands: w[6*k] to w[6*k+5].%s\n",
		            language->remark[0], language->remark[1]);
		put_integer(p, language, OWN_NW, reactions);
		c_each_reaction(p->arena, p->job, put_index, &printer);
		text_char(p->out, '\n');
	}
	if (job_measures_struts(p->job)) {
		text_format(p->out, "%sWhere each strut and tendon stands: rows of lengths, arms and length_rates.%s\n",
		            language->remark[0], language->remark[1]);
		put_integer(p, language, OWN_NT, (int)model->struts.count);
		c_each_strut(p->arena, p->job, put_index, &printer);
		text_char(p->out, '\n');
	}
	put_phases(p, language);
	put_limits(p, language);
	put_poses(p, language);
}

void module_put_defaults(struct Printer *p, const char *quote, const char *const list[2], const char *remark)
{
	const struct Model *model = p->job->model;
	for (size_t i = 0; i < model->parameters.count; i++) {
		const struct Parameter *parameter = model->parameters.item[i];
		bool scalar = parameter->kind == VALUE_SCALAR;
		text_format(p->out, "\t\t%s%s%s: %s", quote, c_member_name(p->arena, parameter), quote,
		            scalar ? "" : list[0]);
		for (int k = 0; k < parameter->count; k++) {
			text_put(p->out, k ? ", " : "");
			real_put(p->real, p->out, model->dag->default_value->item[parameter->first + k]);
		}
		text_format(p->out, "%s,%s", scalar ? "" : list[1], remark);
		c_put_parameter_words(p, parameter);
		text_char(p->out, '\n');
	}
}
