/* .c3d of motion laboratories: a header of 512 bytes, parameters, frames. A frame has all markers, four numbers each,
 * then the samples of the analog channels, several of each. Numbers are floats if the scale of the header is negative,
 * else integers of two bytes. The fourth number of a marker is negative where it is missing. All places and counts of
 * the file are compared with its length.
 *
 * This reader is ours, since it is small: ezc3d, which others use, is C++ and no package of Debian. */
#include "c3d.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "recording_formats.h"

struct C3dFrames {
	size_t points, channels, samples; /* samples of each channel in a frame */
	size_t first, frames;             /* number of the first frame; their count */
	bool floats, unsigned_samples;
	double scale, unit, rate;
	size_t data, size;     /* place of the first frame, bytes of each */
	double *offset, *gain; /* by channel: value = (sample - offset) gain */
	struct C3dPlate *plate;
	size_t plates;
};

bool recording_is_c3d(const char *bytes, size_t length)
{
	const unsigned char *b = (const unsigned char *)bytes;
	return length >= 2 && b[1] == 0x50 && b[0] > 0 && b[0] < ' ' && b[0] != '\t' && b[0] != '\n' && b[0] != '\r';
}

/* --- header --- */

/* Count of the frames: of the header, or where it has no room for it of a parameter. */
static double count_frames(const struct C3d *c, const struct C3dFrames *f, unsigned last)
{
	enum { FULL = 65535 };
	const struct C3dParameter *end = c3d_find(c, "TRIAL", "ACTUAL_END_FIELD"),
				  *all = c3d_find(c, "POINT", "LONG_FRAMES");
	if (last != FULL)
		return (double)last - (double)f->first + 1;
	if (all)
		return c3d_number(c, all, 0, 0);
	if (end && end->type == 2 && end->count == 2)
		return c3d_word(c, end->data) + 65536.0 * c3d_word(c, end->data + 2) - (double)f->first + 1;
	all = c3d_find(c, "POINT", "FRAMES");
	return all && all->type == 2 ? c3d_word(c, all->data) : c3d_number(c, all, 0, 0);
}

/* Reads counts and places. NULL, or a problem as text. */
static const char *read_header(const struct C3d *c, struct C3dFrames *f)
{
	const size_t analog = c3d_word(c, 4);
	const char *unit = c3d_text(c, c3d_find(c, "POINT", "UNITS"), 0);
	f->points = c3d_word(c, 2);
	f->first = c3d_word(c, 6);
	f->scale = c3d_float(c, 12);
	f->floats = f->scale < 0;
	f->data = ((size_t)c3d_word(c, 16) - 1) * C3D_BLOCK;
	f->samples = c3d_word(c, 18);
	f->rate = c3d_number(c, c3d_find(c, "POINT", "RATE"), 0, c3d_float(c, 20));
	f->unit = recording_unit(*unit ? unit : "mm");
	f->channels = f->samples ? analog / f->samples : 0;
	f->size = (4 * f->points + f->channels * f->samples) * (f->floats ? 4 : 2);
	const double frames = count_frames(c, f, c3d_word(c, 8));
	if (!f->size)
		return "there is neither a marker nor a channel";
	if (f->channels * f->samples != analog ||
	    (analog && c3d_number(c, c3d_find(c, "ANALOG", "USED"), 0, (double)f->channels) != (double)f->channels))
		return text_print(c->arena, "counts of analog channels contradict each other");
	if (!isfinite(f->scale) || !(f->rate > 0) || !isfinite(f->rate))
		return "the scale or the rate is no number above 0";
	if (f->unit == 0)
		return text_print(c->arena, "units of markers are m, cm or mm, not '%s'", text_shown(c->arena, unit));
	if (!(frames >= 1) || c3d_word(c, 16) < 2 || f->data >= c->length)
		return "there are no frames";
	const size_t there = (c->length - f->data) / f->size;
	if (frames > (double)there)
		return text_print(c->arena, "the header says %.0f frames, and there are %zu: the file is cut", frames,
		                  there);
	f->frames = (size_t)frames;
	return NULL;
}

static void read_gains(const struct C3d *c, struct C3dFrames *f)
{
	const double all = c3d_number(c, c3d_find(c, "ANALOG", "GEN_SCALE"), 0, 1);
	f->unsigned_samples = strcasecmp(c3d_text(c, c3d_find(c, "ANALOG", "FORMAT"), 0), "UNSIGNED") == 0;
	f->offset = ARENA_ARRAY(c->arena, double, f->channels);
	f->gain = ARENA_ARRAY(c->arena, double, f->channels);
	for (size_t i = 0; i < f->channels; i++) {
		size_t own = i, other = i;
		const struct C3dParameter *scale = c3d_find_part(c, "ANALOG", "SCALE", &own);
		const struct C3dParameter *offset = c3d_find_part(c, "ANALOG", "OFFSET", &other);
		f->gain[i] = all * c3d_number(c, scale, own, 1);
		f->offset[i] = c3d_number(c, offset, other, 0);
		if (f->unsigned_samples && f->offset[i] < 0)
			f->offset[i] += 65536;
	}
}

