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

/* An external function: a function of C between ports. */
struct CasadiFunction {
	const char *name;     /* "jac_ur5_rnea" */
	const char *short_of; /* name of the base function: "rnea" */
	const struct Generated *base, *inner;
	struct CasadiPorts in, out;
};

struct CasadiFunctions ARENA_LIST(struct CasadiFunction);

/* --- requests (folder_casadi_request.c) --- */

/* Adds the external functions of the finished job. */
struct CasadiFunctions folder_casadi_functions(const struct Folder *folder);
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

#endif
