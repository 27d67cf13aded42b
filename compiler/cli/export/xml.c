#include "export.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/number.h"

/* Length of the character at the beginning of `left` bytes; 0: XML cannot have it, or a reader refuses it. */
static size_t character(const char *text, size_t left)
{
	uint32_t code;
	size_t length = text_utf8(text, left, &code);
	if (!length)
		return 0;
	bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
	return control || code == 0xfffe || code == 0xffff || text_reorders(code) ? 0 : length;
}

bool xml_can_have(const char *name)
{
	for (size_t left = strlen(name); left;) {
		size_t length = character(name, left);
		if (!length)
			return false;
		name += length;
		left -= length;
	}
	return true;
}

void xml_put_name(struct Text *out, const char *name)
{
	static const struct {
		char c;
		const char *escape;
	} escapes[] = { { '&', "&amp;" },  { '<', "&lt;" },   { '>', "&gt;" }, { '"', "&quot;" },
		        { '\n', "&#10;" }, { '\r', "&#13;" }, { '\t', "&#9;" } };
	for (size_t length; *name; name += length) {
		const char *escape = NULL;
		length = character(name, strlen(name));
		for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
			escape = *name == escapes[i].c ? escapes[i].escape : escape;
		if (escape)
			text_put(out, escape);
		else if (length)
			text_bytes(out, name, length);
		else
			text_format(out, "\\x%02X", (unsigned)(unsigned char)*name);
		length = length ? length : 1;
	}
}

void xml_name(struct Text *out, const char *attribute, const char *name)
{
	text_format(out, " %s=\"", attribute);
	xml_put_name(out, name);
	text_char(out, '"');
}

void xml_put_numbers(struct Text *out, const double *number, int count)
{
	for (int i = 0; i < count; i++) {
		text_put(out, i ? " " : "");
		number_put(out, number[i] + 0.0); /* no -0 */
	}
}

void xml_numbers(struct Text *out, const char *attribute, const double *number, int count)
{
	text_format(out, " %s=\"", attribute);
	xml_put_numbers(out, number, count);
	text_char(out, '"');
}

void xml_number(struct Text *out, const char *attribute, double number)
{
	xml_numbers(out, attribute, &number, 1);
}

/* Yaw first: the other two are then exact near pitch = +-90 deg, too, where yaw and roll turn about one line. */
void xml_rpy(const struct Pose *pose, double rpy[3])
{
	const double(*R)[3] = pose->R;
	double across = elementary_hypot(R[0][0], R[1][0]),
	       yaw = across > 1e-12 ? elementary_atan2(R[1][0], R[0][0]) : 0;
	double s = elementary_sin(yaw), c = elementary_cos(yaw);
	rpy[0] = elementary_atan2(s * R[0][2] - c * R[1][2], c * R[1][1] - s * R[0][1]);
	rpy[1] = elementary_atan2(-R[2][0], c * R[0][0] + s * R[1][0]);
	rpy[2] = yaw;
}

/* The largest component is found first, by its square. */
void xml_quaternion(const struct Pose *pose, double q[4])
{
	const double(*R)[3] = pose->R;
	const double square[4] = { 1 + R[0][0] + R[1][1] + R[2][2], 1 + R[0][0] - R[1][1] - R[2][2],
		                   1 - R[0][0] + R[1][1] - R[2][2], 1 - R[0][0] - R[1][1] + R[2][2] };
	int most = 0;
	double norm = 0;
	for (int i = 1; i < 4; i++)
		most = square[i] > square[most] ? i : most;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		if (most == 0)
			q[1 + i] = R[k][j] - R[j][k];
		else if (most == 1 + i)
			q[0] = R[k][j] - R[j][k];
		else
			q[1 + i] = R[i][most - 1] + R[most - 1][i];
	}
	q[most] = square[most];
	for (int i = 0; i < 4; i++)
		norm += q[i] * q[i];
	const double length = q[0] < 0 ? -sqrt(norm) : sqrt(norm);
	for (int i = 0; i < 4; i++)
		q[i] /= length;
}
