/* What acados calls: the explicit dynamics of the state x = (q, qd) and its derivatives, in templates around forward
 * dynamics. u are the torques of the joints that are driven, p the wrenches and parameters. */
#include "folder_casadi.h"

#include <string.h>

bool folder_is_fd(const struct Generated *function)
{
	const struct FunctionRequest *request = &function->request;
	return request->terms == 1 && !request->term->operation &&
	       strcmp(request->part[request->term->part].info->name, "fd") == 0;
}

/* Forward dynamics as it was asked for; "fd" unless -f says. NULL: -f asks for something else. */
static const char *dynamics_text(const struct Folder *folder, const struct Job *asked)
{
	for (int i = 0; i < asked->asked; i++)
		if (folder_is_fd(&asked->function[i]) && (asked->asked == 1 || !folder->options->functions))
			return folder_request_text(folder, asked, i);
	return folder->options->functions ? NULL : "fd";
}

const char *folder_acados_request(struct Folder *folder, const struct Job *asked)
{
	const char *fd = dynamics_text(folder, asked), *why = folder_external_refused(folder, asked);
	if (asked->tree->nu)
		why = "--for=acados: the functions take torques alone, no inputs of the model; --for=casadi has functions with u";
	if (!fd)
		why = "--for=acados: the derivative of the state follows from fd, or fd of a phase, alone: -f fd";
	if (why) {
		library_fail(folder->model, RIGIDC_USAGE, "%s", why);
		return NULL;
	}
	bool plain = !asked->tree->wrenches && !job_prepares(asked);
	const char *matrices =
		plain ? text_print(folder->arena, "fd_derivatives%s", fd + strlen("fd")) : "derivatives:c_fd";
	return text_print(folder->arena, "c_fd=%s,c_vde_forw=%s+%s,c_vde_adj=vjp:c_fd,c_ode_hess=vjp:c_fd+hessian:c_fd",
	                  fd, fd, matrices);
}

const char *folder_acados_refused(struct Folder *folder)
{
	return folder->job.model->nv ? NULL : "--for=acados: the model has no motion";
}

/* --- values --- */

/* Lists the velocities that are driven, in the order of callers. Returns their number. */
static int add_driven(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	int count = 0;
	values_list(folder->values, "DRIVEN");
	for (int place = 0; place < job->model->nv; place++)
		for (int v = 0; v < job->model->nv; v++) {
			if (job->model->v_place[v] != place || job->tree->idle[v])
				continue;
			values_format(values_add(folder->values, "DRIVEN"), "PLACE", "%d", place);
			count++;
		}
	return count;
}

void folder_acados_values(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	const int wrenches = job->tree->f_ext, parameters = (int)job->prepare.input_size[INPUT_PARAMS];
	folder_external_values(folder);
	values_format(folder->values, "NX", "%d", 2 * job->model->nv);
	values_format(folder->values, "NU", "%d", add_driven(folder));
	values_format(folder->values, "NF", "%d", wrenches);
	values_format(folder->values, "NR", "%d", parameters);
	values_format(folder->values, "NP", "%d", wrenches + (job_prepares(job) ? parameters : 0));
	values_flag(folder->values, "GIVEN", job_prepares(job));
}
