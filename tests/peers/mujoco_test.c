/* Against MuJoCo: random trees, and the robots of a folder, by its inverse dynamics and its inertia matrix.
 *
 *   RIGIDC_TREES=n       how many (300)
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there too */
#include <stdio.h>
#include <string.h>

#include "mujoco_peer.h"
#include "write_mjcf.h"

enum { NV = PEER_NV, STATES = 4, NAME = URDF_NAME };

static struct peer_settings settings;
static struct peer_measure rnea = { .what = "rnea", .tolerance = 1e-11 };
static struct peer_measure pushed = { .what = "rnea with wrenches", .tolerance = 1e-11 };
static struct peer_measure crba = { .what = "crba", .tolerance = 1e-11 };

static bool compare_states(struct mujoco_peer *p, const struct peer_model *ours, uint64_t seed,
                           const char *whose, struct peer_measure *of_rnea, struct peer_measure *of_crba)
{
	static double M[NV * NV], reference_M[NV * NV];
	double q[PEER_NQ], qd[NV], qdd[NV], tau[NV], reference[NV];
	bool same = true;
	for (int i = 0; i < STATES; i++) {
		peer_state(seed, i, p->tree, q, qd, qdd);
		mujoco_run(p, q, qd, qdd);
		mujoco_rnea(p, qdd, reference);
		peer_rnea(ours, q, qd, qdd, NULL, tau);
		same &= peer_agrees(of_rnea, whose, tau, reference, p->nv,
		                    peer_rnea_scale(p->tree, q, qd, qdd, NULL));
		mujoco_crba(p, reference_M);
		peer_crba(ours, q, M);
		same &= peer_agrees(of_crba, whose, M, reference_M, p->nv * p->nv, peer_crba_scale(p->tree, q));
	}
	return same;
}

static bool compare_wrenches(struct mujoco_peer *p, const struct random_tree *tree, const char *whose)
{
	double q[PEER_NQ], qd[NV], qdd[NV], tau[NV], reference[NV];
	double body_wrench[6 * RANDOM_BODIES], f_ext[6 * RANDOM_BODIES];
	const char *name[RANDOM_BODIES];
	struct peer_model ours;
	peer_state(tree->seed, 0, p->tree, q, qd, qdd);
	mujoco_run(p, q, qd, qdd);
	mujoco_rnea(p, qdd, reference);

	int wrenches = peer_wrenches(tree, 0, body_wrench, f_ext, name);
	bool same = peer_read(&ours, tree, name, wrenches);
	if (same) {
		mujoco_subtract_wrenches(p, body_wrench, reference);
		peer_rnea(&ours, q, qd, qdd, f_ext, tau);
		same = peer_agrees(&pushed, whose, tau, reference, p->nv,
		                   peer_rnea_scale(p->tree, q, qd, qdd, body_wrench));
	}
	peer_free(&ours);
	return same;
}

/* ---- models ---- */

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

/* ---- trees ---- */

/* True if MuJoCo takes the tree. */
static bool try_tree(uint64_t seed)
{
	static struct random_tree tree;
	static struct mujoco_peer p;
	char whose[NAME], name[RANDOM_BODIES][NAME], message[1024] = "";
	const char *path = scratch_file("tree.xml");
	random_tree_in(RANDOM_COMMON, seed, &tree);
	snprintf(whose, sizeof whose, "tree %llu", (unsigned long long)seed);
	for (int b = 0; b < tree.dense.n; b++)
		snprintf(name[b], NAME, "b%d", b);
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
	same = same && same_size(&p, &ours, whose) && compare_states(&p, &ours, seed, whose, &rnea, &crba)
		&& compare_wrenches(&p, &tree, whose);
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
	peer_print(&rnea);
	peer_print(&pushed);
	peer_print(&crba);
}

/* ---- passive forces ---- */

static const char passive_rig[] =
	"model passive\n"
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

static const char passive_mjcf[] =
	"<mujoco>" MJCF_COMPILER("false") "<worldbody>\n"
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

