#include "function_request.h"

#include <string.h>

#include "base/hints.h"

struct Parts {
	struct FunctionPart *item;
	size_t count, capacity;
};

/* --- one function of the table --- */

const char *part_frames(struct Arena *arena, const struct FunctionPart *part, const char *between)
{
	return part->frame[1] ? text_print(arena, "%s%s%s", part->frame[0], between, part->frame[1]) : part->frame[0];
}

/* First row of a name; NULL: none. */
static const struct FunctionInfo *find(const char *name)
{
	for (size_t i = 0; i < function_count; i++)
		if (strcmp(function_table[i].name, name) == 0)
			return &function_table[i];
	return NULL;
}

/* Row of a name with this number of frames; NULL: none. */
static const struct FunctionInfo *find_with(const char *name, int frames)
{
	for (size_t i = 0; i < function_count; i++)
		if (strcmp(function_table[i].name, name) == 0 && sites_named(function_table[i].sites) == frames)
			return &function_table[i];
	return NULL;
}

static void say_unknown(struct Diags *diags, const char *name, struct Span span)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (size_t i = 0; i < function_count; i++)
		nearest_try(&nearest, function_table[i].name);
	hint_or_nearest(diags, diag(diags, CHECK_UNKNOWN_TARGET, span, "there is no function '%s'", name), HINT_OUTPUT,
	                &nearest);
}

/* Function with the wrong number of frames; `text` has its frames as written, "" without any. */
static void say_frames(struct Diags *diags, const struct FunctionInfo *info, const char *text, struct Span span)
{
	const char *name = info->name;
	if (!sites_named(info->sites)) {
		diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is of no body or frame: `%s` alone", name, name);
	} else if (!*text) {
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is of a body or frame", name);
		diag_help(diags, d, "%s:NAME says of which", name);
	} else {
		struct Diag *d = diag(diags, CHECK_UNKNOWN_TARGET, span, "%s is of %s", name,
		                      find_with(name, 2) ? "one frame, or of one seen from another" : "one frame");
		diag_help(diags, d, "a name with a colon stands in quotes: %s:%s", name,
		          text_quoted(diags->arena, text));
	}
}

/* Adds NAME, NAME:FRAME or NAME:FRAME:FRAME; frames after the last are NULL. An empty name is no frame. */
static void add_part(struct Diags *diags, struct Parts *parts, const char *name,
                     const char *const frame[PART_FRAMES + 1], struct Span span)
{
	int frames = 0;
	bool empty = false;
	const char *full = name;
	for (; frames <= PART_FRAMES && frame[frames]; frames++) {
		empty |= !*frame[frames];
		full = text_print(diags->arena, "%s:%s", full, frame[frames]);
	}
	const struct FunctionInfo *any = find(name), *info = find_with(name, frames);
	if (!any)
		say_unknown(diags, name, span);
	else if (!info || empty)
		say_frames(diags, any, full + strlen(name) + (frames > 0), span);
	else
		*ARENA_PUSH(diags->arena, parts) = (struct FunctionPart){
			info, full, { frame[0], frames > 1 ? frame[1] : NULL }, span, { -1, -1 }
		};
}

/* --- the text of -f --- */

/* Position in the text of -f. */
struct Reading {
	struct Diags *diags;
	const char *text, *at;
	uint32_t source;
};

static struct Span span_from(const struct Reading *r, const char *begin)
{
	return (struct Span){ (uint32_t)(begin - r->text), (uint32_t)(r->at - r->text), r->source };
}

/* Reads a word up to one of `ends`. A word in quotation marks may contain any character. */
static const char *read_word(struct Reading *r, const char *ends)
{
	struct Arena *arena = r->diags->arena;
	const char *begin = r->at, *end = *begin == '"' ? text_quoted_end(begin) : NULL;
	const char *name = end ? text_unquoted(arena, begin + 1, (size_t)(end - begin) - 2) : NULL;
	if (name) {
		r->at = end;
		return name;
	}
	r->at += strcspn(begin, ends);
	return arena_copy(arena, begin, (size_t)(r->at - begin));
}

static void read_part(struct Reading *r, struct Parts *parts)
{
	const char *begin = r->at, *frame[PART_FRAMES + 1] = { NULL };
	const char *name = read_word(r, ":+, \t");
	for (int i = 0; i <= PART_FRAMES && *r->at == ':'; i++) {
		r->at++;
		frame[i] = read_word(r, ":+, \t");
	}
	add_part(r->diags, parts, name, frame, span_from(r, begin));
}

/* A fused function under the name of another would be taken for that. */
static void check_fused_name(struct Reading *r, const char *name, const struct Parts *parts, const char *begin)
{
	bool own = parts->count == 1 && strcmp(parts->item[0].name, name) == 0;
	for (size_t i = 0; i < function_count && !own; i++)
		if (strcmp(function_table[i].name, name) == 0) {
			struct Diag *d = diag(r->diags, CHECK_C_NAME, span_from(r, begin),
			                      "%s is a function of rigidc itself", name);
			diag_help(r->diags, d, "several that share their work need a name of their own");
		}
}

