/* Faster code for a function that is in use: one of a few threads has the C compiler make it when its turn comes.
 * Called by function.c. It belongs to the function; if that is freed while the compiler runs, to the thread. */
#ifndef RIGIDC_UPGRADE_H
#define RIGIDC_UPGRADE_H

#include "executor.h"

struct Upgrade;

/* An object of that text that is in the cache; false: there is none. */
bool upgrade_cached(const char *text, const char *cache, struct Code *code);
/* Puts it into the queue. The texts are copied. NULL: there is no memory, or no thread to be had. */
struct Upgrade *upgrade_start(const char *text, const char *cache);
/* The code as soon as it is there, from then on always; NULL before. For any thread. */
const struct Code *upgrade_code(const struct Upgrade *upgrade);
/* 1: it is there, 0: not yet, -1: it could not be made. With `wait` the call waits until it is 1 or -1.
 * In a child of a fork what was not done before it is -1. */
int upgrade_state(struct Upgrade *upgrade, bool wait);
/* Takes it out of the queue if its turn has not come. */
void upgrade_release(struct Upgrade *upgrade);

#endif
