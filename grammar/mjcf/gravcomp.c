/* `gravcomp` of bodies: each becomes a law, a force of -gravcomp m g at the centre of mass. MuJoCo counts it among the passive forces of
 * joints, and with `actuatorgravcomp` among those of a joint's actuators, which are not read here. */
#include "stages.h"

#include "grammar/import/made.h"

enum Bearer { BY_JOINTS = 1, BY_ACTUATORS = 2 };

/* Who bears a body's weight: joints from this body inward, their actuators, or both. */
static unsigned bearers(struct Mjcf *m, int body)
{
	unsigned found = 0;
	for (int b = body; b != WORLD; b = m->body.item[b].parent)
		for (int j = m->body.item[b].first_joint; j != NONE; j = m->joint.item[j].next) {
			const struct MjElement *e = &m->joint.item[j].e;
			found |= mj_true(m, e, "actuatorgravcomp", false) ? BY_ACTUATORS : BY_JOINTS;
		}
	return found;
}

static void add_law(struct Mjcf *m, const struct MjBody *body, double gravcomp, const double g[3])
{
	const struct Span span = body->e.element->span;
	const char *wanted = text_print(m->arena, "%s_gravcomp", body->name.text);
	const struct Ident name = { .text = made_free_name(m->diags, &m->motions, wanted, "_law"),
		                    .span = span,
		                    .quoted = true };
	struct Figure com[3];
	double F[3];
	for (int i = 0; i < 3; i++) {
		com[i] = figure_of(m->arena, span, body->mass.com[i]);
		F[i] = -body->mass.mass * gravcomp * g[i];
	}
	struct Stmt *wrench = made_force_at(m->diags, name, body->name, F, com);
	if (wrench)
		m->statements = statements_add(m->statements, wrench);
}

static double gravcomp_of(struct Mjcf *m, const struct MjBody *body)
{
	return mj_number(m, &body->e, "gravcomp", 0);
}

/* MuJoCo has such forces if one of them at least is against gravity. */
static bool any_holds(struct Mjcf *m)
{
	bool any = false;
	for (size_t i = 0; i < m->body.count; i++)
		any |= gravcomp_of(m, &m->body.item[i]) > 0;
	return any && !m->settings.no.passive && !m->settings.no.gravity;
}

void mj_gravcomps_add(struct Mjcf *m)
{
	double g[3];
	if (!any_holds(m))
		return;
	mj_gravity(m, m->settings.gravity, g);
	for (size_t i = 0; i < m->body.count; i++) {
		const struct MjBody *body = &m->body.item[i];
		double gravcomp = gravcomp_of(m, body);
		unsigned by = gravcomp != 0 && body->mass.mass > 0 ? bearers(m, (int)i) : 0;
		if (by == BY_JOINTS)
			add_law(m, body, gravcomp, g);
		else if (by & BY_JOINTS)
			losses_add(&m->losses, LOSS_GRAVCOMP, body->name.span, body->name.text);
	}
}
