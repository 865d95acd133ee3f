/*
 * The table, drawn: what each game tells (state.table.laid, typed) as it lies there. A seat is a place with its name; cards are
 * cards; whose turn it is is framed. Sizes follow the room there is (fuda.css): no card is ever scrolled for.
 */
import {$, coloured, make, nameOf, ours, points, refill, state, t} from "./tools.js";

const word = told => told?.word ?? told;
const laid = () => state.table?.laid;
const told = () => laid()?.table;

/* ---- a card ---------------------------------------------------------------------------------- */

/* A card as it looks: "9" and "r" or 赤; one without a number is its name. */
export function card(one, more = "", ...on) {
    const label = ours(one), ranked = Number.isInteger(one?.rank), face = one?.face ?? String(one?.rank);
    const words = ranked ? [make("b", {class: face.length > 2 ? "wide" : ""}, face), make("i", {}, one.mark ?? label.replace(/\d+$/, ""))]
        : [make("b", {class: "word"}, label), one?.stands ? make("i", {}, one.stands > 0 ? "▲" : "▽") : null];
    return make("span", {class: "c " + more, "data-suit": coloured(one), "data-token": one?.token}, ...words, ...on);
}
const down = (text = "") => make("span", {class: "c down"}, text === "" ? "" : make("b", {}, String(text)));
const empty = (text = "") => make("span", {class: "c empty"}, make("b", {class: "word"}, text));
/* A number as it is read; what is not known is asked. */
const minus = n => String(n ?? "?").replace("-", "−"), signed = n => n > 0 ? "+" + n : minus(n);
const bit = (text, title, more = "") => make("span", {class: "bit " + more, title}, String(text));

/* ---- the players ------------------------------------------------------------------------------- */

const count = () => state.table.players.length;
/* Who sits where: one's own place is below, the others follow clockwise. */
const around = () => Array.from({length: count()}, (_, k) => ((Number.isInteger(state.me.seat) ? state.me.seat : 0) + k) % count());
const seatOf = seat => told()?.seats?.find(one => one.seat === seat) ?? {};
function plate(seat, ...bits) {
    return make("p", {class: "plate"}, nameOf(seat), ...bits);
}
const onTurn = seat => (told()?.turn ?? told()?.on_turn ?? state.table.turn) === seat && !laid().over;

/* ---- tricks: cards before their players ----------------------------------------------------------- */

/* The suits that are trumps, as the pack names them; in another game a card says it. */
const trumps = () => (told()?.trump || []).map(name => laid().suits?.[name]).filter(Boolean);
const isTrump = card => card?.mark ? trumps().some(one => one.suit === card.suit) : card?.suit?.length === 2;
const cardOf = play => Array.isArray(play.card) ? play.card[0] : play.card;
function trickNow() {
    const now = told()?.trick_cards || [], last = told()?.open && told().trick === 1 ? null : laid().last;     /* of this deal */
    if (now.length) return {cards: now.map(play => ({seat: play.seat, card: cardOf(play)})), winner: null, led: now[0].seat};
    return {cards: last?.cards || [], winner: last?.winner, led: last?.cards?.[0]?.seat};
}
function trickSeat(seat, place, bits) {
    const trick = trickNow(), play = trick.cards.find(one => one.seat === seat), kami = (laid().open ?? laid().row)?.kami || [];
    const relic = play?.card && state.table.game.key === "haratama" && kami.includes(play.card.rank);
    const look = play ? (trick.led === seat ? "leads " : "") + (relic ? "relic " : "") + (isTrump(play.card) ? "trump " : "")
        + (trick.winner === seat ? "won" : trick.winner !== null && trick.winner !== undefined ? "lost" : "") : "";
    const what = !play ? empty() : !play.card ? down("?") : relic ? card(play.card, look, make("em", {}, "★")) : card(play.card, look);
    return make("div", {class: `seat at${place}${onTurn(seat) ? " on" : ""}`}, plate(seat, ...bits(seatOf(seat))), what);
}
/* Many sit in two rows, clockwise as around any table. */
function trick(bits) {
    const seats = around().map((seat, place) => trickSeat(seat, place, bits));
    if (seats.length < 5) return make("div", {class: `trick n${seats.length}`}, ...seats);
    return make("div", {class: "trick many"}, make("div", {}, ...seats.slice(2, -1)), make("div", {}, seats[1], seats[0], seats[seats.length - 1]));
}

