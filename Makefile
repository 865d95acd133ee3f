# fuda 札. `make help` lists the targets.
# Variants: SAN=1 (address and undefined behaviour sanitizers), FUZZ=1 (libFuzzer, clang), COVERAGE=1 (gcov).

VERSION := 0.1
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
VARIANT := $(if $(FUZZ),fuzz,$(if $(SAN),san,$(if $(COVERAGE),coverage,release)))
B := build/$(VARIANT)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
  -Wwrite-strings -Wvla -Wformat=2 -Wundef -Wcast-qual -Wconversion -Wimplicit-fallthrough
ifeq ($(VARIANT),san)
FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
ifeq ($(VARIANT),fuzz)
CC := clang
FLAGS := -fsanitize=fuzzer-no-link,address,undefined
WARN := -w                       # gcc's warnings are the gate
endif
ifeq ($(VARIANT),coverage)
FLAGS := --coverage -O0
WARN := -w                       # without optimisation the compiler guesses worse
endif
# What a mistake meets in the programs that are handed out; tests/test_hardened.sh reads it in them.
ifeq ($(VARIANT),release)
FLAGS := -fPIE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 \
  $(shell $(CC) -fcf-protection -x c -E /dev/null >/dev/null 2>&1 && echo -fcf-protection)
LINK := -pie -Wl,-z,relro,-z,now,-z,noexecstack
endif
# The same bytes wherever the tree stands.
FLAGS += -ffile-prefix-map='$(CURDIR)'=.
# The tests themselves, and what works through pictures, would take long without optimisation.
ifeq ($(VARIANT),coverage)
$(B)/tests/%.o: FLAGS := $(filter-out --coverage,$(FLAGS)) -O2 -DUNHURRIED
$(B)/scanner/%.o: FLAGS := $(FLAGS) -O1
endif
ALL_CFLAGS = -std=c11 $(CFLAGS) $(WARN) $(if $(CI),-Werror) -MMD -MP $(FLAGS) \
  -DFUDA_VERSION='"$(VERSION)"' -DFUDA_LOCALEDIR='"$(PREFIX)/share/locale"'

