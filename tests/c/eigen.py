"""A C++ program that calls every function of a header for Eigen in both ways, and compares with the C in it, bit by bit.

eigen.py HEADER PREFIX REAL COUNT: COUNT functions at least have overloads.
"""
import re
import sys

header, prefix, real, count_asked = sys.argv[1:]
text = open(header).read()
print(f'#include "{header}"\n#include <cstdio>\n#include <cstring>\n#include <cstdlib>\n'
      '\nstatic int wrong = 0;\n'
      f'static void draw({real} *x, int n) {{ for (int i = 0; i < n; i++) x[i] = ({real})(std::rand() % 2001 - 1000) / 1000; }}\n'
      f'static void same(const char *what, const {real} *a, const {real} *b, std::size_t n)\n'
      '{\n\tif (std::memcmp(a, b, n * sizeof *a) != 0) {\n\t\tstd::printf("%s differs\\n", what);\n\t\twrong++;\n\t}\n}\n')
print('int main()\n{')
for called in re.findall(r'^inline void (\w+)\(', text, re.M):
    arguments = re.search(r'^inline void ' + called + r'\((.*)\)$', text, re.M).group(1)
    parts = re.split(r', (?=const |Eigen::Ref<E|double &|float &)', arguments)
    inputs, outputs, lines = [], [], []
    for part in parts:
        name = part.split()[-1].lstrip('&')
        size = re.search(r'Eigen::Matrix<\w+, (\d+), (\d+)', part)
        if 'derived' in part.split()[1]:
            lines.append(f'{prefix}_params params; {prefix}_params_default(&params); {prefix}_derived {name}; {prefix}_prepare(&params, &{name});')
            inputs.append((name, '&' + name))
            continue
        count = int(size.group(1)) * int(size.group(2)) if size else 1
        order = ', Eigen::RowMajor' if size and int(size.group(2)) > 1 else ''
        kind = f'Eigen::Matrix<{real}, {size.group(1)}, {size.group(2)}{order}>' if size else real
        given = part.startswith('const')
        lines.append(f'static {real} {name}[{count}]' + (f'; draw({name}, {count});' if given else f', {name}_c[{count}];'))
        (inputs if given else outputs).append(((f'Eigen::Map<{"const " if given else ""}{kind}>({name})' if size else f'{name}[0]'), name))
        if not given:
            outputs[-1] += (count, kind, size)
    print('\t{\n\t\t' + '\n\t\t'.join(lines))
    ins = ', '.join(x[0] for x in inputs)
    lead = ins + ', ' if ins else ''
    print(f'\t\t{called}({", ".join(x[1] for x in inputs)}{", " if inputs else ""}{", ".join(x[1] + "_c" for x in outputs)});')
    print(f'\t\t{called}({lead}{", ".join(x[0] for x in outputs)});')
    for _, name, count, kind, size in outputs:
        print(f'\t\tsame("{called} {name}", {name}, {name}_c, {count});')
    if not re.search(r'^inline (?!void)[^(]* ' + called + r'\(', text, re.M):
        print('\t}')
        continue
    print(f'\t\tauto result = {called}({ins});')
    for i, (_, name, count, kind, size) in enumerate(outputs):
        value = f'std::get<{i}>(result)' if len(outputs) > 1 else 'result'
        print(f'\t\tconst {kind} by_value{i} = {value};\n\t\tsame("{called} {name} by value", {f"by_value{i}.data()" if size else f"&by_value{i}"}, {name}_c, {count});')
    print('\t}')
print('\treturn wrong != 0;\n}')
assert len(re.findall(r'^inline void', text, re.M)) >= int(count_asked), 'every function has an overload'
