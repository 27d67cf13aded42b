# What `make install` puts where and `make uninstall` takes away; the manual pages.

LIBDIR  = $(PREFIX)/lib
SHARE   = $(PREFIX)/share
DOCDIR  = $(SHARE)/doc/rigidc
MANUALS = $(addprefix $(BUILD)/man/,rigidc.1 rigidc.3 rigidc.5)

# MODE FILE PLACE, where MODE may be `fill`, a text with @NAMES@ to be filled in, or `link`, and FILE what it leads to.
define INSTALLATION
755  $(BUILD)/rigidc                          $(PREFIX)/bin/rigidc
644  runtime/rigidc.h                         $(PREFIX)/include/rigidc.h
644  runtime/rigidc.hpp                       $(PREFIX)/include/rigidc.hpp
644  $(BUILD)/librigidc.a                     $(LIBDIR)/librigidc.a
755  $(BUILD)/librigidc.so                    $(LIBDIR)/librigidc.so.$(VERSION)
link librigidc.so.$(VERSION)                  $(LIBDIR)/librigidc.so.$(SOVERSION)
link librigidc.so.$(SOVERSION)                $(LIBDIR)/librigidc.so
fill runtime/rigidc.pc.in                     $(LIBDIR)/pkgconfig/rigidc.pc
fill runtime/rigidc-config.cmake.in           $(LIBDIR)/cmake/rigidc/rigidc-config.cmake
fill runtime/rigidc-config-version.cmake.in   $(LIBDIR)/cmake/rigidc/rigidc-config-version.cmake
$(if $(LIBTCC),$(INSTALLATION_OF_RELINKING))
fill $(BUILD)/man/rigidc.1                    $(SHARE)/man/man1/rigidc.1
fill $(BUILD)/man/rigidc.3                    $(SHARE)/man/man3/rigidc.3
fill $(BUILD)/man/rigidc.5                    $(SHARE)/man/man5/rigidc.5
644  grammar/LANGUAGE.md                      $(DOCDIR)/LANGUAGE.md
644  grammar/DIAGNOSTICS.md                   $(DOCDIR)/DIAGNOSTICS.md
644  grammar/laws.rig                         $(DOCDIR)/laws.rig
644  LICENSE                                  $(DOCDIR)/LICENSE
644  compiler/cli/completion.bash             $(SHARE)/bash-completion/completions/rigidc
644  compiler/cli/completion.zsh              $(SHARE)/zsh/site-functions/_rigidc
endef

# there is nothing to be linked again in a library without libtcc
define INSTALLATION_OF_RELINKING
644  $(BUILD)/relink.o.gz                     $(LIBDIR)/rigidc/librigidc.o.gz
fill runtime/relink.txt.in                    $(LIBDIR)/rigidc/relink.txt
endef

LIB = $(subst :,,$(subst :$(PREFIX)/,$${prefix}/,:$(LIBDIR)))
# INCLUDE is seen from LIBDIR, so that all of it can be moved
FILL = -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' -e 's|@LIB@|$(LIB)|g' -e 's|@DOCDIR@|$(DOCDIR)|g' \
       -e 's|@VERSION@|$(VERSION)|g' -e 's|@SOVERSION@|$(SOVERSION)|g' -e 's|@LIBS@|$(LIBS)|g' \
       -e 's|@TCC_SYMBOLS@|$(TCC_SYMBOLS)|g' \
       -e "s|@DATE@|$$(sed -n 's/.*COMMIT_TEXT ".* of \([-0-9]*\).*/\1/p' $(BUILD)/gen/commit.h)|g" \
       -e "s|@INCLUDE@|$$(realpath -m --relative-to='$(LIBDIR)' '$(PREFIX)/include')|g"

.PHONY: install install-strip uninstall
install install-strip uninstall: export ROWS = $(INSTALLATION)
# Its rows that are not empty, for `while read -r mode file place`; a place may have blanks.
rows = printf '%s\n' "$$ROWS" | grep .

# without the symbols of a debugger, and without names that no program and no relinking needs
install-strip: STRIPPED = y
install install-strip: all
	@$(rows) | while read -r mode file place; do \
	    place="$(DESTDIR)$$place"; \
	    case $$mode in \
	    fill) install -D -m 644 /dev/null "$$place" && sed $(FILL) "$$file" >"$$place" ;; \
	    link) ln -sf "$$file" "$$place" ;; \
	    *)    install -D -m $$mode "$$file" "$$place" ;; \
	    esac || exit 1; \
	    case '$(STRIPPED)'$$file in y*/rigidc | y*.a | y*.so) $(STRIP) --strip-unneeded "$$place" || exit 1 ;; esac; \
	    echo "  $$place"; \
	done

# folders too, where they are called rigidc and empty
uninstall:
	@$(rows) | while read -r mode file place; do \
	    place="$(DESTDIR)$$place"; \
	    rm -f "$$place" || exit 1; \
	    case $${place%/*} in */rigidc) [ ! -d "$${place%/*}" ] || rmdir --ignore-fail-on-non-empty "$${place%/*}" ;; esac; \
	done

# The pages, with what is made from the tables of the command and from the header. HELP is the command that says it:
# another one where this machine cannot run what is built.
HELP      = $(BUILD)/rigidc
MAN_PARTS = $(addprefix $(BUILD)/man/,options functions joints units declarations)
FILL_PART = -e '/^@$(1)@$$/{r $(BUILD)/man/$(2)' -e 'd}'

all: $(MANUALS)

$(BUILD)/man/options: $(BUILD)/rigidc compiler/cli/man.awk
	@mkdir -p $(@D)
	$(Q)$(HELP) --list=options | awk -v part=options -f compiler/cli/man.awk >$@

$(BUILD)/man/functions $(BUILD)/man/joints: $(BUILD)/man/%: $(BUILD)/rigidc compiler/cli/man.awk
	@mkdir -p $(@D)
	$(Q)$(HELP) --list=$* | awk -v part=$* -f compiler/cli/man.awk >$@

$(BUILD)/man/units: compiler/base/units.def
$(BUILD)/man/declarations: runtime/rigidc.h
$(BUILD)/man/units $(BUILD)/man/declarations: $(BUILD)/man/%: compiler/cli/man.awk | $(INSTALLED)
	@mkdir -p $(@D)
	$(Q)awk -v part=$* -f compiler/cli/man.awk $(filter-out %.awk,$^) >$@

$(BUILD)/man/rigidc.1: compiler/cli/rigidc.1.in
$(BUILD)/man/rigidc.3: runtime/rigidc.3.in
$(BUILD)/man/rigidc.5: grammar/rigidc.5.in
$(MANUALS): $(MAN_PARTS)
	$(call said,MAN)
	$(Q)sed $(call FILL_PART,OPTIONS,options) $(call FILL_PART,FUNCTIONS,functions) $(call FILL_PART,JOINTS,joints) \
	    $(call FILL_PART,UNITS,units) $(call FILL_PART,DECLARATIONS,declarations) $(filter %.in,$^) | \
	    awk -v part=page -f compiler/cli/man.awk >$@
