/* rigidc/report: the page of `report` for the text of now, for a window beside the editor. It has no costs of lines,
 * which take longer than the page. The answer comes when the page is made. */
#include <string.h>

#include "server.h"
#include "reading.h"
#include "cli/text_json.h"
#include "cli/page/page.h"

static void make_page(rigidc_model *model, struct Text *out)
{
	model->request.search_given = true;
	model->request.search = SEARCH_NONE;
	const struct PackageFolders none = { NULL, 0 };
	const char *page = page_make(model, NULL, 1, false, &none);
	if (page)
		text_put(out, page);
}

static void page_done(struct Server *server, struct Work *work, bool whole)
{
	json_t *answer = json_pack("{s:s, s:O}", "jsonrpc", "2.0", "id", work->id);
	if (whole)
		json_object_set_new(answer, "result",
		                    json_pack("{s:o, s:I}", "html", text_json(text_string(&work->text)), "version",
		                              work->document->version));
	else
		json_object_set_new(answer, "error",
		                    json_pack("{s:i, s:s}", "code", ERROR_CONTENT_MODIFIED, "message",
		                              "the document has changed, or has no page"));
	const char *text = json_dumps(answer, JSON_COMPACT);
	if (text)
		wire_send(&server->wire, text, strlen(text));
}

/* A copy of the identifier of a request, which outlives its message. */
static json_t *copy_id(struct Work *work, const json_t *id)
{
	text_json_memory(&work->arena);
	return json_is_string(id) ? json_string(json_string_value(id)) : json_integer(json_integer_value(id));
}

json_t *show_report(struct MethodCall *call)
{
	struct Document *document = call_document(call);
	struct Reading *reading = document ? reading_of(call->server, document) : NULL;
	if (!document)
		return NULL;
	if (!reading || reading->status != RIGIDC_OK || call->server->handled->answers)
		return call_fail(call, ERROR_FAILED, "the model has errors");
	struct Work *work = work_start(call->server, document, reading, make_page, page_done);
	if (!work)
		return call_fail(call, ERROR_FAILED, "no process can be started");
	work->id = copy_id(work, json_object_get(call->server->handled->json, "id"));
	text_json_memory(call_arena(call));
	call->later = true;
	return NULL;
}
