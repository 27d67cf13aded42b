#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stages.h"
#include "base/little_endian.h"
#include "grammar/include.h"

struct Numbers ARENA_LIST(double);

struct SurfacePoints ARENA_LIST(struct Corner);

struct File {
	struct Arena *arena;
	const char *text;
	size_t length;
	const char *problem;
	struct SurfaceDoubt *doubt;
	struct SurfacePoints face; /* corners of the polygon at hand */
};

double mj_six_volumes(const double from[3], const double a[3], const double b[3], const double c[3])
{
	double six = 0;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		six += (a[i] - from[i]) * ((b[j] - from[j]) * (c[k] - from[k]) - (b[k] - from[k]) * (c[j] - from[j]));
	}
	return six;
}

/* --- files --- */

static void add_corner(struct Arena *arena, struct Surface *surface, const double x[3])
{
	struct Corner *corner = ARENA_PUSH(arena, surface);
	for (int i = 0; i < 3; i++)
		corner->x[i] = x[i] + 0.0; /* -0 is 0 */
	corner->at = surface->count - 1;
}

/* The points in place of faces. */
static void take_points(struct File *file, const struct SurfacePoints *points, struct Surface *surface)
{
	file->doubt->points = true;
	surface->count = 0;
	for (size_t i = 0; i < points->count; i++)
		add_corner(file->arena, surface, points->item[i].x);
}

/* 80 bytes, the number of triangles, and 50 bytes for each: a normal, three corners, two bytes; little end first. */
static void read_stl(struct File *file, struct Surface *surface)
{
	enum { HEAD = 84, EACH = 50 };
	const char *bytes = file->text;
	const uint32_t count = file->length >= HEAD ? little_endian_word(bytes + HEAD - 4) : 0;
	if (file->length < HEAD || (file->length - HEAD) / EACH < count) {
		file->problem = "it is no binary STL";
		return;
	}
	for (size_t corner = 0; corner < (size_t)count * 3; corner++) {
		const char *at = bytes + HEAD + corner / 3 * EACH + 12 + corner % 3 * 12;
		double x[3];
		little_endian_point(at, x);
		add_corner(file->arena, surface, x);
	}
}

/* Point of a number from 1, or from the last one back; NULL: there is none. */
static const struct Corner *point_of(const struct SurfacePoints *points, long number)
{
	long index = number < 0 ? (long)points->count + number : number - 1;
	return index >= 0 && index < (long)points->count ? &points->item[index] : NULL;
}

static void add_triangle(struct File *file, const struct SurfacePoints *face, size_t a, size_t b, size_t c,
                         struct Surface *surface)
{
	add_corner(file->arena, surface, face->item[a].x);
	add_corner(file->arena, surface, face->item[b].x);
	add_corner(file->arena, surface, face->item[c].x);
}

static double square_between(const struct Corner *a, const struct Corner *b)
{
	double sum = 0;
	for (int i = 0; i < 3; i++)
		sum += (b->x[i] - a->x[i]) * (b->x[i] - a->x[i]);
	return sum;
}

/* A quad as two triangles along its shorter diagonal, as MuJoCo cuts it; another polygon as triangles from its first
 * corner. */
static void add_polygon(struct File *file, const struct SurfacePoints *face, struct Surface *surface)
{
	const struct Corner *p = face->item;
	for (size_t i = 1; i + 2 < face->count; i++)
		file->doubt->bent += fabs(mj_six_volumes(p[0].x, p[i].x, p[i + 1].x, p[i + 2].x)) / 6;
	if (face->count == 4 && square_between(&p[0], &p[2]) >= square_between(&p[1], &p[3])) {
		add_triangle(file, face, 0, 1, 3, surface);
		add_triangle(file, face, 1, 2, 3, surface);
		return;
	}
	for (size_t i = 1; i + 1 < face->count; i++)
		add_triangle(file, face, 0, i, i + 1, surface);
}

/* A polygon: f 1 2 3 or f 1/1/1 2/2/2 3/3/3. */
static bool read_face(struct File *file, const char *line, const struct SurfacePoints *points, struct Surface *surface)
{
	file->face.count = 0;
	for (char *end;; line = end + strcspn(end, " \t\r\n")) {
		const struct Corner *corner = point_of(points, strtol(line, &end, 10));
		if (end == line)
			break;
		if (!corner)
			return false;
		*ARENA_PUSH(file->arena, &file->face) = *corner;
	}
	add_polygon(file, &file->face, surface);
	return true;
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

static bool read_point(struct File *file, const char *line, struct SurfacePoints *points)
{
	struct Corner *point = ARENA_PUSH(file->arena, points);
	bool good = true;
	for (int i = 0; i < 3; i++)
		good = good && read_number(file, &line, &point->x[i]);
	return good;
}

/* Does the line begin with this word? */
static bool begins(const char *line, char word)
{
	return line[0] == word && (line[1] == ' ' || line[1] == '\t');
}

/* Vertices, and the faces of the first group that has some: MuJoCo reads no other. */
static void read_obj(struct File *file, struct Surface *surface)
{
	struct SurfacePoints points = { NULL, 0, 0 };
	const char *end = file->text + file->length;
	bool good = true, over = false;
	for (const char *line = file->text; line < end && good; line++) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((stop ? stop : end) - line);
		const char *copy = arena_copy(file->arena, line, length);
		copy += strspn(copy, " \t");
		over |= surface->count && (begins(copy, 'o') || begins(copy, 'g'));
		if (begins(copy, 'v'))
			good = read_point(file, copy + 2, &points);
		else if (begins(copy, 'f') && !over)
			good = read_face(file, copy + 2, &points, surface);
		else if (begins(copy, 'f'))
			file->doubt->left_out++;
		line += length;
	}
	if (!good)
		file->problem = "it is no OBJ";
	else if (!surface->count || file->doubt->points)
		take_points(file, &points, surface);
}

