/* Comparison with MuJoCo: random trees, and the robots of a folder, by inverse dynamics, inertia matrix and more.
 *
 *   RIGIDC_LEVEL=l       how many: 30, 300 or 1000
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there too */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "mujoco_peer.h"
#include "write_mjcf.h"

enum { NV = PEER_NV, NAME = URDF_NAME };

static struct peer_settings settings;
static struct peer_measures of_trees = { .of = "", .tolerance = 1e-11 };

/* --- MuJoCo's values --- */

static bool say(void *context, enum peer_function f, const struct peer_state *s, int body,
                const struct peer_result *ours, struct peer_result *theirs)
{
	static const double zero[NV];
	struct mujoco_peer *p = context;
	double *x = theirs->value[0], *y = theirs->value[1], *z = theirs->value[2];
	const struct mujoco_instant at = { s->q, s->qd, s->qdd, s->pushed ? s->wrench : NULL };
	const double *qdd = f == PEER_BIAS || f == PEER_GRAVITY ? zero : s->qdd;
	mujoco_run(p, s->q, f == PEER_GRAVITY ? zero : s->qd, qdd);
	switch (f) {
	case PEER_RNEA:
	case PEER_BIAS:
	case PEER_GRAVITY:
		mujoco_rnea(p, qdd, x);
		if (s->pushed)
			mujoco_subtract_wrenches(p, s->wrench, x);
		return true;
	case PEER_CRBA: mujoco_crba(p, x); return true;
	case PEER_FD: mujoco_fd(p, s->tau, ours->value[0], x); return true;
	case PEER_FK: mujoco_fk(p, body, x, y); return true;
	case PEER_JAC: mujoco_jac(p, body, x); return true;
	case PEER_VEL: mujoco_vel(p, body, x); return true;
	case PEER_ENERGY: mujoco_energy(p, s->qd, x, y); return true;
	case PEER_COM: mujoco_com(p, x, y); return true;
	case PEER_MOMENTUM: mujoco_momentum(p, x); return true;
	case PEER_JCOM: mujoco_jcom(p, x); return true;
	case PEER_CMM: mujoco_cmm(p, x); return true;
	case PEER_RNEA_DERIVATIVES: mujoco_rnea_derivatives(p, &at, x, y); return true;
	case PEER_FD_DERIVATIVES: mujoco_fd_derivatives(p, &at, s->tau, x, y, z); return true;
	default: return false;
	}
}

static struct peer peer_of(struct mujoco_peer *p)
{
	return (struct peer){ p->tree, (1u << PEER_FUNCTIONS) - 1, say, p };
}

/* --- models --- */

static const char *scratch_file(const char *name)
{
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", settings.scratch, name);
	return path;
}

static bool same_size(const struct mujoco_peer *p, const struct peer_model *ours, const char *whose)
{
	bool same = ours->nv == p->nv && dense_nv(p->tree) == p->nv;
	if (!same)
		printf("# %s: we have %d velocities, MuJoCo has %d\n", whose, ours->nv, p->nv);
	return same;
}

/* --- trees --- */

/* True if MuJoCo accepts the tree. */
static bool try_tree(uint64_t seed)
{
	static struct random_tree tree;
	static struct mujoco_peer p;
	char whose[NAME], name[RANDOM_BODIES][NAME], message[1024] = "";
	const char *body_name[RANDOM_BODIES];
	const char *path = scratch_file("tree.xml");
	random_tree_in(RANDOM_COMMON, seed, &tree);
	snprintf(whose, sizeof whose, "tree %llu", (unsigned long long)seed);
	for (int b = 0; b < tree.dense.n; b++)
		snprintf(name[b], NAME, "b%d", b);
	peer_body_names(&tree, body_name);
	FILE *out = peer_create(path);
	mjcf_write(&tree, out);
	fclose(out);
	if (!mujoco_open(&p, &tree.dense, path, name, message, sizeof message)) {
		tap_skip(whose, message);
		return false;
	}
	struct peer_model ours;
	bool same = peer_read(&ours, &tree, NULL, 0);
	if (!same)
		printf("# %s: %s\n", whose, rigidc_messages(ours.model));
	const struct peer peer = peer_of(&p);
	same = same && same_size(&p, &ours, whose) && peer_compare(&of_trees, &peer, &ours, body_name, seed, whose) &&
	       peer_compare_pushed(&of_trees, &peer, &tree, whose);
	tap_ok(same, "%s: %d bodies, %d velocities", whose, tree.dense.n, p.nv);
	peer_free(&ours);
	mujoco_close(&p);
	return true;
}

