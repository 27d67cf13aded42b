#include "surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/include.h"
#include "value.h"

struct Numbers ARENA_LIST(double);

struct File {
	struct Arena *arena;
	const char *text;
	size_t length;
	const char *problem;
};

/* --- files --- */

static void add_corner(struct Arena *arena, struct Surface *surface, const double x[3])
{
	struct Corner *corner = ARENA_PUSH(arena, surface);
	for (int i = 0; i < 3; i++)
		corner->x[i] = x[i] + 0.0; /* -0 is 0 */
	corner->at = surface->count - 1;
}

/* 80 bytes, the number of triangles, and 50 bytes for each: a normal, three corners, two bytes; little end first. */
static void read_stl(struct File *file, struct Surface *surface)
{
	enum { HEAD = 84, EACH = 50 };
	const unsigned char *bytes = (const unsigned char *)file->text;
	uint32_t count = 0;
	for (int i = 0; i < 4 && file->length >= HEAD; i++)
		count |= (uint32_t)bytes[HEAD - 4 + i] << 8 * i;
	if (file->length < HEAD || (file->length - HEAD) / EACH < count) {
		file->problem = "it is no binary STL";
		return;
	}
	for (size_t corner = 0; corner < (size_t)count * 3; corner++) {
		const unsigned char *at = bytes + HEAD + corner / 3 * EACH + 12 + corner % 3 * 12;
		double x[3];
		for (int i = 0; i < 3; i++) {
			uint32_t bits = 0;
			float value;
			for (int k = 0; k < 4; k++)
				bits |= (uint32_t)at[4 * i + k] << 8 * k;
			memcpy(&value, &bits, sizeof value);
			x[i] = value;
		}
		add_corner(file->arena, surface, x);
	}
}

struct Points ARENA_LIST(struct Corner);

/* Point of a number from 1, or from the last one back; NULL: there is none. */
static const struct Corner *point_of(const struct Points *points, long number)
{
	long index = number < 0 ? (long)points->count + number : number - 1;
	return index >= 0 && index < (long)points->count ? &points->item[index] : NULL;
}

/* A polygon as triangles from its first corner: f 1 2 3 or f 1/1/1 2/2/2 3/3/3. */
static bool read_face(struct File *file, const char *line, const struct Points *points, struct Surface *surface)
{
	const struct Corner *first = NULL, *last = NULL;
	for (char *end;; line = end + strcspn(end, " \t\r\n")) {
		const struct Corner *corner = point_of(points, strtol(line, &end, 10));
		if (end == line)
			return true;
		if (!corner)
			return false;
		if (first && last != first) {
			add_corner(file->arena, surface, first->x);
			add_corner(file->arena, surface, last->x);
			add_corner(file->arena, surface, corner->x);
		}
		last = first ? corner : last;
		first = first ? first : corner;
		last = last ? last : first;
	}
}

/* The next word as a number, whatever the locale; *at moves behind it. */
static bool read_number(struct File *file, const char **at, double *number)
{
	const char *begin = *at + strspn(*at, " \t\r\n");
	size_t length = strcspn(begin, " \t\r\n");
	const struct XmlValue word = { .text = arena_copy(file->arena, begin, length) };
	struct Figure figure;
	*at = begin + length;
	if (!figure_alone(file->arena, &word, &figure))
		return false;
	*number = figure.value;
	return true;
}

static bool read_point(struct File *file, const char *line, struct Points *points)
{
	struct Corner *point = ARENA_PUSH(file->arena, points);
	bool good = true;
	for (int i = 0; i < 3; i++)
		good = good && read_number(file, &line, &point->x[i]);
	return good;
}

static void read_obj(struct File *file, struct Surface *surface)
{
	struct Points points = { NULL, 0, 0 };
	const char *end = file->text + file->length;
	bool good = true;
	for (const char *line = file->text; line < end && good; line++) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((stop ? stop : end) - line);
		const char *copy = arena_copy(file->arena, line, length);
		if (strncmp(copy, "v ", 2) == 0)
			good = read_point(file, copy + 2, &points);
		else if (strncmp(copy, "f ", 2) == 0)
			good = read_face(file, copy + 2, &points, surface);
		line += length;
	}
	if (!good)
		file->problem = "it is no OBJ";
}

static const struct Reader {
	const char *ending;
	void (*read)(struct File *file, struct Surface *surface);
} readers[] = { { ".stl", read_stl }, { ".STL", read_stl }, { ".obj", read_obj }, { ".OBJ", read_obj } };

static const struct Reader *reader_of(const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (length > 4 && strcmp(name + length - 4, readers[i].ending) == 0)
			return &readers[i];
	return NULL;
}

/* Reads the bytes of the file that a mesh names, below the model's folder. */
static void read_file(struct Mjcf *m, struct XmlValue name, struct File *file)
{
	struct Includes *includes = m->text->includes;
	struct Included *found = ARENA_NEW(m->arena, struct Included);
	if (!includes || includes->count >= INCLUDE_MOST_FILES) {
		file->problem = "no more files can be read";
		return;
	}
	const char *path = text_print(m->arena, "%s%s", m->settings.meshes, name.text);
	*found = includes->find(includes->context, path, m->text->file);
	if (!found->problem)
		includes->read(includes->context, found);
	file->problem = found->problem;
	file->text = found->text;
	file->length = found->length;
	found->statement = name.span;
	if (!file->problem)
		*ARENA_PUSH(m->arena, includes) = found;
}

/* --- in the file itself --- */

/* All numbers of an attribute. */
static bool read_all(struct File *file, struct XmlValue value, struct Numbers *list)
{
	for (const char *at = value.text; at && at[strspn(at, " \t\r\n")];)
		if (!read_number(file, &at, ARENA_PUSH(file->arena, list)))
			return false;
	return true;
}

/* `vertex` and `face`: points, and three numbers of points a triangle, from 0. */
static void read_inline(struct File *file, const struct MjElement *mesh, struct Surface *surface)
{
	struct Numbers point = { NULL, 0, 0 }, face = { NULL, 0, 0 };
	bool good = read_all(file, mj_value(mesh, "vertex"), &point) && read_all(file, mj_value(mesh, "face"), &face);
	good = good && point.count % 3 == 0 && face.count % 3 == 0;
	for (size_t i = 0; i < face.count && good; i++) {
		double number = face.item[i];
		good = number >= 0 && number < (double)(point.count / 3) && number == floor(number);
		if (good)
			add_corner(file->arena, surface, &point.item[3 * (size_t)number]);
	}
	if (!good)
		file->problem = "vertex and face have other numbers than three a point and three a triangle";
	else if (!face.count)
		file->problem = "it has no faces, and convex hulls are not computed";
}

/* --- of any source --- */

const char *mj_surface_read(struct Mjcf *m, const struct MjElement *mesh, struct Surface *surface)
{
	struct XmlValue name = mj_value(mesh, "file");
	const struct Reader *reader = name.text ? reader_of(name.text) : NULL;
	struct File file = { .arena = m->arena };
	if (!name.text && mj_value(mesh, "vertex").text) {
		read_inline(&file, mesh, surface);
		return file.problem;
	}
	if (!reader)
		return "only binary .stl and .obj are read";
	read_file(m, name, &file);
	if (!file.problem)
		reader->read(&file, surface);
	return file.problem;
}
