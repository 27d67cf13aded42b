/* External functions of CasADi that are derivatives of derivatives. Their mathematics is in a template of
 * casadi/src: sums and products of derivatives of f. Here are their arguments, results and patterns, and the
 * functions of C that give the derivatives of f.
 *
 * A word such as jac_adj1_fwd1 is read from its end: F = f, then F = fwd1_F, F = adj1_F, F = jac_F. With a for the arguments and r for the
 * results of F, and their names after a lead, CasADi has
 *     fwd1_F   a, out_r, fwd_a -> fwd_r       adj1_F   a, out_r, adj_r -> adj_a       jac_F   a, out_r -> jac_r_a
 * A lead that a name of F already has gets a number: fwd2_. Arguments out_r are not read, nor is what follows from them. */
#include "folder_casadi.h"

#include <stdlib.h>
#include <string.h>

/* What is computed. Blocks: the pattern of each matrix of jac_F, of one result after the other:
 *     J  dy/dx     j  its transpose     H  Hessian     T  its products with a direction, by y     t  their transpose
 *     M  dy/dx as a vector, by x     m  its transpose     0  nothing */
static const struct Word {
	const char *name;
	int order;
	const char *blocks;
} word_table[] = {
	{ "fwd1_fwd1", 2, "" },
	{ "adj1_fwd1", 2, "" },
	{ "jac_fwd1", 2, "TJ" },
	{ "fwd1_jac", 2, "" },
	{ "adj1_jac", 2, "" },
	{ "jac_jac", 2, "M" },
	{ "adj1_adj1", 2, "" },
	{ "jac_adj1_fwd1", 3, "HHtH0j" },
	{ "jac_fwd1_fwd1", 3, "TTTJ" },
	{ "jac_fwd1_adj1", 3, "HtHj" },
	{ "jac_adj1_adj1", 3, "HtHT0J" },
	{ "jac_fwd1_jac", 3, "MM" },
	{ "jac_adj1_jac", 3, "Hm" },
};

/* --- the numbers of f --- */

/* An argument or result of f, or a matrix of it, without its lead: entries by columns, each with its number among all of the
 * kind. */
struct Entry {
	int row, column, number;
};
struct Part {
	const char *name;
	int rows, columns;
	struct Entry *entry;
	size_t entries;
};
struct Parts ARENA_LIST(struct Part);

/* Arguments are `x` numbers, results `y`, matrices y * x: entry (k, i) is number k * x + i. */
enum Like { LIKE_X, LIKE_Y, LIKE_MATRIX, LIKES };
struct Numbers {
	const struct Folder *folder;
	const struct CasadiBase *base;
	int x, y;
	int *of_x;       /* by variable in the order of the Hessian: its number */
	int **of_y;      /* by result, and entry by rows: its number */
	bool *J, *H, *T; /* patterns, by rows: y * x, x * x, y * x */
	struct Parts part[LIKES];
};

static int size_of(const struct Numbers *n, enum Like like)
{
	return like == LIKE_X ? n->x : like == LIKE_Y ? n->y : n->x * n->y;
}

/* Weights of a result in functions of C: an array with all of its entries. */
static const struct GeneratedOutput *weights_of(const struct CasadiBase *base, int o)
{
	const struct Generated *adj = base->derived[CASADI_ADJ];
	return &adj->seed[adj->operation->weight[o] - INPUT_SEED];
}

/* Numbers of all variables: each input has the order of its array in C. */
static void number_x(struct Numbers *n)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f;
	n->x = casadi_first_variable(folder, f, INPUT_COUNT);
	n->of_x = ARENA_ARRAY(folder->arena, int, n->x + 1);
	for (int i = 0; i < INPUT_COUNT; i++) {
		if (!casadi_is_variable(folder, f, i))
			continue;
		const int first = casadi_first_variable(folder, f, i);
		const int size = casadi_rows(folder, f, i) * casadi_columns(f, i);
		const size_t *place = input_is_seed(i) ? casadi_places(folder, &f->seed[i - INPUT_SEED]) : NULL;
		for (int k = 0; k < size; k++)
			n->of_x[first + k] = first + (place ? (int)place[k] - 1 : k);
	}
}

