# A chain of n segments that hangs on the world by spherical joints: as a model, or the figures of its segments as the
# notebook's equations need them. Segments are numbered as the notebook does it, from the free end; no two are alike.
#
#   awk -v n=5 -f chain.awk                 the model
#   awk -v n=5 -v figures=1 -f chain.awk    a line a segment: mass, centre, xx yy zz xy xz yz about it, where the next one hangs

function segment(i) {
	mass = 1 + 0.5 * sin(i)
	length_ = 0.3 + 0.1 * cos(2 * i)
	x = sprintf("%.4f", 0.02 * sin(3 * i)); y = sprintf("%.4f", -length_ * (0.45 + 0.05 * cos(i))); z = sprintf("%.4f", 0.02 * cos(5 * i))
	I = mass * length_ ^ 2 / 12
	inertia = sprintf("%.6f %.6f %.6f %.6f %.6f %.6f", I, 0.2 * I, 0.9 * I, 0.05 * I * sin(i), 0.04 * I * cos(i),
	                  -0.06 * I * sin(2 * i))
	split(inertia, moment, " ")
	end = sprintf("%.4f %.4f %.4f", 0.03 * cos(3 * i), -length_, 0.03 * sin(7 * i))
	split(end, at, " ")
	mass = sprintf("%.4f", mass)
}

function placed(i) { return i == n ? "world" : "segment" (i + 1) " at (" hang ")" }

BEGIN {
	if (!figures)
		printf "model chain\n\ngravity (0, -9.81, 0)\n"
	for (i = n; i > 0; i--) {
		segment(i)
		if (figures) {
			print mass, x, y, z, inertia, end
			continue
		}
		printf "\nbody segment%d on %s {\n  joint   joint%d : spherical\n", i, placed(i), i
		printf "  mass    %s kg\n  com     (%s, %s, %s)\n", mass, x, y, z
		printf "  inertia tensor(xx = %s, yy = %s, zz = %s, xy = %s, xz = %s, yz = %s)\n}\n",
		       moment[1], moment[2], moment[3], moment[4], moment[5], moment[6]
		hang = at[1] ", " at[2] ", " at[3]
	}
	if (!figures)
		printf "\nframe tip on segment1 at (%s)\n\nwrench end on tip in world\n\ngenerate reaction\n", hang
}
