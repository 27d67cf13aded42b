#include "draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"

enum { PARTS = 100 }; /* a cycle is seen at 0, 1 ... 100 % */

/* Where cycles begin: where a column rises above a number, or at times. */
struct Cut {
	const char *column; /* NULL: at times */
	double above;
};

struct Starts {
	double *item; /* s */
	size_t count, capacity;
};

/* --- the option --- */

/* Is the whole text a number? */
static bool read_number(const char *text, double *number)
{
	char *end;
	*number = strtod(text, &end);
	return end != text && end[strspn(end, " \t")] == '\0' && isfinite(*number);
}

/* Times separated by commas. False: the text is something else. */
static bool read_times(struct Arena *arena, const char *text, struct Starts *starts)
{
	while (*text) {
		size_t length = strcspn(text, ",");
		if (!read_number(arena_copy(arena, text, length), ARENA_PUSH(arena, starts)))
			return false;
		text += length + (text[length] == ',');
	}
	return starts->count > 0;
}

static const char *without_blanks(struct Arena *arena, const char *text, size_t length)
{
	while (length && strchr(" \t", text[length - 1]))
		length--;
	size_t first = strspn(text, " \t");
	return first < length ? arena_copy(arena, text + first, length - first) : "";
}

/* A column and a number after the last '>', or 0 without one: names may contain any character. */
static struct Cut read_cut(struct Arena *arena, const char *text)
{
	struct Cut cut = { .above = 0 };
	const char *sign = strrchr(text, '>');
	size_t length = sign && read_number(sign + 1, &cut.above) ? (size_t)(sign - text) : strlen(text);
	cut.column = without_blanks(arena, text, length);
	return cut;
}

/* --- starts of cycles --- */

