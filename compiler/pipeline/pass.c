#include "pass.h"

#include <string.h>

#include "dynamics/plan/frames.h"
#include "dynamics/plan/regroup.h"
#include "dynamics/tree/line_mass.h"
#include "rewrite/passes.h"

const struct PassInfo pass_table[PASS_COUNT] = {
#define STAGE(id, name, summary) { name, ALWAYS, summary, .on_tree = NULL },
#define TREE_PASS(id, name, from, run, takes, summary) { name, from, summary, .on_tree = run, takes, NULL },
#define VARIANT(id, name, from, summary) { name, from, summary, .on_tree = NULL },
#define DAG_PASS(id, name, from, run, tell, summary) { name, from, summary, .on_form = run, .tells = tell },
#include "passes.def"
};

bool pass_runs(const struct Request *request, enum Pass pass)
{
	int level = request->level ? request->level - 1 : LEVEL_DEFAULT;
	if (pass_table[pass].from == ALWAYS)
		return true;
	for (size_t i = 0; i < request->no_passes; i++)
		if (strcmp(request->no_pass[i], pass_table[pass].name) == 0)
			return false;
	return level >= pass_table[pass].from;
}

enum Pass pass_find(const char *name)
{
	int pass = 0;
	while (pass < PASS_COUNT && strcmp(pass_table[pass].name, name) != 0)
		pass++;
	return (enum Pass)pass;
}

struct Text *dump_after(struct Dump *dump, enum Pass pass)
{
	return dump && dump->pass == pass ? &dump->text : NULL;
}
