#include "checks.h"

#include <math.h>

#include "grammar/formats/format.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/model.h"

/* Joints of one sort, and the body of the first. */
struct Doubted {
	size_t joints;
	const struct Body *first;
};

static void count(struct Doubted *doubted, const struct Body *body)
{
	if (doubted->joints++ == 0)
		doubted->first = body;
}

static bool are_shut(const struct Dag *dag, const struct Joint *joint)
{
	return dag_is_zero(dag, joint->lower) && dag_is_zero(dag, joint->upper);
}

/* Does a limit in radians look like degrees? Limits with other units are meant as written, and value_doubt_angle has
 * reported numbers without a unit. */
static bool are_wide(const struct Dag *dag, const struct Joint *joint)
{
	const double most = 50; /* rad: eight turns, and less than a turn in degrees */
	return !kind_slides(joint->kind, 0) && ((joint->lower_in_rad && fabs(dag_value(dag, joint->lower)) > most) ||
	                                        (joint->upper_in_rad && fabs(dag_value(dag, joint->upper)) > most));
}

/* Format of the file with the limits: an included file may have another one than the model. */
static const struct Format *format_of(const struct Diags *diags, const struct Ast *ast, const struct Doubted *doubted)
{
	uint32_t number = doubted->first->joint->limits_span.source;
	const struct Source *source = &diags->sources->item[number];
	return source->included ? format_of_source(source->name, source->text, source->length) : ast->format;
}

static struct Diag *tell(struct Diags *diags, enum Check check, const struct Doubted *doubted, const char *what)
{
	diags->within = doubted->first->within;
	struct Diag *d = diag(diags, check, doubted->first->joint->limits_span, "the limits of %zu joint%s are %s",
	                      doubted->joints, doubted->joints == 1 ? "" : "s", what);
	diags->within = NULL;
	return d;
}

void limits_doubt(struct Diags *diags, const struct Dag *dag, const struct Resolver *resolver, const struct Ast *ast)
{
	struct Doubted shut = { 0 }, wide = { 0 };
	for (size_t i = 0; i < resolver->count; i++) {
		const struct Body *body = resolver->item[i].body;
		if (!body || !body->joint->limited)
			continue;
		if (are_shut(dag, body->joint))
			count(&shut, body);
		else if (are_wide(dag, body->joint))
			count(&wide, body);
	}
	if (shut.joints)
		diag_help(diags,
		          tell(diags, CHECK_SHUT_LIMITS, &shut,
		               shut.joints == 1 ? "0 and 0: it cannot move" : "0 and 0: they cannot move"),
		          "%s", format_of(diags, ast, &shut)->shut);
	if (wide.joints)
		diag_help(diags, tell(diags, CHECK_WIDE_LIMITS, &wide, "beyond 50 rad"), "are they in degrees? %s",
		          format_of(diags, ast, &wide)->wide);
}
