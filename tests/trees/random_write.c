#include "random_bits.h"
#include "random_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The source of a random tree. Random choices here change only the spelling, never the meaning. */
struct writer {
	FILE *out;
	uint64_t rng;
	const struct random_tree *tree;
	const char *eol;
	bool exact; /* no quotients, which may round twice */
};

static bool chance(struct writer *w, int percent)
{
	return random_chance(&w->rng, percent);
}

/* fputs with each \n replaced by the line end of this file */
static void put(struct writer *w, const char *text)
{
	for (; *text; text++)
		if (*text == '\n')
			fputs(w->eol, w->out);
		else
			putc(*text, w->out);
}

static void put_name(struct writer *w, const char *name)
{
	bool plain = isalpha((unsigned char)name[0]) || name[0] == '_';
	for (const char *c = name; *c; c++)
		plain &= isalnum((unsigned char)*c) || *c == '_';
	if (plain) {
		put(w, name);
		return;
	}
	put(w, "\"");
	for (const char *c = name; *c; c++)
		if (*c == '"' || *c == '\\')
			fprintf(w->out, "\\%c", *c);
		else if ((unsigned char)*c < ' ')
			fprintf(w->out, "\\x%02X", (unsigned)*c);
		else
			putc(*c, w->out);
	put(w, "\"");
}

/* --- numbers --- */

struct unit {
	const char *text;
	int tens;
};

/* the first unit is the SI unit, except for deg and rev */
static const struct unit units[][7] = {
	[LITERAL_NUMBER] = { { "", 0 } },
	[LITERAL_LENGTH] = { { "m", 0 }, { "mm", -3 }, { "cm", -2 }, { "km", 3 }, { "um", -6 } },
	[LITERAL_MASS] = { { "kg", 0 }, { "g", -3 }, { "mg", -6 }, { "N s^2/m", 0 } },
	[LITERAL_INERTIA] = { { "kg m^2", 0 },
	                      { "g m^2", -3 },
	                      { "kg mm^2", -6 },
	                      { "kg*cm^2", -4 },
	                      { "g cm^2", -7 },
	                      { "N m s^2", 0 },
	                      { "kg m m", 0 } },
	[LITERAL_ACCELERATION] = { { "m/s^2", 0 }, { "mm/s^2", -3 }, { "cm s^-2", -2 }, { "N/kg", 0 }, { "m/s/s", 0 } },
	[LITERAL_PITCH] = { { "m/rad", 0 }, { "mm/rad", -3 }, { "m", 0 }, { "cm", -2 } },
	[LITERAL_RAD] = { { "rad", 0 }, { "mrad", -3 } },
	[LITERAL_DEG] = { { "deg", 0 } },
	[LITERAL_REV] = { { "rev", 0 } },
};

static const struct unit *draw_unit(struct writer *w, enum literal_kind kind)
{
	int n = 0;
	while (n < 7 && units[kind][n].text)
		n++;
	return &units[kind][chance(w, 40) ? 0 : random_below(&w->rng, n)];
}

/* digits * 10^tens as 12, 0.5, .5 or 1.2e-3; the value is exact in every form */
static void put_decimal(struct writer *w, long long digits, int tens)
{
	char text[24];
	if (digits == 0) {
		put(w, "0");
		return;
	}
	if (digits < 0)
		put(w, "-");
	int length = snprintf(text, sizeof text, "%lld", llabs(digits));
	for (; text[length - 1] == '0'; tens++)
		text[--length] = '\0';
	int point = length + tens; /* number of digits before the point */
	if (chance(w, 10) || point < -3 || point > 6)
		fprintf(w->out, chance(w, 50) ? "%se%d" : "%sE%+d", text, tens);
	else if (tens >= 0)
		fprintf(w->out, "%s%.*s%s", text, tens, "000000", chance(w, 5) ? ".0" : "");
	else if (point > 0)
		fprintf(w->out, "%.*s.%s", point, text, text + point);
	else
		fprintf(w->out, "%s.%.*s%s", chance(w, 80) ? "0" : "", -point, "000", text);
}

