# Programs of users that run what rigidc writes, from PyPI, npm and crates.io, in $(CLIENTS). Versions are exact.
CLIENTS       = $(BUILD)/tests/clients
CLIENT_GROUPS = casadi fmi jax models python cluster
CLIENT_TESTS  = casadi fmi jax mujoco drake python notebook cluster npm vscode cargo go
NO_REGISTRY   = { echo 'check-clients: PyPI, npm and crates.io, or mirrors that pip, npm and cargo know, have what $< lists' >&2; exit 1; }

# one environment for each group of packages, as their demands differ
$(CLIENTS)/%/requirements.txt: tests/clients/requirements-%.txt
	@mkdir -p $(CLIENTS)
	$(call said,VENV)
	$(Q)python3 -m venv $(@D)
	$(Q)$(@D)/bin/pip install --quiet --disable-pip-version-check -r $< || $(NO_REGISTRY)
	@cp $< $@

$(CLIENTS)/npm/package.json: tests/clients/package.json
	@mkdir -p $(@D)
	$(call said,NPM)
	$(Q)npm install --silent --no-fund --no-audit --no-save --prefix $(@D) $$(sed -n 's/^ *"\([^"]*\)": "\([0-9.]*\)",*$$/\1@\2/p' $<) || $(NO_REGISTRY)
	@cp $< $@

$(CLIENTS)/cargo/Cargo.toml: tests/clients/Cargo.toml
	@mkdir -p $(@D)/src
	$(call said,CARGO)
	@cp $< $@ && : >$(@D)/src/lib.rs
	$(Q)(cd $(@D) && cargo fetch --quiet) || { rm $@; $(NO_REGISTRY); }

client-programs: $(CLIENT_GROUPS:%=$(CLIENTS)/%/requirements.txt) $(CLIENTS)/npm/package.json $(CLIENTS)/cargo/Cargo.toml

# The extension of VS Code, in one file: vsce bundles it by esbuild. Its log is beside it.
VSIX         = $(BUILD)/vscode/rigidc.vsix
VSCODE_FILES = $(addprefix grammar/editors/vscode/,package.json README.md LICENSE extension.js bundle.mjs language-configuration.json syntaxes)
$(VSIX): $(VSCODE_FILES) $(CLIENTS)/npm/package.json
	@rm -rf $(@D)
	@mkdir -p $(@D)/source
	$(call said,VSCE)
	$(Q)cp -r $(VSCODE_FILES) $(@D)/source && ln -s $(abspath $(CLIENTS))/npm/node_modules $(@D)/source/node_modules
	$(Q)(cd $(@D)/source && node_modules/.bin/vsce package -o ../rigidc.vsix) </dev/null >$(@D)/vsce.log 2>&1 || { cat $(@D)/vsce.log; exit 1; }
vsix: $(VSIX)

# ONLY="casadi fmi" runs these
check-clients: all client-programs $(VSIX)
	RIGIDC=$(BUILD)/rigidc RIGIDC_CLIENTS=$(abspath $(CLIENTS)) prove --timer -e "" $(patsubst %,tests/clients/%_test.sh,$(or $(ONLY),$(CLIENT_TESTS)))

# rigidc.torch and the modules of --for=torch with PyTorch; without it, `make check` has a stand-in.
check-torch: all $(BUILD)/tests/trees/draw $(CLIENTS)/torch/requirements.txt
	RIGIDC=$(BUILD)/rigidc RIGIDC_TORCH=yes PYTHON=$(CLIENTS)/torch/bin/python prove --timer -e "" tests/runtime/torch_test.sh tests/module/arrays_test.sh
