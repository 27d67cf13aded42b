#include "linear_methods.h"

#include <string.h>

/* Zero-order hold: e^([A B; 0 0] dt) = [A_d B_d; 0 1] (C. F. Van Loan, IEEE Trans. Autom. Control 23(3), 1978). */
static void hold_order_zero(struct Arena *arena, struct LinearDynamics *dynamics, double dt)
{
	struct Matrix A = dynamics->A, B = dynamics->B;
	int n = A.rows, m = B.columns;
	struct Matrix whole = matrix_new(arena, n + m, n + m);
	for (int r = 0; r < n; r++)
		for (int c = 0; c < n + m; c++)
			*matrix_at(whole, r, c) = dt * (c < n ? *matrix_at(A, r, c) : *matrix_at(B, r, c - n));
	whole = matrix_exponential(arena, whole);
	for (int r = 0; r < n; r++)
		for (int c = 0; c < n + m; c++)
			*(c < n ? matrix_at(A, r, c) : matrix_at(B, r, c - n)) = *matrix_at(whole, r, c);
}

static const struct LinearMethod methods[] = {
#define METHOD(name, take) { name, take },
#include "linear_methods.def"
};
enum { METHODS = sizeof methods / sizeof *methods };

const struct LinearMethod *linear_method_find(const char *name)
{
	for (size_t i = 0; i < METHODS; i++)
		if (!name || strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

const char *linear_method_name(size_t number)
{
	return number < METHODS ? methods[number].name : NULL;
}
