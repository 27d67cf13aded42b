#!/usr/bin/perl
# Nodes of a DAG are numbered as they are made, and C leaves open in which order arguments and initializers are
# evaluated: where two of them make nodes, another compiler would number them otherwise, and rigidc would write other
# bytes. So no call, no initializer and no operator has two operands that make nodes.
#
#   perl tests/order_test.pl            TAP
#   perl tests/order_test.pl FILE...    the places in these files
use strict;
use warnings;
use lib 'tests';
use Shell;

# what makes a node by itself
my @roots = qw(intern);

# Comments, strings and characters become blanks, preprocessor lines too.
sub code_only {
    my $text = shift;
    my $blank = sub { my $s = shift; $s =~ s/[^\n]/ /g; $s };
    $text =~ s{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')}{ $blank->($1) }gse;
    $text =~ s{^(\s*\#(?:[^\n]*\\\n)*[^\n]*)}{ $blank->($1) }gme;
    return $text;
}

# name => body of each function of a text, with the line where the body begins.
sub functions {
    my $text = shift;
    my %body;
    while ($text =~ /^(?!static const |typedef|extern|struct \w+ \{|enum)([a-zA-Z_][^;{}()=]*?\b(\w+)\([^;{}]*\))\s*\n\{(.*?)^\}/gsm) {
        $body{$2} = { text => $3, line => 1 + (substr($text, 0, $-[3]) =~ tr/\n//) };
    }
    # one-liners: static inline Ref f(...) { return ...; }
    while ($text =~ /^((?:static )?(?:inline )?[\w\s*]+?\b(\w+)\([^;{}]*\))\s*\{([^\n]*)\}\s*$/gm) {
        $body{$2} //= { text => $3, line => 1 + (substr($text, 0, $-[3]) =~ tr/\n//) };
    }
    return \%body;
}

# The names that lead to a root, by file: a static function counts in its own file only.
sub makers {
    my $files = shift;
    my (%global, %local);
    $global{$_} = 1 for @roots;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $file (keys %$files) {
            my $functions = $files->{$file}{functions};
            for my $name (keys %$functions) {
                next if $local{$file}{$name};
                next unless grep { $global{$_} || $local{$file}{$_} }
                    $functions->{$name}{text} =~ /\b([a-z_]\w*)\s*\(/g;
                $local{$file}{$name} = $changed = 1;
                $global{$name} = 1 unless $files->{$file}{text} =~ /^static [^\n;]*\b$name\(/m;
            }
        }
    }
    return sub { my ($file, $name) = @_; $global{$name} || $local{$file}{$name} };
}

# The places in a body where two operands make nodes: [ line, text ].
sub places {
    my ($body, $is_maker) = @_;
    my @found;
    my @open = ({ makers => 0, operand => 0, at => 0, kind => '' });
    my $text = $body->{text};
    my $complain = sub {
        my ($at, $what) = @_;
        my ($before) = substr($text, 0, $at) =~ /([^\n]*)\z/;
        my ($after) = substr($text, $at) =~ /\A([^\n]*)/;
        (my $line = "$before$after") =~ s/^\s+//;
        push @found, [ $body->{line} + (substr($text, 0, $at) =~ tr/\n//), "$what: $line" ];
    };
    # an operand that makes nodes ends: is it the second of its list, or of its operator?
    my $end_operand = sub {
        my $frame = $open[-1];
        $frame->{makers}++ if $frame->{operand};
        $complain->($frame->{at}, $frame->{kind}) if $frame->{operand} && $frame->{makers} == 2 && $frame->{kind};
        $frame->{operand} = 0;
    };
    while ($text =~ /\G(?:([a-zA-Z_]\w*)|(&&|\|\||->|\+\+|--|[-+*\/%&|^<>!=]=?)|(.))/gs) {
        my ($word, $operator, $sign, $at) = ($1, $2, $3, $-[0]);
        if (defined $word) {
            $open[-1]{word} = $word;
            next;
        }
        if (defined $operator) {
            # a sequence point between the operands; else two operands of one operator
            if ($operator eq '&&' || $operator eq '||') { $open[-1]{operand} = 0 if !$open[-1]{kind}; $open[-1]{loose} = 0 }
            undef $open[-1]{word};
            next;
        }
        if ($sign eq '(') {
            my $word = $open[-1]{word};
            my $call = defined $word && $word !~ /^(?:if|for|while|switch|return|sizeof)$/;
            # the condition of a statement is evaluated before the statement
            my $condition = defined $word && $word =~ /^(?:if|for|while|switch)$/;
            push @open, { kind => $call ? 'arguments' : '', makers => 0, operand => 0, at => $at, condition => $condition,
                          maker => $call && $is_maker->($word) };
        } elsif ($sign eq '{') {
            # a block or an initializer: after = , ( { or a cast
            my ($before) = substr($text, 0, $at) =~ /(\S)\s*\z/;
            my $list = defined $before && $before =~ /[=,({]/ || substr($text, 0, $at) =~ /\(struct \w+\)\s*\z|\(const [^()]*\[\]\)\s*\z|\(const [^()]*\)\s*\z/;
            push @open, { kind => $list ? 'initializers' : '', makers => 0, operand => 0, at => $at };
        } elsif ($sign eq ')' || $sign eq '}') {
            $end_operand->();
            my $frame = pop @open;
            my $made = $frame->{maker} || $frame->{makers};
            if ($made && @open && !$frame->{condition}) {
                my $around = $open[-1];
                # makers joined by an operator, outside of a list
                $around->{operand} = 1;
                $complain->($frame->{at}, 'operands') if $around->{loose} && $frame->{kind} ne 'initializers' && $sign eq ')';
                $around->{loose} = 1 if $sign eq ')';
            }
            $open[-1]{loose} = 0 if $sign eq '}';
        } elsif ($sign eq ',' || $sign eq ';') {
            $end_operand->();
            $open[-1]{loose} = 0;
            $open[-1]{makers} = 0 if $sign eq ';';
        } elsif ($sign eq '?' || $sign eq ':') {
            $open[-1]{loose} = 0;
        }
        undef $open[-1]{word} unless $sign =~ /\s/;
    }
    return @found;
}

sub read_files {
    my %files;
    for my $file (@_) {
        my $text = code_only(slurp($file));
        $files{$file} = { text => $text, functions => functions($text) };
    }
    return \%files;
}

sub complaints {
    my ($files, @of) = @_;
    my $is_maker = makers($files);
    my @all;
    for my $file (sort @of) {
        my $functions = $files->{$file}{functions};
        for my $name (sort { $functions->{$a}{line} <=> $functions->{$b}{line} } keys %$functions) {
            push @all, map { "$file:$_->[0]: $_->[1]" } places($functions->{$name}, sub { $is_maker->($file, shift) });
        }
    }
    return @all;
}

my @sources = glob 'compiler/*/*/*.[ch] compiler/*/*.[ch] compiler/*.[ch] grammar/*/*.[ch] grammar/*.[ch]';
if (@ARGV) {
    print map { "$_\n" } complaints(read_files(@sources), @ARGV);
    exit;
}
my @found = complaints(read_files(@sources), @sources);
print @found ? "not ok" : "ok", " 1 - no two operands make nodes\n", map { "# $_\n" } @found;
print "1..1\n";
exit(@found > 0);
