/* MJCF: a body for each body, with its joints about axes in its own frame. Joints of several coordinates are several
 * joints of one body. */
#include "export.h"

#include "mjcf.h"

void export_mjcf(struct Robot *robot, const struct ExportLoss *loss, struct Text *out)
{
	struct Text bodies = text_new(robot->model->arena);
	struct Mjcf m = { .robot = robot, .loss = loss, .out = &bodies, .arena = robot->model->arena };
	const bool closed = export_close(robot, loss, false);
	export_join_fixed(robot, loss);
	export_rename(robot, loss, export_name_of_mjcf);
	m.frames = names_new(m.arena);
	m.mesh_keys = names_new(m.arena);
	m.mesh_names = names_new(m.arena);
	for (int i = 0; i < robot->frames; i++)
		names_add(&m.frames, robot->frame[i].name, i);
	mjcf_bodies(&m);
	m.out = out;
	text_put(out, "<mujoco");
	xml_name(out, "model", robot->name);
	text_format(out, ">\n  <compiler angle=\"radian\"%s/>\n  <option", m.balance ? " balanceinertia=\"true\"" : "");
	xml_numbers(out, "gravity", robot->gravity, 3);
	text_put(out, "/>\n");
	mjcf_meshes(&m);
	text_put(out, "  <worldbody>\n");
	text_put(out, bodies.count ? text_string(&bodies) : "");
	text_put(out, "  </worldbody>\n");
	mjcf_tendons(&m);
	mjcf_equalities(&m, closed);
	mjcf_motors(&m);
	mjcf_keys(&m);
	text_put(out, "</mujoco>\n");
	export_lose_elements(robot, loss);
}
