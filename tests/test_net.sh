#!/bin/sh
# What goes through the network: a server on this machine that means no good (tests/net_server.c), one whose
# certificate nobody vouches for, and what may never be told: an address.
. tests/check.sh
command -v jq >/dev/null || finish
packs=$work/data/fuda/packs
export FUDA_NET_LOOPBACK=5000     # http to this machine, and milliseconds that an answer may take

{ echo 'pack needfire "Sent"'; "$FUDA" pack show reference | sed -n 's/^  //p'; } >sent.fuda
"$BUILD/tests/net_server" "$work/asked" sent.fuda >port &
server=$!
tls=
trap 'kill $server $tls 2>/dev/null; clean_up' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s port ] || sleep 0.1; done
here=http://127.0.0.1:$(cat port)
secret=k9yTokenNobodyMaySee

# hook NAME PATH: an address with a secret, in the form of Discord
hook() { run 0 share add "$1" "$here$2?token=$secret" --style discord; }

# ---- addresses -------------------------------------------------------------------------------
umask 000
hook ok /ok
lacks out "$secret"
umask 022
same "mode of share.json" 600 "$(stat -c %a config/fuda/share.json)"
same "mode of its folder" 700 "$(stat -c %a config/fuda)"
run 2 share add ok "$here/other?$secret"
err "already"
lacks err "$secret"
for bad in ftp://x/ http://example.org/ "https://x/a b" file:///etc/passwd gopher "https://x/
y"; do
    run 2 share add bad "$bad"
    lacks err "$bad"
done
printf '%s\n' "https://discord.com/api/webhooks/1/$secret" >in
run 0 share add typed
run 0 share list
out "typed"
out "Discord"
lacks out "$secret"
run 0 share list --json
json '.share | length == 2 and .[1] == {"name": "typed", "style": "discord"}'
run 0 share add chat "https://hooks.slack.com/services/$secret"
out "Slack"
run 0 words -- share --to
out "chat"
run 0 share remove chat
run 2 share remove chat
(unset FUDA_NET_LOOPBACK; "$FUDA" share add clear "$here/ok" 2>err >out; same "http elsewhere" 2 $?)
err "https://"
run 2 share
err "--to"
run 2 share --to ok
err "no finished game"

# ---- what is posted --------------------------------------------------------------------------
cat >names.fuda <<'RECORD'
game tezumashi
players "@everyone" "<!channel> & <@U1>" "**b** ``` |x|" "[a]:a:(http://evil.example)"
date 2026-01-02
result points "@everyone"=3 "<!channel> & <@U1>"=1 "**b** ``` |x|"=-2 "[a]:a:(http://evil.example)"=0
RECORD
run 0 add names.fuda
run 0 add "$top/tests/night.fuda"
printf 'game haratama\nplayers Aki Bo Chie Dai\ndate 2026-12-31\nround\n' >open.fuda
run 0 add open.fuda
run 0 share 1 --to ok --dry-run
what="a dry run"
out "POST ?wait=true"
lacks out "$secret"
lacks out "$here"
check "a dry run asks nobody" test ! -s asked
run 0 share 1 --to ok --dry-run --json
json '.share.posted == false and .share.body.allowed_mentions == {"parse": []} and (.share.body.content | length <= 2000)'
jq -r .share.body.content out >content
grep -v '^```$' content >shown
for sign in '@' '<' '>' '*' '`' '|' '[' '://' ':a' 'a:(' 'evil.example'; do lacks shown "$sign"; done
has shown "＠everyone"
run 0 share add chat "$here/ok" --style slack
run 0 share 1 --to chat --dry-run --json
json '.share.body | keys == ["text"]'
json '.share.body.text | contains("&amp;") and (contains("<") | not)'
run 0 share 2 --to chat --dry-run --json; json '.share.picture == null'
run 2 share 2 --to chat --dry-run --picture none.png; err "no picture goes with this"
what="a post"
run 0 share 2 --to ok --dry-run --json
jq -c .share.body out >body
same "the picture is told" true "$(jq '.share.picture > 1000' out)"
run 0 share 2 --to ok --dry-run --picture points.png
out "multipart/form-data"; out "points.png, image/png: $(stat -c %s points.png) bytes"
run 2 share 2 --to ok --dry-run --picture points.png; err "is there already"
run 0 share 2 --to ok
out "Posted"
has asked "POST /ok?token=$secret&wait=true HTTP"
grep -a '^{' asked | tail -n 1 | tr -d '\r' >posted
at=$(LC_ALL=C grep -obUaP '\x89PNG' asked | tail -n 1 | cut -d: -f1)
same "the picture that leaves is the one shown" "$(cksum <points.png)" \
    "$(tail -c +$((at + 1)) asked | head -c "$(stat -c %s points.png)" | cksum)"
