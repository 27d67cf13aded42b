/* libFuzzer on the options of the library: each line is a field and its value, `sincos given`. A small
 * model is read with these options, and its C, a dump and a function are made. A line without a known field is ignored.
 * By default there is no search, since it takes most of the time. */
#include <stddef.h>
#include <string.h>

#include "harness.h"

static const char arm[] =
	"model arm\n"
	"const l = 0.5 m\n"
	"body base on world { joint j1 : revolute(z) { limits (-1, 1) }\nmass 1 kg\ncom (0, 0.1, 0.2)\n"
	"inertia diag(1, 2, 2.5) }\n"
	"body tip on base at (l, 0, 1) { joint j2 : prismatic(y)\nmass 1 kg\ninertia diag(1, 2, 2.5) }\n"
	"body tool on tip { joint f : fixed\nmass 2 kg }\n";

enum { LIST_MOST = 4 };

struct List {
	const char *item[LIST_MOST];
	size_t count;
};

/* A parsed input; the texts are in `lines`. */
struct Asked {
	rigidc_options options;
	struct List wrench, define, lock, warning, no_pass, contact, phase, idle, without;
	const char *functions, *include, *pass;
	int patience; /* number of progress calls before the search is stopped */
};

enum FieldKind { FIELD_NUMBER, FIELD_REAL, FIELD_TEXT, FIELD_LIST };

static const struct Field {
	const char *name;
	enum FieldKind kind;
	size_t at; /* in struct Asked */
} fields[] = {
	{ "prefix", FIELD_TEXT, offsetof(struct Asked, options.prefix) },
	{ "real_float", FIELD_NUMBER, offsetof(struct Asked, options.real_float) },
	{ "wrench", FIELD_LIST, offsetof(struct Asked, wrench) },
	{ "define", FIELD_LIST, offsetof(struct Asked, define) },
	{ "lock", FIELD_LIST, offsetof(struct Asked, lock) },
	{ "contact", FIELD_LIST, offsetof(struct Asked, contact) },
	{ "phase", FIELD_LIST, offsetof(struct Asked, phase) },
	{ "idle", FIELD_LIST, offsetof(struct Asked, idle) },
	{ "without", FIELD_LIST, offsetof(struct Asked, without) },
	{ "warning", FIELD_LIST, offsetof(struct Asked, warning) },
	{ "level", FIELD_NUMBER, offsetof(struct Asked, options.level) },
	{ "search", FIELD_TEXT, offsetof(struct Asked, options.search) },
	{ "sincos", FIELD_TEXT, offsetof(struct Asked, options.sincos) },
	{ "fma", FIELD_NUMBER, offsetof(struct Asked, options.fma) },
	{ "matrix", FIELD_TEXT, offsetof(struct Asked, options.matrix) },
	{ "code_size", FIELD_TEXT, offsetof(struct Asked, options.code_size) },
	{ "contract", FIELD_NUMBER, offsetof(struct Asked, options.contract) },
	{ "no_pass", FIELD_LIST, offsetof(struct Asked, no_pass) },
	{ "from", FIELD_NUMBER, offsetof(struct Asked, options.from) },
	{ "no_snapping", FIELD_NUMBER, offsetof(struct Asked, options.no_snapping) },
	{ "base", FIELD_TEXT, offsetof(struct Asked, options.base) },
	{ "keep_damping", FIELD_NUMBER, offsetof(struct Asked, options.keep_damping) },
	{ "keep_rotors", FIELD_NUMBER, offsetof(struct Asked, options.keep_rotors) },
	{ "keep_actuators", FIELD_NUMBER, offsetof(struct Asked, options.keep_actuators) },
	{ "keep_forces", FIELD_NUMBER, offsetof(struct Asked, options.keep_forces) },
	{ "markers", FIELD_NUMBER, offsetof(struct Asked, options.markers) },
	{ "muscles", FIELD_NUMBER, offsetof(struct Asked, options.muscles) },
	{ "model", FIELD_TEXT, offsetof(struct Asked, options.model) },
	{ "dh", FIELD_TEXT, offsetof(struct Asked, options.dh) },
	{ "dh_degrees", FIELD_NUMBER, offsetof(struct Asked, options.dh_degrees) },
	{ "dh_millimetres", FIELD_NUMBER, offsetof(struct Asked, options.dh_millimetres) },
	{ "snap_angles", FIELD_REAL, offsetof(struct Asked, options.snap_angles) },
	{ "closure", FIELD_REAL, offsetof(struct Asked, options.closure) },
	{ "closure_angle", FIELD_REAL, offsetof(struct Asked, options.closure_angle) },
	{ "functions", FIELD_TEXT, offsetof(struct Asked, functions) },
	{ "include", FIELD_TEXT, offsetof(struct Asked, include) },
	{ "pass", FIELD_TEXT, offsetof(struct Asked, pass) },
	{ "patience", FIELD_NUMBER, offsetof(struct Asked, patience) },
};

