/* Values by the interface of jansson, as text in both layouts. Compiled with jansson and with what stands for it in
 * WebAssembly: both print the same. */
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

static json_t *numbers(void)
{
	static const double some[] = { 0,      -0.0, 1,       -9.81,     1e22, 1.5e-7, 1e300,
		                       1e-300, 0.1,  1.0 / 3, 123456789, 1e16, 5e-324, 12345.678 };
	json_t *all = json_array();
	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		json_array_append_new(all, json_real(some[i]));
	json_array_append_new(all, json_integer(-9007199254740993LL));
	return all;
}

static json_t *words(void)
{
	json_t *all = json_pack("[s, s, s, s, s]", "", "a\"b\\c/\b\f\n\r\t\x01\x7f",
	                        "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\xa4\x96", "<script>", "x");
	json_array_append_new(all, json_stringn("a\0b", 3));
	return all;
}

int main(void)
{
	json_set_alloc_funcs(malloc, free);
	json_t *twice = json_pack("[i, i]", 1, 2);
	json_t *all = json_pack("{s:o, s:[i, I, b, b, f], s:{s:o}, s:o, s:o}", "numbers", numbers(), "packed", -1,
	                        (json_int_t)1 << 40, 0, 1, 2.5, "inside", "nothing", json_null(), "empty", json_array(),
	                        "none", json_object());
	json_object_set_new(all, "words", words());
	json_object_set(all, "once", twice);
	json_object_set(all, "again", twice);
	json_decref(twice);
	json_object_set_new(all, "none", json_true());
	static const size_t layout[] = { JSON_INDENT(2) | JSON_ENSURE_ASCII,
		                         JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17),
		                         JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6) };
	for (size_t i = 0; i < sizeof layout / sizeof *layout; i++)
		puts(json_dumps(all, layout[i]));
	json_t *list = json_pack("[i, {s:i, s:[f]}]", 1, "a", 1, "b", 2.5),
	       *same = json_pack("{s:[f], s:i}", "b", 2.5, "a", 1);
	json_array_append(list, same);
	json_array_append(list, json_array_get(list, 0));
	puts(json_dumps(list, JSON_INDENT(2)));
	printf("%zu %d %d %d %d %d %d\n", json_array_size(list), (int)json_array_size(same),
	       json_array_get(list, 4) == NULL, json_equal(json_array_get(list, 1), same),
	       json_equal(json_array_get(list, 0), same), json_equal(json_object_get(same, "b"), json_pack("[f]", 2.5)),
	       json_object_get(same, "c") == NULL);
	printf("%d %d\n", json_pack("{s:o}", "missing", NULL) == NULL, json_dumps(NULL, 0) == NULL);
	return 0;
}
