#include "alone.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void)
{
	pthread_mutex_lock(&mutex);
}

static void unlock(void)
{
	pthread_mutex_unlock(&mutex);
}

/* Fork waits for the mutex. A child has only its own thread, so a mutex held by another thread would never be released.
 * If no memory is left for the handlers, threads still take turns. */
static void watch_forks(void)
{
	(void)pthread_atfork(lock, unlock, unlock);
}

void alone_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, watch_forks);
	lock();
}

void alone_end(void)
{
	unlock();
}
