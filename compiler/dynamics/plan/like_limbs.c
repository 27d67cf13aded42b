#include "like_limbs.h"

#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"

/* --- search for limbs --- */

/* Links are in order, so a subtree is a contiguous range. */
static int subtree_links(const struct Tree *tree, int root)
{
	int end = root + 1;
	while (end < tree->links && tree->link[end].parent >= root)
		end++;
	return end - root;
}

static bool joints_same_structure(const struct Joint *a, const struct Joint *b)
{
	return joint_nq(a) == joint_nq(b) && joint_nv(a) == joint_nv(b) && a->kind->form == b->kind->form;
}

static bool links_same_structure(const struct Model *model, const struct Link *a, const struct Link *b)
{
	return a->motion == b->motion && a->map.entries == b->map.entries &&
	       joints_same_structure(model->body[a->body].joint, model->body[b->body].joint);
}

/* Have two subtrees the same number of links, with the same parents, motions and structure of joints? */
static bool limbs_same_shape(const struct Model *model, const struct Tree *tree, int a, int b)
{
	int links = subtree_links(tree, a);
	bool same = links == subtree_links(tree, b);
	for (int i = 0; i < links && same; i++) {
		const struct Link *x = &tree->link[a + i], *y = &tree->link[b + i];
		same = links_same_structure(model, x, y) && (i == 0 || x->parent - a == y->parent - b);
	}
	return same;
}

static void add_set(struct LikeLimbs *like_limbs, const struct Tree *tree, const int *root, bool *taken)
{
	int links = subtree_links(tree, root[0]);
	for (int i = 0; i < links; i++) {
		struct LikeLinks set = { { 0 } };
		for (int l = 0; l < like_limbs->width; l++) {
			set.link[l] = root[l] + i;
			taken[root[l] + i] = true;
		}
		*ARENA_PUSH(tree->dag->arena, like_limbs) = set;
	}
}

/* Limbs on the same link with the same structure as limb `first`, which is the first in the result: at most
 * `wanted`. */
static int limbs_like(const struct Model *model, const struct Tree *tree, int first, int wanted, const bool *taken,
                      int *root)
{
	int found = 0;
	for (int i = first; i < tree->links && found < wanted; i++)
		if (!taken[i] && tree->link[i].parent == tree->link[first].parent &&
		    limbs_same_shape(model, tree, first, i))
			root[found++] = i;
	return found;
}

struct LikeLimbs like_limbs_find(const struct Model *model, const struct Tree *tree, int width)
{
	struct LikeLimbs like_limbs = { .width = width };
	bool *taken = ARENA_ARRAY(tree->dag->arena, bool, tree->links);
	int *children = ARENA_ARRAY(tree->dag->arena, int, tree->links + 1); /* by parent + 1 */
	int root[LIMB_LANES_MOST];
	for (int i = 0; i < tree->links; i++)
		children[tree->link[i].parent + 1]++;
	for (int i = 0; i < tree->links; i++)
		if (!taken[i] && children[tree->link[i].parent + 1] >= width &&
		    limbs_like(model, tree, i, width, taken, root) == width)
			add_set(&like_limbs, tree, root, taken);
	return like_limbs;
}

const int *like_limbs_firsts(const struct Model *model, const struct Tree *tree)
{
	int *first = ARENA_ARRAY(tree->dag->arena, int, tree->links);
	for (int i = 0; i < tree->links; i++)
		first[i] = i;
	for (int i = 0; i < tree->links; i++)
		for (int other = 0; other < i && first[i] == i; other++)
			if (first[other] == other && tree->link[other].parent == tree->link[i].parent &&
			    limbs_same_shape(model, tree, other, i))
				for (int k = 0; k < subtree_links(tree, i); k++)
					first[i + k] = first[other + k];
	return first;
}

void like_limbs_share_plan(const struct LikeLimbs *like_limbs, struct Plan *plan)
{
	for (size_t i = 0; i < like_limbs->count; i++)
		for (int l = 1; l < like_limbs->width; l++)
			plan->link[like_limbs->item[i].link[l]] = plan->link[like_limbs->item[i].link[0]];
}

