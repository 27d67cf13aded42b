/* Replaces driver.c: one call of the first function, whose instructions table.pl counts. */
#include "driver.h"

void run(void)
{
	for (int i = 0; i < functions[0].inputs; i++)
		inputs[i] = (REAL)(i % 7) * (REAL)0.37 - (REAL)0.9;
	prepare();
	functions[0].call(inputs, outputs);
}