function haratama() {
    const now = told(), kami = (laid().open ?? laid().row)?.kami;
    return [strip(now.round > 0 ? t("Round {n}", {n: now.round}) : "", now.open ? t("Trick {n}", {n: now.trick}) : "",
        kami ? t("Relics: {ranks}", {ranks: kami.join(" ")}) : "", now.broken ? t("Blue is broken") : ""),
    trick(one => [one.relics ? bit("★" + one.relics, t("Relics taken"), "relics") : null, bit(one.points ?? "", t("Points"), "score")])];
}
function tezumashi() {
    const now = told();
    return [strip(now.deal > 0 ? t("Deal {n}", {n: now.deal}) : "", now.open ? t("Trick {n}", {n: now.trick}) : ""),
        trick(one => [one.tricks === undefined ? null : bit("◆" + one.tricks, t("Tricks won")), bit(one.points ?? "", t("Points"), "score"),
            make("span", {class: "chosen-things"}, one.table === null || one.table === undefined ? null : bit("▦" + one.table, t("Score table")),
                one.minus ? make("span", {class: "bit minus", "data-suit": word(one.minus), title: t("Minus card")}, "−" + (ours(one.minus) || one.minus)) : null,
                one.ability ? make("span", {class: "bit ability", title: t("Ability")}, word(one.ability) + (Number.isInteger(one.uses_left) ? " ×" + one.uses_left : "")) : null)])];
}

/* A game that a pack defines: whatever it has of trumps, bids, and cards that are worth something. */
function packs() {
    const now = told(), before = now.open && now.passing && !now.trick_cards.length;
    const marks = trumps().map(one => make("b", {class: "bit", "data-suit": one.hue || null}, one.mark === one.suit ? ours(one) : one.mark));
    return [strip(now.deal > 0 ? t("Deal {n}", {n: now.deal}) : "", now.open ? t("Trick {n}", {n: now.trick}) : "",
        now.trump ? make("span", {}, t("Trumps"), " ", ...marks.length ? marks : ["–"]) : "", before ? t("Cards to pass: {n}", {n: now.passing}) : "",
        Number.isInteger(now.dealer) ? make("span", {class: "dealer"}, t("{name} deals", {name: state.table.players[now.dealer].name})) : ""),
    trick(one => [before && one.passed ? bit("✓", t("Has passed")) : null,
        Number.isInteger(one.bid) ? bit(`◆${minus(one.tricks)}/${one.bid}`, t("Tricks won, and bid"), one.tricks > one.bid ? "over" : "") : bit("◆" + minus(one.tricks), t("Tricks won")),
        "worth" in one ? bit("◈" + minus(one.worth), t("Worth of the cards won")) : null, bit(minus(one.points), t("Points"), "score")])];
}

/* ---- rows of battle cards --------------------------------------------------------------------------- */

