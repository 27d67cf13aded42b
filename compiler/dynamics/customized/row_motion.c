/* A contact's frame A is at rest in the world: its rows are taken from the Jacobian and the acceleration of frame B in
 * world axes, along R_A t, or R_B t for a vector fixed in B. Frame B of a loop is seen from A by the functions of two
 * frames. */
#include "row_motion.h"

#include "customized.h"
#include "relative.h"

typedef void Algorithm(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);

static bool is_seen_from_world(const struct Tree *tree, const struct RowBlock *block)
{
	return tree->site[block->a].link < 0;
}

/* Motion of a block's frame B in the world, or seen from a frame A that moves. */
static void of_block(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
                     Algorithm *in_world, Algorithm *relative, Ref *out)
{
	struct Tree *own = tree_copy(tree, tree->dag);
	bool from_world = is_seen_from_world(tree, block) && !block->kind;
	own->asked[0] = block->b;
	own->asked[1] = from_world ? -1 : block->a;
	(from_world ? in_world : relative)(dag, own, options, out);
}

#define OF_BLOCK(name, in_world, relative) \
	static void name(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options, \
	                 Ref *out) \
	{ \
		of_block(dag, tree, block, options, in_world, relative, out); \
	}

OF_BLOCK(jacobian_of, customized_jacobian, customized_relative_jacobian)
OF_BLOCK(velocity_of, customized_velocity, customized_relative_velocity)
OF_BLOCK(acceleration_of, customized_acceleration, customized_relative_acceleration)

static struct Mat axes_of(const struct Tree *tree, const struct RowBlock *block)
{
	bool from_world = is_seen_from_world(tree, block) && !block->kind;
	return from_world ? tree->site[block->a].at.R : mat_identity(tree->dag);
}

static struct RowPose pose_of(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                              const void *options)
{
	Ref number[12];
	of_block(dag, tree, block, options, customized_pose, customized_relative_pose, number);
	struct Placement pose = placement_get(number);
	return (struct RowPose){ axes_of(tree, block), pose.R, pose.p, 1 };
}

struct RowMotion row_motion(const struct BuildOptions *options)
{
	return (struct RowMotion){ .options = options,
		                   .pose = pose_of,
		                   .axes = axes_of,
		                   .jacobian = jacobian_of,
		                   .velocity = velocity_of,
		                   .acceleration = acceleration_of };
}

/* --- in the axes of the plan --- */

static struct RelativeView view_of(const struct Tree *tree, const struct RowBlock *block,
                                   const struct BuildOptions *options)
{
	int link = tree->site[block->b].link;
	if (row_block_is_of_contact(block))
		return (struct RelativeView){ .axes = RELATIVE_TO_LINK, .length = 1 };
	double length = options->row_length > 0 ? options->row_length : 1;
	if (link < 0)
		return (struct RelativeView){ .axes = RELATIVE_TO_COMMON, .length = length };
	const struct Choice *choice = &options->plan->link[link];
	return (struct RelativeView){ (enum RelativeAxes)choice->row_axes, length, 0, options->plan->block_pivots };
}

static struct RowPose planned_pose(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                                   const void *options)
{
	return relative_pose(dag, tree_of_rows(tree, block), options, view_of(tree, block, options));
}

static void planned_jacobian(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                             const void *options, Ref *J)
{
	relative_jacobian(dag, tree_of_rows(tree, block), options, view_of(tree, block, options), J);
}

static void planned_velocity(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                             const void *options, Ref *out)
{
	struct Spatial v = relative_velocity(dag, tree_of_rows(tree, block), options, view_of(tree, block, options));
	spatial_put(&v, out);
}

static void planned_acceleration(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                                 const void *options, Ref *out)
{
	struct Spatial a =
		relative_acceleration(dag, tree_of_rows(tree, block), options, view_of(tree, block, options));
	spatial_put(&a, out);
}

/* Coordinate axis along which a constant vector lies; -1: none. */
static int along_axis(const struct Dag *dag, const struct Vec *v)
{
	int axis = -1, zeros = 0;
	for (int i = 0; i < 3; i++)
		if (dag_is_zero(dag, v->e[i]))
			zeros++;
		else if (dag_is_const(dag, v->e[i]))
			axis = i;
	return zeros == 2 ? axis : -1;
}

/* All three rows of a sort along the coordinate axes; or two of a loop, if the third lies along one of them and holds by
 * itself. */
static bool free_rows(struct Dag *dag, const struct RowBlock *block, bool angular, const struct RowPose *pose,
                      struct Vec t[3])
{
	int rows = 0, held = -1, axis = -1;
	for (int r = 0; r < block->rows; r++) {
		const struct ConstraintRow *row = &block->row[r];
		if (row->angular != angular || row->vector != ROW_OF_A)
			continue;
		if (row->holds) {
			struct Vec n = mat_vec(dag, pose->A, row->t);
			axis = held >= 0 ? -1 : along_axis(dag, &n);
			held = rows;
		}
		rows++;
	}
	if (rows != 3 || (held >= 0 && (axis < 0 || !block->kind)))
		return false;
	for (int r = 0, k = 0; r < 3; r++) {
		k += k == axis;
		t[r] = vec_unit(dag, r == held ? axis : k);
		k += r != held;
	}
	return true;
}

static struct Vec planned_turn(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                               const void *options, struct Vec v)
{
	return relative_turn(dag, tree_of_rows(tree, block), options, view_of(tree, block, options), v);
}

struct RowMotion row_motion_planned(const struct BuildOptions *options)
{
	return (struct RowMotion){ .options = options,
		                   .pose = planned_pose,
		                   .jacobian = planned_jacobian,
		                   .velocity = planned_velocity,
		                   .acceleration = planned_acceleration,
		                   .free = free_rows,
		                   .whole = true,
		                   .keeps = options->planned_forces,
		                   .to_A = planned_turn };
}

struct RowMotion row_motion_measured(struct Dag *dag, const struct BuildOptions *options)
{
	struct BuildOptions *own = arena_alloc(dag->arena, sizeof *own);
	*own = *options;
	own->row_length = options->plan->unit_row;
	return row_motion_planned(own);
}
