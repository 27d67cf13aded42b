/* The controller of a ROS 2 package: its requirements (rnea, joints with a single coordinate each), and names of
 * joints. */
#include "folder.h"
#include "model/body.h"
#include "model/joint.h"

#include <string.h>

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
	if (job->tree->wrenches || job_prepares(job) || request->sincos == SINCOS_GIVEN)
		return "--for=ros2: the controller has no values for wrenches, parameters and --sincos=given";
	return NULL;
}

/* Names of joints, "shoulder", "elbow", in the order of q. */
void folder_put_joints(struct Folder *folder, struct Text *out)
{
	const struct Model *model = folder->job.model;
	int count = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		if (!joint_nv(joint))
			continue;
		text_put(out, count++ ? ", " : "");
		c_put_string(out, joint->name.text);
	}
}
