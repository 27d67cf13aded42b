#include "mjcf.h"

#include <string.h>

#include "export.h"
#include "model/loop.h"
#include "model/strut.h"

int mjcf_next(const struct Mjcf *m, int body)
{
	if (m->child[body] >= 0)
		return m->child[body];
	while (body >= 0 && m->sibling[body] < 0)
		body = m->robot->body[body].parent;
	return body < 0 ? -1 : m->sibling[body];
}

void mjcf_indent(struct Mjcf *m, int depth)
{
	for (int i = 0; i < depth; i++)
		text_put(m->out, "  ");
}

void mjcf_place(struct Mjcf *m, const struct Pose *at)
{
	double q[4];
	xml_quaternion(at, q);
	if (at->p[0] != 0 || at->p[1] != 0 || at->p[2] != 0)
		xml_numbers(m->out, "pos", at->p, 3);
	if (memcmp(at->R, pose_identity.R, sizeof at->R) != 0)
		xml_numbers(m->out, "quat", q, 4);
}

void mjcf_some(struct Mjcf *m, const char *attribute, double number)
{
	if (number != 0)
		xml_number(m->out, attribute, number);
}

/* The name, with underscores at the end until no frame has the same. */
static const char *unused(const struct Mjcf *m, const char *name)
{
	while (names_find(&m->frames, name) >= 0)
		name = text_print(m->arena, "%s_", name);
	return name;
}

const char *mjcf_point_name(const struct Mjcf *m, const struct Strut *strut, int point)
{
	return unused(m, text_print(m->arena, "%s_%d", strut->name.text, point + 1));
}

const char *mjcf_side_name(const struct Mjcf *m, const struct Strut *strut, int point)
{
	return unused(m, text_print(m->arena, "%s_%d_side", strut->name.text, point + 1));
}

/* Wraps are between points that always count. MuJoCo's cylinders have no end for tendons, and none is beside another. */
static bool has_wrap(const struct Dag *dag, const struct Strut *strut, int k)
{
	const struct Around *around = &strut->around[k];
	return around->side != SIDE_HELD && dag_is_zero(dag, around->wrap->length) && !strut->around[k + 1].wrap;
}

const char *mjcf_lacks_path(const struct Dag *dag, const struct Strut *strut)
{
	for (int k = 0; k < strut->points; k++) {
		if (strut->around[k].wrap && !has_wrap(dag, strut, k))
			return "tendon around a wrap with a `side` or a length, or beside another";
		if (!strut->around[k].wrap && !strut_shows(strut, k))
			return "tendon over points that move, or count in a range alone";
	}
	return NULL;
}

bool mjcf_keeps_distance(const struct Loop *loop)
{
	return strcmp(loop->kind->name, "distance") == 0;
}

const char *mjcf_end_name(const struct Mjcf *m, const struct Loop *loop, int end)
{
	return unused(m, text_print(m->arena, "%s_%s", loop->name.text, end ? "to" : "from"));
}

struct Text *mjcf_begin_section(struct Mjcf *m, struct Text *inside)
{
	struct Text *out = m->out;
	*inside = text_new(m->arena);
	m->out = inside;
	return out;
}

void mjcf_end_section(struct Mjcf *m, const char *name, struct Text *out)
{
	struct Text *inside = m->out;
	m->out = out;
	if (inside->count)
		text_format(out, "  <%s>\n%s  </%s>\n", name, text_string(inside), name);
}
