#include "info_rows.h"

#include "info_column.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/columns.h"
#include "cli/text_json.h"
#include "pipeline/row_numbers.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/model_pose.h"

enum { WIDEST = 110 }; /* of a line of steps */

/* --- kept rows --- */

/* Count of the rows that hold by themselves, or do not; their names, if wanted. */
static int list_rows(struct Text *out, const struct ConstraintRow *row, int rows, bool holding)
{
	int count = 0;
	for (int i = 0; i < rows; i++) {
		if (row[i].holds != holding)
			continue;
		if (out)
			text_format(out, "%s%s", count ? " " : "", row[i].name);
		count++;
	}
	return count;
}

void info_put_rows(struct Text *out, const struct ConstraintRow *row, int rows)
{
	int kept = list_rows(out, row, rows, false), holding = rows - kept;
	if (!holding)
		return;
	text_put(out, kept ? "; " : "");
	list_rows(out, row, rows, true);
	text_put(out, holding == 1 ? " holds by itself" : " hold by themselves");
}

json_t *info_rows_json(const struct ConstraintRow *row, int rows, bool all)
{
	json_t *names = json_array();
	for (int i = 0; i < rows; i++)
		if (all || !row[i].holds)
			json_array_append_new(names, json_string(row[i].name));
	return names;
}

/* --- mobility --- */

/* Independent rows of loops and constraints. */
static int count_rows(const struct Model *model)
{
	int count = 0;
	for (size_t i = 0; i < model->loops.count; i++)
		count += list_rows(NULL, model->loops.item[i].row, model->loops.item[i].rows, false);
	for (size_t i = 0; i < model->constraints.count; i++)
		count += list_rows(NULL, &model->constraints.item[i].row, 1, false);
	return count;
}

int info_mobility(const struct Model *model)
{
	return model->nv - count_rows(model);
}

void info_mobility_put(struct Text *out, const struct Model *model)
{
	int idle = 0, rows = count_rows(model);
	if (!model_has_loops(model))
		return;
	text_format(out, "\nmobility %d: %d velocit%s, %d independent row%s\n", info_mobility(model), model->nv,
	            model->nv == 1 ? "y" : "ies", rows, rows == 1 ? "" : "s");
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint->idle && joint_nv(joint))
			text_format(out, "%s%s",
			            idle++ ? ", " : "idle joints: ", text_shown(out->arena, joint->name.text));
	}
	text_put(out, idle ? "\n" : "");
}

/* --- order of elimination --- */

static const char *velocity_name(const struct Model *model, int velocity)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int k = velocity - joint->tree.v;
		if (k < 0 || k >= joint_nv(joint))
			continue;
		return column_of_joint(model, joint, k, true);
	}
	return "";
}

/* "pin.fx" */
static const char *row_name(const struct Model *model, const struct RowSet *set, int row)
{
	int own;
	const struct RowBlock *block = row_set_block(set, row, &own);
	return text_print(model->arena, "%s.%s", block->name.text, block->row[own].name);
}

/* Part of a function with an order of elimination; NULL: none. */
static const struct FunctionPart *eliminating_part(const struct Generated *function, const struct PivotLog **log)
{
	for (int i = 0; i < function->request.parts && function->pivots; i++) {
		*log = &function->pivots[i];
		if ((*log)->count)
			return &function->request.part[i];
	}
	return NULL;
}

static bool same_order(const struct Generated *a, const struct Generated *b)
{
	const struct PivotLog *x = NULL, *y = NULL;
	const struct FunctionPart *one = eliminating_part(a, &x), *other = eliminating_part(b, &y);
	if (!one || !other || one->rows != other->rows || x->count != y->count)
		return false;
	for (size_t i = 0; i < x->count; i++)
		if (x->item[i].velocity != y->item[i].velocity || x->item[i].second != y->item[i].second ||
		    x->item[i].row != y->item[i].row)
			return false;
	return true;
}

static const char *step_text(const struct Model *model, const struct RowSet *set, const struct PivotStep *step)
{
	const char *velocity = step->velocity < 0 ? "" : text_shown(model->arena, velocity_name(model, step->velocity));
	if (step->second >= 0)
		velocity = text_print(model->arena, "%s and %s", velocity,
		                      text_shown(model->arena, velocity_name(model, step->second)));
	const char *row = step->row < 0 ? "" : text_shown(model->arena, row_name(model, set, step->row));
	return text_print(model->arena, "%s%s%s", velocity, *velocity && *row ? " with " : "", row);
}

