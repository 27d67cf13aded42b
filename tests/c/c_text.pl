# perl c_text.pl PLACE PLACE FILE...
# Generated C is arithmetic and nothing else: no loop (but those that --size=on writes), branch, state or call but of the table of operations and of
# the helpers in the file, which are defined before; inputs const and outputs not; no date and no place (PLACE: paths that
# may not occur); nothing that a compiler may read otherwise than we do; in float no number of type double; the calls and
# pragmas that the banner's options promise.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Limbs;

my @places = splice @ARGV, 0, 2;
my @dates = (`date +%Y-%m-%d`, `date "+%b %e"`);
chomp @dates;
my $failed = 0;
my %way; # of the arguments of each function, in or out, as comments say; those of a pair are in its header, which comes first
local $/;

for my $file (@ARGV) {
	open my $in, '<', $file or die "$file: $!\n";
	$_ = <$in>;
	my $bad = sub { print "$file: $_[0]\n"; $failed = 1 };
	my ($made) = /^ \* (Made with .*)$/m or $bad->('the banner does not say how it was made');
	for my $word (@places, @dates, '__DATE__', '__TIME__', '__FILE__') { $bad->("has $word") if index($_, $word) >= 0 }
	$bad->("blanks at the end of a line: $1") if /^(.*[ \t])$/m;
	$bad->("a backslash at the end of a line: $1") if /^(.*\\)$/m;
	$bad->("a trigraph: $1") if /(\?\?[=\/()!<>-])/;
	$bad->('a control character') if /[^\t\n\x20-\x7e\x80-\xff]/;
	$bad->('no newline at the end') unless /[^\n]\n\z/;
	# but for initializers of all coordinates, which are macros and so of one line
	$bad->('a line of more than 400 characters') if /^(?!#define \w+_(?:LIMIT|POSE)_).{401}/m;

	$_ = without_dispatch($_);
	while (m{(/\*(?:(?!\*/).)*\*/)\n(?:static inline )?void (\w+)\(}gs) {
		my ($comment, $function) = ($1, $2);
		$way{$function}{$1} = $2 while $comment =~ /^ \*   (\w+) +(?:\[[^]]*\] +)?(in|out) /mg;
	}
	s{/\*(?! (?:\w+_LIMBS|AVX\w*|numbers|vectors) ).*?\*/}{}gs;
	for my $lanes (/^#(?:el)?if \w+_LIMBS > \d\n(\{.*?)^#else\n/gms) {
		$bad->("in lanes: $1") while $lanes =~ /^(\t.*\b(?:for|while|do|goto|if|else|switch|return)\b.*)/mg;
	}
	$_ = without_limbs($_);
	my $pragmas = () = /^#pragma (?:GCC optimize\(.*fp-contract|STDC FP_CONTRACT)/mg;
	my $bodies = () = /^\{/mg;
	$bad->('pragmas about contraction') if $made =~ /--fma=compiler/ && $pragmas;
	$bad->('no pragmas about contraction') if $made !~ /--fma=compiler/ && $bodies && !$pragmas;
	s{^#ifdef \w+_CHECK\n.*?^#endif\n}{}gms; # what a program may ask for
	s{^#.*}{}mg;
	s{__attribute__\(\((?:noinline, )?unused\)\)}{}g;
	s/^static const int \w+_(?:row|column)\[\d+\] = \{[\d, \n\t]*\};\n//mg if $made =~ /--matrix=\S*sparse/;
	s/^typedef struct \{\n(?:\t(?:double|float) \w+(?:\[\d+\])?;[ \n\t]*\n)+\} \w+_(?:params|derived);\n//mg;
	if ($made =~ /--size=on/) { # loops from and to numbers, and tables of limbs
		s/^\t+for \(int ([ijl]) = [01]; \1 < (?:\d+|i|count); \1\+\+\)(?: \{)?$//mg;
		s/^\tstatic const (?=(?:double|float) own\[|(?:short|long) place\[)//mg;
		s{__attribute__\(\((?:no_builtin\("memset"\)|noinline, unused, optimize\("[a-z-]+"\))\)\)}{}g;
	}
	my @functions = /^(?:static inline )?void (\w+)\(/mg;
	my %helper = map { $_ => 1 } /^static void (\w+_(?:sincos\d?|clear|piece\d+))\(/mg;
	$bad->('no function') unless @functions;
	for my $word (qw(for while do goto if else switch return malloc free printf volatile asm register union struct)) {
		$bad->("$word: $1") while /(.*\b$word\b.*)/g;
	}
	for my $line (/(.*\bstatic\b.*)/g) {
		$bad->($line) unless $line =~ /^static inline void \w+\(/ || ($line =~ /^static void (\w+)\(/ && $helper{$1});
	}
	my $plain = $made =~ /--sincos/ ? 'sin|cos|sqrt' : 'sqrt';
	my $fused = $made =~ /--fma/ ? '|fma' : '';
	s/\b\w+_FMA\(/fma(/g if $made =~ /--fma=auto/; # which the machine's macros choose
	my $float = $made =~ /--real float/ ? 'f' : '';
	my %defined = map { $_ => 1 } @functions;
	while (/(^static void |\b)(\w+)\s*\(/mg) {
		my ($storage, $call) = ($1, $2);
		next if $call =~ /^(?:$plain|a?tan|asin|acos|atan2|exp|log|tanh|fabs|floor$fused)$float$/;
		if ($storage) { $defined{$call} = 1 }
		elsif (!$defined{$call}) { $bad->("calls $call") }
	}
	for my $f (@functions, keys %helper) {
		my $times = () = /\b\Q$f\E\b/g;
		$bad->("$f is named $times times") if $f =~ /_(?:sincos\d?|clear)$/ && $helper{$f} ? $times < 2 : $times != ($helper{$f} ? 2 : 1);
	}
	while (/^(?:static inline |static )?void (\w+)(?<!_sincos\d)(?<!_sincos)(?<!_clear)\(([^)]*)\)/mg) {
		my ($function, $arguments) = ($1, $2);
		my $way = $way{$function} // $way{$function =~ s/_piece\d+$//r} // {};
		for (split /,\s+/, $arguments) {
			next if /^(?:\w+_params \*params|const \w+_params \*params|const \w+_derived \*derived|\w+_derived \*derived)$/;
			my ($const, $name) = /^(const )?(?:double|float) \*?(\w+)(?:\[\d+\])?$/ or $bad->("argument $_"), next;
			$bad->("const: $_") if !$const != !(($way->{$name} // 'out') eq 'in');
		}
	}
	if ($float) {
		$bad->("in float: $1") if /(.*\bdouble\b.*)/;
		$bad->("in float: $1") if /(?<![\w.])((?:\d+\.\d*|\.\d+|\d+(?=e))(?:e[-+]?\d+)?)(?![\w.])/;
	}
}
exit $failed;
