/* Programs of kernel_driver.pl: numbers drawn for each function, and the comparison. `real` is the type of the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 37, ARRAYS = 16 };

#if !DERIVED
typedef struct {
	real v[1];
} m_derived, m_params;
static void m_params_default(m_params *params)
{
	params->v[0] = 0;
}
static void m_prepare(const m_params *params, m_derived *derived)
{
	derived->v[0] = params->v[0];
}
#endif

static unsigned long long random_state = 1;

static real draw(void)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (real)((double)(random_state >> 11) / 4503599627370496.0 - 1.0);
}

/* NaN has many forms, which may differ. */
static int is_equal(real a, real b)
{
	return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/* Room for one state more, whose numbers must stay. */
static real *array_of(int size)
{
	real *array = (real *)malloc((STATES + 1) * (size_t)size * sizeof *array);
	for (int i = 0; i < (STATES + 1) * size; i++)
		array[i] = draw();
	return array;
}

static real *copy_of(const real *from, int size)
{
	real *array = array_of(size);
	memcpy(array, from, (STATES + 1) * (size_t)size * sizeof *array);
	return array;
}

/* Count of numbers that differ. */
static long compare(const char *name, int size, size_t states, const real *wanted, const real *found)
{
	long differ = 0;
	for (size_t i = 0; i < (STATES + 1) * (size_t)size; i++)
		if (!is_equal(wanted[i], found[i]) && !differ++)
			printf("# %s: element %zu of state %zu is %.17g, wanted %.17g\n", name, i / states, i % states,
			       (double)found[i], (double)wanted[i]);
	return differ;
}
