/* What happens before main on a Cortex-M, and where its interrupts go. */
#include <stdint.h>

/* sections.ld says where they are */
extern uint32_t data_start[], data_end[], bss_start[], bss_end[], stack_top[];
extern const uint32_t data_image[];

int main(void);
void reset(void);
void fault(void);
void systick(void);

/* A program has its own where it wants one. */
__attribute__((weak)) void fault(void)
{
	for (;;)
		;
}

__attribute__((weak)) void systick(void) {}

void reset(void)
{
#ifdef __ARM_FP
	/* Full access to the floating-point unit (CPACR), which is off after reset. Its mode is IEEE 754's by default: round to
	 * nearest, subnormal numbers as they are. Generated code takes it for that; leave FPSCR alone. */
	*(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
	__asm__ volatile("dsb\n\tisb" : : : "memory");
#endif
	const uint32_t *from = data_image;
	for (volatile uint32_t *to = data_start; to < data_end; to++)
		*to = *from++;
	for (volatile uint32_t *to = bss_start; to < bss_end; to++)
		*to = 0;
	main();
	fault();
}

typedef void (*vector)(void);
struct vectors {
	uint32_t *stack;
	vector entry[15];
};

/* the stack, then what to do upon reset, NMI, faults (3 to 6), calls (11 to 14), the timer */
__attribute__((section(".vectors"), used)) static const struct vectors vectors = {
	stack_top,
	{ reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, systick },
};
