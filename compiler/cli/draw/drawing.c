#define _DEFAULT_SOURCE /* TIOCGWINSZ */

#include "draw.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/output.h"
#include "base/number.h"

struct Curve {
	const struct Sheet *sheet;
	size_t x, y; /* columns; x may be NO_COLUMN for the number of the row */
	const char *title;
	int colour, dash;
};

struct Panel {
	const char *label; /* label of y */
	const char *below; /* label of x */
	bool over_column;  /* x is another column than the time */
	struct Curve *item;
	size_t count, capacity;
};

struct Panels ARENA_LIST(struct Panel);

enum { NO_COLUMN = -1 };

/* --- panels and their columns --- */

static size_t find_column(const struct Sheet *sheet, const char *name)
{
	for (size_t i = 0; i < sheet->column.count; i++)
		if (strcmp(sheet->column.item[i], name) == 0)
			return i;
	return (size_t)NO_COLUMN;
}

/* A pattern with escaped brackets: names contain brackets, `q.leg[2].*`. */
static const char *with_brackets(struct Arena *arena, const char *pattern, size_t length)
{
	struct Text text = text_new(arena);
	for (size_t i = 0; i < length; i++)
		text_format(&text, pattern[i] == '[' ? "\\%c" : "%c", pattern[i]);
	return text_string(&text);
}

/* True if the name matches. `pattern`: patterns separated by commas. */
static bool is_asked(struct Arena *arena, const char *pattern, const char *name)
{
	while (pattern && *pattern) {
		size_t length = strcspn(pattern, ",");
		if (fnmatch(with_brackets(arena, pattern, length), name, 0) == 0)
			return true;
		pattern += length + (pattern[length] == ',');
	}
	return false;
}

static const char *join_label(struct Arena *arena, const char *quantity, const char *unit)
{
	return *unit ? text_print(arena, "%s, %s", quantity, unit) : quantity;
}

/* Label of a column's panel, "q, rad". Panels have different labels. */
static const char *label_of(struct Arena *arena, const struct Sheet *sheet, size_t column)
{
	static const struct {
		const char *pattern, *quantity, *unit;
	} rows[] = {
#define PANEL(pattern, quantity, unit) { pattern, quantity, unit },
#include "panels.def"
	};
	const char *name = sheet->column.item[column];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (fnmatch(rows[i].pattern, name, 0) == 0)
			return join_label(arena, rows[i].quantity, sheet->unit ? sheet->unit[column] : rows[i].unit);
	return arena_copy(arena, name, strcspn(name, "."));
}

static struct Panel *find_panel(struct Arena *arena, struct Panels *panels, const char *label, const char *below)
{
	for (size_t i = 0; i < panels->count; i++)
		if (strcmp(panels->item[i].label, label) == 0 && strcmp(panels->item[i].below, below) == 0)
			return &panels->item[i];
	struct Panel *panel = ARENA_PUSH(arena, panels);
	panel->label = label;
	panel->below = below;
	return panel;
}

/* Name of a curve in the key: with its file if there are several, and with its number of cycles. */
static const char *title_of(const struct Drawing *drawing, const struct Sheet *sheet, const char *name)
{
	if (drawing->sheets->count > 1)
		name = text_print(drawing->arena, "%s %s", name, sheet->name);
	return sheet->cycles ? text_print(drawing->arena, "%s, n = %zu", name, sheet->cycles) : name;
}

/* Columns with the same name in several files have the same colour. */
static void add_curve(const struct Drawing *drawing, struct Panel *panel, const struct Sheet *sheet, size_t x, size_t y)
{
	int colour = 1, dash = (int)(sheet - drawing->sheets->item) + 1;
	const char *name = sheet->column.item[y];
	for (size_t i = 0; i < panel->count; i++) {
		const struct Curve *other = &panel->item[i];
		if (strcmp(other->sheet->column.item[other->y], name) == 0) {
			colour = other->colour;
			break;
		}
		colour = other->colour >= colour ? other->colour + 1 : colour;
	}
	*ARENA_PUSH(drawing->arena, panel) = (struct Curve){
		.sheet = sheet,
		.x = x,
		.y = y,
		.colour = colour,
		.dash = dash,
		.title = title_of(drawing, sheet, name),
	};
}

/* Is a number drawn? Others are gaps: numbers that are not finite, or so large that the length of an axis would not be finite. */
static bool is_drawn(double number)
{
	const double most = 1e300;
	return fabs(number) <= most;
}

