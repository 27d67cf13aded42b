#include "stages.h"

#include <string.h>

bool urdf_xacro_take(struct UrdfXacro *xacro, const struct XmlElement *element)
{
	if (strncmp(element->name, "xacro:", 6) != 0)
		return false;
	if (!xacro->count++)
		xacro->first = element;
	xacro->needed |= xml_is(element, "xacro:include") || xml_is(element, "xacro:macro");
	return true;
}

void urdf_xacro_help(struct Diags *diags, struct Diag *of)
{
	static const char ending[] = ".xacro", format[] = ".urdf";
	const char *name = diags->sources->item[of->span.source].name;
	size_t length = strlen(name), stem = length > strlen(ending) ? length - strlen(ending) : 0;
	if (!stem || strcmp(name + stem, ending) != 0) {
		diag_help(diags, of, "xacro expands it: xacro robot.urdf.xacro > robot.urdf");
		return;
	}
	bool urdf = stem > strlen(format) && strncmp(name + stem - strlen(format), format, strlen(format)) == 0;
	diag_help(diags, of, "xacro expands it: xacro %s > %.*s%s", name, (int)stem, name, urdf ? "" : format);
}

/* Does the source contain ${...} or $(...)? */
static bool has_macros(const struct Source *source)
{
	const char *end = source->text + source->length;
	for (const char *at = source->text; at < end && (at = memchr(at, '$', (size_t)(end - at))) != NULL; at++)
		if (at + 1 < end && (at[1] == '{' || at[1] == '('))
			return true;
	return false;
}

void urdf_xacro_report(struct Diags *diags, const struct UrdfXacro *xacro, uint32_t source, bool links)
{
	bool left = xacro->count == 1 && !xacro->needed && links && !has_macros(&diags->sources->item[source]);
	if (left)
		diag(diags, CHECK_STRAY_XACRO, xacro->first->span, "<%s> is left from xacro, and is passed over",
		     xacro->first->name);
	else if (xacro->count)
		urdf_xacro_help(diags,
		                diag(diags, CHECK_XACRO, xacro->first->span,
		                     "<%s> belongs to xacro, which has yet to expand this file", xacro->first->name));
}
