# The compiler in WebAssembly, as a package of npm: `make deps-wasm wasm`. clang of Debian compiles it with wasi-libc, 1 MB to
# download beside clang, where emscripten has 109 MB. expat is that of node-expat of npm: Debian has it for machines alone.

WASM         = $(BUILD)/wasm
WASM_PACKAGE = $(WASM)/package
WASM_CC      = clang
EXPAT        = $(WASM)/expat/package/deps/libexpat

# Programs, threads, signals and links are those of compiler/cli/wasm/system.c and output.c.
WASM_REPLACED = $(addsuffix .c,compiler/base/child compiler/base/signals compiler/cli/main/inherited runtime/alone runtime/cache runtime/cc runtime/tcc_host runtime/upgrade \
                $(addprefix compiler/cli/,output output_folder temporary package/folder_fmu_library)) \
                $(wildcard compiler/cli/lsp/*.c)
WASM_SOURCES  = $(filter-out $(WASM_REPLACED),$(LIBRARY_SOURCES) $(COMMAND_SOURCES)) $(wildcard compiler/cli/wasm/*.c)
EXPAT_OBJECTS = $(addprefix $(WASM)/obj/expat/,xmlparse.o xmltok.o xmlrole.o)
WASM_OBJECTS  = $(WASM_SOURCES:%.c=$(WASM)/obj/%.o) $(addprefix $(WASM)/obj/gen/,parse.o scan.o) \
                $(EXPAT_OBJECTS)
WASM_EXPORTS  = malloc free $(shell grep -oE '\brigidc_[a-z_]+' runtime/rigidc.h | sort -u)

# longjmp by exceptions of WebAssembly
WASM_FLAGS  = --target=wasm32-wasi -O2 -mllvm -wasm-enable-sjlj -mexception-handling -MMD -MP
WASM_CFLAGS = -std=c11 -Wall -Wextra -Wno-missing-field-initializers -Wno-deprecated-declarations -D_XOPEN_SOURCE=700 -Icompiler/cli/wasm/include -Icompiler/cli/wasm -Icompiler -I. -I$(BUILD)/gen -isystem $(EXPAT)/lib \
              -DWITHOUT_TCC -DWITHOUT_SUNDIALS -DWITHOUT_ZIP -ffp-contract=off
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
COMMA := ,

.PHONY: wasm playground deps-wasm check-wasm check-playground

# It has its own licence, which the package takes along.
$(EXPAT)/COPYING:
	@mkdir -p $(WASM)/expat
	$(call said,NPM)
	$(Q)cd $(WASM)/expat && npm pack --silent node-expat@2.4.1 >/dev/null && tar -xzf node-expat-2.4.1.tgz && touch package/deps/libexpat/COPYING

$(WASM)/obj/%.o: %.c compiler/cli/wasm/wasm.mk | $(GENERATED) $(EXPAT)/COPYING
	@mkdir -p $(@D)
	$(call said,WASM)
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(WASM_CFLAGS) -c -o $@ $<

$(WASM)/obj/compiler/base/version.o: $(BUILD)/gen/commit.h

$(WASM)/obj/gen/%.o: $(BUILD)/gen/%.c compiler/cli/wasm/wasm.mk $(GENERATED) | $(EXPAT)/COPYING
	@mkdir -p $(@D)
	$(call said,WASM)
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(WASM_CFLAGS) -Wno-unused-function -Wno-unused-but-set-variable -c -o $@ $<

$(EXPAT_OBJECTS): $(WASM)/obj/expat/%.o: $(EXPAT)/COPYING compiler/cli/wasm/wasm.mk
	@mkdir -p $(@D)
	$(call said,WASM)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -w -D_WASI_EMULATED_GETPID -DHAVE_EXPAT_CONFIG_H -DXML_POOR_ENTROPY -I$(EXPAT) -c -o $@ $(EXPAT)/lib/$*.c

# with more than the 256 KB of stack that the library needs, below everything else, so that an overflow is an error
$(WASM_PACKAGE)/rigidc.wasm: $(WASM_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -o $@ $^ -lc-printscan-long-double -lwasi-emulated-getpid \
	    -Wl,-z,stack-size=1048576,--stack-first,--strip-debug,$(subst $(SPACE),$(COMMA),$(strip $(WASM_EXPORTS:%=--export-if-defined=%)))

WASM_FILES = $(addprefix $(WASM_PACKAGE)/,rigidc.wasm rigidc.mjs host.mjs rigidc.d.mts README.md package.json LICENSE LICENSE.expat LICENSE.wasi-libc)

$(WASM_PACKAGE)/%: compiler/cli/wasm/package/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(WASM_PACKAGE)/package.json: compiler/cli/wasm/package/package.json.in compiler/base/version.h
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(VERSION)/' $< >$@
$(WASM_PACKAGE)/LICENSE: LICENSE
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(WASM_PACKAGE)/LICENSE.expat: $(EXPAT)/COPYING
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(WASM_PACKAGE)/LICENSE.wasi-libc: /usr/share/doc/wasi-libc/copyright
	@mkdir -p $(@D)
	$(Q)cp $< $@

wasm: $(WASM_FILES)

# --- the playground ---

PLAYGROUND       = $(WASM)/playground
PLAYGROUND_TOOLS = $(WASM)/playground-tools
PLAYGROUND_FILES = $(wildcard compiler/cli/wasm/playground/* compiler/cli/wasm/package/*.mjs) compiler/cli/page/page.css grammar/editors/vscode/syntaxes/rig.tmLanguage.json
PLAYGROUND_MODELS = $(wildcard examples/*.rig examples/*/*.rig examples/*.osim examples/*.urdf)

$(PLAYGROUND_TOOLS)/node_modules/esbuild/package.json:
	@mkdir -p $(PLAYGROUND_TOOLS)
	$(call said,NPM)
	$(Q)npm install --silent --no-fund --no-audit --prefix $(PLAYGROUND_TOOLS) @codemirror/view@6.43.15 @codemirror/state@6.7.6 \
	    @codemirror/language@6.13.1 @codemirror/commands@6.11.1 @lezer/highlight@1.2.5 esbuild@0.28.2

# A folder that any web server shows, or a browser alone: open index.html.
$(PLAYGROUND)/playground.js: $(WASM_PACKAGE)/rigidc.wasm $(PLAYGROUND_FILES) $(PLAYGROUND_MODELS) $(PLAYGROUND_TOOLS)/node_modules/esbuild/package.json
	@mkdir -p $(PLAYGROUND)
	$(call said,PAGE)
	$(Q)node compiler/cli/wasm/playground/build.mjs $(PLAYGROUND_TOOLS) $< $(PLAYGROUND) $(PLAYGROUND_MODELS)

playground: $(PLAYGROUND)/playground.js

WASM_TOOLS = $(WASM)/tools
$(WASM_TOOLS)/node_modules/typescript/package.json:
	@mkdir -p $(WASM_TOOLS)
	$(call said,NPM)
	$(Q)npm install --silent --no-fund --no-audit --prefix $(WASM_TOOLS) typescript@5.9.3 @types/node@20.19.43

# The package against the command, on all examples, and packed and installed in a project of its own, also by TypeScript.
check-wasm: wasm $(BUILD)/rigidc $(WASM_TOOLS)/node_modules/typescript/package.json
	RIGIDC=$(BUILD)/rigidc node tests/wasm/check.mjs $(WASM_PACKAGE) $(WASM)/scratch $(WASM_TOOLS)

# The playground in Chromium; pictures of it are left in build/wasm/shots. RIGIDC_TALOS=FILE also takes times of a large model.
check-playground: playground $(BUILD)/rigidc $(BUILD)/page/node_modules/axe-core/axe.min.js
	node tests/wasm/playground.mjs $(BUILD)/page $(CHROMIUM) $(BUILD)/rigidc $(PLAYGROUND) $(WASM)/shots

-include $(shell find $(WASM)/obj -name '*.d' 2>/dev/null)
