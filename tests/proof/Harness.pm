# A C program around a generated header that calls its functions with all that their arguments may be, for Frama-C's Eva:
# every input an interval, every output asked whether it was written.
package Harness;
use strict;
use warnings;

# What a number is taken to lie between, either way, by its unit; wrenches, points and figures of bodies have units by kind.
my %bound = (
    rad => 6.2831853071795862, m => 10, 1 => 1,
    'rad/s' => 100, 'm/s' => 100,
    'rad/s^2' => 1e4, 'm/s^2' => 1e4,
    N => 1e5, 'N m' => 1e5,
);
my $other = 1e3;

# The largest angle that sines are proved for, and what they are proved to stay within.
our $angle_most = 64;
our $sine_most = 1.2;

sub bounds_text {
    return 'q within limits, else +-2 pi rad and +-10 m (quaternions: +-1), qd within speeds, else +-100, qdd +-1e4, '
        . 'tau and wrenches +-1e5, others +-1e3, parameters half to twice their defaults, 0 to 1 of masses and +-1 of others that are 0';
}

# header: its text. info: `rigidc info --json` of the model.
sub new {
    my ($class, $header, $info, $prefix) = @_;
    my $self = bless { header => $header, info => $info, prefix => $prefix }, $class;
    $self->{real} = $header =~ /#define \w+_REAL float/ ? 'float' : 'double';
    $self->find_functions;
    $self->find_sincos;
    return $self;
}

# --- what the header declares ---

sub find_functions {
    my $self = shift;
    my ($prefix, $real) = @$self{qw(prefix real)};
    my @found;
    while ($self->{header} =~ /^static inline void (\Q$prefix\E_\w+)\(([^()]*)\)\n/gm) {
        my ($name, $text) = ($1, $2);
        next if $name =~ /_params_default$|_sincos\d*$/;
        my @arguments = map { argument($_) } split /\s*,\s*/, $text;
        push @found, { name => $name, arguments => \@arguments };
    }
    $self->{prepare} = (grep { $_->{name} eq "${prefix}_prepare" } @found)[0];
    $self->{functions} = [grep { $_->{name} ne "${prefix}_prepare" } @found];
}

# "const double q[6]", "const arm_derived *derived"
sub argument {
    my $text = shift;
    $text =~ /^(const )?(\w+) (\*?)(\w+)(?:\[(\d+)\])?$/ or die "an argument of another form: $text\n";
    return { input => defined $1, type => $2, name => $4, size => $5 };
}

# The functions for sines, but for those of vectors.
sub find_sincos {
    my $self = shift;
    my %size;
    $size{$1} = 1 while $self->{header} =~ /^static void \Q$self->{prefix}\E_sincos(\d+)\(/gm;
    $self->{sincos} = [sort { $a <=> $b } keys %size];
    for my $constant (qw(two_over_pi whole)) {
        my ($number) = $self->{header} =~ /\b$constant = ([-+.\de]+)/ or next;
        $self->{$constant} = $self->{real} eq 'float' ? narrow($number) : $number;
    }
}

# --- numbers ---

sub literal {
    my ($self, $number) = @_;
    my $text = sprintf '%.17g', $number;
    $text .= '.0' unless $text =~ /[.e]/;
    return $text . ($self->{real} eq 'float' ? 'f' : '');
}

sub any {
    my ($self, $low, $high) = @_;
    return sprintf 'Frama_C_%s_interval(%s, %s)', $self->{real}, $self->literal($low), $self->literal($high);
}

# Of element k of an input: limits where the joint has them, else by its unit.
sub interval {
    my ($self, $name, $k) = @_;
    my @limits = @{ $self->limits->{$name}[$k] || [] };
    return @limits if @limits;
    my $unit = $self->units->{$name};
    $unit = $unit->[$k] if ref $unit;
    my $most = $bound{ $unit // '' } // $other;
    return (-$most, $most);
}

# By input: a unit, or one for each element.
sub units {
    my $self = shift;
    return $self->{units} //= do {
        my %units = (f_ext => 'N', sc => '1');
        for my $function (values %{ $self->{info}{functions} }) {
            $units{ $_->{name} } //= $_->{unit} for @{ $function->{inputs} };
        }
        \%units;
    };
}

sub limits {
    my $self = shift;
    return $self->{limits} //= do {
        my %limits;
        for my $joint (@{ $self->{info}{joints} }) {
            my ($q, $nq) = @{ $joint->{q} };
            my ($v, $nv) = @{ $joint->{v} };
            $limits{q}[$q] = $joint->{limits} if $nq && $joint->{limits};
            for my $k (0 .. $nv - 1) {
                $limits{qd}[$v + $k] = [-$joint->{speed}[$k], $joint->{speed}[$k]] if $joint->{speed};
            }
        }
        \%limits;
    };
}

