/* The option --sensor: joints whose wrench is wanted. Called by include.c and the reader of URDF. */
#ifndef RIGIDC_GRAMMAR_SENSORS_H
#define RIGIDC_GRAMMAR_SENSORS_H

#include "ast.h"
#include "base/diag.h"
#include "base/request.h"

struct NameTable;

/* Checks that every joint named by --sensor exists. */
void sensors_check(struct Diags *diags, const struct Request *request, const struct NameTable *joints);

#endif
