#!/usr/bin/perl
# perl tests/pipeline/operations.pl [OPTION...]: the tables of all functions and of functions of phases in
# compiler/OPERATIONS.md. Options are those of `rigidc info`.
use strict;
use warnings;
use JSON::PP;

my $rigidc = $ENV{RIGIDC} || 'build/rigidc';
my @robots = (
    { name => 'UR5', model => 'ur5', frame => 'tool0' },
    { name => 'PUMA 560 (AKB)', model => 'puma560_akb', frame => 'wrist' },
    { name => 'iiwa 14', model => 'iiwa14', frame => 'iiwa_link_ee' },
    { name => 'Panda', model => 'panda', frame => 'flange' },
    { name => 'ANYmal B', model => 'anymal_b', frame => 'LF_FOOT' },
);
# those of the table of functions, then some fused
my @functions = grep { !/:PHASE|:STRUT|:GROUP|:NAME|FRAME:FRAME|^(?:lengths|arms|length_rates|rates)$/ } map { (split)[0] } `$rigidc --list=functions`;
die "no functions\n" unless @functions;
my @fused = ('rnea+crba', 'crba+bias', 'crba+bias+fk:FRAME+jac:FRAME+drift:FRAME',
             'rnea+crba+rnea_derivatives');

sub info {
    my ($model, $asked, @options) = @_;
    open my $info, '-|', $rigidc, 'info', "examples/$model.rig", '--json', '--lanes=off', '-f', join(',', @$asked), @options
        or die "$rigidc: $!\n";
    local $/;
    return decode_json(<$info>)->{functions};
}

sub counts {
    my ($robot, @options) = @_;
    my @asked = @functions;
    push @asked, "fused$_=$fused[$_]" for 0 .. $#fused;
    s/FRAME/$robot->{frame}/g for @asked;
    return info($robot->{model}, \@asked, @options);
}

# mul/add or mul/add/div, and their sum
sub count {
    my $function = shift or die "a function is missing\n";
    my ($mul, $add, $div) = @{$function}{qw(mul add div)};
    return ("$mul/$add" . ($div ? "/$div" : ''), $mul + $add + $div);
}

print '| function |', (map { " $_->{name} |" } @robots), "\n|---|", '---|' x @robots, "\n";
for (@robots) {
    $_->{now} = counts($_, @ARGV);
    $_->{textbook} = counts($_, '-O0');
}
for my $row (0 .. $#functions + @fused) {
    my $fused = $row - @functions;
    my $name = $fused < 0 ? $functions[$row] : $fused[$fused];
    next if $name eq 'param_jacobian'; # these models have no parameters
    print "| `$name` |";
    for my $robot (@robots) {
        my $key = $fused < 0 ? $name =~ s/FRAME/$robot->{frame}/r : "fused$fused";
        my ($text, $sum) = count($robot->{now}{$key});
        my ($long, $most) = count($robot->{textbook}{$key});
        print " $text **$sum** $most |";
    }
    print "\n";
}

# functions of phases
my @feet = qw(LF_FOOT RF_FOOT LH_FOOT RH_FOOT);
my @contacts = (map({ ('--contact', lc(substr $_, 0, 2) . "=$_") } @feet),
    '--phase', 'one=lf', '--phase', 'two=lf,rh', '--phase', 'four=lf,rf,lh,rh');
my @phases = qw(one two four);
my @rows = ('fd', 'lambda', 'fd+lambda', 'impact', 'jac', 'drift', 'jac+drift', 'rnea', 'id');
my %asked;
for my $row (@rows) {
    for my $phase (@phases) {
        next if $row eq 'id' && $phase ne 'four'; # two points cannot balance a moment about the line between them
        (my $name = "${row}_$phase") =~ s/\+/_/g;
        $asked{"$row:$phase"} = [ $name, "$name=" . join '+', map { "$_:$phase" } split /\+/, $row ];
    }
}
my @asked = map { $_->[1] } values %asked;
my ($now, $textbook) = map { info('anymal_b', \@asked, @contacts, @$_) } [@ARGV], ['-O0'];
print "\n| function | on one foot | on two feet | on four feet |\n|---|---|---|---|\n";
for my $row (@rows) {
    print '| `', join('+', map { "$_:PHASE" } split /\+/, $row), '` |';
    for my $phase (@phases) {
        my $name = ($asked{"$row:$phase"} // [''])->[0];
        my ($text, $sum) = $name ? count($now->{$name}) : ();
        my (undef, $most) = $name ? count($textbook->{$name}) : ();
        print $name ? " $text **$sum** $most |" : ' |';
    }
    print "\n";
}
