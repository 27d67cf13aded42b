/* Descriptions of models and functions as structs: of an example with a free base, of one with parameters, of wrong
 * models; for callers with fewer members, and from several threads on one function. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "suite.h"

TEST(bodies_and_joints)
{
	rigidc_model *model = run_load("examples/solo12.rig");
	rigidc_model_info whole = { 0 };
	rigidc_body_info body = { 0 };
	rigidc_joint_info joint = { 0 };
	double mass = 0;
	int q = 0, v = 0;
	ck_assert_int_eq(rigidc_get_model(model, &whole), RIGIDC_OK);
	ck_assert_str_eq(whole.name, "solo12");
	ck_assert_int_eq(whole.nq, rigidc_nq(model));
	ck_assert_int_eq(whole.nv, rigidc_nv(model));
	ck_assert(whole.gravity[2] < -9);
	for (int i = 0; i < whole.bodies; i++) {
		ck_assert_int_eq(rigidc_get_body(model, i, &body), RIGIDC_OK);
		ck_assert_int_eq(rigidc_get_joint(model, i, &joint), RIGIDC_OK);
		ck_assert_int_lt(body.parent, i);
		ck_assert_int_eq(body.parent, joint.parent);
		ck_assert_int_eq(rigidc_find_body(model, body.name), i);
		ck_assert_int_eq(rigidc_find_joint(model, joint.name), i);
		ck_assert(joint.limited || (isinf(joint.lower) && isinf(joint.upper)));
		mass += body.mass;
		if (joint.nq) {
			ck_assert_int_eq(joint.q, q);
			ck_assert_int_eq(joint.v, v);
		}
		q += joint.nq;
		v += joint.nv;
	}
	ck_assert_int_eq(q, whole.nq);
	ck_assert_int_eq(v, whole.nv);
	ck_assert(mass > 1 && mass < 4);
	ck_assert_int_eq(rigidc_get_body(model, whole.bodies, &body), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_body(model, -1, &body), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_body(NULL, 0, &body), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_body(model, 0, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_find_body(model, "no such"), -1);
	ck_assert_int_eq(rigidc_find_joint(model, NULL), -1);
	rigidc_model_free(model);
}

TEST(coordinates)
{
	rigidc_model *model = run_load("examples/solo12.rig");
	rigidc_coordinate_info q = { 0 };
	int count = 0;
	for (; rigidc_get_coordinate(model, count, &q) == RIGIDC_OK; count++)
		ck_assert_int_gt((int)strlen(q.name), 0);
	ck_assert_int_eq(count, rigidc_nq(model));
	ck_assert_int_eq(rigidc_get_coordinate(model, 3, &q), RIGIDC_OK);
	ck_assert_ptr_nonnull(strstr(q.name, ".qx"));
	ck_assert_str_eq(q.unit, "1");
	ck_assert_int_eq(q.element, 3);
	ck_assert_int_eq(rigidc_get_coordinate(model, 7, &q), RIGIDC_OK);
	ck_assert_ptr_null(strchr(q.name, '.'));
	ck_assert_str_eq(q.unit, "rad");
	ck_assert_int_eq(rigidc_get_velocity(model, 3, &q), RIGIDC_OK);
	ck_assert_ptr_nonnull(strstr(q.name, ".wx"));
	ck_assert_str_eq(q.unit, "rad/s");
	rigidc_model_free(model);
}

TEST(places)
{
	static const char text[] =
		"model t\nbody link on world at (1, 2, 3), rz(90 deg) { joint a : revolute(z) { limits (-1, 2); effort 9; speed 3 }\n"
		"mass 2 kg; com (0, 0.5, 0); inertia tensor(xx = 1, yy = 2, zz = 2.5, xy = 0.25) kg m^2 }\n"
		"frame tip on link at (0.5, 0, 0)\n";
	const double R[9] = { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, p[3] = { 1, 2, 3 }, inertia[6] = { 1, 0.25, 2, 0, 0, 2.5 };
	rigidc_model *model = run_read("t", text, strlen(text), NULL);
	rigidc_body_info body = { 0 };
	rigidc_frame_info frame = { 0 };
	rigidc_joint_info joint = { 0 };
	ck_assert_int_eq(rigidc_get_body(model, 0, &body), RIGIDC_OK);
	ck_assert_int_eq(memcmp(body.p, p, sizeof p), 0);
	for (int i = 0; i < 9; i++)
		ck_assert_double_eq(body.R[i], R[i]);
	for (int i = 0; i < 6; i++)
		ck_assert_double_eq(body.inertia[i], inertia[i]);
	ck_assert_double_eq(body.com[1], 0.5);
	ck_assert_int_eq(rigidc_get_frame(model, rigidc_find_frame(model, "tip"), &frame), RIGIDC_OK);
	ck_assert_double_eq(frame.p[0], 0.5);
	ck_assert_int_eq(frame.body, 0);
	ck_assert_int_eq(rigidc_get_joint(model, 0, &joint), RIGIDC_OK);
	ck_assert(joint.limited && joint.lower == -1 && joint.upper == 2);
	ck_assert(joint.effort == 9 && joint.speed == 3);
	ck_assert_str_eq(joint.kind, "revolute");
	rigidc_model_free(model);
}

/* Limits: positions by coordinate, efforts and speeds by velocity. A joint with several velocities has efforts and
 * speeds only at its velocities, a coupled joint only at the joint. */
