/* Rust around the C: types for parameters, and a function on arrays for each function, with the comment of the C
 * function. */
#include "folder.h"

#include <string.h>

#include "module/module.h"

/* A word of the language gets an underscore, and so does in front what begins with a digit. */
static const char *rust_name(const struct Folder *folder, const char *name)
{
	bool digit = *name >= '0' && *name <= '9';
	return digit ? text_print(folder->arena, "_%s", name) : reserved_apart(folder->arena, RESERVED_BY_RUST, name);
}

static const char *function_name(const struct Folder *folder, const struct Generated *function)
{
	return rust_name(folder, folder_function(folder, function));
}

/* --- names that clash in Rust alone --- */

struct RustNames {
	struct NameTable names;
	const char *twice; /* one that is there already, or NULL */
};

static void enter(struct RustNames *names, const char *name)
{
	if (names_find(&names->names, name) >= 0)
		names->twice = name;
	names_add(&names->names, name, 0);
}

/* Functions and constants have one space of names. Those of constants are in their text: "pub const NQ: usize = 6;". */
static void enter_constants(struct RustNames *names, struct Folder *folder)
{
	static const char lead[] = "pub const ";
	struct Text text = text_new(folder->arena);
	folder_put_rust_constants(folder, &text);
	for (const char *at = text_string(&text); (at = strstr(at, lead));) {
		at += strlen(lead);
		enter(names, arena_copy(folder->arena, at, strcspn(at, ":")));
	}
	enter(names, "self_test");
}

const char *folder_rust_refused(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	const struct ParameterList *all = &job->model->parameters;
	struct RustNames names = { .twice = NULL }, members = { .twice = NULL };
	names.names = names_new(folder->arena);
	members.names = names_new(folder->arena);
	enter_constants(&names, folder);
	for (int i = 0; i < job->functions; i++) {
		enter(&names, function_name(folder, &job->function[i]));
		if (job->request->batch != BATCH_NONE)
			enter(&names, text_print(folder->arena, "%s_batch", function_name(folder, &job->function[i])));
	}
	for (size_t i = 0; i < all->count; i++)
		enter(&members, rust_name(folder, c_member_name(folder->arena, all->item[i])));
	const char *twice = names.twice ? names.twice : members.twice;
	return twice ? text_print(folder->arena, "--for=cargo: two things would both be '%s' in Rust", twice) : NULL;
}

static void put_lines(struct Folder *folder, struct Text *out, void (*put)(struct Printer *p), const char *lead)
{
	folder->printer.out = out;
	module_put_lines(&folder->printer, put, lead);
}

/* --- types --- */

static const char *input_type(const struct Folder *folder, const struct Generated *function, int input)
{
	const char *real = folder_rust_real(folder);
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

static const char *output_type(const struct Folder *folder, const struct GeneratedOutput *output)
{
	return output_form(folder, output, folder_rust_real(folder));
}

/* --- parameters --- */

static void put_member(const struct Folder *folder, struct Text *out, const struct Parameter *parameter)
{
	struct Printer printer = folder->printer;
	const char *name = rust_name(folder, c_member_name(folder->arena, parameter)), *real = folder_rust_real(folder);
	printer.out = out;
	text_put(out, "    /// ");
	c_put_parameter_words(&printer, parameter);
	bool scalar = parameter->kind == VALUE_SCALAR;
	text_format(out, "\n    pub %s: %s,\n", name,
	            scalar ? real : text_print(folder->arena, "[%s; %d]", real, parameter->count));
}

static void put_params(const struct Folder *folder, struct Text *out)
{
	const struct ParameterList *all = &folder->job.model->parameters;
	if (!job_prepares(&folder->job))
		return;
	size_t size = folder->job.prepare.output->size;
	text_put(out, "\n/// What is given at run time, in SI units; its default is what the model says.\n#[repr(C)]\n"
	              "#[derive(Clone, Copy, Debug, PartialEq)]\npub struct Params {\n");
	for (size_t i = 0; i < all->count; i++)
		put_member(folder, out, all->item[i]);
	text_format(
		out,
		"}\n\nimpl Default for Params {\n    fn default() -> Self {\n"
		"        let mut params = core::mem::MaybeUninit::uninit();\n"
		"        // The C writes all members.\n        unsafe {\n            c::%s_params_default(params.as_mut_ptr());\n"
		"            params.assume_init()\n        }\n    }\n}\n\n"
		"/// What the functions read of the parameters.\n#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct Derived {\n"
		"    v: [%s; %zu],\n}\n\nimpl From<&Params> for Derived {\n    fn from(params: &Params) -> Self {\n"
		"        let mut derived = Derived { v: [0.0; %zu] };\n"
		"        unsafe { c::%s_prepare(params, &mut derived) };\n        derived\n    }\n}\n",
		folder->prefix, folder_rust_real(folder), size ? size : 1, size ? size : 1, folder->prefix);
}

/* --- functions --- */

/* Declaration of the C function: "fn ur5_rnea(q: *const f64, tau: *mut f64);". */
static void put_hint(const struct Folder *folder, struct Text *out, const struct Generated *function, bool batch)
{
	const char *real = folder_rust_real(folder);
	int count = batch;
	text_format(out, "        pub fn %s_%s%s(%s", folder->prefix, folder_function(folder, function),
	            batch ? "_batch" : "", batch ? "count: usize" : "");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, "%s%s: *const %s", count++ ? ", " : "", generated_input(function, i).name,
			            i < INPUT_ARRAYS     ? real
			            : i == INPUT_DERIVED ? "super::Derived"
			                                 : "super::Params");
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%s%s: *mut %s", count++ ? ", " : "", function->output[i].name, real);
	text_put(out, ");\n");
}

