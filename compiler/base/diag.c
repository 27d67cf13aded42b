#include "diag.h"

#include <stdlib.h>
#include <string.h>

const struct CheckInfo check_table[CHECK_COUNT] = {
#define CHECK(id, name, severity, needs, summary, explanation) \
	[CHECK_##id] = { name, SEVERITY_##severity, NEEDS_##needs, summary, explanation },
#include "checks.def"
#undef CHECK
};

void diags_init(struct Diags *diags, struct Arena *arena, struct Sources *sources)
{
	*diags = (struct Diags){ .arena = arena, .sources = sources };
	for (int i = 0; i < CHECK_COUNT; i++)
		diags->severity[i] = check_table[i].severity;
	diags->severity[CHECK_SHAPES_LEFT_OUT] = SEVERITY_OFF;
}

int check_find(const char *name)
{
	for (int i = 0; i < CHECK_COUNT; i++)
		if (strcmp(check_table[i].name, name) == 0)
			return i;
	return -1;
}

const char *severity_name(enum Severity severity)
{
	static const char *const name[] = { "off", "note", "warning", "error" };
	return name[severity];
}

static void raise_to_error(struct Diags *diags, int check)
{
	diags->firm[check] = true;
	if (diags->severity[check] == SEVERITY_WARNING)
		diags->severity[check] = SEVERITY_ERROR;
}

bool diags_configure(struct Diags *diags, const char *setting)
{
	if (strcmp(setting, "error") == 0) {
		for (int i = 0; i < CHECK_COUNT; i++)
			raise_to_error(diags, i);
		return true;
	}
	bool error = strncmp(setting, "error=", 6) == 0;
	bool off = strncmp(setting, "no-", 3) == 0;
	int check = check_find(setting + (error ? 6 : off ? 3 : 0));
	if (check < 0)
		return false;
	diags->firm[check] = error;
	if (check_table[check].severity == SEVERITY_ERROR)
		return !off; /* errors cannot be switched off */
	if (error)
		diags->severity[check] = SEVERITY_ERROR;
	else
		diags->severity[check] = off ? SEVERITY_OFF : check_table[check].severity;
	return true;
}

/* Does a source include another one, or is it the same? The source of the model has all, options of the command too. */
static bool has_source(const struct Sources *sources, uint32_t including, uint32_t source)
{
	while (source != including && sources->item[source].included)
		source = sources->item[source].inclusion.source;
	return source == including || !sources->item[including].included;
}

static bool accepts(const struct Sources *sources, const struct Acceptance *acceptance, enum Check check,
                    struct Span span)
{
	const struct Span area = acceptance->area;
	const bool inside = span.source == area.source && area.begin <= span.begin && span.begin < area.end;
	return acceptance->check == check &&
	       (acceptance->whole ? has_source(sources, area.source, span.source) : inside);
}

static bool is_accepted(struct Diags *diags, enum Check check, struct Span span)
{
	bool accepted = false;
	for (size_t i = 0; i < diags->accepted.count; i++)
		if (accepts(diags->sources, &diags->accepted.item[i], check, span))
			accepted = diags->accepted.item[i].used = true;
	return accepted;
}

void diags_accept(struct Diags *diags, struct Acceptance acceptance)
{
	size_t kept = 0;
	*ARENA_PUSH(diags->arena, &diags->accepted) = acceptance;
	for (size_t i = 0; i < diags->count; i++) {
		const struct Diag *d = &diags->item[i];
		if (is_accepted(diags, d->check, d->span))
			diags->errors -= d->severity == SEVERITY_ERROR;
		else
			diags->item[kept++] = *d;
	}
	diags->count = kept;
}

void diags_note_unused(struct Diags *diags)
{
	for (size_t i = 0; i < diags->accepted.count; i++) {
		const struct Acceptance *acceptance = &diags->accepted.item[i];
		if (!acceptance->used)
			diag(diags, CHECK_ACCEPT_UNUSED, acceptance->span, "'%s' accepts nothing: there is no such %s",
			     check_table[acceptance->check].name,
			     severity_name(check_table[acceptance->check].severity));
	}
}

struct Diag *diag(struct Diags *diags, enum Check check, struct Span span, const char *format, ...)
{
	enum Severity severity = is_accepted(diags, check, span) ? SEVERITY_OFF : diags->severity[check];
	bool silent = severity == SEVERITY_OFF || (check_table[check].needs == NEEDS_SYNTAX && diags->syntax_errors);
	struct Diag *made = silent ? ARENA_NEW(diags->arena, struct Diag) : ARENA_PUSH(diags->arena, diags);
	va_list arguments;
	va_start(arguments, format);
	const char *text = text_vprint(diags->arena, format, arguments);
	va_end(arguments);
	*made = (struct Diag){
		.check = check, .severity = severity, .span = span, .text = text, .within = diags->within
	};
	if (severity == SEVERITY_ERROR) {
		diags->errors++;
		diags->syntax_errors += check <= CHECK_SYNTAX;
	}
	return made;
}

bool diag_soften(struct Diags *diags, struct Diag *last)
{
	if (diags->firm[last->check])
		return false;
	diags->errors -= last->severity == SEVERITY_ERROR;
	last->severity = SEVERITY_WARNING;
	last->softened = true;
	return true;
}

void diag_again(struct Diags *diags, const struct Diag *softened)
{
	struct Diag *made = ARENA_PUSH(diags->arena, diags);
	*made = *softened;
	made->severity = SEVERITY_ERROR;
	made->softened = false;
	diags->errors++;
}

void diag_note(struct Diags *diags, struct Diag *of, struct Span span, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *text = text_vprint(diags->arena, format, arguments);
	va_end(arguments);
	of->note = text;
	of->note_span = span;
}

void diag_help(struct Diags *diags, struct Diag *of, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *text = text_vprint(diags->arena, format, arguments);
	va_end(arguments);
	of->help = text;
}

void diag_duplicate(struct Diags *diags, struct Span span, struct Span first, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *what = text_vprint(diags->arena, format, arguments);
	va_end(arguments);
	struct Diag *d = diag(diags, CHECK_DUPLICATE, span, "%s is given twice", what);
	if (span.source == first.source && span.begin == first.begin)
		diag_help(diags, d, "in a loop a name needs the index of the turn: NAME[k]");
	else
		diag_note(diags, d, first, "first here");
}

struct Nearest diags_nearest(struct Diags *diags, const char *wanted)
{
	enum { MOST = 100 };
	struct Nearest nearest;
	nearest_init(&nearest, wanted);
	if (diags->suggestions++ >= MOST)
		nearest.left = 0;
	return nearest;
}

void diag_fix(struct Diags *diags, struct Diag *of, struct Span span, const char *text)
{
	of->fix = arena_copy(diags->arena, text, strlen(text));
	of->fix_span = span;
	of->fix_names = false;
}

/* Bytes of the wanted name that the source leaves out: in a part, the `FL.` of FL.hip. -1: the source has another
 * text, or the found name has other bytes there. */
static int left_out(const struct Diags *diags, struct Span span, const struct Nearest *nearest)
{
	const struct Source *source = &diags->sources->item[span.source];
	const char *text = source->text + span.begin;
	size_t length = span.end - span.begin, wanted = strlen(nearest->wanted);
	bool quoted = length > 1 && *text == '"' && text[length - 1] == '"';
	text += quoted;
	length -= 2 * (size_t)quoted;
	if (!length || length > wanted || memcmp(nearest->wanted + wanted - length, text, length) != 0)
		return -1;
	size_t before = wanted - length;
	bool same = strncmp(nearest->wanted, nearest->found, before) == 0;
	return same && (!before || nearest->wanted[before - 1] == '.') ? (int)before : -1;
}

/* Does the source have just the found name, which is not the wanted one? In a part `hip` is FL.hip. */
static bool is_outside(const struct Diags *diags, struct Span span, const struct Nearest *nearest)
{
	const char *text = diags->sources->item[span.source].text + span.begin;
	size_t length = span.end - span.begin;
	bool quoted = length > 1 && *text == '"';
	return length - 2 * (size_t)quoted == strlen(nearest->found) &&
	       memcmp(text + quoted, nearest->found, strlen(nearest->found)) == 0;
}

/* Was this candidate tried before, or has it no name? */
static bool is_listed(const struct Nearest *nearest, int of)
{
	for (int i = 0; i < of; i++)
		if (strcmp(nearest->tried[i], nearest->tried[of]) == 0)
			return true;
	return !*nearest->tried[of];
}

/* Help with all candidates, if they are few. */
static void list_candidates(struct Diags *diags, struct Diag *of, const struct Nearest *nearest)
{
	enum { MOST = sizeof nearest->tried / sizeof *nearest->tried, BYTES = 240 };
	struct Text list = text_new(diags->arena);
	if (!*nearest->wanted || nearest->tries > MOST)
		return;
	int names = 0;
	for (int i = 0; i < nearest->tries; i++)
		if (!is_listed(nearest, i))
			text_format(&list, "%s'%s'", names++ ? ", " : "", nearest->tried[i]);
	if (names && list.count <= BYTES)
		diag_help(diags, of, "there %s %s", names > 1 ? "are" : "is", text_string(&list));
}

void diag_nearest(struct Diags *diags, struct Diag *of, const struct Nearest *nearest)
{
	if (!nearest->found) {
		if (!of->help)
			list_candidates(diags, of, nearest);
		return;
	}
	if (is_outside(diags, of->span, nearest)) {
		diag_help(diags, of, "'%s' is outside of the part: a part sees its own names, `root` and `world`",
		          nearest->found);
		return;
	}
	diag_help(diags, of, "did you mean '%s'?", nearest->found);
	int before = left_out(diags, of->span, nearest);
	if (before < 0)
		return;
	diag_fix(diags, of, of->span, nearest->found + before);
	of->fix_names = true;
}

/* Source line, at most WINDOW bytes around the place, with a caret below. Nothing of an empty line. */
static void render_line(struct Text *out, const struct Place *place, struct Span span)
{
	enum { WINDOW = 120, BEFORE = 60 };
	size_t first = 0, last = place->length;
	if (!last)
		return;
	if (place->offset > BEFORE && place->length > WINDOW)
		first = place->offset - BEFORE;
	while (first && (place->text[first] & 0xc0) == 0x80)
		first--;
	if (last - first > WINDOW)
		last = first + WINDOW;
	while (last < place->length && (place->text[last] & 0xc0) == 0x80)
		last++;
	text_put(out, "    ");
	text_visible(out, place->text + first, last - first);
	text_put(out, "\n    ");
	size_t end = place->offset + (span.end - span.begin);
	for (size_t i = first; i < place->offset && i < last; i++) {
		unsigned char c = (unsigned char)place->text[i];
		if (c != '\t' && (c < 0x20 || c == 0x7f))
			text_put(out, "    "); /* shown as \xHH */
		else if ((c & 0xc0) != 0x80)
			text_char(out, c == '\t' ? '\t' : ' ');
	}
	text_char(out, '^');
	for (size_t i = place->offset + 1; i < end && i < last; i++)
		if ((place->text[i] & 0xc0) != 0x80)
			text_char(out, '~');
	text_char(out, '\n');
}

static void render_message(struct Diags *diags, struct Text *out, struct Span span, const char *severity,
                           const char *message, const char *check)
{
	struct Place place = sources_place(diags->sources, span);
	text_visible(out, place.name, strlen(place.name));
	text_format(out, ":%u:%u: %s: ", place.line, place.column, severity);
	text_visible(out, message, strlen(message));
	if (check)
		text_format(out, " [%s]", check);
	text_char(out, '\n');
	render_line(out, &place, span);
}

/* The lines of an advice. */
static void render_help(struct Text *out, const char *help)
{
	text_put(out, "    help: ");
	for (size_t length; *help; help += length + (help[length] == '\n')) {
		length = strcspn(help, "\n");
		text_visible(out, help, length);
		text_put(out, help[length] ? "\n        " : "\n");
	}
}

/* Uses of parts and turns of loops around a place, from the inside out. */
static void render_within(struct Diags *diags, struct Text *out, const struct Within *within)
{
	enum { SHOWN = 8 };
	for (int i = 0; within && i < SHOWN; i++, within = within->outer)
		render_message(diags, out, within->span, "note", within->text, NULL);
}

/* The includes that lead to a place, from the inside out. */
static void render_inclusions(struct Diags *diags, struct Text *out, struct Span span)
{
	enum { SHOWN = 8 };
	const struct Source *source = &diags->sources->item[span.source];
	for (int i = 0; source->included && i < SHOWN; i++, source = &diags->sources->item[source->inclusion.source])
		render_message(diags, out, source->inclusion, "note", "included here", NULL);
}

static int by_place(const void *a, const void *b)
{
	const struct Diag *const *x = a, *const *y = b;
	struct Span s = (*x)->span, t = (*y)->span;
	if (s.source != t.source)
		return s.source < t.source ? -1 : 1;
	if (s.begin != t.begin)
		return s.begin < t.begin ? -1 : 1;
	return *x < *y ? -1 : *x > *y; /* order of reporting, as x and y lie in one array */
}

/* True for repeated messages. A constant evaluated twice repeats its messages. A mistake in a part occurs at every
 * use, with other names. */
static bool same_message(const struct Diag *a, const struct Diag *b)
{
	return a->check == b->check && a->span.source == b->span.source && a->span.begin == b->span.begin &&
	       ((a->within && b->within) || strcmp(a->text, b->text) == 0);
}

/* Has a softened error been reported again? */
static bool is_error_again(const struct Diags *diags, const struct Diag *d)
{
	bool again = false;
	for (size_t i = 0; i < diags->count && d->softened; i++)
		again |= !diags->item[i].softened && same_message(&diags->item[i], d);
	return again;
}

const struct Diag **diags_sorted(struct Diags *diags, size_t *count)
{
	const struct Diag **order = ARENA_ARRAY(diags->arena, const struct Diag *, diags->count);
	*count = 0;
	for (size_t i = 0; i < diags->count; i++)
		order[i] = &diags->item[i];
	if (diags->count)
		qsort(order, diags->count, sizeof *order, by_place);
	for (size_t i = 0; i < diags->count; i++)
		if (!is_error_again(diags, order[i]) && (*count == 0 || !same_message(order[i], order[*count - 1])))
			order[(*count)++] = order[i];
	return order;
}

/* Keeps so many at most, the most severe ones, in their order. Returns their count. */
static size_t keep_most_severe(const struct Diag **order, size_t count, size_t most)
{
	size_t of[SEVERITY_ERROR + 1] = { 0 }, kept = 0;
	for (size_t i = 0; i < count; i++)
		of[order[i]->severity]++;
	for (int i = SEVERITY_ERROR; i >= 0; i--) {
		of[i] = of[i] < most ? of[i] : most;
		most -= of[i];
	}
	for (size_t i = 0; i < count; i++) {
		if (!of[order[i]->severity])
			continue;
		of[order[i]->severity]--;
		order[kept++] = order[i];
	}
	return kept;
}

void diags_render(struct Diags *diags, struct Text *out)
{
	enum { MOST = 200 }; /* nobody reads more; `check --json` has all */
	size_t count;
	const struct Diag **order = diags_sorted(diags, &count);
	size_t shown = keep_most_severe(order, count, MOST);
	for (size_t i = 0; i < shown; i++) {
		const struct Diag *d = order[i];
		render_message(diags, out, d->span, severity_name(d->severity), d->text, check_table[d->check].name);
		if (d->note)
			render_message(diags, out, d->note_span, "note", d->note, NULL);
		if (d->help)
			render_help(out, d->help);
		if (d->severity > SEVERITY_NOTE)
			render_within(diags, out, d->within);
		if (d->severity == SEVERITY_ERROR)
			render_inclusions(diags, out, d->span);
	}
	if (count > shown)
		text_format(out, "%zu more are not shown\n", count - shown);
}

void diags_summarise(struct Diags *diags, struct Text *out)
{
	size_t count, of[SEVERITY_ERROR + 1] = { 0 };
	const struct Diag **order = diags_sorted(diags, &count);
	for (size_t i = 0; i < count; i++)
		of[order[i]->severity]++;
	const char *comma = "";
	for (int i = SEVERITY_ERROR; i > SEVERITY_OFF; i--) {
		if (!of[i])
			continue;
		text_format(out, "%s%zu %s%s", comma, of[i], severity_name((enum Severity)i), of[i] == 1 ? "" : "s");
		comma = ", ";
	}
	text_put(out, *comma ? "\n" : "");
}
