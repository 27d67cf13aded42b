#include "compare.h"

#include <math.h>
#include <string.h>

#include "cli/text_json.h"
#include "model/body.h"
#include "model/joint.h"

enum { LINES_MOST = 20, NAMES_MOST = 12 };

static const struct Side *side_of(const struct CompareReport *report, int which)
{
	return which ? report->pairs->b : report->pairs->a;
}

static size_t count_differing(const struct CompareReport *report)
{
	size_t count = 0;
	while (count < report->found->list.count && report->found->list.item[count].relative > report->tolerance)
		count++;
	return count;
}

/* --- the table --- */

static const char *title_of(struct Arena *arena, const struct CompareReport *report, const struct Difference *d)
{
	const char *other = pairs_other_name(report->pairs, d->name);
	if (!*d->name)
		return compared_name[d->of];
	if (strcmp(other, d->name) == 0)
		return text_print(arena, "%s of '%s'", compared_name[d->of], text_shown(arena, d->name));
	return text_print(arena, "%s of '%s' = '%s'", compared_name[d->of], text_shown(arena, d->name),
	                  text_shown(arena, other));
}

static void put_place(struct Text *out, const struct FilePlace *place)
{
	if (place->file)
		text_format(out, "%s:%u", text_shown(out->arena, place->file), place->line);
	else
		text_put(out, "default");
	if (place->use)
		text_format(out, ", for %s:%u", text_shown(out->arena, place->use), place->use_line);
}

static void put_difference(struct Text *out, const struct CompareReport *report, const struct Difference *d)
{
	text_format(out, "%-10.3g  %s\n", d->relative, title_of(out->arena, report, d));
	for (int which = 0; which < 2; which++) {
		text_format(out, "%12s%s", "", d->value[which]);
		text_put(out, *d->value[which] ? "  " : "");
		put_place(out, &d->where[which]);
		text_char(out, '\n');
	}
}

static void put_differences(struct Text *out, const struct CompareReport *report)
{
	const size_t count = count_differing(report), shown = count > LINES_MOST ? LINES_MOST : count;
	if (!count)
		return;
	text_put(out, "\ndifference  of; value and place in both models\n");
	for (size_t i = 0; i < shown; i++)
		put_difference(out, report, &report->found->list.item[i]);
	if (count > shown)
		text_format(out, "and %zu smaller ones; --json has all\n", count - shown);
}

/* only in arm.urdf: body 'a', frame 'b' and 3 more */
static void put_list(struct Text *out, const char *path, const struct LonelyList *only, enum OnlyList list)
{
	size_t told = 0;
	for (size_t i = 0; i < only->count; i++) {
		const struct Lonely *one = &only->item[i];
		if (one->list != list || told++ >= NAMES_MOST)
			continue;
		text_put(out, told > 1 ? ", " : text_print(out->arena, "only in %s: ", path));
		text_format(out, "%s '%s'", one->what, text_shown(out->arena, one->name));
	}
	if (told > NAMES_MOST)
		text_format(out, " and %zu more", told - NAMES_MOST);
	text_put(out, told ? "\n" : "");
}

/* only in arm.urdf: joint 'elbow' (arm.urdf:12) */
static void put_only(struct Text *out, const struct CompareReport *report, int which)
{
	const struct LonelyList *only = &report->found->only[which];
	const char *path = text_shown(out->arena, side_of(report, which)->path);
	for (size_t i = 0; i < only->count; i++) {
		const struct Lonely *one = &only->item[i];
		if (one->list != ONLY_ITSELF)
			continue;
		text_format(out, "only in %s: %s '%s' (", path, one->what, text_shown(out->arena, one->name));
		put_place(out, &one->where);
		text_put(out, ")\n");
	}
	for (enum OnlyList list = ONLY_SITES; list < ONLY_LISTS; list++)
		put_list(out, path, only, list);
}

