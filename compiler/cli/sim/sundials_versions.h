/* SUNDIALS 6 and 7: what they name differently has the names of version 7.
 * Included by the methods of SUNDIALS.
 * Memory is that of SUNDIALS. */
#ifndef RIGIDC_SUNDIALS_VERSIONS_H
#define RIGIDC_SUNDIALS_VERSIONS_H

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>

#if SUNDIALS_VERSION_MAJOR < 7

#define SUN_COMM_NULL NULL
#define ARKodeEvolve ERKStepEvolve
#define ARKodeFree ERKStepFree
#define ARKodeGetDky ERKStepGetDky
#define ARKodeGetErrWeights ERKStepGetErrWeights
#define ARKodeGetEstLocalErrors ERKStepGetEstLocalErrors
#define ARKodeGetNumSteps ERKStepGetNumSteps
#define ARKodeSetMaxErrTestFails ERKStepSetMaxErrTestFails
#define ARKodeSetMaxHnilWarns ERKStepSetMaxHnilWarns
#define ARKodeSetMaxStep ERKStepSetMaxStep
#define ARKodeSetPostprocessStepFn ERKStepSetPostprocessStepFn
#define ARKodeSetStopTime ERKStepSetStopTime
#define ARKodeSetUserData ERKStepSetUserData
#define ARKodeSStolerances ERKStepSStolerances

static inline void sundials_no_message(int code, const char *module, const char *function, char *text, void *context)
{
	(void)code, (void)module, (void)function, (void)text, (void)context;
}

/* The solver prints no messages about errors: its return codes tell everything. */
static inline int cvode_silence(SUNContext context, void *memory)
{
	(void)context;
	return CVodeSetErrHandlerFn(memory, sundials_no_message, NULL);
}

static inline int arkode_silence(SUNContext context, void *memory)
{
	(void)context;
	return ERKStepSetErrHandlerFn(memory, sundials_no_message, NULL);
}

#else

static inline int cvode_silence(SUNContext context, void *memory)
{
	(void)memory;
	return SUNContext_ClearErrHandlers(context);
}

#define arkode_silence cvode_silence

#endif

#endif
