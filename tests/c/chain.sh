# A chain of 40 links, whose inverse dynamics is so long that it is written in pieces.
chain() {
	echo 'model chain'
	parent=world
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do
		case $((i % 4)) in
		0) joint='revolute((0.6, 0, 0.8))' ;;
		1) joint='cylindrical(x)' ;;
		2) joint='helical((0.36, 0.48, 0.8), 0.01)' ;;
		3) joint='universal' ;;
		esac
		echo "body l$i on $parent at (0.1, 0.05, 0.2), rx(0.3), rz($i deg) { joint j$i : $joint"
		echo '  mass 2 kg
  com (0.01, 0.02, 0.1)
  inertia tensor(xx = 0.3, yy = 0.4, zz = 0.5, xy = 0.01, yz = 0.02, xz = 0.03)
}'
		parent=l$i
	done
}
