/* What the Arduino builder makes of a sketch, SKETCH. */
#include "Arduino.h"
#include SKETCH

int main()
{
	setup();
	loop();
}
