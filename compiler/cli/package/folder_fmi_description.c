/* Values for modelDescription.xml and the documentation of a Functional Mock-up Unit. FMI 3.0 has arrays, FMI 2.0 a
 * variable for each of their elements. Value references are places in an instance. */
#include "folder_fmi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/number.h"
#include "base/version.h"
#include "cli/markup.h"
#include "model/body.h"
#include "model/joint.h"

/* A variable of the version that is written. */
struct Entry {
	const struct FmiVariable *variable;
	const char *name, *unit;
	int element, place, size; /* element -1: all of them */
};

struct Description {
	struct Folder *folder;
	const struct FmiVariables *variables;
	bool scalars; /* version 2 */
};

/* Unit of all elements; NULL: they differ, or have none. */
static const char *common_unit(const struct FmiVariable *variable)
{
	const char *unit = variable->element[0].unit;
	for (int k = 1; k < variable->size; k++)
		if (!unit || !variable->element[k].unit || strcmp(unit, variable->element[k].unit) != 0)
			return NULL;
	return unit;
}

/* Adds a text of the model, escaped. */
static void add_escaped(struct ValueNode *values, const char *name, const char *text)
{
	struct Text escaped = text_new(values->arena);
	markup_put(&escaped, text ? text : "");
	values_text(values, name, text_string(&escaped));
}

/* --- units --- */

/* Adds the exponents of "kg m^2" to those of kg, m, s and rad, times `sign`. False: an unknown unit. */
static bool add_exponents(const char *text, size_t length, int sign, int exponent[4])
{
	static const struct {
		const char *name;
		int exponent[4];
	} known[] = { { "kg", { 1, 0, 0, 0 } },  { "m", { 0, 1, 0, 0 } },  { "s", { 0, 0, 1, 0 } },
		      { "rad", { 0, 0, 0, 1 } }, { "N", { 1, 1, -2, 0 } }, { "J", { 1, 2, -2, 0 } },
		      { "W", { 1, 2, -3, 0 } },  { "1", { 0, 0, 0, 0 } } };
	enum { KNOWN = sizeof known / sizeof *known };
	for (const char *at = text, *end = text + length; at < end;) {
		size_t name = strcspn(at, " ^/()");
		char *after = (char *)at + name;
		int power = at[name] == '^' ? (int)strtol(at + name + 1, &after, 10) : 1, k = 0;
		while (k < KNOWN && (strlen(known[k].name) != name || memcmp(known[k].name, at, name) != 0))
			k++;
		if (k == KNOWN)
			return false;
		for (int i = 0; i < 4; i++)
			exponent[i] += sign * power * known[k].exponent[i];
		at = after + strspn(after, " ()");
	}
	return true;
}

/* All after a slash is below it. */
static void add_unit(const struct Description *d, const char *unit)
{
	static const char *const base[] = { "kg", "m", "s", "rad" };
	struct ValueNode *own = values_add(d->folder->values, "UNITS");
	const char *slash = strchr(unit, '/'), *below = slash ? slash + 1 + (slash[1] == '(') : "";
	int exponent[4] = { 0, 0, 0, 0 };
	const bool known = add_exponents(unit, slash ? (size_t)(slash - unit) : strlen(unit), 1, exponent) &&
	                   add_exponents(below, strlen(below), -1, exponent);
	add_escaped(own, "UNIT", unit);
	values_flag(own, "KNOWN", known);
	values_flag(own, "ANGLE", strcmp(unit, "rad") == 0);
	values_list(own, "EXPONENTS");
	for (int i = 0; i < 4; i++) {
		if (!exponent[i])
			continue;
		struct ValueNode *power = values_add(own, "EXPONENTS");
		values_text(power, "BASE", base[i]);
		values_format(power, "EXPONENT", "%d", exponent[i]);
	}
}