TEST(limits)
{
	static const char text[] =
		"model t\nbody a on world { joint a : universal { effort (1, 2) }; mass 1 }\n"
		"body b on a { joint b : prismatic(x) { limits (-1, 2) mm; speed 5 mm/s }; mass 1 }\n"
		"body c on b { joint c : revolute(x) = 2 rad/m * b { limits (-3, 3); effort 7 }; mass 1 }\n"
		"body d on c { joint d : spherical { speed (1, 2, 3) }; mass 1; inertia diag(1, 1, 1) }\n";
	rigidc_model *model = run_read("t", text, strlen(text), NULL);
	rigidc_joint_info joint = { 0 };
	rigidc_coordinate_info q = { 0 }, v = { 0 };
	ck_assert_int_eq(rigidc_get_joint(model, 0, &joint), RIGIDC_OK);
	ck_assert(isinf(joint.effort) && isinf(joint.speed) && isinf(joint.lower));
	ck_assert_int_eq(rigidc_get_velocity(model, 1, &v), RIGIDC_OK);
	ck_assert(v.effort == 2 && isinf(v.speed) && isinf(v.lower) && isinf(v.upper));
	ck_assert_int_eq(rigidc_get_coordinate(model, 2, &q), RIGIDC_OK);
	ck_assert(q.lower == -0.001 && q.upper == 0.002 && isinf(q.effort) && isinf(q.speed));
	ck_assert_int_eq(rigidc_get_velocity(model, 2, &v), RIGIDC_OK);
	ck_assert(v.speed == 0.005 && isinf(v.effort));
	ck_assert_int_eq(rigidc_get_joint(model, 2, &joint), RIGIDC_OK);
	ck_assert(joint.coupled && joint.upper == 3 && joint.effort == 7);
	ck_assert_int_eq(rigidc_get_velocity(model, 5, &v), RIGIDC_OK);
	ck_assert(v.speed == 3);
	rigidc_model_free(model);
}

TEST(poses)
{
	rigidc_model *model = run_load("examples/panda.rig");
	rigidc_model_info info = { 0 };
	rigidc_pose_info pose = { 0 };
	ck_assert_int_eq(rigidc_get_model(model, &info), RIGIDC_OK);
	ck_assert_uint_eq(info.poses, 1);
	ck_assert_int_eq(rigidc_get_pose(model, 0, &pose), RIGIDC_OK);
	ck_assert_str_eq(pose.name, "ready");
	ck_assert_str_eq(pose.doc, "above the table, hand down\n");
	ck_assert(fabs(pose.q[3] + 0.75 * acos(-1)) < 1e-15 && pose.q[0] == 0);
	ck_assert_int_eq(rigidc_get_pose(model, 1, &pose), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_pose(model, 0, NULL), RIGIDC_USAGE);
	rigidc_model_free(model);
}