const strip = (...texts) => make("p", {class: "strip"}, ...texts.filter(Boolean).map(text => text.tagName ? text : make("span", {}, text)));
function battleCard(one) {
    const under = (one.powers || []).map(power => make("span", {class: "bit", "data-suit": power.suit}, ours(power)));
    return make("div", {class: "unit"}, card(one.card, one.wounded ? "wounded" : "", make("em", {title: t("Strength")}, String(one.power ?? ""))), make("span", {class: "under"}, ...under));
}
function needfire() {
    const now = told(), part = word(now.part), fight = laid().row;
    const where = {placement: t("Placement part"), battle: t("Battle part")}[part] ?? "";
    return [strip(where, Number.isInteger(now.spread) ? t("In the middle: {n}", {n: now.spread}) : "",
        part !== "setting" && now.ignitions > 0 && fight ? t("{name} lit {card}", {name: state.table.players[fight.seat]?.name, card: ours(fight.card)}) : ""),
    make("div", {class: `lanes n${count()}`}, ...around().map(seat => {
        const one = seatOf(seat);
        return make("div", {class: "lane" + (onTurn(seat) ? " on" : "")}, plate(seat, bit(one.hand ?? "?", t("Cards in hand"), "hand"), bit(one.discards ?? 0, t("Discards"), "discards")),
            make("div", {class: "cards"}, ...(one.row?.length ? one.row.map(battleCard) : [empty(), empty(), empty()])));
    }))];
}

/* ---- the altar ----------------------------------------------------------------------------------------- */

const nightOf = n => t("Night {n}", {n: state.tongue === "ja" ? "〇一二三四五六七八九"[n] ?? n : n});
const altarRows = [["newmoon"], ["granite", "shade"], ["candle", "candle", "candle"]];
function altarPlaces(now) {
    const left = [...(now.altar || [])], lacks = [...(now.missing || [])];
    const from = (list, token) => { const k = list.findIndex(one => one.token === token); return k < 0 ? null : list.splice(k, 1)[0]; };
    const sun = from(left, "sun");
    return altarRows.map(row => make("div", {}, ...row.map(token => {
        const one = from(left, token), lack = one ? null : from(lacks, token);
        const over = token === "newmoon" && sun ? sun : token === "shade" ? now.on_shade?.[0] : null;
        if (one && over) return card(over, "over", make("em", {}, ours(one)));
        return one ? card(one) : empty(ours(lack));
    })));
}
function hyakumonogatari() {
    const now = told();
    return [strip(now.night > 0 ? nightOf(now.night) : "", word(now.phase) === "open" ? t("Turn {n}", {n: now.turn}) : "",
        now.sun_left > 0 ? t("The sun lies for {n} more", {n: now.sun_left}) : "", now.reversed ? t("The shadow is turned") : ""),
    make("div", {class: "altar"}, ...around().slice(0, 2).map((seat, place) => {
        const one = seatOf(seat);
        return make("div", {class: `hand at${place}${onTurn(seat) ? " on" : ""}`}, plate(seat, one.role ? bit(ours(one.role) || word(one.role), "") : null),
            make("div", {class: "held"}, ...Array.from({length: Math.min(one.cards ?? 0, 6)}, () => down())));
    }), make("div", {class: "pyramid", role: "img", "aria-label": t("The altar")}, ...altarPlaces(now)),
    make("div", {class: "piles"}, make("div", {}, down(now.pile ?? "?"), make("span", {}, t("Pile"))),
        make("div", {}, now.graveyard?.length ? card(now.graveyard[now.graveyard.length - 1]) : empty(), make("span", {}, t("Graveyard") + " " + (now.graveyard?.length ?? 0)))))];
}

/* ---- ghosts ------------------------------------------------------------------------------------------------ */

