/* A Denavit-Hartenberg table as its file has it: convention, units, and the cells of each joint.
 * Filled in by dh_table_read for dh.c. All memory is the arena's. */
#ifndef RIGIDC_DH_TABLE_H
#define RIGIDC_DH_TABLE_H

#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/import/xml.h"
#include "grammar/model_text.h"

enum DhColumn {
#define COLUMN(id, names, measure) DH_##id,
#include "columns.def"
	DH_COLUMNS
};

/* A number of a cell. */
struct DhNumber {
	struct Figure figure; /* 0 in an empty cell */
	bool given;
	bool radians; /* it has pi, whatever the table's unit of angles is */
};

struct DhRow {
	struct Span span;
	struct Ident name; /* of the joint; without text if the table has none */
	enum { DH_REVOLUTE, DH_PRISMATIC, DH_FIXED } kind;
	struct DhNumber cell[DH_COLUMNS];
};

struct DhTable {
	struct Diags *diags;
	struct Arena *arena;
	const struct Request *request;
	bool modified;                                 /* Craig's convention */
	const char *length, *angle, *weight, *inertia; /* "m", "rad", "kg", "kg m^2" */
	const char *unit[DH_COLUMNS];                  /* as its head says, else NULL */
	struct ARENA_LIST(struct DhRow) row;
};

/* Unit of the numbers of a column, which are lengths or angles, masses or inertias. `slides`: in the row of a sliding
 * joint. */
const char *dh_unit(const struct DhTable *t, enum DhColumn column, bool slides);
/* Reads a table. False after a diagnostic. */
bool dh_table_read(struct DhTable *t, const struct ModelText *text);

#endif
