#include "write_mjcf.h"

#include "principal_axes.h"

typedef dense_real real;

/* puts ` NAME="x y z ..."`, in digits that read back to the same double */
static void put_numbers(FILE *out, const char *name, const real *x, int n)
{
	fprintf(out, " %s=\"", name);
	for (int i = 0; i < n; i++)
		fprintf(out, "%s%.17g", i ? " " : "", (double)x[i]);
	fprintf(out, "\"");
}

static void put_xyaxes(FILE *out, real R[3][3])
{
	real columns[6];
	for (int k = 0; k < 6; k++)
		columns[k] = R[k % 3][k / 3];
	put_numbers(out, "xyaxes", columns, 6);
}

static struct dense_frame compose(const struct dense_frame *a, const struct dense_frame *b)
{
	struct dense_frame c = { { { 0 } }, { a->p[0], a->p[1], a->p[2] } };
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			c.p[i] += a->R[i][k] * b->p[k];
			for (int j = 0; j < 3; j++)
				c.R[i][j] += a->R[i][k] * b->R[k][j];
		}
	return c;
}

static void turn_back(const struct dense_frame *frame, const real v[3], real sign, real turned[3])
{
	for (int i = 0; i < 3; i++)
		turned[i] = sign * (frame->R[0][i] * v[0] + frame->R[1][i] * v[1] + frame->R[2][i] * v[2]);
}

/* A hinge or slide joint, in the body's own frame for MuJoCo, which is at `then` in the joint's frame. */
static void put_axis_joint(FILE *out, const struct dense_body *body, const char *type)
{
	real axis[3], pos[3];
	turn_back(&body->then, body->axis, 1, axis);
	turn_back(&body->then, body->then.p, -1, pos);
	fprintf(out, "<joint type=\"%s\"", type);
	put_numbers(out, "axis", axis, 3);
	put_numbers(out, "pos", pos, 3);
	fprintf(out, "/>\n");
}

static void put_joint(FILE *out, const struct dense_body *body)
{
	switch (body->joint) {
	case DENSE_REVOLUTE: put_axis_joint(out, body, "hinge"); break;
	case DENSE_PRISMATIC: put_axis_joint(out, body, "slide"); break;
	case DENSE_FREE:
		if (body->parent < 0) {
			fprintf(out, "<freejoint/>\n");
			break;
		}
		fprintf(out, "<joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/>"
		             "<joint type=\"slide\" axis=\"0 0 1\"/>\n");
		/* fall through */
	case DENSE_SPHERICAL: fprintf(out, "<joint type=\"ball\"/>\n"); break;
	default: break;
	}
}

/* Puts principal moments and axes: MuJoCo would compute them, but only to about 1e-8 of the largest moment. */
static void put_inertial(FILE *out, struct dense_body *body)
{
	real moment[3], axes[3][3];
	if (body->mass == 0)
		return;
	principal_axes(body->inertia, moment, axes);
	fprintf(out, "<inertial");
	put_numbers(out, "pos", body->com, 3);
	put_numbers(out, "mass", &body->mass, 1);
	put_numbers(out, "diaginertia", moment, 3);
	put_xyaxes(out, axes);
	fprintf(out, "/>\n");
}

/* puts the children of a body (-1: the world), each with its descendants */
static void put_children(FILE *out, const struct dense_tree *tree, int parent)
{
	for (int i = 0; i < tree->n; i++) {
		struct dense_body *body = &tree->body[i];
		if (body->parent != parent)
			continue;
		struct dense_frame home = compose(&body->at, &body->then);
		fprintf(out, "<body name=\"b%d\"", i);
		put_numbers(out, "pos", home.p, 3);
		put_xyaxes(out, home.R);
		fprintf(out, ">\n");
		put_joint(out, body);
		put_inertial(out, body);
		put_children(out, tree, i);
		fprintf(out, "</body>\n");
	}
}

void mjcf_write(const struct random_tree *tree, FILE *out)
{
	fprintf(out, "<mujoco>\n" MJCF_COMPILER("false") "\n<option");
	put_numbers(out, "gravity", tree->dense.gravity, 3);
	fprintf(out, "/>\n<worldbody>\n");
	put_children(out, &tree->dense, -1);
	fprintf(out, "</worldbody>\n</mujoco>\n");
}