function ghost(one, more = "") {
    const row = (sign, values) => values ? make("span", {class: "values"}, make("i", {}, sign), values.join(" ")) : null;
    return make("div", {class: "ghost " + more}, make("b", {}, ours(one.name), Number.isInteger(one.points) ? bit(one.points, t("Victory points"), "score") : null),
        row(t("Body"), one.body), row(t("Mind"), one.mind), one.shells ? bit("◈" + one.shells, t("Shells")) : null);
}
const allGhosts = () => (told().seats || []).flatMap(one => one.ghosts || []);
function side(battle, key) {
    const one = battle[key], fighter = allGhosts().find(g => g.name.token === one.ghost?.token);
    return make("div", {class: "side " + key}, plate(one.seat), one.ghost ? ghost(fighter ?? {name: one.ghost}, "fights") : make("div", {class: "ghost empty"}, "?"),
        make("div", {class: "with"}, ...(one.support || []).map(g => bit("+ " + ours(g), t("Supports"))), one.set ? down() : null,
            one.modify ? bit((one.modify > 0 ? "+" : "") + one.modify, t("Changed by events")) : null));
}
const dice = n => Number.isInteger(n) ? make("span", {class: "die", title: String(n)}, "⚀⚁⚂⚃⚄⚅"[n - 1] ?? String(n)) : null;
function battleBefore(row) {
    const called = one => make("span", {class: "name"}, ours(one));
    return make("p", {class: "settled"}, nameOf(row.attacker), called(row.with), dice(row.dice?.[0]), make("b", {}, row.attack + " : " + row.defence), dice(row.dice?.[1]), called(row.against), nameOf(row.defender));
}
function materia() {
    const now = told(), battle = now.battle;
    const users = around().map(seat => {
        const one = seatOf(seat);
        return make("div", {class: "user" + (onTurn(seat) ? " on" : "")}, plate(seat, bit(one.points ?? 0, t("Victory points"), "score"), bit(one.archive ?? 0, t("Archive"), "hand")),
            battle ? null : make("div", {class: "ghosts"}, ...(one.ghosts || []).map(g => ghost(g))));
    });
    return [strip(now.draft ? t("Opening draft") : t("Period {n}", {n: now.period}), now.kyo ? "虚 " + now.kyo : "", battle && Number.isInteger(battle.wins_of_36) ? t("Attack wins {n} of 36", {n: battle.wins_of_36}) : ""),
        battle ? make("div", {class: "battle"}, side(battle, "attack"), make("p", {class: "by"}, word(battle.by) === "body" ? t("Body") : t("Mind")), side(battle, "defence"))
            : laid().row ? battleBefore(laid().row) : null,
        make("div", {class: `users n${count()}${battle ? " short" : ""}`}, ...users)].filter(Boolean);
}

/* ---- any game by its scores ------------------------------------------------------------------------------------- */

/* What is entered of the round by now; before that, what the round before it brought. */
function score() {
    const now = told(), row = laid().row, entered = Object.keys(now.seats[0]).filter(key => key !== "seat" && key !== "total");
    const heads = entered.length || !row ? entered : [t("Round {n}", {n: row.round})];
    const cells = one => entered.length || !row ? entered.map(key => minus(one[key])) : [signed(row.points[one.seat])];
    const rounds = make("div", {class: "rounds"}, make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...[...heads, t("Score")].map(text => make("th", {scope: "col"}, text)))),
        make("tbody", {}, ...now.seats.map(one => make("tr", {}, make("th", {scope: "row"}, nameOf(one.seat)), ...cells(one).map(text => make("td", {}, text)), make("td", {class: "all"}, minus(one.total)))))));
    rounds.style.setProperty("--rows", now.seats.length);
    rounds.style.setProperty("--cols", heads.length + 1);
    return [strip(t("Round {n}", {n: now.rounds ? `${now.round} / ${now.rounds}` : now.round}), Number.isInteger(now.dealer) ? t("{name} deals", {name: state.table.players[now.dealer].name}) : ""),
        rounds];
}

/* ---- what a round brought, and the end -------------------------------------------------------------------------- */