/* Contacts of a standing model: on a mirrored leg, on a slope, and from the options of the model. */
TEST(contacts)
{
	static const char *const own[] = { "added=hand:line(x)" };
	rigidc_options options = { .contact = own, .contacts = 1 };
	rigidc_model *model;
	rigidc_model_info whole = { 0 };
	rigidc_contact_info toe = { 0 }, edge = { 0 }, added = { 0 };
	ck_assert_int_eq(rigidc_load("tests/c/standing.rig", &options, &model), RIGIDC_OK);
	ck_assert_int_eq(rigidc_get_model(model, &whole), RIGIDC_OK);
	ck_assert_uint_eq(whole.contacts, 8);
	ck_assert_uint_eq(whole.phases, 3);
	ck_assert_int_eq(rigidc_get_contact(model, rigidc_find_contact(model, "R.toe"), &toe), RIGIDC_OK);
	ck_assert_str_eq(toe.name, "R.toe");
	ck_assert_str_eq(toe.kind, "point");
	ck_assert_int_eq(toe.body, rigidc_find_body(model, "R.shank"));
	ck_assert(fabs(toe.p[2] + 0.2) < 1e-15 && toe.ground_R[8] == 1 && toe.ground_p[2] == 0);
	ck_assert(toe.friction == 0.7 && toe.restitution == 0.2 && toe.weight == 1);
	ck_assert_int_eq(toe.rows, 3);
	ck_assert_str_eq(toe.row[2], "fz");
	ck_assert_int_eq(toe.holds[2], 0);
	ck_assert_int_eq(rigidc_get_contact(model, rigidc_find_contact(model, "front_edge"), &edge), RIGIDC_OK);
	ck_assert_str_eq(edge.kind, "line");
	ck_assert_int_eq(edge.rows, 5);
	ck_assert_str_eq(edge.row[4], "n2");
	ck_assert(fabs(edge.ground_R[8] - cos(12 * acos(-1) / 180)) < 1e-15);
	ck_assert_int_eq(rigidc_get_contact(model, 7, &added), RIGIDC_OK);
	ck_assert_str_eq(added.name, "added");
	ck_assert_str_eq(added.row[3], "ny");
	ck_assert_int_eq(rigidc_get_contact(model, 8, &added), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_contact(model, -1, &added), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_contact(model, 0, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_contact(NULL, 0, &added), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_find_contact(model, "stand"), -1);
	ck_assert_int_eq(rigidc_find_contact(model, NULL), -1);
	rigidc_model_free(model);
}

TEST(struts_and_groups)
{
	rigidc_model *model = run_load("tests/grammar/functions.rig");
	rigidc_model_info whole = { .size = sizeof whole };
	rigidc_strut_info strut = { .size = sizeof strut };
	rigidc_group_info group = { .size = sizeof group };
	ck_assert_int_eq(rigidc_get_model(model, &whole), RIGIDC_OK);
	ck_assert_uint_eq(whole.struts, 2);
	ck_assert_uint_eq(whole.groups, 1);
	ck_assert_int_eq(rigidc_get_strut(model, 1, &strut), RIGIDC_OK);
	ck_assert_str_eq(strut.name, "rope");
	ck_assert_int_eq(strut.tendon, 1);
	ck_assert_int_eq(rigidc_get_strut(model, 0, &strut), RIGIDC_OK);
	ck_assert_int_eq(strut.tendon, 0);
	ck_assert_int_eq(rigidc_get_group(model, 0, &group), RIGIDC_OK);
	ck_assert_str_eq(group.name, "jacks");
	ck_assert_int_eq(group.struts, 1);
	ck_assert_int_eq(group.strut[0], 0);
	ck_assert_int_eq(rigidc_get_strut(model, 2, &strut), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_strut(model, -1, &strut), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_strut(model, 0, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_group(model, 1, &group), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_group(NULL, 0, &group), RIGIDC_USAGE);
	rigidc_model_free(model);
}

TEST(phases)
{
	rigidc_model *model = run_load("tests/c/standing.rig");
	rigidc_phase_info lean = { 0 };
	int number = rigidc_find_phase(model, "lean");
	ck_assert_int_eq(rigidc_get_phase(model, number, &lean), RIGIDC_OK);
	ck_assert_str_eq(lean.name, "lean");
	ck_assert_int_eq(lean.rows, 4);
	ck_assert_int_eq(lean.contacts, 2);
	ck_assert_int_eq(lean.contact[0], rigidc_find_contact(model, "R.toe"));
	ck_assert_int_eq(lean.contact[1], rigidc_find_contact(model, "rail"));
	ck_assert_int_eq(rigidc_get_phase(model, 3, &lean), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_phase(model, -1, &lean), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_phase(model, 0, NULL), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_find_phase(model, "rail"), -1);
	ck_assert_int_eq(rigidc_find_phase(NULL, "lean"), -1);
	rigidc_model_free(model);
}

static void check_array(rigidc_status status, const rigidc_array_info *array, const char *name, int rows, int columns,
                        const char *phase)
{
	ck_assert_int_eq(status, RIGIDC_OK);
	ck_assert_str_eq(array->name, name);
	ck_assert_int_eq(array->rows, rows);
	ck_assert_int_eq(array->columns, columns);
	if (phase)
		ck_assert_str_eq(array->phase, phase);
	else
		ck_assert_ptr_null(array->phase);
}

/* Arrays with a row for each row of a phase name it, after the memory of the compilation is gone. */
TEST(arrays_of_phases)
{
	rigidc_model *model = run_load("tests/c/standing.rig");
	rigidc_function *function = run_function(model, "push=rnea:lean+jac:stand+lambda:rail+drift:lean", RIGIDC_TCC);
	rigidc_function *other = run_function(model, "impact:stand", RIGIDC_EVALUATOR);
	rigidc_array_info array = { 0 };
	check_array(rigidc_get_input(function, 3, &array), &array, "tau", 15, 1, NULL);
	check_array(rigidc_get_input(function, 4, &array), &array, "lambda", 4, 1, "lean");
	ck_assert_str_eq(array.unit, "N, N m");
	check_array(rigidc_get_output(function, 0, &array), &array, "tau_lean", 15, 1, NULL);
	check_array(rigidc_get_output(function, 1, &array), &array, "J", 6, 15, "stand");
	check_array(rigidc_get_output(function, 2, &array), &array, "lambda_rail", 1, 1, "rail");
	check_array(rigidc_get_output(function, 3, &array), &array, "d", 4, 1, "lean");
	check_array(rigidc_get_output(other, 0, &array), &array, "qd_plus", 15, 1, NULL);
	check_array(rigidc_get_output(other, 1, &array), &array, "impulse", 6, 1, "stand");
	ck_assert_str_eq(array.unit, "N s, N m s");
	rigidc_function_free(other);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

TEST(parameters)
{
	rigidc_model *model = run_load("examples/scara.rig");
	rigidc_param_info param = { 0 };
	rigidc_function *function = run_function(model, "rnea", RIGIDC_TCC);
	double q[4] = { 0 }, tau[2][4], numbers[13];
	const double *in[] = { q, q, q };
	double *out[] = { tau[0] };
	ck_assert_uint_eq(rigidc_param_count(model), 4);
	ck_assert_int_eq(rigidc_get_param(model, 3, &param), RIGIDC_OK);
	ck_assert_str_eq(param.name, "down");
	ck_assert_str_eq(param.unit, "m/s^2");
	ck_assert_int_eq(param.first, 10);
	ck_assert_int_eq(param.count, 3);
	ck_assert_double_eq(param.usual[2], -9.81);
	ck_assert_int_eq(rigidc_get_param(model, 4, &param), RIGIDC_USAGE);
	ck_assert_str_eq(rigidc_param_name(model, 0), "payload");
	ck_assert_uint_eq(rigidc_param_size(model, 2), 6);
	ck_assert_uint_eq(rigidc_param_size(model, 9), 0);
	rigidc_call(function, in, out);
	ck_assert_int_eq(rigidc_set_param(function, "payload = 2 kg"), RIGIDC_OK);
	out[0] = tau[1];
	rigidc_call(function, in, out);
	ck_assert(fabs(tau[1][2] - tau[0][2] - 2 * 9.81) < 1e-12);
	ck_assert_int_eq(rigidc_set_param(function, "payload = 2 m"), RIGIDC_INVALID);
	ck_assert_uint_eq(rigidc_diagnostics(model), 1);
	ck_assert_int_eq(rigidc_set_param(function, NULL), RIGIDC_USAGE);
	memset(numbers, 0, sizeof numbers);
	ck_assert_int_eq(rigidc_set_params(function, numbers), RIGIDC_OK);
	rigidc_call(function, in, out);
	ck_assert_double_eq(tau[1][2], 0);
	ck_assert_int_eq(rigidc_set_params(function, NULL), RIGIDC_OK);
	rigidc_call(function, in, out);
	ck_assert_int_eq(memcmp(tau[0], tau[1], sizeof *tau), 0);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

TEST(arrays)
{
	rigidc_model *model = run_load("examples/ur5.rig");
	rigidc_function *function = run_function(model, "crba", RIGIDC_TCC);
	rigidc_array_info array = { 0 };
	ck_assert_int_eq(rigidc_get_input(function, 0, &array), RIGIDC_OK);
	ck_assert_str_eq(array.name, "q");
	ck_assert_str_eq(array.unit, "rad");
	ck_assert_uint_eq(array.numbers, 6);
	ck_assert_int_eq(rigidc_get_output(function, 0, &array), RIGIDC_OK);
	ck_assert_str_eq(array.name, "M");
	ck_assert_str_eq(array.unit, "kg m^2");
	ck_assert(array.rows == 6 && array.columns == 6 && array.numbers == 36);
	ck_assert_int_eq(rigidc_get_input(function, 1, &array), RIGIDC_USAGE);
	ck_assert_int_eq(rigidc_get_output(NULL, 0, &array), RIGIDC_USAGE);
	ck_assert_str_eq(rigidc_function_name(0), "rnea");
	ck_assert_int_gt((int)strlen(rigidc_function_summary(0)), 0);
	ck_assert_ptr_null(rigidc_function_name(1000));
	ck_assert_str_eq(rigidc_operator_name(0), "jvp");
	ck_assert_int_gt((int)strlen(rigidc_operator_summary(0)), 0);
	ck_assert_ptr_null(rigidc_operator_name(1000));
	ck_assert_ptr_null(rigidc_operator_summary(1000));
	ck_assert_ptr_null(rigidc_fused_name(model, 0));
	ck_assert_ptr_null(rigidc_fused_name(NULL, 0));
	static const char text[] = "model t\ngenerate rnea, dyn = crba + bias, \"a b\" = energy + fk:link\n"
				   "body link on world { joint a : revolute(y); mass 2 kg; com (1, 0, 0) }\n";
	rigidc_model *fusing;
	ck_assert_int_eq(rigidc_read(text, sizeof text - 1, "t.rig", NULL, &fusing), RIGIDC_OK);
	ck_assert_str_eq(rigidc_fused_name(fusing, 0), "dyn");
	ck_assert_str_eq(rigidc_fused_name(fusing, 1), "a b");
	ck_assert_ptr_null(rigidc_fused_name(fusing, 2));
	rigidc_function *fused = run_function(fusing, "\"a b\"", RIGIDC_EVALUATOR);
	ck_assert_int_eq(rigidc_outputs(fused), 4);
	rigidc_function_free(fused);
	rigidc_model_free(fusing);
	rigidc_function_free(function);
	rigidc_model_free(model);
}

/* Code of both compilers, called as declared in the header, gives the library's results. */
TEST(code)
{
	const double q[6] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };
	const double *in[] = { q, q, q };
	double wanted[6], found[6], *out[] = { wanted };
	rigidc_model *model = run_load("examples/ur5.rig");
	for (int tier = RIGIDC_EVALUATOR; tier <= RIGIDC_CC; tier++) {
		rigidc_function *function = run_function(model, "rnea", (rigidc_tier)tier);
		rigidc_code raw = rigidc_function_code(function);
		void (*rnea)(const double *, const double *, const double *, double *);
		ck_assert_int_eq(raw == NULL, tier == RIGIDC_EVALUATOR);
		rigidc_call(function, in, out);
		if (raw) {
			memcpy(&rnea, &raw, sizeof rnea);
			rnea(q, q, q, found);
			ck_assert_int_eq(memcmp(found, wanted, sizeof found), 0);
		}
		rigidc_function_free(function);
	}
	rigidc_model_free(model);
}

TEST(diagnostics)
{
	static const char text[] =
		"model t\nbody link on world { joint a : revolute(z)\n  mass lentgh }\nconst length = 1 m\n"
		"const length = 2 m\n";
	rigidc_model *model;
	rigidc_diagnostic d = { 0 };
	ck_assert_int_eq(rigidc_read(text, strlen(text), "robot.rig", NULL, &model), RIGIDC_INVALID);
	ck_assert_uint_eq(rigidc_diagnostics(model), 2);
	ck_assert_int_eq(rigidc_get_diagnostic(model, 0, &d), RIGIDC_OK);
	ck_assert_int_eq(d.severity, RIGIDC_ERROR);
	ck_assert_str_eq(d.check, "unknown-name");
	ck_assert_str_eq(d.file, "robot.rig");
	ck_assert(d.line == 3 && d.column == 8 && d.length == 6);
	ck_assert_ptr_nonnull(strstr(d.text, "lentgh"));
	ck_assert_ptr_nonnull(strstr(d.help, "length"));
	ck_assert_ptr_null(d.note);
	ck_assert_int_eq(rigidc_get_diagnostic(model, 1, &d), RIGIDC_OK);
	ck_assert_str_eq(d.check, "duplicate");
	ck_assert(d.note && d.note_line == 4 && strcmp(d.note_file, "robot.rig") == 0);
	ck_assert_int_eq(rigidc_get_diagnostic(model, 2, &d), RIGIDC_USAGE);
	ck_assert_uint_eq(rigidc_diagnostics(NULL), 0);
	rigidc_model_free(model);
	for (int status = RIGIDC_OK; status <= RIGIDC_USAGE; status++)
		ck_assert_int_gt((int)strlen(rigidc_strerror((rigidc_status)status)), 0);
}

/* Callers with older and with newer structs. */
TEST(other_versions)
{
	rigidc_model *model;
	struct {
		rigidc_options known;
		char later[16];
	} options = { .known = { .size = sizeof options, .real_float = 1 } };
	rigidc_options older = { .size = offsetof(rigidc_options, real_float), .real_float = 77, .fma = 99 };
	rigidc_joint_info joint = { .size = offsetof(rigidc_joint_info, nq), .nq = -7 };
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &options.known, &model), RIGIDC_OK);
	ck_assert_int_eq(rigidc_get_joint(model, 1, &joint), RIGIDC_OK);
	ck_assert_str_eq(joint.kind, "revolute");
	ck_assert_int_eq(joint.nq, -7);
	ck_assert_uint_eq(joint.size, offsetof(rigidc_joint_info, nq));
	joint.size = 3;
	ck_assert_int_eq(rigidc_get_joint(model, 1, &joint), RIGIDC_USAGE);
	rigidc_model_free(model);
	options.later[15] = 1;
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &options.known, &model), RIGIDC_USAGE);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "newer"));
	rigidc_model_free(model);
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &older, &model), RIGIDC_OK);
	rigidc_model_free(model);
}

