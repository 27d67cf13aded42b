/* The parameter section of a .c3d. From its fourth byte on groups and parameters follow one another:
 *   1 byte   length of the name, negative if locked; 0: the end
 *   1 byte   number of the group; of a group itself negative
 *   name
 *   2 bytes  distance from here to the next one; 0: the end
 *   of a parameter: 1 byte type, 1 byte count of dimensions, a byte for each, the data */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "c3d.h"

/* --- numbers --- */

static unsigned byte_at(const struct C3d *c, size_t at)
{
	return at < c->length ? c->bytes[at] : 0;
}

int c3d_int8(const struct C3d *c, size_t at)
{
	const int byte = (int)byte_at(c, at);
	return byte < 128 ? byte : byte - 256;
}

unsigned c3d_word(const struct C3d *c, size_t at)
{
	const unsigned one = byte_at(c, at), two = byte_at(c, at + 1);
	return c->processor == C3D_SGI ? one << 8 | two : two << 8 | one;
}

int c3d_int16(const struct C3d *c, size_t at)
{
	const int word = (int)c3d_word(c, at);
	return word < 32768 ? word : word - 65536;
}

/* DEC has the halves the other way round, and an exponent greater by 2. */
double c3d_float(const struct C3d *c, size_t at)
{
	const uint32_t first = c3d_word(c, at), second = c3d_word(c, at + 2);
	const uint32_t bits = c->processor == C3D_INTEL ? second << 16 | first : first << 16 | second;
	float value;
	memcpy(&value, &bits, sizeof value);
	return c->processor == C3D_DEC ? (double)value / 4 : (double)value;
}

/* --- the section --- */

static const char *name_at(const struct C3d *c, size_t at, size_t length)
{
	return arena_copy(c->arena, (const char *)c->bytes + at, length);
}

/* Reads a parameter whose type is at this place. False: its data are beyond the end of the file. */
static bool read_parameter(struct C3d *c, int group, const char *name, size_t at)
{
	struct C3dParameter p = { .group = group, .name = name, .type = c3d_int8(c, at), .count = 1, .first = 1 };
	const size_t dimensions = byte_at(c, at + 1), size = p.type < 0 ? 1 : (size_t)p.type;
	for (size_t i = 0; i < dimensions && p.count <= c->length; i++) {
		p.first = i ? p.first : byte_at(c, at + 2);
		p.count *= byte_at(c, at + 2 + i);
	}
	p.data = at + 2 + dimensions;
	if (p.data > c->length || p.count > (c->length - p.data) / (size ? size : 1))
		return false;
	*ARENA_PUSH(c->arena, &c->parameter) = p;
	return true;
}

const char *c3d_read_parameters(struct C3d *c)
{
	size_t at = c->length ? (c->bytes[0] - (size_t)1) * C3D_BLOCK : 0;
	if (!c->bytes[0] || at + 4 > c->length)
		return "the parameters are beyond the end of the file";
	c->processor = (enum C3dProcessor)c->bytes[at + 3];
	if (c->processor < C3D_INTEL || c->processor > C3D_SGI)
		return text_print(c->arena, "the processor is %d, not 84, 85 or 86", (int)c->processor);
	for (at += 4; at + 2 <= c->length && c3d_int8(c, at) != 0;) {
		const size_t length = (size_t)abs(c3d_int8(c, at)), behind = at + 2 + length;
		const int id = c3d_int8(c, at + 1);
		if (behind + 2 > c->length)
			return "a parameter is beyond the end of the file";
		const char *name = name_at(c, at + 2, length);
		if (id < 0)
			*ARENA_PUSH(c->arena, &c->group) = (struct C3dGroup){ -id, name };
		else if (!read_parameter(c, id, name, behind + 2))
			return text_print(c->arena, "parameter '%s' is beyond the end of the file",
			                  text_shown(c->arena, name));
		const int next = c3d_int16(c, behind);
		if (next <= 0)
			break;
		at = behind + (size_t)next;
	}
	return NULL;
}

const struct C3dParameter *c3d_find(const struct C3d *c, const char *group, const char *name)
{
	for (size_t i = 0; i < c->parameter.count; i++) {
		const struct C3dParameter *p = &c->parameter.item[i];
		for (size_t k = 0; k < c->group.count && strcasecmp(p->name, name) == 0; k++)
			if (c->group.item[k].id == p->group && strcasecmp(c->group.item[k].name, group) == 0)
				return p;
	}
	return NULL;
}

/* Numbers, or texts, of a parameter. */
static size_t entries(const struct C3dParameter *p)
{
	return p->type >= 0 ? p->count : p->first ? p->count / p->first : 0;
}

const struct C3dParameter *c3d_find_part(const struct C3d *c, const char *group, const char *name, size_t *i)
{
	const struct C3dParameter *p = c3d_find(c, group, name);
	for (int part = 2; p && *i >= entries(p); part++) {
		*i -= entries(p);
		p = c3d_find(c, group, text_print(c->arena, "%s%d", name, part));
	}
	return p;
}

double c3d_number(const struct C3d *c, const struct C3dParameter *p, size_t i, double otherwise)
{
	if (!p || p->type < 0 || i >= p->count)
		return otherwise;
	const size_t at = p->data + i * (size_t)p->type;
	return p->type == 1   ? c3d_int8(c, at)
	       : p->type == 2 ? c3d_int16(c, at)
	       : p->type == 4 ? c3d_float(c, at)
	                      : otherwise;
}

const char *c3d_text(const struct C3d *c, const struct C3dParameter *p, size_t i)
{
	if (!p || p->type >= 0 || i >= entries(p))
		return "";
	const char *begin = (const char *)c->bytes + p->data + i * p->first, *end = begin + p->first;
	const char *null = memchr(begin, '\0', p->first);
	end = null ? null : end;
	while (begin < end && *begin == ' ')
		begin++;
	while (end > begin && end[-1] == ' ')
		end--;
	return arena_copy(c->arena, begin, (size_t)(end - begin));
}
