/* Kinds with few needs of their own: reasons why functions are impossible in them, and their values. */
#include "folder.h"
#include "base/number.h"
#include "cli/columns.h"
#include "model/body.h"
#include "model/joint.h"

#include <string.h>

/* --- CMake --- */

bool folder_has_eigen(const struct Folder *folder)
{
	return folder->options->package == PACKAGE_CMAKE &&
	       !target_refused(&target_table[TARGET_EIGEN], folder->job.request);
}

void folder_cmake_values(struct Folder *folder)
{
	folder_example_values(folder);
	values_flag(folder->values, "EIGEN", folder_has_eigen(folder));
}

/* --- ROS 2: the controller calls rnea, for joints of one coordinate each --- */

static bool has_rnea(const struct Job *job)
{
	for (int i = 0; i < job->asked; i++)
		if (job->function[i].request.parts == 1 && strcmp(job->function[i].request.name, "rnea") == 0)
			return true;
	return false;
}

static bool has_joints(const struct Model *model)
{
	for (int i = 0; i < model->bodies; i++)
		if (joint_nv(model->body[i].joint) > 1)
			return false;
	return model->nv > 0;
}

const char *folder_controller_refused(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	const struct Request *request = job->request;
	if (!has_rnea(job))
		return "--for=ros2: the controller calls rnea, which has to be among the functions of -f";
	if (!has_joints(job->model))
		return "--for=ros2: the controller is for joints of one coordinate each";
	if (job->tree->wrenches || request->sincos == SINCOS_GIVEN)
		return "--for=ros2: the controller has no values for wrenches and --sincos=given";
	if (job->tree->nu)
		return "--for=ros2: the controller has no values for inputs of the model, u";
	return NULL;
}

/* Parameters of the node, a number each in the order of the struct: "param.load", "param.com.x". Names of ROS have letters, digits
 * and underscores alone, and numbers of YAML are double only with a point. */
static void add_parameters(struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	struct InputColumns columns = { 0 };
	values_list(folder->values, "PARAMS");
	if (!model->parameters.count)
		return;
	columns_add_params(&columns, model, model->dag->default_value->item);
	for (size_t i = 0; i < model->parameters.count; i++) {
		const struct Parameter *parameter = model->parameters.item[i];
		for (int k = 0; k < parameter->count; k++) {
			struct ValueNode *own = values_add(folder->values, "PARAMS");
			struct Text number = text_new(folder->arena);
			const char *name = columns.item[parameter->first + k].name;
			number_put(&number, model->dag->default_value->item[parameter->first + k]);
			if (!strpbrk(text_string(&number), ".e"))
				text_put(&number, ".0");
			values_text(own, "PARAM",
			            text_print(folder->arena, "param.%s%s",
			                       model_identifier(folder->arena, model, parameter->name.text),
			                       name + strlen("param.") + strlen(parameter->name.text)));
			values_text(own, "DEFAULT", text_string(&number));
		}
	}
}

/* Names of joints, "shoulder", "elbow", in the order of q; parameters. */
void folder_controller_values(struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	add_parameters(folder);
	values_list(folder->values, "JOINTS");
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		struct Text name = text_new(folder->arena);
		c_put_string(&name, joint->name.text);
		if (joint_nv(joint))
			values_text(values_add(folder->values, "JOINTS"), "JOINT", text_string(&name));
	}
}

/* --- Simulink --- */

const char *folder_simulink_refused(struct Folder *folder)
{
	if (job_prepares(&folder->job))
		return "--for=simulink: a C Caller has no struct, which parameters are in";
	if (folder->job.request->zeros_once)
		return "--for=simulink: a C Caller calls no second function, which --zeros=once needs";
	return NULL;
}

/* --- MATLAB and Octave: matrices by columns --- */

enum { MEX_ARRAYS = 40 }; /* MOST of the template */

const char *folder_mex_request(struct Folder *folder, const struct Job *asked)
{
	(void)asked;
	folder->model->request.by_columns = true;
	return folder->options->functions;
}

const char *folder_mex_refused(struct Folder *folder)
{
	const struct Job *job = &folder->job;
	const struct Request *request = job->request;
	if (request->real_float)
		return "--for=mex: numbers of MATLAB are double";
	if (request->matrix != MATRIX_FULL)
		return "--for=mex: matrices are full; no --matrix";
	if (request->sincos == SINCOS_GIVEN || request->zeros_once)
		return "--for=mex: a call takes its arguments alone, with no --sincos=given and no --zeros=once";
	for (int i = 0; i < job->functions; i++)
		if (job->function[i].outputs >= MEX_ARRAYS || job->function[i].seeds + INPUT_SEED >= MEX_ARRAYS)
			return text_print(folder->arena, "--for=mex: '%s' has more than %d arguments or results",
			                  folder_function(folder, &job->function[i]), MEX_ARRAYS - 1);
	return NULL;
}

/* Numbers of the arrays of a function, among those that it takes and among those that it returns. */
static void number_arrays(const struct Folder *folder, int number)
{
	const struct Generated *function = &folder->job.function[number];
	struct ValueNode *own = folder_function_values(folder, number);
	int ins = 0, all = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			values_format(values_element(own, "INPUTS", (size_t)all++), "NUMBER", "%d",
			              i < INPUT_ARRAYS ? ins++ : 0);
	for (int o = 0; o < function->outputs; o++) {
		struct ValueNode *output = values_element(own, "OUTPUTS", (size_t)o);
		values_format(output, "NUMBER", "%d", o);
		values_format(output, "ROWS", "%d", function->output[o].rows);
		values_format(output, "COLUMNS", "%d", function->output[o].columns);
	}
	values_format(own, "INS", "%d", ins);
	values_format(own, "OUTS", "%d", function->outputs);
}

void folder_mex_values(struct Folder *folder)
{
	struct NumberStyle style = { *folder->printer.real, "", "", NULL, NULL };
	style.real.words = (struct NoNumber){ "NaN", "Inf" };
	folder_add_all_numbers(folder, &style);
	for (int i = 0; i < folder->job.functions; i++)
		number_arrays(folder, i);
}

/* --- npm --- */

const char *folder_npm_refused(struct Folder *folder)
{
	const char *option = folder->options->self_test
	                             ? "--self-test"
	                             : target_refused(&target_table[TARGET_JAVASCRIPT], folder->job.request);
	return option ? text_print(folder->arena, "--for=npm: %s is of C alone", option) : NULL;
}

void folder_javascript_values(struct Folder *folder)
{
	struct NumberStyle style = { *folder->printer.real, "", "", NULL, NULL };
	style.real.words = (struct NoNumber){ "NaN", "Infinity" };
	folder_add_all_numbers(folder, &style);
}
