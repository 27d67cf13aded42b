/* Functions of `rigidc sim`: made by the library at the tier and with the parameters that the options name. */
#include "simulation.h"

rigidc_status simulation_make(struct Simulation *s, const char *name, rigidc_function **function)
{
	rigidc_tier tier = s->options->jit_given ? s->options->jit : RIGIDC_AUTO;
	rigidc_status status = rigidc_function_new(s->model, name, tier, function);
	for (size_t i = 0; i < s->options->params && status == RIGIDC_OK; i++)
		status = rigidc_set_param(*function, s->options->param[i]);
	return status;
}
