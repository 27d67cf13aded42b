/* Subset of <math.h> for generated code, on targets without a C library: declared here, defined in libm.c or by the
 * compiler itself. */
#ifndef TARGETS_MATH_H
#define TARGETS_MATH_H

#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()

double sqrt(double x);
float sqrtf(float x);
double floor(double x);
float floorf(float x);
double acos(double x);
float acosf(float x);
double atan2(double y, double x);
float atan2f(float y, float x);
double fma(double a, double b, double c);
float fmaf(float a, float b, float c);

#endif
