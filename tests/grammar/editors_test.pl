#!/usr/bin/perl
# The highlighting in grammar/editors knows the words of the language: those that the compiler's tables have.
use strict;
use warnings;
use JSON::PP;
use Test::More;

sub text { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';

# The names of a list, without the words that are kept for later.
sub names { return map { /^(\w+)/ && !/kept for later/ ? $1 : () } `$rigidc --list=$_[0]` }

my %words = (
	'words of their own' => [names('words'), text('grammar/choice_word.c') =~ /strcmp\(name, "(\w+)"\)/g],
	curves => [text('compiler/dag/spline.c') =~ /curve_table.*?\n(.*?)\n\};/s ? $1 =~ /\{ "(\w+)"/g : ()],
	properties => [names('properties'), 'rotate', 'translate'],
	functions => [names('builtins')],
	units => [names('units')],
	kinds => [names('joints'), names('loops')],
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