static void add_units(const struct Description *d)
{
	struct NameTable seen = names_new(d->folder->arena);
	for (size_t i = 0; i < d->variables->count; i++)
		for (int k = 0; k < d->variables->item[i].size; k++) {
			const char *unit = d->variables->item[i].element[k].unit;
			if (!unit || names_find(&seen, unit) >= 0)
				continue;
			names_add(&seen, unit, 0);
			add_unit(d, unit);
		}
}

/* --- variables --- */

static const struct {
	const char *causality, *variability, *initial;
} role_words[] = {
	[FMI_TIME] = { "independent", "continuous", NULL },      [FMI_STATE] = { "output", "continuous", "exact" },
	[FMI_INPUT] = { "input", "continuous", NULL },           [FMI_PARAMETER] = { "parameter", "tunable", "exact" },
	[FMI_STEP] = { "parameter", "tunable", "exact" },        [FMI_RATE] = { "local", "continuous", "calculated" },
	[FMI_OUTPUT] = { "output", "continuous", "calculated" },
};

/* Place of the state of a rate. */
static int state_of(const struct Description *d, const struct Entry *entry)
{
	for (size_t i = 0; i < d->variables->count; i++) {
		const struct FmiVariable *v = &d->variables->item[i];
		if (v->role == FMI_STATE && v->input == entry->variable->input)
			return v->place + (entry->element < 0 ? 0 : entry->element);
	}
	NEVER(d->folder->arena, "a rate without a state");
}

static const char *meaning_of(const struct Entry *entry)
{
	const char *own = entry->element < 0 ? NULL : entry->variable->element[entry->element].meaning;
	return own ? own : entry->variable->description;
}

/* Meaning of a variable; of an array also the names and units of its elements. */
static const char *description_of(const struct Description *d, const struct Entry *entry)
{
	const struct FmiVariable *v = entry->variable;
	struct Text text = text_new(d->folder->arena);
	text_put(&text, meaning_of(entry));
	for (int k = 0; k < v->size && entry->element < 0 &&
	                (v->input <= INPUT_TAU || (v->input >= INPUT_UD && v->input <= INPUT_S));
	     k++) {
		text_format(&text, "%s %s", k ? "," : ":", v->element[k].name);
		if (v->element[k].unit && !entry->unit)
			text_format(&text, " (%s)", v->element[k].unit);
	}
	return text_string(&text);
}

static const char *start_of(const struct Description *d, const struct Entry *entry)
{
	struct Text text = text_new(d->folder->arena);
	for (int k = 0; k < entry->size; k++) {
		text_put(&text, k ? " " : "");
		number_put(&text, entry->variable->start[entry->element < 0 ? k : entry->element]);
	}
	return text_string(&text);
}

/* Adds the bound that all elements keep, below with sign -1, above with 1: the standard has one for an array. There is none where the start
 * is beyond it, which would be no valid description. */
static void add_bound(struct ValueNode *own, const char *name, const struct Entry *entry, const double *limit, int sign)
{
	struct Text text = text_new(own->arena);
	bool starts = true;
	const int first = entry->element < 0 ? 0 : entry->element;
	double bound = limit ? limit[first] : sign * HUGE_VAL;
	for (int k = first; k < first + entry->size && limit; k++)
		bound = sign * fmax(sign * bound, sign * limit[k]);
	for (int k = first; k < first + entry->size && limit; k++)
		starts &= sign * entry->variable->start[k] <= sign * bound;
	values_list(own, name);
	if (!isfinite(bound) || !starts)
		return;
	number_put(&text, bound);
	values_text(values_add(own, name), "BOUND", text_string(&text));
}

static void add_dimension(struct ValueNode *own, int size)
{
	if (size)
		values_format(values_add(own, "DIMENSIONS"), "DIMENSION", "%d", size);
}

