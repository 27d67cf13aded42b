/* modelDescription.xml of a Functional Mock-up Unit. FMI 3.0 has arrays, FMI 2.0 a variable for each of their
 * elements. Value references are places in an instance. */
#include "folder_fmi.h"

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
	struct Text *out;
	bool scalars; /* version 2 */
};

typedef void Visit(const struct Description *d, const struct Entry *entry);

/* Unit of all elements; NULL: they differ, or have none. */
static const char *common_unit(const struct FmiVariable *variable)
{
	const char *unit = variable->element[0].unit;
	for (int k = 1; k < variable->size; k++)
		if (!unit || !variable->element[k].unit || strcmp(unit, variable->element[k].unit) != 0)
			return NULL;
	return unit;
}

static void each(const struct Description *d, Visit *visit)
{
	for (size_t i = 0; i < d->variables->count; i++) {
		const struct FmiVariable *v = &d->variables->item[i];
		if (!d->scalars)
			visit(d, &(struct Entry){ v, v->name, common_unit(v), -1, v->place, v->size });
		for (int k = 0; k < v->size && d->scalars; k++)
			visit(d, &(struct Entry){ v, v->element[k].name, v->element[k].unit, k, v->place + k, 1 });
	}
}

static void put_attribute(struct Text *out, const char *name, const char *value)
{
	text_format(out, " %s=\"", name);
	markup_put(out, value);
	text_put(out, "\"");
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
		      { "1", { 0, 0, 0, 0 } } };
	enum { KNOWN = sizeof known / sizeof *known };
	for (const char *at = text, *end = text + length; at < end;) {
		size_t name = strcspn(at, " ^/()");
		int power = at[name] == '^' ? at[name + 1] - '0' : 1, k = 0;
		while (k < KNOWN && (strlen(known[k].name) != name || memcmp(known[k].name, at, name) != 0))
			k++;
		if (k == KNOWN)
			return false;
		for (int i = 0; i < 4; i++)
			exponent[i] += sign * power * known[k].exponent[i];
		at += name + (at[name] == '^' ? 2 : 0);
		at += strspn(at, " ()");
	}
	return true;
}

/* All after a slash is below it. */
static void put_unit(struct Text *out, const char *unit)
{
	static const char *const base[] = { "kg", "m", "s", "rad" };
	const char *slash = strchr(unit, '/'), *below = slash ? slash + 1 + (slash[1] == '(') : "";
	int exponent[4] = { 0, 0, 0, 0 };
	bool good = add_exponents(unit, slash ? (size_t)(slash - unit) : strlen(unit), 1, exponent) &&
	            add_exponents(below, strlen(below), -1, exponent);
	text_put(out, "    <Unit");
	put_attribute(out, "name", unit);
	text_put(out, ">");
	if (good) {
		text_put(out, "<BaseUnit");
		for (int i = 0; i < 4; i++)
			if (exponent[i])
				text_format(out, " %s=\"%d\"", base[i], exponent[i]);
		text_put(out, "/>");
	}
	if (strcmp(unit, "rad") == 0)
		text_put(out, "<DisplayUnit name=\"deg\" factor=\"57.29577951308232\"/>");
	text_put(out, "</Unit>\n");
}

