/* Springs and dampers with several coefficients: K1 x + K2 x^2 + K3 x^3, of MuJoCo 3.7 and later. Of a damper the
 * second is K2 v |v|.
 * Called by chain.c for joints, and by tendon.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_CURVE_H
#define RIGIDC_MJCF_CURVE_H

#include "model.h"

enum { MJ_COEFFICIENTS = 3 };

/* Reads `stiffness` or `damping`: 0 where none is given. False: all are 0. */
bool mj_coefficients(struct Mjcf *m, const struct MjElement *e, const char *name, struct Figure c[MJ_COEFFICIENTS]);
/* Is a coefficient after the first not 0? */
bool mj_is_curved(const struct Figure c[MJ_COEFFICIENTS]);
/* The force -K2 x^2 - K3 x^3 of a position x, or -K2 x |x| - K3 x^3 of a velocity x (`damps`), in addition to `sum`, which may be
 * NULL. */
struct Expr *mj_curve(struct Mjcf *m, struct Expr *sum, const struct Figure c[MJ_COEFFICIENTS], bool slides, bool damps,
                      struct Expr *x);

#endif
