#include "stages.h"

#include "grammar/import/made.h"

bool mj_coefficients(struct Mjcf *m, const struct MjElement *e, const char *name, struct Figure c[MJ_COEFFICIENTS])
{
	bool some = false;
	for (int i = 0; i < MJ_COEFFICIENTS; i++)
		c[i] = figure_of(m->arena, e->element->span, 0);
	mj_numbers(m, e, name, MJ_COEFFICIENTS, c);
	for (int i = 0; i < MJ_COEFFICIENTS; i++)
		some |= !c[i].zero;
	return some;
}

bool mj_is_curved(const struct Figure c[MJ_COEFFICIENTS])
{
	return !c[1].zero || !c[2].zero;
}

/* x^2 or x^3; of a velocity x |x| in place of x^2 */
static struct Expr *power(struct Mjcf *m, struct Span span, struct Expr *x, int number, bool damps)
{
	struct Arguments list = { 0 };
	const char *digits = number == 2 ? "2" : "3";
	if (number == 3 || !damps)
		return expr_binary(m->diags, EXPR_POWER, x, made_digits(m->diags, span, digits, false, NULL));
	made_push(m->diags, &list, x);
	return expr_binary(m->diags, EXPR_MUL, x, made_call(m->diags, span, "abs", list));
}

struct Expr *mj_curve(struct Mjcf *m, struct Expr *sum, const struct Figure c[MJ_COEFFICIENTS], bool slides, bool damps,
                      struct Expr *x)
{
	static const char *const unit[2][2][MJ_COEFFICIENTS] = {
		{ { NULL, "N m", "N m" }, { NULL, "N m s^2", "N m s^3" } },
		{ { NULL, "N/m^2", "N/m^3" }, { NULL, "N s^2/m^2", "N s^3/m^3" } },
	};
	for (int i = 1; i < MJ_COEFFICIENTS; i++) {
		struct Figure size = c[i];
		if (size.zero)
			continue;
		bool negative = size.negative;
		size.negative = false;
		struct Expr *term =
			expr_binary(m->diags, EXPR_MUL, made_scalar(m->diags, &size, unit[slides][damps][i]),
		                    power(m, size.span, x, i + 1, damps));
		if (sum)
			sum = expr_binary(m->diags, negative ? EXPR_ADD : EXPR_SUB, sum, term);
		else
			sum = negative ? term : expr_negate(m->diags, size.span, term);
	}
	return sum;
}
