/* Models in MuJoCo as `rigidc export --to=mjcf` writes them: M and the bias at random states, those of coupled joints too.
 *
 *   RIGIDC_ROBOTS=DIR    takes every .urdf file there too */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"

enum { STATES = 4, POWERS = 5 };

/* Examples that MJCF can say. */
static const char *const examples[] = {
	"adaptive",         "anymal_b",
	"cart_pole",        "double_pendulum",
	"gait/plates",      "gait/both_legs",
	"general6r",        "hand",
	"iiwa14",           "panda",
	"parts/hand",       "parts/hexapod",
	"parts/quadrotor",  "parts/rotor",
	"parts/snake",      "parts/solo12",
	"running_leg",      "rx90",
	"solo12",           "stanford",
	"struts/excavator", "ur5",
};

/* Linkages that MJCF can say. */
static const char *const linkages[] = {
	"bucket", "delta", "fourbar", "slider_crank", "squeezer", "stewart", "two_arms"
};

/* One of each: several joints of a body, axes off the origin and turned, powers, springs, tendons. */
static const char features[] =
	"model features\n"
	"gravity (1, 2, -9) m/s^2\n"
	"body cart on world at rx(20 deg) { joint drive : planar; mass 2 kg; com (1, 2, 3) cm; inertia diag(1, 1.2, 1.5) kg m^2 }\n"
	"body cross on cart at (0, 0, 1 m) { joint u : universal then (1, 2, 3) cm, rpy(0.1, 0.2, 0.3); mass 1 kg; inertia tensor(1, 1.1, 1.2, "
	"xy = 0.1, yz = -0.2) * 1 kg m^2; com (0, 1, 2) cm }\n"
	"body nut on cross { joint screw : helical((1, 2, 2) / 3, 2 cm/rad) { armature 0.1 kg m^2 }; mass 1 kg; com (1 cm, 0, 0); inertia diag(1, 1, 1) kg m^2 }\n"
	"body bob on nut at (0, 1, 0) m { joint ball : spherical { damping (1, 1, 1) * 0.3 N m s/rad; armature (1, 1, 1) * 0.2 kg m^2 }; mass 1 kg; com (0, 0, -0.3) m; inertia "
	"diag(1, 2, 2.5) * 0.1 kg m^2 }\n"
	"body flap on bob { joint hinge : revolute(y) then (20, 5, 3) cm, rz(180 deg) { spring 3 N m/rad at 20 deg; damping 0.4 N m s/rad; armature 0.01 kg m^2 }; mass 1 kg; "
	"inertia diag(1, 1, 1) kg m^2 }\n"
	"body tail on flap at (0, 0, 0.5 m) { joint bend : revolute(-x) = 0.2 rad + hinge - 0.5 * hinge * hinge / 1 rad + 0.3 * hinge * hinge * hinge / 1 rad^2; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n"
	"body stub on tail { joint glued : fixed; mass 0.5 kg; com (0.1, 0, 0) m }\n"
	"frame tip on stub at (0.3, 0.2, 0.1) m\n"
	"strut cord between cart and tip { spring 30 N/m at 1 m; damping 2 N s/m }\n"
	"tendon rope over cart, bob, tip { spring 20 N/m at 0.5 m }\n";

struct pair {
	rigidc_model *ours;
	mjModel *m;
	mjData *d;
	int nv;                      /* ours */
	double *q, *qd;              /* ours */
	double T[PEER_NV * PEER_NV]; /* MuJoCo's velocities are T qd */
	double drift[PEER_NV];       /* and their derivatives T qdd + drift */
};

static unsigned long long random_bits;

static double draw(void)
{
	random_bits = random_bits * 6364136223846793005u + 1442695040888963407u;
	return (double)(random_bits >> 11) / 4503599627370496.0 - 1;
}

/* --- states --- */

/* MuJoCo's joint of a coordinate: JOINT, or JOINT_x of a joint with several. */
static int find_joint(const struct pair *p, const rigidc_joint_info *joint, int k)
{
	char name[600];
	rigidc_coordinate_info one = { .size = sizeof one };
	rigidc_get_coordinate(p->ours, joint->q + k, &one);
	snprintf(name, sizeof name, "%s", one.name);
	if (joint->nq > 1)
		*strrchr(name, '.') = '_';
	return mj_name2id(p->m, mjOBJ_JOINT, name);
}

