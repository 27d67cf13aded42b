#include "function_request.h"

#include <string.h>

#include "base/hints.h"

/* Phase without contacts: loops and constraints alone. */
static const char loops_phase[] = "loops";

struct Parts {
	struct FunctionPart *item;
	size_t count, capacity;
};

/* The requests of a job while they are read. */
struct Asking {
	struct Diags *diags;
	const struct Model *model;
	struct FunctionRequests requests;
	struct NameTable names;  /* to the index of the request */
	struct NameTable fused;  /* fused functions of the model, to their index in model->functions */
	struct NameTable phases; /* contacts of the model to their index, phases to theirs after all contacts */
};

/* --- one function of the table --- */

const char *part_frames(struct Arena *arena, const struct FunctionPart *part, const char *between)
{
	return part->frame[1] ? text_print(arena, "%s%s%s", part->frame[0], between, part->frame[1]) : part->frame[0];
}

static bool is_fused(const struct Argument *function)
{
	return function->value && function->value->kind == EXPR_FUSED;
}

/* The parts of a fused function of `generate`, or NULL. */
static const struct Arguments *fused_by_model(const struct Asking *asking, const char *name)
{
	int found = names_find(&asking->fused, name);
	return found < 0 ? NULL : &asking->model->functions.item[found].value->list;
}

static void unknown(const struct Asking *asking, const char *name, struct Span span)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (size_t i = 0; i < function_count; i++)
		nearest_try(&nearest, function_table[i].name);
	for (size_t i = 0; i < asking->model->functions.count && i < NEAREST_MOST && diags_may_suggest(asking->diags);
	     i++)
		if (is_fused(&asking->model->functions.item[i]))
			nearest_try(&nearest, asking->model->functions.item[i].name.text);
	hint_or_nearest(asking->diags,
	                diag(asking->diags, CHECK_UNKNOWN_TARGET, span, "there is no function '%s'", name), HINT_OUTPUT,
	                &nearest);
}

/* First row of a name; NULL: none. */
static const struct FunctionInfo *find(const char *name)
{
	for (size_t i = 0; i < function_count; i++)
		if (strcmp(function_table[i].name, name) == 0)
			return &function_table[i];
	return NULL;
}

/* A fused function of the model as a part: its parts are meant. */
static void refuse_fused(struct Diags *diags, const char *name, const struct Arguments *fused, struct Span span)
{
	struct Diag *d =
		diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is a fused function, and no part of another", name);
	struct Text parts;
	bool itself = false;
	text_init(&parts, diags->arena);
	for (size_t i = 0; i < fused->count; i++) {
		itself |= strcmp(fused->item[i].name.text, name) == 0;
		text_format(&parts, "%s%s", i ? "+" : "", fused->item[i].name.text);
		for (const struct Expr *frame = fused->item[i].value; frame; frame = frame->a)
			text_format(&parts, ":%s", frame->name.text);
	}
	if (!itself)
		diag_help(diags, d, "write its parts: %s", text_string(&parts));
}

/* Row of a name with this number of frames; `phase`: of a phase. NULL: none. */
static const struct FunctionInfo *find_with(const char *name, int frames, bool phase)
{
	for (size_t i = 0; i < function_count; i++) {
		enum Sites sites = function_table[i].sites;
		if (strcmp(function_table[i].name, name) == 0 && (sites == SITES_PHASE) == phase &&
		    sites_frames(sites) == frames)
			return &function_table[i];
	}
	return NULL;
}

bool function_has_phase(const char *name)
{
	return find_with(name, 0, true);
}

/* A frame or phase of a function that has none; `what` is its sort. */
static struct Diag *refuse_no_frame(struct Diags *diags, const char *name, const char *what, struct Span span)
{
	return diag(diags, CHECK_UNKNOWN_TARGET, span, "%s takes no %s: write `%s`", name, what, name);
}

/* A phase or contact after the name of a function that is never of one. */
static void refuse_any_phase(const struct Asking *asking, const char *name, int number, struct Span span)
{
	const struct Model *model = asking->model;
	int contacts = (int)model->contacts.count;
	if (!find_with(name, 1, false)) {
		refuse_no_frame(asking->diags, name, number < contacts ? "contact" : "phase", span);
	} else if (number >= contacts + (int)model->phases.count) {
		diag(asking->diags, CHECK_UNKNOWN_TARGET, span, "'%s' are all loops, and %s is of a body or frame",
		     loops_phase, name);
	} else if (number < contacts) {
		const struct Contact *contact = &model->contacts.item[number];
		struct Diag *d = diag(asking->diags, CHECK_UNKNOWN_TARGET, span,
		                      "'%s' is a contact, and %s is of a body or frame", contact->name.text, name);
		diag_help(asking->diags, d, "the contact is on the body '%s'", model->body[contact->body].name.text);
	} else {
		diag(asking->diags, CHECK_UNKNOWN_TARGET, span, "'%s' is a phase, and %s is of a body or frame",
		     model->phases.item[number - contacts].name.text, name);
	}
}

