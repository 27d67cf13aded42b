#include "server.h"

#include <string.h>

enum { NOTIFICATION, REQUEST };
enum { KEEPS, DROPS };

static const struct Method method_table[] = {
#define LSP_METHOD(name, kind, late, run) { name, kind, late, run },
#include "methods.def"
	{ NULL, false, false, NULL }
};

const struct Method *method_find(const char *name)
{
	const struct Method *method = method_table;
	while (method->name && strcmp(method->name, name) != 0)
		method++;
	return method->name ? method : NULL;
}
