#include "rows.h"

#include <string.h>

#include "model/body.h"

/* Names of coordinates, velocities, accelerations and torques, whether the function takes them or not. */
static struct NameTable names_of_joints(rigidc_model *model)
{
	struct Arena *arena = &model->arena;
	const struct Model *sound = model->model;
	struct NameTable known = names_new(arena);
	names_add(&known, ROWS_TIME, 0);
	for (int i = 0; i < sound->bodies; i++) {
		const struct Joint *joint = sound->body[i].joint;
		for (int input = INPUT_Q; input <= INPUT_TAU; input++)
			for (int k = 0; k < (input != INPUT_Q ? joint_nv(joint) : joint_nq(joint)); k++)
				names_add(&known,
				          text_print(arena, "%s.%s", input_name[input],
				                     column_of_joint(sound, joint, k, input != INPUT_Q)),
				          0);
	}
	return known;
}

/* The input that the name begins like; INPUT_COUNT: none. */
static enum Input input_before_point(const char *name)
{
	const char *point = strchr(name, '.');
	const size_t length = point ? (size_t)(point - name) : 0;
	for (int i = 0; i < INPUT_COUNT && point; i++)
		if (input_has_names(i) && strlen(input_name[i]) == length && strncmp(name, input_name[i], length) == 0)
			return (enum Input)i;
	return INPUT_COUNT;
}

/* Is the name that of a wrench or force, for functions that take some? One file may be the input of several functions. */
static bool is_for_others(const struct Generated *function, enum Input input)
{
	return (input == INPUT_LAMBDA || input_is_declared(input) || input == INPUT_F_EXT) &&
	       !generated_takes(function, input);
}

/* May an input lack its column? */
static bool is_optional(const char *input)
{
	static const char *const begins[] = {
		"param.", "f_ext.", "u.", "ud.", "udd.", "s.", "tau."
	}; /* tau: in --input of sim */
	bool optional = false;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		optional |= strncmp(input, begins[i], strlen(begins[i])) == 0;
	return optional;
}

/* The input without a column that is meant: "param.load" for "load" and for "params.load". NULL: none. */
static const char *input_without_column(struct Diags *diags, const struct Rows *rows, const struct Columns *wanted,
                                        const char *name)
{
	enum { FAR = 3 };
	struct Nearest nearest = diags_nearest(diags, name);
	nearest.distance = nearest.distance < FAR ? nearest.distance : FAR;
	const int far = nearest.distance;
	for (size_t i = 0; i < wanted->count; i++) {
		const char *point = strchr(wanted->item[i], '.');
		if (!point || rows->origin[i].given)
			continue;
		if (strcmp(point + 1, name) == 0)
			return wanted->item[i];
		if (is_optional(wanted->item[i]))
			nearest_try(&nearest, wanted->item[i]);
	}
	return nearest.distance < far ? nearest.found : NULL;
}

static void warn(struct Diags *diags, struct Span span, const char *name, const char *meant,
                 const struct Columns *wanted)
{
	struct Nearest nearest = diags_nearest(diags, name);
	struct Diag *d =
		diag(diags, CHECK_IGNORED_COLUMN, span, "the function takes no '%s': this column is ignored", name);
	nearest_each(&nearest, wanted->item, wanted->count, sizeof *wanted->item);
	if (meant)
		diag_help(diags, d, "did you mean '%s'?", meant);
	else
		diag_nearest(diags, d, &nearest);
}

void ignored_columns_tell(rigidc_model *model, const struct Generated *function, const struct Rows *rows,
                          const struct Columns *wanted, bool kept)
{
	enum { NAMED = 8 };
	const struct Columns *names = &rows->formulas.name;
	const struct NameTable known = names_of_joints(model);
	struct Text others = text_new(&model->arena);
	struct Span first = { 0 };
	size_t count = 0;
	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->item[i];
		const enum Input input = input_before_point(name);
		if (!*name || rows->formulas.used[i] || names_find(&known, name) >= 0 || is_for_others(function, input))
			continue;
		const char *meant = input_without_column(&model->diags, rows, wanted, name);
		if (meant || input != INPUT_COUNT || strncmp(name, "param.", strlen("param.")) == 0) {
			warn(&model->diags, rows->name_span[i], name, meant, wanted);
			continue;
		}
		first = count ? first : rows->name_span[i];
		if (count++ < NAMED)
			text_format(&others, "%s'%s'", count > 1 ? ", " : "", name);
	}
	if (count > NAMED)
		text_format(&others, " and %zu more", count - NAMED);
	if (count && !kept)
		diag(&model->diags, CHECK_EXTRA_COLUMN, first, "no input takes the column%s %s", count > 1 ? "s" : "",
		     text_string(&others));
}
