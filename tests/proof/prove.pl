#!/usr/bin/perl
# What tools can prove of the C that is generated for a model:
#
#   perl tests/proof/prove.pl [--only=misra,tidy,eva] MODEL [OPTION of rigidc compile]...
#
# misra  cppcheck's MISRA C:2012 addon over `--misra`: nothing but what misra.txt lists
# tidy   clang-tidy's cert and bugprone sets: silent, but for what clang-tidy.yaml leaves out
# eva    Frama-C's Eva, for all inputs within the bounds of Harness.pm: no access outside of an array, no read of what was not
#        written, no other undefined behaviour, and every output written, in all functions; no overflow and no NaN either in
#        those that neither divide nor take roots; sines and cosines within 1.2
#
# All functions that the model can be compiled to, or those of -f. Prints TAP; what is not installed is skipped with a word.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/..";
use JSON::PP;
use Harness;
use Shell;

my $rigidc = $ENV{RIGIDC} || 'build/rigidc';
my $misra = (grep { -e } glob '/usr/lib/*/cppcheck/addons/misra.py /usr/share/cppcheck/addons/misra.py')[0];
my %only = map { $_ => 1 } qw(misra tidy eva);
my ($only) = grep { /^--only=/ } @ARGV;
%only = map { $_ => 1 } split /,/, $only =~ s/^--only=//r if $only;
my ($model, @options) = grep { !/^--only=/ } @ARGV;
die "usage: prove.pl [--only=misra,tidy,eva] MODEL [OPTION of rigidc compile]...\n" unless defined $model;
(my $name = $model) =~ s{.*/|\.\w+$}{}g;
my $scratch = tempdir(CLEANUP => !$ENV{KEEP});
print STDERR "$scratch\n" if $ENV{KEEP};
my ($count, $failed) = (0, 0);

# --- TAP ---

sub report {
    my ($good, $what, @lines) = @_;
    $count++;
    $failed++ unless $good;
    print $good ? '' : 'not ', "ok $count - $name: $what\n", map { "# $_\n" } @lines;
    return $good;
}

sub skip {
    my ($what, $why) = @_;
    $count++;
    print "ok $count - $name: $what # SKIP $why\n";
}

sub has { return !system "command -v $_[0] >/dev/null 2>&1" }

# The lines that a command says, on both streams.
sub said {
    my @command = @_;
    open my $out, '-|', join(' ', map { quoted($_) } @command) . ' 2>&1' or die "$command[0]: $!\n";
    chomp(my @lines = <$out>);
    close $out;
    return @lines;
}

sub quoted {
    my $word = shift;
    $word =~ s/'/'\\''/g;
    return "'$word'";
}

# --- the code ---

# The phase of PHASE functions: the first phase or contact; none: ''.
sub some_phase {
    my $info = shift;
    return (@{ $info->{phases} || [] }, @{ $info->{contacts} || [] }, { name => '' })[0]{name};
}

sub some_info {
    return decode_json(join "\n", `@{[join ' ', map { quoted($_) } $rigidc, 'info', $model, grep { !/^(?:-f|--(?:zeros|prefix|misra|batch|fp-contract|self-test))/ } @options]} --json -f rnea 2>/dev/null` || '{}');
}

# The frame of FRAME functions: the last one, or the last body.
sub some_frame {
    my $info = shift;
    my @bodies = (@{ $info->{frames} || [] }, @{ $info->{bodies} || [] });
    return @bodies ? $bodies[-1]{name} : 'world';
}

# All functions that can be compiled, but those of a request.
sub functions {
    my $info = some_info();
    my ($frame, $phase) = (some_frame($info), some_phase($info));
    my @all = map { s/FRAME/"$frame"/r =~ s/PHASE/"$phase"/r } map { /^(\S+)/ } said($rigidc, '--list=functions');
    return join ',', grep { !system join(' ', map { quoted($_) } $rigidc, 'compile', $model, @options, '--search=none', '-f', $_) . ' >/dev/null 2>&1' } @all;
}

my @asked = grep { /^-f/ } @options;
my @request = ($rigidc, 'compile', $model, @options, @asked ? () : ('-f', functions()));
push @request, '--search=none' unless grep { /^--search/ } @options;

# Files of one name: a header, or a pair.
sub generate {
    my ($file, @more) = @_;
    my @said = said(@request, @more, '-o', "$scratch/$file");
    return 1 if -e "$scratch/$file";
    print "# $_\n" for @said;
    print "Bail out! $model does not compile\n";
    exit 1;
}

# --- MISRA ---

sub deviations {
    open my $in, '<', "$FindBin::Bin/misra.txt" or die $!;
    return map { /^([\d.]+)  (.*?)  (.*)$/ ? { rule => $1, line => qr/$2/, why => $3 } : () } <$in>;
}

