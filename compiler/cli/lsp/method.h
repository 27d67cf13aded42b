/* The methods of the protocol: a table, and the functions of its rows.
 * Called by the loop. */
#ifndef RIGIDC_LSP_METHOD_H
#define RIGIDC_LSP_METHOD_H

#include "server.h"

struct Method {
	const char *name;
	bool request;
	bool drops; /* not worth an answer if a later change of the document waits */
	json_t *(*run)(struct MethodCall *call);
};

const struct Method *method_find(const char *name);

#define LSP_METHOD(name, kind, late, run) json_t *run(struct MethodCall *call);
#include "methods.def"

#endif
