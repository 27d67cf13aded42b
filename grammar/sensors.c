#include "sensors.h"

void sensors_check(struct Diags *diags, const struct Request *request, const struct NameTable *joints)
{
	for (size_t i = 0; i < request->sensors; i++) {
		const char *name = request->sensor[i];
		if (names_find(joints, name) >= 0)
			continue;
		diag(diags, CHECK_UNKNOWN_LOCK, sources_option(diags->sources, "--sensor", name),
		     "the robot has no joint '%s'", name);
	}
}
