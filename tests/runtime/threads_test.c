/* Threads that use the library at once, each with its own models: load, make functions of every tier, call
 * them, write C, free. All results are identical to those of a single thread. `make check-tsan` runs this test with
 * every memory access watched. Check is not thread-safe: threads count differences, and the test
 * asserts that there are none.
 *
 *   RIGIDC_LEVEL=l   how often each thread does all of it: once, or three times */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"

enum { THREADS = 8, TIERS = RIGIDC_CC + 1, MOST = 64 };

static const char *const path[] = { "examples/ur5.rig", "examples/knee.rig", "examples/double_pendulum.rig" };
enum { MODELS = sizeof path / sizeof *path };

/* Results of a model. */
struct Answer {
	char *header, *messages;
	double tau[TIERS][MOST];
	rigidc_status status[TIERS]; /* of making the function: a tier may be unavailable */
};

static void call(rigidc_function *rnea, double *tau)
{
	double number[3][MOST];
	const double *in[] = { number[0], number[1], number[2] };
	for (int i = 0; i < rigidc_inputs(rnea); i++)
		for (size_t k = 0; k < rigidc_input_size(rnea, i); k++)
			number[i][k] = 0.25 * (double)(k + 1) - 0.375 * i;
	rigidc_call(rnea, in, &tau);
}

/* All steps with one model, in an order rotated by `shift`. */
static struct Answer use(const char *name, int shift)
{
	struct Answer answer = { .header = NULL };
	rigidc_model *model;
	const char *header;
	rigidc_load(name, &(rigidc_options){ .search = "none" }, &model);
	answer.messages = strdup(rigidc_messages(model));
	for (int i = 0; i <= TIERS; i++) {
		int step = (i + shift) % (TIERS + 1);
		rigidc_function *rnea;
		if (step == TIERS) {
			rigidc_emit(model, "rnea,crba", NULL, &header, NULL);
			answer.header = strdup(header ? header : "");
			continue;
		}
		answer.status[step] = rigidc_function_new(model, "rnea", (rigidc_tier)step, &rnea);
		if (answer.status[step] == RIGIDC_OK)
			call(rnea, answer.tau[step]);
		rigidc_function_free(rnea);
	}
	rigidc_model_free(model);
	return answer;
}

static void answer_free(struct Answer *answer)
{
	free(answer->header);
	free(answer->messages);
}

static bool same(const struct Answer *a, const struct Answer *b)
{
	return strcmp(a->header, b->header) == 0 && strcmp(a->messages, b->messages) == 0 &&
	       memcmp(a->status, b->status, sizeof a->status) == 0 && memcmp(a->tau, b->tau, sizeof a->tau) == 0;
}

static struct Answer alone[MODELS];
static int rounds;

struct Thread {
	pthread_t id;
	int number, different; /* answers unlike a single thread's */
};

static void *work(void *context)
{
	struct Thread *thread = context;
	for (int i = 0; i < rounds * MODELS; i++) {
		int model = (i + thread->number) % MODELS;
		struct Answer answer = use(path[model], i + thread->number);
		thread->different += !same(&answer, &alone[model]);
		answer_free(&answer);
	}
	return NULL;
}

LOOP_TEST(a_model_gives_an_answer, MODELS)
{
	ck_assert_msg(strstr(alone[_i].header, "_rnea("), "%s", alone[_i].messages);
	ck_assert_int_eq(alone[_i].status[RIGIDC_EVALUATOR], RIGIDC_OK);
	for (int tier = 0; tier < TIERS; tier++)
		ck_assert_msg(alone[_i].status[tier] == RIGIDC_UNAVAILABLE ||
		                      memcmp(alone[_i].tau[tier], alone[_i].tau[0], sizeof alone[_i].tau[0]) == 0,
		              "%s: tier %d: %s", path[_i], tier, alone[_i].messages);
}

TEST(threads_get_what_one_gets)
{
	struct Thread thread[THREADS];
	for (int i = 0; i < THREADS; i++) {
		thread[i] = (struct Thread){ .number = i };
		ck_assert_int_eq(pthread_create(&thread[i].id, NULL, work, &thread[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(thread[i].id, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_msg(thread[i].different == 0, "thread %d: %d answers differ", i, thread[i].different);
}

int main(void)
{
	rounds = by_level(1, 1, 3);
	for (int i = 0; i < MODELS; i++)
		alone[i] = use(path[i], 0);
	int code = suite_run("threads", NULL, NULL);
	for (int i = 0; i < MODELS; i++)
		answer_free(&alone[i]);
	return code;
}
