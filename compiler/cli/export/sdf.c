#include "sdf.h"

#include "export.h"

const char *sdf_unused(struct Sdf *s, const char *name)
{
	const char *first = name;
	while (names_find(&s->names, name) >= 0)
		name = text_print(s->arena, name == first ? "%s_joint" : "%s_", name);
	names_add(&s->names, name, 0);
	return name;
}

const char *sdf_link(const struct Sdf *s, int body)
{
	return body < 0 ? "world" : s->robot->body[body].name;
}

void sdf_put_pose(struct Sdf *s, const char *blanks, const struct Pose *at)
{
	double number[6] = { at->p[0], at->p[1], at->p[2] };
	xml_rpy(at, number + 3);
	text_format(s->out, "%s<pose>", blanks);
	xml_put_numbers(s->out, number, 6);
	text_put(s->out, "</pose>\n");
}

void sdf_put_value(struct Sdf *s, const char *name, double number)
{
	text_format(s->out, "<%s>", name);
	xml_put_numbers(s->out, &number, 1);
	text_format(s->out, "</%s>", name);
}

static void put_name(struct Sdf *s, const char *element, const char *name)
{
	text_format(s->out, "      <%s>", element);
	xml_put_name(s->out, name);
	text_format(s->out, "</%s>\n", element);
}

void sdf_begin_joint(struct Sdf *s, const char *name, const char *type, const char *parent, const char *child)
{
	text_put(s->out, "    <joint");
	xml_name(s->out, "name", name);
	text_format(s->out, " type=\"%s\">\n", type);
	put_name(s, "parent", parent);
	put_name(s, "child", child);
}

void sdf_put_direction(struct Sdf *s, const double along[3])
{
	text_put(s->out, "        <xyz>");
	xml_put_numbers(s->out, along, 3);
	text_put(s->out, "</xyz>\n");
}