/* Damping, springs and the armature of the file, which the trees leave out. */
static void compare_passive(void)
{
	static const double q[] = { 0.7, -0.3, 0.5, -0.1, 0.7, 0.5 };
	static const double qpos[] = { 0.7, -0.3, 0.5, 0.5, -0.1, 0.7 };
	static const double qd[] = { 0.4, -0.9, 1.1, 0.6, -0.8 }, qdd[] = { -0.2, 0.5, 0.9, -1.3, 0.3 };
	char message[1024] = "";
	double tau[5];
	const char *path = scratch_file("passive.xml");
	FILE *out = peer_create(path);
	fputs(passive_mjcf, out);
	fclose(out);
	struct peer_model ours;
	mjModel *m = mj_loadXML(path, NULL, message, sizeof message);
	bool good = peer_read_text(&ours, passive_rig) && m && m->nv == 5 && ours.nv == 5;
	if (good) {
		mjData *d = mj_makeData(m);
		mju_copy(d->qpos, qpos, 6);
		mju_copy(d->qvel, qd, 5);
		mju_copy(d->qacc, qdd, 5);
		mj_inverse(m, d);
		peer_rnea(&ours, q, qd, qdd, NULL, tau);
		good = peer_agrees(&rnea, "damping and springs", tau, d->qfrc_inverse, 5, 0);
		mj_deleteData(d);
	} else {
		printf("# %s%s\n", message, rigidc_messages(ours.model));
	}
	if (m)
		mj_deleteModel(m);
	peer_free(&ours);
	tap_ok(good, "damping, springs and armature");
}

/* ---- robots ---- */

/* As MuJoCo reads them: its principal axes are right to some 1e-8 only. */
static struct peer_measure read_rnea = { .what = "rnea of robots as read", .tolerance = 1e-6 };
static struct peer_measure read_crba = { .what = "crba of robots as read", .tolerance = 1e-6 };
/* With inertias to all digits. An angle of 1.5707963267, which we take as a quarter turn, may be off by
 * 1e-10. */
static struct peer_measure robot_rnea = { .what = "rnea of robots", .tolerance = 1e-9 };
static struct peer_measure robot_crba = { .what = "crba of robots", .tolerance = 1e-9 };

/* MuJoCo's own reader of URDF gets the text; a free base is a joint more, from a link that it takes for the
 * world. */
static void write_robot(const struct urdf_robot *robot, bool floats, bool balance, const char *path)
{
	char insertion[1024];
	FILE *out = peer_create(path);
	int used = snprintf(insertion, sizeof insertion, "<mujoco>%s</mujoco>\n",
	                    balance ? MJCF_COMPILER("true") : MJCF_COMPILER("false"));
	if (floats)
		snprintf(insertion + used, sizeof insertion - (size_t)used,
		         "<link name=\"world\"/><joint name=\"free base\" type=\"floating\">"
		         "<parent link=\"world\"/><child link=\"%s\"/></joint>\n", robot->link[0]);
	urdf_write(robot, insertion, out);
	fclose(out);
}

static void compare_robot(struct urdf_robot *robot, bool floats, const struct peer_model *ours,
                          const char *whose, bool as_read)
{
	static struct mujoco_peer p;
	char message[1024] = "";
	const char *path = scratch_file("robot.urdf");
	write_robot(robot, floats, !as_read, path);
	if (!mujoco_open(&p, &robot->tree, path, robot->link, message, sizeof message)) {
		tap_skip(whose, message);
		return;
	}
	if (!as_read)
		mujoco_put_inertias(&p);
	bool same = same_size(&p, ours, whose)
		&& compare_states(&p, ours, settings.seed, whose, as_read ? &read_rnea : &robot_rnea,
		                  as_read ? &read_crba : &robot_crba);
	tap_ok(same, "%s: %d links, %d velocities", whose, robot->tree.n, p.nv);
	mujoco_close(&p);
}

/* A robot with its base fixed, or free. */
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
	peer_print(&read_rnea);
	peer_print(&read_crba);
	peer_print(&robot_rnea);
	peer_print(&robot_crba);
}

/* MuJoCo's own would write a file */
static void warn(const char *text)
{
	printf("# MuJoCo: %s\n", text);
}

int main(void)
{
	settings = peer_settings_read();
	mju_user_warning = warn;
	compare_passive();
	compare_trees();
	compare_robots();
	return tap_done();
}
