#include "upgrade.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum Stage { WAITING, RUNNING, MADE, FAILED };

struct Upgrade {
	struct CcJob job;
	char *text, *cache;
	_Atomic(const struct Code *) ready;
	/* of the queue, under its mutex */
	enum Stage stage;
	bool dropped; /* the function is freed: the worker frees this */
	struct Upgrade *next;
};

/* Queue of unfinished upgrades in the order of requests, including those being compiled. It belongs to the process:
 * models do not know each other, and all of them together shall run as many compilers as there are cores. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed; /* an upgrade is done */
	struct Upgrade *first;
	long workers; /* threads; each ends when no upgrade waits */
} queue = { .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* Loads an object cached by earlier work. */
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

/* --- the queue; its mutex is held --- */

static void enter(struct Upgrade *upgrade)
{
	struct Upgrade **end = &queue.first;
	while (*end)
		end = &(*end)->next;
	*end = upgrade;
}

static void leave(struct Upgrade *upgrade)
{
	struct Upgrade **at = &queue.first;
	while (*at != upgrade)
		at = &(*at)->next;
	*at = upgrade->next;
}

static struct Upgrade *next_waiting(void)
{
	struct Upgrade *upgrade = queue.first;
	while (upgrade && upgrade->stage != WAITING)
		upgrade = upgrade->next;
	return upgrade;
}

/* --- fork --- */

static void before_fork(void)
{
	pthread_mutex_lock(&queue.mutex);
}

static void after_fork_in_parent(void)
{
	pthread_mutex_unlock(&queue.mutex);
}

/* A child has none of the workers, so unfinished upgrades count as failed. Threads that waited for `changed` are not in
 * the child either. An upgrade whose function was freed while it ran belongs to the parent; its memory stays. */
static void after_fork_in_child(void)
{
	for (struct Upgrade *upgrade = queue.first; upgrade; upgrade = upgrade->next)
		upgrade->stage = FAILED;
	queue.first = NULL;
	queue.workers = 0;
	pthread_cond_init(&queue.changed, NULL);
	pthread_mutex_unlock(&queue.mutex);
}

/* --- the end of the process --- */

/* Removes the files of the compilers that run: nobody else will. A process that ends does not wait, not for the mutex
 * either. */
static void at_exit(void)
{
	if (pthread_mutex_trylock(&queue.mutex) != 0)
		return;
	for (struct Upgrade *upgrade = queue.first; upgrade; upgrade = upgrade->next)
		if (upgrade->stage == RUNNING)
			cc_abandon(&upgrade->job);
	pthread_mutex_unlock(&queue.mutex);
}

static void watch_process(void)
{
	(void)pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
	(void)atexit(at_exit);
}

/* --- workers --- */

static void destroy(struct Upgrade *upgrade)
{
	if (upgrade->job.code.handle)
		cc_release(upgrade->job.code.handle);
	free(upgrade->text);
	free(upgrade->cache);
	free(upgrade);
}

/* Runs the compiler, without the mutex. */
static void run(struct Upgrade *upgrade)
{
	upgrade->stage = RUNNING;
	pthread_mutex_unlock(&queue.mutex);
	bool made = cc_run(&upgrade->job) == RIGIDC_OK;
	if (made)
		atomic_store_explicit(&upgrade->ready, &upgrade->job.code, memory_order_release);
	pthread_mutex_lock(&queue.mutex);
	leave(upgrade);
	upgrade->stage = made ? MADE : FAILED;
	pthread_cond_broadcast(&queue.changed);
	if (!upgrade->dropped)
		return;
	pthread_mutex_unlock(&queue.mutex);
	destroy(upgrade);
	pthread_mutex_lock(&queue.mutex);
}

static void *work(void *context)
{
	struct Upgrade *upgrade;
	(void)context;
	pthread_mutex_lock(&queue.mutex);
	while ((upgrade = next_waiting()))
		run(upgrade);
	queue.workers--;
	pthread_mutex_unlock(&queue.mutex);
	return NULL;
}

/* Starts a worker thread, which handles no signals of the host. */
static bool start_worker(void)
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

/* Starts a worker, up to the number of cores. A failure matters only if there is no worker at all. */
static bool have_workers(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (queue.workers < (cores > 1 ? cores : 1) && start_worker())
		queue.workers++;
	return queue.workers > 0;
}

/* --- an upgrade --- */

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

struct Upgrade *upgrade_start(const char *text, const char *cache)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct Upgrade *upgrade = upgrade_new(text, cache);
	if (!upgrade)
		return NULL;
	pthread_once(&once, watch_process);
	pthread_mutex_lock(&queue.mutex);
	enter(upgrade);
	bool begun = have_workers();
	if (!begun)
		leave(upgrade);
	pthread_mutex_unlock(&queue.mutex);
	if (begun)
		return upgrade;
	destroy(upgrade);
	return NULL;
}

void upgrade_release(struct Upgrade *upgrade)
{
	if (!upgrade)
		return;
	pthread_mutex_lock(&queue.mutex);
	if (upgrade->stage == WAITING)
		leave(upgrade);
	bool running = upgrade->dropped = upgrade->stage == RUNNING;
	pthread_mutex_unlock(&queue.mutex);
	if (!running)
		destroy(upgrade);
}

const struct Code *upgrade_code(const struct Upgrade *upgrade)
{
	return atomic_load_explicit(&upgrade->ready, memory_order_acquire);
}

int upgrade_state(struct Upgrade *upgrade, bool wait)
{
	pthread_mutex_lock(&queue.mutex);
	while (wait && upgrade->stage < MADE)
		pthread_cond_wait(&queue.changed, &queue.mutex);
	enum Stage stage = upgrade->stage;
	pthread_mutex_unlock(&queue.mutex);
	return stage == MADE ? 1 : stage == FAILED ? -1 : 0;
}