static void put_turned(struct Text *out, const struct CompareReport *report)
{
	const struct Pairs *pairs = report->pairs;
	for (int i = 0; i < pairs->a->bodies; i++) {
		if (!pairs->turned[i])
			continue;
		text_format(out, "axis turned round: joint '%s' has q in %s and -q in %s (",
		            text_shown(out->arena, pairs->a->joint[i].name), text_shown(out->arena, pairs->a->path),
		            text_shown(out->arena, pairs->b->path));
		put_place(out, &pairs->a->joint[i].where);
		text_put(out, ", ");
		put_place(out, &pairs->b->joint[pairs->joint[i]].where);
		text_put(out, ")\n");
	}
}

/* Unit of coordinate k of a joint: rad if it turns, else m. */
static const char *unit_of(const struct Side *side, int body, int k)
{
	return kind_slides(side->m->body[body].joint->kind, k) ? "m" : "rad";
}

/* "elbow", or of a joint with several coordinates "drive.x" */
static const char *coordinate_name(struct Arena *arena, const struct Side *side, int body, int k)
{
	const struct SideJoint *joint = &side->joint[body];
	const char *name = text_shown(arena, joint->name);
	return joint->nq == 1 ? name : text_print(arena, "%s.%s", name, side->m->body[body].joint->kind->q[k].name);
}

/* shifted coordinate: 'elbow' in b.sdf is that in a.rig minus 0.35 rad (place). About the opposite axis it is minus
 * that, plus 0.35 rad. */
static void put_shift(struct Text *out, const struct CompareReport *report, int body, int k)
{
	const struct Pairs *pairs = report->pairs;
	const bool turned = pairs->turned[body];
	const double added = turned ? pairs->shift[body][k] : -pairs->shift[body][k];
	text_format(out, "shifted coordinate: '%s' in %s is %sthat in %s %s %.6g %s (",
	            coordinate_name(out->arena, pairs->a, body, k), text_shown(out->arena, pairs->b->path),
	            turned ? "minus " : "", text_shown(out->arena, pairs->a->path), added > 0 ? "plus" : "minus",
	            fabs(added), unit_of(pairs->a, body, k));
	put_place(out, &pairs->a->joint[body].where);
	text_put(out, ")\n");
}

static void put_shifted(struct Text *out, const struct CompareReport *report)
{
	const struct Pairs *pairs = report->pairs;
	for (int i = 0; i < pairs->a->bodies; i++) {
		for (int k = 0; k < JOINT_Q; k++)
			if (pairs->shift[i][k] != 0)
				put_shift(out, report, i, k);
		if (!pairs->moved[i])
			continue;
		text_format(
			out,
			"shifted coordinates: free joint '%s' counts from other frames of the world in %s and in %s (",
			text_shown(out->arena, pairs->a->joint[i].name), text_shown(out->arena, pairs->a->path),
			text_shown(out->arena, pairs->b->path));
		put_place(out, &pairs->a->joint[i].where);
		text_put(out, ")\n");
	}
}

/* Has the joint of a body of the first model a partner of another name, because both carry the same body? */
static bool is_renamed(const struct Pairs *pairs, int body)
{
	const int other = pairs->joint[body];
	const char *name = pairs->a->joint[body].name;
	return other >= 0 && strcmp(pairs_other_name(pairs, name), pairs->b->joint[other].name) != 0;
}

/* other names of joints of the same bodies: 'boom' is 'boom_joint', ... */
static void put_renamed(struct Text *out, const struct CompareReport *report)
{
	const struct Pairs *pairs = report->pairs;
	int told = 0;
	for (int i = 0; i < pairs->a->bodies; i++) {
		if (!is_renamed(pairs, i) || told++ >= NAMES_MOST)
			continue;
		text_format(out, "%s '%s' is '%s'", told > 1 ? "," : "other names of joints of the same bodies:",
		            text_shown(out->arena, pairs->a->joint[i].name),
		            text_shown(out->arena, pairs->b->joint[pairs->joint[i]].name));
	}
	if (told > NAMES_MOST)
		text_format(out, " and %d more", told - NAMES_MOST);
	text_put(out, told ? "\n" : "");
}

