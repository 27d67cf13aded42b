/* The equations of motion as MathML, for models whose formulas are short enough to be read. */
#include "cli/equations/equation_format.h"
#include "model/model.h"
#include "page.h"

/* Terms of all matrices together: a double pendulum has 20 with symbols for all numbers, a gimbal 40. */
enum { PAGE_TERMS = 100 };

static void put_part(struct Text *out, const struct EquationPart *part)
{
	text_format(
		out,
		"<h3>%s: %s</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Formulas: %s\">\n%s</div>\n",
		part->name, part->meaning, part->meaning, part->text);
}

const char *page_equations(rigidc_model *model)
{
	struct EquationSet set;
	struct Text out = text_new(&model->call);
	if (!model->model->nv || !equation_set_short(model, PAGE_TERMS, &set))
		return NULL;
	const struct EquationParts parts = equation_format_parts(&set, EQUATION_MATHML);
	if (model_has_loops(model->model))
		text_put(&out, "<p>Loops are open here.</p>\n");
	for (size_t i = 0; i < parts.count; i++)
		put_part(&out, &parts.item[i]);
	return text_string(&out);
}