/* Has a curve a point to draw? A message names a curve without one. */
static bool has_points(const struct Sheet *sheet, size_t x, size_t y)
{
	for (size_t row = 0; row < sheet->count; row++)
		if ((x == (size_t)NO_COLUMN || is_drawn(sheet->item[row][x])) && is_drawn(sheet->item[row][y]))
			return true;
	complain("'%s'%s%s is left out: no row has a number to draw", sheet->column.item[y], sheet->name ? " of " : "",
	         sheet->name ? sheet->name : "");
	return false;
}

static bool any_is_asked(const struct Drawing *drawing, const char *pattern)
{
	for (size_t k = 0; k < drawing->sheets->count; k++)
		for (size_t i = 0; i < drawing->sheets->item[k].column.count; i++)
			if (is_asked(drawing->arena, pattern, drawing->sheets->item[k].column.item[i]))
				return true;
	return false;
}

/* --- what is drawn --- */

struct CurveChoice {
	const struct Drawing *drawing;
	struct Panels *panels;
	bool left_out; /* a message says that a curve has no points */
	int code;
};

/* Curves over time of the columns that `pattern` asks for; NULL: all columns. */
static void choose_over_time(struct CurveChoice *c, const struct Sheet *sheet)
{
	struct Arena *arena = c->drawing->arena;
	const char *pattern = c->drawing->columns;
	size_t time = find_column(sheet, "t");
	const char *below = sheet->cycles ? "cycle, %" : time == (size_t)NO_COLUMN ? "row" : "t, s";
	for (size_t i = 0; i < sheet->column.count; i++) {
		if (i == time || (pattern && !is_asked(arena, pattern, sheet->column.item[i])))
			continue;
		if (has_points(sheet, time, i))
			add_curve(c->drawing, find_panel(arena, c->panels, label_of(arena, sheet, i), below), sheet,
			          time, i);
		else
			c->left_out = true;
	}
}

struct Pair {
	const char *x, *y;
};

static bool is_column(const struct Drawing *drawing, const char *name)
{
	bool found = false;
	for (size_t k = 0; k < drawing->sheets->count; k++)
		found |= find_column(&drawing->sheets->item[k], name) != (size_t)NO_COLUMN;
	return found;
}

/* X:Y. Names may have colons: the first colon between two columns counts, or else the first one. False: no colon. */
static bool split_pair(const struct Drawing *drawing, const char *element, struct Pair *pair)
{
	const char *first = strchr(element, ':'), *colon = first;
	for (; colon; colon = strchr(colon + 1, ':')) {
		*pair = (struct Pair){ arena_copy(drawing->arena, element, (size_t)(colon - element)), colon + 1 };
		if (is_column(drawing, pair->x) && is_column(drawing, pair->y))
			return true;
	}
	if (first)
		*pair = (struct Pair){ arena_copy(drawing->arena, element, (size_t)(first - element)), first + 1 };
	return first;
}

/* Curves of column Y over column X. */
static void choose_pair(struct CurveChoice *c, const struct Pair *pair)
{
	const struct Drawing *drawing = c->drawing;
	bool there = false;
	if (drawing->sheets->item[0].cycles) {
		c->code = complain("%s:%s draws over a column, not over a --cycle", pair->x, pair->y);
		return;
	}
	for (size_t k = 0; k < drawing->sheets->count; k++) {
		const struct Sheet *sheet = &drawing->sheets->item[k];
		size_t x = find_column(sheet, pair->x), y = find_column(sheet, pair->y);
		if (x == (size_t)NO_COLUMN || y == (size_t)NO_COLUMN)
			continue;
		there = true;
		if (!has_points(sheet, x, y)) {
			c->left_out = true;
			continue;
		}
		struct Panel *panel = find_panel(drawing->arena, c->panels, pair->y, pair->x);
		panel->over_column = true;
		add_curve(drawing, panel, sheet, x, y);
	}
	if (!there) {
		complain("there are no columns '%s' and '%s'", pair->x, pair->y);
		c->left_out = true;
	}
}

