#include "plan.h"

#include <string.h>

#include "base/number.h"

void plan_dump(const struct Plan *plan, int links, struct Text *out)
{
	static const char *const retained_mass[] = { "nothing", "for-x", "for-y", "for-z" };
	static const char *const origin_choice[] = { "by-rule", "other", "centre" };
	static const char *const unrotated[] = { "by-rule", "yes", "no" };
	text_put(out, "unit of length ");
	number_put(out, plan_length(plan));
	text_put(out, ", of force ");
	number_put(out, plan_force(plan));
	text_put(out, ", of rows ");
	number_put(out, plan->unit_row > 0 ? plan->unit_row : 1);
	text_char(out, '\n');
	if (plan->support)
		text_format(out, "support site %d\n", plan->support - 1);
	for (int i = 0; i < links; i++) {
		const struct Choice *c = &plan->link[i];
		text_format(out, "link %d retained_mass %s unrotated %s origin_choice %s main_child %d", i,
		            retained_mass[c->retained_mass], unrotated[c->unrotated], origin_choice[c->origin_choice],
		            c->main_child);
		text_format(out, " meet_outward %d articulate %d near_links %d from_acceleration_field %d",
		            c->meet_outward, c->articulate, c->near_links, c->from_acceleration_field);
		text_format(out, " row_differences %d early %d late %d", c->row_differences, c->early, c->late);
		text_format(out, " row_axes %d row_sums %d absolute %d together %d\n", c->row_axes, c->row_sums,
		            c->absolute, c->together);
	}
}

void plan_copy(struct Plan *to, const struct Plan *from, int links)
{
	struct Choice *choice = to->link;
	*to = *from;
	to->link = choice;
	for (int i = 0; i < links; i++)
		choice[i] = from->link[i];
}

bool plan_same(const struct Plan *a, const struct Plan *b, int links)
{
	return a->unit_length == b->unit_length && a->unit_force == b->unit_force && a->unit_row == b->unit_row &&
	       a->apart == b->apart && a->support == b->support &&
	       memcmp(a->link, b->link, (size_t)links * sizeof *a->link) == 0;
}
