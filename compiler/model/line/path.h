/* The path of a strut or tendon whose points need not count always. Called for lengths, forces and moment arms. No
 * memory is kept.
 *
 * Points i and k follow each other where both count and no point between them does. So the path is one of the lines
 * between such points after the other, and a value of the whole path, such as its length, is the sum over its lines.
 * The sum is a nest of choices: with t(i) the sum from point i on, and points i < k in one run,
 *     t(i) = choice over the first k that counts: value(i, k) + t(k).
 * A run ends at a point that counts always. */
#ifndef RIGIDC_MODEL_LINE_PATH_H
#define RIGIDC_MODEL_LINE_PATH_H

#include "model/strut.h"

/* Most points in one run that need not count. */
enum { PATH_RUN = 16 };

/* Sum over the lines of the path, of a value for each of strut->line. */
Ref path_sum(struct Dag *dag, const struct Strut *strut, const Ref *value);
/* `yes` where the line belongs to the path, else `no`. */
Ref path_choice(struct Dag *dag, const struct Strut *strut, const struct Line *line, Ref yes, Ref no);

#endif
