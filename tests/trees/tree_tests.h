/* Tests that try random trees of a kind: the file has `static void try_tree(enum random_scope scope, int number)`.
 * Included by tests of functions on random trees. Owns nothing. */
#ifndef TREE_TESTS_H
#define TREE_TESTS_H

#include "random_tree.h"
#include "suite.h"

#define TREE_TEST(name, scope, trees) \
	LOOP_TEST(name, trees) \
	{ \
		try_tree(scope, _i); \
	}

#endif