static void number_y(struct Numbers *n)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f;
	n->of_y = ARENA_ARRAY(folder->arena, int *, f->outputs);
	for (int o = 0; o < f->outputs; o++) {
		const struct GeneratedOutput *weights = weights_of(n->base, o);
		const size_t *place = casadi_places(folder, weights);
		n->of_y[o] = ARENA_ARRAY(folder->arena, int, output_entries(weights));
		for (size_t k = 0; k < output_entries(weights); k++)
			n->of_y[o][k] = n->y + (int)place[k] - 1;
		n->y += (int)output_entries(weights);
	}
}

/* --- parts and patterns --- */

static struct Part *add_part(struct Numbers *n, enum Like like, const char *name, int rows, int columns, size_t entries)
{
	struct Part *part = ARENA_PUSH(n->folder->arena, &n->part[like]);
	*part = (struct Part){ .name = name, .rows = rows, .columns = columns };
	part->entry = ARENA_ARRAY(n->folder->arena, struct Entry, entries);
	return part;
}

static int by_columns(const void *one, const void *other)
{
	const struct Entry *a = one, *b = other;
	return a->column != b->column ? a->column - b->column : a->row - b->row;
}

static void add_entry(struct Part *part, int row, int column, int number)
{
	part->entry[part->entries++] = (struct Entry){ row, column, number };
}

static void sort(struct Part *part)
{
	if (part->entries)
		qsort(part->entry, part->entries, sizeof *part->entry, by_columns);
}

static void add_x(struct Numbers *n, int input)
{
	const struct Generated *f = n->base->f;
	const int rows = casadi_rows(n->folder, f, input), columns = casadi_columns(f, input);
	const int first = casadi_first_variable(n->folder, f, input);
	struct Part *part = add_part(n, LIKE_X, casadi_input_word(f, input), rows, columns, (size_t)(rows * columns));
	for (int j = 0; j < columns; j++)
		for (int i = 0; i < rows; i++)
			add_entry(part, i, j, n->of_x[first + i * columns + j]);
}

static void add_y(struct Numbers *n, int o)
{
	const struct GeneratedOutput *output = &n->base->f->output[o];
	struct Part *part = add_part(n, LIKE_Y, output->name, output->rows, output->columns, output->size);
	for (size_t k = 0; k < output->size; k++) {
		const int row = output->entry[k].row, column = output->entry[k].column;
		add_entry(part, row, column, n->of_y[o][row * output->columns + column]);
	}
	sort(part);
}

/* The matrix of a result by an input. Its pattern is marked also where CasADi does not give the input. */
static void add_matrix(struct Numbers *n, int o, int input)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f;
	const struct Generated *matrices = n->base->derived[CASADI_JAC];
	const struct GeneratedOutput *of = &f->output[o],
				     *block = &matrices->output[casadi_block_number(folder, f, matrices, 0, o, input)];
	const int rows = casadi_rows(folder, f, input), columns = casadi_columns(f, input);
	const int first = casadi_first_variable(folder, f, input);
	struct Part *part =
		casadi_is_given(folder, f, input)
			? add_part(n, LIKE_MATRIX,
	                           text_print(folder->arena, "jac_%s_%s", of->name, casadi_input_word(f, input)),
	                           (int)output_entries(of), rows * columns, block->size)
			: NULL;
	for (size_t k = 0; k < block->size; k++) {
		const int row = block->entry[k].row, column = block->entry[k].column;
		const int number = n->of_y[o][row] * n->x + n->of_x[first + column];
		n->J[number] = true;
		if (part)
			add_entry(part, casadi_stacked(row, of->rows, of->columns),
			          casadi_stacked(column, rows, columns), number);
	}
	if (part)
		sort(part);
}

/* T: entries of H(e_k) d, by k. */
static void add_patterns(struct Numbers *n)
{
	const struct GeneratedOutput *H = n->base->derived[CASADI_JAC_ADJ]->output;
	for (size_t k = 0; k < H->size; k++)
		n->H[n->of_x[H->entry[k].row] * n->x + n->of_x[H->entry[k].column]] = true;
	for (int k = 0; k < n->y; k++)
		for (int i = 0; i < n->x; i++)
			for (int j = 0; j < n->x; j++)
				n->T[k * n->x + i] |= n->J[k * n->x + i] && n->J[k * n->x + j] && n->H[i * n->x + j];
}

