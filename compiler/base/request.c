#include "request.h"

#include <string.h>

const char *const matrix_name[MATRIX_COUNT] = { "full", "packed", "sparse", "packed-sparse" };
const char *const code_size_name[CODE_SIZE_COUNT] = { "auto", "on", "off" };
const char *const dispatch_name[DISPATCH_COUNT] = { "auto", "off" };
const char *const base_name[BASE_COUNT] = { NULL, "fixed", "free" };
const char *const dh_name[DH_COUNT] = { NULL, "standard", "modified" };
const char *const without_name[WITHOUT_COUNT] = { "friction", "damping", "armature", "limits" };

enum Without without_find(const char *name)
{
	enum Without without = 0;
	while (without < WITHOUT_COUNT && strcmp(without_name[without], name) != 0)
		without++;
	return without;
}
