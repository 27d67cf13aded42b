#include "function_request.h"

#include <string.h>

#include "base/hints.h"
#include "model/body.h"
#include "model/loop.h"

/* Phase without contacts: loops and constraints alone. */
static const char loops_phase[] = "loops";

/* Parts and terms of a request while it is read. */
struct Asked {
	struct FunctionPart *item;
	size_t count, capacity;
	struct Terms ARENA_LIST(struct FunctionTerm) terms;
};

/* Names between colons: an operator before its function, a function before its frames. */
struct Words ARENA_LIST(const char *);

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
	struct Nearest nearest = diags_nearest(asking->diags, name);
	NEAREST_EACH(&nearest, function_table, function_count, name);
	NEAREST_EACH(&nearest, operator_table, operator_count, name);
	for (size_t i = 0; i < asking->model->functions.count; i++)
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
	bool itself = false;
	struct Text parts = text_new(diags->arena);
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
		    sites_names(sites) == frames)
			return &function_table[i];
	}
	return NULL;
}

/* What a function with a name after it is of, if of no frame: "strut or tendon". NULL: it is of another kind. */
static const char *own_kind(const char *name)
{
	const struct FunctionInfo *info = find_with(name, 1, false);
	return !info                        ? NULL
	       : info->sites == SITES_STRUT ? "strut or tendon"
	       : info->sites == SITES_GROUP ? "group of struts and tendons"
	       : info->sites == SITES_LAW   ? "wrench with a law"
	                                    : NULL;
}

bool function_has_phase(const char *name)
{
	return find_with(name, 0, true);
}

/* Error about "FUNCTION:NAME" where the function takes no `what` ("frame", "phase"). */
static struct Diag *refuse_no_frame(struct Diags *diags, const char *name, const char *what, struct Span span)
{
	return diag(diags, CHECK_UNKNOWN_TARGET, span, "%s takes no %s: write `%s`", name, what, name);
}

/* Refuses a phase or contact after the name of a function without rows. */
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
	struct Nearest nearest = diags_nearest(asking->diags, phase);
	NEAREST_EACH(&nearest, asking->model->contacts.item, asking->model->contacts.count, name.text);
	NEAREST_EACH(&nearest, asking->model->phases.item, asking->model->phases.count, name.text);
	struct Diag *d = diag(asking->diags, CHECK_UNKNOWN_PHASE, span, "%s: the model has no phase or contact '%s'",
	                      name, phase);
	diag_nearest(asking->diags, d, &nearest);
}

/* What follows the colon of a function, in a message. */
static const char *needed(struct Arena *arena, const char *name)
{
	return own_kind(name)               ? text_print(arena, "a %s", own_kind(name))
	       : !find_with(name, 1, false) ? "a phase or contact"
	       : find_with(name, 0, true)   ? "a body or frame, a phase or contact"
	                                    : "a body or frame";
}

/* Says what a function without its frame or phase is of. */
static void help_without(const struct Asking *asking, struct Diag *d, const char *name)
{
	const struct FunctionInfo *closed = find_with(name, 0, true);
	const struct Model *model = asking->model;
	bool of_loops = closed && closed->closes;
	if (of_loops && model->closed_forms.count)
		diag_help(
			asking->diags, d,
			"loops with `solve` are closed at every state and have no rows; without `solve`, %s is of them",
			name);
	else if (of_loops && !model->contacts.count)
		diag_help(asking->diags, d, "the model has no loops, no constraints and no contacts");
	else
		diag_help(asking->diags, d, "write %s:NAME", name);
}

