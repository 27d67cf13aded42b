#!/usr/bin/perl
# perl tests/pipeline/operations.pl [OPTION...]: the table of all functions in compiler/OPERATIONS.md. Options are those
# of `rigidc info`.
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
# those of the table of functions without those of phases, then some fused
my @functions = grep { !/:PHASE/ } map { (split)[0] } `$rigidc --list=functions`;
die "no functions\n" unless @functions;
my @fused = ('rnea+crba', 'crba+bias', 'crba+bias+fk:FRAME+jac:FRAME+drift:FRAME',
             'rnea+crba+rnea_derivatives');

sub counts {
    my ($robot, @options) = @_;
    my @asked = @functions;
    push @asked, "fused$_=$fused[$_]" for 0 .. $#fused;
    s/FRAME/$robot->{frame}/g for @asked;
    open my $info, '-|', $rigidc, 'info', "examples/$robot->{model}.rig", '--json', '--lanes=off', '-f', join(',', @asked), @options
        or die "$rigidc: $!\n";
    local $/;
    return decode_json(<$info>)->{functions};
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
