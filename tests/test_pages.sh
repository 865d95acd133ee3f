#!/bin/sh
# The phones' pages as files: small, with nothing inline, every text known to cli/phones/words.c.
set -eu
cd "$(dirname "$0")/.."
pages=cli/serve/page
fail() { echo "FAIL $*"; failed=1; }
failed=0

size=$(cat $pages/* | wc -c)
[ "$size" -le 100000 ] || fail "the pages have $size bytes, more than 100,000"

# The policy of the server lets nothing through that stands in the page itself, or comes from elsewhere.
if grep -nE '<script[^>]*>[^<]|<style|[[:space:]]on[a-z]+="|[[:space:]]style="|(src|href)="(https?:)?//' $pages/*.html; then
    fail "inline script or style, or something from elsewhere"
fi
if grep -nE 'eval\(|new Function|document\.write|insertAdjacentHTML|outerHTML' $pages/*.js; then fail "markup or code made from text"; fi
[ "$(grep -c innerHTML $pages/*.js | awk -F: '{ n += $2 } END { print n }')" = 1 ] || fail "HTML is set in one place only: fragment()"

# Texts: what stands between tags marked data-t, and what t("…") asks for.
texts=$(mktemp)
trap 'rm -f "$texts"' EXIT
{
    grep -ohE 'data-t( hidden)?>[^<]+' $pages/index.html | sed 's/^[^>]*>//'
    grep -ohE '\bt\("[^"]+"' $pages/*.js | sed 's/^t("//; s/"$//'
} | sort -u >"$texts"
while IFS= read -r text; do
    grep -qF "N_(\"$text\")" cli/phones/words.c || fail "not in cli/phones/words.c: $text"
done <"$texts"
grep -ohE 'N_\("[^"]+"\)' cli/phones/words.c | sed 's/^N_("//; s/")$//' | while IFS= read -r text; do
    grep -qxF -- "$text" "$texts" || echo "FAIL no page says: $text"
done | grep . && failed=1
exit $failed
