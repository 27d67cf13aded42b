#include "plan.h"

#include <string.h>

#include "base/number.h"

_Static_assert(sizeof(struct Choice) == CHOICES, "a choice is a byte");

/* By choice: the words of its values; NULL: numbers. */
static const char *const *const words_of[CHOICES] = {
#define WORDS(...) \
	(const char *const[]) \
	{ \
		__VA_ARGS__ \
	}
#define NUMBER NULL
#define LINK_CHOICE(name, words) [CHOICE_##name] = words,
#include "choices.def"
};

static const char *const choice_name[CHOICES] = {
#define LINK_CHOICE(name, words) [CHOICE_##name] = #name,
#include "choices.def"
};

static void put_choice(struct Text *out, enum ChoiceNumber k, uint8_t value)
{
	if (words_of[k])
		text_format(out, " %s %s", choice_name[k], words_of[k][value]);
	else
		text_format(out, " %s %d", choice_name[k], value);
}

void plan_dump(const struct Plan *plan, int links, struct Text *out)
{
	text_put(out, "unit of length ");
	number_put(out, plan_length(plan));
	text_put(out, ", of force ");
	number_put(out, plan_force(plan));
	text_put(out, ", of rows ");
	number_put(out, plan->unit_row > 0 ? plan->unit_row : 1);
	text_char(out, '\n');
	if (plan->from_acceleration_field)
		text_put(out, "frames from the acceleration field\n");
	if (plan->block_pivots)
		text_put(out, "block pivots\n");
	if (plan->support)
		text_format(out, "support site %d\n", plan->support - 1);
	if (plan->turns_apart || plan->weights_last)
		text_format(out, "sweeps%s%s\n", plan->turns_apart ? " turns_apart" : "",
		            plan->weights_last ? " weights_last" : "");
	for (int i = 0; i < links; i++) {
		text_format(out, "link %d", i);
		for (int k = 0; k < CHOICES; k++)
			put_choice(out, (enum ChoiceNumber)k, *choice_value(&plan->link[i], (enum ChoiceNumber)k));
		text_char(out, '\n');
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
	       a->from_acceleration_field == b->from_acceleration_field && a->block_pivots == b->block_pivots &&
	       a->turns_apart == b->turns_apart && a->weights_last == b->weights_last &&
	       memcmp(a->link, b->link, (size_t)links * sizeof *a->link) == 0;
}
