/* JSON values by the names of jansson, for WebAssembly: Debian has jansson for machines alone. The part that the command
 * uses, with the same text to the byte.
 * Included as <jansson.h> by the command. All memory is taken from json_set_alloc_funcs; the command frees none. */
#ifndef RIGIDC_WASM_JANSSON_H
#define RIGIDC_WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json_t json_t;
typedef long long json_int_t;

enum { JSON_COMPACT = 0x20, JSON_ENSURE_ASCII = 0x40, JSON_ENCODE_ANY = 0x200 };
#define JSON_INDENT(columns) ((size_t)(columns))
#define JSON_REAL_PRECISION(digits) ((size_t)(digits) << 11)

/* Memory for values and texts. */
void json_set_alloc_funcs(void *(*take)(size_t size), void (*leave)(void *block));

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t length);
json_t *json_integer(json_int_t number);
json_t *json_real(double number);
json_t *json_null(void);
json_t *json_true(void);
json_t *json_false(void);
#define json_boolean(value) ((value) ? json_true() : json_false())

/* Give an object or array a value, which belongs to it from then on. 0, or -1 if there is no value. A key of an object has
 * one value: the last. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);
/* Of a value that is in use elsewhere. */
int json_object_set(json_t *object, const char *key, json_t *value);
int json_array_append(json_t *array, json_t *value);
void json_decref(json_t *value);

/* Values by a format: `{s:o, s:[i, i]}`. s is a text, o a value, i an int, I a json_int_t, b an int as a truth value, f a double.
 * NULL if a value is NULL. */
json_t *json_pack(const char *format, ...);

/* Entries: their number, one of them, or NULL. */
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
json_t *json_object_get(const json_t *object, const char *key);
/* Are both the same value? The order in objects does not matter. */
bool json_equal(const json_t *a, const json_t *b);

/* The number of a real value; 0 of others. */
double json_real_value(const json_t *value);
bool json_is_real(const json_t *value);

/* First entry of an array, or of an object; NULL: there is none, or the value is of another kind. */
json_t *json_array_first(const json_t *array);
json_t *json_object_first(const json_t *object);
/* The next entry beside an entry, or NULL, and the key of an entry of an object. */
json_t *json_entry_next(const json_t *entry);
const char *json_entry_key(const json_t *entry);
#define json_array_foreach(array, index, value) \
	for (index = 0, value = json_array_first(array); value; value = json_entry_next(value), index++)
#define json_object_foreach(object, key, value) \
	for (value = json_object_first(object); value && (key = json_entry_key(value), true); \
	     value = json_entry_next(value))

/* The text of a value; NULL for no value. */
char *json_dumps(const json_t *value, size_t flags);

#endif