/* Adds a variable. Version 2 numbers states from 1. */
static void add_variable(const struct Description *d, const struct Entry *entry)
{
	const struct FmiVariable *v = entry->variable;
	const bool starts = v->start && v->role != FMI_TIME;
	struct ValueNode *own = values_add(d->folder->values, "VARIABLES");
	add_escaped(own, "VARIABLE", entry->name);
	values_format(own, "PLACE", "%d", entry->place);
	add_escaped(own, "MEANING", meaning_of(entry));
	add_escaped(own, "DESCRIPTION", description_of(d, entry));
	values_text(own, "CAUSALITY", role_words[v->role].causality);
	values_text(own, "VARIABILITY", role_words[v->role].variability);
	values_text(own, "INITIAL", role_words[v->role].initial);
	add_escaped(own, "UNIT", entry->unit);
	values_flag(own, "STARTS", starts);
	values_text(own, "START", starts ? start_of(d, entry) : NULL);
	add_bound(own, "BELOW", entry, v->lower, -1);
	add_bound(own, "ABOVE", entry, v->upper, 1);
	values_format(own, "STATE", "%d", v->role == FMI_RATE ? d->scalars + state_of(d, entry) : 0);
	values_list(own, "DIMENSIONS");
	add_dimension(own, v->rows);
	add_dimension(own, v->rows ? v->columns : 0);
}

/* --- structure --- */

/* Number of a variable in the structure: its value reference, in version 2 its index from 1. */
static int number_of(const struct Description *d, int place)
{
	return d->scalars ? place + 1 : place;
}

static void put_known(const struct Description *d, struct Text *out, int place)
{
	text_format(out, "%s%d", out->count ? " " : "", number_of(d, place));
}

/* Known variables of the rate of one coordinate: a velocity, or the quaternion and three velocities. */
static void put_of_coordinate(const struct Description *d, struct Text *out, int coordinate)
{
	const struct Model *model = d->folder->job.model;
	int Q = d->variables->item[1].place, QD = Q + model->nq;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int own = coordinate - joint->q, nq = joint_nq(joint);
		if (own < 0 || own >= nq)
			continue;
		int rate = folder_fmi_rate_of(joint, own), turned = nq - 4,
		    first = own < turned ? 0 : joint_nv(joint) - 3;
		for (int k = 0; k < 4 && rate < 0; k++)
			put_known(d, out, Q + joint->q + turned + k);
		for (int k = 0; k < 3 && rate < 0; k++)
			put_known(d, out, QD + joint->v + first + k);
		if (rate >= 0)
			put_known(d, out, QD + rate);
	}
}

static bool has_quaternions(const struct Model *model)
{
	return model->nq > model->nv;
}

/* Places of a known variable; one place for an array of FMI 3.0. */
static void put_array_places(const struct Description *d, struct Text *out, const struct FmiVariable *known)
{
	for (int k = 0; k < (d->scalars ? known->size : 1); k++)
		put_known(d, out, known->place + k);
}

static bool depends(const struct Description *d, const struct FmiVariable *v, const struct FmiVariable *known,
                    bool initially)
{
	bool rate_of_q = v->role == FMI_RATE && v->input == INPUT_Q;
	if (known->role == FMI_PARAMETER)
		return initially && v->takes >> INPUT_DERIVED & 1;
	if (known->role != FMI_STATE && known->role != FMI_INPUT)
		return false;
	if (rate_of_q && known->input == INPUT_Q)
		return has_quaternions(d->folder->job.model);
	return v->takes >> known->input & 1;
}

/* Numbers of the variables that a variable depends on; of a state, itself. */
static const char *dependencies_of(const struct Description *d, const struct Entry *entry, bool initially)
{
	const struct FmiVariable *v = entry->variable;
	struct Text out = text_new(d->folder->arena);
	if (v->role == FMI_STATE)
		put_known(d, &out, entry->place);
	else if (v->role == FMI_RATE && v->input == INPUT_Q && d->scalars)
		put_of_coordinate(d, &out, entry->element);
	else
		for (size_t i = 0; i < d->variables->count; i++)
			if (depends(d, v, &d->variables->item[i], initially))
				put_array_places(d, &out, &d->variables->item[i]);
	return text_string(&out);
}