/* a decimal, or now and then a quotient in parentheses */
static void put_scaled(struct writer *w, struct literal l, int unit_tens)
{
	int tens = l.tens - unit_tens;
	if (!w->exact && tens < 0 && tens > -7 && llabs(l.digits) < 1000000 && chance(w, 3))
		fprintf(w->out, chance(w, 50) ? "(%lld/10^%d)" : "(%lld * 10^-%d)", l.digits, -tens);
	else
		put_decimal(w, l.digits, tens);
}

static bool has_own_unit(enum literal_kind kind)
{
	return kind == LITERAL_DEG || kind == LITERAL_REV;
}

/* A number, or the name of its constant; with a unit unless `bare`. */
static void put_literal(struct writer *w, struct literal l, bool bare)
{
	if (l.constant) {
		fprintf(w->out, "%sc%d", l.digits < 0 ? "-" : "", l.constant);
		return;
	}
	if (l.kind == LITERAL_NUMBER || (bare && !has_own_unit(l.kind)) || (l.digits == 0 && chance(w, 50))) {
		put_scaled(w, l, 0);
		return;
	}
	const struct unit *unit = draw_unit(w, l.kind);
	put_scaled(w, l, unit->tens);
	fprintf(w->out, "%s%s", chance(w, 5) ? "" : " ", unit->text);
}

/* n numbers of one kind between brackets: `label` before each, `separator` after each but the last. A unit after the
 * bracket, a unit each, or none where none is needed. */
static void put_group(struct writer *w, const char *open, const char *close, const struct literal *l, int n,
                      const char *const *label, const char *const *separator, bool may_be_bare)
{
	bool constants = false;
	for (int i = 0; i < n; i++)
		constants |= l[i].constant != 0;
	bool dimensionless = l[0].kind == LITERAL_NUMBER;
	bool common = !constants && !dimensionless && chance(w, 50);
	bool bare = !constants && !common && may_be_bare && chance(w, 50);
	const struct unit *unit = draw_unit(w, l[0].kind);

	put(w, open);
	for (int i = 0; i < n; i++) {
		put(w, label ? label[i] : "");
		if (common)
			put_scaled(w, l[i], unit->tens);
		else
			put_literal(w, l[i], bare);
		put(w, i == n - 1 ? "" : separator ? separator[i] : chance(w, 3) ? ",\n        " : ", ");
	}
	put(w, close);
	if (common)
		fprintf(w->out, " %s", unit->text);
}

static void put_vector(struct writer *w, const struct literal l[3], bool may_be_bare)
{
	put_group(w, "(", ")", l, 3, NULL, NULL, may_be_bare);
}

/* A direction. If one component has size 1 and the others are zero, it may be written x, y or z with a sign. */
static void put_direction(struct writer *w, const struct literal d[3])
{
	int zeros = 0, along = 0;
	for (int i = 0; i < 3; i++)
		if (d[i].digits == 0)
			zeros++;
		else
			along = i;
	bool unit = zeros == 2 && llabs(d[along].digits) == 1 && d[along].tens == 0;
	if (unit && chance(w, 80))
		fprintf(w->out, "%s%c", d[along].digits < 0 ? "-" : "", "xyz"[along]);
	else
		put_vector(w, d, true);
}

/* after each element but the last */
static const char *const matrix_separator[] = { ", ", ", ", "; ", ", ", ", ", "; ", ", ", ", " };

/* --- placements --- */

/* a call with scalar arguments; from some position on they are named */
static void put_call(struct writer *w, const char *function, const struct literal *arg, int n, const char *const *name)
{
	int named = chance(w, 80) ? n : random_below(&w->rng, n);
	bool backwards = chance(w, 30);
	fprintf(w->out, "%s(", function);
	for (int i = 0; i < n; i++) {
		int a = i < named || !backwards ? i : n - 1 - (i - named);
		if (i >= named)
			fprintf(w->out, "%s = ", name[a]);
		put_literal(w, arg[a], chance(w, 40));
		put(w, i == n - 1 ? ")" : ", ");
	}
}

static void put_axis_angle(struct writer *w, const struct literal arg[4])
{
	put(w, "axis_angle(");
	put_direction(w, arg);
	put(w, chance(w, 10) ? ", angle = " : ", ");
	put_literal(w, arg[3], chance(w, 40));
	put(w, ")");
}

