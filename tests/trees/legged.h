/* Legged models with plain numbers, without contacts. At q = 0 all legs hang straight.
 * Called by tests of contacts. */
#ifndef LEGGED_H
#define LEGGED_H

/* Four legs of three joints with point feet: A.foot, B.foot, C.foot, D.foot. */
static const char spider[] =
	"model spider\n"
	"part leg {\n"
	"  body hip on root { joint roll : revolute(x); mass 0.3 kg; com (0.01, 0.005, -0.01) m; inertia diag(3, 2, 4) g m^2 }\n"
	"  body thigh on hip at (0, 30, 0) mm {\n"
	"    joint pitch : revolute(y); mass 0.6 kg; com (0.01, 0, -0.09) m; inertia diag(5, 6, 1) g m^2\n"
	"  }\n"
	"  body shank on thigh at (0, 0, -200) mm {\n"
	"    joint knee : revolute(y); mass 0.2 kg; com (0, 0.002, -0.1) m; inertia diag(2, 2, 0.1) g m^2\n"
	"    frame foot at (0, 0, -230) mm\n"
	"  }\n"
	"}\n"
	"body trunk on world { joint base : free; mass 6 kg; com (0.01, 0.02, 0.03) m; inertia diag(50, 110, 140) g m^2 }\n"
	"use leg as A on trunk at (200, 120, 0) mm\n"
	"use leg as B on trunk at (200, -120, 0) mm\n"
	"use leg as C on trunk at (-200, 120, 0) mm, rz(180 deg)\n"
	"use leg as D on trunk at (-200, -120, 0) mm, rz(20 deg)\n";

/* Two legs of six joints: L.sole, L.tip, R.sole, R.tip. */
static const char walker[] =
	"model walker\n"
	"part leg {\n"
	"  body hip on root { joint yaw : revolute(z); mass 1 kg; com (0, 0, -0.03) m; inertia diag(2, 2, 1) g m^2 }\n"
	"  body rolled on hip at (0, 0, -60) mm { joint roll : revolute(x); mass 1.2 kg; inertia diag(2, 2, 1) g m^2 }\n"
	"  body thigh on rolled { joint pitch : revolute(y); mass 5 kg; com (0.01, 0, -0.18) m; inertia diag(60, 60, 9) g m^2 }\n"
	"  body shank on thigh at (0, 0, -400) mm {\n"
	"    joint knee : revolute(y); mass 3 kg; com (0.005, 0, -0.17) m; inertia diag(40, 40, 4) g m^2\n"
	"  }\n"
	"  body ankle on shank at (0, 0, -380) mm { joint tilt : revolute(y); mass 0.4 kg; inertia diag(1, 1, 1) g m^2 }\n"
	"  body foot on ankle {\n"
	"    joint bank : revolute(x); mass 1 kg; com (0.03, 0, -0.04) m; inertia diag(1, 4, 4) g m^2\n"
	"    frame sole at (20, 0, -80) mm\n"
	"    frame tip at (150, 0, -80) mm\n"
	"  }\n"
	"}\n"
	"body pelvis on world { joint base : free; mass 20 kg; com (0.01, 0, 0.15) m; inertia diag(1, 0.9, 0.4) kg m^2 }\n"
	"use leg as L on pelvis at (0, 90, 0) mm\n"
	"use leg as R on pelvis at (0, -90, 0) mm\n";

/* A leg that moves in the x-z plane: tip, foot. */
static const char hopper[] =
	"model hopper\n"
	"body cart on world { joint x : prismatic(x); mass 0.1 kg; inertia diag(1, 1, 1) g m^2 }\n"
	"body lift on cart { joint z : prismatic(z); mass 0.1 kg; inertia diag(1, 1, 1) g m^2 }\n"
	"body trunk on lift { joint tilt : revolute(y); mass 5 kg; com (0.02, 0, 0.1) m; inertia diag(50, 60, 30) g m^2 }\n"
	"body thigh on trunk { joint hip : revolute(y); mass 1 kg; com (0, 0, -0.1) m; inertia diag(6, 6, 1) g m^2 }\n"
	"body shank on thigh at (0, 0, -220) mm { joint knee : revolute(y); mass 0.5 kg; com (0, 0, -0.1) m; inertia diag(3, 3, 1) g m^2 }\n"
	"body foot on shank at (0, 0, -240) mm {\n"
	"  joint ankle : revolute(y); mass 0.2 kg; com (0.02, 0, -0.01) m; inertia diag(1, 1, 1) g m^2\n"
	"  frame tip at (60, 0, -30) mm\n"
	"}\n";

#endif