/* not compared, WHY: J of 'pin', ... */
static void put_not_compared(struct Text *out, const struct IncomparableList *all, bool open, const char *why)
{
	size_t told = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct Incomparable *one = &all->item[i];
		if (one->open != open || told++ >= NAMES_MOST)
			continue;
		text_put(out, told > 1 ? "," : text_print(out->arena, "not compared, %s:", why));
		text_format(out, " %s of '%s'", compared_name[one->of], text_shown(out->arena, one->name));
	}
	if (told > NAMES_MOST)
		text_format(out, " and %zu more", told - NAMES_MOST);
	text_put(out, told ? "\n" : "");
}

/* What was not compared at every state, or at some. */
static void put_incomparable(struct Text *out, const struct CompareReport *report)
{
	const struct IncomparableList *all = &report->found->incomparable;
	const int partial = differences_partial(report->found);
	put_not_compared(out, all, false, "finite in neither model at any state");
	put_not_compared(out, all, true, "as loops were closed at no state");
	if (partial && !all->count)
		text_format(out,
		            "at %d of %d states some numbers are finite in neither model; they were not compared\n",
		            partial, COMPARE_STATES);
}

static void put_verdict(struct Text *out, const struct CompareReport *report)
{
	const struct Differences *found = report->found;
	const struct Difference *worst = found->list.count ? &found->list.item[0] : NULL;
	const bool all = !found->incomparable.count && !differences_partial(found);
	const char *models = all ? "the models agree" : "what was compared agrees";
	if (differences_matter(found, report->tolerance))
		text_put(out,
		         found->joints
		                 ? "the models differ\n"
		                 : "no joint has the same name in both models: --same elbow=joint_3 pairs two names\n");
	else if (worst->relative > 0)
		text_format(out, "%s within %g; largest difference %.2g, %s\n", models, report->tolerance,
		            worst->relative, title_of(out->arena, report, worst));
	else
		text_format(out, "%s exactly\n", models);
}

static const char *plural(int count)
{
	return count == 1 ? "" : "s";
}

/* Were loops closed at all states? */
static const char *states_word(const struct Pairs *pairs)
{
	bool all = true;
	for (int state = 0; state < COMPARE_STATES; state++)
		all &= pairs->a->closed[state] || pairs->b->closed[state];
	return all ? "random closed " : "random ";
}

const char *compare_text(struct Arena *arena, const struct CompareReport *report)
{
	const struct Differences *found = report->found;
	struct Text out = text_new(arena);
	text_format(&out, "%s and %s: %d joint%s, %d bod%s and %d frame%s of the same name; %d %sstates, seed %lu\n",
	            text_shown(arena, report->pairs->a->path), text_shown(arena, report->pairs->b->path), found->joints,
	            plural(found->joints), found->bodies, found->bodies == 1 ? "y" : "ies", found->frames,
	            plural(found->frames), COMPARE_STATES, states_word(report->pairs), report->seed);
	put_turned(&out, report);
	put_shifted(&out, report);
	put_renamed(&out, report);
	for (int which = 0; which < 2; which++)
		put_only(&out, report, which);
	put_differences(&out, report);
	put_incomparable(&out, report);
	put_verdict(&out, report);
	return text_string(&out);
}

/* --- JSON --- */

static json_t *place_json(const struct FilePlace *place)
{
	json_t *json = place->file ? json_pack("{s:o, s:i}", "file", text_json(place->file), "line", (int)place->line)
	                           : json_null();
	if (place->use)
		json_object_set_new(json, "use",
		                    json_pack("{s:o, s:i}", "file", text_json(place->use), "line",
		                              (int)place->use_line));
	return json;
}

