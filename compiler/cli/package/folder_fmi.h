/* A Functional Mock-up Unit: its variables, and what the C and the description of the model say of them.
 * Called by the parts of `package --for=fmi` and `--for=fmi2`. Memory is the call's. */
#ifndef RIGIDC_FOLDER_FMI_H
#define RIGIDC_FOLDER_FMI_H

#include "folder.h"

enum FmiRole { FMI_TIME, FMI_STATE, FMI_INPUT, FMI_PARAMETER, FMI_STEP, FMI_RATE, FMI_OUTPUT };

/* A number of a variable. `unit` NULL: it has none. `meaning` NULL: that of the variable. */
struct FmiElement {
	const char *name, *unit, *meaning;
};

/* A variable of FMI 3.0, whose elements are the variables of FMI 2.0. */
struct FmiVariable {
	const char *name, *description;
	enum FmiRole role;
	int rows, columns;           /* 0 rows: a scalar; 0 columns: a vector */
	int place, size;             /* place: the first value reference */
	enum Input input;            /* C array with the variable; a rate has the array of its state */
	uint64_t takes;              /* set of INPUT_BIT: inputs of the variable, without accelerations */
	const double *start;         /* NULL: it is computed */
	const double *lower, *upper; /* limits, infinite where there is none; NULL: it has none */
	struct FmiElement *element;
};

struct FmiVariables {
	struct FmiVariable *item;
	size_t count, capacity;
	int places;
	const double *q; /* at first */
};

/* The version of the standard: 2 or 3. */
int folder_fmi_version(const struct Folder *folder);

/* --- requests (folder_fmi_request.c) --- */

/* Names of generated functions: forward dynamics, its derivative, and others beside them. */
#define FMI_DYNAMICS "x_fd"
#define FMI_DYNAMICS_DOT "x_fd_dot"
#define FMI_INTEGRATE "x_integrate"
#define FMI_STATE_RATES "x_rates"
#define FMI_STATE_RATES_DOT "x_rates_dot"
#define FMI_PROJECT "x_project"
#define FMI_JACOBIAN "x_jac"
#define FMI_CLOSURE "x_closure"
/* What names of outputs' functions and of their derivatives begin with. */
#define FMI_OF_OUTPUT "c_"
#define FMI_OF_OUTPUT_DOT "d_"

/* The generated function of a name; NULL: there is none. */
const struct Generated *folder_fmi_find(const struct Folder *folder, const char *name);
/* The generated functions of outputs: number k, then its derivative; NULL: no more. */
const struct Generated *folder_fmi_output(const struct Folder *folder, int k);
const struct Generated *folder_fmi_output_dot(const struct Folder *folder, const struct Generated *output);

/* --- variables (folder_fmi_variables.c) --- */

const struct FmiVariables *folder_fmi_variables(struct Folder *folder);

/* --- the first state (folder_fmi_start.c) --- */

/* Warns if forward dynamics has no unique, finite accelerations there. */
void folder_fmi_check_start(struct Folder *folder);

/* --- values for templates of C (folder_fmi.c) --- */

void folder_fmi_add_code(struct Folder *folder);
/* Index of the velocity that is the rate of coordinate k of a joint; -1: part of a pose, with a quaternion. */
int folder_fmi_rate_of(const struct Joint *joint, int k);

#endif
