#include "version.h"
#include "commit.h" /* by commit.sh: COMMIT_MARK, "" of a release, and COMMIT_TEXT */

const char *version_built(void)
{
	return RIGIDC_VERSION COMMIT_MARK;
}

const char *version_described(void)
{
	return RIGIDC_VERSION ", " COMMIT_TEXT;
}