# --- sines: a contract, and the program that proves it ---

sub sincos_signature {
    my ($self, $size) = @_;
    return "static void $self->{prefix}_sincos$size("
        . join(', ', (map { "$self->{real} x$_" } 0 .. $size - 1), "$self->{real} *sine", "$self->{real} *cosine") . ')';
}

sub contract {
    my ($self, $size) = @_;
    my $last = $size - 1;
    my $most = $self->literal($sine_most);
    my $text = "/*@ requires \\valid(sine + (0 .. $last)) && \\valid(cosine + (0 .. $last));\n";
    $text .= "  @ requires -$angle_most.0 <= x$_ <= $angle_most.0;\n" for 0 .. $last;
    my $from = join ', ', map { "x$_" } 0 .. $last;
    $text .= "  @ assigns sine[0 .. $last], cosine[0 .. $last] \\from $from;\n";
    for my $array (qw(sine cosine)) {
        $text .= "  @ ensures \\initialized(&$array\[$_]) && \\is_finite($array\[$_]) && -$sine_most <= $array\[$_] <= $sine_most;\n" for 0 .. $last;
    }
    return "$text  @*/\n" . $self->sincos_signature($size) . ";\n\n";
}

# x to the quarter turn next to it, as sincos_rows.def rounds it
sub quarter {
    my ($self, $x) = @_;
    return ($x * $self->{two_over_pi} + $self->{whole}) - $self->{whole} if $self->{real} eq 'double';
    my $product = narrow($x * $self->{two_over_pi});
    return narrow(narrow($product + $self->{whole}) - $self->{whole});
}

sub narrow { return unpack 'f', pack 'f', shift }

# The largest x of a quarter turn n, and the number behind it.
sub border {
    my ($self, $n) = @_;
    my $round = $self->{real} eq 'float' ? \&narrow : sub { $_[0] };
    my ($low, $high) = map { $round->(($n + $_) / $self->{two_over_pi}) } 0.4, 0.6;
    while (1) {
        my $middle = $round->(($low + $high) / 2);
        return ($low, $high) if $middle <= $low || $middle >= $high;
        $self->quarter($middle) <= $n ? $low = $middle : ($high = $middle);
    }
}

# Intervals that cover all angles: each of one quarter turn, for which interval arithmetic has sharp answers.
sub pieces {
    my $self = shift;
    my $parts = 8;
    my @pieces;
    my ($low, $n) = (-$angle_most, $self->quarter(-$angle_most));
    while ($low <= $angle_most) {
        my ($high, $next) = $self->border($n++);
        $high = $angle_most if $high > $angle_most;
        my @cut = map { $low + ($high - $low) * $_ / $parts } 0 .. $parts;
        @cut = map { narrow($_) } @cut if $self->{real} eq 'float';
        $cut[-1] = $high;
        push @pieces, map { [$cut[$_], $cut[$_ + 1]] } 0 .. $parts - 1;
        $low = $next;
    }
    return @pieces;
}

sub proof_of_sines {
    my $self = shift;
    my $text = "static void sines($self->{real} low, $self->{real} high)\n{\n";
    for my $size (@{ $self->{sincos} }) {
        my $draw = "Frama_C_$self->{real}_interval(low, high)";
        $text .= "\t{\n\t\t$self->{real} sine[$size], cosine[$size];\n\t\t$self->{prefix}_sincos$size("
            . join(', ', ($draw) x $size, 'sine', 'cosine') . ");\n\t}\n";
    }
    $text .= "}\n\nvoid main_sines(void)\n{\n";
    $text .= sprintf "\tsines(%s, %s);\n", map { $self->literal($_) } @$_ for $self->pieces;
    return "$text}\n\n";
}

# --- functions ---

