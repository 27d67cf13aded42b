#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/text_json.h"

struct Errand {
	void (*run)(rigidc_model *model, struct Text *text);
	int out;
};

static void put(int out, const char *bytes, size_t count)
{
	while (count) {
		ssize_t done = write(out, bytes, count);
		if (done < 0 && errno != EINTR)
			_exit(1);
		bytes += done > 0 ? done : 0;
		count -= done > 0 ? (size_t)done : 0;
	}
}

static void run_task(rigidc_model *model, void *context)
{
	const struct Errand *task = context;
	struct Text text = text_new(&model->call);
	task->run(model, &text);
	put(task->out, text.item, text.count);
}

/* The child: it ends with 0 if the text is whole. */
static _Noreturn void be_child(rigidc_model *model, struct Errand task)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (nice(10) == -1)
		errno = 0;
	signal(SIGPIPE, SIG_DFL);
	_exit(library_call(model, run_task, &task) == RIGIDC_OK ? 0 : 1);
}

struct Work *work_start(struct Server *server, struct Document *document, struct Reading *reading,
                        void (*run)(rigidc_model *model, struct Text *text),
                        void (*done)(struct Server *server, struct Work *work, bool whole))
{
	int ends[2];
	struct Work *work = calloc(1, sizeof *work);
	if (!work || server->wire.out < 0 || pipe(ends) != 0) {
		free(work);
		return NULL;
	}
	pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		be_child(reading->model, (struct Errand){ run, ends[1] });
	}
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*work = (struct Work){ .document = document, .made = reading->made, .done = done, .pid = pid, .out = ends[0] };
	arena_init(&work->arena, &server->guard);
	work->text = text_new(&work->arena);
	work->next = server->work;
	server->work = work;
	return work;
}

bool work_runs(const struct Server *server, const struct Document *document,
               void (*done)(struct Server *server, struct Work *work, bool whole))
{
	for (const struct Work *work = server->work; work; work = work->next)
		if (work->document == document && work->done == done)
			return true;
	return false;
}

bool work_owes(const struct Server *server)
{
	const struct Work *work = server->work;
	while (work && !work->id)
		work = work->next;
	return work && !server->wire.closed;
}

/* Ends a child, and frees its work. Returns the next one. */
static struct Work *finish(struct Server *server, struct Work *work, bool whole, bool late)
{
	struct Work *next = work->next, **at = &server->work;
	int status = 1;
	if (!whole && work->pid > 0)
		kill(work->pid, SIGKILL);
	if (work->pid > 0)
		waitpid(work->pid, &status, 0);
	close(work->out);
	while (*at != work)
		at = &(*at)->next;
	*at = next;
	text_json_memory(&work->arena);
	if (!late || work->id)
		work->done(server, work, whole && work->pid > 0 && status == 0);
	arena_free(&work->arena);
	free(work);
	return next;
}

void work_take(struct Server *server)
{
	static char piece[65536];
	for (struct Work *work = server->work; work;) {
		ssize_t got = read(work->out, piece, sizeof piece);
		if (got > 0)
			text_bytes(&work->text, piece, (size_t)got);
		work = got == 0 ? finish(server, work, true, false) : work->next;
	}
}

/* Has the document changed since the work began? */
static bool is_late(const struct Work *work)
{
	const struct Reading *reading = work->document->reading;
	return !reading || reading->made != work->made || work->document->changed > work->made;
}

void work_end(struct Server *server, bool all)
{
	for (struct Work *work = server->work; work;)
		work = all || is_late(work) ? finish(server, work, false, true) : work->next;
}

void work_forget(struct Server *server, const struct Document *document)
{
	for (struct Work *work = server->work; work;)
		work = work->document == document ? finish(server, work, false, true) : work->next;
}
