/* Pictures and films of motions: rows of numbers as panels, a robot as lines.
 * Called by sim and plot. Memory is the arena's. */
#ifndef RIGIDC_DRAW_H
#define RIGIDC_DRAW_H

#include "base/text.h"
#include "cli/columns.h"
#include "runtime/library.h"

/* --- rows of numbers with named columns, from a file or a motion --- */

/* A sheet of mean cycles has rows of 0 to 100 % in the column t. Its rows go on with a standard deviation less than the
 * mean of each column, then with one more. */
struct Sheet {
	const char *name; /* name of the file */
	size_t cycles;    /* number of cycles that are averaged; 0: rows are as read */
	struct Columns column;
	const char *const *unit; /* by column; NULL: units follow from the names (panels.def) */
	double **item;           /* the rows */
	size_t count, capacity;
};

struct Sheets ARENA_LIST(struct Sheet);

/* --- a robot drawn as lines: origins of bodies and frames, struts, tendons, loops, contacts. Memory is the model's --- */

struct SkeletonPoint {
	int joined;   /* parent point; -1: none */
	bool bare;    /* end of a strut or loop on the world: no dot is drawn */
	int frame;    /* index among the poses of skeleton_function; -1: world */
	double at[3]; /* position in this frame */
};

struct SkeletonStrut {
	bool tendon;
	int *point, points;
};

struct SkeletonLoop {
	bool rod;     /* keeps the distance of its ends */
	int point[2]; /* A, B */
};

/* A contact whose lambda the motion has. */
struct SkeletonContact {
	size_t number; /* among the contacts of the model */
	int point;
	double R[9], p[3]; /* its ground in the world */
	struct SkeletonRow {
		size_t column; /* of lambda in the motion */
		bool force;
		double t[3]; /* direction in the world, of a force */
	} row[ROWS_MOST];
	int rows;
	size_t closed; /* column of the motion: 1 closed, 0 open; 0: the motion has none */
};

struct Skeleton {
	struct SkeletonPoint *item;
	size_t count, capacity;
	int frames;
	struct SkeletonStrut *strut;
	size_t struts;
	struct SkeletonLoop *loop;
	size_t loops;
	struct SkeletonContact *contact;
	size_t contacts;
	double weight; /* of all moving bodies, N */
};

/* Postures in order: x y z of point p in posture k begin at position[3 * (k * points + p)]. Likewise force: what
 * the ground does to the body at contact c, N in world axes; closed: as the motion says, else is any of its lambda
 * not 0? */
struct SkeletonPostures {
	double *time, *position, *force;
	size_t *row; /* of the motion */
	bool *closed;
	size_t count, points, contacts;
};

/* The function of all poses, in the syntax of -f. Within a call of the library. */
const char *skeleton_function(rigidc_model *model);
/* The skeleton of a motion: points, struts, tendons, loops, and those contacts of which the motion has columns. */
struct Skeleton skeleton_points(rigidc_model *model, const struct Sheet *rows);
/* Inputs of a function of places, in a row of a motion: t, q, qd, tau, u. */
struct MotionArrays {
	const double *array[2]; /* q, u */
};
struct MotionArrays motion_arrays(const struct Model *model, const double *row);
/* Positions of the points at those rows of a motion (t, q ...) that are at least a picture of a film apart. `poses`:
 * the function of skeleton_function. */
struct SkeletonPostures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses,
                                      const struct Sheet *rows);

/* --- arrows that are forces of contacts --- */

/* Length of forces, m/N: the weight is half as long as the robot, and the largest force at most as long as the robot.
 * 0: no forces. */
double arrow_scale(const struct Skeleton *skeleton, const struct SkeletonPostures *postures);
/* End of the arrow of a contact's force, which begins at the contact. A force that is not finite has no length. */
void arrow_tip(const struct Skeleton *skeleton, const struct SkeletonPostures *postures, double per_newton,
               size_t posture, size_t contact, double tip[3]);

/* --- the scene of a film: a skeleton in all postures, the plane of view, and the size of the picture --- */

/* Planes of view by name: the axis shown to the right, then the axis shown upward. */
enum { SCENE_VIEWS = 3 };
extern const char *const scene_view[SCENE_VIEWS];

struct View {
	int right, up;
};
extern const struct View scene_plane[SCENE_VIEWS];