static void put_units(const struct Description *d)
{
	struct NameTable seen = names_new(d->folder->arena);
	text_put(d->out, "  <UnitDefinitions>\n");
	for (size_t i = 0; i < d->variables->count; i++)
		for (int k = 0; k < d->variables->item[i].size; k++) {
			const char *unit = d->variables->item[i].element[k].unit;
			if (!unit || names_find(&seen, unit) >= 0)
				continue;
			names_add(&seen, unit, 0);
			put_unit(d->out, unit);
		}
	text_put(d->out, "  </UnitDefinitions>\n");
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
static void put_meaning(const struct Description *d, const struct Entry *entry)
{
	const struct FmiVariable *v = entry->variable;
	struct Text text = text_new(d->folder->arena);
	text_put(&text, meaning_of(entry));
	for (int k = 0; k < v->size && entry->element < 0 && v->input <= INPUT_TAU; k++) {
		text_format(&text, "%s %s", k ? "," : ":", v->element[k].name);
		if (v->element[k].unit && !entry->unit)
			text_format(&text, " (%s)", v->element[k].unit);
	}
	put_attribute(d->out, "description", text_string(&text));
}

static void put_start(const struct Description *d, const struct Entry *entry)
{
	const double *start = entry->variable->start;
	text_put(d->out, " start=\"");
	for (int k = 0; k < entry->size; k++) {
		text_put(d->out, k ? " " : "");
		number_put(d->out, start[entry->element < 0 ? k : entry->element]);
	}
	text_put(d->out, "\"");
}

static void put_attributes(const struct Description *d, const struct Entry *entry)
{
	const struct FmiVariable *v = entry->variable;
	put_attribute(d->out, "name", entry->name);
	text_format(d->out, " valueReference=\"%d\"", entry->place);
	put_meaning(d, entry);
	put_attribute(d->out, "causality", role_words[v->role].causality);
	put_attribute(d->out, "variability", role_words[v->role].variability);
	if (role_words[v->role].initial)
		put_attribute(d->out, "initial", role_words[v->role].initial);
}

/* Of a number of both versions: unit, start, derivative. `base` is added to the place of a state. */
static void put_number(const struct Description *d, const struct Entry *entry, int base)
{
	if (entry->unit)
		put_attribute(d->out, "unit", entry->unit);
	if (entry->variable->start && entry->variable->role != FMI_TIME)
		put_start(d, entry);
	if (entry->variable->role == FMI_RATE)
		text_format(d->out, " derivative=\"%d\"", base + state_of(d, entry));
}

static void put_array(const struct Description *d, const struct Entry *entry)
{
	const struct FmiVariable *v = entry->variable;
	text_put(d->out, "    <Float64");
	put_attributes(d, entry);
	put_number(d, entry, 0);
	if (v->rows) {
		text_format(d->out, ">\n      <Dimension start=\"%d\"/>\n", v->rows);
		if (v->columns)
			text_format(d->out, "      <Dimension start=\"%d\"/>\n", v->columns);
		text_put(d->out, "    </Float64>\n");
	} else {
		text_put(d->out, "/>\n");
	}
}

static void put_scalar(const struct Description *d, const struct Entry *entry)
{
	text_put(d->out, "    <ScalarVariable");
	put_attributes(d, entry);
	text_put(d->out, ">\n      <Real");
	put_number(d, entry, 1);
	text_put(d->out, "/>\n    </ScalarVariable>\n");
}

/* --- structure --- */

/* Number of a variable in the structure: its value reference, in version 2 its index from 1. */
static int number_of(const struct Description *d, int place)
{
	return d->scalars ? place + 1 : place;
}

static void put_known(const struct Description *d, int *count, int place)
{
	text_format(d->out, "%s%d", (*count)++ ? " " : "", number_of(d, place));
}

/* Known variables of the rate of one coordinate: a velocity, or the quaternion and three velocities. */
static void put_of_coordinate(const struct Description *d, int *count, int coordinate)
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
			put_known(d, count, Q + joint->q + turned + k);
		for (int k = 0; k < 3 && rate < 0; k++)
			put_known(d, count, QD + joint->v + first + k);
		if (rate >= 0)
			put_known(d, count, QD + rate);
	}
}

static bool has_quaternions(const struct Model *model)
{
	return model->nq > model->nv;
}

