/* A frame B as another frame A sees it: position, velocities and axes, by the names that laws of wrenches and rows of
 * constraints have for them. Called for their declarations. Memory is the arena's.
 *
 * With the rotations A and B of the frames and r = p_B - p_A, as A sees it
 *   p = A^T r,  v = A^T (v_B - v_A - w_A x r),  w = A^T (w_B - w_A),  e_k = A^T B e_k.
 * Without a frame A the world sees B, in the axes of B: p = B^T p_B, v = B^T v_B, w = B^T w_B, e_k = B^T e_k. */
#ifndef RIGIDC_MODEL_LINE_SEEN_FRAME_H
#define RIGIDC_MODEL_LINE_SEEN_FRAME_H

#include "model/expression/scope.h"
#include "model/law.h"
#include "point.h"
#include "way.h"

enum { SEEN_NAMES = 6, SEEN_POSITIONS = 4 /* of these names, the first, have no velocities */ };
enum { SEEN_NUMBERS = 3 * SEEN_NAMES };

/* A frame by its name: its body (-1: the world), its placement there, and the reflection of the part around. */
struct FrameEnd {
	struct Ident name;
	int body;
	struct Placement at;
	unsigned mirror;
};

struct FrameMotion {
	struct Vec p, v, w, axis[3];
};

struct SeenFrame {
	bool seen;               /* by a frame A */
	struct Way out, in;      /* from the common ancestor to B and to A */
	unsigned own, other;     /* reflections of the frame whose axes count, and of the other frame */
	struct FrameMotion real; /* in the axes of the mirrored frames */
	struct FrameMotion read; /* as the part says it */
};

/* Finds a frame by its name in an environment. False after a diagnostic. */
bool frame_end(struct Scope *scope, const struct Points *points, const struct Env *env, struct Ident name,
               struct FrameEnd *end);
/* The same as an end without a wrench. */
struct LawEnd frame_law_end(const struct FrameEnd *end);
/* Body that carries one (-1: the world). */
int frame_carrier(const struct Model *model, int body);
/* B as A sees it; `in` is NULL: as the world sees it. Requires the motions of the joints between both. In a trial of an unused part the
 * motion is any. */
struct SeenFrame frame_seen(const struct Model *model, const struct FrameEnd *on, const struct FrameEnd *in);
/* Axis k of the frame whose axes do not count, as the part says it; and back, since a reflection is its own inverse. */
struct Vec frame_axis(const struct Dag *dag, const struct SeenFrame *frame, int k, struct Vec axis);
/* Motion whose numbers, of p, ex, ey, ez, v, w in this order, are the first elements of INPUT_SEED. */
struct FrameMotion frame_free(struct Dag *dag);
/* After value[0], an expression of these elements, its slopes by them; all of them at the motion that the part says. */
void frame_slopes(struct Dag *dag, const struct SeenFrame *frame, Ref value[1 + SEEN_NUMBERS]);
/* The wrench on B about its origin, in the axes that count, whose power is the rate of an expression with these slopes: by p and e_k
 *   f = ds/dp,  n = sum e_k x ds/de_k;  without a frame A  n = -sum e_k x ds/de_k - p x ds/dp. */
struct Spatial frame_wrench_of_positions(struct Dag *dag, const struct SeenFrame *frame, const Ref slope[SEEN_NUMBERS]);
/* The same whose power is an expression itself, linear in velocities: f = ds/dv,  n = ds/dw. */
struct Spatial frame_wrench_of_velocities(struct Dag *dag, const struct SeenFrame *frame,
                                          const Ref slope[SEEN_NUMBERS]);
/* This wrench on B, and its reaction on A: each about the origin of its frame, in the axes of its frame. */
void frame_load(struct Dag *dag, const struct SeenFrame *frame, struct Spatial f, struct Spatial *on,
                struct Spatial *in);
/* Values by name: p, ex, ey, ez, v, w. */
void frame_names(struct Scope *scope, const struct FrameMotion *motion, struct Span span,
                 struct Local local[SEEN_NAMES]);

#endif
