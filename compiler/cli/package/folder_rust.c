/* Rust around the C: names, types and numbers for the templates of cargo/. */
#include "folder.h"

#include <ctype.h>
#include <string.h>

#include "dynamics/customized/base_parameters.h"
#include "module/module.h"
#include "model/loop.h"
#include "model/model_pose.h"

static const char *rust_real(const struct Folder *folder)
{
	return folder->printer.real->narrow ? "f32" : "f64";
}

/* Numbers of Rust, which infers the type of literals. For `line` and `last` see struct NumberStyle. */
static struct NumberStyle rust_style(const struct Folder *folder, const char *line, const char *last)
{
	struct NumberStyle style = { *folder->printer.real, "", "", line, last };
	style.real.suffix = "";
	style.real.words = (struct NoNumber){ text_print(folder->arena, "%s::NAN", rust_real(folder)),
		                              text_print(folder->arena, "%s::INFINITY", rust_real(folder)) };
	return style;
}

/* A word of the language gets an underscore, and so does in front what begins with a digit. */
static const char *rust_name(const struct Folder *folder, const char *name)
{
	bool digit = *name >= '0' && *name <= '9';
	return digit ? text_print(folder->arena, "_%s", name) : reserved_apart(folder->arena, RESERVED_BY_RUST, name);
}

/* Name of a constant of C, without the prefix. */
static const char *bare(const struct Folder *folder, const char *name)
{
	return name + strlen(folder->upper) + 1;
}

/* --- constants --- */

struct Indices {
	const struct Folder *folder;
	struct ValueNode *values;
};

/* "/// Joint `elbow`, rad." */
static void add_index(void *context, const struct NamedIndex *index)
{
	const struct Indices *indices = context;
	struct ValueNode *own = values_add(indices->values, "INDICES");
	values_format(own, "OWNER", "%c%s", toupper(*index->owner), index->owner + 1);
	values_text(own, "OF", text_identifier_rest(indices->folder->arena, index->of.text));
	values_text(own, "UNIT", index->unit);
	values_text(own, "INDEX", bare(indices->folder, index->name));
	values_format(own, "PLACE", "%d", index->index);
}

static void add_indices(const struct Folder *folder)
{
	struct Indices indices = { folder, folder->values };
	values_list(folder->values, "INDICES");
	c_each_index(folder->arena, &folder->job, 'Q', add_index, &indices);
	c_each_index(folder->arena, &folder->job, 'V', add_index, &indices);
	c_each_reaction(folder->arena, &folder->job, add_index, &indices);
	c_each_strut(folder->arena, &folder->job, add_index, &indices);
}

/* Numbers of constants have all digits of a double. */
static const char *constant_numbers(const struct Folder *folder, const double *number, int count)
{
	struct NumberStyle style = rust_style(folder, NULL, NULL);
	style.real.put = real_of(false)->put;
	return folder_numbers(folder, &style, number, (size_t)count);
}

static void add_phases(const struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	const struct JobPhases phases = job_phases(folder->arena, &folder->job);
	values_list(folder->values, "PHASES");
	for (int i = 0; i < phases.count; i++) {
		const struct FunctionPart *part = phases.part[i];
		struct Indices rows = { folder, values_add(folder->values, "PHASES") };
		double *friction = ARENA_ARRAY(folder->arena, double, part->contacts);
		for (int k = 0; k < part->contacts; k++)
			friction[k] = dag_value(model->dag, model->contacts.item[part->contact[k]].friction);
		values_text(rows.values, "PHASE", text_identifier_rest(folder->arena, part->phase));
		values_text(rows.values, "ROWS_NAME", bare(folder, c_rows_name(folder->arena, &folder->job, part)));
		values_format(rows.values, "ROWS", "%d", part->rows->rows);
		values_text(rows.values, "FRICTION_NAME",
		            bare(folder, c_friction_name(folder->arena, &folder->job, part)));
		values_format(rows.values, "CONTACTS", "%d", part->contacts);
		values_text(rows.values, "NUMBERS", constant_numbers(folder, friction, part->contacts));
		values_list(rows.values, "INDICES");
		c_each_row(folder->arena, &folder->job, part, add_index, &rows);
	}
}