static void put_item(struct writer *w, const struct place *item, bool in_constant)
{
	static const char *const angle[] = { "angle" }, *const rpy[] = { "roll", "pitch", "yaw" };
	static const char *const quaternion[] = { "qx", "qy", "qz", "qw" };
	static const char *const mdh[] = { "alpha", "a", "d" };
	static const char *const dh[] = { "theta", "d", "a", "alpha" };
	switch (item->kind) {
	case PLACE_SHIFT: put_vector(w, item->arg, !in_constant); break;
	case PLACE_RX: put_call(w, "rx", item->arg, 1, angle); break;
	case PLACE_RY: put_call(w, "ry", item->arg, 1, angle); break;
	case PLACE_RZ: put_call(w, "rz", item->arg, 1, angle); break;
	case PLACE_RPY: put_call(w, "rpy", item->arg, 3, rpy); break;
	case PLACE_AXIS_ANGLE: put_axis_angle(w, item->arg); break;
	case PLACE_QUATERNION: put_call(w, "quaternion", item->arg, 4, quaternion); break;
	case PLACE_ROTATION: put_group(w, "rotation([", "])", item->arg, 9, NULL, matrix_separator, true); break;
	case PLACE_MDH: put_call(w, "mdh", item->arg, 3, mdh); break;
	case PLACE_DH: put_call(w, "dh", item->arg, 4, dh); break;
	}
}

/* items of a list; `prefix` (at, then or in, of body b) names it in the constants of its items */
static void put_items(struct writer *w, const char *prefix, int b, const struct place *item, int first, int end)
{
	for (int i = first; i < end; i++) {
		put(w, i > first ? ", " : "");
		if (item[i].constant)
			fprintf(w->out, "%s%d_%d", prefix, b, i);
		else
			put_item(w, &item[i], false);
	}
}

static void put_item_constants(struct writer *w, const char *prefix, int b, const struct place *item, int n)
{
	for (int i = 0; i < n; i++)
		if (item[i].constant) {
			fprintf(w->out, "const %s%d_%d = ", prefix, b, i);
			put_item(w, &item[i], true);
			put(w, "\n");
		}
}

/* ` at ITEMS`, or nothing without items (or a shift by zero) */
static void put_at(struct writer *w, int b, int first)
{
	const struct random_body *text = &w->tree->text[b];
	if (first < text->at_n) {
		put(w, " at ");
		put_items(w, "at", b, text->at, first, text->at_n);
	} else if (chance(w, 10)) {
		put(w, " at (0, 0, 0)");
	}
}

/* --- the block of a body --- */

/* (AXIS) or (AXIS, PITCH), by position or by name; a kind without either may have empty parentheses */
static void put_kind_arguments(struct writer *w, const struct random_body *text)
{
	int n = text->kind->axis + text->kind->pitch;
	int named = chance(w, 80) ? n : random_below(&w->rng, n + 1);
	bool backwards = chance(w, 40);
	if (n == 0) {
		put(w, chance(w, 10) ? "()" : "");
		return;
	}
	for (int i = 0; i < n; i++) {
		int a = i < named || !backwards ? i : n - 1 - (i - named);
		put(w, i ? ", " : "(");
		put(w, i < named ? "" : a == 0 ? "axis = " : "pitch = ");
		if (a == 0)
			put_direction(w, text->axis);
		else
			put_literal(w, text->pitch, chance(w, 40));
	}
	put(w, ")");
}

static void put_joint(struct writer *w, int b)
{
	const struct random_body *text = &w->tree->text[b];
	const char *gap = text->joint_name[0] ? " " : "";
	fprintf(w->out, "joint %s%s: %s", text->joint_name, gap, text->kind->name);
	put_kind_arguments(w, text);
	if (text->then_n) {
		put(w, " then ");
		put_items(w, "then", b, text->then, 0, text->then_n);
	}
	if (text->coupled) {
		put(w, " = ");
		put_literal(w, text->ratio, false);
		put(w, " * (");
		for (int i = 0; i < 3; i++)
			fprintf(w->out, "%s%s",
			        i && text->coupling->text[i] ? w->tree->text[text->master].joint_name : "",
			        text->coupling->text[i] ? text->coupling->text[i] : "");
		put(w, ")");
	}
	if (random_sensor(w->tree, b))
		put(w, " { sensor }");
	if (!text->armature_n)
		return;
	put(w, chance(w, 70) ? " { armature " : " {\n    armature ");
	if (text->armature_n == 1)
		put_literal(w, text->armature[0], chance(w, 40));
	for (int i = 0; text->armature_n > 1 && i < text->armature_n; i++) {
		put(w, i ? ", " : "(");
		put_literal(w, text->armature[i], true);
	}
	put(w, text->armature_n > 1 ? ") }" : " }");
}