/* A free joint: MuJoCo's linear velocity is E v in world axes, and its derivative E vdot + E (w x v). */
static void set_free(struct pair *p, const rigidc_joint_info *joint, int id, int body)
{
	rigidc_body_info at = { .size = sizeof at };
	rigidc_get_body(p->ours, body, &at);
	double *qpos = p->d->qpos + p->m->jnt_qposadr[id], home[4], E[9], turning[3], *q = p->q + joint->q;
	const double quat[4] = { q[6], q[3], q[4], q[5] }, *v = p->qd + joint->v, *w = v + 3;
	const int y = p->m->jnt_dofadr[id];
	mju_mat2Quat(home, at.R);
	mju_mulMatVec(qpos, at.R, q, 3, 3);
	mju_addTo(qpos, at.p, 3);
	mju_mulQuat(qpos + 3, home, quat);
	mju_quat2Mat(E, qpos + 3);
	mju_cross(turning, w, v);
	mju_mulMatVec(p->drift + y, E, turning, 3, 3);
	for (int i = 0; i < 9; i++)
		p->T[(y + i / 3) * p->nv + joint->v + i % 3] = E[i];
	for (int i = 3; i < 6; i++)
		p->T[(y + i) * p->nv + joint->v + i] = 1;
}

static void set_ball(struct pair *p, const rigidc_joint_info *joint, int id)
{
	const double *q = p->q + joint->q, quat[4] = { q[3], q[0], q[1], q[2] };
	mju_copy(p->d->qpos + p->m->jnt_qposadr[id], quat, 4);
	for (int i = 0; i < 3; i++)
		p->T[(p->m->jnt_dofadr[id] + i) * p->nv + joint->v + i] = 1;
}

/* False: MuJoCo has no such joint. */
static bool set_joint(struct pair *p, const rigidc_joint_info *joint, int body)
{
	bool quaternion = joint->nq != joint->nv;
	int id = quaternion ? mj_name2id(p->m, mjOBJ_JOINT, joint->name) : 0;
	if (id < 0)
		return false;
	if (quaternion && joint->nq == 7)
		set_free(p, joint, id, body);
	else if (quaternion)
		set_ball(p, joint, id);
	for (int k = 0; k < joint->nq && !quaternion; k++) {
		id = find_joint(p, joint, k);
		if (id < 0)
			return false;
		p->d->qpos[p->m->jnt_qposadr[id]] = p->q[joint->q + k];
		p->T[p->m->jnt_dofadr[id] * p->nv + joint->v + k] = 1;
	}
	return true;
}

/* A coupled joint is a polynomial y of its leader x: y - y0 = p(x - x0), y' = p' x', y'' = p' x'' + p'' x'^2. */
static void set_coupled(struct pair *p, int equality)
{
	const int follower = p->m->eq_obj1id[equality], leader = p->m->eq_obj2id[equality];
	const int y = p->m->jnt_dofadr[follower], x = p->m->jnt_dofadr[leader];
	const int y_at = p->m->jnt_qposadr[follower], x_at = p->m->jnt_qposadr[leader];
	const double *c = p->m->eq_data + mjNEQDATA * equality, at = p->d->qpos[x_at] - p->m->qpos0[x_at];
	double value = 0, slope = 0, bend = 0, rate = 0;
	for (int i = POWERS - 1; i >= 0; i--) {
		bend = bend * at + 2 * slope;
		slope = slope * at + value;
		value = value * at + c[i];
	}
	p->d->qpos[y_at] = p->m->qpos0[y_at] + value;
	for (int i = 0; i < p->nv; i++) {
		p->T[y * p->nv + i] = slope * p->T[x * p->nv + i];
		rate += p->T[x * p->nv + i] * p->qd[i];
	}
	p->drift[y] = bend * rate * rate;
}

