#!/usr/bin/perl
# Links of the documentation lead somewhere: to a file or folder of the project, and to a heading where they name one.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec::Functions qw(canonpath catfile);

# Text without blocks of code.
sub prose {
    open my $file, '<', shift or die $!;
    local $/;
    my $text = <$file>;
    $text =~ s/^```.*?^```$//msg;
    return $text;
}

# As GitHub makes them: small letters, digits, - and _ of a heading, blanks as -; the second of a name has -1 behind it.
sub anchors {
    my (%seen, %anchor);
    for my $title (prose(shift) =~ /^#+ (.*)/mg) {
        $title =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
        my $name = lc $title;
        $name =~ s/[^\w\- ]//g;
        $name =~ tr/ /-/;
        $anchor{ $seen{$name} ? "$name-$seen{$name}" : $name } = 1;
        $seen{$name}++;
    }
    return \%anchor;
}

sub straight {
    my $path = canonpath(shift);
    1 while $path =~ s{(^|/)(?!\.\./)[^/]+/\.\.(/|$)}{$1};
    return $path eq '' ? '.' : $path =~ s{/$}{}r;
}

my @documents = sort grep { /\.md$/ } split /\n/, `git ls-files 2>/dev/null || find . -name '*.md' -not -path './build*' | sed 's,^\./,,'`;
my (%headings, $count);
for my $document (@documents) {
    my @broken;
    for my $link (prose($document) =~ /\]\(([^)\s]+)\)/g) {
        next if $link =~ /^[a-z]+:/;
        my ($path, $heading) = $link =~ /^([^#]*)(?:#(.*))?$/;
        my $target = $path eq '' ? $document : straight(catfile(dirname($document), $path));
        if (!-e $target) { push @broken, "$link: there is no $target" }
        elsif (defined $heading && !($headings{$target} //= anchors($target))->{$heading}) { push @broken, "$link: no such heading" }
    }
    $count++;
    print @broken ? "not ok" : "ok", " $count - links of $document\n";
    print map { "# $_\n" } @broken;
}
print "1..$count\n";
