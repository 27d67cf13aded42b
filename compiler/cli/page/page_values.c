/* Default values of a model as JSON. */
#include "page.h"

#include "cli/text_json.h"
#include "dag/default_values.h"

json_t *page_number(const struct Model *model, Ref value)
{
	return text_json_number(dag_default_value(model->dag, value) + 0.0); /* no -0 */
}

json_t *page_numbers(const struct Model *model, const Ref *value, int count)
{
	json_t *all = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(all, page_number(model, value[i]));
	return all;
}

json_t *page_placement(const struct Model *model, const struct Placement *at)
{
	return json_pack("{s:o, s:o}", "R", page_numbers(model, &at->R.e[0][0], 9), "p",
	                 page_numbers(model, at->p.e, 3));
}
