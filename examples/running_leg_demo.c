/* Joint moments of a runner from measured motion and ground-reaction force, with the header that rigidc makes of
 * running_leg.rig, beside the true moments of the simulation that made the data. Built and run by
 * `make running-leg`; reads examples/running_leg.csv or the file that is named. */
#include <math.h>
#include <stdio.h>

#include "running_leg.h"

/* Columns of the data. */
enum {
	T,
	HIP_X,
	HIP_Y,
	HIP_AX = 9,
	HIP_AY,
	ANGLE,
	RATE = ANGLE + 3,
	ACCELERATION = RATE + 3,
	FORCE_X = 20,
	FORCE_Y,
	PRESSURE_X,
	MOMENT,
	COLUMNS = 29
};
enum { JOINTS = 3 };

static int read_row(FILE *file, double *row)
{
	char line[1024];
	while (fgets(line, sizeof line, file)) {
		char *at = line;
		int used, columns = 0;
		while (columns < COLUMNS && sscanf(at, "%lf%n", &row[columns], &used) == 1) {
			columns++;
			at += used + (at[used] == ',');
		}
		if (columns == COLUMNS)
			return 1;
	}
	return 0;
}

/* Hip, knee and ankle moment of one row. */
static void moments(const double *row, double moment[JOINTS])
{
	const double q[RUNNING_LEG_NQ] = {
		row[HIP_X], row[HIP_Y], row[ANGLE], row[ANGLE + 1] - row[ANGLE], row[ANGLE + 2] - row[ANGLE + 1],
	};
	/* a constant velocity of the hip makes no force */
	const double qd[RUNNING_LEG_NV] = {
		0, 0, row[RATE], row[RATE + 1] - row[RATE], row[RATE + 2] - row[RATE + 1],
	};
	const double qdd[RUNNING_LEG_NV] = {
		row[HIP_AX],
		row[HIP_AY],
		row[ACCELERATION],
		row[ACCELERATION + 1] - row[ACCELERATION],
		row[ACCELERATION + 2] - row[ACCELERATION + 1],
	};
	/* force, free moment, and the point on the ground */
	const double ground[9] = { row[FORCE_X], row[FORCE_Y], 0, 0, 0, 0, row[PRESSURE_X], 0, 0 };
	double tau[RUNNING_LEG_NV];
	running_leg_rnea(q, qd, qdd, ground, tau);
	moment[0] = tau[RUNNING_LEG_V_hip_theta];
	moment[1] = tau[RUNNING_LEG_V_knee];
	moment[2] = tau[RUNNING_LEG_V_ankle];
}

int main(int argc, char **argv)
{
	static const char *const name[JOINTS] = { "hip", "knee", "ankle" };
	const double allowed = 0.1; /* N m */
	double row[COLUMNS], worst[JOINTS] = { 0 }, at[JOINTS] = { 0 }, peak[JOINTS] = { 0 };
	const char *path = argc > 1 ? argv[1] : "examples/running_leg.csv";
	FILE *file = fopen(path, "r");
	int rows = 0, bad = 0;
	if (!file) {
		perror(path);
		return 2;
	}
	for (; read_row(file, row); rows++) {
		double moment[JOINTS];
		moments(row, moment);
		for (int i = 0; i < JOINTS; i++) {
			double error = fabs(moment[i] - row[MOMENT + i]);
			bad += !(error <= allowed);
			peak[i] = fmax(peak[i], fabs(row[MOMENT + i]));
			if (error > worst[i]) {
				worst[i] = error;
				at[i] = row[T];
			}
		}
	}
	fclose(file);
	printf("%d rows\njoint   largest moment   worst error   at\n", rows);
	for (int i = 0; i < JOINTS; i++)
		printf("%-6s  %10.2f N m  %8.4f N m  %5.3f s\n", name[i], peak[i], worst[i], at[i]);
	return rows == 0 || bad > 0;
}