static void draw_joint(struct pair *p, const rigidc_joint_info *joint)
{
	double square = 0;
	for (int k = 0; k < joint->nq; k++)
		p->q[joint->q + k] = joint->nq == 1 && joint->limited
		                             ? joint->lower + (joint->upper - joint->lower) * (1 + draw()) / 2
		                             : draw();
	for (int k = 0; k < joint->nv; k++)
		p->qd[joint->v + k] = draw();
	if (joint->nq == joint->nv)
		return;
	double *quaternion = p->q + joint->q + joint->nq - 4;
	for (int k = 0; k < 4; k++)
		square += quaternion[k] * quaternion[k];
	for (int k = 0; k < 4; k++)
		quaternion[k] /= sqrt(square);
}

/* Sets MuJoCo to our state. */
static bool place_state(struct pair *p, int bodies)
{
	memset(p->T, 0, sizeof p->T);
	memset(p->drift, 0, sizeof p->drift);
	for (int i = 0; i < bodies; i++) {
		rigidc_joint_info joint = { .size = sizeof joint };
		rigidc_get_joint(p->ours, i, &joint);
		if (joint.nq > 0 && !set_joint(p, &joint, i)) {
			printf("# no joint %s\n", joint.name);
			return false;
		}
	}
	return true;
}

static bool set_state(struct pair *p, int bodies)
{
	for (int i = 0; i < bodies; i++) {
		rigidc_joint_info joint = { .size = sizeof joint };
		rigidc_get_joint(p->ours, i, &joint);
		draw_joint(p, &joint);
	}
	if (!place_state(p, bodies))
		return false;
	for (int i = 0; i < p->m->neq; i++)
		if (p->m->eq_type[i] == mjEQ_JOINT)
			set_coupled(p, i);
	mju_mulMatVec(p->d->qvel, p->T, p->qd, (int)p->m->nv, p->nv);
	mju_copy(p->d->qacc, p->drift, (int)p->m->nv);
	mj_inverse(p->m, p->d);
	return true;
}

/* --- comparison --- */

/* Largest difference in shares of the largest number of both. */
static double apart(const double *a, const double *b, int count)
{
	double most = 0, size = 1e-300;
	for (int i = 0; i < count; i++) {
		most = fmax(most, fabs(a[i] - b[i]));
		size = fmax(size, fmax(fabs(a[i]), fabs(b[i])));
	}
	return most / size;
}

static double compare_M(struct pair *p, const double *M)
{
	static double full[PEER_NV * PEER_NV], half[PEER_NV * PEER_NV], theirs[PEER_NV * PEER_NV];
	mj_fullM(p->m, p->d, full);
	const int n = (int)p->m->nv;
	mju_mulMatMat(half, full, p->T, n, n, p->nv);
	mju_mulMatTMat(theirs, p->T, half, n, p->nv, p->nv);
	return apart(M, theirs, p->nv * p->nv);
}

/* mj_inverse has taken springs and damping off already. Friction is a constraint there. */
static double compare_bias(struct pair *p, const double *h)
{
	static double theirs[PEER_NV];
	for (int i = 0; i < p->m->nv; i++)
		if (p->m->dof_frictionloss[i] > 0)
			return 0;
	mju_mulMatTVec(theirs, p->T, p->d->qfrc_inverse, (int)p->m->nv, p->nv);
	return apart(h, theirs, p->nv);
}

static void compare(struct pair *p, int bodies, const char *name)
{
	static double M[PEER_NV * PEER_NV], h[PEER_NV];
	static const double no_wrench[6 * 64];
	double worst[2] = { 0, 0 };
	rigidc_function *both = NULL;
	bool good = rigidc_function_new(p->ours, "both=crba+bias", RIGIDC_EVALUATOR, &both) == RIGIDC_OK;
	for (int state = 0; state < STATES && good; state++) {
		good = set_state(p, bodies);
		const double *const in[] = { p->q, p->qd, no_wrench };
		double *const out[] = { M, h };
		rigidc_call(both, in, out);
		worst[0] = fmax(worst[0], compare_M(p, M));
		worst[1] = fmax(worst[1], compare_bias(p, h));
	}
	printf("# %s: M %.1e, bias %.1e\n", name, worst[0], worst[1]);
	tap_ok(good && worst[0] < 1e-9 && worst[1] < 1e-9, "%s in MuJoCo", name);
	rigidc_function_free(both);
}