/* --- inputs --- */

static void add_inputs(struct LimbFold *lanes, struct Arena *arena, enum Input array, const int *first, int count)
{
	for (int k = 0; k < count; k++) {
		struct LimbInput input = { .array = array };
		for (int l = 0; l < lanes->width; l++)
			input.element[l] = (uint32_t)(first[l] + k);
		*ARENA_PUSH(arena, &lanes->input) = input;
	}
}

/* Inputs of the joint at a set of links. A joint of several motions has several links; only the first adds inputs. */
static void add_joint(struct LimbFold *lanes, const struct Model *model, const struct Tree *tree,
                      const struct LikeLinks *set)
{
	int q[LIMB_LANES_MOST], v[LIMB_LANES_MOST];
	const struct Link *link = &tree->link[set->link[0]];
	const struct Joint *joint = model->body[link->body].joint;
	if (set->link[0] > 0 && link[-1].body == link->body)
		return;
	for (int l = 0; l < lanes->width; l++) {
		const struct Joint *own = model->body[tree->link[set->link[l]].body].joint;
		q[l] = own->tree.q;
		v[l] = own->tree.v;
	}
	add_inputs(lanes, tree->dag->arena, INPUT_Q, q, joint_nq(joint));
	for (int array = INPUT_QD; array <= INPUT_TAU; array++)
		add_inputs(lanes, tree->dag->arena, (enum Input)array, v, joint_nv(joint));
}

/* Wrench `number` on a link, from 0; NULL: the link has fewer. */
static const struct TreeWrench *wrench_on(const struct Tree *tree, int link, int number)
{
	for (int i = 0; i < tree->wrenches; i++)
		if (tree->wrench[i].link == link && number-- == 0)
			return &tree->wrench[i];
	return NULL;
}

static void add_wrenches(struct LimbFold *lanes, const struct Tree *tree, const struct LikeLinks *set)
{
	const struct TreeWrench *first;
	for (int number = 0; (first = wrench_on(tree, set->link[0], number)) != NULL; number++) {
		int at[LIMB_LANES_MOST];
		bool all = true;
		for (int l = 0; l < lanes->width; l++) {
			const struct TreeWrench *own = wrench_on(tree, set->link[l], number);
			all &= own && own->at_point == first->at_point;
			at[l] = own ? own->first : 0;
		}
		if (all)
			add_inputs(lanes, tree->dag->arena, INPUT_F_EXT, at, first->at_point ? 9 : 6);
	}
}

/* --- numbers --- */

struct Naming {
	struct LimbFold *lanes;
	struct Dag *dag;
};

/* Replaces one number of all lanes, if all are constants other than 0 and differ: each becomes its lane's element. */
static void name_number(struct Naming *n, Ref *const *number)
{
	double value[LIMB_LANES_MOST];
	bool differ = false, constant = true, zero = false;
	for (int l = 0; l < n->lanes->width && constant; l++) {
		constant = dag_is_const(n->dag, *number[l]);
		value[l] = constant ? dag_value(n->dag, *number[l]) : 0;
		differ |= value[l] != value[0];
		zero |= value[l] == 0;
	}
	for (int l = 0; l < n->lanes->width && constant && differ && !zero; l++)
		*number[l] = limb_fold_number(n->lanes, n->dag, value, l);
}

/* Replaces `count` consecutive numbers. */
static void name_numbers(struct Naming *n, Ref *const *first, int count)
{
	for (int k = 0; k < count; k++) {
		Ref *number[LIMB_LANES_MOST];
		for (int l = 0; l < n->lanes->width; l++)
			number[l] = first[l] + k;
		name_number(n, number);
	}
}

/* Coordinate y = x + angle or y = -x + angle for an input x. Angles and signs may differ from limb to limb: the signs
 * become factors. */
