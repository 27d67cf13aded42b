/* The little that the firmware asks of its board. */
#ifndef BOARD_H
#define BOARD_H

/* the serial port, and an interrupt each tick from then on: `systick` of startup.c */
void board_begin(unsigned ticks_per_second);

/* to the serial port; waits while it is busy */
void board_put(char c);

/* until the next interrupt */
void board_sleep(void);

/* Ends the emulator. A real board goes on for ever. */
void board_end(void);

#endif
