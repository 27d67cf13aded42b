/* Arm's MPS2 with the image of a Cortex-M4 (AN386), as qemu has it (-machine mps2-an386). */
#include "board.h"
#include <stdint.h>

enum { CLOCK = 25000000 };

struct systick {
	volatile uint32_t control, reload, value;
};
#define SYSTICK ((struct systick *)0xe000e010)
enum { SYSTICK_ENABLE = 1, SYSTICK_INTERRUPT = 2, SYSTICK_PROCESSOR_CLOCK = 4 };

struct uart {
	volatile uint32_t data, state, control, interrupt, divider;
};
#define UART0 ((struct uart *)0x40004000)
enum { UART_FULL = 1, UART_SEND = 1 };

void board_begin(unsigned ticks_per_second)
{
	UART0->divider = CLOCK / 115200;
	UART0->control = UART_SEND;
	SYSTICK->reload = CLOCK / ticks_per_second - 1;
	SYSTICK->value = 0;
	SYSTICK->control = SYSTICK_ENABLE | SYSTICK_INTERRUPT | SYSTICK_PROCESSOR_CLOCK;
}

void board_put(char c)
{
	while (UART0->state & UART_FULL)
		;
	UART0->data = (unsigned char)c;
}

void board_sleep(void)
{
	__asm__ volatile("wfi");
}

void board_end(void)
{
	/* semihosting: SYS_EXIT, because the application has ended */
	register long what __asm__("r0") = 0x18, why __asm__("r1") = 0x20026;
	__asm__ volatile("bkpt 0xab" : "+r"(what) : "r"(why) : "memory");
}
