/* setjmp and longjmp by exceptions of WebAssembly. clang (-mllvm -wasm-enable-sjlj) gives each function that calls setjmp
 * a table of the setjmps it has passed, and calls these: the names and the meaning of their arguments are LLVM's. */
#include <stdint.h>
#include <stdlib.h>

/* A setjmp that was passed: its number in the jmp_buf, and where its function goes on. Number 0 ends the table. */
struct Passed {
	uint32_t number, label;
};

/* What a longjmp throws. */
static struct {
	void *to;
	int value;
} thrown;

/* The second result of saveSetjmp, which LLVM asks for by getTempRet0. */
static uint32_t second;

enum { TAG_LONGJMP = 1 };

struct Passed *saveSetjmp(uint32_t *from, uint32_t label, struct Passed *table, uint32_t size);
uint32_t testSetjmp(uint32_t number, const struct Passed *table, uint32_t size);
uint32_t getTempRet0(void);
void setTempRet0(uint32_t value);
_Noreturn void __wasm_longjmp(void *to, int value);

uint32_t getTempRet0(void)
{
	return second;
}

void setTempRet0(uint32_t value)
{
	second = value;
}

/* Enters a setjmp at the end of the table, which has room for `size` entries and its end. Returns the table, moved if it
 * had to grow, and its size as the second result. */
struct Passed *saveSetjmp(uint32_t *from, uint32_t label, struct Passed *table, uint32_t size)
{
	static uint32_t numbers;
	uint32_t used = 0;
	while (table[used].number)
		used++;
	if (used == size) {
		size *= 2;
		table = realloc(table, (size + 1) * sizeof *table);
		if (!table)
			__builtin_trap();
	}
	*from = ++numbers;
	table[used] = (struct Passed){ numbers, label };
	table[used + 1].number = 0;
	second = size;
	return table;
}

/* Where a function goes on after a longjmp; 0: the longjmp is for one of its callers. */
uint32_t testSetjmp(uint32_t number, const struct Passed *table, uint32_t size)
{
	for (uint32_t i = 0; i < size && table[i].number; i++)
		if (table[i].number == number)
			return table[i].label;
	return 0;
}

_Noreturn void __wasm_longjmp(void *to, int value)
{
	thrown.to = to;
	thrown.value = value ? value : 1;
	__builtin_wasm_throw(TAG_LONGJMP, &thrown);
}