/* Adds an unknown: its number, and the numbers of its dependencies. */
static void add_unknown(const struct Description *d, const struct Entry *entry, const char *list, bool initially)
{
	struct ValueNode *own = values_add(d->folder->values, list);
	values_format(own, "PLACE", "%d", number_of(d, entry->place));
	values_text(own, "DEPENDENCIES", dependencies_of(d, entry, initially));
}

static void add_unknowns(const struct Description *d, const struct Entry *entry)
{
	const enum FmiRole role = entry->variable->role;
	if (role == FMI_STATE || role == FMI_OUTPUT)
		add_unknown(d, entry, "OUTPUTS", false);
	if (role == FMI_RATE)
		add_unknown(d, entry, "RATES", false);
	if (role == FMI_RATE || role == FMI_OUTPUT)
		add_unknown(d, entry, "UNKNOWNS", true);
}

static void add_entry(const struct Description *d, const struct Entry *entry)
{
	add_variable(d, entry);
	add_unknowns(d, entry);
}

static void add_variables(const struct Description *d)
{
	for (size_t i = 0; i < d->variables->count; i++) {
		const struct FmiVariable *v = &d->variables->item[i];
		if (!d->scalars)
			add_entry(d, &(struct Entry){ v, v->name, common_unit(v), -1, v->place, v->size });
		for (int k = 0; k < v->size && d->scalars; k++)
			add_entry(d, &(struct Entry){ v, v->element[k].name, v->element[k].unit, k, v->place + k, 1 });
	}
}

/* --- the whole --- */

/* Is it a name of the structured convention: identifiers with dots between them, indices, der()? */
static bool is_structured(const char *name)
{
	size_t length = strlen(name);
	if (strncmp(name, "der(", 4) == 0 && name[length - 1] == ')')
		name += 4, length -= 5;
	for (size_t i = 0; i < length; i++) {
		bool digit = name[i] >= '0' && name[i] <= '9', first = i == 0 || name[i - 1] == '.';
		bool letter =
			(name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') || name[i] == '_';
		if (name[i] == '[')
			return i > 0 && strspn(name + i, "[0123456789,]") == length - i;
		if (!letter && (first || (!digit && name[i] != '.')))
			return false;
	}
	return true;
}

static bool all_structured(const struct FmiVariables *variables)
{
	bool all = true;
	for (size_t i = 0; i < variables->count; i++)
		for (int k = -1; k < variables->item[i].size; k++)
			all &= is_structured(k < 0 ? variables->item[i].name : variables->item[i].element[k].name);
	return all;
}

static void add_head(const struct Description *d)
{
	const struct Folder *folder = d->folder;
	const char *doc = folder->job.model->doc;
	add_escaped(folder->values, "TITLE", text_shown(folder->arena, folder->job.model->name.text));
	add_escaped(folder->values, "DESCRIPTION",
	            doc ? text_shown(folder->arena, text_first_line(folder->arena, doc)) : NULL);
	values_text(folder->values, "BUILT", version_built());
	values_text(folder->values, "CONVENTION", all_structured(d->variables) ? "structured" : "flat");
}

/* Adds the hash of the code and of the description; the hashed description has an empty token. */
static void add_token(struct Folder *folder)
{
	values_text(folder->values, "TOKEN", NULL);
	const char *all = text_print(folder->arena, "%016llx %s", (unsigned long long)c_code_hash(&folder->printer),
	                             folder_fill_own(folder, "modelDescription.xml.in"));
	values_text(folder->values, "TOKEN", digest_sha256(folder->arena, all, strlen(all)));
}

void folder_fmi_values(struct Folder *folder)
{
	const struct Description d = { folder, folder_fmi_variables(folder), folder_fmi_version(folder) == 2 };
	folder_fmi_add_code(folder);
	add_head(&d);
	add_units(&d);
	add_variables(&d);
	add_escaped(folder->values, "ESCAPED_OPTIONS", values_find(folder->values, "OPTIONS", 7)->text);
	add_token(folder);
}