static json_t *differences_json(const struct CompareReport *report)
{
	json_t *all = json_array();
	const size_t count = count_differing(report);
	for (size_t i = 0; i < count; i++) {
		const struct Difference *d = &report->found->list.item[i];
		json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:o, s:[o, o], s:[o, o]}", "quantity",
		                                     compared_name[d->of], "name", text_json(d->name), "other_name",
		                                     text_json(pairs_other_name(report->pairs, d->name)), "relative",
		                                     text_json_number(d->relative), "values", text_json(d->value[0]),
		                                     text_json(d->value[1]), "places", place_json(&d->where[0]),
		                                     place_json(&d->where[1])));
	}
	return all;
}

static json_t *incomparable_json(const struct IncomparableList *list)
{
	json_t *all = json_array();
	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(all, json_pack("{s:s, s:o}", "quantity", compared_name[list->item[i].of], "name",
		                                     text_json(list->item[i].name)));
	return all;
}

static json_t *only_json(const struct LonelyList *only)
{
	json_t *all = json_array();
	for (size_t i = 0; i < only->count; i++)
		json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:b}", "what", only->item[i].what, "name",
		                                     text_json(only->item[i].name), "place",
		                                     place_json(&only->item[i].where), "differs",
		                                     (int)only->item[i].differs));
	return all;
}

static json_t *turned_json(const struct Pairs *pairs)
{
	json_t *all = json_array();
	for (int i = 0; i < pairs->a->bodies; i++)
		if (pairs->turned[i])
			json_array_append_new(all, text_json(pairs->a->joint[i].name));
	return all;
}

static json_t *shifted_json(struct Arena *arena, const struct Pairs *pairs)
{
	json_t *all = json_array();
	for (int i = 0; i < pairs->a->bodies; i++) {
		for (int k = 0; k < JOINT_Q; k++)
			if (pairs->shift[i][k] != 0)
				json_array_append_new(all, json_pack("{s:o, s:f}", "coordinate",
				                                     text_json(coordinate_name(arena, pairs->a, i, k)),
				                                     "by", pairs->shift[i][k]));
		if (pairs->moved[i])
			json_array_append_new(all, json_pack("{s:o, s:n}", "coordinate",
			                                     text_json(pairs->a->joint[i].name), "by"));
	}
	return all;
}

static json_t *renamed_json(const struct Pairs *pairs)
{
	json_t *all = json_array();
	for (int i = 0; i < pairs->a->bodies; i++)
		if (is_renamed(pairs, i))
			json_array_append_new(all, json_pack("[o, o]", text_json(pairs->a->joint[i].name),
			                                     text_json(pairs->b->joint[pairs->joint[i]].name)));
	return all;
}

const char *compare_json(struct Arena *arena, const struct CompareReport *report)
{
	const struct Differences *found = report->found;
	text_json_memory(arena);
	json_t *all =
		json_pack("{s:[o, o], s:b, s:f, s:i, s:i, s:i, s:i, s:i, s:f, s:o, s:o, s:o, s:o, s:[o, o], s:o, s:i}",
	                  "models", text_json(report->pairs->a->path), text_json(report->pairs->b->path), "agree",
	                  (int)(!differences_matter(found, report->tolerance) && !found->incomparable.count),
	                  "tolerance", report->tolerance, "states", COMPARE_STATES, "seed", (int)report->seed, "joints",
	                  found->joints, "bodies", found->bodies, "frames", found->frames, "largest",
	                  found->list.count ? fmin(found->list.item[0].relative, 1e300) : 0.0, "turned",
	                  turned_json(report->pairs), "shifted", shifted_json(arena, report->pairs), "renamed",
	                  renamed_json(report->pairs), "differences", differences_json(report), "only",
	                  only_json(&found->only[0]), only_json(&found->only[1]), "not_compared",
	                  incomparable_json(&found->incomparable), "partial_states", differences_partial(found));
	return text_json_print(all, 0);
}
