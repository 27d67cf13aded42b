# What tests in Perl do with files and commands.
package Shell;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(slurp spew says tells shell_words present by_level);

# How much a test does: the argument for RIGIDC_LEVEL, which is quick, usual or long.
sub by_level
{
	my %number;
	@number{qw(quick usual long)} = @_;
	return $number{$ENV{RIGIDC_LEVEL} || 'usual'} // die "RIGIDC_LEVEL is quick, usual or long\n";
}

# The bytes of a file.
sub slurp
{
	my ($file) = @_;
	open my $in, '<:raw', $file or die "$file: $!\n";
	local $/;
	return scalar(<$in>) // '';
}

# Makes them those of a text; returns the file's name.
sub spew
{
	my ($file, $text) = @_;
	open my $out, '>:raw', $file or die "$file: $!\n";
	print $out $text;
	close $out or die "$file: $!\n";
	return $file;
}

# What a command says, and its exit code, as a shell has it: a signal that ends it is none of its own.
sub says
{
	my ($command) = @_;
	my $said = `$command 2>&1`;
	my $signal = $? & 127;
	$said .= "ended by signal $signal\n" if $signal;
	return ($said, $signal ? 128 + $signal : $? >> 8);
}

# Words that mean themselves, for a shell.
sub shell_words { return join ' ', map { "'" . s/'/'\\''/gr . "'" } @_ }

# The same for a command in words.
sub tells { return says(shell_words(@_)) }

# Is there such a program?
sub present { my ($program) = @_; return grep { -x "$_/$program" } split /:/, $ENV{PATH} }

1;
