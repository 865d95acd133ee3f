#!/bin/sh
# The phones' pages as files: small, with nothing inline, every text known to cli/phones/phone_words.c.
. tests/check.sh
pages=$top/cli/serve/page words=$top/cli/phones/phone_words.c

# what fuda-serve carries: its README is no page
check "the pages are 140,000 bytes at most" test "$(cat "$pages"/*.html "$pages"/*.css "$pages"/*.js "$pages"/*.svg | wc -c)" -le 140000

# The policy of the server lets nothing through that stands in the page itself, or comes from elsewhere.
same "inline script or style, or something from elsewhere" "" \
    "$(grep -nE '<script[^>]*>[^<]|<style|[[:space:]]on[a-z]+="|[[:space:]]style="|(src|href)="(https?:)?//' "$pages"/*.html)"
same "markup or code made from text" "" \
    "$(grep -nE 'eval\(|new Function|document\.write|insertAdjacentHTML|outerHTML' "$pages"/*.js)"
same "places that set HTML: fragment()" 1 "$(cat "$pages"/*.js | grep -c innerHTML)"

# Texts: what stands between tags marked data-t, and what t("…") asks for.
{
    grep -ohE 'data-t( hidden)?>[^<]+' "$pages/index.html" | sed 's/^[^>]*>//'
    grep -ohE '\bt\("[^"]+"' "$pages"/*.js | sed 's/^t("//; s/"$//'
} | sort -u >said
sed '/^const char \*phone_says/,$d; /^static const struct {$/,$d' "$words" | grep -ohE 'N_\("[^"]+"\)' | sed 's/^N_("//; s/")$//' | sort -u >known
same "texts of the pages that cli/phones/phone_words.c lacks" "" "$(comm -23 said known)"
same "texts of cli/phones/phone_words.c that no page says" "" "$(comm -13 said known)"
finish
