/* Python: functions of arrays of NumPy, PyTorch or JAX, with a statement for each element over all leading axes. Sines
 * and cosines are those of the library.
 *
 * NumPy's outputs are written in place. PyTorch and JAX differentiate functions and map them over axes if these write
 * no array in place: there each element is a value of its own, and the elements are stacked at the end. */
#include "module.h"

#include <string.h>

#include "c/sincos_rows.h"
#include "dynamics/measures.h"

static const char *const functions[OP_COUNT] = {
#define FUNCTION(id, name, cost, javascript, numpy, slope) [OP_##id] = "np." #numpy,
#define FUNCTION2(id, name, cost, javascript, numpy) [OP_##id] = "np." #numpy,
#include "dag/ops.def"
};

const struct Dialect dialect_numpy = {
	.load = "%s[...,%s]",
	.temporary = "",
	.untyped = true,
	.select = { "np.where(", " < ", ", ", ", ", ")" },
	.nan = { "np.nan", "np.nan" },
	.width = 100,
	.nature = "No loops; sines and cosines are NumPy's",
	.end = "",
	.comment = { "# ", "" },
	.broken = { "(", ")" },
	.member = "params[\"%s\"]",
	.derived = "derived",
	.called = functions,
	.reserved = RESERVED_BY_PYTHON,
};

#define TORCH_FUNCTION(numpy) "torch." #numpy
#define JAX_FUNCTION(numpy) "jnp." #numpy
static const char *const torch_functions[OP_COUNT] = {
#define FUNCTION(id, name, cost, javascript, numpy, slope) [OP_##id] = TORCH_FUNCTION(numpy),
#define FUNCTION2(id, name, cost, javascript, numpy) [OP_##id] = "_" #numpy,
#include "dag/ops.def"
};
static const char *const jax_functions[OP_COUNT] = {
#define FUNCTION(id, name, cost, javascript, numpy, slope) [OP_##id] = JAX_FUNCTION(numpy),
#define FUNCTION2(id, name, cost, javascript, numpy) [OP_##id] = JAX_FUNCTION(numpy),
#include "dag/ops.def"
};

/* clang-format off */
#define PURE_DIALECT(functions_, library) { \
	.load = "%s[...,%s]", .result = "_%s_%s", .temporary = "", .untyped = true, \
	.select = { "_where(", ", ", ", ", ", ", ")" }, .nan = { "float(\"nan\")", "float(\"nan\")" }, \
	.width = 100, .nature = "No loops, nothing written in place; sines and cosines are those of " library, \
	.end = "", .comment = { "# ", "" }, .broken = { "(", ")" }, .member = "params[\"%s\"]", .derived = "derived", \
	.called = functions_, .reserved = RESERVED_BY_PYTHON, \
}
/* clang-format on */
const struct Dialect dialect_torch = PURE_DIALECT(torch_functions, "PyTorch");
const struct Dialect dialect_jax = PURE_DIALECT(jax_functions, "JAX");

static const struct Language python = {
	.constant = { "", " = ", "" },
	.list = { "(", ")" },
	.remark = { "# ", "" },
	.words = { "float(\"nan\")", "float(\"inf\")" },
};

/* Converts the arrays given to a function, and finds the leading axes of its results. Complex and masked arrays are
 * refused, as numpy would drop a part of them to get real numbers. */
static const char *const taken = "def _real(name: str, array: Any) -> Any:\n"
				 "\tif np.iscomplexobj(array):\n"
				 "\t\traise TypeError(f\"{name} is of real numbers, not of complex ones\")\n"
				 "\tif np.ma.is_masked(array):\n"
				 "\t\traise TypeError(f\"{name} is masked in part: fill it first\")\n"
				 "\treturn np.asarray(array, dtype=np.float64)\n\n\n"
				 "def _taken(**given: Any) -> Any:\n"
				 "\tarrays = []\n"
				 "\tfor name, (array, size) in given.items():\n"
				 "\t\tarray = _real(name, array)\n"
				 "\t\tif array.shape[-1:] != (size,):\n"
				 "\t\t\traise ValueError(f\"{name} has shape {array.shape}, wanted (..., {size})\")\n"
				 "\t\tarrays.append(array)\n"
				 "\treturn *arrays, np.broadcast_shapes(*(array.shape[:-1] for array in arrays))\n\n\n";