/* --- the caller's allocator --- */

struct bank {
	long blocks, taken;
	long left; /* blocks that may still be taken */
};

static void *bank_allocate(void *context, void *block, size_t size)
{
	struct bank *bank = context;
	if (!block && bank->left-- <= 0)
		return NULL;
	bank->blocks += block ? -1 : 1;
	bank->taken += !block;
	if (block)
		free(block);
	return block ? NULL : malloc(size);
}

TEST(allocator)
{
	const long most = 1000;
	rigidc_status status = RIGIDC_NO_MEMORY;
	for (long left = 0; status != RIGIDC_OK; left++) {
		struct bank bank = { .left = left };
		rigidc_options options = { .allocate = bank_allocate, .allocate_context = &bank };
		rigidc_model *model;
		rigidc_function *function = NULL;
		status = rigidc_load("examples/panda.rig", &options, &model);
		if (status == RIGIDC_OK)
			status = rigidc_function_new(model, "rnea", RIGIDC_EVALUATOR, &function);
		ck_assert(status == RIGIDC_OK || (status == RIGIDC_NO_MEMORY && left < most));
		rigidc_function_free(function);
		rigidc_model_free(model);
		ck_assert_int_eq(bank.blocks, 0);
		ck_assert(status != RIGIDC_OK || bank.taken > 0);
	}
}

