/* The controller on the machine it was written on: the trace that the board has to print. */
#include "robot.h"
#include "trace.h"
#include <stdio.h>

static void put(char c)
{
	putchar(c);
}

int main(void)
{
	struct line line = { 0 };
	for (unsigned tick = 0; tick < TICKS; tick++) {
		float q[JOINTS], qd[JOINTS];
		robot_read(q, qd);
		controller(tick, q, qd, line.tau);
		robot_drive(line.tau);
		line.tick = tick;
		line.bits = trace_add(line.bits, line.tau);
		if (tick % TICKS_PER_LINE == 0)
			trace_print(&line, put);
	}
	return 0;
}