static void name_coordinate(struct Naming *n, Ref *const *y)
{
	Ref angle[LIMB_LANES_MOST], sign[LIMB_LANES_MOST], x[LIMB_LANES_MOST];
	Ref *angles[LIMB_LANES_MOST], *signs[LIMB_LANES_MOST];
	for (int l = 0; l < n->lanes->width; l++) {
		const struct Node *node = &n->dag->item[ref_node(*y[l])];
		int known = node->op != OP_ADD                       ? -1
		            : dag_is_const(n->dag, node->operand[0]) ? 0
		            : dag_is_const(n->dag, node->operand[1]) ? 1
		                                                     : -1;
		Ref turned = *y[l] & 1;
		x[l] = (known < 0 ? *y[l] & ~(Ref)1 : node->operand[1 - known]) ^ (known < 0 ? 0 : turned);
		angle[l] = known < 0 ? dag_const(n->dag, 0) : node->operand[known] ^ turned;
		sign[l] = dag_const(n->dag, (known < 0 ? turned : x[l] & 1) ? -1 : 1);
		x[l] &= ~(Ref)1;
		if (n->dag->item[ref_node(x[l])].op != OP_INPUT)
			return;
		angles[l] = &angle[l];
		signs[l] = &sign[l];
	}
	name_number(n, angles);
	name_number(n, signs);
	for (int l = 0; l < n->lanes->width; l++)
		*y[l] = dag_add(n->dag, dag_mul(n->dag, sign[l], x[l]), angle[l]);
}

static void name_map(struct Naming *n, struct Link *const *link)
{
	for (int k = 0; k < link[0]->map.entries; k++) {
		Ref *gain[LIMB_LANES_MOST];
		for (int l = 0; l < n->lanes->width; l++)
			gain[l] = &link[l]->map.entry[k].gain;
		name_number(n, gain);
	}
}

/* Joint maps are shared with the original of the tree's copy. */
static struct JointMapEntry *own_maps(struct Arena *arena, const struct Link *link)
{
	struct JointMapEntry *map = ARENA_ARRAY(arena, struct JointMapEntry, link->map.entries);
	for (int k = 0; k < link->map.entries; k++)
		map[k] = link->map.entry[k];
	return map;
}

static void name_link(struct Naming *n, struct Tree *tree, const struct LikeLinks *set)
{
	enum { FIELDS = 8 };
	static const int length[FIELDS] = { 9, 3, 1, 3, 9, 1, 1, 1 };
	struct Link *link[LIMB_LANES_MOST];
	Ref *field[FIELDS][LIMB_LANES_MOST];
	for (int l = 0; l < n->lanes->width; l++) {
		struct Link *own = link[l] = &tree->link[set->link[l]];
		own->map.entry = own_maps(n->dag->arena, own);
		Ref *const first[FIELDS] = { &own->at.R.e[0][0],   own->at.p.e, &own->mass.m, own->mass.h.e,
			                     &own->mass.D.e[0][0], own->y,      own->yd,      own->ydd };
		for (int k = 0; k < FIELDS; k++)
			field[k][l] = first[k];
	}
	for (int k = 0; k < FIELDS - 3; k++)
		name_numbers(n, field[k], length[k]);
	for (int k = FIELDS - 3; k < FIELDS && link_has_axis(link[0]); k++)
		name_coordinate(n, field[k]);
	name_map(n, link);
}

/* Site `number` of a list that is on a link, from 0; NULL: the link has fewer. */
static struct Site *site_on(const struct Tree *tree, const struct SiteList *sites, int link, int number)
{
	for (size_t i = 0; i < sites->count; i++)
		if (tree->site[sites->item[i]].link == link && number-- == 0)
			return &tree->site[sites->item[i]];
	return NULL;
}

/* Placements of the sites on a set of links, as far as all links have them. */
static void name_sites(struct Naming *n, struct Tree *tree, const struct SiteList *sites, const struct LikeLinks *set)
{
	for (int number = 0;; number++) {
		Ref *R[LIMB_LANES_MOST], *p[LIMB_LANES_MOST];
		for (int l = 0; l < n->lanes->width; l++) {
			struct Site *own = site_on(tree, sites, set->link[l], number);
			if (!own)
				return;
			R[l] = &own->at.R.e[0][0];
			p[l] = own->at.p.e;
		}
		name_numbers(n, R, 9);
		name_numbers(n, p, 3);
	}
}

