/* What CasADi sees of a function: names, sizes and patterns of its arguments and results, and where each entry is among
 * the arrays of the function of C. Matrices of C are by columns too, as CasADi has them, so that most arrays are the same. The
 * order of arguments is CasADi's: those of f, its results (which no derivative here reads), then weights or directions. */
#include "folder_casadi.h"

#include <stdlib.h>
#include <string.h>

/* --- the inputs of f --- */

/* Inputs by which f is differentiated, as bits. */
static uint64_t variables_of(const struct Folder *folder, const struct Generated *base)
{
	uint64_t inputs = base->inputs & ~INPUT_BIT(INPUT_DERIVED);
	return job_prepares(&folder->job) ? inputs | INPUT_BIT(INPUT_PARAMS) : inputs;
}

bool casadi_is_variable(const struct Folder *folder, const struct Generated *base, int input)
{
	return variables_of(folder, base) >> input & 1;
}

/* Does CasADi give this one? */
bool casadi_is_given(const struct Folder *folder, const struct Generated *base, int input)
{
	return casadi_is_variable(folder, base, input);
}

int casadi_rows(const struct Folder *folder, const struct Generated *base, int input)
{
	if (input_is_seed(input))
		return base->seed[input - INPUT_SEED].rows;
	return (int)(input == INPUT_PARAMS ? folder->job.prepare.input_size[input] : base->input_size[input]);
}

int casadi_columns(const struct Generated *base, int input)
{
	return input_is_seed(input) ? base->seed[input - INPUT_SEED].columns : 1;
}

const char *casadi_input_word(const struct Generated *base, int input)
{
	return input == INPUT_PARAMS ? "params" : generated_input(base, input).name;
}

/* --- cells --- */

static int by_columns(const void *one, const void *other)
{
	const struct CasadiCell *a = one, *b = other;
	int column = (a->column > b->column) - (a->column < b->column);
	return column ? column : (a->row > b->row) - (a->row < b->row);
}

void casadi_sort_port(struct CasadiPort *port)
{
	if (port->cells)
		qsort(port->cell, port->cells, sizeof *port->cell, by_columns);
}

/* A port with room for so many cells, or without any. */
struct CasadiPort *casadi_add_port(const struct Folder *folder, struct CasadiPorts *ports, const char *name, int rows,
                                   int columns, size_t cells)
{
	struct CasadiPort *port = ARENA_PUSH(folder->arena, ports);
	*port = (struct CasadiPort){ .name = name, .rows = rows, .columns = columns };
	port->cell = cells ? ARENA_ARRAY(folder->arena, struct CasadiCell, cells) : NULL;
	port->given = cells;
	return port;
}

void casadi_add_cell(struct CasadiPort *port, int row, int column, int array, size_t element)
{
	port->cell[port->cells++] = (struct CasadiCell){ row, column, array, element };
}

/* A whole matrix that is by rows in an array. */
static void add_whole(const struct Folder *folder, struct CasadiPorts *ports, const char *name, int rows, int columns,
                      int array)
{
	struct CasadiPort *port = casadi_add_port(folder, ports, name, rows, columns, (size_t)rows * (size_t)columns);
	for (int j = 0; j < columns; j++)
		for (int i = 0; i < rows; i++)
			casadi_add_cell(port, i, j, array, (size_t)i * (size_t)columns + (size_t)j);
}

/* Index of an entry in the matrix as a vector, by columns, from its index by rows. */
int casadi_stacked(int index, int rows, int columns)
{
	return index % columns * rows + index / columns;
}

/* Place of each entry of a matrix by rows among the stored entries of an output, + 1; 0: not stored. */
size_t *casadi_places(const struct Folder *folder, const struct GeneratedOutput *output)
{
	size_t *place = ARENA_ARRAY(folder->arena, size_t, output_entries(output));
	for (size_t k = 0; k < output->size; k++)
		place[output->entry[k].row * output->columns + output->entry[k].column] = k + 1;
	return place;
}

/* Finds the entries of a port in an array of C, which may lack some: elements were those of the whole matrix by rows. */
static void store(const struct Folder *folder, struct CasadiPort *port, const struct GeneratedOutput *output)
{
	const size_t *place = casadi_places(folder, output);
	for (size_t k = 0; k < port->cells; k++) {
		struct CasadiCell *cell = &port->cell[k];
		size_t at = place[cell->element];
		cell->array = at ? cell->array : CASADI_ZERO;
		cell->element = at ? at - 1 : 0;
	}
}

/* The same for an argument, if its array is a matrix. */
static void store_input(const struct Folder *folder, const struct CasadiFunction *f, struct CasadiPort *port)
{
	int array = port->cells ? port->cell->array : CASADI_ZERO;
	if (array >= 0 && input_is_seed(array))
		store(folder, port, &f->inner->seed[array - INPUT_SEED]);
}

/* --- groups of ports --- */