static struct Numbers numbers_of(const struct Folder *folder, const struct CasadiBase *base)
{
	struct Numbers n = { .folder = folder, .base = base };
	const struct Generated *f = base->f;
	number_x(&n);
	number_y(&n);
	n.J = ARENA_ARRAY(folder->arena, bool, n.x *n.y + 1);
	n.T = ARENA_ARRAY(folder->arena, bool, n.x *n.y + 1);
	n.H = ARENA_ARRAY(folder->arena, bool, n.x *n.x + 1);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (casadi_is_given(folder, f, i))
			add_x(&n, i);
	for (int o = 0; o < f->outputs; o++)
		add_y(&n, o);
	for (int o = 0; o < f->outputs; o++)
		for (int i = 0; i < INPUT_COUNT; i++)
			if (casadi_is_variable(folder, f, i))
				add_matrix(&n, o, i);
	add_patterns(&n);
	return n;
}

/* --- words --- */

/* Arguments or results that share a lead. */
struct Group {
	enum Like like;
	bool read; /* else the ports have no entries */
	const char *lead;
};
struct Groups ARENA_LIST(struct Group);
struct Signature {
	struct Groups in, out;
};

static void add_group(struct Arena *arena, struct Groups *groups, const struct Group *of, const char *lead, bool read)
{
	*ARENA_PUSH(arena, groups) =
		(struct Group){ of->like, of->read && read, text_print(arena, "%s%s", lead, of->lead) };
}

static void add_groups(struct Arena *arena, struct Groups *to, const struct Groups *of, const char *lead, bool read)
{
	for (size_t i = 0; i < of->count; i++)
		add_group(arena, to, &of->item[i], lead, read);
}

static bool leads(const struct Groups *groups, const char *lead)
{
	for (size_t i = 0; i < groups->count; i++)
		if (strncmp(groups->item[i].lead, lead, strlen(lead)) == 0)
			return true;
	return false;
}

/* "fwd_", or "fwd2_" where a name of F begins so. */
static const char *free_lead(struct Arena *arena, const struct Signature *F, const char *plain)
{
	const char *lead = text_print(arena, "%s_", plain);
	for (int number = 2; leads(&F->in, lead) || leads(&F->out, lead); number++)
		lead = text_print(arena, "%s%d_", plain, number);
	return lead;
}

/* fwd1_F, adj1_F or jac_F, by its first letter. The results of jac_F as a whole are those of jac_f: no other ones are differentiated. */
static struct Signature apply(struct Arena *arena, const struct Signature *F, char letter)
{
	const struct Group matrix = { LIKE_MATRIX, true, "" };
	struct Signature of = { .in = { .item = NULL } };
	add_groups(arena, &of.in, &F->in, "", true);
	add_groups(arena, &of.in, &F->out, "out_", false);
	if (letter == 'j') {
		add_group(arena, &of.out, &matrix, "", true);
		return of;
	}
	const char *lead = free_lead(arena, F, letter == 'f' ? "fwd" : "adj");
	add_groups(arena, &of.in, letter == 'f' ? &F->in : &F->out, lead, true);
	add_groups(arena, &of.out, letter == 'f' ? &F->out : &F->in, lead, true);
	return of;
}

/* The signature of a word, with that of F before its first letter in *last. */
static struct Signature signature_of(struct Arena *arena, const char *word, struct Signature *last)
{
	const struct Group x = { LIKE_X, true, "" }, y = { LIKE_Y, true, "" };
	struct Signature F = { .in = { .item = NULL } };
	add_group(arena, &F.in, &x, "", true);
	add_group(arena, &F.out, &y, "", true);
	for (const char *at = word + strlen(word); at > word;) {
		do
			at--;
		while (at > word && at[-1] != '_');
		*last = F;
		F = apply(arena, &F, *at);
		at -= at > word;
	}
	return F;
}

/* --- ports --- */

/* Ports of groups. Those that are read have their numbers one after the other from *next. */
static void add_ports(const struct Numbers *n, struct CasadiPorts *ports, const struct Groups *groups, size_t *next)
{
	for (size_t g = 0; g < groups->count; g++) {
		const struct Group *group = &groups->item[g];
		for (size_t p = 0; p < n->part[group->like].count; p++) {
			const struct Part *part = &n->part[group->like].item[p];
			struct CasadiPort *port =
				casadi_add_port(n->folder, ports,
			                        text_print(n->folder->arena, "%s%s", group->lead, part->name),
			                        part->rows, part->columns, group->read ? part->entries : 0);
			for (size_t k = 0; k < part->entries && group->read; k++)
				casadi_add_cell(port, part->entry[k].row, part->entry[k].column, 0,
				                *next + (size_t)part->entry[k].number);
		}
		*next += group->read ? (size_t)size_of(n, group->like) : 0;
	}
}

