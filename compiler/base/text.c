#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct Text text_new(struct Arena *arena)
{
	return (struct Text){ .arena = arena };
}

void text_bytes(struct Text *text, const char *bytes, size_t length)
{
	enum { LARGE = 1 << 20 };
	if (text->count + length + 1 > text->capacity) {
		size_t capacity = text->capacity ? text->capacity : 64;
		while (capacity < text->count + length + 1)
			capacity *= 2;
		char *wider = arena_alloc(text->arena, capacity);
		if (text->count)
			memcpy(wider, text->item, text->count);
		if (text->capacity >= LARGE)
			arena_release(text->arena, text->item);
		text->item = wider;
		text->capacity = capacity;
	}
	if (length)
		memcpy(text->item + text->count, bytes, length);
	text->count += length;
	text->item[text->count] = '\0';
}

void text_char(struct Text *text, char c)
{
	text_bytes(text, &c, 1);
}

void text_put(struct Text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

enum { FORMATTED = 256 };

/* Formatted text: in `small`, or in the arena if longer. */
static const char *formatted(struct Arena *arena, char small[FORMATTED], size_t *length, const char *format,
                             va_list arguments)
{
	va_list again;
	va_copy(again, arguments);
	int count = vsnprintf(small, FORMATTED, format, arguments);
	MUST(arena, count >= 0);
	*length = (size_t)count;
	char *text = *length < FORMATTED ? small : arena_alloc(arena, *length + 1);
	if (text != small)
		vsnprintf(text, *length + 1, format, again);
	va_end(again);
	return text;
}

static void put_formatted(struct Text *text, const char *format, va_list arguments)
{
	char small[FORMATTED];
	size_t length;
	const char *string = formatted(text->arena, small, &length, format, arguments);
	text_bytes(text, string, length);
}

void text_format(struct Text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	put_formatted(text, format, arguments);
	va_end(arguments);
}

size_t text_utf8(const char *text, size_t left, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)text;
	size_t length = byte[0] < 0x80   ? 1
	                : byte[0] < 0xc2 ? 0
	                : byte[0] < 0xe0 ? 2
	                : byte[0] < 0xf0 ? 3
	                : byte[0] < 0xf5 ? 4
	                                 : 0;
	if (length == 0 || length > left)
		return 0;
	*code = length == 1 ? byte[0] : byte[0] & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (byte[i] & 0x3f);
	}
	bool surrogate = *code >= 0xd800 && *code < 0xe000;
	return *code < least[length] || *code > 0x10ffff || surrogate ? 0 : length;
}

bool text_controls(uint32_t code)
{
	return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || (code >= 0x7f && code < 0xa0);
}

size_t text_plain(const char *text, size_t length)
{
	size_t plain = 0;
	while (plain < length && (unsigned char)text[plain] < 0x80 && !text_controls((unsigned char)text[plain]))
		plain++;
	return plain;
}

bool text_reorders(uint32_t code)
{
	return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e ||
	       code == 0x200f || code == 0x061c;
}

size_t text_step(const char *bytes, size_t left, bool *clean)
{
	uint32_t code = 0;
	size_t step = text_utf8(bytes, left, &code);
	*clean = step && !text_controls(code) && !text_reorders(code) && code != '\n' && code != '\r';
	return *clean ? step : 1;
}

void text_visible(struct Text *text, const char *bytes, size_t length)
{
	bool clean;
	for (size_t at = 0, step; at < length; at += step) {
		step = text_step(bytes + at, length - at, &clean);
		if (clean)
			text_bytes(text, bytes + at, step);
		else
			text_format(text, "\\x%02X", (unsigned char)bytes[at]);
	}
}

const char *text_string(struct Text *text)
{
	text_bytes(text, "", 0);
	return text->item;
}

const char *text_shown(struct Arena *arena, const char *string)
{
	struct Text text = text_new(arena);
	text_visible(&text, string, strlen(string));
	return text_string(&text);
}

bool text_ends(const char *path, const char *ending)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t length = strlen(name), last = strlen(ending);
	return length > last && strcmp(name + length - last, ending) == 0;
}

const char *text_between(size_t i, size_t count, const char *last)
{
	return i == 0 ? "" : i + 1 == count ? last : ", ";
}

int text_width(const char *string)
{
	int width = 0;
	for (; *string; string++)
		width += (*string & 0xc0) != 0x80;
	return width;
}

const char *text_vprint(struct Arena *arena, const char *format, va_list arguments)
{
	char small[FORMATTED];
	size_t length;
	const char *string = formatted(arena, small, &length, format, arguments);
	return string == small ? arena_copy(arena, small, length) : string;
}

