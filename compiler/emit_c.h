/* Programs to C text. One printer for people's compilers (C99 that is also C++) and for libtcc.
 * Called by the library. Texts are the arena's. */
#ifndef RIGIDC_EMIT_C_H
#define RIGIDC_EMIT_C_H

#include "generate.h"

/* Reports names that would clash in C. */
void c_check_names(struct Diags *diags, const struct Package *package);
/* Reports constants that are not finite, or that a float cannot hold. Requires programs. */
void c_check_constants(struct Diags *diags, const struct Package *package);

/* A self-contained header with static inline functions. Requires the checks without errors. */
void c_header(const struct Package *package, struct Text *out);
/* The two files of a pair; `include` is the name by which the source includes the header. */
void c_pair(const struct Package *package, const char *include, struct Text *source, struct Text *header);

/* What executors compile. For each function an entry
 *   void callN(const real *const *in, real *const *out)
 * that takes the arrays in order. libtcc's text includes nothing and takes one sincos for a pair. */
void c_for_tcc(const struct Package *package, struct Text *out);
void c_for_cc(const struct Package *package, struct Text *out);

/* An identifier part: every byte that is no letter, digit or _ becomes _xHH. */
const char *c_mangle(struct Arena *arena, const char *name);
const char *c_function_name(struct Arena *arena, const struct Package *package, const struct Generated *function);

#endif
