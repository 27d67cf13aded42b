#include "urdf_scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

/* --- text --- */

static char *read_file(const char *path)
{
	char *text = NULL;
	size_t length = 0;
	FILE *in = fopen(path, "r");
	if (!in)
		return NULL;
	if (getdelim(&text, &length, '\0', in) < 0) {
		free(text);
		text = NULL;
	}
	fclose(in);
	return text;
}

/* an element from its opening tag, which ends at `inside`, to after its closing tag */
struct element {
	char *tag, *inside, *end;
};

/* the first element of a name between two positions; no such element contains another of its name */
static bool find_element(char *from, const char *limit, const char *name, struct element *e)
{
	size_t length = strlen(name);
	char close[32];
	snprintf(close, sizeof close, "</%s", name);
	for (char *c = strchr(from, '<'); c && c < limit; c = strchr(c + 1, '<')) {
		char *inside = strchr(c, '>');
		bool named = !strncmp(c + 1, name, length) && strchr(" \t\r\n/>", c[1 + length]);
		if (!named || !inside)
			continue;
		*e = (struct element){ c, inside + 1, inside + 1 };
		if (inside[-1] != '/') {
			char *closing = strstr(inside, close);
			e->end = closing ? strchr(closing, '>') : NULL;
			e->end = e->end ? e->end + 1 : inside + 1;
		}
		return true;
	}
	return false;
}

static bool find_child(const struct element *parent, const char *name, struct element *e)
{
	return find_element(parent->inside, parent->end, name, e);
}

/* Removes all elements of a name; false if there was none. */
static bool cut(char *text, const char *name)
{
	struct element e;
	bool any = false;
	for (; find_element(text, text + strlen(text), name, &e); any = true)
		memmove(e.tag, e.end, strlen(e.end) + 1);
	return any;
}

static void cut_comments(char *text)
{
	for (char *begin = strstr(text, "<!--"); begin; begin = strstr(begin, "<!--")) {
		char *end = strstr(begin, "-->");
		memmove(begin, end ? end + 3 : begin + strlen(begin), strlen(end ? end + 3 : "") + 1);
	}
}

/* the value of an attribute, "" if absent */
static const char *attribute(const struct element *e, const char *name)
{
	static char value[256];
	size_t length = strlen(name);
	value[0] = '\0';
	for (const char *c = e->tag; c < e->inside; c++) {
		if (!isspace((unsigned char)c[0]) || strncmp(c + 1, name, length) || c[1 + length] != '=')
			continue;
		const char *begin = c + length + 3, *end = strchr(begin, c[length + 2]);
		if (end)
			snprintf(value, sizeof value, "%.*s", (int)(end - begin), begin);
		break;
	}
	return value;
}

/* reads n numbers; missing ones keep their values */
static void numbers(const struct element *e, const char *name, real *x, int n)
{
	const char *text = attribute(e, name);
	for (int i = 0; i < n; i++) {
		char *end;
		double value = strtod(text, &end);
		if (end == text)
			return;
		x[i] = value;
		text = end;
	}
}

/* --- robots --- */

/* placement of an element's <origin>; rpy are about fixed axes, so R = Rz Ry Rx */
static struct dense_frame origin(const struct element *of)
{
	struct dense_frame f = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
	struct element e;
	real rpy[3] = { 0 };
	if (!find_child(of, "origin", &e))
		return f;
	numbers(&e, "xyz", f.p, 3);
	numbers(&e, "rpy", rpy, 3);
	dense_turn(&f, 0, 0, 1, rpy[2]);
	dense_turn(&f, 0, 1, 0, rpy[1]);
	dense_turn(&f, 1, 0, 0, rpy[0]);
	return f;
}

static void read_inertial(const struct element *link, struct dense_body *body)
{
	static const char *const name[3][3] = { { "ixx", "ixy", "ixz" },
		                                { "ixy", "iyy", "iyz" },
		                                { "ixz", "iyz", "izz" } };
	struct element inertial, e;
	real I[3][3] = { { 0 } };
	if (!find_child(link, "inertial", &inertial))
		return;
	struct dense_frame at = origin(&inertial);
	memcpy(body->com, at.p, sizeof body->com);
	if (find_child(&inertial, "mass", &e))
		numbers(&e, "value", &body->mass, 1);
	bool given = find_child(&inertial, "inertia", &e);
	for (int k = 0; given && k < 9; k++)
		numbers(&e, name[k / 3][k % 3], &I[k / 3][k % 3], 1);
	for (int k = 0; k < 81; k++) {
		int i = k / 27, j = k / 9 % 3, a = k / 3 % 3, b = k % 3;
		body->inertia[i][j] += at.R[i][a] * I[a][b] * at.R[j][b];
	}
}