/* Inertia (armature) of the joint-space term of a set of links, where the term's first velocity also moves the link. */
static void name_term(struct Naming *n, struct Tree *tree, const struct LikeLinks *set)
{
	Ref *inertia[LIMB_LANES_MOST];
	for (int l = 0; l < n->lanes->width; l++) {
		const struct Link *link = &tree->link[set->link[l]];
		inertia[l] = NULL;
		for (int i = 0; i < tree->terms; i++)
			if (tree->term[i].map.entries && link->map.entries && !tree->term[i].line &&
			    tree->term[i].map.entry[0].v == link->map.entry[0].v)
				inertia[l] = &tree->term[i].inertia;
		if (!inertia[l])
			return;
	}
	name_number(n, inertia);
}

struct LimbFold like_limbs_fold(const struct LikeLimbs *like_limbs, const struct Model *model, const struct Tree *tree)
{
	struct LimbFold lanes = { .width = like_limbs->width };
	uint32_t(*like_link)[LIMB_LANES_MOST] = arena_array(tree->dag->arena, (size_t)tree->links, sizeof *like_link);
	for (size_t i = 0; i < like_limbs->count; i++) {
		const struct LikeLinks *set = &like_limbs->item[i];
		for (int l = 0; l < lanes.width; l++)
			like_link[set->link[0]][l] = (uint32_t)set->link[l] + 1;
		add_joint(&lanes, model, tree, set);
		add_wrenches(&lanes, tree, set);
	}
	lanes.like_link = like_link;
	lanes.links = (size_t)tree->links;
	return lanes;
}

/* --- frames --- */

/* Half turn of a turning link's frame about its axis. The joint angle takes the turn back. */
static void turn_half(struct Tree *tree, int number)
{
	struct Dag *dag = tree->dag;
	struct Link *link = &tree->link[number];
	Ref zero = dag_const(dag, 0), back = dag_const(dag, -1);
	struct Placement half = { .p = vec_const(dag, 0, 0, 0) };
	half.R = mat_turn(dag, link->axis, zero, back);
	link->quarters = (link->quarters + 2) & 3;
	link->mass = moments_turn(dag, half.R, link->mass);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent == number)
			tree->link[i].at = placement_compose(dag, half, tree->link[i].at);
	tree_reframe(tree, number, half);
}

/* Frames of mirrored limbs can differ by half a turn. */
static void turn_like_limbs(struct Tree *tree, const struct LikeLimbs *like_limbs)
{
	for (size_t i = 0; i < like_limbs->count; i++)
		for (int l = 1; l < like_limbs->width; l++) {
			int first = like_limbs->item[i].link[0], other = like_limbs->item[i].link[l];
			if (((tree->link[first].quarters - tree->link[other].quarters) & 3) == 2)
				turn_half(tree, other);
		}
}

/* Joint-space terms are shared with the original of the tree's copy. */
static void own_term(struct Tree *tree)
{
	struct JointSpaceTerm *own = ARENA_ARRAY(tree->dag->arena, struct JointSpaceTerm, tree->terms);
	for (int i = 0; i < tree->terms; i++)
		own[i] = tree->term[i];
	tree->term = own;
}

void like_limbs_name_numbers(const struct LikeLimbs *like_limbs, struct LimbFold *lanes, struct Tree *tree,
                             const struct SiteList *sites)
{
	struct Naming naming = { lanes, tree->dag };
	size_t named = lanes->number.count;
	own_term(tree);
	turn_like_limbs(tree, like_limbs);
	for (size_t i = 0; i < like_limbs->count; i++) {
		name_link(&naming, tree, &like_limbs->item[i]);
		name_term(&naming, tree, &like_limbs->item[i]);
		name_sites(&naming, tree, sites, &like_limbs->item[i]);
	}
	for (; named < lanes->number.count; named++)
		for (int l = 0; l < lanes->width; l++)
			default_values_add(tree->dag, lanes->number.item[named].value[l]);
}
