#include "upgrade.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct Upgrade {
	struct CcJob job;
	char *text, *cache;
	_Atomic(const struct Code *) ready;
	atomic_int users;       /* the function, the thread */
	pthread_mutex_t mutex;  /* of what follows */
	pthread_cond_t changed;
	int state;              /* as upgrade_state says it */
};

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

static void destroy(struct Upgrade *upgrade)
{
	if (upgrade->job.code.handle)
		cc_release(upgrade->job.code.handle);
	pthread_cond_destroy(&upgrade->changed);
	pthread_mutex_destroy(&upgrade->mutex);
	free(upgrade->text);
	free(upgrade->cache);
	free(upgrade);
}

void upgrade_release(struct Upgrade *upgrade)
{
	if (upgrade && atomic_fetch_sub(&upgrade->users, 1) == 1)
		destroy(upgrade);
}

static void *work(void *context)
{
	struct Upgrade *upgrade = context;
	bool made = cc_run(&upgrade->job) == RIGIDC_OK;
	if (made)
		atomic_store_explicit(&upgrade->ready, &upgrade->job.code, memory_order_release);
	pthread_mutex_lock(&upgrade->mutex);
	upgrade->state = made ? 1 : -1;
	pthread_cond_broadcast(&upgrade->changed);
	pthread_mutex_unlock(&upgrade->mutex);
	upgrade_release(upgrade);
	return NULL;
}

static struct Upgrade *upgrade_new(const char *text, const char *cache)
{
	struct Upgrade *upgrade = calloc(1, sizeof *upgrade);
	if (!upgrade)
		return NULL;
	upgrade->text = strdup(text);
	upgrade->cache = cache ? strdup(cache) : NULL;
	pthread_mutex_init(&upgrade->mutex, NULL);
	pthread_cond_init(&upgrade->changed, NULL);
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
	struct Upgrade *upgrade = upgrade_new(text, cache);
	pthread_attr_t detached;
	pthread_t thread;
	if (!upgrade)
		return NULL;
	atomic_store(&upgrade->users, 2);
	bool started = pthread_attr_init(&detached) == 0;
	if (started) {
		started = pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED) == 0 &&
		          pthread_create(&thread, &detached, work, upgrade) == 0;
		pthread_attr_destroy(&detached);
	}
	if (started)
		return upgrade;
	destroy(upgrade);
	return NULL;
}

const struct Code *upgrade_code(const struct Upgrade *upgrade)
{
	return atomic_load_explicit(&upgrade->ready, memory_order_acquire);
}

int upgrade_state(struct Upgrade *upgrade, bool wait)
{
	pthread_mutex_lock(&upgrade->mutex);
	while (wait && !upgrade->state)
		pthread_cond_wait(&upgrade->changed, &upgrade->mutex);
	int state = upgrade->state;
	pthread_mutex_unlock(&upgrade->mutex);
	return state;
}