static void compare_trees(void)
{
	int compared = 0;
	for (int i = 0; i < settings.trees; i++)
		compared += try_tree(settings.seed + (unsigned)i);
	tap_ok(compared * 10 >= settings.trees * 9, "MuJoCo takes nine trees in ten: %d of %d", compared,
	       settings.trees);
	peer_print(&of_trees);
}

/* --- passive forces --- */

static const char passive_rig[] = "model passive\n"
				  "body upper on world at (0, 0, 1), rx(0.3) {\n"
				  "  joint : revolute((1, 2, 2)) { damping 0.7; spring 5 at 0.2; armature 0.1 }\n"
				  "  mass 2; com (0.1, 0.2, -0.3); inertia diag(0.1, 0.2, 0.15)\n"
				  "}\n"
				  "body lower on upper at (0.1, 0, -0.5) {\n"
				  "  joint : prismatic(x) { damping 3; spring 40 at -0.1 }\n"
				  "  mass 1; com (0, 0.1, -0.2); inertia diag(0.1, 0.1, 0.05)\n"
				  "}\n"
				  "body ball on lower at (0, 0.2, 0) {\n"
				  "  joint : spherical { damping (0.4, 0.4, 0.4) }\n"
				  "  mass 1; com (0.1, 0, 0); inertia diag(0.2, 0.1, 0.25)\n"
				  "}\n";

static const char passive_mjcf[] = "<mujoco>" MJCF_COMPILER(
	"false") "<worldbody>\n"
		 "<body name=\"upper\" pos=\"0 0 1\" euler=\"0.3 0 0\">\n"
		 "<joint type=\"hinge\" axis=\"1 2 2\" damping=\"0.7\" stiffness=\"5\" springref=\"0.2\" "
		 "armature=\"0.1\"/>\n"
		 "<inertial pos=\"0.1 0.2 -0.3\" mass=\"2\" diaginertia=\"0.1 0.2 0.15\"/>\n"
		 "<body name=\"lower\" pos=\"0.1 0 -0.5\">\n"
		 "<joint type=\"slide\" axis=\"1 0 0\" damping=\"3\" stiffness=\"40\" springref=\"-0.1\"/>\n"
		 "<inertial pos=\"0 0.1 -0.2\" mass=\"1\" diaginertia=\"0.1 0.1 0.05\"/>\n"
		 "<body name=\"ball\" pos=\"0 0.2 0\"><joint type=\"ball\" damping=\"0.4\"/>\n"
		 "<inertial pos=\"0.1 0 0\" mass=\"1\" diaginertia=\"0.2 0.1 0.25\"/>\n"
		 "</body></body></body></worldbody></mujoco>\n";

static bool passive_agrees(const struct peer_model *ours, mjModel *m, mjData *d)
{
	static const struct peer_state s = {
		.q = { 0.7, -0.3, 0.5, -0.1, 0.7, 0.5 },
		.qd = { 0.4, -0.9, 1.1, 0.6, -0.8 },
		.qdd = { -0.2, 0.5, 0.9, -1.3, 0.3 },
		.tau = { 2, -3, 1, 0.5, -0.7 },
	};
	static const double qpos[] = { 0.7, -0.3, 0.5, 0.5, -0.1, 0.7 };
	static struct peer_result theirs;
	const char *whose = "damping and springs";
	mju_copy(d->qpos, qpos, 6);
	mju_copy(d->qvel, s.qd, 5);
	mju_copy(d->qacc, s.qdd, 5);
	mj_inverse(m, d);
	mju_copy(theirs.value[0], d->qfrc_inverse, 5);
	bool same = peer_compare_given(&of_trees, ours, PEER_RNEA, &s, &theirs, whose);
	mju_copy(d->qfrc_applied, s.tau, 5);
	mj_forward(m, d);
	mju_copy(theirs.value[0], d->qacc, 5);
	same &= peer_compare_given(&of_trees, ours, PEER_FD, &s, &theirs, whose);
	m->opt.enableflags |= mjENBL_ENERGY;
	mj_energyPos(m, d);
	mj_energyVel(m, d);
	theirs.value[0][0] = d->energy[1];
	theirs.value[1][0] = d->energy[0];
	return same & peer_compare_given(&of_trees, ours, PEER_ENERGY, &s, &theirs, whose);
}

