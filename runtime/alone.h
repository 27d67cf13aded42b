/* Mutex for work of one thread at a time: libtcc, whose compiler keeps its state in globals, and loading and unloading
 * of objects.
 * Called by the executors. A process never forks while the mutex is held, so a child can go on with both. */
#ifndef RIGIDC_ALONE_H
#define RIGIDC_ALONE_H

/* alone_begin waits until no other thread of the library is between alone_begin and alone_end. */
void alone_begin(void);
void alone_end(void);

#endif