static void put_order(struct Text *out, const struct Model *model, const struct Generated *function)
{
	const struct PivotLog *log = NULL;
	const struct FunctionPart *part = eliminating_part(function, &log);
	int used = 0;
	for (size_t i = 0; i < log->count; i++) {
		const char *step = step_text(model, part->rows, &log->item[i]);
		int width = text_width(step) + 2;
		bool wrap = used && used + width > WIDEST;
		text_put(out, !used ? "  " : wrap ? ",\n  " : ", ");
		text_put(out, step);
		used = wrap || !used ? width : used + width;
	}
	text_char(out, '\n');
}

void info_elimination_put(struct Text *out, const struct Job *job)
{
	const struct PivotLog *log = NULL;
	for (int i = 0; i < job->functions; i++) {
		bool told = false;
		for (int k = 0; k < i; k++)
			told |= same_order(&job->function[k], &job->function[i]);
		if (told || !eliminating_part(&job->function[i], &log))
			continue;
		text_format(out, "\norder of elimination of %s", text_shown(out->arena, job->function[i].request.name));
		for (int k = i + 1; k < job->functions; k++)
			if (same_order(&job->function[i], &job->function[k]))
				text_format(out, ", %s", text_shown(out->arena, job->function[k].request.name));
		text_char(out, '\n');
		put_order(out, job->model, &job->function[i]);
	}
}

json_t *info_elimination_json(const struct Model *model, const struct Generated *function)
{
	const struct PivotLog *log = NULL;
	const struct FunctionPart *part = eliminating_part(function, &log);
	json_t *all = part ? json_array() : NULL;
	for (size_t i = 0; part && i < log->count; i++) {
		const struct PivotStep *step = &log->item[i];
		json_t *one = json_object();
		if (step->velocity >= 0)
			json_object_set_new(one, "velocity", text_json(velocity_name(model, step->velocity)));
		if (step->second >= 0)
			json_object_set_new(one, "second", text_json(velocity_name(model, step->second)));
		if (step->row >= 0)
			json_object_set_new(one, "row", text_json(row_name(model, part->rows, step->row)));
		json_array_append_new(all, one);
	}
	return all;
}

/* A number of three significant digits: pivots have no more meaning. */
static double rounded(double number)
{
	char text[40];
	snprintf(text, sizeof text, "%.3g", number);
	return strtod(text, NULL);
}

/* --- pivots at poses --- */

struct InfoPivots info_pivots(const struct Model *model)
{
	bool closing = model_has_loops(model);
	int phases = (int)model->phases.count, poses = (int)model->poses.count, columns = closing + phases;
	struct InfoPivots pivots = { .columns = poses ? columns : 0 };
	if (!pivots.columns)
		return pivots;
	struct Arena *arena = arena_trial(model->arena);
	pivots.column = ARENA_ARRAY(model->arena, const char *, columns);
	pivots.item = ARENA_TABLE(model->arena, double, poses, columns);
	struct RowNumbers n = row_numbers(arena, model);
	row_numbers_weigh(&n);
	for (int c = 0; c < columns; c++) {
		const struct Phase *phase = c < closing ? NULL : &model->phases.item[c - closing];
		const struct ChosenRows chosen = { phase ? phase->contact : NULL, phase ? phase->contacts : 0, NULL };
		pivots.column[c] = phase ? phase->name.text : "loops";
		for (int i = 0; i < poses; i++)
			pivots.item[i * columns + c] = rounded(row_numbers_least(&n, &chosen, ROW_NUMBERS_RANDOM + i));
	}
	arena_empty(arena);
	return pivots;
}

void info_pivots_put(struct Text *out, const struct Model *model, const struct InfoPivots *pivots)
{
	int first = 12, width = 10;
	if (!pivots->columns)
		return;
	for (size_t i = 0; i < model->poses.count; i++)
		first = info_widen(first, out->arena, model->poses.item[i].name.text);
	for (int c = 0; c < pivots->columns; c++)
		width = info_widen(width, out->arena, pivots->column[c]);
	text_format(out, "\n%-*s smallest pivot of the rows of\n%*s", first, "pose", first, "");
	for (int c = 0; c < pivots->columns; c++) {
		const char *name = text_shown(out->arena, pivots->column[c]);
		text_format(out, " %*s%s", width - text_width(name), "", name);
	}
	for (size_t i = 0; i < model->poses.count; i++) {
		text_char(out, '\n');
		info_put_name(out, model->poses.item[i].name.text, first);
		for (int c = 0; c < pivots->columns; c++)
			text_format(out, " %*.3g", width, pivots->item[i * (size_t)pivots->columns + (size_t)c]);
	}
	text_char(out, '\n');
}

json_t *info_pivots_json(const struct InfoPivots *pivots, size_t pose)
{
	json_t *all = json_object();
	for (int c = 0; c < pivots->columns; c++) {
		double pivot = pivots->item[pose * (size_t)pivots->columns + (size_t)c];
		json_object_set_new(all, text_json_visible(pivots->column[c]), text_json_number(pivot));
	}
	return all;
}