/* Four counts: of points, normals, coordinates of textures and triangles; then these, as float and int, little end
 * first. */
static void read_msh(struct File *file, struct Surface *surface)
{
	enum { HEAD = 16, WORD = 4 };
	const char *bytes = file->text;
	struct SurfacePoints points = { NULL, 0, 0 };
	uint64_t count[4] = { 0 };
	for (int i = 0; i < 4 && file->length >= HEAD; i++)
		count[i] = little_endian_word(bytes + WORD * i);
	const uint64_t before = 3 * count[0] + 3 * count[1] + 2 * count[2], words = before + 3 * count[3];
	if (file->length < HEAD || (file->length - HEAD) % WORD || words != (file->length - HEAD) / WORD) {
		file->problem = "it is no MSH";
		return;
	}
	for (size_t i = 0; i < count[0]; i++)
		little_endian_point(bytes + HEAD + 3 * WORD * i, ARENA_PUSH(file->arena, &points)->x);
	for (size_t i = 0; i < 3 * count[3] && !file->problem; i++) {
		const uint32_t number = little_endian_word(bytes + HEAD + WORD * (before + i));
		if (number < points.count)
			add_corner(file->arena, surface, points.item[number].x);
		else
			file->problem = "it is no MSH";
	}
	if (!count[3] || file->doubt->points)
		take_points(file, &points, surface);
}

static const struct SurfaceReader {
	const char *ending;
	void (*read)(struct File *file, struct Surface *surface);
} readers[] = { { ".stl", read_stl }, { ".STL", read_stl }, { ".obj", read_obj },
	        { ".OBJ", read_obj }, { ".msh", read_msh }, { ".MSH", read_msh } };

static const struct SurfaceReader *reader_of(const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (length > 4 && strcmp(name + length - 4, readers[i].ending) == 0)
			return &readers[i];
	return NULL;
}

/* A file that another mesh has read. NULL: none has. */
static const struct Included *read_before(const struct Includes *includes, const struct Included *found)
{
	for (size_t i = 0; i < includes->count; i++)
		if (strcmp(includes->item[i]->identity, found->identity) == 0)
			return includes->item[i];
	return NULL;
}

const char *mj_mesh_path(const struct Mjcf *m, struct XmlValue file)
{
	const struct MjDocument *document = mj_document(m, file.span);
	const char *slash = document->compiler.strip ? strrchr(file.text, '/') : NULL;
	return text_print(m->arena, "%s%s", document->compiler.meshes, slash ? slash + 1 : file.text);
}

/* Reads the bytes of the file that a mesh names, below the model's folder. */
static void read_file(struct Mjcf *m, struct XmlValue name, struct File *file)
{
	struct Includes *includes = m->text->includes;
	const struct MjDocument *document = mj_document(m, name.span);
	struct Included *found = ARENA_NEW(m->arena, struct Included);
	if (!includes || includes->count >= INCLUDE_MOST_FILES) {
		file->problem = "no more files can be read";
		return;
	}
	*found = includes->find(includes->context, mj_mesh_path(m, name), document->file);
	const struct Included *before = found->problem ? NULL : read_before(includes, found);
	if (!found->problem && !before)
		includes->read(includes->context, found);
	file->problem = found->problem;
	file->text = before ? before->text : found->text;
	file->length = before ? before->length : found->length;
	found->statement = name.span;
	if (!file->problem && !before)
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
	struct SurfacePoints points = { NULL, 0, 0 };
	bool good = read_all(file, mj_value(mesh, "vertex"), &point) && read_all(file, mj_value(mesh, "face"), &face);
	good = good && point.count % 3 == 0 && face.count % 3 == 0;
	for (size_t i = 0; i < point.count && good; i += 3)
		memcpy(ARENA_PUSH(file->arena, &points)->x, &point.item[i], sizeof points.item->x);
	for (size_t i = 0; i < face.count && good; i++) {
		double number = face.item[i];
		good = number >= 0 && number < (double)points.count && number == floor(number);
		if (good)
			add_corner(file->arena, surface, points.item[(size_t)number].x);
	}
	if (!good)
		file->problem = "vertex and face have other numbers than three a point and three a triangle";
	else if (!face.count || file->doubt->points)
		take_points(file, &points, surface);
}

/* --- of any source --- */

const char *mj_surface_read(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh, struct Surface *surface,
                            struct SurfaceDoubt *doubt)
{
	struct XmlValue name = mj_value(mesh, "file");
	const struct SurfaceReader *reader = name.text ? reader_of(name.text) : NULL;
	struct File file = { .arena = arena, .doubt = doubt };
	*doubt = (struct SurfaceDoubt){ .points = doubt->points };
	if (!name.text && mj_value(mesh, "vertex").text) {
		read_inline(&file, mesh, surface);
		return file.problem;
	}
	if (!reader)
		return "only binary .stl, .obj and .msh are read";
	read_file(m, name, &file);
	if (!file.problem)
		reader->read(&file, surface);
	return file.problem;
}