static int link_of(const struct urdf_robot *robot, const char *name)
{
	for (int i = 0; i < robot->tree.n; i++)
		if (!strcmp(robot->link[i], name))
			return i;
	return -1;
}

static bool set_kind(struct dense_body *body, const char *type)
{
	/* clang-format off */
	static const struct { const char *name; enum dense_joint joint; } kinds[] = {
		{ "revolute", DENSE_REVOLUTE }, { "continuous", DENSE_REVOLUTE },
		{ "prismatic", DENSE_PRISMATIC }, { "fixed", DENSE_FIXED },
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (!strcmp(type, kinds[i].name)) {
			body->joint = kinds[i].joint;
			return true;
		}
	return false;
}

static void add_body(struct urdf_robot *robot, const char *link)
{
	struct dense_body *body = &robot->body[robot->tree.n];
	snprintf(robot->link[robot->tree.n++], URDF_NAME, "%s", link);
	memset(body, 0, sizeof *body);
	body->parent = -1;
	for (int i = 0; i < 3; i++)
		body->at.R[i][i] = body->then.R[i][i] = 1;
}

/* The root link: a parent of some joint and a child of none. */
static const char *find_root(char *text)
{
	static char root[URDF_NAME];
	const char *limit = text + strlen(text);
	struct element link, joint, child;
	for (char *c = text; find_element(c, limit, "link", &link); c = link.end) {
		bool carried = false;
		snprintf(root, sizeof root, "%s", attribute(&link, "name"));
		for (char *j = text; find_element(j, limit, "joint", &joint); j = joint.end)
			carried |= find_child(&joint, "child", &child) && !strcmp(attribute(&child, "link"), root);
		if (!carried)
			return root;
	}
	return NULL;
}

static const char *read_joints(struct urdf_robot *robot)
{
	struct element joint, e;
	const char *limit = robot->text + strlen(robot->text);
	for (char *c = robot->text; find_element(c, limit, "joint", &joint); c = joint.end) {
		if (robot->tree.n == URDF_LINKS)
			return "too many links";
		if (!find_child(&joint, "child", &e))
			return "a joint without a child";
		add_body(robot, attribute(&e, "link"));
	}
	int i = 1;
	for (char *c = robot->text; find_element(c, limit, "joint", &joint); c = joint.end, i++) {
		struct dense_body *body = &robot->body[i];
		body->axis[0] = 1;
		if (find_child(&joint, "axis", &e))
			numbers(&e, "xyz", body->axis, 3);
		body->at = origin(&joint);
		if (find_child(&joint, "parent", &e))
			body->parent = link_of(robot, attribute(&e, "link"));
		if (body->parent < 0)
			return "a joint without a parent";
		if (!set_kind(body, attribute(&joint, "type")))
			return "a joint of another type";
	}
	return NULL;
}

bool urdf_scan(const char *path, struct urdf_robot *robot)
{
	static const char *const ballast[] = { "visual", "collision", "transmission", "gazebo", "sensor", "material" };
	struct element link;
	memset(robot, 0, sizeof *robot);
	robot->tree.body = robot->body;
	robot->tree.gravity[2] = -9.81;
	robot->text = read_file(path);
	if (!robot->text) {
		robot->trouble = "no file";
		return false;
	}
	cut_comments(robot->text);
	for (size_t i = 0; i < sizeof ballast / sizeof ballast[0]; i++)
		cut(robot->text, ballast[i]);
	robot->mimics = cut(robot->text, "mimic");

	const char *root = find_root(robot->text), *limit = robot->text + strlen(robot->text);
	if (!root) {
		robot->trouble = "no root";
		return false;
	}
	add_body(robot, root);
	robot->trouble = read_joints(robot);
	for (char *c = robot->text; find_element(c, limit, "link", &link); c = link.end) {
		int i = link_of(robot, attribute(&link, "name"));
		if (i >= 0)
			read_inertial(&link, &robot->body[i]);
	}
	return !robot->trouble;
}

void urdf_free(struct urdf_robot *robot)
{
	free(robot->text);
}

void urdf_write(const struct urdf_robot *robot, const char *insertion, FILE *out)
{
	struct element e = { robot->text, robot->text, robot->text };
	find_element(robot->text, robot->text + strlen(robot->text), "robot", &e);
	fwrite(robot->text, 1, (size_t)(e.inside - robot->text), out);
	fprintf(out, "%s%s", insertion, e.inside);
}