const char *text_print(struct Arena *arena, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *text = text_vprint(arena, format, arguments);
	va_end(arguments);
	return text;
}

const char *text_first_line(struct Arena *arena, const char *text)
{
	return arena_copy(arena, text, strcspn(text, "\n"));
}

const char *text_identifier(struct Arena *arena, const char *name)
{
	struct Text text = text_new(arena);
	for (const char *p = name; *p; p++) {
		bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
		if (letter || (*p >= '0' && *p <= '9' && p > name))
			text_char(&text, *p);
		else
			text_format(&text, "_x%02X", (unsigned char)*p);
	}
	return text_string(&text);
}

const char *text_identifier_rest(struct Arena *arena, const char *name)
{
	return text_identifier(arena, text_print(arena, "_%s", name)) + 1;
}

/* FNV-1a hash, 64 bits, from a given basis. */
static uint64_t seeded_hash(uint64_t hash, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
	return hash;
}

static const uint64_t basis = 14695981039346656037u;

bool words_have(const char *words, const char *name, size_t length)
{
	for (const char *at = words ? words : ""; *at; at += strspn(at, " ")) {
		size_t next = strcspn(at, " ");
		if (next == length && memcmp(at, name, length) == 0)
			return true;
		at += next;
	}
	return false;
}

uint64_t text_hash(const char *bytes, size_t length)
{
	return seeded_hash(basis, bytes, length);
}

/* Seeded hash of a name. The seed is the arena's address, which differs from run to run. */
static uint32_t name_hash(const struct NameTable *table, const char *name)
{
	/* the low bits of an address may be the same in every run, so all bits are mixed */
	uint64_t place = (uint64_t)(uintptr_t)table->arena, seed = (place ^ place >> 20) * 0x9e3779b97f4a7c15u;
	seed ^= seed >> 29;
	return (uint32_t)(seeded_hash(basis ^ seed, name, strlen(name)) >> 16);
}

struct NameTable names_new(struct Arena *arena)
{
	return (struct NameTable){ .arena = arena };
}

/* Slot of a name, or the empty slot for it. */
static struct NameSlot *names_slot(struct NameSlot *slot, size_t size, const char *name, uint32_t hash)
{
	size_t at = hash & (size - 1);
	while (slot[at].name && (slot[at].hash != hash || strcmp(slot[at].name, name) != 0))
		at = (at + 1) & (size - 1);
	return &slot[at];
}

int names_find(const struct NameTable *table, const char *name)
{
	if (!table->size)
		return -1;
	uint32_t hash = name_hash(table, name);
	const struct NameSlot *slot = names_slot(table->slot, table->size, name, hash);
	return slot->name ? slot->value : -1;
}

static void names_widen(struct NameTable *table)
{
	size_t size = table->size ? 2 * table->size : 32;
	struct NameSlot *wider = ARENA_ARRAY(table->arena, struct NameSlot, size);
	for (size_t i = 0; i < table->size; i++)
		if (table->slot[i].name)
			*names_slot(wider, size, table->slot[i].name, table->slot[i].hash) = table->slot[i];
	arena_release(table->arena, table->slot);
	table->slot = wider;
	table->size = size;
}