/* Places of a known variable; one place for an array of FMI 3.0. */
static void put_array_places(const struct Description *d, int *count, const struct FmiVariable *known)
{
	for (int k = 0; k < (d->scalars ? known->size : 1); k++)
		put_known(d, count, known->place + k);
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

/* ` dependencies="..."`: what a variable depends on; of a state, itself. */
static void put_dependencies(const struct Description *d, const struct Entry *entry, bool initially)
{
	const struct FmiVariable *v = entry->variable;
	int count = 0;
	text_put(d->out, " dependencies=\"");
	if (v->role == FMI_STATE)
		put_known(d, &count, entry->place);
	else if (v->role == FMI_RATE && v->input == INPUT_Q && d->scalars)
		put_of_coordinate(d, &count, entry->element);
	else
		for (size_t i = 0; i < d->variables->count; i++)
			if (depends(d, v, &d->variables->item[i], initially))
				put_array_places(d, &count, &d->variables->item[i]);
	text_put(d->out, "\"");
}

static void put_unknown(const struct Description *d, const struct Entry *entry, const char *element, bool initially)
{
	text_format(d->out, "    %s<%s %s=\"%d\"", d->scalars ? "  " : "", d->scalars ? "Unknown" : element,
	            d->scalars ? "index" : "valueReference", number_of(d, entry->place));
	put_dependencies(d, entry, initially);
	text_put(d->out, "/>\n");
}

static void put_output(const struct Description *d, const struct Entry *entry)
{
	if (entry->variable->role == FMI_STATE || entry->variable->role == FMI_OUTPUT)
		put_unknown(d, entry, "Output", false);
}

static void put_rate(const struct Description *d, const struct Entry *entry)
{
	if (entry->variable->role == FMI_RATE)
		put_unknown(d, entry, "ContinuousStateDerivative", false);
}

static void put_initial(const struct Description *d, const struct Entry *entry)
{
	if (entry->variable->role == FMI_RATE || entry->variable->role == FMI_OUTPUT)
		put_unknown(d, entry, "InitialUnknown", true);
}

static void put_structure(const struct Description *d)
{
	static const struct {
		const char *group;
		Visit *visit;
	} part[] = { { "Outputs", put_output }, { "Derivatives", put_rate }, { "InitialUnknowns", put_initial } };
	text_put(d->out, "  <ModelStructure>\n");
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		if (d->scalars)
			text_format(d->out, "    <%s>\n", part[i].group);
		each(d, part[i].visit);
		if (d->scalars)
			text_format(d->out, "    </%s>\n", part[i].group);
	}
	text_put(d->out, "  </ModelStructure>\n");
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

static void put_head(const struct Description *d, const char *token)
{
	const struct Folder *folder = d->folder;
	const char *doc = folder->job.model->doc;
	text_format(d->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"",
	            d->scalars ? 2 : 3);
	put_attribute(d->out, "modelName", text_shown(folder->arena, folder->job.model->name.text));
	put_attribute(d->out, d->scalars ? "guid" : "instantiationToken", token);
	if (doc && *doc)
		put_attribute(d->out, "description", text_shown(folder->arena, text_first_line(folder->arena, doc)));
	put_attribute(d->out, "generationTool", text_print(folder->arena, "rigidc %s", version_built()));
	put_attribute(d->out, "variableNamingConvention", all_structured(d->variables) ? "structured" : "flat");
	text_put(d->out, d->scalars ? " numberOfEventIndicators=\"0\">\n" : ">\n");
}

/* FMI 2.0 hands over functions that allocate memory. Only an instance and a saved state are on the heap, so calloc does. */
static void put_kind(const struct Description *d, const char *element, const char *more)
{
	const char *abilities =
		d->scalars ? "canNotUseMemoryManagementFunctions=\"true\" providesDirectionalDerivative=\"true\""
			   : "providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"";
	text_format(d->out, "  <%s", element);
	put_attribute(d->out, "modelIdentifier", d->folder->name);
	text_format(
		d->out,
		" canBeInstantiatedOnlyOncePerProcess=\"false\" canGetAndSetFMU%s=\"true\" canSerializeFMU%s=\"true\" "
		"%s%s",
		d->scalars ? "state" : "State", d->scalars ? "state" : "State", abilities, more);
	text_format(d->out,
	            d->scalars ? ">\n    <SourceFiles>\n      <File name=\"fmi2.c\"/>\n    </SourceFiles>\n  </%s>\n"
	                       : "/>\n",
	            element);
}

static const char *description(struct Folder *folder, const char *token)
{
	struct Text out;
	const struct Description d = { folder, folder_fmi_variables(folder), &out, folder_fmi_version(folder) == 2 };
	out = text_new(folder->arena);
	put_head(&d, token);
	put_kind(&d, "ModelExchange", "");
	put_kind(&d, "CoSimulation", " canHandleVariableCommunicationStepSize=\"true\"");
	put_units(&d);
	text_put(&out,
	         "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n"
	         "  <DefaultExperiment startTime=\"0\" stopTime=\"1\" stepSize=\"0.001\"/>\n  <ModelVariables>\n");
	each(&d, d.scalars ? put_scalar : put_array);
	text_put(&out, "  </ModelVariables>\n");
	put_structure(&d);
	text_put(&out, "</fmiModelDescription>\n");
	return text_string(&out);
}

/* Hash of the description and the code. */
static const char *token_of(struct Folder *folder)
{
	const char *all = text_print(folder->arena, "%016llx %s", (unsigned long long)c_code_hash(&folder->printer),
	                             description(folder, ""));
	return digest_sha256(folder->arena, all, strlen(all));
}

void folder_put_fmi_token(struct Folder *folder, struct Text *out)
{
	text_put(out, token_of(folder));
}

void folder_put_fmi_description(struct Folder *folder, struct Text *out)
{
	text_put(out, description(folder, token_of(folder)));
}

/* Rows of a table in HTML: name, kind, size, unit, meaning. */
static void put_row(const struct Description *d, const struct Entry *entry)
{
	const char *const cell[] = { entry->name, role_words[entry->variable->role].causality,
		                     entry->unit ? entry->unit : "", meaning_of(entry) };
	text_put(d->out, "<tr>");
	for (size_t i = 0; i < sizeof cell / sizeof *cell; i++) {
		text_put(d->out, "<td>");
		markup_put(d->out, cell[i]);
		text_put(d->out, "</td>");
	}
	text_put(d->out, "</tr>\n");
}

void folder_put_fmi_rows(struct Folder *folder, struct Text *out)
{
	const struct Description d = { folder, folder_fmi_variables(folder), out, folder_fmi_version(folder) == 2 };
	each(&d, put_row);
}

/* Options of the command, in HTML. */
void folder_put_fmi_options(struct Folder *folder, struct Text *out)
{
	struct Text options = text_new(folder->arena);
	folder_put_options(folder, &options);
	markup_put(out, text_string(&options));
}