sub proof_of_parameters {
    my $self = shift;
    my $prepare = $self->{prepare} or return '';
    my $prefix = $self->{prefix};
    my $text = "static ${prefix}_params params;\nstatic ${prefix}_derived derived;\n\nstatic void proof_prepare(void)\n{\n"
        . "\t${prefix}_params_default(&params);\n";
    my ($members) = $self->{header} =~ /typedef struct \{\n(.*?)\n\} \Q$prefix\E_params;/s;
    my @member = $members =~ /^\t\w+ (\w+)(?:\[\d+\])?; /gm;
    for my $parameter (@{ $self->{info}{params} }) {
        my $member = shift @member;
        my @usual = @{ $parameter->{default} };
        for my $k (0 .. $#usual) {
            my $none = $parameter->{unit} eq 'kg' ? 0 : -1; # no mass is negative
            my ($low, $high) = $usual[$k] ? sort { $a <=> $b } $usual[$k] / 2, 2 * $usual[$k] : ($none, 1);
            $text .= "\tparams.$member" . (@{ $parameter->{shape} } ? "[$k]" : '') . ' = ' . $self->any($low, $high) . ";\n";
        }
    }
    return "$text\t${prefix}_prepare(&params, &derived);\n}\n\n";
}

sub proof_of_function {
    my ($self, $function) = @_;
    my ($calls, $asserts, $text) = ('', '', "static void proof_$function->{name}(void)\n{\n");
    for my $argument (@{ $function->{arguments} }) {
        my ($name, $size) = @$argument{qw(name size)};
        if ($argument->{type} ne $self->{real}) { # `derived`, which is there
            $calls .= ", &$name";
            next;
        }
        $calls .= ", $name";
        if (!$size) { # an array without elements
            $text .= "\t$self->{real} ${name}[1] = { 0 };\n";
            next;
        }
        my @element = map { "\t\t" . $self->any($self->interval($name, $_)) } 0 .. $size - 1;
        $text .= $argument->{input} ? "\tconst $self->{real} ${name}[$size] = {\n" . join(",\n", @element) . "\n\t};\n"
                                    : "\t$self->{real} ${name}[$size];\n";
        my $last = $size - 1;
        $asserts .= "\t/*@ assert \\initialized(&${name}[0 .. $last]); */\n" unless $argument->{input};
    }
    return $text . "\t$function->{name}(" . substr($calls, 2) . ");\n$asserts}\n\n";
}

# The function that a line of the header is in.
sub function_at {
    my ($self, $line) = @_;
    my ($number, $name) = (0, '');
    for (split /\n/, $self->{header}) {
        $name = $1 if /^static (?:inline )?void (\w+)\(/;
        return $name if ++$number == $line;
    }
    return '';
}

# Does it divide by the pivots of M? That these are positive follows from M, not from intervals: whatever comes behind may be
# anything, and Eva takes long to say so.
sub inverts {
    my ($self, $function) = @_;
    return !$self->is_total($function) && grep { !$_->{input} && $_->{name} =~ /^(?:Minv|qdd|dqdd_)/ } @{ $function->{arguments} };
}

# Does it neither divide nor take roots, nor call what has no value everywhere? Then it has a value everywhere.
sub is_total {
    my ($self, $function) = @_;
    my $name = $function->{name};
    my %cost;
    for my $spec (keys %{ $self->{info}{functions} }) {
        (my $mangled = $spec) =~ s/[^A-Za-z0-9_]/_/g;
        %cost = %{ $self->{info}{functions}{$spec} } if $name eq "$self->{prefix}_$mangled";
    }
    %cost = %{ $self->{info}{prepare} } if $name eq "$self->{prefix}_prepare";
    return !grep { $cost{$_} } qw(div sqrt other);
}

# The whole program: main_all; main_finite, of functions that do not divide by pivots; main_sines.
sub program {
    my ($self, $file) = @_;
    my $text = qq(#include "__fc_builtin.h"\n\n);
    # where sines are computed, not taken by their contract, what they are is another proof's matter
    $text .= "#ifdef CONTRACTS\n" . join('', map { $self->contract($_) } @{ $self->{sincos} }) . "#endif\n\n" if @{ $self->{sincos} };
    $text .= qq(#include "$file"\n\n) . $self->proof_of_parameters;
    $text .= $self->proof_of_function($_) for @{ $self->{functions} };
    my %main = (all => $self->{functions}, finite => [grep { !$self->inverts($_) } @{ $self->{functions} }]);
    for my $main (sort keys %main) {
        $text .= "void main_$main(void)\n{\n" . ($self->{prepare} ? "\tproof_prepare();\n" : '');
        $text .= "\tproof_$_->{name}();\n" for @{ $main{$main} };
        $text .= "}\n\n";
    }
    $text .= $self->proof_of_sines if @{ $self->{sincos} };
    return $text;
}

1;
