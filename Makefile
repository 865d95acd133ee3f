# fuda 札. Targets: all demo test check bench install uninstall format clean
# Variants: make SAN=1 (address and undefined behaviour), make FUZZ=1 (libFuzzer, clang).

VERSION := 0.1
PREFIX ?= /usr/local
CC ?= cc
VARIANT := $(if $(FUZZ),fuzz,$(if $(SAN),san,release))
B := build/$(VARIANT)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
  -Wwrite-strings -Wvla -Wformat=2 -Wundef -Wcast-qual -Wconversion -Wimplicit-fallthrough
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=c11 $(CFLAGS) $(WARN) $(if $(CI),-Werror) -MMD -MP \
  -DFUDA_VERSION='"$(VERSION)"' -DFUDA_LOCALEDIR='"$(PREFIX)/share/locale"' $(VARIANT_FLAGS)
ifeq ($(VARIANT),san)
VARIANT_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
ifeq ($(VARIANT),fuzz)
CC := clang
VARIANT_FLAGS := -fsanitize=fuzzer-no-link,address,undefined
endif

JANSSON = $(shell pkg-config --cflags --libs jansson)
CORE := $(patsubst core/%.c,$(B)/core/%.o,$(wildcard core/*.c))
CLI := $(patsubst cli/%.c,$(B)/cli/%.o,$(wildcard cli/*.c))
FUDA := $(B)/bin/fuda
MO := $(B)/share/locale/ja/LC_MESSAGES/fuda.mo

.PHONY: all
all: $(FUDA) $(MO)

$(FUDA): $(CLI) $(B)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(JANSSON)

$(B)/libcore.a: $(CORE)
	$(AR) rcs $@ $^

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(MO): cli/po/ja.po
	@mkdir -p $(@D)
	msgfmt --check -o $@ $<

-include $(CORE:.o=.d) $(CLI:.o=.d)

.PHONY: clean
clean:
	rm -rf build