/* Function with the wrong number of frames; `text` has its frames as written, "" without any. */
static void refuse_frames(const struct Asking *asking, const char *name, const char *text, struct Span span)
{
	struct Diags *diags = asking->diags;
	bool framed = find_with(name, 1, false), phased = find_with(name, 0, true);
	if (!*text) {
		help_without(asking,
		             diag(diags, CHECK_UNKNOWN_TARGET, span, "%s needs %s", name, needed(diags->arena, name)),
		             name);
	} else if (framed) {
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is of %s", name,
		                      own_kind(name)              ? text_print(diags->arena, "one %s", own_kind(name))
		                      : find_with(name, 2, false) ? "one frame, or of one seen from another"
		                                                  : "one frame");
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

/* Number of a part of this name; -1: there is none. */
static int find_part(const struct Asked *asked, const char *name)
{
	for (size_t i = 0; i < asked->count; i++)
		if (strcmp(asked->item[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* Words with colons between them. */
static const char *text_of(struct Arena *arena, const char *const *word, size_t words)
{
	const char *text = word[0];
	for (size_t i = 1; i < words; i++)
		text = text_print(arena, "%s:%s", text, word[i]);
	return text;
}

/* Number of words in the name of a function: two if the table has `step:euler`. */
static size_t name_words(struct Arena *arena, const char *const *word, size_t words)
{
	return words > 1 && find(text_of(arena, word, 2)) ? 2 : 1;
}

/* A name with its frames or its phase, split. */
struct NameParts {
	const char *full, *name; /* with and without the frames */
	const char *const *frame;
	int frames;
	int phase; /* -1: none */
};

/* Is the number that of a contact with the name of its frame? */
static bool is_frame_too(const struct Asking *asking, int number)
{
	const struct ContactList *contacts = &asking->model->contacts;
	const struct Contact *contact = number >= 0 && number < (int)contacts->count ? &contacts->item[number] : NULL;
	return contact && contact->frame[1] && strcmp(contact->frame[1], contact->name.text) == 0;
}

static struct NameParts split_name(const struct Asking *asking, const char *const *word, size_t words)
{
	struct Arena *arena = asking->diags->arena;
	size_t own = name_words(arena, word, words);
	struct NameParts parts = { .full = text_of(arena, word, words),
		                   .name = text_of(arena, word, own),
		                   .frame = word + own,
		                   .frames = words > PART_FRAMES + own ? PART_FRAMES + 1 : (int)(words - own) };
	parts.phase = own_kind(parts.name) ? -1 : find_phase(asking, parts.frame, parts.frames);
	if (is_frame_too(asking, parts.phase) && !find_with(parts.name, 0, true))
		parts.phase = -1;
	return parts;
}

/* Reports a function that moving inputs leave undefined. */
static void refuse_moving(const struct Asking *asking, const struct FunctionInfo *info, struct Span span)
{
	const struct Model *model = asking->model;
	struct Diag *d =
		diag(asking->diags, CHECK_UNKNOWN_TARGET, span, "%s is not of models with moving inputs, as '%s'",
	             info->name, model_moving(model, 0)->name.text);
	diag_help(asking->diags, d,
	          info->step
	                  ? "a step needs their course within the step: `sim` takes it, and fd gives the accelerations"
	                  : "the forces h - g have terms without qd: take bias and gravity");
}

/* Rates are those of states. False: it is another function, or there are some. */
static bool refuse_rates(const struct Asking *asking, const struct FunctionInfo *info, struct Span span)
{
	if (info->sites != SITES_STATES || asking->model->states.count)
		return false;
	diag_help(asking->diags,
	          diag(asking->diags, CHECK_UNKNOWN_TARGET, span, "rates is of states, and the model has none"),
	          "declare one: `input NAME { rate EXPRESSION }`");
	return true;
}

/* Reports a name that is no function, or one with the wrong frames. An empty name is no frame. */
static bool refuse_part(const struct Asking *asking, const struct NameParts *parts, const struct FunctionInfo *info,
                        struct Span span)
{
	bool any = find(parts->name), empty = false;
	for (int i = 0; i < parts->frames; i++)
		empty |= !*parts->frame[i];
	const struct Arguments *fused = any ? NULL : fused_by_model(asking, parts->name);
	if (fused && parts->frames)
		refuse_no_frame(asking->diags, parts->name, "body or frame", span);
	else if (fused)
		refuse_fused(asking->diags, parts->name, fused, span);
	else if (!any)
		unknown(asking, parts->name, span);
	else if (!info && parts->phase >= 0)
		refuse_any_phase(asking, parts->name, parts->phase, span);
	else if (!info || empty)
		refuse_frames(asking, parts->name, parts->full + strlen(parts->name) + (parts->frames > 0), span);
	else if (asking->model->dag->moving.count && function_is_of_constant_inputs(info))
		refuse_moving(asking, info, span);
	else
		return refuse_rates(asking, info, span);
	return true;
}

/* Adds NAME, NAME:FRAME, NAME:PHASE or NAME:FRAME:FRAME, unless it is there, and returns its number; -1: an error. */
static int add_part(const struct Asking *asking, struct Asked *asked, const char *const *word, size_t words,
                    struct Span span)
{
	struct NameParts parts = split_name(asking, word, words);
	int known = find_part(asked, parts.full);
	if (known >= 0)
		return known;
	const struct FunctionInfo *info = find_row(asking, parts.name, parts.frames, parts.phase);
	if (refuse_part(asking, &parts, info, span))
		return -1;
	struct FunctionPart *part = ARENA_PUSH(asking->diags->arena, asked);
	*part = (struct FunctionPart){ .info = info,
		                       .name = parts.full,
		                       .frame = { parts.frames ? parts.frame[0] : NULL,
		                                  parts.frames > 1 ? parts.frame[1] : NULL },
		                       .span = span,
		                       .site = { -1, -1 } };
	if (info->sites == SITES_PHASE)
		take_phase(asking, part, parts.phase);
	return (int)asked->count - 1;
}

/* --- operators --- */

static void add_words(const struct Asking *asking, struct Asked *asked, struct Terms *to, const char *const *word,
                      size_t words, struct Span span);

/* Adds functions of `generate`. */
static void add_functions(const struct Asking *asking, struct Asked *asked, struct Terms *to,
                          const struct Argument *function, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct Words words = { .item = NULL };
		const struct Expr *of = function[i].value;
		*ARENA_PUSH(asking->diags->arena, &words) = function[i].name.text;
		for (const struct Expr *next = of; next; next = next->a)
			*ARENA_PUSH(asking->diags->arena, &words) = next->name.text;
		add_words(asking, asked, to, words.item, words.count, of ? of->name.span : function[i].name.span);
	}
}

/* Copies a term of an earlier request, with its parts. */
static struct FunctionTerm copy_term(struct Arena *arena, struct Asked *asked, const struct FunctionRequest *from,
                                     const struct FunctionTerm *term)
{
	struct FunctionTerm copy = *term;
	if (!term->operation) {
		const struct FunctionPart *part = &from->part[term->part];
		copy.part = find_part(asked, part->name);
		if (copy.part < 0) {
			copy.part = (int)asked->count;
			*ARENA_PUSH(arena, asked) = *part;
		}
		return copy;
	}
	struct FunctionTerm *of = ARENA_ARRAY(arena, struct FunctionTerm, term->ofs);
	for (int i = 0; i < term->ofs; i++)
		of[i] = copy_term(arena, asked, from, &term->of[i]);
	copy.of = of;
	return copy;
}

/* Adds what an operator is applied to: a function, or all that an earlier request or a fused function of the model
 * returns. */
static void add_operand(const struct Asking *asking, struct Asked *asked, struct Terms *to, const char *const *word,
                        size_t words, struct Span span)
{
	const char *name = text_of(asking->diags->arena, word, words);
	bool own = find(word[0]) || operator_find(word[0]);
	int earlier = own ? -1 : names_find(&asking->names, name);
	const struct Arguments *fused = own || words > 1 ? NULL : fused_by_model(asking, name);
	if (earlier >= 0) {
		const struct FunctionRequest *from = &asking->requests.item[earlier];
		for (int i = 0; i < from->terms; i++)
			*ARENA_PUSH(asking->diags->arena, to) =
				copy_term(asking->diags->arena, asked, from, &from->term[i]);
	} else if (fused) {
		add_functions(asking, asked, to, fused->item, fused->count);
	} else {
		add_words(asking, asked, to, word, words, span);
	}
}

/* Adds OPERATOR:FUNCTION, where the function may be one with an operator, or a function with its frames. */
static void add_words(const struct Asking *asking, struct Asked *asked, struct Terms *to, const char *const *word,
                      size_t words, struct Span span)
{
	struct Diags *diags = asking->diags;
	struct FunctionTerm term = { .name = text_of(diags->arena, word, words), .part = -1 };
	term.operation = operator_find(word[0]);
	if (term.operation && (words == 1 || !*word[1])) {
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span, "%s needs a function", word[0]);
		diag_help(diags, d, "write %s:FUNCTION, as in %s:rnea", word[0], word[0]);
		return;
	}
	if (term.operation) {
		struct Terms of = { .item = NULL };
		add_operand(asking, asked, &of, word + 1, words - 1, span);
		term.of = of.item;
		term.ofs = (int)of.count;
	} else {
		term.part = add_part(asking, asked, word, words, span);
	}
	if (term.part >= 0 || term.ofs)
		*ARENA_PUSH(diags->arena, to) = term;
}

static bool operates(const struct FunctionTerm *term, int terms)
{
	bool any = false;
	for (int i = 0; i < terms; i++)
		any |= term[i].operation != NULL;
	return any;
}

bool function_request_operates(const struct FunctionRequest *request)
{
	return operates(request->term, request->terms);
}

/* A fused function under the name of another would be taken for that. */
static void check_fused_name(struct Diags *diags, const char *name, const struct Asked *asked, struct Span span)
{
	const struct Terms *terms = &asked->terms;
	bool own = terms->count == 1 && strcmp(terms->item[0].name, name) == 0;
	if (own || (!find(name) && !operator_find(name)))
		return;
	struct Diag *d =
		diag(diags, CHECK_C_NAME, span,
	             find(name) ? "%s is a function of rigidc itself" : "%s is an operator of rigidc itself", name);
	diag_help(diags, d, "a fused function needs a name of its own");
}

static struct FunctionRequest request_of(const char *name, const struct Asked *asked)
{
	return (struct FunctionRequest){ .name = name,
		                         .part = asked->item,
		                         .parts = (int)asked->count,
		                         .term = asked->terms.item,
		                         .terms = (int)asked->terms.count };
}

/* Adds a request. Reports a function that is requested twice, and a part that occurs twice in a fused function. */
static void add_request(struct Asking *asking, const char *name, const struct Asked *asked, struct Span span)
{
	struct Diags *diags = asking->diags;
	int place = (int)asking->requests.count;
	struct NameTable terms = names_new(diags->arena);
	*ARENA_PUSH(diags->arena, &asking->requests) = request_of(name, asked);
	if (asked->count && names_add(&asking->names, name, place) != place)
		diag(diags, CHECK_DUPLICATE, span, "%s is asked for twice", name);
	for (size_t i = 0; i < asked->terms.count; i++)
		if (names_add(&terms, asked->terms.item[i].name, (int)i) != (int)i)
			diag(diags, CHECK_DUPLICATE, span, "%s stands twice in %s", asked->terms.item[i].name, name);
}

/* --- `generate` --- */

static void ask_by_model(struct Asking *asking, const struct Argument *function)
{
	const struct Expr *value = function->value;
	struct Asked asked = { .item = NULL };
	if (value && value->kind == EXPR_FUSED) {
		add_functions(asking, &asked, &asked.terms, value->list.item, value->list.count);
		check_fused_name(asking->diags, function->name.text, &asked, function->name.span);
		add_request(asking, function->name.text, &asked, function->name.span);
	} else {
		add_functions(asking, &asked, &asked.terms, function, 1);
		add_request(asking, asked.terms.count ? asked.terms.item[0].name : function->name.text, &asked,
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

/* Reads NAME, NAME:FRAME or OPERATOR:NAME, and returns the name of the request that it makes by itself. `alone`: it may be a fused
 * function of the model, whose parts are added then. */
static const char *read_part(struct Reading *r, struct Asked *asked, bool alone)
{
	struct Words words = { .item = NULL };
	const char *begin = r->at;
	const char *name = read_word(r, ":+, \t");
	const struct Arguments *fused = alone ? fused_by_model(r->asking, name) : NULL;
	*ARENA_PUSH(r->asking->diags->arena, &words) = name;
	while (*r->at == ':') {
		r->at++;
		*ARENA_PUSH(r->asking->diags->arena, &words) = read_word(r, ":+, \t");
	}
	if (fused && words.count == 1) {
		add_functions(r->asking, asked, &asked->terms, fused->item, fused->count);
		check_fused_name(r->asking->diags, name, asked, span_from(r, begin));
		return name;
	}
	add_words(r->asking, asked, &asked->terms, words.item, words.count, span_from(r, begin));
	return asked->terms.count ? asked->terms.item[0].name : "";
}

/* The name before `=` of a fused function, or NULL. */
static const char *read_fused_name(struct Reading *r)
{
	struct Reading ahead = *r;
	const char *begin = r->at, *name = read_word(&ahead, "=\":+, \t\n");
	skip_blanks(&ahead);
	if (*ahead.at != '=')
		return NULL;
	r->at = ahead.at;
	if (!*name)
		diag(r->asking->diags, CHECK_UNKNOWN_TARGET, span_from(r, begin),
		     "a fused function needs a name before `=`");
	r->at++;
	skip_blanks(r);
	return name;
}

/* One item of -f: NAME or NAME=PART+PART...; blanks may stand around `=` and `+`. */
static void read_request(struct Reading *r)
{
	struct Diags *diags = r->asking->diags;
	struct Asked asked = { .item = NULL };
	const char *begin = r->at, *fused = read_fused_name(r), *name = read_part(r, &asked, !fused);
	struct Span span = span_from(r, begin);
	skip_blanks(r);
	while (fused && *r->at == '+') {
		r->at++;
		skip_blanks(r);
		read_part(r, &asked, false);
		span = span_from(r, begin);
		skip_blanks(r);
	}
	if (fused)
		check_fused_name(diags, fused, &asked, span);
	if (*r->at && *r->at != ',') {
		const char *rest = r->at;
		r->at += strcspn(rest, ",");
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span_from(r, rest), "`%s` follows a function",
		                      arena_copy(diags->arena, rest, (size_t)(r->at - rest)));
		diag_help(diags, d, "functions are separated by commas; a fused function is written NAME=PART+PART");
	}
	add_request(r->asking, fused ? fused : name, &asked, span);
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
	struct Asked asked = { .item = NULL };
	for (size_t i = 0; i < requests->count; i++)
		if (strcmp(requests->item[i].name, name) == 0)
			return;
	add_words(asking, &asked, &asked.terms, &name, 1, (struct Span){ 0 });
	*ARENA_PUSH(asking->diags->arena, requests) = request_of(name, &asked);
}

struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions)
{
	struct Asking asking = { .diags = diags, .model = model };
	struct FunctionRequests *requests = &asking.requests;
	asking.names = names_new(diags->arena);
	asking.fused = names_new(diags->arena);
	for (size_t i = 0; i < model->functions.count; i++)
		if (is_fused(&model->functions.item[i]))
			names_add(&asking.fused, model->functions.item[i].name.text, (int)i);
	asking.phases = names_new(diags->arena);
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
