#!/usr/bin/perl
# The highlighting in grammar/editors knows the words of the language: those that the compiler's tables have. Neovim shows diagnostics
# by the lines of the README.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Temp;
use JSON::PP;
use Test::More;
use lib 'tests';
use Shell;

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
is(text('grammar/editors/vscode/LICENSE'), text('LICENSE'), 'the extension has the licence of the project');
my $grammar = decode_json($code);
for my $pattern (@{$grammar->{patterns}}) {
	for my $key (grep { $pattern->{$_} } 'match', 'begin', 'end') {
		ok(eval { qr/$pattern->{$key}/ }, "$pattern->{$key} is an expression");
	}
}

# Neovim, with the plugin and the lines of the README, and rigidc on the PATH.
SKIP: {
	skip 'there is no nvim', 1 if !present('nvim');
	my $home = File::Temp->newdir;
	my ($lines) = text('grammar/editors/README.md') =~ /^## Neovim\n.*?```lua\n(.*?)```/ms;
	mkdir "$home/$_" for 'bin', 'plugins';
	symlink abs_path($rigidc), "$home/bin/rigidc";
	spew("$home/init.lua", "vim.opt.runtimepath:append('" . abs_path('grammar/editors/vim') . "')\n$lines");
	spew("$home/arm.rig", "model arm\nbody rod on wrld { joint : revolute(y) }\n");
	my @show = ('lua vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)',
		'lua for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.lnum, " ", d.message, "\\n") end', 'qa!');
	local @ENV{qw(HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME)} = ("$home") x 5;
	local $ENV{PATH} = "$home/bin:$ENV{PATH}";
	my ($said) = tells('nvim', '--headless', '-u', "$home/init.lua", "$home/arm.rig", map { ('-c', $_) } @show);
	like($said, qr/^1 there is no body or frame 'wrld'/m, 'Neovim shows a diagnostic');
}
done_testing();