static void put_tensor(struct writer *w, const struct literal I[6])
{
	static const char *const label[6] = { "xx = ", "yy = ", "zz = ", "xy = ", "xz = ", "yz = " };
	bool diagonal = !I[3].digits && !I[4].digits && !I[5].digits;
	if (diagonal && chance(w, 60)) {
		put_group(w, "diag(", ")", I, 3, NULL, NULL, true);
	} else if (chance(w, 60)) {
		put_group(w, "tensor(", ")", I, diagonal ? 3 : 6, label, NULL, true);
	} else {
		struct literal m[9] = { I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2] };
		w->exact = true; /* or the matrix may not be exactly symmetric */
		put_group(w, "[", "]", m, 9, NULL, matrix_separator, true);
		w->exact = false;
	}
}

static void put_inertia(struct writer *w, int b)
{
	const struct random_body *text = &w->tree->text[b];
	put(w, "inertia ");
	put_tensor(w, text->inertia);
	if (text->inertia_about_origin)
		put(w, " about origin");
	if (text->inertia_turned) {
		put(w, " in ");
		put_items(w, "in", b, &text->inertia_in, 0, 1);
	}
}

/* The parent's frame that carries body b. */
static void put_hub(struct writer *w, int b, bool inside)
{
	const struct random_body *text = &w->tree->text[b];
	fprintf(w->out, "frame hub%d", b);
	if (!inside) {
		put(w, " on ");
		put_name(w, w->tree->text[w->tree->body[b].parent].name);
	}
	if (text->hub > 0) {
		put(w, " at ");
		put_items(w, "at", b, text->at, 0, text->hub);
	}
}

enum { LINE_JOINT, LINE_MASS, LINE_COM, LINE_INERTIA, LINE_HUBS, LINES };

static bool all_zero(const struct literal *l, int n)
{
	for (int i = 0; i < n; i++)
		if (l[i].digits)
			return false;
	return true;
}

/* A line of the block of body b, or none; `between` precedes it unless it is the first. */
static void put_line(struct writer *w, int b, int line, const char *between, bool *first)
{
	const struct random_body *text = &w->tree->text[b];
	bool zero = line == LINE_MASS  ? all_zero(&text->mass, 1)
	            : line == LINE_COM ? all_zero(text->com, 3)
	                               : line == LINE_INERTIA && all_zero(text->inertia, 6);
	if (line == LINE_HUBS) {
		for (int child = 0; child < w->tree->dense.n; child++)
			if (w->tree->body[child].parent == b && w->tree->text[child].hub >= 0 &&
			    w->tree->text[child].hub_inside) {
				put(w, *first ? "" : between);
				put_hub(w, child, true);
				*first = false;
			}
		return;
	}
	if (zero && chance(w, 70))
		return;
	put(w, *first ? "" : between);
	*first = false;
	switch (line) {
	case LINE_JOINT: put_joint(w, b); break;
	case LINE_MASS:
		put(w, "mass ");
		put_literal(w, text->mass, chance(w, 40));
		break;
	case LINE_COM:
		put(w, "com ");
		put_vector(w, text->com, true);
		break;
	default: put_inertia(w, b); break;
	}
}

static void put_block(struct writer *w, int b)
{
	int line[LINES] = { LINE_JOINT, LINE_MASS, LINE_COM, LINE_INERTIA, LINE_HUBS };
	bool one_line = chance(w, 10), first = true;
	for (int i = LINES - 1; i > 0 && chance(w, 50); i--) {
		int j = random_below(&w->rng, i + 1), k = line[i];
		line[i] = line[j];
		line[j] = k;
	}
	put(w, one_line ? " { " : " {\n  ");
	for (int i = 0; i < LINES; i++)
		put_line(w, b, line[i], one_line ? "; " : "\n  ", &first);
	put(w, one_line ? " }\n" : "\n}\n");
}