void folder_put_rust_hints(struct Folder *folder, struct Text *out)
{
	const struct Job *job = &folder->job;
	if (job_prepares(job))
		text_format(out,
		            "        pub fn %s_params_default(params: *mut super::Params);\n"
		            "        pub fn %s_prepare(params: *const super::Params, derived: *mut super::Derived);\n",
		            folder->prefix, folder->prefix);
	for (int i = 0; i < job->functions; i++) {
		put_hint(folder, out, &job->function[i], false);
		if (job->request->batch != BATCH_NONE)
			put_hint(folder, out, &job->function[i], true);
	}
}

static void put_doc(struct Folder *folder, struct Text *out, const struct Generated *function)
{
	folder->printer.function = function;
	put_lines(folder, out, c_put_title, "/// ");
	text_put(out, "///\n/// ```text\n");
	put_lines(folder, out, c_put_arguments, "/// ");
	put_lines(folder, out, c_put_cost, "/// ");
	text_put(out, "/// ```\n");
}

/* Tuple of the outputs: their types "([f64; 9], [f64; 3])", or their names. */
static void put_tuple(const struct Folder *folder, struct Text *out, const struct Generated *function, bool types)
{
	bool tuple = function->outputs != 1;
	text_put(out, tuple ? "(" : "");
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%s%s", i ? ", " : "",
		            types ? output_type(folder, &function->output[i]) : function->output[i].name);
	text_put(out, tuple ? ")" : "");
}

static void put_function(struct Folder *folder, struct Text *out, const struct Generated *function)
{
	int count = 0;
	put_doc(folder, out, function);
	text_format(out, "pub fn %s(", function_name(folder, function));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, "%s%s: &%s", count++ ? ", " : "", generated_input(function, i).name,
			            input_type(folder, function, i));
	text_put(out, ") -> ");
	put_tuple(folder, out, function, true);
	text_put(out, " {\n");
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "    let mut %s = %s;\n", function->output[i].name,
		            output_form(folder, &function->output[i], "0.0"));
	text_format(
		out,
		"    // Arrays of the lengths that the C has; none overlaps another.\n    unsafe {\n        c::%s_%s(",
		folder->prefix, folder_function(folder, function));
	count = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, "%s%s%s", count++ ? ", " : "", generated_input(function, i).name,
			            i < INPUT_ARRAYS ? ".as_ptr()" : "");
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%score::ptr::addr_of_mut!(%s).cast()", count++ ? ", " : "", function->output[i].name);
	text_put(out, ")\n    };\n    ");
	put_tuple(folder, out, function, false);
	text_put(out, "\n}\n");
}