const gained = {        /* of the row that closed last: what each gained, and what it is about */
    haratama: row => ({title: t("Round {n}", {n: row.round}), winner: row.haratama, gain: row.loss?.map(n => n > 0 ? -n : 0), why: row.captured?.map(n => "★" + n)}),
    tezumashi: row => ({title: t("Deal {n}", {n: row.deal}), gain: row.points, why: row.tricks?.map(n => "◆" + n)}),
    trick: row => ({title: t("Deal {n}", {n: row.deal}), gain: row.points, shared: true, why: row.tricks?.map((n, seat) => "◆" + minus(n) + (row.bid ? "/" + row.bid[seat] : "") + (row.worth ? " ◈" + minus(row.worth[seat]) : ""))}),
    hyakumonogatari: row => ({title: nightOf(row.night), winner: row.winner, about: ours(row.outcome) || word(row.outcome)}),
};
const between = () => laid()?.row && gained[state.table.game.key] && (told()?.open === false || word(told()?.phase) === "over");
export const resultShown = () => Boolean(laid() && (laid().over || between()));
function line(seat, place, value, why, won) {
    return make("li", {class: won ? "won" : ""}, make("span", {class: "place"}, place ? String(place) : ""), nameOf(seat), why ? bit(why, "") : null, make("b", {}, value));
}
function roundResult() {
    const got = gained[state.table.game.key](laid().row), all = got.gain ? [...got.gain.keys()].sort((a, b) => got.gain[b] - got.gain[a]) : [];
    if (laid().lowest) all.reverse();
    const winner = got.winner ?? (got.gain && !got.shared && got.gain[all[0]] > got.gain[all[1]] ? all[0] : null);
    return [make("p", {class: "about"}, got.title), Number.isInteger(winner) ? make("h3", {}, t("Won by {name}", {name: state.table.players[winner].name})) : null,
        got.about ? make("p", {class: "why"}, got.about) : null,
        make("ol", {class: "standing"}, ...all.map(seat => line(seat, "", signed(got.gain[seat]), got.why?.[seat], seat === winner)))];
}
function gameResult() {
    const names = laid().winners.map(seat => state.table.players[seat].name), standing = laid().end?.standing || [];
    const value = one => Number.isInteger(one.points) ? points(one.points) : Array.isArray(one.powers) ? String(one.battle) : "";
    const lies = standing.find(one => Array.isArray(one.powers));         /* what its numbers are is said once */
    const about = lies ? t("Battle cards: {n}", {n: lies.battle}) : laid().row && gained[state.table.game.key]?.(laid().row).about;
    return [names.length ? make("h3", {}, t("Won by {name}", {name: names.join(state.tongue === "ja" ? "・" : ", ")})) : make("p", {class: "why"}, t("Stopped before its end: nobody has won.")), about ? make("p", {class: "why"}, about) : null,
        make("ol", {class: "standing"}, ...standing.map(one => line(one.seat, one.place, value(one), "", laid().winners.includes(one.seat))))];
}

/* How all stand, in figures that are read across a room: those who have most first. */
export function showFigures() {
    const standing = laid()?.end?.standing || [], known = standing.some(one => Number.isInteger(one.points)), scored = standing.some(one => one.points);
    $("figure-list").style.setProperty("--rows", Math.max(standing.length, 1));
    $("figures").hidden = !known || resultShown() && laid().over;
    refill($("figure-list"), JSON.stringify([standing, state.table?.players, state.table?.turn]), () => standing.map(one =>
        make("li", {class: onTurn(one.seat) ? "on" : ""}, make("span", {class: "place"}, scored && one.place ? String(one.place) : ""), nameOf(one.seat), make("b", {}, Number.isInteger(one.points) ? minus(one.points) : "–"))));
}

/* ---- the whole ------------------------------------------------------------------------------------------------------ */

const draws = {haratama, needfire, tezumashi, hyakumonogatari, materia, score, trick: packs};
export function showTable() {
    const box = $("drawn"), key = state.table?.game?.key, known = Boolean(told() && draws[key]), result = resultShown();
    box.hidden = !known;
    refill(box, JSON.stringify([state.tongue, state.me.seat, state.table?.laid, state.table?.players, t("Trick {n}")]), () =>
        !known ? [] : result ? [make("div", {class: "result"}, ...(laid().over ? gameResult() : roundResult()).filter(Boolean))] : draws[key]());
    box.className = key && !result ? "drawn g-" + key : "drawn";
}
