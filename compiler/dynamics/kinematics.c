/* Poses, Jacobians and velocities of a frame, in the axes of the world.
 *
 * W is the rotation of a link's working frame (hop.h) to the world, s the step from its parent's origin to its own. On
 * the way from the root,
 *   W_i = W_p T_1 T_2 ...   s_i = W_p p + W_i d k
 * with the turns T of the hop, where a turn about one axis changes two columns only, and parallel axes turn
 * once by the sum of their angles. Back from the frame, whose origin is at a in the last link,
 *   r_n = W_n B a,  r_p = s_i + r_i
 * is the way from each link's origin to it, where B turns the body in a working frame that stays un-rotated: what
 * the columns of the Jacobian want, and r of the world is the position itself. With z_i = W_i k,
 *   turning:  column i = (z x r_i, z)      sliding:  column i = (z, 0)
 * and the velocity is either J qd, or with w of the links outward, sum w_p x s_i + w_n x r_n, which needs no
 * columns. */
#include "lean.h"

#include "hop.h"
#include "newton.h"

/* One link on the way. */
struct Step {
	int link;
	const struct Hop *hop;
	struct Mat W;
	struct Vec s, r;
};

struct Way {
	struct Dag *dag;
	const struct Tree *tree;
	struct Step *step;
	int steps;
	struct Mat R; /* of the frame */
	struct Vec r; /* from the world's origin */
};

static void take_step(struct Way *way, int n)
{
	struct Dag *dag = way->dag;
	struct Step *step = &way->step[n];
	const struct Link *link = &way->tree->link[step->link];
	struct Mat before = n ? way->step[n - 1].W : mat_identity(dag);
	hop_step(dag, step->hop, link, before, &step->W, &step->s);
	mat_label(dag, &step->W, "R", step->link);
}

static struct Way find_way(struct Dag *dag, const struct Tree *tree, const struct Approach *approach)
{
	const struct Site *site = &tree->site[tree->asked];
	struct Way way = { .dag = dag, .tree = tree };
	const int *path = tree_path(tree, site->link, &way.steps);
	const struct Hop *hop = hops_on(dag, tree, path, way.steps, approach->still ? approach->plan : NULL);
	way.step = ARENA_ARRAY(dag->arena, struct Step, way.steps);
	for (int n = 0; n < way.steps; n++) {
		way.step[n] = (struct Step){ .link = path[n], .hop = &hop[path[n]] };
		take_step(&way, n);
	}
	const struct Step *last = way.steps ? &way.step[way.steps - 1] : NULL;
	struct Mat link = last ? last->W : mat_identity(dag);
	if (last && last->hop->still)
		link = mat_mul(dag, link, last->hop->body);
	way.R = mat_mul(dag, link, site->at.R);
	way.r = mat_vec(dag, link, site->at.p);
	for (int n = way.steps; n-- > 0;) {
		way.step[n].r = way.r;
		way.r = vec_add(dag, way.step[n].s, way.r);
	}
	return way;
}

void kinematics_pose(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	struct Way way = find_way(dag, tree, approach);
	for (int i = 0; i < 9; i++)
		*out++ = way.R.e[i / 3][i % 3];
	for (int i = 0; i < 3; i++)
		*out++ = way.r.e[i];
}

/* Column k of S of a link, at the frame, in the axes of the world. */
static struct Spatial column(const struct Way *way, const struct Step *step, int k)
{
	struct Dag *dag = way->dag;
	int row = link_row(&way->tree->link[step->link], k);
	struct Spatial moved = spatial_zero(dag);
	struct Vec axis = mat_vec(dag, step->W, vec_unit(dag, row % 3));
	if (row < 3) {
		moved.lin = axis;
	} else {
		moved.lin = vec_cross(dag, axis, step->r);
		moved.ang = axis;
	}
	return moved;
}

static void add_column(const struct Way *way, int n, int k, Ref *J)
{
	struct Spatial S = column(way, &way->step[n], k);
	Ref number[6];
	spatial_put(&S, number);
	tree_spread_column(way->dag, way->tree, &way->tree->link[way->step[n].link], k, number, 6, J);
}

static void fill_jacobian(const struct Way *way, Ref *J)
{
	for (int i = 0; i < 6 * way->tree->nv; i++)
		J[i] = dag_const(way->dag, 0);
	for (int n = 0; n < way->steps; n++)
		for (int k = 0; k < link_columns(&way->tree->link[way->step[n].link]); k++)
			add_column(way, n, k, J);
}

void kinematics_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J)
{
	struct Way way = find_way(dag, tree, approach);
	fill_jacobian(&way, J);
}