CORE := $(patsubst %.c,$(B)/%.o,$(filter-out core/confine/%,$(wildcard core/*.c core/*/*.c)))
STORAGE := $(patsubst %.c,$(B)/%.o,$(wildcard storage/*.c))
SCANNER := $(patsubst %.c,$(B)/%.o,$(filter-out scanner/fuda-%,$(wildcard scanner/*.c)))
CLI := $(patsubst %.c,$(B)/%.o,$(filter-out cli/completion/% cli/net/% cli/serve/%,$(wildcard cli/*.c cli/*/*.c)))
CLI += $(B)/cli/report/embedded.o
CONFINED := $(patsubst %.c,$(B)/%.o,$(wildcard core/confine/*.c))
# What has given up its files could not write down what it ran through.
CONFINE := $(if $(COVERAGE),$(B)/tests/unconfined.o,$(CONFINED))
SERVE := $(patsubst %.c,$(B)/%.o,$(wildcard cli/serve/*.c)) $(CONFINE) $(B)/cli/serve/page/embedded.o
TESTS := $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/test_*.c))
FUZZERS := $(patsubst tests/%.c,$(B)/tests/%,$(filter-out $(addprefix tests/fuzz/,judged.c places.c plain.c play.c),$(wildcard tests/fuzz/*.c)))
FUDA := $(B)/bin/fuda
GRAMMARS := $(B)/share/vim/vimfiles/syntax/fuda.vim $(B)/share/fuda/fuda.tmLanguage.json
MO := $(B)/share/locale/ja/LC_MESSAGES/fuda.mo
JANSSON = $(shell pkg-config --cflags --libs jansson)
# What knows the characters of all scripts; core calls of it what allocates nothing.
UTF8PROC = $(shell pkg-config --libs libutf8proc)
# What each of the scanner's programs is linked with; `fuda` itself with none of it.
READS := libqrencode zbar libcurl libturbojpeg libpng libwebp
PRINTS := libqrencode pangocairo cairo-pdf cairo-svg
SCANNER_CFLAGS = $(shell pkg-config --cflags $(READS) $(PRINTS))
# Each helper is built where its libraries are; without it `fuda` says so when asked for it.
NEEDS_fuda-scan := $(READS) $(PRINTS)
NEEDS_fuda-labels := $(READS) $(PRINTS)
NEEDS_fuda-code := $(READS) $(PRINTS)
NEEDS_fuda-chart := pangocairo
NEEDS_fuda-net := libcurl
NEEDS_fuda-serve := libmicrohttpd jansson
NEEDS_fuda-sync := libpq
HELPERS := $(patsubst NEEDS_%,%,$(filter NEEDS_%,$(.VARIABLES)))
LEFT_OUT := $(sort $(foreach helper,$(HELPERS),$(shell pkg-config --exists $(NEEDS_$(helper)) 2>/dev/null || echo $(helper))))
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: all packages needed
all: $(FUDA) $(addprefix $(B)/bin/,$(filter-out $(LEFT_OUT),$(HELPERS))) $(MO) $(GRAMMARS)           ## build the programs whose libraries are here
	@sh .ci/left-out $(LEFT_OUT)
packages:                                ## install what all programs are built with
	@sh .ci/setup build
needed:
	@pkg-config --exists jansson libedit sqlite3 && command -v $(firstword $(CC)) >/dev/null && command -v msgfmt >/dev/null || \
	  { echo "fuda is built with a C compiler, pkg-config, gettext, jansson, libedit and SQLite: \`make packages\` installs what lacks." >&2; false; }

$(FUDA): $(CLI) $(CONFINE) $(B)/libstorage.a $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(JANSSON) -lsqlite3 -lm $(UTF8PROC)

$(B)/bin/fuda-scan: $(B)/scanner/fuda-scan.o $(CONFINE) $(B)/libscanner.a $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs $(READS)) -lm $(UTF8PROC)
$(B)/bin/fuda-labels: $(B)/scanner/fuda-labels.o $(CONFINE) $(B)/libscanner.a $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs $(PRINTS)) -lm $(UTF8PROC)

$(B)/bin/fuda-code: $(B)/scanner/fuda-code.o $(CONFINE) $(B)/libscanner.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs libqrencode libpng)

$(B)/bin/fuda-chart: $(B)/scanner/fuda-chart.o $(CONFINE)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs pangocairo)

$(B)/bin/fuda-net: $(B)/cli/net/fuda-net.o $(CONFINE)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs libcurl)

$(B)/bin/fuda-serve: $(SERVE) $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs libmicrohttpd jansson) $(UTF8PROC)

SYNC := $(patsubst %.c,$(B)/%.o,$(wildcard storage/sync/*.c))
$(SYNC): CFLAGS += $(shell pkg-config --cflags libpq)
$(B)/bin/fuda-sync: $(SYNC) $(B)/storage/row_kinds.o $(B)/storage/held.o $(CONFINE) $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs libpq) $(UTF8PROC)

$(B)/libscanner.a: $(SCANNER)
	@rm -f $@
	$(AR) qcs $@ $^
$(SCANNER) $(patsubst %.c,$(B)/%.o,$(wildcard scanner/fuda-*.c)): CFLAGS += -O3 $(SCANNER_CFLAGS)
$(B)/libstorage.a: $(STORAGE)
	@rm -f $@
	$(AR) qcs $@ $^
$(CORE): CFLAGS += -O3
$(B)/libcore.a: $(CORE)
	@rm -f $@
	$(AR) qcs $@ $^

$(B)/%.o: %.c Makefile | needed
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -I. -c -o $@ $<

$(MO): cli/po/ja.po
	@mkdir -p $(@D)
	msgfmt --check -o $@ $<

# Colours for editors, made of the tables of verbs.
$(B)/grammar: $(B)/cli/completion/grammar.o $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(UTF8PROC)
$(B)/share/vim/vimfiles/syntax/fuda.vim: $(B)/grammar
	@mkdir -p $(@D)
	$< vim >$@
$(B)/share/fuda/fuda.tmLanguage.json: $(B)/grammar
	@mkdir -p $(@D)
	$< textmate >$@

SCENES := $(patsubst %,$(B)/tests/scan_%.o,chance photo scene view)
# Tests of the scanner have the scanner and its libraries too.
$(B)/tests/test_scan%: LIBRARIES = $(B)/libscanner.a $(B)/libcore.a $(shell pkg-config --libs $(READS) $(PRINTS)) -lm
$(filter $(B)/tests/test_scan%,$(TESTS)): $(SCENES) $(B)/libscanner.a
$(patsubst %.c,$(B)/%.o,$(wildcard tests/test_scan*.c tests/scan*.c tests/bench_scan*.c)): CFLAGS += -O3

# Files that a program carries with it: link it with FOLDER/embedded.o; cli/embedded.h says what is in it.
.SECONDEXPANSION:
.PRECIOUS: $(B)/%/embedded.c
$(B)/%/embedded.c: $$(wildcard $$*/*.html $$*/*.css $$*/*.js $$*/*.svg) cli/embed
	@mkdir -p $(@D)
	sh cli/embed $(subst /,_,$*) $(filter-out cli/embed,$^) >$@
$(B)/%/embedded.o: $(B)/%/embedded.c cli/embedded.h
	$(CC) $(ALL_CFLAGS) -I. -c -o $@ $<

# A test is one file; tests/test_NAME.c may have helpers tests/NAME_*.c.
$(B)/tests/test_%: $(B)/tests/test_%.o \
    $$(addprefix $(B)/,$$(addsuffix .o,$$(basename $$(wildcard tests/$$*_*.c)))) $(B)/libstorage.a \
    $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter-out %.o,$^) $(LIBRARIES) -lcmocka -lsqlite3 -lutil $(UTF8PROC)

# What phones hear is JSON.
$(B)/tests/test_answers: LIBRARIES = $(JANSSON)

# What a record tells of hands, by its own reader.
$(B)/tests/test_proof_hands: $(patsubst %,$(B)/tests/account_%.o,record hyakumonogatari needfire ways)

# What may be played is asked of the records of the slips' test.
$(B)/tests/test_legal: $(B)/tests/slips_tricks_deal.o

# Sheets are drawn without the rest of the program.
$(B)/tests/test_sheet: $(patsubst %.c,$(B)/%.o,$(wildcard cli/sheet/*.c) cli/say.c cli/growing_text.c cli/columns.c cli/memory.c cli/ruling_text.c cli/example.c)

# Pages and what is counted of players, with what of the program they need.
$(B)/libcli.a: $(filter-out $(B)/cli/main.o,$(CLI))
	@rm -f $@
	$(AR) qcs $@ $^
$(B)/tests/test_page $(B)/tests/test_achievements $(B)/tests/test_csv: $(B)/libcli.a
$(B)/tests/test_page $(B)/tests/test_achievements $(B)/tests/test_csv: LIBRARIES = $(B)/libcli.a $(B)/libstorage.a $(B)/libcore.a $(JANSSON) -lm

# What confines itself does so without the rest of the program.
$(B)/tests/test_confine: $(CONFINED)
$(B)/tests/test_confine $(B)/tests/test_serve: $(B)/tests/attack.o

# Seatings know nothing but who has met whom.
$(B)/tests/test_seating: $(B)/cli/report/seating.o
$(B)/tests/test_seating: LIBRARIES = -lm

# Ratings are worked out from places alone.
$(B)/tests/test_rating: $(B)/cli/report/rating.o
$(B)/tests/test_rating: LIBRARIES = -lm

# The program with a recorded night in place of its camera and its keyboard.
NIGHT := $(filter-out $(B)/cli/camera/scanner.o $(B)/cli/table/line.o,$(CLI)) \
  $(patsubst tests/camera/%.c,$(B)/tests/camera/%.o,$(wildcard tests/camera/night*.c)) $(B)/scanner/follow.o
$(B)/tests/camera/fuda-night: $(NIGHT) $(CONFINE) $(B)/libstorage.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(JANSSON) -lsqlite3 -lm $(UTF8PROC)
$(B)/tests/test_camera_nights: LIBRARIES = -lm
$(B)/tests/test_camera_nights: | $(B)/tests/camera/fuda-night

# The table that the virtual machine's camera is shown; phones photograph it too.
$(B)/tests/test_phones: | $(B)/tests/camera/scene
$(B)/tests/camera/scene: $(B)/tests/camera/scene.o $(B)/libscanner.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(shell pkg-config --libs libqrencode) -lm $(UTF8PROC)
$(B)/tests/bench: $(B)/tests/bench.o $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(UTF8PROC)
# Beside bridge's double dummy solver, where that is installed.
DDS := $(wildcard /usr/include/dds/dll.h)
$(B)/tests/bench_could.o: CFLAGS += -DBESIDE_DDS=$(if $(DDS),1,0)
$(B)/tests/bench_could: $(B)/tests/bench_could.o $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(if $(DDS),-ldds) $(UTF8PROC)
$(B)/tests/bench_storage: $(B)/tests/bench_storage.o $(B)/libcli.a $(B)/libstorage.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(JANSSON) -lsqlite3 -lm $(UTF8PROC)
$(B)/tests/bench_scan: $(B)/tests/bench_scan.o $(B)/tests/scan_tags.o $(SCENES) $(B)/libscanner.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(shell pkg-config --libs $(READS)) -lm $(UTF8PROC)
$(B)/tests/bench_scan_faces: $(B)/tests/bench_scan_faces.o $(B)/tests/scan_face_shot.o $(SCENES) $(B)/libscanner.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(shell pkg-config --libs $(READS)) -lm $(UTF8PROC)
$(B)/tests/bench_serve: $(B)/tests/bench_serve.o $(B)/tests/serve_host.o
	$(CC) $(ALL_CFLAGS) $(LINK) -o $@ $^
$(B)/tests/scan_zxing: tests/scan_zxing.cc
	$(CXX) -std=c++17 -O2 -o $@ $< $(shell pkg-config --libs zxing)
$(B)/tests/net_server: $(B)/tests/net_server.o
	$(CC) $(ALL_CFLAGS) -o $@ $^
$(B)/tests/sync_rows: $(B)/tests/sync_rows.o
	$(CC) $(ALL_CFLAGS) -o $@ $^
# What makes a program's allocations fail stands before its libraries; who tries them all out (tests/torture/torture.c).
TORTURE := $(patsubst %,$(B)/tests/torture/%,torture guest prompt failing.so) $(B)/tests/net_server
$(B)/tests/torture/failing.so: tests/torture/failing.c tests/torture/failing.h
	@mkdir -p $(@D)
	$(CC) -std=c11 $(CFLAGS) $(WARN) -fPIC -shared -I. -o $@ $<
$(B)/tests/torture/torture: $(patsubst %,$(B)/tests/torture/%.o,torture trial calls commands)
	$(CC) $(ALL_CFLAGS) -o $@ $^
$(B)/tests/torture/prompt: $(B)/tests/torture/prompt.o
	$(CC) $(ALL_CFLAGS) -o $@ $^
$(B)/tests/torture/guest: $(B)/tests/torture/guest.o $(B)/tests/serve_host.o
	$(CC) $(ALL_CFLAGS) -o $@ $^
$(B)/tests/empty: $(B)/tests/empty.o
	$(CC) -o $@ $^

# A fuzz target (tests/fuzz/fuzz.h), with a fuzzer or without one.
$(FUZZERS): $(B)/%: $(B)/%.o $(if $(FUZZ),,$(B)/tests/fuzz/plain.o) $(B)/libcli.a $(B)/libstorage.a $(B)/libcore.a
	$(CC) $(ALL_CFLAGS) $(if $(FUZZ),-fsanitize=fuzzer) $(LINK) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter-out %.o,$^) $(JANSSON) $(LIBRARIES) -lsqlite3 -lm $(UTF8PROC)
$(B)/tests/fuzz/prompt $(B)/tests/fuzz/statements: $(patsubst %,$(B)/tests/fuzz/%.o,judged places play)
$(B)/tests/fuzz/picture $(B)/tests/fuzz/stream: $(B)/libscanner.a
$(B)/tests/fuzz/requests: $(filter-out $(B)/cli/serve/fuda-serve.o,$(SERVE))
$(B)/tests/fuzz/requests: LIBRARIES = $(shell pkg-config --libs libmicrohttpd)
$(B)/tests/fuzz/answers: LIBRARIES = $(shell pkg-config --libs libcurl)
$(B)/tests/fuzz/remote: $(filter-out %/fuda-sync.o %/confined.o,$(SYNC)) $(B)/storage/row_kinds.o $(B)/storage/held.o
$(B)/tests/fuzz/remote: LIBRARIES = $(shell pkg-config --libs libpq)
$(B)/tests/fuzz/picture $(B)/tests/fuzz/stream: LIBRARIES = $(B)/libscanner.a $(B)/libcore.a $(shell pkg-config --libs $(READS))

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d $(B)/*/*/*/*.d)

.PHONY: fuzzers deb reproduce coverage demo test built tests pictures test-camera test-club test-web test-strokes torture po check bench bench-scan fuzz install uninstall format help clean
demo:                                    ## install what fuda needs, build it, judge and score a night
	@sh .ci/setup fuda
	@sh .ci/build "$(MAKE) --no-print-directory -s $(JOBS)" $(B) $(FUDA) $(MO)
	@sh tests/demo $(FUDA)
	@sh .ci/left-out $(LEFT_OUT)

test:                                    ## install what is missing, build, run all tests
	@sh .ci/setup build test
	@sh .ci/build "$(MAKE) --no-print-directory -s $(JOBS)" $(B) built
	@$(MAKE) --no-print-directory -s tests
built: all $(TESTS) $(TORTURE) $(FUZZERS) $(B)/tests/sync_rows $(B)/tests/camera/scene $(B)/tests/camera/fuda-night
tests: built
	@sh tests/run $(B)

pictures:                                ## the README's pictures, drawn anew
	@sh man/pictures/make $(abspath $(FUDA)) man/pictures

test-camera:                             ## many decks without stickers; a real video device, in a virtual machine
	@sh .ci/setup build
	@sh .ci/setup camera || echo "camera: not everything that the virtual machine needs is here"
	@$(MAKE) --no-print-directory -s all $(B)/tests/camera/scene $(B)/tests/test_camera_nights $(B)/tests/test_scan_face $(B)/tests/test_scan_held
	@FUDA=$(FUDA) BUILD=$(B) TIMES=4 $(B)/tests/test_camera_nights
	@sh tests/camera/faces $(B)
	@sh tests/camera/run $(B)

test-web:                                ## the pages in a real browser; PICTURES=DIR leaves screenshots
	@sh .ci/setup build
	@sh .ci/setup web || echo "web: the browser's packages are not here"
	@$(MAKE) --no-print-directory -s all $(B)/tests/test_scan_face
	@sh tests/web/run $(B)

test-club:                               ## many tables on a PostgreSQL of the test's own
	@sh .ci/setup build test
	@sh .ci/setup club || echo "club: not everything that a server needs is here"
	@$(MAKE) --no-print-directory -s all
	@sh tests/club/run $(B)

test-strokes:                            ## one stroke of the pen in a lawful record; N=240 SEED=1
	@sh .ci/setup build test
	@sh .ci/setup strokes || echo "strokes: python3 is not here"
	@$(MAKE) --no-print-directory -s all $(patsubst %,$(B)/tests/test_slips_%,tricks needfire hyakumonogatari materia)
	@N=$(or $(N),240) sh tests/strokes/run $(B)

torture:                                 ## power cuts, kills, damage, refusals, faults and load, an hour long; TIME=300: seconds
	@sh .ci/setup build test
	@$(MAKE) --no-print-directory -s all $(TESTS) $(TORTURE) $(FUZZERS)
	@sh tests/torture/run $(B) $(TIME)

check:                                   ## gates: warnings as errors, sanitizers, analysers, lint
	@sh .ci/setup build test check
	@sh tests/check $(MAKE)

coverage:                                ## what the tests run through, by folder; LIST=FOLDER: what they do not
	@sh .ci/setup build test
	@sh tests/coverage $(MAKE)

bench:                                   ## figures, each beside what it is measured by
	@sh .ci/setup build bench
	@$(MAKE) --no-print-directory -s all $(B)/tests/bench $(B)/tests/bench_could $(B)/tests/bench_storage $(B)/tests/bench_serve $(B)/tests/empty
	@$(B)/tests/bench $(FUDA) $(B)/tests/empty
	@$(B)/tests/bench_could
	@$(B)/tests/bench_storage $(FUDA)
	@BUILD=$(B) $(B)/tests/bench_serve
	@sh tests/club/bench $(B)

bench-scan:                              ## what is read of stickers, beside other readers; N=2 W=10000 for more
	@sh .ci/setup build bench-scan
	@$(MAKE) --no-print-directory -s $(B)/tests/bench_scan $(B)/tests/bench_scan_faces $(B)/tests/scan_zxing
	@$(B)/tests/bench_scan -n $(or $(N),1) -w $(or $(W),300) $(B)/tests/scan_zxing
	@$(B)/tests/bench_scan_faces -n $(or $(N),1)

fuzz:                                    ## each fuzzer for TIME=60 seconds, with clang's libFuzzer
	@$(MAKE) --no-print-directory -s FUZZ=1 fuzzers
	@sh tests/fuzz/run build/fuzz $(or $(TIME),60)
fuzzers: $(FUZZERS) $(B)/grammar

install: all                             ## to PREFIX, below DESTDIR
	sh .ci/install "$(DESTDIR)" "$(PREFIX)" $(B)
uninstall:
	sh .ci/install --remove "$(DESTDIR)" "$(PREFIX)"

deb:                                     ## a Debian package, build/deb/fuda_VERSION_ARCH.deb
	@sh .ci/setup build deb
	@sh .ci/deb/make $(VERSION)

reproduce:                               ## two builds in two folders, compared byte by byte
	@sh .ci/setup build
	@sh .ci/reproduce $(MAKE)

po:                                      ## bring cli/po/ja.po in step with the sources
	sh cli/po/update
format:                                  ## clang-format the sources in place
	find core cli scanner storage tests -name '*.[ch]' -exec clang-format -i {} +
help:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 — /p' Makefile
clean:
	rm -rf build
