/* One queue for the process, with as many threads as there are cores: each runs one C compiler after the other, and ends when nothing
 * waits. What the queue holds is the one state of the process beside the lock of libtcc (tcc.c): cores are the process's too.
 *
 * A child of fork has none of the threads. What had not been made there never will be, and counts as failed. */
#include "upgrade.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Upgrade {
	struct CcJob job;
	char *text, *cache;
	_Atomic(const struct Code *) ready;
	/* under the queue's lock */
	struct Upgrade *next;   /* in the queue, or among those at work */
	int state;              /* as upgrade_state says it */
	bool freed;             /* by its function */
};

static struct Queue {
	pthread_once_t once;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* the state of one of them */
	struct Upgrade *waiting, *working;
	long threads;
} queue = { .once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* A file that was made by earlier work is loaded at once. */
bool upgrade_cached(const char *text, const char *cache, struct Code *code)
{
	struct CcJob *job = calloc(1, sizeof *job);
	if (!job)
		return false;
	*job = (struct CcJob){ .text = text, .fast = true, .cache = cache };
	bool found = cc_cached(job);
	*code = job->code;
	free(job);
	return found;
}

/* --- one of them --- */

static void destroy(struct Upgrade *upgrade)
{
	if (upgrade->job.code.handle)
		cc_release(upgrade->job.code.handle);
	free(upgrade->text);
	free(upgrade->cache);
	free(upgrade);
}

static struct Upgrade *upgrade_new(const char *text, const char *cache)
{
	struct Upgrade *upgrade = calloc(1, sizeof *upgrade);
	if (!upgrade)
		return NULL;
	upgrade->text = strdup(text);
	upgrade->cache = cache ? strdup(cache) : NULL;
	upgrade->job.text = upgrade->text;
	upgrade->job.cache = upgrade->cache;
	upgrade->job.fast = true;
	if (upgrade->text && (upgrade->cache || !cache))
		return upgrade;
	destroy(upgrade);
	return NULL;
}

/* --- the queue, under its lock --- */

static void append(struct Upgrade **list, struct Upgrade *upgrade)
{
	while (*list)
		list = &(*list)->next;
	upgrade->next = NULL;
	*list = upgrade;
}

/* False: it is not there. */
static bool take_out(struct Upgrade **list, const struct Upgrade *upgrade)
{
	while (*list && *list != upgrade)
		list = &(*list)->next;
	if (!*list)
		return false;
	*list = upgrade->next;
	return true;
}

static void *work(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&queue.lock);
	for (struct Upgrade *upgrade; (upgrade = queue.waiting);) {
		take_out(&queue.waiting, upgrade);
		append(&queue.working, upgrade);
		pthread_mutex_unlock(&queue.lock);
		bool made = cc_run(&upgrade->job) == RIGIDC_OK;
		if (made)
			atomic_store_explicit(&upgrade->ready, &upgrade->job.code, memory_order_release);
		pthread_mutex_lock(&queue.lock);
		take_out(&queue.working, upgrade);
		upgrade->state = made ? 1 : -1;
		pthread_cond_broadcast(&queue.changed);
		if (upgrade->freed)
			destroy(upgrade);
	}
	queue.threads--;
	pthread_mutex_unlock(&queue.lock);
	return NULL;
}

/* The signals of the host are not this thread's. */
static bool start_thread(void)
{
	pthread_attr_t detached;
	pthread_t thread;
	sigset_t all, before;
	if (pthread_attr_init(&detached) != 0)
		return false;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool started = pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED) == 0 &&
	               pthread_create(&thread, &detached, work, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&detached);
	return started;
}

/* --- fork --- */

static void before_fork(void)
{
	pthread_mutex_lock(&queue.lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&queue.lock);
}

/* What a thread was at work on is not taken apart, in case it was freed: nobody knows how far it was. */
static void fail_all(struct Upgrade **list)
{
	for (struct Upgrade *upgrade; (upgrade = *list);) {
		take_out(list, upgrade);
		upgrade->state = -1;
	}
}

static void in_child(void)
{
	queue.changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER; /* who waited is not here */
	queue.threads = 0;
	fail_all(&queue.waiting);
	fail_all(&queue.working);
	pthread_mutex_unlock(&queue.lock);
}

static void watch_forks(void)
{
	pthread_atfork(before_fork, after_fork, in_child);
}

/* --- for functions --- */

struct Upgrade *upgrade_start(const char *text, const char *cache)
{
	struct Upgrade *upgrade = upgrade_new(text, cache);
	if (!upgrade)
		return NULL;
	pthread_once(&queue.once, watch_forks);
	pthread_mutex_lock(&queue.lock);
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	append(&queue.waiting, upgrade);
	if (queue.threads < (cores < 1 ? 1 : cores) && start_thread())
		queue.threads++;
	bool served = queue.threads > 0;
	if (!served)
		take_out(&queue.waiting, upgrade);
	pthread_mutex_unlock(&queue.lock);
	if (served)
		return upgrade;
	destroy(upgrade);
	return NULL;
}

void upgrade_release(struct Upgrade *upgrade)
{
	if (!upgrade)
		return;
	pthread_mutex_lock(&queue.lock);
	bool waited = take_out(&queue.waiting, upgrade), done = upgrade->state != 0;
	upgrade->freed = true;
	pthread_mutex_unlock(&queue.lock);
	if (waited || done)
		destroy(upgrade);
}

const struct Code *upgrade_code(const struct Upgrade *upgrade)
{
	return atomic_load_explicit(&upgrade->ready, memory_order_acquire);
}

int upgrade_state(struct Upgrade *upgrade, bool wait)
{
	pthread_mutex_lock(&queue.lock);
	while (wait && !upgrade->state)
		pthread_cond_wait(&queue.changed, &queue.lock);
	int state = upgrade->state;
	pthread_mutex_unlock(&queue.lock);
	return state;
}
