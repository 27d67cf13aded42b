/* Limb lanes, with a limb in each lane. A function with folded limbs (rewrite/fold_limbs.h) has vectors, of the GNU
 * kind, for values of all limbs, and numbers elsewhere. Other compilers, and machines without vectors, use the
 * version in numbers. */
#include "print_lanes.h"

#include "dispatch.h"
#include "machines.h"
#include "print_rolled.h"
#include "print_stages.h"

/* Printer of the body with limb lanes, by its number among the widths. */
static struct Printer printer_of(const struct Printer *p, int number)
{
	struct Printer own = *p;
	struct Generated *function = ARENA_NEW(p->arena, struct Generated);
	*function = *p->function;
	function->program = function->limbs[number].program;
	own.function = function;
	own.limbs = &function->limbs[number].lanes;
	own.type[1] = c_limbs(p, own.limbs->width);
	own.rolled = c_roll_lanes(&own);
	return own;
}

/* Count of bodies with limb lanes. 0: the dialect has none. */
static int bodies(const struct Printer *p)
{
	return p->dialect->vectors && !p->compact ? p->function->limb_programs : 0;
}

/* True if a function with `width` limb lanes calls fma. Vector fma needs vectors that fit a register. */
static bool calls_fma(const struct Printer *p, int width)
{
	bool any = false;
	for (int i = 0; i < p->job->functions; i++)
		for (int k = 0; k < p->job->function[i].limb_programs; k++) {
			const struct LimbProgram *limbs = &p->job->function[i].limbs[k];
			any |= limbs->lanes.width == width && program_calls_fma(&limbs->program, true);
		}
	return any;
}

static void put_type(struct Printer *p, int width)
{
	const struct Type limbs = c_limbs(p, width);
	bool fma = calls_fma(p, width);
	if (fma)
		text_format(p->out, "#if %s >= %d\n", c_own(p, OWN_LIMBS), width);
	c_put_vector_type(p, &limbs, "");
	if (fma)
		c_put_vector_fma(p, &limbs, true);
	c_put_limb_sincos(p, width, &limbs);
	text_put(p->out, fma ? "#endif\n" : "");
}

/* Macro for the limb lanes of the machine: numbers in a register; 1 without vectors, where lanes would be computed
 * in turn. */
static void put_machines(struct Printer *p)
{
	const char *macro = c_own(p, OWN_LIMBS);
	text_format(p->out, "#if !defined(__GNUC__) || defined(__TINYC__)\n#define %s 1\n", macro);
	c_put_registers(p, "#elif", macro, true);
}

void c_put_limb_types(struct Printer *p)
{
	bool used[LIMB_LANES_MOST + 1] = { false }, any = false;
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		for (int k = bodies(p); k-- > 0;)
			any = used[p->function->limbs[k].lanes.width] = true;
	}
	if (!any)
		return;
	text_put(
		p->out,
		"/* Limbs of the same structure are computed together, one in each lane: q_7_10 is q[7] and q[10], and own1 has\n"
		" * a number of each limb. The results are identical to those without lanes. */\n");
	put_machines(p);
	text_format(p->out, "#if %s > 1\n", c_own(p, OWN_LIMBS));
	for (int width = 0; width <= LIMB_LANES_MOST; width++)
		if (used[width])
			put_type(p, width);
	c_put_later_sincos_functions(p);
	text_format(p->out, "#endif /* %s */\n\n", c_own(p, OWN_LIMBS));
}

/* --- bodies --- */

struct Bodies c_bodies(const struct Printer *p)
{
	struct Bodies all = { .count = bodies(p) };
	for (int i = 0; i < all.count; i++)
		all.item[i] = printer_of(p, i);
	all.item[all.count++] = *p;
	for (int i = 0; i < all.count; i++)
		c_take_stages(&all.item[i]);
	all.wide = c_dispatched_body(p, &all);
	for (int i = 0; i < all.count && all.wide >= 0; i++) {
		all.item[i].wide = i == all.wide;
		all.item[i].chooses = i == all.wide + 1; /* the next narrower, of SSE2 */
	}
	return all;
}

/* Preprocessor condition of a body with limb lanes. */
static const char *condition(const struct Printer *p)
{
	/* lanes set by the request are used on every machine with vectors */
	bool any = p->job->request->limb_lanes != LIMB_LANES_AUTO && !calls_fma(p, p->limbs->width);
	const char *chosen = p->wide ? text_print(p->arena, " || %s", c_own(p, OWN_DISPATCH)) : "";
	return text_print(p->arena, "%s > %d%s", c_own(p, OWN_LIMBS), any ? 1 : p->limbs->width - 1, chosen);
}

/* Bodies `first` to `end` - 1, of which a machine takes one. */
static void put_chain(struct Bodies *bodies, int first, int end, void (*put)(struct Printer *p))
{
	const struct Printer *numbers = &bodies->item[bodies->count - 1];
	for (int i = first; i < end; i++) {
		struct Printer *p = &bodies->item[i];
		if (p != numbers)
			text_format(p->out, "#%s %s\n", i > first ? "elif" : "if", condition(p));
		else
			text_put(p->out, i > first ? "#else\n" : "");
		put(p);
	}
	if (bodies->item[first].limbs)
		text_format(numbers->out, "#endif /* %s */\n", c_own(numbers, OWN_LIMBS));
}

static void put_nothing(struct Printer *p)
{
	(void)p;
}

void c_each_body(struct Bodies *bodies, void (*head)(struct Printer *p), void (*put)(struct Printer *p))
{
	struct Printer *numbers = &bodies->item[bodies->count - 1];
	const char *macro = c_own(numbers, OWN_LIMBS);
	if (bodies->wide < 0) {
		(head ? head : put_nothing)(numbers);
		put_chain(bodies, 0, bodies->count, put);
		return;
	}
	struct Printer *wide = &bodies->item[bodies->wide];
	int narrower = wide->limbs->width - 1;
	if (head) {
		text_format(numbers->out, "#if %s > %d\n", macro, narrower);
		head(numbers);
		text_format(numbers->out, "#elif %s\n", c_own(numbers, OWN_DISPATCH));
		head(wide);
		text_put(numbers->out, "#endif\n");
	}
	put_chain(bodies, 0, bodies->wide + 1, put);
	text_format(numbers->out, "%s#if %s <= %d\n", head ? "\n" : "", macro, narrower);
	(head ? head : put_nothing)(numbers);
	put_chain(bodies, bodies->wide + 1, bodies->count, put);
	text_format(numbers->out, "#endif /* %s <= %d */\n", macro, narrower);
}