/* Damping, springs and the armature of the file, which the trees do not have. */
static void compare_passive(void)
{
	char message[1024] = "";
	const char *path = scratch_file("passive.xml");
	FILE *out = peer_create(path);
	fputs(passive_mjcf, out);
	fclose(out);
	struct peer_model ours;
	mjModel *m = mj_loadXML(path, NULL, message, sizeof message);
	bool good = peer_read_text(&ours, passive_rig) && m && m->nv == 5 && ours.nv == 5;
	if (good) {
		mjData *d = mj_makeData(m);
		good = passive_agrees(&ours, m, d);
		mj_deleteData(d);
	} else {
		printf("# %s%s\n", message, rigidc_messages(ours.model));
	}
	if (m)
		mj_deleteModel(m);
	peer_free(&ours);
	tap_ok(good, "damping, springs and armature");
}

/* --- a motion --- */

/* The last row written by `rigidc sim`: t, q, qd. */
static bool our_motion(double *row, int count)
{
	char command[1024], line[1024] = "", *at = line;
	const char *rigidc = getenv("RIGIDC");
	snprintf(
		command, sizeof command,
		"%s sim %s/passive.rig --time 1 --dt 1 --q '(0.7, -0.3, 0.5, -0.1, 0.7, 0.5)' --qd '(0.4, -0.9, 1.1, 0.6, -0.8)' 2>&1",
		rigidc ? rigidc : "build/rigidc", settings.scratch);
	FILE *rows = popen(command, "r");
	while (rows && fgets(line, sizeof line, rows) && strncmp(line, "1,", 2) != 0) {
	}
	if (rows)
		pclose(rows);
	for (int i = 0; i < count; i++, at += *at == ',')
		row[i] = strtod(at, &at);
	return row[0] == 1;
}

/* The same hinge, slide and ball, and a second of their motion by MuJoCo's Runge-Kutta method. */
static void compare_motion(void)
{
	enum { STEPS = 10000, ROW = 12 };
	static const double qpos[] = { 0.7, -0.3, 0.5, 0.5, -0.1, 0.7 }, qvel[] = { 0.4, -0.9, 1.1, 0.6, -0.8 };
	char message[1024] = "";
	double ours[ROW] = { 0 }, worst = 0;
	FILE *rig = peer_create(scratch_file("passive.rig"));
	fputs(passive_rig, rig);
	fclose(rig);
	mjModel *m = mj_loadXML(scratch_file("passive.xml"), NULL, message, sizeof message);
	if (!m || !our_motion(ours, ROW)) {
		tap_ok(false, "a second of motion: %s", message);
		return;
	}
	m->opt.timestep = 1. / STEPS;
	m->opt.integrator = mjINT_RK4;
	mjData *d = mj_makeData(m);
	mju_copy(d->qpos, qpos, 6);
	mju_copy(d->qvel, qvel, 5);
	for (int i = 0; i < STEPS; i++)
		mj_step(m, d);
	/* MuJoCo's quaternions are w x y z, of either sign */
	const double *q = d->qpos, turned[] = { q[0], q[1], q[3], q[4], q[5], q[2] };
	double sign = turned[5] * ours[6] < 0 ? -1 : 1;
	for (int i = 0; i < 6; i++)
		worst = mju_max(worst, mju_abs(ours[1 + i] - (i < 2 ? 1 : sign) * turned[i]));
	for (int i = 0; i < 5; i++)
		worst = mju_max(worst, mju_abs(ours[7 + i] - d->qvel[i]));
	tap_ok(worst < 1e-6, "a second of motion by `rigidc sim`: %.2g", worst);
	mj_deleteData(d);
	mj_deleteModel(m);
}