same "what leaves is what the dry run shows" "$(jq -cS . body)" "$(jq -cS . posted)"
has posted "Winner: Aki"
run 0 share 2 --to ok --lang ja
run 2 share 99 --to ok
run 2 share 3 --to ok
err "not finished"
run 2 share --to nobody
err "share list"

# The address is neither in a command line nor in the environment of what runs.
hook slow /silent
FUDA_NET_LOOPBACK=700 "$FUDA" share 2 --to slow >slow.out 2>&1 &
waits=$!
sleep 0.3
for p in /proc/[0-9]*; do
    grep -qaF "$secret" "$p/cmdline" "$p/environ" 2>/dev/null && [ "${p#/proc/}" != $$ ] && bad "an address in $p"
done
ok
wait $waits
lacks slow.out "$secret"
has slow.out "too long"

# ---- answers that mean no good ---------------------------------------------------------------
for path in endless:much headers:much header:much huge:much cut:broke nohttp:http elsewhere:"not followed" loop:"not followed" \
    file:"not followed" missing:nothing error:500 late:86400; do
    what=$path
    hook bad "/${path%%:*}"
    run 2 share 2 --to bad
    err "${path#*:}"
    lacks err "$secret"
    lacks err "$here"
    silent out
    run 0 share remove bad
done
run 0 share remove slow
grep -c 'POST /late' asked >count
same "what asks to wait a day is asked once" 1 "$(cat count)"
hook once /once
run 0 share 2 --to once
err "posted again"
same "posted again after a second" 2 "$(grep -c 'POST /once' asked)"

# ---- packs -----------------------------------------------------------------------------------
what="pack get"
lines no
run 2 pack get "$here/pack"
out "human"
out "as the rulebook states"
err "nothing was kept"
check "nothing is kept" test ! -e "$packs/Sent.fuda"
run 2 pack get "$here/pack"         # nobody answers
check "nothing is kept" test ! -e "$packs/Sent.fuda"
run 2 pack get "$here/pack" --json
err "--yes"
lines yes
run 0 pack get "$here/pack"
out "Added"
same "judged once" 1 "$(grep -c 'as the rulebook states' out)"
alike "$packs/Sent.fuda" sent.fuda
run 2 pack get --yes "$here/untyped"
err "--replace"
run 0 pack get --yes --replace "$here/untyped" --json
json '.packs[0].verdict == "clean"'
run 0 pack remove Sent
run 0 pack get --yes "$here/elsewhere"      # what is fetched may have moved
run 0 pack remove Sent
for path in page:text/html picture:image/png nothing:"no pack" nul:"not text" drip:long silent:long endless:much headers:much huge:much cut:broke \
    nohttp:http loop:"without end" file:https missing:nothing error:500; do
    what="get $path"
    case $path in drip* | silent*) FUDA_NET_LOOPBACK=500 ;; *) FUDA_NET_LOOPBACK=5000 ;; esac
    run 2 pack get --yes "$here/${path%%:*}?$secret"
    err "${path#*:}"
    lacks err "$secret"
    lacks err "$here"
    same "nothing is kept" "" "$(ls "$packs")"
done
run 2 pack get --yes http://127.0.0.1:1/pack
err "nobody answers"
run 2 pack get --yes http://example.org/pack
err "https://"

# ---- a certificate that nobody vouches for ---------------------------------------------------
if command -v openssl >/dev/null; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 >/dev/null 2>&1
    openssl s_server -accept 127.0.0.1:0 -key key.pem -cert cert.pem -www >tls.out 2>&1 &
    tls=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do grep -q ACCEPT tls.out || sleep 0.1; done
    port=$(sed -n 's/^ACCEPT.*:\([0-9]*\)$/\1/p' tls.out | head -n 1)
    what="a certificate of its own"
    run 2 pack get --yes "https://127.0.0.1:$port/pack"
    err "certificate"
    run 0 share add tls "https://127.0.0.1:$port/$secret"
    run 2 share 2 --to tls
    err "certificate"
    lacks tls.out "$secret"
else
    echo "no openssl here: nobody's certificate was not tried"
fi

# ---- without the program that sends ------------------------------------------------------------
what="fuda alone"
mkdir alone && cp "$FUDA" alone/fuda
ends 2 "$what" alone/fuda share 2 --to ok
err "fuda-net"

# ---- nothing of it is exported ---------------------------------------------------------------
for form in records json csv bgsplay; do
    run 0 export --format $form
    lacks out "$secret"
done
lacks err "$secret"
finish