/* Arguments of f itself, which are read where they are. */
static void add_arguments(const struct Numbers *n, struct CasadiPorts *ports)
{
	for (size_t i = 0; i < n->base->in.count; i++)
		*ARENA_PUSH(n->folder->arena, ports) = n->base->in.item[i];
}

/* Is an entry of a matrix of jac_F other than zero by structure? */
static bool is_set(const struct Numbers *n, char block, int row, int column)
{
	const int x = n->x;
	switch (block) {
	case 'J': return n->J[row * x + column];
	case 'j': return n->J[column * x + row];
	case 'H': return n->H[row * x + column];
	case 'T': return n->T[row * x + column];
	case 't': return n->T[column * x + row];
	case 'M': return n->J[row] && n->J[row / x * x + column] && n->H[row % x * x + column];
	case 'm': return is_set(n, 'M', column, row);
	default: return false;
	}
}

/* A matrix of jac_F: its first entry is at `first` in a dense one with `width` columns. */
static void add_pair(const struct Numbers *n, struct CasadiPorts *ports, const char *name, const struct Part *of,
                     const struct Part *by, char block, size_t first, size_t width)
{
	const size_t cells = block == '0' ? 0 : of->entries * by->entries;
	struct CasadiPort *port =
		casadi_add_port(n->folder, ports, name, of->rows * of->columns, by->rows * by->columns, cells);
	for (size_t j = 0; j < by->entries && cells; j++)
		for (size_t i = 0; i < of->entries; i++) {
			const struct Entry row = of->entry[i], column = by->entry[j];
			if (is_set(n, block, row.number, column.number))
				casadi_add_cell(port, row.column * of->rows + row.row,
				                column.column * by->rows + column.row, 0,
				                first + (size_t)row.number * width + (size_t)column.number);
		}
}

/* Matrices of all results of F by all of its arguments: in `out` one dense matrix, of those that are read. */
static size_t add_pairs(const struct Numbers *n, struct CasadiPorts *ports, const struct Signature *F,
                        const char *blocks)
{
	size_t width = 0, first = 0;
	for (size_t b = 0; b < F->in.count; b++)
		width += F->in.item[b].read ? (size_t)size_of(n, F->in.item[b].like) : 0;
	for (size_t a = 0; a < F->out.count; a++) {
		const struct Group *of = &F->out.item[a];
		for (size_t p = 0; p < n->part[of->like].count; p++) {
			const char *own = blocks;
			size_t right = 0;
			for (size_t b = 0; b < F->in.count; b++) {
				const struct Group *by = &F->in.item[b];
				const char block = of->read && by->read ? *own++ : '0';
				for (size_t q = 0; q < n->part[by->like].count; q++) {
					const struct Part *row = &n->part[of->like].item[p],
							  *column = &n->part[by->like].item[q];
					const char *name = text_print(n->folder->arena, "jac_%s%s_%s%s", of->lead,
					                              row->name, by->lead, column->name);
					add_pair(n, ports, name, row, column, block, first + right, width);
				}
				right += by->read ? (size_t)size_of(n, by->like) : 0;
			}
		}
		for (size_t b = 0; b < F->in.count; b++)
			blocks += of->read && F->in.item[b].read;
		first += of->read ? (size_t)size_of(n, of->like) * width : 0;
	}
	return first;
}

static void add_word(const struct Numbers *n, struct CasadiFunctions *functions, const struct Word *word)
{
	struct Arena *arena = n->folder->arena;
	struct CasadiFunction *f = ARENA_PUSH(arena, functions);
	struct Signature last = { .in = { .item = NULL } }, own = signature_of(arena, word->name, &last);
	*f = (struct CasadiFunction){ .name = text_print(arena, "%s_%s", word->name, n->base->name),
		                      .base = n->base->f,
		                      .of = n->base,
		                      .word = word->name };
	const struct Groups besides = { .item = own.in.item + 1, .count = own.in.count - 1 };
	add_arguments(n, &f->in);
	add_ports(n, &f->in, &besides, &f->taken);
	if (*word->blocks)
		f->given = add_pairs(n, &f->out, &last, word->blocks);
	else
		add_ports(n, &f->out, &own.out, &f->given);
}

