/* How the leg moves, and what the ground does: a walk made of two harmonics an angle, or random harmonics.
 * Included by gait.c. Nothing is kept. */
#ifndef WALK_H
#define WALK_H

#include <stdlib.h>

#include "../segments/turns.h"

enum { PELVIS, HIP, KNEE, ANKLE, JOINTS };

static const double pi = 3.14159265358979323846;

/* mean + first cos(phase - first_at) + second cos(2 phase - second_at) */
struct Wave {
	double mean, first, first_at, second, second_at;
};

/* Of each joint the angles about z, then the new x, then the new y: flexion, adduction, rotation. Of the pelvis the way
 * too, beside an even walk forward. Force and centre of pressure are those of the ground where the foot stands. */
struct Walk {
	double period, speed;         /* s, m/s */
	struct Wave way[3];           /* m */
	struct Wave angle[JOINTS][3]; /* degrees */
	double stance, force[3];      /* part of the period; N: the largest along x, y and z */
};

static const struct Walk walk = {
	.period = 1.1, .speed = 1.3, .stance = 0.62, .force = { 130, 780, 40 },
	.way = { { 0, 0, 0, 0.015, 0.5 }, { 0.93, 0, 0, 0.02, 3.6 }, { 0, 0.02, 1.2, 0, 0 } },
	.angle = {
		[PELVIS] = { { -3, 0, 0, 1, 0.4 }, { 0, 4, 1.9, 0, 0 }, { 0, 5, 0.2, 0, 0 } },
		[HIP] = { { 12, 22, 0, 3, 4.0 }, { 0, 5, 1.3, 1, 0 }, { 3, 6, 2.5, 0, 0 } },
		[KNEE] = { { -25, 20, 1.4, 14, 5.0 }, { 1, 2, 0.7, 0, 0 }, { 2, 5, 4.2, 1, 1 } },
		[ANKLE] = { { -1, 5, 2.2, 9, 5.2 }, { 2, 5, 2.8, 0, 0 }, { -4, 4, 3.3, 1, 2 } },
	},
};

static inline struct Rate wave_at(const struct Wave *wave, double phase, double rate)
{
	double a = phase - wave->first_at, b = 2 * phase - wave->second_at;
	return (struct Rate){
		wave->mean + wave->first * cos(a) + wave->second * cos(b),
		-rate * (wave->first * sin(a) + 2 * wave->second * sin(b)),
		-rate * rate * (wave->first * cos(a) + 4 * wave->second * cos(b)),
	};
}

static inline double walk_rate(const struct Walk *of)
{
	return 2 * pi / of->period;
}

/* From a joint's parent to its child. */
static inline struct Turn walk_turn(const struct Walk *of, int joint, double t)
{
	static const int axis[3] = { 2, 0, 1 };
	struct Turn turn = no_turn();
	for (int i = 0; i < 3; i++) {
		struct Rate angle = wave_at(&of->angle[joint][i], walk_rate(of) * t, walk_rate(of));
		const double unit = pi / 180;
		turn = then(turn,
		            turn_about(axis[i], (struct Rate){ unit * angle.value, unit * angle.d, unit * angle.dd }));
	}
	return turn;
}

static inline struct Way walk_way(const struct Walk *of, double t)
{
	struct Way way;
	for (int i = 0; i < 3; i++) {
		struct Rate rate = wave_at(&of->way[i], walk_rate(of) * t, walk_rate(of));
		way.p.x[i] = rate.value + (i == 0 ? of->speed * t : 0);
		way.d.x[i] = rate.d + (i == 0 ? of->speed : 0);
		way.dd.x[i] = rate.dd;
	}
	return way;
}

/* The force of the ground, and from heel to toe in the axes of the foot where it acts: braking first, then driving, with two
 * humps upward; nothing in the air. */
static inline struct Vector walk_force(const struct Walk *of, double t, struct Vector *at)
{
	double step = fmod(t / of->period, 1) / of->stance, s = sin(pi * step);
	*at = vector(-0.05 + 0.22 * fmin(step, 1), -0.065, 0.01 * s);
	if (step >= 1)
		return vector(0, 0, 0);
	return vector(-of->force[0] * sin(2 * pi * step), of->force[1] * (s + 0.3 * sin(3 * pi * step)),
	              of->force[2] * s);
}

static inline struct Wave random_wave(double most)
{
	return (struct Wave){ most * (2 * drand48() - 1), most * (2 * drand48() - 1), 7 * drand48(),
		              most * (2 * drand48() - 1), 7 * drand48() };
}

/* Within 1 - part and 1 + part. */
static inline double about_one(double part)
{
	return 1 + part * (2 * drand48() - 1);
}

/* A walk that differs by some per cent: the period, the force of the ground, and the first harmonic of each angle. */
static inline struct Walk vary_walk(const struct Walk *of)
{
	struct Walk made = *of;
	made.period *= about_one(0.05);
	for (int i = 0; i < 3; i++) {
		made.force[i] *= about_one(0.1);
		for (int joint = 0; joint < JOINTS; joint++)
			made.angle[joint][i].first *= about_one(0.1);
	}
	return made;
}

/* All angles, and forces and ways far beyond those of a walk. */
static inline struct Walk random_walk(void)
{
	struct Walk made = { .period = 0.3 + drand48(), .speed = 4 * drand48() - 2, .stance = 1 };
	for (int i = 0; i < 3; i++) {
		made.way[i] = random_wave(2);
		made.force[i] = 2000 * (2 * drand48() - 1);
		for (int joint = 0; joint < JOINTS; joint++)
			made.angle[joint][i] = random_wave(120);
	}
	return made;
}

#endif