/* One item of -f: NAME or NAME=PART+PART... */
static struct FunctionRequest read_spec(struct Reading *r)
{
	struct Parts parts = { 0 };
	const char *begin = r->at, *equals = begin + strcspn(begin, "=\", \t");
	const char *name = NULL;
	if (*equals == '=') {
		r->at = equals;
		name = arena_copy(r->diags->arena, begin, (size_t)(equals - begin));
		if (equals == begin)
			diag(r->diags, CHECK_UNKNOWN_TARGET, span_from(r, begin),
			     "a fused function needs a name before `=`");
		r->at++;
	}
	read_part(r, &parts);
	while (name && *r->at == '+') {
		r->at++;
		read_part(r, &parts);
	}
	if (name)
		check_fused_name(r, name, &parts, begin);
	if (*r->at && !strchr(", \t", *r->at)) {
		const char *rest = r->at;
		r->at += strcspn(rest, ", \t");
		struct Diag *d = diag(r->diags, CHECK_UNKNOWN_TARGET, span_from(r, rest), "`%s` follows a function",
		                      arena_copy(r->diags->arena, rest, (size_t)(r->at - rest)));
		diag_help(r->diags, d, "several that share their work are written NAME=PART+PART");
	}
	if (!name)
		name = parts.count ? parts.item[0].name : "";
	return (struct FunctionRequest){ name, parts.item, (int)parts.count };
}

/* Reports a function that is requested twice, and a part that occurs twice in a fused function. */
static void check_twice(struct Diags *diags, const struct FunctionRequests *requests, struct NameTable *names,
                        struct Span span)
{
	const struct FunctionRequest *last = &requests->item[requests->count - 1];
	int place = (int)requests->count - 1;
	struct NameTable parts;
	names_init(&parts, diags->arena);
	if (last->parts && names_add(names, last->name, place) != place)
		diag(diags, CHECK_DUPLICATE, span, "%s is asked for twice", last->name);
	for (int i = 0; i < last->parts; i++)
		if (names_add(&parts, last->part[i].name, i) != i)
			diag(diags, CHECK_DUPLICATE, span, "%s stands twice in %s", last->part[i].name, last->name);
}

static struct FunctionRequests requests_of_text(struct Diags *diags, const char *text)
{
	struct FunctionRequests requests = { 0 };
	struct NameTable names;
	names_init(&names, diags->arena);
	struct Reading r = { diags, text, text, sources_add(diags->sources, "-f", text, strlen(text)) };
	for (;; r.at++) {
		r.at += strspn(r.at, " \t");
		const char *begin = r.at;
		struct FunctionRequest request = read_spec(&r);
		*ARENA_PUSH(diags->arena, &requests) = request;
		check_twice(diags, &requests, &names, span_from(&r, begin));
		r.at += strspn(r.at, " \t");
		if (*r.at != ',')
			return requests;
	}
}

static struct FunctionRequests asked_for(struct Diags *diags, const struct Model *model, const char *functions)
{
	struct FunctionRequests requests = { 0 };
	struct NameTable names;
	names_init(&names, diags->arena);
	if (functions)
		return requests_of_text(diags, functions);
	if (!model->functions.count)
		return requests_of_text(diags, "rnea,crba");
	for (size_t i = 0; i < model->functions.count; i++) {
		struct Ident name = model->functions.item[i].name;
		const struct Expr *of = model->functions.item[i].value;
		const char *frame[PART_FRAMES + 1] = { of ? of->name.text : NULL };
		struct Parts parts = { 0 };
		add_part(diags, &parts, name.text, frame, of ? of->name.span : name.span);
		*ARENA_PUSH(diags->arena, &requests) =
			(struct FunctionRequest){ parts.count ? parts.item[0].name : name.text, parts.item,
			                          (int)parts.count };
		check_twice(diags, &requests, &names, name.span);
	}
	return requests;
}

/* Adds a function's companion, unless a request has its name. */
static void add_beside(struct Diags *diags, struct FunctionRequests *requests, const char *name)
{
	const char *const none[PART_FRAMES + 1] = { NULL };
	struct Parts parts = { 0 };
	for (size_t i = 0; i < requests->count; i++)
		if (strcmp(requests->item[i].name, name) == 0)
			return;
	add_part(diags, &parts, name, none, (struct Span){ 0 });
	*ARENA_PUSH(diags->arena, requests) = (struct FunctionRequest){ name, parts.item, (int)parts.count };
}

struct FunctionRequests function_requests(struct Diags *diags, const struct Model *model, const char *functions)
{
	struct FunctionRequests requests = asked_for(diags, model, functions);
	requests.asked = requests.count;
	for (size_t i = 0; i < requests.asked; i++)
		for (int p = 0; p < requests.item[i].parts; p++)
			if (requests.item[i].part[p].info->beside)
				add_beside(diags, &requests, requests.item[i].part[p].info->beside);
	return requests;
}