static void add_limits(const struct Folder *folder)
{
	static const char *const meaning[LIMITS] = {
		[LIMIT_OF_LOWER] = "q from below",
		[LIMIT_OF_UPPER] = "q from above",
		[LIMIT_OF_EFFORT] = "tau either way",
		[LIMIT_OF_SPEED] = "qd either way",
	};
	const struct Model *model = folder->job.model;
	double *number = ARENA_ARRAY(folder->arena, double, model->nq + 1); /* nv <= nq */
	values_list(folder->values, "LIMITS");
	for (int limit = 0; limit < LIMITS && model->nq; limit++) {
		struct ValueNode *own = values_add(folder->values, "LIMITS");
		bool of_velocities = limit_table[limit].of_velocities;
		model_limits(model, (enum Limit)limit, number);
		values_text(own, "MEANING", meaning[limit]);
		values_text(own, "LIMIT", limit_table[limit].name);
		values_text(own, "EXTENT", of_velocities ? "NV" : "NQ");
		values_text(own, "NUMBERS", constant_numbers(folder, number, of_velocities ? model->nv : model->nq));
	}
}

static void add_poses(const struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	values_list(folder->values, "POSES");
	for (size_t i = 0; i < model->poses.count; i++) {
		struct ValueNode *own = values_add(folder->values, "POSES");
		values_text(own, "POSE", bare(folder, c_pose_name(folder->arena, &folder->job, &model->poses.item[i])));
		values_text(own, "NUMBERS", constant_numbers(folder, model->poses.item[i].q, model->nq));
	}
}

static void add_constants(const struct Folder *folder)
{
	const struct Job *job = &folder->job;
	values_format(folder->values, "HASH", "%016llx", (unsigned long long)model_hash(job->model));
	values_flag(folder->values, "BASE_PARAMETERS", job->tree->base);
	values_format(folder->values, "NBETA", "%d", job->tree->base ? job->tree->base->count : 0);
	add_indices(folder);
	add_phases(folder);
	add_limits(folder);
	add_poses(folder);
}

/* --- types --- */

static const char *input_type(const struct Folder *folder, const struct Generated *function, int input)
{
	const char *real = rust_real(folder);
	if (input == INPUT_DERIVED || input == INPUT_PARAMS)
		return input == INPUT_DERIVED ? "Derived" : "Params";
	if (input_is_coordinates(input) || input_is_velocities(input))
		return text_print(folder->arena, "[%s; %s]", real, input_is_coordinates(input) ? "NQ" : "NV");
	return text_print(folder->arena, "[%s; %zu]", real, function->input_size[input]);
}

static const char *extent_text(const struct Folder *folder, enum Extent extent, int count)
{
	return extent == EXTENT_NV ? "NV" : extent == EXTENT_NQ ? "NQ" : text_print(folder->arena, "%d", count);
}

static bool is_number(const struct GeneratedOutput *output)
{
	return output->info->rows == EXTENT_1 && output->info->columns == EXTENT_1;
}

static bool is_matrix(const struct GeneratedOutput *output)
{
	return output->info->columns != EXTENT_1 && !output->layout;
}

/* Type or initial value of an output: "[[f64; NV]; 6]" or "[[0.0; NV]; 6]", by `number`. */
static const char *output_form(const struct Folder *folder, const struct GeneratedOutput *output, const char *number)
{
	struct Arena *arena = folder->arena;
	const char *rows = extent_text(folder, output->info->rows, output->rows);
	if (is_number(output))
		return number;
	if (is_matrix(output))
		return text_print(arena, "[[%s; %s]; %s]", number,
		                  extent_text(folder, output->info->columns, output->columns), rows);
	return text_print(arena, "[%s; %s]", number, output->layout ? text_print(arena, "%zu", output->size) : rows);
}

static void add_members(const struct Folder *folder)
{
	const struct ParameterList *all = &folder->job.model->parameters;
	values_list(folder->values, "MEMBERS");
	for (size_t i = 0; i < all->count; i++) {
		const struct Parameter *parameter = all->item[i];
		struct ValueNode *own = values_add(folder->values, "MEMBERS");
		struct Printer printer = folder->printer;
		struct Text words = text_new(folder->arena);
		printer.out = &words;
		c_put_parameter_words(&printer, parameter);
		values_text(own, "MEANING", text_string(&words));
		values_text(own, "MEMBER", rust_name(folder, c_member_name(folder->arena, parameter)));
		values_format(own, "TYPE", parameter->kind == VALUE_SCALAR ? "%s" : "[%s; %d]", rust_real(folder),
		              parameter->count);
	}
}

