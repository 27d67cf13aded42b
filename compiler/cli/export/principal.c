#include "export.h"

bool principal_settle(double moment[3])
{
	const double rounding = 1e-9;
	bool possible = true;
	for (int i = 0; i < 3; i++) {
		double others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
		if (moment[i] > others && moment[i] <= others * (1 + rounding))
			moment[i] = others;
		possible &= moment[i] <= others;
	}
	return possible;
}
