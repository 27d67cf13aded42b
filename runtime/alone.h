/* What one thread at a time does: libtcc, whose compiler keeps its state in globals, and loading and unloading of objects.
 * Called by the executors. A process is never forked in the middle of it, so a child can go on with both. */
#ifndef RIGIDC_ALONE_H
#define RIGIDC_ALONE_H

/* Waits until no other thread of the library is between the two. */
void alone_begin(void);
void alone_end(void);

#endif