/* Draws each X:Y, and names patterns that no column matches. */
static void choose_others(struct CurveChoice *c)
{
	const struct Drawing *drawing = c->drawing;
	for (const char *at = drawing->columns; at && *at && c->code == EXIT_FINE;) {
		size_t length = strcspn(at, ",");
		const char *element = arena_copy(drawing->arena, at, length);
		struct Pair pair;
		at += length + (at[length] == ',');
		if (any_is_asked(drawing, element))
			continue;
		if (split_pair(drawing, element, &pair)) {
			choose_pair(c, &pair);
		} else {
			complain("no column is '%s'", element);
			c->left_out = true;
		}
	}
}

static int choose_curves(const struct Drawing *drawing, struct Panels *panels)
{
	struct CurveChoice c = { .drawing = drawing, .panels = panels, .code = EXIT_FINE };
	for (size_t k = 0; k < drawing->sheets->count; k++)
		choose_over_time(&c, &drawing->sheets->item[k]);
	choose_others(&c);
	if (c.code != EXIT_FINE || panels->count)
		return c.code;
	if (!c.left_out)
		complain("no column is '%s'", drawing->columns ? drawing->columns : "anything but t");
	return EXIT_MODEL;
}

/* --- the script --- */

static void put_data(struct Text *out, const struct Drawing *drawing)
{
	for (size_t k = 0; k < drawing->sheets->count; k++) {
		const struct Sheet *sheet = &drawing->sheets->item[k];
		text_format(out, "$sheet%zu << END\n", k);
		const size_t width = sheet->column.count * (sheet->cycles ? 3 : 1);
		for (size_t row = 0; row < sheet->count; row++)
			for (size_t i = 0; i < width; i++) {
				if (is_drawn(sheet->item[row][i]))
					number_put(out, sheet->item[row][i]);
				else
					text_put(out, "NaN");
				text_char(out, i + 1 < width ? ' ' : '\n');
			}
		text_put(out, "END\n");
	}
}

/* Bands of one standard deviation about the mean of cycles, below all curves. Returns what separates the next curve. */
static const char *put_bands(struct Text *out, const struct Drawing *drawing, const struct Panel *panel)
{
	const char *before = "\nplot";
	for (size_t i = 0; i < panel->count; i++) {
		const struct Curve *curve = &panel->item[i];
		const size_t columns = curve->sheet->column.count;
		if (curve->sheet->cycles < 2)
			continue;
		text_format(
			out,
			"%s $sheet%zu using %zu:%zu:%zu with filledcurves linecolor %d fillstyle transparent solid 0.2 "
			"noborder notitle",
			before, (size_t)(curve->sheet - drawing->sheets->item), curve->x + 1, columns + curve->y + 1,
			2 * columns + curve->y + 1, curve->colour);
		before = ", \\\n   ";
	}
	return before;
}

static void put_panel(struct Text *out, const struct Drawing *drawing, const struct Panel *panel, bool text)
{
	/* a drawing in characters has no rotated labels */
	text_put(out, text ? "set title " : "set ylabel ");
	gnuplot_quote(out, panel->label);
	text_put(out, "\nset xlabel ");
	gnuplot_quote(out, panel->below);
	const char *before = text ? "\nplot" : put_bands(out, drawing, panel); /* characters have no bands */
	for (size_t i = 0; i < panel->count; i++) {
		const struct Curve *curve = &panel->item[i];
		text_format(out, "%s $sheet%zu using %zu:%zu with lines linecolor %d dashtype %d title ", before,
		            (size_t)(curve->sheet - drawing->sheets->item), curve->x + 1, curve->y + 1, curve->colour,
		            curve->dash);
		gnuplot_quote(out, curve->title);
		before = ", \\\n   ";
	}
	text_char(out, '\n');
}

/* --- sizes and formats --- */

static const struct Paper {
	const char *ending, *terminal; /* terminal: a format with width and height */
	double unit;                   /* units of width and height per pixel */
	double letter;                 /* pixels: width of a letter of the key */
} papers[] = {
	{ ".svg", "svg size %g,%g background 'white' font 'sans-serif,12'", 1, 7.5 },
	{ ".png", "pngcairo size %g,%g font 'sans,10'", 1, 8.5 },
	{ ".pdf", "pdfcairo size %gin,%gin font 'sans,10'", 1 / 96., 8.5 },
};
/* Pixels. The key is beside the curves, at least KEY wide, and SAMPLE wider than its names. A panel is BESIDE higher than the
 * lines of its key. */
