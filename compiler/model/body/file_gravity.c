#include "file_gravity.h"

#include "dag/default_values.h"
#include "model/expression/evaluate.h"
#include "model/model.h"
#include "model/part/expand.h"

/* Gravity, and the statement that gives it. */
struct Given {
	struct Vec vector;
	struct Span at;
};

static const char *vector_text(struct Scope *scope, struct Vec v)
{
	double x[3];
	for (int i = 0; i < 3; i++)
		x[i] = dag_default_value(scope->dag, v.e[i]);
	return text_print(scope->arena, "(%.10g, %.10g, %.10g) m/s^2", x[0], x[1], x[2]);
}

static bool is_same(const struct Dag *dag, struct Vec a, struct Vec b)
{
	for (int i = 0; i < 3; i++)
		if (dag_default_value(dag, a.e[i]) != dag_default_value(dag, b.e[i]))
			return false;
	return true;
}

static void note_difference(struct Scope *scope, struct Given taken, struct Given left)
{
	const char *file = scope->diags->sources->item[left.at.source].name;
	struct Diag *d = diag(scope->diags, CHECK_GRAVITY_DIFFERS, taken.at, "gravity is %s; '%s' has %s",
	                      vector_text(scope, taken.vector), file, vector_text(scope, left.vector));
	diag_note(scope->diags, d, left.at, "left out");
}

void file_gravity_take(struct Scope *scope, struct Model *model, const struct Items *items)
{
	struct Given taken = { model->gravity, model->gravity_at };
	bool given = taken.at.end > 0;
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		struct Given file = { .at = stmt->span };
		if (stmt->kind != STMT_PROPERTY || !stmt->of_file ||
		    !value_vector(scope->diags, evaluate(scope, stmt->value), dim_acceleration, &file.vector))
			continue;
		if (!given)
			taken = file;
		else if (!is_same(scope->dag, taken.vector, file.vector))
			note_difference(scope, taken, file);
		given = true;
	}
	model->gravity = taken.vector;
	model->gravity_at = taken.at;
}