/* The inputs of f; with a lead of their names and other arrays in their places, directions of them. */
static void add_inputs(const struct Folder *folder, struct CasadiFunction *f, const char *lead,
                       const enum Input *instead)
{
	for (int i = 0; i < INPUT_COUNT; i++)
		if (casadi_is_given(folder, f->base, i)) {
			add_whole(folder, &f->in,
			          text_print(folder->arena, "%s%s", lead, casadi_input_word(f->base, i)),
			          casadi_rows(folder, f->base, i), casadi_columns(f->base, i),
			          instead ? (int)instead[i] : i);
			store_input(folder, f, &f->in.item[f->in.count - 1]);
		}
}

/* Arguments that no function here reads: the results of f, or directions of them. */
static void add_results(const struct Folder *folder, struct CasadiFunction *f, const char *lead)
{
	for (int o = 0; o < f->base->outputs; o++) {
		const struct GeneratedOutput *output = &f->base->output[o];
		casadi_add_port(folder, &f->in, text_print(folder->arena, "%s%s", lead, output->name), output->rows,
		                output->columns, 0);
	}
}

/* A port of the form of a result of f, with its pattern; elements are those of the whole array, by rows. */
static void add_pattern(const struct Folder *folder, struct CasadiPorts *ports, const char *name,
                        const struct GeneratedOutput *like, int array)
{
	struct CasadiPort *port = casadi_add_port(folder, ports, name, like->rows, like->columns, like->size);
	for (size_t k = 0; k < like->size; k++) {
		int row = like->entry[k].row, column = like->entry[k].column;
		casadi_add_cell(port, row, column, array, (size_t)(row * like->columns + column));
	}
	casadi_sort_port(port);
}

/* Arguments of the form of the results of f, from which the arrays `weight` are made, by result. */
static void add_weights(const struct Folder *folder, struct CasadiFunction *f, const char *lead,
                        const enum Input *weight)
{
	for (int o = 0; o < f->base->outputs; o++) {
		const struct GeneratedOutput *output = &f->base->output[o];
		add_pattern(folder, &f->in, text_print(folder->arena, "%s%s", lead, output->name), output,
		            (int)weight[o]);
		store_input(folder, f, &f->in.item[f->in.count - 1]);
	}
}

/* Arguments with the gradients of adj1_f. No derivative reads them. */
static void add_unread_gradients(const struct Folder *folder, struct CasadiFunction *f)
{
	for (int i = 0; i < INPUT_COUNT; i++)
		if (casadi_is_given(folder, f->base, i))
			casadi_add_port(folder, &f->in,
			                text_print(folder->arena, "out_adj_%s", casadi_input_word(f->base, i)),
			                casadi_rows(folder, f->base, i), casadi_columns(f->base, i), 0);
}

/* Results of the form of the inputs of f: outputs of the function of C in that order. */
static void add_gradients(const struct Folder *folder, struct CasadiFunction *f, const char *lead)
{
	for (int i = 0, output = 0; i < INPUT_COUNT; i++) {
		if (casadi_is_given(folder, f->base, i)) {
			add_whole(folder, &f->out,
			          text_print(folder->arena, "%s%s", lead, casadi_input_word(f->base, i)),
			          casadi_rows(folder, f->base, i), casadi_columns(f->base, i), output);
			store(folder, &f->out.item[f->out.count - 1], &f->inner->output[output]);
		}
		output += casadi_is_variable(folder, f->base, i);
	}
}

/* Results of the form of those of f, with its patterns: outputs of the function of C in that order. */
static void add_outputs(const struct Folder *folder, struct CasadiFunction *f, const char *lead)
{
	for (int o = 0; o < f->base->outputs; o++) {
		const struct GeneratedOutput *like = &f->base->output[o];
		add_pattern(folder, &f->out, text_print(folder->arena, "%s%s", lead, like->name), like, o);
		store(folder, &f->out.item[f->out.count - 1], &f->inner->output[o]);
	}
}

/* --- matrices of f --- */

/* Matrix of an output by an input, or its transpose, from an output of the function of C. */
static void add_block(const struct Folder *folder, struct CasadiFunction *f, const char *name, int o, int input,
                      int number, bool transposed)
{
	const struct GeneratedOutput *of = &f->base->output[o], *block = &f->inner->output[number];
	int rows = (int)output_entries(of), by_rows = casadi_rows(folder, f->base, input),
	    by_columns_count = casadi_columns(f->base, input), columns = by_rows * by_columns_count;
	struct CasadiPort *port = casadi_add_port(folder, &f->out, name, transposed ? columns : rows,
	                                          transposed ? rows : columns, block->size);
	for (size_t k = 0; k < block->size; k++) {
		int row = casadi_stacked(block->entry[k].row, of->rows, of->columns);
		int column = casadi_stacked(block->entry[k].column, by_rows, by_columns_count);
		casadi_add_cell(port, transposed ? column : row, transposed ? row : column, number, k);
	}
	casadi_sort_port(port);
}

/* Number of the matrix of output o by an input, among those that the function of C gives from `first` on. They are in the order of
 * the inputs. Of `rnea_derivatives+crba` M, which is that by qdd, is the last. */