void casadi_add_second(const struct Folder *folder, struct CasadiFunctions *functions, const struct CasadiBase *base,
                       int order)
{
	const struct Numbers n = numbers_of(folder, base);
	for (size_t i = 0; i < sizeof word_table / sizeof *word_table; i++)
		if (word_table[i].order <= order)
			add_word(&n, functions, &word_table[i]);
}

/* --- derivatives of f, for the sums and products --- */

/* What a derivative of f returns. */
enum Returned { RETURNS_Y, RETURNS_X, RETURNS_MATRICES, RETURNS_HESSIAN };

static const struct Adapter {
	const char *name;
	enum CasadiDerived derived;
	bool weights, direction;
	enum Returned returned;
} adapter_table[] = {
	{ "change", CASADI_FWD, false, true, RETURNS_Y },
	{ "gradient", CASADI_ADJ, true, false, RETURNS_X },
	{ "jacobian", CASADI_JAC, false, false, RETURNS_MATRICES },
	{ "bend", CASADI_FWD_ADJ, true, true, RETURNS_X },
	{ "hessian", CASADI_JAC_ADJ, true, false, RETURNS_HESSIAN },
	{ "third", CASADI_FWD_JAC_ADJ, true, true, RETURNS_HESSIAN },
};
enum { ADAPTERS = sizeof adapter_table / sizeof *adapter_table };

/* Weights of the results of f in a function of C, by result; NULL: it has none. */
static const enum Input *weights_in(const struct Generated *function)
{
	const struct Operation *operation = function->operation;
	while (operation->term->operation && !operation->term->operation->weights && operation->ofs)
		operation = operation->of;
	return operation->weight;
}

/* The argument for an input of a function of C. */
static const char *passed_text(const struct Numbers *n, const struct Adapter *adapter, int input)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f, *inner = n->base->derived[adapter->derived];
	int first = 0;
	if (input == INPUT_DERIVED)
		return text_print(folder->arena, "(const %s_derived *)at->prepared", folder->prefix);
	for (int i = 0, given = 0; i < INPUT_COUNT; i++) {
		if (casadi_is_variable(folder, f, i) && adapter->direction &&
		    inner->operation->direction[i] == (enum Input)input)
			return text_print(folder->arena, "d + %d", casadi_first_variable(folder, f, i));
		if (i == input && casadi_is_given(folder, f, i))
			return text_print(folder->arena, "at->x[%d]", given);
		given += casadi_is_given(folder, f, i);
	}
	for (int o = 0; o < f->outputs && adapter->weights; o++) {
		if (weights_in(inner)[o] == (enum Input)input)
			return text_print(folder->arena, "l + %d", first);
		first += (int)output_entries(&f->output[o]);
	}
	return "nothing";
}

/* Number of an entry of matrix `number` of those of f. */
static int number_in_matrices(const struct Numbers *n, const struct Generated *matrices, int number,
                              struct LayoutEntry entry)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f;
	for (int o = 0; o < f->outputs; o++)
		for (int i = 0; i < INPUT_COUNT; i++)
			if (casadi_is_variable(folder, f, i) &&
			    casadi_block_number(folder, f, matrices, 0, o, i) == number)
				return n->of_y[o][entry.row] * n->x +
				       n->of_x[casadi_first_variable(folder, f, i) + entry.column];
	return -1;
}

/* Number of an entry of an output, in the array that a derivative of f returns; -1: it has no place there. */
static int number_in(const struct Numbers *n, const struct Adapter *adapter, int output, struct LayoutEntry entry)
{
	const struct Folder *folder = n->folder;
	const struct Generated *f = n->base->f, *inner = n->base->derived[adapter->derived];
	if (adapter->returned == RETURNS_HESSIAN)
		return output ? -1 : n->of_x[entry.row] * n->x + n->of_x[entry.column];
	if (adapter->returned == RETURNS_Y)
		return n->of_y[output][entry.row * inner->output[output].columns + entry.column];
	if (adapter->returned == RETURNS_MATRICES)
		return number_in_matrices(n, inner, output, entry);
	for (int i = 0, left = output; i < INPUT_COUNT; i++)
		if (casadi_is_variable(folder, f, i) && !left--)
			return n->of_x[casadi_first_variable(folder, f, i) + entry.row * inner->output[output].columns +
			               entry.column];
	return -1;
}

/* Adds the result of an output: the same array from an element on, or copied entry by entry. Returns how many elements the function
 * of C writes there itself. */
