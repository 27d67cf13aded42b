/* libFuzzer on the page of `report`: any bytes that are a small model must give an intact page. A page has two scripts
 * of its own, and no comment; the model's texts must not add any. */
#include <string.h>
#include <strings.h>

#include "cli/page/page.h"
#include "harness.h"

static int count_of(const char *text, const char *part)
{
	int count = 0;
	for (const char *at = text; *at; at++)
		count += strncasecmp(at, part, strlen(part)) == 0;
	return count;
}

static void make_page(rigidc_model *model, void *context)
{
	(void)context;
	const struct PackageFolders none = { NULL, 0 };
	const char *page = page_make(model, "rnea", 1, true, &none);
	if (page && (count_of(page, "<script") != 2 || count_of(page, "</script") != 2 || count_of(page, "<!--") ||
	             count_of(page, "<title") != 1))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	rigidc_options options = { .from = RIGIDC_RIG, .search = "none" };
	rigidc_model *model;
	if (harness_compile(data, size, "fuzz.rig", &options, &model))
		harness_judge(library_protect(model, make_page, NULL), model);
	rigidc_model_free(model);
	return 0;
}