static void refuse_phase(const struct Asking *asking, const char *name, const char *phase, struct Span span)
{
	struct Nearest nearest;
	nearest_init(&nearest, phase);
	for (size_t i = 0; i < asking->model->contacts.count && i < NEAREST_MOST; i++)
		nearest_try(&nearest, asking->model->contacts.item[i].name.text);
	for (size_t i = 0; i < asking->model->phases.count && i < NEAREST_MOST; i++)
		nearest_try(&nearest, asking->model->phases.item[i].name.text);
	struct Diag *d = diag(asking->diags, CHECK_UNKNOWN_PHASE, span,
	                      "%s: the model has no phase '%s', and no contact", name, phase);
	diag_nearest(asking->diags, d, &nearest);
}

/* What follows the colon of a function, in a message. */
static const char *needed(const char *name)
{
	return !find_with(name, 1, false) ? "a phase or contact"
	       : find_with(name, 0, true) ? "a body or frame, a phase or contact"
	                                  : "a body or frame";
}

/* Function with the wrong number of frames; `text` has its frames as written, "" without any. */
static void refuse_frames(const struct Asking *asking, const char *name, const char *text, struct Span span)
{
	struct Diags *diags = asking->diags;
	bool framed = find_with(name, 1, false), phased = find_with(name, 0, true);
	if (!*text) {
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span, "%s needs %s", name, needed(name));
		diag_help(diags, d, "write %s:NAME", name);
	} else if (framed) {
		struct Diag *d =
			diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is of %s", name,
		             find_with(name, 2, false) ? "one frame, or of one seen from another" : "one frame");
		diag_help(diags, d, "quote a name with a colon: %s:%s", name, text_quoted(diags->arena, text));
	} else if (phased && asking->model->contacts.count) {
		refuse_phase(asking, name, text, span);
	} else if (phased && !find_with(name, 0, false)) {
		struct Diag *d =
			diag(diags, CHECK_UNKNOWN_PHASE, span, "%s is of a phase, and the model has no contacts", name);
		diag_help(diags, d, "declare one: `contact NAME on FRAME`, or --contact NAME=FRAME");
	} else {
		struct Diag *d = refuse_no_frame(diags, name, "body or frame", span);
		if (phased)
			diag_help(diags, d, "%s:PHASE is of contacts, and the model has none", name);
	}
}

/* Contacts of a part's phase: those of a phase of the model, one contact, or none in `loops`. */
static void take_phase(const struct Asking *asking, struct FunctionPart *part, int number)
{
	const struct Model *model = asking->model;
	int contacts = (int)model->contacts.count, phases = (int)model->phases.count;
	part->phase = number < 0 || number >= contacts + phases ? loops_phase : part->frame[0];
	if (part->phase == loops_phase)
		return;
	if (number >= contacts) {
		part->contact = model->phases.item[number - contacts].contact;
		part->contacts = model->phases.item[number - contacts].contacts;
		return;
	}
	int *one = ARENA_NEW(asking->diags->arena, int);
	*one = number;
	part->contact = one;
	part->contacts = 1;
}

/* Number of the contact or phase that is the only frame; -1: none. */
static int find_phase(const struct Asking *asking, const char *const *frame, int frames)
{
	return frames == 1 ? names_find(&asking->phases, frame[0]) : -1;
}

/* Row of a function with this number of frames. `phase`: number of the phase that is its only frame; -1: none. Without a
 * frame some functions are of the loops. */
static const struct FunctionInfo *find_row(const struct Asking *asking, const char *name, int frames, int phase)
{
	const struct FunctionInfo *closed = find_with(name, 0, true);
	bool of_loops = frames == 0 && model_has_loops(asking->model) && closed && closed->closes;
	return phase >= 0 || of_loops ? closed : find_with(name, frames, false);
}

