/* An element becomes a <frame> where it stands: <attach> with copies of what it attaches, <replicate> with a <frame>
 * for each replica. Elements are taken in the order of the file, so a replica has all that was attached in it. */
#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

/* Elements that may be copied in all: far beyond any model. */
enum { MOST_COPIES = 200000 };

struct MjExpander {
	struct Mjcf *m;
	struct MjDocument *document;
	struct MjNames *names;
};

bool mj_attaches(const struct MjDocument *document, const char *name)
{
	for (const struct XmlElement *w = xml_child(document->root, "worldbody"); w; w = xml_next(w))
		for (const struct XmlElement *e = w; e; e = xml_walk(e, w))
			if (xml_is(e, name))
				return true;
	return false;
}

static struct XmlNaming naming_of(const struct Mjcf *m, const char *prefix, const char *suffix)
{
	return (struct XmlNaming){ .prefix = prefix,
		                   .suffix = suffix,
		                   .attributes =
		                           "name body1 body2 body site1 site2 site refsite slidersite cranksite "
		                           "sidesite geom joint1 joint2 joint jointinparent tendon1 tendon2 tendon",
		                   .kept = "world",
		                   .left = MOST_COPIES - m->copied };
}

static void too_many(struct MjExpander *x, const struct XmlElement *element)
{
	diag(x->m->diags, CHECK_NOT_EXPANDED, element->span, "<attach> and <replicate> make more than %d elements",
	     MOST_COPIES);
}

/* Copies an element into a frame. False: there are too many. */
static bool copy_into(struct MjExpander *x, struct XmlElement *frame, struct XmlNaming *naming,
                      struct XmlElement *element)
{
	struct XmlElement *copy = xml_copy(x->m->arena, naming, element);
	x->m->copied = MOST_COPIES - naming->left;
	if (!copy)
		return false;
	xml_append(frame, copy);
	mj_names_add(x->names, copy);
	return true;
}

/* The element becomes an empty <frame>, with one attribute or none. */
static void become_frame(struct MjExpander *x, struct XmlElement *element, struct Span span, const char *childclass)
{
	element->name = "frame";
	element->span = span;
	element->first = element->last = NULL;
	element->attributes = 0;
	if (childclass)
		xml_set(x->m->arena, element, "childclass", childclass);
}

/* --- <replicate> --- */

static const char *numbers_text(struct Mjcf *m, const double v[3])
{
	struct Text text = text_new(m->arena);
	for (int i = 0; i < 3; i++) {
		const struct Figure f = figure_of(m->arena, m->own->root->span, made_tidy(m->arena, v[i]));
		text_format(&text, "%s%s%s", i ? " " : "", f.negative ? "-" : "", f.digits);
	}
	return text_string(&text);
}

/* The place of replica i: a shift, and i times the angles. *shift moves on, by `offset` in the axes of the replica. */
static struct XmlElement *replica(struct Mjcf *m, const struct XmlElement *replicate, int i, const double offset[3],
                                  const double euler[3], double shift[3])
{
	struct XmlElement *frame = xml_new(m->arena, "frame", replicate->span);
	const struct MjElement e = { .element = frame };
	struct Pose turn = pose_identity;
	struct Arguments unused = { 0 };
	double angle[3], step[3];
	for (int k = 0; k < 3; k++)
		angle[k] = i * euler[k];
	if (shift[0] != 0 || shift[1] != 0 || shift[2] != 0)
		xml_set(m->arena, frame, "pos", numbers_text(m, shift));
	if (angle[0] != 0 || angle[1] != 0 || angle[2] != 0)
		xml_set(m->arena, frame, "euler", numbers_text(m, angle));
	mj_turn(m, &e, turn.R, &unused);
	pose_turn(&turn, offset, step);
	for (int k = 0; k < 3; k++)
		shift[k] += step[k];
	return frame;
}

/* The number of replicas; 0 after a diagnostic. */
static int read_count(struct Mjcf *m, const struct MjElement *e)
{
	struct Figure count;
	if (!mj_value(e, "count").text)
		diag(m->diags, CHECK_MISSING_PART, e->element->span, "this <replicate> has no count=\"...\"");
	if (!mj_exactly(m, e, "count", 1, &count))
		return 0;
	if (count.value >= 1 && count.value <= MOST_COPIES && count.value == (int)count.value)
		return (int)count.value;
	diag(m->diags, CHECK_KIND, count.span, "`count` is a whole number from 1 to %d", MOST_COPIES);
	return 0;
}

/* SEPARATOR and the number, with as many digits as the count. */
static const char *suffix_of(struct Mjcf *m, const struct MjElement *e, int i, int count)
{
	const char *separator = mj_value(e, "sep").text;
	int width = (int)strlen(text_print(m->arena, "%d", count));
	return text_print(m->arena, "%s%0*d", separator ? separator : "", width, i);
}