/* --- the file --- */

static void put_body(struct writer *w, int b)
{
	const struct random_body *text = &w->tree->text[b];
	int parent = w->tree->body[b].parent;
	bool hub_on_top = text->hub >= 0 && !text->hub_inside, hub_first = chance(w, 50);
	if (hub_on_top && hub_first) {
		put_hub(w, b, false);
		put(w, "\n");
	}
	put(w, "body ");
	put_name(w, text->name);
	put(w, " on ");
	if (text->hub >= 0)
		fprintf(w->out, "hub%d", b);
	else
		put_name(w, parent < 0 ? "world" : w->tree->text[parent].name);
	put_at(w, b, text->hub >= 0 ? text->hub : 0);
	put_block(w, b);
	if (hub_on_top && !hub_first) {
		put_hub(w, b, false);
		put(w, "\n");
	}
}

static void put_place_constants(struct writer *w, int b)
{
	const struct random_body *text = &w->tree->text[b];
	put_item_constants(w, "at", b, text->at, text->at_n);
	put_item_constants(w, "then", b, text->then, text->then_n);
	put_item_constants(w, "in", b, &text->inertia_in, text->inertia_turned);
}

/* constants number `slot`, `slot` + `slots`, ...: each of `slots` positions in the file gets every `slots`-th
 * constant */
static void put_constants(struct writer *w, int slot, int slots)
{
	for (int k = 1; k <= w->tree->constants; k++)
		if (k % slots == slot) {
			fprintf(w->out, "const c%d = ", k);
			put_literal(w, w->tree->constant[k], false);
			put(w, chance(w, 20) ? "    // shared\n" : "\n");
		}
}

/* an unwritten body whose elder siblings are all written; the parent does not matter */
static int next_body(struct writer *w, const bool *written)
{
	int candidate[RANDOM_BODIES], n = 0;
	for (int b = 0; b < w->tree->dense.n; b++) {
		bool ready = !written[b];
		for (int elder = 0; elder < b; elder++)
			ready &= written[elder] || w->tree->body[elder].parent != w->tree->body[b].parent;
		if (ready)
			candidate[n++] = b;
	}
	return candidate[random_below(&w->rng, n)];
}

static void put_head(struct writer *w)
{
	put(w, "/// Drawn at random.\n");
	fprintf(w->out, "model r%llu", (unsigned long long)w->tree->seed);
	put(w, "\n");
	if (w->tree->gravity_written) {
		put(w, "gravity ");
		put_vector(w, w->tree->gravity, true);
		put(w, "\n");
	}
	for (int k = 0; k < RANDOM_KINDS; k++) {
		bool used = false;
		for (int b = 0; b < w->tree->dense.n; b++)
			used |= w->tree->text[b].kind == &random_kinds[k];
		if (used && random_kinds[k].definition) {
			put(w, random_kinds[k].definition);
			put(w, "\n");
		}
	}
}

void random_tree_write(const struct random_tree *tree, FILE *out)
{
	struct writer w = { out, tree->seed ^ 0x7269676463u, tree, "\n", false };
	bool written[RANDOM_BODIES] = { false };
	bool in_order = chance(&w, 30);
	if (chance(&w, 6))
		w.eol = chance(&w, 50) ? "\r\n" : "\r";
	put_head(&w);
	for (int k = 0; k < tree->dense.n; k++) {
		int b = in_order ? k : next_body(&w, written);
		bool constants_first = chance(&w, 50);
		put_constants(&w, k, tree->dense.n);
		put(&w, chance(&w, 20) ? "/* one more */\n" : "\n");
		if (constants_first)
			put_place_constants(&w, b);
		put_body(&w, b);
		if (!constants_first)
			put_place_constants(&w, b);
		written[b] = true;
	}
	if (chance(&w, 20))
		put(&w, "generate rnea, crba\n");
}

char *random_tree_text(const struct random_tree *tree, size_t *length)
{
	char *text;
	FILE *out = open_memstream(&text, length);
	if (!out)
		abort();
	random_tree_write(tree, out);
	fclose(out);
	return text;
}