enum {
	PAPERS = sizeof papers / sizeof *papers,
	LEFT = 88,
	CURVES = 536,
	KEY = 176,
	SAMPLE = 80,
	LINE = 18,
	WIDE = LEFT + CURVES + KEY,
	HIGH = 240,
	BESIDE = 80,
	ROOM_ABOVE = 40
};

static const struct Paper *find_paper(const char *path)
{
	for (int i = 0; i < PAPERS; i++)
		if (text_ends(path, papers[i].ending))
			return &papers[i];
	return NULL;
}

int drawing_check(const char *option, const char *path)
{
	const char *ending[PAPERS];
	for (int i = 0; i < PAPERS; i++)
		ending[i] = papers[i].ending;
	return find_paper(path) ? EXIT_FINE : complain_ending(option, ending, PAPERS, path);
}

/* Size of a drawing in characters: the width of the terminal, or 80 if standard output is not a terminal. */
static void put_terminal(struct Text *out, size_t panels)
{
	enum { USUAL_WIDTH = 80, USUAL_HEIGHT = 20, LEAST = 40 };
	struct winsize size = { 0 };
	bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= LEAST;
	size_t width = known ? size.ws_col : USUAL_WIDTH,
	       height = known && size.ws_row > USUAL_HEIGHT ? size.ws_row - 2u : USUAL_HEIGHT;
	if (panels > 1)
		height = panels * USUAL_HEIGHT * 4 / 5;
	text_format(out, "set terminal dumb size %zu,%zu noenhanced\nset key below\n", width - 1, height);
}

/* Number of characters of a text as gnuplot shows it. */
static size_t letters_of(struct Arena *arena, const char *title)
{
	size_t count = 0;
	for (const char *at = text_shown(arena, title); *at; at++)
		count += ((unsigned char)*at & 0xc0) != 0x80;
	return count;
}

/* Length of the longest name in the keys. */
static size_t longest_title(struct Arena *arena, const struct Panels *panels)
{
	size_t most = 0;
	for (size_t i = 0; i < panels->count; i++)
		for (size_t k = 0; k < panels->item[i].count; k++) {
			size_t letters = letters_of(arena, panels->item[i].item[k].title);
			most = letters > most ? letters : most;
		}
	return most;
}

static size_t most_curves(const struct Panels *panels)
{
	size_t most = 0;
	for (size_t i = 0; i < panels->count; i++)
		most = panels->item[i].count > most ? panels->item[i].count : most;
	return most;
}

/* Size of the paper: panels of columns over columns are higher. The key of each panel fits beside the curves, in one
 * column. */
static void put_paper(struct Text *out, const struct Paper *paper, const struct Panels *panels)
{
	bool square = false;
	for (size_t i = 0; i < panels->count; i++)
		square |= panels->item[i].over_column;
	const double key = fmax(KEY, paper->letter * (double)longest_title(out->arena, panels) + SAMPLE);
	const double lines = LINE * (double)most_curves(panels) + BESIDE;
	const double wide = LEFT + CURVES + key;
	const double above = square && panels->count == 1 ? 0 : ROOM_ABOVE;
	const double high = (double)panels->count * fmax(square ? WIDE * 0.75 : HIGH, lines) + above;
	text_put(out, "set terminal ");
	text_format(out, paper->terminal, wide * paper->unit, high * paper->unit);
	text_format(out,
	            " noenhanced\nset grid linecolor 'gray'\nset key outside right top\n"
	            "set lmargin at screen %.6g\nset rmargin at screen %.6g\n",
	            LEFT / wide, (LEFT + CURVES) / wide);
}

int drawing_write(const struct Drawing *drawing, const char *path)
{
	struct Panels panels = { 0 };
	bool text = output_is_stdout(path);
	int code = choose_curves(drawing, &panels);
	if (code != EXIT_FINE)
		return code;
	struct Text script = text_new(drawing->arena);
	text_put(&script, "set encoding utf8\n");
	if (text)
		put_terminal(&script, panels.count);
	else
		put_paper(&script, find_paper(path), &panels);
	put_data(&script, drawing);
	if (panels.count > 1)
		text_format(&script, "set multiplot layout %zu,1\n", panels.count);
	for (size_t i = 0; i < panels.count; i++)
		put_panel(&script, drawing, &panels.item[i], text);
	text_put(&script, panels.count > 1 ? "unset multiplot\n" : "");
	return gnuplot_draw(drawing->arena, text_string(&script), path);
}