/* --- functions --- */

static void add_lines(struct Folder *folder, struct ValueNode *values, const char *name, void (*put)(struct Printer *p))
{
	struct Text lines = text_new(folder->arena);
	folder->printer.out = &lines;
	module_put_lines(&folder->printer, put, "/// ");
	values_text(values, name, text_string(&lines));
}

/* What Rust has of a function; numbers are put by the style. */
static void add_function(struct Folder *folder, struct ValueNode *own, const struct Generated *function,
                         const struct NumberStyle *style)
{
	folder->printer.function = function;
	add_lines(folder, own, "TITLE", c_put_title);
	add_lines(folder, own, "ARGUMENT_TABLE", c_put_arguments);
	add_lines(folder, own, "COST", c_put_cost);
	values_text(own, "RUST_FUNCTION", rust_name(folder, folder_function(folder, function)));
	values_flag(own, "TUPLE", function->outputs != 1);
	for (int i = 0, k = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			values_text(values_element(own, "INPUTS", (size_t)k++), "TYPE",
			            input_type(folder, function, i));
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		struct ValueNode *result = values_element(own, "OUTPUTS", (size_t)i);
		values_text(result, "TYPE", output_form(folder, output, rust_real(folder)));
		values_text(result, "ZERO", output_form(folder, output, "0.0"));
		values_format(result, "FLAT",
		              is_number(output)   ? "[%s]"
		              : is_matrix(output) ? "%s.concat()"
		                                  : "%s",
		              output->name);
	}
	folder_add_numbers(folder, own, function, style);
}

/* Arrays of a batch: the first result, whose length is the number of states, and the others. */
static void add_batch(struct ValueNode *own, const struct Generated *function)
{
	values_text(own, "FIRST_RESULT", function->output[0].name);
	values_list(own, "OTHERS");
	for (int i = 0, k = 0; i < INPUT_ARRAYS; i++)
		if (generated_takes(function, i))
			values_share(own, "OTHERS", values_element(own, "INPUTS", (size_t)k++));
	for (int i = 1; i < function->outputs; i++)
		values_share(own, "OTHERS", values_element(own, "OUTPUTS", (size_t)i));
}

void folder_rust_values(struct Folder *folder)
{
	const struct NumberStyle test = rust_style(folder, "\n        ", ",\n    ");
	const struct NumberStyle readme = rust_style(folder, "\n    ", ",\n");
	const struct Generated *first = folder->job.function;
	values_text(folder->values, "RUST_REAL", rust_real(folder));
	values_text(folder->values, "RUST_TEST_PATH", folder_beside(folder, "_test.c"));
	add_constants(folder);
	add_members(folder);
	for (int i = 0; i < folder->job.functions; i++) {
		add_function(folder, folder_function_values(folder, i), &folder->job.function[i], &test);
		add_batch(folder_function_values(folder, i), &folder->job.function[i]);
	}
	add_function(folder, folder_add_function(folder, "FIRST", first), first, &readme);
}

/* --- names that clash in Rust alone --- */

/* Enters the names that lines of Rust declare after `lead`. Returns a name that was entered before; else `twice`. */
static const char *enter(struct NameTable *names, const char *text, const char *lead, const char *twice)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, lead, strlen(lead)) != 0)
			continue;
		const char *name = line + strlen(lead);
		name = arena_copy(names->arena, name, strcspn(name, ":(<"));
		if (names_find(names, name) >= 0)
			twice = name;
		names_add(names, name, 0);
	}
	return twice;
}

const char *folder_rust_refused(struct Folder *folder)
{
	const char *text = folder_fill(folder, "cargo/src/lib.rs.in"), *twice;
	struct NameTable names = names_new(folder->arena), members = names_new(folder->arena);
	if (!folder->options->self_test)
		names_add(&names, "self_test", 0);
	twice = enter(&members, text, "    pub ", NULL);
	twice = enter(&names, text, "pub const ", twice);
	twice = enter(&names, text, "pub fn ", twice);
	return twice ? text_print(folder->arena, "--for=cargo: two things would both be '%s' in Rust", twice) : NULL;
}