/* The same seen from the frame, whose axes and origin are at rest then: A turns a link's working frame to it,
 *   A_n = (B S)^T   A_p = A_i (T_1 T_2 ...)^T   r_p = A_p p + A_i d k + r_i,
 * and neither the turn of the first joint nor the world is in any of it. */
static struct Way find_way_back(struct Dag *dag, const struct Tree *tree, const struct Approach *approach)
{
	const struct Site *site = &tree->site[tree->asked];
	struct Way way = { .dag = dag, .tree = tree };
	const int *path = tree_path(tree, site->link, &way.steps);
	const struct Hop *hop = hops_on(dag, tree, path, way.steps, approach->still ? approach->plan : NULL);
	struct Mat A = mat_transpose(site->at.R);
	way.step = ARENA_ARRAY(dag->arena, struct Step, way.steps);
	way.r = mat_vec(dag, A, site->at.p);
	for (int n = way.steps; n-- > 0;) {
		const struct Hop *to = &hop[path[n]];
		if (n == way.steps - 1 && to->still)
			A = mat_mul(dag, A, mat_transpose(to->body));
		way.step[n] = (struct Step){ .link = path[n], .hop = to, .W = A, .r = way.r };
		if (link_has_axis(&tree->link[path[n]])) {
			struct Vec along = mat_vec(dag, A, vec_along(dag, tree->link[path[n]].axis, to->d));
			way.r = vec_add(dag, along, way.r);
		}
		for (int t = to->turns; t-- > 0;)
			A = mat_mul(dag, A, mat_transpose(to->turn[t]));
		way.r = vec_add(dag, mat_vec(dag, A, to->p), way.r);
	}
	return way;
}

void kinematics_local_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J)
{
	struct Way way = find_way_back(dag, tree, approach);
	fill_jacobian(&way, J);
}

/* The velocity of a link's joint: about the axes of the world, and along them. */
static struct Spatial joint_velocity(const struct Way *way, const struct Step *step)
{
	struct Dag *dag = way->dag;
	const struct Link *link = &way->tree->link[step->link];
	struct Spatial v = link_motion(dag, link, link->yd);
	v.lin = mat_vec(dag, step->W, v.lin);
	v.ang = mat_vec(dag, step->W, v.ang);
	return v;
}

/* By columns that are there anyway, each with the moment about the frame: v += w_J x r_i. */
static struct Spatial velocity_by_columns(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct Spatial v = spatial_zero(dag);
	for (int n = 0; n < way->steps; n++) {
		const struct Link *link = &way->tree->link[way->step[n].link];
		for (int k = 0; k < link_columns(link); k++) {
			struct Spatial S = column(way, &way->step[n], k);
			S.lin = vec_scale(dag, link->yd[k], S.lin);
			S.ang = vec_scale(dag, link->yd[k], S.ang);
			v = spatial_add(dag, v, S);
		}
	}
	return v;
}

static struct Spatial velocity_by_steps(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct Spatial v = spatial_zero(dag);
	for (int n = 0; n < way->steps; n++) {
		struct Spatial joint = joint_velocity(way, &way->step[n]);
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, way->step[n].s));
		v = spatial_add(dag, v, joint);
	}
	if (way->steps)
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, way->step[way->steps - 1].r));
	return v;
}

void kinematics_velocity(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	struct Way way = find_way(dag, tree, approach);
	struct Spatial v = approach->columns ? velocity_by_columns(&way) : velocity_by_steps(&way);
	spatial_put(&v, out);
}

/* The field of accelerations at the frame, V + U a, without gravity and in SI, turned to the world. */
void kinematics_acceleration(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	const struct Site *site = &tree->site[tree->asked];
	struct Way way = find_way(dag, tree, approach);
	struct Spatial a = spatial_zero(dag);
	if (way.steps) {
		const struct Step *last = &way.step[way.steps - 1];
		struct Tree weightless = *tree;
		struct Plan metric = *approach->plan;
		struct Approach own = *approach;
		weightless.gravity = vec_const(dag, 0, 0, 0);
		metric.unit_length = 0;
		own.plan = &metric;
		const struct Motion3 *m = &newton_motions(dag, &weightless, &own)[site->link];
		struct Vec arm = last->hop->still ? mat_vec(dag, last->hop->body, site->at.p) : site->at.p;
		struct Vec swept = mat_vec(dag, m->U, arm);
		a.lin = mat_vec(dag, last->W, vec_add(dag, m->V, swept));
		a.ang = mat_vec(dag, last->W, m->wd);
	}
	spatial_put(&a, out);
}
