/* rigidc export: a model in another format. */
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"
#include "runtime/library.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/added.h"
#include "model/law.h"
#include "model/loop.h"
#include "model/model_pose.h"
#include "model/strut.h"

struct ExportFormat {
	const char *title;
	bool poses;
	void (*write)(struct Robot *robot, const struct ExportLoss *loss, struct Text *out);
};

static const struct ExportFormat formats[] = {
#define EXPORT_FORMAT(id, name, title, ending, poses) { title, poses, export_##name },
#include "export_formats.def"
};

struct Exporting {
	const struct Options *options;
	const struct ExportFormat *format;
	const char *text, *counts;
};

/* --- what no format has --- */

static void check_name(const struct ExportLoss *loss, const struct Ident *name, const struct Within *within)
{
	if (!xml_can_have(name->text))
		export_lost(loss, name->span, within, "name with such bytes");
}

static void check_names(const struct Model *model, const struct ExportFormat *format, const struct ExportLoss *loss)
{
	check_name(loss, &model->name, NULL);
	for (int i = 0; i < model->bodies; i++) {
		check_name(loss, &model->body[i].name, model->body[i].within);
		check_name(loss, &model->body[i].joint->name, model->body[i].within);
	}
	for (int i = 0; i < model->frames; i++)
		check_name(loss, &model->frame[i].name, NULL);
	for (size_t i = 0; i < model->struts.count; i++)
		check_name(loss, &model->struts.item[i].name, NULL);
	for (size_t i = 0; i < model->loops.count; i++)
		check_name(loss, &model->loops.item[i].name, NULL);
	for (size_t i = 0; format->poses && i < model->poses.count; i++)
		check_name(loss, &model->poses.item[i].name, NULL);
}

/* "'home'" or "'home' and 2 more" */
static const char *some(struct Arena *arena, const char *first, size_t count)
{
	return count == 1 ? text_print(arena, "'%s'", first) : text_print(arena, "'%s' and %zu more", first, count - 1);
}

static void drop(const struct ExportLoss *loss, const struct Ident *first, size_t count, const char *what)
{
	export_dropped(loss, first->span, "%s %s %s left out: %s",
	               count == 1 ? what : text_print(loss->diags->arena, "%ss", what),
	               some(loss->diags->arena, first->text, count), count == 1 ? "is" : "are",
	               "the robot itself does not change");
}

/* The order of coordinates is that of bodies in every format. */
static void drop_order(const struct Model *model, const struct ExportLoss *loss)
{
	int first = 0;
	while (model->ordered && !joint_nq(model->body[model->listed[first]].joint))
		first++;
	if (model->ordered)
		export_dropped(loss, model->body[model->listed[first]].joint->name.span,
		               "the order of coordinates, '%s' first, is left out: they are in the order of bodies",
		               model->body[model->listed[first]].joint->name.text);
}

/* Holes, which take mass away, and solids of bodies without mass. */
static void drop_solids(const struct Model *model, const struct ExportLoss *loss)
{
	const struct ExportCounts *counts = loss->counts;
	const size_t unseen = counts->total[EXPORT_KIND_SOLID] - counts->written[EXPORT_KIND_SOLID];
	if (unseen)
		export_dropped(loss, counts->hole.end ? counts->hole : model->name.span,
		               "%zu solid%s not seen; the mass and inertia of the body have %s", unseen,
		               unseen == 1 ? " is" : "s are", unseen == 1 ? "it" : "them");
}

/* "a shape is", "3 shapes are" */
static const char *shapes_are(struct Arena *arena, size_t count)
{
	return count == 1 ? "a shape is" : text_print(arena, "%zu shapes are", count);
}

/* Shapes that the file has in another form. */
static void tell_shapes(const struct Model *model, const struct ExportLoss *loss)
{
	const struct ExportCounts *counts = loss->counts;
	if (counts->simplified)
		export_dropped(
			loss, counts->simplified_at,
			"%s in another form: %s has no capsules and ellipsoids, so cylinders and boxes are around them",
			shapes_are(model->arena, counts->simplified), loss->format);
	if (counts->mirrored)
		export_dropped(loss, counts->mirrored_at, "%s mirrored: the scale of the mesh is negative",
		               shapes_are(model->arena, counts->mirrored));
	if (counts->foreign)
		export_dropped(loss, counts->foreign_at,
		               "%s of a file that MuJoCo does not find: it knows no package:// and the like",
		               shapes_are(model->arena, counts->foreign));
	if (counts->flat)
		export_dropped(loss, counts->flat_at,
		               "%s of a size of 0, which is 2e-15 there, since MuJoCo takes none of 0",
		               shapes_are(model->arena, counts->flat));
}

