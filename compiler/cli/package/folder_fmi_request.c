/* Functions of C that a Functional Mock-up Unit calls: forward dynamics and, with loops or contacts, what keeps them
 * closed; functions of -f, which give outputs; the derivative of each. */
#include "folder_fmi.h"

#include <string.h>

#include "folder_casadi.h"

int folder_fmi_version(const struct Folder *folder)
{
	return folder->options->package == PACKAGE_FMI2 ? 2 : 3;
}

/* Number of forward dynamics among the functions asked for; -1: there is none. */
static int dynamics_of(const struct Job *asked)
{
	for (int i = 0; i < asked->asked; i++)
		if (folder_is_fd(&asked->function[i]))
			return i;
	return -1;
}

/* Phase that forward dynamics holds, in quotation marks; NULL: none. */
static const char *phase_of(const struct Folder *folder, const struct Job *asked)
{
	int fd = dynamics_of(asked);
	const char *phase = fd >= 0 ? asked->function[fd].request.part->frame[0] : NULL;
	if (phase)
		return text_quoted(folder->arena, phase);
	return model_has_loops(asked->model) ? "loops" : NULL;
}

/* Name of an input of a function that no variable gives; NULL: all are given. */
static const char *ungiven(const struct Generated *function)
{
	static const uint64_t given = INPUT_BIT(INPUT_Q) | INPUT_BIT(INPUT_QD) | INPUT_BIT(INPUT_QDD) |
	                              INPUT_BIT(INPUT_TAU) | INPUT_BIT(INPUT_U) | INPUT_BIT(INPUT_UD) |
	                              INPUT_BIT(INPUT_UDD) | INPUT_BIT(INPUT_S) | INPUT_BIT(INPUT_F_EXT) |
	                              INPUT_BIT(INPUT_DERIVED) | INPUT_BIT(INPUT_PARAMS);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i) && !(given >> i & 1))
			return generated_input(function, i).name;
	return NULL;
}

/* Why the functions asked for give no outputs; NULL: they do. */
static const char *wrong_function(const struct Folder *folder, const struct Job *asked)
{
	int fd = dynamics_of(asked);
	for (int i = 0; i < asked->asked && folder->options->functions; i++) {
		const struct Generated *function = &asked->function[i];
		const char *input = ungiven(function);
		if (i != fd && folder_is_fd(function))
			return text_print(folder->arena, "--for=%s: a unit has one fd; -f asks for two",
			                  folder->kind->name);
		if (input)
			return text_print(
				folder->arena,
				"--for=%s: outputs are functions of q, qd, qdd, tau, inputs and wrenches: '%s' takes %s",
				folder->kind->name, text_shown(folder->arena, function->request.name), input);
	}
	return NULL;
}

/* Why there is no unit at all; NULL: there is. */
static const char *wrong_option(const struct Folder *folder, const struct Job *asked)
{
	const struct Request *request = asked->request;
	const char *kind = folder->kind->name;
	if (request->real_float)
		return text_print(folder->arena, "--for=%s: numbers of FMI are double", kind);
	if (request->matrix != MATRIX_FULL || request->sincos == SINCOS_GIVEN || request->zeros_once)
		return text_print(
			folder->arena,
			"--for=%s: outputs are whole matrices of one call, without --matrix, --sincos=given and --zeros=once",
			kind);
	if (!asked->model->nv)
		return text_print(folder->arena, "--for=%s: the model has no motion", kind);
	if (asked->model->dag->moving.count && phase_of(folder, asked))
		return text_print(folder->arena, "--for=%s: a unit holds no loops and contacts beside inputs that move",
		                  kind);
	return NULL;
}

static void put_outputs(const struct Folder *folder, const struct Job *asked, struct Text *text)
{
	int fd = dynamics_of(asked);
	for (int i = 0; i < asked->asked && folder->options->functions; i++) {
		const char *bare = c_function_name(folder->arena, asked, &asked->function[i]) +
		                   strlen(c_prefix(folder->arena, asked)) + 1;
		if (i != fd)
			text_format(text, "," FMI_OF_OUTPUT "%s=%s," FMI_OF_OUTPUT_DOT "%s=jvp:" FMI_OF_OUTPUT "%s",
			            bare, folder_request_text(folder, asked, i), bare, bare);
	}
}

const char *folder_fmi_request(struct Folder *folder, const struct Job *asked)
{
	struct Text text;
	const char *why = wrong_option(folder, asked), *phase = phase_of(folder, asked);
	int fd = dynamics_of(asked);
	why = why ? why : wrong_function(folder, asked);
	if (why) {
		library_fail(folder->model, RIGIDC_USAGE, "%s", why);
		return NULL;
	}
	text = text_new(folder->arena);
	text_format(&text, FMI_DYNAMICS "=%s," FMI_DYNAMICS_DOT "=jvp:" FMI_DYNAMICS "," FMI_INTEGRATE "=integrate",
	            fd < 0 ? "fd" : folder_request_text(folder, asked, fd));
	if (asked->model->states.count)
		text_put(&text, "," FMI_STATE_RATES "=rates," FMI_STATE_RATES_DOT "=jvp:" FMI_STATE_RATES);
	if (phase)
		text_format(&text, "," FMI_PROJECT "=project:%s," FMI_JACOBIAN "=jac:%s", phase, phase);
	if (phase && model_has_loops(asked->model))
		text_format(&text, "," FMI_CLOSURE "=closure:%s", phase);
	put_outputs(folder, asked, &text);
	return text_string(&text);
}

const struct Generated *folder_fmi_find(const struct Folder *folder, const char *name)
{
	const struct Job *job = &folder->job;
	for (int i = 0; i < job->functions; i++)
		if (strcmp(job->function[i].request.name, name) == 0)
			return &job->function[i];
	return NULL;
}

const struct Generated *folder_fmi_output(const struct Folder *folder, int k)
{
	const struct Job *job = &folder->job;
	for (int i = 0; i < job->asked; i++)
		if (strncmp(job->function[i].request.name, FMI_OF_OUTPUT, strlen(FMI_OF_OUTPUT)) == 0 && !k--)
			return &job->function[i];
	return NULL;
}

const struct Generated *folder_fmi_output_dot(const struct Folder *folder, const struct Generated *output)
{
	return folder_fmi_find(folder, text_print(folder->arena, FMI_OF_OUTPUT_DOT "%s",
	                                          output->request.name + strlen(FMI_OF_OUTPUT)));
}
