#include "stages.h"

#include <stddef.h>
#include <string.h>

/* Groups of geoms: 0 to 5. */
enum { LAST_GROUP = 5 };

static void read_euler_order(struct Mjcf *m, const struct MjElement *e, struct MjCompiler *c)
{
	struct XmlValue value = mj_value(e, "eulerseq");
	if (!value.text)
		return;
	if (strlen(value.text) == 3 && strspn(value.text, "xyzXYZ") == 3)
		c->euler = value.text;
	else
		diag(m->diags, CHECK_UNKNOWN_WORD, value.span, "eulerseq has three letters of x, y, z, X, Y and Z");
}

static void read_groups(struct Mjcf *m, const struct MjElement *e, struct MjCompiler *c)
{
	struct Figure group[2];
	if (!mj_exactly(m, e, "inertiagrouprange", 2, group))
		return;
	for (int i = 0; i < 2; i++)
		c->group[i] = group[i].value;
}

/* The folder of meshes: meshdir, else assetdir; with a slash at its end. */
static void read_folder(struct Mjcf *m, const struct MjElement *e, struct MjCompiler *c)
{
	struct XmlValue folder = mj_value(e, "meshdir");
	if (!folder.text)
		folder = mj_value(e, "assetdir");
	if (!folder.text || !*folder.text)
		return;
	size_t length = strlen(folder.text);
	c->meshes = folder.text[length - 1] == '/' ? folder.text : text_print(m->arena, "%s/", folder.text);
}

static void read_compiler(struct Mjcf *m, const struct XmlElement *element, struct MjCompiler *s)
{
	static const char *const angle[] = { "radian", "degree", NULL },
				 *const coordinate[] = { "local", "global", NULL },
				 *const from_geom[] = { "false", "true", "auto", NULL };
	const struct MjElement e = { .element = element };
	s->degrees = mj_word(m, &e, "angle", angle, s->degrees);
	s->autolimits = mj_true(m, &e, "autolimits", s->autolimits);
	s->balance = mj_true(m, &e, "balanceinertia", s->balance);
	s->align = mj_true(m, &e, "alignfree", s->align);
	s->from_geom = (enum MjInertiaFromGeom)mj_word(m, &e, "inertiafromgeom", from_geom, (int)s->from_geom);
	s->least_mass = mj_number(m, &e, "boundmass", s->least_mass);
	s->least_moment = mj_number(m, &e, "boundinertia", s->least_moment);
	s->strip = mj_true(m, &e, "strippath", s->strip);
	read_euler_order(m, &e, s);
	read_groups(m, &e, s);
	read_folder(m, &e, s);
	if (mj_word(m, &e, "coordinate", coordinate, 0) == 1)
		diag(m->diags, CHECK_UNKNOWN_WORD, mj_value(&e, "coordinate").span,
		     "global coordinates are no longer in MJCF; MuJoCo 2.3.3 and older convert them");
	losses_check_attributes(&m->losses, element);
	mj_check_inside(m, element);
}

/* Does the option have forces of air or water? */
static bool has_fluid(struct Mjcf *m, const struct MjElement *e)
{
	return mj_number(m, e, "density", 0) > 0 || mj_number(m, e, "viscosity", 0) > 0; /* `wind` alone has none */
}

/* Disabled flags. The last flag of each name counts. */
struct Flags {
	bool gravity, constraint, equality, frictionloss, limit, passive, spring, damper, actuation;
	struct Span fluid; /* an option with forces of air or water */
	bool flows;
};

static void read_flag(struct Mjcf *m, const struct XmlElement *flag, struct Flags *flags)
{
	static const char *const words[] = { "disable", "enable", NULL };
	const struct MjElement e = { .element = flag };
	const struct {
		const char *name;
		bool *disabled;
	} rows[] = { { "gravity", &flags->gravity },    { "constraint", &flags->constraint },
		     { "equality", &flags->equality },  { "frictionloss", &flags->frictionloss },
		     { "limit", &flags->limit },        { "passive", &flags->passive },
		     { "spring", &flags->spring },      { "damper", &flags->damper },
		     { "actuation", &flags->actuation } };
	losses_check_attributes(&m->losses, flag);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		*rows[i].disabled = !mj_word(m, &e, rows[i].name, words, !*rows[i].disabled);
}

static void read_option(struct Mjcf *m, const struct XmlElement *element, struct Flags *flags)
{
	const struct MjElement e = { .element = element };
	struct XmlValue gravity = mj_value(&e, "gravity");
	if (gravity.text)
		m->settings.gravity = gravity;
	if (has_fluid(m, &e) && !flags->flows) {
		flags->flows = true;
		flags->fluid = element->span;
	}
	struct Figure group[MJ_GROUPS];
	for (int i = mj_numbers(m, &e, "actuatorgroupdisable", MJ_GROUPS, group); i-- > 0;)
		if (i < MJ_GROUPS && group[i].value >= 0 && group[i].value < MJ_GROUPS)
			m->settings.idle_groups |= (uint32_t)1 << (int)group[i].value;
	losses_check_attributes(&m->losses, element);
	for (const struct XmlElement *flag = element->first; flag; flag = flag->next)
		if (mj_known(m, flag))
			read_flag(m, flag, flags);
}

