# A picture of a step from the side: hip, knee, ankle, heel and toe every twentieth of a second, and the force of the ground where it
# acts, 1 kN as half a metre. Reads columns by their names, as `rigidc eval --keep=columns` writes them, a hundred rows a second; to SVG.

# SVG's coordinates of a place, y downward
function place(x, y) { return sprintf("%.1f %.1f", metre * x, -metre * y) }
function of(name) { return place($at["p." name ".x"], $at["p." name ".y"]) }

BEGIN { metre = 220; force = metre * 0.0005 }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
NR > 1 && (NR - 2) % 5 == 0 {
	grey = 80 - 65 * (NR - 2) / 110
	legs = legs sprintf("<path d=\"M%sL%sL%sL%sL%sL%s\" stroke=\"hsl(205,60%%,%d%%)\"/>\n", of("thigh"), of("shank"), of("foot"),
	                    of("heel"), of("toe"), of("foot"), grey)
	x = metre * $at["f_ext.ground.px"]; y = -metre * $at["f_ext.ground.py"]
	if ($at["f_ext.ground.fy"] > 0)
		forces = forces sprintf("M%.1f %.1fl%.1f %.1f", x, y, force * $at["f_ext.ground.fx"], -force * $at["f_ext.ground.fy"])
}
END {
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"250\" "
	print "viewBox=\"-100 -230 560 250\" fill=\"none\" stroke-width=\"1.5\">"
	print "<rect x=\"-100\" y=\"-230\" width=\"560\" height=\"250\" fill=\"white\"/>"
	printf "%s<path d=\"%s\" stroke=\"#d55e00\"/>\n</svg>\n", legs, forces
}
