#include "stages.h"

struct MjDocument *mj_document(const struct Mjcf *m, struct Span span)
{
	struct MjDocument *found = span.source < m->of_source.count ? m->of_source.item[span.source] : NULL;
	return found ? found : m->own;
}

const struct MjCompiler *mj_compiler(const struct Mjcf *m, struct Span span)
{
	return &mj_document(m, span)->compiler;
}