/* Loops that close again in time where they are open. */
static void drop_settling(const struct Model *model, const struct ExportLoss *loss)
{
	const struct Ident *first = NULL;
	size_t count = 0;
	for (size_t i = model->loops.count; i-- > 0;)
		if (model->loops.item[i].settles) {
			first = &model->loops.item[i].name;
			count++;
		}
	if (first)
		drop(loss, first, count, "time to settle of loop");
}

/* Laws of wrenches, and inputs that move, change the motion, and no format has them. */
static void lose_laws(const struct Model *model, const struct ExportLoss *loss)
{
	for (size_t i = 0; i < model->added.count; i++)
		export_lost(loss, model->added.item[i].mass.span, NULL, "added mass, like that of '%s'",
		            model->body[model->added.item[i].body].name.text);
	for (size_t i = 0; i < model->laws.count; i++)
		export_lost(loss, model->laws.item[i].name.span, NULL, "laws of wrenches, like that of '%s'",
		            model->laws.item[i].name.text);
	for (size_t i = 0; i < model->states.count; i++)
		export_lost(loss, model->states.item[i]->name.span, NULL, "states, like '%s'",
		            model->states.item[i]->name.text);
	for (size_t i = 0; i < model->inputs.count; i++)
		if (model->inputs.item[i]->moving)
			export_lost(loss, model->inputs.item[i]->name.span, NULL, "motion of inputs, like that of '%s'",
			            model->inputs.item[i]->name.text);
}

/* Statements about a robot without an effect on its motion. */
static void drop_rest(const struct Model *model, const struct ExportFormat *format, const struct ExportLoss *loss)
{
	if (model->contacts.count)
		drop(loss, &model->contacts.item[0].name, model->contacts.count, "contact");
	if (model->phases.count)
		drop(loss, &model->phases.item[0].name, model->phases.count, "phase");
	if (model->groups.count)
		drop(loss, &model->groups.item[0].name, model->groups.count, "group");
	if (model->wrenches)
		drop(loss, &model->wrench[0].name, (size_t)model->wrenches, "wrench input");
	if (model->poses.count && !format->poses)
		drop(loss, &model->poses.item[0].name, model->poses.count, "pose");
	lose_laws(model, loss);
	drop_order(model, loss);
	drop_settling(model, loss);
	drop_solids(model, loss);
	tell_shapes(model, loss);
	if (model->parameters.count)
		export_dropped(loss, model->parameters.item[0]->name.span, "parameters %s have their default values",
		               some(model->arena, model->parameters.item[0]->name.text, model->parameters.count));
}

/* --- the command --- */

static void write(rigidc_model *model, void *context)
{
	struct Exporting *e = context;
	struct ExportCounts counts = export_counts(model->model);
	const struct ExportLoss loss = { &model->diags, (enum ExportFormatId)(e->format - formats), e->format->title,
		                         e->options->lossy, &counts };
	struct Text out = text_new(&model->arena);
	model_read_shapes(model->model);
	check_names(model->model, e->format, &loss);
	struct Robot robot = robot_of(model->model, &loss);
	export_joint_numbers(&robot, &loss);
	e->format->write(&robot, &loss, &out);
	drop_rest(model->model, e->format, &loss);
	e->text = text_string(&out);
	e->counts = export_counts_line(&model->arena, e->format->title, &counts);
}

/* The counts are the last line, to be seen. */
static int write_file(rigidc_model *model, struct Exporting *e)
{
	rigidc_status status = library_call(model, write, e);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	int code = output_write(e->options->output, e->text);
	if (code == EXIT_FINE)
		fputs(e->counts, stderr);
	rigidc_model_free(model);
	return code;
}

/* The format of --to, or that of the ending of the file. Returns an exit code. */
static int choose_format(struct Exporting *e)
{
	static const char *const ending[] = {
#define EXPORT_FORMAT(id, name, title, ending, poses) ending,
#include "export_formats.def"
	};
	int format = e->options->to;
	int code = output_choose(e->options->output, ending, sizeof ending / sizeof *ending, &format);
	if (code == EXIT_FINE && format < 0)
		code = complain("export needs a format: --to=urdf, mjcf or sdf, or -o NAME.urdf, NAME.xml or NAME.sdf");
	e->format = code == EXIT_FINE ? &formats[format] : NULL;
	return code;
}

int command_export(const struct Options *options)
{
	struct Exporting e = { .options = options };
	int code = choose_format(&e);
	if (code != EXIT_FINE)
		return code;
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	if (status == RIGIDC_OK)
		status = load_say(model);
	return status == RIGIDC_OK ? write_file(model, &e) : load_fail(model, status);
}