/* The same without a conversion: arrays of any type of floating-point or complex numbers. Both libraries would compute
 * with integers in float32. `like` is one of the arrays, whose type and device constants of the results have. */
#define TAKEN_PURE \
	"def _refuse_integers(name: str, array: Any) -> None:\n" \
	"\tif not _is_inexact(array):\n" \
	"\t\traise TypeError(f\"{name} is of {array.dtype}: wanted floating-point or complex numbers\")\n\n\n" \
	"def _taken(**given: Any) -> Any:\n" \
	"\tfor name, (array, size) in given.items():\n" \
	"\t\tif not isinstance(array, _Array):\n" \
	"\t\t\traise TypeError(f\"{name} must be {_ARRAY}, not {type(array).__name__}\")\n" \
	"\t\t_refuse_integers(name, array)\n" \
	"\t\tif tuple(array.shape[-1:]) != (size,):\n" \
	"\t\t\traise ValueError(f\"{name} has shape {tuple(array.shape)}, wanted (..., {size})\")\n" \
	"\tarrays = [array for array, _ in given.values()]\n" \
	"\treturn arrays[0][..., 0] if arrays[0].shape[-1] else arrays[0].sum(-1), _lead(*(array.shape[:-1] for array in " \
	"arrays))\n\n\n" \
	"def _taken_params(*given: Any) -> Any:\n" \
	"\tarrays = [array for array, _ in given if isinstance(array, _Array)]\n" \
	"\tfor array in arrays:\n" \
	"\t\t_refuse_integers(\"a parameter\", array)\n" \
	"\tlead = _lead(*(tuple(array.shape)[:len(array.shape) - axes] for array, axes in given if isinstance(array, _Array)))\n" \
	"\treturn (arrays[0].reshape(-1)[0] if arrays else None), lead\n\n\n"

static const char *const taken_torch =
	"_Array = torch.Tensor\n"
	"_ARRAY = \"a Tensor\"\n\n\n"
	"def _is_inexact(array: Any) -> Any:\n\treturn array.is_floating_point() or array.is_complex()\n\n\n"
	"def _lead(*shapes: Any) -> Any:\n\treturn tuple(torch.broadcast_shapes(*shapes)) if shapes else ()\n\n\n" TAKEN_PURE
	"def _tensor(value: Any, like: Any) -> Any:\n"
	"\treturn value if isinstance(value, torch.Tensor) else torch.full_like(like, value)\n\n\n"
	"def _where(below: Any, zero: Any, a: Any, b: Any) -> Any:\n"
	"\treturn torch.where(below < zero, _tensor(a, below), _tensor(b, below))\n\n\n"
	"def _arctan2(y: Any, x: Any) -> Any:\n"
	"\tlike = y if isinstance(y, torch.Tensor) else x\n"
	"\treturn torch.arctan2(_tensor(y, like), _tensor(x, like))\n\n\n"
	"def _stack(like: Any, lead: Any, elements: Any) -> Any:\n"
	"\tlike = torch.zeros((), dtype=torch.float64) if like is None else like\n"
	"\tlike = next((element for element in elements if isinstance(element, torch.Tensor)), like)\n"
	"\tif not elements:\n\t\treturn like.new_zeros(lead + (0,))\n"
	"\treturn torch.stack([element.expand(lead) if isinstance(element, torch.Tensor) else like.new_full(lead, element)\n"
	"\t\tfor element in elements], -1)\n\n\n";

