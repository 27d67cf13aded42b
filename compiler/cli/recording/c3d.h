/* A .c3d as bytes with parameters: markers, analog channels and force plates in binary form.
 * Called by the reader of .c3d (c3d.c) and its force plates (c3d_plates.c). Memory is the arena's. */
#ifndef RIGIDC_C3D_H
#define RIGIDC_C3D_H

#include "recording.h"

enum { C3D_BLOCK = 512 };

/* How numbers of two and four bytes are written. */
enum C3dProcessor { C3D_INTEL = 84, C3D_DEC = 85, C3D_SGI = 86 };

struct C3d {
	struct Arena *arena;
	const unsigned char *bytes;
	size_t length;
	enum C3dProcessor processor;
	struct ARENA_LIST(struct C3dParameter) parameter;
	struct ARENA_LIST(struct C3dGroup) group;
};

struct C3dGroup {
	int id;
	const char *name;
};

struct C3dParameter {
	int group;
	const char *name;
	int type;     /* bytes of a number: 1, 2, 4 (a float); -1: a character */
	size_t data;  /* place in the file */
	size_t count; /* numbers or characters */
	size_t first; /* of a text: characters of each */
};

/* --- numbers at a place; 0 beyond the end --- */

int c3d_int8(const struct C3d *c, size_t at);
int c3d_int16(const struct C3d *c, size_t at);
unsigned c3d_word(const struct C3d *c, size_t at);
double c3d_float(const struct C3d *c, size_t at);

/* --- parameters (c3d_parameters.c) --- */

/* Reads the section. NULL, or a problem as text. */
const char *c3d_read_parameters(struct C3d *c);
/* A parameter of a group; NULL: none. */
const struct C3dParameter *c3d_find(const struct C3d *c, const char *group, const char *name);
/* The same, in several parts: LABELS, LABELS2, ... of which one has the number i, which becomes that in the part. */
const struct C3dParameter *c3d_find_part(const struct C3d *c, const char *group, const char *name, size_t *i);
/* Number i of a parameter; `otherwise` without it. */
double c3d_number(const struct C3d *c, const struct C3dParameter *parameter, size_t i, double otherwise);
/* Text i of a parameter, without blanks around; "": none. */
const char *c3d_text(const struct C3d *c, const struct C3dParameter *parameter, size_t i);

/* --- force plates (c3d_plates.c) --- */

enum { C3D_CHANNELS = 8, C3D_PLATE_NUMBERS = 9, C3D_PLATES = 64 };

struct C3dPlate {
	int type;
	size_t channel[C3D_CHANNELS], channels; /* from 0 */
	double centre[3], R[3][3];              /* of the surface, in the laboratory, m */
	double origin[3];                       /* m, in axes of the plate */
	double unit, moment;                    /* units of lengths, m, and of moments, N m */
	double calibration[6][6];
};

/* Reads the plates of the file. `unit`: of lengths, m. NULL, or a problem as text. */
const char *c3d_read_plates(const struct C3d *c, double unit, size_t channels, struct C3dPlate *plate, size_t *count);
/* Force, free moment and point in axes of the laboratory, of the values of all channels. */
void c3d_plate_load(const struct C3dPlate *plate, const double *channel, double load[C3D_PLATE_NUMBERS]);

#endif