/* Function of many states: slices of the arrays, all of the same length. */
static void put_batch(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	const char *name = folder_function(folder, function), *length = NULL;
	int count = 0;
	text_format(out, "\n/// [`%s`] of many states: slices of one length, a state an element.\npub fn %s_batch(",
	            function_name(folder, function), function_name(folder, function));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, i < INPUT_ARRAYS ? "%s%s: &[%s]" : "%s%s: &%s", count++ ? ", " : "",
			            generated_input(function, i).name, input_type(folder, function, i));
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%s%s: &mut [%s]", count++ ? ", " : "", function->output[i].name,
		            output_type(folder, &function->output[i]));
	length = function->output[0].name;
	text_format(out, ") {\n    let count = %s.len();\n", length);
	for (int i = 0; i < INPUT_ARRAYS; i++)
		if (generated_takes(function, i))
			text_format(out, "    assert_eq!(%s.len(), count);\n", generated_input(function, i).name);
	for (int i = 1; i < function->outputs; i++)
		text_format(out, "    assert_eq!(%s.len(), count);\n", function->output[i].name);
	text_format(out, "    unsafe {\n        c::%s_%s_batch(count", folder->prefix, name);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, ", %s%s", generated_input(function, i).name,
			            i < INPUT_ARRAYS ? ".as_ptr().cast()" : "");
	for (int i = 0; i < function->outputs; i++)
		text_format(out, ", %s.as_mut_ptr().cast()", function->output[i].name);
	text_put(out, ")\n    };\n}\n");
}

void folder_put_rust(struct Folder *folder, struct Text *out)
{
	const struct Job *job = &folder->job;
	put_params(folder, out);
	for (int i = 0; i < job->functions; i++) {
		text_char(out, '\n');
		put_function(folder, out, &job->function[i]);
		if (job->request->batch != BATCH_NONE)
			put_batch(folder, out, &job->function[i]);
	}
}

/* --- calls at the example state: in the tests, and in README.md --- */

static void put_numbers(const struct Folder *folder, struct Text *out, const double *value, size_t count,
                        const char *indent)
{
	enum { A_LINE = 6 };
	struct Real plain = *folder->printer.real;
	struct NoNumber words = folder_rust_words(folder);
	plain.suffix = ""; /* Rust infers the type of literals */
	for (size_t i = 0; i < count; i++) {
		text_put(out, i ? "," : "");
		if (i % A_LINE)
			text_char(out, ' ');
		else if (count > A_LINE)
			text_format(out, "\n%s    ", indent);
		if (!real_put_no_number(&plain, out, value[i], &words))
			real_put(&plain, out, value[i]);
	}
	if (count > A_LINE)
		text_format(out, ",\n%s", indent);
}

static void put_inputs(const struct Folder *folder, struct Text *out, const struct Generated *function,
                       const struct FolderCall *call, const char *indent)
{
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		if (!generated_takes(function, i))
			continue;
		text_format(out, "%slet %s = [", indent, generated_input(function, i).name);
		put_numbers(folder, out, call->input[i], function->input_size[i], indent);
		text_put(out, "];\n");
	}
	if (generated_takes(function, INPUT_DERIVED))
		text_format(out, "%slet derived = %s::Derived::from(&%s::Params::default());\n", indent, folder->name,
		            folder->name);
}

static void put_call(const struct Folder *folder, struct Text *out, const struct Generated *function,
                     const struct FolderCall *call, const char *indent)
{
	int count = 0;
	put_inputs(folder, out, function, call, indent);
	text_format(out, "%slet ", indent);
	put_tuple(folder, out, function, false);
	text_format(out, " = %s::%s(", folder->name, function_name(folder, function));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, "%s&%s", count++ ? ", " : "", generated_input(function, i).name);
	text_put(out, ");\n");
}

void folder_put_rust_call(struct Folder *folder, struct Text *out)
{
	const struct Generated *first = &folder->job.function[0];
	struct FolderCall call = folder_call(folder, first);
	put_call(folder, out, first, &call, "");
}

static void put_test(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	static const char indent[] = "    ";
	struct FolderCall call = folder_call(folder, function);
	text_format(out, "\n#[test]\nfn %s_gives_what_it_gave() {\n", function_name(folder, function));
	put_call(folder, out, function, &call, indent);
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		text_format(out,
		            is_number(output)   ? "    near(&[%s], &["
		            : is_matrix(output) ? "    near(&%s.concat(), &["
		                                : "    near(&%s, &[",
		            output->name);
		put_numbers(folder, out, call.output[i], output->size, indent);
		text_put(out, "]);\n");
	}
	text_put(out, "}\n");
}

void folder_put_rust_tests(struct Folder *folder, struct Text *out)
{
	for (int i = 0; i < folder->job.functions; i++)
		put_test(folder, out, &folder->job.function[i]);
}