static const char *const taken_jax =
	"_Array = (jax.Array, np.ndarray)\n"
	"_ARRAY = \"an array\"\n\n\n"
	"def _is_inexact(array: Any) -> Any:\n\treturn jnp.issubdtype(array.dtype, jnp.inexact)\n\n\n"
	"def _lead(*shapes: Any) -> Any:\n\treturn jnp.broadcast_shapes(*shapes) if shapes else ()\n\n\n" TAKEN_PURE
	"def _where(below: Any, zero: Any, a: Any, b: Any) -> Any:\n\treturn jnp.where(below < zero, a, b)\n\n\n"
	"def _stack(like: Any, lead: Any, elements: Any) -> Any:\n"
	"\tif not elements:\n\t\treturn jnp.zeros(lead + (0,))\n"
	"\treturn jnp.stack([jnp.broadcast_to(element, lead) for element in elements], -1)\n\n\n";

/* Refuses parameters that the model lacks, and others than it has numbers of. Lists are the library's to read. */
static const char *const known =
	"def _known(params: Mapping[str, Any], default: Mapping[str, Any]) -> None:\n"
	"\tfor name, value in params.items():\n"
	"\t\tif name not in default:\n"
	"\t\t\traise KeyError(f\"there is no parameter {name!r}\")\n"
	"\t\tshape, wanted = (tuple(getattr(each, \"shape\", ())) for each in (value, default[name]))\n"
	"\t\tif shape and wanted and shape[-1:] != wanted:\n"
	"\t\t\traise ValueError(f\"{name} has shape {shape}, wanted (..., {wanted[0]})\")\n\n\n";

/* What differs between the libraries, by dialect. */
static const struct ArrayLibrary {
	const struct Dialect *dialect;
	const char *import, *taken, *const list[2]; /* list: around the default values of a parameter */
	const char *given, *array;                  /* types of an argument and of a result */
	bool pure;                                  /* nothing is written in place */
} libraries[] = {
	{ &dialect_numpy,
	  "from typing import TYPE_CHECKING, Any, Mapping\n\nimport numpy as np\n\n"
	  "if TYPE_CHECKING:\n\tfrom numpy.typing import NDArray\n\n",
	  taken,
	  { "np.array([", "])" },
	  "Any",
	  "NDArray[np.float64]",
	  false },
	{ &dialect_torch,
	  "from typing import Any, Mapping\n\nimport torch\n\n",
	  taken_torch,
	  { "torch.tensor([", "], dtype=torch.float64)" },
	  "torch.Tensor",
	  "torch.Tensor",
	  true },
	{ &dialect_jax,
	  "from typing import Any, Mapping\n\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\n\n",
	  taken_jax,
	  { "jnp.array([", "])" },
	  "Any",
	  "jax.Array",
	  true },
};

static const struct ArrayLibrary *library_of(const struct Printer *p)
{
	const struct ArrayLibrary *library = libraries;
	while (library->dialect != p->dialect)
		library++;
	return library;
}

/* --- comments --- */

/* "6, 6": shape of an argument. A matrix with a single column keeps both axes. */
static const char *shape_of(const struct Printer *p, const struct FunctionArgument *a)
{
	bool matrix = a->output >= 0 && a->array->info->columns != EXTENT_1 && !a->array->layout;
	return matrix ? text_print(p->arena, "%d, %d", a->array->rows, a->array->columns)
	              : text_print(p->arena, "%zu", a->size);
}

static void put_argument_row(struct Printer *p, const struct FunctionArgument *a)
{
	bool structure = a->input == INPUT_PARAMS || a->input == INPUT_DERIVED ||
	                 (a->output >= 0 && a->array->info == &derived_output);
	const char *shape = structure ? "" : text_print(p->arena, "(..., %s) ", shape_of(p, a));
	text_format(p->out, " *   %-7s %s%s: %s", c_array_name(p, a->name), shape, a->output < 0 ? "in" : "out",
	            c_argument_meaning(p, a));
	if (!structure)
		text_format(p->out, "; %s", measure_units(p->job->model, a->measure));
	text_char(p->out, '\n');
}

static void put_doc_lines(struct Printer *p)
{
	c_put_title(p);
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		if (a.output == 0)
			c_put_inputs_apart(p);
		put_argument_row(p, &a);
	}
	c_put_state_notes(p);
	c_put_cost(p);
}

