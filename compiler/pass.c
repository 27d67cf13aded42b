#include "pass.h"

#include <string.h>

const struct PassInfo pass_table[PASS_COUNT] = {
#define PASS(id, name, summary) { name, summary },
#include "passes.def"
#undef PASS
};

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
