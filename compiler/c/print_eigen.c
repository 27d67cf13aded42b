/* C++ over Eigen: the C of a header, and overloads of its functions for matrices of fixed sizes. They pass pointers to the numbers of
 * their arguments. Matrices are by rows. */
#include "printer.h"

/* An argument as an object of Eigen. */
struct EigenArgument {
	const char *name, *type; /* "Eigen::Matrix<double, 6, 1>"; of a single number "double"; of a struct its name */
	int rows, columns;       /* rows 0: a struct */
	bool input;
};

struct EigenArguments {
	struct EigenArgument *item;
	size_t count, capacity;
	size_t largest; /* numbers of the largest result */
	bool empty;     /* has an argument no numbers? */
};

/* Type of a matrix by rows. Eigen stores columns by columns only. */
static const char *type_of(const struct Printer *p, int rows, int columns)
{
	if (rows == 1 && columns == 1)
		return p->real->name;
	return text_print(p->arena, "Eigen::Matrix<%s, %d, %d%s>", p->real->name, rows, columns,
	                  columns > 1 ? ", Eigen::RowMajor" : "");
}

/* A result, a direction or weights are a matrix where their array is the whole matrix. Other arrays are vectors. */
static struct EigenArguments matrices_of(const struct Printer *p)
{
	struct EigenArguments all = { .item = NULL };
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);) {
		struct EigenArgument *own = ARENA_PUSH(p->arena, &all);
		bool whole = a.array && !a.array->layout;
		*own = (struct EigenArgument){ .name = c_array_name(p, a.name),
			                       .type = c_array_type(p, a.name),
			                       .input = a.output < 0 };
		if (own->type)
			continue;
		own->rows = whole ? a.array->rows : (int)a.size;
		own->columns = whole ? a.array->columns : 1;
		own->type = type_of(p, own->rows, own->columns);
		all.empty |= own->rows == 0 || own->columns == 0;
		if (!own->input && a.size > all.largest)
			all.largest = a.size;
	}
	return all;
}

static bool is_number(const struct EigenArgument *matrix)
{
	return matrix->rows == 1 && matrix->columns == 1;
}

/* Declaration of an argument. A Ref holds a pointer where the numbers of the object are as in C; a constant one holds a copy
 * of an expression. */
static void put_argument(const struct Printer *p, const struct EigenArgument *matrix)
{
	const char *constant = matrix->input ? "const " : "";
	if (!matrix->rows || is_number(matrix)) {
		text_format(p->out, "%s%s &%s", constant, matrix->type, matrix->name);
		return;
	}
	text_format(p->out, "%sEigen::Ref<%s%s", constant, constant, matrix->type);
	if (matrix->rows > 1 && matrix->columns > 1)
		text_format(p->out, ", 0, Eigen::Stride<%d, 1>", matrix->columns);
	text_format(p->out, " > %s%s", matrix->input ? "&" : "", matrix->name);
}

static void put_arguments(const struct Printer *p, const struct EigenArguments *all, bool outputs)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->item[i].input || outputs) {
			text_put(p->out, i ? ", " : "");
			put_argument(p, &all->item[i]);
		}
}

/* Call of the C function. */
static void put_call(const struct Printer *p, const struct EigenArguments *all)
{
	text_format(p->out, "\t%s(", c_function(p));
	for (size_t i = 0; i < all->count; i++) {
		const struct EigenArgument *matrix = &all->item[i];
		bool address = !matrix->rows || is_number(matrix);
		text_format(p->out, "%s%s%s%s", i ? ", " : "", address ? "&" : "", matrix->name,
		            address ? "" : ".data()");
	}
	text_put(p->out, ");\n");
}

/* The type or value of all results: one of them itself, several as a tuple. */
static void put_results(const struct Printer *p, const struct EigenArguments *all, bool types)
{
	bool tuple = p->function->outputs != 1;
	int count = 0;
	text_put(p->out, !tuple ? "" : types ? "std::tuple<" : "std::make_tuple(");
	for (size_t i = 0; i < all->count; i++)
		if (!all->item[i].input)
			text_format(p->out, "%s%s", count++ ? ", " : "", types ? all->item[i].type : all->item[i].name);
	text_put(p->out, !tuple ? "" : types ? " >" : ")");
}

/* Returns the results. Larger ones than Eigen keeps on the stack are only written to arguments. */
static void put_returning(const struct Printer *p, const struct EigenArguments *all)
{
	enum { MOST = 128 * 1024 };
	if (all->largest * (p->real->narrow ? sizeof(float) : sizeof(double)) > MOST)
		return;
	text_put(p->out, "inline ");
	put_results(p, all, true);
	text_format(p->out, " %s(", c_function(p));
	put_arguments(p, all, false);
	text_put(p->out, ")\n{\n");
	for (size_t i = 0; i < all->count; i++)
		if (!all->item[i].input)
			text_format(p->out, "\t%s %s;\n", all->item[i].type, all->item[i].name);
	put_call(p, all);
	text_put(p->out, "\treturn ");
	put_results(p, all, false);
	text_put(p->out, ";\n}\n\n");
}

static void put_overloads(const struct Printer *p)
{
	const struct EigenArguments all = matrices_of(p);
	if (all.empty)
		return;
	text_format(p->out, "inline void %s(", c_function(p));
	put_arguments(p, &all, true);
	text_put(p->out, ")\n{\n");
	put_call(p, &all);
	text_put(p->out, "}\n\n");
	put_returning(p, &all);
}

void print_eigen(struct Printer *p)
{
	const char *guard = c_guard_name(p, "HPP");
	print_header(p);
	text_format(
		p->out,
		"\n#ifndef %s\n#define %s\n\n#include <Eigen/Core>\n#include <tuple>\n\n"
		"/* The functions for matrices of Eigen, by rows. Another size, type or order of a result is an error of the\n"
		" * compiler. Results are written to the last arguments, or returned: several as a tuple. Arguments are read in\n"
		" * place: Matrix, Map, and blocks without gaps; of other expressions Eigen::Ref makes a copy. */\n\n",
		guard, guard);
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		put_overloads(p);
	}
	text_put(p->out, "#endif\n");
}

const char *eigen_refused(const struct Request *request)
{
	return request->zeros_once ? "--zeros=once" : NULL;
}