static size_t add_returned(const struct Numbers *n, struct ValueNode *own, const struct Adapter *adapter, int o,
                           size_t *work)
{
	const struct GeneratedOutput *output = &n->base->derived[adapter->derived]->output[o];
	struct Text places = text_new(own->arena);
	const int first = output->size ? number_in(n, adapter, o, output->entry[0]) : 0;
	bool same = output->size;
	for (size_t k = 0; k < output->size; k++) {
		const int number = number_in(n, adapter, o, output->entry[k]);
		same &= number == first + (int)k && number >= 0;
		text_format(&places, "%s%d", k ? k % 24 ? ", " : ",\n\t" : "", number);
	}
	struct ValueNode *passed = values_add(own, "PASSED");
	values_text(passed, "PASSED", text_print(own->arena, same ? "out + %d" : "w + %d", same ? first : (int)*work));
	if (same)
		return output->size;
	if (output->size && first >= 0) {
		struct ValueNode *filled = values_add(own, "FILLED");
		values_format(filled, "NUMBER", "%d", o);
		values_format(filled, "WORK", "%zu", *work);
		values_format(filled, "CELLS", "%zu", output->size);
		values_text(filled, "PLACES", text_string(&places));
	}
	*work += output->size;
	return 0;
}

/* Size of what a derivative of f returns. */
static int returned_size(const struct Numbers *n, enum Returned returned)
{
	static const enum Like like[] = {
		[RETURNS_Y] = LIKE_Y, [RETURNS_X] = LIKE_X, [RETURNS_MATRICES] = LIKE_MATRIX
	};
	return returned == RETURNS_HESSIAN ? n->x * n->x : size_of(n, like[returned]);
}

static void add_adapter(const struct Numbers *n, struct ValueNode *base, const struct Adapter *adapter)
{
	const struct Generated *inner = n->base->derived[adapter->derived];
	struct ValueNode *own = values_add(base, "ADAPTERS");
	size_t work = 0, written = 0;
	values_text(own, "ADAPTER", adapter->name);
	values_text(own, "FUNCTION", folder_function(n->folder, inner));
	values_flag(own, "WEIGHTS", adapter->weights);
	values_flag(own, "DIRECTION", adapter->direction);
	values_format(own, "SIZE", "%d", returned_size(n, adapter->returned));
	values_list(own, "FILLED");
	values_list(own, "PASSED");
	for (int i = 0; i <= INPUT_DERIVED; i++)
		if (generated_takes(inner, i))
			values_text(values_add(own, "PASSED"), "PASSED", passed_text(n, adapter, i));
	for (int o = 0; o < inner->outputs; o++)
		written += add_returned(n, own, adapter, o, &work);
	values_flag(own, "CLEARED", written < (size_t)returned_size(n, adapter->returned));
}

void casadi_second_values(struct Folder *folder, const struct CasadiBase *base)
{
	const struct Numbers n = numbers_of(folder, base);
	struct ValueNode *own = values_add(folder->values, "BASES");
	struct Text rows = text_new(folder->arena);
	size_t count = 0;
	for (size_t p = 0; p < n.part[LIKE_Y].count; p++)
		for (size_t k = 0; k < n.part[LIKE_Y].item[p].entries; k++, count++)
			text_format(&rows, "%s%d", count ? ", " : "", n.part[LIKE_Y].item[p].entry[k].number);
	values_text(own, "BASE", base->name);
	values_format(own, "X", "%d", n.x);
	values_format(own, "Y", "%d", n.y);
	values_format(own, "COUNT", "%zu", count);
	values_text(own, "ROWS", count ? text_string(&rows) : "0");
	values_list(own, "ADAPTERS");
	for (int i = 0; i < ADAPTERS; i++)
		if (base->derived[adapter_table[i].derived])
			add_adapter(&n, own, &adapter_table[i]);
}

/* Three matrices by x, one by y, and vectors, at most at once (casadi/src); then the arrays of one function of C. */
size_t casadi_second_work(const struct Folder *folder, const struct CasadiBase *base)
{
	struct Numbers n = { .folder = folder, .base = base };
	size_t most = 0;
	number_x(&n);
	number_y(&n);
	const size_t x = (size_t)n.x, y = (size_t)n.y;
	for (int d = 0; d < CASADI_DERIVED; d++) {
		size_t all = 0;
		for (int o = 0; base->derived[d] && o < base->derived[d]->outputs; o++)
			all += base->derived[d]->output[o].size;
		most = all > most ? all : most;
	}
	return 3 * x * x + x * y + 2 * x + 2 * y + most;
}