struct Scene {
	struct Arena *arena;
	const char *title;
	const struct Skeleton *skeleton;
	const struct SkeletonPostures *postures;
	struct View view;
	double left, top, scale; /* coordinates of the upper left corner, m; pixels per metre */
	double width, height;    /* pixels */
	size_t tip;              /* point with the longest path */
	double per_newton;       /* length of forces, m/N; 0: there are none */
};

/* Makes a scene. `view`: index of a plane, or -1 for the plane with most motion. */
struct Scene scene_see(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                       const struct SkeletonPostures *postures, int view);

/* Position of a point: x y z in world axes. */
const double *scene_point(const struct Scene *scene, size_t posture, size_t point);
/* End of a strut's cylinder, which begins at the strut's first point. Returns false for tendons, which have no
 * cylinder. */
bool scene_middle(const struct Scene *scene, size_t posture, const struct SkeletonStrut *strut, double middle[3]);

/* True if the skeleton has any links, rods or cylinders. */
bool scene_has_links(const struct Scene *scene);
bool scene_has_rods(const struct Scene *scene);
bool scene_has_cylinders(const struct Scene *scene);

/* --- what a film shows beside the skeleton, a row for each layer --- */

/* Ends of lines, two by two: x y z in world axes. Lines of a layer are as many in every posture; a line without length
 * is not seen. */
struct Lines {
	struct Triple {
		double e[3];
	} * item;
	size_t count, capacity;
};

struct OverlayLayer {
	const char *name; /* of gnuplot's data */
	const char *svg;  /* attributes of the path */
	const char *gif;  /* style of gnuplot */
	bool still;       /* the same in all postures */
	void (*put)(const struct Scene *scene, size_t posture, struct Lines *lines);
};

enum { OVERLAY_GROUND, OVERLAY_LAYERS = 6 }; /* the ground is below the skeleton, the others are above */
extern const struct OverlayLayer overlay_layer[OVERLAY_LAYERS];

/* The lines of a layer in a posture. None: the scene has nothing of this kind. */
struct Lines overlay_lines(const struct Scene *scene, int layer, size_t posture);

/* The arrow in the corner: a round force, N, and where its text begins. Requires forces. */
double overlay_key(const struct Scene *scene, double text[3]);

/* --- films of a scene, a source file for each format. Each function returns an exit code, after a message --- */

/* --- film_svg.c --- */

/* Animated SVG, moving wherever SVG is shown. */
int film_svg(const struct Scene *scene, const char *path);
/* A page with the animated SVG and a slider over time. */
int film_page(const struct Scene *scene, const char *path);

/* --- film_gif.c, by gnuplot --- */

int film_gif(const struct Scene *scene, const char *path);

/* --- the mean of all cycles of a motion, and its standard deviation --- */

/* Cuts each sheet where --cycle says: 'COLUMN > NUMBER', where the column rises above the number (0 if none is given),
 * or times in s, 'T,T,...'. A sheet becomes one of 0 to 100 % (struct Sheet). Returns an exit code, after a message. */
int cycle_average(struct Arena *arena, const char *cycle, struct Sheets *sheets);

/* --- gnuplot, run as a program that draws from a script --- */

/* Runs a script and writes the drawing to a file, or to standard output (NULL). Returns an exit code. */
int gnuplot_draw(struct Arena *arena, const char *script, const char *path);
/* Puts a string literal of gnuplot, with all special characters escaped. */
void gnuplot_quote(struct Text *out, const char *string);

/* --- a picture of sheets: a panel for each quantity and unit, over time; and columns over columns --- */

struct Drawing {
	struct Arena *arena;
	const struct Sheets *sheets; /* overlaid, with their names in the key */
	const char *columns;         /* patterns and X:Y separated by commas; NULL: all columns */
};

/* Checks the ending of a file name. Returns EXIT_FINE, or EXIT_USAGE after a message. */
int drawing_check(const char *option, const char *path);
/* Draws to a file, or in characters to standard output. Returns an exit code, after a message. */
int drawing_write(const struct Drawing *drawing, const char *path);

/* --- a skeleton as animated SVG, as a page with this SVG, or as GIF --- */

/* Checks the ending of a file name. Returns EXIT_FINE, or EXIT_USAGE after a message. */
int animation_check(const char *option, const char *path);
/* Writes the animation. `view`: index of scene_view, or -1 for the plane with most motion. Returns an exit code, after
 * a message. */
int animation_write(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                    const struct SkeletonPostures *postures, int view, const char *path);

#endif