/* Times at which a column crosses a number from below, between rows by a line. */
static void find_rises(struct Arena *arena, const struct Sheet *sheet, size_t time, size_t column, double above,
                       struct Starts *starts)
{
	for (size_t row = 1; row < sheet->count; row++) {
		const double *a = sheet->item[row - 1], *b = sheet->item[row];
		if (a[column] <= above && b[column] > above)
			*ARENA_PUSH(arena, starts) =
				a[time] + (b[time] - a[time]) * (above - a[column]) / (b[column] - a[column]);
	}
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* A cycle much shorter or longer than the others is a start too much or too few. */
static void say_odd(struct Arena *arena, const struct Sheet *sheet, const struct Starts *starts)
{
	const size_t cycles = starts->count - 1;
	double *length = ARENA_ARRAY(arena, double, cycles), *sorted = ARENA_ARRAY(arena, double, cycles);
	for (size_t i = 0; i < cycles; i++)
		length[i] = sorted[i] = starts->item[i + 1] - starts->item[i];
	qsort(sorted, cycles, sizeof *sorted, by_size);
	const double median = sorted[cycles / 2];
	for (size_t i = 0; i < cycles; i++)
		if (length[i] < median / 2 || length[i] > 2 * median) {
			complain(
				"--cycle: a cycle of '%s' lasts %.3g s, from %.6g s on, and the median %.3g s: look at where cycles begin",
				sheet->name, length[i], starts->item[i], median);
			return;
		}
}

static bool check_times(const struct Sheet *sheet, size_t time, const struct Starts *starts)
{
	const double first = sheet->item[0][time], last = sheet->item[sheet->count - 1][time];
	for (size_t i = 0; i < starts->count; i++)
		if (starts->item[i] < first || starts->item[i] > last ||
		    (i && !(starts->item[i] > starts->item[i - 1]))) {
			complain("--cycle: %.6g s is not after the time before it, within %.6g s to %.6g s of '%s'",
			         starts->item[i], first, last, sheet->name);
			return false;
		}
	return true;
}

static bool time_grows(const struct Sheet *sheet, size_t time)
{
	for (size_t row = 1; row < sheet->count; row++)
		if (!(sheet->item[row][time] > sheet->item[row - 1][time])) {
			complain("--cycle: t does not grow from row %zu to row %zu of '%s'", row, row + 1, sheet->name);
			return false;
		}
	return true;
}

/* Column t of a sheet whose time grows. False after a message. */
static bool find_time(const struct Sheet *sheet, size_t *time)
{
	*time = columns_place(&sheet->column, "t");
	if (*time < sheet->column.count)
		return time_grows(sheet, *time);
	complain("--cycle: '%s' has no column 't', the time in s", sheet->name);
	return false;
}

/* False after a message. */
static bool find_starts(struct Arena *arena, const struct Sheet *sheet, size_t time, const struct Cut *cut,
                        struct Starts *starts)
{
	if (!cut->column)
		return check_times(sheet, time, starts);
	const size_t column = columns_place(&sheet->column, cut->column);
	if (column == sheet->column.count) {
		complain("--cycle: '%s' has no column '%s'", sheet->name, cut->column);
		return false;
	}
	*starts = (struct Starts){ 0 };
	find_rises(arena, sheet, time, column, cut->above, starts);
	if (starts->count < 2)
		complain("--cycle: '%s' of '%s' rises above %g %s: a cycle needs two", cut->column, sheet->name,
		         cut->above, starts->count ? "once" : "nowhere");
	return starts->count >= 2;
}

/* --- mean and deviation --- */

/* A column at a time, between rows by a line. *row is a row before that time, and moves on. */
static double value_at(const struct Sheet *sheet, size_t time, size_t column, double when, size_t *row)
{
	while (*row + 2 < sheet->count && sheet->item[*row + 1][time] <= when)
		++*row;
	if (*row + 1 == sheet->count)
		return sheet->item[*row][column];
	const double *a = sheet->item[*row], *b = sheet->item[*row + 1];
	if (when == a[time])
		return a[column];
	return a[column] + (b[column] - a[column]) * (when - a[time]) / (b[time] - a[time]);
}

/* Mean and standard deviation over cycles, with count - 1; values that are no numbers do not count. */
static void put_moments(const double *value, size_t cycles, double *mean, double *deviation)
{
	size_t count = 0;
	double sum = 0, squares = 0;
	for (size_t i = 0; i < cycles; i++)
		if (isfinite(value[i])) {
			sum += value[i];
			count++;
		}
	*mean = count ? sum / (double)count : NAN;
	for (size_t i = 0; i < cycles; i++)
		if (isfinite(value[i]))
			squares += (value[i] - *mean) * (value[i] - *mean);
	*deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
}

/* Values of a column at a part of each cycle. */
static void take_values(const struct Sheet *sheet, size_t time, size_t column, const struct Starts *starts, double part,
                        double *value)
{
	size_t row = 0;
	for (size_t i = 0; i + 1 < starts->count; i++) {
		const double from = starts->item[i], to = starts->item[i + 1];
		value[i] = value_at(sheet, time, column, from + part * (to - from), &row);
	}
}

/* The sheet of 0 to 100 %. */
static struct Sheet average(struct Arena *arena, const struct Sheet *sheet, size_t time, const struct Starts *starts)
{
	const size_t columns = sheet->column.count;
	struct Sheet made = {
		.name = sheet->name, .column = sheet->column, .unit = sheet->unit, .cycles = starts->count - 1
	};
	double *value = ARENA_ARRAY(arena, double, made.cycles);
	for (size_t k = 0; k <= PARTS; k++) {
		double *row = *ARENA_PUSH(arena, &made) = ARENA_ARRAY(arena, double, 3 * columns);
		for (size_t i = 0; i < columns; i++) {
			double deviation;
			take_values(sheet, time, i, starts, (double)k / PARTS, value);
			put_moments(value, made.cycles, &row[i], &deviation);
			row[columns + i] = row[i] - deviation;
			row[2 * columns + i] = row[i] + deviation;
		}
		row[time] = 100. * (double)k / PARTS;
	}
	return made;
}

int cycle_average(struct Arena *arena, const char *cycle, struct Sheets *sheets)
{
	struct Starts starts = { 0 };
	struct Cut cut = { 0 };
	if (!read_times(arena, cycle, &starts))
		cut = read_cut(arena, cycle);
	else if (starts.count < 2)
		return complain("--cycle: one time begins a cycle, and another one ends it: two at least");
	for (size_t i = 0; i < sheets->count; i++) {
		struct Sheet *sheet = &sheets->item[i];
		size_t time;
		if (!find_time(sheet, &time) || !find_starts(arena, sheet, time, &cut, &starts))
			return EXIT_MODEL;
		say_odd(arena, sheet, &starts);
		*sheet = average(arena, sheet, time, &starts);
	}
	return EXIT_FINE;
}
