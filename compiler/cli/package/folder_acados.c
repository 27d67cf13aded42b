/* What acados calls: the dynamics of the state x = (q, qd), of steps with the states s of the model behind them, and their derivatives,
 * in templates around forward dynamics, or around steps of time. u are the torques of the joints that are driven and the inputs of the
 * model, p the wrenches and parameters, of steps behind dt. */
#include "folder_casadi.h"

#include <string.h>

/* The name in the table of a function alone; else "". */
static const char *name_alone(const struct Generated *function)
{
	const struct FunctionRequest *request = &function->request;
	bool alone = request->terms == 1 && !request->term->operation;
	return alone ? request->part[request->term->part].info->name : "";
}

bool folder_is_fd(const struct Generated *function)
{
	return strcmp(name_alone(function), "fd") == 0;
}

static bool is_step(const struct Generated *function)
{
	return strncmp(name_alone(function), "step:", strlen("step:")) == 0;
}

/* The dynamics as they were asked for, "fd" unless -f or the model says; NULL: -f asks for something else. *discrete: they are a step. */
static const char *dynamics_text(const struct Folder *folder, const struct Job *asked, bool *discrete)
{
	*discrete = false;
	for (int i = 0; i < asked->asked; i++) {
		bool step = folder->options->functions && is_step(&asked->function[i]);
		if ((!step && !folder_is_fd(&asked->function[i])) || (folder->options->functions && asked->asked > 1))
			continue;
		*discrete = step;
		return folder_request_text(folder, asked, i);
	}
	return folder->options->functions ? NULL : "fd";
}

/* Has p elements beside dt? */
static bool has_parameters(const struct Job *job)
{
	return job->tree->wrenches || job_prepares(job);
}

const char *folder_acados_request(struct Folder *folder, const struct Job *asked)
{
	bool discrete;
	const char *f = dynamics_text(folder, asked, &discrete), *why = folder_external_refused(folder, asked);
	if (!f)
		why = "--for=acados: the state follows from fd or a step, or one of a phase, alone: -f fd, -f step:rk4";
	if (why) {
		library_fail(folder->model, RIGIDC_USAGE, "%s", why);
		return NULL;
	}
	if (discrete)
		return text_print(
			folder->arena,
			"c_phi=%s,c_phi_jac=%s+step_derivatives%s,c_phi_hess=%s+step_derivatives%s+hessian:c_phi", f, f,
			f + strlen("step"), f, f + strlen("step"));
	return text_print(
		folder->arena,
		"c_fd=%s,c_vde_forw=%s+fd_derivatives%s,c_vde_adj=vjp:c_fd,c_ode_hess=vjp:c_fd+hessian:c_fd%s", f, f,
		f + strlen("fd"), has_parameters(asked) ? ",c_vde_forw_p=derivatives:c_fd" : "");
}

const char *folder_acados_refused(struct Folder *folder)
{
	if (folder->job.model->dag->moving.count)
		return "--for=acados: u has no place for the rates of an input that moves";
	if (folder->job.model->states.count && !is_step(&folder->job.function[0]))
		return "--for=acados: fd has no rates of the states of the model; steps have: -f step:rk4";
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
			struct ValueNode *driven = values_add(folder->values, "DRIVEN");
			values_format(driven, "PLACE", "%d", place);
			count++;
		}
	return count;
}

void folder_acados_values(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	const int wrenches = job->tree->f_ext, parameters = (int)job->prepare.input_size[INPUT_PARAMS];
	const bool discrete = is_step(&job->function[0]);
	folder_external_values(folder);
	values_flag(folder->values, "DISCRETE", discrete);
	values_flag(folder->values, "BY_P", !discrete && has_parameters(job));
	values_format(folder->values, "NS", "%d", job->model->states.numbers);
	values_format(folder->values, "NX", "%d", 2 * job->model->nv + job->model->states.numbers);
	const int driven = add_driven(folder), inputs = job->tree->nu;
	values_format(folder->values, "NU", "%d", driven + inputs);
	values_format(folder->values, "NT", "%d", driven);
	values_format(folder->values, "NI", "%d", inputs);
	values_format(folder->values, "ND", "%d", discrete);
	values_format(folder->values, "NF", "%d", wrenches);
	values_format(folder->values, "NR", "%d", parameters);
	values_format(folder->values, "NP", "%d", discrete + wrenches + (job_prepares(job) ? parameters : 0));
}