/* --- several threads on one function --- */

enum { THREADS = 8, CALLS = 4000 };

struct caller {
	rigidc_function *function;
	double q[6], wanted[6];
	int wrong;
};

static void *call_often(void *context)
{
	struct caller *c = context;
	const double *in[] = { c->q, c->q, c->q };
	double tau[6], *out[] = { tau };
	for (int i = 0; i < CALLS; i++) {
		if (i % 16)
			rigidc_call(c->function, in, out);
		else
			c->wrong += rigidc_call_many(c->function, 1, in, NULL, out, NULL) != RIGIDC_OK;
		c->wrong += memcmp(tau, c->wanted, sizeof tau) != 0;
	}
	return NULL;
}

LOOP_TEST(many_threads, 6)
{
	rigidc_options options = { .real_float = _i % 2 };
	rigidc_model *model;
	pthread_t thread[THREADS];
	static struct caller caller[THREADS];
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &options, &model), RIGIDC_OK);
	rigidc_function *function = run_function(model, "rnea", (rigidc_tier)(_i / 2));
	for (int i = 0; i < THREADS; i++) {
		caller[i] = (struct caller){ .function = function };
		for (int k = 0; k < 6; k++)
			caller[i].q[k] = 0.1 * i + 0.05 * k;
		const double *in[] = { caller[i].q, caller[i].q, caller[i].q };
		double *out[] = { caller[i].wanted };
		rigidc_call(function, in, out);
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, call_often, &caller[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		ck_assert_int_eq(caller[i].wrong, 0);
	}
	rigidc_function_free(function);
	rigidc_model_free(model);
}

SUITE("describe")
