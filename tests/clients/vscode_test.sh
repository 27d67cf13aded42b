#!/bin/sh
# The package of VS Code that `make vsix` writes: vsce has no warning, all files are there, and the client in it starts the server.
. tests/tap.sh
. tests/clients/clients.sh
[ -e "$clients/npm/package.json" ] || without npm vsce
home=$(dirname "$RIGIDC")/vscode
[ -e "$home/rigidc.vsix" ] || { skip vscode 'there is no .vsix: make vsix'; finish; }

source=grammar/editors/vscode
python3 -m zipfile -e "$home/rigidc.vsix" "$SCRATCH/vsix"
inside=$SCRATCH/vsix/extension
is 'vsce has no warning' '' "$(grep -E 'WARN|ERROR' "$home/vsce.log")"
is 'its files' 'LICENSE.txt dist/LICENSES.txt dist/extension.js language-configuration.json package.json readme.md syntaxes/rig.tmLanguage.json' \
	"$(cd "$inside" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
ok 'the licence is that of the project' cmp LICENSE "$inside/LICENSE.txt"
for pair in package.json:package.json language-configuration.json:language-configuration.json README.md:readme.md \
	syntaxes/rig.tmLanguage.json:syntaxes/rig.tmLanguage.json; do
	ok "${pair%:*} is that of the source" cmp "$source/${pair%:*}" "$inside/${pair#*:}"
done
ok 'publisher, licence, name' grep -q 'Id="rigidc" Version="[0-9.]*" Publisher="rigidc"' "$SCRATCH/vsix/extension.vsixmanifest"
is 'the licences of what is bundled' "$(sed -n 's/^    "vscode-languageclient": "\(.*\)"$/vscode-languageclient \1/p' "$source/package.json")" \
	"$(grep '^vscode-languageclient ' "$inside/dist/LICENSES.txt")"
is 'the tools are those of the clients' "$(grep -E '^    "(@vscode/vsce|esbuild|vscode-languageclient)"' "$source/package.json" | tr -d ,)" \
	"$(grep -E '^    "(@vscode/vsce|esbuild|vscode-languageclient)"' tests/clients/package.json | tr -d ,)"

# the server, which notes its arguments and its end
printf '#!/bin/sh\n"%s" "$@"\necho "$* ends with $?" >"%s/served"\n' "$RIGIDC" "$SCRATCH" >"$SCRATCH/rigidc"
chmod +x "$SCRATCH/rigidc"
rm -f "$SCRATCH/served"
is 'the extension starts' 'commands rigidc.show; messages 0, about rigidc.path 0' "$(timeout 60 node tests/clients/vscode_client.cjs "$inside/dist/extension.js" "$SCRATCH/rigidc")"
is 'and ends the server' 'lsp -Iparts ends with 0' "$(cat "$SCRATCH/served")"
is 'without rigidc one message more names the setting' 'commands rigidc.show; messages 1, about rigidc.path 1' \
	"$(timeout 60 node tests/clients/vscode_client.cjs "$inside/dist/extension.js" "$SCRATCH/nowhere")"
finish
