# Charts as SVG: rows of dots over a logarithmic axis, two panels side by side and the rest below.
# Called by bench.pl. Keeps nothing.
package chart;
use strict;
use warnings;

# Told apart by those who do not see all colours, and in grey by their shapes.
my @colour = ('#000000', '#e69f00', '#cc79a7', '#56b4e9', '#0072b2', '#d55e00');
my @shape = qw(square diamond triangle ring dot cross);

my ($row_height, $panel_width, $names_width, $gap, $head, $across) = (24, 400, 130, 30, 76, 2);

sub text {
	my ($x, $y, $text, $more) = @_;
	$text =~ s/&/&amp;/g;
	$text =~ s/</&lt;/g;
	return sprintf qq(<text x="%.1f" y="%.1f" %s>%s</text>\n), $x, $y, $more // '', $text;
}

sub line {
	my ($x, $y, $to_x, $to_y, $colour) = @_;
	return sprintf qq(<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>\n), $x, $y, $to_x, $to_y, $colour;
}

sub mark {
	my ($series, $x, $y) = @_;
	my ($colour, $shape) = ($colour[$series % @colour], $shape[$series % @shape]);
	my %path = (square => 'M-4-4h8v8h-8z', diamond => 'M0-5.5L5.5 0L0 5.5L-5.5 0z', triangle => 'M0-5L5 4H-5z',
	            ring => 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z', dot => 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
	            cross => 'M-4-4L4 4M-4 4L4-4');
	my $paint = $shape eq 'ring' ? qq(fill="white" stroke="$colour" stroke-width="2")
	          : $shape eq 'cross' ? qq(stroke="$colour" stroke-width="2.5") : qq(fill="$colour");
	return sprintf qq(<path transform="translate(%.1f %.1f)" d="%s" %s/>\n), $x, $y, $path{$shape}, $paint;
}

# The legend, for series that have a dot anywhere.
sub legend {
	my ($series, $used) = @_;
	my ($x, $out) = ($names_width, '');
	for my $i (grep { $used->{$series->[$_]} } 0 .. $#$series) {
		$out .= mark($i, $x, 20) . text($x + 10, 24, $series->[$i]);
		$x += 34 + 7.2 * length $series->[$i];
	}
	return $out;
}

# 10, 20, 50, 100, ... between two numbers
sub ticks {
	my ($low, $high) = @_;
	return grep { $_ >= $low && $_ <= $high } map { my $p = 10 ** $_; map { $_ * $p } 1, 2, 5 } -3 .. 9;
}

sub panel {
	my ($panel, $series, $left, $top, $low, $high) = @_;
	my $bottom = $top + $row_height * @{$panel->{row}};
	my $place = sub { $left + $panel_width * log($_[0] / $low) / log($high / $low) };
	my $out = text($left, $top - 24, $panel->{title}, 'font-weight="bold"');
	for my $tick (ticks($low, $high)) {
		my $x = $place->($tick);
		$out .= line($x, $top - 8, $x, $bottom - 4, '#dddddd');
		$out .= text($x, $bottom + 12, $tick, 'text-anchor="middle" fill="#555555"');
	}
	for my $r (0 .. $#{$panel->{row}}) {
		my ($at, $y) = ($panel->{row}[$r]{at}, $top + $row_height * ($r + 0.5) - 6);
		my @x = sort { $a <=> $b } map { $place->($_) } values %$at;
		$out .= line($x[0], $y, $x[-1], $y, '#bbbbbb') if @x;
		$out .= mark($_, $place->($at->{$series->[$_]}), $y) for grep { $at->{$series->[$_]} } 0 .. $#$series;
	}
	return $out;
}

# dots(\@series, $axis, { title, row => [{ name, at => { series => number } }, ...] }, ...); the SVG
sub dots {
	my ($series, $axis, @panel) = @_;
	my @number = sort { $a <=> $b } map { map { values %{$_->{at}} } @{$_->{row}} } @panel;
	my %used = map { $_ => 1 } map { map { keys %{$_->{at}} } @{$_->{row}} } @panel;
	my ($low, $high, $rows) = ($number[0] / 1.3, $number[-1] * 1.3, scalar @{$panel[0]{row}});
	my ($height_each, $down) = ($rows * $row_height + 62, int((@panel + $across - 1) / $across));
	my ($width, $height) = ($names_width + $across * ($panel_width + $gap), $head + $down * $height_each - 18);
	my $out = qq(<svg xmlns="http://www.w3.org/2000/svg" width="$width" height="$height" viewBox="0 0 $width $height" )
		. qq(font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n);
	$out .= legend($series, \%used);
	for my $p (0 .. $#panel) {
		my ($left, $top) = ($names_width + $p % $across * ($panel_width + $gap), $head + int($p / $across) * $height_each);
		for my $r ($p % $across ? () : 0 .. $rows - 1) {
			my $y = $top + $row_height * ($r + 0.5) - 2;
			$out .= text($names_width - 14, $y, $panel[0]{row}[$r]{name}, 'text-anchor="end"');
		}
		$out .= panel($panel[$p], $series, $left, $top, $low, $high);
	}
	return $out . text($width / 2, $height - 8, $axis, 'text-anchor="middle" fill="#555555"') . "</svg>\n";
}

1;
