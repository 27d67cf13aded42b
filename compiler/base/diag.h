/* Diagnostics: mistakes in the user's model, each an instance of a named check.
 * Called by every stage that can find one, from the scanner to the printers of C; the library renders them for its caller.
 * All memory is the arena's. Nothing here prints. */
#ifndef RIGIDC_DIAG_H
#define RIGIDC_DIAG_H

#include "source.h"
#include "text.h"

enum Severity { SEVERITY_OFF, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* Prerequisite of a check: reported only if the named stage found no error. */
enum CheckNeeds { NEEDS_NOTHING, NEEDS_SYNTAX };

enum Check {
#define CHECK(id, name, severity, needs, summary, explanation) CHECK_##id,
#include "checks.def"
#undef CHECK
	CHECK_COUNT
};

struct CheckInfo {
	const char *name;
	enum Severity severity;
	enum CheckNeeds needs;
	const char *summary, *explanation;
};

extern const struct CheckInfo check_table[CHECK_COUNT];

/* Context of a place that is processed several times: the use of a part, the turn of a loop. */
struct Within {
	struct Span span; /* of the use or the loop */
	const char *text;
	const struct Within *outer; /* or NULL */
};

struct Diag {
	enum Check check;
	enum Severity severity;
	struct Span span;
	const char *text;
	const char *note; /* a second message, at note_span, or NULL */
	struct Span note_span;
	const char *help;            /* advice, possibly of several lines, or NULL */
	const struct Within *within; /* or NULL */
	const char *fix;             /* the repair: a text in place of the bytes of fix_span; NULL: unknown */
	struct Span fix_span;
	bool softened;   /* an error that is a warning until diag_again */
	bool fix_names;  /* the fix is a name, which may need quotes */
	size_t elements; /* of a file, that a note is about; 0: not counted */
};

/* The notes and warnings of a check that are accepted, within an area. */
struct Acceptance {
	enum Check check;
	struct Span span; /* of the name of the check in its statement */
	struct Span area;
	bool whole; /* the area is its source, with all that it includes */
	bool used;
};

struct Diags {
	struct Arena *arena;
	struct Sources *sources;
	struct Diag *item;
	size_t count, capacity;
	size_t errors, syntax_errors;
	size_t suggestions;
	const struct Within *within;         /* current context, or NULL */
	enum Severity severity[CHECK_COUNT]; /* as set by -W */
	bool firm[CHECK_COUNT];              /* diag_soften leaves them errors, as warnings are by -W */
	struct ARENA_LIST(struct Acceptance) accepted;
};

/* All checks are on, but those that are only reported where they are asked for. */
void diags_init(struct Diags *diags, struct Arena *arena, struct Sources *sources);

/* Applies one -W argument: "name", "no-name", "error", "error=name". False if unknown. */
bool diags_configure(struct Diags *diags, const char *setting);

/* From now on, and of what is reported already, diagnostics of this acceptance are left out. They count as used by -W no-NAME too. */
void diags_accept(struct Diags *diags, struct Acceptance acceptance);
/* Notes acceptances without a diagnostic so far. */
void diags_note_unused(struct Diags *diags);

/* Reports a mistake. The returned Diag takes a note or a help; it is never NULL. */
struct Diag *diag(struct Diags *diags, enum Check check, struct Span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Makes the last diagnostic, an error, a warning: it concerns what may not be asked for. diag_again reports it as the error.
 * False: it stays an error by -W. */
bool diag_soften(struct Diags *diags, struct Diag *last);
void diag_again(struct Diags *diags, const struct Diag *softened);
void diag_note(struct Diags *diags, struct Diag *of, struct Span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void diag_help(struct Diags *diags, struct Diag *of, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Reports that something named by the format is given twice, with a note at `first`. */
void diag_duplicate(struct Diags *diags, struct Span span, struct Span first, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A search for the name that was meant. After a hundred of a source it compares nothing. */
struct Nearest diags_nearest(struct Diags *diags, const char *wanted);
/* Offers a text that repairs the mistake in place of a span. */
void diag_fix(struct Diags *diags, struct Diag *of, struct Span span, const char *text);
/* Adds "did you mean X?" if a candidate is near, and offers it as the fix if the wanted name is at the span. If none is near, lists
 * the candidates where they are few. */
void diag_nearest(struct Diags *diags, struct Diag *of, const struct Nearest *nearest);

/* Diagnostics in the order of the source, without repetitions: of a softened error and its repetition the error. */
const struct Diag **diags_sorted(struct Diags *diags, size_t *count);

/* Diagnostics as text, `file:line:col: severity: text [name]`, with source line and caret. */
void diags_render(struct Diags *diags, struct Text *out);

/* "1 error, 2 warnings, 5 notes" and a line end; nothing without diagnostics. */
void diags_summarise(struct Diags *diags, struct Text *out);

const char *severity_name(enum Severity severity);
int check_find(const char *name);

#endif