/* Docstring of a function. Quotes and backslashes in names are escaped. */
static void put_doc(struct Printer *p)
{
	struct Text *out = p->out, text;
	text = text_new(p->arena);
	p->out = &text;
	module_put_lines(p, put_doc_lines, "\t");
	p->out = out;
	text_put(out, "\t\"\"\"");
	for (const char *at = text_string(&text) + 1; *at; at++) {
		text_put(out, *at == '\\' || *at == '"' ? "\\" : "");
		text_char(out, *at);
	}
	text_put(out, "\t\"\"\"\n");
}

/* --- functions --- */

enum GivenForm { GIVEN_NAMES, GIVEN_TYPES, GIVEN_SIZES };

/* The inputs: "q, qd", "q: Any, qd: Any" or "q=(q, 6), qd=(qd, 6)". */
static void put_given(struct Printer *p, enum GivenForm form)
{
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		const char *name = c_array_name(p, a.name);
		if (a.output >= 0)
			break;
		text_format(p->out, "%s%s", a.first ? "" : ", ", name);
		if (form == GIVEN_SIZES)
			text_format(p->out, "=(%s, %zu)", name, a.size);
		else if (form == GIVEN_TYPES)
			text_format(p->out, ": %s",
			            a.input == INPUT_PARAMS ? "Mapping[str, Any]" : library_of(p)->given);
	}
}

/* "like, lead = _taken_params((params["payload"], 0), ...)": with the number of axes of each. */
static void put_taken_as_given(struct Printer *p)
{
	const struct ParameterList *all = &p->job->model->parameters;
	struct SincosList list = { p->out, 0, false };
	for (size_t i = 0; i < all->count; i++)
		sincos_put_item(&list, "\tlike, lead = _taken_params(",
		                text_print(p->arena, "(params[\"%s\"], %d)", c_member_name(p->arena, all->item[i]),
		                           all->item[i]->kind != VALUE_SCALAR));
	text_put(p->out, ")\n");
}

/* Parameters are a dict of numbers and arrays. */
static void put_taken_params(struct Printer *p)
{
	const struct ParameterList *all = &p->job->model->parameters;
	text_put(p->out, "\tparams = {name: _real(name, value) for name, value in params.items()}\n"
	                 "\tlead = np.broadcast_shapes(");
	for (size_t i = 0; i < all->count; i++)
		text_format(p->out, "%sparams[\"%s\"].shape%s", i ? ", " : "", c_member_name(p->arena, all->item[i]),
		            all->item[i]->kind == VALUE_SCALAR ? "" : "[:-1]");
	text_put(p->out, ")\n");
}

/* The elements of each output, stacked. */
static void put_stacks(struct Printer *p)
{
	const struct Generated *f = p->function;
	for (int i = 0; i < f->outputs; i++) {
		struct SincosList list = { p->out, 0, false };
		const char *name = c_array_name(p, f->output[i].name);
		const char *open = text_print(p->arena, "\t%s: %s = _stack(like, lead, [", name, library_of(p)->array);
		text_put(p->out, f->output[i].size ? "" : open);
		for (size_t k = 0; k < f->output[i].size; k++)
			sincos_put_item(&list, open,
			                text_print(p->arena, p->dialect->result, name, text_print(p->arena, "%zu", k)));
		text_put(p->out, "])\n");
	}
}

static void put_results(struct Printer *p)
{
	text_put(p->out, "\treturn ");
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		if (a.output < 0)
			continue;
		text_format(p->out, "%s%s", a.output ? ", " : "", c_array_name(p, a.name));
		if (a.array->info->columns != EXTENT_1 && !a.array->layout)
			text_format(p->out, ".reshape(lead + (%s))", shape_of(p, &a));
	}
	text_put(p->out, "\n\n\n");
}

