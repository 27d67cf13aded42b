#include "request.h"

const char *const matrix_name[MATRIX_COUNT] = { "full", "packed", "sparse", "packed-sparse" };
const char *const code_size_name[CODE_SIZE_COUNT] = { "auto", "on", "off" };
const char *const base_name[BASE_COUNT] = { NULL, "fixed", "free" };
const char *const dh_name[DH_COUNT] = { NULL, "standard", "modified" };
const char *const loop_states_name[STATES_COUNT] = { "any", "closed" };
