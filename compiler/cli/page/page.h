/* Pages that draw a robot. `report`: the model as JSON, and the JavaScript that moves the model; films: a motion.
 * Called by report and sim, inside of a call of the library. Memory is the call's. */
#ifndef RIGIDC_PAGE_H
#define RIGIDC_PAGE_H

#include <jansson.h>

#include "cli/draw/draw.h"
#include "cli/info/cost.h"

/* Rows that hold the robot on the page: loops and constraints alone, or with the contacts of a phase. */
struct PageHold {
	const char *phase;    /* NULL: no contacts */
	const char *function; /* `id` with these rows, as for -f */
	const int *contact;   /* indices in the model's contacts, in order */
	int contacts;
	const char *why; /* why there is no such function; NULL: there is */
};

struct PageHolds ARENA_LIST(struct PageHold);

/* "NAME=DIR" of --package. */
struct PackageFolders {
	const char *const *item;
	size_t count;
};

/* The model as JSON for a script. Requires the generated functions in `job`. */
const char *page_data(rigidc_model *model, const struct Job *job, const struct CostReport *cost,
                      const struct PageHolds *holds, const struct PackageFolders *packages);
/* What a picture is drawn of: bodies, frames, struts and loops. */
json_t *page_robot(const struct Model *model);
/* Adds the shapes that are drawn, their meshes and notes about them, if there are shapes. */
void page_shapes(rigidc_model *model, const struct Model *of, const struct PackageFolders *packages, json_t *all);
/* Default values: a number, numbers, a placement {R, p}. */
json_t *page_number(const struct Model *model, Ref value);
json_t *page_numbers(const struct Model *model, const Ref *value, int count);
json_t *page_placement(const struct Model *model, const struct Placement *at);

/* What may hold the robot: loops if there are any, then the phases, or the single contacts of a model without
 * phases. */
struct PageHolds page_holds(rigidc_model *model);
json_t *page_holds_json(const struct PageHolds *holds);
/* Contacts: their names, bodies, grounds, and rows. */
json_t *page_contacts(const struct Model *model);
/* Rows of a loop or a contact. */
json_t *page_rows(const struct Model *model, const struct RowBlock *block);
/* Loops: their names, the two frames that each of them joins, and rows. */
json_t *page_loops(const struct Model *model);
/* The same of loops in closed form, which have no forces here. */
json_t *page_closed_forms(const struct Model *model);
/* Where the page starts if loops are in closed form, which have no value at every posture: at the first pose. */
json_t *page_start(struct Arena *arena, const struct Model *model);
/* For the page to close loops: a closed state, the unit of lengths, rows in rad, independent velocities. */
json_t *page_closing(struct Arena *arena, const struct Model *model);

/* A JavaScript module with the function robot_scene: poses of all moving bodies, gravity torques, mass and centre of
 * mass. robot_scene(q, [u,] [derived,] R, p of each, g, mass, c). If the model has loops or constraints, also
 * robot_closing(q, [derived,] c, J). The array robot_holds has a function
 * (q, qd, qdd, [u,] [derived,] tau, lambda) for each of `holds`, or null. NULL after a diagnostic. */
const char *page_scene(rigidc_model *model, const struct PageHolds *holds);

/* The equations of motion as sections in HTML; NULL: nothing moves, or the formulas are long. */
const char *page_equations(rigidc_model *model);

/* The page for these functions (NULL: the functions of the model), with the costs of lines or without; meshes are looked for
 * in these packages too. NULL after a diagnostic. */
const char *page_make(rigidc_model *model, const char *functions, uint64_t seed, bool costs,
                      const struct PackageFolders *packages);

/* --- a film (page_film.c) --- */

struct PageMotion {
	const struct Sheet *rows;
	rigidc_function *function; /* of page_film_function */
	const struct Skeleton *skeleton;
	const struct SkeletonPostures *postures;
	int view; /* index of scene_view; -1: none is given */
};

/* The function of all that a film shows, in the syntax of -f. */
const char *page_film_function(rigidc_model *model);
/* The page of a motion; NULL: the model has no shapes. */
const char *page_film(rigidc_model *model, const struct PageMotion *motion, const struct PackageFolders *packages);

/* The text of a film's page with these data. */
const char *page_film_text(struct Arena *arena, const char *title, const char *data);

#endif
