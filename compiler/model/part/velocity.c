#include "velocity.h"

bool velocity_numbers(struct Diags *diags, const struct JointKind *kind, const char *what, struct Value given,
                      struct Dim dim, int turning, Ref *out)
{
	const struct Value value = value_known(given);
	struct Dim dims[JOINT_V];
	if (!kind || value.kind == VALUE_ERROR)
		return false;
	if (value.kind != VALUE_SCALAR && value.kind != VALUE_VECTOR)
		return value_is(diags, value, kind->nv > 1 ? VALUE_VECTOR : VALUE_SCALAR);
	if (kind->nv == 0) {
		diag(diags, CHECK_VELOCITY_COUNT, value.span, "a %s joint has no %s", kind->name, what);
		return false;
	}
	if (value.count != (size_t)kind->nv) {
		diag(diags, CHECK_VELOCITY_COUNT, value.span, "a %s joint takes %d number%s here, this is %zu",
		     kind->name, kind->nv, kind->nv == 1 ? "" : "s", value.count);
		return false;
	}
	for (int i = 0; i < kind->nv; i++) {
		dims[i] = dim;
		if (!kind_slides(kind, i))
			dims[i].m += turning;
	}
	return value_numbers(diags, given, (size_t)kind->nv, dims, out);
}
