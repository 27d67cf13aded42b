/* External functions of CasADi: functions of C of our own, and what CasADi sees of them.
 * Called by the parts of `package --for=casadi` and `--for=acados`. Memory is the call's. */
#ifndef RIGIDC_FOLDER_CASADI_H
#define RIGIDC_FOLDER_CASADI_H

#include "folder.h"

/* An entry of a matrix of CasADi, and where it is among the arrays of a function of C: element of an input (enum Input),
 * or of an output by number. CASADI_ZERO: it is zero. */
enum { CASADI_ZERO = -1 };
struct CasadiCell {
	int row, column, array;
	size_t element;
};

/* An argument or result: a matrix by columns, without entries that are zero by structure. */
struct CasadiPort {
	const char *name;
	int rows, columns;
	struct CasadiCell *cell; /* by columns; NULL: all zero */
	size_t cells;
	bool given; /* cells are read or written: else the port is for CasADi's order of arguments alone */
};

struct CasadiPorts ARENA_LIST(struct CasadiPort);

/* Derivatives of f that functions of C have. */
enum CasadiDerived {
	CASADI_JAC,
	CASADI_FWD,
	CASADI_ADJ,
	CASADI_FWD_ADJ,
	CASADI_JAC_ADJ,
	CASADI_FWD_JAC_ADJ,
	CASADI_DERIVED
};

/* A function of -f, and its derivatives up to the order that is asked for. */
struct CasadiBase {
	const char *name; /* "ur5_rnea" */
	const struct Generated *f, *derived[CASADI_DERIVED];
	struct CasadiPorts in; /* arguments of f */
};

/* An external function: a function of C between ports, or sums and products of several (folder_casadi_second.c). */
struct CasadiFunction {
	const char *name;                     /* "jac_ur5_rnea" */
	const struct Generated *base, *inner; /* inner: NULL of sums and products */
	struct CasadiPorts in, out;
	/* of sums and products: elements of arguments and results are places in its arrays `in` and `out` */
	const struct CasadiBase *of;
	const char *word;    /* "jac_fwd1" */
	size_t taken, given; /* sizes of these arrays */
};

struct CasadiFunctions ARENA_LIST(struct CasadiFunction);

struct CasadiPackage {
	struct CasadiFunctions functions;
	struct CasadiBase *base;
	int bases;
};

/* --- requests (folder_casadi_request.c) --- */

/* The external functions of the finished job. */
struct CasadiPackage folder_casadi_functions(const struct Folder *folder);
/* Order of the derivatives. */
int folder_casadi_order(const struct Folder *folder);
/* Why there are no external functions at all, known before anything is generated; NULL: nothing speaks against it. */
const char *folder_external_refused(const struct Folder *folder, const struct Job *asked);
/* Text for a request of the table, with its frames in quotation marks: as in -f. */
const char *folder_request_text(const struct Folder *folder, const struct Job *asked, int function);

/* Is it forward dynamics alone, of a phase or not? (folder_acados.c) */
bool folder_is_fd(const struct Generated *function);
/* Adds values for the header that CasADi and acados share. (folder_casadi.c) */
void folder_external_values(struct Folder *folder);

/* --- ports (folder_casadi_ports.c) --- */

typedef void CasadiPut(const struct Folder *folder, struct CasadiFunction *function);
CasadiPut casadi_value_ports, casadi_jac_ports, casadi_fwd_ports, casadi_adj_ports, casadi_fwd_adj_ports,
	casadi_jac_adj_ports;

/* Is f differentiated by this input? Does CasADi give it? */
bool casadi_is_variable(const struct Folder *folder, const struct Generated *base, int input);
bool casadi_is_given(const struct Folder *folder, const struct Generated *base, int input);
int casadi_rows(const struct Folder *folder, const struct Generated *base, int input);
int casadi_columns(const struct Generated *base, int input);
const char *casadi_input_word(const struct Generated *base, int input);
/* Index of an input's first variable in the Hessian. */
int casadi_first_variable(const struct Folder *folder, const struct Generated *base, int input);
/* Number of the matrix of output o by an input, among those that the function of C gives from `first` on. */
int casadi_block_number(const struct Folder *folder, const struct Generated *base, const struct Generated *matrices,
                        int first, int o, int input);
/* Index of an entry in the matrix as a vector, by columns, from its index by rows. */
int casadi_stacked(int index, int rows, int columns);
/* Place of each entry of a matrix by rows among the stored entries of an output, + 1; 0: not stored. */
size_t *casadi_places(const struct Folder *folder, const struct GeneratedOutput *output);
/* A port with room for so many cells, or without any. */
struct CasadiPort *casadi_add_port(const struct Folder *folder, struct CasadiPorts *ports, const char *name, int rows,
                                   int columns, size_t cells);
void casadi_add_cell(struct CasadiPort *port, int row, int column, int array, size_t element);
/* Puts the cells in the order of CasADi: by columns. */
void casadi_sort_port(struct CasadiPort *port);

/* --- derivatives of derivatives (folder_casadi_second.c) --- */

/* Adds the functions of a base that are sums and products, up to an order. */
void casadi_add_second(const struct Folder *folder, struct CasadiFunctions *functions, const struct CasadiBase *base,
                       int order);
/* Adds values for these functions: the derivatives of f that they call. */
void casadi_second_values(struct Folder *folder, const struct CasadiBase *base);
/* Size of the work vector of such a function, after its arrays. */
size_t casadi_second_work(const struct Folder *folder, const struct CasadiBase *base);

#endif