static void take(struct Asked *asked, const struct Field *field, const char *value)
{
	char *at = (char *)asked + field->at;
	switch (field->kind) {
	case FIELD_NUMBER: *(int *)at = atoi(value); break;
	case FIELD_REAL: *(double *)at = atof(value); break;
	case FIELD_TEXT: *(const char **)at = value; break;
	case FIELD_LIST: {
		struct List *list = (struct List *)at;
		if (list->count < LIST_MOST)
			list->item[list->count++] = value;
		break;
	}
	}
}

static void take_line(struct Asked *asked, char *line)
{
	char *value = strchr(line, ' ');
	if (!value)
		return;
	*value++ = '\0';
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcmp(fields[i].name, line) == 0)
			take(asked, &fields[i], value);
}

static int impatient(void *context, const char *function, double part, unsigned long operations)
{
	struct Asked *asked = context;
	(void)function;
	(void)part;
	(void)operations;
	return --asked->patience < 0;
}

static void use(rigidc_model *model, const struct Asked *asked)
{
	const char *header, *source, *text;
	rigidc_function *function;
	harness_judge(rigidc_emit(model, asked->functions, asked->include, &header, &source), model);
	if (asked->pass)
		harness_judge(rigidc_dump(model, asked->functions, asked->pass, &text), model);
	harness_judge(rigidc_function_new(model, asked->functions ? asked->functions : "rnea", RIGIDC_EVALUATOR,
	                                  &function),
	              model);
	rigidc_function_free(function);
	rigidc_messages(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct Asked asked = { .options.search = "none" };
	rigidc_options *o = &asked.options;
	rigidc_model *model;
	char *lines = malloc(size + 1), *rest = NULL;
	if (!lines)
		return 0;
	memcpy(lines, data, size);
	lines[size] = '\0';
	for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		take_line(&asked, line);
	o->wrench = asked.wrench.item, o->wrenches = asked.wrench.count;
	o->define = asked.define.item, o->defines = asked.define.count;
	o->lock = asked.lock.item, o->locks = asked.lock.count;
	o->contact = asked.contact.item, o->contacts = asked.contact.count;
	o->phase = asked.phase.item, o->phases = asked.phase.count;
	o->idle = asked.idle.item, o->idles = asked.idle.count;
	o->without = asked.without.item, o->withouts = asked.without.count;
	o->warning = asked.warning.item, o->warnings = asked.warning.count;
	o->no_pass = asked.no_pass.item, o->no_passes = asked.no_pass.count;
	o->progress = impatient, o->progress_context = &asked;
	rigidc_status status = rigidc_read(arm, sizeof arm - 1, "arm.rig", o, &model);
	harness_judge(status, model);
	rigidc_messages(model);
	if (status == RIGIDC_OK)
		use(model, &asked);
	rigidc_model_free(model);
	free(lines);
	return 0;
}