/* --- robots --- */

/* Robots as read by MuJoCo: its principal axes are accurate to about 1e-8 only. */
static struct peer_measures of_read_robots = { .of = " of robots as read", .tolerance = 1e-6 };
/* Robots with inertias to all digits. An angle of 1.5707963267, which we take as a quarter turn, may be off by
 * 1e-10. */
static struct peer_measures of_robots = { .of = " of robots", .tolerance = 1e-9 };

/* Writes a robot for MuJoCo's own URDF reader. A free base is an additional joint, from a link that MuJoCo takes for
 * the world. */
static void write_robot(const struct urdf_robot *robot, bool floats, bool balance, const char *path)
{
	char insertion[1024];
	FILE *out = peer_create(path);
	int used = snprintf(insertion, sizeof insertion, "<mujoco>%s</mujoco>\n",
	                    balance ? MJCF_COMPILER("true") : MJCF_COMPILER("false"));
	if (floats)
		snprintf(insertion + used, sizeof insertion - (size_t)used,
		         "<link name=\"world\"/><joint name=\"free base\" type=\"floating\">"
		         "<parent link=\"world\"/><child link=\"%s\"/></joint>\n",
		         robot->link[0]);
	urdf_write(robot, insertion, out);
	fclose(out);
}

static void compare_robot(struct urdf_robot *robot, bool floats, const struct peer_model *ours, const char *whose,
                          bool as_read)
{
	static struct mujoco_peer p;
	char message[1024] = "";
	const char *path = scratch_file("robot.urdf"), *body_name[URDF_LINKS];
	for (int b = 0; b < robot->tree.n; b++)
		body_name[b] = robot->link[b];
	write_robot(robot, floats, !as_read, path);
	if (!mujoco_open(&p, &robot->tree, path, robot->link, message, sizeof message)) {
		tap_skip(whose, message);
		return;
	}
	if (!as_read)
		mujoco_put_inertias(&p);
	const struct peer peer = peer_of(&p);
	bool same = same_size(&p, ours, whose) &&
	            peer_compare(as_read ? &of_read_robots : &of_robots, &peer, ours, body_name, settings.seed, whose);
	tap_ok(same, "%s: %d links, %d velocities", whose, robot->tree.n, p.nv);
	mujoco_close(&p);
}

/* Compares a robot with its base fixed, or free. */
static void try_robot(const char *path, bool floats)
{
	static struct urdf_robot robot;
	struct peer_model ours;
	char whose[128], exact[160];
	const char *slash = strrchr(path, '/'), *copy = scratch_file("ours.urdf");
	snprintf(whose, sizeof whose, "%s%s", slash ? slash + 1 : path, floats ? " with a free base" : "");
	snprintf(exact, sizeof exact, "%s, exact inertias", whose);
	bool good = urdf_scan(path, &robot);
	if (good && floats)
		robot.body[0].joint = DENSE_FREE;
	if (!good)
		tap_skip(whose, robot.trouble);
	else if (floats && !strcmp(robot.link[0], "world"))
		tap_skip(whose, "its root is the world");
	else if (dense_nv(&robot.tree) > NV)
		tap_skip(whose, "too many velocities");
	else if (peer_load(&ours, &robot, path, floats, copy, whose)) {
		compare_robot(&robot, floats, &ours, whose, true);
		compare_robot(&robot, floats, &ours, exact, false);
		peer_free(&ours);
	}
	urdf_free(&robot);
}

static void compare_robots(void)
{
	char **path;
	int n = peer_robots(&settings, &path);
	for (int i = 0; i < n; i++) {
		try_robot(path[i], false);
		try_robot(path[i], true);
	}
	peer_print(&of_read_robots);
	peer_print(&of_robots);
}

/* MuJoCo's own warning handler would write a file */
static void warn(const char *text)
{
	printf("# MuJoCo: %s\n", text);
}

int main(void)
{
	settings = peer_settings_read();
	mju_user_warning = warn;
	compare_passive();
	compare_motion();
	compare_trees();
	compare_robots();
	return tap_done();
}