/* At states that close our loops: the largest error of MuJoCo's. Our states are other ones than that of the file. */
static void compare_loops(struct pair *p, int bodies, const char *name)
{
	double worst = 0;
	int closed = 0, rows = 0;
	p->m->opt.disableflags &= ~mjDSBL_CONSTRAINT;
	p->m->opt.disableflags |= mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT;
	for (int state = 0; state < 8 * STATES && closed < STATES; state++) {
		if (!set_state(p, bodies) || rigidc_assemble(p->ours, p->q, NULL, NULL) != RIGIDC_OK)
			continue;
		closed++;
		place_state(p, bodies);
		mj_forward(p->m, p->d);
		rows = p->d->nefc;
		for (int i = 0; i < p->d->nefc; i++)
			worst = fmax(worst, fabs(p->d->efc_pos[i]));
	}
	printf("# %s: %d states, %d rows, open by %.1e\n", name, closed, rows, worst);
	tap_ok(closed > 0 && rows > 0 && worst < 1e-9, "loops of %s in MuJoCo", name);
}

static void run(struct pair *p, const char *name)
{
	rigidc_model_info info = { .size = sizeof info };
	rigidc_get_model(p->ours, &info);
	p->nv = info.nv;
	p->q = calloc((size_t)info.nq + 1, sizeof *p->q);
	p->qd = calloc((size_t)info.nv + 1, sizeof *p->qd);
	p->d = mj_makeData(p->m);
	p->m->opt.disableflags |= mjDSBL_CONSTRAINT;
	if (p->m->nv <= PEER_NV) {
		compare(p, info.bodies, name);
		for (int i = 0; i < p->m->neq; i++)
			if (p->m->eq_type[i] != mjEQ_JOINT) {
				compare_loops(p, info.bodies, name);
				break;
			}
	} else
		tap_skip(name, "too many velocities");
	free(p->q);
	free(p->qd);
	mj_deleteData(p->d);
}

static void test(const char *path, const char *name, const char *scratch)
{
	char command[900], file[300], message[500] = "";
	struct pair *p = calloc(1, sizeof *p);
	const char *rigidc = getenv("RIGIDC");
	snprintf(file, sizeof file, "%s/exported.xml", scratch);
	snprintf(command, sizeof command, "%s export '%s' --to=mjcf -o '%s' 2>/dev/null",
	         rigidc ? rigidc : "build/rigidc", path, file);
	int status = system(command);
	if (status != 0 && strstr(name, ".urdf")) {
		tap_skip(name, "MJCF cannot say all of it");
	} else if (status != 0 || rigidc_load(path, NULL, &p->ours) != RIGIDC_OK) {
		tap_ok(false, "%s is exported", name);
	} else if (!(p->m = mj_loadXML(file, NULL, message, sizeof message))) {
		printf("# %s\n", message);
		tap_ok(false, "%s is read by MuJoCo", name);
	} else {
		run(p, name);
	}
	rigidc_model_free(p->ours);
	mj_deleteModel(p->m);
	free(p);
}

int main(void)
{
	struct peer_settings settings = peer_settings_read();
	char **robot = NULL, path[300];
	int robots = peer_robots(&settings, &robot);
	random_bits = settings.seed;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		snprintf(path, sizeof path, "examples/%s.rig", examples[i]);
		test(path, examples[i], settings.scratch);
	}
	for (size_t i = 0; i < sizeof linkages / sizeof *linkages; i++) {
		snprintf(path, sizeof path, "examples/loops/%s.rig", linkages[i]);
		test(path, linkages[i], settings.scratch);
	}
	snprintf(path, sizeof path, "%s/features.rig", settings.scratch);
	FILE *file = peer_create(path);
	fputs(features, file);
	fclose(file);
	test(path, "all features", settings.scratch);
	for (int i = 0; i < robots; i++)
		test(robot[i], strrchr(robot[i], '/') + 1, settings.scratch);
	return tap_done();
}