int casadi_block_number(const struct Folder *folder, const struct Generated *base, const struct Generated *matrices,
                        int first, int o, int input)
{
	const bool by_qdd_last = strcmp(matrices->output[matrices->outputs - 1].name, "M") == 0;
	int before = 0, all = 0;
	for (int i = 0; i < INPUT_COUNT; i++) {
		all += casadi_is_variable(folder, base, i);
		before += i < input && casadi_is_variable(folder, base, i);
	}
	if (by_qdd_last && input >= INPUT_QDD)
		before = input == INPUT_QDD ? all - 1 : before - 1;
	return first + o * all + before;
}

/* Index of an input's first variable in the Hessian. */
int casadi_first_variable(const struct Folder *folder, const struct Generated *base, int input)
{
	int first = 0;
	for (int i = 0; i < input; i++)
		if (casadi_is_variable(folder, base, i))
			first += casadi_rows(folder, base, i) * casadi_columns(base, i);
	return first;
}

/* Part of the Hessian: the gradient by one input, by another. */
static void add_bends(const struct Folder *folder, struct CasadiFunction *f, const char *name, int of, int by)
{
	const struct GeneratedOutput *H = f->inner->output;
	int rows = casadi_rows(folder, f->base, of) * casadi_columns(f->base, of),
	    columns = casadi_rows(folder, f->base, by) * casadi_columns(f->base, by);
	int row = casadi_first_variable(folder, f->base, of), column = casadi_first_variable(folder, f->base, by);
	struct CasadiPort *port = casadi_add_port(folder, &f->out, name, rows, columns, H->size);
	for (size_t k = 0; k < H->size; k++) {
		int i = H->entry[k].row - row, j = H->entry[k].column - column;
		if (i >= 0 && i < rows && j >= 0 && j < columns)
			casadi_add_cell(
				port, casadi_stacked(i, casadi_rows(folder, f->base, of), casadi_columns(f->base, of)),
				casadi_stacked(j, casadi_rows(folder, f->base, by), casadi_columns(f->base, by)), 0, k);
	}
	casadi_sort_port(port);
}

/* --- functions --- */

void casadi_value_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	add_inputs(folder, f, "", NULL);
	add_outputs(folder, f, "");
}

void casadi_jac_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	add_inputs(folder, f, "", NULL);
	add_results(folder, f, "out_");
	for (int o = 0; o < f->base->outputs; o++)
		for (int i = 0; i < INPUT_COUNT; i++)
			if (casadi_is_given(folder, f->base, i))
				add_block(folder, f,
				          text_print(folder->arena, "jac_%s_%s", f->base->output[o].name,
				                     casadi_input_word(f->base, i)),
				          o, i, casadi_block_number(folder, f->base, f->inner, 0, o, i), false);
}

void casadi_fwd_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	add_inputs(folder, f, "", NULL);
	add_results(folder, f, "out_");
	add_inputs(folder, f, "fwd_", f->inner->operation->direction);
	add_outputs(folder, f, "fwd_");
}

void casadi_adj_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	add_inputs(folder, f, "", NULL);
	add_results(folder, f, "out_");
	add_weights(folder, f, "adj_", f->inner->operation->weight);
	add_gradients(folder, f, "adj_");
}

void casadi_fwd_adj_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	const struct Operation *change = f->inner->operation, *gradient = change->of;
	enum Input *along = ARENA_ARRAY(folder->arena, enum Input, f->base->outputs);
	for (int o = 0; o < f->base->outputs; o++)
		along[o] = change->direction[gradient->weight[o]];
	add_inputs(folder, f, "", NULL);
	add_results(folder, f, "out_");
	add_weights(folder, f, "adj_", gradient->weight);
	add_unread_gradients(folder, f);
	add_inputs(folder, f, "fwd_", change->direction);
	add_results(folder, f, "fwd_out_");
	add_weights(folder, f, "fwd_adj_", along);
	add_gradients(folder, f, "fwd_adj_");
}

/* The matrices of the gradient by one input: by inputs, by results (none), by weights. */
static void add_gradient_matrices(const struct Folder *folder, struct CasadiFunction *f, int of)
{
	struct Arena *arena = folder->arena;
	const struct Generated *base = f->base;
	const char *name = text_print(arena, "jac_adj_%s", casadi_input_word(base, of));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (casadi_is_given(folder, base, i))
			add_bends(folder, f, text_print(arena, "%s_%s", name, casadi_input_word(base, i)), of, i);
	for (int o = 0; o < base->outputs; o++)
		casadi_add_port(folder, &f->out, text_print(arena, "%s_out_%s", name, base->output[o].name),
		                casadi_rows(folder, base, of) * casadi_columns(base, of),
		                (int)output_entries(&base->output[o]), 0);
	for (int o = 0; o < base->outputs; o++)
		add_block(folder, f, text_print(arena, "%s_adj_%s", name, base->output[o].name), o, of,
		          casadi_block_number(folder, base, f->inner, 1, o, of), true);
}

void casadi_jac_adj_ports(const struct Folder *folder, struct CasadiFunction *f)
{
	add_inputs(folder, f, "", NULL);
	add_results(folder, f, "out_");
	add_weights(folder, f, "adj_", f->inner->operation->weight);
	add_unread_gradients(folder, f);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (casadi_is_given(folder, f->base, i))
			add_gradient_matrices(folder, f, i);
}
