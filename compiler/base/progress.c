#include "progress.h"

#include <math.h>

static void tell(struct Progress *p)
{
	const struct Request *request = p->request;
	double all = p->done + p->rest, part = all > 0 ? p->done / all : 0;
	p->shown = fmax(p->shown, (p->number + part) / p->functions);
	if (request->progress && request->progress(request->progress_context, p->function, p->shown, p->operations))
		p->stopped = p->thorough;
}

void progress_begin(struct Progress *p, const char *function, bool thorough)
{
	p->thorough = thorough;
	p->function = function;
	p->done = p->rest = p->cycle = 0;
	p->operations = 0;
	tell(p);
}

void progress_work(struct Progress *p, double work)
{
	p->done += work;
	p->rest = fmax(p->rest - work, 0);
	tell(p);
}

void progress_end(struct Progress *p, unsigned long operations)
{
	p->done = 1;
	p->rest = 0;
	p->operations = operations;
	tell(p);
	p->number++;
}