/* Adds NAME, NAME:FRAME, NAME:PHASE or NAME:FRAME:FRAME; frames after the last are NULL. An empty name is no frame. */
static void add_part(const struct Asking *asking, struct Parts *parts, const char *name,
                     const char *const frame[PART_FRAMES + 1], struct Span span)
{
	struct Diags *diags = asking->diags;
	int frames = 0;
	bool empty = false;
	const char *full = name;
	for (; frames <= PART_FRAMES && frame[frames]; frames++) {
		empty |= !*frame[frames];
		full = text_print(diags->arena, "%s:%s", full, frame[frames]);
	}
	int phase = find_phase(asking, frame, frames);
	const struct FunctionInfo *info = find_row(asking, name, frames, phase);
	bool any = find(name);
	const struct Arguments *fused = any ? NULL : fused_by_model(asking, name);
	if (fused && frames) {
		refuse_no_frame(diags, name, "body or frame", span);
	} else if (fused) {
		refuse_fused(diags, name, fused, span);
	} else if (!any) {
		unknown(asking, name, span);
	} else if (!info && phase >= 0) {
		refuse_any_phase(asking, name, phase, span);
	} else if (!info || empty) {
		refuse_frames(asking, name, full + strlen(name) + (frames > 0), span);
	} else {
		struct FunctionPart *part = ARENA_PUSH(diags->arena, parts);
		*part = (struct FunctionPart){ .info = info,
			                       .name = full,
			                       .frame = { frame[0], frames > 1 ? frame[1] : NULL },
			                       .span = span,
			                       .site = { -1, -1 } };
		if (info->sites == SITES_PHASE)
			take_phase(asking, part, phase);
	}
}

/* Adds functions of `generate`. */
static void add_parts(const struct Asking *asking, struct Parts *parts, const struct Argument *function, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct Ident name = function[i].name;
		const struct Expr *of = function[i].value;
		const char *frame[PART_FRAMES + 1] = { of ? of->name.text : NULL,
			                               of && of->a ? of->a->name.text : NULL };
		add_part(asking, parts, name.text, frame, of ? of->name.span : name.span);
	}
}

/* A fused function under the name of another would be taken for that. */
static void check_fused_name(struct Diags *diags, const char *name, const struct Parts *parts, struct Span span)
{
	bool own = parts->count == 1 && strcmp(parts->item[0].name, name) == 0;
	if (own || !find(name))
		return;
	struct Diag *d = diag(diags, CHECK_C_NAME, span, "%s is a function of rigidc itself", name);
	diag_help(diags, d, "a fused function needs a name of its own");
}

/* Adds a request. Reports a function that is requested twice, and a part that occurs twice in a fused function. */
static void add_request(struct Asking *asking, const char *name, const struct Parts *asked, struct Span span)
{
	struct Diags *diags = asking->diags;
	int place = (int)asking->requests.count;
	struct NameTable parts;
	names_init(&parts, diags->arena);
	*ARENA_PUSH(diags->arena, &asking->requests) = (struct FunctionRequest){ name, asked->item, (int)asked->count };
	if (asked->count && names_add(&asking->names, name, place) != place)
		diag(diags, CHECK_DUPLICATE, span, "%s is asked for twice", name);
	for (size_t i = 0; i < asked->count; i++)
		if (names_add(&parts, asked->item[i].name, (int)i) != (int)i)
			diag(diags, CHECK_DUPLICATE, span, "%s stands twice in %s", asked->item[i].name, name);
}

/* --- `generate` --- */

static void ask_by_model(struct Asking *asking, const struct Argument *function)
{
	const struct Expr *value = function->value;
	struct Parts parts = { 0 };
	if (value && value->kind == EXPR_FUSED) {
		add_parts(asking, &parts, value->list.item, value->list.count);
		check_fused_name(asking->diags, function->name.text, &parts, function->name.span);
		add_request(asking, function->name.text, &parts, function->name.span);
	} else {
		add_parts(asking, &parts, function, 1);
		add_request(asking, parts.count ? parts.item[0].name : function->name.text, &parts,
		            function->name.span);
	}
}

/* --- the text of -f --- */

/* Position in the text of -f. */
struct Reading {
	struct Asking *asking;
	const char *text, *at;
	uint32_t source;
};

static struct Span span_from(const struct Reading *r, const char *begin)
{
	return (struct Span){ (uint32_t)(begin - r->text), (uint32_t)(r->at - r->text), r->source };
}

static void skip_blanks(struct Reading *r)
{
	r->at += strspn(r->at, " \t\n");
}

/* Reads a word up to one of `ends`. A word in quotation marks may contain any character. */
static const char *read_word(struct Reading *r, const char *ends)
{
	struct Arena *arena = r->asking->diags->arena;
	const char *begin = r->at, *end = *begin == '"' ? text_quoted_end(begin) : NULL;
	const char *name = end ? text_unquoted(arena, begin + 1, (size_t)(end - begin) - 2) : NULL;
	if (name) {
		r->at = end;
		return name;
	}
	r->at += strcspn(begin, ends);
	return arena_copy(arena, begin, (size_t)(r->at - begin));
}

/* Reads NAME or NAME:FRAME, and returns the name of the request that it makes by itself. `alone`: it may be a fused
 * function of the model, whose parts are added then. */
