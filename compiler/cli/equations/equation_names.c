#include "equation_names.h"

#include <ctype.h>
#include <string.h>

#include "cli/columns.h"

/* --- parts of names --- */

/* The Greek letter of a word; NULL: none. */
static const char *greek_letter(const char *word, size_t length)
{
	static const struct {
		const char *name, *letter;
	} greek[] = {
#define GREEK(name, letter) { #name, letter },
#include "greek.def"
	};
	for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
		if (strlen(greek[i].name) == length && memcmp(greek[i].name, word, length) == 0)
			return greek[i].letter;
	return NULL;
}

/* A word in LaTeX: a Greek letter, a letter or digits, or several letters in an upright font. */
static void put_word(struct Text *out, const char *word, size_t length)
{
	size_t digits = strspn(word, "0123456789");
	const char *form = greek_letter(word, length)        ? "\\%.*s"
	                   : length == 1 || digits >= length ? "%.*s"
	                                                     : "\\mathrm{%.*s}";
	text_format(out, form, (int)length, word);
}

/* Length of the word before digits or an underscore. */
static size_t head_length(const char *name)
{
	size_t length = 0;
	while (isalpha((unsigned char)name[length]))
		length++;
	return name[length + strspn(name + length, "0123456789")] && name[length] != '_' ? strcspn(name, "_") : length;
}

/* --- LaTeX --- */

const char *latex_name(struct Arena *arena, const char *name, int dots)
{
	static const char *const over[] = { "", "\\dot{", "\\ddot{" };
	struct Text out = text_new(arena);
	size_t head = head_length(name);
	head = head ? head : strlen(name);
	text_put(&out, over[dots]);
	put_word(&out, name, head);
	text_put(&out, dots ? "}" : "");
	const char *at = name + head;
	bool subscript = *at;
	text_put(&out, subscript ? "_{" : "");
	for (bool first = true; *at; first = false) {
		at += strspn(at, "_");
		size_t length = strcspn(at, "_");
		text_put(&out, first || !length ? "" : ",");
		if (length)
			put_word(&out, at, length);
		at += length;
	}
	text_put(&out, subscript ? "}" : "");
	return text_string(&out);
}

/* --- MathML --- */

/* A Greek letter, digits, or letters. */
static void put_element(struct Text *out, const char *word, size_t length)
{
	const char *letter = greek_letter(word, length);
	const char *element = strspn(word, "0123456789") >= length ? "mn" : "mi";
	if (letter)
		text_format(out, "<mi>%s</mi>", letter);
	else
		text_format(out, "<%s>%.*s</%s>", element, (int)length, word, element);
}

/* The words after the first, with commas between them. */
static void put_subscript(struct Text *out, const char *at)
{
	text_put(out, "<mrow>");
	for (bool first = true; *at; first = false) {
		at += strspn(at, "_");
		size_t length = strcspn(at, "_");
		text_put(out, first || !length ? "" : "<mo>,</mo>");
		if (length)
			put_element(out, at, length);
		at += length;
	}
	text_put(out, "</mrow>");
}

const char *mathml_name(struct Arena *arena, const char *name, int dots)
{
	static const char *const over[] = { "", "<mo>\u02d9</mo></mover>", "<mo>\u00a8</mo></mover>" };
	struct Text out = text_new(arena);
	size_t head = head_length(name);
	head = head ? head : strlen(name);
	text_put(&out, name[head] ? "<msub>" : "");
	text_put(&out, dots ? "<mover accent=\"true\">" : "");
	put_element(&out, name, head);
	text_put(&out, over[dots]);
	if (name[head]) {
		put_subscript(&out, name + head);
		text_put(&out, "</msub>");
	}
	return text_string(&out);
}

/* --- plain names --- */

/* An identifier: with underscores for dots and brackets, `leg[3].hip` is leg_3_hip. */
static const char *identifier(struct Arena *arena, const char *name)
{
	char *copy = arena_copy(arena, name, strlen(name));
	char *to = copy;
	for (const char *at = name; *at; at++)
		if (*at != ']')
			*to++ = *at == '.' || *at == '[' ? '_' : *at;
	*to = '\0';
	return text_identifier(arena, copy);
}

const char *equation_names_new(struct EquationNames *names, const char *wanted)
{
	while (names_find(&names->used, wanted) >= 0)
		wanted = text_print(names->used.arena, "%s_", wanted);
	names_add(&names->used, wanted, 0);
	return wanted;
}

static void reserve(struct EquationNames *names, const char *words)
{
	while (*words) {
		size_t length = strcspn(words, " ");
		names_add(&names->used, arena_copy(names->used.arena, words, length), 0);
		words += length + strspn(words + length, " ");
	}
}

static const char *shown_name(struct Arena *arena, NameForm *form, const char *plain, const char *own, int dots)
{
	return form ? form(arena, own, dots) : plain;
}

/* --- inputs --- */

