# A picture of both bars every tenth of a second, as the notebook draws them: rows of `rigidc sim`, a hundred a second, to SVG.
# Later ones are darker, and the tip leaves its track.

# end of a bar from where it begins; x to the right, y down, as SVG has them
function end_x(x, angle) { return x + metre * sin(angle) }
function end_y(y, angle) { return y + metre * cos(angle) }
# what the picture must hold
function hold(x, y) {
	left = x < left ? x : left; right = x > right ? x : right
	top = y < top ? y : top; bottom = y > bottom ? y : bottom
}

BEGIN { metre = 150; margin = 12 }
NR > 1 {
	x = end_x(0, $2); y = end_y(0, $2)
	tip_x = end_x(x, $2 + $3); tip_y = end_y(y, $2 + $3)
	hold(x, y)
	hold(tip_x, tip_y)
	track = track sprintf("%s%.0f %.0f", NR == 2 ? "M" : "L", tip_x, tip_y)
	if ((NR - 2) % 10 == 0)
		bars = bars sprintf("<path d=\"M0 0L%.1f %.1fL%.1f %.1f\" stroke=\"hsl(205,60%%,%d%%)\"/>\n", x, y, tip_x, tip_y, 88 - 8 * $1)
}
END {
	width = right - left + 2 * margin; height = bottom - top + 2 * margin
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
	printf "viewBox=\"%d %d %d %d\" fill=\"none\" stroke-width=\"1.5\">\n", left - margin, top - margin, width, height
	printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"white\"/>\n", left - margin, top - margin, width, height
	printf "%s<path d=\"%s\" stroke=\"#d55e00\" stroke-width=\"0.7\"/>\n", bars, track
	print "<circle r=\"3\" fill=\"black\"/>\n</svg>"
}