static const char *read_part(struct Reading *r, struct Parts *parts, bool alone)
{
	const char *begin = r->at, *frame[PART_FRAMES + 1] = { NULL };
	const char *name = read_word(r, ":+, \t");
	const struct Arguments *fused = alone ? fused_by_model(r->asking, name) : NULL;
	for (int i = 0; i <= PART_FRAMES && *r->at == ':'; i++) {
		r->at++;
		frame[i] = read_word(r, ":+, \t");
	}
	if (fused && !frame[0]) {
		add_parts(r->asking, parts, fused->item, fused->count);
		check_fused_name(r->asking->diags, name, parts, span_from(r, begin));
		return name;
	}
	add_part(r->asking, parts, name, frame, span_from(r, begin));
	return parts->count ? parts->item[0].name : "";
}

/* The name before `=` of a fused function, or NULL. */
static const char *read_fused_name(struct Reading *r)
{
	const char *begin = r->at, *end = begin + strcspn(begin, "=\":+, \t\n"), *equals = end + strspn(end, " \t\n");
	if (*equals != '=')
		return NULL;
	r->at = equals;
	if (end == begin)
		diag(r->asking->diags, CHECK_UNKNOWN_TARGET, span_from(r, begin),
		     "a fused function needs a name before `=`");
	r->at++;
	skip_blanks(r);
	return arena_copy(r->asking->diags->arena, begin, (size_t)(end - begin));
}

/* One item of -f: NAME or NAME=PART+PART...; blanks may stand around `=` and `+`. */
static void read_request(struct Reading *r)
{
	struct Diags *diags = r->asking->diags;
	struct Parts parts = { 0 };
	const char *begin = r->at, *fused = read_fused_name(r), *name = read_part(r, &parts, !fused);
	struct Span span = span_from(r, begin);
	skip_blanks(r);
	while (fused && *r->at == '+') {
		r->at++;
		skip_blanks(r);
		read_part(r, &parts, false);
		span = span_from(r, begin);
		skip_blanks(r);
	}
	if (fused)
		check_fused_name(diags, fused, &parts, span);
	if (*r->at && *r->at != ',') {
		const char *rest = r->at;
		r->at += strcspn(rest, ",");
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span_from(r, rest), "`%s` follows a function",
		                      arena_copy(diags->arena, rest, (size_t)(r->at - rest)));
		diag_help(diags, d, "functions are separated by commas; a fused function is written NAME=PART+PART");
	}
	add_request(r->asking, fused ? fused : name, &parts, span);
}

static void ask_by_text(struct Asking *asking, const char *text)
{
	struct Reading r = { asking, text, text, sources_add(asking->diags->sources, "-f", text, strlen(text)) };
	for (;; r.at++) {
		skip_blanks(&r);
		read_request(&r);
		if (*r.at != ',')
			return;
	}
}

/* --- all --- */

/* Adds a function's companion, unless a request has its name. */
static void add_beside(struct Asking *asking, const char *name)
{
	struct FunctionRequests *requests = &asking->requests;
	struct Parts parts = { 0 };
	for (size_t i = 0; i < requests->count; i++)
		if (strcmp(requests->item[i].name, name) == 0)
			return;
	add_part(asking, &parts, name, (const char *const[PART_FRAMES + 1]){ NULL }, (struct Span){ 0 });
	*ARENA_PUSH(asking->diags->arena, requests) = (struct FunctionRequest){ name, parts.item, (int)parts.count };
}

struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions)
{
	struct Asking asking = { .diags = diags, .model = model };
	struct FunctionRequests *requests = &asking.requests;
	names_init(&asking.names, diags->arena);
	names_init(&asking.fused, diags->arena);
	for (size_t i = 0; i < model->functions.count; i++)
		if (is_fused(&model->functions.item[i]))
			names_add(&asking.fused, model->functions.item[i].name.text, (int)i);
	names_init(&asking.phases, diags->arena);
	for (size_t i = 0; i < model->contacts.count; i++)
		names_add(&asking.phases, model->contacts.item[i].name.text, (int)i);
	for (size_t i = 0; i < model->phases.count; i++)
		names_add(&asking.phases, model->phases.item[i].name.text, (int)(model->contacts.count + i));
	if (model_has_loops(model))
		names_add(&asking.phases, loops_phase, (int)(model->contacts.count + model->phases.count));
	if (functions || !model->functions.count)
		ask_by_text(&asking, functions ? functions : model_has_loops(model) ? "fd,lambda" : "rnea,crba");
	for (size_t i = 0; i < model->functions.count && !functions; i++)
		ask_by_model(&asking, &model->functions.item[i]);
	requests->asked = requests->count;
	for (size_t i = 0; i < requests->asked; i++)
		for (int p = 0; p < requests->item[i].parts; p++)
			if (requests->item[i].part[p].info->beside)
				add_beside(&asking, requests->item[i].part[p].info->beside);
	return *requests;
}