/* Adds one replica of a list of elements, with all that refers to them. */
static bool add_replica(struct MjExpander *x, struct XmlElement *frame, struct XmlNaming *naming,
                        struct XmlElement *first, const struct MjReferring *referring)
{
	for (struct XmlElement *e = first; e; e = e->next)
		if (!copy_into(x, frame, naming, e))
			return false;
	return mj_referring_copy(x->names, referring, naming);
}

/* A body around a <replicate> gets neither joints nor an <inertial> of its replicas. */
static void check_replicated(struct MjExpander *x, const struct XmlElement *replicate)
{
	for (struct XmlElement *e = replicate->first; e;) {
		bool joint = xml_is(e, "joint") || xml_is(e, "freejoint"), inertial = xml_is(e, "inertial");
		if (joint)
			diag(x->m->diags, CHECK_MISPLACED, e->span, "a <replicate> has joints in its bodies only");
		if (inertial)
			losses_add(&x->m->losses, LOSS_INERTIAL_REPLICA, e->span, NULL);
		if (joint || inertial)
			become_frame(x, e, e->span, NULL);
		e = xml_is(e, "body") ? xml_after(e, replicate) : xml_walk(e, replicate);
	}
}

/* Three numbers, or 0. */
static void read_three(struct Mjcf *m, const struct MjElement *e, const char *name, double v[3])
{
	struct Figure f[3];
	bool given = mj_exactly(m, e, name, 3, f);
	for (int i = 0; i < 3; i++)
		v[i] = given ? f[i].value : 0;
}

/* Fills a frame with one frame for each replica of the elements of `given`. */
static void add_replicas(struct MjExpander *x, struct XmlElement *into, const struct XmlElement *given)
{
	struct Mjcf *m = x->m;
	const struct MjElement e = { .element = given };
	const struct MjReferring referring = mj_referring(m, x->document);
	const int count = read_count(m, &e);
	double offset[3], euler[3], shift[3] = { 0 };
	read_three(m, &e, "offset", offset);
	read_three(m, &e, "euler", euler);
	for (int i = 0; i < count; i++) {
		struct XmlElement *frame = replica(m, given, i, offset, euler, shift);
		struct XmlNaming naming = naming_of(m, "", suffix_of(m, &e, i, count));
		xml_append(into, frame);
		if (!add_replica(x, frame, &naming, given->first, &referring)) {
			too_many(x, given);
			return;
		}
		if (i == 0)
			mj_keys_follow(x->document);
	}
}

static void replicate(struct MjExpander *x, struct XmlElement *element)
{
	check_replicated(x, element);
	const struct XmlElement given = *element;
	losses_check_attributes(&x->m->losses, &given);
	become_frame(x, element, given.span, xml_attribute(&given, "childclass").text);
	for (struct XmlElement *child = given.first; child; child = child->next)
		mj_names_remove(x->names, child);
	add_replicas(x, element, &given);
	for (struct XmlElement *child = given.first; child; child = child->next)
		xml_forget_copies(child);
	mj_referring_prune(x->names);
}

/* --- <attach> --- */

/* What an <attach> takes: a body or frame of a file, or all that its world has. */
struct MjTaken {
	struct MjDocument *from;
	struct XmlElement *element; /* NULL: the world */
	const char *prefix;
};