/* Statements that take the arguments, and find the leading axes of the results. */
static void put_taken(struct Printer *p)
{
	const struct Generated *f = p->function;
	bool pure = library_of(p)->pure;
	if (generated_takes(f, INPUT_PARAMS))
		text_format(p->out, "\t_known(params, %s())\n", c_own(p, OWN_PARAMS_DEFAULT));
	if (generated_takes(f, INPUT_PARAMS) && pure) {
		put_taken_as_given(p);
	} else if (generated_takes(f, INPUT_PARAMS)) {
		put_taken_params(p);
	} else if (!f->inputs) {
		text_put(p->out, pure ? "\tlike, lead = None, ()\n" : "\tlead = ()\n");
	} else {
		text_put(p->out, pure ? "\tlike" : "\t");
		if (!pure)
			put_given(p, GIVEN_NAMES);
		text_put(p->out, ", lead = _taken(");
		put_given(p, GIVEN_SIZES);
		text_put(p->out, ")\n");
	}
}

/* " -> NDArray[np.float64]", or a tuple of as many as there are outputs. */
static void put_result_type(struct Printer *p)
{
	const char *array = library_of(p)->array;
	int outputs = p->function->outputs;
	text_put(p->out, outputs == 1 ? " -> " : " -> tuple[");
	for (int i = 0; i < outputs; i++)
		text_format(p->out, "%s%s", i ? ", " : "", array);
	text_put(p->out, outputs == 1 ? ":\n" : "]:\n");
}

static void put_function(struct Printer *p)
{
	const struct Generated *f = p->function;
	bool pure = library_of(p)->pure;
	text_format(p->out, "def %s(", c_function_name(p->arena, p->job, f));
	put_given(p, GIVEN_TYPES);
	text_put(p->out, ")");
	put_result_type(p);
	put_doc(p);
	put_taken(p);
	for (int i = 0; i < f->outputs && !pure; i++)
		text_format(p->out, "\t%s = np.empty(lead + (%zu,))\n", c_array_name(p, f->output[i].name),
		            f->output[i].size);
	c_put_statements(p);
	if (pure)
		put_stacks(p);
	put_results(p);
}

/* Parameters: a function for a dict of default values, and the setup function. */
static void put_params(struct Printer *p)
{
	if (!job_prepares(p->job))
		return;
	text_put(p->out, known);
	text_format(p->out,
	            "def %s() -> dict[str, Any]:\n\t\"\"\"The parameters as the model says, in SI units, for %s;\n"
	            "\tleading axes are of many sets.\"\"\"\n\treturn {\n",
	            c_own(p, OWN_PARAMS_DEFAULT), c_own(p, OWN_PREPARE));
	module_put_defaults(p, "\"", library_of(p)->list, "  # ");
	text_put(p->out, "\t}\n\n\n");
	p->function = &p->job->prepare;
	put_function(p);
}

/* --- the file --- */

/* Python counts blanks: each leading tab becomes four. */
static void put_indented(struct Text *out, const char *text)
{
	for (bool begins = true; *text; text++) {
		if (begins && *text == '\t')
			text_put(out, "    ");
		else
			text_char(out, *text);
		begins = *text == '\n' || (begins && *text == '\t');
	}
}

/* Python takes the first "coding:" in a comment of the first two lines for the encoding of the file. The model's name is in such a
 * comment, so a name with "coding:" needs a true one before it. */
static void put_encoding(struct Printer *p)
{
	const char *name = p->job->model->name.text;
	if (strstr(name, "coding:") || strstr(name, "coding="))
		text_put(p->out, "# -*- coding: utf-8 -*-\n");
}

void print_python(struct Printer *p)
{
	struct Text *out = p->out, text;
	text = text_new(p->arena);
	p->out = &text;
	put_encoding(p);
	module_put_lines(p, c_put_banner, "# ");
	text_format(&text, "from __future__ import annotations\n\n%s", library_of(p)->import);
	module_put_constants(p, &python);
	module_put_lines(p, c_put_links, "# ");
	text_format(&text, "\n%s", library_of(p)->taken);
	put_params(p);
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		put_function(p);
	}
	text.count -= 2; /* keeps a single line end at the end */
	text.item[text.count] = '\0';
	p->out = out;
	put_indented(out, text_string(&text));
}