/* How the name of an input is made of the name of its column without the first word: with a letter d for each dot. */
static const struct InputNaming {
	enum Input array;
	int dots;
	enum NameGroup group;
} input_namings[] = {
	{ INPUT_Q, 0, NAMES_COORDINATES }, { INPUT_QD, 1, NAMES_RATES },     { INPUT_QDD, 2, NAMES_ACCELERATIONS },
	{ INPUT_U, 0, NAMES_OTHERS },      { INPUT_UD, 1, NAMES_RATES },     { INPUT_UDD, 2, NAMES_ACCELERATIONS },
	{ INPUT_S, 0, NAMES_OTHERS },      { INPUT_F_EXT, 0, NAMES_OTHERS },
};

static const struct InputNaming *naming_of(uint32_t array)
{
	for (size_t i = 0; i < sizeof input_namings / sizeof *input_namings; i++)
		if ((uint32_t)input_namings[i].array == array)
			return &input_namings[i];
	return NULL;
}

/* Velocities of quaternion joints are the rate of no coordinate: base_vx has no dot, its derivative has one. */
static int dots_of(const struct EquationSet *set, const struct InputNaming *naming, uint32_t element)
{
	if (!naming || !input_is_velocities((int)naming->array))
		return naming ? naming->dots : 0;
	return naming->dots - (set->job->tree->coordinate[element] < 0);
}

/* Place of an element in the arrays of callers. */
static size_t place_of(const struct Model *model, const struct AlgebraSymbol *symbol)
{
	if (input_is_coordinates((int)symbol->array))
		return (size_t)model->q_place[symbol->element];
	return input_is_velocities((int)symbol->array) ? (size_t)model->v_place[symbol->element] : symbol->element;
}

/* Name of the column of an input, in the function that takes it: "q.elbow"; "dt" is the whole name. */
static const char *column_of(const struct EquationSet *set, const struct AlgebraSymbol *symbol)
{
	for (size_t i = 0; i < set->function.count; i++) {
		const struct Generated *function = set->function.item[i];
		if (!generated_takes(function, (int)symbol->array))
			continue;
		const struct InputColumns columns = columns_of_inputs(set->job, function);
		size_t at = place_of(set->job->model, symbol);
		for (uint32_t k = 0; k < symbol->array; k++)
			at += generated_takes(function, (int)k) && k < INPUT_ARRAYS ? function->input_size[k] : 0;
		return columns.item[at].name;
	}
	return text_print(set->arena, "%s.%u", input_name[symbol->array], symbol->element);
}

static void name_parameter(const struct EquationSet *set, struct EquationNames *names, uint32_t element,
                           struct EquationName *name)
{
	const struct Model *model = set->job->model;
	for (size_t i = 0; i < model->parameters.count; i++) {
		const struct Parameter *parameter = model->parameters.item[i];
		uint32_t first = (uint32_t)parameter->first, count = (uint32_t)parameter->count;
		if (element < first || element >= first + count)
			continue;
		const char *column = columns_of_param(model, parameter).item[element - first];
		name->plain = equation_names_new(names, identifier(set->arena, column));
		name->shown = shown_name(set->arena, names->form, name->plain, name->plain, 0);
	}
	name->group = NAMES_PARAMETERS;
}

static void name_input(const struct EquationSet *set, struct EquationNames *names, const struct AlgebraSymbol *symbol,
                       struct EquationName *name)
{
	const struct InputNaming *naming = naming_of(symbol->array);
	const char *column = column_of(set, symbol), *dot = strchr(column, '.');
	const char *own = identifier(set->arena, naming && dot ? dot + 1 : column);
	int dots = dots_of(set, naming, symbol->element);
	name->plain = equation_names_new(names, text_print(set->arena, "%s%.*s", own, dots, "dd"));
	name->shown = shown_name(set->arena, names->form, name->plain, own, dots);
	name->group = naming ? naming->group : NAMES_OTHERS;
}

static void name_value(const struct EquationSet *set, struct EquationNames *names, const struct Label *label,
                       int number, struct EquationName *name)
{
	const char *wanted = text_print(set->arena, "t%d", number);
	if (label)
		wanted = text_print(set->arena, "%s%u%s%s", label->quantity, label->link, label->component,
		                    label->negative ? "n" : "");
	name->plain = equation_names_new(names, wanted);
	name->shown = shown_name(set->arena, names->form, name->plain, name->plain, 0);
	name->group = NAMES_VALUES;
}

/* Inputs first: they keep their names. */
struct EquationNames equation_names(const struct EquationSet *set, const char *reserved, NameForm *form)
{
	const struct AlgebraSymbols *symbol = &set->algebra->symbol;
	struct EquationNames names = { ARENA_ARRAY(set->arena, struct EquationName, symbol->count + 1),
		                       names_new(set->arena), form };
	int values = 0;
	reserve(&names, reserved);
	for (size_t i = 0; i < symbol->count; i++)
		if (symbol->item[i].kind == SYMBOL_INPUT && symbol->item[i].array == INPUT_PARAMS)
			name_parameter(set, &names, symbol->item[i].element, &names.item[i]);
	for (size_t i = 0; i < symbol->count; i++)
		if (symbol->item[i].kind == SYMBOL_INPUT && symbol->item[i].array != INPUT_PARAMS)
			name_input(set, &names, &symbol->item[i], &names.item[i]);
	for (size_t i = 0; i < symbol->count; i++)
		if (symbol->item[i].kind == SYMBOL_NAMED)
			name_value(set, &names, symbol->item[i].label, ++values, &names.item[i]);
	return names;
}