static struct MjDocument *find_model(struct MjExpander *x, struct XmlValue name)
{
	for (size_t i = 0; i < x->document->asset.count; i++) {
		struct MjDocument *model = x->document->asset.item[i];
		if (model->name && strcmp(model->name, name.text) == 0)
			return model;
	}
	if (x->document->partly)
		return NULL;
	struct Diag *d =
		diag(x->m->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no model '%s' in <asset>", name.text);
	struct Nearest nearest = diags_nearest(x->m->diags, name.text);
	for (size_t i = 0; i < x->document->asset.count; i++)
		nearest_try(&nearest, x->document->asset.item[i]->name);
	diag_nearest(x->m->diags, d, &nearest);
	return NULL;
}

static struct XmlElement *find_in(const struct MjDocument *document, const char *kind, const char *name)
{
	for (struct XmlElement *w = xml_child(document->root, "worldbody"); w; w = xml_next(w))
		for (struct XmlElement *e = w->first; e; e = xml_walk(e, w)) {
			const char *own = xml_is(e, kind) ? xml_attribute(e, "name").text : NULL;
			if (own && strcmp(own, name) == 0)
				return e;
		}
	return NULL;
}

/* The body or frame that is attached, if one is named. False after a diagnostic. */
static bool find_element(struct MjExpander *x, const struct XmlElement *attach, struct MjTaken *taken)
{
	struct XmlValue body = xml_attribute(attach, "body"), frame = xml_attribute(attach, "frame");
	const char *kind = body.text ? "body" : "frame";
	struct XmlValue name = body.text ? body : frame;
	if (!name.text)
		return true;
	taken->element = taken->from == x->document ? mj_names_find(x->names, kind, name.text)
	                                            : find_in(taken->from, kind, name.text);
	if (!taken->element)
		diag(x->m->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no %s '%s'%s", kind, name.text,
		     taken->from == x->document ? " before this <attach>" : " in the model to attach");
	return taken->element != NULL;
}

static bool find_taken(struct MjExpander *x, const struct XmlElement *attach, struct MjTaken *taken)
{
	struct XmlValue model = xml_attribute(attach, "model"), prefix = xml_attribute(attach, "prefix");
	bool part = xml_attribute(attach, "body").text || xml_attribute(attach, "frame").text;
	const char *missing = !prefix.text ? "prefix" : !model.text && !part ? "model" : NULL;
	if (missing) {
		diag(x->m->diags, CHECK_MISSING_PART, attach->span, "this <attach> has no %s=\"...\"", missing);
		return false;
	}
	*taken = (struct MjTaken){ .from = model.text ? find_model(x, model) : x->document, .prefix = prefix.text };
	return taken->from && find_element(x, attach, taken);
}

/* Elements inside of each other, from this one inward. */
static int height_of(const struct XmlElement *element)
{
	int depth = 1, most = 1;
	for (const struct XmlElement *e = element; e;) {
		most = depth > most ? depth : most;
		if (e->first) {
			e = e->first;
			depth++;
			continue;
		}
		for (; e != element && !e->next; e = e->parent)
			depth--;
		e = e == element ? NULL : e->next;
	}
	return most;
}

/* Elements around an element; *in: is `other` one of them? */
static int depth_of(const struct XmlElement *element, const struct XmlElement *other, bool *in)
{
	int depth = 0;
	*in = false;
	for (const struct XmlElement *e = element; e; e = e->parent) {
		*in |= e == other;
		depth++;
	}
	return depth;
}

static bool may_attach(struct MjExpander *x, const struct XmlElement *attach, const struct MjTaken *taken)
{
	bool in;
	int depth = depth_of(attach, taken->element, &in);
	int height = height_of(taken->element ? taken->element : taken->from->root);
	if (in && taken->element)
		diag(x->m->diags, CHECK_MISPLACED, attach->span, "an element cannot be attached in itself");
	else if (depth + height > XML_DEEPEST)
		diag(x->m->diags, CHECK_TOO_DEEP, attach->span, "elements are nested more than %d deep", XML_DEEPEST);
	else
		return true;
	return false;
}

/* Adds copies of all that is attached, and of all that refers to it. */
static bool add_taken(struct MjExpander *x, struct XmlElement *frame, const struct MjTaken *taken)
{
	const struct MjReferring referring = mj_referring(x->m, taken->from);
	struct XmlNaming naming = naming_of(x->m, taken->prefix, "");
	bool good = !taken->element || copy_into(x, frame, &naming, taken->element);
	struct XmlElement *world = taken->element ? NULL : xml_first_in(taken->from->root, "worldbody");
	for (struct XmlElement *e = world; e && good; e = xml_next_in(e))
		good = copy_into(x, frame, &naming, e);
	good = good && mj_referring_copy(x->names, &referring, &naming);
	if (good && taken->from != x->document)
		mj_keys_copy(x->names, taken->from, &naming);
	x->m->copied = MOST_COPIES - naming.left;
	return good;
}

static void attach(struct MjExpander *x, struct XmlElement *element)
{
	const struct XmlElement given = *element;
	struct MjTaken taken;
	losses_check_attributes(&x->m->losses, &given);
	bool good = find_taken(x, &given, &taken) && may_attach(x, &given, &taken);
	if (!good) {
		x->document->lacking = true;
		become_frame(x, element, given.span, NULL);
		return;
	}
	struct XmlElement *root = taken.from->root, *top = taken.element ? taken.element : root;
	become_frame(x, element, top->span, taken.element ? mj_class_around(taken.element) : "main");
	if (!add_taken(x, element, &taken))
		too_many(x, &given);
	taken.from->used = true;
	xml_forget_copies(top);
}

/* --- the walk --- */

/* An element is complete. */
static void leave(struct MjExpander *x, struct XmlElement *element)
{
	if (xml_is(element, "attach"))
		attach(x, element);
	else if (xml_is(element, "replicate"))
		replicate(x, element);
}

static void expand(struct MjExpander *x, struct XmlElement *world)
{
	struct XmlElement *e = world->first;
	while (e) {
		mj_names_add_one(x->names, e);
		if (e->first) {
			e = e->first;
			continue;
		}
		leave(x, e);
		while (e != world && !e->next) {
			e = e->parent;
			leave(x, e);
		}
		e = e == world ? NULL : e->next;
	}
}

void mj_attach_all(struct Mjcf *m, struct MjDocument *document)
{
	if (!mj_attaches(document, "attach") && !mj_attaches(document, "replicate"))
		return;
	struct MjExpander x = { m, document, mj_names_new(m, document) };
	for (struct XmlElement *e = xml_first_in(document->root, "tendon"); e; e = xml_next_in(e))
		mj_names_add(x.names, e);
	for (struct XmlElement *w = xml_child(document->root, "worldbody"); w; w = xml_next(w))
		expand(&x, w);
}
