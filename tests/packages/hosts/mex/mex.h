/* Stands for mex.h of MATLAB and Octave where C is compiled without them: as much of it as packages use. */
#ifndef MEX_H
#define MEX_H

#include <stddef.h>

typedef struct mxArray mxArray;
typedef size_t mwSize;
typedef enum { mxDOUBLE_CLASS = 6 } mxClassID;
typedef enum { mxREAL = 0 } mxComplexity;

int mxIsChar(const mxArray *array);
int mxIsDouble(const mxArray *array);
int mxIsComplex(const mxArray *array);
int mxIsSparse(const mxArray *array);
int mxGetString(const mxArray *array, char *text, mwSize size);
size_t mxGetM(const mxArray *array);
size_t mxGetNumberOfElements(const mxArray *array);
double *mxGetPr(const mxArray *array);
mxArray *mxCreateNumericArray(mwSize dimensions, const mwSize *size, mxClassID type, mxComplexity complexity);
mxArray *mxCreateDoubleScalar(double number);
void mxDestroyArray(mxArray *array);
void mexErrMsgIdAndTxt(const char *id, const char *format, ...);
void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);

#endif