int names_add(struct NameTable *table, const char *name, int value)
{
	if (2 * (table->count + 1) > table->size)
		names_widen(table);
	uint32_t hash = name_hash(table, name);
	struct NameSlot *slot = names_slot(table->slot, table->size, name, hash);
	if (!slot->name) {
		*slot = (struct NameSlot){ name, hash, value };
		table->count++;
	}
	return slot->value;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Edit distance, cut off at `limit`. A letter left out, inserted or replaced counts one, as do two neighbouring
 * letters exchanged. */
static int edit_distance(const char *a, const char *b, int limit)
{
	enum { LONGEST = 64, ROW = LONGEST + 1 };
	int row[ROW], last[ROW], older[ROW]; /* for i letters of a, for one less, for two less */
	size_t n = strlen(a), m = strlen(b);
	size_t apart = n > m ? n - m : m - n;
	if (n > LONGEST || m > LONGEST || apart > (size_t)limit)
		return limit + 1;
	for (size_t j = 0; j <= m; j++)
		row[j] = last[j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		memcpy(older, last, (m + 1) * sizeof *older);
		memcpy(last, row, (m + 1) * sizeof *last);
		row[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			row[j] = least(last[j - 1] + !same_letter(a[i - 1], b[j - 1]), least(last[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
				row[j] = least(row[j], older[j - 2] + 1);
		}
	}
	return row[m];
}

void nearest_init(struct Nearest *nearest, const char *wanted)
{
	enum { MOST = 2000 };
	size_t length = strlen(wanted);
	/* one mistake in a short name, up to three in a long name; more is another name: `for` is not `com` misspelt */
	int reach = length < 2 ? 0 : length < 4 ? 1 : length < 6 ? 2 : 3;
	*nearest = (struct Nearest){ .wanted = wanted, .distance = reach + 1, .left = MOST };
}

static bool same_letters(const char *a, const char *b, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!same_letter(a[i], b[i]))
			return false;
	return true;
}

/* True if a name begins or ends a longer name, as `elbow` in `elbow_joint`. Whole words count, single letters do
 * not. */
static bool is_part(const char *name, const char *longer)
{
	static const char between[] = "_-./: ";
	size_t length = strlen(name), whole = strlen(longer);
	if (!length || length >= whole)
		return false;
	return (same_letters(name, longer, length) && strchr(between, longer[length])) ||
	       (same_letters(name, longer + whole - length, length) && strchr(between, longer[whole - length - 1]));
}

void nearest_try(struct Nearest *nearest, const char *candidate)
{
	if (!candidate || nearest->left-- <= 0)
		return;
	if ((size_t)nearest->tries < sizeof nearest->tried / sizeof *nearest->tried)
		nearest->tried[nearest->tries] = candidate;
	nearest->tries++;
	int distance = edit_distance(nearest->wanted, candidate, nearest->distance);
	if (distance < nearest->distance) {
		nearest->distance = distance;
		nearest->found = candidate;
	} else if (!nearest->found && is_part(nearest->wanted, candidate)) {
		nearest->found = candidate; /* until a nearer candidate comes */
	}
}

void nearest_each(struct Nearest *nearest, const char *const *first, size_t count, size_t stride)
{
	for (size_t i = 0; i < count && nearest->left > 0; i++)
		nearest_try(nearest, *(const char *const *)(const void *)((const char *)first + i * stride));
}

void nearest_words(struct Nearest *nearest, struct Arena *arena, const char *words)
{
	for (const char *at = words ? words : ""; *at && nearest->left > 0; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		nearest_try(nearest, arena_copy(arena, at, length));
		at += length;
	}
}

/* --- names in quotation marks --- */

const char *text_quoted_end(const char *begin)
{
	for (const char *at = begin + 1; *at; at++) {
		if (*at == '"')
			return at + 1;
		at += *at == '\\' && at[1];
	}
	return NULL;
}

int text_hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	                              : -1;
}

/* Byte of an escape within `length` bytes. Returns the length of the escape; 0: none. */
static size_t escaped_byte(const char *text, size_t length, char *byte)
{
	if (length > 1 && (text[1] == '"' || text[1] == '\\')) {
		*byte = text[1];
		return 2;
	}
	int high = length > 3 && text[1] == 'x' ? text_hex_digit(text[2]) : -1;
	int low = high >= 0 ? text_hex_digit(text[3]) : -1;
	if (low < 0 || high * 16 + low == 0)
		return 0;
	*byte = (char)(high * 16 + low);
	return 4;
}

char *text_unquote(char *out, const char *text, size_t length)
{
	for (size_t i = 0, step; i < length; i += step) {
		char byte = text[i];
		step = byte == '\\' ? escaped_byte(text + i, length - i, &byte) : 1;
		if (!step)
			return NULL;
		*out++ = byte;
	}
	return out;
}

const char *text_unquoted(struct Arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1), *end = text_unquote(copy, text, length);
	if (end)
		*end = '\0';
	return end ? copy : NULL;
}

const char *text_quoted(struct Arena *arena, const char *name)
{
	struct Text out = text_new(arena);
	text_char(&out, '"');
	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			text_char(&out, '\\');
		text_char(&out, *name);
	}
	text_char(&out, '"');
	return text_string(&out);
}

const char *text_name(struct Arena *arena, const char *text, char end, const char **behind)
{
	static const char blanks[] = " \t";
	const char *begin = text + strspn(text, blanks), *quoted = *begin == '"' ? text_quoted_end(begin) : NULL;
	const char *next = quoted ? quoted + strspn(quoted, blanks) : NULL;
	if (next && (!*next || *next == end)) {
		const char *name = text_unquoted(arena, begin + 1, (size_t)(quoted - begin) - 2);
		*behind = quoted;
		if (name)
			return name;
	}
	const char *stop = strchr(begin, end), *last = stop ? stop : begin + strlen(begin);
	while (last > begin && (last[-1] == ' ' || last[-1] == '\t'))
		last--;
	*behind = last;
	return arena_copy(arena, begin, (size_t)(last - begin));
}
