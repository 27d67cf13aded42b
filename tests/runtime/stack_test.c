/* Stack: 256 KB are enough for the deepest models. In a thread with no more they are loaded, printed, dumped
 * and run by every executor. A thread that needs more crashes, and the test with it. */
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "run.h"
#include "suite.h"

enum { STACK = 256 * 1024 };

/* --- models --- */

struct Draft {
	char *text;
	size_t length, room;
};

__attribute__((format(printf, 2, 3))) static void put(struct Draft *draft, const char *format, ...)
{
	va_list arguments;
	if (draft->room - draft->length < 256) {
		draft->room = 2 * draft->room + 4096;
		draft->text = realloc(draft->text, draft->room);
		ck_assert_ptr_nonnull(draft->text);
	}
	va_start(arguments, format);
	draft->length += (size_t)vsnprintf(draft->text + draft->length, 256, format, arguments);
	va_end(arguments);
}

static void repeat(struct Draft *draft, int times, const char *text)
{
	for (int i = 0; i < times; i++)
		put(draft, "%s", text);
}

static struct Draft begin(void)
{
	struct Draft draft = { 0 };
	put(&draft, "model deep\n");
	return draft;
}

static void put_joint(struct Draft *draft, const char *passive)
{
	put(draft, "body b on world { joint j : revolute(y) { passive 1 N m * (%s) }\nmass 1 kg; com (1, 0, 0) }\n",
	    passive);
}

/* 500 levels, the limit. */
static struct Draft operators(void)
{
	struct Draft draft = begin();
	put(&draft, "function f(q) = q");
	repeat(&draft, 498, "+q*q");
	put(&draft, "\n");
	put_joint(&draft, "f(q)");
	return draft;
}

static struct Draft signs(void)
{
	struct Draft draft = begin();
	put(&draft, "const c = ");
	repeat(&draft, 499, "-");
	put(&draft, "1\nfunction f(q) = q");
	repeat(&draft, 499, "^1");
	put(&draft, "\n");
	put_joint(&draft, "c * f(q)");
	return draft;
}

static struct Draft brackets(void)
{
	struct Draft draft = begin();
	put(&draft, "function f(q) = ");
	repeat(&draft, 99, "sin(");
	put(&draft, "q");
	repeat(&draft, 99, ")");
	put(&draft, "\nfunction h(q) = ");
	repeat(&draft, 99, "(1.01 * q - ");
	put(&draft, "q");
	repeat(&draft, 99, ")");
	put(&draft, "\n");
	put_joint(&draft, "f(q) + h(q)");
	return draft;
}

static struct Draft constants(void)
{
	struct Draft draft = begin();
	for (int i = 0; i < 200; i++)
		put(&draft, "const c%d = c%d+0+0+0+0\n", i, i + 1);
	put(&draft, "const c200 = 1\n");
	put_joint(&draft, "c0");
	return draft;
}

static struct Draft functions(void)
{
	struct Draft draft = begin();
	for (int i = 0; i < 160; i++)
		put(&draft, "function f%d(q) = q + sin(f%d(1.01 * q))\n", i, i + 1);
	put(&draft, "function f160(q) = q\n");
	put_joint(&draft, "f0(q)");
	return draft;
}

/* A chain of couplings, each with so many terms. */
static struct Draft couplings(int terms)
{
	struct Draft draft = begin();
	for (int i = 0; i < 200; i++) {
		put(&draft, "body b%d on world { joint j%d : revolute(y) = 0.9 * j%d", i, i, i + 1);
		for (int k = 0; k < terms; k++)
			put(&draft, "+%d*j200", k % 7);
		put(&draft, "; mass 1 kg; com (1, 0, 0) }\n");
	}
	put(&draft, "body b200 on world { joint j200 : revolute(y); mass 1 kg; com (1, 0, 0) }\n");
	return draft;
}

static struct Draft short_couplings(void)
{
	return couplings(2);
}

/* --- in a thread --- */

struct Job {
	struct Draft draft;
	bool only_load;
	double tau[2]; /* by the evaluator, and by the executor compared with it */
};

static bool emit(rigidc_model *model)
{
	static const char *const passes[] = { "check", "pairwise-cse", "lower" };
	const char *text, *source;
	for (int i = 0; i < 3; i++)
		if (rigidc_dump(model, "rnea", passes[i], &text) != RIGIDC_OK)
			return false;
	return rigidc_emit(model, "rnea,crba", "deep.h", &text, &source) == RIGIDC_OK;
}

static bool call(rigidc_model *model, rigidc_tier tier, double *tau)
{
	const double q = 0.7, qd = 0.1, qdd = 0.2, *const in[] = { &q, &qd, &qdd };
	double *const out[] = { tau };
	rigidc_function *rnea;
	rigidc_status status = rigidc_function_new(model, "rnea", tier, &rnea);
	if (status == RIGIDC_OK)
		rigidc_call(rnea, in, out);
	rigidc_function_free(rnea);
	return status == RIGIDC_OK || (status == RIGIDC_UNAVAILABLE && tier != RIGIDC_EVALUATOR);
}

static bool call_all(rigidc_model *model, double tau[2])
{
	bool good = call(model, RIGIDC_EVALUATOR, &tau[0]) && isfinite(tau[0]);
	for (rigidc_tier tier = RIGIDC_TCC; tier <= RIGIDC_CC && good; tier++) {
		tau[1] = tau[0];
		good = call(model, tier, &tau[1]) && tau[1] == tau[0];
	}
	return good;
}

/* Runs a job in a thread; NULL if anything fails. */
static void *run(void *context)
{
	struct Job *job = context;
	const rigidc_options options = { .search = "none" };
	rigidc_model *model;
	bool good = rigidc_read(job->draft.text, job->draft.length, "deep.rig", &options, &model) == RIGIDC_OK &&
	            (job->only_load || (emit(model) && call_all(model, job->tau)));
	fputs(rigidc_messages(model), stderr);
	rigidc_model_free(model);
	return good ? context : NULL;
}

static void try_deep(struct Draft draft, bool only_load)
{
	struct Job job = { .draft = draft, .only_load = only_load };
	pthread_attr_t attributes;
	pthread_t thread;
	void *result;
	ck_assert_int_eq(pthread_attr_init(&attributes), 0);
	ck_assert_int_eq(pthread_attr_setstacksize(&attributes, STACK), 0);
	ck_assert_int_eq(pthread_create(&thread, &attributes, run, &job), 0);
	ck_assert_int_eq(pthread_join(thread, &result), 0);
	ck_assert_ptr_nonnull(result);
	pthread_attr_destroy(&attributes);
	free(draft.text);
}

static struct Draft (*const make[])(void) = { operators, signs, brackets, constants, functions, short_couplings };
enum { MAKES = sizeof make / sizeof *make };

LOOP_TEST(deep_models_need_little_stack, MAKES)
{
	try_deep(make[_i](), false);
}

TEST(deep_couplings_need_little_stack)
{
	try_deep(couplings(490), true);
}

SUITE("stack")
