/* Faster code for a function in use: the C compiler makes it in one of a few threads.
 * Called by function.c. An upgrade belongs to the function; if the function is freed while the compiler runs, to the
 * thread. */
#ifndef RIGIDC_UPGRADE_H
#define RIGIDC_UPGRADE_H

#include "executor.h"

struct Upgrade;

/* Loads the cached object of a text; false: none. */
bool upgrade_cached(const char *text, const char *cache, struct Code *code);
/* Puts an upgrade into the queue. The texts are copied. NULL: no memory, or no thread available. */
struct Upgrade *upgrade_start(const char *text, const char *cache);
/* The code once ready, and from then on always; NULL before. For any thread. */
const struct Code *upgrade_code(const struct Upgrade *upgrade);
/* State of the upgrade. 1: ready, 0: not yet, -1: failed. With `wait` the call waits until it is 1 or -1.
 * In a child of a fork unfinished upgrades are -1. */
int upgrade_state(struct Upgrade *upgrade, bool wait);
/* Releases an upgrade, and removes it from the queue if its turn has not come. */
void upgrade_release(struct Upgrade *upgrade);

#endif
