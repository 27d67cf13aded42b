/* The controller as firmware: it runs in the interrupt of the timer, and what it says is printed by main in between. */
#include "board.h"
#include "robot.h"
#include "trace.h"

/* lines that the interrupt has for main, a ring */
enum { LINES = 8 };
static struct line lines[LINES];
static volatile unsigned said, printed;

void systick(void);
void systick(void)
{
	static struct line now;
	float q[JOINTS], qd[JOINTS];
	if (said == TICKS / TICKS_PER_LINE)
		return;
	robot_read(q, qd);
	controller(now.tick, q, qd, now.tau);
	robot_drive(now.tau);
	now.bits = trace_add(now.bits, now.tau);
	if (now.tick % TICKS_PER_LINE == 0) {
		lines[said % LINES] = now;
		said++;
	}
	now.tick++;
}

int main(void)
{
	board_begin(TICKS_PER_SECOND);
	while (printed < TICKS / TICKS_PER_LINE) {
		while (printed == said)
			board_sleep();
		trace_print(&lines[printed % LINES], board_put);
		printed++;
	}
	board_end();
	return 0;
}