sub prove_misra {
    return skip('MISRA', 'cppcheck with misra.py is not here') unless has('cppcheck') && $misra;
    generate('misra.c', '--misra');
    my %line = map { $_ => [split /\n/, slurp("$scratch/$_")] } 'misra.c', 'misra.h';
    my ($upper) = slurp("$scratch/misra.h") =~ /^#define (\w+)_NQ /m;
    # one configuration: gcc, as for boards; all of the preprocessor's would take six times as long
    my @defined = ('-D__GNUC__', "-D${upper}_CHECK", map { "-U__${_}__" } qw(AVX SSE2 aarch64 FMA clang TINYC));
    said('cppcheck', '--dump', '--quiet', @defined, '-I', $scratch, "$scratch/misra.c");
    my (%found, %passed);
    my @said = said('python3', $misra, '--no-summary', "$scratch/misra.c.dump");
    for (@said) {
        my ($file, $number, $rule) = m{^\[(?:.*/)?([^/:]+):(\d+)\].*\[misra-c2012-([\d.]+)\]} or next;
        my $line = $line{$file}[$number - 1];
        my ($passed) = grep { $_->{rule} eq $rule && $line =~ $_->{line} } deviations();
        $passed ? $passed{$rule}++ : ($found{"$file:$number: rule $rule: $line"} = 1);
    }
    my $passed = join ', ', map { "$_ x $passed{$_}" } sort keys %passed;
    my $read = grep { /^Checking / } @said;
    report($read && !%found, 'MISRA C:2012 by cppcheck' . ($passed ? " (listed: $passed)" : ''), $read ? () : @said, sort keys %found);
}

# --- clang-tidy ---

sub prove_tidy {
    return skip('clang-tidy', 'clang-tidy is not here') unless has('clang-tidy');
    generate('tidy.h');
    spew("$scratch/tidy.c", qq(#include "tidy.h"\n));
    my @said = said('clang-tidy', '--quiet', "--config-file=$FindBin::Bin/clang-tidy.yaml", "$scratch/tidy.c", '--', '-std=c99');
    my @found = grep { /(?:warning|error): / } @said;
    report(!@found, 'clang-tidy, cert-* and bugprone-*', @found);
}

# --- Eva ---

# Runs it from one main; what it did not prove. `contracts`: those of the sines are there.
sub eva {
    my ($main, $floats, $contracts, @more) = @_;
    my $define = $contracts ? ' -DCONTRACTS' : '';
    my @said = said('frama-c', '-eva', '-main', $main, '-warn-special-float', $floats, "-cpp-extra-args=-U__GNUC__ -I $scratch$define",
        '-eva-msg-key=-initial-state,-final-states', '-eva-no-show-progress', '-eva-auto-loop-unroll', '400', @more, "$scratch/eva.c");
    my @found = grep { /eva:alarm|assertion.*(?:unknown|invalid)|error:|Frama-C aborted/ } @said;
    my ($reached) = map { /statements reached \(out of \d+\): (\d+)% coverage/ } @said;
    push @found, 'nothing was analysed', @said unless $reached;
    push @found, 'not everything was proven', @said if !@found && !grep { /100% of the logical properties reached have been proven/ } @said;
    return @found;
}

# Numbers that stay finite, by function: all that neither divide nor take roots, and as many others as it can show.
sub prove_finite {
    my ($harness, @spec) = @_;
    my @found = eva('main_finite', 'non-finite', 1, @spec);
    my %alarmed = map { $_->{name} => 1 } grep { $harness->inverts($_) } @{ $harness->{functions} };
    my @wrong;
    for (@found) {
        my $at = /eva:alarm\] .*arm\.h:(\d+)/ ? $harness->function_at($1) : '';
        $at ? ($alarmed{$at} = 1) : push @wrong, $_;
    }
    my @functions = map { $_->{name} } @{ $harness->{functions} }, $harness->{prepare} || ();
    my @open = grep { $alarmed{$_} } @functions;
    push @wrong, map { "$_ neither divides nor takes roots, and yet" } grep { my $name = $_; $harness->is_total({ name => $name }) } @open;
    push @wrong, map { "$_ gives no finite numbers" } grep { my $name = $_; !grep { $_ eq $name } @functions } keys %alarmed;
    my $rest = @open ? ' (open: ' . join(', ', map { s/^\Q$harness->{prefix}\E_//r } @open) . ')' : '';
    report(!@wrong, 'Eva: ' . (@functions - @open) . " functions without overflow and NaN$rest", @wrong);
}

sub prove_eva {
    return skip('Eva', 'frama-c is not here') unless has('frama-c');
    generate('arm.h');
    my $text = slurp("$scratch/arm.h");
    eval "\$_ = \$text; $ENV{RIGIDC_PROOF_EDIT}; \$text = \$_;" if $ENV{RIGIDC_PROOF_EDIT}; # a fault, to see it found
    spew("$scratch/arm.h", $text);
    my ($prefix) = $text =~ /^#define (\w+)_NQ /m or die "no prefix\n";
    ($prefix) = $text =~ /^static inline void (\Q$prefix\E)_\w+\(/mi or die "no function\n";
    my @f = @request[2 .. $#request];
    my $info = decode_json(join "\n", grep { !/^\S+: (?:warning|note)/ } `@{[join ' ', map { quoted($_) } $rigidc, 'info', grep { !/^--(?:search=none|zeros|prefix|misra|batch|fp-contract|self-test)/ } @f]} --json 2>/dev/null`);
    my $harness = Harness->new($text, $info, $prefix);
    spew("$scratch/eva.c", $harness->program('arm.h'));
    my @sincos = map { "${prefix}_sincos$_" } @{ $harness->{sincos} };
    my @spec = @sincos ? ('-eva-use-spec', join ',', @sincos) : ();
    my $functions = @{ $harness->{functions} };
    my @found = eva('main_all', 'none', 0);
    report(!@found, "Eva: $functions functions without undefined behaviour, all outputs written", @found);
    prove_finite($harness, @spec);
    return unless @sincos;
    @found = eva('main_sines', 'non-finite', 1);
    report(!@found, "Eva: sines within $Harness::sine_most for angles within $Harness::angle_most rad", @found);
}

prove_misra() if $only{misra};
prove_tidy() if $only{tidy};
prove_eva() if $only{eva};
print "1..$count\n";
exit($failed ? 1 : 0);