/* --- columns --- */

/* Name of a marker or channel: that of the file, or a number. */
static const char *label(const struct C3d *c, const char *group, size_t i, const char *what)
{
	size_t own = i;
	const struct C3dParameter *labels = c3d_find_part(c, group, "LABELS", &own);
	const char *text = c3d_text(c, labels, own);
	return *text ? text : text_print(c->arena, "%s%zu", what, i + 1);
}

static void add_columns(const struct C3d *c, const struct C3dFrames *f, struct Recording *recording)
{
	static const char *const quantity[] = { "force", "moment", "point" };
	recording_add_column(c->arena, recording, "frame");
	recording_add_column(c->arena, recording, "time");
	for (size_t i = 0; i < f->points && !recording->every_sample; i++)
		for (int k = 0; k < 3; k++)
			recording_add_column(c->arena, recording,
			                     text_print(c->arena, "%s.%c", label(c, "POINT", i, "marker"), "xyz"[k]));
	for (size_t i = 0; i < f->channels; i++)
		recording_add_column(c->arena, recording, label(c, "ANALOG", i, "channel"));
	for (size_t i = 0; i < f->plates; i++)
		for (int k = 0; k < C3D_PLATE_NUMBERS; k++)
			recording_add_column(c->arena, recording,
			                     text_print(c->arena, "plate%zu_%s_%c", i + 1, quantity[k / 3],
			                                "xyz"[k % 3]));
}

/* --- rows --- */

static double number_at(const struct C3d *c, const struct C3dFrames *f, size_t at)
{
	return f->floats ? c3d_float(c, at) : c3d_int16(c, at);
}

/* Puts the markers of the frame at this place. */
static double *put_points(const struct C3d *c, const struct C3dFrames *f, size_t at, double *out)
{
	const size_t width = f->floats ? 4 : 2;
	const double scale = f->unit * (f->floats ? 1 : f->scale);
	for (size_t i = 0; i < f->points; i++, at += 4 * width) {
		const bool missing = number_at(c, f, at + 3 * width) < 0;
		for (size_t k = 0; k < 3; k++)
			*out++ = missing ? NAN : scale * number_at(c, f, at + k * width);
	}
	return out;
}

/* Puts the channels of a sample at this place, and what the plates measure then. */
static void put_sample(const struct C3d *c, const struct C3dFrames *f, size_t at, double *out)
{
	double *channel = out;
	for (size_t i = 0; i < f->channels; i++, at += f->floats ? 4 : 2) {
		const double sample = !f->floats && f->unsigned_samples ? c3d_word(c, at) : number_at(c, f, at);
		*out++ = (sample - f->offset[i]) * f->gain[i];
	}
	for (size_t i = 0; i < f->plates; i++, out += C3D_PLATE_NUMBERS)
		c3d_plate_load(&f->plate[i], channel, out);
}

static void add_rows(const struct C3d *c, const struct C3dFrames *f, struct Recording *recording)
{
	const size_t each = recording->every_sample ? f->samples : 1, width = f->floats ? 4 : 2,
		     columns = recording->column.count;
	recording->rows = f->frames * each;
	recording->number.count = recording->number.capacity = recording->rows * columns;
	recording->number.item = ARENA_ARRAY(c->arena, double, recording->number.count);
	recording->line.item = ARENA_ARRAY(c->arena, size_t, recording->rows);
	for (size_t i = 0; i < recording->rows; i++) {
		const size_t frame = i / each, sample = i % each, at = f->data + frame * f->size;
		double *out = recording->number.item + i * columns;
		recording->line.item[i] = f->first + frame;
		*out++ = (double)(f->first + frame);
		*out++ = (double)i / (f->rate * (double)each);
		if (!recording->every_sample)
			out = put_points(c, f, at, out);
		put_sample(c, f, at + (4 * f->points + sample * f->channels) * width, out);
	}
}

bool recording_read_c3d(struct Arena *arena, char *bytes, size_t length, struct Recording *recording,
                        struct RecordingFault *fault)
{
	struct C3d c = { .arena = arena, .bytes = (const unsigned char *)bytes, .length = length };
	struct C3dFrames f = { 0 };
	const char *problem = length < C3D_BLOCK ? "a .c3d has a header of 512 bytes" : c3d_read_parameters(&c);
	if (!problem)
		problem = read_header(&c, &f);
	f.plate = ARENA_ARRAY(arena, struct C3dPlate, C3D_PLATES);
	if (!problem)
		problem = c3d_read_plates(&c, f.unit, f.channels, f.plate, &f.plates);
	if (!problem && recording->every_sample && !f.channels)
		problem = "there are no analog channels, and so no force plates";
	if (problem)
		return recording_fails(fault, 0, problem);
	read_gains(&c, &f);
	add_columns(&c, &f, recording);
	add_rows(&c, &f, recording);
	return true;
}