/* MuJoCo has no passive force if neither springs nor dampers are enabled. */
static void apply_flags(struct Mjcf *m, const struct Flags *flags)
{
	struct MjDisabled *no = &m->settings.no;
	no->gravity = flags->gravity;
	no->equality = flags->constraint || flags->equality;
	no->friction = flags->constraint || flags->frictionloss;
	no->limits = flags->constraint || flags->limit;
	no->passive = flags->passive || (flags->spring && flags->damper);
	no->springs = no->passive || flags->spring;
	no->dampers = no->passive || flags->damper;
	no->actuation = flags->actuation;
	if (flags->flows && !no->passive)
		losses_add(&m->losses, LOSS_FLUID, flags->fluid, NULL);
}

void mj_compiler_read(struct Mjcf *m, struct MjDocument *document)
{
	document->compiler = (struct MjCompiler){ .degrees = true,
		                                  .autolimits = true,
		                                  .from_geom = FROM_GEOM_AUTO,
		                                  .euler = "xyz",
		                                  .group = { 0, LAST_GROUP },
		                                  .meshes = "" };
	for (const struct XmlElement *e = xml_child(document->root, "compiler"); e; e = xml_next(e))
		read_compiler(m, e, &document->compiler);
}

void mj_gravity(struct Mjcf *m, struct XmlValue value, double g[3])
{
	static const double usual[3] = { 0, 0, -9.81 };
	struct Figure f[3];
	bool given = value.text && figures_read(m->diags, &value, 3, f) == 3;
	for (int i = 0; i < 3; i++)
		g[i] = given ? f[i].value : usual[i];
}

static void add_flags(struct Flags *to, const struct Flags *from)
{
	to->gravity |= from->gravity;
	to->constraint |= from->constraint;
	to->equality |= from->equality;
	to->frictionloss |= from->frictionloss;
	to->limit |= from->limit;
	to->passive |= from->passive;
	to->spring |= from->spring;
	to->damper |= from->damper;
	to->actuation |= from->actuation;
}

/* The <option> of an attached model counts with <compiler conflict="merge"> alone: its flags, and its gravity if the
 * file has none. */
static void read_attached(struct Mjcf *m, const struct MjDocument *document, struct Flags *flags)
{
	const struct XmlValue own = m->settings.gravity;
	struct Flags its = { .gravity = false };
	struct XmlValue gravity;
	double a[3], b[3];
	m->settings.gravity = (struct XmlValue){ .text = NULL };
	for (const struct XmlElement *e = xml_child(document->root, "option"); e; e = xml_next(e))
		read_option(m, e, &its);
	gravity = m->settings.gravity;
	m->settings.gravity = own;
	mj_gravity(m, own, a);
	mj_gravity(m, gravity, b);
	struct Flags both = *flags;
	add_flags(&both, &its);
	bool differs = gravity.text && memcmp(a, b, sizeof a) != 0;
	if (m->settings.merges) {
		m->settings.gravity = own.text ? own : gravity;
		add_flags(flags, &its);
	} else if (differs || memcmp(&both, flags, offsetof(struct Flags, fluid)) != 0) {
		losses_add(&m->losses, LOSS_OPTION, document->root->span, document->name);
	}
}

/* What one <compiler> says of the whole model. */
static void read_whole(struct Mjcf *m, const struct XmlElement *element)
{
	enum { MERGE = 1 };
	static const char *const conflict[] = { "warning", "merge", "error", NULL };
	const struct MjElement e = { .element = element };
	m->settings.fuse = mj_true(m, &e, "fusestatic", m->settings.fuse);
	m->settings.total = mj_number(m, &e, "settotalmass", m->settings.total);
	m->settings.merges = mj_word(m, &e, "conflict", conflict, m->settings.merges) == MERGE;
}

void mj_settings_read(struct Mjcf *m)
{
	struct Flags flags = { .gravity = false };
	m->settings = (struct MjSettings){ .total = -1 };
	for (const struct XmlElement *section = m->root->first; section; section = section->next) {
		if (xml_is(section, "compiler"))
			read_whole(m, section);
		else if (xml_is(section, "option"))
			read_option(m, section, &flags);
	}
	for (size_t i = 0; i < m->document.count; i++)
		if (m->document.item[i]->used && m->document.item[i] != m->own)
			read_attached(m, m->document.item[i], &flags);
	apply_flags(m, &flags);
}
