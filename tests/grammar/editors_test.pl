#!/usr/bin/perl
# The highlighting in grammar/editors knows the words of the language: those that the compiler's tables have.
use strict;
use warnings;
use JSON::PP;
use Test::More;

sub text { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }

# The first strings of the rows of a table in a file.
sub rows
{
	my ($file, $begin) = @_;
	my ($table) = text($file) =~ /\Q$begin\E.*?\n(.*?)\n\};/s or die "no table in $file";
	return $table =~ /(?:^|,)\s*\{ "(\w+)",/gm;
}

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my %words = (
	'words of their own' => [rows('grammar/scan.l', '} keywords[] = {'), text('grammar/choice_word.c') =~ /strcmp\(name, "(\w+)"\)/g],
	curves => [text('compiler/dag/spline.c') =~ /curve_table.*?\n(.*?)\n\};/s ? $1 =~ /\{ "(\w+)"/g : ()],
	properties => [rows('compiler/model/property.c', 'static const struct Property properties[] = {'), 'rotate', 'translate'],
	functions => [map { rows('compiler/model/builtin.c', "static const struct Builtin $_\[] = {") } 'builtins', 'late'],
	units => [text('compiler/base/units.def') =~ /UNIT\("(\w+)"/g],
	kinds => [map { /^(\w+)/ } split /\n/, `$rigidc --list=joints`],
);
my $vim = text('grammar/editors/vim/syntax/rig.vim');
my $code = text('grammar/editors/vscode/syntaxes/rig.tmLanguage.json');
for my $what (sort keys %words) {
	cmp_ok(scalar @{$words{$what}}, '>', 3, "there are $what");
	for (['Vim', $vim], ['VS Code', $code]) {
		my ($editor, $text) = @$_;
		is(join(' ', grep { $text !~ /(?<!\w)\Q$_\E(?!\w)/ } @{$words{$what}}), '', "$editor knows all $what");
	}
}

for my $file (glob 'grammar/editors/vscode/*.json grammar/editors/vscode/*/*.json') {
	ok(eval { decode_json(text($file)) }, "$file is JSON");
}
my $grammar = decode_json($code);
for my $pattern (@{$grammar->{patterns}}) {
	for my $key (grep { $pattern->{$_} } 'match', 'begin', 'end') {
		ok(eval { qr/$pattern->{$key}/ }, "$pattern->{$key} is an expression");
	}
}
done_testing();
